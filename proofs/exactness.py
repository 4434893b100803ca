"""
Exactness: sums of logarithms keep their value, and their sign is always decided, and rightly.

Notation: a form is Σ k log2(n)/over; k, n, over are whole. v_p(n): how often the prime p divides n., whose functions are run.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import chain, combinations, product
from math import gcd, prod

from dtref.exact.comparison import compare, estimate, precisions, sign_of_form
from dtref.exact.coprime import coprime_base, exponents
from dtref.exact.enclosure import enclose
from dtref.exact.functions import log2
from dtref.exact.logs import LogForm, coordinates, log2_of, log_form, proportion, rational_value
from dtref.exact.number import total
from dtref.exact.ratios import log_ratio
from proofs.steps import above_zero, derivative, equal, holds, same
from proofs.symbols import positive, rational, real
from proofs.theorem import Method, theorem

INFO = "tan: Alternative Splitting Criteria based on INFO"
PRIMES = (2, 3, 5, 7, 11)
BELOW_13 = tuple(range(1, 13))
SMALL = (2, 3, 6, 12)
"""What small forms are sums of logarithms of."""

Coordinates = tuple[Fraction, ...]


@theorem(
    "The members of a coprime base are above 1 and pairwise coprime, and every number that it was made of is a product of their powers",
    source=INFO,
    runs=(coprime_base, exponents),
    reach="every three numbers from 1 to 16; every two products of powers of 2, 3, 5 with exponents up to 2",
    method=Method.EXHAUSTION,
)
def theorem_numbers_are_products_of_powers_of_their_coprime_base() -> None:
    """So no product of its powers is 1 but the empty one: a prime of one member is in no other, and its exponent is not 0."""
    powers = [2**a * 3**b * 5**c for a, b, c in product(range(3), repeat=3)]
    for numbers in chain(product(range(1, 17), repeat=3), product(powers, repeat=2)):
        base = coprime_base(numbers)
        holds(all(b > 1 for b in base) and all(gcd(a, b) == 1 for a, b in combinations(base, 2)), f"that {base} is coprime")
        for n in numbers:
            same(prod(b**e for b, e in zip(base, exponents(n, base), strict=True)), n, f"{n} is a product over {base}")


@theorem(
    "Rewriting a sum of logarithms over a coprime base keeps its value",
    source=INFO,
    runs=(coordinates, coprime_base, exponents),
    reach="all real weights (so each step of the rewriting, at any depth), of every three numbers from 2 to 12",
    method=Method.IDENTITY,
)
def theorem_coordinates_over_a_coprime_base_keep_the_value() -> None:
    """The weights are symbols. log n is the sum of v_p(n) log p: prime by prime both sides are one linear form of the weights."""
    weights = real("k1:4")
    for numbers in combinations(BELOW_13[1:], 3):
        form = LogForm(tuple(zip(numbers, weights, strict=True)))  # type: ignore[arg-type]  # symbols, where whole numbers are wanted
        (found,) = coordinates(form)
        for of_n, of_b in zip(_by_prime(numbers), _by_prime(coprime_base(numbers)), strict=True):
            equal(total(k * v for k, v in zip(weights, of_n, strict=True)), total(c * v for c, v in zip(found, of_b, strict=True)))


def _by_prime(numbers: tuple[int, ...]) -> list[tuple[int, ...]]:
    """For each prime how often it divides each of the numbers."""
    return list(zip(*map(_multiplicities, numbers), strict=True)) or [()] * len(PRIMES)


@cache
def _multiplicities(n: int) -> tuple[int, ...]:
    """How often each prime divides a number, which has no other primes."""
    found = exponents(n, PRIMES)
    same(prod(p**e for p, e in zip(PRIMES, found, strict=True)), n, "the primes are all")
    return found


def _value(form: LogForm) -> Coordinates:
    """A form by the logarithms of the primes. Two forms are one number exactly where these are the same: unique factorisation."""
    each = _by_prime(tuple(n for n, _ in form.weights))
    return tuple(Fraction(sum(k * e for (_, k), e in zip(form.weights, es, strict=True)), form.over) for es in each)


def _forms(most: int, over: int = 1, of: tuple[int, ...] = SMALL) -> Iterator[LogForm]:
    """The forms of some numbers with weights from -most to most, not reduced."""
    for ks in product(range(-most, most + 1), repeat=len(of)):
        yield LogForm(tuple((n, k) for n, k in zip(of, ks, strict=True) if k), over)


def _sides(form: LogForm) -> tuple[int, int]:
    """The integers that a form is above, equal to or below 0 with: the powers on both sides of the comparison."""
    return prod(n**k for n, k in form.weights if k > 0), prod(n**-k for n, k in form.weights if k < 0)


@theorem(
    "Sums, differences, multiples and quotients by numbers of forms have the value that they say, and log2 of a fraction has, too",
    source=INFO,
    runs=(LogForm.__add__, LogForm.__sub__, LogForm.__neg__, LogForm.__mul__, LogForm.__truediv__, log2_of, log_form),
    reach="every two sums of log2 of 2, 3, 6 with weights -1, 0, 1, the second over 1 or 6; fractions of numbers from 1 to 12",
    method=Method.EXHAUSTION,
)
def theorem_arithmetic_of_forms_keeps_values() -> None:
    """Coordinate by coordinate over the logarithms of the primes."""
    of = SMALL[:3]
    for a, over in product(_forms(1, 1, of), (1, 6)):
        for b in _forms(1, over, of):
            x, y = _value(a), _value(b)
            same(_value(a + b), tuple(i + j for i, j in zip(x, y, strict=True)), f"{a} + {b}")
            same(_value(a - b), tuple(i - j for i, j in zip(x, y, strict=True)), f"{a} - {b}")
    for a, q in product(_forms(1), (Fraction(2, 3), Fraction(-3), Fraction(1, 4))):
        x, one = _value(a), (q, *[Fraction(0)] * (len(PRIMES) - 1))
        same((-a, a * q, a / q, a + q, q - a), (-a, a.scaled(q), a.scaled(1 / q), a + log_form(q), log_form(q) - a), f"{a} with {q}")
        same(_value(-a), tuple(-i for i in x), f"-({a})")
        same(_value(a.scaled(q)), tuple(q * i for i in x), f"{a} times {q}")
        same(_value(log_form(q)), one, f"{q}")
    for top, bottom in product(BELOW_13, repeat=2):
        by = exponents(top, PRIMES), exponents(bottom, PRIMES)
        same(_value(log2_of(Fraction(top, bottom))), tuple(i - j for i, j in zip(*by, strict=True)), f"log2({top}/{bottom})")


@theorem(
    "The sign of a form is that of a comparison of integers: the product of n^k over k > 0 against that of n^-k over k < 0; it is 0 "
    "exactly where the coordinates over a coprime base all are",
    source=INFO,
    runs=(sign_of_form, coordinates),
    reach="every sum of log2 of 2, 3, 6, 12 with weights from -3 to 3; log2(10^j + 1) - j log2(10) and j log2(10) - log2(10^j), j = 2..60",
    method=Method.EXHAUSTION,
)
def theorem_sign_of_a_form_is_decided_rightly() -> None:
    """Sums that doubles can't tell from 0 are among them, and sums that are 0 without looking so."""
    near = (LogForm(((10**j + near, sign), (10, -sign * j))) for j in range(2, 61) for near in (0, 1) for sign in (1, -1))
    for form in chain(_forms(3), near):
        above, below = _sides(form)
        same(sign_of_form(form), (above > below) - (above < below), f"the sign of {form}")
        same(any(coordinates(form)[0]), above != below, f"whether {form} is not 0")


@theorem(
    "The first look, in doubles, bounds its error: the form is nearer to the double than the bound",
    source=INFO,
    runs=(estimate,),
    reach="every sum of log2 of 2, 3, 6, 12 with weights from -2 to 2, over 1 and over 7; on this machine's logarithm",
    method=Method.EXHAUSTION,
)
def theorem_doubles_are_as_near_as_they_say() -> None:
    """Rational bounds of the form, at 128 bits, lie within the error bound of the double."""
    for form in chain(_forms(2), _forms(2, 7)):
        value, error = map(Fraction, estimate(form))
        low, high = enclose(form).bounds(128)
        holds(value - error < low <= high < value + error or (not form.weights and low == value == high), f"that {form} is near {value}")


@theorem(
    "Logarithms of different integers are apart: log2 A - log2 B > 1/A for integers A > B >= 1",
    source=INFO,
    runs=(log2,),
    reach="all integers A > B >= 1",
    method=Method.DERIVATIVES,
)
def theorem_logarithms_of_different_integers_are_apart() -> None:
    """log2(1 + x) - x is 0 at 0 and 1 and bends down, so it is not negative between: log2(A/B) >= log2(1 + 1/B) >= 1/B > 1/A."""
    (x,) = positive("x")
    excess = log2(1 + x) - x
    above_zero(-derivative(excess, x, 2))
    for end in (0, 1):
        equal(log2(1 + rational(end)) - rational(end), 0)
    a, more = positive("a more")  # A = a + more, B = a, more >= 1
    above_zero(derivative(log2(a + more), more))
    above_zero(1 / a - 1 / (a + more))


@theorem(
    "Refining ends: a form that is not 0 is told from 0 at a working precision that is known in advance, 64 bits more than the larger of "
    "the two integers has",
    source=INFO,
    runs=(enclose, precisions),
    reach="every sum of log2 of 2, 3, 6, 12 with weights from -2 to 2; log2(10^j + 1) - j log2(10), j = 2..60; precisions: the first 20",
    method=Method.EXHAUSTION,
)
def theorem_refining_tells_a_form_from_0() -> None:
    """A form that is not 0 is above 1/A (`theorem_logarithms_of_different_integers_are_apart`); precisions double without end."""
    for form in chain(_forms(2), (LogForm(((10**j + 1, 1), (10, -j))) for j in range(2, 61))):
        above, below = _sides(form)
        bits = 64 + max(above, below).bit_length()
        ball = enclose(form).ball(bits)
        same((bool(ball > 0), bool(ball < 0)), (above > below, above < below), f"{bits} bits decide {form}")
        wanted = next(p for p in precisions(None) if p >= bits)
        holds(wanted < 2 * bits, f"that a precision of {bits} bits is reached, and not much more")
    unbounded = precisions(None)
    same([next(unbounded) for _ in range(20)], [64 * 2**i for i in range(20)], "precisions double")


@theorem(
    "A form is a rational multiple of another exactly where all 2x2 determinants of their coordinates are 0, and the multiple is found; so "
    "is a rational value",
    source=INFO,
    runs=(proportion, rational_value),
    reach="sums of log2 of 2, 3, 6, 12 with weights -1, 0, 1 by every sum of log2 of 3, 6, 12 with such weights",
    method=Method.EXHAUSTION,
)
def theorem_proportion_of_forms_is_found_where_there_is_one() -> None:
    """By the logarithms of the primes, which are linearly independent over the rationals."""
    for a, b in product(_forms(1), _forms(1, 1, SMALL[1:])):
        x, y = _value(a), _value(b)
        parallel = all(x[i] * y[j] == x[j] * y[i] for i, j in combinations(range(len(PRIMES)), 2))
        q = proportion(a, b)
        same(q is not None, parallel and any(y), f"whether {a} is a multiple of {b}")
        holds(q is None or x == tuple(q * i for i in y), f"that {a} is {q} times {b}")
    for a in _forms(1):
        two, *rest = _value(a)
        same(rational_value(a), None if any(rest) else two, f"the rational value of {a}")


@theorem(
    "A quotient of two forms is compared with a rational number as the form top - q bottom says, times the sign of the bottom",
    source="quinlan1993",
    runs=(compare, log_ratio, sign_of_form),
    reach="top a sum of log2 of 2, 3, 6, bottom of 3, 6, 12, with weights -1, 0, 1; q = -1, 0, 1/2, 1",
    method=Method.EXHAUSTION,
)
def theorem_gain_ratios_are_compared_with_numbers_rightly() -> None:
    """Integers decide: top - q bottom is a form over 2."""
    bottoms = [form for form in _forms(1, 1, SMALL[1:]) if any(_value(form))]
    for top, bottom in product(_forms(1, 1, SMALL[:3]), bottoms):
        ratio = log_ratio(top, bottom)
        for q in (Fraction(-1), Fraction(0), Fraction(1, 2), Fraction(1)):
            above, below = _sides(_integral(top, bottom, q))
            first, second = _sides(bottom)
            expected = ((above > below) - (above < below)) * (1 if first > second else -1)
            same(compare(ratio, q), expected, f"{ratio} against {q}")


def _integral(top: LogForm, bottom: LogForm, q: Fraction) -> LogForm:
    """q.denominator * top - q.numerator * bottom, by hand."""
    above, below = dict(top.weights), dict(bottom.weights)
    return LogForm(tuple((n, q.denominator * above.get(n, 0) - q.numerator * below.get(n, 0)) for n in SMALL))
