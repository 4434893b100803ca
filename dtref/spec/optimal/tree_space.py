"""
The trees that compete: which tests divide some records, and how; bounds of what trees of some records are worth.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import accumulate, repeat
from operator import or_

from attrs import evolve, frozen

from dtref.errors import Invalid, Undecided
from dtref.spec.growing.hunt import Hunt, Node, hunt
from dtref.spec.growing.policy import Policy, offer_for
from dtref.spec.model.data import DataSet
from dtref.spec.model.optima import list_tests
from dtref.spec.model.tests import Test
from dtref.spec.optimal.losses import Objective, TreeLimits
from dtref.spec.optimal.subproblems import LARGEST
from dtref.spec.optimal.tree_costs import Bits, TreeCost, TreeCosts, members_of, positions_by, set_of_positions, sets_by
from dtref.spec.split.candidates import MultiwaySplit, Offer, OrdinalCuts, SubsetSplits, Thresholds
from dtref.spec.split.criteria import error_reduction, variance_reduction

MOST_BITS_OF_SETS = 2**32
"""The most bits that the sets of records with each value may have together: 512 megabytes."""


@frozen
class Division:
    """A test of some records: the position of its attribute, its number among those of that attribute there, a part for each branch."""

    attribute: int
    index: int
    parts: tuple[Bits, ...]

    @property
    def nonempty(self) -> tuple[Bits, ...]:
        """The parts that have records."""
        return tuple(part for part in self.parts if part)

    @property
    def as_partition(self) -> tuple[int, frozenset[Bits]]:
        """What is left of it where only the records matter: the parts in no order, and how many are empty, as each is a leaf."""
        return self.parts.count(0), frozenset(self.parts)


@frozen(eq=False, slots=False)
class TreeSpace:
    """The trees that compete for some records. usable: the positions of the attributes that they may ask."""

    recursion: Hunt
    costs: TreeCosts
    limits: TreeLimits
    usable: tuple[int, ...]

    def without(self, attribute: int) -> TreeSpace:
        """The trees that don't ask an attribute, by its position."""
        return evolve(self, usable=tuple(a for a in self.usable if a != attribute))

    @property
    def data(self) -> DataSet:
        """The records."""
        return self.recursion.training

    @cached_property
    def everything(self) -> Bits:
        """All records."""
        return (1 << len(self.data)) - 1

    @cached_property
    def by_value(self) -> tuple[tuple[Bits, ...], ...]:
        """For each attribute and value the records that have it."""
        columns = self.recursion.columns
        sets = (sets_by(codes) for codes in columns.codes)
        return tuple(tuple(of.get(v, 0) for v in range(len(levels))) for of, levels in zip(sets, columns.levels, strict=True))

    @cached_property
    def alike(self) -> tuple[Bits, ...]:
        """The sets of records of several labels that no test tells apart."""
        columns = self.recursion.columns
        # records with the same codes of all attributes; all records where there is no attribute
        codes = zip(*(columns.codes[a] for a in self.usable), strict=True) if self.usable else repeat((), len(self.data))
        mixed = [rows for rows in positions_by(codes).values() if len({columns.labels[r] for r in rows}) > 1]
        _check_size(len(mixed) * len(self.data))
        return tuple(map(set_of_positions, mixed))

    def least_possible(self, records: Bits) -> TreeCost:
        """
        A number that no tree of these records is worth less than: that of one leaf, or of two with what no test avoids.

        Records that no test tells apart end in one leaf of every tree, and lose there what they lose at least (equivalent points:
        Angelino and others 2018, Theorem 20). A tree that isn't a leaf has two or more leaves (lookahead: Lin and others 2020).
        """
        alone: TreeCost = self.unavoidable(records) + self.costs.cost(0, 2)
        return min(self.costs.leaf(records), alone)

    def most_leaves(self, records: Bits, depth: int) -> int:
        """More leaves than a tree of some records, with at most so many tests on a path, has, or as many."""
        most = self.costs.more_leaves if self.has_multiway else records.bit_count()
        return min(most, self.widest**depth) if depth < most else most

    def unavoidable(self, records: Bits) -> TreeCost:
        """What some records cost at least, in whatever tree, the price of leaves aside."""
        together = [records & those for those in self.alike if records & those]
        apart = records
        for those in together:
            apart ^= those
        return self.costs.total([*map(self.costs.lost, together), self.costs.lost_apart(apart)])

    @cached_property
    def widest(self) -> int:
        """The most branches of a test."""
        return _widest(self.recursion, self.offers)

    @cached_property
    def has_multiway(self) -> bool:
        """Whether some test may have empty branches, or more than two."""
        return any(isinstance(self.offers[a], MultiwaySplit) and len(self.by_value[a]) != 2 for a in self.usable)

    @cached_property
    def many_tests(self) -> int:
        """How many tests with two branches there are of all records."""
        present = {a: sum(map(bool, self.by_value[a])) for a in self.usable}
        return sum(n - 1 if n < 3 or self.is_cut(a) else 2 ** (n - 1) - 1 for a, n in present.items() if n)

    def is_cut(self, attribute: int) -> bool:
        """Whether the tests of an attribute are cuts, one after the other."""
        return isinstance(self.offers[attribute], OrdinalCuts | Thresholds)

    @cached_property
    def has_cuts(self) -> bool:
        """Whether some attribute has several cuts."""
        return any(self.is_cut(a) and len(self.by_value[a]) > 2 for a in self.usable)

    # tests

    def divisions(self, records: Bits) -> Iterator[Division]:
        """Each test that may be asked of some records, attribute by attribute, in the order of golden/TIES.md."""
        for a in self.usable:
            present = [(v, here) for v, those in enumerate(self.by_value[a]) if (here := records & those)]
            if len(present) < 2:
                continue
            for i, parts in enumerate(self._divided(a, records, present)):
                if all(part.bit_count() >= self.limits.records for part in parts if part):
                    yield Division(a, i, parts)

    def _divided(self, a: int, records: Bits, present: list[tuple[int, Bits]]) -> Iterator[tuple[Bits, ...]]:
        match self.offers[a]:
            case MultiwaySplit():
                here = dict(present)
                yield tuple(here.get(v, 0) for v in range(len(self.by_value[a])))
            case SubsetSplits(limit=limit):
                (_, first), *others = present
                if (every := 2 ** len(others) - 1) > limit:
                    raise Undecided(f"groupings of {self.data.attributes[a].name}", f"{limit} groupings", 0, every)
                for index in range(every):
                    left = first | sum(here for j, (_, here) in enumerate(others) if index >> j & 1)
                    yield left, records ^ left
            case _:
                for left in list(accumulate((here for _, here in present), or_))[:-1]:
                    yield left, records ^ left

    @cached_property
    def offers(self) -> tuple[Offer, ...]:
        """What is offered for each attribute."""
        return _offers(self.recursion)

    def test(self, records: Bits, division: Division) -> Test:
        """The test that divides some records so."""
        node = Node(members_of(records), (division.attribute,), ())
        (candidates,) = self.recursion.candidates(node)
        (test,) = list_tests((candidates.test(division.index),))
        return test

    def depth(self, records: Bits, most: int = LARGEST) -> int:
        """The most tests on a path that some records can have: each takes at least one of them away."""
        return max(min(most, records.bit_count() - 1), 0)


def tree_space(data: DataSet, policy: Policy, objective: Objective, limits: TreeLimits) -> TreeSpace:
    """
    The trees that compete for a data set: those whose nodes ask tests that the policy offers; its criterion and its stopping rules have
    no say.

    Errors: Invalid without records; for missing values; for a target that the loss isn't for; for a policy that offers other tests than
    multiway ones, groupings in two and cuts, or has rules on what may be asked. Undecided for more records and values than memory is for.

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.views.shape import parity
    >>> space = tree_space(parity(1), CART, Objective(), TreeLimits())
    >>> list(space.divisions(space.everything))
    [Division(attribute=0, index=0, parts=(1, 2))]
    """
    objective.loss.check(data.target)
    if not len(data):
        raise Invalid("records", "at least 1", 0)
    offers = (policy.nominal, policy.ordinal, policy.continuous)
    others = [offer for offer in offers if not isinstance(offer, MultiwaySplit | SubsetSplits | OrdinalCuts | Thresholds)]
    if others or policy.oblique or policy.monotone or policy.draws or policy.admit or policy.confirm or policy.gives_up is not None:
        wanted = "multiway tests, groupings in two and cuts, and no rule on what may be asked (hunt, id3, cart, regression-tree, ...)"
        raise Invalid(f"policy {policy.name}", wanted, others[0] if others else policy)
    # nothing but the tests; a criterion that reduces no impurity takes no shortcut among them
    criterion = evolve(variance_reduction if objective.loss.continuous else error_reduction, reduces=False)
    tests = Policy(policy.name, policy.source, criterion, policy.nominal, policy.ordinal, policy.continuous)
    recursion = hunt(data, tests)
    _check_size(len(data) * sum(map(len, recursion.columns.levels)))
    costs = TreeCosts(recursion.columns, objective, 2 + len(data) * _widest(recursion, _offers(recursion)))
    return TreeSpace(recursion, costs, limits, tuple(range(len(data.attributes))))


def _check_size(bits: int) -> None:
    """Errors: Undecided for sets of records that together have more bits than memory is for."""
    if bits > MOST_BITS_OF_SETS:
        raise Undecided("best trees", f"{MOST_BITS_OF_SETS} bits for sets of records with one value, of the {bits} that these take")


def _offers(recursion: Hunt) -> tuple[Offer, ...]:
    """What is offered for each attribute."""
    return tuple(offer_for(recursion.policy, attribute) for attribute in recursion.training.attributes)


def _widest(recursion: Hunt, offers: tuple[Offer, ...]) -> int:
    """The most branches of a test."""
    levels = recursion.columns.levels
    return max((2, *(len(values) for values, offer in zip(levels, offers, strict=True) if isinstance(offer, MultiwaySplit))))
