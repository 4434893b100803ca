"""
Two learning algorithms over five replications of two-fold cross-validation: paired t (Dietterich), combined F (Alpaydin).

Notation: p_ij the difference of the two error rates on fold j of replication i; s_i^2 = (p_i1 - p_i2)^2 / 2, which is
(p_i1 - p-bar_i)^2 + (p_i2 - p-bar_i)^2.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import TypeAlias

from dtref.errors import Invalid, Undefined
from dtref.exact.definition import defined
from dtref.exact.number import Exact, Number, quotient, total
from dtref.exact.root_quotient import root_quotient
from dtref.spec.evaluation.comparison.p_values import FStatistic, TStatistic
from dtref.spec.evaluation.comparison.paired_results import differences

REPLICATIONS = 5

NO_VARIANCE = "the two differences of each replication are equal"

DifferencePairs: TypeAlias = Sequence[tuple[Number, Number]]


@defined(each="p")
def replication_differences(first: Sequence[Exact], second: Sequence[Exact]) -> DifferencePairs:
    """
    The differences p_i1, p_i2 of each replication, from ten error rates of each algorithm: two folds of one replication after another.

    Errors: Invalid for floats, or other than ten numbers.

    >>> replication_differences((1,) * 10, (1, 0) * 5)[0]
    (Fraction(0, 1), Fraction(1, 1))
    """
    d = differences(first, second)
    if len(d) != 2 * REPLICATIONS:
        raise Invalid("first", f"{2 * REPLICATIONS} numbers, two folds of {REPLICATIONS} replications", len(d))
    return tuple(zip(d[::2], d[1::2], strict=True))


@defined(
    formula="t = p_11 / sqrt((1/5) sum_i s_i^2)",
    letter="t",
    undefined="the two differences of each replication are equal",
    errors="as for `replication_differences`",
    sources=("Dietterich 1998, Approximate statistical tests for comparing supervised classification learning algorithms",),
    parts=lambda: (differences,),
)
def five_by_two_t(first: Sequence[Exact], second: Sequence[Exact]) -> TStatistic | Undefined:
    """
    The 5x2 cv paired t statistic, five degrees of freedom. Its numerator is the first of the ten differences alone.

    >>> t = five_by_two_t((3, 1) * 5, (1, 1) * 5)
    >>> t.t.sign, t.t.square, t.degrees, five_by_two_t((1,) * 10, (1,) * 10)
    (1, Fraction(2, 1), 5, Undefined(why='the two differences of each replication are equal'))
    """
    p = replication_differences(first, second)
    t = root_quotient(p[0][0], total(map(_variance, p)) / REPLICATIONS, NO_VARIANCE)
    return t if isinstance(t, Undefined) else TStatistic(t, REPLICATIONS)


@defined(
    formula="f = sum_ij p_ij^2 / (2 sum_i s_i^2)",
    letter="f",
    undefined=five_by_two_t,
    errors=five_by_two_t,
    sources=("Alpaydin 1999, Combined 5x2 cv F test for comparing supervised classification learning algorithms",),
    parts=lambda: (differences,),
)
def five_by_two_f(first: Sequence[Exact], second: Sequence[Exact]) -> FStatistic | Undefined:
    """
    The combined 5x2 cv F statistic, 10 and 5 degrees of freedom: all ten differences count, whatever the order of the folds.

    >>> five_by_two_f((3, 1) * 5, (1, 1) * 5)
    FStatistic(f=Fraction(1, 1), degrees=(10, 5))
    """
    p = replication_differences(first, second)
    squares = total(p_ij * p_ij for p_ij in chain.from_iterable(p))
    f = quotient(squares, 2 * total(map(_variance, p)), NO_VARIANCE)
    return f if isinstance(f, Undefined) else FStatistic(f, (2 * REPLICATIONS, REPLICATIONS))


def _variance(pair: tuple[Number, Number]) -> Number:
    """s_i^2 of a replication."""
    p_1, p_2 = pair
    return (p_1 - p_2) * (p_1 - p_2) / 2
