"""Two models on independent test sets: the documents' figures, mpmath, and what swapping does."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mpmath import erfc, mp, mpf, sqrt
from narrow import defined

from dtref.errors import Invalid, Undefined
from dtref.exact.decimals import decimal, is_rounding
from dtref.exact.functions import sqrt as root
from dtref.spec.evaluation.comparison.independent import (
    difference,
    difference_interval,
    difference_variance,
    difference_z,
    probability_first_better,
)
from dtref.spec.evaluation.comparison.p_values import normal_two_sided_p


@pytest.fixture(scope="module", autouse=True)
def _sixty_digits() -> Iterator[None]:
    with mp.workdps(60):
        yield


models = st.integers(1, 60).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))

CONSTANT = Undefined("both rates are 0 or 1, so that their variance is estimated as 0")


def test_an_illustrative_example_of_tan() -> None:
    """`tan` An Illustrative Example: 0.15 on 30, 0.25 on 5000; its 0.0043 is the variance, though it writes a standard deviation."""
    given_ = (Fraction(15, 100), 30, Fraction(25, 100), 5000)
    variance = difference_variance(*given_)
    assert difference(given_[0], given_[2]) == Fraction(-1, 10)
    assert variance == Fraction(343, 80000)
    assert is_rounding("0.0043", variance)
    assert not is_rounding("0.0043", root(variance))
    assert is_rounding("0.128", Fraction(196, 100) * root(variance))
    found = difference_interval(*given_, Fraction(196, 100))
    assert (decimal(found.low, 3), decimal(found.high, 3)) == ("-0.228", "0.028")  # it contains 0
    assert decimal(found.high - found.low, 30) == decimal(2 * Fraction(196, 100) * root(variance), 30)
    z = difference_z(*given_)
    assert (defined(z).sign, defined(z).square) == (-1, Fraction(800, 343))
    assert decimal(defined(normal_two_sided_p(z)), 4) == "0.1267"


def test_comparing_two_hypotheses_of_evaluation() -> None:
    """`evaluation` Comparing two hypotheses: 0.2 and 0.3 on 100 records each: sigma 0.0608, 0.95; z is 1.644 (0.1/0.0608 is 1.645)."""
    given_ = (Fraction(2, 10), 100, Fraction(3, 10), 100)
    assert is_rounding("0.0608", root(difference_variance(*given_)))
    z = difference_z(*given_)
    assert is_rounding("-1.644", defined(z).value)
    assert is_rounding("1.645", Fraction(1, 10) / Fraction(608, 10000))
    probability = probability_first_better(*given_)
    assert is_rounding("0.95", defined(probability))
    assert probability < Fraction(95, 100)


@given(models, models)
def test_variance_and_probability_by_counts(one: tuple[int, int], two: tuple[int, int]) -> None:
    (x_1, n_1), (x_2, n_2) = one, two
    given_ = (Fraction(x_1, n_1), n_1, Fraction(x_2, n_2), n_2)
    variance = Fraction(x_1 * (n_1 - x_1), n_1**3) + Fraction(x_2 * (n_2 - x_2), n_2**3)
    assert difference_variance(*given_) == variance
    if not variance:
        assert difference_z(*given_) == probability_first_better(*given_) == CONSTANT
        return
    d = Fraction(x_1, n_1) - Fraction(x_2, n_2)
    z = difference_z(*given_)
    assert (defined(z).sign, defined(z).square) == ((d > 0) - (d < 0), d * d / variance)
    at = mpf(d.numerator) / d.denominator / sqrt(mpf(variance.numerator) / variance.denominator)
    assert abs(mpf(decimal(defined(probability_first_better(*given_)), 40)) - erfc(at / sqrt(mpf(2))) / 2) < mpf(10) ** -30


@given(models, models)
def test_swapping_the_models_turns_the_sign(one: tuple[int, int], two: tuple[int, int]) -> None:
    (x_1, n_1), (x_2, n_2) = one, two
    given_ = (Fraction(x_1, n_1), n_1, Fraction(x_2, n_2), n_2)
    swapped = (*given_[2:], *given_[:2])
    assert difference(given_[0], given_[2]) == -difference(given_[2], given_[0])
    z, back = difference_z(*given_), difference_z(*swapped)
    if isinstance(z, Undefined):
        assert back == z
        return
    assert z == -defined(back)
    both = defined(probability_first_better(*given_)) + defined(probability_first_better(*swapped))
    assert decimal(both, 30) == decimal(Fraction(1), 30)


def test_equal_rates_leave_it_even() -> None:
    assert probability_first_better(Fraction(1, 4), 40, Fraction(1, 4), 8) == Fraction(1, 2)
    assert normal_two_sided_p(difference_z(Fraction(1, 4), 40, Fraction(1, 4), 8)) == 1


def test_huge_test_sets() -> None:
    n = 10**30
    assert difference_variance(Fraction(1, 2), n, Fraction(1, 2), n) == Fraction(1, 2 * n)


@pytest.mark.parametrize(
    ("given_", "message"),
    [
        ((0.15, 30, Fraction(1, 4), 5000), "e_1: expected an exact number from 0 to 1, such as '0.15' (got 0.15)"),
        ((Fraction(3, 20), 30, Fraction(5, 4), 5000), "e_2: expected an exact number from 0 to 1 (got Fraction(5, 4))"),
        ((Fraction(3, 20), 0, Fraction(1, 4), 5000), "n_1: expected a whole number of at least 1 (got 0)"),
        ((Fraction(3, 20), 30, Fraction(1, 4), 50.0), "n_2: expected a whole number of at least 1 (got 50.0)"),
    ],
)
def test_bad_input(given_: Any, message: str) -> None:
    for form in (difference_variance, difference_z, probability_first_better):
        with pytest.raises(Invalid) as refused:
            form(*given_)
        assert str(refused.value) == message


def test_the_documents_print_the_same_variance() -> None:
    """`tan` and `evaluation` agree, as formulas; and the variance of a binomial proportion is what both take."""
    import sympy

    e_1, e_2, n_1, n_2 = sympy.symbols("e_1 e_2 n_1 n_2", positive=True)
    printed = e_1 * (1 - e_1) / n_1 + e_2 * (1 - e_2) / n_2
    assert sympy.simplify(difference_variance(e_1, n_1, e_2, n_2) - printed) == 0
    assert sympy.simplify(defined(difference_z(e_1, n_1, e_2, n_2)).square - (e_1 - e_2) ** 2 / printed) == 0
