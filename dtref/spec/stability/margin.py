"""The margin of a test: by how much it is better than the best test that parts the records of its node in another way."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias

from attrs import evolve, frozen

from dtref.errors import Undecided, Undefined
from dtref.exact.comparison import compare
from dtref.exact.number import Number
from dtref.spec.growing.hunt import Hunt
from dtref.spec.growing.policy import Policy
from dtref.spec.model.counts import Counts
from dtref.spec.model.optima import EverySubset, Optima
from dtref.spec.model.tests import Test
from dtref.spec.split.candidates import Split, SubsetSplits
from dtref.spec.split.choose import Competitor
from dtref.spec.split.criteria import Criterion
from dtref.spec.stability.asked_nodes import AskedNode, parts_so, split_at, value_of

NO_RIVAL = Undefined("no other test competes")
"""The margin of a test that is alone."""


@frozen
class Margin:
    """
    The value of a test, and its margin: that value minus the best value of a test that parts the records otherwise. 0 where such a test is
    as good, or a leaf is, below 0 where one is better. Undefined where no other test competes, `Undecided` where there are too many
    groupings to try.

    rivals: the tests that have that best value. leaf: whether a leaf is as good as the test, which ties decide then.
    """

    value: Number | Undefined
    margin: Number | Undefined | Undecided
    rivals: Optima
    leaf: bool = False


SplitKey: TypeAlias = tuple[tuple[Counts, ...], Counts]
"""The counts that a test makes, its branches in any order: tests with the same have the same value."""


def every_grouping(policy: Policy) -> Policy:
    """
    A policy that tries every grouping of nominal values: the best is the same, the second best need not be among those that are tried else.

    >>> from dtref.spec.presets import CART
    >>> every_grouping(CART).nominal.exhaustive
    True
    """
    offer = policy.nominal
    return evolve(policy, nominal=evolve(offer, exhaustive=True)) if isinstance(offer, SubsetSplits) else policy


def margin(at: AskedNode, wide: Hunt) -> Margin:
    """
    The margin of a node's own test. wide: the recursion of `every_grouping`, over the same records.

    Of the twelve records by x the cut after the third reduces Gini by 3/8; the next best, after the fourth, by 1/4.

    >>> from fractions import Fraction
    >>> from dtref.spec.growing.hunt import grow, hunt
    >>> from dtref.spec.model.attributes import Continuous, Nominal
    >>> from dtref.spec.model.data import DataSet, Record
    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.stability.asked_nodes import asked_nodes
    >>> data = DataSet((Continuous("x"),), Nominal("y", "ab"), [Record((Fraction(i),), "a" if i < 3 else "b") for i in range(12)])
    >>> [(m := margin(at, at.recursion)).margin for at in asked_nodes(hunt(data, CART), grow(data, CART))], m.rivals[0].lower
    ([Fraction(1, 8)], Fraction(3, 1))
    """
    value = value_of(at.recursion, at.node, at.test)
    same, other = parts_so(at.recursion, at.node, at.decision.optima, at.apart)
    # a test that parts the records otherwise is as good, or better; or a leaf is as good
    best, leaf = at.decision.value, at.decision.leaf is not None
    if best is not None and (other or leaf):
        return Margin(value, _difference(value, best), other, leaf)
    # the own test is alone at the top, or nothing is asked here: the best of those that make other counts
    top = {_key(split, missing) for split, missing in (split_at(at.recursion, at.node, test) for test in (at.test, *_written(same)))}

    def others(
        node: Counts, entries: Sequence[Competitor], criterion: Criterion, /, within: Fraction = Fraction(0)
    ) -> Sequence[Competitor]:
        kept = [entry for entry in entries if _key(entry.split, entry.missing) not in top]
        return wide.keep(node, kept, criterion, within)

    try:
        second = wide.select(at.counts, wide.candidates(at.node), wide.policy.criterion, others)
    except Undecided as undecided:
        return Margin(value, undecided, ())
    return Margin(value, NO_RIVAL, ()) if second is None else Margin(value, _difference(value, second.value), second.optima)


def _written(optima: Optima) -> tuple[Test, ...]:
    """The tests among some optima, without symbolic members."""
    return tuple(optimum for optimum in optima if not isinstance(optimum, EverySubset))


def _key(split: Split, missing: Counts) -> SplitKey:
    """The counts that a test makes. Counts of which none are missing are the same whether or not they are written out."""
    return tuple(sorted(split)), missing if any(missing) else ()


def _difference(value: Number | Undefined, best: Number) -> Number | Undefined:
    """How much greater a value is than another, 0 if they are equal."""
    if isinstance(value, Undefined):
        return value
    return Fraction(0) if compare(value, best) == 0 else value - best
