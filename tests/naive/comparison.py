"""Two models, two algorithms: by the definitions, McNemar's probabilities from all 2^n outcomes' counts."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import Any

import mpmath

from naive.agreement import NO_VALUE, WORKING, NotAnInput
from naive.distributions import chi_square_tail, f_tail, normal_at_most, real, root, t_tail, whole
from naive.estimation import mean, numbers, over, sample_variance

Given = Mapping[str, Any]


def by_root(top: Fraction, square: Fraction) -> Any:
    """top/sqrt(square): its square with its own sign, and its value."""
    if square == 0:
        return NO_VALUE
    sign = -1 if top < 0 else 1
    return {"signed_square": sign * top * top / square, "value": over(top, root(square))}


# Error rates of two models


def rates(g: Given) -> tuple[Fraction, Fraction, Fraction, Fraction]:
    e_1, n_1, e_2, n_2 = (Fraction(g[name]) for name in ("e_1", "n_1", "e_2", "n_2"))
    if not (0 <= e_1 <= 1 and 0 <= e_2 <= 1 and n_1 > 0 and n_2 > 0):
        raise NotAnInput("rates of records")
    return e_1, n_1, e_2, n_2


def difference_variance(g: Given) -> Fraction:
    e_1, n_1, e_2, n_2 = rates(g)
    return e_1 * (1 - e_1) / n_1 + e_2 * (1 - e_2) / n_2


def difference_z(g: Given) -> Any:
    return by_root(Fraction(g["e_1"]) - Fraction(g["e_2"]), difference_variance(g))


def tail_beyond(z: Any, sides: int) -> Any:
    if z is NO_VALUE:
        return z
    with mpmath.workdps(WORKING):
        if z["signed_square"] == 0:
            return Fraction(1) if sides == 2 else Fraction(1, 2)
        return 2 * normal_at_most(-abs(real(z["value"]))) if sides == 2 else normal_at_most(-real(z["value"]))


# Folds


def differences(g: Given) -> list[Fraction]:
    first, second = numbers(g["first"]), numbers(g["second"])
    if len(first) != len(second):
        raise NotAnInput("as many folds")
    return [a - b for a, b in zip(first, second, strict=True)]


def t_test(t: Any, degrees: int) -> Any:
    if t is NO_VALUE:
        return t
    with mpmath.workdps(WORKING):
        value = t["value"]
        exact = value if isinstance(value, Fraction) else real(value)
        above = t_tail(exact, Fraction(degrees))
        two = Fraction(1) if value == 0 else 2 * t_tail(abs(exact), Fraction(degrees))
        return {"t": t, "degrees": degrees, "two_sided_p": two, "greater_p": above, "less_p": 1 - above}


def t_of(d: Sequence[Fraction], share: Fraction) -> Any:
    square = sample_variance(d)
    return NO_VALUE if square is NO_VALUE else by_root(mean(d), share * square)


def variances(d: Sequence[Fraction]) -> list[Fraction]:
    """Of each replication the squared distances of both differences from their mean."""
    if len(d) != 10:
        raise NotAnInput("ten errors")
    pairs = [(d[2 * i], d[2 * i + 1]) for i in range(5)]
    return [sum(((x - (a + b) / 2) ** 2 for x in (a, b)), Fraction(0)) for a, b in pairs]


def five_by_two_f(g: Given) -> Any:
    d = differences(g)
    below = 2 * sum(variances(d), Fraction(0))
    if below == 0:
        return NO_VALUE
    f = sum((x * x for x in d), Fraction(0)) / below
    return {"f": f, "degrees": [10, 5], "p": f_tail(f, Fraction(10), Fraction(5))}


# McNemar


def only(g: Given) -> tuple[int, int]:
    return whole(g["only_first"]), whole(g["only_second"])


def tails(b: int, c: int, k: int) -> Fraction:
    """P(X <= k) for b + c tosses of a coin."""
    return Fraction(sum(comb(b + c, i) for i in range(k + 1)), 2 ** (b + c))


def exact_p(b: int, c: int) -> Fraction:
    return min(Fraction(1), 2 * tails(b, c, min(b, c)))


def mid_p(b: int, c: int, where_equal: Callable[[Fraction], Fraction]) -> Fraction:
    here = Fraction(comb(b + c, b), 2 ** (b + c))
    return where_equal(here) if b == c else 2 * tails(b, c, min(b, c)) - here


def statistic(g: Given, correction: int, *, unless_equal: bool = False) -> Any:
    b, c = Fraction(g["only_first"]), Fraction(g["only_second"])
    if min(b, c) < 0:
        raise NotAnInput("counts")
    if b + c == 0:
        return NO_VALUE
    return Fraction(0) if unless_equal and b == c else (abs(b - c) - correction) ** 2 / (b + c)


def statistic_p(g: Given, correction: int, *, unless_equal: bool = False) -> Any:
    only(g)
    x = statistic(g, correction, unless_equal=unless_equal)
    return x if x is NO_VALUE else chi_square_tail(x, Fraction(1))


def contingency(g: Given) -> dict[str, int]:
    if not len(g["actual"]) == len(g["first"]) == len(g["second"]):
        raise NotAnInput("a label for each record")
    rows = list(zip(g["actual"], g["first"], g["second"], strict=True))
    return {
        "both_right": sum(a == y and b == y for y, a, b in rows),
        "only_first": sum(a == y and b != y for y, a, b in rows),
        "only_second": sum(a != y and b == y for y, a, b in rows),
        "neither": sum(y not in (a, b) for y, a, b in rows),
    }


def mean_difference_variance(g: Given) -> Any:
    d = differences(g)
    return NO_VALUE if len(d) < 2 else sample_variance(d) / len(d)


ANSWERS: dict[str, Callable[[Given], Any]] = {
    "difference": lambda g: Fraction(g["e_1"]) - Fraction(g["e_2"]),
    "difference_variance": difference_variance,
    "difference_z": difference_z,
    "difference_p": lambda g: tail_beyond(difference_z(g), 2),
    "probability_first_better": lambda g: tail_beyond(difference_z(g), 1),
    "mean_difference": lambda g: mean(differences(g)),
    "mean_difference_variance": mean_difference_variance,
    "paired_t": lambda g: t_test(t_of(differences(g), Fraction(1, max(1, len(g["first"])))), len(g["first"]) - 1),
    "corrected_resampled_t": lambda g: t_test(
        t_of(differences(g), Fraction(1, max(1, len(g["first"]))) + Fraction(g["test"]) / Fraction(g["train"])), len(g["first"]) - 1
    ),
    "five_by_two_t": lambda g: t_test(by_root(differences(g)[0], sum(variances(differences(g)), Fraction(0)) / 5), 5),
    "five_by_two_f": five_by_two_f,
    "contingency": contingency,
    "mcnemar_exact_p": lambda g: exact_p(*only(g)),
    "mcnemar_first_better_p": lambda g: tails(*only(g), only(g)[1]),
    "mcnemar_mid_p": lambda g: mid_p(*only(g), lambda here: 1 - here / 2),
    "mcnemar_doubled_mid_p": lambda g: mid_p(*only(g), lambda _: Fraction(1)),
    "mcnemar_chi_square": lambda g: statistic(g, 0),
    "mcnemar_z": lambda g: by_root(
        Fraction(g["only_first"]) - Fraction(g["only_second"]), Fraction(g["only_first"]) + Fraction(g["only_second"])
    ),
    "mcnemar_corrected": lambda g: statistic(g, 1),
    "mcnemar_corrected_unless_equal": lambda g: statistic(g, 1, unless_equal=True),
    "mcnemar_chi_square_p": lambda g: statistic_p(g, 0),
    "mcnemar_corrected_p": lambda g: statistic_p(g, 1),
    "mcnemar_corrected_unless_equal_p": lambda g: statistic_p(g, 1, unless_equal=True),
}
