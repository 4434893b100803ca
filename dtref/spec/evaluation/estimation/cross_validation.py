"""
Cross-validation: a learner's errors on records that it was not trained on, and the estimates made of them.

A learner is an argument: `learn(training)` gives a model of the records at these positions, `error(model, i)` its ERROR on record i (1 or 0
where labels are right or wrong; a loss where they are numbers). So nothing here depends on the kind of model or records. The same functions
serve holdout and the records out of a bootstrap sample. Notation: T_i the records that partition i tests.
"""

from __future__ import annotations

__sources__ = (("evaluation", "k-fold cross-validation method"), ("iaml", "2.4.2, 2.4.3"))

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias, TypeVar, cast

from attrs import frozen

from dtref.errors import Invalid, Undefined
from dtref.exact.brief import brief_repr
from dtref.exact.definition import defined
from dtref.exact.inputs import exact, exacts, whole
from dtref.exact.number import Exact, Number, number, quotient, total
from dtref.spec.evaluation.estimation.moments import loss, mean, results_or_undefined
from dtref.spec.evaluation.estimation.partitions import Partition
from dtref.spec.model.display import Reported
from dtref.spec.model.positions import Indices

NOTHING_TESTED = "no record is tested"

Model = TypeVar("Model")

Learn: TypeAlias = Callable[[Indices], Model]
"""A learner: a function from the positions of the training records to a model."""

Error: TypeAlias = Callable[[Model, int], Exact]
"""ERROR(f(x_i), y_i): the loss of a model on the record at a position."""

Errors: TypeAlias = Mapping[int, Exact]
"""The error on each of the records tested, by position."""


@frozen
class FoldResults(Reported):
    """
    The errors on the records that each partition tests.

    >>> tested = FoldResults(({0: 1}, {1: 0, 2: 0, 3: 1}))
    >>> tested.wrong, tested.records, tested.mean_of_folds, tested.pooled
    ((Fraction(1, 1), Fraction(1, 1)), (1, 3), Fraction(2, 3), Fraction(1, 2))
    """

    folds: tuple[Errors, ...]

    __repr__ = brief_repr

    @property
    def wrong(self) -> tuple[Number, ...]:
        """The sum of the errors of each fold."""
        return tuple(total(loss(f"error on record {i}", error) for i, error in errors.items()) for errors in self.folds)

    @property
    def records(self) -> tuple[int, ...]:
        """The number of records that each fold tests."""
        return tuple(map(len, self.folds))

    @property
    def fold_errors(self) -> tuple[Number, ...] | Undefined:
        """The error rate of each fold. Undefined where one tests no record."""
        return _fold_errors(zip(self.wrong, self.records, strict=True))

    @property
    def mean_of_folds(self) -> Number | Undefined:
        """The mean of the folds' error rates. Undefined where one tests no record."""
        rates = self.fold_errors
        return rates if isinstance(rates, Undefined) else mean(rates)

    @property
    def pooled(self) -> Number | Undefined:
        """The error rate on all records tested together. Undefined where there are none."""
        return quotient(total(self.wrong), sum(self.records), NOTHING_TESTED)

    def testing(self) -> FoldResults:
        """The folds that test a record, without the others: a convention where the mean would be Undefined."""
        return FoldResults(tuple(errors for errors in self.folds if errors))


def errors_on(model: Model, test: Iterable[int], error: Error[Model]) -> Errors:
    """
    The error of a model on each record of a test part.

    >>> errors_on("always a", (0, 2), lambda model, i: int("aba"[i] != "a"))
    {0: Fraction(0, 1), 2: Fraction(0, 1)}
    """
    return {i: loss(f"error on record {i}", error(model, i)) for i in test}


@defined(sources=(("evaluation", "k-fold cross-validation method, step 2"),))
def cross_validate(partitions: Iterable[Partition], learn: Learn[Model], error: Error[Model]) -> FoldResults:
    """
    For each partition, the errors on its test part of the model learned from its training part.

    >>> from dtref.spec.evaluation.estimation.partitions import leave_one_out
    >>> y = (0, 0, 3)
    >>> tested = cross_validate(leave_one_out(3), lambda training: mean([y[i] for i in training]), lambda m, i: (m - y[i]) * (m - y[i]))
    >>> tested.folds[2], tested.pooled
    ({2: Fraction(9, 1)}, Fraction(9, 2))
    """
    return FoldResults(tuple(errors_on(learn(parts.training), parts.test, error) for parts in partitions))


@defined(
    formula="error_Ti = wrong_i / n_i",
    letter="error_Ti",
    errors="Invalid for floats, numbers below 0, more errors than records, or lists of different lengths",
    sources=(("evaluation", "k-fold cross-validation method, step 2"),),
)
def fold_errors(wrong: Sequence[Exact], records: Sequence[Exact]) -> tuple[Number, ...] | Undefined:
    """
    The error rate of each fold.   Undefined where one tests no record.

    >>> fold_errors((1, 1), (2, 4)), fold_errors((0, 0), (1, 0))
    ((Fraction(1, 2), Fraction(1, 4)), Undefined(why='fold 2 tests no record'))
    """
    return _fold_errors(_counted(wrong, records))


@defined(
    formula="1/k sum_i wrong_i / n_i",
    errors=fold_errors,
    sources=(("evaluation", "k-fold cross-validation method, step 3"), ("iaml", "2.4.2"), ("tan", "random subsampling")),
    parts=lambda: (fold_errors,),
)
def mean_of_folds(wrong: Sequence[Exact], records: Sequence[Exact]) -> Number | Undefined:
    """
    The mean of the error rates of the folds, each counting the same.   Undefined where one tests no record, or there are no folds.

    >>> mean_of_folds((1, 0), (1, 3)), mean_of_folds((), ())
    (Fraction(1, 2), Undefined(why='nothing to take the mean of'))
    """
    rates = fold_errors(wrong, records)
    return rates if isinstance(rates, Undefined) else mean(rates)


@defined(
    formula="sum_i wrong_i / sum_i n_i",
    errors=fold_errors,
    sources=("Weka's cross-validation", "Breiman and others 1984, cross-validation estimate"),
)
def pooled(wrong: Sequence[Exact], records: Sequence[Exact]) -> Number | Undefined:
    """
    The error rate on the records of all folds together, each record counting the same.   Undefined where there are none.

    Equal to `mean_of_folds` where the folds are of equal size.

    >>> pooled((1, 0), (1, 3)), pooled((), ())
    (Fraction(1, 4), Undefined(why='no record is tested'))
    """
    pairs = _counted(wrong, records)
    return quotient(total(w for w, _ in pairs), total(n for _, n in pairs), NOTHING_TESTED)


def _counted(wrong: Sequence[Exact], records: Sequence[Exact]) -> tuple[tuple[Number, Number], ...]:
    """The errors and the records of each fold, checked. (A `FoldResults` may have losses instead of errors.)"""
    if len(wrong) != len(records):
        raise Invalid("folds", f"{len(wrong)} numbers of records, one a fold", len(records))
    pairs = tuple(zip(exacts("fold", wrong, least=0), exacts("records of fold", records, least=0), strict=True))
    for i, (wrong_i, n_i) in enumerate(pairs, 1):
        exact(f"fold {i}, records less errors", n_i - wrong_i, least=0)
    return pairs


def _fold_errors(pairs: Iterable[tuple[Exact, Exact]]) -> tuple[Number, ...] | Undefined:
    return results_or_undefined(quotient(wrong_i, n_i, f"fold {i} tests no record") for i, (wrong_i, n_i) in enumerate(pairs, 1))


@defined(
    formula="1/n sum_j n_j [n_j - 1 < max_(l != j) n_l], and the same with <=",
    errors="Invalid for what is no count",
    sources=(("iaml", "2.4.3, Leave-One-Out Cross-Validation"),),
)
def leave_one_out_of_majority(counts: Sequence[int]) -> tuple[Fraction, Fraction] | Undefined:
    """
    The least and the greatest leave-one-out error of the majority-class classifier, from the class counts: every tie among the remaining
    records broken rightly, every tie broken wrongly.   Undefined for fewer than two records.

    A record is wrong if its class, one short without it, is smaller than another: two balanced classes give error 1, though any new record
    would be right half of the time.

    >>> leave_one_out_of_majority((50, 50)), leave_one_out_of_majority((51, 50)), leave_one_out_of_majority((52, 50))
    ((Fraction(1, 1), Fraction(1, 1)), (Fraction(50, 101), Fraction(1, 1)), (Fraction(25, 51), Fraction(25, 51)))
    """
    counts = tuple(whole(f"class {j}", n_j) for j, n_j in enumerate(counts, 1))
    return _left_out(counts) if sum(counts) >= 2 else Undefined("leaving one out needs two records")


def _left_out(counts: Sequence[int]) -> tuple[Fraction, Fraction]:
    """The formula of `leave_one_out_of_majority`, also for SymPy counts whose order is known."""
    n = number(sum(counts))
    others = [max((*counts[:j], *counts[j + 1 :]), default=0) for j in range(len(counts))]
    low = sum(n_j for n_j, most in zip(counts, others, strict=True) if n_j - 1 < most)
    high = sum(n_j for n_j, most in zip(counts, others, strict=True) if n_j - 1 <= most)
    return cast(Fraction, low / n), cast(Fraction, high / n)
