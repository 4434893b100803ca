"""
Reduced-error pruning: cuts where that does not raise the errors on a validation set.

The error of a node is that of its label for the validation records that reach it; of several labels as `Charge` says, by default the first.
A node that none reaches costs nothing either way.
"""

from __future__ import annotations

__sources__ = (
    ("tan", "Estimating Generalization Errors, How to Address Overfitting…"),
    ("iaml", "1.4"),
    ("cs422", "When to stop splitting"),
)

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeAlias

from attrs import evolve, frozen

from dtref.exact.brief import brief_repr
from dtref.exact.comparison import argmax_set, compare
from dtref.exact.definition import defined
from dtref.exact.number import Number, number, total
from dtref.spec.model.data import DataSet
from dtref.spec.model.display import Reported
from dtref.spec.model.rules import LooksAt, RuleFacts, declares
from dtref.spec.model.schemes import preorder
from dtref.spec.model.trees import Branch, Leaf, Tree, nodes
from dtref.spec.pruning.bottom_up import (
    CUT_UNLESS_KEPT,
    VALIDATION,
    CutRule,
    Pruned,
    cut_at,
    each_subtree,
    if_no_worse,
    positions_below,
    prune_bottom_up,
)
from dtref.spec.pruning.records_at_nodes import Arrivals, Charge, arrivals, errors_of


@declares(
    RuleFacts(
        "reduced_error_pruning",
        frozenset((LooksAt.OTHER_RECORDS,)),
        (VALIDATION, CUT_UNLESS_KEPT),
        typed="reduced-error",
    )
)
@defined(sources=(("tan", "Estimating Generalization Errors"), "Quinlan 1987, Simplifying decision trees"))
def reduced_error(tree: Tree, validation: DataSet, cut: CutRule = if_no_worse) -> Pruned[Number]:
    """
    Bottom up: each inner node becomes a leaf where its validation errors as a leaf are no more than those of its subtree, as pruned so far.

    With `if_no_worse` (a tie cuts, Quinlan 1987) the result is the smallest of the prunings with the fewest validation errors; with
    `if_better` (a tie keeps, as `tan` words it: "if generalization error improves") it has as few errors and may be larger.
    A record split for a missing value is charged part by part (`dtref.spec.pruning.estimates.validation_errors`); without missing values
    the errors are what the tree gets wrong. Without validation records every node ties.
    Of several labels the first is charged; the result names the nodes where that decides (`by_rule`), and `reduced_error_by` has the other
    rule.
    Errors: Invalid as `dtref.spec.pruning.records_at_nodes.reaching`.

    >>> from dtref.spec.model.attributes import Nominal
    >>> reduced_error(Leaf((("+", Fraction(3)),), ("+",)), DataSet((), Nominal("y", ("+", "-")), ())).tree
    <Leaf + (+ 3)>
    """
    return reduced_error_by(Charge.FIRST, tree, validation, cut)


def reduced_error_by(
    charge: Charge, tree: Tree, validation: DataSet, cut: CutRule = if_no_worse, arrive: Arrivals = arrivals
) -> Pruned[Number]:
    """
    As `reduced_error`, with the rule for what is charged where a node may carry several labels. arrive: how records are sent down.

    >>> from dtref.spec.model.attributes import Nominal
    >>> reduced_error_by(Charge.EACH, Leaf((("+", Fraction(3)),), ("+",)), DataSet((), Nominal("y", ("+", "-")), ())).tree
    <Leaf + (+ 3)>
    """
    errors = errors_of(arrive(tree, validation), 1, charge)
    as_leaf, staying = errors.as_leaf, errors.ending
    pruned = prune_bottom_up(tree, lambda i, _: number(as_leaf[i]), lambda i, _, parts: total((number(staying[i]), *parts)), cut, compare)
    return evolve(pruned, by_rule=errors.by_rule)


@frozen(eq=False)
class BestNodeStep:
    """
    A step of best-node-first pruning.

    node: the position of the node that was cut, in the preorder of the original tree. tied: all positions that would have improved as much.
    improvement: by how much the validation errors fall, in records. errors: the validation errors afterwards.
    """

    node: int
    tied: tuple[int, ...]
    improvement: Fraction
    errors: Fraction

    __repr__ = brief_repr


@frozen(eq=False)
class Stepwise(Reported):
    """A tree pruned step by step, and the steps. by_rule: as for `Pruned`."""

    tree: Tree
    steps: tuple[BestNodeStep, ...]
    by_rule: tuple[int, ...] = ()

    __repr__ = brief_repr


Choose: TypeAlias = Callable[[Sequence[int]], int]
"""Chooses the node that is cut among those that tie, from their positions in preorder."""


def first(tied: Sequence[int]) -> int:
    """
    The first of tied nodes in preorder, so that of a node and one below it the upper is cut.

    >>> first((2, 5))
    2
    """
    return tied[0]


@declares(
    RuleFacts(
        "best_node_first_pruning",
        frozenset((LooksAt.OTHER_RECORDS,)),
        (VALIDATION,),
        typed="best-node-first",
    )
)
@defined(sources=(("iaml", "1.4, Validation Set and Pruning"),))
def best_node_first(tree: Tree, validation: DataSet, choose: Choose = first) -> Stepwise:
    """
    The tree pruned greedily: the node that lowers the errors on the validation set most is cut, again and again, until no cut lowers them.

    Unlike the bottom-up rule it may miss the smallest best pruning: a cut that changes nothing is never made, and the cut that gains most
    now may take along cuts below it that would gain more together. A record split for a missing value is charged part by part; without
    missing values the errors are what the tree gets wrong. Of several labels the first is charged, as for
    `reduced_error`. Errors: as `reduced_error`.
    Cost: the nodes times the steps.

    >>> from dtref.spec.model.attributes import Nominal
    >>> best_node_first(Leaf((("+", Fraction(3)),), ("+",)), DataSet((), Nominal("y", ("+", "-")), ())).steps
    ()
    """
    return best_node_first_by(Charge.FIRST, tree, validation, choose)


def best_node_first_by(charge: Charge, tree: Tree, validation: DataSet, choose: Choose = first, arrive: Arrivals = arrivals) -> Stepwise:
    """
    As `best_node_first`, with the rule for what is charged where a node may carry several labels. arrive: how records are sent down.

    >>> from dtref.spec.model.attributes import Nominal
    >>> best_node_first_by(Charge.EACH, Leaf((("+", Fraction(3)),), ("+",)), DataSet((), Nominal("y", ("+", "-")), ())).steps
    ()
    """
    of_nodes = errors_of(arrive(tree, validation), 1, charge)
    listed, errors, staying, by_rule = tuple(nodes(tree)), of_nodes.as_leaf, of_nodes.ending, of_nodes.by_rule
    positions = positions_below(tree)
    cuts: set[int] = set()
    steps: list[BestNodeStep] = []
    while True:
        below = _subtree_errors(tree, errors, staying, cuts)
        # what cutting each node that is left would gain
        left = preorder(0, lambda i: () if i in cuts else positions[i])
        gains = [(below[i] - errors[i], i) for i in left if isinstance(listed[i], Branch) and i not in cuts]
        tied = argmax_set(gains, lambda pair: pair[0])
        if not tied or tied[0][0] <= 0:
            return Stepwise(cut_at(tree, cuts.__contains__), tuple(steps), by_rule)
        improvement, best = tied[0][0], tuple(i for _, i in tied)
        cut = choose(best)
        cuts.add(cut)
        steps.append(BestNodeStep(cut, best, improvement, below[0] - improvement))


def _subtree_errors(tree: Tree, errors: Sequence[Fraction], staying: Sequence[Fraction], cuts: set[int]) -> list[Fraction]:
    """For each node the errors of its subtree as cut so far. staying: those of the records that end at the node itself."""

    def add(i: int, node: Tree, parts: Sequence[Fraction]) -> Fraction:
        return errors[i] if isinstance(node, Leaf) or i in cuts else sum(parts, staying[i])

    return each_subtree(tree, add)
