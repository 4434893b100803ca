"""The coprime base, against its defining properties and against factoring into primes."""

from itertools import combinations
from math import gcd, prod
from random import Random
from time import perf_counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import factorint, prime

from dtref.errors import Invalid
from dtref.exact.coprime import coprime_base, exponents

smooth = st.builds(lambda a, b, c: 2**a * 3**b * 5**c, *[st.integers(0, 8)] * 3)
numbers = st.lists(st.integers(1, 10**6) | smooth, max_size=12)


@settings(deadline=None)
@given(numbers)
def test_members_are_coprime_and_every_number_is_a_product_of_their_powers(given_numbers: list[int | Any]) -> None:
    base = coprime_base(given_numbers)
    assert base == tuple(sorted(base))
    assert all(b > 1 for b in base)
    assert all(gcd(a, b) == 1 for a, b in combinations(base, 2))
    for n in given_numbers:
        assert prod(b**e for b, e in zip(base, exponents(n, base), strict=True)) == n


@settings(deadline=None)
@given(numbers)
def test_the_base_has_exactly_the_primes_of_the_numbers_each_in_one_member(given_numbers: list[int | Any]) -> None:
    primes = {p for n in given_numbers for p in factorint(n)}
    of_members = [p for b in coprime_base(given_numbers) for p in factorint(b)]
    assert sorted(of_members) == sorted(primes)


@settings(deadline=None)
@given(numbers, st.randoms())
def test_order_of_the_numbers_does_not_matter_for_coprimality_with_two(given_numbers: list[int | Any], random: Random) -> None:
    shuffled = [2, *given_numbers]
    random.shuffle(shuffled)
    assert 2 in coprime_base(shuffled)


@pytest.mark.parametrize(
    ("given_numbers", "base"),
    [
        ((), ()),
        ((1, 1), ()),
        ((4,), (4,)),
        ((4, 2), (2,)),
        ((8, 4), (2,)),
        ((36,), (36,)),
        ((36, 2, 3), (2, 3)),
        ((36, 6), (6,)),
        ((2**1000, 2**999), (2,)),
        ((2**10000, 2), (2,)),
    ],
)
def test_powers(given_numbers: tuple[int, ...], base: tuple[int, ...]) -> None:
    # ((8, 4): 8/4 = 2 splits 4)
    assert coprime_base(given_numbers) == base == coprime_base(given_numbers[::-1])


@pytest.mark.parametrize("bad", [0, -3])
def test_a_number_below_one_is_invalid(bad: int) -> None:
    with pytest.raises(Invalid, match="at least 1"):
        coprime_base((6, bad))


def test_exponents_of_a_number_outside_the_base_are_invalid() -> None:
    with pytest.raises(Invalid, match="product of powers"):
        exponents(10, (2, 3))


def test_products_of_two_huge_primes_are_told_apart_without_factoring() -> None:
    p, q, r = 10**59 + 55, 10**59 + 57, 10**61 + 1
    numbers = [p * q, q * r, p * r] * 20
    started = perf_counter()
    base = coprime_base(numbers)
    assert perf_counter() - started < 1  # factoring a 120-digit product would take for ever
    assert all(gcd(a, b) == 1 for a, b in combinations(base, 2))
    assert len(coprime_base(prime(i) * prime(i + 1) for i in range(1, 61))) == 61
