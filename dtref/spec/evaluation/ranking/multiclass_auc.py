"""
The area under the ROC curve of more than two classes: one class against the rest, and Hand and Till's mean over pairs of classes.

Notation: c classes, n_k records of class k, n all; each record has a score for each class, s_k. A class without records has no area of its
own, so no mean that needs it has a value: the variants `_of_defined` and `_of_present` leave it out, which is another question.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from typing import cast

from attrs import frozen

from dtref.errors import Invalid, Undefined
from dtref.exact.definition import defined
from dtref.exact.inputs import items, labels
from dtref.exact.number import Exact, Number, quotient, total
from dtref.spec.evaluation.confusion.if_undefined import where_defined
from dtref.spec.evaluation.confusion.matrix import ClassLabel, distinct
from dtref.spec.evaluation.ranking.auc import auc
from dtref.spec.model.labels import class_names

Area = Fraction | Undefined


@frozen
class _Scored:
    """The classes, of each record its class, and for each class the scores of all records."""

    classes: tuple[ClassLabel, ...]
    actual: tuple[ClassLabel, ...]
    columns: tuple[tuple[object, ...], ...]

    @property
    def counts(self) -> tuple[int, ...]:
        """n_k: how many records each class has."""
        return tuple(self.actual.count(k) for k in self.classes)

    def only(self, chosen: Iterable[ClassLabel]) -> _Scored:
        """The records of some of the classes, with the scores for these."""
        classes = tuple(chosen)
        kept = [i for i, k in enumerate(self.actual) if k in classes]
        columns = tuple(tuple(column[i] for i in kept) for k, column in zip(self.classes, self.columns, strict=True) if k in classes)
        return _Scored(classes, tuple(self.actual[i] for i in kept), columns)


@defined(
    formula="A_k = P(s_k of a record of class k > s_k of another), ties counting one half",
    letter="A_k",
    undefined="a class without records, or with all",
    errors="Invalid where there isn't a row for each label and a finite score for each class in it; for a label that is no class",
    sources=("Fawcett 2006, An introduction to ROC analysis",),
)
def one_vs_rest_auc(scores: Iterable[Iterable[object]], actual: Iterable[Hashable], classes: Iterable[Hashable]) -> tuple[Area, ...]:
    """
    For each class the area under the ROC curve of its own score, where it is positive and all others are negative.

    >>> one_vs_rest_auc([[3, 1, 0], [2, 2, 0], [1, 2, 0]], "aab", "abc")
    (Fraction(1, 1), Fraction(3, 4), Undefined(why='class c: no positives'))
    """
    return _areas(_scored(scores, actual, classes))


@defined(
    formula="1/c sum_k A_k",
    undefined="a class has no area, or there are no classes",
    errors=one_vs_rest_auc,
    sources=("Fawcett 2006, An introduction to ROC analysis", 'scikit-learn\'s roc_auc_score(multi_class="ovr")'),
)
def macro_auc(scores: Iterable[Iterable[object]], actual: Iterable[Hashable], classes: Iterable[Hashable]) -> Number | Undefined:
    """
    The mean over the classes of the area of each one against the rest.

    >>> macro_auc([[3, 1], [2, 2], [1, 2]], "aab", "ab"), macro_auc([[3, 1, 0], [1, 2, 0]], "ab", "abc")
    (Fraction(7, 8), Undefined(why='class c: no positives'))
    """
    areas = _areas(_scored(scores, actual, classes))
    return _mean(areas, (1,) * len(areas))


@defined(
    formula="the mean of the A_k that are defined",
    undefined="no class has an area",
    errors=one_vs_rest_auc,
    sources=("Fawcett 2006, An introduction to ROC analysis",),
)
def macro_auc_of_defined(scores: Iterable[Iterable[object]], actual: Iterable[Hashable], classes: Iterable[Hashable]) -> Number | Undefined:
    """
    The mean of the areas of those classes against the rest that have one: others are left out.

    >>> macro_auc_of_defined([[3, 1, 0], [2, 2, 0], [1, 2, 0]], "aab", "abc")
    Fraction(7, 8)
    """
    areas = _areas(_scored(scores, actual, classes))
    return _mean(areas, [int(not isinstance(area, Undefined)) for area in areas])


@defined(
    formula="sum_k n_k/n A_k",
    undefined="no records, or all of one class",
    errors=one_vs_rest_auc,
    sources=(
        "Provost and Domingos 2001, Well-trained PETs: improving probability estimation trees",
        'scikit-learn\'s average="weighted"',
    ),
)
def weighted_auc(scores: Iterable[Iterable[object]], actual: Iterable[Hashable], classes: Iterable[Hashable]) -> Number | Undefined:
    """
    The mean of the areas of the classes against the rest, each weighing its records: a class without any counts nothing.

    >>> weighted_auc([[3, 1, 0], [2, 2, 0], [1, 2, 0]], "aab", "abc"), weighted_auc([[1, 0]], "a", "ab")
    (Fraction(11, 12), Undefined(why='class a: no negatives'))
    """
    records = _scored(scores, actual, classes)
    return _mean(_areas(records), records.counts)


@defined(
    formula="M = 2/(c (c - 1)) sum_{i<j} (A(i|j) + A(j|i))/2, A(i|j) the area of s_i among the records of classes i and j, i positive",
    letter="M",
    undefined="a class has no records, or there are fewer than two classes",
    errors=one_vs_rest_auc,
    sources=("Hand and Till 2001, A simple generalisation of the area under the ROC curve for multiple class classification problems",),
)
def hand_till(scores: Iterable[Iterable[object]], actual: Iterable[Hashable], classes: Iterable[Hashable]) -> Number | Undefined:
    """
    Hand and Till's M: the mean over all pairs of classes of how well the scores for either tell records of the two apart.

    The classes' sizes don't count.

    >>> hand_till([[3, 1, 0], [2, 2, 0], [1, 2, 5]], "abc", "abc"), hand_till([[3, 1, 0], [1, 2, 0]], "ab", "abc")
    (Fraction(11, 12), Undefined(why='class c: no records'))
    """
    records = _scored(scores, actual, classes)
    absent = [k for k, n in zip(records.classes, records.counts, strict=True) if not n]
    return Undefined(f"class {absent[0]}: no records") if absent else _over_pairs(records)


@defined(
    formula="as of `hand_till`, over the classes that have records",
    undefined="fewer than two classes have records",
    errors=one_vs_rest_auc,
    sources=(
        "Hand and Till 2001, A simple generalisation of the area under the ROC curve for multiple class classification problems",
        'scikit-learn\'s roc_auc_score(multi_class="ovo")',
    ),
)
def hand_till_of_present(scores: Iterable[Iterable[object]], actual: Iterable[Hashable], classes: Iterable[Hashable]) -> Number | Undefined:
    """
    Hand and Till's M over the pairs of those classes that have records.

    Classes without records are left out.

    >>> hand_till_of_present([[3, 1, 0], [1, 2, 0]], "ab", "abc"), hand_till_of_present([[3, 1, 0]], "a", "abc")
    (Fraction(1, 1), Undefined(why='fewer than two classes'))
    """
    records = _scored(scores, actual, classes)
    return _over_pairs(records.only(k for k, n in zip(records.classes, records.counts, strict=True) if n))


def _scored(scores: Iterable[Iterable[object]], actual: Iterable[Hashable], classes: Iterable[Hashable]) -> _Scored:
    names, truth = distinct(classes), tuple(class_names(labels("labels", actual), "labels"))
    rows = [items(f"scores of record {i}", row) for i, row in enumerate(items("scores", scores), 1)]
    if len(rows) != len(truth):
        raise Invalid("scores", f"{len(truth)} rows, one for each label", len(rows))
    for i, (row, label) in enumerate(zip(rows, truth, strict=True), 1):
        if len(row) != len(names):
            raise Invalid(f"scores of record {i}", f"{len(names)} scores, one for each class", len(row))
        if label not in names:
            raise Invalid(f"record {i}, actual class", f"one of the classes {', '.join(map(repr, names))}", label)
    return _Scored(names, truth, tuple(tuple(row[k] for row in rows) for k in range(len(names))))


def _areas(records: _Scored) -> tuple[Area, ...]:
    pairs = zip(records.classes, records.columns, strict=True)
    areas = [(k, auc(column, records.actual, k, classes=records.classes)) for k, column in pairs]
    return tuple(Undefined(f"class {k}: {area.why}") if isinstance(area, Undefined) else area for k, area in areas)


def _mean(areas: Sequence[Area], weights: Sequence[Exact]) -> Number | Undefined:
    """The mean of the areas whose weight is not 0."""
    pairs = [(w, area) for w, area in zip(weights, areas, strict=True) if w]
    values = [cast("Number | Undefined", area) for _, area in pairs]
    return where_defined(
        lambda *xs: quotient(total(w * x for (w, _), x in zip(pairs, xs, strict=True)), total(w for w, _ in pairs), "no class has an area"),
        *values,
    )


def _over_pairs(records: _Scored) -> Number | Undefined:
    """The mean over the pairs of classes, which all have records, of the mean area of both scores."""
    areas = [area for pair in combinations(records.classes, 2) for area in _areas(records.only(pair))]
    return _mean(areas, (1,) * len(areas)) if areas else Undefined("fewer than two classes")
