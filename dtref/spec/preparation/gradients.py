"""
The records as one round of gradient boosting sees them: each has the step that its loss asks for, -g/h, as its target, and weighs h.

Notation: g and h, the first and second derivative of a record's loss at its score before the round, times its weight. Sums of h are then
the weight of records, and those of -g the sums of their target, which is all that a gain and a leaf need.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeAlias

from attrs import evolve, field, frozen

from dtref.errors import Invalid
from dtref.exact.decimals import decimal
from dtref.exact.definition import defined
from dtref.exact.logs import log2_of
from dtref.spec.model.attributes import Attribute, Cell, Continuous, Width
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.precision import rounded
from dtref.spec.preparation.weighing import GivesTargets

NATURAL_LOGARITHM_OF_2 = Fraction("0.693147180559945309417232121458176568")
"""The natural logarithm of 2, to 36 digits."""

Derivatives: TypeAlias = tuple[Fraction, Fraction]
"""g and h of a record."""


def single(x: Fraction) -> Fraction:
    """
    The float of single precision nearest to a number.

    >>> single(Fraction(1, 10))
    Fraction(13421773, 134217728)
    """
    return rounded(x, Width.FLOAT32)


@defined(
    formula="g = w (s - y), h = w; a record then has the target -g/h and the weight h",
    sources=(
        "XGBoost 3.2, `src/objective/regression_loss.h`, LinearSquareLoss; `src/objective/regression_obj.cu`",
        "LightGBM 4.6, `src/objective/regression_objective.hpp`, RegressionL2loss",
    ),
)
@frozen
class SquaredErrorSteps(GivesTargets):
    """
    The round of boosting by squared error; y, w, g and h are floats of single precision, as in the programs.

    start: the score before the round of every record; None: the mean of the target. scores: that of each record, in their order, in the
    place of `start`. width: the floats of scores, and of their differences from y. added: whether the program adds the start to the leaves.
    averages: whether a tree of one leaf holds the average, whatever the start; and 0 after scores.
    Errors: Invalid for classes, and for another number of scores than records.

    >>> data = DataSet((), Continuous("y"), (Record((), Fraction(3)), Record((), Fraction(6), Fraction(2))))
    >>> [(r.label, r.weight) for r in SquaredErrorSteps(Fraction(1))(data)], SquaredErrorSteps()(data).records[0].label
    ([(Fraction(2, 1), Fraction(1, 1)), (Fraction(5, 1), Fraction(2, 1))], Fraction(-2, 1))
    """

    start: Fraction | None = None
    scores: tuple[Fraction, ...] = ()
    width: Width = Width.FLOAT32
    added: bool = False
    averages: bool = False

    def __call__(self, data: DataSet) -> DataSet:
        """The records with their steps."""
        if not isinstance(data.target, Continuous):
            raise Invalid(f"target {data.target.name}", "numbers, for boosting by squared error", "classes")
        if self.scores and len(self.scores) != len(data):
            raise Invalid("scores", f"one for each of the {len(data)} records", len(self.scores))
        scores = self.scores or (self.started(data),) * len(data)

        def derivatives(record: Record, i: int) -> Derivatives:
            g = single(rounded(scores[i] - single(_number(record.label)), self.width))
            return derivatives_kept(g, Fraction(1), single(record.weight), Width.FLOAT32)

        return stepping(data, derivatives)

    def target_for(self, target: Attribute) -> Attribute:
        """Numbers."""
        return Continuous(target.name)

    def started(self, data: DataSet) -> Fraction:
        """The score before the round of every record."""
        return weighted_mean([(r, single(_number(r.label))) for r in data], self.width) if self.start is None else self.start

    def shift(self, data: DataSet) -> Fraction:
        """What is added to the leaves beside their steps."""
        return self.started(data) if self.added and not self.scores else Fraction(0)

    def alone(self, data: DataSet) -> Fraction | None:
        """What a tree of one leaf holds, where that is no step: 0 after scores, else the average whatever the start; None: its step."""
        if not self.averages:
            return None
        return Fraction(0) if self.scores else evolve(self, start=None).started(data)


@defined(
    formula="p = P(class 2) before the round; g = w (p - [class 2]), h = w p (1 - p); a record then has the target -g/h and the weight h",
    sources=("XGBoost 3.2, `src/objective/regression_loss.h`, LogisticRegression; `src/objective/regression_obj.cu`",),
)
@frozen
class LogisticSteps(GivesTargets):
    """
    The first round of boosting by the logistic loss of two classes, of which the second one counts as 1; each number is a float of single
    precision.

    start: p of every record, strictly between 0 and 1; None: the share of the second class. positive: the factor of its records' weight.
    width: the floats of p, and of what is computed of it. added: whether the program adds the logarithm of the odds to the leaves.
    averages: whether a tree of one leaf holds that of the shares, whatever the start. least: p is no nearer to 0, or to 1, than that. A
    program that keeps p as that logarithm gets it back within a few units in the last place.
    Errors: Invalid for numbers, for another number of classes than two, and where p is 0 or 1.

    >>> from dtref.spec.model.attributes import Nominal
    >>> data = DataSet((), Nominal("y", ("-", "+")), (Record((), "-"), Record((), "+")))
    >>> [(r.label, r.weight) for r in LogisticSteps(Fraction(1, 2))(data)]
    [(Fraction(-2, 1), Fraction(1, 4)), (Fraction(2, 1), Fraction(1, 4))]
    """

    start: Fraction | None = field(default=None)
    positive: Fraction = Fraction(1)
    width: Width = Width.FLOAT32
    added: bool = False
    averages: bool = False
    least: Fraction = Fraction(0)

    @start.validator
    def _inside(self, _: object, start: Fraction | None) -> None:
        if start is not None and not 0 <= start <= 1:
            raise Invalid("base score", "a probability", start)

    def __call__(self, data: DataSet) -> DataSet:
        """The records with their steps."""
        if len(data.classes) != 2:
            raise Invalid(f"target {data.target.name}", "two classes, for boosting by the logistic loss", len(data.classes))
        p = self.started(data)
        h = rounded(p * rounded(1 - p, self.width), self.width)

        def derivatives(record: Record, _: int) -> Derivatives:
            one = record.label == data.classes[1]
            weight = single(record.weight)
            return derivatives_kept(p - one, h, rounded(weight * self.positive, self.width) if one else weight, self.width)

        return stepping(data, derivatives)

    def target_for(self, target: Attribute) -> Attribute:
        """Numbers."""
        return Continuous(target.name)

    def started(self, data: DataSet) -> Fraction:
        """p of every record before the round."""
        ones = [(record, Fraction(record.label == data.classes[1])) for record in data]
        start = weighted_mean(ones, self.width) if self.start is None else self.start
        p = max(self.least, min(rounded(1 - self.least, self.width), start))
        if not 0 < p < 1:
            raise Invalid("base score", "a probability strictly between 0 and 1", p)
        return p

    def shift(self, data: DataSet) -> Fraction:
        """What is added to the leaves beside their steps, to 30 digits."""
        if not self.added:
            return Fraction(0)
        p = self.started(data)
        return Fraction(decimal(log2_of(p / (1 - p)), 32)) * NATURAL_LOGARITHM_OF_2

    def alone(self, data: DataSet) -> Fraction | None:
        """What a tree of one leaf holds, where that is the average whatever the start; None: its step as any leaf."""
        return evolve(self, start=None, added=True).shift(data) if self.averages else None


def weighted_mean(valued: Sequence[tuple[Record, Fraction]], width: Width) -> Fraction:
    """
    The mean of a number of each record, by weight in single precision, as a float. Errors: Invalid without records, or weight.

    >>> weighted_mean([(Record(()), Fraction(1)), (Record(()), Fraction(0)), (Record(()), Fraction(0))], Width.FLOAT32)
    Fraction(11184811, 33554432)
    """
    if not valued:
        raise Invalid("boosting", "records, of which to take the mean", "none")
    weights = [single(record.weight) for record, _ in valued]
    if not any(weights):
        raise Invalid("boosting", "a weight that is above 0 in single precision", valued[0][0].weight)
    return rounded(sum((w * x for w, (_, x) in zip(weights, valued, strict=True)), Fraction(0)) / sum(weights, Fraction(0)), width)


def derivatives_kept(g: Fraction, h: Fraction, weight: Fraction, width: Width) -> Derivatives:
    """
    Both derivatives of a record of this weight, computed in floats of a width and kept in single precision.

    >>> derivatives_kept(Fraction(1, 2), Fraction(1, 4), Fraction(3), Width.FLOAT64)
    (Fraction(3, 2), Fraction(3, 4))
    """
    if weight == 1:
        return single(rounded(g, width)), single(h)
    return single(rounded(rounded(g, width) * weight, width)), single(rounded(h * weight, width))


def stepping(data: DataSet, derivatives: Callable[[Record, int], Derivatives]) -> DataSet:
    """
    The records with the target -g/h and the weight h. derivatives: those of a record and its position. Errors: Invalid for an h of 0, as of
    a weight that is 0 in single precision.

    >>> data = DataSet((), Continuous("y"), (Record((), Fraction(6)),))
    >>> stepping(data, lambda record, i: (Fraction(-1), Fraction(2))).records[0].label
    Fraction(1, 2)
    """
    target: Attribute = Continuous(data.target.name)
    pairs = [(record, *derivatives(record, i)) for i, record in enumerate(data)]
    if without := [(i, record.weight) for i, (record, _, h) in enumerate(pairs, 1) if not h]:
        raise Invalid(f"record {without[0][0]}", "weight and score with a second derivative above 0 in single precision", without[0][1])
    return DataSet(data.attributes, target, tuple(evolve(record, label=-g / h, weight=h) for record, g, h in pairs))


def _number(cell: Cell) -> Fraction:
    """A cell that holds a number."""
    assert isinstance(cell, Fraction), "a continuous target"
    return cell
