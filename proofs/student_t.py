"""
Student's t: its variance and its tails; F, and the p-values of t and z.

Document: `evaluation` t-distribution, t-Test. Notation: T has Student's t-distribution with n degrees of freedom, f is the density of |T|.;
`dtref.exact.distributions` and `p_values`, whose functions are run.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, cast

import sympy

from dtref.exact.distributions.beta import _series, beta_at_most
from dtref.exact.distributions.f import f_tail
from dtref.exact.distributions.normal import normal_tail
from dtref.exact.distributions.student_t import _density_of, t_quantile, t_tail
from dtref.exact.number import Number, number
from dtref.exact.root_quotient import RootQuotient
from dtref.spec.evaluation.comparison.p_values import TStatistic, greater_p, less_p, normal_greater_p, normal_two_sided_p, two_sided_p
from proofs.balls import Ball
from proofs.beta import incomplete_beta
from proofs.steps import Expression, ascending, at, derivative, equal, expression, holds, power, tends_to
from proofs.symbols import positive, rational
from proofs.theorem import Method, theorem

if TYPE_CHECKING:
    from flint import arb

T_DISTRIBUTION, T_TEST = "evaluation: t-distribution", "evaluation: t-Test"
EXACT_T = ((2, Fraction(1, 2)), (2, Fraction(7, 4)), (4, Fraction(3, 2)), (4, Fraction(8, 3)), (6, Fraction(1, 2)), (1, Fraction(1)))
"""Degrees of freedom n, and a t whose tail is rational: n even with n + t² a square of a fraction, or t = 1 of one degree."""


def density(x: Expression, n: Expression) -> Number:
    """dtref's density of |T| at x, of symbols."""
    given = (cast("arb", Ball(expression(y))) for y in (x, n, sympy.pi))
    return cast(Number, cast(Ball, _density_of(*given)).x)


@theorem(
    "The variance of t is n/(n - 2)",
    source=T_DISTRIBUTION,
    runs=(_density_of,),
    reach="every real number n > 2 of degrees of freedom, given that f integrates to 1",
    method=Method.DERIVATIVES,
)
def theorem_variance_of_t_is_n_over_n_minus_2() -> None:
    """(x (n + x²) f)' = (n - (n - 2) x²) f; that product is 0 at both ends, so (n - 2) E[T²] = n. With s = 1 + x²/n: f = f(0) s^(-(n+1)/2),
    and the product's square n³ f(0)² (s^-m - s^-(m+1)) for m = n - 2."""
    x, m, s = positive("x m s")
    n = m + 2
    f = density(x, n)
    flow = x * (n + x * x) * f
    equal(derivative(flow, x) / f, n - (n - 2) * x * x)
    equal(at(flow, x, 0), 0)
    far = cast(Number, sympy.sqrt(n * (s - 1)))
    equal(cast(Number, sympy.log(at(f, x, far) / at(f, x, 0))), -(m + 3) / 2 * cast(Number, sympy.log(s)))
    falling = power(s, -m) - power(s, -m - 1)
    equal(at(power(flow / f, 2), x, far) * power(s, -m - 3), n * n * n * falling)
    tends_to(falling, s, cast(Number, sympy.oo), 0)


@theorem(
    "P(|T| > x) = I_(n/(n + x²))(n/2, 1/2) has the density of |T| with its sign changed as its derivative",
    source=T_DISTRIBUTION,
    runs=(_density_of, _series),
    reach="n = 2, 4, 6 degrees of freedom, every x > 0",
    method=Method.DERIVATIVES,
)
def theorem_t_tail_is_the_integral_of_the_density() -> None:
    """It is 1 at x = 0 and tends to 0: so f integrates to 1."""
    (x,) = positive("x")
    for n in (2, 4, 6):
        tail = incomplete_beta(n / (n + x * x), n // 2, rational(1, 2), cast(Number, x / sympy.sqrt(n + x * x)))
        equal(cast(Number, sympy.expand_func(expression(-derivative(tail, x) / density(x, n)))), 1)
        equal(at(tail, x, 0), 1)
        tends_to(tail, x, cast(Number, sympy.oo), 0)


@theorem(
    "The t and F tails are beta probabilities: P(T > t) = I_(n/(n + t²))(n/2, 1/2)/2, and t² is F(1, n)",
    source=T_TEST,
    runs=(t_tail, t_quantile, f_tail, beta_at_most, two_sided_p, greater_p, less_p),
    reach="n = 1, 2, 4, 6 with the rational tails named in `EXACT_T`, t and -t",
    method=Method.EXHAUSTION,
)
def theorem_t_tails_and_p_values_agree() -> None:
    """Fraction by fraction: the tail from the finite sum, its quantile, F(1, n), and the three p-values."""
    for n, t in EXACT_T:
        both = beta_at_most(n / (n + t * t), Fraction(n, 2), Fraction(1, 2))
        statistics = [TStatistic(RootQuotient(number(way * 3 * t), number(9)), n) for way in (1, -1)]
        holds(isinstance(both, Fraction) and t_tail(t, n) == both / 2 and f_tail(t * t, 1, n) == both, f"tails of {t}")
        holds(t_tail(-t, n) == 1 - both / 2, f"lower tail of {t}")
        holds(t_quantile(1 - both / 2, n) == t and t_quantile(number(both / 2), n) == -t, f"quantile {t}")
        holds(all(two_sided_p(one) == both for one in statistics), f"two-sided p of {t}")
        holds([greater_p(one) for one in statistics] == [both / 2, 1 - both / 2], f"upper p of {t}")
        holds([less_p(one) for one in statistics] == [1 - both / 2, both / 2], f"lower p of {t}")
        holds(t_quantile(Fraction(1, 2), n) == Fraction(0), "the median")
    zero = TStatistic(RootQuotient(number(0), number(1)), 3)
    holds((two_sided_p(zero), greater_p(zero), less_p(zero)) == (Fraction(1), Fraction(1, 2), Fraction(1, 2)), "t = 0")


@theorem(
    "1/F has the F-distribution with the degrees of freedom exchanged",
    source="snedecor1934",
    runs=(f_tail,),
    reach="even degrees 2..8, x = 1/3, 1, 5/2",
    method=Method.EXHAUSTION,
)
def theorem_f_of_exchanged_degrees_is_the_reciprocal() -> None:
    """P(F(d, e) > x) = 1 - P(F(e, d) > 1/x), fraction by fraction; and of two degrees above it is (1 + 2x/e)^(-e/2)."""
    for d, e in product(range(2, 9, 2), repeat=2):
        for x in (Fraction(1, 3), Fraction(1), Fraction(5, 2)):
            holds(f_tail(x, d, e) == 1 - cast(Fraction, f_tail(1 / x, e, d)), f"F({d}, {e}) at {x}")
            holds(d != 2 or f_tail(x, d, e) == 1 / (1 + 2 * x / e) ** (e // 2), f"F(2, {e}) at {x}")


@theorem(
    "The p-values of z: both tails of the normal distribution, or the one on its side",
    source="evaluation: Comparing two hypotheses",
    runs=(normal_two_sided_p, normal_greater_p),
    reach="z = 0 exactly; z = -2, -1/2, 1/2, 2 to 10^-9",
    method=Method.EXHAUSTION,
)
def theorem_p_values_of_z_are_normal_tails() -> None:
    """The p-value, from chi-square with one degree of freedom, is certainly between the normal tails 10^-9 above and below z."""
    near = Fraction(1, 10**9)
    for z in (Fraction(1, 2), Fraction(2)):
        for way in (1, -1):
            statistic = RootQuotient(number(3 * way * z), number(9))
            ascending(2 * normal_tail(z + near), normal_two_sided_p(statistic), 2 * normal_tail(z - near))
            ascending(normal_tail(way * z + near), normal_greater_p(statistic), normal_tail(way * z - near))
    zero = RootQuotient(number(0), number(9))
    holds((normal_two_sided_p(zero), normal_greater_p(zero)) == (Fraction(1), Fraction(1, 2)), "z = 0")


@theorem(
    "The tail of t beyond a positive t falls with the degrees of freedom, and stays above the normal one",
    source=T_DISTRIBUTION,
    runs=(t_tail,),
    reach="1 to 12 degrees, t = 1/2, 1, 4; the normal tail below them all",
    method=Method.EXHAUSTION,
)
def theorem_t_tail_falls_towards_the_normal_tail() -> None:
    """By certified bounds, degree by degree."""
    for t in (Fraction(1, 2), Fraction(1), Fraction(4)):
        ascending(normal_tail(t), *(t_tail(t, n) for n in range(12, 0, -1)))
