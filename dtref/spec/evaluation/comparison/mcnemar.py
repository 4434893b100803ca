"""
McNemar's test: do two classifiers err equally often on the same records?   Each form is its own function.

Notation: b records that only the first classifier gets right, c that only the second does; n = b + c. If both err equally often, each
of the n records is as likely to be one of b as one of c.
"""

from __future__ import annotations

from fractions import Fraction

from dtref.errors import Undefined
from dtref.exact.definition import defined
from dtref.exact.distributions.binomial import binomial_at_most
from dtref.exact.distributions.chi_square import chi_square_tail
from dtref.exact.functions import absolute
from dtref.exact.inputs import count, whole
from dtref.exact.number import Exact, Number, quotient
from dtref.exact.root_quotient import RootQuotient, root_quotient
from dtref.spec.evaluation.comparison.p_values import Probability

NO_DISAGREEMENT = "no record that only one classifier gets right"


@defined(
    unit="p-value",
    formula="min(1, 2 P(X <= min(b, c))), X binomial with n = b + c and p = 1/2; that is 1 where b and c differ by at most 1",
    errors="Invalid for what is no count",
    sources=("McNemar 1947, Note on the sampling error of the difference between correlated proportions or percentages",),
)
def mcnemar_exact_p(b: int, c: int) -> Probability:
    """
    The two-sided p-value of the exact test: 1 for identical classifiers. A Fraction up to 10,000 disagreements, then an Enclosure.

    >>> mcnemar_exact_p(1, 5), mcnemar_exact_p(3, 3), mcnemar_exact_p(0, 0)
    (Fraction(7, 32), Fraction(1, 1), Fraction(1, 1))
    """
    b, c = _whole(b, c)
    return Fraction(1) if abs(b - c) <= 1 else 2 * _at_most(min(b, c), b + c)


@defined(unit="p-value", formula="P(X >= b) = P(X <= c)", errors=mcnemar_exact_p, sources=mcnemar_exact_p)
def mcnemar_first_better_p(b: int, c: int) -> Probability:
    """
    The one-sided p-value of the exact test that the first classifier errs less often: P(at least b of n fall to it by chance).

    For the second, exchange b and c.

    >>> mcnemar_first_better_p(5, 1), mcnemar_first_better_p(1, 5), mcnemar_first_better_p(0, 0)
    (Fraction(7, 64), Fraction(63, 64), Fraction(1, 1))
    """
    b, c = _whole(b, c)
    return _at_most(c, b + c)


@defined(
    unit="p-value",
    formula=(
        "P(|2X - n| > |b - c|) + P(|2X - n| = |b - c|) / 2, which is the exact p-value less P(X = b), and 1 - P(X = b) / 2 where b = c"
    ),
    errors=mcnemar_exact_p,
    sources=(
        (
            "Fagerland, Lydersen, Laake 2013, The McNemar test for binary matched-pairs data: mid-p and asymptotic are "
            "better than exact conditional"
        ),
    ),
)
def mcnemar_mid_p(b: int, c: int) -> Probability:
    """
    The two-sided mid-p-value: results as extreme as the one observed count half. 1/2 for identical classifiers: there is no other result.

    >>> mcnemar_mid_p(1, 5), mcnemar_mid_p(3, 3), mcnemar_mid_p(0, 0)
    (Fraction(1, 8), Fraction(27, 32), Fraction(1, 2))
    """
    b, c = _whole(b, c)
    less_p, at_most_p = (_at_most(k, b + c) for k in (min(b, c) - 1, min(b, c)))
    return less_p + Fraction(1, 2) if b == c else less_p + at_most_p


@defined(
    unit="p-value",
    formula="2 P(X <= m) - P(X = m) = P(X <= m - 1) + P(X <= m), m = min(b, c)",
    errors=mcnemar_exact_p,
    sources=mcnemar_mid_p,
    parts=lambda: (mcnemar_mid_p,),
)
def mcnemar_doubled_mid_p(b: int, c: int) -> Probability:
    """
    Twice the smaller one-sided mid-p-value, as programs often have it: equal to `mcnemar_mid_p` unless b = c, where it is 1.

    >>> mcnemar_doubled_mid_p(1, 5), mcnemar_doubled_mid_p(3, 3), mcnemar_doubled_mid_p(0, 0)
    (Fraction(1, 8), Fraction(1, 1), Fraction(1, 1))
    """
    b, c = _whole(b, c)
    return Fraction(1) if b == c else mcnemar_mid_p(b, c)


@defined(
    formula="(b - c)^2 / (b + c)",
    undefined="no record that only one classifier gets right",
    errors="Invalid for what is no count",
    sources=("McNemar 1947",),
)
def mcnemar_chi_square(b: Exact, c: Exact) -> Number | Undefined:
    """
    The statistic without continuity correction, asymptotically chi-square with one degree of freedom.

    >>> mcnemar_chi_square(1, 5), mcnemar_chi_square(0, 0)
    (Fraction(8, 3), Undefined(why='no record that only one classifier gets right'))
    """
    n_b, n_c = _counts(b, c)
    return quotient((n_b - n_c) * (n_b - n_c), n_b + n_c, NO_DISAGREEMENT)


@defined(formula="(b - c) / sqrt(b + c)", undefined=mcnemar_chi_square, errors=mcnemar_chi_square, sources=mcnemar_chi_square)
def mcnemar_z(b: Exact, c: Exact) -> RootQuotient | Undefined:
    """
    The signed root of `mcnemar_chi_square`, asymptotically standard normal: above 0 where the first classifier is right more often.

    >>> mcnemar_z(1, 5).sign, mcnemar_z(1, 5).square, mcnemar_z(4, 0).value
    (-1, Fraction(8, 3), Fraction(2, 1))
    """
    n_b, n_c = _counts(b, c)
    return root_quotient(n_b - n_c, n_b + n_c, NO_DISAGREEMENT)


@defined(
    formula="(|b - c| - 1)^2 / (b + c)",
    undefined="no record that only one classifier gets right",
    errors="Invalid for what is no count",
    sources=(
        (
            'Edwards 1948, Note on the "correction for continuity" in testing the significance of the difference '
            "between correlated proportions"
        ),
        "Dietterich 1998",
    ),
)
def mcnemar_corrected(b: Exact, c: Exact) -> Number | Undefined:
    """
    The statistic with Edwards' continuity correction as printed: it is above 0 even where b = c (see `mcnemar_corrected_unless_equal`).

    >>> mcnemar_corrected(1, 5), mcnemar_corrected(3, 3)
    (Fraction(3, 2), Fraction(1, 6))
    """
    n_b, n_c = _counts(b, c)
    excess = absolute(n_b - n_c) - 1
    return quotient(excess * excess, n_b + n_c, NO_DISAGREEMENT)


@defined(
    formula="(|b - c| - 1)^2 / (b + c), or 0 where b = c",
    undefined=mcnemar_corrected,
    errors=mcnemar_corrected,
    sources=("R's mcnemar.test",),
    parts=lambda: (mcnemar_chi_square, mcnemar_corrected),
)
def mcnemar_corrected_unless_equal(b: Exact, c: Exact) -> Number | Undefined:
    """
    The statistic with continuity correction where b and c differ, and 0 where they are equal: nothing is left to correct.

    >>> mcnemar_corrected_unless_equal(1, 5), mcnemar_corrected_unless_equal(3, 3)
    (Fraction(3, 2), Fraction(0, 1))
    """
    return mcnemar_chi_square(b, c) if b == c else mcnemar_corrected(b, c)


@defined(
    unit="p-value", undefined=mcnemar_chi_square, errors=mcnemar_chi_square, sources=mcnemar_chi_square, parts=lambda: (mcnemar_chi_square,)
)
def mcnemar_chi_square_p(b: int, c: int) -> Probability | Undefined:
    """
    The two-sided p-value of `mcnemar_chi_square`: the chi-square tail, one degree of freedom.

    >>> from dtref.exact.decimals import decimal
    >>> decimal(mcnemar_chi_square_p(1, 5), 4), mcnemar_chi_square_p(3, 3)
    ('0.1025', Fraction(1, 1))
    """
    return _tail(mcnemar_chi_square(b, c))


@defined(
    unit="p-value", undefined=mcnemar_corrected, errors=mcnemar_corrected, sources=mcnemar_corrected, parts=lambda: (mcnemar_corrected,)
)
def mcnemar_corrected_p(b: int, c: int) -> Probability | Undefined:
    """
    The two-sided p-value of `mcnemar_corrected`: the chi-square tail, one degree of freedom.

    >>> from dtref.exact.decimals import decimal
    >>> decimal(mcnemar_corrected_p(1, 5), 4), decimal(mcnemar_corrected_p(3, 3), 4)
    ('0.2207', '0.6831')
    """
    return _tail(mcnemar_corrected(b, c))


@defined(
    unit="p-value",
    undefined=mcnemar_corrected_unless_equal,
    errors=mcnemar_corrected_unless_equal,
    sources=mcnemar_corrected_unless_equal,
    parts=lambda: (mcnemar_chi_square, mcnemar_corrected, mcnemar_corrected_unless_equal),
)
def mcnemar_corrected_unless_equal_p(b: int, c: int) -> Probability | Undefined:
    """
    The two-sided p-value of `mcnemar_corrected_unless_equal`: the chi-square tail, one degree of freedom.

    >>> mcnemar_corrected_unless_equal_p(3, 3)
    Fraction(1, 1)
    """
    return _tail(mcnemar_corrected_unless_equal(b, c))


def _at_most(k: int, n: int) -> Probability:
    """P(X <= k), X binomial with n trials and p = 1/2."""
    return binomial_at_most(k, n, Fraction(1, 2))


def _tail(statistic: Number | Undefined) -> Probability | Undefined:
    return statistic if isinstance(statistic, Undefined) else chi_square_tail(statistic, 1)


def _counts(b: Exact, c: Exact) -> tuple[Number, Number]:
    return count("only the first right", b), count("only the second right", c)


def _whole(b: int, c: int) -> tuple[int, int]:
    return whole("only the first right", b), whole("only the second right", c)
