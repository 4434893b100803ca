"""
Greed's price: how many leaves and errors a greedy tree has beyond the best ones.

The greedy algorithms take what looks best at each node and never look back (`tan`, Search Strategy; `iaml` 1.8, non-optimal); beside
the best trees of `dtref.spec.optimal.optimal` that is a number.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import prod
from typing import TypeAlias

from attrs import frozen

from dtref.errors import NO_BOUND, CountBound, Undecided
from dtref.exact.definition import defined
from dtref.spec.growing.hunt import Hunt
from dtref.spec.growing.policy import Policy
from dtref.spec.model.counts import Count
from dtref.spec.model.data import DataSet
from dtref.spec.model.display import Reported
from dtref.spec.model.optima import list_tests
from dtref.spec.model.tests import Test
from dtref.spec.optimal.optimal import BestOfSize, optimal_tree, optimal_trees
from dtref.spec.optimal.subproblems import (
    SEARCH_BUDGET,
    KnownOfSearch,
    OptimalSubproblem,
    alternatives,
    hunt_whole,
    solve_subproblems,
    subproblem,
    weight_of_errors,
)


@frozen
class Price(Reported):
    """
    The price of greed for greedy trees of one size: their leaves and errors, beside those of the best trees.

    leaves, errors, trees: as in `BestOfSize`, of the greedy trees. fewest_leaves: of any tree with no more errors. fewest_errors: of any
    tree with no more leaves.
    """

    leaves: int
    errors: Fraction
    trees: int
    fewest_leaves: int
    fewest_errors: Fraction


def greedy_sizes(data: DataSet, policy: Policy, budget: int = SEARCH_BUDGET) -> Mapping[tuple[int, Fraction], int]:
    """
    The number of trees that a policy grows for each pair of leaves and errors, the smallest first. Exact, without listing the trees;
    together they are `count_trees`. Errors: Invalid as `hunt`; Undecided past the budget.

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.views.shape import parity
    >>> dict(greedy_sizes(parity(3), CART))
    {(8, Fraction(0, 1)): 12}
    """
    recursion = hunt_whole(data, policy)
    root = subproblem(recursion, recursion.root())
    solved = solve_subproblems(
        root,
        lambda problem: alternatives(recursion, problem, list_tests(recursion.decide(problem.node).optima)),
        lambda problem, solutions: _sizes(recursion, problem, solutions),
        "sizes of the greedy trees",
        budget,
        _number_of_trees,
    )
    return {(leaves, Fraction(errors)): trees for (leaves, errors), trees in sorted(solved[root].items())}


@defined(errors="as `optimal_trees`", sources=(("tan", "Search Strategy"), ("iaml", "1.8")))
def greeds_price(data: DataSet, policy: Policy, budget: int = SEARCH_BUDGET) -> tuple[Price, ...]:
    """
    For each size that the trees of a policy come in, the price of greed: leaves beyond `fewest_leaves`, errors beyond `fewest_errors`.

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.views.shape import parity
    >>> greeds_price(parity(2), CART)
    (Price(leaves=4, errors=Fraction(0, 1), trees=2, fewest_leaves=4, fewest_errors=Fraction(0, 1)),)
    """
    try:
        return _prices(data, policy, budget)
    except Undecided as spent:
        raise Undecided(spent.question, f"{spent.budget}, the argument budget", spent.lower, spent.upper) from None


def _prices(data: DataSet, policy: Policy, budget: int) -> tuple[Price, ...]:
    greedy = greedy_sizes(data, policy, budget)
    # the best trees of all sizes are searched for only where the greedy ones have more errors than the best one
    best: tuple[BestOfSize, ...] = (optimal_tree(data, policy, budget=budget),)
    if any(errors > best[0].errors for _, errors in greedy):
        best = optimal_trees(data, policy, max_leaves=max(leaves for leaves, _ in greedy), budget=budget)
    return tuple(
        Price(
            leaves,
            errors,
            trees,
            min(b.leaves for b in best if b.errors <= errors),
            min(b.errors for b in best if b.leaves <= leaves),
        )
        for (leaves, errors), trees in greedy.items()
    )


_Sizes: TypeAlias = Mapping[tuple[int, Count], int]
"""The number of trees for each number of leaves and weight of errors."""


def _number_of_trees(so_far: KnownOfSearch[_Sizes]) -> tuple[CountBound, CountBound]:
    """The bounds of the number of greedy trees, of all sizes together."""
    lower = so_far.at_root(
        lambda problem: max(1, so_far.beyond.choices if problem == so_far.last else 1),
        lambda sizes: sum(sizes.values()),
        lambda _, solutions: sum(prod(parts) for _, parts in solutions),
    )
    return lower, NO_BOUND


def _sizes(recursion: Hunt, problem: OptimalSubproblem, solutions: Sequence[tuple[Test, tuple[_Sizes, ...]]]) -> _Sizes:
    """The sizes of the trees of a subproblem: of a leaf, or of all its tests together, from those of their branches."""
    if not solutions:
        return {(1, weight_of_errors(recursion, problem.rows)): 1}
    sizes: dict[tuple[int, Count], int] = {}
    for _, parts in solutions:
        for size, trees in _combined(parts).items():
            sizes[size] = sizes.get(size, 0) + trees
    return sizes


def _combined(parts: Sequence[_Sizes]) -> _Sizes:
    """The sizes of all trees that have one tree of each part for their branches."""
    sizes: _Sizes = {(0, 0): 1}
    for part in parts:
        longer: dict[tuple[int, Count], int] = {}
        for (leaves, wrong), trees in sizes.items():
            for (part_leaves, part_wrong), ways in part.items():
                size = leaves + part_leaves, wrong + part_wrong
                longer[size] = longer.get(size, 0) + trees * ways
        sizes = longer
    return sizes
