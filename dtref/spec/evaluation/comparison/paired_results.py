"""The input of the paired tests: the differences of two algorithms' results on the same folds."""

from __future__ import annotations

from collections.abc import Sequence

from dtref.errors import Invalid
from dtref.exact.definition import defined
from dtref.exact.inputs import exacts
from dtref.exact.number import Exact, Number


@defined(formula="d_j = e_1j - e_2j", letter="d_j", each="d", errors="Invalid where the lengths differ, and for floats")
def differences(first: Sequence[Exact], second: Sequence[Exact]) -> tuple[Number, ...]:
    """
    The paired differences.

    >>> from fractions import Fraction
    >>> differences((Fraction(1, 5), 1), (0, 1))
    (Fraction(1, 5), Fraction(0, 1))
    """
    if len(first) != len(second):
        raise Invalid("second", f"{len(first)} numbers, as many as the first has", len(second))
    return tuple(a - b for a, b in zip(exacts("first, item", first), exacts("second, item", second), strict=True))
