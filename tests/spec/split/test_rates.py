"""Rates: the reduction of deviance against the deviances of the records themselves; costs against brute force."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtref.errors import Invalid, Undefined
from dtref.spec.growing.hunt import grow
from dtref.spec.model.attributes import MISSING, Continuous
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.trees import Branch
from dtref.spec.preparation.exposures import DropEmptyBeside, Exposures, ShrunkRates
from dtref.spec.programs.rpart import rpart
from dtref.spec.pruning.rate_risk import NatsAndBits, RateRisk
from dtref.spec.split.rates import rate_reduction

watched = st.tuples(st.integers(0, 4), st.sampled_from((Fraction(1, 2), Fraction(1), Fraction(3))), st.integers(1, 3))
"""Events, time, weight."""
Watched = Sequence[tuple[int, Fraction, int]]


def sums(records: Watched) -> tuple[Fraction, Fraction, Fraction]:
    """T, D, and the sum of w d^2/t."""
    return (
        sum((w * t for _, t, w in records), Fraction(0)),
        Fraction(sum(w * d for d, _, w in records)),
        sum((Fraction(w * d * d) / t for d, t, w in records), Fraction(0)),
    )


def deviance(records: Watched, shrink: Fraction = Fraction(0)) -> NatsAndBits:
    """Half of it."""
    labels = ShrunkRates(shrink).of(rates(records))
    return RateRisk(labels)((record, record.weight) for record in rates(records))


def rates(records: Watched) -> DataSet:
    rows = tuple(Record((t,), Fraction(d), Fraction(w)) for d, t, w in records)
    return Exposures("t")(DataSet((Continuous("t"),), Continuous("y"), rows))


@given(st.lists(watched, min_size=1, max_size=6), st.lists(watched, min_size=1, max_size=6))
def test_the_reduction_is_that_of_the_records_deviances(left: Watched, right: Watched) -> None:
    together = [*left, *right]
    saved = deviance(together) - deviance(left) - deviance(right)
    value = rate_reduction(sums(together), (sums(left), sums(right)))
    assert not isinstance(value, Undefined)
    assert (saved.nats, value * sums(together)[0] == saved.bits) == (0, True)
    assert value >= 0


@given(st.lists(watched, min_size=1, max_size=8).filter(lambda records: any(d for d, _, _ in records)), st.sampled_from((1, 2)))
def test_a_shrunk_rate_lies_between_the_rate_and_that_of_all(records: Watched, variation: int) -> None:
    rule = ShrunkRates(Fraction(1, variation)).of(rates(records))
    time, events, squares = sums(records)
    of_all = events / time
    assert rule.rate((time, events, squares)) == of_all
    for d, t, w in records:
        own, label = Fraction(d) / t, rule.rate((w * t, Fraction(w * d), Fraction(0)))
        assert min(own, of_all) <= label <= max(own, of_all)


def test_the_deviance_from_a_shrunk_rate_is_greater() -> None:
    """Of no events in 2, of 3 in 1: rates 0 and 3, drawn towards 1 they are 1/3 and 2."""
    all_of_them = [(0, Fraction(2), 1), (3, Fraction(1), 1)]
    rule = ShrunkRates(Fraction(1)).of(rates(all_of_them))
    assert [rule.rate(sums([record])) for record in all_of_them] == [Fraction(1, 3), Fraction(2)]
    risk = RateRisk(rule)
    first, second = ([(record, record.weight)] for record in rates(all_of_them))
    assert (risk(first), risk(second)) == (NatsAndBits(Fraction(2, 3), Fraction(0)), NatsAndBits(Fraction(-1), risk(second).bits))
    assert abs(float(risk(second).in_nats) - 0.2163953243244932) < 1e-15  # 3 ln(3/2) - 1


def test_what_is_no_time_or_no_number_of_events_is_refused() -> None:
    def table(time: object, events: int) -> DataSet:
        return DataSet((Continuous("t"), Continuous("x")), Continuous("y"), (Record((time, Fraction(1)), Fraction(events)),))  # type: ignore[arg-type]

    for data, message in (
        (table(Fraction(0), 1), "record 1, t: expected a time above 0"),
        (table(MISSING, 1), "record 1, t: expected a time above 0 .got 'missing'"),
        (table(Fraction(1), -1), "record 1, y: expected a number of events, at least 0"),
    ):
        with pytest.raises(Invalid, match=message):
            Exposures("t")(data)
    with pytest.raises(Invalid, match="exposure: expected a column of numbers in the data"):
        DropEmptyBeside("z")(table(Fraction(1), 1))


@given(
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 5)), min_size=4, max_size=10),
    st.tuples(*[st.sampled_from((Fraction(1, 2), Fraction(1), Fraction(3)))] * 2),
)
def test_the_root_asks_the_greatest_improvement_for_its_cost(rows: list[tuple[int, int, int]], costs: tuple[Fraction, Fraction]) -> None:
    data = DataSet(
        (Continuous("a"), Continuous("b")), Continuous("y"), tuple(Record((Fraction(a), Fraction(b)), Fraction(y)) for a, b, y in rows)
    )
    tree = grow(data, rpart(method="anova", minsplit=2, minbucket=1, cp=-1, cost=costs))

    def squares(part: Sequence[tuple[int, int, int]]) -> Fraction:
        mean = Fraction(sum(y for *_, y in part), len(part))
        return sum(((y - mean) ** 2 for *_, y in part), Fraction(0))

    worth = {
        (column, cut): (squares(rows) - squares(low) - squares(high)) / costs[column]
        for column in (0, 1)
        for cut in range(3)
        if (low := [row for row in rows if row[column] <= cut]) and (high := [row for row in rows if row[column] > cut])
    }
    best = max(worth.values(), default=Fraction(0))
    if best <= 0:
        assert not isinstance(tree, Branch)
        return
    assert isinstance(tree, Branch)
    names = {"ab".index(test.attribute.name) for test in tree.optima}  # type: ignore[union-attr]  # cuts
    assert names == {column for (column, _), value in worth.items() if value == best}
