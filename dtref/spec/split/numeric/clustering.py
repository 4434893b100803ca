"""
Optimal clusters of weighted numbers: exact k-means in one dimension, with every tie.

In one dimension the clusters of an optimum are neighbours in order, so that dynamic programming finds all of them.
"""

from __future__ import annotations

__sources__ = ("Fisher 1958, On grouping for maximum homogeneity (also known as Jenks' natural breaks)",)

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import accumulate

from dtref.errors import Undecided
from dtref.exact.definition import defined
from dtref.spec.model.counts import Count
from dtref.spec.model.schemes import walk

_LIMIT = 1000
"""The most different numbers that are clustered, unless the caller sets another limit; the work grows with their square."""


@defined(
    formula="minimise sum_c sum_{i in c} w_i (v_i - mean_c)^2",
    errors="Undecided for more than `limit` numbers",
    sources=("Fisher 1958",),
)
def clusterings(values: Sequence[Fraction], weights: Sequence[Count], k: int, limit: int = _LIMIT) -> Iterator[tuple[int, ...]]:
    """
    Every way to put ascending numbers in k clusters with the least sum of squared distances, weighted, to the cluster means.

    Each is given by the positions at which a cluster starts, the first cluster's left out, in lexicographic order, lazily. Equal numbers
    stay together; with fewer than k different numbers each is a cluster.

    >>> list(clusterings(tuple(map(Fraction, (0, 1, 2, 10))), (1, 1, 1, 1), 2)), list(clusterings((Fraction(1),), (1,), 2))
    ([(3,)], [()])
    >>> list(clusterings(tuple(map(Fraction, (1, 2, 3))), (1, 1, 1), 2))
    [(1,), (2,)]
    """
    m = len(values)
    if m > limit:
        raise Undecided(f"optimal clusters of {m} numbers", f"{limit} numbers")
    k = min(k, m)
    spread = _Spread(values, weights)
    least = [[spread.of(i, m) for i in range(m)]]  # least[c][i]: the least cost of values[i:] in c + 1 clusters
    for c in range(1, k):
        least.append([min((spread.of(i, j) + least[c - 1][j] for j in range(i + 1, m - c + 1)), default=Fraction(0)) for i in range(m)])

    # from the least costs the starts of the clusters, one after another
    def with_next(starts: tuple[int, ...], last: tuple[int, int]) -> Iterator[tuple[tuple[int, ...], tuple[int, int]]]:
        i, c = last
        if c > 0:
            best = (j for j in range(i + 1, m - c + 1) if spread.of(i, j) + least[c - 1][j] == least[c][i])
            yield from (((*starts, j), (j, c - 1)) for j in best)

    nothing: tuple[int, ...] = ()
    yield from (starts for starts, (_, c) in walk(nothing, (0, k - 1), with_next) if c <= 0)


class _Spread:
    """The sum of w (v - mean)^2 over values[i:j], from running sums: sum w v^2 - (sum w v)^2 / sum w."""

    def __init__(self, values: Sequence[Fraction], weights: Sequence[Count]) -> None:
        pairs = [(Fraction(w), v) for v, w in zip(values, weights, strict=True)]
        self.sums = [list(accumulate(terms, initial=Fraction(0))) for terms in ((w * v**e for w, v in pairs) for e in range(3))]
        self.known: dict[tuple[int, int], Fraction] = {}

    def of(self, i: int, j: int) -> Fraction:
        """The cost of one cluster of values[i:j]."""
        if (i, j) not in self.known:
            w, wv, wvv = (s[j] - s[i] for s in self.sums)
            self.known[i, j] = wvv - wv * wv / w
        return self.known[i, j]
