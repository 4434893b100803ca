"""
Verdicts by the compiled engine are those of the specification, which counts and compares at each node one by one (the other route).

Generated data sets with ties; trees that ask the best test, another, none, with cuts of every width and side; claims that are wrong.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from attrs import fields

import dtref
from dtref.engines import loading
from dtref.errors import Invalid
from dtref.exact.comparison import compare
from dtref.io.foreign.tree import ForeignTree
from dtref.oracle.verify import given_stops, verify
from dtref.oracle.verify.verdicts import NodeVerdict, Report
from dtref.spec.growing.policy import Policy
from dtref.spec.model.data import DataSet
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

    monkeypatch.setattr(loading, "WORTH_COMPILING", 0)
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
