"""Tails and quantiles: binomial sums exactly, all else by mpmath's own functions or by halving, to 60 digits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import comb, isqrt
from typing import Any

import mpmath

from naive.agreement import NO_VALUE, WORKING, NotAnInput, NotHere

Given = Mapping[str, Any]


def real(x: Any) -> Any:
    return mpmath.mpf(x.numerator) / x.denominator if isinstance(x, (int, Fraction)) else x


def root(x: Fraction) -> Any:
    """The square root: exact where it is a fraction."""
    if x < 0:
        raise NotAnInput("a square below 0")
    found = Fraction(isqrt(x.numerator), isqrt(x.denominator))
    with mpmath.workdps(WORKING):
        return found if found * found == x else mpmath.sqrt(real(x))


def probability(text: Any, *, proper: bool = False) -> Fraction:
    p = Fraction(text)
    if not (0 < p < 1 if proper else 0 <= p <= 1):
        raise NotAnInput("a probability")
    return p


def whole(text: Any, least: int = 0) -> int:
    n = Fraction(text)
    if n.denominator != 1 or n < least:
        raise NotAnInput("a whole number")
    return int(n)


def pmf(k: int, n: int, p: Fraction) -> Fraction:
    return comb(n, k) * p**k * (1 - p) ** (n - k) if 0 <= k <= n else Fraction(0)


def at_most(k: int, n: int, p: Fraction) -> Fraction:
    a, b = p.numerator, p.denominator
    return Fraction(sum(comb(n, i) * a**i * (b - a) ** (n - i) for i in range(min(k, n) + 1)), b**n)


def binomial(g: Given, sizes: Callable[[int, int, Fraction], Fraction]) -> Fraction:
    return sizes(int(g["k"]), whole(g["n"]), probability(g["p"]))


def normal_at_most(x: Any) -> Any:
    with mpmath.workdps(WORKING):
        return mpmath.erfc(-real(x) / mpmath.sqrt(2)) / 2


def halving(rises: Callable[[Any], Any], wanted: Any, low: Any, high: Any) -> Any:
    """Where a rising function is what is wanted, between two ends: by chords (the Illinois rule), and each fourth time in the middle."""
    with mpmath.workdps(WORKING + 20):
        low, high = mpmath.mpf(low), mpmath.mpf(high)
        below, above = real(rises(low)) - wanted, real(rises(high)) - wanted
        rose = False
        for step in range(280):
            if high - low <= high * mpmath.mpf(10) ** -WORKING:
                break
            middle = (low + high) / 2 if step % 4 == 3 else high - above * (high - low) / (above - below)
            value = rises(middle) - wanted
            if value == 0:
                return middle
            if value < 0:
                low, below, above = middle, value, above / 2 if rose else above
            else:
                high, above, below = middle, value, below if rose or step == 0 else below / 2
            rose = value < 0
        return (low + high) / 2


def normal_quantile(p: Fraction) -> Any:
    if p == Fraction(1, 2):
        return Fraction(0)
    with mpmath.workdps(WORKING + 20):
        if p < Fraction(1, 2):
            return -halving(lambda x: mpmath.erfc(-x / mpmath.sqrt(2)) / 2, 1 - real(p), 0, 60)
        return halving(lambda x: mpmath.erfc(-x / mpmath.sqrt(2)) / 2, real(p), 0, 60)


def beta_at_most(x: Any, a: Any, b: Any) -> Any:
    with mpmath.workdps(WORKING + 10):
        return mpmath.betainc(real(a), real(b), 0, real(x), regularized=True)


def t_tail(x: Fraction, n: Fraction) -> Any:
    """P(T > x), from the beta distribution of n/(n + T²)."""
    if x == 0:
        return Fraction(1, 2)
    with mpmath.workdps(WORKING + 10):
        half = beta_at_most(real(n) / (real(n) + real(x) ** 2), n / 2, Fraction(1, 2)) / 2
        return half if x > 0 else 1 - half


def chi_square_tail(x: Any, n: Any) -> Any:
    with mpmath.workdps(WORKING + 10):
        return mpmath.gammainc(real(n) / 2, real(x) / 2, mpmath.inf, regularized=True) if x > 0 else Fraction(1)


def f_tail(x: Fraction, above: Fraction, below: Fraction) -> Any:
    if x <= 0:
        return Fraction(1)
    with mpmath.workdps(WORKING + 10):
        return beta_at_most(real(below) / (real(below) + real(above) * real(x)), below / 2, above / 2)


def t_quantile(p: Fraction, n: Fraction) -> Any:
    if p == Fraction(1, 2):
        return Fraction(0)
    if p < Fraction(1, 2):
        found = t_quantile(1 - p, n)
        return -found
    with mpmath.workdps(WORKING + 10):
        share = 2 * (1 - real(p))  # of n/(n + t²)
        y = halving(lambda y: beta_at_most(y, n / 2, Fraction(1, 2)), share, 0, 1)
        if y == 0:
            raise NotHere("an extreme quantile")
        return mpmath.sqrt(real(n) * (1 - y) / y)


def chi_square_quantile(p: Fraction, n: Fraction) -> Any:
    with mpmath.workdps(WORKING + 10):
        return halving(lambda x: 1 - chi_square_tail(x, n), real(p), 0, 100 + 20 * int(n))


def beta_quantile(p: Fraction, a: Fraction, b: Fraction) -> Any:
    with mpmath.workdps(WORKING + 10):
        return halving(lambda x: beta_at_most(x, a, b), real(p), 0, 1)


def positive(text: Any) -> Fraction:
    x = Fraction(text)
    if x <= 0:
        raise NotAnInput("a number above 0")
    return x


def two_sided_z(confidence: Any) -> Any:
    return normal_quantile((1 + probability(confidence, proper=True)) / 2)


def two_sided_t(confidence: Any, degrees: Any) -> Any:
    if Fraction(degrees) == 0:
        return NO_VALUE
    return t_quantile((1 + probability(confidence, proper=True)) / 2, positive(degrees))


def binomial_variance(g: Given) -> Fraction:
    n, p = whole(g["n"]), probability(g["p"])
    return sum(((k - n * p) ** 2 * pmf(k, n, p) for k in range(n + 1)), Fraction(0))


def standard_score(g: Given) -> Any:
    k, n, p = Fraction(g["k"]), Fraction(g["n"]), probability(g["p"])
    square = n * p * (1 - p)
    if square == 0:
        return NO_VALUE
    with mpmath.workdps(WORKING):
        below = root(square)
        return (k - n * p) / below if isinstance(below, Fraction) else real(k - n * p) / below


def approximation_error(g: Given, correction: Fraction) -> Any:
    n, p = whole(g["n"]), probability(g["p"])
    if n * p * (1 - p) == 0:
        return NO_VALUE
    with mpmath.workdps(WORKING):
        deviation = mpmath.sqrt(real(n * p * (1 - p)))
        gaps = [abs(real(at_most(k, n, p)) - normal_at_most(real(k + correction - n * p) / deviation)) for k in range(n + 1)]
        return max(gaps)


def t_table(g: Given) -> list[list[Any]]:
    def cell(degrees: str, alpha: str) -> Any:
        confidence = 1 - Fraction(alpha)
        return two_sided_z(confidence) if degrees == "∞" else two_sided_t(confidence, degrees)

    return [[n if n == "∞" else Fraction(n), *(cell(n, alpha) for alpha in g["alphas"])] for n in g["degrees"]]


ANSWERS: dict[str, Callable[[Given], Any]] = {
    "binomial_probability": lambda g: binomial(g, pmf),
    "binomial_at_most": lambda g: binomial(g, at_most),
    "binomial_at_least": lambda g: binomial(g, lambda k, n, p: sum((pmf(i, n, p) for i in range(max(k, 0), n + 1)), Fraction(0))),
    "binomial_distribution": lambda g: [pmf(k, whole(g["n"]), probability(g["p"])) for k in range(whole(g["n"]) + 1)],
    "binomial_mean": lambda g: sum((k * pmf(k, whole(g["n"]), probability(g["p"])) for k in range(whole(g["n"]) + 1)), Fraction(0)),
    "binomial_variance": binomial_variance,
    "standard_score": standard_score,
    "normal_approximation_error": lambda g: approximation_error(g, Fraction(0)),
    "corrected_approximation_error": lambda g: approximation_error(g, Fraction(1, 2)),
    "normal_at_most": lambda g: Fraction(1, 2) if Fraction(g["x"]) == 0 else normal_at_most(Fraction(g["x"])),
    "normal_tail": lambda g: Fraction(1, 2) if Fraction(g["x"]) == 0 else normal_at_most(-Fraction(g["x"])),
    "normal_quantile": lambda g: normal_quantile(probability(g["p"], proper=True)),
    "t_tail": lambda g: t_tail(Fraction(g["x"]), positive(g["degrees"])),
    "t_quantile": lambda g: t_quantile(probability(g["p"], proper=True), positive(g["degrees"])),
    "chi_square_tail": lambda g: chi_square_tail(Fraction(g["x"]), positive(g["degrees"])),
    "chi_square_quantile": lambda g: chi_square_quantile(probability(g["p"], proper=True), positive(g["degrees"])),
    "f_tail": lambda g: f_tail(Fraction(g["x"]), positive(g["above"]), positive(g["below"])),
    "beta_at_most": lambda g: beta_at_most(probability(g["x"]), positive(g["a"]), positive(g["b"])),
    "beta_quantile": lambda g: beta_quantile(probability(g["p"], proper=True), positive(g["a"]), positive(g["b"])),
    "two_sided_deviate": lambda g: two_sided_z(g["confidence"]),
    "one_sided_deviate": lambda g: normal_quantile(probability(g["confidence"], proper=True)),
    "two_sided_t": lambda g: two_sided_t(g["confidence"], g["degrees"]),
    "one_sided_t": lambda g: t_quantile(probability(g["confidence"], proper=True), positive(g["degrees"])),
    "z_table": lambda g: [[Fraction(c), two_sided_z(c)] for c in g["confidences"]],
    "t_table": t_table,
}
