"""
DKM and Hellinger distance: one order of tests, concavity, what they do not depend on.   Papers: Kearns and Mansour 1996, Dietterich, Kearns
and Mansour 1996; Cieslak and Chawla 2008, Cieslak et al. 2012.

What is a sum over children has a term for each: what holds for 2 to 4 children holds by the same terms for more.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import cast

import sympy

from dtref.errors import Undefined
from dtref.exact.functions import sqrt
from dtref.exact.number import Number, total
from dtref.spec.split.criteria import gini_reduction
from dtref.spec.split.impurity import gini
from dtref.spec.split.square_roots import dkm, dkm_reduction, hellinger_distance
from proofs.steps import above_zero, at, defined, derivative, equal, expression, holds, same, weighted_squares
from proofs.symbols import positive, rational
from proofs.theorem import Method, theorem

UP_TO_4 = range(2, 5)
DKM, BOTH, DISTANCE, SKEW = "kearns1996", "dietterich1996", "cieslak2008", "cieslak2012"
CHILDREN = "two classes, 2 to 4 children, all positive real counts"


def children_of(k: int) -> tuple[tuple[Number, Number], ...]:
    """The counts of k children."""
    return tuple(zip(positive(f"a1:{k + 1}"), positive(f"b1:{k + 1}"), strict=True))


def node_of(children: Sequence[tuple[Number, Number]]) -> tuple[Number, Number]:
    """The counts of the node."""
    return total(a for a, _ in children), total(b for _, b in children)


@theorem(
    "DKM is strictly concave, 1 at equal classes and only there, 0 of one class; its square is twice the Gini index",
    source=DKM,
    runs=(dkm, gini),
    reach="two classes, all real shares; the square for all positive real counts; 0 for one class, declared alone or beside an empty one",
    method=Method.DERIVATIVES,
)
def theorem_dkm_is_strictly_concave() -> None:
    """Of shares p and 1 - p the second derivative is -1/(2 (p (1 - p))^(3/2)), p being 1/(1 + x)."""
    p, x, a, b = positive("p x a b")
    value = dkm.formula((p, 1 - p))
    above_zero(-at(derivative(value, p, 2), p, 1 / (1 + x)))
    equal(at(derivative(value, p), p, rational(1, 2)), 0)
    equal(at(value, p, rational(1, 2)), 1)
    equal(defined(dkm((a, b))) * defined(dkm((a, b))), 2 * defined(gini((a, b))))
    for pure in ((a,), (a, 0 * a), (0 * a, a)):
        equal(dkm(pure), 0)


@theorem(
    "The reduction of DKM is half of the node's DKM times the squared Hellinger distance: at a node both order the tests alike, ties too",
    source=BOTH,
    runs=(dkm_reduction, hellinger_distance, dkm),
    reach=CHILDREN + ", and each pattern of zeros in two children of two classes",
    method=Method.IDENTITY,
)
def theorem_dkm_orders_tests_as_hellingers_distance_does() -> None:
    """Of a node and its children n DKM/2 is sqrt(n_1 n_2), and the square of the distance is 2 - 2 sum sqrt(n_1i n_2i)/sqrt(n_1 n_2)."""
    for k in UP_TO_4:
        children = children_of(k)
        n_1, n_2 = node_of(children)
        shared = total(sqrt(a) * sqrt(b) for a, b in children)
        equal(squared_distance((n_1, n_2), children), 2 - 2 * shared / (sqrt(n_1) * sqrt(n_2)))
        whole = 2 * sqrt(n_1) * sqrt(n_2) / (n_1 + n_2)
        equal(rooted_shares(dkm((n_1, n_2))), whole)
        equal(rooted_shares(dkm_reduction((n_1, n_2), children)), whole - 2 * shared / (n_1 + n_2))
    for a, b, c, d in product((0, 1, 4), repeat=4):
        node = a + c, b + d
        if all(node):
            distance = defined(hellinger_distance(node, ((a, b), (c, d))))
            same(dkm_reduction(node, ((a, b), (c, d))), defined(dkm(node)) * distance * distance / 2, f"the reduction of {a, b, c, d}")


def squared_distance(node: tuple[Number, Number], children: Sequence[tuple[Number, Number]]) -> Number:
    """The square of the distance, with roots of quotients taken apart and each class adding up to 1."""
    value = defined(hellinger_distance(node, children))
    return rooted_shares(value * value)


def rooted_shares(x: Number | Undefined) -> Number:
    """The expression with the root of each quotient or product of positive numbers as that of roots."""
    return cast(Number, expression(x).replace(is_root, apart))


def is_root(x: sympy.Basic) -> bool:
    """Whether it is a square root."""
    return isinstance(x, sympy.Pow) and x.exp == sympy.Rational(1, 2)


def apart(root: sympy.Pow) -> sympy.Expr:
    """The root of a product of powers as the product of the roots."""
    factors = sympy.factor(root.base).as_powers_dict()
    return sympy.Mul(*(sympy.sqrt(base) ** power for base, power in factors.items()))


@theorem(
    "Hellinger distance stays when the records of a class are multiplied; the reduction of Gini does not",
    source=SKEW,
    runs=(hellinger_distance, gini_reduction),
    reach=CHILDREN + "; the reduction of Gini at one node",
    method=Method.IDENTITY,
)
def theorem_hellinger_distance_does_not_depend_on_the_sizes_of_classes() -> None:
    """It is of the shares n_1i / n_1 and n_2i / n_2."""
    (m,) = positive("m")
    for k in UP_TO_4:
        children = children_of(k)
        larger = tuple((m * a, b) for a, b in children)
        equal(hellinger_distance(node_of(larger), larger), hellinger_distance(node_of(children), children))
    few, many = ((3, 1), (1, 3)), ((3, 100), (1, 300))
    holds(gini_reduction((4, 4), few) != gini_reduction((4, 400), many), "Gini feels that one class has 100 times as many records")


@theorem(
    "Hellinger distance is 0 exactly where every child has the node's class shares, and at most sqrt 2, where no child has both classes; "
    "it has no value where a class has no records, and for more than two classes",
    source=DISTANCE,
    runs=(hellinger_distance,),
    reach=CHILDREN,
    method=Method.SQUARES,
)
def theorem_hellinger_distance_is_from_0_to_the_root_of_2() -> None:
    """A sum of squares of sqrt(n_1i / n_1) - sqrt(n_2i / n_2); and 2 less it is twice a sum of products of roots."""
    for k in UP_TO_4:
        children = children_of(k)
        n_1, n_2 = node_of(children)
        value = defined(hellinger_distance((n_1, n_2), children))
        weighted_squares(value * value, [(rational(1), sqrt(a / n_1) - sqrt(b / n_2)) for a, b in children])
        above_zero(2 - squared_distance((n_1, n_2), children))
        m, sizes = positive("m")[0], positive(f"n1:{k + 1}")
        alike = [(n, m * n) for n in sizes]
        equal(squared_distance(node_of(alike), alike), 0)
    a, b, c = positive("a b c")
    equal(hellinger_distance((a + c, b), ((a, 0 * a), (0 * a, b), (c, 0 * a))), sqrt(rational(2)))
    same(hellinger_distance((a, 0), ((a, 0),)), Undefined("a class has no records"), "one class")
    same(hellinger_distance((a,), ((a,),)), Undefined("a class has no records"), "one class declared")
    same(hellinger_distance((a, b, c), ((a, b, c),)), Undefined("defined for two classes"), "three classes")
    same(dkm((a, b, c)), Undefined("defined for two classes"), "three classes")
