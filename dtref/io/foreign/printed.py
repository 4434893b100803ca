"""
Trees as Weka's J48 and Id3, C4.5 and C5.0 print them, read from the text.

    petalwidth <= 0.6: Iris-setosa (50.0)            petal length <= 1.9: setosa (50)
    petalwidth > 0.6                                 petal length > 1.9:
    |   petalwidth <= 1.7: versicolor (54.0/5.0)     :...petal width > 1.7: virginica (46/1)
    |   petalwidth > 1.7: virginica (46.0/1.0)           petal width <= 1.7: versicolor (54/5)

Each level takes four characters. Numbers behind a leaf are the weight of its records and of those of other classes. What is printed is
not what the program has: J48 prints cuts with six decimals, C4.5 with six digits, so that a record between the two changes sides.
Before this: `dtref.io.foreign.tree`. Next: `dtref.io.foreign.rpart`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TypeAlias

from attrs import frozen

from dtref.errors import Invalid
from dtref.io.files import read_text
from dtref.io.foreign.tree import Ask, Cut, ForeignNode, ForeignTree, Values
from dtref.model.numerals import numeral
from dtref.model.schemes import unfold

LINE = re.compile(r"(?P<level>(?:[|:] {3}|:\.\.\.| {4})*)(?P<name>\S.*?) (?P<how><=|>|=|!=|in) (?P<rest>\S.*)")
LEAF = re.compile(r"(?P<value>.*?) ?: (?P<label>.+?)(?: \((?P<records>[0-9.]+)(?:/(?P<wrong>[0-9.]+))?\))?")
ALONE = re.compile(r" ?: ?(?P<label>[^:]+?)(?: \((?P<records>[0-9.]+)(?:/(?P<wrong>[0-9.]+))?\))?")
UNKNOWN = "N/A"
"""C5.0's branch for missing values."""
NOTE = "cuts are as printed, with a few digits: a number between what is printed and what the program has takes the other side"


@frozen
class Line:
    """A branch: how deep, what it asks, and the leaf behind the colon, if one is."""

    at: int
    level: int
    name: str
    how: str
    value: str
    label: str | None
    records: Fraction | None


Part: TypeAlias = tuple[int, int, int]
"""A part of the lines, from and up to, and its level; none of them where it is the leaf behind the colon of the line before."""
Built: TypeAlias = tuple[Callable[[Sequence[ForeignNode]], ForeignNode], list[Part]]


def read_printed(path: Path) -> tuple[ForeignTree, ...]:
    """The tree in what J48, Id3, C4.5 or C5.0 printed. Errors: as `parse_printed`."""
    return (parse_printed(read_text(path), path.name),)


def parse_printed(text: str, name: str) -> ForeignTree:
    """
    The tree in a text: its first run of lines that are branches, or a leaf alone. Errors: Invalid where there is none, where a level is
    left out, or where the branches of a node don't belong together.

    >>> tree = parse_printed("x <= 2.5: a (3.0)\\nx > 2.5\\n|   kind = u: a (1.0)\\n|   kind = v: b (4.0/1.0)\\n", "j48.txt")
    >>> tree.root.ask, tree.root.children[1].ask, tree.root.children[1].children[1].label
    (Cut(attribute='x', cut=Fraction(5, 2), side=<Side.AT_MOST: '<='>, width=<Width.DECIMAL: 'decimal'>, missing=None, unread=True),
     Values(attribute='kind', groups=(('u',), ('v',)), otherwise=None, missing=None), 'b')
    """
    lines = _lines(text)
    if not lines:
        return ForeignTree(_alone(text, name), name, (), (NOTE,))
    return ForeignTree(unfold((0, len(lines), 0), lambda part: _node(lines, part, name)), name, (), (NOTE,))


def _lines(text: str) -> list[Line]:
    """The first run of branches; empty lines inside it are passed over."""
    every = [(i, LINE.fullmatch(line.rstrip())) for i, line in enumerate(text.splitlines(), 1) if line.strip()]
    first = next((k for k, (_, match) in enumerate(every) if match is not None and not match["level"]), len(every))
    found = []
    for i, match in every[first:]:
        if match is None:
            break
        found.append(_line(i, match))
    return found


def _line(at: int, match: re.Match[str]) -> Line:
    level, rest = len(match["level"]) // 4, match["rest"]
    leaf = LEAF.fullmatch(rest)
    if leaf is None:
        return Line(at, level, match["name"], match["how"], rest.removesuffix(":").rstrip(), None, None)
    return Line(at, level, match["name"], match["how"], leaf["value"], leaf["label"], _whole(leaf["records"]))


def _whole(text: str | None) -> Fraction | None:
    """A weight that is surely exact: a whole number."""
    if text is None:
        return None
    weight = numeral(text)
    return weight if weight.denominator == 1 else None


def _alone(text: str, name: str) -> ForeignNode:
    for line in text.splitlines():
        match = ALONE.fullmatch(line.strip())
        if match is not None:
            return ForeignNode("the leaf", label=_label(match["label"]), records=_whole(match["records"]))
    raise Invalid(name, "a tree as J48, C4.5 or C5.0 print it", "no line of one")


def _label(text: str | None) -> str | None:
    return None if text == "null" else text


def _node(lines: Sequence[Line], part: Part, name: str) -> Built:
    """A node of the branches of one level, and the lines below each of them."""
    first, end, level = part
    if first == end:
        line = lines[first - 1]
        if line.label is None:
            raise Invalid(f"{name} line {line.at}", "a leaf, or branches one level deeper", f"{line.name} {line.how} {line.value}")
        return lambda _: ForeignNode(f"line {line.at}", label=_label(line.label), records=line.records), []
    heads = [i for i in range(first, end) if lines[i].level == level]
    if not heads or heads[0] != first:
        raise Invalid(f"{name} line {lines[first].at}", f"a branch of level {level}", lines[first].level)
    own = sorted((lines[i] for i in heads), key=lambda line: ("<=", ">").index(line.how) if line.how in ("<=", ">") else 0)
    ends = dict(zip(heads, [*heads[1:], end], strict=True))
    at = {lines[i].at: (i + 1, ends[i], level + 1) for i in heads}
    kept, ask = _ask(own, name)
    return lambda below: ForeignNode(f"line {lines[first].at}", ask, tuple(below)), [at[line.at] for line in kept]


def _ask(own: Sequence[Line], name: str) -> tuple[Sequence[Line], Ask]:
    """What the branches of a node ask together; C5.0's branch for missing values aside where a number is asked."""
    attribute, where = own[0].name, f"{name} line {own[0].at}"
    if any(line.name != attribute for line in own):
        raise Invalid(where, f"branches that all ask {attribute}", [line.name for line in own])
    known = [line for line in own if line.value != UNKNOWN]
    match sorted({line.how for line in known}):
        case ["<=", ">"] if len(known) == 2 and known[0].value == known[1].value:
            return known, Cut(attribute, numeral(known[0].value), unread=True)
        case ["!=", "="] if len(known) == 2 and known[0].value == known[1].value:
            equal = next(i for i, line in enumerate(known) if line.how == "=")
            one, rest = (known[0].value,), ()
            return known, Values(attribute, (one, rest) if equal == 0 else (rest, one), 1 - equal)
        case ["="] | ["in"] | ["=", "in"]:
            missing = next((i for i, line in enumerate(own) if line.value == UNKNOWN), None)
            groups = tuple(_group(line) if line.value != UNKNOWN else () for line in own)
            return own, Values(attribute, groups, None, missing)
        case hows:
            raise Invalid(where, "branches <= and > of one number, = or in", [f"{line.how} {line.value}" for line in own] if hows else hows)


def _group(line: Line) -> tuple[str, ...]:
    if line.how == "=":
        return (line.value,)
    return tuple(value.strip() for value in line.value.removeprefix("{").removesuffix("}").split(","))
