"""
Impurity of a node: forms, bounds, order, concavity.   Documents: `tan` Measures of Node Impurity; `cs6220`; `iaml` 1.3.

Before this: `proofs.steps`; `dtref.split.impurity`, whose functions are run. Next: `proofs.gain`.
"""

from __future__ import annotations

from itertools import combinations, permutations
from typing import cast

import sympy

from dtref.exact.number import Number, total
from dtref.split.impurity import Shares, entropy, gini, misclassification_error, shares
from proofs.steps import above_zero, at, derivative, equal, not_negative, weighted_squares
from proofs.symbols import log2, positive, rational, real
from proofs.symbols import not_negative as from_zero
from proofs.theorem import Method, theorem

CLASSES = range(2, 7)
E = cast(Number, sympy.E)
GINI, INFO = "tan: Measure of Impurity: GINI", "tan: Alternative Splitting Criteria based on INFO"


@theorem(
    "Gini = 2p(1 - p) for two classes",
    source=GINI,
    runs=(gini,),
    reach="all positive real counts a, b; p = a/(a + b)",
    method=Method.IDENTITY,
)
def theorem_gini_is_2p_times_1_minus_p_of_two_classes() -> None:
    """Both are 2ab/(a + b)²."""
    a, b = positive("a b")
    p = a / (a + b)
    equal(gini((a, b)), 2 * p * (1 - p))


@theorem(
    "Gini = sum of p_i p_j over i ≠ j: the error of labels drawn with the node's shares",
    source=GINI,
    runs=(gini,),
    reach="all positive real counts, 2 to 6 classes",
    method=Method.IDENTITY,
)
def theorem_gini_is_the_error_of_random_labelling() -> None:
    """(sum p_i)² = 1 is the sum of p_i² and of p_i p_j."""
    for c in CLASSES:
        n = positive(f"n1:{c + 1}")
        pairs = total(n[i] * n[j] for i in range(c) for j in range(c) if i != j)
        equal(gini(n), pairs / (total(n) * total(n)))


@theorem(
    "Impurity does not depend on the order of the classes",
    source=GINI,
    runs=(gini, entropy, misclassification_error),
    reach="all positive real counts, 3 classes, each of the 6 orders",
    method=Method.EXHAUSTION,
)
def theorem_impurity_is_symmetric() -> None:
    """Order by order."""
    n = positive("n1:4")
    for measure in (gini, entropy, misclassification_error):
        for order in permutations(n):
            equal(measure(n), measure(order))


@theorem(
    "At c equal shares Gini and error are 1 - 1/c, entropy is log2 c",
    source=INFO,
    runs=(gini, entropy, misclassification_error),
    reach="every positive real count, 2 to 6 classes",
    method=Method.IDENTITY,
)
def theorem_impurity_of_equal_shares() -> None:
    """Every share is 1/c."""
    (n,) = positive("n")
    for c in CLASSES:
        equal(gini((n,) * c), 1 - rational(1, c))
        equal(misclassification_error((n,) * c), 1 - rational(1, c))
        equal(entropy((n,) * c), log2(c))


def descending(c: int) -> tuple[Number, ...]:
    """Positive counts of c classes, none larger than the one before it."""
    least, *steps = (*positive("n"), *from_zero(f"d1:{c}"))
    return tuple(least + total(steps[:k]) for k in range(c - 1, -1, -1))


def line(c: int) -> tuple[Number, Shares]:
    """Shares that move along any line, the last one being what the others leave; and what moves them."""
    (t,) = real("t")
    p, v = positive(f"p1:{c + 1}"), real(f"v1:{c}")
    return t, [p_j + t * v_j for p_j, v_j in zip(p, (*v, -total(v)), strict=True)]


@theorem(
    "Impurity is 0 of a node of one class, and of no other node",
    source=GINI,
    runs=(gini, entropy, misclassification_error),
    reach="every positive real count; 1 to 6 classes with records, one without",
    method=Method.SIGNS,
)
def theorem_impurity_is_0_of_pure_nodes_only() -> None:
    """With two classes or more: Gini sums products of counts, entropy n_j log2(n/n_j) with n > n_j; error is what isn't the largest."""
    for measure in (gini, entropy, misclassification_error):
        equal(measure((*positive("n"), 0)), 0)
    for c in CLASSES:
        n = descending(c)
        size = total(n)
        equal(gini(n), total(2 * a * b for a, b in combinations(n, 2)) / (size * size))
        above_zero(gini(n))
        equal(misclassification_error(n), total(n[1:]) / size)
        above_zero(misclassification_error(n))
        counts = positive(f"n1:{c + 1}")
        size = total(counts)
        equal(entropy((*counts, 0)), total(n_j * (log2(size) - log2(n_j)) for n_j in counts) / size)
        for n_j in counts:
            above_zero(size - n_j)


@theorem(
    "Gini is largest at equal shares, and only there: 1 - 1/c less Gini is the sum of (p_i - p_j)²/c over pairs",
    source=GINI,
    runs=(gini,),
    reach="all positive real counts, 2 to 6 classes",
    method=Method.SQUARES,
)
def theorem_gini_is_largest_at_equal_shares_only() -> None:
    """Lagrange's identity."""
    for c in CLASSES:
        n = positive(f"n1:{c + 1}")
        weighted_squares(1 - rational(1, c) - gini(n), [(rational(1, c), (a - b) / total(n)) for a, b in combinations(n, 2)])


@theorem(
    "Entropy is largest at equal shares, and only there: log2 c less entropy is the divergence of the shares from 1/c each",
    source=INFO,
    runs=(entropy,),
    reach="all positive real counts, 2 to 6 classes; the bound of a logarithm for all x > 0",
    method=Method.TANGENT,
)
def theorem_entropy_is_largest_at_equal_shares_only() -> None:
    """-log2 x >= (1 - x)/ln 2, strictly but at x = 1. Each term p_j log2(c p_j) is at least p_j (1 - 1/(c p_j))/ln 2; these sum to 0."""
    tangent_line()
    for c in CLASSES:
        n = positive(f"n1:{c + 1}")
        p = [n_j / total(n) for n_j in n]
        equal(log2(c) - entropy(n), total(p_j * (log2(c) + log2(n_j) - log2(total(n))) for n_j, p_j in zip(n, p, strict=True)))
        equal(total(p_j * (1 - 1 / (c * p_j)) for p_j in p), 0)


def tangent_line() -> None:
    """x - 1 - ln x is 0 at 1, has the slope 1 - 1/x, below 0 to the left and above 0 to the right: so it is above 0 but at 1."""
    (x,) = positive("x")
    gap = (x - 1) * log2(E) - log2(x)
    equal(at(gap, x, 1), 0)
    slope = derivative(gap, x) * x
    above_zero(at(slope, x, 1 + x))
    above_zero(-at(slope, x, 1 / (1 + x)))


@theorem(
    "Error is what the largest class leaves, so the least of the 1 - p_j; it is largest at equal shares, and only there",
    source="tan: Splitting Criteria based on Classification Error",
    runs=(misclassification_error,),
    reach="all positive real counts; 2 to 4 classes in any order, 5 from the largest down and up",
    method=Method.SIGNS,
)
def theorem_error_is_the_least_rest() -> None:
    """A least of linear functions is concave. 1 - 1/c less error is the mean distance from the largest share."""
    for c in range(2, 6):
        n = descending(c)
        p = shares(n)
        for order in set(permutations(range(c))) if c < 5 else {tuple(range(c)), tuple(range(c))[::-1]}:
            found = misclassification_error([n[i] for i in order])
            equal(found, 1 - p[0])
            for p_j in p:
                not_negative(1 - p_j - found)
        equal(1 - rational(1, c) - misclassification_error(n), total((p[0] - p_j) / c for p_j in p))


@theorem(
    "Gini and entropy are strictly concave: along every line through the shares they bend down",
    source=INFO,
    runs=(gini, entropy),
    reach="all positive shares and every direction that keeps their sum, 2 to 6 classes",
    method=Method.DERIVATIVES,
)
def theorem_gini_and_entropy_are_strictly_concave() -> None:
    """The second derivatives are -2 sum v_j² and -sum v_j²/(p_j ln 2): 0 only where nothing moves."""
    for c in CLASSES:
        t, p = line(c)
        v = [derivative(p_j, t) for p_j in p]
        weighted_squares(-derivative(gini.formula(p), t, 2), [(rational(2), v_j) for v_j in v])
        bend = at(derivative(entropy.formula(p), t, 2), t, 0)
        weighted_squares(-bend, [(log2(E) / at(p_j, t, 0), v_j) for p_j, v_j in zip(p, v, strict=True)])


@theorem(
    "Error is at most Gini, and equal to it exactly where all classes that have records have as many",
    source=INFO,
    runs=(gini, misclassification_error),
    reach="all positive real counts from the largest down, 2 to 6 classes (further ones without records change nothing)",
    method=Method.SIGNS,
)
def theorem_error_is_at_most_gini() -> None:
    """The difference is the sum of p_j (p_1 - p_j), p_1 the largest share."""
    for c in CLASSES:
        n = descending(c)
        gap = total(n_j * (n[0] - n_j) for n_j in n) / (total(n) * total(n))
        equal(gini((*n, 0)) - misclassification_error((*n, 0)), gap)  # type: ignore[operator]
        not_negative(gap)
        for n_j in n[1:]:
            not_negative(n[0] - n_j)


@theorem(
    "Gini is at most entropy in bits, and equal to it exactly where there is one class",
    source=INFO,
    runs=(gini, entropy),
    reach="all positive real counts, 1 to 6 classes",
    method=Method.DERIVATIVES,
)
def theorem_gini_is_at_most_entropy() -> None:
    """The difference is the sum of p_j (-log2 p_j - 1 + p_j); the bracket is 0 at 1 and falls up to there, as 1/(p ln 2) > 1."""
    (x,) = positive("x")
    bracket = -log2(x) - 1 + x
    equal(at(bracket, x, 1), 0)
    above_zero(-at(derivative(bracket, x), x, 1 / (1 + x)))
    for c in range(1, 7):
        n = positive(f"n1:{c + 1}")
        size = total(n)
        parts = total(n_j * (log2(size) - log2(n_j) - 1 + n_j / size) for n_j in n) / size
        equal(entropy(n) - gini(n), parts)  # type: ignore[operator]


@theorem(
    "Grouping: the entropy of classes is that of groups of them and, weighted by the group's share, that within each group",
    source=INFO,
    runs=(entropy,),
    reach="all positive real counts, 3 to 6 classes, every group of the first 2 to c - 1 of them",
    method=Method.IDENTITY,
)
def theorem_entropy_of_groups_of_classes() -> None:
    """log2 p_j = log2 of the group's share + log2 of the share within the group."""
    for c in range(3, 7):
        n = positive(f"n1:{c + 1}")
        for k in range(2, c):
            group = total(n[:k])
            equal(entropy(n), entropy((group, *n[k:])) + group / total(n) * entropy(n[:k]))
