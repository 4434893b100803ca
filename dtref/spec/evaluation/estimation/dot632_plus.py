"""
The .632+ bootstrap estimate of an error rate, which weighs the records out of the samples more the more a learner overfits.

Notation: err the error rate of the learner on its own training records; Err1 that on the records out of the samples
(`leave_one_out_bootstrap`); gamma the no-information rate; R the relative overfitting rate (Err1 - err) / (gamma - err). Three rules have
one name; where err < Err1 <= gamma they are one number.
"""

from __future__ import annotations

__sources__ = ("Efron and Tibshirani 1997, Improvements on cross-validation: the .632+ bootstrap method",)

from attrs import frozen

from dtref.errors import Undefined
from dtref.exact.comparison import compare
from dtref.exact.definition import defined
from dtref.exact.inputs import share
from dtref.exact.number import Exact, Number, number, quotient, total
from dtref.spec.evaluation.confusion.matrix import Matrix, actual_counts, predicted_counts
from dtref.spec.evaluation.estimation.bootstrap_error import PRINTED_632


@frozen
class _Rates:
    """The three error rates."""

    out: Number
    resubstituted: Number
    no_information: Number


@defined(
    formula="gamma = sum_k p_k (1 - q_k), p_k the share of class k, q_k the share predicted as it",
    letter="gamma",
    range="From 0 to 1",
    undefined="no records",
    sources=("Efron and Tibshirani 1997, of the learner's predictions for its own training records",),
)
def no_information_rate(m: Matrix) -> Number | Undefined:
    """
    The error rate if predictions had nothing to do with the classes: that of every class paired with every prediction.

    Kappa is 1 - error rate / gamma.

    >>> from dtref.spec.evaluation.confusion.matrix import BinaryCounts
    >>> no_information_rate(BinaryCounts(3, 1, 1, 3)), no_information_rate(BinaryCounts(0, 0, 0, 0))
    (Fraction(1, 2), Undefined(why='no records'))
    """
    t, p = actual_counts(m), predicted_counts(m)
    n = total(t)
    return quotient(total(t_k * (n - p_k) for t_k, p_k in zip(t, p, strict=True)), n * n, "no records")


@defined(
    formula="(min(Err1, gamma) - err) / (gamma - err) where Err1 > err and gamma > err, else 0",
    letter="R'",
    range="From 0 to 1",
    errors="Invalid for a rate that is a float or not from 0 to 1",
    sources=("Efron and Tibshirani 1997",),
)
def relative_overfitting_rate(out: Exact, resubstituted: Exact, no_information: Exact) -> Number:
    """
    R': how far the error on records out of the samples is on the way from the learner's own to the no-information rate.

    >>> from fractions import Fraction
    >>> half = Fraction(1, 2)
    >>> relative_overfitting_rate(Fraction(1, 4), 0, half), relative_overfitting_rate(1, 0, half), relative_overfitting_rate(0, half, 1)
    (Fraction(1, 2), Fraction(1, 1), Fraction(0, 1))
    """
    return _bounded_rate(_rates(out, resubstituted, no_information))


@defined(
    formula="Err.632 + (min(Err1, gamma) - err) (0.368 0.632 R') / (1 - 0.368 R'), Err.632 = 0.368 err + 0.632 Err1",
    errors=relative_overfitting_rate,
    sources=("Efron and Tibshirani 1997",),
    parts=lambda: (relative_overfitting_rate,),
)
def dot632_plus(out: Exact, resubstituted: Exact, no_information: Exact) -> Number:
    """
    The .632+ estimate of the paper's simulations.

    Err1 itself stands in Err.632, also where it is above gamma; `dot632_plus_capped` has gamma there.

    >>> from fractions import Fraction
    >>> dot632_plus(Fraction(1, 4), 0, Fraction(1, 2)), dot632_plus(0, 0, 1), dot632_plus(1, 0, Fraction(1, 2))
    (Fraction(79, 408), Fraction(0, 1), Fraction(102, 125))
    """
    rates = _rates(out, resubstituted, no_information)
    w, r = PRINTED_632, _bounded_rate(rates)
    plain = (1 - w) * rates.resubstituted + w * rates.out
    return plain + (_capped(rates) - rates.resubstituted) * ((1 - w) * w * r) / (1 - (1 - w) * r)


@defined(
    formula="(1 - w) err + w min(Err1, gamma), w = 0.632 / (1 - 0.368 R')",
    errors=relative_overfitting_rate,
    sources=("Efron and Tibshirani 1997, as the R package pec reads it",),
    parts=lambda: (relative_overfitting_rate,),
)
def dot632_plus_capped(out: Exact, resubstituted: Exact, no_information: Exact) -> Number:
    """
    The .632+ estimate as a weighted mean of the learner's own error and the lesser of Err1 and gamma.

    >>> from fractions import Fraction
    >>> dot632_plus_capped(Fraction(1, 4), 0, Fraction(1, 2)), dot632_plus_capped(1, 0, Fraction(1, 2))
    (Fraction(79, 408), Fraction(1, 2))
    """
    rates = _rates(out, resubstituted, no_information)
    w = PRINTED_632 / (1 - (1 - PRINTED_632) * _bounded_rate(rates))
    return (1 - w) * rates.resubstituted + w * _capped(rates)


@defined(
    formula="(1 - w) err + w Err1, w = 0.632 / (1 - 0.368 R), R = (Err1 - err) / (gamma - err)",
    undefined="gamma = err (R divides by 0), or R = 1/0.368 (w does)",
    errors=relative_overfitting_rate,
    sources=("Efron and Tibshirani 1997, before the bounds; sortinghat",),
)
def dot632_plus_unbounded(out: Exact, resubstituted: Exact, no_information: Exact) -> Number | Undefined:
    """
    The .632+ estimate without bounds for R, which may then be of any sign and size, and so may the weight.

    mlxtend takes the three rates of each sample's own model, and the mean of these estimates.

    >>> from fractions import Fraction
    >>> dot632_plus_unbounded(Fraction(1, 4), 0, Fraction(1, 2)), dot632_plus_unbounded(1, 0, 0)
    (Fraction(79, 408), Undefined(why='the no-information rate is the error on the training records'))
    """
    rates = _rates(out, resubstituted, no_information)
    r = quotient(
        rates.out - rates.resubstituted,
        rates.no_information - rates.resubstituted,
        "the no-information rate is the error on the training records",
    )
    if isinstance(r, Undefined):
        return r
    w = quotient(PRINTED_632, 1 - (1 - PRINTED_632) * r, "the relative overfitting rate is 1/0.368")
    return w if isinstance(w, Undefined) else (1 - w) * rates.resubstituted + w * rates.out


def _rates(out: Exact, resubstituted: Exact, no_information: Exact) -> _Rates:
    return _Rates(share("out", out), share("resubstituted", resubstituted), share("no_information", no_information))


def _capped(rates: _Rates) -> Number:
    """The lesser of Err1 and gamma."""
    return rates.out if compare(rates.out, rates.no_information) <= 0 else rates.no_information


def _bounded_rate(rates: _Rates) -> Number:
    """R'. Where Err1 or gamma is at most err, nothing is overfitted."""
    spread, more = rates.no_information - rates.resubstituted, rates.out - rates.resubstituted
    if compare(spread, 0) <= 0 or compare(more, 0) <= 0:
        return number(0)
    return (_capped(rates) - rates.resubstituted) / spread
