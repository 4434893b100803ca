"""Tests that a root may ask: linear ones, CHAID's merged categories; and the bits that a test saves."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import prod
from typing import Any

import mpmath

from naive.agreement import NO_VALUE, WORKING, NotAnInput
from naive.asking import Test, Values, lines
from naive.binning import candidates_of, number_at, rows_of
from naive.criteria import added
from naive.grown import given_data, shown_value
from naive.merging import merged
from naive.pruning import Node, leaf_words

Given = Mapping[str, Any]


def _oblique_split(given: Given) -> Any:
    data, cut, strict = given_data(given["data"]), Fraction(given["cut"]), given["side"] == "<"
    if given["side"] not in ("<", "<="):
        raise NotAnInput(given["side"])
    weights = {number_at(data, name): Fraction(w) for name, w in given["weights"].items()}
    if not weights or 0 in weights.values():
        raise NotAnInput("a weight of 0")

    def branch(values: Values) -> int | None:
        if any(values[a] is None for a in weights):
            return None
        total = sum((w * values[a] for a, w in weights.items()), Fraction(0))
        return 0 if total < cut or (total == cut and not strict) else 1

    named = {name: Fraction(w) for name, w in given["weights"].items()}
    return candidates_of(given, data, [Test({"oblique": named, "side": given["side"], "cut": cut}, ("yes", "no"), -1, branch)])


def _oblique_candidates(given: Given) -> Any:
    data = given_data(given["data"])
    return [candidates_of(given, data, tests) for tests in lines(data.attributes, rows_of(data))]


def _level(given: Given, name: str) -> Fraction | None:
    if name not in given:
        return None
    level = Fraction(given[name])
    if not 0 <= level <= 1:
        raise NotAnInput(name)
    return level


def _chaid_candidates(given: Given) -> Any:
    data, resplit = given_data(given["data"]), _level(given, "resplit")
    alpha = Fraction(given.get("alpha_merge", "1/20"))
    if not 0 <= alpha <= 1 or (resplit is not None and resplit > alpha):
        raise NotAnInput("levels")
    a = data.column(given["attribute"])
    found = merged((data.attributes[a], a), rows_of(data), data.classes, alpha, resplit)
    return [
        {
            "test": m.test.shown,
            "children": m.children,
            "statistic": m.statistic,
            "degrees": m.degrees,
            "multiplier": m.multiplier,
            "p": shown_value(m.p),
        }
        for m in found
    ]


def _bits_saved(given: Given) -> Any:
    """log2 of the leaf's words over those of the test and of the children's leaves."""
    node, children = [Fraction(c) for c in given["node"]], [[Fraction(c) for c in child] for child in given["children"]]
    if not children or added(children) != node or min(map(min, children)) < 0:
        raise NotAnInput("children of another node")
    if not sum(node) or any(c.denominator > 1 for child in children for c in child):
        return NO_VALUE
    encoding, n = given["encoding"], int(sum(node))
    if (encoding == "classes_coded") == ("attributes" in given):
        raise NotAnInput("attributes")
    m = int(given.get("attributes", "1"))
    if m < 1:
        raise NotAnInput("attributes")
    test = {"errors_listed": m, "errors_chosen": 2 * m, "classes_coded": 1}[encoding]
    below = prod(leaf_words(Node(0, tuple(child), ()), encoding, n) for child in children if sum(child))
    with mpmath.workdps(WORKING):
        return mpmath.log(mpmath.mpf(leaf_words(Node(0, tuple(node), ()), encoding, n)) / (test * below), 2)


ANSWERS = {
    "oblique_split": _oblique_split,
    "oblique_candidates": _oblique_candidates,
    "chaid_candidates": _chaid_candidates,
    "bits_saved": _bits_saved,
}
