"""
A later round of boosting by the logistic loss: each record has a score of its own, and with it a probability and second derivatives.

A program computes the exponential with an error of its own, so that its probabilities differ from the nearest floats by some units in the
last place (`off`); where it then keeps fewer digits than these units change, they are the same.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from attrs import frozen

from dtref.errors import Invalid, Undecided
from dtref.exact.definition import defined
from dtref.exact.enclosure import Enclosure, enclose
from dtref.spec.model.attributes import Attribute, Continuous, Width
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.precision import rounded
from dtref.spec.preparation.gradients import Derivatives, LogisticSteps, SquaredErrorSteps, derivatives_kept, single, stepping
from dtref.spec.preparation.weighing import GivesTargets

if TYPE_CHECKING:
    from flint import arb

LEAST_HESSIAN = single(Fraction(1, 10**16))
"""The least h of XGBoost (`src/objective/regression_loss.h`)."""
MOST_UNITS = Fraction(5, 2**24)
"""How far XGBoost's p may be from the nearest float, as a part of it: 2u for the exponential, and u for each sum, quotient and rounding."""
_DOUBLES_OFF = Fraction(1, 2**49)
"""The same of LightGBM's, which computes in doubles and keeps g and h in single precision."""
_LARGEST_EXPONENT = Fraction("88.7")
_MOST_BITS = 4096


@defined(
    formula="p = 1 / (1 + e^-s); g = w (p - [class 2]), h = w p (1 - p); a record then has the target -g/h and the weight h",
    errors="Invalid for another number of classes than two, or of scores than records; where h is 0. Undecided where a float is",
    sources=(
        "XGBoost 3.2, `src/objective/regression_loss.h`, LogisticRegression; `src/common/math.h`, Sigmoid",
        "LightGBM 4.7, `src/objective/binary_objective.hpp`, GetGradients",
    ),
)
@frozen
class LaterLogisticSteps(GivesTargets):
    """
    A round of boosting by the logistic loss of two classes, of which the second one counts as 1, from scores: logarithms of odds.

    scores: that of each record, in their order. positive: the factor of the weight of records of the second class. width: the floats of p,
    and of what is computed of it. from_class: whether the program computes how far p is from the record's class (LightGBM) rather than p
    (XGBoost, for which h is at least 1/10^16).

    >>> from dtref.spec.model.attributes import Nominal
    >>> data = DataSet((), Nominal("y", ("-", "+")), (Record((), "-"), Record((), "+")))
    >>> [(r.label, r.weight) for r in LaterLogisticSteps((Fraction(0), Fraction(0)))(data)]
    [(Fraction(-2, 1), Fraction(1, 4)), (Fraction(2, 1), Fraction(1, 4))]
    >>> [float(r.weight) for r in LaterLogisticSteps((Fraction(-2), Fraction(40)))(data)]
    [0.10499358177185059, 1.0000000168623835e-16]
    """

    scores: tuple[Fraction, ...]
    positive: Fraction = Fraction(1)
    width: Width = Width.FLOAT32
    from_class: bool = False

    def __call__(self, data: DataSet) -> DataSet:
        """The records with their steps."""
        if len(data.classes) != 2:
            raise Invalid(f"target {data.target.name}", "two classes, for boosting by the logistic loss", len(data.classes))
        if len(self.scores) != len(data):
            raise Invalid("scores", f"one for each of the {len(data)} records", len(self.scores))
        return stepping(data, lambda record, i: self._derivatives(record, self.scores[i], record.label == data.classes[1], i))

    def _derivatives(self, record: Record, score: Fraction, one: bool, i: int) -> Derivatives:
        weight = single(record.weight)
        weight = rounded(weight * self.positive, self.width) if one else weight
        if not self.from_class:
            p = logistic(max(score, -_LARGEST_EXPONENT), self.width)
            h = max(rounded(p * rounded(1 - p, self.width), self.width), LEAST_HESSIAN)
            return derivatives_kept(p - one, h, weight, self.width)
        # the probability of the other class, with which g and h are accurate also near the record's own
        other = logistic(-score if one else score, self.width)
        h = rounded(other * rounded(1 - other, self.width), self.width)
        kept = derivatives_kept(-other if one else other, h, weight, self.width)
        near = [
            derivatives_kept(side * other * (-1 if one else 1), side * h, weight, self.width)
            for side in (1 - _DOUBLES_OFF, 1 + _DOUBLES_OFF)
        ]
        if near != [kept, kept]:
            raise Undecided(f"record {i + 1}: float of its derivative", f"{_DOUBLES_OFF} of it, by which programs may differ")
        return kept

    def target_for(self, target: Attribute) -> Attribute:
        """Numbers."""
        return Continuous(target.name)

    def shift(self, _: DataSet) -> Fraction:
        """What is added to the leaves beside their steps: nothing."""
        return Fraction(0)

    def alone(self, _: DataSet) -> Fraction | None:
        """What a tree of one leaf holds, where that is no step: 0 in LightGBM; None: its step."""
        return Fraction(0) if self.from_class else None


def logistic(score: Fraction, width: Width) -> Fraction:
    """
    The float nearest to 1 / (1 + e^-s). Errors: Undecided where that isn't decided within 4096 bits.

    >>> logistic(Fraction(0), Width.FLOAT32), logistic(Fraction(40), Width.FLOAT64)
    (Fraction(1, 2), Fraction(1, 1))
    """
    if not score:
        return Fraction(1, 2)
    probability, bits = Enclosure(f"1 / (1 + exp(-({score})))", _logistic, (enclose(score),)), 128
    while bits <= _MOST_BITS:
        low, high = (rounded(bound, width) for bound in probability.bounds(bits))
        if low == high:
            return low
        bits *= 2
    raise Undecided(f"float of {probability}", f"{_MOST_BITS} bits")


def _logistic(score: arb) -> arb:
    return 1 / (1 + (-score).exp())


Steps: TypeAlias = SquaredErrorSteps | LogisticSteps | LaterLogisticSteps
"""The steps of a round of boosting, as a rule from data set to data set."""


def steps_of(rule: object) -> Steps | None:
    """
    The steps that a rule gives the records; None for a rule that gives none.

    >>> steps_of(SquaredErrorSteps(Fraction(1))), steps_of(len)
    (SquaredErrorSteps(start=Fraction(1, 1), scores=(), width=<Width.FLOAT32: 'float32'>, added=False, averages=False), None)
    """
    return rule if isinstance(rule, SquaredErrorSteps | LogisticSteps | LaterLogisticSteps) else None
