"""
All good trees: those that are worth at most a limit, as a graph of subproblems that they share; how many, which, and drawn ones.

A subproblem of the graph is a set of records with the most tests that may follow; its ways are to end as a leaf, and the tests that some
good tree asks there. A test is one if the least that its parts are worth, together, is within the limit; each part may then be worth the
limit less the least of the others. That is found from the root down; from the leaves up, how many trees there are of each size: of each
pair of what they are worth and their leaves. The numbers of trees of a test are those of the ways to add up sizes of its parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from heapq import heappop, heappush
from typing import TypeAlias

from attrs import field, frozen

from dtref.errors import Invalid
from dtref.exact.inputs import rational, whole
from dtref.exact.number_text import readable
from dtref.spec.model.attributes import Continuous
from dtref.spec.model.counts import labels_of, tally_of
from dtref.spec.model.display import Reported
from dtref.spec.model.schemes import unfold
from dtref.spec.model.tally import Tally
from dtref.spec.model.trees import Branch, Label, Leaf, Tree
from dtref.spec.optimal.least import LeastWorth, PromisingTest, SearchState
from dtref.spec.optimal.losses import LossValue
from dtref.spec.optimal.tree_costs import Bits, ExactWorth, TreeCost
from dtref.spec.optimal.tree_space import Division, TreeSpace

TreeSize: TypeAlias = tuple[TreeCost, int]
"""What a tree is worth, and its leaves, empty ones included."""

NumberOfSize: TypeAlias = Mapping[TreeSize, int]
"""How many trees there are of each size."""

GraphNode: TypeAlias = tuple[Bits, int]
"""Some records, and the most tests on a path below."""


def _distance(x: object) -> Fraction:
    return rational("within", x)


@frozen
class Within:
    """
    How far the value of a tree may be from the least: at most a distance, of at least 0.

    relative: whether it is a share of the least value. strict: whether a tree at that distance exactly is too far.

    >>> Within(Fraction(-1, 100))
    Traceback (most recent call last):
    dtref.errors.Invalid: within: expected a distance of at least 0 (got '-0.01')
    """

    distance: Fraction = field(converter=_distance)
    relative: bool = False
    strict: bool = False

    @distance.validator
    def _not_below_0(self, _: object, distance: Fraction) -> None:
        if distance < 0:
            raise Invalid("within", "a distance of at least 0", readable(distance))


@frozen
class AskedTest:
    """A test that good trees ask, with the subproblems of its parts that have records."""

    division: Division
    parts: tuple[GraphNode, ...]

    @property
    def empty(self) -> int:
        """The branches without records, each a leaf."""
        return self.division.parts.count(0)


@frozen(eq=False)
class GoodSubproblem:
    """A subproblem of the graph: whether it may be a leaf, and what it may ask; the number of trees of each size within its limit."""

    leaf: bool
    tests: tuple[AskedTest, ...]
    sizes: NumberOfSize = field(factory=dict)


_Seed: TypeAlias = tuple[GraphNode, TreeSize, int]


@frozen(eq=False, slots=False)
class GoodTrees(Reported):
    """
    All trees that are worth at most a limit. graph: their subproblems, the root first. least: what the best trees are worth. partitions:
    whether trees that part the records alike are one, of which the first is here.

    They are numbered: those that are worth least first, of these those with the fewest leaves. The tree with a number that is drawn
    evenly is a tree that is drawn evenly.
    """

    space: TreeSpace
    root: GraphNode
    least: TreeCost
    limit: TreeCost
    graph: Mapping[GraphNode, GoodSubproblem]
    partitions: bool = False

    @property
    def sizes(self) -> NumberOfSize:
        """How many trees there are of each size."""
        most = self.space.limits.leaves
        sizes = self.graph[self.root].sizes if self.root in self.graph else {}
        return {size: n for size, n in sorted(sizes.items()) if most is None or size[1] <= most}

    @cached_property
    def number(self) -> int:
        """How many trees there are."""
        return sum(self.sizes.values())

    @cached_property
    def values(self) -> tuple[tuple[LossValue, LossValue, int, int], ...]:
        """For each size the value of its trees, their loss, their leaves, and how many there are."""
        costs = self.space.costs
        return tuple((costs.value(cost, leaves), costs.loss_in(cost, leaves), leaves, n) for (cost, leaves), n in self.sizes.items())

    def limit_within(self, within: Within) -> TreeCost:
        """
        What trees are worth at most that are within a distance of the best. Errors: Invalid for one relative to a value below 0.
        """
        best, distance = self.space.costs.value(self.least, self.leaves_of_least), within.distance
        if within.relative and best < 0:
            raise Invalid("within", "an absolute distance, as the least value is below 0", readable(best))
        return self.space.costs.most_worth(best * (1 + distance) if within.relative else best + distance, strict=within.strict)

    @property
    def leaves_of_least(self) -> int:
        """The number of leaves that the value of the best trees is told by: theirs where the penalty is 0, else any."""
        if isinstance(self.least, ExactWorth):
            return self.least.then
        scale = self.space.costs.scale
        return self.least % scale[0] if scale is not None and isinstance(self.least, int) and not self.space.costs.objective.penalty else 0

    def trees(self) -> Iterator[Tree]:
        """Each tree, in the order of their numbers."""
        return map(self.tree, range(self.number))

    def tree(self, number: int) -> Tree:
        """The tree with a number, from 0. Errors: Invalid for a number that no tree has."""
        if not self.number:
            raise Invalid("number of a tree", "a set that has trees", "none")
        number = whole("number of a tree", number, 0, self.number - 1)
        for size, n in self.sizes.items():
            if number < n:
                return unfold((self.root, size, number), self._expand)
            number -= n
        raise AssertionError("a number below that of all trees is that of a tree")

    def _expand(self, seed: _Seed) -> tuple[Callable[[Sequence[Tree]], Tree], Sequence[_Seed]]:
        """A node of a tree: the subproblem, the size of the tree below, and its number among those of that size."""
        node, size, number = seed
        tally, labels = self._labels(node[0])
        test, number = self._way(node, size, number)
        if test is None:
            return lambda _: Leaf(tally, labels), ()
        question = self.space.test(node[0], test.division)
        nobody, _ = self._labels(0)

        def build(built: Sequence[Tree]) -> Tree:
            there = iter(built)
            children = [next(there) if part else Leaf(nobody, labels) for part in test.division.parts]
            return Branch(tally, labels, question, (question,), children)

        return build, tuple(self._parts(test, size, number))

    def _way(self, node: GraphNode, size: TreeSize, number: int) -> tuple[AskedTest | None, int]:
        """The way that a tree of a subproblem goes on, by its number among those of a size; and its number among those that go that way."""
        for test, n in self.ways(node, size):
            if number < n:
                return test, number
            number -= n
        raise AssertionError("the ways of a size together have all its trees")

    def ways(self, node: GraphNode, size: TreeSize) -> Iterator[tuple[AskedTest | None, int]]:
        """Each way on at a subproblem, None for a leaf, with how many trees of a size go that way."""
        here = self.graph[node]
        if here.leaf and size == (self.space.costs.leaf(node[0]), 1):
            yield None, 1
        for test in here.tests:
            yield test, self._number(test.parts, self.rest(test, size))

    def rest(self, test: AskedTest, size: TreeSize) -> TreeSize:
        """The size of the parts of a test together, from that of the tree: less its empty leaves."""
        return (size[0] - self.space.costs.cost(0, test.empty), size[1] - test.empty) if test.empty else size

    def _number(self, parts: Sequence[GraphNode], size: TreeSize) -> int:
        """How many ways there are for parts to have a size together."""
        first, *others = parts
        sizes = self.graph[first].sizes
        if not others:
            return sizes.get(size, 0)
        return sum(n * self._number(others, _less(size, own)) for own, n in sizes.items() if own[1] < size[1])

    def _parts(self, test: AskedTest, size: TreeSize, number: int) -> Iterator[tuple[GraphNode, TreeSize, int]]:
        """For each part of a test its size, and the number of its tree among those of that size."""
        parts, size = list(test.parts), self.rest(test, size)
        while parts:
            first, *others = parts
            for own, n in sorted(self.graph[first].sizes.items()):
                rest = _less(size, own)
                below = self._number(others, rest) if others else int(own == size)
                if number < n * below:
                    yield first, own, number // below
                    number, size, parts = number % below, rest, others
                    break
                number -= n * below

    def labels(self, records: Bits) -> tuple[Label, ...]:
        """The labels of a leaf with some records."""
        return self._labels(records)[1]

    def _labels(self, records: Bits) -> tuple[Tally, tuple[Label, ...]]:
        """The counts of some records, and their labels as a leaf."""
        costs, target = self.space.costs, self.space.data.target
        counts = costs.counts(records)
        labels = labels_of(target, counts)
        if not isinstance(target, Continuous):
            labels = tuple(target.values[j] for j in costs.objective.loss.labels(counts))
        return tally_of(target, counts), labels


def _less(size: TreeSize, other: TreeSize) -> TreeSize:
    return size[0] - other[0], size[1] - other[1]


def good_trees(search: LeastWorth, limit: TreeCost, *, partitions: bool = False) -> GoodTrees:
    """
    All trees that are worth at most a limit. search: which knows what subproblems are worth, or finds it.

    partitions: whether trees that part the records alike are one (golden/TIES.md; those whose numbers of empty leaves differ are two); else
    each choice of a test among those of golden/TIES.md makes another tree. Errors: Undecided past the budget of the search.

    >>> from dtref.spec.optimal.losses import Objective, TreeLimits
    >>> from dtref.spec.optimal.tree_space import tree_space
    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.views.shape import parity
    >>> search = LeastWorth(tree_space(parity(2), CART, Objective(), TreeLimits()))
    >>> good = good_trees(search, search.least(search.root()))
    >>> good.number, good.values, good.tree(0).children
    (2, ((Fraction(0, 1), Fraction(0, 1), 4, 2),), (<Branch on x2 (0 1, 1 1)>, <Branch on x2 (0 1, 1 1)>))
    """
    state = search.root()
    root = (state.records, state.depth)
    least = search.least(state)
    graph = _with_sizes(search.space, *_graph(search, root, limit, partitions)) if least <= limit else {}
    return GoodTrees(search.space, root, least, limit, graph, partitions)


def _graph(
    search: LeastWorth, root: GraphNode, limit: TreeCost, partitions: bool
) -> tuple[Mapping[GraphNode, GoodSubproblem], Mapping[GraphNode, TreeCost]]:
    """The subproblems of the good trees, larger sets of records first, and the limit of each."""
    limits, graph, waiting = {root: limit}, dict[GraphNode, GoodSubproblem](), [(-root[0].bit_count(), *root)]
    while waiting:
        # parts have fewer records than what they are parts of: all limits of a subproblem are known when it is its turn
        _, records, depth = heappop(waiting)
        node = records, depth
        if node in graph:
            continue
        tests = []
        for division, lows in _promising(search, node, limits[node], partitions):
            asked = AskedTest(division, tuple((part, search.space.depth(part, depth - 1)) for part in division.nonempty))
            tests.append(asked)
            total = search.space.costs.total(lows, asked.empty)
            for part, low in zip(asked.parts, lows, strict=True):
                own = limits[node] - (total - low)
                if part not in limits:
                    heappush(waiting, (-part[0].bit_count(), *part))
                limits[part] = max(limits.get(part, own), own)
        graph[node] = GoodSubproblem(search.space.costs.leaf(records) <= limits[node], tuple(tests))
    return graph, limits


def _promising(search: LeastWorth, node: GraphNode, limit: TreeCost, partitions: bool) -> Iterator[PromisingTest]:
    """The tests that good trees may ask at a subproblem; of those with the same parts the first, where partitions tell trees apart."""
    records, depth = node
    if not depth or (not search.space.limits.pure and search.space.costs.is_pure(records)):
        return
    seen = set()
    for division, lows in search.promising(SearchState(*node), limit):
        if partitions and division.as_partition in seen:
            continue
        seen.add(division.as_partition)
        yield division, lows


def _with_sizes(
    space: TreeSpace, graph: Mapping[GraphNode, GoodSubproblem], limits: Mapping[GraphNode, TreeCost]
) -> Mapping[GraphNode, GoodSubproblem]:
    """The graph with how many trees each subproblem has of each size, from the smallest sets of records up."""
    sizes: dict[GraphNode, NumberOfSize] = {}
    most = space.limits.leaves
    for node, here in reversed(tuple(graph.items())):
        numbers: dict[TreeSize, int] = {}
        if here.leaf:
            numbers[space.costs.leaf(node[0]), 1] = 1
        for test in here.tests:
            for size, n in _sums(space, test, [sizes[part] for part in test.parts], limits[node]).items():
                if most is None or size[1] <= most:
                    numbers[size] = numbers.get(size, 0) + n
        sizes[node] = numbers
    return {node: GoodSubproblem(here.leaf, here.tests, sizes[node]) for node, here in graph.items()}


def _sums(space: TreeSpace, test: AskedTest, parts: Sequence[NumberOfSize], limit: TreeCost) -> NumberOfSize:
    """How many ways there are to add up to each size within a limit."""
    sums: dict[TreeSize, int] = {(space.costs.total((), test.empty), test.empty): 1}
    if not all(parts):  # a limit of leaves leaves some part no tree
        return {}
    rest = [min(cost for cost, _ in sizes) for sizes in parts]
    for i, sizes in enumerate(parts):
        most, more = limit - space.costs.total(rest[i + 1 :]), dict[TreeSize, int]()
        for (a, k), n in sums.items():
            for (b, m), other in sizes.items():
                if (cost := a + b) <= most:
                    more[cost, k + m] = more.get((cost, k + m), 0) + n * other
        sums = more
    return sums
