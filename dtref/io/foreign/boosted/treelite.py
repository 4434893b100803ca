"""
Reads trees that treelite stores, from its `dump_as_json()` (version 4): structure and routing.

A number goes left by `comparison_op`, both as `threshold_type`; a category by `category_list`; a missing value by `default_left`. The dump
has no names of columns, and doesn't say which program grew the trees, nor how.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path

from attrs import evolve

from dtref.errors import Invalid
from dtref.io.foreign.exports import TREELITE_EXPORT, exported
from dtref.io.foreign.json_parts import Parts, shortened_json
from dtref.io.foreign.node_list import listed_tree
from dtref.io.foreign.tree import Ask, Cut, ForeignNode, ForeignTree, Program, Setting, Values
from dtref.spec.model.attributes import Width
from dtref.spec.model.tests import Side

NOTES = ("treelite keeps no names of columns: they are f0, f1, …",)
_WIDTHS = {"float32": Width.FLOAT32, "float64": Width.FLOAT64}
TASKS = ("kBinaryClf", "kRegressor", "kMultiClf", "kLearningToRank", "kIsolationForest")
_OPERATORS = {"<=": (Side.AT_MOST, False), "<": (Side.BELOW, False), ">": (Side.AT_MOST, True), ">=": (Side.BELOW, True)}
"""A comparison as one that goes left where the number is at most (below) the cut, and whether left and right change places."""
_KNOWN = (
    *("threshold_type", "leaf_output_type", "num_feature", "task_type", "average_tree_output", "num_target", "num_class"),
    *("leaf_vector_shape", "target_id", "class_id", "postprocessor", "sigmoid_alpha", "ratio_c", "base_scores", "attributes", "trees"),
)
_STATISTICS = ("data_count", "sum_hess", "gain")
TEST = ("node_id", "split_feature_id", "default_left", "node_type", "left_child", "right_child", *_STATISTICS)
OWN = {"numerical_test_node": ("comparison_op", "threshold"), "categorical_test_node": ("category_list_right_child", "category_list")}
"""The kinds of inner nodes, with the fields that only this kind has."""


def read_treelite(path: Path) -> tuple[ForeignTree, ...]:
    """
    The trees of treelite's `dump_as_json()`. Columns are f0, f1, …, categories their codes.

    Errors: Invalid where the file isn't such a dump, or has parts that aren't read here: leaves that are vectors, the comparison ==, an
    unknown kind of node or task, the dump of a version before 4.
    """
    model = exported(path, TREELITE_EXPORT)
    cuts, leaves = (_WIDTHS[model[key].one_of(_WIDTHS)] for key in ("threshold_type", "leaf_output_type"))
    trees = model["trees"].items()
    _check(model, len(trees))
    columns = int(model["num_feature"].count())
    notes = (*NOTES, *(f"{key} is not read" for key in sorted(set(model.fields()) - {*_KNOWN})))
    common = ForeignTree(
        ForeignNode(""), "treelite", notes=notes, width=leaves, scores=_scores(model), settings=_settings(model), program=Program.BOOSTED
    )
    return tuple(
        evolve(common, root=_tree(tree, columns, cuts, leaves), source=f"treelite tree {i}", chosen_for=_chosen_for(model, i == 1))
        for i, tree in enumerate(trees, 1)
    )


def _check(model: Parts, trees: int) -> None:
    """Checks that leaves are single numbers, of a known task; and the target and class of each tree."""
    shape = model.column("leaf_vector_shape", Parts.whole, 2)
    if shape != (1, 1):
        raise Invalid(model["leaf_vector_shape"].where, "[1, 1]: leaves that are vectors are not read", list(shape))
    model["task_type"].one_of(TASKS)
    targets = int(model["num_target"].count())
    classes = model.column("num_class", lambda part: int(part.count()), targets)
    for key, most in (("target_id", targets), ("class_id", max(classes, default=0))):
        model.column(key, partial(Parts.index, size=most), trees)
    for key in ("sigmoid_alpha", "ratio_c"):
        if key in model:
            model[key].number()
    if "base_scores" in model:
        model.column("base_scores", Parts.number)
    if "attributes" in model:
        model["attributes"].text()


def _scores(model: Parts) -> str:
    origin = f"{model['task_type'].text()}, {model['postprocessor'].text()}"
    return f"a leaf is a part of a score ({origin}), and treelite does not say how it was made"


def _chosen_for(model: Parts, first: bool) -> str:
    """The target of a tree's tests; "" where that may be the target of the records."""
    if model["task_type"].text() not in ("kRegressor", "kBinaryClf"):
        return f"another thing than the target ({model['task_type'].text()})"
    return "" if first or model["average_tree_output"].truth() else "the gradients that earlier trees left"


def _settings(model: Parts) -> tuple[Setting, ...]:
    averaged = Setting("average_tree_output", str(model["average_tree_output"].truth()))
    return (*(Setting(key, model[key].text()) for key in ("task_type", "postprocessor")), averaged)


def _tree(tree: Parts, columns: int, cuts: Width, leaves: Width) -> ForeignNode:
    tree.only(("num_nodes", "has_categorical_split", "nodes"))
    nodes = tree["nodes"].items()
    if tree["num_nodes"].whole() != len(nodes):
        raise Invalid(tree["num_nodes"].where, f"{len(nodes)}, as there are so many nodes", tree["num_nodes"].whole())
    by_id = {node["node_id"].index(len(nodes)): node for node in nodes}
    for node in nodes:
        _ = [node[key].number() for key in ("sum_hess", "gain") if key in node]
    if len(by_id) < len(nodes):
        raise Invalid(tree["nodes"].where, "a node_id for each node alone", shortened_json(tree["nodes"].value))
    asks = {i: _ask(node, columns, cuts) for i, node in by_id.items() if "leaf_value" not in node}
    if tree["has_categorical_split"].truth() != any(isinstance(ask, Values) for ask, _ in asks.values()):
        raise Invalid(tree["has_categorical_split"].where, "whether a node asks for categories", tree["has_categorical_split"].truth())
    # The children, left before right.
    children_of = {i: [by_id[i][key].whole() for key in ("left_child", "right_child")] if i in asks else [] for i in by_id}
    children_of = {i: children[::-1] if i in asks and asks[i][1] else children for i, children in children_of.items()}

    def made(i: int, children: Sequence[ForeignNode]) -> ForeignNode:
        rows = by_id[i]["data_count"].count() if "data_count" in by_id[i] else None
        if i in asks:
            return ForeignNode(str(i), asks[i][0], tuple(children), rows=rows)
        return ForeignNode(str(i), label=_leaf(by_id[i], leaves), rows=rows)

    return listed_tree(0, children_of, made, tree.where)


def _leaf(node: Parts, width: Width) -> Fraction:
    node.only(("node_id", "leaf_value", *_STATISTICS))
    return node["leaf_value"].float(width)


def _ask(node: Parts, columns: int, width: Width) -> tuple[Ask, bool]:
    """The question of a node, and whether its branches change places."""
    kind = node["node_type"].one_of(OWN)
    node.only((*TEST, *OWN[kind]))
    name, missing_left = f"f{node['split_feature_id'].index(columns)}", node["default_left"].truth()
    if kind == "categorical_test_node":
        categories = node.column("category_list", lambda part: str(part.count()))
        if len(set(categories)) < len(categories):
            raise Invalid(node["category_list"].where, "each category once", shortened_json(node["category_list"].value))
        right = node["category_list_right_child"].truth()
        return Values(name, ((), categories) if right else (categories, ()), 0 if right else 1, 0 if missing_left else 1), False
    side, swapped = _OPERATORS[node["comparison_op"].one_of(_OPERATORS)]
    return Cut(name, node["threshold"].float(width), side, width, int(swapped) if missing_left else 1 - int(swapped)), swapped
