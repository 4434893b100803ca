"""Selecting the optima: every candidate of a node whose value of the criterion is the greatest, compared exactly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Protocol, TypeAlias

from attrs import frozen
from toolz import groupby

from dtref.errors import Invalid, Undefined
from dtref.exact.comparison import argmax_set, compare
from dtref.exact.definition import defined
from dtref.exact.number import Number, total
from dtref.spec.model.counts import Counts
from dtref.spec.model.data import DataSet
from dtref.spec.model.optima import Optima
from dtref.spec.split.candidates import Candidates, Split
from dtref.spec.split.criteria import Criterion, gain

Position: TypeAlias = tuple[int, int]
"""The place of a candidate: the position of its attribute's candidates among those offered, and its own position among these."""


@frozen(eq=False)
class Competitor:
    """A candidate that competes: its place, how it splits the class counts, and the counts of the records that miss its value."""

    position: Position
    split: Split
    missing: Counts


class Keep(Protocol):
    """A filter before the exact comparison: from the candidates of a node those to compare. It may only drop some that cannot be best."""

    def __call__(
        self, node: Counts, entries: Sequence[Competitor], criterion: Criterion, /, within: Fraction = Fraction(0)
    ) -> Sequence[Competitor]:
        """The candidates to compare. within: one whose value is less than the best by no more is kept, too."""


def every(_node: Counts, entries: Sequence[Competitor], _criterion: Criterion, within: Fraction = Fraction(0)) -> Sequence[Competitor]:  # noqa: ARG001 - as `Keep` has it
    """
    The `Keep` of the specification: no filter, all candidates are compared.

    >>> from dtref.spec.split.criteria import gini_reduction
    >>> [entry.position for entry in every((1, 1), [Competitor((0, 0), ((1, 0), (0, 1)), ())], gini_reduction)]
    [(0, 0)]
    """
    return entries


@frozen(eq=False)
class Best:
    """
    The best value that a criterion takes over some candidates, and every test that takes it. leaf: where a leaf is as good, as one of
    the other choices ends in none, its place among the tests as they are written out, from 0; else None.
    """

    value: Number
    optima: Optima
    leaf: int | None = None


Select: TypeAlias = Callable[[Counts, Sequence[Candidates], Criterion, Keep], Best | None]
"""
Selects the optima from the candidates of a node: from its class counts, the candidates, the criterion; None where nothing can be asked.
"""


class SelectsByTraining:
    """A selection that also depends on the training set: `of` makes the one for a training set, which is then called at each node."""

    __slots__ = ()

    def of(self, data: DataSet) -> Select:
        """The selection for a training set."""
        raise NotImplementedError


def best(node: Counts, offered: Sequence[Candidates], criterion: Criterion, keep: Keep = every) -> Best | None:
    """
    Every candidate with the greatest value of the criterion, in order; None if there is none with a value.

    Decided exactly. keep: a filter before the comparison; it may only drop candidates that cannot be best.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.tests import Multiway
    >>> from dtref.spec.split.criteria import gini_reduction
    >>> offered = [Candidates((((2, 0), (0, 2)),), lambda _, a=a: Multiway(Nominal(a, ("0", "1")))) for a in "xy"]
    >>> found = best((2, 2), offered, gini_reduction)
    >>> found.value, [test.attribute.name for test in found.optima]
    (Fraction(1, 2), ['x', 'y'])
    """
    winning = winners(node, offered, criterion, keep)
    if winning is None:
        return None
    value, positions = winning
    return Best(value, tuple(offered[a].test(i) for a, i in positions))


@defined(sources=("Quinlan 1993, gain ratio criterion",))
def best_of_average_gain(node: Counts, offered: Sequence[Candidates], criterion: Criterion, keep: Keep = every) -> Best | None:
    """
    The optima by the rule of Quinlan's book: every attribute enters with its candidates of greatest gain; among those attributes whose
    gain is at least the average of all, the candidates with the greatest value of the criterion (the gain ratio) win.

    Below, the gain ratio alone would prefer the uneven test; its gain is below the average. The average is exact: a sum of logarithms
    divided by the number of attributes that have a candidate.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.tests import Multiway
    >>> from dtref.spec.split.criteria import gain_ratio
    >>> splits = {"even": ((20, 4), (10, 14)), "uneven": ((0, 1), (30, 17))}
    >>> offered = [Candidates((split,), lambda _, a=a: Multiway(Nominal(a, ("0", "1")))) for a, split in splits.items()]
    >>> [select((30, 18), offered, gain_ratio).optima[0].attribute.name for select in (best, best_of_average_gain)]
    ['uneven', 'even']
    """
    # the candidates of greatest gain of each attribute
    leaders = [(a, leading) for a, candidates in enumerate(offered) if (leading := winners(node, [candidates], gain, keep)) is not None]
    if not leaders:
        return None
    # those of at least average gain compete by the criterion
    average = total(value for _, (value, _) in leaders) / len(leaders)
    admitted = [offered[a].only([i for _, i in positions]) for a, (value, positions) in leaders if compare(value, average) >= 0]
    return best(node, admitted, criterion, keep)


def best_or_stuck(node: Counts, offered: Sequence[Candidates], criterion: Criterion, keep: Keep = every) -> Best:
    """
    As `best`, for nodes that must be split. Errors: Invalid where there is no candidate, as `iaml`'s pseudo-code says nothing of an impure
    node without attributes.

    >>> from dtref.spec.split.criteria import gini_reduction
    >>> best_or_stuck((2, 2), (), gini_reduction)
    Traceback (most recent call last):
    dtref.errors.Invalid: a node that is not pure: expected an attribute that tells its records apart (got (2, 2))
    """
    optima = best(node, offered, criterion, keep)
    if optima is None:
        raise Invalid("a node that is not pure", "an attribute that tells its records apart", node)
    return optima


def nothing(_node: Counts, _offered: Sequence[Candidates], _criterion: Criterion, _keep: Keep = every) -> Best | None:
    """
    None, whatever is offered: every node is a leaf.

    >>> from dtref.spec.split.criteria import gini_reduction
    >>> nothing((2, 2), (), gini_reduction) is None
    True
    """
    return None


def winners(node: Counts, offered: Sequence[Candidates], criterion: Criterion, keep: Keep = every) -> tuple[Number, list[Position]] | None:
    """
    The greatest value and the positions of all candidates that have it, in order; None where none has a value.

    >>> from dtref.spec.split.criteria import gini_reduction
    >>> winners((2, 2), [Candidates((((1, 1), (1, 1)), ((2, 0), (0, 2))), lambda i: i)], gini_reduction)
    (Fraction(1, 2), [(0, 1)])
    """
    entries = [
        Competitor((a, i), split, candidates.missing) for a, candidates in enumerate(offered) for i, split in enumerate(candidates.splits)
    ]
    # candidates that split the class counts alike have the same value, which is computed once
    groups = groupby(lambda entry: (tuple(sorted(entry.split)), entry.missing), keep(node, entries, criterion))
    valued = [
        (value, [entry.position for entry in alike])
        for alike in groups.values()
        if not isinstance(value := criterion(node, alike[0].split, alike[0].missing or None), Undefined)
    ]
    if not valued:
        return None
    # all that tie for the greatest value, in the order in which they were offered
    greatest = argmax_set(valued, key=lambda pair: pair[0])
    return greatest[0][0], sorted(position for _, group in greatest for position in group)
