"""
The tables of a fitted rpart object: the frame with a row for each node, and the rows of tests behind it.

Numbers are hexadecimal text. Vectors are lists; a single text stands for a list of one, as R unboxes it. Every row is checked here:
lengths, node numbers, counts of rows, sides and levels, so that readers may rely on them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import accumulate

from attrs import frozen

from dtref.errors import Invalid
from dtref.io.foreign.json_parts import Parts, shortened_json
from dtref.spec.model.numerals import is_numeral, numeral

HEX = re.compile(r"-?0x[0-9a-f](\.[0-9a-f]{1,13})?p[-+][0-9]{1,4}")
_LEAF = "<leaf>"
LEFT, ABSENT, RIGHT = 1, 2, 3
"""The values of `csplit` for a level."""


@frozen(eq=False)
class SplitRow:
    """
    A row of tests: the column asked, the number of records that know it, its kind (-1, 1: a number; else the number of levels), its cut;
    or its groups, and their row of `csplit`, from 1 (0: none). improve: the improvement that it states, in rpart's unit; of a surrogate the
    share of records that it sends as the node's own test does.
    """

    name: str
    known: Fraction
    kind: int
    cut: Fraction
    groups: tuple[tuple[str, ...], tuple[str, ...]]
    sides: int = 0
    improve: Fraction = Fraction(0)


@frozen(eq=False)
class RpartFrame:
    """
    The rows of nodes: their number; their test, None at a leaf; its surrogates; their number of rows of data, and the weight.

    use_surrogates, most_surrogates: rpart's `usesurrogate` and `maxsurrogate`, None where the file doesn't have them.
    """

    parts: Parts
    numbers: tuple[int, ...]
    tests: tuple[SplitRow | None, ...]
    surrogates: tuple[tuple[SplitRow, ...], ...]
    n: tuple[Fraction, ...]
    wt: tuple[Fraction, ...]
    use_surrogates: int | None
    most_surrogates: int | None

    def column(self, key: str) -> tuple[Fraction, ...]:
        """A column of numbers, with one for each node."""
        return vector(self.parts[key], len(self.numbers))

    def weights(self, key: str) -> tuple[Fraction, ...]:
        """A column of numbers that are 0 or more."""
        return hex_weights(self.parts[key], len(self.numbers))


def rpart_frame(parts: Parts) -> RpartFrame:
    """The tables of an object that rpart.R wrote. Errors: Invalid, naming field and row, for tables that don't fit together."""
    asked = [part.text() for part in vector_parts(parts["var"])]
    size = len(asked)
    numbers = tuple(_node(part) for part in _of_length(parts["node"], size))
    leaves = [part.truth() for part in _of_length(parts["leaf"], size)] if "leaf" in parts else [name == _LEAF for name in asked]
    _check_leaves(parts, asked, leaves)
    other_rows = [
        (whole_part(a), whole_part(b)) for a, b in zip(*(_of_length(parts[key], size) for key in ("ncompete", "nsurrogate")), strict=True)
    ]
    # The rows of tests: of each inner node its test, its competitors, its surrogates.
    rows = _rows(parts)
    sizes = [0 if leaf else 1 + more + others for leaf, (more, others) in zip(leaves, other_rows, strict=True)]
    if sum(sizes) != len(rows):
        raise Invalid(parts["splits"].where, f"{sum(sizes)} rows, as the frame has so many tests", len(rows))
    # The test and the surrogates of each node.
    tests: list[SplitRow | None] = []
    surrogates: list[tuple[SplitRow, ...]] = []
    for i, (leaf, start) in enumerate(zip(leaves, accumulate(sizes, initial=0), strict=False)):
        if leaf and any(other_rows[i]):
            raise Invalid(f"{parts.where}, ncompete[{i}] and nsurrogate[{i}]", "0 at a leaf", other_rows[i])
        if not leaf and rows[start].name != asked[i]:
            raise Invalid(f"{parts.where}, names[{start}]", f"{asked[i]}, which node {numbers[i]} asks", rows[start].name)
        tests.append(None if leaf else rows[start])
        surrogates.append(tuple(rows[start + sizes[i] - other_rows[i][1] : start + sizes[i]]))
    n = tuple(Fraction(whole_part(part)) for part in _of_length(parts["n"], size))
    wt = hex_weights(parts["wt"], size)
    return RpartFrame(parts, numbers, tuple(tests), tuple(surrogates), n, wt, *_use_of_surrogates(parts))


def _use_of_surrogates(parts: Parts) -> tuple[int | None, int | None]:
    if "control" not in parts:
        return None, None
    use, most = parts["control"]["usesurrogate"], parts["control"]["maxsurrogate"]
    if whole_part(use) not in (0, 1, 2):
        raise Invalid(use.where, "0, 1 or 2", whole_part(use))
    return whole_part(use), whole_part(most)


def _check_leaves(parts: Parts, asked: Sequence[str], leaves: Sequence[bool]) -> None:
    for i, (name, leaf) in enumerate(zip(asked, leaves, strict=True)):
        if leaf and name != _LEAF:
            raise Invalid(f"{parts.where}, var[{i}]", f"{_LEAF}, as it is a leaf", name)


def _rows(parts: Parts) -> list[SplitRow]:
    """The rows of tests, competitors and surrogates."""
    splits = parts["splits"].items()
    names = [part.text() for part in _of_length(parts["names"], len(splits))]
    levels = _levels(parts["xlevels"])
    sides = [[whole_part(part) for part in vector_parts(row)] for row in parts["csplit"].items()]
    widest = max(map(len, levels.values()), default=0)
    for i, row in enumerate(sides):
        if len(row) != len(sides[0]) or len(row) > widest or not {LEFT, ABSENT, RIGHT} >= {*row}:
            raise Invalid(
                f"{parts.where}, csplit[{i}]", f"{len(sides[0])} sides, each 1, 2 or 3, and at most {widest}", shortened_json(row_text(row))
            )
    rows = [_row(name, _of_length(part, 5), levels.get(name), sides, parts) for name, part in zip(names, splits, strict=True)]
    if sorted(row.sides for row in rows if row.sides) != list(range(1, len(sides) + 1)):
        raise Invalid(parts["csplit"].where, "a row for each test of levels, by its index in splits", f"{len(sides)} rows")
    return rows


def row_text(row: Sequence[int]) -> str:
    """The sides of a row, as text."""
    return " ".join(map(str, row))


def _row(name: str, cells: Sequence[Parts], levels: tuple[str, ...] | None, sides: Sequence[Sequence[int]], parts: Parts) -> SplitRow:
    known, ncat, improve, index, adj = cells
    hex_number(adj)
    stated = hex_number(improve)
    kind = whole_part(ncat, signed=True)
    # A number: its cut.
    if levels is None:
        if kind not in (-1, 1):
            raise Invalid(ncat.where, f"-1 or 1, as {name} has no levels", kind)
        return SplitRow(name, _weight(known), kind, hex_number(index), ((), ()), improve=stated)
    # A factor: its groups, from a row of sides.
    if kind != len(levels):
        raise Invalid(ncat.where, f"{len(levels)}, as {name} has so many levels", kind)
    position = whole_part(index)
    if not 1 <= position <= len(sides):
        raise Invalid(index.where, f"a row of csplit from 1 to {len(sides)}", position)
    level_sides = sides[position - 1]
    if len(level_sides) < len(levels) or {*level_sides[len(levels) :]} - {ABSENT}:
        raise Invalid(
            f"{parts.where}, csplit[{position - 1}]",
            f"a side for each of the {len(levels)} levels of {name}, then 2",
            row_text(level_sides),
        )
    left, right = (tuple(v for v, side in zip(levels, level_sides, strict=False) if side == wanted) for wanted in (LEFT, RIGHT))
    if not left or not right:
        raise Invalid(f"{parts.where}, csplit[{position - 1}]", f"levels of {name} on either side", row_text(level_sides))
    return SplitRow(name, _weight(known), kind, Fraction(0), (left, right), position, stated)


def _levels(parts: Parts) -> Mapping[str, tuple[str, ...]]:
    """The levels of each factor; R writes an empty array for none."""
    if parts.value == []:
        return {}
    levels = {}
    for name in parts.fields():
        levels[name] = tuple(part.text() for part in vector_parts(parts[name]))
        if len({*levels[name]}) < len(levels[name]):
            raise Invalid(parts[name].where, "distinct levels", shortened_json(parts[name].value))
    return levels


def vector_parts(part: Parts) -> Sequence[Parts]:
    """The parts of a vector; a single text is a vector of one."""
    return [part] if isinstance(part.value, str | bool) else part.items()


def _of_length(part: Parts, size: int) -> Sequence[Parts]:
    entries = vector_parts(part)
    if len(entries) != size:
        raise Invalid(part.where, f"{size} entries", len(entries))
    return entries


def vector(part: Parts, size: int) -> tuple[Fraction, ...]:
    """A vector of numbers. size: its length."""
    return tuple(hex_number(entry) for entry in _of_length(part, size))


def hex_weights(part: Parts, size: int) -> tuple[Fraction, ...]:
    """A vector of numbers that are 0 or more. size: its length."""
    return tuple(_weight(entry) for entry in _of_length(part, size))


def hex_number(part: Parts) -> Fraction:
    """A number in hexadecimal text. Errors: Invalid for anything else, as `NA`, `inf` and numbers in decimals."""
    text = part.text()
    if HEX.fullmatch(text) is None:
        raise Invalid(part.where, "a number such as 0x1.8p+1", shortened_json(text))
    try:
        return Fraction(float.fromhex(text))
    except OverflowError:
        raise Invalid(part.where, "a number that a double can hold", shortened_json(text)) from None


def whole_part(part: Parts, signed: bool = False) -> int:
    """A whole number, 0 or more, or of any sign."""
    x = hex_number(part)
    if x.denominator != 1 or (x < 0 and not signed):
        raise Invalid(part.where, "a whole number" if signed else "a whole number, 0 or more", str(x))
    return int(x)


def _weight(part: Parts) -> Fraction:
    """A number that is 0 or more."""
    x = hex_number(part)
    if x < 0:
        raise Invalid(part.where, "0 or more", str(x))
    return x


def _node(part: Parts) -> int:
    """The number of a node; R writes its name in decimals, as 1e+05."""
    text = part.text()
    x = numeral(text) if is_numeral(text) and len(text) <= 20 else hex_number(part)
    if x.denominator != 1 or x < 1:
        raise Invalid(part.where, "the number of a node, from 1", shortened_json(text))
    return int(x)
