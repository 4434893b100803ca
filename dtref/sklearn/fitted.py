"""
A grown tree with what predictions in arrays need of it: the way of each record, node numbers in preorder, answers of leaves as doubles.

All is made when it is first asked for. A pickle holds the tree alone, without the records that it was grown from.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from attrs import frozen

from dtref.engines.compiled.encoding import Uncovered
from dtref.engines.compiled.kernels.layout import Floats, Ints
from dtref.engines.compiled.kernels.route_layout import COLUMN, LEAF
from dtref.engines.prediction import worth_kernels
from dtref.engines.predictions import Predictions
from dtref.engines.routing.cells import Encoded, encoded, with_matrix
from dtref.engines.routing.flat_trees import flat_rows
from dtref.engines.routing.grown_trees import rows_of_grown
from dtref.engines.routing.predictions import predictions_of
from dtref.engines.routing.rows import TreeRows
from dtref.engines.routing.walk import Ends, ends, ends_of_code
from dtref.errors import Invalid, Undefined
from dtref.io.tables_for_trees import ColumnTable, NumberTable, TableForTree, table_for_tree
from dtref.sklearn.doubles import leaf_means, middle, node_shares
from dtref.spec.growing.policy import Policy
from dtref.spec.model.attributes import Attribute, Continuous
from dtref.spec.model.data import DataSet
from dtref.spec.model.prediction import Prediction
from dtref.spec.model.prediction import predict as specified_prediction
from dtref.spec.model.trees import Branch, Gap, Leaf, Tree, fold_tree


@frozen(eq=False, slots=False)
class Fitted:
    """
    A tree, the attributes that it was grown from, the names of its classes (none of a target of numbers), and whether its nodes have
    surrogates.

    >>> from dtref.spec.model.trees import Leaf
    >>> fitted = Fitted(Leaf((("-", Fraction(1)), ("+", Fraction(3))), ("+",)), (Continuous("x"),), ("-", "+"), False)
    >>> fitted.shares(fitted.ways(np.zeros((2, 1)))).tolist()
    [[0.25, 0.75], [0.25, 0.75]]
    """

    tree: Tree
    attributes: tuple[Attribute, ...]
    classes: tuple[str, ...]
    surrogates: bool

    @classmethod
    def of(cls, tree: Tree, data: DataSet, policy: Policy) -> Fitted:
        """A tree that a policy has grown from a data set."""
        classes = () if isinstance(data.target, Continuous) else data.classes
        return cls(tree, data.attributes, classes, not isinstance(policy.gap, Gap))

    def __getstate__(self) -> Mapping[str, Any]:
        """The fields, without what is made of them."""
        return {name: vars(self)[name] for name in ("tree", "attributes", "classes", "surrogates")}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        vars(self).update(state)

    @cached_property
    def rows(self) -> TreeRows | None:
        """The tree as rows; None where it asks tests that rows don't cover."""
        grown = rows_of_grown(self.tree)
        rows = flat_rows(self.tree) if grown is None else grown
        return None if isinstance(rows, Uncovered) else rows

    @cached_property
    def plain_rows(self) -> TreeRows | None:
        """The same rows, for records that miss nothing: without surrogates, which take long to find."""
        if not self.surrogates:
            return self.rows
        rows = flat_rows(_without_gaps(self.tree))
        return None if isinstance(rows, Uncovered) else rows

    def ways(self, records: object) -> RecordWays:
        """The ways of the records of a matrix, whose columns are the attributes, or of a frame. Errors: Invalid as for `dtref.predict`."""
        names = tuple(attribute.name for attribute in self.attributes)
        if isinstance(records, np.ndarray):
            table: TableForTree = NumberTable(records, names)
        else:
            table = records if isinstance(records, ColumnTable) else table_for_tree(records, self.attributes)
        matrix = records if isinstance(records, np.ndarray) and not (self.surrogates and np.isnan(records).any()) else None
        rows = self.rows if matrix is None else self.plain_rows
        if rows is None:
            listed = [self._specified(table, r) for r in range(table.records)]
            return RecordWays(None, lambda: Predictions(len(listed), listed.__getitem__, lambda: [one.labels[0] for one in listed]))
        compiled = worth_kernels(table.records)
        if matrix is not None and self._code is not None:
            found = ends_of_code(rows, with_matrix(self._code, matrix), np.arange(len(matrix)), compiled=compiled)
        else:
            found = ends(rows, table, compiled=compiled)
        return RecordWays(found, lambda: predictions_of(rows, found, lambda r: self._specified(table, r)))

    @cached_property
    def _code(self) -> Encoded | None:
        """The plain rows for matrices; None where they ask other columns than of numbers."""
        if self.plain_rows is None or not all(isinstance(asked.attribute, Continuous) for asked in self.plain_rows.columns):
            return None
        names = tuple(attribute.name for attribute in self.attributes)
        return encoded(self.plain_rows, NumberTable(np.zeros((0, len(names))), names))

    def _specified(self, table: TableForTree, r: int) -> Prediction:
        """The prediction of the specification, for a record that rows don't place."""
        if isinstance(table, NumberTable):
            record: Mapping[str, object] = dict(zip(table.names, table.doubles[r].tolist(), strict=True))
        else:
            record = {name: column[r] for name, column in table.by_name.items()}
        try:
            return specified_prediction(self.tree, record)
        except Invalid as problem:
            raise Invalid(f"record {r + 1}, {problem.where}", problem.wanted, problem.got) from None

    # Answers.

    def shares(self, ways: RecordWays) -> Floats:
        """For each record the share of each class, each the double nearest to it."""
        if ways.single is not None:
            return self._shares[ways.single]
        return np.array([_shares_of(prediction, self.classes) for prediction in ways.predictions]).reshape(-1, len(self.classes))

    def first_classes(self, ways: RecordWays) -> Ints:
        """For each record the position of its class; of classes that tie, the first."""
        if ways.single is not None:
            return self._first_classes[ways.single]
        position = {name: i for i, name in enumerate(self.classes)}
        return np.array([position[str(prediction.labels[0])] for prediction in ways.predictions], np.int64)

    def means(self, ways: RecordWays) -> Floats:
        """For each record the number that is predicted, as the nearest double."""
        if ways.single is not None:
            return self._means[ways.single]
        return np.array([middle(prediction.labels) for prediction in ways.predictions], np.float64)

    @cached_property
    def _shares(self) -> Floats:
        return node_shares(self._routed, self.classes)

    @property
    def _routed(self) -> TreeRows:
        assert self.plain_rows is not None, "single ways are of rows"
        return self.plain_rows

    @cached_property
    def _first_classes(self) -> Ints:
        leaves = self.leaf_rows
        first, position = np.zeros(len(self.parents), np.int64), {name: i for i, name in enumerate(self.classes)}
        texts, which = np.unique(self._routed.first_labels(leaves), return_inverse=True)
        first[leaves] = np.array([position[str(text)] for text in texts.tolist()])[which]
        return first

    @cached_property
    def _means(self) -> Floats:
        means = np.zeros(len(self.parents))
        means[self.leaf_rows] = leaf_means(self.tree, self._routed, self.leaf_rows)
        return means

    # Nodes.

    @property
    def parents(self) -> Ints:
        """The row above each node, -1 above the root."""
        if self.plain_rows is None:
            raise Invalid("tree", "tests of one attribute each", "oblique tests, or of whether a value is known")
        return self.plain_rows.parents

    @cached_property
    def leaf_rows(self) -> Ints:
        """The rows of the leaves."""
        parents = self.parents
        return np.flatnonzero(self._routed.tests[: len(parents), COLUMN] == LEAF)

    @cached_property
    def levels(self) -> Ints:
        """The number of tests above each node."""
        levels = np.zeros(len(self.parents), np.int64)
        here = self.parents.copy()
        while (below := here >= 0).any():
            levels += below
            here[below] = self.parents[here[below]]
        return levels

    @cached_property
    def numbers(self) -> Ints:
        """The number of each node in preorder, from 0: as `dtref.leaf_numbers` counts, and scikit-learn."""
        parents: list[int] = self.parents.tolist()
        sizes = [1] * len(parents)
        for t in range(len(parents) - 1, 0, -1):
            sizes[parents[t]] += sizes[t]
        numbers, free = [0] * len(parents), [1] * len(parents)
        for t in range(1, len(parents)):
            above = parents[t]
            numbers[t] = numbers[above] + free[above]
            free[above] += sizes[t]
        return np.array(numbers)

    def leaves_of(self, ways: RecordWays) -> Ints:
        """For each record the number of its leaf. Errors: Invalid for a record without a leaf of its own."""
        return self.numbers[self._rows_of(ways)]

    def path_pairs(self, ways: RecordWays) -> tuple[Ints, Ints]:
        """For each node on the way of a record the pair of the record's position and the node's number. Errors: as `leaves_of`."""
        at, records = self._rows_of(ways), np.arange(len(ways.predictions))
        pairs: list[tuple[Ints, Ints]] = []
        while len(records):
            pairs.append((records, self.numbers[at]))
            at = self.parents[at]
            records, at = records[at >= 0], at[at >= 0]
        none = np.zeros(0, np.int64)
        return np.concatenate([none, *(r for r, _ in pairs)]), np.concatenate([none, *(numbers for _, numbers in pairs)])

    def _rows_of(self, ways: RecordWays) -> Ints:
        if ways.single is not None:
            return ways.single
        r = 0 if ways.ends is None else int(np.flatnonzero(ways.ends.rows < 0)[0])
        raise Invalid(f"X, record {r + 1}", "a leaf of its own", "a missing value, for which it goes down several branches, or none")


class RecordWays:
    """The ways of some records: the leaf of each, where each has one of its own, and their predictions, made when they are asked for."""

    def __init__(self, found: Ends | None, predict_all: Callable[[], Predictions]) -> None:
        self.ends, self._predict_all = found, predict_all
        self.single: Ints | None = found.rows if found is not None and (found.rows >= 0).all() else None

    @cached_property
    def predictions(self) -> Predictions:
        """The prediction for each record."""
        return self._predict_all()


def _shares_of(prediction: Prediction, classes: Sequence[str]) -> list[float]:
    """The shares of a prediction as doubles; of a leaf that no training record reached equal ones of its labels."""
    if isinstance(prediction.distribution, Undefined):
        return [float(Fraction(name in prediction.labels, len(prediction.labels))) for name in classes]
    by_name: Mapping[str, Fraction] = dict(prediction.distribution)
    return [float(by_name.get(name, 0)) for name in classes]


def _without_gaps(tree: Tree) -> Tree:
    """The tree whose nodes refuse what is missing."""

    def plain(node: Tree, below: Sequence[Tree]) -> Tree:
        if isinstance(node, Leaf):
            return node
        return Branch(node.counts, node.labels, node.test, node.optima, tuple(below), or_leaf=node.or_leaf)

    return fold_tree(tree, plain)
