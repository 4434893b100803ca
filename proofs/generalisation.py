"""
Training and generalisation error, over- and underfitting; learning curves.

Documents: `iaml` 2.2, 2.3; `evaluation` Two definitions of error; `tan` Learning Curve.; `dtref.spec.evaluation.estimation`, whose
functions are run.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import count, product, takewhile

from dtref.exact.number import Exact, Number, total
from dtref.spec.evaluation.estimation.learning_curve import _power, _powers, arithmetic_schedule, geometric_schedule
from dtref.spec.evaluation.estimation.moments import mean
from dtref.spec.evaluation.estimation.overfitting import Fit, generalisation_error, mean_error, overfits, true_error, underfits, zero_one
from proofs.steps import all_equal, equal, holds
from proofs.symbols import positive, rational, real
from proofs.theorem import Method, theorem

ERRORS = "iaml: 2.3.1 Types of Error"


@theorem(
    "The mean error on records is the generalisation error over their own distribution",
    source=ERRORS,
    runs=(mean_error, generalisation_error),
    reach="all losses, 1 to 4 records; every distribution over two pairs",
    method=Method.IDENTITY,
)
def theorem_mean_error_is_the_risk_of_the_empirical_distribution() -> None:
    """Each of n records has the probability 1/n; with p and 1 - p the risk is between the two losses at p."""
    p, *losses = real("p l1:5")

    def loss(said: int, y: int) -> Number:
        return losses[said] if said == -y else rational(0)

    for n in range(1, 5):
        pairs = [(i, -i) for i in range(n)]
        even = dict.fromkeys(pairs, rational(1, n))
        all_equal(mean_error(abs, pairs, loss), generalisation_error(abs, even, loss), mean(losses[:n]))
    risk = generalisation_error(abs, {(0, 0): p, (1, -1): 1 - p}, loss)
    equal((risk - losses[1]) / (losses[0] - losses[1]), p)


@theorem(
    "The true error of a hypothesis is the probability of the instances where it differs from the target: 1 for the opposite of the target",
    source="evaluation: Two definitions of error",
    runs=(true_error, generalisation_error, zero_one),
    reach="every distribution over 3 instances; each of the 8 hypotheses and 8 targets of two labels",
    method=Method.EXHAUSTION,
)
def theorem_true_error_of_a_hypothesis_and_its_opposite_sum_to_1() -> None:
    """The instances named; and a hypothesis and its opposite err on each instance once."""
    p, q = positive("p q")
    d: dict[int, Exact] = {0: p, 1: q, 2: 1 - p - q}
    for h, f in product(product((False, True), repeat=3), repeat=2):
        error = true_error(h.__getitem__, f.__getitem__, d)
        equal(error, total(chance for x, chance in d.items() if h[x] is not f[x]))
        opposite = tuple(not label for label in h)
        equal(error + true_error(opposite.__getitem__, f.__getitem__, d), 1)


@theorem(
    "A predictor overfits beside one that is better in the test but worse in training, underfits beside one that is better in both",
    source="iaml: 2.2 Overfitting and Underfitting",
    runs=(overfits, underfits),
    reach="each order of the two training errors and of the two test errors, ties among them",
    method=Method.EXHAUSTION,
)
def theorem_overfitting_and_underfitting_exclude_each_other() -> None:
    """Both, only where the other's test error is lower; which of the two, by the order of the training errors; neither of equal ones."""
    for a, b, c, d in product(range(3), repeat=4):
        f, g = Fit(a, b), Fit(c, d)
        found = (overfits(f, g), underfits(f, g))
        holds(any(found) == (d < b and a != c) and not all(found), f"{f} beside {g}")
        holds(not any(found) or found[0] == (a < c), f"which of the two, {f} beside {g}")
        holds(overfits(f, g) == overfits(Fit(d, c), Fit(b, a)), "training and test exchanged")


@theorem(
    "The sizes of an arithmetic schedule are those up to the largest that lie whole steps above the first",
    source="tan: Learning Curve",
    runs=(arithmetic_schedule,),
    reach="first 1..4, step 1..4, largest 0..20",
    method=Method.EXHAUSTION,
)
def theorem_arithmetic_schedule_has_every_step() -> None:
    """Size by size."""
    for first, step, largest in product(range(1, 5), range(1, 5), range(21)):
        wanted = tuple(n for n in range(1, largest + 1) if n >= first and n % step == first % step)
        holds(arithmetic_schedule(first, step, largest) == wanted, f"{first} and steps of {step} up to {largest}")


@theorem(
    "A geometric schedule has a size m exactly where some n_0 a^i is m or more, but below m + 1",
    source="provost1999",
    runs=(geometric_schedule, _powers, _power),
    reach="n_0 = 1..3, a = 2, 3, 3/2, 9/8, 51/50, largest 0, 1, 2, 10, 60, 120",
    method=Method.EXHAUSTION,
)
def theorem_geometric_schedule_has_the_sizes_with_a_power() -> None:
    """Powers of fractions, written out."""
    for n, a in product(range(1, 4), (Fraction(2), Fraction(3), Fraction(3, 2), Fraction(9, 8), Fraction(51, 50))):
        sizes = tuple(takewhile(lambda x: x <= 121, (n * a**i for i in count())))
        for largest in (0, 1, 2, 10, 60, 120):
            wanted = tuple(m for m in range(1, largest + 1) if any(m <= x < m + 1 for x in sizes))
            holds(geometric_schedule(n, a, largest) == wanted, f"{n} ({a})^i up to {largest}")
