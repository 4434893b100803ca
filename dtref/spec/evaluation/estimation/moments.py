"""
Mean, variance and standard deviation of results: of the errors of folds, of bootstrap replicates, of repeated runs.

Notation: x_1 … x_n the results; a variance with n - 1 below is the documents' estimate, one with n below is the variance of the
distribution that gives each result the probability 1/n. Where a result is Undefined, so are all moments.
"""

from __future__ import annotations

__sources__ = (("evaluation", "k-fold cross-validation method and Bootstrap method"),)

from collections.abc import Iterable, Sequence

from dtref.errors import Undefined
from dtref.exact.definition import defined
from dtref.exact.functions import sqrt
from dtref.exact.inputs import exact, exact_item
from dtref.exact.number import Exact, Number, quotient, total

ONE_RESULT = "a variance with n - 1 below needs two results"


def loss(where: str, error: object) -> Number:
    """
    The loss of an answer, ready for a formula; True and False count 1 and 0. Errors: Invalid for a float, or no exact number.

    >>> loss("error", True), loss("error", 3)
    (Fraction(1, 1), Fraction(3, 1))
    """
    return exact(where, int(error) if isinstance(error, bool) else error)


def results_or_undefined(xs: Iterable[Exact | Undefined], where: str = "result") -> tuple[Number, ...] | Undefined:
    """
    The results, ready for a formula, or the first of them that is Undefined. Errors: Invalid for a float before it.

    >>> results_or_undefined((1, 2)), results_or_undefined((1, Undefined("0/0")))
    ((Fraction(1, 1), Fraction(2, 1)), Undefined(why='0/0'))
    """
    results: list[Number] = []
    for i, x in enumerate(xs, 1):
        if isinstance(x, Undefined):
            return x
        results.append(exact_item(f"{where} {i}", x))
    return tuple(results)


@defined(formula="1/n sum_i x_i", sources=(("evaluation", "k-fold cross-validation method"),))
def mean(xs: Sequence[Exact | Undefined]) -> Number | Undefined:
    """
    The mean of some results.   Undefined without results.

    >>> mean((1, 2, 6)), mean(())
    (Fraction(3, 1), Undefined(why='nothing to take the mean of'))
    """
    results = results_or_undefined(xs)
    return results if isinstance(results, Undefined) else quotient(total(results), len(results), "nothing to take the mean of")


@defined(
    formula="1/(n - 1) sum_i (x_i - mean)^2",
    sources=(("evaluation", "k-fold cross-validation method (s^2), Bootstrap method"),),
    parts=lambda: (mean,),
)
def sample_variance(xs: Sequence[Exact | Undefined]) -> Number | Undefined:
    """
    The variance with n - 1 below.   Undefined for fewer than two results.

    >>> sample_variance((1, 2, 6)), sample_variance((1,))
    (Fraction(7, 1), Undefined(why='a variance with n - 1 below needs two results'))
    """
    results = results_or_undefined(xs)
    if isinstance(results, Undefined):
        return results
    return _squares_about_mean(results) / (len(results) - 1) if len(results) > 1 else Undefined(ONE_RESULT)


@defined(
    formula="1/n sum_i (x_i - mean)^2",
    sources=(("evaluation", "Bootstrap method (the distribution F^ of the data)"),),
    parts=lambda: (mean,),
)
def population_variance(xs: Sequence[Exact | Undefined]) -> Number | Undefined:
    """
    The variance with n below: that of a result drawn with equal chances.   Undefined without results.

    >>> population_variance((1, 2, 6)), population_variance((1,)), population_variance(())
    (Fraction(14, 3), Fraction(0, 1), Undefined(why='nothing to take the variance of'))
    """
    results = results_or_undefined(xs)
    if isinstance(results, Undefined):
        return results
    return _squares_about_mean(results) / len(results) if results else Undefined("nothing to take the variance of")


@defined(
    formula="s = sqrt(1/(n - 1) sum_i (x_i - mean)^2)",
    letter="s",
    sources=(("evaluation", "k-fold cross-validation method, step 3"),),
    parts=lambda: (mean, sample_variance),
)
def standard_deviation(xs: Sequence[Exact | Undefined]) -> Number | Undefined:
    """
    The root of the variance with n - 1 below.   Undefined for fewer than two results.

    >>> standard_deviation((0, 0, 3)), standard_deviation((1, 1))
    (RootSum(sqrt(3)), Fraction(0, 1))
    """
    squared = sample_variance(xs)
    return squared if isinstance(squared, Undefined) else sqrt(squared)


@defined(
    formula="s / sqrt(n) = sqrt(1/(n (n - 1)) sum_i (x_i - mean)^2)",
    sources=(("evaluation", "t-Test"), ("tan", "Comparing Performance of 2 Algorithms (its square)")),
    parts=lambda: (mean, sample_variance),
)
def standard_error(xs: Sequence[Exact | Undefined]) -> Number | Undefined:
    """
    The estimated standard deviation of the mean.   Undefined for fewer than two results.

    >>> standard_error((1, 3)), standard_error((0, 0, 3))
    (Fraction(1, 1), Fraction(1, 1))
    """
    squared = sample_variance(xs)
    return squared if isinstance(squared, Undefined) else sqrt(squared / len(xs))


def _squares_about_mean(xs: Sequence[Number]) -> Number:
    middle = total(xs) / len(xs)
    return total((x - middle) * (x - middle) for x in xs)
