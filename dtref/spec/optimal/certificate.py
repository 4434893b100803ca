"""
Certificates: that no tree is worth less than a number, in a form that a small checker follows without any search.

A certificate has claims: no tree of these records, with at most so many tests on a path and so many leaves, is worth less than this. A
claim holds where one leaf is worth no less, and the parts of each test, however they share the leaves, are together worth no less, by their
own claims or by what no tree avoids: what was cut off, and why. `check_certificate` asks just that of each claim, of all tests, which it
makes anew from the records; it shares none of the search.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, combinations
from operator import or_

from attrs import frozen
from toolz import groupby

from dtref.errors import Invalid
from dtref.exact.inputs import exact, whole
from dtref.spec.model.schemes import by_level
from dtref.spec.optimal.least import LeastWorth, SearchState
from dtref.spec.optimal.subproblems import LARGEST
from dtref.spec.optimal.tree_costs import Bits, ExactWorth, TreeCost, members_of, set_of_positions
from dtref.spec.optimal.tree_space import TreeSpace
from dtref.spec.split.candidates import MultiwaySplit


@frozen(eq=False)
class Certificate:
    """Claims for sets of records, depths and leaves, that of all records first: no such tree is worth less than the number."""

    root: SearchState
    claims: Mapping[SearchState, TreeCost]


def certificate(search: LeastWorth) -> Certificate:
    """
    The certificate of the least worth of all trees. Errors: Undecided past the budget of the search.

    >>> from dtref.spec.optimal.losses import Objective, TreeLimits
    >>> from dtref.spec.optimal.tree_space import tree_space
    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.views.shape import parity
    >>> for leaves in (None, 3):
    ...     search = LeastWorth(tree_space(parity(2), CART, Objective(), TreeLimits(leaves=leaves)))
    ...     proof = certificate(search)
    ...     print(len(proof.claims), check_certificate(search.space, proof) == search.least(search.root()))
    1 True
    1 True
    """
    root = search.root()
    needed: dict[SearchState, TreeCost] = {root: search.least(root)}

    def below(state: SearchState) -> list[SearchState]:
        return _needs(search, state, needed[state], needed)

    for _ in by_level(root, below):
        pass
    return Certificate(root, needed)


def _needs(search: LeastWorth, state: SearchState, claim: TreeCost, needed: dict[SearchState, TreeCost]) -> list[SearchState]:
    """The parts of tests that need a claim, or a greater one than they have, for a claim to hold; it is entered."""
    space, more = search.space, list[SearchState]()
    if not state.depth or space.least_possible(state.records) >= claim:
        return []
    for division in space.divisions(state.records):
        empty = division.parts.count(0)
        for parts in search.shares(division, division.nonempty, state) if len(division.parts) <= state.leaves else ():
            lows = [needed.get(part, _evident(space, part)) for part in parts]
            for i, part in enumerate(parts):
                total = space.costs.total(lows, empty)
                if total >= claim:
                    break
                # what this part must be worth at least, or all that it is
                wanted = lows[i] + (claim - total)
                low = min(search.least(part, wanted), wanted)
                if low > lows[i]:
                    lows[i] = needed[part] = low
                    more.append(part)
    return more


def _evident(space: TreeSpace, state: SearchState) -> TreeCost:
    """What the trees at a state are worth at least, without a claim."""
    return space.least_possible(state.records) if state.depth else space.costs.leaf(state.records)


def check_certificate(space: TreeSpace, proof: Certificate) -> TreeCost:
    """
    What no tree is worth less than, by a certificate whose claims all hold. Errors: Invalid for one that doesn't, for a claim that is no
    exact number of what trees are worth, for one of other records.

    >>> from dtref.spec.optimal.losses import Objective, TreeLimits
    >>> from dtref.spec.optimal.tree_space import tree_space
    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.views.shape import parity
    >>> space = tree_space(parity(1), CART, Objective(), TreeLimits())
    >>> check_certificate(space, Certificate(SearchState(3, 1), {SearchState(3, 1): 3}))
    Traceback (most recent call last):
    dtref.errors.Invalid: certificate, records (0, 1) with 1 test: expected a claim of at most 2 (got 3)
    """
    for state, claim in proof.claims.items():
        _check_claim(space, state, claim)
    claimed = _Claimed(space, proof.claims)
    for state, claim in proof.claims.items():
        proved = claimed.proved(state)
        if proved < claim:
            leaves = "" if state.leaves == LARGEST else f" and {_number(state.leaves, 'leaf', 'leaves')}"
            where = f"certificate, records {members_of(state.records)} with {_number(state.depth, 'test', 'tests')}{leaves}"
            raise Invalid(where, f"a claim of at most {proved}", claim)
    if proof.root not in proof.claims or proof.root != _all_trees(space):
        raise Invalid("certificate", "a claim for all records", proof.root)
    return proof.claims[proof.root]


def _number(n: int, one: str, many: str) -> str:
    return f"{n} {one if n == 1 else many}"


def _all_trees(space: TreeSpace) -> SearchState:
    """The trees of all records: of n records with l leaves none has a path of n tests, or of l."""
    n, limits = len(space.data), space.limits
    depth = n - 1 if limits.depth is None else min(limits.depth, n - 1)
    everything = set_of_positions(range(n))
    return (
        SearchState(everything, depth) if limits.leaves is None else SearchState(everything, min(depth, limits.leaves - 1), limits.leaves)
    )


def _check_claim(space: TreeSpace, state: SearchState, claim: TreeCost) -> None:
    """Errors: Invalid for other records, or no exact number: one that compares with none, as NaN, would hold anywhere."""
    numbers = state.records, state.depth, state.leaves
    if not (all(isinstance(n, int) for n in numbers) and 0 < state.records <= space.everything and state.depth >= 0 < state.leaves):
        raise Invalid("certificate", "claims for records of the data, with at least 0 tests and 1 leaf", numbers)
    if space.costs.scale is not None:
        if isinstance(claim, bool) or not isinstance(claim, int):
            raise Invalid("certificate", "claims that are whole numbers, as what trees are worth here", claim)
    elif isinstance(claim, ExactWorth):
        exact("certificate", claim.value)
        whole("certificate", claim.then)
    else:
        raise Invalid("certificate", "claims that are exact numbers, as what trees are worth here", claim)


class _Claimed:
    """What follows from claims, taken as true: for each by those for fewer records. having: by attribute the records of each value."""

    def __init__(self, space: TreeSpace, claims: Mapping[SearchState, TreeCost]) -> None:
        columns, everything = space.recursion.columns, range(len(space.data))
        self.space, self.claims = space, groupby(lambda pair: pair[0].records, claims.items())
        self.having = {
            a: [set_of_positions([r for r in everything if columns.codes[a][r] == v]) for v in range(len(columns.levels[a]))]
            for a in space.usable
        }
        # records that no test tells apart, but for those of one label that lose nothing
        together = groupby(lambda r: tuple(columns.codes[a][r] for a in space.usable), everything).values()
        sets = [(set_of_positions(rows), len({columns.labels[r] for r in rows})) for rows in together]
        self.alike = [those for those, labels in sets if labels > 1 or space.costs.loss(those) != 0]
        self.evident: dict[Bits, tuple[TreeCost, TreeCost]] = {}

    def proved(self, state: SearchState) -> TreeCost:
        """What the trees at a state are worth at least, by the claims for the parts of its tests."""
        least, _ = self._without_claims(state.records)
        if not state.depth:
            return least
        # each of at most n - 1 tests adds leaves
        most = state.records.bit_count() * max([2, *map(len, self.having.values())])
        leaves = state.leaves if state.leaves == LARGEST else min(state.leaves, most)
        for parts in self._every_test(state.records):
            if len(parts) <= leaves:
                there, empty = [part for part in parts if part], parts.count(0)
                together = self._together(there, state.depth - 1, leaves - empty * (leaves != LARGEST))
                least = min(least, together + self.space.costs.cost(0, empty))
        return least

    def _every_test(self, records: Bits) -> Iterator[list[Bits]]:
        """The parts of each test that may be asked of some records, empty ones included."""
        space = self.space
        for a, having in self.having.items():
            present = [here for those in having if (here := records & those)]
            if len(present) < 2:
                continue
            if isinstance(space.offers[a], MultiwaySplit):
                sets = [[records & those for those in having]]
            elif space.is_cut(a):
                sets = [[left, records ^ left] for left in list(accumulate(present, or_))[:-1]]
            else:
                lefts = (present[0] | sum(others) for k in range(len(present) - 1) for others in combinations(present[1:], k))
                sets = [[left, records ^ left] for left in lefts]
            yield from (parts for parts in sets if all(part.bit_count() >= space.limits.records for part in parts if part))

    def _together(self, parts: Sequence[Bits], depth: int, leaves: int) -> TreeCost:
        """What trees of some parts are worth together at least, in whatever way they share some leaves."""
        lows = [self._lows(part, depth, leaves) for part in parts]
        if leaves == LARGEST:
            return self.space.costs.total(low for (low,) in lows)
        # the least worth of the parts so far, by their leaves
        worth: dict[int, TreeCost] = {0: self.space.costs.nothing}
        for low in lows:
            longer: dict[int, TreeCost] = {}
            for used, so_far in worth.items():
                for own, cost in enumerate(low[: leaves - used], 1):
                    total: TreeCost = so_far + cost
                    longer[used + own] = min(longer.get(used + own, total), total)
            worth = longer
        return min(worth.values())

    def _lows(self, part: Bits, depth: int, leaves: int) -> list[TreeCost]:
        """
        For each number of leaves, or for any, what the trees of a part are worth at least. A claim for more tests and more leaves is one
        for them, too: they are among its trees.
        """
        claims = self.claims.get(part, ())
        leaf, known = self._without_claims(part)
        deepest = min(depth, part.bit_count() - 1)

        def low(own: int) -> TreeCost:
            tests = min(deepest, own - 1)
            if not tests:
                return leaf
            least: TreeCost = max([known, *(claim for state, claim in claims if state.depth >= tests and state.leaves >= own)])
            return least

        return [low(LARGEST)] if leaves == LARGEST else [low(own) for own in range(1, leaves + 1)]

    def _without_claims(self, records: Bits) -> tuple[TreeCost, TreeCost]:
        """What some records are worth in one leaf, and in any tree: that, or two leaves, in which records are together that are alike."""
        if records not in self.evident:
            costs = self.space.costs
            leaf: TreeCost = costs.cost(costs.loss(records), 1)
            lost = sum((costs.loss(here) for those in self.alike if (here := records & those)), Fraction(0))
            self.evident[records] = leaf, min(leaf, costs.cost(lost, 2))
        return self.evident[records]
