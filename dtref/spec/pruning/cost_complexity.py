"""
Cost-complexity pruning: the nested sequence of trees that minimise R(T) + alpha * leaves, with exact alphas.

Notation: R(t) the risk of node t as a leaf, R(T_t) that of its subtree, both divided by the number of the root's records. The risk is an
argument: errors (the CART book, rpart), Gini or entropy of the leaves (scikit-learn), squared error. A `Risk` is in records;
`cost_complexity` divides it.

The textbook's procedure computes g(t) = (R(t) - R(T_t)) / (leaves - 1) at every inner node, and cuts the nodes where it is least. It does
the same to the tree that is left, until only the root is. Here each node's alpha is computed once, children first. The trees are the same,
because both ways lead, for each alpha, to the smallest pruning of least cost, and there is only one. The book proves that of its procedure;
proofs/pruning.py shows it of the function here, on every binary tree of up to 4 leaves with small whole risks.
"""

from __future__ import annotations

__sources__ = (
    "Breiman, Friedman, Olshen and Stone 1984, chapters 3 and 10",
    ("cs6220", 'Overfitting and Tree Pruning ("a sequence of progressively pruned trees")'),
)

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cmp_to_key, reduce
from heapq import heappop, heappush
from operator import add as plus
from typing import TypeAlias, TypeVar

from attrs import frozen

from dtref.errors import Invalid
from dtref.exact.brief import brief_repr
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.comparison import compare
from dtref.exact.definition import defined
from dtref.exact.inputs import count, exact
from dtref.exact.number import Exact, Number, is_zero, number, total
from dtref.spec.model.display import Reported
from dtref.spec.model.rules import LooksAt, Option, OptionKind, RuleFacts, declares
from dtref.spec.model.schemes import walk
from dtref.spec.model.trees import Leaf, Tree, is_regression, nodes, weight
from dtref.spec.pruning.bottom_up import cut_at, each_subtree, positions_below
from dtref.spec.pruning.estimates import node_errors
from dtref.spec.split.impurity import Impurity, entropy, gini, variance

Amount = TypeVar("Amount", int, Fraction, Number)

Risk: TypeAlias = Callable[[Tree], Number]
"""The cost of a node as a leaf, in records (times the unit of the impurity): R(t) times the number of the root's records."""


@refuses_other_kinds
def misclassified(node: Tree) -> Number:
    """
    The training errors of a node as a leaf: the risk of the CART book and of rpart. Errors: Invalid for a node of a regression tree.

    >>> misclassified(Leaf((("-", Fraction(2)), ("+", Fraction(5))), ("+",)))
    Fraction(2, 1)
    """
    return number(node_errors(node))


@refuses_other_kinds
def impurity_risk(impurity: Impurity) -> Risk:
    """
    The records of a node times its impurity: the risk of scikit-learn (Gini, entropy), and with `variance` that of regression trees.

    Errors of the risk: Invalid where the impurity is not one for the kind of target.

    >>> from dtref.spec.split.impurity import gini
    >>> impurity_risk(gini)(Leaf((("-", Fraction(2)), ("+", Fraction(6))), ("+",)))
    Fraction(3, 1)
    """

    def risk(node: Tree) -> Number:
        if impurity.moments != is_regression(node):
            wanted, got = ("regression", "classification") if impurity.moments else ("classification", "regression")
            raise Invalid(f"risk by {impurity.name}", f"a {wanted} tree", f"a {got} tree")
        counts = [n for _, n in node.counts]
        size = impurity.size(counts)
        return number(0) if is_zero(size) else size * impurity.of(counts)

    return risk


RISKS_BY_NAME: Mapping[str, Risk] = {
    "errors": misclassified,
    "gini": impurity_risk(gini),
    "entropy": impurity_risk(entropy),
    "variance": impurity_risk(variance),
}
"""The risks, by the names that golden records use."""
RISK_OPTION = Option(
    "risk",
    OptionKind.CHOICE,
    None,
    RISKS_BY_NAME,
    "--risk",
    "The risk R  [default: errors; of a regression tree squared-error].",
    ("errors", "gini"),
)


@defined(
    formula="(R(t) - R(T_t)) / (leaves - 1)",
    errors="Invalid for floats, and leaves that are no whole number of at least 2: a leaf has no link to cut",
    sources=("Breiman and others 1984, section 3.3",),
)
def critical_alpha(node_risk: Exact, subtree_risk: Exact, leaves: Exact) -> Number:
    """
    The alpha at which a node as a leaf costs as much as its subtree: g(t), the strength of a link.

    >>> critical_alpha(Fraction(4, 10), Fraction(1, 10), 4)
    Fraction(1, 10)
    """
    return (exact("R(t)", node_risk) - exact("R(T_t)", subtree_risk)) / (count("leaves", leaves, 2) - 1)


@frozen(eq=False)
class Step(Reported):
    """
    A tree of the sequence: the smallest that minimises R(T) + alpha * leaves, for every alpha from its own to that of the next tree,
    without the end.

    risk: R(T), divided by the root's records. weakest: the nodes that are cut to make it of the tree before, by position in the preorder of
    the unpruned tree.
    """

    alpha: Number
    leaves: int
    risk: Number
    weakest: tuple[int, ...]

    __repr__ = brief_repr


@frozen(eq=False)
class Path(Reported):
    """
    The nested sequence of a tree, alphas ascending from 0.

    The first tree has the risk of the unpruned one, and is smaller than that where some subtree improves nothing. critical: for each node,
    by position in preorder, the alpha from which on it is a leaf; None for leaves, and for nodes that have an ancestor which is cut earlier
    or at the same time.
    """

    tree: Tree
    steps: tuple[Step, ...]
    critical: tuple[Number | None, ...]

    __repr__ = brief_repr

    def tree_of(self, step: int) -> Tree:
        """The tree of a step, by its position."""
        return self.tree_at(self.steps[step].alpha)

    def tree_at(self, alpha: Exact) -> Tree:
        """The smallest pruning that minimises R(T) + alpha * leaves. Errors: Invalid for a float, or an alpha below 0."""
        bound = exact("alpha", alpha, least=0)

        def is_cut(i: int) -> bool:
            critical = self.critical[i]
            return critical is not None and compare(critical, bound) <= 0

        return cut_at(self.tree, is_cut)


@declares(
    RuleFacts(
        "cost_complexity",
        frozenset((LooksAt.COUNTS,)),
        (RISK_OPTION,),
        typed="cost-complexity",
    )
)
@defined(sources=("Breiman, Friedman, Olshen and Stone 1984, chapters 3 and 10", ("cs6220", "Overfitting and Tree Pruning")))
def cost_complexity(tree: Tree, risk: Risk = misclassified) -> Path:
    """
    The nested sequence of a tree: all weakest links, tied ones together, are cut at once.

    Exact: alphas are fractions (with entropy, sums of logarithms). In time n log^2 n, where the book's procedure looks at every node
    again for each tree. Errors: as the risk; Invalid for a tree without records.

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.growing.hunt import grow
    >>> from dtref.spec.views.shape import parity
    >>> path = cost_complexity(grow(parity(2), CART))
    >>> [(step.alpha, step.leaves, step.risk) for step in path.steps]
    [(Fraction(0, 1), 4, Fraction(0, 1)), (Fraction(1, 6), 1, Fraction(1, 2))]
    """
    n = weight(tree)
    if not n:
        raise Invalid("cost complexity", "a tree with training records", tree)
    # R(t), from the risk in records; when each node is cut on its own account, and when in the sequence; the sequence
    risks = [risk(node) / n for node in nodes(tree)]
    critical = _effective(tree, _critical_alphas(tree, risks))
    return Path(tree, tuple(_steps(tree, risks, critical)), critical)


@frozen(eq=False)
class _Bend:
    """
    A bend in the least cost of a subtree as a function of alpha.

    At this alpha the cheapest pruning changes. For smaller alphas it has `leaves` more leaves, and its risk changes by `risk`.

    Ordered by alpha, the greatest first, as a heap needs it.
    """

    alpha: Number
    risk: Number
    leaves: int

    def __lt__(self, other: _Bend) -> bool:
        return compare(self.alpha, other.alpha) > 0


@frozen(eq=False)
class _Least:
    """
    The least cost of the prunings of a subtree, as a function of alpha: concave and piecewise linear.

    Beyond the last bend it is risk + leaves * alpha. bends: a heap, the one of greatest alpha first.
    """

    risk: Number
    leaves: int
    bends: list[_Bend]


def _critical_alphas(tree: Tree, risks: Sequence[Number]) -> list[Number | None]:
    """
    The critical alpha of each node. From this alpha on, cutting here is at least as cheap as keeping the subtree; ancestors are ignored.

    None for leaves, and where there is no such alpha. A node's least cost is the smaller of R(t) + alpha, as a leaf, and the sum of its
    children's least costs. A subtree that is kept has at least 2 leaves (unless it has a single child), so its cost rises faster with alpha
    than a leaf's; the two lines meet once. Bends of the sum beyond that are never needed again.
    """
    alphas: list[Number | None] = [None] * len(risks)

    def add(i: int, node: Tree, parts: Sequence[_Least]) -> _Least:
        """The least cost of a node's subtree, from those of its children."""
        if isinstance(node, Leaf):
            return _Least(risks[i], 1, [])
        # the sum of the children's least costs, from large alphas down to the piece on which it crosses R(t) + alpha
        risk, leaves, bends = total(p.risk for p in parts), sum(p.leaves for p in parts), _melded([p.bends for p in parts])
        while bends and _crossed_below(risks[i], risk, leaves, bends[0].alpha):
            bend = heappop(bends)
            risk, leaves = risk + bend.risk, leaves + bend.leaves
        # a single child that is better than its parent, as trees of other programs may have
        if leaves == 1 and compare(risks[i], risk) > 0:
            return _Least(risk, leaves, bends)
        alpha = number(0) if leaves == 1 else critical_alpha(risks[i], risk, leaves)
        # in trees of other programs a leaf may be better than the subtree even at alpha = 0, where the sequence begins: it is cut there
        alphas[i] = critical = alpha if compare(alpha, 0) > 0 else number(0)
        # from there on the node as a leaf is the least cost
        heappush(bends, _Bend(critical, risk - risks[i], leaves - 1))
        return _Least(risks[i], 1, bends)

    each_subtree(tree, add)
    return alphas


def _crossed_below(node_risk: Number, risk: Number, leaves: int, alpha: Number) -> bool:
    """Whether a node as a leaf costs no more at this alpha than its subtree, on the line that the subtree's cost follows from there on."""
    return compare(node_risk + alpha, risk + leaves * alpha) <= 0


def _melded(heaps: Sequence[list[_Bend]]) -> list[_Bend]:
    """One heap of several: the smaller ones are poured into the largest, so that no bend is moved more than log n times."""
    largest = max(heaps, key=len)
    for heap in heaps:
        if heap is not largest:
            for bend in heap:
                heappush(largest, bend)
    return largest


_Alphas: TypeAlias = tuple[Number | None, Number | None]
"""The critical alpha of a node, if it is cut while all its ancestors are still tests, and the least one of its ancestors."""


def _effective(tree: Tree, critical: Sequence[Number | None]) -> tuple[Number | None, ...]:
    """The critical alphas of the nodes that are cut while all their ancestors are still tests; None for all others."""
    positions = positions_below(tree)

    def below(i: int, alphas: _Alphas) -> Iterator[tuple[int, _Alphas]]:
        own, above = alphas
        least = above if own is None else own
        for child in positions[i]:
            alpha = critical[child]
            is_cut_later = alpha is not None and least is not None and compare(alpha, least) >= 0
            yield child, (None if is_cut_later else alpha, least)

    root: _Alphas = (critical[0], None)
    return tuple(own for _, (own, _) in walk(0, root, below))


def changes(
    tree: Tree, critical: Sequence[Number | None], costs: Sequence[Amount], own: Sequence[Amount] = ()
) -> tuple[Amount, Mapping[int, Amount]]:
    """
    The sum of all leaf costs, and by how much each cut changes it, once the cuts below it are made.

    The leaves are those of the unpruned tree; the cuts, at the nodes with a critical alpha, are listed by position. costs: what each node
    costs as a leaf, by position in preorder. own: what each costs as an inner node beside its children, if anything.

    >>> changes(Leaf((), ("+",)), (None,), (3,))
    (3, {})
    """
    by_node: dict[int, Amount] = {}

    def add(i: int, node: Tree, parts: Sequence[tuple[Amount, Amount]]) -> tuple[Amount, Amount]:
        """The cost of the unpruned subtree, and its cost when every node below with a critical alpha is cut."""
        if isinstance(node, Leaf):
            return costs[i], costs[i]
        unpruned, pruned = reduce(plus, (part[0] for part in parts)), reduce(plus, (part[1] for part in parts))
        unpruned, pruned = (unpruned + own[i], pruned + own[i]) if own else (unpruned, pruned)
        if critical[i] is None:
            return unpruned, pruned
        by_node[i] = costs[i] - pruned
        return unpruned, costs[i]

    return each_subtree(tree, add)[0][0], by_node


def _steps(tree: Tree, risks: Sequence[Number], critical: Sequence[Number | None]) -> Iterator[Step]:
    """The trees of the sequence: at each critical alpha all nodes with it are cut."""

    def order(a: tuple[Number, int], b: tuple[Number, int]) -> int:
        return compare(a[0], b[0])

    risk, risk_changes = changes(tree, critical, risks)
    leaves, leaf_changes = changes(tree, critical, [1] * len(risks))
    # cuts in ascending order of alpha; a tree is finished when the next alpha is greater
    alpha, weakest = number(0), list[int]()
    for next_alpha, i in sorted([(alpha, i) for i, alpha in enumerate(critical) if alpha is not None], key=cmp_to_key(order)):
        if compare(next_alpha, alpha) > 0:
            yield Step(alpha, leaves, risk, tuple(sorted(weakest)))
            alpha, weakest = next_alpha, []
        risk, leaves = risk + risk_changes[i], leaves + leaf_changes[i]
        weakest.append(i)
    yield Step(alpha, leaves, risk, tuple(sorted(weakest)))
