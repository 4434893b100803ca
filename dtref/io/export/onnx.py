"""A binary tree about numbers as an ONNX model with one TreeEnsemble, in doubles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from dtref.errors import Invalid
from dtref.io.export.binary import MISSING_GO, BinaryNode, binary_nodes, leaf_weights, number_columns
from dtref.io.export.doubles import DoubleCut, Doubles, comparison
from dtref.io.export.head import head
from dtref.io.models import Model
from dtref.spec.model.attributes import Nominal
from dtref.spec.model.tests import Side, Threshold, in_exact_numbers

if TYPE_CHECKING:
    from onnx import NodeProto

_MODES = {Side.AT_MOST: "BRANCH_LEQ", Side.BELOW: "BRANCH_LT"}


def onnx_model(model: Model, doubles: Doubles) -> bytes:
    """
    An ONNX file whose input `records` is a matrix of doubles, a column for each of the model's columns of numbers.

    Errors: Invalid as for `dtref.io.export.binary.binary_nodes`, for no columns, and without the extra `onnx`.
    """
    try:
        from onnx import TensorProto, helper
    except ImportError:
        raise Invalid("ONNX", "the extra 'onnx'", "it is not installed") from None
    columns = number_columns(model)
    if not columns:
        raise Invalid("attributes", "a column of numbers, which ONNX needs", "none")

    def left_if(test: Threshold) -> DoubleCut:
        exact = in_exact_numbers(test)
        return comparison(exact.cut, exact.side, doubles)

    table = binary_nodes(model, left_if, "ONNX")
    classes = model.target.values if isinstance(model.target, Nominal) else ()
    # the one node of the graph, its input and outputs
    outputs = {"label": TensorProto.STRING, "shares": TensorProto.FLOAT} if classes else {"prediction": TensorProto.FLOAT}
    widths: dict[str, list[str | int | None]] = {"label": [None], "shares": [None, len(classes)], "prediction": [None, 1]}
    graph = helper.make_graph(
        [_ensemble(table, classes, list(outputs))],
        "tree",
        [helper.make_tensor_value_info("records", TensorProto.DOUBLE, [None, len(columns)])],
        [helper.make_tensor_value_info(name, kind_of, widths[name]) for name, kind_of in outputs.items()],
    )
    # the file
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid("ai.onnx.ml", 3)]
    made = helper.make_model(graph, producer_name="dtref", ir_version=8, opset_imports=opsets)
    made.doc_string = "\n".join((*head(model, doubles, "never", comments=False), MISSING_GO, f"Columns: {', '.join(columns)}."))
    written: bytes = made.SerializeToString()
    return written


def _ensemble(table: Sequence[BinaryNode], classes: Sequence[str], outputs: Sequence[str]) -> NodeProto:
    """The node TreeEnsemble of a tree; cuts and weights are doubles."""
    from onnx import TensorProto, helper

    weights = [(i, j, w) for i, row in enumerate(table) if row.left_if is None for j, w in enumerate(_weights(row, classes))]
    kind, prefix = ("TreeEnsembleClassifier", "class") if classes else ("TreeEnsembleRegressor", "target")
    own: dict[str, Any] = {"classlabels_strings": list(classes)} if classes else {"n_targets": 1}
    own |= {
        f"{prefix}_treeids": [0] * len(weights),
        f"{prefix}_nodeids": [i for i, _, _ in weights],
        f"{prefix}_ids": [j for _, j, _ in weights],
        f"{prefix}_weights_as_tensor": helper.make_tensor("weights", TensorProto.DOUBLE, [len(weights)], [w for *_, w in weights]),
    }
    node = helper.make_node(
        kind,
        ["records"],
        outputs,
        domain="ai.onnx.ml",
        **own,
        **_nodes(table),
    )
    node.attribute.append(
        helper.make_attribute(
            "nodes_values_as_tensor",
            helper.make_tensor("cuts", TensorProto.DOUBLE, [len(table)], [row.left_if.number if row.left_if else 0.0 for row in table]),
        )
    )
    return node


def _weights(row: BinaryNode, classes: Sequence[str]) -> list[float]:
    return leaf_weights(row.node, classes) if classes else [float(row.node.labels[0])]


def _nodes(table: Sequence[BinaryNode]) -> dict[str, Any]:
    """The lists about nodes, without their cuts."""
    return {
        "nodes_treeids": [0] * len(table),
        "nodes_nodeids": list(range(len(table))),
        "nodes_featureids": [max(0, row.column) for row in table],
        "nodes_modes": ["LEAF" if row.left_if is None else _MODES[row.left_if.side] for row in table],
        "nodes_truenodeids": [0 if row.left_if is None else i + row.left for i, row in enumerate(table)],
        "nodes_falsenodeids": [0 if row.left_if is None else i + row.right for i, row in enumerate(table)],
        "nodes_missing_value_tracks_true": [int(row.missing_left) for row in table],
    }
