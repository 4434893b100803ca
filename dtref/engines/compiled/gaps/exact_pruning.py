"""What doubles can't tell while pruning by predicted errors: decided exactly, with fractions and the specification's predictions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

import numpy as np
import numpy.typing as npt
from attrs import evolve, field, frozen

from dtref.engines.compiled.gaps.gap_trees import GapGrown
from dtref.engines.compiled.kernels.gap_layout import GapTraining
from dtref.engines.compiled.kernels.layout import Codes, Ints
from dtref.engines.compiled.kernels.prune_layout import (
    AFTER,
    ASKED,
    DEPTH,
    FIRST,
    KEEP,
    KIDS,
    OF,
    RAISE,
    REPLACE,
    TRIED,
    VISIT,
    Pruning,
)
from dtref.spec.pruning.error_based import Predicted, predicted_at, together
from dtref.spec.pruning.steps import ErrorBased
from dtref.spec.pruning.subtree_raising import Action, Largest

ACTIONS = {Action.KEEP: KEEP, Action.REPLACE: REPLACE, Action.RAISE: RAISE}
"""What is done with a subtree, as the kernels have it."""


@frozen(eq=False)
class ExactRecords:
    """
    Records at a subtree. groups: of each record, by position in `parts`: how much of a record of the group is there.

    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> records_in_full(gap_example()[0]).counts(gap_example()[0], 2)
    [Fraction(1, 1), Fraction(1, 1)]
    """

    records: Codes
    groups: Ints
    parts: Sequence[Fraction]

    def sums(self, training: GapTraining, codes: Ints, number: int) -> list[Fraction]:
        """The weight of the records with each of a number of codes, in units."""
        flat = np.bincount(codes * len(self.parts) + self.groups, training.weights[self.records], number * len(self.parts))
        table = flat.reshape(number, len(self.parts)).astype(np.int64).tolist()
        return [sum((part * n for part, n in zip(self.parts, row, strict=True) if n), Fraction(0)) for row in table]

    def counts(self, training: GapTraining, classes: int) -> list[Fraction]:
        """The weight of each class, in units."""
        return self.sums(training, training.labels[self.records].astype(np.int64), classes)

    def branches(self, training: GapTraining, test: Ints) -> Ints:
        """The branch of each record by a test, -1 where it misses the value."""
        codes = training.codes[test[ASKED], self.records].astype(np.int64)
        return codes if test[AFTER] < 0 else np.where(codes < 0, -1, codes > test[AFTER])

    def known(self, training: GapTraining, test: Ints, number: int) -> list[Fraction]:
        """The weight of the records that know the value of a test, by branch, in units."""
        taken = self.branches(training, test)
        there = taken >= 0
        return ExactRecords(self.records[there], self.groups[there], self.parts).sums(training, taken[there], number)

    def sent(self, training: GapTraining, test: Ints, number: int) -> list[ExactRecords]:
        """The records of each branch of a test: those that miss its value go down each that others take, with the share of these."""
        taken, known = self.branches(training, test), self.known(training, test, number)
        whole = sum(known, Fraction(0))
        return [self._of_branch(taken == b, taken < 0, weight / whole if whole else Fraction(0)) for b, weight in enumerate(known)]

    def _of_branch(self, takes: npt.NDArray[np.bool_], misses: npt.NDArray[np.bool_], share: Fraction) -> ExactRecords:
        """The records that take a branch, and a share of those that miss the value; groups without a record are left out."""
        misses = misses if share else np.zeros_like(misses)
        records = np.concatenate([self.records[takes], self.records[misses]])
        groups = np.concatenate([self.groups[takes], self.groups[misses] + len(self.parts)])
        there, groups = np.unique(groups, return_inverse=True)
        g = len(self.parts)
        return ExactRecords(records, groups, [self.parts[i] if i < g else self.parts[i - g] * share for i in there.tolist()])


def records_in_full(training: GapTraining) -> ExactRecords:
    """
    All records in full.

    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> records_in_full(gap_example()[0]).records.tolist()
    [0, 1]
    """
    n = len(training.labels)
    return ExactRecords(np.arange(n, dtype=np.int32), np.zeros(n, np.int64), [Fraction(1)])


@frozen(eq=False)
class ExactPruning:
    """
    The decisions at the subtree that is being pruned. kept: the records of subtrees on the way to one, by visit.

    >>> from dtref.engines.compiled.gaps.pruning import tree_of_example, unpruned
    >>> from dtref.spec.programs.j48 import J48
    >>> tree, tests = tree_of_example()
    >>> exact = ExactPruning(tree, J48.pruning[-1], unpruned(tree, tests))
    >>> exact.largest()
    1
    >>> exact.pruning.state[TRIED] = 1
    >>> exact.action() == KEEP
    True
    """

    grown: GapGrown
    step: ErrorBased
    pruning: Pruning
    kept: dict[int, ExactRecords] = field(factory=dict)

    def over(self, pruning: Pruning) -> ExactPruning:
        """The same over longer arrays."""
        return evolve(self, pruning=pruning)

    @property
    def way(self) -> list[int]:
        """The subtrees that are being pruned, from the root on."""
        return [int(i) for i in self.pruning.stack[: self.pruning.state[DEPTH]]]

    def largest(self) -> int:
        """The branch that may be raised: of several that are as large the first or the last."""
        i = self.way[-1]
        known = self.records().known(self.grown.data.training, self._test(i), self._kids(i))
        as_large = [b for b, weight in enumerate(known) if weight == max(known)]
        return as_large[-1 if self.step.largest is Largest.LAST else 0]

    def action(self) -> int:
        """What is done with the subtree."""
        i, records, released = self.way[-1], self.records(), self.step.released
        subtree = together(list(self._leaves(i, records)))
        tried = int(self.pruning.subtrees[i, FIRST] + self.pruning.state[TRIED])
        raised = together(list(self._leaves(tried, records))) if released.raises else subtree
        return ACTIONS[released.action(self._predicted(records), raised, subtree)]

    def records(self) -> ExactRecords:
        """The records of the subtree that is being pruned."""
        training, way, visits = self.grown.data.training, self.way, self.pruning.subtrees[:, VISIT]
        there = {int(visits[i]) for i in way}
        for visit in [visit for visit in self.kept if visit not in there]:
            del self.kept[visit]
        records = records_in_full(training)
        for parent, child in pairwise(way):
            visit = int(visits[child])
            if visit not in self.kept:
                branch = child - int(self.pruning.subtrees[parent, FIRST])
                self.kept[visit] = records.sent(training, self._test(parent), self._kids(parent))[branch]
            records = self.kept[visit]
        return records

    def _leaves(self, i: int, records: ExactRecords) -> Iterator[Predicted]:
        """The predicted errors of the leaves of a subtree, if it had these records."""
        waiting = [(i, records)]
        while waiting:
            at, here = waiting.pop()
            if not self._kids(at):
                yield self._predicted(here)
                continue
            first = int(self.pruning.subtrees[at, FIRST])
            waiting += [(first + b, sent) for b, sent in enumerate(here.sent(self.grown.data.training, self._test(at), self._kids(at)))]

    def _predicted(self, records: ExactRecords) -> Predicted:
        """The predicted errors of a leaf with these records."""
        data = self.grown.data
        counts = [data.unit * n for n in records.counts(data.training, len(data.data.classes))]
        n = sum(counts, Fraction(0))
        return predicted_at(n, n - max(counts), self.step.confidence, self.step.released.estimate)

    def _test(self, i: int) -> Ints:
        test: Ints = self.pruning.tests[self.pruning.subtrees[i, OF]]
        return test

    def _kids(self, i: int) -> int:
        return int(self.pruning.subtrees[i, KIDS])
