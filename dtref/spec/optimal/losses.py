"""What the leaves of a tree lose, and what is minimised: the mean loss of a record, and a penalty for each leaf."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeAlias

from attrs import Attribute as Field
from attrs import field, frozen

from dtref.errors import Invalid
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.inputs import rational, whole
from dtref.exact.logs import LogForm, log2_of
from dtref.exact.number import Exact
from dtref.exact.number_text import readable
from dtref.spec.evaluation.confusion.cost import CostMatrix
from dtref.spec.model.attributes import Attribute, Continuous
from dtref.spec.model.counts import Count, Counts, majority

LossValue: TypeAlias = Exact
"""What some records lose together."""

PriceRows: TypeAlias = Sequence[Sequence[Fraction]]
"""What a record of each class is charged for each label."""


@frozen(eq=False)
class LeafLoss:
    """
    What the records of a leaf lose together, from their counts, weights as they are.

    continuous: whether the target must be continuous. prices: where each record is charged for the one label that its leaf gives, the least
    that this comes to together: a row for each of so many classes, with the price of each label. classes: those that it is defined for,
    in order; none: any.
    """

    name: str
    of: Callable[[Counts], LossValue]
    continuous: bool = False
    prices: Callable[[int], PriceRows] | None = None
    classes: tuple[str, ...] = ()

    def labels(self, counts: Counts) -> tuple[int, ...]:
        """The positions of the labels of a leaf with these counts: the leaf_worth, else the largest classes."""
        if self.prices is None:
            return majority(counts)
        charged = prices_of_labels(counts, self.prices(len(counts)))
        return tuple(j for j, price in enumerate(charged) if price == min(charged))

    def check(self, target: Attribute) -> None:
        """Errors: Invalid for a target of another kind, or of other classes."""
        if isinstance(target, Continuous) != self.continuous:
            wanted = ("a nominal target", "a continuous target")[self.continuous]
            raise Invalid(
                f"target {target.name}", f"{wanted} for {self.name}", "continuous" if isinstance(target, Continuous) else "nominal"
            )
        if self.classes and not isinstance(target, Continuous) and self.classes != target.values:
            raise Invalid("costs", f"a row and a column for each of the classes {', '.join(target.values)}, in that order", self.classes)


def errors_of_leaf(counts: Counts) -> Count:
    """
    The weight outside the largest class.

    >>> errors_of_leaf((3, 5, 1)), errors_of_leaf((0, 0))
    (4, 0)
    """
    return sum(counts) - max(counts, default=0)


def gini_of_leaf(counts: Counts) -> Fraction:
    """
    The weight of a leaf times its Gini index: n - (sum over the classes of n_j^2) / n; 0 without records.

    >>> gini_of_leaf((1, 3)), gini_of_leaf((0, 0))
    (Fraction(3, 2), Fraction(0, 1))
    """
    n = Fraction(sum(counts))
    return n - sum(c * c for c in counts) / n if n else n


def entropy_of_leaf(counts: Counts) -> LogForm:
    """
    The weight of a leaf times its entropy in bits: n log2(n) - sum over the classes of n_j log2(n_j), where 0 log2(0) is 0.

    >>> entropy_of_leaf((2, 2)) == 4, entropy_of_leaf((0, 7)) == 0
    (True, True)
    """
    return sum((-_n_log_n(c) for c in counts), _n_log_n(sum(counts)))


def _n_log_n(n: Count) -> LogForm:
    return log2_of(n).scaled(n) if n else LogForm()


def squared_error_of_leaf(counts: Counts) -> Fraction:
    """
    The sum of w (y - mean)^2, from the sums of w, w y and w y^2.

    >>> squared_error_of_leaf((2, 4, 10)), squared_error_of_leaf((0, 0, 0))
    (Fraction(2, 1), Fraction(0, 1))
    """
    n, y, squares = (Fraction(c) for c in counts[:3])
    return squares - y * y / n if n else n


def prices_of_labels(counts: Counts, prices: PriceRows) -> list[Fraction]:
    """
    What some records are charged together for each label.

    >>> [str(price) for price in prices_of_labels((4, 1), ((0, 1), (5, 0)))]
    ['5', '4']
    """
    return [sum((Fraction(n) * row[j] for n, row in zip(counts, prices, strict=True)), Fraction(0)) for j in range(len(prices))]


def _one_for_each_error(classes: int) -> PriceRows:
    return [[Fraction(int(i != j)) for j in range(classes)] for i in range(classes)]


LEAF_ERRORS = LeafLoss("errors", errors_of_leaf, prices=_one_for_each_error)
LEAF_GINI = LeafLoss("gini", gini_of_leaf)
LEAF_ENTROPY = LeafLoss("entropy", entropy_of_leaf)
LEAF_SQUARED_ERROR = LeafLoss("squared-error", squared_error_of_leaf, continuous=True)

LEAF_LOSSES = {loss.name: loss for loss in (LEAF_ERRORS, LEAF_GINI, LEAF_ENTROPY, LEAF_SQUARED_ERROR)}
"""The losses that need nothing besides, by name."""


@refuses_other_kinds
def costs_of_leaves(costs: CostMatrix) -> LeafLoss:
    """
    The least that the records of a leaf cost if one label is given to all of them.

    >>> costs_of_leaves(CostMatrix(("no", "yes"), ((0, 1), (5, 0)))).of((4, 1))
    Fraction(4, 1)
    """
    rows = [[Fraction(cost) for cost in row] for row in costs.rows]  # type: ignore[arg-type]  # refused below where they are no fractions
    return LeafLoss(
        "costs", lambda counts: min(prices_of_labels(counts, rows)), prices=lambda _: rows, classes=tuple(map(str, costs.classes))
    )


def _penalty(x: object) -> Fraction:
    return rational("penalty", x)


def _at_least_0(_: object, at: Field[Fraction], penalty: Fraction) -> None:
    if penalty < 0:
        raise Invalid(at.name, "a number of at least 0", readable(penalty))


@frozen
class Objective:
    """
    What a tree is worth: (sum over its leaves of their loss) / (weight of all records) + penalty x leaves; less is better.

    A penalty of 0 is taken as infinitely small: of two trees with the same loss the one with fewer leaves is better. Errors: Invalid for a
    penalty below 0, or that is no exact number.

    >>> Objective(penalty=Fraction(-1))
    Traceback (most recent call last):
    dtref.errors.Invalid: penalty: expected a number of at least 0 (got '-1')
    """

    loss: LeafLoss = LEAF_ERRORS
    penalty: Fraction = field(default=Fraction(0), converter=_penalty, validator=_at_least_0)


@frozen
class TreeLimits:
    """
    Which trees compete. depth: the most tests on a path. leaves: the most leaves, empty ones included. records: the least number of
    records that each branch with records must get. None: no limit. pure: whether a node whose records are of one class may be split.

    >>> TreeLimits(depth=-1)
    Traceback (most recent call last):
    dtref.errors.Invalid: depth: expected a whole number of at least 0 (got -1)
    """

    depth: int | None = None
    leaves: int | None = None
    records: int = 1
    pure: bool = True

    def __attrs_post_init__(self) -> None:
        for name, limit, least in (("depth", self.depth, 0), ("leaves", self.leaves, 1)):
            if limit is not None:
                whole(name, limit, least)
        whole("records", self.records, 1)
