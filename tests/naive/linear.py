"""Least squares by elimination, and regression trees with linear models in their leaves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from naive.agreement import NO_VALUE, NotAnInput
from naive.asking import Row
from naive.growing import Grower, Inner, Leaf, Tree
from naive.grown import given_record, grower_of, reached, shown_tree


def model(rows: Sequence[Sequence[Fraction]], y: Sequence[Fraction], weights: Sequence[Fraction]) -> list[Fraction] | None:
    """
    Intercept and slopes. Each column less its projection on the ones before it (Gram-Schmidt); y is projected on what remains, and the
    coefficients are found backwards. A column of which nothing remains has slope 0.
    """
    if not rows:
        return None

    def dot(u: Sequence[Fraction], v: Sequence[Fraction]) -> Fraction:
        return sum((w * a * b for w, a, b in zip(weights, u, v, strict=True)), Fraction(0))

    columns = [[Fraction(1)] * len(rows), *([row[j] for row in rows] for j in range(len(rows[0])))]
    kept: list[tuple[int, list[Fraction], dict[int, Fraction]]] = []
    for j, column in enumerate(columns):
        rest, shares = list(column), {}
        for i, basis, _ in kept:
            shares[i] = dot(column, basis) / dot(basis, basis)
            rest = [a - shares[i] * b for a, b in zip(rest, basis, strict=True)]
        if any(rest):
            kept.append((j, rest, shares))
    target = {j: dot(y, basis) / dot(basis, basis) for j, basis, _ in kept}
    slopes = [Fraction(0)] * len(columns)
    for j, _, shares in reversed(kept):
        slopes[j] = target[j]
        for i, share in shares.items():
            target[i] -= slopes[j] * share
    return slopes


def _least_squares(given: Mapping[str, Any]) -> Any:
    rows = [[Fraction(x) for x in row] for row in given["rows"]]
    y = [Fraction(v) for v in given["y"]]
    if len(y) != len(rows) or len(set(map(len, rows))) > 1:
        raise NotAnInput("rows of other lengths")
    found = model(rows, y, [Fraction(1)] * len(rows))
    return NO_VALUE if found is None else {"intercept": found[0], "slopes": found[1:]}


def _numbers(grower: Grower) -> list[int]:
    return [c for c, a in enumerate(grower.data.attributes) if a.kind == "continuous"]


def _leaf_model(grower: Grower, rows: Sequence[Row]) -> list[Fraction] | None:
    columns = _numbers(grower)
    return model([[values[c] for c in columns] for values, _, _ in rows], [y for _, y, _ in rows], [w for _, _, w in rows])


def _grow_linear(given: Mapping[str, Any]) -> Any:
    grower = grower_of(given)
    tree = grower.grow()
    names = [grower.data.attributes[c].name for c in _numbers(grower)]

    def with_models(node: Tree, shown: dict[str, Any]) -> dict[str, Any]:
        if isinstance(node, Inner):
            parts = [{**b, "then": with_models(part, b["then"])} for part, b in zip(node.branches, shown["branches"], strict=True)]
            return {**shown, "branches": parts}
        found = _leaf_model(grower, node.rows)
        if found is None:
            return {**shown, "model": NO_VALUE}
        return {**shown, "model": {"intercept": found[0], "slopes": dict(zip(names, found[1:], strict=True))}}

    if not grower.numeric:
        raise NotAnInput("a target of classes")
    return with_models(tree, shown_tree(grower, tree))


def _predict_linear(given: Mapping[str, Any]) -> Any:
    grower = grower_of(given)
    values = given_record(grower.data, given["record"])
    if not grower.numeric:
        raise NotAnInput("a target of classes")
    ((leaf, _),) = reached(grower, grower.grow(), values)
    found = _leaf_model(grower, leaf.rows) if isinstance(leaf, Leaf) else None
    if found is None:
        return NO_VALUE
    numbers = [values[c] for c in _numbers(grower)]
    if None in numbers:
        raise NotAnInput("a missing number")
    return found[0] + sum((b * x for b, x in zip(found[1:], numbers, strict=True)), Fraction(0))


ANSWERS = {"least_squares": _least_squares, "grow_linear": _grow_linear, "predict_linear": _predict_linear}
