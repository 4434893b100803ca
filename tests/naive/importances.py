"""
Importances of attributes: impurities by pairs of records, what differs between a node and its branches; for bounds every tree is looked at.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import mpmath

from naive.agreement import NO_VALUE, NotAnInput, NotHere
from naive.asking import Row
from naive.criteria import DIGITS, compare, entropy, real
from naive.growing import Grower, Leaf, Tree
from naive.grown import MOST_TREES, grower_of

Sums = dict[str, Any]


def spread(grower: Grower, rows: Sequence[Row], name: str) -> Any:
    """The impurity of some records, times their weight."""
    n = sum((w for _, _, w in rows), Fraction(0))
    if not n:
        return Fraction(0)
    if name == "entropy":
        with mpmath.workdps(DIGITS):
            return real(n) * entropy(grower.counts(rows))
    if name == "error":
        return n - max(grower.counts(rows))
    pairs = itertools.product(rows, repeat=2)
    if name == "gini":
        return sum((w * v for (_, y, w), (_, z, v) in pairs if y != z), Fraction(0)) / n
    return sum((w * v * (y - z) ** 2 for (_, y, w), (_, z, v) in pairs), Fraction(0)) / (2 * n)


def given_impurity(grower: Grower, name: str) -> str:
    if name not in ("gini", "entropy", "error", "variance") or grower.numeric != (name == "variance"):
        raise NotAnInput(name)
    return name


def sums_of(grower: Grower, tree: Tree, impurity: str) -> Sums:
    """What the tests of each attribute take off, summed over the nodes."""
    sums: Sums = {a.name: Fraction(0) for a in grower.data.attributes}
    nodes: list[Tree] = [tree]
    while nodes:
        node = nodes.pop()
        if isinstance(node, Leaf):
            continue
        nodes += node.branches
        if node.test.column < 0:
            raise NotAnInput("a test of several attributes")
        name = grower.data.attributes[node.test.column].name
        with mpmath.workdps(DIGITS):
            parts = [spread(grower, part.rows, impurity) for part in node.branches]
            sums[name] = added(sums[name], spread(grower, node.rows, impurity), *(-part for part in parts))
    return sums


def added(*terms: Any) -> Any:
    with mpmath.workdps(DIGITS):
        return sum(terms, Fraction(0)) if all(isinstance(t, Fraction) for t in terms) else mpmath.fsum(map(real, terms))


def over(sums: Sums, bottom: Any) -> Any:
    if compare(bottom, Fraction(0)) == 0:
        return NO_VALUE
    with mpmath.workdps(DIGITS):
        exact = isinstance(bottom, Fraction)
        return {a: x / bottom if exact and isinstance(x, Fraction) else real(x) / real(bottom) for a, x in sums.items()}


def of_tree(given: Mapping[str, Any], grower: Grower, tree: Tree, shares: bool) -> Any:
    sums = sums_of(grower, tree, given_impurity(grower, given["impurity"]))
    return over(sums, added(*sums.values()) if shares else sum((w for _, _, w in grower.rows), Fraction(0)))


def _of_one(given: Mapping[str, Any], shares: bool) -> Any:
    grower = grower_of(given)
    return of_tree(given, grower, grower.grow(), shares)


def _bounds(given: Mapping[str, Any], shares: bool) -> Any:
    grower = grower_of(given)
    every = list(itertools.islice(grower.trees(), MOST_TREES + 1))
    if len(every) > MOST_TREES:
        raise NotHere("too many trees to list")
    values = [of_tree(given, grower, tree, shares) for tree in every]
    if NO_VALUE in values:
        return NO_VALUE
    ends = {}
    for name in (a.name for a in grower.data.attributes):
        least = greatest = values[0][name]
        for value in values:
            least = value[name] if compare(value[name], least) < 0 else least
            greatest = value[name] if compare(value[name], greatest) > 0 else greatest
        ends[name] = {"least": least, "greatest": greatest}
    return ends


ANSWERS = {
    "impurity_importances": lambda given: _of_one(given, shares=False),
    "normalised_impurity_importances": lambda given: _of_one(given, shares=True),
    "impurity_importance_bounds": lambda given: _bounds(given, shares=False),
    "normalised_impurity_importance_bounds": lambda given: _bounds(given, shares=True),
}
