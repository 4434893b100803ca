"""
Growing: how much a node's test does for the whole tree, and how well a surrogate stands in.   Documents: `cs422` When to stop splitting.

Notation: s the primary test, s' a surrogate; counts[i][j] the records in branch i of s' and branch j of s.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from attrs import evolve

from dtref.errors import Undefined
from dtref.spec.growing.guesses import guessed_right
from dtref.spec.growing.hunt import grow
from dtref.spec.growing.stopping import ImprovesTreeLessThan, pure
from dtref.spec.growing.surrogates import _beyond_majority, association, association_of_all
from dtref.spec.model.attributes import Continuous, Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.trees import Branch, Leaf, Tree, nodes
from dtref.spec.presets import CART
from dtref.spec.split.criteria import gain, gini_reduction, weighted_impurity
from dtref.spec.split.impurity import entropy, gini
from proofs.steps import defined, equal, holds, same
from proofs.symbols import positive
from proofs.theorem import Method, theorem

STOP, BOOK = "cs422: Tree Induction: When to stop splitting", "breiman1984"
Pair = tuple[int, int]


@theorem(
    "A test at a node lowers the weighted impurity of the tree's leaves by the node's share of all records times the reduction at the node",
    source=STOP,
    runs=(weighted_impurity, gini_reduction, gain),
    reach="two classes, a test with two children, one leaf elsewhere (it stands for any number of them); all positive real counts",
    method=Method.IDENTITY,
)
def theorem_improvement_of_the_tree_is_the_share_of_the_node_times_the_reduction() -> None:
    """The leaves elsewhere cancel."""
    left, right, elsewhere = positive("a1:3"), positive("b1:3"), positive("e1:3")
    node = [a + b for a, b in zip(left, right, strict=True)]
    share = sum(node[1:], node[0]) / sum((*node, *elsewhere)[1:], node[0])
    for measure, reduction in ((gini, gini_reduction), (entropy, gain)):
        improved = weighted_impurity(measure, (node, elsewhere)) - weighted_impurity(measure, (left, right, elsewhere))
        equal(improved, share * defined(reduction(node, (left, right))))


@theorem(
    "A node is a leaf if its best test improves the tree by less than the threshold; at the threshold itself it is split",
    source=STOP,
    runs=(ImprovesTreeLessThan.__call__, grow),
    reach="every column of 2 to 6 records of two classes, grown with each threshold that a node of the tree improves by",
    method=Method.EXHAUSTION,
)
def theorem_node_is_a_leaf_if_it_improves_the_tree_by_less() -> None:
    """A node improves by its drop in records times impurity, over all records; no inner node of the stopped tree does by less than t."""
    for labels in (some for n in range(2, 7) for some in product("ab", repeat=n)):
        data = DataSet((Continuous("x"),), Nominal("y", ("a", "b")), tuple(Record((Fraction(i),), label) for i, label in enumerate(labels)))
        full = grow(data, CART)
        for t in {improvement(node, len(labels)) for node in nodes(full) if isinstance(node, Branch)}:
            stopped = grow(data, evolve(CART, stop=(pure, ImprovesTreeLessThan(t))))
            for node in nodes(stopped):
                if isinstance(node, Branch):
                    holds(improvement(node, len(labels)) >= t, f"a node of {labels} that improves by at least {t}")
            best = improvement(full, len(labels)) if isinstance(full, Branch) else Fraction(0)
            same(isinstance(stopped, Leaf), best < t, f"whether the root of {labels} is a leaf at {t}")


def improvement(node: Branch, n: int) -> Fraction:
    """By how much the test of a node lowers the sum of records times Gini, over all n records."""
    return (_cost(node) - sum(map(_cost, node.children), Fraction(0))) / n


def _cost(node: Tree) -> Fraction:
    counts = [Fraction(k) for _, k in node.counts]
    size = sum(counts, Fraction(0))
    return size - sum((k * k for k in counts), Fraction(0)) / size


def crossed(most: int) -> Iterator[tuple[Pair, Pair]]:
    """The records by branch of a surrogate and branch of the primary test, up to so many in each, where somebody is."""
    cells = product(range(most + 1), repeat=4)
    yield from (((a, b), (c, d)) for a, b, c, d in cells if a + b + c + d)


@theorem(
    "The association of a surrogate is Breiman's lambda: the share of the errors of the majority that it avoids",
    source=BOOK,
    runs=(association, _beyond_majority, guessed_right),
    reach="two branches on either side, 0 to 3 records in each pair of branches",
    method=Method.EXHAUSTION,
)
def theorem_association_is_the_share_of_the_majoritys_errors_that_a_surrogate_avoids() -> None:
    """(min(p_L, p_R) - (1 - p(s, s')))/min(p_L, p_R), where the surrogate's branches stand for the primary's in the better of two ways."""
    for (a, b), (c, d) in crossed(3):
        n = a + b + c + d
        found = association(guessed_right(((a, b), (c, d))), (a + c, b + d), (0, 0))
        least = min(Fraction(a + c, n), Fraction(b + d, n))
        if not least:
            holds(isinstance(found, Undefined), "nothing to avoid where all records take one branch")
            continue
        agree = max(Fraction(a + d, n), Fraction(b + c, n))
        breiman = (least - (1 - agree)) / least
        same(found, max(breiman, Fraction(0)), f"the association of {((a, b), (c, d))}, or 0 where both branches guess the majority")
        holds(defined(found) <= 1, "at most 1")
        same(found == 1, b == c == 0 or a == d == 0, "1 only where the surrogate never errs")


@theorem(
    "rpart's association charges the records that the surrogate cannot answer: with u of them it is lambda over the rest less their share",
    source="cs422: Tree Induction: How to determine best split?",
    runs=(association_of_all, association, _beyond_majority),
    reach="two branches on either side, 0 to 2 records in each pair of branches and 0 to 2 of each primary branch without an answer",
    method=Method.EXHAUSTION,
)
def theorem_association_of_all_charges_what_the_surrogate_cannot_answer() -> None:
    """1 less the errors, unanswered ones among them, over those of the majority."""
    for ((a, b), (c, d)), (u, v) in product(crossed(2), product(range(3), repeat=2)):
        right, both, primary = guessed_right(((a, b), (c, d))), (a + c, b + d), (a + c + u, b + d + v)
        found, errors = association_of_all(right, both, primary), min(primary)
        if not errors:
            holds(isinstance(found, Undefined), "nothing to avoid where all records take one branch")
            continue
        same(found, 1 - Fraction(min(a, b) + min(c, d) + u + v, errors), "the association")
        if not u + v:
            same(found, association(right, both, primary), "one association where every record has an answer")
