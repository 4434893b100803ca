"""
Reads the trees of an ONNX model: TreeEnsembleClassifier and TreeEnsembleRegressor, fed by the model's inputs as they are.

A number is compared as the type of the input says, float or double, with a constant of 32 bits or 64. A comparison with NaN is false, but
where `missing_value_tracks_true` is set. The file is read without the package onnx, so that none of it runs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TypeVar

from attrs import evolve, frozen

from dtref.errors import Invalid
from dtref.io.files import read_bytes
from dtref.io.foreign.exports import kind_by_start
from dtref.io.foreign.node_list import listed_tree
from dtref.io.foreign.protobuf import Message
from dtref.io.foreign.tree import Cut, ForeignNode, ForeignTree
from dtref.spec.model.attributes import Width
from dtref.spec.model.tests import Side

Number = TypeVar("Number", int, Fraction)

_DOMAIN = "ai.onnx.ml"
_NEWEST = 5
_TREES = ("TreeEnsembleClassifier", "TreeEnsembleRegressor")
_AFTER = ("Identity", "ZipMap", "Cast", "Reshape")
"""The operators behind a tree that change no prediction."""
_WIDTHS = {1: Width.FLOAT32, 11: Width.FLOAT64}
_MODES = {"BRANCH_LEQ": (Side.AT_MOST, 0), "BRANCH_LT": (Side.BELOW, 0), "BRANCH_GT": (Side.AT_MOST, 1), "BRANCH_GTE": (Side.BELOW, 1)}
"""Each comparison as a cut, and the branch of the values that fulfil it."""
_NODES = ("nodeids", "treeids", "featureids", "truenodeids", "falsenodeids", "missing_value_tracks_true")
_WHOLES = (
    *(f"nodes_{name}" for name in _NODES),
    *(f"{kind}_{name}" for kind in ("class", "target") for name in ("ids", "nodeids", "treeids")),
)
_FLOATS = ("nodes_values", "nodes_hitrates", "class_weights", "target_weights", "base_values")
_OTHERS = ("nodes_modes", "post_transform", "aggregate_function", "n_targets", "classlabels_strings", "classlabels_int64s")


@frozen(eq=False)
class TreeOperator:
    """A tree operator: its place, its name, its attributes, the names of the columns, and the width in which they are compared."""

    where: str
    operator: str
    attributes: Mapping[str, Message]
    names: tuple[str, ...]
    width: Width

    def wholes(self, name: str, length: int | None = None) -> list[int]:
        """An attribute of whole numbers. Errors: Invalid for another number of them."""
        return self._checked(name, self.attributes[name].wholes(8) if name in self.attributes else [], length)

    def floats(self, name: str, length: int | None = None) -> list[Fraction]:
        """An attribute of floats, or of a tensor of doubles. Errors: Invalid for another number of them."""
        if name in self.attributes:
            return self._checked(name, self.attributes[name].floats(7), length)
        tensors = [tensor for part in (self.attributes.get(f"{name}_as_tensor"),) if part for tensor in part.messages(5, name)]
        values = [x for tensor in tensors for x in _of_tensor(tensor)]
        return self._checked(name, values, length)

    def texts(self, name: str) -> list[str]:
        """An attribute of texts."""
        return self.attributes[name].texts(9) if name in self.attributes else []

    def word(self, name: str, default: str) -> str:
        """An attribute that is one text."""
        return (self.attributes[name].text(4) if name in self.attributes else "") or default

    def _checked(self, name: str, values: list[Number], length: int | None) -> list[Number]:
        if length is not None and len(values) != length:
            raise Invalid(f"{self.where}, {name}", f"{length} entries", len(values))
        return values


def _of_tensor(tensor: Message) -> list[Fraction]:
    """The numbers of a tensor of floats or doubles."""
    (kind,) = tensor.wholes(2)[-1:] or (0,)
    if kind not in _WIDTHS:
        raise Invalid(tensor.where, "a tensor of floats or doubles", f"type {kind}")
    return tensor.floats(9, kind == 11) or tensor.floats(10 if kind == 11 else 4, kind == 11)


def read_onnx(path: Path) -> tuple[ForeignTree, ...]:
    """
    The trees of a model. Errors: Invalid for any other file; for operators before a tree that change its inputs, or behind it that change
    its answers; for several targets; for comparisons and functions of leaves that aren't read here.
    """
    if kind := kind_by_start(path):
        raise Invalid(path.name, "an ONNX model, such as skl2onnx.to_onnx(model, rows).SerializeToString()", kind)
    model = Message(memoryview(read_bytes(path)), path.name)
    graphs = model.messages(7, "graph")
    if len(graphs) != 1:
        raise Invalid(path.name, "an ONNX model, which has one graph", len(graphs))
    versions = [part.wholes(2) for part in model.messages(8, "opset_import") if part.text(1) == _DOMAIN]
    if any(version and version[-1] > _NEWEST for version in versions):
        raise Invalid(f"{path.name}, opset_import", f"{_DOMAIN} of a version up to {_NEWEST}", versions[0][-1])
    nodes = graphs[0].messages(1, "node")
    trees = [node for node in nodes if node.text(4).startswith("TreeEnsemble")]
    if len(trees) != 1 or trees[0].text(4) not in _TREES:
        raise Invalid(path.name, f"one operator {' or '.join(_TREES)}", ", ".join(node.text(4) for node in trees or nodes)[:60] or "none")
    names, width, before = _columns(graphs[0], nodes, trees[0], path.name)
    other = next(
        (node.text(4) for node in nodes if node.data not in [one.data for one in (*before, *trees)] and node.text(4) not in _AFTER), None
    )
    if other is not None:
        raise Invalid(path.name, "operators around the tree that change nothing", other[:60])
    attributes = {part.text(1): part for part in trees[0].messages(5, "attribute")}
    operator = trees[0].text(4)
    unknown = next((name for name in attributes if name.removesuffix("_as_tensor") not in (*_WHOLES, *_FLOATS, *_OTHERS)), None)
    if unknown is not None:
        raise Invalid(
            f"{path.name}, {operator}, {unknown[:60]}", "no attribute of that name: what it means is not known here", unknown[:60]
        )
    return _trees(TreeOperator(f"{path.name}, {operator}", operator, attributes, names, width))


def _columns(graph: Message, nodes: Sequence[Message], tree: Message, name: str) -> tuple[tuple[str, ...], Width, list[Message]]:
    """The columns that a tree is fed with, the width in which they are compared, and the operators between."""
    inputs = {part.text(1): part for part in graph.messages(11, "input")}
    source, between, widths = (tree.texts(1) or [""])[0], list[Message](), list[Width]()
    while source not in inputs:
        maker = next((node for node in nodes if source in node.texts(2)), None)
        if maker is None or maker in between or maker.text(4) not in ("Identity", "Cast", "Concat"):
            raise Invalid(f"{name}, {tree.text(4)}", "inputs as they are", "none" if maker is None else maker.text(4)[:60])
        between.append(maker)
        if maker.text(4) == "Concat":
            kinds = [_shape(inputs[one], name) for one in maker.texts(1) if one in inputs]
            if len(kinds) != len(maker.texts(1)) or any(columns != 1 for _, columns in kinds):
                raise Invalid(f"{name}, Concat", "inputs of one column each", len(kinds))
            return tuple(maker.texts(1)), _narrowest([*widths, *(width for width, _ in kinds)]), between
        widths += [_WIDTHS[kind] for part in maker.messages(5, "to") for kind in part.wholes(3) if part.text(1) == "to" and kind in _WIDTHS]
        source = (maker.texts(1) or [""])[0]
    width, columns = _shape(inputs[source], name)
    return tuple(f"x{i}" for i in range(columns)), _narrowest([*widths, width]), between


def _narrowest(widths: Sequence[Width]) -> Width:
    return Width.FLOAT32 if Width.FLOAT32 in widths else Width.FLOAT64


def _shape(part: Message, name: str) -> tuple[Width, int]:
    """The width of an input's numbers, and how many columns it has."""
    where = f"{name}, input {part.text(1)[:60]}"
    tensors = [tensor for kind in part.messages(2, "type") for tensor in kind.messages(1, "tensor")]
    dimensions = [dim.wholes(1) for tensor in tensors for shape in tensor.messages(2, "shape") for dim in shape.messages(1, "dim")]
    kind = [n for tensor in tensors for n in tensor.wholes(1)]
    if len(kind) != 1 or kind[0] not in _WIDTHS:
        raise Invalid(where, "an input of floats or doubles", f"type {kind}")
    if len(dimensions) != 2 or not dimensions[1] or not 0 < dimensions[1][-1] <= 10**6:
        raise Invalid(where, "rows of columns, whose number is said", dimensions[:3])
    return _WIDTHS[kind[0]], dimensions[1][-1]


def _trees(ensemble: TreeOperator) -> tuple[ForeignTree, ...]:
    ids = ensemble.wholes("nodes_nodeids")
    trees = ensemble.wholes("nodes_treeids", len(ids))
    if not ids:
        raise Invalid(f"{ensemble.where}, nodes_nodeids", "nodes", "none")
    numbers = list(dict.fromkeys(trees))
    leaves, scores, labels, notes = _leaves(ensemble, len(numbers))
    rows: dict[int, dict[int, int]] = {number: {} for number in numbers}
    for row, (tree, node) in enumerate(zip(trees, ids, strict=True)):
        if node in rows[tree]:
            raise Invalid(f"{ensemble.where}, nodes_nodeids", "each node of a tree once", f"node {node} of tree {tree} twice")
        rows[tree][node] = row
    unused = next((key for key in leaves if key[0] not in rows or key[1] not in rows[key[0]]), None)
    if unused is not None:
        raise Invalid(f"{ensemble.where}, leaves", "nodes that are listed", f"node {unused[1]} of tree {unused[0]}")
    make = _maker(ensemble, leaves, len(ids))
    return tuple(
        ForeignTree(
            make(number, rows[number]),
            f"ONNX {ensemble.where}, tree {number}",
            labels,
            notes,
            ensemble.names,
            scores=scores,
            width=ensemble.width,
        )
        for number in numbers
    )


def _maker(
    ensemble: TreeOperator, leaves: Mapping[tuple[int, int], ForeignNode], length: int
) -> Callable[[int, Mapping[int, int]], ForeignNode]:
    """A function that makes a tree, from its number and the row of each of its nodes."""
    features, true, false = (ensemble.wholes(f"nodes_{name}", length) for name in ("featureids", "truenodeids", "falsenodeids"))
    values, modes = ensemble.floats("nodes_values", length), ensemble.texts("nodes_modes")
    tracks = ensemble.wholes("nodes_missing_value_tracks_true") or [0] * length
    if len(modes) != length or len(tracks) != length:
        raise Invalid(f"{ensemble.where}, nodes_modes", f"{length} entries, as of missing_value_tracks_true", (len(modes), len(tracks)))

    def tree(number: int, rows: Mapping[int, int]) -> ForeignNode:
        where = f"{ensemble.where}, tree {number}"

        def made(node: int, children: Sequence[ForeignNode]) -> ForeignNode:
            row = rows[node]
            if modes[row] == "LEAF":
                return evolve(leaves[number, node], place=str(node)) if (number, node) in leaves else _nothing(node, where)
            if modes[row] not in _MODES:
                raise Invalid(f"{where}, node {node}, nodes_modes", f"one of {', '.join(_MODES)}", modes[row][:60])
            if not 0 <= features[row] < len(ensemble.names):
                raise Invalid(f"{where}, node {node}, nodes_featureids", f"a column from 0 to {len(ensemble.names) - 1}", features[row])
            side, fulfilled = _MODES[modes[row]]
            missing = fulfilled if tracks[row] else 1 - fulfilled
            cut = Cut(ensemble.names[features[row]], values[row], side, ensemble.width, missing)
            return ForeignNode(str(node), cut, tuple(children if fulfilled == 0 else reversed(children)))

        below = {node: [] if modes[row] == "LEAF" else [true[row], false[row]] for node, row in rows.items()}
        return listed_tree(next(iter(rows)), below, made, where)

    return tree


def _nothing(node: int, where: str) -> ForeignNode:
    raise Invalid(f"{where}, node {node}", "a weight for each leaf", "none")


def _leaves(ensemble: TreeOperator, trees: int) -> tuple[dict[tuple[int, int], ForeignNode], str, tuple[str, ...], tuple[str, ...]]:
    """The leaves by tree and node, the reason why their numbers are no predictions, the classes, and notes."""
    classifies = ensemble.operator == _TREES[0]
    kind = "class" if classifies else "target"
    transform, aggregate = ensemble.word("post_transform", "NONE"), ensemble.word("aggregate_function", "SUM")
    if transform != "NONE" or aggregate not in ("SUM", "AVERAGE"):
        raise Invalid(f"{ensemble.where}, post_transform, aggregate_function", "NONE, and SUM or AVERAGE", (transform, aggregate))
    numbers = ensemble.wholes(f"{kind}_ids")
    nodes, of_trees = ensemble.wholes(f"{kind}_nodeids", len(numbers)), ensemble.wholes(f"{kind}_treeids", len(numbers))
    weights = ensemble.floats(f"{kind}_weights", len(numbers))
    base = ensemble.floats("base_values")
    added = "they are put together with those of the other trees" if trees > 1 else ""
    rows: dict[tuple[int, int], dict[int, Fraction]] = {}
    for number, node, tree, weight in zip(numbers, nodes, of_trees, weights, strict=True):
        if number in rows.setdefault((tree, node), {}):
            raise Invalid(f"{ensemble.where}, {kind}_ids", "one weight for a class at a leaf", number)
        rows[tree, node][number] = weight
    if not classifies:
        if any(number != 0 for number in numbers) or len(base) > 1 or (base and trees > 1):
            raise Invalid(f"{ensemble.where}, target_ids, base_values", "one target", sorted(set(numbers))[:5])
        offset = base[0] if base else Fraction(0)
        return {key: ForeignNode("", label=of_leaf[0] + offset) for key, of_leaf in rows.items()}, added, (), ()
    labels = tuple(ensemble.texts("classlabels_strings") or map(str, ensemble.wholes("classlabels_int64s")))
    if base or any(not 0 <= number < len(labels) for number in numbers) or min(weights, default=Fraction(0)) < 0:
        raise Invalid(
            f"{ensemble.where}, class_weights", "shares of the classes, without base_values", [str(w) for w in (base or weights)[:5]]
        )
    binary = len(labels) == 2 and len(set(numbers)) == 1
    if binary and added:
        return {key: ForeignNode("", label=next(iter(of_leaf.values()))) for key, of_leaf in rows.items()}, added, labels, ()
    note = ("one of several trees, whose shares are added",) if added else ()
    return {key: _class_leaf(of_leaf, labels, binary) for key, of_leaf in rows.items()}, "", labels, note


def _class_leaf(weights: Mapping[int, Fraction], labels: tuple[str, ...], binary: bool) -> ForeignNode:
    """A leaf with the share of each class; of two classes only the second's may be there, which is taken above 1/2."""
    if binary:
        (second,) = weights.values()
        return ForeignNode("", label=labels[second > Fraction(1, 2)], shares=((labels[0], 1 - second), (labels[1], second)))
    shares = tuple((label, weights.get(i, Fraction(0))) for i, label in enumerate(labels))
    return ForeignNode("", label=next(label for label, w in shares if w == max(w for _, w in shares)), shares=shares)
