"""
The tree that an algorithm makes of some records, grown and pruned as its policy says, with a foreign tree to choose among tied tests.

Where several tests are best, the foreign node's own is chosen if it is one of them. Pruning may put a branch in its node's place, so that
a foreign node may stand for a node above it: where its test isn't among the best, it guides all the branches below.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from fractions import Fraction
from functools import partial
from typing import TypeAlias, cast

from attrs import evolve, field, frozen

from dtref.errors import Undecided
from dtref.io.foreign.tree import Ask, ForeignNode, Values, branch_taken, foreign_branch_count
from dtref.oracle.verify.questions import NodeQuestion, asked_at, is_asked_by
from dtref.oracle.verify.surrogates import compared_surrogates
from dtref.spec.growing.best_first import unfold_best_first
from dtref.spec.growing.hunt import Hunt, Node
from dtref.spec.growing.policy import Decision
from dtref.spec.growing.priority import priority
from dtref.spec.growing.surrogate_lists import surrogates_of
from dtref.spec.growing.ties import chosen_ending
from dtref.spec.model.branches import branch_count, branch_of
from dtref.spec.model.data import DataSet
from dtref.spec.model.optima import list_tests
from dtref.spec.model.schemes import unfold_with
from dtref.spec.model.tests import Groups, IsKnown, Multiway, OrdinalCut, Subset, Test, Threshold
from dtref.spec.model.trees import Branch, GapRule, Leaf, Surrogates, Tree


class Rounded(Enum):
    """What rounding may make of a node, other than a test."""

    LEAF = "a leaf"


MAKES_A_LEAF = Rounded.LEAF
ByRounding: TypeAlias = Callable[[Node, ForeignNode, NodeQuestion | None, Decision], Test | Rounded | None]
"""What a foreign node does that the algorithm doesn't, where rounding may have decided: its test, or a leaf; None where it hasn't."""


@frozen(eq=False, slots=False)
class RememberingHunt(Hunt):
    """Hunt's recursion with the decisions that it has taken, by the records and what may be asked: each node is decided once."""

    decisions: dict[tuple[object, ...], Decision] = field(factory=dict)

    def is_lapsed(self, node: Node) -> bool:  # noqa: ARG002 - of those that lapse
        """Whether the policy's least weight has lapsed before a node is grown; it never does, but for `LapsingHunt`."""
        return False

    def grown_after(self, node: Node, lapsed: bool) -> bool:  # noqa: ARG002 - of those that lapse
        """Whether it has once the node is grown. lapsed: whether it had before."""
        return lapsed

    def decide(self, node: Node) -> Decision:
        """The decision at a node."""
        key = node.rows, node.parts, node.usable, node.inherited, node.level, node.bounds
        if key not in self.decisions:
            self.decisions[key] = super().decide(node)
        return self.decisions[key]


@frozen(eq=False)
class Guided:
    """A node of the grown tree, and the foreign node that guides it, if any."""

    node: Node
    guide: ForeignNode | None


def guided_tree(recursion: Hunt, node: Node, guide: ForeignNode | None, by_rounding: ByRounding) -> Tree:
    """The tree of the records of a node, grown and pruned by the policy. Errors: as `Hunt.decide`, and as the steps of pruning."""

    parts = recursion.policy, recursion.columns, recursion.keep, recursion.case_weights
    remembering = recursion if isinstance(recursion, RememberingHunt) else RememberingHunt(*parts)

    def in_order(guided: Guided, lapsed: bool) -> tuple[Callable[[Sequence[Tree]], Tree], Sequence[Guided], bool]:
        lapsed = remembering.grown_after(guided.node, lapsed)
        return *expand(guided), lapsed

    def expand(guided: Guided) -> tuple[Callable[[Sequence[Tree]], Tree], Sequence[Guided]]:
        decision = recursion.decide(guided.node)
        asked = _asked(recursion, guided, decision, by_rounding)
        if asked is None:
            return lambda _: Leaf(decision.counts, decision.labels, decision.optima if decision.leaf is not None else ()), ()
        test, guides = asked
        gap = _gap(recursion, guided, test)
        children = recursion.children(guided.node, decision.labels, test, gap)
        below = [Guided(child, guides[i]) for i, child in enumerate(children)]
        own = decision.counts, decision.labels, test, decision.optima or (test,)
        return lambda subtrees: Branch(*own, subtrees, gap, decision.leaf is not None), below

    if recursion.policy.most_leaves is None:
        return pruned_at(recursion, node, unfold_with(Guided(node, guide), remembering.is_lapsed(node), in_order)[0])
    return pruned_at(recursion, node, _guided_best_first(recursion, Guided(node, guide), expand, recursion.policy.most_leaves))


def _guided_best_first(
    recursion: Hunt, root: Guided, expand: Callable[[Guided], tuple[Callable[[Sequence[Tree]], Tree], Sequence[Guided]]], most: int
) -> Tree:
    """The tree of all records, grown best first; of nodes that improve it as much, those that the foreign tree splits come first."""
    if len(root.node.rows) < len(recursion.training):
        raise Undecided("the leaves below a node, where growing goes on best first", "the node's own records")

    def leaf(pair: tuple[Guided, Decision]) -> Tree:
        return Leaf(pair[1].counts, pair[1].labels)

    def split(pair: tuple[Guided, Decision], state: None) -> tuple[Callable[[Sequence[Tree]], Tree], Sequence[Guided], None]:
        return *expand(pair[0]), state

    def choose(tied: Sequence[tuple[Guided, Decision]], state: None) -> tuple[int, None]:
        return next((i for i, (one, _) in enumerate(tied) if one.guide is not None and one.guide.ask is not None), 0), state

    return unfold_best_first(
        root, None, lambda guided: recursion.decide(guided.node), partial(priority, recursion.policy), split, leaf, choose, most
    )[0]


def _gap(recursion: Hunt, guided: Guided, test: Test) -> GapRule:
    """The rule for missing values of a node that asks a test: the foreign node's surrogates, where they are among those that are right."""
    guide = guided.guide
    if guide is not None and guide.ask is not None and guide.names_surrogates:
        question = asked_at(recursion, guided.node, guide.ask)
        compared = compared_surrogates(recursion, guided.node, guide, question) if is_asked_by(question, test) else None
        if compared is not None and compared.rule is not None:
            return _in_branches(compared.rule, branches_of(guide.ask, test))
    return recursion.gap(guided.node, test)


def _in_branches(rule: Surrogates, branches: Sequence[int | None]) -> Surrogates:
    """The rule of a foreign node in the branches of the same test. branches: for each foreign branch that of the test."""
    tests = tuple((test, tuple(None if b is None else branches[b] for b in stands_for)) for test, stands_for in rule.tests)
    return surrogates_of(tests, tuple(b for b in (branches[b] for b in rule.rest) if b is not None), rule.others)


def pruned_at(recursion: Hunt, node: Node, tree: Tree) -> Tree:
    """The tree that was grown from the records of a node, pruned by the policy."""
    data = _records_of(recursion, node)
    for prune in recursion.policy.pruning:
        tree = prune(tree, data)
    return tree


def _asked(
    recursion: Hunt, guided: Guided, decision: Decision, by_rounding: ByRounding
) -> tuple[Test, Sequence[ForeignNode | None]] | None:
    """The test that is asked at a node, and the guide of each of its branches; None at a leaf."""
    guide = guided.guide
    if guide is not None and guide.ask is None and decision.leaf is not None:
        return None
    if guide is not None and (guide.ask is not None or decision.optima):
        question = None if guide.ask is None else asked_at(recursion, guided.node, guide.ask)
        best = [test for test in list_tests(decision.optima) if question is not None and is_asked_by(question, test)]
        rounded = None if best else by_rounding(guided.node, guide, question, decision)
        if rounded is MAKES_A_LEAF:
            return None
        if best or rounded is not None:
            test = best[0] if best else cast(Test, rounded)
            return test, _by_branch(guide, test)
    if not decision.optima:
        return None
    chosen, _ = chosen_ending(recursion.policy.tie, decision.optima, decision.leaf)
    if chosen is None:
        return None
    inner = guide if guide is not None and guide.ask is not None else None
    return chosen, [inner] * branch_count(chosen)


def _by_branch(guide: ForeignNode, test: Test) -> Sequence[ForeignNode | None]:
    """The foreign child of each branch of a test that the foreign node asks."""
    assert guide.ask is not None, "it asks the test"
    by_branch: list[ForeignNode | None] = [None] * branch_count(test)
    for b, branch in enumerate(branches_of(guide.ask, test)):
        if branch is not None and by_branch[branch] is None:
            by_branch[branch] = guide.children[b]
    return by_branch


def branches_of(ask: Ask, test: Test) -> Sequence[int | None]:
    """For each branch of a foreign question the branch of the same test that takes its values; None where no declared value tells."""
    if isinstance(test, Threshold):
        return (0, 1)
    if isinstance(test, IsKnown):
        return tuple(1 if b == ask.missing else 0 for b in range(2))
    assert isinstance(test, Multiway | Subset | Groups | OrdinalCut) and isinstance(ask, Values), "a nominal test"
    values = test.attribute.values
    branches: list[int | None] = [None] * foreign_branch_count(ask)
    for value in values:
        b, branch = branch_taken(ask, value), branch_of(test, value)
        if b is not None and branches[b] is None and isinstance(branch, int):
            branches[b] = branch
    return branches


def _records_of(recursion: Hunt, node: Node) -> DataSet:
    """The records of a node as a data set, each with its weight there."""
    training = recursion.training
    if node.parts is None and len(node.rows) == len(training):
        return training
    parts = node.parts or (1,) * len(node.rows)
    records = (
        evolve(training.records[r], weight=training.records[r].weight * Fraction(part)) for r, part in zip(node.rows, parts, strict=True)
    )
    return DataSet(training.attributes, training.target, tuple(records))
