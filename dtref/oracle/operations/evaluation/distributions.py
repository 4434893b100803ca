"""
Operations on distributions: binomial, normal, Student's t, chi-square, F, beta; and the tables of quantiles that documents print.

A quantile is the x that a variable does not exceed with probability `p`; `degrees` are degrees of freedom.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dtref.errors import Undefined
from dtref.exact.distributions.approximation import (
    Approximation,
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
from dtref.oracle.arithmetic.json_numbers import rational_of_text
from dtref.oracle.operations.answers import Answer
from dtref.oracle.operations.inputs import Given, Operation, as_rationals
from dtref.oracle.operations.part_inputs import whole_number
from dtref.spec.evaluation.intervals.deviates import one_sided_deviate, one_sided_t, two_sided_deviate, two_sided_t

NORMAL_ROW = "∞"
"""The row for infinitely many degrees of freedom in a table of t: the normal distribution's."""


def given_whole(inputs: Given, name: str) -> int:
    """
    An input that is a whole number.

    >>> given_whole(Given({"k": "3"}), "k")
    3
    """
    return whole_number(inputs.part(name), f"{inputs.where}, {name}")


def number_answer(x: Exact | Undefined) -> Answer:
    """
    A number as an answer, or no value.

    >>> number_answer(1), number_answer(Undefined("no folds"))
    (Fraction(1, 1), Undefined(why='no folds'))
    """
    return x if isinstance(x, Undefined) else number(x)


def _trials(value: Callable[[int, int, Number], Exact]) -> Operation:
    """An operation for a probability of k successes in n trials."""
    return lambda inputs: number(value(given_whole(inputs.only("k", "n", "p"), "k"), given_whole(inputs, "n"), inputs.number("p")))


def _moment(value: Callable[[int, Number], Number]) -> Operation:
    return lambda inputs: value(given_whole(inputs.only("n", "p"), "n"), inputs.number("p"))


def _distribution(inputs: Given) -> Answer:
    n, p = given_whole(inputs.only("n", "p"), "n"), inputs.number("p")
    return tuple(binomial_probability(k, n, p) for k in range(n + 1))


def _at(value: Callable[[Number], Exact], name: str) -> Operation:
    return lambda inputs: number(value(inputs.only(name).number(name)))


def _with_degrees(value: Callable[[Number, int], Exact | Undefined], name: str) -> Operation:
    return lambda inputs: number_answer(value(inputs.only(name, "degrees").number(name), given_whole(inputs, "degrees")))


def _deviate(value: Callable[..., Exact | Undefined], *names: str) -> Operation:
    """An operation for a deviate of a confidence, and perhaps of degrees of freedom."""

    def answer(inputs: Given) -> Answer:
        confidence = rational_of_text(inputs.only("confidence", *names).part("confidence"), f"{inputs.where}, confidence")
        return number_answer(value(confidence, *(given_whole(inputs, name) for name in names)))

    return answer


def _f_tail(inputs: Given) -> Answer:
    return number_answer(f_tail(inputs.only("x", "above", "below").number("x"), given_whole(inputs, "above"), given_whole(inputs, "below")))


def _beta(value: Callable[..., Exact], name: str) -> Operation:
    def answer(inputs: Given) -> Answer:
        a, b = (rational_of_text(inputs.only(name, "a", "b").part(part), f"{inputs.where}, {part}") for part in ("a", "b"))
        return number(value(inputs.number(name), a, b))

    return answer


def _standard_score(inputs: Given) -> Answer:
    return standard_score(inputs.only("k", "n", "p").number("k"), given_whole(inputs, "n"), inputs.number("p"))


def _approximation_error(approximation: Approximation) -> Operation:
    def answer(inputs: Given) -> Answer:
        p = rational_of_text(inputs.only("n", "p").part("p"), f"{inputs.where}, p")
        return number_answer(largest_approximation_error(approximation, given_whole(inputs, "n"), p))

    return answer


def _z_table(inputs: Given) -> Answer:
    """A row for each confidence: the confidence, and its two-sided deviate."""
    confidences = as_rationals(inputs.only("confidences").part("confidences"), f"{inputs.where}, confidences")
    return tuple((number(c), number(two_sided_deviate(c))) for c in confidences)


def _t_table(inputs: Given) -> Answer:
    """A row for each number of degrees of freedom: this number, then the two-sided deviate of confidence 1 - alpha for each alpha."""
    alphas = as_rationals(inputs.only("degrees", "alphas").part("alphas"), f"{inputs.where}, alphas")

    def row(degrees: str) -> Answer:
        if degrees == NORMAL_ROW:
            return (degrees, *(number(two_sided_deviate(1 - alpha)) for alpha in alphas))
        n = whole_number(degrees, f"{inputs.where}, degrees")
        return (number(n), *(number_answer(two_sided_t(1 - alpha, n)) for alpha in alphas))

    return tuple(map(row, inputs.texts("degrees")))


DISTRIBUTIONS: Mapping[str, Operation] = {
    "binomial_probability": _trials(binomial_probability),
    "binomial_at_most": _trials(binomial_at_most),
    "binomial_at_least": _trials(binomial_at_least),
    "binomial_distribution": _distribution,
    "binomial_mean": _moment(binomial_mean),
    "binomial_variance": _moment(binomial_variance),
    "standard_score": _standard_score,
    "normal_approximation_error": _approximation_error(normal_approximation),
    "corrected_approximation_error": _approximation_error(normal_approximation_corrected),
    "normal_at_most": _at(normal_at_most, "x"),
    "normal_tail": _at(normal_tail, "x"),
    "normal_quantile": _at(normal_quantile, "p"),
    "t_tail": _with_degrees(t_tail, "x"),
    "t_quantile": _with_degrees(t_quantile, "p"),
    "chi_square_tail": _with_degrees(chi_square_tail, "x"),
    "chi_square_quantile": _with_degrees(chi_square_quantile, "p"),
    "f_tail": _f_tail,
    "beta_at_most": _beta(beta_at_most, "x"),
    "beta_quantile": _beta(beta_quantile, "p"),
    "two_sided_deviate": _deviate(two_sided_deviate),
    "one_sided_deviate": _deviate(one_sided_deviate),
    "two_sided_t": _deviate(two_sided_t, "degrees"),
    "one_sided_t": _deviate(one_sided_t, "degrees"),
    "z_table": _z_table,
    "t_table": _t_table,
}
"""Distributions, by name."""
