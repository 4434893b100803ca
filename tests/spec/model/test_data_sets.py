"""Attributes, records, data sets: what is valid, and the whole message where it is not."""

from __future__ import annotations

from fractions import Fraction

import pytest
from attrs.exceptions import FrozenInstanceError
from hypothesis import given
from narrow import of_kind, values_of

from dtref.errors import Invalid
from dtref.spec.model.attributes import ABSENT, MISSING, Attribute, Cell, Continuous, Nominal, Ordinal, declares, wanted
from dtref.spec.model.counts import Weighted, add_counts, columns, count_table, majority, statistic
from dtref.spec.model.data import DataSet, Record
from dtref.spec.preparation.missing import WANTED_KNOWN, drop_missing, missing_as_value, refuse_missing
from dtref.strategies import data_sets

X, SIZE, AGE, Y = Nominal("x", ("u", "v")), Ordinal("size", ("s", "m", "l")), Continuous("age"), Nominal("y", ("-", "+"))
ONE = Fraction(1)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Nominal("x", ("u", "v", "u")), "x.values: expected distinct values (got ('u', 'v', 'u'))"),
        (lambda: Ordinal("x", ("u", "u")), "x.values: expected distinct values (got ('u', 'u'))"),
        (lambda: DataSet((X, Continuous("x")), Y, ()), "attributes: expected distinct names (got 'x')"),
        (lambda: DataSet((X,), Nominal("x", ("u",)), ()), "target: expected a column that is not an attribute too (got 'x')"),
        (lambda: DataSet((X,), Y, (Record((), "+"),)), "record 1: expected 1 values (got 0)"),
        (lambda: DataSet((X,), Y, (Record(("u",), "+"), Record(("w",), "+"))), "record 2, x: expected one of 'u', 'v' (got 'w')"),
        (lambda: DataSet((SIZE,), Y, (Record(("xl",), "+"),)), "record 1, size: expected one of 's', 'm', 'l' (got 'xl')"),
        (lambda: DataSet((AGE,), Y, (Record(("old",), "+"),)), "record 1, age: expected a number (got 'old')"),
        (lambda: DataSet((Nominal("n", ()),), Y, (Record(("u",), "+"),)), "record 1, n: expected no value (none is declared) (got 'u')"),
        (lambda: DataSet((), Y, (Record((), "?"),)), "record 1, y: expected one of '-', '+' (got '?')"),
        (lambda: DataSet((), Y, (Record(()),)), "record 1, y: expected one of '-', '+' (got MISSING)"),
        (lambda: DataSet((), Y, (Record((), "+", Fraction(0)),)), "record 1, weight: expected a positive Fraction (got Fraction(0, 1))"),
        (lambda: DataSet((), Y, (Record((), "+", Fraction(-1)),)), "record 1, weight: expected a positive Fraction (got Fraction(-1, 1))"),
        (lambda: DataSet((), Y, (Record((), "+", 0.5),)), "record 1, weight: expected a positive Fraction (got 0.5)"),  # type: ignore[arg-type]
        (lambda: DataSet((), AGE, ()).classes, "target age: expected a nominal target (got 'continuous')"),
        (lambda: DataSet((X, AGE), Y, ()).column("z"), "attribute: expected one of 'x', 'age' (got 'z')"),
    ],
)
def test_what_breaks_the_data_model_is_invalid(make: object, message: str) -> None:
    with pytest.raises(Invalid) as caught:
        make()  # type: ignore[operator]
    assert str(caught.value) == message


def test_data_sets_are_immutable() -> None:
    data = DataSet([X], Y, [Record(("u",), "+")])
    assert (type(data.attributes), type(data.records)) == (tuple, tuple)
    with pytest.raises(FrozenInstanceError):
        data.records = ()  # type: ignore[misc]


@pytest.mark.parametrize(
    ("attribute", "cell", "admitted"),
    [
        (X, "u", True), (X, "w", False), (X, MISSING, False), (X, "?", False), (X, ONE, False), (SIZE, "m", True), (AGE, ONE, True),
        (AGE, "1", False), (AGE, 1, False), (AGE, 1.0, False), (AGE, MISSING, False), (Nominal("n", ()), "", False),
    ],
)  # fmt: skip
def test_a_cell_is_declared_or_not(attribute: Attribute, cell: Cell, admitted: bool) -> None:
    assert declares(attribute, cell) is admitted


def test_what_an_attribute_admits_in_words() -> None:
    assert [wanted(a) for a in (X, Nominal("n", ()), AGE)] == ["one of 'u', 'v'", "no value (none is declared)", "a number"]


@given(data=data_sets(missing=True, weights="fractions"))
def test_columns_say_what_the_records_say(data: DataSet) -> None:
    coded = columns(data)
    for i, record in enumerate(data):
        assert data.classes[coded.labels[i]] == record.label
        assert coded.weights[i] == record.weight
        for a, cell in enumerate(record.values):
            code = coded.codes[a][i]
            assert (MISSING if code == ABSENT else coded.levels[a][code]) == cell
    for attribute, levels in zip(data.attributes, coded.levels, strict=True):
        assert list(levels) == (
            sorted(of_kind(Fraction, level) for level in levels) if isinstance(attribute, Continuous) else list(attribute.values)
        )
        assert len(set(levels)) == len(levels)
    assert coded.unit == all(r.weight == 1 for r in data)


@given(data=data_sets(missing=True, weights="fractions"))
def test_count_tables_equal_counting_the_records(data: DataSet) -> None:
    coded, everyone = columns(data), tuple(range(len(data)))

    def weights(records: list[Record]) -> tuple[Fraction, ...]:
        return tuple(sum((r.weight for r in records if r.label == c), Fraction(0)) for c in data.classes)

    whole = statistic(coded, Weighted(everyone))
    assert whole == weights(list(data))
    for a, attribute in enumerate(data.attributes):
        table = count_table(coded, a, Weighted(everyone))
        present = {r.values[a] for r in data} - {MISSING}
        assert table.attribute == attribute
        assert list(table.values) == [level for level in coded.levels[a] if level in present]
        assert list(table.counts) == [weights([r for r in data if r.values[a] == v]) for v in table.values]
        assert table.missing == weights([r for r in data if r.values[a] is MISSING])
        assert add_counts((*table.counts, table.missing), len(data.classes)) == whole


@given(data=data_sets(weights="fractions"))
def test_count_tables_of_two_parts_add_up(data: DataSet) -> None:
    coded, half = columns(data), len(data) // 2
    for a in range(len(data.attributes)):
        parts = [count_table(coded, a, Weighted(rows)) for rows in (tuple(range(half)), tuple(range(half, len(data))))]
        whole = count_table(coded, a, Weighted(tuple(range(len(data)))))
        for value, counts in zip(whole.values, whole.counts, strict=True):
            found = [t.counts[t.values.index(value)] for t in parts if value in t.values]
            assert add_counts(found, len(data.classes)) == counts


def test_the_largest_classes() -> None:
    assert [majority(c) for c in ((), (0,), (1, 3, 3), (Fraction(1, 3), Fraction(1, 2)))] == [(), (0,), (1, 2), (1,)]


@given(data=data_sets(missing=True, weights="fractions"))
def test_rules_for_missing_values_leave_none(data: DataSet) -> None:
    assert drop_missing(data).records == tuple(r for r in data if MISSING not in r.values)
    if any(MISSING in r.values for r in data):
        first = next(i for i, r in enumerate(data) if MISSING in r.values)
        name = data.attributes[data.records[first].values.index(MISSING)].name
        with pytest.raises(Invalid) as caught:
            refuse_missing(data)
        assert str(caught.value) == f"record {first + 1}, {name}: expected {WANTED_KNOWN} (got MISSING)"
    else:
        assert refuse_missing(data) == drop_missing(data) == missing_as_value(data) == data


@given(data=data_sets(kinds=("nominal",), missing=True))
def test_missing_as_a_value_declares_it_where_it_occurs_and_nowhere_else(data: DataSet) -> None:
    filled = missing_as_value(data)
    for a, (before, after) in enumerate(zip(data.attributes, filled.attributes, strict=True)):
        gaps = any(r.values[a] is MISSING for r in data)
        assert values_of(after) == (*values_of(before), *(["?"] if gaps else []))
        assert [r.values[a] for r in filled] == ["?" if r.values[a] is MISSING else r.values[a] for r in data]


NO_PLACE = "expected a nominal attribute ('?' has no place in an order); else dtref.impute_median(data), or dtref.flag_missing(data)"


@pytest.mark.parametrize(
    ("attribute", "message"),
    [
        (AGE, f"missing cells of age: {NO_PLACE} (got 'continuous')"),
        (SIZE, f"missing cells of size: {NO_PLACE} (got 'ordinal')"),
        (Nominal("x", ("?", "u")), "values of x: expected no declared value '?' beside missing cells (got ('?', 'u'))"),
    ],
)
def test_missing_as_a_value_needs_a_place_for_it(attribute: Attribute, message: str) -> None:
    with pytest.raises(Invalid) as caught:
        missing_as_value(DataSet((attribute,), Y, (Record((MISSING,), "+"),)))
    assert str(caught.value) == message
