"""
Optimal trees of small data sets, found exactly.

All trees compete whose nodes ask tests that the policy offers for the records that reach them; its criterion and its stopping rules have
no say. The search is dynamic programming over subproblems (the records at a node): for each number of leaves the fewest errors, from
those of the parts. Finding an optimal tree is NP-hard (Hyafil and Rivest 1976; `tan`, Search Strategy; NP-complete, says `cs422`,
Decision Trees: Characteristics), and so the search has a stated budget.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from attrs import evolve, frozen
from toolz import groupby

from dtref.errors import CountBound
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.inputs import whole
from dtref.spec.growing.hunt import Hunt, Node
from dtref.spec.growing.policy import Policy
from dtref.spec.model.counts import Count, majority, statistic
from dtref.spec.model.data import DataSet
from dtref.spec.model.display import Reported
from dtref.spec.model.optima import list_tests
from dtref.spec.model.schemes import unfold
from dtref.spec.model.tests import Test
from dtref.spec.model.trees import Branch, Leaf, Tree
from dtref.spec.optimal.subproblems import (
    LARGEST,
    SEARCH_BUDGET,
    KnownOfSearch,
    OptimalSubproblem,
    alternatives,
    hunt_whole,
    solve_subproblems,
    subproblem,
    weight_of_errors,
)


@frozen(eq=False)
class BestOfSize(Reported):
    """
    The best trees of one size.

    leaves: how many they have, empty ones included. errors: the weight of the training records outside the largest class of their
    leaf. trees: how many such trees there are (golden/TIES.md says when two are two). tree: the first of them; the optima of its
    branches are all tests that lead to equally few errors with equally many leaves there.
    """

    leaves: int
    errors: Fraction
    trees: int
    tree: Tree


@refuses_other_kinds
def optimal_trees(
    data: DataSet, policy: Policy, *, max_leaves: int | None = None, max_depth: int | None = None, budget: int = SEARCH_BUDGET
) -> tuple[BestOfSize, ...]:
    """
    The best trees of every size worth having: each has fewer errors than any smaller tree, and the fewest of its size.

    The first is the tree of one leaf; the last has the fewest errors that the bounds allow, and among such trees the fewest leaves.
    max_leaves, max_depth: the bounds; None: no bound.
    Errors: Invalid as `hunt`, and for a bound below 1 leaf or 0 tests. Undecided past the budget, in subproblems (records and a test
    to apply to them), and where an offer has too many candidates to list.

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.views.shape import parity
    >>> [(best.leaves, best.errors, best.trees) for best in optimal_trees(parity(2), CART)]
    [(1, Fraction(2, 1), 1), (3, Fraction(1, 1), 4), (4, Fraction(0, 1), 2)]
    """
    return _best_trees(data, policy, _bounds(max_leaves, max_depth), budget, _pareto)


@refuses_other_kinds
def optimal_tree(
    data: DataSet, policy: Policy, *, max_leaves: int | None = None, max_depth: int | None = None, budget: int = SEARCH_BUDGET
) -> BestOfSize:
    """
    The trees with the fewest errors that the bounds allow, and among them the fewest leaves. Errors: as `optimal_trees`.

    Without bounds the errors are those that no tree avoids (records alike in all attributes, of different classes).

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.views.shape import parity
    >>> best = optimal_tree(parity(3), CART)
    >>> best.leaves, best.errors, best.trees
    (8, Fraction(0, 1), 12)
    """
    keep = _fewest_errors if max_leaves is None else _pareto
    return _best_trees(data, policy, _bounds(max_leaves, max_depth), budget, keep)[-1]


def _impartial(recursion: Hunt) -> Hunt:
    """
    The recursion with every candidate offered, whatever its criterion says. An offer may leave out candidates that are not best only where
    the criterion is a plain reduction (`dtref.spec.split.candidates.SubsetSplits`); so the criterion is marked as none.
    """
    return evolve(recursion, policy=evolve(recursion.policy, criterion=evolve(recursion.policy.criterion, reduces=False), stop=()))


def _every_test(recursion: Hunt, problem: OptimalSubproblem) -> Iterator[Test]:
    """All tests of a subproblem; none where it has no errors, as a tree that divides one class is never the best of its size."""
    if not problem.depth or weight_of_errors(recursion, problem.rows) == 0:
        return
    for candidates in recursion.candidates(problem.node):
        for i in range(len(candidates.splits)):
            yield from list_tests((candidates.test(i),))


def _bounds(max_leaves: int | None, max_depth: int | None) -> tuple[int, int]:
    """The bounds on leaves and depth as numbers. Errors: Invalid below 1 leaf or 0 tests."""
    leaves = LARGEST if max_leaves is None else whole("max_leaves", max_leaves, 1)
    return leaves, LARGEST if max_depth is None else whole("max_depth", max_depth)


def _best_trees(
    data: DataSet, policy: Policy, bounds: tuple[int, int], budget: int, keep: Callable[[_Points], _Front]
) -> tuple[BestOfSize, ...]:
    """The best trees within bounds of leaves and depth. keep: the points of a subproblem that may be part of a best tree."""
    size, depth = bounds
    recursion = _impartial(hunt_whole(data, policy))
    root = subproblem(recursion, recursion.root(), min(depth, size - 1))
    solved = solve_subproblems(
        root,
        lambda problem: alternatives(recursion, problem, _every_test(recursion, problem)),
        lambda problem, solutions: keep(_points(recursion, problem, solutions, size)),
        "errors of the best tree",
        budget,
        lambda so_far: _bounds_of_errors(recursion, so_far, parts_may_be_best=size == LARGEST),
    )
    return tuple(
        BestOfSize(point.leaves, Fraction(point.errors), point.trees, _tree(recursion, solved, root, point.leaves))
        for point in solved[root].values()
    )


def _bounds_of_errors(recursion: Hunt, so_far: KnownOfSearch[_Front], *, parts_may_be_best: bool) -> tuple[CountBound, CountBound]:
    """
    The bounds of the fewest errors: those of records that no test tells apart, and those of the best tree so far; of a leaf where the
    number of leaves is bounded.
    """
    root = so_far.root
    alike = groupby(lambda r: tuple(recursion.columns.codes[a][r] for a in root.usable), root.rows).values()
    lower = sum((weight_of_errors(recursion, tuple(rows)) for rows in alike), Fraction(0))

    def errors(problem: OptimalSubproblem) -> Count:
        return weight_of_errors(recursion, problem.rows)

    upper = so_far.at_root(
        errors,
        lambda front: min(point.errors for point in front.values()),
        lambda problem, solutions: min((errors(problem), *(sum(parts) for _, parts in solutions))),
    )
    return lower, Fraction(upper if parts_may_be_best else errors(root))


@frozen(eq=False)
class _Point:
    """
    The best trees with a number of leaves: their errors, how many there are, the tests that their roots may ask, and for each branch of the
    first test the leaves below it.
    """

    leaves: int
    errors: Count
    trees: int
    tests: tuple[Test, ...]
    below: tuple[int, ...]


_Points: TypeAlias = Mapping[int, _Point]
"""Points by their number of leaves."""

_Front: TypeAlias = _Points
"""The points worth having, ascending: a part of a best tree is best of its own size, and no smaller tree has as few errors."""


def _points(recursion: Hunt, problem: OptimalSubproblem, solutions: Sequence[tuple[Test, tuple[_Front, ...]]], size: int) -> _Points:
    """The point of each number of leaves, up to a size: the leaf alone, or the best over the tests, from the fronts of their branches."""
    points = {1: _Point(1, weight_of_errors(recursion, problem.rows), 1, (), ())}
    for test, parts in solutions:
        for point in _combined(parts, size).values():
            points[point.leaves] = _better(points.get(point.leaves), evolve(point, tests=(test,)))
    return points


def _combined(parts: Sequence[_Front], size: int) -> _Front:
    """The best choices of one point for each part, by the number of leaves together."""
    front: _Front = {0: _Point(0, 0, 1, (), ())}
    for part in parts:
        # the parts so far with one more
        points: dict[int, _Point] = {}
        for a in front.values():
            for b in part.values():
                leaves = a.leaves + b.leaves
                if leaves > size:
                    break
                both = _Point(leaves, a.errors + b.errors, a.trees * b.trees, (), (*a.below, b.leaves))
                points[leaves] = _better(points.get(leaves), both)
        front = _pareto(points)
    return front


def _better(a: _Point | None, b: _Point) -> _Point:
    """The point with fewer errors; of two with equally many the first, with the trees and tests of both."""
    if a is None or b.errors < a.errors:
        return b
    return a if a.errors < b.errors else evolve(a, trees=a.trees + b.trees, tests=a.tests + b.tests)


def _pareto(points: _Points) -> _Front:
    """The points with fewer errors than any point of fewer leaves."""
    front: dict[int, _Point] = {}
    fewest: Count | None = None
    for leaves, point in sorted(points.items()):
        if fewest is None or point.errors < fewest:
            front[leaves], fewest = point, point.errors
    return front


def _fewest_errors(points: _Points) -> _Front:
    """The last point of the front alone: enough where leaves are not bounded, as then each part may have its fewest errors."""
    last = min(points.values(), key=lambda point: (point.errors, point.leaves))
    return {last.leaves: last}


def _tree(recursion: Hunt, solved: Mapping[OptimalSubproblem, _Front], root: OptimalSubproblem, leaves: int) -> Tree:
    """The first of the best trees with so many leaves."""

    def expand(seed: tuple[Node, int, int]) -> tuple[Callable[[Sequence[Tree]], Tree], Sequence[tuple[Node, int, int]]]:
        # the node's point says which test comes first, and how many leaves each branch has
        node, depth, size = seed
        point = solved[subproblem(recursion, node, depth)][size]
        counts = statistic(recursion.columns, node.records)
        classes = recursion.training.classes
        tally = tuple((c, Fraction(n)) for c, n in zip(classes, counts, strict=True))
        labels = tuple(classes[j] for j in majority(counts)) if node.rows else node.inherited
        if not point.tests:
            return lambda _: Leaf(tally, labels), ()
        test = point.tests[0]
        children = recursion.children(node, labels, test)
        seeds = [(child, depth - 1, k) for child, k in zip(children, point.below, strict=True)]
        return lambda parts: Branch(tally, labels, test, point.tests, parts), seeds

    return unfold((recursion.root(), root.depth, leaves), expand)
