"""
The F-distribution: its upper tail.

Notation: F has d1 degrees of freedom above and d2 below.
"""

from __future__ import annotations

__sources__ = ("Snedecor 1934", "Alpaydin 1999 for its use in comparing classifiers")

from fractions import Fraction

from dtref.errors import Invalid, Undefined
from dtref.exact.comparison import comparable, sign
from dtref.exact.definition import defined
from dtref.exact.distributions.beta import beta_at_most
from dtref.exact.enclosure import Enclosure
from dtref.exact.inputs import whole
from dtref.exact.number import Exact


@defined(formula="P(F > x) = I_{d2/(d2 + d1 x)}(d2/2, d1/2)", undefined="no degree of freedom", errors="Invalid (x < 0)")
def f_tail(x: Exact, d1: int, d2: int) -> Enclosure | Fraction | Undefined:
    """
    The probability that an F variable exceeds x.   A Fraction at x = 0, and for even degrees that are not too many (`rational_beta`).

    >>> from dtref.exact.decimals import decimal
    >>> decimal(f_tail(Fraction(474, 100), 10, 5), 4), f_tail(3, 2, 4), f_tail(0, 3, 3)
    ('0.0499', Fraction(4, 25), Fraction(1, 1))
    """
    d1, d2 = whole("d1", d1), whole("d2", d2)
    if min(d1, d2) < 1:
        return Undefined("no degree of freedom")
    if sign(x) < 0:
        raise Invalid("F tail", "a statistic of at least 0", x)
    return beta_at_most(d2 / (d2 + d1 * (Fraction(1) * comparable(x))), Fraction(d2, 2), Fraction(d1, 2))
