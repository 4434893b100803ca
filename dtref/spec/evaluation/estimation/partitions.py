"""
Partitions of the records into training and test parts: holdout, random subsampling, k folds, stratified folds, leave-one-out, three parts.

Chance is an argument: an order of the positions 0 … n - 1, each once (`range(n)` for the order of the records). The positions of a part
keep that order, so that the first m of a training part are a random sample too. Whichever positions come first are
tested first: with the order of the records the parts are those of scikit-learn's KFold, StratifiedKFold and LeaveOneOut, with a random one
those of its ShuffleSplit.
"""

from __future__ import annotations

__sources__ = (
    ("tan", "Methods of Estimation"),
    ("evaluation", "Methods of Estimation"),
    ("cs6220", "Holdout & Cross-Validation Methods"),
    ("iaml", "2.4"),
    ("cs422", "How to split?"),
)

from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, compress, pairwise
from math import floor

from attrs import frozen
from toolz import concat, groupby

from dtref.errors import Invalid
from dtref.exact import inputs
from dtref.exact.brief import brief_repr
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.definition import defined
from dtref.spec.model.display import Reported
from dtref.spec.model.labels import class_names
from dtref.spec.model.positions import Indices, check_order


@defined(errors="Invalid where one is", sources=(("cs422", "General approach to solving a classification problem (5)"),))
@frozen
class Partition(Reported):
    """
    The positions of the records that a classifier is trained on, and of those that it is tested on; none may be in both.

    >>> Partition((0, 1), (1, 2))
    Traceback (most recent call last):
    dtref.errors.Invalid: parts: expected parts that share no record (got '1 in two')
    """

    training: Indices
    test: Indices

    __repr__ = brief_repr

    def __attrs_post_init__(self) -> None:
        _check_disjoint(self.training, self.test)


@refuses_other_kinds
@frozen
class ThreeParts(Reported):
    """The positions of the training records, those that choose among trained classifiers, and those that test the choice; disjoint."""

    training: Indices
    validation: Indices
    test: Indices

    __repr__ = brief_repr

    def __attrs_post_init__(self) -> None:
        _check_disjoint(self.training, self.validation)
        _check_disjoint(self.training + self.validation, self.test)


def _check_disjoint(earlier: Indices, later: Indices) -> None:
    fewer, more = sorted((earlier, later), key=len)
    if not set(fewer).isdisjoint(more):
        raise Invalid("parts", "parts that share no record", f"{min(set(fewer) & set(more))} in two")


TWO_THIRDS = Fraction(2, 3)
"""The share that the documents reserve for training."""


@defined(
    errors="Invalid where the order isn't one; for a share that is no Fraction, or that leaves a part empty",
    sources=(("tan", "Methods of Estimation (holdout)"), ("cs6220", "Holdout method")),
)
def holdout(order: Sequence[int], training_share: Fraction = TWO_THIRDS) -> Partition:
    """
    A partition into two parts: of n records the training share, rounded down, trains; the first ones in the order test.

    The documents' share is 2/3.

    >>> holdout(range(6)), holdout((3, 1, 0, 2))
    (Partition(training=(2, 3, 4, 5), test=(0, 1)), Partition(training=(0, 2), test=(3, 1)))
    >>> holdout((0,))
    Traceback (most recent call last):
    dtref.errors.Invalid: holdout: expected two parts with records (got '0 to train, 1 to test')
    """
    order = _order("order of holdout", order)
    test = size_of_test_part(len(order), training_share)
    return Partition(order[test:], order[:test])


def size_of_test_part(n: int, training_share: Fraction) -> int:
    """
    The number of records that `holdout` tests, of n. Errors: Invalid as for it.

    >>> size_of_test_part(10, TWO_THIRDS)
    4
    """
    if not isinstance(training_share, Fraction):
        raise Invalid("training share", "a Fraction", training_share)
    training = floor(training_share * n)
    test = n - training
    if training < 1 or test < 1:
        raise Invalid("holdout", "two parts with records", f"{training} to train, {test} to test")
    return test


@defined(
    sources=(
        ("tan", "Methods of Estimation (random subsampling)"),
        ("cs6220", "Holdout method (random sampling)"),
        ("cs422", "How to split?"),
    ),
)
def random_subsampling(orders: Iterable[Sequence[int]], training_share: Fraction = TWO_THIRDS) -> tuple[Partition, ...]:
    """
    Repeated holdout: a partition for each order. The estimate is the mean of their results.

    >>> [parts.test for parts in random_subsampling([(0, 1, 2), (2, 0, 1)])]
    [(0,), (2,)]
    """
    return tuple(holdout(order, training_share) for order in orders)


@defined(
    errors="Invalid where the order isn't one, or k is below 2 or above the number of records",
    sources=(("tan", "Methods of Estimation (cross validation)"), ("evaluation", "k-fold cross-validation method"), ("iaml", "2.4.2")),
)
def k_fold(order: Sequence[int], k: int) -> tuple[Partition, ...]:
    """
    k partitions: each of k disjoint subsets of the records is tested once, by a model trained on all the others.

    The subsets are runs of the order, their sizes as even as arithmetic allows: of n records, the first n mod k have one more than the
    rest.

    >>> [parts.test for parts in k_fold(range(7), 3)], k_fold((1, 0), 2)[0]
    ([(0, 1, 2), (3, 4), (5, 6)], Partition(training=(0,), test=(1,)))
    """
    order = _order("order of folds", order)
    return tuple(Partition(order[:start] + order[end:], order[start:end]) for start, end in pairwise(fold_ends(len(order), k)))


def fold_ends(n: int, k: int) -> list[int]:
    """
    Where each of the k subsets of `k_fold` ends, of n records, after the 0 where the first starts. Errors: Invalid as for it.

    >>> fold_ends(7, 3)
    [0, 3, 5, 7]
    """
    k = inputs.whole("number of folds", k, 2, n)
    return [n // k * f + min(f, n % k) for f in range(k + 1)]


@defined(
    errors=(
        "as for `k_fold`, and Invalid for another number of labels than of positions, one that cannot be hashed, "
        "two that differ and name one class"
    ),
    sources=(
        ("cs6220", "Holdout & Cross-Validation Methods"),
        (
            "iaml",
            (
                "2.4.4 (which leaves open the parts that are larger: were it always the first, the sizes of folds would "
                "differ by up to the number of classes)"
            ),
        ),
    ),
)
def stratified_k_fold(order: Sequence[int], labels: Sequence[Hashable], k: int) -> tuple[Partition, ...]:
    """
    Partitions, k of them as of `k_fold`, whose test parts have each class as evenly as arithmetic allows, and sizes as even as they can be.

    Rule: lay out the records class by class, the classes as they first come in the order, and deal them to the folds in turn, from the
    first on: this says how many records of each class a fold has. Of a class, the first ones in the order go to the first fold, and so on.
    Any m neighbours in the row of n are dealt floor(m/k) or ceil(m/k) to a fold: so a class (its records are neighbours) has counts that
    differ by at most 1, and so have all records together, the first n mod k folds being the larger ones. Counts and members are those of
    scikit-learn's StratifiedKFold, which however refuses a k above the size of every class.

    >>> [parts.test for parts in stratified_k_fold(range(7), "aaabbbb", 3)]
    [(0, 3, 4), (1, 5), (2, 6)]
    """
    order, of_class = _order("order of folds", order), class_names(inputs.labels("labels", labels), "labels")
    k = inputs.whole("number of folds", k, 2, len(order))
    check_as_many_labels(len(order), len(of_class))
    # The records class by class, dealt to the folds like cards: how many of each class a fold gets.
    strata: Mapping[Hashable, list[int]] = groupby(of_class.__getitem__, order)
    ends = accumulate(map(len, strata.values()))
    fold_numbers = concat(sorted(card % k for card in range(end - len(s), end)) for s, end in zip(strata.values(), ends, strict=True))
    # Within a class the first records go to the first fold, and so on.
    fold = dict(zip(concat(strata.values()), fold_numbers, strict=True))
    tests: Mapping[int, list[int]] = groupby(fold.__getitem__, order)
    folds = [fold[i] for i in order]
    return tuple(Partition(tuple(compress(order, map(f.__ne__, folds))), tuple(tests[f])) for f in range(k))


def check_as_many_labels(positions: int, labels: int) -> None:
    """
    Checks that there is a label for each position. Errors: Invalid where there isn't.

    >>> check_as_many_labels(2, 2)
    """
    if labels != positions:
        raise Invalid("labels", f"{positions}, as many as positions", labels)


@defined(sources=(("evaluation", "Comparing two learning algorithms (repeat this many times)"), "scikit-learn's RepeatedKFold"))
def repeated_k_fold(orders: Iterable[Sequence[int]], k: int) -> tuple[Partition, ...]:
    """
    The partitions of k-fold cross-validation once for each order, one after the other.

    >>> [parts.test for parts in repeated_k_fold([(0, 1), (1, 0)], 2)]
    [(0,), (1,), (1,), (0,)]
    """
    return tuple(concat(k_fold(order, k) for order in orders))


@defined(
    errors="Invalid for fewer than two records",
    sources=(("tan", "Methods of Estimation (leave-one-out: k = n)"), ("iaml", "2.4.3")),
)
def leave_one_out(n: int) -> tuple[Partition, ...]:
    """
    n partitions of n records: each record is tested once, by a model trained on all the others. There is no chance in it.

    >>> leave_one_out(2)
    (Partition(training=(1,), test=(0,)), Partition(training=(0,), test=(1,)))
    """
    positions = tuple(range(inputs.whole("records", n, 2)))
    return tuple(Partition(positions[:i] + positions[i + 1 :], (i,)) for i in positions)


@defined(
    errors="Invalid for fewer than two folds, a name that can't be hashed, two that differ and name one fold",
    sources=("scikit-learn's PredefinedSplit",),
)
def predefined_folds(names: Sequence[Hashable]) -> tuple[Partition, ...]:
    """
    A partition for each fold, in the order in which they first come, from the name of each record's fold.

    >>> predefined_folds("aba")
    (Partition(training=(1,), test=(0, 2)), Partition(training=(0, 2), test=(1,)))
    """
    fold_of = class_names(inputs.labels("folds", names), "folds")
    tests: Mapping[Hashable, list[int]] = groupby(fold_of.__getitem__, range(len(fold_of)))
    if len(tests) < 2:
        raise Invalid("folds", "at least 2", len(tests))
    return tuple(
        Partition(tuple(i for i, name in enumerate(fold_of) if name != fold), tuple(positions)) for fold, positions in tests.items()
    )


@defined(errors="Invalid where the order isn't one, or a part is empty", sources=(("iaml", "2.4.1, Validation Sets"),))
def training_validation_test(order: Sequence[int], validation: int, test: int) -> ThreeParts:
    """
    A partition into three parts: the first `test` records in the order test, the next `validation` ones validate, the rest trains.

    >>> training_validation_test(range(6), 2, 1)
    ThreeParts(training=(3, 4, 5), validation=(1, 2), test=(0,))
    """
    order, validation, test = _order("order of parts", order), inputs.whole("validation", validation), inputs.whole("test", test)
    training = len(order) - validation - test
    if min(training, validation, test) < 1:
        raise Invalid("parts", "three parts with records", f"{training} to train, {validation} to validate, {test} to test")
    return ThreeParts(order[test + validation :], order[test : test + validation], order[:test])


def _order(what: str, order: Iterable[int]) -> Indices:
    """An order as a tuple of Python's integers, checked."""
    positions = inputs.items(what, order)
    if isinstance(order, range) and order == range(len(order)):
        return positions
    check_order(what, positions)
    return tuple(map(int, positions))
