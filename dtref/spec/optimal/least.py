"""
The least that a tree is worth: branch and bound over subproblems, each solved once.

A subproblem is a set of records, a depth and a number of leaves: the trees of these records within both limits. A question asks for the
least worth if it is at most a limit, and else for any bound above that limit; what was learned is kept either way. A test whose parts have
bounds that together are above the limit, or not below the best tree so far, isn't looked into.

Bounds, besides those of `TreeSpace.least_possible`: where a cut is next to one that has been solved, the trees of a part are worth no less
than those of its neighbour are, but for what the records between them are charged at most (similar support: Angelino and others 2018,
Theorem 13). Proof: the tree of the one, with the same labels, is a tree of the other, with at most as many leaves, once tests that divide
nothing there are left out; records that are added are charged at most their greatest price, those that go at least their least. It needs
every test to be admitted, however few records a branch has.
"""

from __future__ import annotations

from bisect import bisect, insort
from collections.abc import Callable, Generator, Iterator
from fractions import Fraction
from operator import itemgetter
from typing import TypeAlias, cast

from attrs import define, field, frozen
from toolz import groupby

from dtref.errors import Undecided, way
from dtref.spec.model.schemes import ignore_progress, recurse
from dtref.spec.optimal.subproblems import LARGEST
from dtref.spec.optimal.tree_costs import Bits, TreeCost
from dtref.spec.optimal.tree_space import Division, TreeSpace

TREES_WITHIN_BUDGET = 1_000_000
"""The most subproblems that a search solves, unless the caller sets another budget."""


@frozen
class SearchState:
    """The trees of some records with at most so many tests on a path, and so many leaves."""

    records: Bits
    depth: int
    leaves: int = LARGEST


PromisingTest: TypeAlias = tuple[Division, list[TreeCost]]
"""A test, and what the trees of each of its parts that have records are worth at least."""


class ShallowTrees:
    """Another way than branch and bound, for trees of few levels: this one is for no state."""

    def least(self, _state: SearchState, _limit: TreeCost) -> TreeCost | None:
        """The least worth at a state, as `LeastWorth.least`; None for states that it isn't for."""
        return None

    def promising(self, _state: SearchState, _limit: TreeCost) -> list[PromisingTest] | None:
        """The tests as `LeastWorth.promising`; None for states that it isn't for."""
        return None


NO_OTHER_WAY = ShallowTrees()
"""All states are solved by branch and bound."""


_Parted: TypeAlias = tuple[Division, tuple[Bits, ...]]
_Question: TypeAlias = tuple[SearchState, TreeCost]
_Asking: TypeAlias = Generator[_Question, TreeCost, TreeCost]


@define(eq=False, slots=False)
class LeastWorth:
    """
    What is known of the least worth of subproblems, and the search for more of it.

    exact, above: of the subproblems asked for, the least worth, or a number that it isn't below. budget: the most subproblems that may be
    solved. progress: called for each, with 1. shallow: another way, for trees of few levels.
    """

    space: TreeSpace
    budget: int = TREES_WITHIN_BUDGET
    progress: Callable[[int], None] = ignore_progress
    shallow: ShallowTrees = NO_OTHER_WAY
    exact: dict[SearchState, TreeCost] = field(factory=dict)
    above: dict[SearchState, TreeCost] = field(factory=dict)
    solved: int = 0
    best_so_far: TreeCost | None = None
    _possible: dict[Bits, tuple[TreeCost, TreeCost]] = field(factory=dict)

    def root(self) -> SearchState:
        """The subproblem of all trees."""
        limits, space = self.space.limits, self.space
        return self.state(space.everything, LARGEST if limits.depth is None else limits.depth, limits.leaves or LARGEST)

    def state(self, records: Bits, depth: int, leaves: int = LARGEST) -> SearchState:
        """The subproblem of some records. A tree of l leaves has no path of l tests or more, one of n records none of n."""
        return SearchState(records, min(self.space.depth(records, depth), leaves - 1), leaves)

    def least(self, state: SearchState, limit: TreeCost | None = None) -> TreeCost:
        """
        The least worth at a state if it is at most a limit, else a number above the limit that it is not below. No limit: the least worth.

        Errors: Undecided past the budget.
        """
        try:
            return recurse(self._asked, (state, self.space.costs.leaf(state.records) if limit is None else limit))
        except _SpentError:
            lower, upper = self.bounds(state)
            spent = f"{self.budget} subproblems, {way('the --budget', 'the argument budget')}"
            raise Undecided("least value of a tree", spent, lower, upper) from None

    def bounds(self, state: SearchState) -> tuple[Fraction, Fraction]:
        """What is known of the least value at a state where the budget is spent, rounded outwards where it has logarithms."""
        return self.space.costs.rational_bounds(
            self.at_least(state), self.space.costs.leaf(state.records) if self.best_so_far is None else self.best_so_far
        )

    def possible(self, records: Bits) -> tuple[TreeCost, TreeCost]:
        """What some records are worth as a leaf, and what no tree of them is worth less than."""
        known = self._possible.get(records)
        if known is None:
            known = self._possible[records] = (self.space.costs.leaf(records), self.space.least_possible(records))
        return known

    def at_least(self, state: SearchState) -> TreeCost:
        """A bound of the least worth at a state, from what is known."""
        if (known := self.exact.get(state)) is not None:
            return known
        leaf, possible = self.possible(state.records)
        return leaf if not state.depth else self.above.get(state, possible)

    def _asked(self, question: _Question) -> _Asking:
        """The answer to a question, from what is known, or by search."""
        state, limit = question
        bound = self.at_least(state)
        leaf = self.possible(state.records)[0]
        if state in self.exact or bound > limit or bound == leaf:
            return bound
        if (other := self.shallow.least(state, limit)) is not None:
            (self.exact if other <= limit else self.above)[state] = other
            return other
        if self.solved >= self.budget:
            raise _SpentError
        self.solved += 1
        self.progress(1)
        best, refused, neighbours = leaf, None, SimilarCuts(self.space)
        for division, parts in self._in_order(state):
            # a test that can't be better than the best so far, or within the limit, is cut off
            for states in self.shares(division, parts, state):
                lows = yield from self._together(division, states, min(just_below(best), limit), neighbours)
                cost = self.space.costs.total(lows, division.parts.count(0))
                if cost <= limit:
                    best = min(best, cost)
                else:
                    refused = cost if refused is None else min(refused, cost)
            if state.records == self.space.everything:
                self.best_so_far = best if self.best_so_far is None else min(best, self.best_so_far)
        if best <= limit:
            self.exact[state] = best
            return best
        self.above[state] = best if refused is None else min(best, refused)
        return self.above[state]

    def _in_order(self, state: SearchState) -> list[_Parted]:
        """
        The tests of a state, each with its parts that have records; those first after which leaves would lose the least. Cuts that tell of
        those nearby come by halves: of each attribute the first of these, then the one in the middle of all, and so on.
        """
        divisions = [
            (division, division.nonempty) for division in self.space.divisions(state.records) if len(division.parts) <= state.leaves
        ]
        tests = sorted(divisions, key=lambda test: self.space.costs.total(self.possible(part)[0] for part in test[1]))
        if not SimilarCuts(self.space).serve(state.depth):
            return tests
        ordered = list[tuple[int, int, _Parted]]()
        for rank, of_attribute in enumerate(groupby(lambda test: test[0].attribute, tests).values()):
            ordered.append((0, rank, of_attribute[0]))
            in_place = sorted(of_attribute, key=lambda test: test[0].index)
            ordered += ((level, rank, in_place[at]) for level, at in by_halves(len(in_place)) if in_place[at] is not of_attribute[0])
        return [test for _, _, test in sorted(ordered, key=itemgetter(0, 1))]

    def shares(self, division: Division, parts: tuple[Bits, ...], state: SearchState) -> Iterator[tuple[SearchState, ...]]:
        """The subproblems of a test's parts, for each way to share the leaves that a state has among them."""
        depth, most = state.depth - 1, state.leaves
        if most == LARGEST:
            yield tuple(self.state(part, depth) for part in parts)
            return
        mosts = [self.space.most_leaves(part, depth) for part in parts]
        for leaves in _shares(most - division.parts.count(0), mosts):
            yield tuple(
                self.state(part, depth, LARGEST if own == largest else own) for part, own, largest in zip(parts, leaves, mosts, strict=True)
            )

    def promising(self, state: SearchState, limit: TreeCost) -> list[PromisingTest]:
        """
        The tests of a state after which some tree is worth at most a limit, in the order of golden/TIES.md, each with what its parts are
        worth, or a bound of it. Errors: Undecided past the budget.
        """
        if (others := self.shallow.promising(state, limit)) is not None:
            return others
        found, neighbours = list[PromisingTest](), SimilarCuts(self.space)
        for division, parts in self._in_order(state):
            states = tuple(self.state(part, state.depth - 1) for part in parts)
            lows = self._answered(self._together(division, states, limit, neighbours))
            if self.space.costs.total(lows, division.parts.count(0)) <= limit:
                found.append((division, lows))
        return sorted(found, key=lambda test: (test[0].attribute, test[0].index))

    def _answered(self, asking: Generator[_Question, TreeCost, list[TreeCost]]) -> list[TreeCost]:
        """What is returned once all that is asked is answered."""
        try:
            question = next(asking)
            while True:
                question = asking.send(self.least(*question))
        except StopIteration as end:
            return cast(list[TreeCost], end.value)

    def _together(
        self, division: Division, states: tuple[SearchState, ...], cap: TreeCost, neighbours: SimilarCuts
    ) -> Generator[_Question, TreeCost, list[TreeCost]]:
        """The least worth of the trees of each part of a test, if that is at most a number together, else bounds that are above it."""
        lows = neighbours.bounds(division, states, [self.at_least(state) for state in states])
        total = self.space.costs.total(lows, division.parts.count(0))
        # that of the fewest records first, which takes the least time
        for i in sorted(range(len(states)), key=lambda i: states[i].records.bit_count()):
            if total > cap:
                break
            if (state := states[i]) not in self.exact:
                answer = yield state, cap - (total - lows[i])
                total, lows[i] = total + (max(answer, lows[i]) - lows[i]), max(answer, lows[i])
        neighbours.learn(division, states, [self.at_least(state) for state in states])
        return lows


class _SpentError(Exception):
    """The budget is spent."""


def by_halves(n: int) -> Iterator[tuple[int, int]]:
    """
    Positions below a number: the middle one, then those in the middle of either half, and so on; each with the number of its turn.

    >>> list(by_halves(4))
    [(1, 2), (2, 1), (2, 3), (3, 0)]
    """
    spans, turn = [(0, n)] if n else [], 1
    while spans:
        yield from ((turn, (start + end) // 2) for start, end in spans)
        halves = (half for start, end in spans for half in ((start, (start + end) // 2), ((start + end) // 2 + 1, end)))
        spans, turn = [(start, end) for start, end in halves if start < end], turn + 1


def just_below(cost: TreeCost) -> TreeCost:
    """
    The greatest worth that is better than another; itself where worths are no integers.

    >>> just_below(7)
    6
    """
    return cost - 1 if isinstance(cost, int) else cost


def _shares(leaves: int, mosts: list[int]) -> Iterator[tuple[int, ...]]:
    """Each way to share leaves, at least 1 and at most so many for each; as many of them as can be had."""
    if len(mosts) == 1:
        yield (min(leaves, mosts[0]),)
        return
    others = sum(mosts[1:])
    for own in range(max(1, min(mosts[0], leaves - others)), min(mosts[0], leaves - len(mosts) + 1) + 1):
        yield from ((own, *rest) for rest in _shares(leaves - own, mosts[1:]))


class SimilarCuts:
    """
    Bounds of similar support: what was learned of the parts of the cuts of one set of records, for the cuts next to them.
    """

    def __init__(self, space: TreeSpace) -> None:
        self.space = space
        self.use = space.costs.scale is not None and space.limits.records == 1 and space.has_cuts
        self._known: dict[int, list[tuple[int, tuple[SearchState, ...], list[TreeCost]]]] = {}

    def bounds(self, division: Division, states: tuple[SearchState, ...], bounds: list[TreeCost]) -> list[TreeCost]:
        """For each part of a test a number that its trees are worth no less than: one that is known, or a greater one."""
        known = self._known.get(division.attribute, ())
        place = bisect(known, division.index, key=lambda entry: entry[0])
        for _, others, lows in known[max(place - 1, 0) : place + 1]:
            for i, (state, other, low) in enumerate(zip(states, others, lows, strict=False)):
                if (state.depth, state.leaves) == (other.depth, other.leaves):
                    bounds[i] = max(bounds[i], low - self.space.costs.difference(other.records, state.records))
        return bounds

    def serve(self, depth: int) -> bool:
        """Whether anything is learned of the tests of a state with that many tests on a path."""
        return self.use and depth > 2

    def learn(self, division: Division, states: tuple[SearchState, ...], lows: list[TreeCost]) -> None:
        """Keeps what the parts of a test are worth at least."""
        if self.serve(states[0].depth + 1) and self.space.is_cut(division.attribute):
            insort(self._known.setdefault(division.attribute, []), (division.index, states, lows), key=lambda entry: entry[0])
