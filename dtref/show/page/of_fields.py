"""Any result as a page, by its fields: values below one another, then a table for each field that lists records of one class."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from enum import Enum
from fractions import Fraction
from itertools import islice
from numbers import Rational
from typing import cast

from attrs import Attribute, AttrsInstance, fields, has

from dtref.errors import Undefined, shortened
from dtref.exact.brief import brief
from dtref.exact.number import Exact
from dtref.exact.number_text import readable
from dtref.exact.ordered import Ordered
from dtref.show.exact_text import value_text
from dtref.show.page.blocks import Blocks, Figures, Heading, NamedValue, Paragraph, TableBlock
from dtref.spec.evaluation.estimation.cross_validation import FoldResults
from dtref.spec.evaluation.intervals.interval import Interval
from dtref.spec.growing.policy import Policy
from dtref.spec.model.attributes import MISSING, Continuous, Nominal, Ordinal
from dtref.spec.model.data import DataSet
from dtref.spec.model.trees import Branch, Leaf, leaf_count

_LISTED = 10
"""The most items of a list that stand in a line."""

_ROWS = 50
"""The most rows of a table."""

_CELL = 60
"""The most characters of a cell of a table."""

_DIGITS = 6
"""The digits after the point of a number that has no short exact form."""


def field_blocks(result: object, title: str = "") -> Blocks:
    """
    A result of a class of attrs as a page. title: by default the name of its class.

    >>> from attrs import frozen
    >>> from dtref.show.page.as_text import as_text
    >>> @frozen
    ... class Cut:
    ...     at: Fraction
    ...     gains: tuple[Fraction, ...]
    >>> @frozen
    ... class CutsOfColumn:
    ...     column: str
    ...     cuts: tuple[Cut, ...]
    >>> print(as_text(field_blocks(CutsOfColumn("x", (Cut(Fraction(1, 2), ()), Cut(Fraction(7, 3), (Fraction(1), Fraction(2))))))))
    Cuts of column
      column                        x
    <BLANKLINE>
    Cuts
      at   gains
      0.5  none
      7/3  1, 2
    """
    values = {_words(a.name.lstrip("_")): getattr(result, a.name) for a in _fields(type(result))}
    tables = {name: value for name, value in values.items() if _is_table(value)}
    figures = tuple(NamedValue(name, value_words(value)) for name, value in values.items() if name not in tables)
    blocks: list[Blocks] = [_table(name, rows) for name, rows in tables.items()]
    return (
        Heading(title or _words(type(result).__name__).capitalize()),
        *((Figures(figures),) if figures else ()),
        *(block for table in blocks for block in table),
    )


def value_words(value: object) -> str:
    """
    A value in a line: a number exactly where that is short, a list by its first items, a tree by its size.

    >>> value_words((1, Fraction(1, 4), None, True)), value_words({"a": ()}), value_words(Undefined("no records"))
    ('1, 0.25, none, yes', 'a: none', 'undefined (no records)')
    """
    match value:
        case Mapping():
            return _listed((f"{value_words(key)}: {value_words(item)}" for key, item in value.items()), len(value))
        case str():
            return value
        case Sequence() | Set() if not isinstance(value, bytes | DataSet):
            return _listed(map(_item, value), len(value))
        case FoldResults():
            return f"error {value_words(value.pooled)} on {sum(value.records)} records"
        case Interval():
            return f"{value_words(value.low)} to {value_words(value.high)}"
        case Leaf() | Branch() | DataSet() | Policy() | Continuous() | Nominal() | Ordinal():
            return _name(value)
        case _ if hasattr(value, "tolist"):
            return value_words(value.tolist())
        case _ if has(type(value)) and not isinstance(value, Ordered | Undefined):
            return ", ".join(f"{_words(a.name.lstrip('_'))} {_item(getattr(value, a.name))}" for a in _fields(type(value)))
        case _:
            return _single(value)


def _single(value: object) -> str:
    """A number, a truth value, or what has no parts."""
    match value:
        case None:
            return "none"
        case bool():
            return "yes" if value else "no"
        case Undefined():
            return readable(value)
        case Rational():
            return readable(Fraction(value))
        case Ordered():
            return value_text(cast(Exact, value), _DIGITS)
        case Enum():
            return str(value.value)
        case _:
            return "missing" if value is MISSING else brief(value)


def _name(value: Leaf | Branch | DataSet | Policy | Continuous | Nominal | Ordinal) -> str:
    """What is named in a line: a tree by its size, a data set by its records."""
    if isinstance(value, Leaf | Branch):
        n = leaf_count(value)
        return f"a tree of {n} leaves" if n > 1 else "a leaf"
    return repr(value) if isinstance(value, DataSet) else value.name


def _item(value: object) -> str:
    """A value within a line; a list in brackets."""
    words = value_words(value)
    return f"({words})" if isinstance(value, tuple | list | Mapping | Set) else words


def _listed(items: Iterable[str], count: int) -> str:
    listed, more = list(islice(items, _LISTED)), count - _LISTED
    comma = "; " if any(", " in item for item in listed) else ", "
    return comma.join([*listed, *([f"… and {more} more"] if more > 0 else [])]) or "none"


def _is_table(value: object) -> bool:
    """Whether a value lists records of one class, which have fields to stand below one another."""
    if not isinstance(value, tuple | list) or not value:
        return False
    kinds = set(map(type, islice(value, _ROWS)))
    return len(kinds) == 1 and all(has(kind) and len(_fields(kind)) > 1 and not issubclass(kind, _NAMED) for kind in kinds)


_NAMED = (Leaf, Branch, DataSet, Policy, Continuous, Nominal, Ordinal)
"""What stands in a line by itself."""


def _table(name: str, rows: Sequence[object]) -> Blocks:
    columns = [a.name for a in _fields(type(rows[0]))]
    cells = tuple(tuple(shortened(value_words(getattr(row, column)), _CELL) for column in columns) for row in rows[:_ROWS])
    more = len(rows) - _ROWS
    table = TableBlock(tuple(_words(column.lstrip("_")) for column in columns), cells, wraps=True)
    return (Heading(name.capitalize()), table, *((Paragraph(f"… and {more} more"),) if more > 0 else ()))


def _fields(kind: type) -> list[Attribute[object]]:
    return [a for a in fields(cast("type[AttrsInstance]", kind)) if a.repr]


def _words(name: str) -> str:
    """A name of Python's as words."""
    return "".join(f" {c.lower()}" if c.isupper() and i else c for i, c in enumerate(name)).replace("_", " ")
