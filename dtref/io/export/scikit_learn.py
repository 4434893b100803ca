"""A binary tree about numbers as a real DecisionTreeClassifier or DecisionTreeRegressor of scikit-learn."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from inspect import getsource
from math import inf, nextafter
from typing import TYPE_CHECKING, TypedDict

from dtref.errors import Invalid
from dtref.exact.checked_call import refuses_other_kinds
from dtref.io.export.binary import MISSING_GO, BinaryNode, binary_nodes, leaf_weights, number_columns
from dtref.io.export.doubles import DoubleCut, Doubles, comparison
from dtref.io.export.forks import counts_said
from dtref.io.export.head import head
from dtref.io.export.python import CODING, PYTHON
from dtref.io.models import Model
from dtref.spec.model.attributes import Nominal, Width
from dtref.spec.model.branches import condition
from dtref.spec.model.precision import rounded
from dtref.spec.model.tally import Moments, size
from dtref.spec.model.tests import Side, Threshold
from dtref.spec.model.trees import Branch, depth, label_text, nodes
from dtref.spec.split.impurity import gini

if TYPE_CHECKING:
    from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

NodeValues = tuple[int, int, int, float, float, int, float, int]
"""Left child, right child, column, threshold, impurity, records, their weight, whether a missing value goes left."""


class EstimatorParts(TypedDict):
    """What an estimator is made of. values: of each node the class shares, or the mean."""

    names: list[str]
    classes: list[str]
    depth: int
    nodes: list[NodeValues]
    values: list[list[float]]


def fitted(names, classes, depth, nodes, values):  # type: ignore[no-untyped-def]  # its text is exported: no annotations
    """A fitted estimator: a classifier, or a regressor where there are no classes. Its tree is replaced by the one of these nodes."""
    import numpy as np
    from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

    # fitted to a row for each class, so that everything beside the tree is as it is after a fit
    samples = np.zeros((max(1, len(classes)), len(names)))
    estimator = DecisionTreeClassifier() if classes else DecisionTreeRegressor()
    estimator.fit(samples, classes or [0.0])
    estimator.feature_names_in_ = np.array(names, dtype=object)
    # the state of a tree: a table of nodes, of the type that this version has
    tree = type(estimator.tree_)(len(names), np.array([max(1, len(classes))], dtype=np.intp), 1)
    state = estimator.tree_.__getstate__()
    table = np.zeros(len(nodes), dtype=state["nodes"].dtype)
    fields = ("left_child", "right_child", "feature", "threshold", "impurity", "n_node_samples", "weighted_n_node_samples")
    for column, field in enumerate((*fields, "missing_go_to_left")):
        table[field] = [node[column] for node in nodes]
    tree.__setstate__({**state, "max_depth": depth, "node_count": len(nodes), "nodes": table, "values": np.array(values)[:, None, :]})
    estimator.tree_ = tree
    return estimator


@refuses_other_kinds
def to_scikit_learn(model: Model, doubles: Doubles = Doubles.EXACT) -> DecisionTreeClassifier | DecisionTreeRegressor:
    """
    A fitted estimator of scikit-learn that predicts as the model does, of numbers that a float32 holds: it rounds all others to one.

    Its columns are the model's columns of numbers. Errors: Invalid for a test that isn't one cut of a number, for surrogates, for a leaf
    without a label, for no columns, and without the extra `sklearn`.
    """
    parts = _parts(model, doubles)
    if find_spec("sklearn") is None:
        raise Invalid("scikit-learn", "the extra 'sklearn'", "it is not installed")
    return fitted(**parts)  # type: ignore[no-untyped-call]  # its text is exported: no annotations


def scikit_learn_script(model: Model, doubles: Doubles) -> str:
    """A module of Python whose `estimator` is that of `to_scikit_learn`; it needs scikit-learn only. Errors: as `to_scikit_learn`."""
    parts = _parts(model, doubles)
    about = [
        *head(model, doubles, "never", "the first of the sorted classes"),
        MISSING_GO,
        "scikit-learn rounds all numbers to float32 first: predictions are those of dtref for the numbers that a float32 holds.",
        f"Columns: {', '.join(parts['names'])}.",
    ]
    return "\n".join(
        (
            CODING,
            *map(PYTHON.comment_line, about),
            "\n",
            getsource(fitted).replace("  # type: ignore[no-untyped-def]  # its text is exported: no annotations", ""),
            "\nestimator = fitted(",
            f"    names={parts['names']!r},",
            f"    classes={parts['classes']!r},",
            f"    depth={parts['depth']},",
            "    # left child, right child, column, threshold, impurity, records, their weight, whether a missing value goes left",
            "    nodes=[",
            *(
                line
                for node, said in zip(parts["nodes"], _words(model), strict=True)
                for line in (f"        {PYTHON.comment_line(said)}", f"        {node!r},")
            ),
            "    ],",
            "    values=[",
            *(f"        {value!r}," for value in parts["values"]),
            "    ],",
            ")\n",
        )
    )


def _words(model: Model) -> Iterator[str]:
    """Each node in words: the question of its left child, or its labels; its counts."""
    said = counts_said(model.tree)
    for node in nodes(model.tree):
        words = condition(node.test, 0) if isinstance(node, Branch) else " or ".join(map(label_text, node.labels))
        yield f"{words} {said(node.counts)}"


def _parts(model: Model, doubles: Doubles) -> EstimatorParts:
    """The parts of an estimator. Errors: as `to_scikit_learn`."""
    names = list(number_columns(model))
    if not names:
        raise Invalid("attributes", "a column of numbers, which scikit-learn needs", "none")
    table = binary_nodes(model, _at_most_float32 if doubles is Doubles.DECIMAL else _at_most, "scikit-learn")
    classes = sorted(model.target.values) if isinstance(model.target, Nominal) else []
    values = [leaf_weights(row.node, classes) if classes else [float(row.node.labels[0])] for row in table]
    node_values = [_node(i, row) for i, row in enumerate(table)]
    return EstimatorParts(names=names, classes=classes, depth=depth(model.tree), nodes=node_values, values=values)


def _node(i: int, row: BinaryNode) -> NodeValues:
    weight = size(row.node.counts)
    if isinstance(row.node.counts, Moments):
        impurity = float(row.node.counts.squared_error / weight) if weight else 0.0
    else:
        impurity = float(gini(tuple(n for _, n in row.node.counts))) if weight else 0.0
    own = (impurity, max(1, round(weight)), float(weight))
    if row.left_if is None:
        return (-1, -1, -2, -2.0, *own, 0)
    return (i + row.left, i + row.right, row.column, row.left_if.number, *own, int(row.missing_left))


def _at_most(test: Threshold) -> DoubleCut:
    """The comparison of doubles that are float32: at most a double in every case."""
    exact = comparison(test.cut, test.side, Doubles.EXACT)
    return exact if exact.side is Side.AT_MOST else DoubleCut(Side.AT_MOST, nextafter(exact.number, -inf))


def _at_most_float32(test: Threshold) -> DoubleCut:
    """The comparison with the cut as a float32, for decimals that are rounded to one: a decimal that is the cut stays on its side."""
    single = float(rounded(test.cut, Width.FLOAT32))
    return DoubleCut(Side.AT_MOST, single if test.side is Side.AT_MOST else nextafter(single, -inf))
