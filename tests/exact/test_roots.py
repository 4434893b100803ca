"""Sums of roots and k-th roots: unequal ones against mpmath's intervals, equal ones by construction, reciprocals by multiplying back."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from time import perf_counter
from typing import Any

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st
from many import as_many
from narrow import of_kind

from dtref.errors import Invalid
from dtref.exact.comparison import compare, sign
from dtref.exact.decimals import decimal
from dtref.exact.enclosure import Enclosure, enclose
from dtref.exact.functions import sqrt
from dtref.exact.kth_root import KthRoot, kth_root, power
from dtref.exact.logs import log2_of
from dtref.exact.number import Number, total
from dtref.exact.root_quotient import RootQuotient
from dtref.exact.roots import MOST_MEMBERS, RootSum, root_of
from dtref.exact.rounding import floor
from dtref.io.numbers import number_json
from dtref.oracle.arithmetic.json_numbers import exact_number
from dtref.strategies.values import fractions

Terms = list[tuple[Fraction, int]]
rationals = fractions(-5, 5, max_denominator=12)
terms = st.lists(st.tuples(rationals, st.integers(1, 400)), min_size=1, max_size=4)


def sum_of(of: Terms) -> Number:
    return total(q * root_of(n) for q, n in of)


def near(of: Terms) -> Any:
    """The value to 60 digits."""
    return mpmath.fsum(mpmath.mpf(q.numerator) / q.denominator * mpmath.sqrt(n) for q, n in of)


def drawn(draw: random.Random) -> Terms:
    return [
        (Fraction(draw.randint(-20, 20), draw.randint(1, 12)), draw.randint(1, 10 ** draw.randint(1, 12)))
        for _ in range(draw.randint(1, 4))
    ]


def disguised(of: Terms, draw: random.Random) -> Number:
    """The same number otherwise: squares under the roots, terms in pieces, in another order, and parts that cancel."""
    pieces: list[Number] = []
    for q, n in of:
        k, share = draw.randint(1, 10**6), Fraction(draw.randint(-5, 5), draw.randint(1, 5))
        pieces += [q * share * root_of(n), q * (1 - share) * root_of(n * k * k) / k]
    a, b = draw.randint(2, 10**6), draw.randint(2, 10**6)
    pieces += [root_of(a) * root_of(b), -root_of(a * b)]
    draw.shuffle(pieces)
    return total(pieces)


def test_pairs_are_equal_exactly_where_they_are_so_by_construction() -> None:
    """Half of 10^4 pairs (deep; else of 600) are equal by construction; of the others mpmath's 60 digits tell which is the greater."""
    draw, pairs = random.Random(19), as_many(600, 10_000)
    for i in range(pairs // 2):
        of, other = drawn(draw), drawn(draw)
        x, same = sum_of(of), disguised(of, draw)
        assert (compare(x, same), x == same, hash(x) == hash(same), x - same == 0) == (0, True, True, True), (i, of)
        with mpmath.workdps(60):
            gap = near(of) - near(other)
            assert abs(gap) > mpmath.mpf(10) ** -40 or sorted(of) == sorted(other), "a pair that mpmath can't tell apart"
        assert compare(x, sum_of(other)) == int(mpmath.sign(gap)), (i, of, other)


@given(terms, terms)
def test_arithmetic_is_that_of_the_values(a: Terms, b: Terms) -> None:
    x, y = sum_of(a), sum_of(b)
    with mpmath.workdps(60):
        u, v = near(a), near(b)
        results = [(x + y, u + v), (x - y, u - v), (x * y, u * v)] + ([(x / y, u / v)] if y != 0 else [])
        for result, value in results:
            assert abs(mpmath.mpf(decimal(result, 40)) - value) < mpmath.mpf(10) ** -38
    if y != 0:
        assert isinstance(x / y, Enclosure) or (x / y) * y == x  # an enclosure may not be decided


@given(rationals, rationals, st.integers(2, 10**6))
def test_a_rational_result_is_a_fraction_and_hashes_like_one(p: Fraction, q: Fraction, n: int) -> None:
    x = p + q * root_of(n)
    conjugate = p - q * root_of(n)
    assert of_kind(Fraction, x * conjugate) == p * p - q * q * n
    assert of_kind(Fraction, x + conjugate) == 2 * p
    assert hash(x + conjugate) == hash(2 * p)


def test_a_number_of_a_thousand_digits_under_the_root_takes_milliseconds() -> None:
    n = 10**1000 + 453
    start = perf_counter()
    x = 3 * root_of(n) - root_of(4 * n)
    assert x == root_of(n)
    assert x < root_of(n + 1)
    assert hash(x) == hash(root_of(9 * n) / 3)
    assert perf_counter() - start < 1  # milliseconds, on a machine that does much else


def test_neighbours_of_a_thousand_digits_are_told_apart() -> None:
    n = 10**1000
    assert compare(root_of(n + 1) + root_of(n - 1), 2 * root_of(n)) == -1
    assert floor(root_of(n * n - 1)) == n - 1
    assert floor(-root_of(n * n + 1)) == -n - 1
    assert float(root_of(n * n + 1) - n) == float(Fraction(1, 2 * n))


def test_divisors_of_many_roots_are_enclosures_that_are_right_all_the_same() -> None:
    primes = (2, 3, 5, 7, 11, 13, 17)
    few, many = total(map(root_of, primes[:MOST_MEMBERS])), total(map(root_of, primes))
    assert of_kind(RootSum, 1 / few) * few == 1
    assert isinstance(1 / many, Enclosure)
    assert isinstance(few / many, Enclosure)
    assert decimal(1 / many, 12) == f"{1 / sum(math.sqrt(p) for p in primes):.12f}"


def test_with_logarithms_and_quotients() -> None:
    root, log = root_of(2), log2_of(3)
    assert compare(root, log) == -1
    assert compare(root, log / log2_of(2)) == -1
    assert root == RootQuotient(Fraction(2), Fraction(2)) == root
    assert compare(kth_root(2, 3), RootQuotient(Fraction(2), Fraction(2))) == -1
    assert decimal(root + log - log, 20) == decimal(log * root / log, 20) == decimal(root, 20)
    assert decimal((log - root) + root / log * log, 20) == decimal(log, 20)
    assert of_kind(RootSum, root + RootQuotient(Fraction(2), Fraction(2))) == 2 * root


@given(
    fractions(Fraction(1, 50), 50, max_denominator=50),
    fractions(Fraction(1, 50), 50, max_denominator=50),
    st.integers(1, 6),
    st.integers(1, 6),
)
def test_roots_are_ordered_by_their_powers(a: Fraction, b: Fraction, j: int, k: int) -> None:
    x, y = kth_root(a, j), kth_root(b, k)
    left, right = a**k, b**j
    assert (x < y, x == y, x > y) == (left < right, left == right, left > right)
    assert power(x, j) == a
    assert x == kth_root(a**3, 3 * j)
    assert hash(x) == hash(kth_root(a**3, 3 * j))
    assert (x * y, power(x / y, j * k)) == (kth_root(left * right, j * k), left / right)


@given(fractions(0, 9, max_denominator=9), fractions(Fraction(1, 9), 9, max_denominator=9), st.integers(2, 99))
def test_a_root_of_a_square_of_a_sum_is_the_sum(p: Fraction, q: Fraction, n: int) -> None:
    x = p + q * root_of(n)
    assert sqrt(x * x) == x
    assert hash(sqrt(x * x)) == hash(x)
    assert compare(sqrt(x * x), x + Fraction(1, 10**60)) == -1
    assert sqrt(x * x) > -x


def test_kinds_of_a_root() -> None:
    assert of_kind(KthRoot, sqrt(1 + root_of(2))) == kth_root(1 + root_of(2), 2)
    assert of_kind(Enclosure, kth_root(2, 3) + 1) > 2
    assert of_kind(Enclosure, -kth_root(2, 3)) < -1
    assert of_kind(Enclosure, log2_of(3) - kth_root(2, 3)) < 1
    assert (kth_root(2, 3) + 0, 0 + kth_root(2, 3), kth_root(2, 3) - 0, kth_root(2, 3) * 0) == (kth_root(2, 3),) * 3 + (0,)
    assert (1 / kth_root(2, 3), 2 / kth_root(4, 3)) == (kth_root(Fraction(1, 2), 3), kth_root(2, 3))
    assert compare(kth_root(2, 3), log2_of(3)) == -1
    assert enclose(4).sqrt() == 2
    assert decimal(kth_root(10**30 + 1, 3), 25) == "10000000000." + "0" * 20 + "33333"
    assert float(kth_root(2, 3)) == 2 ** (1 / 3)


@pytest.mark.parametrize(("x", "k"), [(-1, 3), (root_of(2) - 2, 2), (2, 0), (log2_of(3), 2)])
def test_refusals(x: Any, k: int) -> None:
    with pytest.raises(Invalid):
        kth_root(x, k)


def test_other_operands_are_refused() -> None:
    with pytest.raises(Invalid, match="at least 0"):
        root_of(-1)
    with pytest.raises(ZeroDivisionError):
        root_of(2) / 0
    for x in (root_of(2), kth_root(2, 3)):
        for operate in (lambda x: x + 0.5, lambda x: 0.5 - x, lambda x: x * "a", lambda x: x / 0.5, lambda x: 0.5 / x):
            with pytest.raises(TypeError):
                operate(x)  # type: ignore[no-untyped-call]


@given(terms, st.integers(1, 5))
def test_json_is_read_as_the_number_that_was_written(of: Terms, k: int) -> None:
    x = sum_of(of)
    root = kth_root(x if sign(x) >= 0 else -x, k)
    for value in (x, root):
        read = exact_number(number_json(value))
        assert (read, type(read)) == (value, type(value))


@pytest.mark.parametrize(
    "bad", [{"sqrt": {"0": "1"}}, {"sqrt": "2"}, {"sqrt": {"1/2": "1"}}, {"root": ["2", "1"]}, {"root": ["-2", "3"]}, {"root": ["2"]}]
)
def test_json_that_writes_no_root(bad: Any) -> None:
    with pytest.raises(Invalid):
        exact_number(bad)
