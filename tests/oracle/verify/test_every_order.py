"""A model that dtref grew is right against the same records in every order of columns, values and classes, whatever its rule for gaps."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest
from attrs import evolve
from gaps import with_gaps
from hypothesis import given
from hypothesis import strategies as st

import dtref
from dtref.io.foreign.dtref_model import from_tree
from dtref.oracle.verify import equal_fills
from dtref.oracle.verify.verdicts import Beaten, NotChecked
from dtref.spec.growing.policy import Policy
from dtref.spec.model.attributes import MISSING, Continuous, Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.trees import Gap
from dtref.spec.preparation.missing import (
    drop_missing,
    flag_missing,
    impute_mean,
    impute_median,
    impute_mode,
    keep_missing,
    missing_as_value,
)

POLICIES: Mapping[str, Policy] = {
    "drop": evolve(dtref.CART, missing=drop_missing),
    "value": evolve(dtref.CART, missing=missing_as_value),
    "median": evolve(dtref.CART, missing=impute_median),
    "mean": evolve(dtref.CART, missing=impute_mean),
    "mode": evolve(dtref.CART, missing=impute_mode),
    "flag": evolve(dtref.CART, missing=flag_missing, gap=Gap.HEAVIEST),
    "fractions": evolve(dtref.CART, missing=keep_missing, gap=Gap.FRACTIONS),
    "heaviest": evolve(dtref.CART, missing=keep_missing, gap=Gap.HEAVIEST),
    "surrogates": dtref.CART_SURROGATES,
    "rpart": dtref.RPART,
    "c45": dtref.C45,
    "id3 by mode": evolve(dtref.ID3, missing=impute_mode),
    "chaid by mode": evolve(dtref.CHAID, missing=impute_mode),
}


@pytest.mark.parametrize("rule", POLICIES)
@given(pick=st.data())
def test_a_grown_model_is_right_against_the_same_records_in_every_order(rule: str, pick: st.DataObject) -> None:
    policy = POLICIES[rule]
    data = pick.draw(with_gaps(nominal=rule in ("value", "chaid by mode")), label="data")
    order = pick.draw(st.permutations(range(4)), label="columns")
    attributes = [
        evolve(a, values=tuple(pick.draw(st.permutations(a.values), label="values"))) if isinstance(a, Nominal) else a
        for a in data.attributes
    ]
    records = [evolve(r, values=tuple(r.values[i] for i in order)) for r in pick.draw(st.permutations(data.records), label="records")]
    moved = DataSet([attributes[i] for i in order], Nominal("y", tuple(pick.draw(st.permutations("-+"), label="classes"))), records)
    tree = dtref.grow(data, policy)
    report = dtref.verify(from_tree(tree), moved, policy)
    assert not report.wrong
    assert not any(isinstance(verdict, NotChecked) for finding in report.findings for verdict in finding.verdicts)


def two_modes(values: str = "ab") -> DataSet:
    """The class is that of c; where c is missing, it is as if c were b."""
    rows = [("a", "p"), ("a", "p"), ("b", "q"), ("b", "q"), ("?", "q")]
    records = [Record((MISSING if c == "?" else c,), y) for c, y in rows]
    return DataSet((Nominal("c", tuple(values)),), Nominal("y", ("p", "q")), records)


def test_a_fill_that_is_as_good_is_told() -> None:
    policy = POLICIES["mode"]
    tree = from_tree(dtref.grow(two_modes("ba"), policy))
    report = dtref.verify(tree, two_modes("ab"), policy)
    assert (report.wrong, report.notes) == ((), ("missing cells of c hold b, as good a fill as a",))
    # by the rule's own fill there is nothing to tell
    assert dtref.verify(tree, two_modes("ba"), policy).notes == ()


def test_what_no_fill_explains_is_wrong() -> None:
    """The cut of a is wrong by each fill of c."""
    policy = evolve(POLICIES["mode"], stop=(*dtref.CART.stop, dtref.AtDepth(1)))
    rows = [(1, "a", "p"), (2, "a", "p"), (3, "b", "q"), (4, "b", "q"), (5, "?", "q")]
    c = Nominal("c", ("a", "b"))
    records = [Record((Fraction(a), MISSING if v == "?" else v), y) for a, v, y in rows]
    data = DataSet((Continuous("a"), c), Nominal("y", ("p", "q")), records)
    tree = dtref.grow(data, policy)
    assert isinstance(tree, dtref.Branch)
    worse = from_tree(dtref.grow(evolve(data, records=(records[0], *(evolve(r, label="q") for r in records[1:]))), policy))
    assert any(isinstance(verdict, Beaten) for finding in dtref.verify(worse, data, policy).wrong for verdict in finding.verdicts)


def test_past_the_ways_that_are_tried_nothing_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(equal_fills, "FILLS_TRIED", 1)
    policy = POLICIES["mode"]
    report = dtref.verify(from_tree(dtref.grow(two_modes("ba"), policy)), two_modes("ab"), policy)
    why = "missing cells may be filled in 2 ways that are as good, of which 1 were tried"
    assert not report.wrong
    assert NotChecked(why) in [verdict for finding in report.findings for verdict in finding.verdicts]
