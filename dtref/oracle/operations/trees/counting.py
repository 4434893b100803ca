"""Operations that count the records of a data set: its rows, its class counts, tables of an attribute's values and cuts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import cast

from dtref.errors import Invalid
from dtref.exact.number import Number, number
from dtref.oracle.operations.answer_kinds import AS_IT_IS, COUNTS_ANSWER, RECORDS_ANSWER
from dtref.oracle.operations.answers import Answer, cell_answer
from dtref.oracle.operations.data_inputs import RecordCondition, data_of, record_condition
from dtref.oracle.operations.data_kinds import AN_IMPURITY, OF_ATTRIBUTE, ON_DATA
from dtref.oracle.operations.kinds import DECIMALS, list_kind
from dtref.oracle.operations.operation import InputKind, Operation, asks, declarations
from dtref.spec.model.attributes import Cell, Continuous
from dtref.spec.model.counts import Counts, CountTable, Weighted, columns, count_table, statistic
from dtref.spec.model.data import DataSet
from dtref.spec.model.tally import Tally
from dtref.spec.split.criteria import weighted_impurity
from dtref.spec.split.impurity import Impurity


def every_record(data: DataSet) -> Weighted:
    """
    All records of a data set, each once.

    >>> from dtref.spec.model.attributes import Nominal
    >>> every_record(DataSet((), Nominal("y", ("a",)), ())).rows
    ()
    """
    return Weighted(tuple(range(len(data))))


def table_at_root(data: DataSet, attribute: str) -> tuple[CountTable, Counts]:
    """
    The class counts of an attribute's values, and those of all records.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.data import Record
    >>> data = DataSet((Nominal("x", ("a", "b")),), Nominal("y", ("c",)), (Record(("b",), "c"),))
    >>> table_at_root(data, "x")[0].values
    ('b',)
    """
    coded, records = columns(data), every_record(data)
    return count_table(coded, data.column(attribute), records), statistic(coded, records)


def number_named(data: DataSet, name: str) -> Continuous:
    """
    The continuous attribute of a name. Errors: Invalid for another attribute.

    >>> number_named(DataSet((Continuous("x"),), Continuous("y"), ()), "x").name
    'x'
    """
    attribute = data.attributes[data.column(name)]
    if not isinstance(attribute, Continuous):
        raise Invalid(f"attribute {name}", "a continuous one", attribute)
    return attribute


def _class_counts(data: DataSet) -> Tally:
    counts = statistic(columns(data), every_record(data))
    return tuple((c, Fraction(n)) for c, n in zip(data.classes, counts, strict=True))


def _count_table(data: DataSet, attribute: str) -> tuple[tuple[Answer, ...], ...]:
    """A row for each present value of an attribute: the value, then the count of each class in declared order."""
    table, _ = table_at_root(data, attribute)
    return tuple((cell_answer(v), *map(number, n)) for v, n in zip(table.values, table.counts, strict=True))


def _impurity_table(data: DataSet, attribute: str, impurity: Impurity) -> Answer:
    """The rows of `count_table`, each followed by the impurity of the value's records."""
    return tuple((*row, impurity(cast("tuple[Number, ...]", row[1:]))) for row in _count_table(data, attribute))


def _threshold_table(data: DataSet, attribute: str, impurity: Impurity, cuts: Sequence[Fraction]) -> Answer:
    """A row for each cut: the cut, the records of each class at most and above it, then the weighted impurity of the two sides."""
    a = data.column(number_named(data, attribute).name)

    def row(cut: Fraction) -> Answer:
        below, above = (
            [number(sum(r.weight for r in data if side(r.values[a], cut) and r.label == c)) for c in data.classes] for side in _SIDES
        )
        pairs = zip(below, above, strict=True)
        return (number(cut), *(n for pair in pairs for n in pair), weighted_impurity(impurity, [below, above]))

    return tuple(map(row, cuts))


_SIDES: tuple[Callable[[Cell, Fraction], bool], ...] = (
    lambda cell, cut: isinstance(cell, Fraction) and cell <= cut,
    lambda cell, cut: isinstance(cell, Fraction) and cell > cut,
)
"""At most a cut, and above it; a missing number is neither."""


def _count_records(data: DataSet, conditions: Sequence[RecordCondition]) -> Fraction:
    """The weight of the records that fulfil at least one condition."""
    return sum((r.weight for r in data if any(meets(r) for meets in conditions)), Fraction(0))


_CONDITION = InputKind("a condition", lambda given, name: record_condition(data_of(given), given.object(name)))
_CONDITIONS = list_kind(_CONDITION, "conditions")
_ROWS = AS_IT_IS.named("rows: a value or a cut, then the records in each class, and an impurity if one is asked for")

COUNTING: Mapping[str, Operation] = declarations(
    asks("records", lambda data: data, ON_DATA, answer=RECORDS_ANSWER),
    asks("class_counts", _class_counts, ON_DATA, answer=COUNTS_ANSWER),
    asks("count_table", _count_table, OF_ATTRIBUTE, answer=_ROWS),
    asks("impurity_table", _impurity_table, OF_ATTRIBUTE, answer=_ROWS, impurity=AN_IMPURITY),
    asks("threshold_table", _threshold_table, OF_ATTRIBUTE, answer=_ROWS, impurity=AN_IMPURITY, cuts=DECIMALS),
    asks("count_records", _count_records, ON_DATA, any_of=_CONDITIONS),
)
"""Data sets counted, by name."""
