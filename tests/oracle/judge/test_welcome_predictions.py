"""The predictions that the judge welcomes are those of the trees that tie, for values that nobody at a node has, too."""

from __future__ import annotations

import pytest
from attrs import evolve
from hypothesis import assume, given
from hypothesis import strategies as st

import dtref
from dtref.oracle.judge.equally_right.predictions import welcome_predictions
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.surrogates import LearnSurrogates
from dtref.spec.growing.tied_trees import count_trees, trees
from dtref.spec.model.attributes import Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.prediction import predictor
from dtref.spec.model.trees import Gap
from dtref.spec.presets import CART, CART_SURROGATES
from dtref.strategies import data_sets

POLICIES = [
    CART,
    CART_SURROGATES,
    evolve(CART_SURROGATES, name="ONE_SURROGATE", gap=LearnSurrogates(most=1)),
    *(evolve(CART, name=gap.name, missing=dtref.keep_missing, gap=gap) for gap in (Gap.HEAVIEST, Gap.FRACTIONS)),
]


def told(labels: object, distribution: object) -> tuple[frozenset[str], frozenset[tuple[str, str]]]:
    assert isinstance(labels, list | tuple)
    pairs = distribution.items() if isinstance(distribution, dict) else distribution
    return frozenset(labels), frozenset((c, str(p)) for c, p in pairs)  # type: ignore[attr-defined]


@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: policy.name)
@given(data=data_sets(missing=False, max_records=7, max_attributes=3), pick=st.data())
def test_welcome_are_the_predictions_of_the_tied_trees(policy: Policy, data: DataSet, pick: st.DataObject) -> None:
    kinds = [evolve(a, values=(*a.values, "nobody")) if isinstance(a, Nominal) else a for a in data.attributes]
    data = evolve(data, attributes=tuple(kinds))
    assume(not isinstance(policy.gap, LearnSurrogates) or policy.gap.fits(len(kinds)))
    assume(len(data) > 1 and any(isinstance(a, Nominal) for a in kinds) and count_trees(data, policy) <= 60)
    row = pick.draw(st.sampled_from(data.records), label="row").values
    other = [pick.draw(st.sampled_from(a.values), label=a.name) if isinstance(a, Nominal) else v for a, v in zip(kinds, row, strict=True)]
    record = Record(tuple(other))
    expected = {told(p.labels, p.distribution) for p in (predictor(tree, data.attributes)(record) for tree in trees(data, policy))}
    welcome = {told(p["labels"], p["distribution"]) for p in welcome_predictions(data, policy, record, any_cut=False)}
    assert welcome == expected
    # where a cut may lie anywhere in its interval, a value that nobody has may take either side, too
    assert expected <= {told(p["labels"], p["distribution"]) for p in welcome_predictions(data, policy, record, any_cut=True)}
