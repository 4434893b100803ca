"""What doubles and integers can't decide while growing: decided exactly, by the specification's own functions, for one node."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from fractions import Fraction
from typing import cast

import numpy as np

from dtref.engines.compiled.gaps.gap_trees import GapGrown
from dtref.engines.compiled.kernels.gap_children import state_of
from dtref.engines.compiled.kernels.gap_layout import (
    CONTENDING,
    DECIDED,
    FIRST,
    LEVEL,
    OPTIMA,
    PLACED,
    ROUTED,
    SELECTING_LEADERS,
    SIZE,
    START,
    STATE,
    STOP,
    SURROGATES,
    TALLIES,
    TALLY,
    TIED,
    GapRules,
    GapScratch,
    GapTraining,
)
from dtref.engines.compiled.kernels.layout import ATTRIBUTE, CUTS, EVERY, LOWER, MULTIWAY, Ints
from dtref.engines.filter.unbeaten import unbeaten
from dtref.spec.growing.admission import admits
from dtref.spec.growing.node_facts import NodeFacts
from dtref.spec.model.attributes import Nominal
from dtref.spec.model.branches import asked
from dtref.spec.model.counts import Counts, add_counts
from dtref.spec.model.optima import EverySubset
from dtref.spec.model.rules import LooksAt, looks_at
from dtref.spec.model.tests import OrdinalCut, Side, Subset, Test, Threshold
from dtref.spec.split.candidates import Candidates, Split
from dtref.spec.split.choose import best

SHARP = 2.0**-51
"""Parts that are rounded once are off by less."""

Candidate = tuple[int, int, int]
"""The attribute, and the codes or the index."""


def decide_contenders(tree: GapGrown, scratch: GapScratch, t: int) -> list[Candidate]:
    """The optima of a node among its contenders, none where a stopping rule makes it a leaf."""
    policy, counts = tree.policy, tree.weights(t)
    selecting = bool(tree.nodes.state[SELECTING_LEADERS])
    contenders = scratch.contenders[: tree.nodes.state[CONTENDING], :3].copy()
    offered = _offered(tree, t, contenders, counts)
    selection = (policy.select if selecting or policy.select is best else best)(counts, offered, policy.criterion, unbeaten)
    # The stopping rules that look at weight or value; the others have been decided.
    everything = tree.data.unit * Fraction(int(tree.data.training.weights.sum()))
    size, level = int(tree.nodes.table[t, SIZE]), int(tree.nodes.table[t, LEVEL])
    facts = NodeFacts(counts, False, level, lambda: sum(counts) / everything, lambda: (), lambda: selection, lambda: size)
    stopped = any(stops(facts) for stops in policy.stop if looks_at(stops) & {LooksAt.WEIGHT, LooksAt.VALUE})
    return [] if selection is None or stopped else cast("list[Candidate]", list(selection.optima))


def _offered(tree: GapGrown, t: int, contenders: Ints, counts: Counts) -> list[Candidates]:
    """The contenders as candidates, attribute by attribute, as far as they are admitted; each as its own test."""
    offered = []
    for a in np.unique(contenders[:, ATTRIBUTE]).tolist():
        splits, tests = [], []
        for candidate in contenders[contenders[:, ATTRIBUTE] == a]:
            split, rows = known_split(tree, t, candidate)
            if all(admits(rule, split, lambda rows=rows: rows, False) for rule in tree.policy.admit):  # type: ignore[misc]
                splits.append(split)
                tests.append(tuple(candidate.tolist()))
        if splits:
            known = add_counts(splits[0], len(counts))
            missing = tuple(n - k for n, k in zip(counts, known, strict=True))
            offered.append(Candidates(splits, lambda i, tests=tests: cast(Test, tests[i]), missing))  # type: ignore[misc]
    return offered


def known_split(tree: GapGrown, t: int, candidate: Ints) -> tuple[Split, Split]:
    """The counts of the branches of a candidate at a node, exactly, and the number of records in each: of those that know its value."""
    training, nodes, a = tree.data.training, tree.nodes, int(candidate[ATTRIBUTE])
    records, rows = nodes.rows[nodes.table[t, START] : nodes.table[t, STOP]].T
    codes = training.codes[a, records]
    known = codes >= 0
    records, rows, codes = records[known], rows[known] - nodes.table[t, TALLY], codes[known]
    branches, k = _branches(training, a, int(candidate[LOWER]), codes)
    table = np.zeros((k, len(tree.data.data.classes), int(nodes.table[t, TALLIES])), np.int64)
    np.add.at(table, (branches, training.labels[records], rows), training.weights[records].astype(np.int64))
    first = int(nodes.table[t, TALLY])
    parts = [tree.exact.part(g) for g in nodes.tally[first : first + table.shape[2], 0].tolist()]
    split = tuple(tuple(tree.data.unit * tree.exact.total(parts, weights) for weights in branch) for branch in table.tolist())
    return split, tuple((n,) for n in np.bincount(branches, minlength=k).tolist())


def _branches(training: GapTraining, a: int, lower: int, codes: Ints) -> tuple[Ints, int]:
    """The branch of each known code under a candidate, and the number of branches."""
    offer = training.offers[a]
    if offer == MULTIWAY:
        return codes.astype(np.int64), int(training.values[a])
    if offer == CUTS:
        return (codes > lower).astype(np.int64), 2
    present, rank = np.unique(codes, return_inverse=True)
    left = lower << 1 | 1
    side = np.array([not left >> v & 1 for v in range(len(present))], np.int64)
    return side[rank], 2


def sharpen(tree: GapGrown, rules: GapRules, t: int) -> bool:
    """Rounds the parts at a node anew, from their bounds; whether that made the greatest error less, so that doubles may now decide."""
    nodes = tree.nodes
    first, number = nodes.table[t, TALLY : TALLIES + 1].tolist()
    if nodes.blur[t] <= SHARP:
        return False
    worst = 0.0
    for group in nodes.tally[first : first + number, 0].tolist():
        if group:
            nodes.parts[group], off = tree.enclosed.double(group)
            worst = max(worst, off)
    if worst >= nodes.blur[t]:
        return False
    nodes.blur[t] = worst
    state_of(rules, nodes, t)
    return True


def decide_node(tree: GapGrown, t: int) -> list[Candidate]:
    """The optima of a node, as the specification decides it."""
    return [_candidate(tree, test) for test in tree.hunt.decide(tree.as_node(t)).optima]


def _candidate(tree: GapGrown, test: Test | EverySubset) -> Candidate:
    """A test as the kernels have it."""
    attribute = test.attribute if isinstance(test, EverySubset) else asked(test)[0]
    a = tree.data.data.column(attribute.name)
    levels = tree.data.levels[a]
    match test:
        case EverySubset():
            return a, EVERY, 0
        case Threshold() | OrdinalCut():
            return a, levels.index(test.lower), levels.index(test.upper)
        case Subset():
            present = [v for v in cast(Nominal, attribute).values if v in test.left or v in test.right]
            first = present[0] in test.left
            joins = [(v in test.left) == first for v in present[1:]]
            return a, sum(1 << i for i, there in enumerate(joins) if there), 0
        case _:
            return a, 0, 0


def write_optima(tree: GapGrown, t: int, optima: Sequence[Candidate]) -> None:
    """Makes candidates the optima of a node."""
    nodes, first = tree.nodes, int(tree.nodes.state[OPTIMA])
    for i, candidate in enumerate(optima):
        nodes.optima[first + i] = candidate
    nodes.table[t, [FIRST, TIED, STATE]] = first, len(optima), DECIDED
    nodes.state[OPTIMA] += len(optima)
    nodes.state[SURROGATES] = -1


def write_sides(tree: GapGrown, scratch: GapScratch, t: int) -> None:
    """Writes where the records of a node go that miss the value of its test, as the specification sends them."""
    node, test = tree.as_node(t), tree.chosen(t)
    parts = tree.hunt.distribute(node, test, tree.gap(t))
    records = tree.nodes.rows[tree.nodes.table[t, START] : tree.nodes.table[t, STOP], 0]
    branches: dict[int, list[int]] = {r: [] for r in records.tolist()}
    for b, of_branch in enumerate(parts):
        for r, _ in of_branch:
            branches[r].append(b)
    scratch.terms[: len(parts), 0] = 0.0
    for r, taken in branches.items():
        scratch.sides[r] = taken[0] if len(taken) == 1 else -1
        if len(taken) > 1:
            scratch.terms[taken, 0] = 1.0
    tree.nodes.table[t, STATE] = ROUTED


def place_cuts(tree: GapGrown, scratch: GapScratch, t: int) -> None:
    """Writes for each surrogate of a node the greatest code that its cut sends left."""
    for row in scratch.surrogates[: tree.nodes.state[SURROGATES]]:
        a, lower, upper = row[:3].tolist()
        match tree.test(t, [a, lower, upper]):
            case Threshold(cut=cut, side=side):
                numbers = cast("Sequence[Fraction]", tree.data.levels[a])
                row[PLACED] = (bisect_right if side is Side.AT_MOST else bisect_left)(numbers, cut, lower, upper) - 1
            case _:
                row[PLACED] = lower
