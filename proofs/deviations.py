"""Criteria of a continuous target: Poisson deviance, absolute error.   Sources: McCullagh and Nelder 1989; Breiman et al. 1984."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import cast

import sympy

from dtref.errors import Undefined
from dtref.exact.number import Number
from dtref.spec.model.counts import value_counts
from dtref.spec.split.deviations import absolute_error, absolute_error_reduction, poisson_deviance, poisson_reduction
from proofs.steps import equal, holds, least_only_at, same
from proofs.symbols import log2, positive
from proofs.theorem import Method, theorem

E = cast(Number, sympy.E)
FEW = tuple(product(range(3), repeat=2))
"""Two values of y of at least 0."""


@theorem(
    "The reduction of Poisson deviance is a divergence: never negative, and 0 exactly where both children have the node's mean",
    source="mccullagh1989",
    runs=(poisson_reduction,),
    reach="two children, all positive real numbers of records and sums of y",
    method=Method.DERIVATIVES,
)
def theorem_poisson_reduction_is_a_divergence_of_two_children() -> None:
    """
    sum S_i/n log2(S_i/e_i), e_i = n_i S/n the sum of y by the node's mean. Less (S_i - e_i)/(n ln 2), which add up to 0, each term is 0
    where S_i = e_i and above 0 elsewhere.
    """
    a, b, left, right = positive("a b l r")
    n, s = left + right, a + b

    def term(there: Number, expected: Number) -> Number:
        return there * (log2(there) - log2(expected)) - (there - expected) * log2(E)

    node, children = (n, s, 0), ((left, a, 0), (right, b, 0))
    value = poisson_reduction.formula(node, children)
    assert not isinstance(value, Undefined), "sums are above 0"
    equal(value, (term(a, left * s / n) + term(b, right * s / n)) / n)
    x, e = positive("x e")
    least_only_at(term(x, e), x, e, e * log2(E))


@theorem(
    "The reduction of Poisson deviance is the deviance before less that after: what each y contributes by itself cancels",
    source="mccullagh1989",
    runs=(poisson_reduction, poisson_deviance),
    reach="every two children of two values from 0 to 2 each, of which one is above 0",
    method=Method.EXHAUSTION,
)
def theorem_poisson_reduction_is_deviance_before_less_after() -> None:
    """Both are the same number in each case."""
    for one, other in product(filter(any, FEW), repeat=2):
        node, parts = value_counts((*one, *other)), [value_counts(part, (*one, *other)) for part in (one, other)]
        before, after = poisson_deviance(node), [poisson_deviance(part) for part in parts]
        value = poisson_reduction(node, parts)
        same(value, before - (after[0] + after[1]) / 2, "the reduction")  # type: ignore[operator]


@theorem(
    "The reduction of absolute error is never negative",
    source="breiman1984",
    runs=(absolute_error_reduction, absolute_error),
    reach="every two children of two values from 0 to 2 each",
    method=Method.EXHAUSTION,
)
def theorem_absolute_error_reduction_is_not_negative() -> None:
    """The node's median is no nearer to a child's values than the child's own, which is the nearest of all values."""
    for one, other in product(FEW, repeat=2):
        everything = (*one, *other)
        node, parts = value_counts(everything), [value_counts(part, everything) for part in (one, other)]
        for values, counts in ((everything, node), (one, parts[0]), (other, parts[1])):
            best = min(sum(abs(y - c) for y in values) for c in everything)
            same(absolute_error(counts), Fraction(best, len(values)), "the least mean distance from a number")
        holds(absolute_error_reduction(node, parts) >= 0, "that the reduction isn't below 0")
