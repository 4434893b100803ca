"""
Pruning by predicted errors of trees that the kernels have grown (`dtref.spec.pruning.steps.ErrorBased`): runs the kernels, decides exactly
what they can't, and sends the records down the tree that is left.
"""

from __future__ import annotations

from fractions import Fraction
from typing import cast

import numpy as np

from dtref.engines.compiled.gaps.coding import GapCoded, gap_example
from dtref.engines.compiled.gaps.exact_pruning import ExactPruning
from dtref.engines.compiled.gaps.gap_trees import GapGrown
from dtref.engines.compiled.kernels.gap_layout import BRANCHES, CHILD, FIRST, NODES, TIED, GapTraining
from dtref.engines.compiled.kernels.layout import ATTRIBUTE, CUTS, LOWER, MULTIWAY, UPPER, Floats, Ints
from dtref.engines.compiled.kernels.prune_layout import (
    ACTION,
    AFTER,
    ASK_ACTION,
    ASK_LARGEST,
    ASKED,
    BEYOND,
    DEPTH,
    FILLED,
    GROUPED,
    KIDS,
    OF,
    PRUNED,
    RECORD,
    STOP,
    TRIED,
    VISIT,
    PruneRules,
    Pruning,
)
from dtref.engines.compiled.kernels.prune_layout import FIRST as FIRST_BRANCH
from dtref.engines.compiled.kernels.prune_nodes import prune_by_errors
from dtref.engines.compiled.reach import rounded_levels
from dtref.exact.distributions.normal import normal_quantile
from dtref.exact.enclosure import Decidable, Enclosure, enclose
from dtref.exact.functions import log2
from dtref.exact.number import Number
from dtref.spec.growing.ties import Last
from dtref.spec.model.attributes import Continuous, Width
from dtref.spec.model.precision import rounded
from dtref.spec.model.trees import Gap
from dtref.spec.pruning.estimates import HALF
from dtref.spec.pruning.released_estimates import interpolated_deviate, j48_errors, release_8_errors
from dtref.spec.pruning.steps import ErrorBased
from dtref.spec.pruning.subtree_raising import Largest
from dtref.spec.split.numeric.large_sides import LargeSidedCuts

LEAST_LEVEL = Fraction(1, 2**20)
"""Levels below this, and above 1 less this, are left to the specification."""


def subtrees_pruned(grown: GapGrown, step: ErrorBased) -> Pruning | None:
    """
    A tree without the subtrees that are predicted to err as much as a leaf, or as their largest branch; None where that is left to the
    specification: another estimate than those of C4.5 release 8 and J48, other tests or rules for missing values than theirs, levels and
    parts of records that are too small. Errors: Undecided as for the specification.

    >>> from dtref.spec.programs.j48 import J48
    >>> int(subtrees_pruned(tree_of_example()[0], J48.pruning[-1]).subtrees[0, KIDS])
    2
    """
    rules, tests = prune_rules_of(grown, step), asked_tests(grown)
    if rules is None or tests is None:
        return None
    pruning = unpruned(grown, tests)
    exact = ExactPruning(grown, step, pruning)
    while (status := prune_by_errors(grown.data.training, rules, pruning)) != PRUNED:
        if status == BEYOND:
            return None
        if status == ASK_LARGEST:
            pruning.state[TRIED] = exact.largest()
        elif status == ASK_ACTION:
            pruning.state[ACTION] = exact.action()
        else:
            pruning = with_more_room(pruning)
            exact = exact.over(pruning)
    return pruning


def prune_rules_of(grown: GapGrown, step: ErrorBased) -> PruneRules | None:
    """
    A program's rules in numbers; None where the kernels don't have them.

    >>> from dtref.spec.programs.j48 import J48
    >>> [prune_rules_of(tree_of_example()[0], step) is None for step in (J48.pruning[-1], ErrorBased())]
    [False, True]
    """
    estimate, unit = step.released.estimate, grown.data.unit
    if estimate not in (j48_errors, release_8_errors) or step.largest is Largest.LEAST_ERRORS:
        return None
    release_8 = estimate is release_8_errors
    level = step.confidence if release_8 else rounded(step.confidence, Width.FLOAT32)
    if not LEAST_LEVEL <= level <= 1 - LEAST_LEVEL:
        return None
    none = not release_8 and level > HALF
    z = 0.0 if none else _double(interpolated_deviate(level) if release_8 else normal_quantile(rounded(1 - level, Width.FLOAT32)))
    return PruneRules(
        classes=len(grown.data.data.classes),
        unit=float(unit),
        off_unit=0.0 if unit.numerator == 1 and unit.denominator.bit_count() == 1 else 2.0**-51,
        z=z,
        bits=-_double(log2(level)),
        none=none,
        release_8=release_8,
        allowance=float(step.released.allowance),
        raises=step.released.raises,
        last=step.largest is Largest.LAST,
    )


def _double(x: Number) -> float:
    """A number as a double, rounded once, or to less than 2^-52 of it."""
    low, high = (x, x) if isinstance(x, Fraction) else enclose(cast("Decidable | Enclosure", x)).bounds(96)
    return float((low + high) / 2)


def asked_tests(grown: GapGrown) -> Ints | None:
    """
    For each grown node what its test asks, and the greatest code that goes left; None for other tests, or rules for missing values.

    >>> asked_tests(tree_of_example()[0])[0].tolist()
    [0, 0]
    """
    training, nodes, cuts = grown.data.training, grown.nodes, grown.policy.continuous
    whole = all((offer == CUTS) == isinstance(a, Continuous) for offer, a in zip(training.offers, grown.data.data.attributes, strict=True))
    if grown.policy.gap is not Gap.FRACTIONS or not isinstance(cuts, LargeSidedCuts) or not whole:
        return None
    if not np.isin(training.offers, (CUTS, MULTIWAY)).all():
        return None
    table = nodes.table[: nodes.state[NODES]]
    asked = np.where(table[:, TIED] > 0, table[:, FIRST] + (table[:, TIED] - 1 if isinstance(grown.policy.tie, Last) else 0), 0)
    chosen = nodes.optima[asked]
    tests = np.zeros((len(table), 2), np.int64)
    tests[:, ASKED], tests[:, AFTER] = chosen[:, ATTRIBUTE], -1
    for a in np.flatnonzero(training.offers == CUTS).tolist():
        here = (table[:, TIED] > 0) & (tests[:, ASKED] == a)
        places = _places(grown.data, a, cuts.width, chosen[here])
        if places is None:
            return None
        tests[here, AFTER] = places
    return tests


def _places(data: GapCoded, a: int, width: Width, chosen: Ints) -> Ints | None:
    """
    For each cut of a column the code of the largest number that isn't above its middle (`LargeSidedCuts.between`): sums of two floats, and
    halves, are rounded here as they are there. None where a sum is beyond the largest float.
    """
    doubles = rounded_levels(data.levels[a])
    if doubles is None:
        return None
    levels = _single(doubles) if width is Width.FLOAT32 else doubles
    low, high = levels[chosen[:, LOWER]], levels[chosen[:, UPPER]]
    with np.errstate(over="ignore"):
        both = low + high
        middle = _single(_single(both) / 2) if width is Width.FLOAT32 else both / 2
    if not np.isfinite(middle).all():
        return None
    return np.searchsorted(levels, np.where(middle >= high, low, middle), side="right") - 1


def _single(doubles: Floats) -> Floats:
    """Doubles that are rounded to floats."""
    return doubles.astype(np.float32).astype(np.float64)


def unpruned(grown: GapGrown, tests: Ints) -> Pruning:
    """
    A tree that has not been pruned, with all records at its root.

    >>> unpruned(*tree_of_example()).subtrees.tolist()[0][:5]
    [0, 1, 2, 0, 2]
    """
    table, training = grown.nodes.table[: grown.nodes.state[NODES]], grown.data.training
    n, m = len(training.labels), len(table)
    room = 64 + 4 * n
    subtrees = np.zeros((m, VISIT + 1), np.int64)
    subtrees[:, OF], subtrees[:, FIRST_BRANCH] = np.arange(m), table[:, CHILD]
    subtrees[:, KIDS] = np.where(table[:, TIED] > 0, table[:, BRANCHES], 0)
    subtrees[0, STOP], subtrees[0, VISIT] = n, 1
    subtrees[0, VISIT - 1] = -1
    state = np.zeros(6, np.int64)
    state[[DEPTH, FILLED, GROUPED, TRIED, ACTION]] = 1, n, 1, -1, -1
    rows, parts = np.zeros((room, 2), np.int32), np.zeros(room)
    rows[:n, RECORD], parts[:n] = np.arange(n), training.weights
    return Pruning(
        state,
        tests,
        subtrees,
        np.zeros((m, 4)),
        np.zeros(m, np.int64),
        rows,
        parts,
        np.zeros((m, 3), np.int64),
        np.zeros(m),
        np.full(room, -1, np.int64),
    )


def with_more_room(pruning: Pruning) -> Pruning:
    """
    The arrays, those of records and groups at twice the length.

    >>> len(with_more_room(pruning_example()[2]).parts)
    144
    """
    more = len(pruning.parts)
    return pruning._replace(
        rows=np.concatenate([pruning.rows, np.zeros((more, 2), np.int32)]),
        parts=np.concatenate([pruning.parts, np.zeros(more)]),
        marks=np.concatenate([pruning.marks, np.full(more, -1, np.int64)]),
    )


def tree_of_example() -> tuple[GapGrown, Ints]:
    """
    Two records of two classes, each at a leaf, for the examples.

    >>> tree_of_example()[1].tolist()
    [[0, 0], [0, -1], [0, -1]]
    """
    from dtref.engines.compiled.gaps.grow import grown_with_gaps
    from dtref.spec.model.attributes import Nominal
    from dtref.spec.model.data import DataSet, Record
    from dtref.spec.programs.j48 import j48

    records = (Record((Fraction(1),), "-"), Record((Fraction(2),), "+"))
    data = DataSet((Continuous("x"),), Nominal("y", ("-", "+")), records)
    tree = cast(GapGrown, grown_with_gaps(data, j48(U=True, O=True, M=1)))
    return tree, cast(Ints, asked_tests(tree))


def pruning_example() -> tuple[GapTraining, PruneRules, Pruning]:
    """
    Two records of two classes, each at a leaf of a tree that is to be pruned, for the examples.

    >>> pruning_example()[1].classes
    2
    """
    training = gap_example()[0]
    rules = PruneRules(2, 1.0, 0.0, 0.6744897501960817, 2.0, False, False, 0.1, True, True)
    return training, rules, unpruned(*tree_of_example())
