"""Confusion matrices from labels: each record's actual and predicted class, and its weight."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import TypeAlias

from attrs import frozen

from dtref.errors import DataNote, DataWarning, Invalid
from dtref.exact import inputs
from dtref.exact.number import Exact
from dtref.spec.evaluation.confusion.matrix import ClassLabel, Confusion, distinct
from dtref.spec.model.labels import class_names
from dtref.spec.model.numerals import is_numeral, numeral

Pair: TypeAlias = tuple[ClassLabel, ClassLabel]
"""The actual class of a record, and the predicted one."""

_SHOWN = 5
"""The most classes that a message names."""


@frozen(eq=False)
class LabelledRecords:
    """
    Records by the labels of their actual and predicted classes, and their weights.

    all_actual, all_predicted: the labels of every record, where equal records are one here, of so much weight.
    """

    actual: Sequence[ClassLabel]
    predicted: Sequence[ClassLabel]
    weights: Sequence[Exact]
    all_actual: Iterable[ClassLabel]
    all_predicted: Iterable[ClassLabel]


def labelled_records(actual: Iterable[ClassLabel], predicted: Iterable[ClassLabel], weights: Iterable[Exact] | None) -> LabelledRecords:
    """
    Records from their labels, one by one. A record counts its weight, or 1. That the lists have one length is not checked.

    Errors: Invalid for a label that cannot be hashed, and for what is no list.

    >>> labelled_records("ab", "aa", None).weights
    [1, 1]
    """
    truth, guesses = inputs.labels("actual classes", actual), inputs.labels("predicted classes", predicted)
    return LabelledRecords(truth, guesses, [1] * len(truth) if weights is None else inputs.items("weights", weights), truth, guesses)


def matrix_of(
    actual: Iterable[ClassLabel],
    predicted: Iterable[ClassLabel],
    classes: Iterable[ClassLabel] | None = None,
    weights: Iterable[Exact] | None = None,
) -> Confusion:
    """
    The confusion matrix of records by their actual and predicted classes. A record counts its weight, or 1.

    A class has one name, however its labels are written: 0.0, 0 and "0" are the class "0", see `dtref.spec.model.labels`.
    classes: in this order, and no others; by default those that occur, sorted, so that no answer depends on the order of records: by
    their numbers where labels are numbers. `dtref.engines.confusion.confusion` is the same, with a warning.
    Errors: Invalid for lists of different lengths, a label that is no class or cannot be hashed, two labels of one list that differ and
    have one name (1 and "1"), weights that are floats or below 0; and without `classes`, for labels that are not in a total order (sets
    are not), or not equal to themselves (NaN).

    >>> matrix_of(["a", "b", "b"], ["a", "a", "b"])
    Confusion(classes=('a', 'b'), rows=((1, 0), (1, 1)))
    >>> matrix_of([True], ["no"]).classes
    ('True', 'no')
    """
    return matrix_of_records(labelled_records(actual, predicted, weights), classes)


def matrix_of_records(records: LabelledRecords, classes: Iterable[ClassLabel] | None) -> Confusion:
    """
    As `matrix_of`, of records whose labels have been read.

    >>> matrix_of_records(labelled_records("ab", "aa", (2, 3)), None).rows
    ((2, 0), (3, 0))
    """
    truth, guesses = _names("actual classes", records.actual), _names("predicted classes", records.predicted)
    if len(truth) != len(guesses):
        raise Invalid("predicted classes", f"{len(truth)} labels, as there are actual classes", len(guesses))
    # The classes in order, with a label of each name.
    label_of = {**dict(zip(guesses, records.predicted, strict=True)), **dict(zip(truth, records.actual, strict=True))}
    names = _sorted(label_of) if classes is None else distinct(classes)
    if not label_of.keys() <= set(names):
        truth, guesses = (_names("classes", inputs.labels("classes", every)) for every in (records.all_actual, records.all_predicted))
        raise _unknown(truth, guesses, names)
    # The weight of each pair of classes.
    sums = _sums(tuple(zip(truth, guesses, strict=True)), records.weights)
    return Confusion(names, [[sums.get((i, j), 0) for j in names] for i in names])


def predicted_only(actual: Sequence[ClassLabel], predicted: Sequence[ClassLabel], where: str) -> tuple[DataWarning, ...]:
    """
    What is to be known of predicted classes that are no actual ones, perhaps other words for them: a warning where none is, a note where
    some are not. Nothing where a list is empty.

    >>> print(*predicted_only(["yes", "no"], [1, 0], "predicted"))
    predicted: none of them is an actual class: '0', '1' and 'no', 'yes' have nothing in common
    >>> print(*predicted_only(["yes", "no"], ["no", "Yes"], "predicted"))
    predicted: 'Yes' is no actual class: these are 'no', 'yes'
    """
    truth, guesses = (set(_names(where, labels)) for labels in (actual, predicted))
    only = guesses - truth
    if not only or not truth:
        return ()
    others, actual_ones = (", ".join(sorted(map(repr, labels))[:_SHOWN]) for labels in (only, truth))
    if only == guesses:
        return (DataWarning(where, f"none of them is an actual class: {others} and {actual_ones} have nothing in common"),)
    return (DataNote(where, f"{others} {'is no actual class' if len(only) == 1 else 'are no actual classes'}: these are {actual_ones}"),)


def _names(where: str, labels: Sequence[ClassLabel]) -> tuple[ClassLabel, ...]:
    """The class names of labels. Errors: Invalid for a label that is not equal to itself."""
    unequal = next((label for label in labels if label != label), None)  # noqa: PLR0124 - NaN is not equal to itself
    if unequal is not None:
        raise Invalid("labels", "labels that are equal to themselves", unequal)
    return tuple(class_names(labels, where))


def _sums(pairs: Sequence[Pair], weights: Sequence[Exact]) -> Mapping[Pair, Exact]:
    """The sum of the weights of each pair."""
    if len(weights) != len(pairs):
        raise Invalid("weights", f"{len(pairs)} weights, one for each record", len(weights))
    sums: defaultdict[Pair, Exact] = defaultdict(int)
    for i, (pair, weight) in enumerate(zip(pairs, weights, strict=True), 1):
        sums[pair] += inputs.record_weight(f"record {i}, weight", weight)
    return sums


def _sorted(label_of: Mapping[ClassLabel, ClassLabel]) -> tuple[ClassLabel, ...]:
    """The names of the classes in order, from a label of each: numbers as such, else names."""
    numbers = {name: number for name, label in label_of.items() if (number := _number(label, name)) is not None}
    if numbers and all(name in numbers or is_numeral(str(name)) for name in label_of):
        return tuple(sorted(label_of, key=lambda name: numbers[name] if name in numbers else numeral(str(name))))
    try:
        ascending = tuple(sorted(label_of))  # type: ignore[type-var] # whether labels can be sorted is what is tried here
        if all(a < b for a, b in pairwise(ascending)):  # type: ignore[operator] # sets are sorted, and not in a total order
            return ascending
    except TypeError:
        pass
    raise Invalid("labels", "labels of one kind, or classes in order", sorted(map(repr, label_of)))


def _number(label: ClassLabel, name: ClassLabel) -> Fraction | None:
    """The number that a label is, or None: its name is written as a number, and it is neither a text nor a truth value."""
    if isinstance(label, str) or not isinstance(name, str) or name in ("True", "False"):
        return None
    return Fraction(name)


def _unknown(truth: Sequence[ClassLabel], guesses: Sequence[ClassLabel], names: tuple[ClassLabel, ...]) -> Invalid:
    """The complaint about the first label that is no class."""
    classes = set(names)
    where, label = next(
        (f"record {i}, {kind} class", label)
        for i, pair in enumerate(zip(truth, guesses, strict=True), 1)
        for kind, label in zip(("actual", "predicted"), pair, strict=True)
        if label not in classes
    )
    return Invalid(where, f"one of the classes {', '.join(map(repr, names))}", label)
