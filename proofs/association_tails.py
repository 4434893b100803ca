"""
The p-values of Pearson's statistic and of G: tails of the chi-square distribution.   Documents: `cs6220`; `tan`.

Notation: Q_d(x) is what dtref's rule says of d degrees where the statistic is x; the density is x^(d/2 - 1) e^(-x/2)/(2^(d/2) Γ(d/2)).;
`dtref.spec.split.association`, whose functions are run.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import cast

import sympy

from dtref.errors import Undefined
from dtref.exact.distributions.chi_square import _upper_gamma, chi_square_tail
from dtref.exact.enclosure import Enclosure
from dtref.exact.number import Number
from dtref.spec.split.association import _times_ln2, chi_square, chi_square_p, degrees_of_freedom, g_statistic_p
from proofs.balls import Ball, written
from proofs.steps import Expression, above_zero, defined, derivative, equal, expression, holds, power, same, tends_to
from proofs.symbols import positive, rational
from proofs.theorem import Method, theorem

SLIDE = "cs6220: *Other Attribute Selection Measures"
Table = Sequence[Sequence[int]]
TABLES: tuple[Table, ...] = (
    ((3, 1), (1, 3)),
    ((2, 3), (4, 0), (3, 2)),
    ((1, 2), (3, 1), (0, 2), (5, 1)),
    ((4, 1, 2), (0, 3, 2), (1, 1, 5)),
    ((1, 2), (3, 1), (0, 2), (5, 1), (1, 1), (2, 7)),
    ((4, 1, 2, 1), (0, 3, 2, 2), (1, 1, 5, 1)),
)
"""Tables of children by classes, of 1 to 6 degrees of freedom."""
(x,) = positive("x")


def node_of(children: Table) -> tuple[int, ...]:
    """The class counts of the node."""
    return tuple(map(sum, zip(*children, strict=True)))


def tail(p: Enclosure | Fraction | Undefined) -> tuple[Number, Number]:
    """The rule of a p-value as a function Q of the statistic x, and the statistic of which it is the value."""
    found = defined(p)
    holds(isinstance(found, Enclosure), f"that {found} is a tail")
    given = cast(Enclosure, found)
    (half,) = given.parts
    return cast(Number, cast(Ball, given.rule(Ball(expression(x) / 2))).x), 2 * written(half)


def closed_form(value: Expression) -> Number:
    """Incomplete gamma functions of whole and half parameters as exponentials and error functions."""
    return cast(Number, sympy.expand_func(expression(value)))


@theorem(
    "The p-value of Pearson's statistic x is e^(-x/2) of two degrees of freedom, erfc(√(x/2)) of one; of any it is 1 at 0, falls by the "
    "density of chi-square, and tends to 0",
    source=SLIDE,
    runs=(chi_square_p, chi_square_tail, _upper_gamma, degrees_of_freedom, chi_square),
    reach="a table of each number of degrees of freedom from 1 to 6; every x > 0",
    method=Method.DERIVATIVES,
)
def theorem_chi_square_p_is_the_tail_of_its_density() -> None:
    """The rule of the p-value is run on a symbol: so the derivative and the limits say which function it is."""
    for d, children in enumerate(TABLES, 1):
        node = node_of(children)
        same(degrees_of_freedom(node, children), d, f"the degrees of freedom of {children}")
        q, statistic = tail(chi_square_p(node, children))
        equal(statistic, expression(defined(chi_square(node, children))))
        m = rational(d, 2)
        density = power(x, m - 1) * cast(Number, sympy.exp(-expression(x) / 2)) / (power(2, m) * cast(Number, sympy.gamma(m)))
        equal(cast(Number, sympy.simplify(expression(-derivative(q, x) / density))), 1)
        above_zero(-derivative(q, x))
        tends_to(closed_form(q), x, 0, 1)
        tends_to(closed_form(q), x, cast(Number, sympy.oo), 0)
        if d == 1:
            equal(closed_form(q), 1 - cast(Number, sympy.erf(sympy.sqrt(expression(x) / 2))))
        if d == 2:
            equal(closed_form(q), cast(Number, sympy.exp(-expression(x) / 2)))


@theorem(
    "The p-value of G is that of chi-square at G = 2 sum n_ij ln(n_ij/e_ij), of the same degrees of freedom",
    source=SLIDE,
    runs=(g_statistic_p, _times_ln2, chi_square_tail, _upper_gamma),
    reach="a table of each number of degrees of freedom from 1 to 6",
    method=Method.EXHAUSTION,
)
def theorem_g_statistic_p_is_the_tail_at_g() -> None:
    """The rule is the one of Pearson's statistic, and what it is given is G, in units of logarithms to base e."""
    for children in TABLES:
        node, n = node_of(children), sum(node_of(children))
        q, g = tail(g_statistic_p(node, children))
        equal(q, tail(chi_square_p(node, children))[0])
        cells = [(n_ij, sympy.Rational(sum(row) * n_j, n)) for row in children for n_ij, n_j in zip(row, node, strict=True) if n_ij]
        logs = sympy.Add(*(2 * n_ij * sympy.expand_log(sympy.log(n_ij / e_ij), factor=True) for n_ij, e_ij in cells))
        equal(g, cast(Number, logs))


@theorem(
    "Where there is one child with records or one class neither statistic has a p-value; where all children have the node's shares it is 1",
    source=SLIDE,
    runs=(chi_square_p, g_statistic_p),
    reach="one child, one class, both; two children of shares 1 : 2",
    method=Method.EXHAUSTION,
)
def theorem_p_values_at_the_ends() -> None:
    """There is no degree of freedom, or the statistic is 0."""
    for p_value in (chi_square_p, g_statistic_p):
        for children in (((2, 3),), ((2, 3), (0, 0)), ((2, 0), (3, 0)), ((5, 0),)):
            holds(isinstance(p_value(node_of(children), children), Undefined), f"that {children} has no p-value")
        same(p_value((3, 6), ((1, 2), (2, 4))), Fraction(1), "the p-value of equal shares")
