"""
Rates: events per unit of time, of records that were watched for some time each.

A record weighs its time and has its rate for a target (`dtref.spec.preparation.exposures`), so that the counts (n, sum of y, sum of y^2)
are the time, the events, and what no formula here needs. Notation: D events, T time, r = D/T the rate.
"""

from __future__ import annotations

from collections.abc import Sequence

from dtref.exact.definition import defined
from dtref.exact.functions import plogp
from dtref.exact.number import Exact, Number
from dtref.spec.split.criteria import criterion, reduction
from dtref.spec.split.impurity import Children, Shares, impurity


@impurity(unit="bits times y; in nats ln 2 times as much", strictly_concave=True, moments=True, counts=True)
@defined(formula="- r log2 r, with 0 log2 0 = 0", sources=("rpart 4.1.19, `src/poisson.c` (poisson)",))
def deviance_of_rate(counts: Shares) -> Number:
    """
    Half the mean Poisson deviance of a node from its rate, in bits, but for what each record contributes by itself, whatever the rate.

    >>> from fractions import Fraction
    >>> deviance_of_rate((4, 2, 2)), deviance_of_rate((4, 0, 0)) == 0, deviance_of_rate((1, 2, Fraction(4)))
    (LogForm(1/2), True, LogForm(-2))
    """
    return -plogp(counts[1] / counts[0])


@criterion(deviance_of_rate, reduces=True)
@defined(
    formula="1/T (sum_i D_i log2(D_i/T_i) - D log2(D/T)), with 0 log2 0 = 0",
    unit="bits times y; in nats ln 2 times as much",
    sources=("rpart 4.1.19, `src/poisson.c` (poisson)",),
)
def rate_reduction(node: Sequence[Exact], children: Children) -> Number:
    """
    The reduction in half the mean Poisson deviance that a test achieves, in bits; a child may have no events. At least 0.

    >>> rate_reduction((4, 2, 2), ((2, 0, 0), (2, 2, 2))), rate_reduction((4, 2, 2), ((2, 1, 1), (2, 1, 1)))
    (LogForm(1/2), LogForm(0))
    """
    return reduction(deviance_of_rate, node, children)


IMPURITIES_OF_RATES = (deviance_of_rate,)
"""The impurities of this module, of targets that rpart's policy makes of events and times."""

CRITERIA_OF_RATES = (rate_reduction,)
"""The criteria of this module, which the policy of rpart has."""
