"""
Reads the text of scikit-learn's `export_text`.

    |--- petal width (cm) <= 0.80
    |   |--- weights: [50.00, 0.00, 0.00] class: 0
    |--- petal width (cm) >  0.80
    |   |--- class: 1

Thresholds are rounded to `decimals` places (2 by default): a cut is known only where so many digits name one double. The branch of a
missing value is not printed, nor are the classes that no leaf predicts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import inf, nextafter
from pathlib import Path
from typing import TypeAlias

from dtref.errors import Invalid
from dtref.io.files import read_text, text_lines
from dtref.io.foreign.tree import Cut, ForeignNode, ForeignTree, Gaps, foreign_nodes
from dtref.spec.model.attributes import Width
from dtref.spec.model.numerals import numeral
from dtref.spec.model.precision import rounded
from dtref.spec.model.schemes import unfold

_LINE = re.compile(r"(?P<levels>(?:\| +)*)\|-+ (?P<text>.+)")
_NUMBER = r"-?[0-9]+(?:\.[0-9]+)?"
_ASKS = re.compile(rf"(?P<name>.+) (?P<sign><=|> ) (?P<cut>{_NUMBER})")
_WEIGHT = r"[0-9]+(?:\.[0-9]+)?"
_CLASS = re.compile(rf"(?:weights: \[(?P<weights>{_WEIGHT}(?:, {_WEIGHT})*)\] )?class: (?P<label>.*)")
_MEAN = re.compile(rf"value: \[(?P<mean>{_NUMBER})\]")
ROUNDED_NUMBERS = "numbers are rounded to as many places as export_text was asked for (decimals=17 leaves out none that matter)"

_Row: TypeAlias = tuple[int, int, str]
"""The number of a line, its level from 0, and its text."""


def read_export_text(path: Path) -> tuple[ForeignTree, ...]:
    """The tree of a file. Errors: as `parse_export_text`."""
    return (parse_export_text(read_text(path), path.name),)


def parse_export_text(text: str, name: str) -> ForeignTree:
    """
    The tree of a text. Errors: Invalid for a line that is none of such a text, for branches that don't belong together, and for a truncated
    text (max_depth).

    >>> parse_export_text("|--- x <= 0.50\\n|   |--- class: a\\n|--- x >  0.50\\n|   |--- class: b\\n", "x.txt").root.children[1].label
    'b'
    """
    rows = [_row(i, line, name) for i, line in enumerate(text_lines(text), 1) if line.strip()]
    if not rows:
        raise Invalid(name, "a tree as export_text prints it", "no line of one")
    ends = block_ends([level for _, level, _ in rows])

    def expand(block: tuple[int, int, int]) -> tuple[Callable[[Sequence[ForeignNode]], ForeignNode], Sequence[tuple[int, int, int]]]:
        first, end, level = block
        if first == end:
            raise Invalid(f"{name} line {rows[first - 1][0]}", "a class, a value or a branch below it", rows[first - 1][2][:60])
        at, row_level, content = rows[first]
        if row_level != level:
            raise Invalid(f"{name} line {at}", f"a line of level {level}", f"level {row_level}")
        if end == first + 1:
            leaf = _leaf(content, at, f"{name} line {at}")
            return lambda _: leaf, []
        second = ends[first]
        ask = _cut(rows, first, second, end, name)
        if ends[second] < end:
            raise Invalid(f"{name} line {rows[ends[second]][0]}", "two branches of a node", "a third one")
        return lambda children: ForeignNode(f"line {at}", ask, tuple(children)), [
            (first + 1, second, level + 1),
            (second + 1, end, level + 1),
        ]

    root = unfold((0, len(rows), 0), expand)
    rounded_cuts = any(node.ask.unread for node in foreign_nodes(root) if isinstance(node.ask, Cut))
    return ForeignTree(root, f"scikit-learn's export_text {name}", notes=(ROUNDED_NUMBERS,) if rounded_cuts else (), gaps=Gaps.UNSAID)


def _row(i: int, line: str, name: str) -> _Row:
    match = _LINE.fullmatch(line)
    if match is None:
        raise Invalid(f"{name} line {i}", "a line as export_text prints it, |--- and what stands there", line[:60])
    if match["text"].startswith("truncated branch"):
        raise Invalid(f"{name} line {i}", "a whole tree, as export_text(model, max_depth=1000, decimals=17) prints", match["text"][:60])
    return i, match["levels"].count("|"), match["text"]


def block_ends(levels: Sequence[int]) -> list[int]:
    """
    For each row of some levels, the next one that is not deeper.

    >>> block_ends([0, 1, 1, 0])
    [3, 2, 3, 4]
    """
    ends, waiting = [len(levels)] * len(levels), list[int]()
    for i, level in enumerate(levels):
        while waiting and levels[waiting[-1]] >= level:
            ends[waiting.pop()] = i
        waiting.append(i)
    return ends


def _cut(rows: Sequence[_Row], first: int, second: int, end: int, name: str) -> Cut:
    """The question of two rows, of the values at most and above one number."""
    left = _ASKS.fullmatch(rows[first][2].rstrip())
    right = _ASKS.fullmatch(rows[second][2].rstrip()) if second < end else None
    signs = left is not None and right is not None and (left["sign"], right["sign"]) == ("<=", "> ")
    if left is None or right is None or not signs or (left["name"], left["cut"]) != (right["name"], right["cut"]):
        got = [rows[i][2][:60] for i in (first, second) if i < end]
        raise Invalid(f"{name} line {rows[first][0]}", "two branches, <= and > of one number", got)
    half_a_unit = half_unit_of(left["cut"])
    cut = rounded(numeral(left["cut"]), Width.FLOAT64)
    exact = 2 * half_a_unit < Fraction(nextafter(float(cut), inf)) - cut
    return Cut(left["name"], cut, width=Width.FLOAT32, unread=not exact, within=Fraction(0) if exact else half_a_unit)


def half_unit_of(text: str) -> Fraction:
    """
    Half a unit of the last decimal of a number.

    >>> half_unit_of("0.50"), half_unit_of("1.5e+03")
    (Fraction(1, 200), Fraction(50, 1))
    """
    digits, _, power = text.partition("e")
    return Fraction(10) ** (int(power or 0) - len(digits.partition(".")[2])) / 2


def _leaf(text: str, at: int, where: str) -> ForeignNode:
    of_class, of_number = _CLASS.fullmatch(text), _MEAN.fullmatch(text.rstrip())
    if of_number is not None:
        return ForeignNode(f"line {at}", label=numeral(of_number["mean"]))
    if of_class is None:
        raise Invalid(where, "a leaf, with its class or its value, or branches below", text[:60])
    weights = [numeral(n) for n in of_class["weights"].split(", ")] if of_class["weights"] else []
    if not weights:
        return ForeignNode(f"line {at}", label=of_class["label"])
    records = sum(weights, Fraction(0))
    within = len(weights) * half_unit_of(of_class["weights"].partition(",")[0])
    return ForeignNode(f"line {at}", label=of_class["label"], records=records, errors=records - max(weights), within=within)
