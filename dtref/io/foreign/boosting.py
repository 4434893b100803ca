"""
Trees of gradient boosting, from the JSON of XGBoost, LightGBM and treelite: structure and routing. Their leaves hold scores, not classes.

=========  ==========================================  =======================================================
program    a number goes left where                    a missing number goes
=========  ==========================================  =======================================================
XGBoost    x < t, both as float32                      where `default_left` says
LightGBM   x <= t, as float64                          where `default_left` says if `missing_type` is NaN; with None it is read as 0
treelite   as `comparison_op` says, `threshold_type`   where `default_left` says
=========  ==========================================  =======================================================

XGBoost's categories are numbers; those that a node lists go right. LightGBM lists with `==` those that go left.
Before this: `dtref.io.foreign.json_parts`. Next: `dtref.io.foreign.rpart`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TypeAlias

from dtref.errors import Invalid
from dtref.io.foreign.json_parts import Parts
from dtref.io.foreign.tree import Ask, Cut, ForeignNode, ForeignTree, Values, branch_taken, unfold_listed
from dtref.model.attributes import Width
from dtref.model.precision import rounded
from dtref.model.schemes import unfold
from dtref.model.tests import Side

Built: TypeAlias = tuple[Callable[[Sequence[ForeignNode]], ForeignNode], list[Parts]]
Indexed: TypeAlias = tuple[Callable[[Sequence[ForeignNode]], ForeignNode], list[int]]


def read_xgboost(path: Path) -> tuple[ForeignTree, ...]:
    """
    The trees of a model that XGBoost saved as JSON (`save_model("….json")`).

    Numbers are read as the float32 that they are printed from. Columns are those of `feature_names`, else f0, f1, …. Errors: Invalid where
    the file isn't such a model.
    """
    learner = Parts.of_file(path)["learner"]
    names = [part.text() for part in learner["feature_names"].items()] if "feature_names" in learner else []
    trees = learner["gradient_booster"]["model"]["trees"].items()
    return tuple(ForeignTree(_xgboost_tree(tree, names), f"XGBoost tree {i}") for i, tree in enumerate(trees, 1))


def _xgboost_tree(tree: Parts, names: Sequence[str]) -> ForeignNode:
    left, right = ([part.whole() for part in tree[key].items()] for key in ("left_children", "right_children"))
    columns, default_left = [p.whole() for p in tree["split_indices"].items()], [p.truth() for p in tree["default_left"].items()]
    conditions = [rounded(part.number(), Width.FLOAT32) for part in tree["split_conditions"].items()]
    go_right = _xgboost_categories(tree)

    def expand(i: int) -> Indexed:
        if not 0 <= i < len(left):
            raise Invalid(tree.where, f"nodes 0 to {len(left) - 1}", i)
        if left[i] < 0:
            return lambda _: ForeignNode(str(i), label=conditions[i]), []
        name = names[columns[i]] if columns[i] < len(names) else f"f{columns[i]}"
        ask: Ask = Cut(name, conditions[i], Side.BELOW, Width.FLOAT32, 0 if default_left[i] else 1)
        if i in go_right:
            ask = Values(name, ((), go_right[i]), 0, 0 if default_left[i] else 1)
        return lambda below: ForeignNode(str(i), ask, tuple(below)), [left[i], right[i]]

    return unfold_listed(0, len(left), expand, tree.where)


def _xgboost_categories(tree: Parts) -> dict[int, tuple[str, ...]]:
    """For each node that asks for categories, those that go right."""
    if "categories_nodes" not in tree:
        return {}
    every = [part.whole() for part in tree["categories"].items()]
    nodes, starts, sizes = ([p.whole() for p in tree[f"categories_{key}"].items()] for key in ("nodes", "segments", "sizes"))
    return {node: tuple(map(str, every[at : at + n])) for node, at, n in zip(nodes, starts, sizes, strict=True)}


def read_lightgbm(path: Path) -> tuple[ForeignTree, ...]:
    """
    The trees of LightGBM's `dump_model()`, saved as JSON. Errors: Invalid where the file isn't one.

    A column whose `missing_type` is None had no missing value in training: one is read as 0 then.
    """
    model = Parts.of_file(path)
    names = [part.text() for part in model["feature_names"].items()]
    trees = model["tree_info"].items()
    return tuple(ForeignTree(unfold(tree["tree_structure"], _lightgbm(names)), f"LightGBM tree {i}") for i, tree in enumerate(trees, 1))


def _lightgbm(names: Sequence[str]) -> Callable[[Parts], Built]:
    def expand(node: Parts) -> Built:
        if "split_index" not in node:
            place = f"leaf {node['leaf_index'].whole()}" if "leaf_index" in node else "leaf 0"
            label, records = (
                rounded(node["leaf_value"].number(), Width.FLOAT64),
                node["leaf_count"].number() if "leaf_count" in node else None,
            )
            return lambda _: ForeignNode(place, label=label, records=records), []
        place, ask = f"split {node['split_index'].whole()}", _lightgbm_ask(node, names)
        records = node["internal_count"].number() if "internal_count" in node else None
        return lambda below: ForeignNode(place, ask, tuple(below), records=records), [node["left_child"], node["right_child"]]

    return expand


def _lightgbm_ask(node: Parts, names: Sequence[str]) -> Ask:
    column = node["split_feature"].whole()
    if not 0 <= column < len(names):
        raise Invalid(node.where, f"a column from 0 to {len(names) - 1}", column)
    name, operator, missing_type = names[column], node["decision_type"].text(), node["missing_type"].text()
    stated = (0 if node["default_left"].truth() else 1) if missing_type == "NaN" else None
    match operator:
        case "<=":
            cut = Cut(name, rounded(node["threshold"].number(), Width.FLOAT64), Side.AT_MOST, Width.FLOAT64, stated)
            return cut if stated is not None else Cut(name, cut.cut, cut.side, cut.width, branch_taken(cut, Fraction(0)))
        case "==":
            return Values(name, (tuple(node["threshold"].text().split("||")), ()), 1, 1 if stated is None else stated)
        case _:
            raise Invalid(f"{node.where}, decision_type", "<= or ==", operator)


def read_treelite(path: Path) -> tuple[ForeignTree, ...]:
    """
    The trees of treelite's `dump_as_json()`. Columns are f0, f1, …. Errors: Invalid where the file isn't one.

    Treelite keeps no names of columns, and where scikit-learn sends missing values is lost.
    """
    model = Parts.of_file(path)
    cuts, scores = (_treelite_width(model, key) for key in ("threshold_type", "leaf_output_type"))
    trees = model["trees"].items()
    notes = ("treelite keeps no names of columns: they are f0, f1, …",)
    return tuple(ForeignTree(_treelite_tree(tree, cuts, scores), f"treelite tree {i}", (), notes) for i, tree in enumerate(trees, 1))


def _treelite_width(model: Parts, key: str) -> Width:
    return Width.FLOAT32 if key in model and model[key].text() == "float32" else Width.FLOAT64


OPERATORS = {"<=": (Side.AT_MOST, False), "<": (Side.BELOW, False), ">": (Side.AT_MOST, True), ">=": (Side.BELOW, True)}
"""A comparison as one that goes left where the number is at most (below) the cut, and whether left and right change places."""


def _treelite_tree(tree: Parts, cuts: Width, scores: Width) -> ForeignNode:
    by_id = {node["node_id"].whole(): node for node in tree["nodes"].items()}

    def expand(i: int) -> Indexed:
        if i not in by_id:
            raise Invalid(tree.where, "a node of each id that is named", i)
        node = by_id[i]
        if "leaf_value" in node:
            value = node["leaf_value"]
            label = None if isinstance(value.value, list) else rounded(value.number(), scores)
            return lambda _: ForeignNode(str(i), label=label), []
        ask, swapped = _treelite_ask(node, cuts)
        below = [node["left_child"].whole(), node["right_child"].whole()]
        return lambda parts: ForeignNode(str(i), ask, tuple(parts)), below[::-1] if swapped else below

    return unfold_listed(tree["root_id"].whole() if "root_id" in tree else 0, len(by_id), expand, tree.where)


def _treelite_ask(node: Parts, width: Width) -> tuple[Ask, bool]:
    name, missing_left = f"f{node['split_feature_id'].whole()}", node["default_left"].truth()
    if node["node_type"].text() == "categorical_test_node":
        listed = tuple(str(part.whole()) for part in node["category_list"].items())
        right = node["category_list_right_child"].truth()
        return Values(name, ((), listed) if right else (listed, ()), 0 if right else 1, 0 if missing_left else 1), False
    operator = node["comparison_op"].text()
    if operator not in OPERATORS:
        raise Invalid(f"{node.where}, comparison_op", "one of " + ", ".join(OPERATORS), operator)
    side, swapped = OPERATORS[operator]
    cut = rounded(node["threshold"].number(), width)
    return Cut(name, cut, side, width, int(swapped) if missing_left else 1 - int(swapped)), swapped
