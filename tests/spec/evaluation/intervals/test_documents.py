"""The documents' tables and examples, cell by cell. A cell that is wrong is listed beside what is right."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import comb

import pytest
from narrow import defined

from dtref.exact.decimals import decimal, is_rounding
from dtref.exact.distributions.normal import normal_tail
from dtref.exact.functions import sqrt
from dtref.exact.number import Exact
from dtref.spec.evaluation.intervals.coverage import coverage
from dtref.spec.evaluation.intervals.deviates import large_by_evaluation, large_by_tan, one_sided_deviate, two_sided_deviate, two_sided_t
from dtref.spec.evaluation.intervals.interval import about
from dtref.spec.evaluation.intervals.mean import mean_interval
from dtref.spec.evaluation.intervals.proportion import standard_error_of_rate, wald, wilson

Z = Fraction(196, 100)
CERTIFIED = two_sided_deviate(Fraction(95, 100))

# `tan`, Confidence Interval for Accuracy: N, p(lower), p(upper) for acc = 0.8; 1 - alpha, Z
TAN_BOUNDS = ((50, "0.670", "0.888"), (100, "0.711", "0.866"), (500, "0.763", "0.833"), (1000, "0.774", "0.824"), (5000, "0.789", "0.811"))
TAN_Z = (("0.99", "2.58"), ("0.98", "2.33"), ("0.95", "1.96"), ("0.90", "1.65"))

# `evaluation`, Calculating confidence intervals: Values of z_{alpha/2} for two-sided confidence intervals
EVALUATION_Z = (
    ("0.50", "0.67"),
    ("0.68", "1.00"),
    ("0.80", "1.28"),
    ("0.90", "1.64"),
    ("0.95", "1.96"),
    ("0.98", "2.33"),
    ("0.99", "2.58"),
)

# `evaluation`, t-Test: Values of t_{alpha/2, n}
ALPHAS = ("0.1", "0.05", "0.02", "0.01")
EVALUATION_T = {
    2: ("2.92", "4.30", "6.96", "9.92"),
    5: ("2.02", "2.57", "3.36", "4.03"),
    10: ("1.81", "2.23", "2.76", "3.17"),
    20: ("1.72", "2.09", "2.53", "2.84"),
    30: ("1.70", "2.04", "2.46", "2.75"),
    120: ("1.66", "1.98", "2.36", "2.62"),
}
T_OF_INFINITELY_MANY = ("1.64", "1.96", "2.33", "2.58")

# printed -> right, at the digits printed
TAN_WRONG = {"0.866": "0.867", "1.65": "1.64"}
EVALUATION_Z_WRONG = {"1.00": "0.99"}
EVALUATION_T_WRONG = {"2.84": "2.85"}


def check(printed: str, exact: Exact, wrong: dict[str, str]) -> None:
    """A printed figure is a rounding of the exact value, or is known to be wrong, and then what is right is known."""
    assert is_rounding(wrong.get(printed, printed), exact)
    assert is_rounding(printed, exact) == (printed not in wrong)


@pytest.mark.parametrize("z", [Z, CERTIFIED])
@pytest.mark.parametrize(("n", "lower", "upper"), TAN_BOUNDS)
def test_tan_confidence_interval_for_accuracy(n: int, lower: str, upper: str, z: Exact) -> None:
    found = wilson(Fraction(8, 10) * n, n, z)
    check(lower, defined(found).low, TAN_WRONG)
    check(upper, defined(found).high, TAN_WRONG)


def test_tan_formula_lacks_a_factor() -> None:
    """
    As printed, with ± sqrt(...) rather than ± Z sqrt(...), the interval for N = 100 is (0.749, 0.829); the table beside it has
    (0.711, 0.866), and the ends that solve (acc - p)^2 = Z^2 p (1 - p)/N are those of the table.
    """
    n, acc, z = 100, Fraction(8, 10), Z
    inside, bottom = z * z + 4 * n * acc - 4 * n * acc * acc, 2 * (n + z * z)
    printed = about((2 * n * acc + z * z) / bottom, sqrt(inside) / bottom)
    assert (decimal(printed.low, 3), decimal(printed.high, 3)) == ("0.749", "0.829")
    assert not printed.contains(Fraction("0.711"))
    for p in (defined(wilson(80, 100, z)).low, defined(wilson(80, 100, z)).high):
        assert decimal((acc - p) * (acc - p) - z * z * p * (1 - p) / n, 60) == "0." + "0" * 60


@pytest.mark.parametrize(("confidence", "printed"), TAN_Z)
def test_tan_probability_table(confidence: str, printed: str) -> None:
    check(printed, two_sided_deviate(Fraction(confidence)), TAN_WRONG)


@pytest.mark.parametrize(("confidence", "printed"), EVALUATION_Z)
def test_evaluation_values_of_z(confidence: str, printed: str) -> None:
    check(printed, two_sided_deviate(Fraction(confidence)), EVALUATION_Z_WRONG)


@pytest.mark.parametrize("n", EVALUATION_T)
def test_evaluation_values_of_t(n: int) -> None:
    for alpha, printed in zip(ALPHAS, EVALUATION_T[n], strict=True):
        check(printed, defined(two_sided_t(1 - Fraction(alpha), n)), EVALUATION_T_WRONG)


def test_evaluation_values_of_t_end_with_those_of_z() -> None:
    for alpha, printed in zip(ALPHAS, T_OF_INFINITELY_MANY, strict=True):
        check(printed, two_sided_deviate(1 - Fraction(alpha)), {})
        many, infinitely_many = two_sided_t(1 - Fraction(alpha), 10**6), two_sided_deviate(1 - Fraction(alpha))
        assert defined(infinitely_many) < defined(many) < defined(infinitely_many + Fraction(1, 10**5))


def test_evaluation_one_sided_interval() -> None:
    """Figure 5.1: the z of 80% on two sides is that of 90% on one."""
    assert is_rounding("1.28", one_sided_deviate(Fraction(90, 100)))
    assert decimal(one_sided_deviate(Fraction(90, 100)), 40) == decimal(two_sided_deviate(Fraction(80, 100)), 40)


def test_evaluation_50_of_100() -> None:
    """0.50 ± 0.098 with 1.96, exactly."""
    assert standard_error_of_rate(50, 100) == Fraction(5, 100)
    found = wald(50, 100, Z)
    assert (defined(found).low, defined(found).high) == (Fraction("0.50") - Fraction("0.098"), Fraction("0.50") + Fraction("0.098"))


def test_evaluation_11_folds() -> None:
    """
    mu^ = 0.1, s = 0.01, k = 11, t = 2.23: the slide's 0.0819 < mu < 0.1181 is 0.1 ± 1.81 · 0.01. That has the t of alpha = 0.1, not the
    2.23 above it, and lacks sqrt k, which the formula on the same slide has; 0.1 ± 2.23 · 0.01 would be 0.0777 and 0.1223.
    """
    mu, s, t = Fraction("0.1"), Fraction("0.01"), Fraction("2.23")
    found = mean_interval(mu, s, 11, t)
    assert (decimal(defined(found).low, 4), decimal(defined(found).high, 4)) == ("0.0933", "0.1067")
    assert is_rounding("1.81", defined(two_sided_t(Fraction("0.90"), 10)))
    assert (mu - Fraction("1.81") * s, mu + Fraction("1.81") * s) == (Fraction("0.0819"), Fraction("0.1181"))
    assert (mu - t * s, mu + t * s) == (Fraction("0.0777"), Fraction("0.1223"))


def test_evaluation_z_of_5_percent() -> None:
    """Comparing two hypotheses prints z_{0.05} = 1.644; it is 1.645. (0.1 over the unrounded 0.0608 is 1.644.)"""
    exact = one_sided_deviate(Fraction(95, 100))
    assert is_rounding("1.645", exact)
    assert not is_rounding("1.644", exact)


def test_iaml_sign() -> None:
    """2.3.2 prints ± Phi^-1((1 - p)/2): minus the deviate, so that ± gives the same interval."""
    p = Fraction(95, 100)
    assert decimal(one_sided_deviate((1 - p) / 2), 40) == "-" + decimal(two_sided_deviate(p), 40)


def test_sample_sizes_of_two_documents_differ_at_30() -> None:
    assert [(large_by_evaluation(n), large_by_tan(n)) for n in (29, 30, 31)] == [(False, False), (True, False), (True, True)]


def test_evaluation_one_deviation() -> None:
    """Calculating confidence intervals: the table has z = 1.00 at 68%, which is 68.27%, rounded."""
    assert is_rounding("0.6827", 1 - 2 * normal_tail(1))
    assert is_rounding("68", 100 * (1 - 2 * normal_tail(1)))


def test_evaluation_approximately_95_percent() -> None:
    """
    How far "approximately" goes for 100 records: a true rate of 0.5 is in the printed intervals for 41 to 59 errors, which come in
    94.3%; one of 0.01 in those for 1 to 5, in 63.3%.
    """
    every = [defined(wald(k, 100, Z)) for k in range(101)]
    for p, least, most, share in ((Fraction(1, 2), 41, 59, "0.943"), (Fraction(1, 100), 1, 5, "0.633")):
        probability = sum(comb(100, k) * p**k * (1 - p) ** (100 - k) for k in range(least, most + 1))
        assert coverage(every, p) == probability
        assert is_rounding(share, probability)


def test_iaml_interval_with_its_own_sign() -> None:
    """2.3.2, the formula as printed: E ± sqrt(E (1 - E)/n) Phi^-1((1 - p)/2), whose first end is then the lower one."""
    rate, n, p = Fraction(1, 5), 100, Fraction(95, 100)
    step, found = sqrt(rate * (1 - rate) / n) * one_sided_deviate((1 - p) / 2), wald(20, 100, two_sided_deviate(p))
    assert (decimal(rate + step, 30), decimal(rate - step, 30)) == (decimal(defined(found).low, 30), decimal(defined(found).high, 30))


def test_tan_more_instances_are_narrower() -> None:
    """Confidence Interval for Accuracy: with N the table's interval shrinks, on both sides of 0.8, which it contains."""
    widths = []
    for n, lower, upper in TAN_BOUNDS:
        found = wilson(Fraction(8, 10) * n, n, Z)
        assert defined(found).contains(Fraction(8, 10))
        widths.append((Fraction(upper) - Fraction(lower), defined(found).half_width))
    assert all(a > c and b > d for (a, b), (c, d) in pairwise(widths))


def test_tan_test_of_significance_has_half_a_record() -> None:
    """85% of 30 is 25.5 correct predictions; the error rate's interval is the accuracy's complement."""
    accuracy, error = wald(Fraction(85, 100) * 30, 30, Z), wald(Fraction(15, 100) * 30, 30, Z)
    assert (decimal(defined(accuracy).low, 3), decimal(defined(accuracy).high, 3)) == ("0.722", "0.978")
    assert decimal(defined(error).complement.low, 30) == decimal(defined(accuracy).low, 30)
