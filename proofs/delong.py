"""DeLong's variance: what it is made of, and what keeps it.   Notation: as in `dtref.spec.evaluation.comparison.delong`."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from dtref.errors import Undefined
from dtref.exact.number import Number, number, total
from dtref.spec.evaluation.comparison.delong import (
    Placements,
    _both,
    _covariance,
    _difference,
    _minus,
    _sample_covariance,
    delong_covariance,
    delong_interval,
    delong_p,
    delong_variance,
    delong_z,
    placements,
)
from dtref.spec.evaluation.ranking.auc import auc
from proofs.steps import defined, equal, same, weighted_squares
from proofs.symbols import real
from proofs.theorem import Method, theorem

DELONG = "delong1988"
LABELS = "++--"
SCORES = tuple(product(range(3), repeat=4))


def symbols(name: str) -> Placements:
    """Three positives and two negatives with real symbols for placements."""
    return Placements(real(f"{name}1:4"), real(f"{name}4:6"))


@theorem(
    "The variance of the difference of two areas, by the differences of the placements, is var A + var A' - 2 cov(A, A')",
    source=DELONG,
    runs=(_covariance, _difference, _minus, _sample_covariance),
    reach="three positives and two negatives, all real placements",
    method=Method.IDENTITY,
)
def theorem_the_variance_of_the_difference() -> None:
    """A covariance is linear in each argument, and symmetric."""
    a, b = symbols("a"), symbols("b")
    gap = _difference(a, b)
    separate = defined(_covariance(a, a)) + defined(_covariance(b, b)) - 2 * defined(_covariance(a, b))
    equal(_covariance(gap, gap), separate)
    equal(_covariance(a, b), _covariance(b, a))


@theorem(
    "The variance is at least 0: a sum of squares of the differences of placements, of positives over 2m²(m - 1), of negatives over 2n²(n - 1)",
    source=DELONG,
    runs=(_covariance, _sample_covariance),
    reach="three positives and two negatives, all real placements",
    method=Method.SQUARES,
)
def theorem_the_variance_is_a_sum_of_squares() -> None:
    """Each sum of squared distances from a mean is one of squared differences of two."""
    a = symbols("a")
    weights = ((a.positives, number(Fraction(1, 36))), (a.negatives, number(Fraction(1, 8))))
    weighted_squares(_covariance(a, a), [(weight, x - y) for side, weight in weights for x, y in product(side, side)])


def psi(x: int, y: int) -> Fraction:
    """1, 1/2 or 0: whether a positive's score is above a negative's."""
    return Fraction((x > y) + (x >= y), 2)


def by_pairs(first: Sequence[int], second: Sequence[int]) -> Number:
    """The covariance for two positives and two negatives: of two numbers it is half of the product of their differences."""

    def spread(scores: Sequence[int], rows: bool) -> Number:
        x, y = scores[:2], scores[2:]
        ends = [[psi(p, q) for q in y] for p in x] if rows else [[psi(p, q) for p in x] for q in y]
        return number(total(ends[0]) - total(ends[1])) / 2

    return total(spread(first, rows) * spread(second, rows) / 2 / 2 for rows in (True, False))


@theorem(
    "Placements are shares of pairs and both sides have the area as their mean; variance, covariance and z follow from the differences of two; "
    "the order of the scores is all that counts",
    source=DELONG,
    runs=(placements, delong_variance, delong_covariance, delong_z, delong_p, delong_interval, _both, _covariance, _sample_covariance),
    reach="two positives and two negatives, every order of their scores with ties, each against six others",
    method=Method.EXHAUSTION,
)
def theorem_delong_by_pairs() -> None:
    """Case by case."""
    for scores in SCORES:
        own = defined(placements(scores, LABELS, "+"))
        x, y = scores[:2], scores[2:]
        same(own.positives, tuple(sum(psi(p, q) for q in y) / 2 for p in x), f"the positives of {scores}")
        same(own.negatives, tuple(sum(psi(p, q) for p in x) / 2 for q in y), f"the negatives of {scores}")
        same((own.area, total(own.negatives) / 2), (auc(scores, LABELS, "+"),) * 2, f"the area of {scores}")
        variance = by_pairs(scores, scores)
        same(delong_variance(scores, LABELS, "+"), variance, f"the variance of {scores}")
        same(delong_variance([3 * s + 1 for s in scores], LABELS, "+"), variance, f"the variance of {scores} on another scale")
        if is_square(variance):
            ends = defined(delong_interval(scores, LABELS, "+", 2))
            same((ends.centre, ends.half_width * ends.half_width), (own.area, 4 * variance), f"the interval of {scores}")
        for other in SCORES[::15]:
            compared(scores, other)


def is_square(x: Number) -> bool:
    """Whether the root of a small fraction is one."""
    value = Fraction(x)  # type: ignore[arg-type]  # a Fraction
    return all(round(n**0.5) ** 2 == n for n in (value.numerator, value.denominator))


def compared(first: Sequence[int], second: Sequence[int]) -> None:
    """Covariance, z and its p-value of two lists of scores."""
    covariance, about = by_pairs(first, second), f"{first}, {second}"
    same(delong_covariance(first, second, LABELS, "+"), covariance, f"the covariance of {about}")
    spread = by_pairs(first, first) + by_pairs(second, second) - 2 * covariance
    gap, z = defined(auc(first, LABELS, "+")) - defined(auc(second, LABELS, "+")), delong_z(first, second, LABELS, "+")
    if spread == 0:
        none = Undefined("the areas differ by the same for every positive and every negative: the variance is 0")
        same((z, delong_p(first, second, LABELS, "+")), (none, none), f"z and p of {about}")
        return
    same(defined(z).signed_square, gap * abs(gap) / spread, f"z of {about}")
    if gap == 0:
        same(delong_p(first, second, LABELS, "+"), 1, f"p of {about}")


@theorem(
    "With one positive or one negative there is no variance, with none no area; so of all that is made of them",
    source=DELONG,
    runs=(placements, delong_variance, delong_covariance, delong_interval, delong_z, delong_p, _both, _covariance),
    reach="up to two positives and two negatives",
    method=Method.EXHAUSTION,
)
def theorem_delong_has_no_value() -> None:
    """Numbers of positives and negatives, from 0."""
    for m, n in product(range(3), repeat=2):
        if m == n == 2:
            continue
        labels, scores = "+" * m + "-" * n, list(range(m + n))
        only = "one positive only" if m < 2 else "one negative only"
        none = Undefined("no positives" if not m else "no negatives" if not n else only)
        two = [value(scores, scores, labels, "+", classes="+-") for value in (delong_covariance, delong_z, delong_p)]
        one = [delong_variance(scores, labels, "+", classes="+-"), delong_interval(scores, labels, "+", 2, classes="+-")]
        same([*one, *two], [none] * 5, f"{m} positives and {n} negatives")
