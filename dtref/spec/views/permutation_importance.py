"""
Importances of attributes by permutation: how much the error grows when the values of a column are dealt out anew among the records.

Chance is an argument: a permutation; or none is left, as the mean over all n! of them is taken. The error is a mean over records, so that
mean needs no more than the pairs of a record and a value. Notation: n records; L_ij the loss on record i with the value of record j in the
column, so that L_ii is the loss on the record as it is.

The loss is 1 or 0 for a label that is wrong or right (accuracy falls by as much as the error grows), the squared distance of numbers. A
leaf whose labels tie predicts any one of them, the same one for all records: importances have a least and a greatest value.
"""

from __future__ import annotations

__sources__ = ("Breiman 2001, section 10",)

from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from attrs import evolve

from dtref.errors import Invalid, Undefined
from dtref.exact.definition import defined
from dtref.exact.functions import maximum, minimum
from dtref.exact.number import Exact, Number, total
from dtref.spec.model.attributes import Cell
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.positions import check_order
from dtref.spec.model.prediction import prediction
from dtref.spec.model.trees import Label, Leaf, Tree
from dtref.spec.pruning.records_at_nodes import check_target, loss_of_label
from dtref.spec.views.decision_path import path_finder
from dtref.spec.views.impurity_importance import Extremes

Losses: TypeAlias = Sequence[Sequence[Exact]]
"""A row for each record, and in it its loss with the value of each record in the column."""

Increase: TypeAlias = Callable[[Losses], Number]
"""By how much the mean loss grows."""


@defined(
    formula="1/n^2 sum_i sum_j L_ij - 1/n sum_i L_ii",
    sources=("Breiman 2001, section 10, its mean over all permutations",),
)
def increase_over_pairs(losses: Losses) -> Number:
    """
    By how much the mean loss grows where each record gets the value of a record drawn at random: as over all permutations of the column.

    >>> increase_over_pairs([[0, 1], [1, 0]])
    Fraction(1, 2)
    """
    n = Fraction(len(losses))
    return total(map(total, losses)) / (n * n) - total(row[i] for i, row in enumerate(losses)) / n


@defined(formula="1/n sum_i (L_i,order(i) - L_ii)", sources=("Breiman 2001, section 10",))
def increase_of_order(losses: Losses, order: Sequence[int]) -> Number:
    """
    By how much the mean loss grows where record i gets the value of record order(i).

    >>> increase_of_order([[0, 1], [1, 0]], (1, 0)), increase_of_order([[0, 1], [1, 0]], (0, 1))
    (Fraction(1, 1), Fraction(0, 1))
    """
    return total(row[order[i]] - row[i] for i, row in enumerate(losses)) / Fraction(len(losses))


@defined(
    formula="1/n! sum over permutations p of the error with values p, less the error = 1/n^2 sum_i sum_j L_ij - 1/n sum_i L_ii",
    range="From -1 to 1, for classes",
    undefined="no records, or a prediction of a leaf that no training record reached",
    errors="Invalid for a target of the other kind, an attribute that isn't there, and as for `dtref.predict`",
    sources=("Breiman 2001, section 10", "scikit-learn's permutation_importance, with every permutation instead of some drawn"),
    synonyms=("mean decrease of accuracy", "mean decrease in accuracy", "MDA"),
    parts=lambda: (increase_over_pairs,),
)
def permutation_importance(tree: Tree, data: DataSet, attribute: str) -> Extremes | Undefined:
    """
    By how much the error on a data set grows, in the mean over all permutations of a column: the least and the greatest value, equal unless
    labels tie.

    Errors are weighted by the records' weights; values are dealt out among records, whatever they weigh.

    >>> from dtref.spec.growing.hunt import grow
    >>> from dtref.spec.presets import ID3
    >>> from dtref.spec.views.shape import parity
    >>> permutation_importance(grow(parity(2), ID3), parity(2), "x1")
    (Fraction(1, 2), Fraction(1, 2))
    """
    return _extremes(tree, data, attribute, increase_over_pairs)


@defined(
    formula="1/n sum_i (L_i,order(i) - L_ii)",
    range="From -1 to 1, for classes",
    undefined=permutation_importance,
    errors="Invalid also for what is no order of all records",
    sources=("Breiman 2001, section 10",),
    parts=lambda: (increase_of_order,),
)
def importance_of_permutation(tree: Tree, data: DataSet, attribute: str, order: Sequence[int]) -> Extremes | Undefined:
    """
    By how much the error on a data set grows if record i has the column's value of record order(i): the least and the greatest value, equal
    unless labels tie.

    order: the positions of all records, from 0, each once.

    >>> from dtref.spec.growing.hunt import grow
    >>> from dtref.spec.presets import ID3
    >>> from dtref.spec.views.shape import parity
    >>> importance_of_permutation(grow(parity(2), ID3), parity(2), "x1", (2, 3, 0, 1))
    (Fraction(1, 1), Fraction(1, 1))
    """
    check_order("order", order)
    if len(order) != len(data):
        raise Invalid("order", f"{len(data)} positions, one a record", len(order))
    return _extremes(tree, data, attribute, lambda losses: increase_of_order(losses, order))


_Place: TypeAlias = tuple[Hashable, tuple[Label, ...]]
"""Where a record ends: its leaves with its share in each, and the labels that it may have there."""


def _extremes(tree: Tree, data: DataSet, attribute: str, increase: Increase) -> Extremes | Undefined:
    """
    The least and the greatest increase over all choices of a label for each leaf that ties. The increase adds up over the leaves, so that
    each chooses for itself.
    """
    places = _places(tree, data, attribute)
    if not places:
        return Undefined("no records")
    met = {place for row in places for place in row.values()}
    if not all(labels for _, labels in met):
        return Undefined("no training record reached a leaf that predicts")

    def increase_at(label_at: Mapping[_Place, Label]) -> Number:
        return increase(_losses(data, attribute, places, label_at))

    # what doesn't tie together; then each leaf that does, with each of its labels
    certain = increase_at({place: place[1][0] for place in met if len(place[1]) == 1})
    tied = [[increase_at({place: label}) for label in place[1]] for place in met if len(place[1]) > 1]
    return total([certain, *map(minimum, tied)]), total([certain, *map(maximum, tied)])


def _places(tree: Tree, data: DataSet, attribute: str) -> Sequence[Mapping[Cell, _Place]]:
    """For each record where it ends with each value of the column."""
    check_target(tree, data.target)
    column = data.column(attribute)
    values = dict.fromkeys(record.values[column] for record in data)
    path_of = path_finder(tree, data.attributes)

    def place(record: Record) -> _Place:
        leaves = [(passed.number, passed.node, passed.share) for passed in path_of(record) if isinstance(passed.node, Leaf)]
        labels = prediction([(leaf, share) for _, leaf, share in leaves]).labels
        return tuple((number, share) for number, _, share in leaves), labels

    return [
        {value: place(evolve(record, values=(*record.values[:column], value, *record.values[column + 1 :]))) for value in values}
        for record in data
    ]


def _losses(data: DataSet, attribute: str, places: Sequence[Mapping[Cell, _Place]], label_at: Mapping[_Place, Label]) -> Losses:
    """The losses of records that end at some of the places, each by its share in the weight of all, times n; of others 0."""
    column, unit = data.column(attribute), Fraction(sum(record.weight for record in data), len(data))
    losses = [
        {value: record.weight / unit * loss_of_label(label_at[place], record.label) for value, place in row.items() if place in label_at}
        for record, row in zip(data, places, strict=True)
    ]
    values = [record.values[column] for record in data]
    return [[row.get(value, Fraction(0)) for value in values] for row in losses]
