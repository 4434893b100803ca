"""Trees seen otherwise: as rules, as regions, as a shape; each by walking through the tree."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from naive.agreement import NO_VALUE, NotAnInput, NotHere
from naive.data import Attribute, Data
from naive.data import parity as truth_table
from naive.growing import Grower, Inner, Leaf, Tree, guessed
from naive.grown import given_data, given_record, grower_of, leaves_of, shown_counts

# Conditions: of numbers two ends, each a number and 0 (just below it) or 1 (just above it), None where there is no end; else values.
End = tuple[Fraction, int]
Ends = tuple[End | None, End | None]
Condition = Any
ANY: Ends = (None, None)


def later(a: End | None, b: End | None) -> End | None:
    return b if a is None else a if b is None else max(a, b)


def earlier(a: End | None, b: End | None) -> End | None:
    return b if a is None else a if b is None else min(a, b)


def both(a: Condition, b: Condition) -> Condition:
    """What fulfils two conditions."""
    if isinstance(a, list):
        return [v for v in a if v in b]
    return (later(a[0], b[0]), earlier(a[1], b[1]))


def is_empty(c: Ends) -> bool:
    return c[0] is not None and c[1] is not None and c[0] >= c[1]


def shown_condition(c: Condition) -> dict[str, Any]:
    if isinstance(c, list):
        return {"in": c}
    low, high = c
    found = {} if low is None else {("at_least", "above")[low[1]]: low[0]}
    return {**found, **({} if high is None else {("below", "at_most")[high[1]]: high[0]})}


def asked(grower: Grower, tree: Inner, branch: int) -> tuple[str, Condition]:
    """What a branch says about the attribute of its node."""
    shown = tree.test.shown
    if "oblique" in shown:
        raise NotAnInput("a test of several attributes")
    attribute = grower.data.attributes[tree.test.column]
    if "threshold" in shown:
        end = (shown["cut"], 1 if shown["side"] == "<=" else 0)
        return attribute.name, ((None, end), (end, None))[branch]
    if "ranges" in shown:
        ends = [None, *((cut, 1) for cut in shown["cuts"]), None]
        return attribute.name, (ends[branch], ends[branch + 1])
    values = list(attribute.values)
    if "groups" in shown and any("?" in group for group in shown["values"]):
        values = [*(v for v in values if v != "?"), "?"]

    def takes(v: str) -> bool:
        return tree.test.branch([None if v == "?" and v not in attribute.values else v] * (tree.test.column + 1)) == branch

    return attribute.name, [v for v in values if takes(v)]


def paths(grower: Grower, tree: Tree, above: Mapping[str, Condition]) -> Iterator[tuple[dict[str, Condition], Leaf]]:
    """Each leaf with one condition a column, in the order in which the path asks them first."""
    if isinstance(tree, Leaf):
        yield dict(above), tree
        return
    for i, part in enumerate(tree.branches):
        name, condition = asked(grower, tree, i)
        yield from paths(grower, part, {**above, name: both(above[name], condition) if name in above else condition})


def _rules(given: Mapping[str, Any]) -> Any:
    grower = grower_of(given)
    return [
        {
            "if": {name: shown_condition(c) for name, c in conditions.items()},
            "then": list(leaf.labels),
            "counts": shown_counts(grower, leaf.counts),
        }
        for conditions, leaf in paths(grower, grower.grow(), {})
    ]


def numeral(x: Any) -> str:
    """A decimal of up to 12 places, else a fraction."""
    if not isinstance(x, Fraction):
        return str(x)
    for places in range(13):
        scaled = x * 10**places
        if scaled.denominator == 1:
            digits = str(abs(int(scaled))).rjust(places + 1, "0")
            whole = digits[: len(digits) - places] + ("." + digits[len(digits) - places :] if places else "")
            return ("-" if x < 0 else "") + whole
    return str(x)


def condition_text(name: str, c: Condition) -> str:
    if isinstance(c, list):
        return f"{name} = {c[0]}" if len(c) == 1 else f"{name} in {{{', '.join(c)}}}"
    low, high = c
    if low is None:
        return f"{name} {('<', '<=')[high[1]]} {numeral(high[0])}"
    if high is None:
        return f"{name} {('>=', '>')[low[1]]} {numeral(low[0])}"
    return f"{numeral(low[0])} {('<=', '<')[low[1]]} {name} {('<', '<=')[high[1]]} {numeral(high[0])}"


def _rule_texts(given: Mapping[str, Any]) -> Any:
    grower = grower_of(given)
    found = []
    for conditions, leaf in paths(grower, grower.grow(), {}):
        premise = " AND ".join(condition_text(name, c) for name, c in conditions.items()) or "true"
        counts = ", ".join(f"{name} {n}" for name, n in shown_counts(grower, leaf.counts).items())
        found.append(f"IF {premise} THEN {grower.data.target.name} = {' or '.join(map(numeral, leaf.labels))} ({counts})")
    return found


# Rules that are given.


def given_condition(attribute: Attribute, given: Mapping[str, Any]) -> Condition:
    if attribute.kind != "continuous":
        if set(given) != {"in"} or any(v not in attribute.values for v in given["in"]):
            raise NotAnInput("not values of the attribute")
        return list(given["in"])
    if set(given) - {"above", "at_least", "at_most", "below"}:
        raise NotAnInput("not a condition on a number")
    found: Condition = ANY
    for name, x in given.items():
        end = (Fraction(x), 1 if name in ("above", "at_most") else 0)
        found = both(found, (end, None) if name in ("above", "at_least") else (None, end))
    return found


def given_rules(data: Data, given: Mapping[str, Any]) -> list[tuple[dict[int, Condition], list[str]]]:
    names = [a.name for a in data.attributes]
    found = []
    for rule in given["rules"]:
        if any(name not in names for name in rule["if"]) or not rule["then"] or any(c not in data.classes for c in rule["then"]):
            raise NotAnInput("a rule of other attributes or classes")
        found.append(({names.index(n): given_condition(data.attributes[names.index(n)], c) for n, c in rule["if"].items()}, rule["then"]))
    return found


def fulfils(value: Any, c: Condition) -> bool:
    if value is None:
        raise NotAnInput("a missing value")
    if isinstance(c, list):
        return value in c
    here = (value, Fraction(1, 2))
    return (c[0] is None or c[0] < here) and (c[1] is None or here < c[1])


def fires(values: Sequence[Any], conditions: Mapping[int, Condition]) -> bool:
    return all(fulfils(values[a], c) for a, c in conditions.items())


def _firing_rules(given: Mapping[str, Any]) -> Any:
    data = given_data(given["data"])
    rules = given_rules(data, given)
    return [[i for i, (conditions, _) in enumerate(rules, 1) if fires(r.values, conditions)] for r in data.records]


def _rule_predictions(given: Mapping[str, Any]) -> Any:
    data = given_data(given["data"])
    rules = given_rules(data, given)
    found = []
    for r in data.records:
        labels = next((labels for conditions, labels in rules if fires(r.values, conditions)), None)
        if labels is None:
            raise NotAnInput("no rule fires")
        found.append(list(labels))
    return found


# Regions.


def regions(grower: Grower) -> list[tuple[dict[str, Ends], Leaf]]:
    axes = [a.name for a in grower.data.attributes if a.kind == "continuous"]
    found = list(paths(grower, grower.grow(), dict.fromkeys(axes, ANY)))
    if any(set(conditions) != set(axes) for conditions, _ in found):
        raise NotAnInput("a test of an attribute that isn't a number")
    return found


def _shown_box(box: Mapping[str, Ends]) -> dict[str, Any]:
    return {name: shown_condition(c) for name, c in box.items()}


def _regions(given: Mapping[str, Any]) -> Any:
    grower = grower_of(given)
    return [
        {"box": _shown_box(box), "labels": list(leaf.labels), "counts": shown_counts(grower, leaf.counts)} for box, leaf in regions(grower)
    ]


def _region_volumes(given: Mapping[str, Any]) -> Any:
    grower = grower_of(given)
    found = []
    boxes = regions(grower)
    window = {name: [Fraction(x) for x in ends] for name, ends in given["window"].items()}
    axes = {a.name for a in grower.data.attributes if a.kind == "continuous"}
    if set(window) != axes or any(len(ends) != 2 or ends[0] > ends[1] for ends in window.values()):
        raise NotAnInput("not a window")
    for box, _ in boxes:
        volume = Fraction(1)
        for name, (low, high) in box.items():
            start = window[name][0] if low is None else max(window[name][0], low[0])
            end = window[name][1] if high is None else min(window[name][1], high[0])
            volume *= max(end - start, Fraction(0))
        found.append(volume)
    return found


def _decision_boundary(given: Mapping[str, Any]) -> Any:
    grower = grower_of(given)
    space = regions(grower)
    found = []
    for axis in (a.name for a in grower.data.attributes if a.kind == "continuous"):
        for (box, leaf), (other, above) in itertools.product(space, repeat=2):
            end = box[axis][1]
            if end is None or end != other[axis][0] or leaf.labels == above.labels:
                continue
            face = {name: both(box[name], other[name]) for name in box if name != axis}
            if not any(map(is_empty, face.values())):
                labels = {"below": list(leaf.labels), "above": list(above.labels)}
                found.append({"attribute": axis, "at": end[0], **labels, "face": _shown_box(face)})
    return found


# Shape.


def weight(tree: Tree) -> Fraction:
    return sum((w for _, _, w in tree.rows), Fraction(0))


def by_level(tree: Tree) -> list[list[Tree]]:
    found, here = [], [tree]
    while here:
        found.append(here)
        here = [part for node in here if isinstance(node, Inner) for part in node.branches]
    return found


def _levels(given: Mapping[str, Any]) -> Any:
    found = []
    for nodes in by_level(grower_of(given).grow()):
        sizes = list(map(weight, nodes))
        leaves = sum(isinstance(node, Leaf) for node in nodes)
        found.append({"nodes": len(nodes), "leaves": leaves, "records": sum(sizes), "fewest": min(sizes), "most": max(sizes)})
    return found


def identity(grower: Grower, tree: Tree) -> Any:
    """What two equal subtrees share: what their branches ask, whatever is present there, and labels."""
    if isinstance(tree, Leaf):
        return ("leaf", tree.labels)
    linear = "oblique" in tree.test.shown
    question = tree.test.key if linear else repr([asked(grower, tree, i) for i in range(len(tree.branches))])
    return (question, tuple(identity(grower, part) for part in tree.branches))


def nodes_of(tree: Tree) -> list[Tree]:
    """In preorder."""
    return [tree, *(node for part in tree.branches for node in nodes_of(part))] if isinstance(tree, Inner) else [tree]


def _tree_shape(given: Mapping[str, Any]) -> Any:
    grower = grower_of(given)
    tree = grower.grow()
    levels = by_level(tree)
    depths = {d for d, nodes in enumerate(levels) for node in nodes if isinstance(node, Leaf)}
    met = sum((d * weight(node) for d, nodes in enumerate(levels) for node in nodes if isinstance(node, Leaf)), Fraction(0))
    return {
        "depth": len(levels) - 1,
        "leaves": len(leaves_of(tree)),
        "complete": "yes" if len(depths) == 1 else "no",
        "distinct_subtrees": len({identity(grower, node) for node in nodes_of(tree)}),
        "leaf_sizes": [weight(leaf) for leaf in leaves_of(tree)],
        "mean_tests": met / weight(tree) if tree.rows else NO_VALUE,
    }


def _replicas(given: Mapping[str, Any]) -> Any:
    grower = grower_of(given)
    inner = [node for node in nodes_of(grower.grow()) if isinstance(node, Inner)]
    found: dict[Any, list[Inner]] = {}
    for node in inner:
        found.setdefault(identity(grower, node), []).append(node)
    several = [some for some in found.values() if len(some) > 1]
    answer = [
        {
            "test": some[0].test.shown,
            "times": len(some),
            "tests": sum(isinstance(node, Inner) for node in nodes_of(some[0])),
            "leaves": len(leaves_of(some[0])),
        }
        for some in several
    ]
    return sorted(answer, key=lambda replica: -replica["tests"])


# The way of a record.


def passed(grower: Grower, tree: Tree, values: Sequence[Any]) -> list[tuple[Tree, Fraction, dict[str, Fraction]]]:
    """Each node that a record passes, in preorder, with what is there of it, and of what takes each branch."""
    found: list[tuple[Tree, Fraction, dict[str, Fraction]]] = []

    def go(node: Tree, share: Fraction) -> None:
        if isinstance(node, Leaf):
            found.append((node, share, {}))
            return
        branch = node.test.branch(values)
        if branch is None and grower.preset.gaps == "guessed":
            guesses = guessed(node.surrogates, node.otherwise, values)
            branch = guesses[0]
            if len(guesses) > 1:
                raise NotHere("a record that several branches share alike")
        if branch is None and grower.preset.gaps != "shared":
            if values[node.test.column] is None:
                raise NotAnInput("a missing value")
            found.append((Leaf(grower.labels(node.rows), node.counts, node.rows), share, {}))
            return
        parts = [share * s for s in node.shares] if branch is None else [share * (i == branch) for i in range(len(node.branches))]
        found.append((node, share, {name: part for name, part in zip(node.test.names, parts, strict=True) if part}))
        for below, part in zip(node.branches, parts, strict=True):
            if part:
                go(below, part)

    go(tree, Fraction(1))
    return found


def _way(given: Mapping[str, Any]) -> tuple[Tree, list[tuple[Tree, Fraction, dict[str, Fraction]]]]:
    grower = grower_of(given)
    values = given_record(grower.data, given["record"])
    tree = grower.grow()
    return tree, passed(grower, tree, values)


def position(node: Tree, among: Sequence[Tree]) -> int:
    return 1 + next(i for i, other in enumerate(among) if other is node)


def _decision_path(given: Mapping[str, Any]) -> Any:
    tree, way = _way(given)
    return [{"node": position(node, nodes_of(tree)), "share": share, "branches": branches} for node, share, branches in way]


def _ends(given: Mapping[str, Any], among: Callable[[Tree], Sequence[Tree]]) -> Any:
    tree, way = _way(given)
    return {str(position(node, among(tree))): share for node, share, _ in way if isinstance(node, Leaf)}


def _parity(given: Mapping[str, Any]) -> Any:
    n = Fraction(given["inputs"])
    if n.denominator != 1 or n < 0:
        raise NotAnInput("not a number of inputs")
    return [[*r.values, r.label] for r in truth_table(int(n)).records]


ANSWERS = {
    "rules": _rules,
    "rule_texts": _rule_texts,
    "firing_rules": _firing_rules,
    "rule_predictions": _rule_predictions,
    "regions": _regions,
    "region_volumes": _region_volumes,
    "decision_boundary": _decision_boundary,
    "levels": _levels,
    "tree_shape": _tree_shape,
    "replicas": _replicas,
    "decision_path": _decision_path,
    "apply": lambda given: _ends(given, nodes_of),
    "leaf_numbers": lambda given: _ends(given, leaves_of),
    "parity": _parity,
}
