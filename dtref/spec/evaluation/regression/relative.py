"""
Errors relative to a model that predicts the mean of the actual numbers.

Notation: y_i actual, f(x_i) predicted, mu_y the mean of the y_i.
"""

from __future__ import annotations

__sources__ = (("iaml", "2.6.1, What is Relative Squared Error? (which prints it with a root, under the letters RMSE)"),)

from collections.abc import Sequence

from dtref.errors import Undefined
from dtref.exact.definition import defined
from dtref.exact.functions import sqrt
from dtref.exact.number import Exact, Number, number, quotient, total
from dtref.spec.evaluation.regression.errors import NO_RECORDS, GivenNumber, errors, paired

_CONSTANT = "the actual numbers do not vary"


@defined(
    formula="sum_i (f(x_i) - y_i)^2 / sum_i (mu_y - y_i)^2",
    undefined="no records, or actual numbers that do not vary",
    errors="as for `errors`",
    sources=("Breiman, Friedman, Olshen, Stone 1984, section 8.3 (relative mean squared error)",),
)
def relative_squared_error(actual: Sequence[GivenNumber], predicted: Sequence[GivenNumber]) -> Number | Undefined:
    """
    The squared error, in units of that of the mean: 1 for the mean itself.

    >>> relative_squared_error((1, 2, 3), (1, 2, 5)), relative_squared_error((1, 1), (1, 1))
    (Fraction(2, 1), Undefined(why='the actual numbers do not vary'))
    """
    y, f = paired(actual, predicted)
    return quotient(_squares(errors(y, f)), _squares(centred(y)), _CONSTANT if y else NO_RECORDS)


@defined(
    formula="sqrt(sum_i (f(x_i) - y_i)^2 / sum_i (mu_y - y_i)^2)",
    undefined=relative_squared_error,
    errors=relative_squared_error,
    sources=(("iaml", "2.6.1, What is Relative Squared Error?"),),
    parts=lambda: (relative_squared_error,),
)
def root_relative_squared_error(actual: Sequence[GivenNumber], predicted: Sequence[GivenNumber]) -> Number | Undefined:
    """
    The RMSE in units of that of the mean, which `iaml` calls relative squared error: a RootSum unless it is rational.

    >>> root_relative_squared_error((1, 2, 3), (1, 2, 5)), root_relative_squared_error((1, 2, 3), (2, 2, 2))
    (RootSum(sqrt(2)), Fraction(1, 1))
    """
    rse = relative_squared_error(actual, predicted)
    return rse if isinstance(rse, Undefined) else sqrt(rse)


@defined(
    formula="1 - sum_i (f(x_i) - y_i)^2 / sum_i (mu_y - y_i)^2",
    undefined=relative_squared_error,
    errors=relative_squared_error,
    sources=("Kvålseth 1985, Cautionary note about R^2 (its R^2_1)",),
    parts=lambda: (relative_squared_error,),
    synonyms=(
        "coefficient of determination",
        "R2",
    ),
)
def r_squared(actual: Sequence[GivenNumber], predicted: Sequence[GivenNumber]) -> Number | Undefined:
    """
    The coefficient of determination, R^2: at most 1, and below 0 for a model that is worse than the mean.

    At most the squared correlation, and equal to it exactly where no affine map of the predictions would fit better, as it is for least
    squares on its own training data.

    >>> from dtref.spec.evaluation.regression.correlation import correlation
    >>> r_squared((1, 2, 3), (3, 5, 7)), correlation((1, 2, 3), (3, 5, 7)).square
    (Fraction(-27, 2), Fraction(1, 1))
    """
    rse = relative_squared_error(actual, predicted)
    return rse if isinstance(rse, Undefined) else 1 - rse


@defined(
    undefined="fewer than two records",
    errors="as for `errors`",
    sources=("scikit-learn 1.9, r2_score (force_finite)",),
    parts=lambda: (r_squared,),
)
def r_squared_of_constants(actual: Sequence[GivenNumber], predicted: Sequence[GivenNumber]) -> Number | Undefined:
    """
    R^2 with the convention of scikit-learn where the actual numbers do not vary: 1 if all are predicted rightly, else 0.

    >>> r_squared_of_constants((1, 1), (1, 1)), r_squared_of_constants((1, 1), (1, 2)), r_squared_of_constants((1,), (1,))
    (Fraction(1, 1), Fraction(0, 1), Undefined(why='fewer than two records'))
    """
    y, f = paired(actual, predicted)
    if len(y) < 2:
        return Undefined("fewer than two records")
    r2 = r_squared(y, f)
    return number(int(y == f)) if isinstance(r2, Undefined) else r2


def centred(xs: Sequence[Number]) -> tuple[Number, ...]:
    """
    Numbers less their mean.

    >>> from fractions import Fraction
    >>> centred((Fraction(1), Fraction(4))), centred(())
    ((Fraction(-3, 2), Fraction(3, 2)), ())
    """
    if not xs:
        return ()
    mean = total(xs) / len(xs)
    return tuple(x - mean for x in xs)


def _squares(xs: Sequence[Exact]) -> Number:
    return total(x * x for x in xs)
