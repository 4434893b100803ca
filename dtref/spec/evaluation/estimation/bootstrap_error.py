"""
The bootstrap estimate of a learner's error: train on a sample drawn with replacement, test on the records that it leaves out.

Notation: b samples, epsilon_i the result on the records out of sample i, acc_s the result of the learner trained and tested on all records.
"""

from __future__ import annotations

__sources__ = (
    ("tan", "Methods of Estimation (bootstrap)"),
    ("evaluation", "Bootstrap method, for the samples"),
    "the estimators are those of Efron 1983, Tan, Steinbach, Kumar 2005 (section 4.5.4) and Efron, Tibshirani 1997",
)

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from toolz import concat, groupby

from dtref.errors import Undefined, said
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.definition import defined
from dtref.exact.enclosure import Enclosure
from dtref.exact.inputs import exact, exacts, share, whole
from dtref.exact.number import Exact, Number
from dtref.spec.evaluation.estimation.cross_validation import FoldResults
from dtref.spec.evaluation.estimation.moments import mean
from dtref.spec.evaluation.estimation.partitions import Partition
from dtref.spec.model.positions import Indices, out_of_bag

if TYPE_CHECKING:
    from flint import arb

PRINTED_632 = Fraction(632, 1000)
"""The printed weight of the results on records out of the samples: the probability of being drawn among many records, rounded."""

EXACTLY_UP_TO = 1000
"""The most records for which the probability of being drawn is a fraction: it has about n log10(n) digits."""

Power = TypeVar("Power", Fraction, "arb")
"""A number with powers: a Fraction with a whole exponent, a ball (and, unknown to the type checker, a SymPy expression)."""


def _one_minus_reciprocal_of_e() -> arb:
    import flint

    return 1 - flint.arb(-1).exp()


LIMIT_632 = Enclosure("(1 - 1/e)", _one_minus_reciprocal_of_e)
"""The limit of the probability of being drawn, for many records: 1 - 1/e = 0.632…"""


@defined(formula="1 - (1 - 1/n)^n")
def drawn_formula(n: Power) -> Power:
    """
    The formula of `probability_drawn`, for any kind of number with powers.

    >>> drawn_formula(Fraction(2))
    Fraction(3, 4)
    """
    return 1 - (1 - 1 / n) ** n  # type: ignore[return-value]  # a whole power of a Fraction is one


@defined(
    formula="1 - (1 - 1/n)^n",
    errors="Invalid without records",
    sources=("Efron 1983", "Tan, Steinbach, Kumar 2005 (section 4.5.4)"),
    parts=lambda: (drawn_formula,),
)
def probability_drawn(n: int) -> Fraction | Enclosure:
    """
    The probability that a bootstrap sample of n records contains a certain one; an enclosure for more than 1000 records. It falls from 1
    to its limit `LIMIT_632`.

    >>> probability_drawn(1), probability_drawn(2), probability_drawn(10) > LIMIT_632
    (Fraction(1, 1), Fraction(3, 4), True)
    >>> LIMIT_632 < probability_drawn(10**30) < LIMIT_632 + Fraction(1, 10**30)
    True
    """
    n = whole("records", n, 1)
    if n <= EXACTLY_UP_TO:
        return drawn_formula(Fraction(n))
    return Enclosure(f"(1 - (1 - 1/{said(n)})^{said(n)})", partial(_drawn_ball, n))


def _drawn_ball(n: int) -> arb:
    import flint

    return drawn_formula(flint.arb(n))


@refuses_other_kinds
def bootstrap_partitions(samples: Iterable[Indices]) -> tuple[Partition, ...]:
    """
    For each bootstrap sample the partition that trains on it, repeated records included, and tests on the records out of it.

    A test part may be empty. With `cross_validate`, the mean of folds is the average of the epsilon_i (Tan and others 2005), the pooled
    estimate Efron's epsilon_0 of 1983. Errors: Invalid for a position not below the size of its sample.

    >>> bootstrap_partitions([(1, 1, 0), (2, 0, 1)])
    (Partition(training=(1, 1, 0), test=(2,)), Partition(training=(2, 0, 1), test=()))
    """
    return tuple(map(_trained_on, samples))


def _trained_on(sample: Indices) -> Partition:
    out = out_of_bag(len(sample), sample)
    return Partition(tuple(map(int, sample)), out)


@defined(
    formula="acc_boot = 1/b sum_i (0.632 epsilon_i + 0.368 acc_s); the weight may also be `LIMIT_632`, or `probability_drawn`",
    letter="acc_boot",
    errors="Invalid for floats, a weight that is not from 0 to 1",
    sources=("Efron 1983 (acc_s is one number: the learner on all records)", "Tan, Steinbach, Kumar 2005 (section 4.5.4)"),
)
def dot632(out: Sequence[Exact], resubstituted: Exact, weight: Exact = PRINTED_632) -> Number | Undefined:
    """
    The .632 bootstrap estimate, of an error rate or of an accuracy.   Undefined without samples.

    mlxtend takes for acc_s the result on all records of each sample's own model: here, the mean of those.

    >>> dot632((Fraction(1, 2), Fraction(1, 4)), 0), dot632((), 0)
    (Fraction(237, 1000), Undefined(why='nothing to take the mean of'))
    """
    w, acc_s = share("weight", weight), exact("resubstituted", resubstituted)
    return mean([w * epsilon + (1 - w) * acc_s for epsilon in exacts("sample", out)])


@defined(
    formula=(
        "1/n sum_i (sum_b I_ib Q_ib / sum_b I_ib); I_ib = 1 where sample b leaves record i out, Q_ib the error "
        "there. n is the number of records that some sample leaves out; the caller checks whether these are all"
    ),
    sources=("Efron and Tibshirani 1997, leave-one-out bootstrap",),
)
def leave_one_out_bootstrap(tested: FoldResults) -> Number | Undefined:
    """
    The mean over the records of each one's mean error with the samples that leave it out.   Undefined where no record is left out.

    >>> leave_one_out_bootstrap(FoldResults(({0: 1, 1: 1}, {0: 0}))), leave_one_out_bootstrap(FoldResults(()))
    (Fraction(3, 4), Undefined(why='no record is out of a sample'))
    """
    by_record = groupby(0, concat(errors.items() for errors in tested.folds))
    rates = [mean([error for _, error in pairs]) for pairs in by_record.values()]
    return mean(rates) if rates else Undefined("no record is out of a sample")
