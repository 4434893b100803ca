"""What grown trees say, and how they are shown; the operations that grow."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import mpmath

from naive.agreement import NO_VALUE, WORKING, NotAnInput, NotHere
from naive.asking import Row, Test, Values
from naive.data import Data, is_number, read
from naive.growing import PRESETS, Grower, Leaf, Preset, Tree, guessed
from naive.surrogates import StandIn, every_list

MOST_TREES = 1000


def reached(grower: Grower, tree: Tree, values: Values, share: Fraction = Fraction(1)) -> list[tuple[Leaf, Fraction]]:
    """The leaves that a record reaches, with its share in each; it stays where nobody had its value."""
    preset = grower.preset
    if isinstance(tree, Leaf):
        return [(tree, share)]
    branch = tree.test.branch(values)
    if branch is None and preset.gaps == "shared":
        return [leaf for part, s in zip(tree.branches, tree.shares, strict=True) if s for leaf in reached(grower, part, values, share * s)]
    if branch is None and preset.gaps == "guessed":
        guesses = guessed(tree.surrogates, tree.otherwise, values)
        return [leaf for i in guesses for leaf in reached(grower, tree.branches[i], values, share / len(guesses))]
    if branch is None and values[tree.test.column] is None:
        raise NotAnInput("a missing value")
    if branch is None:
        return [(Leaf(grower.labels(tree.rows), tree.counts, tree.rows), share)]
    return reached(grower, tree.branches[branch], values, share)


def predict(grower: Grower, tree: Tree, values: Values) -> dict[str, Any]:
    """Labels and class shares."""
    leaves = reached(grower, tree, values)
    if grower.numeric or len(leaves) == 1:
        ((leaf, _),) = leaves
        if grower.numeric or not leaf.rows:
            return {"labels": list(leaf.labels), "distribution": NO_VALUE}
    shares = {c: Fraction(0) for c in grower.data.classes}
    for leaf, share in leaves:
        if not leaf.rows:
            for c in leaf.labels:
                shares[c] += share / len(leaf.labels)
            continue
        for c, n in zip(grower.data.classes, leaf.counts, strict=True):
            shares[c] += share * n / sum(leaf.counts)
    return {"labels": [c for c, s in shares.items() if s == max(shares.values())], "distribution": shares}


def shown_counts(grower: Grower, counts: Sequence[Fraction]) -> dict[str, Fraction]:
    names = ("records", "sum of y", "sum of y^2") if grower.numeric else grower.data.classes
    return dict(zip(names, counts, strict=True))


def shown_tree(grower: Grower, tree: Tree, optima: bool = True) -> dict[str, Any]:
    if isinstance(tree, Leaf):
        return {"labels": list(tree.labels), "counts": shown_counts(grower, tree.counts)}
    gaps: dict[str, Any] = {}
    if grower.preset.gaps == "guessed":
        gaps["surrogates"] = [{"test": t.shown, "stands_for": [tree.test.names[b] for b in s]} for t, s in tree.surrogates]
        gaps["otherwise"] = tree.test.names[tree.otherwise[0]]
    return {
        "counts": shown_counts(grower, tree.counts),
        "test": tree.test.shown,
        **({"optima": list(tree.optima), **said_leaf(tree.or_leaf)} if optima else {}),
        **gaps,
        "branches": [
            {"if": name, "then": shown_tree(grower, part, optima)} for name, part in zip(tree.test.names, tree.branches, strict=True)
        ],
    }


def said_leaf(or_leaf: bool) -> dict[str, str]:
    return {"or_leaf": "yes"} if or_leaf else {}


def shown_value(value: Any) -> Any:
    if isinstance(value, Fraction):
        return value
    with mpmath.workdps(WORKING):
        return +value


def given_data(given: Mapping[str, Any]) -> Data:
    """The data set of an input, refused where a weight isn't positive, a label is missing or a value isn't declared."""
    try:
        data = read(given)
    except (ValueError, KeyError, ZeroDivisionError) as error:
        raise NotAnInput(str(error)) from error
    if "parity" not in given and len(set(given.get("header", ()))) < len(given.get("header", ())):
        raise NotAnInput("two columns of one name")
    for r in data.records:
        if r.weight <= 0:
            raise NotAnInput("a weight that isn't positive")
        if r.label is None or (data.target.kind != "continuous" and r.label not in data.classes):
            raise NotAnInput("a class that is missing or isn't declared")
        for a, v in zip(data.attributes, r.values, strict=True):
            if a.kind != "continuous" and v is not None and v not in a.values:
                raise NotAnInput("a value that isn't declared")
    return data


def given_preset(name: str) -> Preset:
    if name not in PRESETS:
        raise NotAnInput(name)
    return PRESETS[name]


def given_record(data: Data, record: Mapping[str, str]) -> tuple[Any, ...]:
    if set(record) != {a.name for a in data.attributes}:
        raise NotAnInput("cells of other attributes")

    def cell(kind: str, text: str) -> Any:
        if text in data.gaps:
            return None
        if kind != "continuous":
            return text
        if not is_number(text):
            raise NotAnInput(text)
        return Fraction(text)

    return tuple(cell(a.kind, record[a.name]) for a in data.attributes)


def grower_of(given: Mapping[str, Any]) -> Grower:
    return Grower(given_data(given["data"]), given_preset(given["preset"]))


def _candidates(given: Mapping[str, Any]) -> Any:
    grower = grower_of(given)
    found = grower.candidates(grower.data.column(given["attribute"]), grower.rows)
    if grower.preset.ratio == "average":
        found = [grower.by_ratio(c, grower.rows) for c in found]
    return [{"test": c.test.shown, "children": c.children, "value": shown_value(c.value)} for c in found]


def _best_tests(given: Mapping[str, Any]) -> Any:
    grower = grower_of(given)
    value, found, or_leaf = grower.ends(grower.rows, 0)
    return {**({"value": shown_value(value)} if found else {}), "tests": list(grower.shown(found, grower.rows)), **said_leaf(or_leaf)}


def _grow(given: Mapping[str, Any]) -> Any:
    grower = grower_of(given)
    return shown_tree(grower, grower.grow())


def _trees(given: Mapping[str, Any]) -> Any:
    grower = grower_of(given)
    found = list(itertools.islice(grower.trees(), MOST_TREES + 1))
    if len(found) > MOST_TREES:
        raise NotAnInput("too many trees")
    return [shown_tree(grower, tree, optima=False) for tree in found]


def _predict(given: Mapping[str, Any]) -> Any:
    grower = grower_of(given)
    values = given_record(grower.data, given["record"])
    return predict(grower, grower.grow(), values)


def leaves_of(tree: Tree) -> list[Leaf]:
    return [tree] if isinstance(tree, Leaf) else [leaf for part in tree.branches for leaf in leaves_of(part)]


def _training_errors(given: Mapping[str, Any]) -> Any:
    grower = grower_of(given)
    if grower.numeric:
        raise NotAnInput("a numeric target")
    return sum((sum(leaf.counts) - max(leaf.counts) for leaf in leaves_of(grower.grow()) if leaf.rows), Fraction(0))


def _squared_error(given: Mapping[str, Any]) -> Any:
    grower = grower_of(given)
    if not grower.numeric:
        raise NotAnInput("a target of classes")
    return sum((w * (y - leaf.labels[0]) ** 2 for leaf in leaves_of(grower.grow()) for _, y, w in leaf.rows), Fraction(0))


MOST_VALUES = 14
"""The most values of a column whose groupings are counted one by one."""


def _refuse_many_values(grower: Grower) -> None:
    names = [{v for v in column if isinstance(v, str)} for column in zip(*(values for values, _, _ in grower.rows), strict=True)]
    if max(map(len, names), default=0) > MOST_VALUES:
        raise NotHere("more groupings than are tried")


def count_trees(grower: Grower) -> int:
    """At a leaf 1; else the sum over the optima of the product over the branches, and 1 where a leaf is as good."""
    memo: dict[Any, int] = {}
    _refuse_many_values(grower)

    def count(rows: Sequence[Row], depth: int) -> int:
        key = (tuple((id(values), w) for values, _, w in rows), depth if grower.stop else 0)
        if key not in memo:
            _, found, or_leaf = grower.ends(rows, depth) if rows else (None, [], False)
            total = int(or_leaf)
            for c, chosen in ((one, way) for one in found for way in every_list(grower.tiers(one.test, rows))):
                ways = 1
                for part in grower.parts(c.test, rows, chosen)[0]:
                    ways *= count(part, depth + 1)
                total += ways
            memo[key] = total if found else 1
        return memo[key]

    return count(grower.rows, 0)


def count_partitions(grower: Grower) -> int:
    """How many different recursive partitions: sets of sets of … of records. All of them are listed."""
    memo: dict[Any, frozenset[Any]] = {}
    _refuse_many_values(grower)

    def partitions(rows: Sequence[tuple[int, Row]]) -> frozenset[Any]:
        key = frozenset((i, row[2]) for i, row in rows)
        if key not in memo:
            _, found, or_leaf = grower.ends([row for _, row in rows], 0)
            every: set[Any] = {("leaf", key)} if or_leaf else set()
            here = [row for _, row in rows]
            for c, chosen in ((one, way) for one in found for way in every_list(grower.tiers(one.test, here))):
                parts = [part for part in _indexed(grower, c.test, rows, chosen) if part]
                every |= {frozenset(choice) for choice in itertools.product(*map(partitions, parts))}
            memo[key] = frozenset(every) if found else frozenset({("leaf", key)})
        return memo[key]

    return len(partitions(list(enumerate(grower.rows))))


def _indexed(grower: Grower, test: Test, rows: Sequence[tuple[int, Row]], chosen: tuple[StandIn, ...]) -> list[list[tuple[int, Row]]]:
    """The parts of a test with the records' positions."""
    at = {id(row[0]): i for i, row in rows}
    return [[(at[id(row[0])], row) for row in part] for part in grower.parts(test, [row for _, row in rows], chosen)[0]]


ANSWERS = {
    "candidates": _candidates,
    "best_tests": _best_tests,
    "grow": _grow,
    "trees": _trees,
    "predict": _predict,
    "training_errors": _training_errors,
    "squared_error": _squared_error,
    "count_trees": lambda given: count_trees(grower_of(given)),
    "count_partitions": lambda given: count_partitions(grower_of(given)),
}
