"""
rpart's trees of data with missing values: grown by kernels, pruned in arrays, and those of the specification.

The specification (`dtref.spec.growing.hunt`, `dtref.spec.pruning.rpart_complexity`) is another route throughout.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from attrs import evolve

import dtref
from dtref.spec.growing import hunt
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.surrogates import LearnSurrogates
from dtref.spec.model.attributes import MISSING, Continuous
from dtref.spec.model.data import DataSet
from dtref.spec.model.trees import Branch, Leaf, Surrogates, leaf_count, nodes
from dtref.spec.preparation.missing import drop_empty
from dtref.spec.pruning.rate_risk import NatsAndBits
from dtref.spec.pruning.rpart_complexity import RpartComplexity

np = pytest.importorskip("numpy")
pytest.importorskip("numba")

from engines.compiled.generated_gaps import FIRST_OR_LAST, numbers, with_gaps  # noqa: E402 - of no use without them

from dtref.engines.compiled.gaps.complexity import few_errors, pruned_by_complexity  # noqa: E402
from dtref.engines.compiled.gaps.gap_trees import GapGrown  # noqa: E402
from dtref.engines.compiled.gaps.grow import grown_with_gaps  # noqa: E402


def _data(chance: Random) -> DataSet:
    """Numbers with gaps, perhaps with weights below 2^53 units."""
    complete = numbers(chance)
    while not all(isinstance(a, Continuous) for a in complete.attributes):
        complete = numbers(chance)
    data = with_gaps(chance, complete)
    if chance.random() < 0.3:
        data = evolve(data, records=tuple(evolve(r, weight=Fraction(chance.randint(1, 9), 3)) for r in data.records))
    return data


def _policy(chance: Random, surrogates: int | None = None) -> Policy:
    rules = dtref.rpart(
        split=chance.choice(["gini", "information"]),
        minsplit=chance.choice([2, 4, 7]),
        minbucket=chance.choice([None, 1, 2]),
        cp=Fraction(chance.choice([-100, 0, 1, 5, 20]), 100),
        maxsurrogate=chance.choice([0, 1, 2, 2, 5]) if surrogates is None else surrogates,
        usesurrogate=chance.randint(0, 2),
        surrogatestyle=chance.randint(0, 1),
    )
    return evolve(rules, tie=chance.choice(FIRST_OR_LAST))


@pytest.mark.parametrize("surrogates", [None, 2])
def test_trees_and_surrogates_of_rpart_are_those_of_the_specification(surrogates: int | None) -> None:
    tied, learned, pruned = 0, 0, 0
    for seed in range(60):
        chance = Random(f"{surrogates} {seed}")
        data, rules = _data(chance), _policy(chance, surrogates)
        tree, wanted = dtref.grow(data, rules, engine="fast"), hunt.grow(data, rules)
        assert tree == wanted
        assert wanted == tree
        gaps = [node.gap for node in nodes(wanted) if isinstance(node, Branch)]
        tied += any(isinstance(gap, Surrogates) and gap.others > 0 for gap in gaps)
        learned += any(isinstance(gap, Surrogates) and len(gap.tests) > 1 for gap in gaps)
        pruned += bool(rules.pruning) and wanted != hunt.grow(data, evolve(rules, pruning=()))
    assert min(tied, learned, pruned) > 2


def test_more_records_are_pruned_as_the_specification_prunes_them() -> None:
    chance = np.random.default_rng(7)
    x, hole = chance.standard_normal((240, 4)).round(1), chance.random((240, 4)) < 0.1
    y = (x[:, :3].sum(axis=1) + chance.standard_normal(240) > 0).astype(int) + (x[:, 3] > 0.5)
    data = dtref.from_arrays(np.where(hole, np.nan, x), np.array(["a", "b", "c"])[y])
    sizes = set()
    for cp in (Fraction(0), Fraction(1, 250), Fraction(1, 100), Fraction(1, 20), Fraction(2)):
        rules = dtref.rpart(minsplit=4, cp=cp)
        tree = dtref.grow(data, rules, engine="fast")
        assert tree == dtref.grow(data, rules, engine="specification")
        sizes.add(sum(isinstance(node, Leaf) for node in nodes(tree)))
    assert len(sizes) > 3


def _grown(rules: Policy, seed: int = 1) -> GapGrown:
    chance = Random(seed)
    grown = grown_with_gaps(drop_empty(_data(chance)), rules)
    assert isinstance(grown, GapGrown)
    return grown


def test_what_arrays_cannot_prune_is_left_to_the_specification() -> None:
    rules = dtref.rpart(minsplit=2, cp=Fraction(1, 100))
    step = RpartComplexity(Fraction(1, 100))
    assert pruned_by_complexity(_grown(rules), step) is not None
    # another root, another risk, records in part
    assert pruned_by_complexity(_grown(rules), RpartComplexity(Fraction(1, 100), root=NatsAndBits(bits=Fraction(9)))) is None
    assert few_errors((RpartComplexity(Fraction(1, 100), root=NatsAndBits(bits=Fraction(9))),), 1000) == -1
    assert pruned_by_complexity(_grown(rules), RpartComplexity(Fraction(1, 100), risk=lambda _: Fraction(1))) is None
    assert pruned_by_complexity(_grown(evolve(dtref.C45, missing=rules.missing), 3), step) is None


def test_what_is_pruned_in_any_case_is_not_grown() -> None:
    rules = evolve(dtref.rpart(minsplit=2, cp=0), gap=LearnSurrogates(0))
    whole, cut = _grown(evolve(rules, pruning=())), _grown(evolve(rules, pruning=(RpartComplexity(Fraction(1, 2)),)))
    assert leaf_count(cut.node(0)) < leaf_count(whole.node(0))
    # a tie that is refused must be found wherever it is
    refusing = evolve(rules, tie=dtref.Refuse(), gap=dtref.RPART.gap)
    assert not isinstance(grown_with_gaps(_data(Random(1)), refusing), GapGrown)


def test_a_record_of_an_array_that_misses_everything_is_no_record() -> None:
    rows = [[np.nan, np.nan], *([float(i), float(i % 3)] for i in range(8)), [np.nan, 1.0]]
    data = dtref.from_arrays(np.array(rows), np.array(list("abbababbab")))
    for tree in (hunt.grow(data, dtref.rpart(minsplit=2)), dtref.grow(data, dtref.rpart(minsplit=2), engine="fast")):
        assert tree.counts == (("a", 3), ("b", 6))
    assert MISSING in data.records[0].values
