"""
Errors of predicted numbers: mean squared, root mean squared, mean absolute.

Notation: y_i the actual number of record i, f(x_i) the predicted one; n records. Floats are taken as the numbers that they are exactly.
"""

from __future__ import annotations

__sources__ = (
    (
        "iaml",
        (
            "2.6.1 Root Mean Squared Error, 2.6.2 Mean Absolute Error (the sums are over n records; the document's "
            "start at 0 and have one term too many)"
        ),
    ),
)

from collections.abc import Sequence
from typing import TypeAlias

from dtref.errors import Invalid, Undefined
from dtref.exact.definition import defined
from dtref.exact.functions import absolute, sqrt
from dtref.exact.inputs import finite, items
from dtref.exact.number import Exact, Number, quotient, total

GivenNumber: TypeAlias = Exact | float
"""A number as callers give it: exact, or a float, which is taken as the number that it is exactly."""

NO_RECORDS = "no records"


def finite_numbers(where: str, xs: Sequence[GivenNumber]) -> tuple[Number, ...]:
    """
    Numbers, ready for a formula: floats become the fractions that they are. Errors: Invalid for NaN, infinities and what is no number.

    >>> finite_numbers("actual", (1, 0.5))
    (Fraction(1, 1), Fraction(1, 2))
    >>> finite_numbers("actual", (1, float("nan")))
    Traceback (most recent call last):
    dtref.errors.Invalid: actual, record 2: expected a finite number (got nan)
    """
    return tuple(finite(f"{where}, record {i}", x) for i, x in enumerate(items(where, xs), 1))


def paired(actual: Sequence[GivenNumber], predicted: Sequence[GivenNumber]) -> tuple[tuple[Number, ...], tuple[Number, ...]]:
    """
    The y_i and the f(x_i), ready for a formula. Errors: Invalid where the lengths differ, and as for `finite_numbers`.

    >>> paired((1, 2), (3,))
    Traceback (most recent call last):
    dtref.errors.Invalid: predicted: expected 2 numbers, one a record (got 1)
    """
    y, f = finite_numbers("actual", actual), finite_numbers("predicted", predicted)
    if len(f) != len(y):
        raise Invalid("predicted", f"{len(y)} numbers, one a record", len(f))
    return y, f


@defined(formula="f(x_i) - y_i", unit="that of y", errors="Invalid where the lengths differ, for NaN, infinities and what is no number")
def errors(actual: Sequence[GivenNumber], predicted: Sequence[GivenNumber]) -> tuple[Number, ...]:
    """
    The error of each prediction: above 0 where it is too high.

    >>> errors((1, 2), (3, 0.5))
    (Fraction(2, 1), Fraction(-3, 2))
    """
    y, f = paired(actual, predicted)
    return tuple(f_i - y_i for y_i, f_i in zip(y, f, strict=True))


@defined(
    formula="(1/n) sum_i (f(x_i) - y_i)^2",
    unit="that of y, squared",
    undefined="no records",
    errors=errors,
    sources=(("iaml", "2.6.1, How do outliers affect RMSE?"),),
    parts=lambda: (errors,),
    synonyms=("MSE",),
)
def mean_squared_error(actual: Sequence[GivenNumber], predicted: Sequence[GivenNumber]) -> Number | Undefined:
    """
    The mean squared error, MSE.

    >>> mean_squared_error((0,) * 100, (0,) * 99 + (10,)), mean_squared_error((0,) * 100, (1,) * 100), mean_squared_error((), ())
    (Fraction(1, 1), Fraction(1, 1), Undefined(why='no records'))
    """
    e = errors(actual, predicted)
    return quotient(total(e_i * e_i for e_i in e), len(e), NO_RECORDS)


@defined(
    formula="sqrt((1/n) sum_i (f(x_i) - y_i)^2)",
    unit="that of y",
    undefined=mean_squared_error,
    errors=mean_squared_error,
    sources=(("iaml", "2.6.1, What is Root Mean Squared Error?"),),
    parts=lambda: (mean_squared_error,),
    synonyms=("RMSE",),
)
def root_mean_squared_error(actual: Sequence[GivenNumber], predicted: Sequence[GivenNumber]) -> Number | Undefined:
    """
    The root mean squared error, RMSE: a RootSum unless it is rational.

    >>> root_mean_squared_error((1, 2), (2, 1)), root_mean_squared_error((1, 2), (2, 2))
    (Fraction(1, 1), RootSum(1/2*sqrt(2)))
    """
    mse = mean_squared_error(actual, predicted)
    return mse if isinstance(mse, Undefined) else sqrt(mse)


@defined(
    formula="(1/n) sum_i |f(x_i) - y_i|",
    unit="that of y",
    undefined="no records",
    errors=errors,
    sources=(("iaml", "2.6.2, What is Mean Absolute Error?"),),
    parts=lambda: (errors,),
    synonyms=("MAE",),
)
def mean_absolute_error(actual: Sequence[GivenNumber], predicted: Sequence[GivenNumber]) -> Number | Undefined:
    """
    The mean absolute error, MAE.

    >>> mean_absolute_error((0,) * 100, (0,) * 99 + (10,)), mean_absolute_error((0,) * 100, (1,) * 100)
    (Fraction(1, 10), Fraction(1, 1))
    """
    e = errors(actual, predicted)
    return quotient(total(map(absolute, e)), len(e), NO_RECORDS)
