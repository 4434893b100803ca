"""
Verdicts by the compiled engine are those of the specification, which counts and compares at each node one by one (the other route).

Generated data sets with ties; trees that ask the best test, another, none, with cuts of every width and side; claims that are wrong.
"""

from __future__ import annotations

import pickle
from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from attrs import fields

import dtref
from dtref.errors import Invalid
from dtref.exact.comparison import compare
from dtref.io.foreign.scikit_learn import read_scikit_learn
from dtref.io.foreign.tree import Cut, ForeignNode, ForeignTree
from dtref.oracle.verify import given_stops, verify
from dtref.oracle.verify.verdicts import NodeVerdict, Report
from dtref.spec.growing.policy import Policy
from dtref.spec.model.attributes import Continuous, Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.tally import Moments

pytest.importorskip("numba")

from engines.compiled.generated import data_set, policy
from oracle.verify.generated_claims import claimed_tree

VALUES = {"value", "best", "gap", "wanted", "got"}
"""The fields of verdicts that may be numbers, which are compared as numbers."""


def report(tree: ForeignTree, data: DataSet, policy: Policy, pruned: bool, ulps: int) -> Report | str:
    try:
        return dtref.verify(tree, data, policy, pruned=pruned, ulps=ulps)
    except Invalid as problem:
        return str(problem)


def assert_same(found: Report, wanted: Report) -> None:
    assert found.notes == wanted.notes
    assert len(found.findings) == len(wanted.findings)
    for ours, theirs in zip(found.findings, wanted.findings, strict=True):
        assert (ours.place, ours.path, ours.asks, ours.counts) == (theirs.place, theirs.path, theirs.asks, theirs.counts)
        assert len(ours.verdicts) == len(theirs.verdicts), (ours, theirs)
        for verdict, other in zip(ours.verdicts, theirs.verdicts, strict=True):
            assert_same_verdict(verdict, other)


def assert_same_verdict(verdict: NodeVerdict, other: NodeVerdict) -> None:
    assert type(verdict) is type(other), (verdict, other)
    for field in fields(type(verdict)):
        ours, theirs = getattr(verdict, field.name), getattr(other, field.name)
        if field.name in VALUES and not isinstance(theirs, tuple | str | Moments):
            assert compare(ours, theirs) == 0, (verdict, other)
        else:
            assert ours == theirs, (field.name, verdict, other)


def compared(chance: Random, monkeypatch: pytest.MonkeyPatch, kinds: Counter[str]) -> bool:
    """Whether the engine covered a generated case; the verdicts are counted."""
    regression = chance.random() < 0.3
    data, rules = data_set(chance, regression), policy(chance, regression)
    try:
        tree = claimed_tree(chance, data, rules)
    except (Invalid, dtref.Undecided):
        return False
    pruned, ulps = chance.random() < 0.1, chance.choice([0, 64, 64])
    covered = []

    def forced(*arguments: object) -> object:
        found = given_stops.given(*arguments)  # type: ignore[arg-type]
        covered.append(found is not None)
        return found

    monkeypatch.setattr(given_stops, "is_worth_loading", lambda *_: True)
    monkeypatch.setattr(verify, "given", forced)
    found = report(tree, data, rules, pruned, ulps)
    monkeypatch.setattr(verify, "given", lambda *_: None)
    wanted = report(tree, data, rules, pruned, ulps)
    if isinstance(found, str) or isinstance(wanted, str):
        assert found == wanted
        return False
    assert_same(found, wanted)
    kinds.update(wanted.tally if covered == [True] else {})
    return covered == [True]


@pytest.mark.parametrize("seed", range(3))
def test_generated_trees_get_the_verdicts_of_the_specification(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chance, kinds = Random(seed), Counter[str]()
    covered = sum(compared(chance, monkeypatch, kinds) for _ in range(60))
    assert covered > 20
    assert len(kinds) > 8, kinds


def both(tree: ForeignTree, data: DataSet, policy: Policy, monkeypatch: pytest.MonkeyPatch) -> tuple[Report, Report]:
    """The reports by the engine and by the specification."""
    monkeypatch.setattr(given_stops, "is_worth_loading", lambda *_: True)
    ours = dtref.verify(tree, data, policy)
    with monkeypatch.context() as patched:
        patched.setattr(verify, "given", lambda *_: None)
        return ours, dtref.verify(tree, data, policy)


@pytest.mark.parametrize("criterion", ["gini", "entropy", "squared_error"])
def test_trees_of_scikit_learn_get_the_verdicts_of_the_specification(criterion: str, monkeypatch: pytest.MonkeyPatch) -> None:
    models, np = pytest.importorskip("sklearn.tree"), pytest.importorskip("numpy")
    x = np.random.default_rng(0).random((80, 3)).round(2)
    regression = criterion == "squared_error"
    y = x[:, 0].round(1) if regression else (x[:, 0] + x[:, 1] ** 2 > 0.8).astype(int)
    model = (models.DecisionTreeRegressor if regression else models.DecisionTreeClassifier)(criterion=criterion, random_state=0).fit(x, y)
    data = dtref.from_arrays(x, y, continuous=["class"] if regression else [])
    policy = {"gini": dtref.CART, "entropy": dtref.C45_GAIN, "squared_error": dtref.REGRESSION_TREE}[criterion]
    ours, theirs = both(read_scikit_learn(model, [a.name for a in data.attributes]), data, policy, monkeypatch)
    assert_same(ours, theirs)
    # a pickle has all that is worked out when it is asked for
    assert_same(pickle.loads(pickle.dumps(ours)), theirs)
    # the same records as a list, and a column that the model was not given
    assert_same(dtref.verify(ours.tree, DataSet(data.attributes, data.target, data.records), policy), theirs)
    wider = dtref.from_arrays(np.column_stack([x, x[:, 0]]), y, continuous=["class"] if regression else [])
    assert [type(v) for f in dtref.verify(ours.tree, wider, policy).findings for v in f.verdicts] == [
        type(v) for f in theirs.findings for v in f.verdicts
    ]


def chain(cuts: int) -> tuple[ForeignTree, DataSet]:
    """A tree that cuts off the least number of a column, again and again; classes alternate."""
    x, y = Continuous("x"), Nominal("y", ("a", "b"))
    data = DataSet((x,), y, tuple(Record((Fraction(i),), "ab"[i % 2]) for i in range(cuts + 1)))
    node = ForeignNode("", label="ab"[cuts % 2])
    for i in reversed(range(cuts)):
        node = ForeignNode("", Cut("x", Fraction(2 * i + 1, 2)), (ForeignNode("", label="ab"[i % 2]), node))
    return ForeignTree(node, "a chain"), data


def test_chains_are_verified_however_deep(monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = both(*chain(40), dtref.CART, monkeypatch)
    assert_same(ours, theirs)
    assert len(dtref.verify(*chain(2_000), dtref.CART).findings) == 4_001
