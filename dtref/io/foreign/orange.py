"""
Trees of Orange as a JSON file, without pickle: a model is written where it was fitted, and read elsewhere.

    dtref.write_orange(model, "model.json")

A number goes left if it is at most the threshold, as a double. A record whose value is missing, or leads to no child, stays at its node,
and gets the label there.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from attrs import evolve

from dtref.errors import Invalid
from dtref.exact.checked_call import refuses_other_kinds
from dtref.io.files import write_text
from dtref.io.foreign.exports import ORANGE_EXPORT, exported
from dtref.io.foreign.json_parts import Parts
from dtref.io.foreign.node_list import listed_tree
from dtref.io.foreign.tree import Cut, ForeignNode, ForeignTree, Values
from dtref.spec.model.attributes import Width

_VERSION = 1
_INNER = ("value", "column", "threshold", "values", "children")
_KINDS = ("Node", "DiscreteNode", "MappedDiscreteNode", "NumericNode")


@refuses_other_kinds
def write_orange(model: Any, path: str | Path) -> None:
    """
    Writes a fitted tree of Orange's own TreeLearner, for classes or numbers. Errors: Invalid for any other model; one that wraps
    scikit-learn's (`model.skl_model`) is written by `dtref.write_scikit_learn`.

    >>> write_orange("a model", "no/such/model.json")
    Traceback (most recent call last):
    dtref.errors.Invalid: model: expected a fitted tree of Orange, with root and domain (got 'str')
    """
    if not hasattr(model, "root") or not hasattr(model, "domain"):
        remedy = " (this one wraps scikit-learn's: dtref.write_scikit_learn(model.skl_model, …))" if hasattr(model, "skl_model") else ""
        raise Invalid("model", f"a fitted tree of Orange, with root and domain{remedy}", type(model).__name__)
    nodes: list[Any] = [model.root]
    numbers: list[list[int | None]] = []
    # the nodes, each with the numbers of its children
    for node in nodes:
        below = []
        for child in node.children:
            below.append(None if child is None else len(nodes))
            nodes.extend([] if child is None else [child])
        numbers.append(below)
    target = model.domain.class_var
    object_ = {
        ORANGE_EXPORT.key: _VERSION,
        "columns": [column.name for column in model.domain.attributes],
        "classes": list(getattr(target, "values", ())),
        "nodes": [_object(node, below) for node, below in zip(nodes, numbers, strict=True)],
    }
    write_text(path, json.dumps(object_) + "\n")


def _object(node: Any, below: Sequence[int | None]) -> dict[str, object]:
    kind = type(node).__name__
    if kind not in _KINDS:
        raise Invalid("model, root", f"nodes that are one of {', '.join(_KINDS)}", kind)
    value = [float(x) for x in node.value]
    if not below:
        return {"value": value}
    if kind == "NumericNode":
        return {"value": value, "column": node.attr.name, "threshold": float(node.threshold), "children": list(below)}
    positions = [int(x) for x in node.mapping] if kind == "MappedDiscreteNode" else range(len(below))
    values = [[name for name, position in zip(node.attr.values, positions, strict=True) if position == i] for i in range(len(below))]
    return {"value": value, "column": node.attr.name, "values": values, "children": list(below)}


def read_orange(path: Path) -> tuple[ForeignTree, ...]:
    """The tree of a file of `write_orange`. Errors: Invalid for any other file, another version, and nodes that make no tree."""
    parts = exported(path, ORANGE_EXPORT)
    parts.only((ORANGE_EXPORT.key, "columns", "classes", "nodes"))
    version = parts[ORANGE_EXPORT.key].whole()
    if version != _VERSION:
        raise Invalid(f"{path.name}, {ORANGE_EXPORT.key}", f"version {_VERSION}", version)
    columns, classes, nodes = parts.names("columns"), parts.names("classes"), parts["nodes"].items()
    below = {i: [child.index(len(nodes)) for child in _children(node) if child.value is not None] for i, node in enumerate(nodes)}

    def made(i: int, children: Sequence[ForeignNode]) -> ForeignNode:
        claims = _claims(nodes[i], i, classes)
        return evolve(claims, ask=_ask(nodes[i], columns), children=tuple(children)) if children else claims

    root = listed_tree(0, below, made, parts["nodes"].where)
    return (ForeignTree(root, f"Orange {path.name}", classes, columns=columns, keeps_label=True),)


def _children(node: Parts) -> Sequence[Parts]:
    return node["children"].items() if "children" in node else ()


def _claims(node: Parts, i: int, classes: tuple[str, ...]) -> ForeignNode:
    node.only(_INNER)
    if not classes:
        return ForeignNode(str(i), label=node["value"].items()[0].float(Width.FLOAT64) if node["value"].items() else None)
    counts = node.column("value", Parts.weight, len(classes))
    return ForeignNode(str(i), label=classes[counts.index(max(counts))], counts=tuple(zip(classes, counts, strict=True)))


def _ask(node: Parts, columns: tuple[str, ...]) -> Cut | Values:
    """The question of an inner node; values without a child are in no group."""
    name, children = node["column"].one_of(columns), _children(node)
    if "threshold" in node:
        if len(children) != 2 or any(child.value is None for child in children):
            raise Invalid(node["children"].where, "two children, at most and above the threshold", len(children))
        return Cut(name, node["threshold"].float(Width.FLOAT64), width=Width.FLOAT64)
    groups = node.column("values", lambda group: tuple(value.text() for value in group.items()), len(children))
    kept = tuple(group for group, child in zip(groups, children, strict=True) if child.value is not None)
    try:
        return Values(name, kept)
    except Invalid as problem:
        raise Invalid(f"{node.where}, values", problem.wanted, problem.got) from None
