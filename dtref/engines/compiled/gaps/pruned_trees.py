"""Trees over the arrays of the kernels that have been pruned by predicted errors: their tests are those of the tree as grown."""

from __future__ import annotations

import numpy as np
from attrs import field, frozen

from dtref.engines.compiled.encoding import Uncovered
from dtref.engines.compiled.gaps.exact_parts import EnclosedParts, ExactParts
from dtref.engines.compiled.gaps.gap_rules import gap_rules_of
from dtref.engines.compiled.gaps.gap_trees import GapGrown
from dtref.engines.compiled.gaps.grow import root_alone, with_room
from dtref.engines.compiled.gaps.pruning import subtrees_pruned
from dtref.engines.compiled.kernels.gap_given import ASKS, BELOW, KINDS, LEFT, grow_by_tests
from dtref.engines.compiled.kernels.gap_layout import FINISHED, NODES, SIZE, TIED, TINY, GapNodes
from dtref.engines.compiled.kernels.layout import Ints
from dtref.engines.compiled.kernels.prune_layout import AFTER, ASKED, FIRST, KIDS, OF, Pruning
from dtref.spec.model.optima import Optima
from dtref.spec.model.tests import Test
from dtref.spec.model.trees import GapRule, Label
from dtref.spec.pruning.steps import ErrorBased


@frozen(eq=False, slots=False)
class GapPruned(GapGrown):
    """
    A tree as grown whose subtrees were replaced, by leaves or by their largest branches. grown: the tree before. origin: for each node that
    of the grown tree whose test it asks. relabels: whether a leaf without records has the labels of its parent as that is now.
    """

    grown: GapGrown = field(kw_only=True)
    origin: Ints = field(kw_only=True)
    relabels: bool = field(kw_only=True)

    def labels(self, t: int) -> tuple[Label, ...]:
        """The largest classes; of a leaf without records those of its parent, or those that it was grown with."""
        while self.relabels and self.nodes.table[t, SIZE] == 0:
            t = self.parent(t)
        return super().labels(t) if self.nodes.table[t, SIZE] > 0 else self.grown.labels(int(self.origin[t]))

    def optima(self, t: int) -> Optima:
        """The optima of an inner node when it was grown; none of a leaf."""
        return self.grown.optima(int(self.origin[t])) if self.nodes.table[t, TIED] > 0 else ()

    def chosen(self, t: int) -> Test:
        """The optimum that was chosen."""
        return self.grown.chosen(int(self.origin[t]))

    def gap(self, t: int) -> GapRule:
        """What an inner node does with a record that misses its value."""
        return self.grown.gap(int(self.origin[t]))


def pruned_by_errors(grown: GapGrown, step: ErrorBased) -> GapPruned | None:
    """
    The tree as a step prunes it; None where that is left to the specification (`subtrees_pruned`). Errors: as for that.

    >>> from dtref.engines.compiled.gaps.pruning import tree_of_example
    >>> from dtref.spec.programs.j48 import J48
    >>> [child.counts for child in pruned_by_errors(tree_of_example()[0], J48.pruning[-1]).children(0)]
    [(('-', Fraction(1, 1)), ('+', Fraction(0, 1))), (('-', Fraction(0, 1)), ('+', Fraction(1, 1)))]
    """
    pruning = subtrees_pruned(grown, step)
    if pruning is None:
        return None
    left = _sent_down(grown, pruning)
    if isinstance(left, Uncovered):
        return None
    nodes, rows = left
    origin = pruning.subtrees[rows[: nodes.state[NODES]], OF]
    return GapPruned(
        grown.data,
        grown.policy,
        nodes,
        ExactParts(nodes),
        EnclosedParts(nodes),
        grown=grown,
        origin=origin,
        relabels=step.released.relabels,
    )


def _sent_down(grown: GapGrown, pruning: Pruning) -> tuple[GapNodes, Ints] | Uncovered:
    """The nodes of the tree that is left, with their records, and the subtree that each is; Uncovered where parts are too small."""
    subtrees = pruning.subtrees
    given = pruning.tests[subtrees[:, OF]]
    tests = np.zeros((len(subtrees), 4), np.int64)
    tests[:, BELOW], tests[:, KINDS] = subtrees[:, FIRST], subtrees[:, KIDS] > 0
    tests[:, ASKS], tests[:, LEFT] = given[:, ASKED], given[:, AFTER]
    # Nothing makes a leaf of a node but that it has no test.
    rules = gap_rules_of(grown.policy, grown.data.unit, len(grown.data.data.classes), float(grown.data.training.weights.sum()))
    rules = rules._replace(pure=False, last=False, levels=2**62, rows=0, weight=(0.0, 0.0))
    nodes, scratch = root_alone(grown.data)
    rows = np.zeros(len(subtrees), np.int64)
    while (status := grow_by_tests(grown.data.training, rules, nodes, scratch, tests, rows)) != FINISHED:
        if status == TINY:
            return Uncovered("parts of records below 10^-100")
        nodes, scratch = with_room(nodes, scratch, status)
    return nodes, rows
