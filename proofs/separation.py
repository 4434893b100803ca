"""
Criteria that separate classes: twoing, ORT.   Documents: `cs6220` *Other Attribute Selection Measures; `tan` names CART.

Notation: delta_j = p(j|L) - p(j|R).; `dtref.spec.split.separation`, whose functions are run.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from typing import cast

import sympy

from dtref.errors import Undefined
from dtref.exact.number import Number, total
from dtref.spec.split.criteria import gini_reduction
from dtref.spec.split.separation import class_separation, orthogonality, squared_cosine, twoing
from proofs.steps import above_zero, defined, equal, expression, holds, multiplied_out, not_negative, weighted_squares
from proofs.symbols import positive
from proofs.theorem import Method, theorem

BOOK, ORT, SLIDE = "breiman1984", "fayyad1992a", "cs6220: *Other Attribute Selection Measures"
TESTS = (((0, 0, 2), (1, 3, 1)), ((0, 1, 3), (1, 2, 0)))


def signs_read(x: Number | Undefined) -> Number:
    """The expression with each absolute value taken of its factors."""
    return cast(Number, expression(x).replace(sympy.Abs, lambda y: sympy.Abs(sympy.factor(y))))


@theorem(
    "Of two classes twoing is half the reduction of Gini: both choose the same binary tests",
    source=BOOK,
    runs=(twoing, gini_reduction),
    reach="two classes, all positive real counts",
    method=Method.IDENTITY,
)
def theorem_twoing_is_half_the_gini_reduction_of_two_classes() -> None:
    """|delta_1| = |delta_2|, so both are p_L p_R delta_1², times 1 and 2."""
    a, b, c, d = positive("a b c d")
    node, children = (a + c, b + d), ((a, b), (c, d))
    equal(2 * signs_read(twoing(node, children)), defined(gini_reduction(node, children)))


@theorem(
    "Twoing is the greatest half Gini reduction of all ways to make two classes of the classes",
    source=BOOK,
    runs=(twoing, gini_reduction),
    reach="3 and 4 classes; every sign of the delta_j, up to the names of classes and sides; all positive real sizes of the children",
    method=Method.SIGNS,
)
def theorem_twoing_is_the_greatest_half_gini_reduction_of_two_superclasses() -> None:
    """The delta_j sum to 0: joining those above 0 gives (sum |delta_j|/2)²; any other way leaves p_L p_R times two sums of them."""
    x, y, z, n_left, n_right = positive("x y z n_L n_R")
    for deltas in ((x, y, -x - y), (x, y, z, -x - y - z), (x + y, z, -x, -y - z)):
        c = len(deltas)
        q = [*positive(f"q1:{c}")]
        q.append(1 - total(q))  # the shares on the right add up to 1
        left = [multiplied_out(n_left * (q_j + delta)) for q_j, delta in zip(q, deltas, strict=True)]
        right = [multiplied_out(n_right * q_j) for q_j in q]
        value = signs_read(twoing.formula((), (left, right)))
        halves = {}
        for some in (group for k in range(1, c) for group in combinations(range(c), k) if 0 in group):
            joined = [[total(n[j] for j in range(c) if (j in some) is goes) for goes in (True, False)] for n in (left, right)]
            halves[some] = signs_read(gini_reduction.formula([total(n) for n in zip(*joined, strict=True)], joined)) / 2
            not_negative(cast(Number, sympy.factor(expression(value - halves[some]))))
        equal(value, halves[tuple(j for j, delta in enumerate(deltas) if expression(delta).is_positive)])


@theorem(
    "Of three classes twoing and Gini may choose different tests",
    source=BOOK,
    runs=(twoing, gini_reduction),
    reach="a node of (1, 3, 3): the tests (0, 0, 2) | (1, 3, 1) and (0, 1, 3) | (1, 2, 0)",
    method=Method.COUNTEREXAMPLE,
)
def theorem_twoing_and_gini_part_of_three_classes() -> None:
    """The criteria's values of both tests, compared exactly."""
    node = tuple(map(sum, zip(*TESTS[0], strict=True)))
    by_gini, by_twoing = ([cast(Fraction, defined(by(node, test))) for test in TESTS] for by in (gini_reduction, twoing))
    holds(by_gini[0] > by_gini[1], "Gini chooses the first")
    holds(by_twoing[0] < by_twoing[1], "twoing chooses the second")


@theorem(
    "1 - cos² of the class vectors is a sum of squares: from 0, for equal shares only, to 1, for no class in common only",
    source=SLIDE,
    runs=(class_separation, squared_cosine),
    reach="2 to 5 classes, all positive real counts; no class in common: every pair of counts",
    method=Method.SQUARES,
)
def theorem_class_separation_is_a_sum_of_squares() -> None:
    """Lagrange: |V1|²|V2|² - (V1 . V2)² = sum over i < j of (a_i b_j - a_j b_i)²; a common class makes V1 . V2 positive."""
    for c in range(2, 6):
        a, b = positive(f"a1:{c + 1}"), positive(f"b1:{c + 1}")
        node = [x + y for x, y in zip(a, b, strict=True)]
        lengths = total(x * x for x in a) * total(x * x for x in b)
        squares = [(1 / lengths, a[i] * b[j] - a[j] * b[i]) for i, j in combinations(range(c), 2)]
        weighted_squares(defined(class_separation(node, (a, b))), squares)
        above_zero(1 - defined(class_separation(node, (a, b))))
        equal(1 - defined(class_separation(node, (a, b))), defined(squared_cosine((a, b))))
    x, y, k = positive("x y k")
    equal(defined(class_separation((x, y, k), ((x, 0, 0), (0, y, k)))), 1)
    equal(defined(class_separation((x + k * x, y + k * y), ((x, y), (k * x, k * y)))), 0)


@theorem(
    "ORT and the squared sine order tests alike",
    source=ORT,
    runs=(orthogonality, class_separation, squared_cosine),
    reach="2 to 4 classes, all positive real counts",
    method=Method.SIGNS,
)
def theorem_class_separation_grows_with_orthogonality() -> None:
    """1 - cos² = ORT (2 - ORT), and x (2 - x) - y (2 - y) = (x - y)(2 - x - y), where 1 - x and 1 - y are cosines, above 0."""
    for c in range(2, 5):
        a, b = positive(f"a1:{c + 1}"), positive(f"b1:{c + 1}")
        ort = defined(orthogonality((a, b)))
        separation = defined(class_separation([x + y for x, y in zip(a, b, strict=True)], (a, b)))
        equal(multiplied_out(ort * (2 - ort)), separation)
        above_zero(1 - ort)
