"""Subproblems: the states of dynamic programming over trees, and the loop that solves each of them once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TypeAlias, TypeVar

from attrs import frozen

from dtref.errors import CountBound, Invalid
from dtref.spec.growing.hunt import Hunt, Node, hunt
from dtref.spec.growing.policy import Policy, without_pruning
from dtref.spec.model import schemes
from dtref.spec.model.attributes import Continuous
from dtref.spec.model.counts import Count, Rows, Weighted, statistic
from dtref.spec.model.data import DataSet
from dtref.spec.model.tests import Test
from dtref.spec.model.trees import Gap

Result = TypeVar("Result")

SEARCH_BUDGET = 100_000
"""The most subproblems, and tests to apply to them, that a search looks at, unless the caller sets another budget."""

LARGEST = 2**62
"""More leaves or tests than a tree can have."""


@frozen
class OptimalSubproblem:
    """
    All that decides the trees below a node: its records, the attributes that tell some of them apart, the most tests that may follow one
    another. Each test takes at least one record away, so that n records never need more than n - 1. level: as of
    `dtref.spec.growing.hunt.Node`.
    """

    rows: Rows
    usable: tuple[int, ...]
    depth: int
    level: int = 0

    @property
    def node(self) -> Node:
        """The node that Hunt's recursion decides."""
        return Node(self.rows, self.usable, (), level=self.level)


TestAlternative: TypeAlias = tuple[Test, tuple[OptimalSubproblem, ...]]
"""A test and the subproblem of each of its branches, empty ones included."""

KnownOfSearch: TypeAlias = schemes.SoFar[OptimalSubproblem, Test, Result]
"""What a search knows where its budget is spent."""


def subproblem(recursion: Hunt, node: Node, depth: int = LARGEST) -> OptimalSubproblem:
    """
    The subproblem at a node. depth: the most tests that may follow one another below it.

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.growing.hunt import hunt
    >>> from dtref.spec.views.shape import parity
    >>> recursion = hunt(parity(1), CART)
    >>> subproblem(recursion, recursion.root())
    OptimalSubproblem(rows=(0, 1), usable=(0,), depth=1, level=0)
    """
    codes, first = recursion.columns.codes, node.rows[:1]
    usable = (a for a in node.usable if any(codes[a][r] != codes[a][first[0]] for r in node.rows))
    return OptimalSubproblem(node.rows, tuple(usable), max(min(depth, len(node.rows) - 1), 0), node.level)


def hunt_whole(data: DataSet, policy: Policy) -> Hunt:
    """
    Hunt's recursion, for classes and for records that are never split: the searches here need that.

    Errors: Invalid for a continuous target, and for a policy that keeps missing values; as `dtref.spec.growing.hunt.hunt`.

    >>> from dtref.spec.presets import C45
    >>> from dtref.spec.views.shape import parity
    >>> hunt_whole(parity(1), C45)
    Traceback (most recent call last):
    dtref.errors.Invalid: policy C45: expected no missing values in nodes (got 'fractions')
    """
    if policy.gap is not Gap.REFUSE:
        raise Invalid(f"policy {policy.name}", "no missing values in nodes", getattr(policy.gap, "value", policy.gap))
    if isinstance(data.target, Continuous):
        raise Invalid(f"target {data.target.name}", "a nominal target", "continuous")
    return hunt(data, without_pruning(policy))


def alternatives(recursion: Hunt, problem: OptimalSubproblem, tests: Iterable[Test]) -> Iterator[TestAlternative]:
    """
    Some tests, each with the subproblems of its branches.

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.growing.hunt import hunt
    >>> from dtref.spec.views.shape import parity
    >>> recursion = hunt(parity(1), CART)
    >>> root, tests = subproblem(recursion, recursion.root()), recursion.decide(recursion.root()).optima
    >>> [[part.rows for part in below] for _, below in alternatives(recursion, root, tests)]
    [[(0,), (1,)]]
    """
    for test in tests:
        children = recursion.children(problem.node, (), test)
        yield test, tuple(subproblem(recursion, child, problem.depth - 1) for child in children)


def weight_of_errors(recursion: Hunt, rows: Rows) -> Count:
    """
    The weight of the records outside their largest class.

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.growing.hunt import hunt
    >>> from dtref.spec.views.shape import parity
    >>> weight_of_errors(hunt(parity(2), CART), (0, 1, 2))
    1
    """
    counts = statistic(recursion.columns, Weighted(rows))
    return sum(counts) - max(counts, default=0)


def solve_subproblems(  # noqa: PLR0913, PLR0917 - a question, its parts, and what they may cost
    root: OptimalSubproblem,
    offered: Callable[[OptimalSubproblem], Iterator[TestAlternative]],
    combine: Callable[[OptimalSubproblem, Sequence[tuple[Test, tuple[Result, ...]]]], Result],
    question: str,
    budget: int,
    bounds: Callable[[KnownOfSearch[Result]], tuple[CountBound, CountBound]] = schemes.no_bounds,
) -> Mapping[OptimalSubproblem, Result]:
    """
    The result of every subproblem that the root leads to, each solved once, after those below it.

    offered: the alternatives at a subproblem, none for a leaf. combine: its result, from the results of the parts of each alternative.
    bounds: those of the answer, where the budget is spent. Errors: Undecided where subproblems and alternatives together are more than it.

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.growing.hunt import hunt
    >>> from dtref.spec.views.shape import parity
    >>> recursion = hunt(parity(1), CART)
    >>> root = subproblem(recursion, recursion.root())
    >>> solve_subproblems(root, lambda problem: iter(()), lambda problem, _: len(problem.rows), "number of records", 1)[root]
    2
    """

    def at_most(problem: OptimalSubproblem, most: int) -> list[TestAlternative]:
        return list(islice(offered(problem), most + 1))

    return schemes.solve(root, at_most, combine, question, budget, bounds=bounds)
