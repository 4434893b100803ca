"""Predictions of trees for records that they have not seen: of the trees of a forest, and of the trees of folds."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dtref.engines.prediction import predict, rows_if_worth, worth_arrays, worth_kernels
from dtref.errors import Invalid
from dtref.io.tables_for_trees import table_for_tree
from dtref.spec.ensembles.forest import Forest
from dtref.spec.ensembles.out_of_bag import members_one_by_one
from dtref.spec.evaluation.estimation.tested_trees import labels_one_by_one
from dtref.spec.model.data import DataSet
from dtref.spec.model.positions import Indices
from dtref.spec.model.prediction import Prediction
from dtref.spec.model.trees import Label, Tree
from dtref.spec.preparation.resampling import take


def unseen_predictions(forest: Forest, data: DataSet, unseen: Sequence[Indices]) -> Sequence[Callable[[int], Prediction]]:
    """
    For each tree of a forest its prediction for a record by its position, as `dtref.spec.ensembles.out_of_bag.members_one_by_one`.

    unseen: for each tree the positions of the records that it is asked about. They are routed together where that is worth it.

    >>> from dtref.spec.ensembles.forest import Samples, Sampling
    >>> from dtref.spec.model.attributes import Nominal
    >>> y = Nominal("y", ("a",))
    >>> unseen_predictions(Forest((), Samples(Sampling.ALL, ()), (), y), DataSet((), y, ()), ())
    []
    """
    alone = members_one_by_one(forest, data, unseen)
    total = sum(map(len, unseen))
    names = tuple(a.name for a in data.attributes)
    if names != tuple(a.name for a in forest.attributes) or not worth_arrays(total):
        return alone
    import numpy as np

    from dtref.engines.routing.cells import with_codes
    from dtref.engines.routing.predictions import predictions_of
    from dtref.engines.routing.walk import ends

    # The cells are coded once, for all trees.
    table = with_codes(table_for_tree(data, data.attributes))
    members = []
    for tree, positions, specified in zip(forest.trees, unseen, alone, strict=True):
        rows = rows_if_worth(tree, len(positions))
        if rows is None:
            members.append(specified)
            continue
        refused = _by_place(positions, specified)
        reached = ends(rows, table, np.array(positions, np.int64), compiled=worth_kernels(total))
        walked = predictions_of(rows, reached, refused)
        members.append(_by_position(positions, walked.prediction_of))
    return members


def _by_place(positions: Indices, prediction_of: Callable[[int], Prediction]) -> Callable[[int], Prediction]:
    """The prediction for a record by its place among some positions."""
    return lambda i: prediction_of(positions[i])


def _by_position(positions: Indices, prediction_of: Callable[[int], Prediction]) -> Callable[[int], Prediction]:
    """The prediction for a record by its position, from that by its place among some positions."""
    place = {position: i for i, position in enumerate(positions)}
    return lambda position: prediction_of(place[position])


def routed_labels(tree: Tree, data: DataSet, positions: Indices) -> Sequence[tuple[Label, ...]]:
    """
    The labels that a tree predicts for some records of a data set, as `dtref.spec.evaluation.estimation.tested_trees.labels_one_by_one`:
    routed together where that is worth it.

    >>> from fractions import Fraction
    >>> from dtref.spec.model.trees import Leaf
    >>> from dtref.spec.views.shape import parity
    >>> routed_labels(Leaf((("0", Fraction(1)), ("1", Fraction(1))), ("0", "1")), parity(2), (0, 2))
    [('0', '1'), ('0', '1')]
    """
    try:
        return [prediction.labels for prediction in predict(tree, take(data, positions))]
    except Invalid:  # which the specification tells of the record
        return labels_one_by_one(tree, data, positions)
