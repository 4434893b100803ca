"""
Pruning: where penalised costs cross, the nested sequence, pessimistic estimates.   Documents: `tan` Estimating Generalization Errors.

Notation: R(t) the risk of node t as a leaf, R(T_t) that of its subtree T_t.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise, product
from typing import cast

from dtref.exact.distributions.binomial import binomial_variance
from dtref.exact.functions import sqrt
from dtref.exact.number import Number, number, total
from dtref.spec.model.tally import Moments
from dtref.spec.model.trees import Leaf, Tree, leaf_count, nodes, weight
from dtref.spec.pruning.bottom_up import as_leaf
from dtref.spec.pruning.cost_complexity import cost_complexity, critical_alpha, impurity_risk
from dtref.spec.pruning.estimates import HALF, node_errors, penalised, pessimistic_errors
from dtref.spec.pruning.pessimistic import pessimistic, pessimistic_within_error, standard_error_of_errors
from dtref.spec.split.criteria import gain, gini_reduction, variance_reduction
from dtref.spec.split.impurity import Impurity, entropy, gini, variance
from proofs.steps import equal, holds, not_negative, same
from proofs.symbols import not_negative as nonnegative
from proofs.symbols import positive, real
from proofs.theorem import Method, theorem
from proofs.trees import prunings, shapes, tree_of, trees

BOOK = "breiman1984"
FEW = ((0, 1), (1, 0), (1, 2), (2, 1), (3, 0))
"""Class counts of the leaves of small trees."""


@theorem(
    "alpha* = (R(t) - R(T_t))/(leaves - 1) is where the penalised costs of node and subtree cross, and the one place: below it the subtree "
    "costs less, above it the leaf",
    source=BOOK,
    runs=(critical_alpha, penalised),
    reach="all real risks, subtrees of any number of leaves above 1",
    method=Method.SIGNS,
)
def theorem_penalised_costs_cross_at_the_critical_alpha() -> None:
    """The subtree's cost less the leaf's is (leaves - 1)(alpha - alpha*)."""
    node, subtree, alpha = real("R_t R_T alpha")
    more, beyond = positive("more beyond")
    critical = critical_alpha(node, subtree, more + 1)

    def gap(at: Number) -> Number:
        return penalised(subtree, more + 1, at) - penalised(node, 1, at)

    equal(gap(alpha), more * (alpha - critical))
    equal(gap(critical), 0)
    equal(gap(critical + beyond), more * beyond)
    equal(gap(critical - beyond), -more * beyond)


@theorem(
    "Cutting a weakest link below a node does not lower the node's own alpha: the alphas of the sequence rise, and its trees are nested",
    source=BOOK,
    runs=(critical_alpha,),
    reach="one cut (the step from a tree of the sequence to the next); all real risks, any numbers of leaves",
    method=Method.INDUCTION,
)
def theorem_alpha_of_a_node_does_not_fall_when_a_weakest_link_below_it_is_cut() -> None:
    """g(t) is the mean of g(s), s the node cut, and of g(t) afterwards, weighted by the leaves lost and those left to lose."""
    below, rest, strength = real("R_below R_rest strength")
    (excess,) = nonnegative("excess")  # by which t is stronger than s, a weakest link
    lost, left = positive("lost left")
    r_s, r_t = below + lost * strength, rest + below + (lost + left) * (strength + excess)
    weakest = critical_alpha(r_s, below, lost + 1)
    before = critical_alpha(r_t, rest + below, lost + left + 1)
    after = critical_alpha(r_t, rest + r_s, left + 1)
    equal((lost + left) * before, lost * weakest + left * after)
    not_negative(after - before)
    not_negative(before - weakest)


@theorem(
    "The alpha of a single test is the reduction that it achieves, times its records: splitting criterion and pruning measure one thing",
    source=BOOK,
    runs=(critical_alpha, impurity_risk, gini_reduction, gain, variance_reduction),
    reach="Gini, entropy (two classes, positive real counts), variance (all real sums); two branches",
    method=Method.IDENTITY,
)
def theorem_alpha_of_a_single_test_is_its_reduction_of_impurity() -> None:
    """R(t) is n I(t), so that R(t) - R(T_t) is n times I(t) less the children's weighted impurity."""
    a, b, c, d = positive("a b c d")
    y, z, q, r = real("y z q r")
    for measure, reduction, left, right in (
        (gini, gini_reduction, (a, b), (c, d)),
        (entropy, gain, (a, b), (c, d)),
        (variance, variance_reduction, (a, y, q), (b, z, r)),
    ):
        risk, together = impurity_risk(measure), tuple(i + j for i, j in zip(left, right, strict=True))
        node, *below = (risk(_symbolic(measure, counts)) for counts in (together, left, right))
        value = reduction(together, (left, right))
        equal(critical_alpha(node, total(below), 2), measure.size(together) * cast(Number, value))


def _symbolic(measure: Impurity, counts: Sequence[Number]) -> Leaf:
    """A leaf whose counts are symbols."""
    ns = cast("Sequence[Fraction]", counts)
    return Leaf(Moments(*ns), ()) if measure.moments else Leaf(tuple(zip(("-", "+"), ns, strict=True)), ("-",))


@theorem(
    "The sequence holds for every alpha the smallest of all prunings with the least R(T) + alpha * leaves, and each tree of it prunes the "
    "one before",
    source=BOOK,
    runs=(cost_complexity, critical_alpha),
    reach="every binary tree of 2 or 3 leaves with risks 0, 1, 2 at its nodes, of 4 leaves with risks 0, 1; every alpha from 0",
    method=Method.EXHAUSTION,
)
def theorem_the_sequence_is_nested_and_the_least_cost_for_every_alpha() -> None:
    """A cost is linear in alpha: what is least at both ends of an interval is least in it; one leaf at the last alpha, from there on."""
    for leaves, values in ((2, 3), (3, 3), (4, 2)):
        for shape in shapes(leaves):
            tree = tree_of(shape, [(2**i, 0) for i in range(leaves)])  # weights tell which leaves a node covers, bit by bit
            every = [[_covered(node) for node in nodes(pruned) if isinstance(node, Leaf)] for pruned in prunings(tree)]
            for chosen in product(range(values), repeat=2 * leaves - 1):
                _sequence_is_right(tree, every, dict(zip(map(_covered, nodes(tree)), chosen, strict=True)))


def _covered(node: Tree) -> int:
    return weight(node).numerator


def _sequence_is_right(tree: Tree, every: Sequence[Sequence[int]], risks: Mapping[int, int]) -> None:
    """risks: of each node, by the leaves that it covers. every: the leaves of each pruning of the tree."""
    path = cost_complexity(tree, lambda node: number(risks[_covered(node)] * _covered(tree)))
    steps = [(cast(Fraction, step.alpha), cast(Fraction, step.risk), step.leaves) for step in path.steps]
    lines = [(sum(risks[leaf] for leaf in kept), len(kept)) for kept in every]
    kept = [[_covered(node) for node in nodes(path.tree_of(k)) if isinstance(node, Leaf)] for k in range(len(steps))]
    costs = [(sum(risks[leaf] for leaf in leaves), len(leaves)) for leaves in kept]
    alphas = [alpha for alpha, _, _ in steps]
    same([(risk, leaves) for _, risk, leaves in steps], costs, "a step tells its tree's risk and leaves")
    holds(alphas[0] == 0 and all(a < b for a, b in pairwise(alphas)), "that alphas rise from 0")
    holds(costs[-1][1] == 1, "that the last tree is the root alone")
    for (low, risk, leaves), high in zip(steps, [*alphas[1:], alphas[-1]], strict=True):
        same((risk + low * leaves, leaves), min((r + low * n, n) for r, n in lines), f"{leaves} leaves are the smallest best at {low}")
        same(risk + high * leaves, min(r + high * n for r, n in lines), f"{leaves} leaves are best up to {high}")
    nested = all(sum(a & b == a for b in after) == 1 for before, after in pairwise(kept) for a in before)
    holds(nested, "that each tree prunes the one before")


@theorem(
    "Pessimistic pruning cuts where e(t) - e(T_t) < (leaves - 1) * penalty, T_t as pruned so far; of all prunings none has fewer "
    "pessimistic errors than what is left, and none that has as few has more leaves",
    source="tan: Example of Post-Pruning",
    runs=(pessimistic, pessimistic_errors, penalised, node_errors),
    reach="every binary tree of up to 3 leaves with the class counts (0, 1), (1, 0), (1, 2), (2, 1), (3, 0); penalties 0, 1/2, 1",
    method=Method.EXHAUSTION,
)
def theorem_pessimistic_pruning_cuts_where_its_inequality_says_so() -> None:
    """Tree by tree; as costs add up over subtrees, the best of the children are part of the best above them."""
    for penalty, tree in product((Fraction(0), HALF, Fraction(1)), (tree for leaves in (1, 2, 3) for tree in trees(leaves, FEW))):
        found = pessimistic(tree, penalty)
        listed = list(nodes(tree))
        for one in found.comparisons:
            node, *others = (errors + leaves * penalty for errors, leaves in map(_errors, prunings(listed[one.node])))
            same((one.leaf, one.subtree, one.cut), (node, min(others), node < min(others)), f"{tree} is cut rightly at {one.node}")
        ranked = sorted((errors + leaves * penalty, -leaves) for errors, leaves in map(_errors, prunings(tree)))
        same((pessimistic_errors(found.tree, penalty), -leaf_count(found.tree)), ranked[0], f"{found.tree} is the best of {tree}")


def _errors(tree: Tree) -> tuple[Fraction, int]:
    """The training errors of a tree (the records that aren't of their leaf's largest class), and its leaves."""
    leaves = [[n for _, n in node.counts] for node in nodes(tree) if isinstance(node, Leaf)]
    return sum((sum(counts) - max(counts) for counts in leaves), Fraction(0)), len(leaves)


@theorem(
    "The standard error of a pessimistic count e' of n records is that of a binomial count with error rate e'/n",
    source="quinlan1987",
    runs=(standard_error_of_errors, binomial_variance),
    reach="all positive real e', n",
    method=Method.IDENTITY,
)
def theorem_standard_error_of_a_pessimistic_count_is_binomial() -> None:
    """e'(n - e')/n = n (e'/n)(1 - e'/n)."""
    e, n = positive("e n")
    equal(standard_error_of_errors(e, n), sqrt(binomial_variance(n, e / n)))


@theorem(
    "Pruning within a standard error cuts, from the root down, where e(t) + 1/2 - e' is not above 0 or its square not above e'(n - e')/n, "
    "e' = e(T_t) + leaves/2, and where e' > n",
    source="quinlan1987",
    runs=(pessimistic_within_error, standard_error_of_errors, penalised),
    reach="every binary tree of up to 3 leaves with the class counts (0, 1), (1, 0), (1, 2), (2, 1), (3, 0)",
    method=Method.EXHAUSTION,
)
def theorem_pruning_within_a_standard_error_cuts_where_its_inequality_says_so() -> None:
    """Tree by tree: no root is taken, as both sides are squared."""
    for tree in (tree for leaves in (1, 2, 3) for tree in trees(leaves, FEW)):
        cuts = {one.node: one.cut for one in pessimistic_within_error(tree).comparisons}
        below_a_cut = 0
        for i, node in enumerate(nodes(tree)):
            if i < below_a_cut or isinstance(node, Leaf):
                holds(i not in cuts, f"that leaves and what is below a cut of {tree} aren't looked at")
                continue
            (alone, _), (errors, leaves), n = _errors(as_leaf(node)), _errors(node), weight(node)
            estimate = errors + leaves * HALF
            excess = alone + HALF - estimate
            cut = estimate > n or excess <= 0 or excess * excess <= estimate * (n - estimate) / n
            same(cuts[i], cut, f"{tree} is cut rightly at {i}")
            below_a_cut = i + len(list(nodes(node))) if cut else below_a_cut
