"""
The correlation of predicted with actual numbers.

Very different data may have the same: the four data sets of Anscombe 1973 are in `golden/data/anscombe.csv`.
"""

from __future__ import annotations

__sources__ = (("iaml", "2.6.4 Correlation Coefficient"),)

from collections.abc import Sequence

from dtref.errors import Undefined
from dtref.exact.definition import defined
from dtref.exact.number import Number, total
from dtref.exact.root_quotient import RootQuotient, root_quotient
from dtref.spec.evaluation.regression.errors import NO_RECORDS, GivenNumber, paired
from dtref.spec.evaluation.regression.relative import centred


@defined(
    formula="sum_i (f(x_i) - mu_f)(y_i - mu_y) / sqrt(sum_i (f(x_i) - mu_f)^2 sum_i (y_i - mu_y)^2)",
    undefined="no records, one record, or numbers that do not vary on one side",
    errors="as for `dtref.spec.evaluation.regression.errors.errors`",
    sources=(("iaml", "2.6.4, What is the Correlation Coefficient?"),),
)
def correlation(actual: Sequence[GivenNumber], predicted: Sequence[GivenNumber]) -> RootQuotient | Undefined:
    """
    The correlation coefficient, CC or Pearson's r: from -1 to 1, its sign and square exact. It ignores means and (positive) scales.

    >>> r = correlation((1, 2, 3), (1, 3, 2))
    >>> r.sign, r.square, r.value, correlation((1, 2, 3), (4, 4, 4))
    (1, Fraction(1, 4), Fraction(1, 2), Undefined(why='the numbers of one side do not vary'))
    """
    y, f = map(centred, paired(actual, predicted))
    why = {0: NO_RECORDS, 1: "one record does not vary"}.get(len(y), "the numbers of one side do not vary")
    return root_quotient(_inner(f, y), _inner(f, f) * _inner(y, y), why)


def _inner(a: Sequence[Number], b: Sequence[Number]) -> Number:
    return total(a_i * b_i for a_i, b_i in zip(a, b, strict=True))
