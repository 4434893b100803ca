"""
p-values of t, z and F statistics.

p-values come from the square of a statistic, which is rational: t^2 is F(1, degrees), z^2 is chi-square with one degree; a one-sided
p-value is half of the two-sided one, or 1 less that half. So a p-value that is known to be rational is a Fraction. A statistic that is
Undefined has an Undefined p-value; the conventions of programs for it are in `dtref.spec.evaluation.comparison.if_undefined`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

from attrs import frozen

from dtref.errors import Undefined
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.definition import defined
from dtref.exact.distributions.chi_square import chi_square_tail
from dtref.exact.distributions.f import f_tail
from dtref.exact.enclosure import Enclosure
from dtref.exact.number import Number
from dtref.exact.root_quotient import RootQuotient
from dtref.spec.model.display import Reported

Probability: TypeAlias = Enclosure | Fraction


@frozen
class TStatistic(Reported):
    """A statistic with Student's t distribution under its hypothesis, and its degrees of freedom."""

    t: RootQuotient
    degrees: int


@frozen
class FStatistic(Reported):
    """A statistic with an F distribution under its hypothesis, and its degrees of freedom above and below."""

    f: Number
    degrees: tuple[int, int]


@defined(unit="p-value", formula="P(|T| >= |t|) = P(F(1, degrees) >= t^2), exactly 1 at t = 0")
def two_sided_p(statistic: TStatistic | Undefined) -> Probability | Undefined:
    """
    The probability of a t at least as far from 0.

    >>> from dtref.exact.decimals import decimal
    >>> t = TStatistic(RootQuotient(Fraction(-1), Fraction(1, 5)), 4)
    >>> decimal(two_sided_p(t), 5), decimal(greater_p(t), 5), decimal(less_p(t), 5)
    ('0.08901', '0.95550', '0.04450')
    """
    return statistic if isinstance(statistic, Undefined) else f_tail(statistic.t.square, 1, statistic.degrees)


@defined(unit="p-value", formula="P(T >= t), exactly 1/2 at t = 0", parts=lambda: (two_sided_p,))
def greater_p(statistic: TStatistic | Undefined) -> Probability | Undefined:
    """
    The probability of a t at least as great: the one-sided p-value for a true difference above 0.

    >>> greater_p(TStatistic(RootQuotient(Fraction(0), Fraction(1, 5)), 4)), greater_p(Undefined("no folds"))
    (Fraction(1, 2), Undefined(why='no folds'))
    """
    return statistic if isinstance(statistic, Undefined) else _upper(two_sided_p(statistic), statistic.t.sign)


@defined(unit="p-value", formula="P(T <= t) = P(T >= -t)", parts=lambda: (two_sided_p,))
def less_p(statistic: TStatistic | Undefined) -> Probability | Undefined:
    """
    The probability of a t at most as great: the one-sided p-value for a true difference below 0.

    Example: as for `two_sided_p`.

    >>> less_p(TStatistic(RootQuotient(Fraction(0), Fraction(1, 5)), 4))
    Fraction(1, 2)
    """
    return statistic if isinstance(statistic, Undefined) else _upper(two_sided_p(statistic), -statistic.t.sign)


@defined(unit="p-value", formula="P(|Z| >= |z|) = P(chi-square(1) >= z^2), exactly 1 at z = 0")
def normal_two_sided_p(z: RootQuotient | Undefined) -> Probability | Undefined:
    """
    The probability of a standard normal z at least as far from 0.

    >>> from dtref.exact.decimals import decimal
    >>> decimal(normal_two_sided_p(RootQuotient(Fraction(1), Fraction(1, 4))), 4)
    '0.0455'
    """
    return z if isinstance(z, Undefined) else chi_square_tail(z.square, 1)


@defined(unit="p-value", formula="P(Z >= z), exactly 1/2 at z = 0")
def normal_greater_p(z: RootQuotient | Undefined) -> Probability | Undefined:
    """
    The probability of a standard normal z at least as great.

    >>> normal_greater_p(RootQuotient(Fraction(0), Fraction(1, 4)))
    Fraction(1, 2)
    """
    return z if isinstance(z, Undefined) else _upper(chi_square_tail(z.square, 1), z.sign)


@refuses_other_kinds
def f_p(statistic: FStatistic | Undefined) -> Probability | Undefined:
    """
    The probability of an F at least as great.

    >>> f_p(FStatistic(Fraction(0), (10, 5)))
    Fraction(1, 1)
    """
    return statistic if isinstance(statistic, Undefined) else f_tail(statistic.f, *statistic.degrees)


def _upper(two_sided: Probability | Undefined, side: int) -> Probability | Undefined:
    """The upper tail of a distribution that is symmetric about 0, from both tails together."""
    if isinstance(two_sided, Undefined):
        return two_sided
    return 1 - two_sided / 2 if side < 0 else two_sided / 2
