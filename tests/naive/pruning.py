"""
Pruning, of trees that are given by the class counts of their leaves, or grown by `naive.growing`.

To judge a cut the whole tree is judged again; nothing is passed from node to node. Costs are Fractions, whole powers of 2 (bits), or
mpmath numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, factorial, prod
from typing import Any, NamedTuple

import mpmath

from naive.agreement import NO_VALUE, WORKING, NotAnInput, NotHere
from naive.growing import Grower, Leaf, Tree
from naive.grown import grower_of

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
Counts = tuple[Fraction, ...]


class Node(NamedTuple):
    """A node by its position in preorder, from 1, its class counts, or its records and their sums of y and y^2, and its children."""

    at: int
    counts: Counts
    children: tuple[Node, ...]
    numeric: bool = False

    @property
    def n(self) -> Fraction:
        return self.counts[0] if self.numeric else sum(self.counts, Fraction(0))

    @property
    def errors(self) -> Fraction:
        if self.numeric:
            raise NotAnInput("a regression tree has no errors")
        return self.n - max(self.counts)


def by_leaves(value: Any, at: int = 1) -> Node:
    """The tree that a list of counts, or of trees, is."""
    if not value:
        raise NotAnInput("an empty list")
    if all(isinstance(part, str) for part in value):
        counts = tuple(map(Fraction, value))
        if min(counts) < 0:
            raise NotAnInput("a count below 0")
        return Node(at, counts, ())
    children, following = [], at + 1
    for part in value:
        children.append(by_leaves(part, following))
        following += len(list(nodes(children[-1])))
    if len({len(child.counts) for child in children}) > 1:
        raise NotAnInput("other numbers of classes")
    return Node(at, tuple(sum(column, Fraction(0)) for column in zip(*(child.counts for child in children), strict=True)), tuple(children))


def tree_of(given: Mapping[str, Any]) -> Node:
    if "tree" in given:
        if "data" in given or "preset" in given:
            raise NotAnInput("a tree, and how to grow one")
        return by_leaves(given["tree"])
    grower = grower_of(given)
    if grower.numeric and "risk" not in given:
        raise NotAnInput("a regression tree")
    return grown_node(grower, grower.grow())


def grown_node(grower: Grower, tree: Tree, at: int = 1) -> Node:
    """A grown tree by the counts of its nodes."""
    counts = tuple(map(Fraction, tree.counts))
    if isinstance(tree, Leaf):
        return Node(at, counts, (), grower.numeric)
    children, following = [], at + 1
    for part in tree.branches:
        children.append(grown_node(grower, part, following))
        following += len(list(nodes(children[-1])))
    return Node(at, counts, tuple(children), grower.numeric)


def nodes(node: Node) -> Iterator[Node]:
    yield node
    for child in node.children:
        yield from nodes(child)


def leaves(node: Node) -> list[Node]:
    return [one for one in nodes(node) if not one.children]


def inner(node: Node) -> list[Node]:
    return [one for one in nodes(node) if one.children]


def cut(node: Node, cuts: frozenset[int]) -> Node:
    if node.at in cuts:
        return node._replace(children=())
    return node._replace(children=tuple(cut(child, cuts) for child in node.children))


def cut_answer(tree: Node, pruned: Node) -> dict[str, Any]:
    left = {one.at: one for one in nodes(pruned)}
    return {"cuts": [one.at for one in inner(tree) if one.at in left and not left[one.at].children], "leaves": len(leaves(pruned))}


def bottom_up(tree: Node, cost: Callable[[Node], Any], ties: str, shown: Callable[[Any], Any] = lambda x: x) -> dict[str, Any]:
    """Children first; a node becomes a leaf where that costs less than its subtree, as pruned so far, or no more if ties cut."""
    compared: dict[int, dict[str, Any]] = {}

    def pruned(node: Node) -> Node:
        if not node.children:
            return node
        below = node._replace(children=tuple(map(pruned, node.children)))
        leaf = node._replace(children=())
        subtree_cost, leaf_cost = cost(below), cost(leaf)
        is_cut = less(leaf_cost, subtree_cost) or (ties == "cut" and not less(subtree_cost, leaf_cost))
        compared[node.at] = {"node": node.at, "subtree": shown(subtree_cost), "leaf": shown(leaf_cost), "cut": "yes" if is_cut else "no"}
        return leaf if is_cut else below

    found = pruned(tree)
    return {**cut_answer(tree, found), "compared": [compared[at] for at in sorted(compared)]}


def less(a: Any, b: Any) -> bool:
    if isinstance(a, mpmath.mpf) or isinstance(b, mpmath.mpf):
        with mpmath.workdps(WORKING):
            return bool(real(b) - real(a) > mpmath.mpf(10) ** -45)
    return bool(a < b)


def real(x: Any) -> Any:
    return mpmath.mpf(x.numerator) / x.denominator if isinstance(x, (int, Fraction)) else x


# Pessimistic estimates


def penalty(given: Mapping[str, Any]) -> Fraction:
    return Fraction(given.get("penalty", HALF))


def pessimistic_errors(tree: Node, charge: Fraction) -> Fraction:
    return sum((leaf.errors for leaf in leaves(tree)), Fraction(0)) + charge * len(leaves(tree))


def share(top: Any, n: Any) -> Any:
    return NO_VALUE if n == 0 else Fraction(top) / Fraction(n)


def penalised_errors(given: Mapping[str, Any]) -> Any:
    if "-" in given["errors"] or "-" in given["leaves"]:
        raise NotAnInput("below 0")
    return Fraction(given["errors"]) + Fraction(given["leaves"]) * penalty(given)


def standard_error(errors: Any, n: Any) -> Any:
    errors, n = Fraction(errors), Fraction(n)
    if n == 0:
        return NO_VALUE
    if not 0 <= errors <= n:
        raise NotAnInput("more errors than records")
    square = errors * (n - errors) / n
    with mpmath.workdps(WORKING):
        root = mpmath.sqrt(real(square))
    found = Fraction(int(mpmath.nint(root * square.denominator)), square.denominator)
    return found if found * found == square else root


def within_error(tree: Node) -> dict[str, Any]:
    """Top down: cut where the leaf's e + 1/2 is at most e' + SE(e') of the subtree, or e' is above n."""
    compared = []

    def pruned(node: Node) -> Node:
        if not node.children:
            return node
        mine, theirs = node.errors + HALF, pessimistic_errors(node, HALF)
        error = NO_VALUE if theirs > node.n else standard_error(theirs, node.n)
        if error is NO_VALUE:
            compared.append({"node": node.at, "subtree": theirs, "leaf": mine, "cut": "yes"})
            return node._replace(children=())
        with mpmath.workdps(WORKING):
            limit = theirs + error if isinstance(error, Fraction) else real(theirs) + error
        is_cut = not less(limit, mine)
        compared.append({"node": node.at, "subtree": limit, "leaf": mine, "cut": "yes" if is_cut else "no"})
        return node._replace(children=()) if is_cut else node._replace(children=tuple(map(pruned, node.children)))

    found = pruned(tree)
    return {**cut_answer(tree, found), "compared": compared}


# Description lengths: a cost is 2 to the power of the bits


def leaf_words(leaf: Node, encoding: str, n_root: int) -> int:
    counts = [int(k) for k in leaf.counts]
    n, c, e = sum(counts), len(counts), int(leaf.errors)
    if any(k.denominator != 1 for k in leaf.counts):
        raise NotAnInput("parts of records")
    if encoding == "errors_listed":
        return c * n_root**e
    if encoding == "errors_chosen":
        most = n - -(-n // c)
        return 2 * c * (most + 1) * comb(n, e) * (c - 1) ** e
    return comb(n + c - 1, c - 1) * factorial(n) // prod(map(factorial, counts))


def words(tree: Node, given: Mapping[str, Any]) -> int:
    encoding = given["encoding"]
    test = {"errors_listed": 1, "errors_chosen": 2, "classes_coded": 0}[encoding]
    if (test > 0) != ("attributes" in given):
        raise NotAnInput("how many attributes, where one is named")
    each = 1 if test == 0 else test * int(given["attributes"])
    told = offered(given) if given.get("conditions", "no") == "yes" else {}
    asked = prod(each * told.get(node.at, 1) for node in inner(tree))
    return prod(leaf_words(leaf, encoding, int(tree.n)) for leaf in leaves(tree)) * asked


def offered(given: Mapping[str, Any]) -> dict[int, int]:
    """Of each inner node of a grown tree, how many tests its attribute offers: of the values or numbers that the records have."""
    grower = grower_of(given)

    def tests_of(a: int) -> int:
        kind, k = grower.data.attributes[a].kind, len({values[a] for values, _, _ in grower.rows} - {None})
        if kind != "continuous" and grower.preset.branching == "values":
            return 1
        return int(2 ** (k - 1)) - 1 if kind == "nominal" else k - 1

    def tests(tree: Tree, at: int = 1) -> dict[int, int]:
        if isinstance(tree, Leaf):
            return {}
        found, following = {at: tests_of(tree.test.column)}, at + 1
        for part in tree.branches:
            found |= tests(part, following)
            following += len(list(nodes(grown_node(grower, part))))
        return found

    return tests(grower.grow())


def bits(x: int) -> Any:
    with mpmath.workdps(WORKING):
        return mpmath.log(x, 2)


def minimum_description(given: Mapping[str, Any]) -> Any:
    whole = tree_of(given)
    n = whole.n
    words(whole, given)  # refuses parts of records

    def cost(tree: Node) -> int:
        inside = words(tree._replace(counts=tree.counts), given)
        if given["encoding"] == "errors_listed" and tree.n != n:  # exceptions are told among the records of the root
            told = offered(given) if given.get("conditions", "no") == "yes" else {}
            asked = prod(int(given["attributes"]) * told.get(node.at, 1) for node in inner(tree))
            inside = prod(leaf_words(leaf, "errors_listed", int(n)) for leaf in leaves(tree)) * asked
        return inside

    return bottom_up(whole, cost, given["ties"], bits)


# Cost complexity


def leaf_risk(leaf: Node, risk: str, n: Fraction) -> Any:
    if leaf.numeric != (risk == "variance"):
        raise NotAnInput("a risk of other trees")
    if leaf.n == 0:
        return Fraction(0)
    if risk == "variance":
        return (leaf.counts[2] - leaf.counts[1] ** 2 / leaf.n) / n
    p = [k / leaf.n for k in leaf.counts]
    if risk == "errors":
        return leaf.errors / n
    if risk == "gini":
        return leaf.n / n * (1 - sum((x * x for x in p), Fraction(0)))
    with mpmath.workdps(WORKING):
        return real(leaf.n / n) * -mpmath.fsum(real(x) * mpmath.log(real(x), 2) for x in p if x)


def risk_of(tree: Node, risk: str, n: Fraction) -> Any:
    with mpmath.workdps(WORKING):
        return sum((leaf_risk(leaf, risk, n) for leaf in leaves(tree)), Fraction(0) if risk != "entropy" else mpmath.mpf(0))


def weakest_links(tree: Node, risk: str) -> list[dict[str, Any]]:
    """Breiman's sequence: T_1 has every link of no cost cut; then, while there is an inner node, all weakest ones are cut together."""
    n = tree.n
    steps: list[Any] = []
    if n == 0:
        raise NotAnInput("no records")

    def links(now: Node) -> list[tuple[Any, int]]:
        found = []
        with mpmath.workdps(WORKING):
            for node in inner(now):
                more = risk_of(node._replace(children=()), risk, n) - risk_of(node, risk, n)
                found.append((more / (len(leaves(node)) - 1) if len(leaves(node)) > 1 else None, node.at))
        return [(g, at) for g, at in found if g is not None]

    now, alpha = tree, Fraction(0)
    first, single = True, [node.at for node in inner(tree) if len(leaves(node)) == 1]
    if single:
        raise NotHere("nodes of one branch")
    while True:
        found = links(now)
        if first:
            weakest: list[int] = []
            while ties := [at for g, at in links(now) if not less(Fraction(0), g)]:
                weakest += ties
                now = cut(now, frozenset(ties))
            alpha, first = Fraction(0), False
        else:
            if not found:
                return steps
            alpha = min(g for g, _ in found)
            weakest = [at for g, at in found if not less(alpha, g)]
            now = cut(now, frozenset(weakest))
        kept = {one.at for one in nodes(now)}
        new = sorted(at for at in weakest if at in kept)
        steps.append({"alpha": alpha, "risk": risk_of(now, risk, n), **cut_answer(tree, now), "weakest": new})


def best_at(given: Mapping[str, Any]) -> Any:
    """Of all prunings, the one of least R + alpha leaves, the smallest of those."""
    tree, alpha = tree_of(given), Fraction(given["alpha"])
    if alpha < 0:
        raise NotAnInput("alpha below 0")

    def prunings(node: Node) -> Iterator[Node]:
        yield node._replace(children=())
        if node.children:
            yield from (node._replace(children=below) for below in product(*(list(prunings(child)) for child in node.children)))

    def cost(one: Node) -> Any:
        with mpmath.workdps(WORKING):
            total = risk_of(one, given["risk"], tree.n)
            return total + real(alpha) * len(leaves(one)) if given["risk"] == "entropy" else total + alpha * len(leaves(one))

    every = list(prunings(tree))
    least = min(map(cost, every))
    best = [one for one in every if not less(least, cost(one))]
    return cut_answer(tree, min(best, key=lambda one: len(leaves(one))))


# Error-based pruning


@cache
def upper_limit(e: Fraction, n: Fraction, confidence: Fraction) -> Any:
    """The p at which at most e errors of n have the probability `confidence`: by halving. Between whole numbers of errors, I_{1-p}."""
    if e < 0 or n <= 0 or e > n or not 0 < confidence < 1:
        raise NotAnInput("errors, records or confidence")
    if e == n:
        return Fraction(1)
    with mpmath.workdps(WORKING):
        if e == 0:
            return 1 - mpmath.power(real(confidence), 1 / real(n))
        low, high = mpmath.mpf(0), mpmath.mpf(1)
        for _ in range(190):
            p = (low + high) / 2
            if e.denominator == n.denominator == 1:
                at_most = mpmath.fsum(comb(int(n), k) * p**k * (1 - p) ** (int(n) - k) for k in range(int(e) + 1))
            else:
                at_most = mpmath.betainc(real(n - e), real(e + 1), 0, 1 - p, regularized=True)
            low, high = (p, high) if at_most > real(confidence) else (low, p)
        return (low + high) / 2


def predicted(tree: Node, confidence: Fraction) -> Any:
    with mpmath.workdps(WORKING):
        terms = [real(leaf.n) * real(upper_limit(leaf.errors, leaf.n, confidence)) for leaf in leaves(tree) if leaf.n]
        return mpmath.fsum(terms)


def confidence_of(given: Mapping[str, Any]) -> Fraction:
    found = Fraction(given.get("confidence", QUARTER))
    if not 0 < found < 1:
        raise NotAnInput("confidence")
    return found


def critical_alpha(given: Mapping[str, Any]) -> Any:
    r, below, size = (Fraction(given[name]) for name in ("node_risk", "subtree_risk", "leaves"))
    return NO_VALUE if size == 1 else (r - below) / (size - 1)


ANSWERS: dict[str, Callable[[Mapping[str, Any]], Any]] = {
    "penalised_errors": penalised_errors,
    "penalised_error_rate": lambda g: share(penalised_errors(g), Fraction(g["records"])),
    "resubstitution_error_rate": lambda g: share(pessimistic_errors(tree_of(g), Fraction(0)), tree_of(g).n),
    "pessimistic_errors": lambda g: pessimistic_errors(tree_of(g), penalty(g)),
    "pessimistic_error_rate": lambda g: share(pessimistic_errors(tree_of(g), penalty(g)), tree_of(g).n),
    "pessimistic_pruning": lambda g: bottom_up(tree_of(g), lambda tree: pessimistic_errors(tree, penalty(g)), g["ties"]),
    "pessimistic_pruning_within_error": lambda g: within_error(tree_of(g)),
    "standard_error_of_errors": lambda g: standard_error(g["errors"], g["records"]),
    "description_length": lambda g: bits(words(tree_of(g), g)),
    "minimum_description": minimum_description,
    "critical_alpha": critical_alpha,
    "cost_complexity": lambda g: weakest_links(tree_of(g), g["risk"]),
    "cost_complexity_at": best_at,
    "upper_limit": lambda g: upper_limit(Fraction(g["errors"]), Fraction(g["records"]), confidence_of(g)),
    "error_based_pruning": lambda g: bottom_up(tree_of(g), lambda tree: predicted(tree, confidence_of(g)), g["ties"]),
}
