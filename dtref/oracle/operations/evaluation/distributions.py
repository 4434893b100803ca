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
from dtref.oracle.operations.answer_kinds import AS_IT_IS, NUMBERS, ROWS, number_answer
from dtref.oracle.operations.answers import Answer
from dtref.oracle.operations.draws import lists_of, positive
from dtref.oracle.operations.inputs import as_texts
from dtref.oracle.operations.kinds import INSIDE, NUMBER, PROBABILITY, RATIONAL, SHARE, SHARES, SIZE, WHOLE, one_of, within
from dtref.oracle.operations.operation import Kind, Operation, declared, each, operation
from dtref.oracle.operations.part_inputs import whole_number
from dtref.spec.evaluation.intervals.deviates import one_sided_deviate, one_sided_t, two_sided_deviate, two_sided_t

NORMAL_ROW = "∞"
"""The row for infinitely many degrees of freedom in a table of t: the normal distribution's."""


_TRIALS = each(k=WHOLE, n=WHOLE, p=PROBABILITY)
_INSIDE = SHARE.drawn(INSIDE.draw)
_LEVEL = one_of(PROBABILITY, "1/20", "1/10", "1/2", "19/20")
_DEGREES = SIZE.named("degrees of freedom")
_AT_LEAST_0 = within(NUMBER, 0, 9)
_PARAMETER = RATIONAL.drawn(positive)
CONFIDENCE = one_of(SHARE, "19/20", "9/10", "1/2").named("a confidence")


def _read_degrees(value: Json, where: str) -> tuple[str | int, ...]:
    return tuple(text if text == NORMAL_ROW else whole_number(text, where) for text in as_texts(value, where))


_ROWS_OF_T = Kind(f"degrees of freedom, or `{NORMAL_ROW}`: the normal distribution", _read_degrees, lambda: lists_of(positive(), 1, 3))


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
        return (number(n), *(number_answer(two_sided_t(1 - alpha, n)) for alpha in alphas))

    return tuple(map(row, degrees))


DISTRIBUTIONS: Mapping[str, Operation] = declared(
    operation("binomial_probability", binomial_probability, _TRIALS),
    operation("binomial_at_most", binomial_at_most, _TRIALS),
    operation("binomial_at_least", binomial_at_least, _TRIALS),
    operation("binomial_distribution", _binomial_distribution, answer=NUMBERS, n=WHOLE, p=PROBABILITY),
    operation("binomial_mean", binomial_mean, n=WHOLE, p=PROBABILITY),
    operation("binomial_variance", binomial_variance, n=WHOLE, p=PROBABILITY),
    operation("standard_score", standard_score, k=within(NUMBER, 0, 6), n=SIZE, p=INSIDE),
    operation("normal_approximation_error", partial(largest_approximation_error, normal_approximation), n=SIZE, p=_INSIDE),
    operation("corrected_approximation_error", partial(largest_approximation_error, normal_approximation_corrected), n=SIZE, p=_INSIDE),
    operation("normal_at_most", normal_at_most, x=NUMBER),
    operation("normal_tail", normal_tail, x=NUMBER),
    operation("normal_quantile", normal_quantile, p=_LEVEL),
    operation("t_tail", t_tail, x=NUMBER, degrees=_DEGREES),
    operation("t_quantile", t_quantile, p=_LEVEL, degrees=_DEGREES),
    operation("chi_square_tail", chi_square_tail, x=_AT_LEAST_0, degrees=_DEGREES),
    operation("chi_square_quantile", chi_square_quantile, p=_LEVEL, degrees=_DEGREES),
    operation("f_tail", f_tail, x=_AT_LEAST_0, above=_DEGREES, below=_DEGREES),
    operation("beta_at_most", beta_at_most, x=PROBABILITY, a=_PARAMETER, b=_PARAMETER),
    operation("beta_quantile", beta_quantile, p=_LEVEL, a=_PARAMETER, b=_PARAMETER),
    operation("two_sided_deviate", two_sided_deviate, confidence=CONFIDENCE),
    operation("one_sided_deviate", one_sided_deviate, confidence=CONFIDENCE),
    operation("two_sided_t", two_sided_t, confidence=CONFIDENCE, degrees=_DEGREES),
    operation("one_sided_t", one_sided_t, confidence=CONFIDENCE, degrees=_DEGREES),
    operation("z_table", _z_table, answer=ROWS, confidences=SHARES.drawn(lambda: lists_of(CONFIDENCE.draw(), 1, 3))),
    operation("t_table", _t_table, answer=AS_IT_IS, degrees=_ROWS_OF_T, alphas=SHARES.drawn(lambda: lists_of(_LEVEL.draw(), 1, 2))),
)
"""Distributions, by name."""
