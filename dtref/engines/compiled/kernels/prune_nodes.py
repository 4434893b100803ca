"""
Pruning by predicted errors, branches first (`dtref.spec.pruning.subtree_raising`): each subtree is kept, or made a leaf, or replaced by its
largest branch, which is then pruned again with all its records.

What doubles can't tell within their bounds is asked, and decided exactly by Python.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from dtref.engines.compiled.kernels.compilation import kept, kernel
from dtref.engines.compiled.kernels.gap_layout import GapTraining
from dtref.engines.compiled.kernels.layout import Floats
from dtref.engines.compiled.kernels.prune_layout import (
    ACTION,
    ASK_ACTION,
    ASK_LARGEST,
    BASE,
    BLUR,
    DEPTH,
    ERRORS,
    FILLED,
    FIRST,
    GROUP,
    GROUPED,
    GROUPS,
    KEEP,
    KIDS,
    KNOWN,
    NEXT,
    OF,
    OFF,
    PRUNED,
    RAISE,
    RECORD,
    REPLACE,
    START,
    STOP,
    TRIED,
    VISIT,
    VISITS,
    PruneRules,
    Pruning,
)
from dtref.engines.compiled.kernels.prune_routes import errors_of_branch, leaf_errors, pass_down, relative
from dtref.engines.compiled.kernels.wide import U

OPEN = -1
"""In place of a branch, or of an action: doubles can't tell."""


@kernel
def visit(pruning: Pruning, i: int) -> None:
    """
    Begins the pruning of a subtree whose records are there.

    >>> from dtref.engines.compiled.gaps.pruning import pruning_example
    >>> pruning = pruning_example()[2]
    >>> visit(pruning, 0)
    >>> pruning.state[DEPTH]
    np.int64(2)
    """
    state, row = pruning.state, pruning.subtrees[i]
    pruning.stack[state[DEPTH]] = i
    state[DEPTH] += 1
    state[VISITS] += 1
    row[NEXT], row[VISIT] = -1, state[VISITS]


@kernel
def send_to_branches(training: GapTraining, pruning: Pruning, i: int) -> int:
    """
    Sends the records of a subtree to its branches; the status.

    >>> from dtref.engines.compiled.gaps.pruning import pruning_example
    >>> training, rules, pruning = pruning_example()
    >>> send_to_branches(training, pruning, 0) == PRUNED, pruning.subtrees[1:, START].tolist()
    (True, [2, 3])
    """
    row, state = pruning.subtrees[i], pruning.state
    row[BASE], row[GROUPS] = state[FILLED], state[GROUPED]
    k, first = row[KIDS], state[FILLED]
    ends, sums = np.zeros(k, np.int64), np.zeros((k, 2))
    status = pass_down(training, pruning, i, (row[START], row[STOP]), pruning.sums[i, BLUR], ends, sums, True)
    if status != PRUNED:
        return status
    for b in range(k):
        child = row[FIRST] + b
        pruning.subtrees[child, START], pruning.subtrees[child, STOP] = first, ends[b]
        pruning.sums[child, KNOWN], pruning.sums[child, BLUR] = sums[b, 0], sums[b, 1]
        first = ends[b]
    row[NEXT] = 0
    return PRUNED


@kernel
def as_large(training: GapTraining, pruning: Pruning, i: int, one: int, other: int) -> bool:
    """
    Whether two branches of a subtree have certainly the same weight: as much in each group, in full, of the records that know the value.

    >>> from dtref.engines.compiled.gaps.pruning import pruning_example
    >>> training, rules, pruning = pruning_example()
    >>> send_to_branches(training, pruning, 0) == PRUNED, as_large(training, pruning, 0, 0, 1)
    (True, True)
    """
    subtrees, rows, groups = pruning.subtrees, pruning.rows, pruning.subtrees[i, GROUPS]
    weights = np.zeros(groups)
    for sign, branch in ((1.0, one), (-1.0, other)):
        row = subtrees[subtrees[i, FIRST] + branch]
        for at in range(row[START], row[STOP]):
            if rows[at, GROUP] < groups:
                weights[rows[at, GROUP]] += sign * training.weights[rows[at, RECORD]]
    for weight in weights:
        if weight != 0.0:
            return False
    return True


@kernel
def largest_branch(training: GapTraining, rules: PruneRules, pruning: Pruning, i: int) -> int:
    """
    The branch of a subtree that may be raised: the largest, of several the first or the last; OPEN where doubles can't tell.

    The records that miss the value are shared out by the weights of the others, so that these decide.

    >>> from dtref.engines.compiled.gaps.pruning import pruning_example
    >>> training, rules, pruning = pruning_example()
    >>> send_to_branches(training, pruning, 0) == PRUNED, largest_branch(training, rules, pruning, 0)
    (True, 1)
    """
    row = pruning.subtrees[i]
    r, greatest = relative(pruning.sums[i, BLUR], row[STOP] - row[START]), 0.0
    for b in range(row[KIDS]):
        greatest = max(greatest, pruning.sums[row[FIRST] + b, KNOWN])
    least, first, last = greatest * (1 - 2.1 * r), -1, -1
    for b in range(row[KIDS]):
        if pruning.sums[row[FIRST] + b, KNOWN] >= least:
            if r > 0.0 and first >= 0 and not as_large(training, pruning, i, first, b):
                return OPEN
            first, last = b if first < 0 else first, b
    return last if rules.last else first


@kernel
def no_more(low: tuple[float, float], high: tuple[float, float], allowance: float) -> int:
    """
    Whether a prediction is no more than another and an allowance: 1, 0; 2 where that can't be told. Each comes with what it may be off.

    >>> [no_more((low, 0.01), (1.0, 0.01), 0.1) for low in (1.0, 1.1, 1.2)]
    [1, 2, 0]
    """
    difference = high[0] + allowance - low[0]
    margin = low[1] + high[1] + 4 * U * (high[0] + allowance + low[0])
    return 2 if abs(difference) <= margin else 1 if difference > 0.0 else 0


@kernel
def action_of(rules: PruneRules, leaf: tuple[float, float], raised: tuple[float, float], subtree: tuple[float, float]) -> int:
    """
    What is done with a subtree; OPEN where doubles can't tell.

    >>> from dtref.engines.compiled.gaps.pruning import pruning_example
    >>> rules = pruning_example()[1]
    >>> [action_of(rules, (leaf, 0.0), (1.0, 0.0), (1.0, 0.0)) for leaf in (1.0, 2.0)] == [REPLACE, RAISE]
    True
    """
    below_subtree = no_more(leaf, subtree, rules.allowance)
    below_raised = no_more(leaf, raised, rules.allowance) if rules.raises else 1
    if below_subtree == 1 and below_raised == 1:
        return REPLACE
    if below_subtree != 0 and below_raised != 0:
        return OPEN
    if not rules.raises:
        return KEEP
    better = no_more(raised, subtree, rules.allowance)
    return OPEN if better == 2 else RAISE if better == 1 else KEEP


@kernel
def decide(training: GapTraining, rules: PruneRules, pruning: Pruning, i: int, counts: Floats) -> int:
    """
    Decides what is done with a subtree whose branches are pruned; the status.

    >>> from dtref.engines.compiled.gaps.pruning import pruning_example
    >>> training, rules, pruning = pruning_example()
    >>> pruning.sums[:, ERRORS] = 0.75
    >>> send_to_branches(training, pruning, 0) == PRUNED, decide(training, rules, pruning, 0, np.zeros(2)) == PRUNED
    (True, True)
    >>> pruning.state[ACTION] == KEEP
    np.True_
    """
    row, state, sums = pruning.subtrees[i], pruning.state, pruning.sums
    if rules.raises and state[TRIED] < 0:
        state[TRIED] = largest_branch(training, rules, pruning, i)
        if state[TRIED] < 0:
            return ASK_LARGEST
    # The records of the branches are no longer needed.
    state[FILLED], state[GROUPED] = row[BASE], row[GROUPS]
    leaf = leaf_errors(training, rules, pruning, (row[START], row[STOP]), sums[i, BLUR], counts)
    errors, off = 0.0, 0.0
    for b in range(row[KIDS]):
        errors, off = errors + sums[row[FIRST] + b, ERRORS], off + sums[row[FIRST] + b, OFF]
    off = 1.01 * (off + row[KIDS] * U * errors)
    if state[ACTION] < 0:
        raised = (0.0, 0.0)
        if rules.raises:
            status, predicted, doubt = errors_of_branch(training, rules, pruning, i, state[TRIED], counts)
            state[FILLED] = row[BASE]
            if status != PRUNED:
                return status
            raised = (predicted, doubt)
        state[ACTION] = action_of(rules, leaf, raised, (errors, off))
        if state[ACTION] < 0:
            return ASK_ACTION
    sums[i, ERRORS], sums[i, OFF] = leaf if state[ACTION] == REPLACE else (errors, off)
    return PRUNED


@kernel
def act(pruning: Pruning, i: int) -> None:
    """
    Does what is decided with the subtree that is pruned last.

    >>> from dtref.engines.compiled.gaps.pruning import pruning_example
    >>> pruning = pruning_example()[2]
    >>> pruning.state[ACTION] = REPLACE
    >>> act(pruning, 0)
    >>> int(pruning.subtrees[0, KIDS]), int(pruning.state[DEPTH])
    (0, 0)
    """
    row, state = pruning.subtrees[i], pruning.state
    action = state[ACTION]
    state[DEPTH] -= 1
    if action == REPLACE:
        row[KIDS] = 0
    elif action == RAISE:
        branch = pruning.subtrees[row[FIRST] + state[TRIED]]
        row[OF], row[FIRST], row[KIDS] = branch[OF], branch[FIRST], branch[KIDS]
        visit(pruning, i)
    state[TRIED] = state[ACTION] = -1


@kept
def prune_by_errors(sources: str) -> Callable[[GapTraining, PruneRules, Pruning], int]:
    """
    Prunes all subtrees that are not yet; returns the status at its end.

    >>> from dtref.engines.compiled.gaps.pruning import pruning_example
    >>> training, rules, pruning = pruning_example()
    >>> prune_by_errors(training, rules, pruning) == PRUNED, int(pruning.subtrees[0, KIDS])
    (True, 2)
    """

    def prune_by_errors(training: GapTraining, rules: PruneRules, pruning: Pruning) -> int:
        sources  # noqa: B018 - see `kept`
        state, counts = pruning.state, np.zeros(rules.classes)
        while state[DEPTH] > 0:
            i = pruning.stack[state[DEPTH] - 1]
            row = pruning.subtrees[i]
            if row[KIDS] == 0:
                errors = leaf_errors(training, rules, pruning, (row[START], row[STOP]), pruning.sums[i, BLUR], counts)
                pruning.sums[i, ERRORS], pruning.sums[i, OFF] = errors
                state[DEPTH] -= 1
                continue
            if row[NEXT] < 0:
                status = send_to_branches(training, pruning, i)
                if status != PRUNED:
                    return status
            if row[NEXT] < row[KIDS]:
                row[NEXT] += 1
                visit(pruning, row[FIRST] + row[NEXT] - 1)
                continue
            status = decide(training, rules, pruning, i, counts)
            if status != PRUNED:
                return status
            act(pruning, i)
        return PRUNED

    return prune_by_errors
