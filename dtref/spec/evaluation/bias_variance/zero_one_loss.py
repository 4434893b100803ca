"""
0-1 loss: the decompositions of Domingos and of Kohavi and Wolpert. They share names and sum, not parts.

Notation: t a record's actual class at a point, y the class predicted there, which a training set decides; t and y are independent; y* an
optimal prediction (a most likely t), y_m a main prediction (a most likely y).
"""

from __future__ import annotations

__sources__ = (("cs422", "Bias, Variance, Under/Over-fitting"),)

from itertools import product
from typing import Generic

from attrs import frozen

from dtref.errors import Undefined
from dtref.exact.comparison import argmax_set
from dtref.exact.definition import defined
from dtref.exact.number import Number, number, quotient, total
from dtref.spec.evaluation.bias_variance.draws import A, Distribution, checked_distribution, event_probability
from dtref.spec.evaluation.bias_variance.squared_loss import Terms


@defined(formula="P(y != t) = sum_t P(t) P(y != t)", errors="Invalid where probabilities do not add up to 1, or one is below 0")
def zero_one_loss(targets: Distribution[A], predictions: Distribution[A]) -> Number:
    """
    The probability that the prediction at a point is wrong.

    >>> from fractions import Fraction
    >>> zero_one_loss({"a": Fraction(3, 4), "b": Fraction(1, 4)}, {"a": Fraction(2, 3), "b": Fraction(1, 3)})
    Fraction(5, 12)
    """
    of_t, of_y = checked_distribution("targets", targets), checked_distribution("predictions", predictions)
    return total(p * q for (t, p), (y, q) in product(of_t.items(), of_y.items()) if t != y)


@frozen
class Domingos(Generic[A]):
    """
    The parts of the 0-1 loss about one optimal and one main prediction: N = P(t != y*), B = L(y*, y_m), V = P(y != y_m).

    terms: what they add to the loss, c_1 N + B + c_2 V. Where the main prediction is not optimal, variance lowers the loss.
    """

    optimal: A
    main: A
    noise: Number
    bias: Number
    variance: Number
    terms: Terms

    @property
    def c_1(self) -> Number | Undefined:
        """The factor of the noise. Undefined: no noise."""
        return quotient(self.terms.noise, self.noise, "no noise")

    @property
    def c_2(self) -> Number | Undefined:
        """The factor of the variance: 1 where y_m = y*, -P(y = y* | y != y_m) elsewhere. Undefined: there is no variance."""
        return quotient(self.terms.variance, self.variance, "no variance")


@defined(errors=zero_one_loss, sources=("Domingos 2000, A unified bias-variance decomposition and its applications",))
def domingos(targets: Distribution[A], predictions: Distribution[A]) -> tuple[Domingos[A], ...]:
    """
    The decompositions of the 0-1 loss at a point by Domingos: one for each optimal and each main prediction, where those tie.

    >>> from fractions import Fraction
    >>> (found,) = domingos({"a": Fraction(1)}, {"a": Fraction(1, 3), "b": Fraction(2, 3)})
    >>> found.bias, found.variance, found.c_2, found.terms.loss
    (Fraction(1, 1), Fraction(1, 3), Fraction(-1, 1), Fraction(2, 3))
    >>> len(domingos({"a": Fraction(1, 2), "b": Fraction(1, 2)}, {"a": Fraction(1, 2), "b": Fraction(1, 2)}))
    4
    """
    of_t, of_y = checked_distribution("targets", targets), checked_distribution("predictions", predictions)
    return tuple(
        domingos_about(of_t, of_y, optimal, main)
        for optimal, main in product(argmax_set(of_t, of_t.__getitem__), argmax_set(of_y, of_y.__getitem__))
    )


@defined(
    formula=(
        "P(y != t) = c_1 N + B + c_2 V, where c_1 N = P(y = y*) N - P(y = t, t != y*) and c_2 V = V where y_m = y*, -P(y = y*) elsewhere"
    ),
    errors=domingos,
    sources=domingos,
)
def domingos_about(targets: Distribution[A], predictions: Distribution[A], optimal: A, main: A) -> Domingos[A]:
    """
    The decomposition of Domingos about the optimal and the main prediction stated.

    Of two classes c_1 = 2 P(y = y*) - 1.

    >>> from fractions import Fraction
    >>> domingos_about({"a": Fraction(3, 4), "b": Fraction(1, 4)}, {"a": Fraction(2, 3), "b": Fraction(1, 3)}, "a", "a").terms
    Terms(noise=Fraction(1, 12), bias=Fraction(0, 1), variance=Fraction(1, 3))
    """
    of_t, of_y = checked_distribution("targets", targets), checked_distribution("predictions", predictions)
    noise = event_probability(of_t, lambda t: t != optimal)
    spread = event_probability(of_y, lambda y: y != main)
    hit = event_probability(of_y, lambda y: y == optimal)
    lucky = total(p * of_y.get(t, 0) for t, p in of_t.items() if t != optimal)
    biased = number(int(main != optimal))
    return Domingos(optimal, main, noise, biased, spread, Terms(hit * noise - lucky, biased, spread if main == optimal else -hit))


@defined(
    formula="P(y != t) = (1/2)(1 - sum_c P(t = c)^2) + (1/2) sum_c (P(t = c) - P(y = c))^2 + (1/2)(1 - sum_c P(y = c)^2)",
    errors=zero_one_loss,
    sources=("Kohavi and Wolpert 1996, Bias plus variance decomposition for zero-one loss functions",),
)
def kohavi_wolpert(targets: Distribution[A], predictions: Distribution[A]) -> Terms:
    """
    The decomposition of the 0-1 loss at a point by Kohavi and Wolpert: no part depends on which of tied classes is called most likely.

    >>> from fractions import Fraction
    >>> kohavi_wolpert({"a": Fraction(1)}, {"a": Fraction(1, 3), "b": Fraction(2, 3)})
    Terms(noise=Fraction(0, 1), bias=Fraction(4, 9), variance=Fraction(2, 9))
    """
    of_t, of_y = checked_distribution("targets", targets), checked_distribution("predictions", predictions)
    gaps = tuple(of_t.get(c, 0) - number(of_y.get(c, 0)) for c in dict.fromkeys((*of_t, *of_y)))
    return Terms(_half_gini(of_t), total(gap * gap for gap in gaps) / 2, _half_gini(of_y))


def _half_gini(distribution: dict[A, Number]) -> Number:
    return (1 - total(p * p for p in distribution.values())) / 2
