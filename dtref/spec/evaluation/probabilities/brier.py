"""
The Brier score and Murphy's decomposition of it.   Notation: as in `dtref.spec.evaluation.probabilities.forecasts`.

Two conventions have one name. Brier's own score sums over the classes, so it is from 0 to 2, for two classes too. The binary one, of the
probability of the positive class alone, is half of that; scikit-learn's brier_score_loss gives it for two classes, Brier's for more.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

from dtref.errors import Undefined
from dtref.exact.definition import defined
from dtref.exact.inputs import items
from dtref.exact.number import Exact, Number, number, total
from dtref.spec.evaluation.probabilities.forecasts import (
    ClassShares,
    Decomposition,
    ForecastOutcome,
    binary_outcomes,
    outcomes,
    strata,
    without_records,
)


@defined(
    formula="1/n sum_i sum_k (f_ik - o_ik)^2",
    undefined="no records",
    errors="as for `dtref.spec.evaluation.probabilities.forecasts.outcomes`",
    sources=("Brier 1950, Verification of forecasts expressed in terms of probability",),
)
def brier_score(shares: Iterable[Iterable[object]], actual: Iterable[Hashable], classes: Iterable[Hashable]) -> Number | Undefined:
    """
    The Brier score of class shares, summed over the classes: 0 for certainty that is right, 2 for certainty that is wrong.

    Of two classes it is twice `binary_brier_score`.

    >>> brier_score([[0.75, 0.25, 0], [0, 0.5, 0.5]], "ac", "abc"), brier_score([], "", "ab")
    (Fraction(5, 16), Undefined(why='no records'))
    """
    return _score(outcomes(shares, actual, classes))


@defined(
    formula="1/n sum_i (p_i - o_i)^2, o_i = 1 for a positive, 0 for a negative",
    undefined="no records",
    errors="Invalid for a probability that isn't a number from 0 to 1; no label",
    sources=("Brier 1950, halved, as most programs have it",),
)
def binary_brier_score(
    probabilities: Iterable[object], labels: Iterable[object], positive: object, *, classes: Iterable[Hashable] | None = None
) -> Number | Undefined:
    """
    The Brier score of probabilities of the positive class: their mean squared distance from 1 and 0.   From 0 to 1.

    >>> binary_brier_score([0.75, 0.5], "+-", "+")
    Fraction(5, 32)
    """
    twice = _score(binary_outcomes(probabilities, labels, positive, classes))
    return twice if isinstance(twice, Undefined) else twice / 2


@defined(
    formula=(
        "reliability 1/n sum_g n_g sum_k (f_gk - o_gk)^2; resolution 1/n sum_g n_g sum_k (o_gk - o_k)^2; uncertainty sum_k o_k (1 - o_k)"
    ),
    undefined="no records",
    errors=brier_score,
    sources=("Murphy 1973, A new vector partition of the probability score",),
)
def brier_decomposition(
    shares: Iterable[Iterable[object]], actual: Iterable[Hashable], classes: Iterable[Hashable]
) -> Decomposition | Undefined:
    """
    The Brier score as reliability - resolution + uncertainty, by distinct forecasts.

    The last two are what splitting the records by their forecasts takes off their Gini index, and that index.

    >>> brier_decomposition([[0.5, 0.5], [0.5, 0.5], [1, 0]], "aba", "ab")
    Decomposition(reliability=Fraction(0, 1), resolution=Fraction(1, 9), uncertainty=Fraction(4, 9))
    """
    names = items("classes", classes)
    return _decomposed(outcomes(shares, actual, names), len(names), 1)


@defined(
    formula=(
        "1/n sum_g n_g (p_g - o_g)^2; 1/n sum_g n_g (o_g - o)^2; o (1 - o), o the share of positives: each half of that of the shares"
    ),
    undefined="no records",
    errors=binary_brier_score,
    sources=("Murphy 1973",),
)
def binary_brier_decomposition(
    probabilities: Iterable[object], labels: Iterable[object], positive: object, *, classes: Iterable[Hashable] | None = None
) -> Decomposition | Undefined:
    """
    The Brier score of probabilities of the positive class as reliability - resolution + uncertainty.

    >>> binary_brier_decomposition([0.5, 0.5, 1], "+-+", "+")
    Decomposition(reliability=Fraction(0, 1), resolution=Fraction(1, 18), uncertainty=Fraction(2, 9))
    """
    return _decomposed(binary_outcomes(probabilities, labels, positive, classes), 2, 2)


def _score(records: Sequence[ForecastOutcome]) -> Number | Undefined:
    terms = [_squares(r.forecast, [int(k == r.actual) for k in range(len(r.forecast))]) for r in records]
    return without_records(records) or total(terms) / len(records)


def _squares(a: ClassShares, b: Sequence[Exact]) -> Number:
    """sum_k (a_k - b_k)^2"""
    return total((x - y) * (x - y) for x, y in zip(a, b, strict=True))


def _decomposed(records: Sequence[ForecastOutcome], classes: int, over: int) -> Decomposition | Undefined:
    """The parts, divided by `over`: 1 for the sums over classes, 2 for the positive class alone."""
    n, groups = len(records), strata(records, classes)
    if not n:
        return Undefined("no records")
    base = [total(g.counts[k] for g in groups) / n for k in range(classes)]
    return Decomposition(
        total(g.records * _squares(g.forecast, g.shares) for g in groups) / (n * over),
        total(g.records * _squares(g.shares, base) for g in groups) / (n * over),
        total(o * (1 - o) for o in base) / number(over),
    )
