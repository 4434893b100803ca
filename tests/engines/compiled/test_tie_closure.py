"""The tie closure by the kernels: the numbers of the specification, which solves subproblem by subproblem, for the same budget."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import pytest
from attrs import evolve

import dtref
from dtref.engines import tied_trees as counting
from dtref.errors import CountBound, Invalid, Undecided, Undefined
from dtref.spec.growing import tied_trees
from dtref.spec.growing.policy import Policy
from dtref.spec.model.attributes import Continuous, Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.presets import CART
from dtref.spec.split.choose import Keep, best_or_stuck
from dtref.spec.views.shape import parity

pytest.importorskip("numba")

from engines.compiled.generated import data_set, policy

from dtref.engines.compiled.encoding import Uncovered
from dtref.engines.compiled.grow import prepared
from dtref.engines.compiled.kernels.closure import COST
from dtref.engines.compiled.tie_closure import Combine, TieClosure, partitions_of, tie_closure, trees_of
from dtref.engines.filter.unbeaten import unbeaten


def closure(data: DataSet, policy: Policy, budget: int, combine: Combine = trees_of) -> TieClosure | Uncovered | Undecided:
    problem = prepared(data, policy)
    if isinstance(problem, Uncovered):
        return problem
    try:
        return tie_closure(problem, policy, budget, combine)
    except Undecided as over:
        return over


def of_bound(bound: CountBound) -> Fraction:
    assert not isinstance(bound, Undefined)
    return Fraction(bound)


def compared(chance: Random) -> str:
    """The kind of outcome of a generated case."""
    regression = chance.random() < 0.2
    data, rules, budget = data_set(chance, regression), policy(chance, regression), chance.choice([60, *[300] * 4, 2000])
    try:
        found = closure(data, rules, budget)
    except Invalid:
        return "invalid"
    if isinstance(found, Uncovered):
        return "uncovered"
    if isinstance(found, Undecided):
        with pytest.raises(Undecided) as over:
            tied_trees.count_trees(data, rules, budget, unbeaten)
        assert (over.value.question, over.value.budget) == (found.question, found.budget)
        # both know something else of the number
        for spent in (found, over.value):
            assert isinstance(spent.upper, Undefined) or spent.upper >= max(of_bound(found.lower), of_bound(over.value.lower))
        return "over budget"
    # the same numbers; and the same budget, to the unit
    cost = int(found.closure.state[COST])
    assert found.count_trees() == tied_trees.count_trees(data, rules, cost, unbeaten)
    assert found.count_partitions() == tied_trees.count_partitions(data, rules, cost, unbeaten)
    if cost > 1:
        with pytest.raises(Undecided):
            tied_trees.count_trees(data, rules, cost - 1, unbeaten)
        assert not isinstance(closure(data, rules, cost - 1), TieClosure)
    # past a budget the bounds are around the numbers
    for number, combine in ((found.count_trees(), trees_of), (found.count_partitions(), partitions_of)):
        for less in {1, cost // 4, cost // 2, cost - 1} - {0, cost}:
            over_it = closure(data, rules, less, combine)
            if isinstance(over_it, Undecided):
                assert of_bound(over_it.lower) <= number
                assert isinstance(over_it.upper, Undefined) or number <= over_it.upper
    return "one tree" if found.count_trees() == 1 else "several trees"


@pytest.mark.parametrize("seed", range(3))
def test_generated_data_sets_have_the_numbers_of_the_specification(seed: int) -> None:
    chance = Random(seed)
    outcomes = Counter(compared(chance) for _ in range(30))
    assert outcomes["several trees"] > 3, outcomes
    assert outcomes["one tree"] > 3, outcomes


def test_the_public_functions_take_the_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "is_worth_loading", lambda *_: True)
    monkeypatch.setattr(tied_trees, "over_all_trees", None)
    assert (dtref.count_trees(parity(4), CART), dtref.count_partitions(parity(4), CART)) == (576, 576)
    with pytest.raises(Undecided, match=r"^size of the tie closure: not decided within 100 subproblems"):
        dtref.count_trees(parity(4), CART, 100)


def test_many_subproblems_of_a_small_tree_are_left_to_the_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    # 44 records of 40 classes: one tree is soon grown, 10^19 of them took the specification 40 seconds to count
    chance, values, classes = Random(1), [f"v{i:02}" for i in range(12)], [f"c{i:02}" for i in range(40)]
    attributes = tuple(Nominal(f"x{j}", tuple(values)) for j in range(3))
    records = tuple(Record(tuple(chance.choice(values) for _ in attributes), chance.choice(classes)) for _ in range(44))
    data = DataSet(attributes, Nominal("y", tuple(classes)), records)
    spent, specified = [], tied_trees.count_trees

    def noted(data: DataSet, policy: Policy, budget: int, keep: Keep) -> int:
        spent.append(budget)
        return specified(data, policy, budget, keep)

    monkeypatch.setattr(tied_trees, "count_trees", noted)
    monkeypatch.setattr(counting, "is_worth_loading", lambda *_: False)
    assert dtref.count_trees(data, CART) == 10496300973150151296
    assert spent == [counting.TRIED_FIRST]
    # a budget that is no greater is spent once; what the kernels don't cover the specification tries again
    with pytest.raises(Undecided, match=f"not decided within {counting.TRIED_FIRST - 1} subproblems"):
        dtref.count_trees(data, CART, counting.TRIED_FIRST - 1)
    with pytest.raises(Undecided, match="not decided within 501 subproblems"):
        dtref.count_trees(data, evolve(CART, select=best_or_stuck), counting.TRIED_FIRST + 1)
    assert spent[1:] == [counting.TRIED_FIRST - 1, counting.TRIED_FIRST, counting.TRIED_FIRST + 1]


def test_a_limit_of_depth_costs_the_same_however_great() -> None:
    # nodes of the same records at several levels are several where a rule looks at levels, even if none is as deep: here the first record
    # is cut off at once, or after the first half
    records = tuple(Record((Fraction(i),), "ab"[i % 2]) for i in range(6))
    data = DataSet((Continuous("x"),), Nominal("y", ("a", "b")), records)
    costs = set()
    for tests in (100, 2**62, 10**30):
        rules = evolve(CART, criterion=dtref.error_reduction, stop=(*CART.stop, dtref.AtDepth(tests)))
        found = closure(data, rules, 10**5)
        assert isinstance(found, TieClosure)
        cost = int(found.closure.state[COST])
        assert found.count_trees() == tied_trees.count_trees(data, rules, cost, unbeaten)
        with pytest.raises(Undecided):
            tied_trees.count_trees(data, rules, cost - 1, unbeaten)
        costs.add(cost)
    assert len(costs) == 1


def test_a_budget_may_be_greater_than_what_a_processor_counts() -> None:
    data = data_set(Random(0), regression=False)
    found = closure(data, dtref.CART, 10**30)
    assert isinstance(found, TieClosure)
    assert found.count_trees() == tied_trees.count_trees(data, dtref.CART, 10**30, unbeaten)
