"""
Conventions of programs for a statistic that is 0/0 or divides by a variance of 0, each a function of its own.

dtref itself returns Undefined there. Those of `dtref.spec.evaluation.confusion.if_undefined` serve p-values, too: `one_if_undefined` is
the answer of the exact tests for identical classifiers, no evidence of a difference; `zero_if_undefined` is that of statsmodels 0.15 and
mlxtend 0.25 for McNemar with continuity correction, a certain difference, as (|0 - 0| - 1)^2 / 0 is infinite as a float. (Without the
correction both print NaN.)
"""

from __future__ import annotations

from fractions import Fraction

from dtref.errors import Undefined
from dtref.exact.definition import defined
from dtref.spec.evaluation.comparison.folds import ALL_EQUAL
from dtref.spec.evaluation.comparison.p_values import Probability


@defined(sources=("SciPy 1.17, ttest_rel (t = inf, p = 0; NaN for 0/0)",))
def zero_if_differences_are_equal(p: Probability | Undefined) -> Probability | Undefined:
    """
    The p-value, or 0 where all differences are the same number other than 0. Undefined where they are all 0, or too few.

    Reason: as the variance tends to 0 about a fixed mean, so does the p-value.

    >>> from dtref.spec.evaluation.comparison.folds import paired_t
    >>> from dtref.spec.evaluation.comparison.p_values import two_sided_p
    >>> zero_if_differences_are_equal(two_sided_p(paired_t((1, 2), (0, 1))))
    Fraction(0, 1)
    >>> zero_if_differences_are_equal(two_sided_p(paired_t((1, 2), (1, 2))))
    Undefined(why='every difference is 0')
    """
    return Fraction(0) if p == Undefined(ALL_EQUAL) else p
