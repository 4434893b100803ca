"""The kernel that walks through sorted records, beside every tree of small data sets of numbers (`spec.optimal.every_good_tree`)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random

import pytest
from attrs import evolve
from many import as_many
from spec.optimal.every_good_tree import COSTS, Case, TooManyError, differences

from dtref.engines.compiled.shallow_least import shallow_trees_of
from dtref.spec.model.attributes import Attribute, Continuous, Nominal, Ordinal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.optimal.least import SearchState
from dtref.spec.optimal.losses import LEAF_ERRORS, Objective, TreeLimits, costs_of_leaves
from dtref.spec.optimal.tree_costs import Bits
from dtref.spec.optimal.tree_space import TreeSpace, tree_space
from dtref.spec.presets import CART

pytest.importorskip("numba")


def numbers(chance: Random) -> Case:
    """Columns of which cuts are asked; a label is free, or costs more for one class; weights; few records."""
    columns: list[Attribute] = [Continuous(f"x{j}") for j in range(chance.randint(1, 2))]
    columns += [Ordinal("o", ("p", "q", "r"))] * chance.randint(0, 1) + [Nominal("n", ("u", "v"))] * chance.randint(0, 1)
    draw: dict[type, Callable[[], object]] = {
        Continuous: lambda: Fraction(chance.randint(1, 5)),
        Ordinal: lambda: chance.choice("pqr"),
        Nominal: lambda: chance.choice("uv"),
    }
    classes = ("a", "b", "c")[: chance.choice((1, 2, 2, 3, 3))]
    weights = chance.choice(((Fraction(1),), (Fraction(1, 2), Fraction(3))))
    records = [
        Record(tuple(draw[type(c)]() for c in columns), chance.choice(classes), chance.choice(weights))  # type: ignore[misc]
        for _ in range(chance.randint(3, 7))
    ]
    loss = chance.choice((LEAF_ERRORS, costs_of_leaves(COSTS[len(classes)])))
    limits = TreeLimits(chance.choice((1, 2, 2, 3)), chance.choice((None, None, 3)), chance.choice((1, 1, 2)), pure=chance.random() < 0.5)
    penalty, within = chance.choice((Fraction(0), Fraction(1, 20), Fraction(1, 9))), Fraction(chance.randint(0, 3), 18)
    data = DataSet(tuple(columns), Nominal("y", classes), tuple(records))
    return Case(data, CART, Objective(loss, penalty), limits, within, relative=False, strict=chance.random() < 0.5)


@pytest.mark.parametrize("seed", range(as_many(6, 600)))
def test_good_trees_of_numbers_are_those_of_the_brute_force(seed: int) -> None:
    case = numbers(Random(seed))
    try:
        assert differences(case) == []
    except TooManyError:
        assert differences(evolve(case, limits=evolve(case.limits, depth=1))) == []


def space_of_numbers(n: int = 40) -> TreeSpace:
    chance = Random(n)
    records = [Record((Fraction(chance.randint(0, 30)), Fraction(chance.randint(0, 9))), chance.choice("ab")) for _ in range(n)]
    return tree_space(DataSet((Continuous("x"), Continuous("z")), Nominal("y", ("a", "b")), records), CART, Objective(), TreeLimits())


def test_what_is_within_a_limit_is_exact_and_what_is_not_is_a_bound_above_it() -> None:
    space = space_of_numbers()
    state, trees = SearchState(space.everything, 2), shallow_trees_of(space)
    least = trees.least(state, 10**9)
    assert isinstance(least, int)
    for limit in range(0, least + 60, 41):
        bound = trees.least(state, limit)
        assert isinstance(bound, int)
        assert bound == least if limit >= least else limit < bound <= least


def test_promising_cuts_are_all_whose_parts_are_within_a_limit() -> None:
    space = space_of_numbers()
    trees = shallow_trees_of(space)

    def least(part: Bits) -> int:
        worth = trees.least(SearchState(part, 1), 10**9)
        assert isinstance(worth, int)
        return worth

    for limit in (0, 500, 700, 900, 10**6):
        found = trees.promising(SearchState(space.everything, 2), limit)
        every = [(division, [*map(least, division.parts)]) for division in space.divisions(space.everything)]
        assert found == [(division, lows) for division, lows in every if sum(lows) <= limit]
