"""
Rules that depend on the training set as a whole: `of` makes the rule for one, which then looks at nodes.

A program multiplies a share by the number of records, or by their weight, in doubles; so do these rules.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import ceil, floor
from typing import NoReturn

from attrs import field, frozen

from dtref.errors import Invalid
from dtref.exact.definition import defined
from dtref.spec.growing.admission import Admission, EveryBranchHas, EveryBranchHasRows
from dtref.spec.growing.node_facts import NodeFacts
from dtref.spec.growing.stopping import AtDepth, FewerRowsThan, StoppingRule
from dtref.spec.model.data import DataSet
from dtref.spec.model.precision import share_in_doubles
from dtref.spec.model.trees import Tree
from dtref.spec.split.candidates import Split


def _share(_: object, _field: object, share: Fraction) -> None:
    if not 0 <= share <= 1:
        raise Invalid("share of the training set", "a number from 0 to 1", share)


class StopOfTraining:
    """A stopping rule that is made for a training set."""

    __slots__ = ()

    def of(self, training: DataSet) -> StoppingRule:
        """The rule for a training set."""
        raise NotImplementedError

    def __call__(self, _: NodeFacts) -> bool:
        """Errors: Invalid, as the rule must be made for a training set."""
        _refuse(self)


class AdmissionOfTraining:
    """An admission that is made for a training set."""

    __slots__ = ()

    def of(self, training: DataSet) -> Admission:
        """The rule for a training set."""
        raise NotImplementedError

    def __call__(self, _: Split, _regression: bool) -> bool:
        """Errors: Invalid, as the rule must be made for a training set."""
        _refuse(self)


class PruningOfTraining:
    """A step of pruning that is made for a training set: what it prunes then may be a part of the tree."""

    __slots__ = ()

    def of(self, training: DataSet) -> Callable[[Tree, DataSet], Tree]:
        """The step for a training set."""
        raise NotImplementedError

    def __call__(self, _: Tree, _data: DataSet) -> Tree:
        """Errors: Invalid, as the step must be made for a training set."""
        _refuse(self)


def _refuse(rule: object) -> NoReturn:
    raise Invalid("rule", "one that is made for a training set (of)", rule)


@defined(sources=("scikit-learn 1.9, `sklearn/tree/_classes.py`, min_samples_split",))
@frozen
class FewerRowsThanShare(StopOfTraining):
    """
    Stops at a node with fewer records than a share of all, rounded up, and fewer than 2. `FewerRowsThan` is what it makes.

    >>> from dtref.spec.views.shape import parity
    >>> FewerRowsThanShare(Fraction(1, 2)).of(parity(3))
    FewerRowsThan(rows=4)
    """

    share: Fraction = field(validator=_share)

    def of(self, training: DataSet) -> StoppingRule:
        """The rule for a training set."""
        return FewerRowsThan(max(2, ceil(share_in_doubles(self.share, len(training)))))


@defined(sources=("CHAID 5.5.1 (PyPI), `CHAID/tree.py` (node)",))
@frozen
class AtMostRowsBelowRoot(StopOfTraining):
    """
    Stops at a node below the root with at most so many records. rows: a number, or, between 0 and 1, a share of all, rounded up.

    Where all records are no more, it stops at depth 1: every node there has at most as many.

    >>> from dtref.spec.views.shape import parity
    >>> AtMostRowsBelowRoot(3).of(parity(3)), AtMostRowsBelowRoot(30).of(parity(3))
    (FewerRowsThan(rows=4), AtDepth(tests=1))
    """

    rows: int | Fraction

    def of(self, training: DataSet) -> StoppingRule:
        """The rule for a training set."""
        most = self.rows
        if 0 < most < 1:
            most = ceil(share_in_doubles(Fraction(most), len(training)))
        return FewerRowsThan(floor(most) + 1) if len(training) > most else AtDepth(1)


@defined(sources=("scikit-learn 1.9, `sklearn/tree/_classes.py`, min_samples_leaf",))
@frozen
class EveryBranchHasShareOfRows(AdmissionOfTraining):
    """
    Admits tests that give every branch at least a share of all records, rounded up. `EveryBranchHasRows` is what it makes.

    >>> from dtref.spec.views.shape import parity
    >>> EveryBranchHasShareOfRows(Fraction(1, 5)).of(parity(3))
    EveryBranchHasRows(rows=2)
    """

    share: Fraction = field(validator=_share)

    def of(self, training: DataSet) -> Admission:
        """The rule for a training set."""
        return EveryBranchHasRows(ceil(share_in_doubles(self.share, len(training))))


@defined(sources=("scikit-learn 1.9, `sklearn/tree/_classes.py`, min_weight_fraction_leaf",))
@frozen
class EveryBranchHasShare(AdmissionOfTraining):
    """
    Admits tests that give every branch at least a share of all weight. `EveryBranchHas` is what it makes.

    >>> from dtref.spec.views.shape import parity
    >>> EveryBranchHasShare(Fraction(1, 4)).of(parity(3))
    EveryBranchHas(records=Fraction(2, 1))
    """

    share: Fraction = field(validator=_share)

    def of(self, training: DataSet) -> Admission:
        """The rule for a training set."""
        return EveryBranchHas(share_in_doubles(self.share, sum((record.weight for record in training), Fraction(0))))
