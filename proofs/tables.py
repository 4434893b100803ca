"""
Confusion matrices whose counts are symbols, and what is done to one.

A classifier that does not look at the record predicts each class for the same share of every class: its table is `blind`.
"""

from __future__ import annotations

from collections.abc import Sequence

from dtref.exact.number import Exact, Number, total
from dtref.spec.evaluation.confusion.matrix import BinaryCounts, Confusion
from proofs.steps import multiplied_out
from proofs.symbols import positive, real

CLASSES = range(2, 6)
A, B, C, D = positive("a b c d")
COUNTS = BinaryCounts(A, B, C, D)


def table(rows: Sequence[Sequence[Exact]]) -> Confusion:
    """The matrix with these rows, its classes called 0, 1, …"""
    return Confusion(range(len(rows)), rows)


def cells(c: int) -> tuple[tuple[Number, ...], ...]:
    """c times c positive symbols."""
    return tuple(positive(" ".join(f"x{i}{j}" for j in range(c))) for i in range(c))


def square(c: int) -> Confusion:
    """The matrix of c classes whose counts are all positive symbols."""
    return table(cells(c))


def rated(counts: Sequence[Number]) -> Confusion:
    """The matrix of these actual counts where the share of class i that is predicted as j is a real symbol; the rest is right."""
    c = len(counts)
    r = [real(" ".join(f"r{i}{j}" for j in range(c))) for i in range(c)]
    return table([[multiplied_out(n * (r[i][j] if i != j else 1 - total(r[i]) + r[i][i])) for j in range(c)] for i, n in enumerate(counts)])


def diagonal(counts: Sequence[Exact]) -> Confusion:
    """The matrix of a perfect classifier: these counts, and 0 beside them."""
    return table([[n if i == j else 0 for j in range(len(counts))] for i, n in enumerate(counts)])


def blind(actual: Sequence[Number], predicted: Sequence[Number]) -> Confusion:
    """The matrix of a classifier that does not look at the record: actual count times predicted share. Both have one sum."""
    s = total(actual)
    return table([[t * p / s for p in predicted] for t in actual])


def with_empty_class(m: Confusion) -> Confusion:
    """The matrix with one more class, of which there are no records, and which is not predicted."""
    return table([*[[*row, 0] for row in m.rows], [0] * (len(m.rows) + 1)])


def exchanged(n: BinaryCounts) -> BinaryCounts:
    """The counts where the other class is called positive."""
    return BinaryCounts(n.tn, n.fp, n.fn, n.tp)


def transposed(n: BinaryCounts) -> BinaryCounts:
    """The counts with actual and predicted classes exchanged."""
    return BinaryCounts(n.tp, n.fp, n.fn, n.tn)
