"""
Importances of attributes: impurities by pairs of records, what differs between a node and its branches; for bounds every tree is looked at.
By permutation: the column is dealt out in every order, and every leaf says each of its labels.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import mpmath

from naive.agreement import NO_VALUE, NotAnInput, NotHere
from naive.asking import Row, Values
from naive.criteria import DIGITS, compare, entropy, real
from naive.growing import Grower, Leaf, Tree
from naive.grown import MOST_TREES, given_record, grower_of, predict, reached

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


# Permutations of a column.


def endings(grower: Grower, tree: Tree, values: Values) -> tuple[Any, tuple[Any, ...]]:
    """Where a record ends, and the labels that it may have there."""
    key = tuple((id(leaf), share) for leaf, share in reached(grower, tree, values))
    return key, tuple(predict(grower, tree, values)["labels"])


def rows_asked(given: Mapping[str, Any], grower: Grower) -> Sequence[Row]:
    if "validation" not in given:
        return grower.rows
    names = [a.name for a in grower.data.attributes]
    found = []
    for row in given["validation"]:
        if len(row) != len(names) + 1 or row[-1] not in grower.data.classes:
            raise NotAnInput("other cells")
        found.append((given_record(grower.data, dict(zip(names, row[:-1], strict=True))), row[-1], Fraction(1)))
    return found


def error_grows(given: Mapping[str, Any], orders: Callable[[int], Iterable[Sequence[int]]]) -> Any:
    """The mean over some orders of the error then, less the error now; the least and the greatest over what leaves may say."""
    grower = grower_of(given)
    tree, rows = grower.grow(), rows_asked(given, grower)
    column = [a.name for a in grower.data.attributes].index(named(grower, given["attribute"]))
    dealt = list(orders(len(rows)))
    if not rows:
        return NO_VALUE

    def ends(i: int, j: int) -> tuple[Any, tuple[Any, ...]]:
        values = list(rows[i][0])
        values[column] = rows[j][0][column]
        return endings(grower, tree, values)

    table = [[ends(i, j) for j in range(len(rows))] for i in range(len(rows))]
    places = dict(pair for row in table for pair in row)
    if not all(places.values()):
        return NO_VALUE
    everything = sum(w for _, _, w in rows)
    values = []
    for labels in itertools.product(*places.values()):
        says = dict(zip(places, labels, strict=True))

        def error(order: Sequence[int], says: Mapping[Any, Any] = says) -> Fraction:
            lost = Fraction(0)
            for i, (_, y, w) in enumerate(rows):
                label = says[table[i][order[i]][0]]
                lost += w * ((y - label) ** 2 if grower.numeric else Fraction(label != y))
            return lost / everything

        now = error(range(len(rows)))
        values.append(sum(error(order) - now for order in dealt) / len(dealt))
    return {"least": min(values), "greatest": max(values)}


def named(grower: Grower, name: str) -> str:
    if name not in [a.name for a in grower.data.attributes]:
        raise NotAnInput(name)
    return name


def every_order(n: int) -> Iterable[Sequence[int]]:
    """All n! orders; of many records the n turns of a circle, in which, too, each record meets each value equally often."""
    return itertools.permutations(range(n)) if n < 7 else [[(i + turn) % n for i in range(n)] for turn in range(n)]


def given_order(given: Mapping[str, Any], n: int) -> Sequence[int]:
    order = [int(i) - 1 for i in given["order"]]
    if sorted(order) != list(range(n)):
        raise NotAnInput("no order")
    return order


ANSWERS = {
    "impurity_importances": lambda given: _of_one(given, shares=False),
    "normalised_impurity_importances": lambda given: _of_one(given, shares=True),
    "impurity_importance_bounds": lambda given: _bounds(given, shares=False),
    "normalised_impurity_importance_bounds": lambda given: _bounds(given, shares=True),
    "permutation_importance": lambda given: error_grows(given, every_order),
    "importance_of_permutation": lambda given: error_grows(given, lambda n: [given_order(given, n)]),
}
