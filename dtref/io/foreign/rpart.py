"""
Trees of R's rpart, from the JSON that `rpart.R` (beside this module) writes of a fitted object.

Node k has the children 2k and 2k + 1; the rows of `frame` are in preorder. `splits` has for each inner node a row for its test, then those
of its competitors and surrogates. Of a number, `ncat` is -1 where x < cut goes left, +1 where x >= cut does; of a nominal value `csplit`
says for each level whether it goes left (1), right (3), or was absent (2). Surrogates, by which rpart sends missing values, are not read.
Before this: `dtref.io.foreign.printed`. Next: `dtref.io.foreign.pmml`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import isfinite
from pathlib import Path

from attrs import frozen

from dtref.errors import Invalid
from dtref.io.foreign.json_parts import Parts
from dtref.io.foreign.tree import Ask, Cut, ForeignNode, ForeignTree, Values, unfold_listed
from dtref.model.attributes import Width
from dtref.model.tests import Side

LEFT, ABSENT, RIGHT = 1, 2, 3
"""What `csplit` says of a level."""
NOTES = ("surrogates are not read: where missing values go is not known",)


@frozen(eq=False)
class Frame:
    """A fitted object: for each node, in preorder, its columns; and the tables of tests."""

    given: Parts
    row_of: dict[int, int]
    split_of: dict[int, int]

    def number(self, column: str, row: int) -> Fraction:
        """A number of the frame."""
        return _hex(self.given[column].items()[row])


def read_rpart(path: Path) -> tuple[ForeignTree, ...]:
    """The tree of a fitted rpart object (methods class and anova). Errors: Invalid where the file isn't what rpart.R writes."""
    given = Parts.of_file(path)
    method = given["method"].text()
    if method not in ("class", "anova"):
        raise Invalid(f"{path.name}, method", "class or anova", method)
    levels = tuple(part.text() for part in given["ylevels"].items()) if method == "class" else ()
    frame = _frame(given)
    root = unfold_listed(1, len(frame.row_of), _expand(frame, levels), path.name)
    return (ForeignTree(root, f"rpart {method}", levels, NOTES),)


def _frame(given: Parts) -> Frame:
    names = [part.text() for part in given["var"].items()]
    row_of = {int(_hex(part)) if not part.text().isdecimal() else int(part.text()): i for i, part in enumerate(given["node"].items())}
    split_of, at = {}, 0
    for i, name in enumerate(names):
        if name != "<leaf>":
            split_of[i] = at
            at += 1 + int(_hex(given["ncompete"].items()[i]) + _hex(given["nsurrogate"].items()[i]))
    return Frame(given, row_of, split_of)


def _expand(frame: Frame, levels: tuple[str, ...]) -> Callable[[int], tuple[Callable[[Sequence[ForeignNode]], ForeignNode], Sequence[int]]]:
    def expand(number: int) -> tuple[Callable[[Sequence[ForeignNode]], ForeignNode], Sequence[int]]:
        if number not in frame.row_of:
            raise Invalid(frame.given.where, "both children of each inner node", f"no node {number}")
        row = frame.row_of[number]
        label, counts, records = _claims(frame, row, levels)
        if row not in frame.split_of:
            return lambda _: ForeignNode(str(number), None, (), label, counts, records), []
        ask, swapped = _ask(frame, row)
        below = [2 * number, 2 * number + 1]
        return lambda parts: ForeignNode(str(number), ask, tuple(parts), label, counts, records), below[::-1] if swapped else below

    return expand


def _claims(
    frame: Frame, row: int, levels: tuple[str, ...]
) -> tuple[str | Fraction, tuple[tuple[str, Fraction], ...] | None, Fraction | None]:
    value = frame.number("yval", row)
    if not levels:
        return value, None, frame.number("wt", row)
    if not 1 <= value <= len(levels):
        raise Invalid(f"{frame.given.where}, yval", f"a class from 1 to {len(levels)}", str(value))
    counts = tuple(zip(levels, map(_hex, frame.given["counts"].items()[row].items()), strict=True))
    return levels[int(value) - 1], counts, None


def _ask(frame: Frame, row: int) -> tuple[Ask, bool]:
    """The test of a frame's row, and whether its branches change places."""
    name, split = frame.given["var"].items()[row].text(), frame.given["splits"].items()
    if frame.split_of[row] >= len(split):
        raise Invalid(f"{frame.given.where}, splits", "a row for each test", len(split))
    cells = [_hex(part) for part in split[frame.split_of[row]].items()]
    ncat, index = cells[1], cells[3]
    if ncat in (-1, 1):
        return Cut(name, index, Side.BELOW, Width.FLOAT64), ncat == 1
    sent = [int(_hex(part)) for part in frame.given["csplit"].items()[int(index) - 1].items()]
    values = [part.text() for part in frame.given["xlevels"][name].items()]
    left, right = (tuple(v for v, side in zip(values, sent, strict=False) if side == way) for way in (LEFT, RIGHT))
    return Values(name, (left, right)), False


def _hex(part: Parts) -> Fraction:
    """A number in hexadecimal text."""
    text = part.text()
    try:
        number = float.fromhex(text)
    except (ValueError, OverflowError):
        raise Invalid(part.where, "a number such as 0x1.8p+1", text) from None
    if not isfinite(number):
        raise Invalid(part.where, "a finite number", text)
    return Fraction(number)
