"""
Operations on distributions: binomial, normal, Student's t, chi-square, F, beta; and the tables of quantiles that documents print.

A quantile is the x that a variable does not exceed with probability `p`; `degrees` are degrees of freedom.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial

from dtref.exact.distributions.approximation import (
    largest_approximation_error,
    normal_approximation,
    normal_approximation_corrected,
    standard_score,
)
from dtref.exact.distributions.beta import beta_at_most, beta_quantile
from dtref.exact.distributions.binomial import binomial_at_least, binomial_at_most, binomial_mean, binomial_probability, binomial_variance
from dtref.exact.distributions.chi_square import chi_square_quantile, chi_square_tail
from dtref.exact.distributions.f import f_tail
from dtref.exact.distributions.normal import normal_at_most, normal_quantile, normal_tail
from dtref.exact.distributions.student_t import t_quantile, t_tail
from dtref.exact.number import Exact, Number, number
from dtref.io.numbers import Json
from dtref.oracle.operations.answer_kinds import AS_IT_IS, NUMBERS_ANSWER, ROWS_ANSWER
from dtref.oracle.operations.answers import Answer
from dtref.oracle.operations.draws import lists_of, positive
from dtref.oracle.operations.inputs import as_texts
from dtref.oracle.operations.kinds import (
    A_NUMBER,
    A_PROBABILITY,
    A_PROBABILITY_INSIDE,
    A_RATIONAL,
    A_SHARE,
    A_SIZE,
    A_WHOLE,
    SHARES,
    one_of,
    ranging,
)
from dtref.oracle.operations.operation import NUMBER_ANSWER, InputKind, Operation, alone, asks, declarations, each
from dtref.oracle.operations.part_inputs import whole_number
from dtref.spec.evaluation.intervals.deviates import one_sided_deviate, one_sided_t, two_sided_deviate, two_sided_t

NORMAL_ROW = "∞"
"""The row for infinitely many degrees of freedom in a table of t: the normal distribution's."""


_TRIALS = each(k=A_WHOLE, n=A_WHOLE, p=A_PROBABILITY)
_INSIDE = A_SHARE.drawn(A_PROBABILITY_INSIDE.draw)
_LEVEL = one_of(A_PROBABILITY, "1/20", "1/10", "1/2", "19/20")
_DEGREES = A_SIZE.named("degrees of freedom")
_AT_LEAST_0 = ranging(A_NUMBER, 0, 9)
_PARAMETER = A_RATIONAL.drawn(positive)
A_CONFIDENCE = one_of(A_SHARE, "19/20", "9/10", "1/2").named("a confidence")


def _read_degrees(value: Json, where: str) -> tuple[str | int, ...]:
    return tuple(text if text == NORMAL_ROW else whole_number(text, where) for text in as_texts(value, where))


_ROWS_OF_T = InputKind(
    f"degrees of freedom, or `{NORMAL_ROW}`: the normal distribution", alone(_read_degrees), lambda: lists_of(positive(), 1, 3)
)


def _binomial_distribution(n: int, p: Number) -> tuple[Exact, ...]:
    return tuple(binomial_probability(k, n, p) for k in range(n + 1))


def _z_table(confidences: Sequence[Fraction]) -> Sequence[Sequence[Exact]]:
    """A row for each confidence: the confidence, and its two-sided deviate."""
    return [(c, two_sided_deviate(c)) for c in confidences]


def _t_table(degrees: Sequence[str | int], alphas: Sequence[Fraction]) -> Answer:
    """A row for each number of degrees of freedom: this number, then the two-sided deviate of confidence 1 - alpha for each alpha."""

    def row(n: str | int) -> Answer:
        if isinstance(n, str):
            return (n, *(number(two_sided_deviate(1 - alpha)) for alpha in alphas))
        return (number(n), *(NUMBER_ANSWER.written(two_sided_t(1 - alpha, n)) for alpha in alphas))

    return tuple(map(row, degrees))


DISTRIBUTIONS: Mapping[str, Operation] = declarations(
    asks("binomial_probability", binomial_probability, _TRIALS),
    asks("binomial_at_most", binomial_at_most, _TRIALS),
    asks("binomial_at_least", binomial_at_least, _TRIALS),
    asks("binomial_distribution", _binomial_distribution, answer=NUMBERS_ANSWER, n=A_WHOLE, p=A_PROBABILITY),
    asks("binomial_mean", binomial_mean, n=A_WHOLE, p=A_PROBABILITY),
    asks("binomial_variance", binomial_variance, n=A_WHOLE, p=A_PROBABILITY),
    asks("standard_score", standard_score, k=ranging(A_NUMBER, 0, 6), n=A_SIZE, p=A_PROBABILITY_INSIDE),
    asks("normal_approximation_error", partial(largest_approximation_error, normal_approximation), n=A_SIZE, p=_INSIDE),
    asks("corrected_approximation_error", partial(largest_approximation_error, normal_approximation_corrected), n=A_SIZE, p=_INSIDE),
    asks("normal_at_most", normal_at_most, x=A_NUMBER),
    asks("normal_tail", normal_tail, x=A_NUMBER),
    asks("normal_quantile", normal_quantile, p=_LEVEL),
    asks("t_tail", t_tail, x=A_NUMBER, degrees=_DEGREES),
    asks("t_quantile", t_quantile, p=_LEVEL, degrees=_DEGREES),
    asks("chi_square_tail", chi_square_tail, x=_AT_LEAST_0, degrees=_DEGREES),
    asks("chi_square_quantile", chi_square_quantile, p=_LEVEL, degrees=_DEGREES),
    asks("f_tail", f_tail, x=_AT_LEAST_0, above=_DEGREES, below=_DEGREES),
    asks("beta_at_most", beta_at_most, x=A_PROBABILITY, a=_PARAMETER, b=_PARAMETER),
    asks("beta_quantile", beta_quantile, p=_LEVEL, a=_PARAMETER, b=_PARAMETER),
    asks("two_sided_deviate", two_sided_deviate, confidence=A_CONFIDENCE),
    asks("one_sided_deviate", one_sided_deviate, confidence=A_CONFIDENCE),
    asks("two_sided_t", two_sided_t, confidence=A_CONFIDENCE, degrees=_DEGREES),
    asks("one_sided_t", one_sided_t, confidence=A_CONFIDENCE, degrees=_DEGREES),
    asks("z_table", _z_table, answer=ROWS_ANSWER, confidences=SHARES.drawn(lambda: lists_of(A_CONFIDENCE.draw(), 1, 3))),
    asks(
        "t_table",
        _t_table,
        answer=AS_IT_IS.named("rows of numbers"),
        degrees=_ROWS_OF_T,
        alphas=SHARES.drawn(lambda: lists_of(_LEVEL.draw(), 1, 2)),
    ),
)
"""Distributions, by name."""
