"""
Models of other programs as plain nested tuples, read without any check: what an edited file says, if it says anything.

A second way to the trees that `dtref.io.foreign` reads, written from the programs' own rules: floats instead of fractions, no message.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from struct import pack, unpack
from typing import Any, TypeAlias

from dtref.io.foreign.tree import Ask, Cut, ForeignNode, Values, fold_foreign

Shape: TypeAlias = tuple[object, ...]
"""A leaf: its label and what it claims. An inner node: what it asks, what it claims, the shapes below."""
Document: TypeAlias = Any  # JSON of another program, of which nothing is known


def shape_of(node: ForeignNode, missing: bool = True) -> Shape:
    """The shape of a tree as it was read. missing: whether what happens to missing values is compared."""

    def combine(one: ForeignNode, below: Sequence[Shape]) -> Shape:
        label = float(one.label) if isinstance(one.label, Fraction) else one.label
        counts = None if one.counts is None else tuple(float(n) for _, n in one.counts)
        rows = None if one.rows is None else float(one.rows)
        return (None if one.ask is None else _asked(one.ask, missing), label, counts, rows, *below)

    return fold_foreign(node, combine)


def _asked(ask: Ask, missing: bool) -> Shape:
    match ask:
        case Cut():
            found: Shape = (ask.attribute, ask.side.value, float(ask.cut), ask.zeros)
        case Values():
            found = (ask.attribute, *(frozenset(group) for group in ask.groups), ask.otherwise)
        case _:
            raise AssertionError("no reader of JSON makes another")
    return (*found, ask.missing) if missing else found


def single(x: float) -> float:
    return float(unpack("f", pack("f", float(x)))[0])


def xgboost_shapes(document: Document) -> list[Shape]:
    learner = document["learner"]
    booster = learner["gradient_booster"]
    weights = booster.get("weight_drop")
    model = booster["gbtree"]["model"] if booster.get("name") == "dart" else booster["model"]
    names = learner.get("feature_names") or [f"f{i}" for i in range(100)]
    enc = model["cats"]["enc"]
    categories = {i: _xgboost_names(enc[i]) for i in range(len(enc))}
    return [_xgboost(tree, names, categories, weights[i] if weights else 1) for i, tree in enumerate(model["trees"])]


def _xgboost_names(enc: Document) -> list[str]:
    if "offsets" not in enc:
        return [str(value) for value in enc["values"]]
    cuts, text = enc["offsets"], bytes(enc["values"]).decode("ascii")
    return [text[cuts[i] : cuts[i + 1]] for i in range(len(cuts) - 1)]


def _xgboost(tree: Document, names: Sequence[str], categories: Mapping[int, Sequence[str]], weight: float) -> Shape:
    listed = {}
    for node, at, size in zip(tree["categories_nodes"], tree["categories_segments"], tree["categories_sizes"], strict=True):
        listed[node] = tree["categories"][at : at + size]

    def below(i: int) -> Shape:
        value = single(tree["split_conditions"][i])
        if tree["left_children"][i] == -1:
            return (None, single(value * single(weight)), None, None)
        column, missing = tree["split_indices"][i], 0 if tree["default_left"][i] else 1
        ask: Shape = (names[column], "<", value, None, missing)
        if i in listed:
            called = categories.get(column)
            ask = (names[column], frozenset(), frozenset(called[c] if called else str(c) for c in listed[i]), 0, missing)
        return (ask, None, None, None, below(tree["left_children"][i]), below(tree["right_children"][i]))

    return below(0)


def lightgbm_shapes(document: Document) -> list[Shape]:
    names, infos = document["feature_names"], document.get("feature_infos", {})
    lists = document.get("pandas_categorical") or []
    nominal = [name for name in names if lists and name in infos and infos[name]["values"]]
    called = {name: [_category(value) for value in named] for name, named in zip(nominal, lists, strict=True)} if lists else {}
    return [_lightgbm(tree["tree_structure"], names, called) for tree in document["tree_info"]]


def _category(value: Document) -> str:
    return value if isinstance(value, str) else str(value) if isinstance(value, bool) or value != int(value) else str(int(value))


def _lightgbm(node: Document, names: Sequence[str], called: Mapping[str, Sequence[str]]) -> Shape:
    if "leaf_value" in node:
        return (None, float(node["leaf_value"]), None, node.get("leaf_count"))
    name, default = names[node["split_feature"]], 0 if node["default_left"] else 1
    if node["decision_type"] == "==":
        codes = [int(code) for code in node["threshold"].split("||")]
        ask: Shape = (name, frozenset(called[name][c] if name in called else str(c) for c in codes), frozenset(), 1, 1)
    else:
        cut, near = float(node["threshold"]), single(1e-35)
        meant = default if node["missing_type"] == "Zero" else 0 if cut >= 0 else 1
        zeros = None if {0 if x <= cut else 1 for x in (-near, near)} == {meant} else meant
        ask = (name, "<=", cut, zeros, (0 if cut >= 0 else 1) if node["missing_type"] == "None" else default)
    return (ask, None, None, node.get("internal_count"), *(_lightgbm(node[key], names, called) for key in ("left_child", "right_child")))


def treelite_shapes(document: Document) -> list[Shape]:
    widths: Mapping[str, Callable[[float], float]] = {"float32": single, "float64": float}
    cuts, leaves = widths[document["threshold_type"]], widths[document["leaf_output_type"]]
    return [_treelite({node["node_id"]: node for node in tree["nodes"]}, 0, cuts, leaves) for tree in document["trees"]]


def _treelite(nodes: Document, i: int, cuts: Callable[[float], float], leaves: Callable[[float], float]) -> Shape:
    node = nodes[i]
    rows = node.get("data_count")
    if "leaf_value" in node:
        return (None, leaves(node["leaf_value"]), None, rows)
    name, left, right = f"f{node['split_feature_id']}", node["left_child"], node["right_child"]
    goes_left = node["default_left"]
    if node["node_type"] == "categorical_test_node":
        listed, other = frozenset(map(str, node["category_list"])), frozenset[str]()
        groups = (other, listed) if node["category_list_right_child"] else (listed, other)
        ask: Shape = (name, *groups, 0 if node["category_list_right_child"] else 1, 0 if goes_left else 1)
    else:
        swapped = ">" in node["comparison_op"]
        side = {"<": "<", ">=": "<", "<=": "<=", ">": "<="}[node["comparison_op"]]
        if swapped:
            left, right, goes_left = right, left, not goes_left
        ask = (name, side, cuts(node["threshold"]), None, 0 if goes_left else 1)
    return (ask, None, None, rows, _treelite(nodes, left, cuts, leaves), _treelite(nodes, right, cuts, leaves))


def rpart_shapes(document: Document) -> list[Shape]:
    def column(key: str) -> list[Document]:
        return document[key] if isinstance(document[key], list) else [document[key]]

    def numbers(key: str) -> list[float]:
        return [float.fromhex(text) for text in column(key)]

    nodes = [int(float.fromhex(text)) if "x" in text else int(text) for text in column("node")]
    leaves = column("leaf") if "leaf" in document else [name == "<leaf>" for name in column("var")]
    starts, at = [], 0
    for leaf, competitors, surrogates in zip(leaves, numbers("ncompete"), numbers("nsurrogate"), strict=True):
        starts.append(at)
        at += 0 if leaf else 1 + int(competitors) + int(surrogates)
    classes, labels, rows = document["method"] == "class", numbers("yval"), numbers("n")
    levels = document["ylevels"] if classes else []

    def below(k: int) -> Shape:
        i = nodes.index(k)
        label = levels[int(labels[i]) - 1] if classes else labels[i]
        counts = tuple(float.fromhex(text) for text in document["counts"][i]) if classes else None
        if leaves[i]:
            return (None, label, counts, rows[i])
        name = column("var")[i]
        _, ncat, _, index, _ = map(float.fromhex, document["splits"][starts[i]])
        children = [below(2 * k), below(2 * k + 1)]
        if ncat in (-1, 1):
            return ((name, "<", index, None), label, counts, rows[i], *(children if ncat == -1 else children[::-1]))
        sides = [float.fromhex(text) for text in document["csplit"][int(index) - 1]]
        groups = (frozenset(v for v, side in zip(document["xlevels"][name], sides, strict=False) if side == way) for way in (1, 3))
        return ((name, *groups, None), label, counts, rows[i], *children)

    return [below(1)]


SHAPES: Mapping[str, Callable[[Document], list[Shape]]] = {
    "xgboost": xgboost_shapes, "lightgbm": lightgbm_shapes, "treelite": treelite_shapes, "rpart": rpart_shapes,
}  # fmt: skip
"""The shapes of a document's trees, by format."""
