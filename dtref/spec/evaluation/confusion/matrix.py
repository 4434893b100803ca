"""
The confusion matrix: the numbers of records of each actual class that are predicted as each class.

Here rows are actual classes and columns predicted ones.

Notation: CM_ij records of class i predicted as class j; of two classes a = TP, b = FN, c = FP, d = TN, in this order.
Counts are exact: integers, fractions (sums of weights), SymPy expressions.
"""

from __future__ import annotations

__sources__ = (
    ("tan", "Metrics for Performance Evaluation"),
    ("evaluation", "Metrics for Performance Evaluation"),
    ("cs6220", "Classifier Evaluation Metrics: Confusion Matrix"),
    ("iaml", "2.5.1"),
    ("cs422", "Model evaluation metrics, which prints both orientations"),
)

from collections.abc import Hashable, Iterable
from typing import Protocol, TypeAlias

from attrs import Attribute as Field
from attrs import field, frozen
from toolz import compose

from dtref.errors import Invalid
from dtref.exact.brief import brief_repr
from dtref.exact.definition import defined
from dtref.exact.inputs import exact, items, labels, plain, record_weight
from dtref.exact.number import Exact, Number, total
from dtref.spec.model.display import Reported
from dtref.spec.model.labels import class_name

ClassLabel: TypeAlias = Hashable
"""A class as callers write it: a text, a number, a truth value, whatever can be hashed. A matrix holds its name, a text where possible."""

PairTable: TypeAlias = tuple[tuple[Exact, ...], ...]
"""A number for each pair of classes."""


class Matrix(Protocol):
    """A confusion matrix: a `Confusion`, or the `BinaryCounts` of two classes."""

    @property
    def classes(self) -> tuple[ClassLabel, ...]:
        """The classes."""

    @property
    def rows(self) -> PairTable:
        """For each actual class the number of records predicted as each class."""


def exact_table(rows: Iterable[Iterable[object]], where: str, *, signed: bool = False) -> PairTable:
    """
    Rows as a table of exact numbers, at least 0 unless signed. Errors: as for `dtref.exact.inputs.exact`, naming row and column.

    >>> from fractions import Fraction
    >>> exact_table([[1, Fraction(1, 2)], [0, -1]], "costs", signed=True)
    ((1, Fraction(1, 2)), (0, -1))
    """
    convert = compose(plain, exact) if signed else record_weight
    return tuple(
        tuple(convert(f"{where}, row {i}, column {j}", x) for j, x in enumerate(items(f"{where}, row {i}", row), 1))
        for i, row in enumerate(items(where, rows), 1)
    )


def distinct(classes: Iterable[ClassLabel]) -> tuple[ClassLabel, ...]:
    """
    The names of the classes as a tuple, see `dtref.spec.model.labels`. Errors: Invalid for one that comes twice, or cannot be hashed.

    >>> distinct("ab"), distinct([0.0, True])
    (('a', 'b'), ('0', 'True'))
    """
    values = labels("classes", classes)
    names = tuple(map(class_name, values))
    if len(set(names)) != len(names):
        raise Invalid("classes", "each class once", values)
    return names


def position(classes: tuple[ClassLabel, ...], label: ClassLabel, where: str) -> int:
    """
    The position of a label's class among the classes, from 0. Errors: Invalid for none of them, and for what cannot be hashed.

    >>> position(("0", "1"), 1.0, "class")
    1
    """
    (name,) = map(class_name, labels(where, (label,)))
    if name not in classes:
        raise Invalid(where, f"one of the classes {', '.join(map(repr, classes))}", label)
    return classes.index(name)


def check_square(classes: tuple[ClassLabel, ...], table: PairTable, where: str) -> None:
    """
    Checks that a table has a row and a column for each class. Errors: Invalid where it has not.

    >>> check_square(("a", "b"), ((1, 2),), "costs")
    Traceback (most recent call last):
    dtref.errors.Invalid: costs: expected 2 rows of 2 numbers (got 'rows of 2')
    """
    k = len(classes)
    if [len(row) for row in table] != [k] * k:
        raise Invalid(where, f"{k} rows of {k} numbers", f"rows of {', '.join(str(len(row)) for row in table) or 'nothing'}")


def _counts(rows: Iterable[Iterable[object]]) -> PairTable:
    return exact_table(rows, "confusion matrix")


@defined(
    errors="Invalid for a float or a count below 0; integers of other programs become Python's",
    sources=(("tan", "Metrics for Performance Evaluation…"), ("cs6220", "Classifier Evaluation Metrics: Confusion Matrix")),
)
@frozen
class BinaryCounts(Reported):
    """
    The four counts of two classes: a = TP, b = FN (a positive predicted negative), c = FP, d = TN.

    >>> BinaryCounts(tp=90, fn=210, fp=140, tn=9560).rows
    ((90, 210), (140, 9560))
    """

    tp: Exact
    fn: Exact
    fp: Exact
    tn: Exact

    def __attrs_post_init__(self) -> None:
        for name in ("tp", "fn", "fp", "tn"):
            object.__setattr__(self, name, record_weight(name.upper(), getattr(self, name)))

    @property
    def classes(self) -> tuple[ClassLabel, ...]:
        """The names of the two classes."""
        return ("positive", "negative")

    @property
    def rows(self) -> PairTable:
        """The matrix, the positive class first."""
        return ((self.tp, self.fn), (self.fp, self.tn))


@frozen
class Confusion(Reported):
    """
    A confusion matrix: the classes in order, and for each actual class the number of records predicted as each class.

    Errors: Invalid for a class that comes twice, a table that is not square, a count that is a float or below 0.

    >>> Confusion("ab", [[6954, 46], [412, 2588]])
    Confusion(classes=('a', 'b'), rows=((6954, 46), (412, 2588)))
    """

    classes: tuple[ClassLabel, ...] = field(converter=distinct)
    rows: PairTable = field(converter=_counts)

    __repr__ = brief_repr

    @rows.validator
    def _square(self, _: Field[PairTable], rows: PairTable) -> None:
        check_square(self.classes, rows, "confusion matrix")

    @classmethod
    def from_rows(cls, classes: Iterable[ClassLabel], rows: Iterable[Iterable[object]]) -> Confusion:
        """
        The matrix whose rows are the actual classes.   Source: `tan`, Metrics for Performance Evaluation; `cs6220`; `iaml`; `cs422`.

        >>> Confusion.from_rows("+-", [[150, 40], [60, 250]]).one_vs_rest("+")
        BinaryCounts(tp=150, fn=40, fp=60, tn=250)
        """
        return cls(classes, rows)

    @classmethod
    def from_predicted_rows(cls, classes: Iterable[ClassLabel], rows: Iterable[Iterable[object]]) -> Confusion:
        """
        The matrix whose rows are the predicted classes.   Source: `cs422`, Model evaluation metrics (From book; different format).

        >>> Confusion.from_predicted_rows("+-", [[150, 60], [40, 250]]).one_vs_rest("+")
        BinaryCounts(tp=150, fn=40, fp=60, tn=250)
        """
        return cls(classes, rows).transposed()

    def transposed(self) -> Confusion:
        """The matrix with actual and predicted classes exchanged."""
        return Confusion(self.classes, tuple(zip(*self.rows, strict=True)))

    def one_vs_rest(self, positive: ClassLabel) -> BinaryCounts:
        """
        The counts where one class is positive and all others together are negative. Errors: Invalid for no class of the matrix.

        >>> Confusion("abc", [[5, 1, 0], [2, 6, 0], [0, 3, 4]]).one_vs_rest("b")
        BinaryCounts(tp=6, fn=2, fp=4, tn=9)
        """
        i = position(self.classes, positive, "positive class")
        actual, predicted = sum(self.rows[i]), sum(row[i] for row in self.rows)
        return _view(self.rows[i][i], actual, predicted, sum(map(sum, self.rows)))


@defined(each="t")
def actual_counts(m: Matrix) -> tuple[Number, ...]:
    """
    The records of each class: sum_j CM_ij.

    >>> actual_counts(Confusion("ab", [[6954, 46], [412, 2588]]))
    (Fraction(7000, 1), Fraction(3000, 1))
    """
    return tuple(map(total, m.rows))


@defined(each="p")
def predicted_counts(m: Matrix) -> tuple[Number, ...]:
    """
    The records predicted as each class: sum_i CM_ij.

    >>> predicted_counts(Confusion("ab", [[6954, 46], [412, 2588]]))
    (Fraction(7366, 1), Fraction(2634, 1))
    """
    return tuple(map(total, zip(*m.rows, strict=True)))


def correct_counts(m: Matrix) -> tuple[Exact, ...]:
    """
    The records of each class that are predicted rightly: CM_ii.

    >>> correct_counts(Confusion("ab", [[6954, 46], [412, 2588]]))
    (6954, 2588)
    """
    return tuple(row[i] for i, row in enumerate(m.rows))


def binary_views(m: Matrix) -> tuple[BinaryCounts, ...]:
    """
    For each class the four counts where it is positive and all others together are negative.

    >>> binary_views(BinaryCounts(tp=1, fn=2, fp=3, tn=4))
    (BinaryCounts(tp=1, fn=2, fp=3, tn=4), BinaryCounts(tp=4, fn=3, fp=2, tn=1))
    """
    n = total(actual_counts(m))
    return tuple(_view(*counts, n) for counts in zip(correct_counts(m), actual_counts(m), predicted_counts(m), strict=True))


def _view(tp: Exact, actual: Exact, predicted: Exact, records: Exact) -> BinaryCounts:
    """The four counts of a class, from the numbers of records that are of it, predicted as it, and both."""
    return BinaryCounts(tp, actual - tp, predicted - tp, records - actual - predicted + tp)
