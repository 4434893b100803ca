"""
The bootstrap estimates of a learner's error: .632, and leave-one-out.

Notation: b samples of n records drawn with replacement, epsilon_i the mean error on the records out of sample i, acc_s the result on the
records that trained.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import cast

import sympy

from dtref.exact.number import Exact, Number, number, total
from dtref.spec.evaluation.estimation.bootstrap_error import (
    LIMIT_632,
    PRINTED_632,
    bootstrap_partitions,
    dot632,
    drawn_formula,
    leave_one_out_bootstrap,
    probability_drawn,
)
from dtref.spec.evaluation.estimation.cross_validation import FoldResults
from dtref.spec.evaluation.estimation.ideal_bootstrap import multisets
from dtref.spec.evaluation.estimation.moments import mean
from proofs.steps import ascending, defined, derivative, equal, expression, holds, tends_to
from proofs.symbols import positive, real
from proofs.theorem import Method, theorem


@theorem(
    "A sample of n has a given record with probability 1 - (1 - 1/n)^n, falling to 1 - 1/e",
    source="efron1983",
    runs=(drawn_formula, probability_drawn, multisets),
    reach="the probability: n = 1..5, all samples; that it falls, and the limit: every real n > 1",
    method=Method.TANGENT,
)
def theorem_probability_drawn_falls_to_1_minus_1_over_e() -> None:
    """With n = 1 + m, ln(1 - drawn) has the derivative x - 1 - ln x > 0 for x = 1 + 1/m: so drawn falls."""
    for n in range(1, 6):
        holds(probability_drawn(n) == total(p for sample, p in multisets(n) if 0 in sample), f"{n} records")
    (m,) = positive("m")
    x = 1 + 1 / m
    rises = derivative(cast(Number, sympy.expand_log(sympy.log(sympy.factor(expression(1 - _drawn(m + 1)))))), m)
    equal(rises, (x - 1) - cast(Number, sympy.log(sympy.together(expression(x)))))
    tends_to(_drawn(m), m, cast(Number, sympy.oo), cast(Number, 1 - sympy.exp(-1)))
    holds(probability_drawn(1000) == drawn_formula(Fraction(1000)), "up to 1000 records a fraction")
    ascending(LIMIT_632, probability_drawn(1001), probability_drawn(1000))
    ascending(PRINTED_632 - Fraction(1, 2000), LIMIT_632, PRINTED_632 + Fraction(1, 2000))


def _drawn(n: Number) -> Number:
    return cast(Number, drawn_formula(cast(Fraction, n)))


@theorem(
    "The .632 estimate divides the way from the resubstituted result to the mean out of the samples at its weight",
    source="efron1983",
    runs=(dot632, mean),
    reach="all real results of 1 to 4 samples, every weight",
    method=Method.IDENTITY,
)
def theorem_dot632_weighs_the_two_results() -> None:
    """(estimate - acc_s)/(mean - acc_s) is the weight, 0.632 where none is given; of accuracies it is 1 less that of errors."""
    w, acc_s, *out = real("w s x1:5")
    for b in range(1, 5):
        middle = defined(mean(out[:b])) - acc_s
        equal((defined(dot632(out[:b], acc_s, w)) - acc_s) / middle, w)
        equal((defined(dot632(out[:b], acc_s)) - acc_s) / middle, number(PRINTED_632))
        equal(defined(dot632([1 - x for x in out[:b]], 1 - acc_s, w)), 1 - defined(dot632(out[:b], acc_s, w)))


@theorem(
    "The leave-one-out bootstrap is the pooled error where all records are out of a sample as often; else records still count the same",
    source="efron1997",
    runs=(leave_one_out_bootstrap, vars(FoldResults)["pooled"].fget, bootstrap_partitions),
    reach="all real errors; all 27 samples of 3 records, and two samples that leave out unequal numbers",
    method=Method.IDENTITY,
)
def theorem_leave_one_out_bootstrap_counts_every_record_the_same() -> None:
    """Each record is out of 8 of the 27 samples. Where one of two records is out twice, its two errors count half each."""
    parts = bootstrap_partitions(product(range(3), repeat=3))
    errors = real(f"q1:{sum(len(part.test) for part in parts) + 1}")
    rest = iter(errors)
    tested = FoldResults(tuple({i: next(rest) for i in part.test} for part in parts))
    equal(leave_one_out_bootstrap(tested), tested.pooled)
    a, b, c = real("a b c")
    twice: Sequence[dict[int, Exact]] = ({0: a, 1: b}, {0: c})
    equal(leave_one_out_bootstrap(FoldResults(tuple(twice))), defined(mean((defined(mean((a, c))), b))))
