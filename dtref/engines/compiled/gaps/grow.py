"""Grows a tree from data with missing values: runs the kernels, gives them longer arrays, decides exactly where they can't."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar, cast

import numpy as np
from attrs import evolve

from dtref.engines.compiled.covered import criterion_number
from dtref.engines.compiled.encoding import Uncovered
from dtref.engines.compiled.gaps.coding import GapCoded, gap_coded, gap_nodes, gap_scratch, sorted_lists
from dtref.engines.compiled.gaps.complexity import few_errors
from dtref.engines.compiled.gaps.decisions import decide_contenders, decide_node, place_cuts, sharpen, write_optima, write_sides
from dtref.engines.compiled.gaps.exact_parts import EnclosedParts, ExactParts
from dtref.engines.compiled.gaps.gap_rules import beyond_gaps, by_the_book, gap_rules_of, offers_of
from dtref.engines.compiled.gaps.gap_trees import GapGrown
from dtref.engines.compiled.kernels.gap_children import state_of
from dtref.engines.compiled.kernels.gap_layout import (
    ASK,
    ASK_PLACES,
    ASK_SIDES,
    FINISHED,
    MORE_CONTENDERS,
    MORE_GROUPS,
    MORE_NODES,
    MORE_OPTIMA,
    MORE_PLACES,
    MORE_ROWS,
    NEXT,
    OPTIMA,
    RESTING,
    SIZE,
    TIED,
    TINY,
    UNDECIDED,
    GapNodes,
    GapScratch,
)
from dtref.engines.compiled.kernels.gap_nodes import grow_with_gaps
from dtref.engines.compiled.kernels.layout import CUTS, GAIN, GAIN_RATIO, Floats, Ints
from dtref.engines.compiled.reach import reach_of_program
from dtref.errors import Undecided
from dtref.spec.growing.policy import Policy, PruningStep, for_training, keep_weights
from dtref.spec.growing.ties import Refuse
from dtref.spec.model.data import DataSet
from dtref.spec.model.schemes import ignore_progress
from dtref.spec.preparation.missing import keep_missing
from dtref.spec.split.average_gain import AboveAverageGain
from dtref.spec.split.numeric.large_sides import LargeSidedCuts

Array = TypeVar("Array", Ints, Floats)


def grown_with_gaps(data: DataSet, policy: Policy, progress: Callable[[int], None] = ignore_progress) -> GapGrown | Uncovered:
    """
    The tree that a policy grows from a data set with missing values, after its rule before growing; or the reason why it is left to the
    specification. It isn't pruned; but what lies below nodes that the first step of pruning makes leaves, however they are divided, may be
    left out. progress: called for each leaf with its number of records. Errors: Invalid for a tie that the tie rule refuses.

    >>> from fractions import Fraction
    >>> from dtref.spec.model.attributes import MISSING, Continuous, Nominal
    >>> from dtref.spec.model.data import Record
    >>> from dtref.spec.presets import C45
    >>> rows = [(1, "-"), (2, "-"), (3, "+"), (None, "+")]
    >>> records = [Record((MISSING if x is None else Fraction(x),), y) for x, y in rows]
    >>> tree = grown_with_gaps(DataSet((Continuous("x"),), Nominal("y", ("-", "+")), records), C45)
    >>> [child.counts for child in tree.children(0)]
    [(('-', Fraction(2, 1)), ('+', Fraction(2, 3))), (('-', Fraction(0, 1)), ('+', Fraction(4, 3)))]
    """
    after = for_training(evolve(policy, missing=keep_missing, pruning=()), data)
    if (why := beyond_gaps(data, after)) is not None:
        return why
    after = evolve(after, weigh=keep_weights)  # the data have their weights
    offers = offers_of(data, after)
    if isinstance(offers, Uncovered):
        return offers
    coded = gap_coded(data, offers, criterion_number(after.criterion) in (GAIN, GAIN_RATIO))
    if isinstance(coded, Uncovered):
        return coded
    try:
        coded = as_programs(coded, after)
    except OverflowError:
        return Uncovered("numbers beyond the largest float32")
    try:
        tree = _run(coded, after, policy.pruning, progress)
    except Undecided:  # which limit is passed first, in preorder, the specification says
        return Uncovered("a limit that is passed")
    if isinstance(tree, Uncovered):
        return tree
    if isinstance(policy.tie, Refuse) and (t := tree.first_tie()) is not None:
        policy.tie.pick(tree.optima(t))
    return tree


def as_programs(coded: GapCoded, policy: Policy) -> GapCoded:
    """The training set as C4.5 release 8 or J48 sees it, by whose rules the policy is: which numbers are told apart, what is averaged."""
    if by_the_book(policy) is policy:
        return coded
    select, cuts = cast(AboveAverageGain, policy.select), cast(LargeSidedCuts, policy.continuous)
    crowded = np.array([a.name in select.of(coded.data).crowded for a in coded.data.attributes], np.int64)
    return evolve(coded, training=coded.training._replace(reach=reach_of_program(coded.levels, cuts.width), crowded=crowded))


def _run(coded: GapCoded, policy: Policy, pruning: Sequence[PruningStep], progress: Callable[[int], None]) -> GapGrown | Uncovered:
    """Runs the kernels to the end. They pause so often that Python sees in time whether it is to stop."""
    training = coded.training
    rules = gap_rules_of(policy, coded.unit, len(coded.data.classes), float(training.weights.sum()))
    nodes, scratch = root_alone(coded)
    # What is refused, or undecided, only below such a node must be found.
    if not isinstance(policy.tie, Refuse) and bool((training.offers == CUTS).all()):
        rules = rules._replace(few_errors=few_errors(pruning, int(nodes.tally[0, 1:].sum() - nodes.tally[0, 1:].max())))
    state_of(rules, nodes, 0)
    tree = GapGrown(coded, policy, nodes, ExactParts(nodes), EnclosedParts(nodes))
    status, t = RESTING, 0
    while status != FINISHED:
        told, status = t, grow_with_gaps(training, rules, nodes, scratch)
        t = int(nodes.state[NEXT])
        _tell_leaves(nodes.table[told:t], progress)
        if status == TINY:
            return Uncovered("parts of records below 10^-100")
        if status in ROOMS:
            nodes, scratch = with_room(nodes, scratch, status)
        elif status == ASK_SIDES:
            write_sides(tree, scratch, t)
        elif status == ASK_PLACES:
            place_cuts(tree, scratch, t)
        elif status in (UNDECIDED, ASK) and not sharpen(tree, rules, t):
            optima = decide_node(tree, t) if status == ASK else decide_contenders(tree, scratch, t)
            while nodes.state[OPTIMA] + len(optima) > len(nodes.optima):
                nodes, scratch = with_room(nodes, scratch, MORE_OPTIMA)
            tree = tree.over(nodes)
            write_optima(tree, t, optima)
        tree = tree.over(nodes)
    return tree


def _tell_leaves(rows: Ints, progress: Callable[[int], None]) -> None:
    """Reports the leaves among nodes that are finished."""
    if progress is not ignore_progress:
        for size in rows[rows[:, TIED] == 0, SIZE].tolist():
            progress(size)


def root_alone(coded: GapCoded) -> tuple[GapNodes, GapScratch]:
    """
    Arrays for the nodes of a tree, with its root in them.

    >>> from dtref.engines.compiled.kernels.layout import CUTS
    >>> from dtref.spec.views.shape import parity
    >>> nodes, scratch = root_alone(gap_coded(parity(2), (CUTS, CUTS), False))
    >>> scratch.lists[0, 1, :4].tolist()
    [0, 2, 1, 3]
    """
    training, classes = coded.training, len(coded.data.classes)
    scratch = gap_scratch(len(training.labels), len(training.codes), classes, 256)
    scratch.lists[0, :, : len(training.labels)] = sorted_lists(training)
    return gap_nodes(training, classes), scratch


ROOMS = {
    MORE_PLACES: ("lists",),
    MORE_CONTENDERS: ("contenders", "bounds"),
    MORE_OPTIMA: ("optima",),
    MORE_NODES: ("table", "blur"),
    MORE_GROUPS: ("groups", "parts", "tally"),
    MORE_ROWS: ("rows",),
}
"""The arrays that are too short, by status."""


def with_room(nodes: GapNodes, scratch: GapScratch, status: int) -> tuple[GapNodes, GapScratch]:
    """
    The arrays, those that are too short at twice the length.

    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> len(with_room(*gap_example()[2:], MORE_CONTENDERS)[1].bounds)
    8
    """
    if status == MORE_PLACES:
        return nodes, scratch._replace(lists=np.concatenate([scratch.lists, np.zeros_like(scratch.lists)], axis=2))
    arrays = scratch if status == MORE_CONTENDERS else nodes
    longer = {name: _twice(getattr(arrays, name)) for name in ROOMS[status]}
    return (nodes, scratch._replace(**longer)) if status == MORE_CONTENDERS else (nodes._replace(**longer), scratch)


def _twice(array: Array) -> Array:
    longer: Array = np.concatenate([array, np.zeros_like(array)])
    return longer
