"""
Medians of deviations, robust against outliers: about the prediction, as in the document, and about the median, as in statistics.

The median of an even number of values is the mean of the middle two. These run on numbers, not on symbols: a median needs an order.
"""

from __future__ import annotations

__sources__ = (("iaml", "2.6.3 Median Absolute Deviation"),)

from collections.abc import Sequence
from statistics import median
from typing import cast

from dtref.errors import Undefined
from dtref.exact.definition import defined
from dtref.exact.functions import absolute
from dtref.exact.number import Number
from dtref.spec.evaluation.regression.errors import NO_RECORDS, GivenNumber, errors, finite_numbers


@defined(
    formula="med{|f(x_i) - y_i|}",
    unit="that of y",
    undefined="no records",
    errors="as for `errors`",
    sources=(("iaml", "2.6.3, What is Median Absolute Deviation?"),),
    parts=lambda: (errors,),
)
def median_absolute_deviation_about_prediction(actual: Sequence[GivenNumber], predicted: Sequence[GivenNumber]) -> Number | Undefined:
    """
    The median absolute error, which `iaml` calls median absolute deviation (MAD).

    >>> median_absolute_deviation_about_prediction((0, 0, 0), (1, 2, 99)), median_absolute_deviation_about_prediction((0, 0), (1, 2))
    (Fraction(2, 1), Fraction(3, 2))
    """
    return _median(tuple(map(absolute, errors(actual, predicted))))


@defined(
    formula="MAD^2",
    unit="that of y, squared",
    undefined=median_absolute_deviation_about_prediction,
    errors=median_absolute_deviation_about_prediction,
    sources=median_absolute_deviation_about_prediction,
    parts=lambda: (errors, median_absolute_deviation_about_prediction),
)
def squared_median_absolute_deviation(actual: Sequence[GivenNumber], predicted: Sequence[GivenNumber]) -> Number | Undefined:
    """
    The square of `median_absolute_deviation_about_prediction`, not the median of the squares: those differ where n is even.

    >>> squared_median_absolute_deviation((0, 0), (1, 2)), median_squared_error((0, 0), (1, 2))
    (Fraction(9, 4), Fraction(5, 2))
    """
    mad = median_absolute_deviation_about_prediction(actual, predicted)
    return mad if isinstance(mad, Undefined) else mad * mad


@defined(
    formula="med{(f(x_i) - y_i)^2}",
    unit="that of y, squared",
    undefined="no records",
    errors="as for `errors`",
    sources=("Rousseeuw 1984, Least median of squares regression",),
    parts=lambda: (errors,),
)
def median_squared_error(actual: Sequence[GivenNumber], predicted: Sequence[GivenNumber]) -> Number | Undefined:
    """
    The median of the squared errors, which least median of squares regression minimises.

    Example: at `squared_median_absolute_deviation`.

    >>> median_squared_error((), ())
    Undefined(why='no records')
    """
    return _median(tuple(e_i * e_i for e_i in errors(actual, predicted)))


@defined(
    formula="med{|y_i - med{y_j}|}",
    unit="that of y",
    undefined="no records",
    errors="Invalid for NaN, infinities and what is no number",
    sources=("Hampel 1974, The influence curve and its role in robust estimation",),
)
def median_absolute_deviation_about_median(values: Sequence[GivenNumber]) -> Number | Undefined:
    """
    The median absolute deviation of statistics: the median distance of numbers from their own median; it uses no prediction.

    >>> median_absolute_deviation_about_median((1, 2, 4, 9))
    Fraction(3, 2)
    """
    y = finite_numbers("values", values)
    centre = _median(y)
    return centre if isinstance(centre, Undefined) else _median(tuple(absolute(y_i - centre) for y_i in y))


def _median(values: Sequence[Number]) -> Number | Undefined:
    return cast(Number, median(cast("Sequence[float]", values))) if values else Undefined(NO_RECORDS)
