"""The order of values by the first principal component of their class shares, as SimpleCart has it of more than two classes."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cmp_to_key

from dtref.errors import Undecided
from dtref.exact.definition import defined
from dtref.spec.model.counts import Counts

_BITS = 320
"""The binary digits that matrices are kept with."""
_SQUARINGS = 24
_ALONE = Fraction(1, 2**90)
"""How much all components but the first may still weigh."""
_APART = Fraction(1, 2**80)
"""The least squared cosine of the angle between two values' difference and the component's plane: doubles tell no less apart."""

_Matrix = list[list[int]]


@defined(
    formula="e P_i, e the eigenvector of the greatest eigenvalue of sum_i n_i (P_i - m)^T (P_i - m), P_i = counts_i / n_i",
    errors="Undecided where two eigenvalues, or the places of two values, are too near",
    sources=("Weka 3.6.14, `weka/classifiers/trees/SimpleCart.java` (nominalDistribution)",),
)
def principal_order(counts: Sequence[Counts]) -> tuple[int, ...]:
    """
    The positions of values in the order of their first principal component, from either end; of equal class shares the first comes first.

    The matrix is squared until one component is left; its digits are 320, so that signs are certain.

    >>> principal_order(((4, 1, 0), (0, 1, 4), (2, 1, 2), (3, 1, 1)))
    (1, 2, 3, 0)
    """
    shares = [tuple(Fraction(n, sum(row)) for n in row) for row in counts]
    component = _first_component(_scatter(counts, shares))
    # along a direction that the component doesn't vanish in
    direction = max((_image(component, unit) for unit in _units(len(component))), key=_square)
    weight = sum(row[i] for i, row in enumerate(component))

    def order(i: int, j: int) -> int:
        difference = [a - b for a, b in zip(shares[i], shares[j], strict=True)]
        if not any(difference):
            return i - j
        side = sum(a * b for a, b in zip(difference, direction, strict=True))
        if side * side < _APART * _square(difference) * _square(direction) or not weight:
            raise Undecided("order of values by their principal component", f"{_BITS} digits")
        return 1 if side > 0 else -1

    ascending = sorted(range(len(shares)), key=cmp_to_key(order))
    return tuple(ascending)


def _scatter(counts: Sequence[Counts], shares: Sequence[tuple[Fraction, ...]]) -> list[list[Fraction]]:
    """sum_i n_i (P_i - m)^T (P_i - m)."""
    sizes = [sum(row) for row in counts]
    together = [Fraction(sum(column), sum(sizes)) for column in zip(*counts, strict=True)]
    apart = [[p - m for p, m in zip(row, together, strict=True)] for row in shares]
    classes = range(len(together))
    return [[sum((n * row[a] * row[b] for n, row in zip(sizes, apart, strict=True)), Fraction(0)) for b in classes] for a in classes]


def _first_component(scatter: list[list[Fraction]]) -> _Matrix:
    """A multiple of e e^T, in whole numbers. Errors: Undecided where the greatest eigenvalue does not stand out."""
    matrix = _scaled(scatter)
    for _ in range(_SQUARINGS):
        trace = sum(matrix[i][i] for i in range(len(matrix)))
        rest = trace * trace - sum(x * x for row in matrix for x in row)
        if trace and rest < _ALONE * trace * trace:
            return matrix
        matrix = _scaled([[sum(a * b for a, b in zip(row, column, strict=True)) for column in matrix] for row in matrix])
    raise Undecided("order of values by their principal component", f"{_SQUARINGS} squarings")


def _scaled(matrix: Sequence[Sequence[Fraction | int]]) -> _Matrix:
    """The matrix divided by its trace, with 320 binary digits; 0 where the trace is."""
    trace = sum(matrix[i][i] for i in range(len(matrix)))
    return [[round(Fraction(x << _BITS if isinstance(x, int) else x * 2**_BITS) / trace) if trace else 0 for x in row] for row in matrix]


def _units(classes: int) -> list[list[int]]:
    return [[int(a == b) for b in range(classes)] for a in range(classes)]


def _image(matrix: _Matrix, vector: Sequence[int]) -> list[int]:
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def _square(vector: Sequence[Fraction | int]) -> Fraction:
    return sum((Fraction(x) * x for x in vector), Fraction(0))
