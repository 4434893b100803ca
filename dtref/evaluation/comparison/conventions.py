"""
What programs print where a statistic is 0/0 or has no variance below it: named conventions, each a function of its own.

dtref itself says Undefined there. Before this: `dtref.evaluation.comparison.p_values`.
"""

from __future__ import annotations

from fractions import Fraction

from dtref.errors import Undefined
from dtref.evaluation.comparison.folds import ALL_EQUAL
from dtref.evaluation.comparison.p_values import Probability


def one_where_undefined(p: Probability | Undefined) -> Probability:
    """
    The p-value, and 1 where there is none: no evidence of a difference. For identical classifiers that is what the exact tests say.

    >>> one_where_undefined(Undefined("no record that only one classifier gets right")), one_where_undefined(Fraction(1, 3))
    (Fraction(1, 1), Fraction(1, 3))
    """
    return Fraction(1) if isinstance(p, Undefined) else p


def zero_where_undefined(p: Probability | Undefined) -> Probability:
    """
    The p-value, and 0 where there is none: of identical classifiers, a certain difference.

    Source: statsmodels 0.15 and mlxtend 0.25, McNemar with continuity correction: (|0 - 0| - 1)^2 / 0 is infinite as a float. (Without
    the correction both print NaN.)

    >>> zero_where_undefined(Undefined("no record that only one classifier gets right")), zero_where_undefined(Fraction(1, 3))
    (Fraction(0, 1), Fraction(1, 3))
    """
    return Fraction(0) if isinstance(p, Undefined) else p


def zero_where_differences_are_equal(p: Probability | Undefined) -> Probability | Undefined:
    """
    The p-value, and 0 where all differences are the same number other than 0; Undefined remains where they are all 0, or too few.

    Reason: as the variance tends to 0 about a fixed mean, so does the p-value. Source: SciPy 1.17, ttest_rel (t = inf, p = 0; NaN for 0/0).

    >>> from dtref.evaluation.comparison.folds import paired_t
    >>> from dtref.evaluation.comparison.p_values import two_sided_p
    >>> zero_where_differences_are_equal(two_sided_p(paired_t((1, 2), (0, 1))))
    Fraction(0, 1)
    >>> zero_where_differences_are_equal(two_sided_p(paired_t((1, 2), (1, 2))))
    Undefined(why='every difference is 0')
    """
    return Fraction(0) if p == Undefined(ALL_EQUAL) else p
