"""
A raised branch gets records with values that it had never seen: they go down it as missing values do, or in fractions. A tree that dtref
raised is right; counts from which those records are left out are wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from attrs import evolve

import dtref
from dtref.io.foreign.dtref_model import from_tree
from dtref.oracle.verify.verdicts import WrongCounts
from dtref.spec.growing.hunt import grow
from dtref.spec.growing.policy import Policy
from dtref.spec.model.attributes import MISSING, Cell, Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.trees import Gap
from dtref.spec.preparation.missing import keep_missing
from dtref.spec.presets import C45, CART, CART_SURROGATES, ID3
from dtref.spec.pruning.steps import ErrorBased
from dtref.spec.split.candidates import SubsetSplits

SUBSETS = evolve(C45, nominal=SubsetSplits())
RULES = {
    "fractions": SUBSETS,
    "heaviest": evolve(CART, missing=keep_missing, gap=Gap.HEAVIEST),
    "surrogates": CART_SURROGATES,
    "no rule, gain": evolve(ID3, nominal=SubsetSplits()),
    "no rule, Gini": CART,
}


def raised(policy: Policy) -> Policy:
    return evolve(policy, pruning=(ErrorBased(),))


def of_cells(columns: Sequence[Sequence[Cell]], classes: str) -> DataSet:
    attributes = [Nominal(name, tuple("abcdef")) for name in "xz"[: len(columns)]]
    records = [Record(cells, y) for cells, y in zip(zip(*columns, strict=True), classes, strict=True)]
    return DataSet(attributes, Nominal("y", ("0", "1", "2")), records)


@pytest.mark.parametrize(
    ("rule", "x", "classes"), [("fractions", "cfacecfffe", "2121110220"), ("no rule, Gini", "efdfccaedbdcc", "1010202021010")]
)
def test_a_raised_branch_has_the_records_of_values_that_it_names_not(rule: str, x: str, classes: str) -> None:
    policy, data = raised(RULES[rule]), of_cells([x], classes)
    tree = grow(data, policy)
    assert not dtref.verify(from_tree(tree), data, policy).wrong
    # of the grown tree no record has such a value: the same counts are wrong without those that raising brought
    without = from_tree(tree)
    few = evolve(without.root.children[1], counts=tuple((c, n - n % 1) for c, n in without.root.children[1].counts or ()))
    spoiled = evolve(without, root=evolve(without.root, children=(without.root.children[0], few)))
    wrong = dtref.verify(spoiled, data, policy).wrong
    assert [finding.place for finding in wrong] == [few.place]
    assert any(isinstance(verdict, WrongCounts) for verdict in wrong[0].verdicts)


@pytest.mark.parametrize("rule", RULES)
def test_raised_trees_are_right(rule: str) -> None:
    policy, chance = raised(RULES[rule]), Random(3)
    for _ in range(6):
        gap = 0.1 if policy.gap is not Gap.REFUSE else 0
        n, values = chance.randint(8, 13), "abcdef"[: chance.randint(3, 6)]
        columns = [[MISSING if chance.random() < gap else chance.choice(values) for _ in range(n)] for _ in range(chance.choice((1, 2)))]
        data = of_cells(columns, "".join(chance.choice("012") for _ in range(n)))
        assert not dtref.verify(from_tree(grow(data, policy)), data, policy).wrong
