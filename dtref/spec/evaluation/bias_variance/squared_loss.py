"""
Squared loss: the mean squared error of an estimator, and of a learner's predictions at a point, split into its parts.

Notation: theta what is estimated, X its estimate; t a record's actual value at a point, y its prediction, which a training set decides; t
and y are independent.
"""

from __future__ import annotations

__sources__ = (("evaluation", "Problems of estimating error"), ("cs422", "Bias, Variance, Under/Over-fitting"))

from collections.abc import Sequence

from attrs import astuple, frozen

from dtref.errors import Undefined
from dtref.exact.definition import defined
from dtref.exact.inputs import exact, exacts
from dtref.exact.number import Exact, Number, is_zero, total
from dtref.spec.evaluation.bias_variance.draws import Distribution, checked_distribution


@defined(
    formula="E[X] = sum_x x P(x)",
    errors="Invalid where the probabilities do not add up to 1, one is below 0, or a number is a float",
)
def estimator_mean(estimates: Distribution[Exact]) -> Number:
    """
    The expectation of an estimate.

    >>> from fractions import Fraction
    >>> estimator_mean({0: Fraction(3, 4), 1: Fraction(1, 4)})
    Fraction(1, 4)
    """
    return total(exact("estimate", x) * p for x, p in checked_distribution("estimates", estimates).items())


@defined(formula="b = E[X] - theta", letter="b", errors=estimator_mean, sources=(("evaluation", "Problems of estimating error"),))
def estimator_bias(estimates: Distribution[Exact], truth: Exact) -> Number:
    """
    The bias of an estimator: how far it is too high on average.

    >>> from fractions import Fraction
    >>> estimator_bias({0: Fraction(3, 4), 1: Fraction(1, 4)}, Fraction(1, 4))
    Fraction(0, 1)
    """
    return estimator_mean(estimates) - exact("truth", truth)


@defined(
    formula="Var(X) = E[(X - E[X])^2]",
    letter="Var(X)",
    errors=estimator_mean,
    sources=(("evaluation", "Problems of estimating error"),),
    parts=lambda: (estimator_mean,),
)
def estimator_variance(estimates: Distribution[Exact]) -> Number:
    """
    The mean squared distance of an estimate from its own mean.

    >>> from fractions import Fraction
    >>> estimator_variance({0: Fraction(3, 4), 1: Fraction(1, 4)})
    Fraction(3, 16)
    """
    return estimator_squared_error(estimates, estimator_mean(estimates))


@defined(formula="E[(X - theta)^2] = Var(X) + b^2", errors=estimator_mean, sources=(("evaluation", "Problems of estimating error"),))
def estimator_squared_error(estimates: Distribution[Exact], truth: Exact) -> Number:
    """
    The mean squared error of an estimator, which is its variance plus its squared bias.

    >>> from fractions import Fraction
    >>> estimator_squared_error({0: Fraction(3, 4), 1: Fraction(1, 4)}, Fraction(1, 2))
    Fraction(1, 4)
    """
    theta = exact("truth", truth)
    deviations = ((exact("estimate", x) - theta, p) for x, p in checked_distribution("estimates", estimates).items())
    return total(e * e * p for e, p in deviations)


@frozen
class Terms:
    """
    The parts of an expected loss: noise, which no learner avoids; bias, a systematic error; variance, due to the training sets.

    >>> from fractions import Fraction
    >>> Terms(Fraction(1, 4), Fraction(1), Fraction(1, 2)).loss
    Fraction(7, 4)
    """

    noise: Number
    bias: Number
    variance: Number

    @property
    def loss(self) -> Number:
        """The expected loss: the sum of the parts."""
        return self.noise + self.bias + self.variance


@defined(
    formula="E[(t - y)^2] = Var(t) + (E[y] - E[t])^2 + Var(y)",
    unit="that of t, squared",
    errors=estimator_mean,
    sources=(
        "Geman, Bienenstock, Doursat 1992, Neural networks and the bias/variance dilemma",
        ("cs422", "Bias, Variance, Under/Over-fitting"),
    ),
)
def squared_loss(targets: Distribution[Exact], predictions: Distribution[Exact]) -> Terms:
    """
    The expected squared loss at a point in its parts: noise, squared bias, variance.

    >>> from fractions import Fraction
    >>> squared_loss({0: Fraction(1, 2), 1: Fraction(1, 2)}, {1: Fraction(1, 2), 2: Fraction(1, 2)})
    Terms(noise=Fraction(1, 4), bias=Fraction(1, 1), variance=Fraction(1, 4))
    """
    difference = estimator_bias(predictions, estimator_mean(targets))
    return Terms(estimator_variance(targets), difference * difference, estimator_variance(predictions))


@defined(undefined="no weight", errors="Invalid for a weight that is a float or below 0, or parts that are floats")
def mean_terms(points: Sequence[tuple[Exact, Terms]]) -> Terms | Undefined:
    """
    The weighted mean of the parts of the loss over points, given as (weight, parts).

    >>> from fractions import Fraction
    >>> mean_terms(((3, Terms(Fraction(0), Fraction(1), Fraction(0))), (1, Terms(Fraction(1), Fraction(0), Fraction(0)))))
    Terms(noise=Fraction(1, 4), bias=Fraction(3, 4), variance=Fraction(0, 1))
    """
    weights = exacts("weight", (w for w, _ in points), least=0)
    total_weight = total(weights)
    if is_zero(total_weight):
        return Undefined("no weight")
    parts = zip(*(exacts("part", astuple(terms)) for _, terms in points), strict=True)
    return Terms(*(total(w * x for w, x in zip(weights, part, strict=True)) / total_weight for part in parts))
