"""Surveys of columns: the distinct cells and their frequencies, before they become values. Surveys of parts of a table can be joined."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction

from attrs import evolve, field, frozen

from dtref.io.notation import TextLook, look, suffix
from dtref.io.schema import Schema
from dtref.io.to_data_set import Column
from dtref.spec.model.attributes import MISSING, Cell
from dtref.spec.model.numerals import is_numeral

LISTED = 10_000
"""The most distinct numbers, and distinct texts, of a column that are listed where a table comes in parts: this bounds the memory."""

MULTIPLES = frozenset("kKMBmg")
"""Single letters after digits that occur beside other units of their kind: 5k and 2M, 5 g and 200 mg."""

_DIGITS = 18
"""The most digits of a number that counts rows."""


@frozen
class Listing:
    """Distinct cells with their frequencies, and the number of further cells that are not listed."""

    times: Mapping[Cell, int] = field(factory=dict)
    unlisted: int = 0

    @property
    def cells(self) -> int:
        """The number of cells."""
        return sum(self.times.values()) + self.unlisted

    @property
    def distinct(self) -> int:
        """The number of distinct cells, or a lower bound."""
        return len(self.times) + bool(self.unlisted)

    def joined(self, other: Listing) -> Listing:
        """
        Both together, with at most LISTED distinct cells listed.

        >>> Listing({"a": 1}).joined(Listing({"a": 2, "b": 1}))
        Listing(times={'a': 3, 'b': 1}, unlisted=0)
        """
        times, unlisted = dict(self.times), self.unlisted + other.unlisted
        for cell, n in other.times.items():
            if cell in times or len(times) < LISTED:
                times[cell] = times.get(cell, 0) + n
            else:
                unlisted += n
        return Listing(times, unlisted)


@frozen
class Survey:
    """
    The cells of a column: those that are numbers or numerals, the other texts, the missing ones.

    count: the first and the last of the cells, if each is the whole number after the one before. of_texts: whether undeclared numerals
    are numbers, as in a file. declares: whether the column itself declares its kind. padded: the texts that had blanks around them.
    """

    name: str
    numbers: Listing
    others: Listing
    gaps: Listing
    count: tuple[int, int] | None
    of_texts: bool
    declares: bool
    decimal: str = "."
    padded: Listing = Listing()

    @property
    def known(self) -> int:
        """The number of known cells."""
        return self.numbers.cells + self.others.cells

    @property
    def distinct(self) -> int:
        """The number of distinct known cells, or a lower bound."""
        return self.numbers.distinct + self.others.distinct

    def looks(self) -> dict[TextLook, list[str]]:
        """
        The cells that are no numbers, by look. Letters after digits are a unit if they are the same in all cells, or a word: 1a, 1b are
        names.

        >>> [sorted(map(str, survey(Column("x", cells), Schema()).looks())) for cells in (("5m", "7m"), ("5m", "5s"), ("5 km", "300 cm"))]
        [['a number with a unit'], ['a text'], ['a number with a unit']]
        """
        cells_by_look: dict[TextLook, list[str]] = {}
        for cell in self.others.times:
            cells_by_look.setdefault(look(str(cell), self.decimal), []).append(str(cell))
        units = {suffix(cell) for cell in cells_by_look.get(TextLook.UNIT, ())}
        if len(units) > 1 and any(len(unit) == 1 for unit in units - MULTIPLES):
            cells_by_look.setdefault(TextLook.TEXT, []).extend(cells_by_look.pop(TextLook.UNIT))
        return cells_by_look

    def times(self, cells: Iterable[str]) -> int:
        """The number of cells that are one of some texts."""
        return sum(self.others.times.get(cell, 0) for cell in cells)

    def joined(self, below: Survey) -> Survey:
        """The survey of this part of a column and the one below it."""
        follows = self.count is not None and below.count is not None and below.count[0] == self.count[1] + 1
        count = (self.count[0], below.count[1]) if self.count is not None and below.count is not None and follows else None
        numbers, others = self.numbers.joined(below.numbers), self.others.joined(below.others)
        return Survey(
            self.name,
            numbers,
            others,
            self.gaps.joined(below.gaps),
            count,
            self.of_texts,
            self.declares,
            self.decimal,
            self.padded.joined(below.padded),
        )


def survey(column: Column, schema: Schema) -> Survey:
    """
    The survey of a column.

    >>> x = survey(Column("x", ("1", "2", "NA", "?"), numerals=True), Schema())
    >>> x.numbers.times, x.others.times, x.gaps.times
    ({'1': 1, '2': 1}, {'NA': 1}, {'?': 1})
    """
    cells = surveyed(column.name, Counter(column.cells), schema, of_texts=column.numerals, declares=column.declared is not None)
    only_numbers = not cells.others.cells and not cells.gaps.cells
    count = _count_of(column.cells, cells.numbers.distinct) if only_numbers else None
    return evolve(cells, count=count, padded=Listing(column.padded))


def surveyed(name: str, times: Mapping[Cell, int], schema: Schema, *, of_texts: bool, declares: bool) -> Survey:
    """
    The survey of a column from the frequencies of its cells.

    >>> surveyed("x", {"1": 3, "?": 1}, Schema(), of_texts=True, declares=False).known
    3
    """
    known = dict(times)
    tokens: tuple[Cell, ...] = (MISSING, *schema.missing)
    gaps: dict[Cell, int] = {token: known.pop(token) for token in tokens if token in known}
    numbers = {cell: n for cell, n in known.items() if not isinstance(cell, str) or is_numeral(cell.strip(), schema.decimal)}
    others = {cell: n for cell, n in known.items() if cell not in numbers}
    return Survey(name, Listing(numbers), Listing(others), Listing(gaps), None, of_texts, declares, schema.decimal)


def _count_of(cells: tuple[Cell, ...], distinct: int) -> tuple[int, int] | None:
    """The first and the last cell, if each is the whole number after the one before."""
    if not cells or distinct != len(cells):
        return None
    first, last = whole_cell(cells[0]), whole_cell(cells[-1])
    if first is None or last is None or last - first != len(cells) - 1:
        return None
    return (first, last) if all(whole_cell(cell) == first + i for i, cell in enumerate(cells)) else None


def whole_cell(cell: Cell) -> int | None:
    """
    The whole number that a cell is written as, if it is one.

    >>> whole_cell("07"), whole_cell(Fraction(3)), whole_cell("-1")
    (7, 3, None)
    """
    if isinstance(cell, Fraction):
        return cell.numerator if cell.denominator == 1 else None
    digits = cell if isinstance(cell, str) else ""
    return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) <= _DIGITS else None


def joined(parts: Iterable[list[Survey]]) -> list[Survey]:
    """
    The surveys of all columns from those of the parts of a table, in order.

    >>> first, second = (survey(Column("x", cells, numerals=True), Schema()) for cells in (("1", "2"), ("3",)))
    >>> joined([[first], [second]])[0].count
    (1, 3)
    """
    surveys: list[Survey] = []
    for part in parts:
        surveys = [a.joined(b) for a, b in zip(surveys, part, strict=True)] if surveys else part
    return surveys
