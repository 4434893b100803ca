"""
Certificates: that no tree is worth less than a number, in a form that a small checker follows without any search.

A certificate has claims: no tree of these records, with at most so many tests on a path, is worth less than this. A claim holds where one
leaf is worth no less, and the parts of each test, by their own claims or by what no tree avoids, are together worth no less: what was
cut off, and why. `check_certificate` asks just that of each claim, of all tests, which it makes anew from the records; it shares none of
the search.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from attrs import frozen
from toolz import groupby

from dtref.errors import Invalid
from dtref.exact.inputs import exact, whole
from dtref.spec.model.counts import Rows, Weighted, statistic
from dtref.spec.model.schemes import by_level
from dtref.spec.optimal.good_trees import GraphNode
from dtref.spec.optimal.least import LeastWorth, SearchState
from dtref.spec.optimal.tree_costs import ExactWorth, TreeCost, members_of, set_of_positions
from dtref.spec.optimal.tree_space import TreeSpace
from dtref.spec.split.candidates import MultiwaySplit


@frozen(eq=False)
class Certificate:
    """Claims for sets of records and depths, that of all records first: no tree is worth less than the number."""

    root: GraphNode
    claims: Mapping[GraphNode, TreeCost]


def certificate(search: LeastWorth) -> Certificate:
    """
    The certificate of the least worth of all trees. Errors: Invalid with a limit of leaves; Undecided past the budget of the search.

    >>> from dtref.spec.optimal.losses import Objective, TreeLimits
    >>> from dtref.spec.optimal.tree_space import tree_space
    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.views.shape import parity
    >>> search = LeastWorth(tree_space(parity(2), CART, Objective(), TreeLimits()))
    >>> proof = certificate(search)
    >>> len(proof.claims), check_certificate(search.space, proof) == search.least(search.root())
    (1, True)
    """
    space = search.space
    if space.limits.leaves is not None:
        raise Invalid("certificate", "no limit of leaves", space.limits.leaves)
    state = search.root()
    root = (state.records, state.depth)
    needed: dict[GraphNode, TreeCost] = {root: search.least(state)}

    def below(node: GraphNode) -> list[GraphNode]:
        return _needs(search, node, needed[node], needed)

    for _ in by_level(root, below):
        pass
    return Certificate(root, needed)


def _needs(search: LeastWorth, node: GraphNode, claim: TreeCost, needed: dict[GraphNode, TreeCost]) -> list[GraphNode]:
    """The parts of tests that need a claim, or a greater one than they have, for a claim to hold; it is entered."""
    records, depth = node
    space, more = search.space, list[GraphNode]()
    if not depth or space.least_possible(records) >= claim:
        return []
    for division in space.divisions(records):
        parts = [(part, space.depth(part, depth - 1)) for part in division.nonempty]
        lows = [needed.get(part, space.least_possible(part[0])) for part in parts]
        for i, part in enumerate(parts):
            total = space.costs.total(lows, division.parts.count(0))
            if total >= claim:
                break
            # what this part must be worth at least, or all that it is
            wanted = lows[i] + (claim - total)
            found = search.least(SearchState(*part), wanted)
            lows[i] = min(found, wanted)
            if part not in needed or needed[part] < lows[i]:
                needed[part] = lows[i]
                more.append(part)
    return more


def check_certificate(space: TreeSpace, proof: Certificate) -> TreeCost:
    """
    What no tree is worth less than, by a certificate whose claims all hold. Errors: Invalid for one that doesn't, for a claim that is no
    exact number of what trees are worth, for one of other records.

    >>> from dtref.spec.optimal.losses import Objective, TreeLimits
    >>> from dtref.spec.optimal.tree_space import tree_space
    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.views.shape import parity
    >>> space = tree_space(parity(1), CART, Objective(), TreeLimits())
    >>> check_certificate(space, Certificate((3, 1), {(3, 1): 3}))
    Traceback (most recent call last):
    dtref.errors.Invalid: certificate, records (0, 1) with 1 test: expected a claim of at most 2 (got 3)
    """
    for node, claim in proof.claims.items():
        _check_claim(space, node, claim)
    for node, claim in proof.claims.items():
        proved = _proved(space, node, proof.claims)
        if proved < claim:
            where = f"certificate, records {members_of(node[0])} with {node[1]} test{'s' * (node[1] != 1)}"
            raise Invalid(where, f"a claim of at most {proved}", claim)
    most = len(space.data) - 1 if space.limits.depth is None else space.limits.depth
    everything = set_of_positions(range(len(space.data)))
    if proof.root not in proof.claims or proof.root != (everything, min(most, len(space.data) - 1)):
        raise Invalid("certificate", "a claim for all records", proof.root)
    return proof.claims[proof.root]


def _check_claim(space: TreeSpace, node: GraphNode, claim: TreeCost) -> None:
    """Errors: Invalid for other records, or no exact number: one that compares with none, as NaN, would hold anywhere."""
    records, depth = node
    if not (isinstance(records, int) and isinstance(depth, int) and 0 < records <= space.everything and depth >= 0):
        raise Invalid("certificate", "claims for records of the data, with at least 0 tests", node)
    if space.costs.scale is not None:
        if isinstance(claim, bool) or not isinstance(claim, int):
            raise Invalid("certificate", "claims that are whole numbers, as what trees are worth here", claim)
    elif isinstance(claim, ExactWorth):
        exact("certificate", claim.value)
        whole("certificate", claim.then)
    else:
        raise Invalid("certificate", "claims that are exact numbers, as what trees are worth here", claim)


def _proved(space: TreeSpace, node: GraphNode, claims: Mapping[GraphNode, TreeCost]) -> TreeCost:
    """What the trees at a node are worth at least, by the claims for the parts of its tests."""
    rows, depth = members_of(node[0]), node[1]
    least = _unavoidable(space, [rows], 1)
    if not depth:
        return least
    for parts in _every_test(space, rows):
        together = space.costs.nothing
        for part in parts:
            below = max(0, min(depth - 1, len(part) - 1))
            known = min(_unavoidable(space, [part], 1), _unavoidable(space, _alike(space, part), 2))
            together += max(known, claims.get((set_of_positions(part), below), known)) if part else _unavoidable(space, [()], 1)
        least = min(least, together)
    return least


def _unavoidable(space: TreeSpace, groups: Sequence[Rows], leaves: int) -> TreeCost:
    """What so many leaves are worth if each of some groups of records is in one leaf."""
    loss, columns = space.costs.objective.loss, space.recursion.columns
    return space.costs.cost(sum((loss.of(statistic(columns, Weighted(group))) for group in groups), Fraction(0)), leaves)


def _alike(space: TreeSpace, rows: Rows) -> list[Rows]:
    """The records that no test tells apart, together."""
    codes = space.recursion.columns.codes
    return [tuple(group) for group in groupby(lambda r: tuple(codes[a][r] for a in space.usable), rows).values()]


def _every_test(space: TreeSpace, rows: Rows) -> Iterator[list[Rows]]:
    """The parts of each test that may be asked of some records, empty ones included."""
    for a in space.usable:
        codes = space.recursion.columns.codes[a]
        present = sorted({codes[r] for r in rows})
        if len(present) < 2:
            continue
        if isinstance(space.offers[a], MultiwaySplit):
            sets = [[{v} for v in range(len(space.recursion.columns.levels[a]))]]
        elif space.is_cut(a):
            sets = [[set(present[:i]), set(present[i:])] for i in range(1, len(present))]
        else:
            left = [{present[0], *others} for k in range(len(present) - 1) for others in combinations(present[1:], k)]
            sets = [[chosen, set(present) - chosen] for chosen in left]
        for values in sets:
            parts = [tuple(r for r in rows if codes[r] in those) for those in values]
            if all(len(part) >= space.limits.records for part in parts if part):
                yield parts
