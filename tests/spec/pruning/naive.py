"""
Pruning by brute force: the other route to every answer that the tests compare with.

Written from the papers' and documents' definitions alone, as naively as possible: to judge a cut, the whole tree is cut and judged
again. It shares nothing with dtref. Every comparison is of integers or fractions. expected.json holds what `answers` and `of_counts`
give for the trees named there.

tree       a `Node`, a plain nested tuple: preorder position in the tree that was grown, counts of classes, label, test, children
test       ("threshold", column, cut, "<=" or "<"), ("multiway", column, values) or ("subset", column, left, right); () in a leaf
record     (cells, class), the class by its position among the classes
cuts       positions of inner nodes that become leaves, none of them below another
e, n, c    a leaf's training errors and records; the number of classes

Sources: Breiman, Friedman, Olshen, Stone 1984, chapter 3 (cost-complexity); Quinlan 1987 (reduced error); tan, Estimating
Generalization Errors (pessimistic); Quinlan 1993, chapter 4 (error-based); Quinlan, Rivest 1989 (description length); iaml,
Dealing With Overfitting (greedy).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import product
from math import comb, prod
from typing import Any, NamedTuple

Cuts = frozenset[int]
Record = tuple[tuple[str, ...], int]
Rows = Sequence[Sequence[str]]
NONE: Cuts = frozenset()
CF = Fraction(1, 4)


class Node(NamedTuple):
    at: int
    counts: tuple[int, ...]
    label: int
    test: tuple[Any, ...]
    children: tuple[Node, ...]


# Trees


def read(model: Mapping[str, Any], header: Sequence[str]) -> Node:
    """The tree in the text that `dtref fit --save` writes. A node of several largest classes is labelled by the first."""
    values = {a["name"]: a.get("values") for a in model["attributes"]}
    classes = model["target"]["values"]

    def test(of: Mapping[str, Any]) -> tuple[Any, ...]:
        column = header.index(of["attribute"])
        match of["kind"]:
            case "threshold":
                return ("threshold", column, Fraction(of["cut"]), of["side"])
            case "multiway":
                return ("multiway", column, tuple(values[of["attribute"]]))
            case "subset":
                return ("subset", column, frozenset(of["left"]), frozenset(of["right"]))
            case kind:
                raise ValueError(kind)

    def node(at: int) -> Node:
        of = model["nodes"][at]
        counts = tuple(int(n) for n in of["counts"])
        label = classes.index(of["labels"][0])
        return Node(at, counts, label, test(of["test"]) if "test" in of else (), tuple(node(int(i)) for i in of.get("children", ())))

    return node(0)


def branch(node: Node, cells: tuple[str, ...]) -> int:
    kind, column, *rest = node.test
    cell = cells[column]
    if kind == "threshold":
        cut, side = rest
        return 0 if Fraction(cell) < cut or (side == "<=" and Fraction(cell) == cut) else 1
    if kind == "multiway":
        return int(rest[0].index(cell))
    left, right = rest
    if cell not in left | right:
        raise LookupError(f"node {node.at} has no branch for {cell}")
    return 0 if cell in left else 1


def predict(node: Node, cells: tuple[str, ...]) -> int:
    return predict(node.children[branch(node, cells)], cells) if node.children else node.label


def nodes(node: Node) -> Iterator[Node]:
    yield node
    for child in node.children:
        yield from nodes(child)


def leaves(node: Node) -> list[Node]:
    return [n for n in nodes(node) if not n.children]


def inner(node: Node) -> list[Node]:
    return [n for n in nodes(node) if n.children]


def cut(node: Node, cuts: Cuts) -> Node:
    if node.at in cuts:
        return node._replace(test=(), children=())
    return node._replace(children=tuple(cut(child, cuts) for child in node.children))


def made_leaves(whole: Node, pruned: Node) -> Cuts:
    return frozenset(n.at for n in leaves(pruned)) & frozenset(n.at for n in inner(whole))


def prunings(node: Node) -> Iterator[Cuts]:
    """The cuts of every pruning of a tree, each once."""
    yield NONE
    if node.children:
        yield frozenset({node.at})
        yield from (joined for parts in product(*map(list, map(prunings, node.children))) if (joined := NONE.union(*parts)))


# What a tree costs


def leaf_errors(leaf: Node) -> int:
    return sum(leaf.counts) - leaf.counts[leaf.label]


def errors(tree: Node) -> int:
    return sum(map(leaf_errors, leaves(tree)))


def validation_errors(tree: Node, records: Sequence[Record]) -> int:
    return sum(predict(tree, cells) != label for cells, label in records)


def pessimistic_errors(tree: Node, penalty: Fraction = Fraction(1, 2)) -> Fraction:
    return errors(tree) + penalty * len(leaves(tree))


def error_risk(tree: Node) -> Fraction:
    return Fraction(errors(tree), sum(tree.counts))


def gini_risk(tree: Node) -> Fraction:
    """Sum over leaves of (n/N) (1 - sum_i p_i^2); an empty leaf adds nothing."""
    sizes = [(sum(leaf.counts), leaf.counts) for leaf in leaves(tree)]
    return sum((Fraction(n * n - sum(k * k for k in counts), n) for n, counts in sizes if n), Fraction(0)) / sum(tree.counts)


def code_words(tree: Node, attributes: int) -> int:
    """
    2 to the power of the tree's description length in bits.

    Test: 1 + log2 attributes. Leaf: 1 + log2 c + log2(b + 1) + log2 C(n, e) + e log2(c - 1), where b = n - ceil(n/c).
    """

    def words(node: Node) -> int:
        if node.children:
            return 2 * attributes
        n, e, c = sum(node.counts), leaf_errors(node), len(node.counts)
        return 2 * c * (n - -(-n // c) + 1) * comb(n, e) * int((c - 1) ** e)

    return prod(map(words, nodes(tree)))


def bits(words: int) -> str:
    """log2 with 12 digits after the point."""
    with localcontext() as context:
        context.prec = 60
        return f"{Decimal(words).ln() / Decimal(2).ln():.12f}"


# Rules


def bottom_up(tree: Node, cheaper: Callable[[Node, Node], bool]) -> Cuts:
    """Inner nodes in postorder: a node becomes a leaf where the whole tree so pruned is cheaper than the whole tree before."""

    def postorder(node: Node) -> Iterator[int]:
        for child in node.children:
            yield from postorder(child)
        if node.children:
            yield node.at

    pruned = tree
    for at in postorder(tree):
        candidate = cut(pruned, frozenset({at}))
        pruned = candidate if cheaper(candidate, pruned) else pruned
    return made_leaves(tree, pruned)


def smallest_best(tree: Node, cost: Callable[[Node], Fraction | int]) -> Cuts:
    """The pruning of least cost that has the fewest leaves; the other prunings of least cost all contain it."""
    costs = {cuts: cost(cut(tree, cuts)) for cuts in prunings(tree)}
    least = min(costs.values())
    best = [cuts for cuts in costs if costs[cuts] == least]
    found = min(best, key=lambda cuts: len(leaves(cut(tree, cuts))))
    kept = {n.at for n in inner(cut(tree, found))}
    if any(not kept <= {n.at for n in inner(cut(tree, other))} for other in best):
        raise ArithmeticError("no smallest best pruning")
    return found


def greedy(tree: Node, cost: Callable[[Node], int], ties: bool) -> list[int]:
    """Each time the node whose cut saves most, the first of several in preorder; while something is saved (with ties: nothing is lost)."""
    sequence: list[int] = []
    while candidates := inner(tree):
        saved = {n.at: cost(tree) - cost(cut(tree, frozenset({n.at}))) for n in candidates}
        most = max(saved.values())
        if most < 0 or (most == 0 and not ties):
            break
        sequence.append(next(at for at in saved if saved[at] == most))
        tree = cut(tree, frozenset({sequence[-1]}))
    return sequence


def weakest_links(tree: Node, risk: Callable[[Node], Fraction]) -> list[tuple[Fraction, Cuts]]:
    """Breiman's sequence (alpha, cuts): first the smallest tree that is as good as the whole at alpha = 0, last the root alone."""
    sequence: list[tuple[Fraction, Cuts]] = [(Fraction(0), NONE)]
    pruned = tree
    while candidates := inner(pruned):
        g = {n.at: (risk(cut(pruned, frozenset({n.at}))) - risk(pruned)) / (len(leaves(n)) - 1) for n in candidates}
        alpha = min(g.values())
        pruned = cut(pruned, frozenset(at for at in g if g[at] == alpha))
        if alpha == sequence[-1][0]:
            sequence.pop()
        sequence.append((alpha, made_leaves(tree, pruned)))
    return sequence


def upper_limit(e: int, n: int, cf: Fraction = CF, places: int = 160) -> Fraction:
    """Clopper-Pearson: the p for which P(X <= e) = cf, X binomial(n, p); rounded down to a multiple of 2^-places. 1 where e = n > 0."""
    if e == n:
        return Fraction(1)
    low, unit = 0, 1 << places
    high = unit
    while high - low > 1:
        p = (low + high) // 2
        tail = sum(comb(n, i) * p**i * (unit - p) ** (n - i) for i in range(e + 1))
        low, high = (p, high) if tail * cf.denominator >= cf.numerator * unit**n else (low, p)
    return Fraction(low, unit)


Estimate = Counter[tuple[int, int]]


def estimate(tree: Node) -> Estimate:
    """A tree's predicted errors, the sum of n U(e, n) over its leaves that are not empty, as the multiset of their (e, n)."""
    return Counter((leaf_errors(leaf), sum(leaf.counts)) for leaf in leaves(tree) if sum(leaf.counts))


def predicted(of: Estimate) -> Fraction:
    """Predicted errors, too small by less than 10^-40."""
    return sum((times * n * upper_limit(e, n) for (e, n), times in of.items()), Fraction(0))


def no_more(these: Estimate, those: Estimate) -> bool:
    """Whether these predicted errors are at most those; equal only where the leaves are the same."""
    if these == those:
        return True
    difference = predicted(these - those) - predicted(those - these)
    if abs(difference) < Fraction(1, 10**30):
        raise ArithmeticError(f"too close to call: {these} and {those}")
    return difference < 0


def recount(tree: Node, records: Sequence[Record], above: int) -> Node:
    """The tree with counts and labels as other records give them; an empty node is labelled as the one above."""
    found = Counter(label for _, label in records)
    counts = tuple(found[i] for i in range(len(tree.counts)))
    label = counts.index(max(counts)) if records else above
    parts = [[r for r in records if branch(tree, r[0]) == i] for i in range(len(tree.children))]
    return Node(tree.at, counts, label, tree.test, tuple(recount(*both, label) for both in zip(tree.children, parts, strict=True)))


def raise_subtrees(tree: Node, records: Sequence[Record], above: int, repruned: bool) -> Node:
    """
    Error-based pruning with subtree raising.

    Bottom-up. A leaf is preferred to the largest branch (by records, the first of several) with all the records, that to the tree as it is.
    The largest branch is judged with all the records as C4.5 does, as it is, or `repruned`; where it is raised, it is pruned again.
    """
    tree = recount(tree, records, above)
    if not tree.children:
        return tree
    parts = [[r for r in records if branch(tree, r[0]) == i] for i in range(len(tree.children))]
    tree = tree._replace(
        children=tuple(raise_subtrees(child, part, tree.label, repruned) for child, part in zip(tree.children, parts, strict=True))
    )
    sizes = [len(part) for part in parts]
    largest = tree.children[sizes.index(max(sizes))]
    again = raise_subtrees(largest, records, above, repruned)
    raised = again if repruned else recount(largest, records, above)
    leaf = cut(tree, frozenset({tree.at}))
    if no_more(estimate(leaf), estimate(raised)) and no_more(estimate(leaf), estimate(tree)):
        return leaf
    return again if no_more(estimate(raised), estimate(tree)) else tree


# Everything about one tree


def answers(tree: Node, classes: Sequence[str], training: Sequence[Record], validation: Sequence[Record]) -> dict[str, Any]:
    """What expected.json holds of a tree: numbers are texts, fractions in lowest terms, decimals with 12 digits after the point."""
    attributes = len(training[0][0])

    def texts(positions: Sequence[int] | Cuts) -> list[str]:
        return [str(at) for at in (sorted(positions) if isinstance(positions, frozenset) else positions)]

    def of_cuts(cuts: Cuts, cost: Callable[[Node], object]) -> dict[str, Any]:
        pruned = cut(tree, cuts)
        return {"cuts": texts(cuts), "leaves": str(len(leaves(pruned))), "before": str(cost(tree)), "after": str(cost(pruned))}

    def measured(pruned: Node) -> int:
        return validation_errors(pruned, validation)

    def described(pruned: Node) -> str:
        return bits(code_words(pruned, attributes))

    def expected_errors(pruned: Node) -> str:
        return decimal(predicted(estimate(pruned)))

    def cost_complexity(risk: Callable[[Node], Fraction]) -> list[dict[str, Any]]:
        return [
            {
                "alpha": str(alpha),
                "leaves": str(len(leaves(cut(tree, cuts)))),
                "risk": str(risk(cut(tree, cuts))),
                "cuts": texts(cuts),
                "validation_errors": str(measured(cut(tree, cuts))),
            }
            for alpha, cuts in weakest_links(tree, risk)
        ]

    def greedily(ties: bool) -> dict[str, Any]:
        sequence = greedy(tree, measured, ties)
        pruned = tree
        for at in sequence:
            pruned = cut(pruned, frozenset({at}))
        return {"sequence": texts(sequence), **of_cuts(made_leaves(tree, pruned), measured)}

    def nested(node: Node) -> dict[str, Any]:
        text = {"at": str(node.at), "counts": [str(n) for n in node.counts], "label": classes[node.label]}
        return {**text, "children": [nested(child) for child in node.children]} if node.children else text

    def raising(repruned: bool) -> dict[str, Any]:
        found = raise_subtrees(tree, training, tree.label, repruned)
        return {"leaves": str(len(leaves(found))), "after": expected_errors(found), "tree": nested(found)}

    return {
        "prunings": [[texts(cuts), str(len(leaves(cut(tree, cuts)))), str(errors(cut(tree, cuts)))] for cuts in prunings(tree)],
        "cost_complexity_error": cost_complexity(error_risk),
        "cost_complexity_gini": cost_complexity(gini_risk),
        "reduced_error": of_cuts(bottom_up(tree, lambda new, old: measured(new) <= measured(old)), measured),
        "reduced_error_strict": of_cuts(bottom_up(tree, lambda new, old: measured(new) < measured(old)), measured),
        "reduced_error_best": of_cuts(smallest_best(tree, measured), measured),
        "greedy_strict": greedily(False),
        "greedy": greedily(True),
        "pessimistic_strict": of_cuts(
            bottom_up(tree, lambda new, old: pessimistic_errors(new) < pessimistic_errors(old)), pessimistic_errors
        ),
        "pessimistic": of_cuts(bottom_up(tree, lambda new, old: pessimistic_errors(new) <= pessimistic_errors(old)), pessimistic_errors),
        "error_based": of_cuts(bottom_up(tree, lambda new, old: no_more(estimate(new), estimate(old))), expected_errors),
        "description": of_cuts(bottom_up(tree, lambda new, old: code_words(new, attributes) <= code_words(old, attributes)), described),
        "raising": raising(False),
        "raising_repruned": raising(True),
    }


def decimal(number: Fraction) -> str:
    with localcontext() as context:
        context.prec = 60
        return f"{Decimal(number.numerator) / Decimal(number.denominator):.12f}"


def of_counts(*children: tuple[int, ...]) -> dict[str, str]:
    """A node and its leaves, known by their counts alone, before splitting and after."""
    counts = tuple(map(sum, zip(*children, strict=True)))
    below = tuple(Node(i, c, c.index(max(c)), (), ()) for i, c in enumerate(children, 1))
    split = Node(0, counts, counts.index(max(counts)), (), below)
    leaf = cut(split, frozenset({0}))

    def verdict(cost: Callable[[Node], Fraction | int]) -> str:
        return "prune" if cost(leaf) < cost(split) else "keep"

    return {
        "training_before": str(error_risk(leaf)),
        "training_after": str(error_risk(split)),
        "pessimistic_before": str(pessimistic_errors(leaf) / sum(counts)),
        "pessimistic_after": str(pessimistic_errors(split) / sum(counts)),
        "optimistic_strict": verdict(errors),
        "pessimistic_strict": verdict(pessimistic_errors),
    }
