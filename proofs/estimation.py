"""
Estimates of an error rate: mean and variance of results, the interval of their mean, cross-validation.

Documents: `evaluation` k-fold cross-validation method; `iaml` 2.4. Notation: x_1 .. x_k the results, s² their
variance with k - 1 below; w_i errors in the n_i records of fold i.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, combinations, product
from typing import cast

from dtref.exact.number import Number, total
from dtref.spec.evaluation.estimation.cross_validation import (
    FoldResults,
    _left_out,
    cross_validate,
    fold_errors,
    leave_one_out_of_majority,
    mean_of_folds,
    pooled,
)
from dtref.spec.evaluation.estimation.moments import mean, population_variance, sample_variance, standard_deviation, standard_error
from dtref.spec.evaluation.estimation.partitions import leave_one_out
from dtref.spec.evaluation.intervals.mean import fold_mean_interval, mean_interval
from dtref.spec.model.positions import Indices
from proofs.steps import above_zero, at, defined, equal, holds, same, weighted_squares
from proofs.symbols import positive, rational, real
from proofs.theorem import Method, theorem

FOLDS = "evaluation: k-fold cross-validation method"
SIZES = range(2, 6)
CONFIDENCES = ((2, Fraction(1, 2), Fraction(1)), (3, Fraction(7, 9), Fraction(7, 4)), (5, Fraction(99, 125), Fraction(3, 2)))
"""Numbers of results k, and a confidence whose t of k - 1 degrees of freedom is rational."""


@theorem(
    "s²/k = Σ(x - mean)²/(k (k - 1)): the squared standard error of the mean",
    source=FOLDS,
    runs=(sample_variance, standard_error, standard_deviation, mean),
    reach="all real results, k = 2..5",
    method=Method.IDENTITY,
)
def theorem_squared_standard_error_is_s_squared_over_k() -> None:
    """Squares of the roots; and the sum of squares about the mean."""
    for k in SIZES:
        x = real(f"x1:{k + 1}")
        middle, error, s = defined(mean(x)), defined(standard_error(x)), defined(standard_deviation(x))
        squares = total((xi - middle) * (xi - middle) for xi in x)
        equal(error * error, squares / (k * (k - 1)))
        equal(s * s, defined(sample_variance(x)))
        equal(s * s / k, error * error)


@theorem(
    "The sample variance is the sum of (x_i - x_j)² over pairs, over k (k - 1): never negative, 0 only where all results are equal",
    source=FOLDS,
    runs=(sample_variance, population_variance, mean),
    reach="all real results, k = 2..5; the mean: k = 1..5",
    method=Method.SQUARES,
)
def theorem_sample_variance_is_a_sum_of_squares_of_pairs() -> None:
    """The variance with k below has the same sum over k²; shifted results have a shifted mean."""
    for k in SIZES:
        x, shift = real(f"x1:{k + 1}"), real("c")[0]
        pairs = tuple(combinations(x, 2))
        weighted_squares(sample_variance(x), [(rational(1, k * (k - 1)), a - b) for a, b in pairs])
        weighted_squares(population_variance(x), [(rational(1, k * k), a - b) for a, b in pairs])
        equal(mean([xi + shift for xi in x]), defined(mean(x)) + shift)
        equal(mean([shift] * k), shift)
        equal(mean((*x[1:], x[0])), mean(x))


@theorem(
    "The mean of folds and the pooled error differ by (n_1 - n_2)(e_1 - e_2)/(2 (n_1 + n_2)): equal where folds are of equal size",
    source=FOLDS,
    runs=(mean_of_folds, pooled, fold_errors),
    reach="any two folds; k = 2..5 folds of equal size",
    method=Method.IDENTITY,
)
def theorem_mean_of_folds_is_pooled_error_of_equal_folds() -> None:
    """Pooled, a fold's error weighs as much as its size."""
    n, m, *w = positive("n m w1:6")
    first, second = defined(fold_errors(w[:2], (n, m)))
    equal(defined(pooled(w[:2], (n, m))), (n * first + m * second) / (n + m))
    equal(defined(mean_of_folds(w[:2], (n, m))) - defined(pooled(w[:2], (n, m))), (m - n) * (first - second) / (2 * (n + m)))
    for k in SIZES:
        equal(mean_of_folds(w[:k], (n,) * k), pooled(w[:k], (n,) * k))


@theorem(
    "The errors of folds record by record give what the counts of errors give",
    source=FOLDS,
    runs=tuple(vars(FoldResults)[name].fget for name in ("wrong", "records", "fold_errors", "mean_of_folds", "pooled")),
    reach="all errors or losses, folds of 1, 2 and 3 records",
    method=Method.IDENTITY,
)
def theorem_fold_results_are_their_counts() -> None:
    """The sums of each fold's errors, and how many there are."""
    a, b, c, d, e, f = positive("a b c d e f")
    tested = FoldResults(({0: a}, {1: b, 2: c}, {3: d, 4: e, 5: f}))
    rates = (a, (b + c) / 2, (d + e + f) / 3)
    for found, wanted in zip(defined(tested.fold_errors), rates, strict=True):
        equal(found, wanted)
    equal(tested.mean_of_folds, mean(rates))
    equal(tested.pooled, mean((a, b, c, d, e, f)))
    for found, wanted in zip(tested.wrong, rates, strict=True):
        equal(found / tested.records[tested.wrong.index(found)], wanted)


@theorem(
    "Leaving one out, the majority classifier errs on every record of balanced classes, although it would be right on 1/c of new ones",
    source="iaml: 2.4.3 Leave-One-Out Cross-Validation",
    runs=(_left_out,),
    reach="every number m of records a class, c = 2..5 classes",
    method=Method.IDENTITY,
)
def theorem_leave_one_out_fools_the_majority_classifier_on_balanced_data() -> None:
    """Without it, the class of the record is one short: m - 1 < m. With m + 1 and m, the larger class ties; with m + 2 it is right."""
    (m,) = positive("m")
    for c in range(2, 6):
        for error in _left_out((cast(int, m),) * c):
            equal(cast(Number, error), 1)
    least, most = _left_out((cast(int, m + 1), cast(int, m)))
    equal(cast(Number, least), m / (2 * m + 1))
    equal(cast(Number, most), 1)
    for error in _left_out((cast(int, m + 2), cast(int, m))):
        equal(cast(Number, error), m / (2 * m + 2))


@theorem(
    "The leave-one-out error of the majority, from class counts, is that of leaving out every record in turn",
    source="iaml: 2.4.3 Leave-One-Out Cross-Validation",
    runs=(leave_one_out_of_majority, _left_out, leave_one_out, cross_validate),
    reach="1 to 3 classes of 0 to 3 records each, two records or more",
    method=Method.EXHAUSTION,
)
def theorem_leave_one_out_of_majority_is_cross_validation() -> None:
    """The learner that answers every class with the most records; wrong if the record's is not among them, or not it alone."""
    for counts in chain.from_iterable(product(range(4), repeat=c) for c in (1, 2, 3)):
        y = tuple(j for j, n in enumerate(counts) for _ in range(n))
        if len(y) < 2:
            continue

        def learn(training: Indices, y: tuple[int, ...] = y) -> set[int]:
            seen = [y[i] for i in training]
            return {j for j in seen if seen.count(j) == max(map(seen.count, seen))}

        def surely(said: set[int], i: int, y: tuple[int, ...] = y) -> int:
            return int(y[i] not in said)

        def perhaps(said: set[int], i: int, y: tuple[int, ...] = y) -> int:
            return int(said != {y[i]})

        found = [cross_validate(leave_one_out(len(y)), learn, error).pooled for error in (surely, perhaps)]
        holds(list(defined(leave_one_out_of_majority(counts))) == found, f"counts {counts}")


@theorem(
    "The interval of the folds' mean is mean ± t s/sqrt k: t standard errors",
    source="evaluation: t-Test",
    runs=(mean_interval, fold_mean_interval, standard_deviation, standard_error, mean),
    reach="all real results of k = 2..5 folds, every t > 0; from mean and s: every k",
    method=Method.IDENTITY,
)
def theorem_fold_mean_interval_reaches_t_standard_errors() -> None:
    """By centres, squared half widths and the half width's sign."""
    t, mu, s, n = positive("t mu s n")
    told = defined(mean_interval(mu, s, n, t))
    equal(told.centre, mu)
    above_zero(told.half_width)
    for k in SIZES:
        x = real(f"x1:{k + 1}")
        found, error = defined(fold_mean_interval(x, t)), defined(standard_error(x))
        equal(found.centre, mean(x))
        equal(found.half_width, t * error)
        equal(at(at(told.half_width * told.half_width, n, k), s, standard_deviation(x)), found.half_width * found.half_width)
    # A confidence stands for the t of k - 1 degrees of freedom.
    for k, confidence, t_k in CONFIDENCES:
        same(mean_interval(0, 1, k, confidence=confidence), mean_interval(0, 1, k, t_k), f"the interval of {k} results by confidence")
        folds = (0, 1, *(0,) * (k - 2))
        same(fold_mean_interval(folds, confidence=confidence), fold_mean_interval(folds, t_k), f"the interval of {k} folds by confidence")
