"""
Logarithmic loss and its decomposition, in bits.   Notation: as in `dtref.spec.evaluation.probabilities.forecasts`.

In nats (scikit-learn's log_loss) each is ln 2 = 0.693… times as much: a sum of logarithms to base 2 is exact, whatever unit is printed.
A forecast of 0 for the class that came has an infinite loss, which is no number: Undefined. Programs clip shares first, by a convention of
theirs: `clipped_log_loss`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from fractions import Fraction

from dtref.errors import Invalid, Undefined
from dtref.exact.definition import defined
from dtref.exact.functions import log2, maximum, minimum, plogp
from dtref.exact.inputs import exact, items
from dtref.exact.number import Exact, Number, is_zero, number, total
from dtref.spec.evaluation.probabilities.forecasts import Decomposition, Outcome, Shares, outcomes, strata, without_records

DOUBLES = Fraction(1, 2**52)
"""The epsilon of scikit-learn, from version 1.3 on, for shares that are doubles."""


@defined(
    formula="-1/n sum_i log2 f_i(actual class of i)",
    unit="bits, from 0; in nats it is ln 2 times as much",
    undefined="no records; the class that came had the share 0, as its loss is infinite",
    errors="as for `dtref.spec.evaluation.probabilities.forecasts.outcomes`",
    sources=("Good 1952, Rational decisions",),
)
def log_loss(shares: Iterable[Iterable[object]], actual: Iterable[Hashable], classes: Iterable[Hashable]) -> Number | Undefined:
    """
    The mean logarithmic loss of class shares.

    >>> log_loss([[0.75, 0.25], [0.5, 0.5]], "ab", "ab")
    LogForm(3/2 - 1/2*log2(3))
    >>> log_loss([[1, 0]], "b", "ab")
    Undefined(why='record 1: the class that came had the share 0')
    """
    records = outcomes(shares, actual, classes)
    return without_records(records) or _impossible(records) or _mean_bits([_share(r) for r in records])


@defined(
    formula="-1/n sum_i log2 min(max(f, epsilon), 1 - epsilon), f the share of the class that came",
    unit="bits",
    undefined="no records",
    errors="as for `log_loss`, and Invalid for an epsilon that isn't above 0 and at most 1/2",
    sources=(
        "scikit-learn's log_loss, whose epsilon is 2^-52 for doubles and 2^-23 for single precision",
        "until version 1.2 it was 10^-15, and rows were divided by their sums once more",
    ),
)
def clipped_log_loss(
    shares: Iterable[Iterable[object]], actual: Iterable[Hashable], classes: Iterable[Hashable], epsilon: Exact = DOUBLES
) -> Number | Undefined:
    """
    The mean logarithmic loss where shares below epsilon count as epsilon, and those above 1 - epsilon as 1 - epsilon.

    >>> clipped_log_loss([[1, 0]], "b", "ab"), clipped_log_loss([[1, 0]], "b", "ab", Fraction(1, 8))
    (LogForm(52), LogForm(3))
    """
    eps = exact("epsilon", epsilon, least=0)
    if is_zero(eps) or eps > Fraction(1, 2):
        raise Invalid("epsilon", "a number above 0 and at most 1/2", epsilon)
    records = outcomes(shares, actual, classes)
    return without_records(records) or _mean_bits([minimum((maximum((_share(r), eps)), 1 - eps)) for r in records])


@defined(
    formula=(
        "reliability 1/n sum_g n_g sum_k o_gk log2(o_gk / f_gk); resolution 1/n sum_g n_g sum_k o_gk log2(o_gk / "
        "o_k); uncertainty -sum_k o_k log2 o_k, the entropy of all records, of which the resolution is the "
        "information gain of the forecasts"
    ),
    unit="bits",
    undefined=log_loss,
    errors=log_loss,
    sources=("Bröcker 2009, Reliability, sufficiency, and the decomposition of proper scores",),
)
def log_loss_decomposition(
    shares: Iterable[Iterable[object]], actual: Iterable[Hashable], classes: Iterable[Hashable]
) -> Decomposition | Undefined:
    """
    The logarithmic loss as reliability - resolution + uncertainty, by distinct forecasts.

    >>> log_loss_decomposition([[0.5, 0.5], [0.5, 0.5], [1, 0]], "aba", "ab")
    Decomposition(reliability=LogForm(0), resolution=LogForm(-4/3 + log2(3)), uncertainty=LogForm(-2/3 + log2(3)))
    """
    names = items("classes", classes)
    records = outcomes(shares, actual, names)
    return without_records(records) or _impossible(records) or _decomposed(records, len(names))


def _share(record: Outcome) -> Number:
    """The share of the class that came."""
    return record.forecast[record.actual]


def _impossible(records: Sequence[Outcome]) -> Undefined | None:
    """Undefined where a class came that had no share."""
    first = next((i for i, record in enumerate(records, 1) if is_zero(_share(record))), None)
    return None if first is None else Undefined(f"record {first}: the class that came had the share 0")


def _mean_bits(shares: Sequence[Number]) -> Number:
    return -total(map(log2, shares)) / len(shares)


def _divergence(o: Shares, f: Shares) -> Number:
    """sum_k o_k log2(o_k / f_k), 0 where o_k is 0."""
    return total(plogp(o_k) - o_k * log2(f_k) for o_k, f_k in zip(o, f, strict=True) if not is_zero(o_k))


def _decomposed(records: Sequence[Outcome], classes: int) -> Decomposition:
    n, groups = number(len(records)), strata(records, classes)
    base = tuple(total(g.counts[k] for g in groups) / n for k in range(classes))
    return Decomposition(
        total(g.records * _divergence(g.shares, g.forecast) for g in groups) / n,
        total(g.records * _divergence(g.shares, base) for g in groups) / n,
        -total(map(plogp, base)),
    )
