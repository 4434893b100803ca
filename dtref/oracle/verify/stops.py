"""The nodes of a foreign tree, one after the other: the records that reach each, and the finding for it, by the specification."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from attrs import evolve, frozen

from dtref.errors import Undecided
from dtref.io.foreign.branch_words import ask_words, branch_words
from dtref.io.foreign.tree import Cut, ForeignNode, ForeignTree
from dtref.oracle.verify.claims import Claimed, claimed_gain, claims
from dtref.oracle.verify.drawn_tests import BY_CHANCE
from dtref.oracle.verify.filled_tests import tests_that_may_be_asked
from dtref.oracle.verify.limits import Limits
from dtref.oracle.verify.node_verdicts import Here, TrainingSet, judged_leaf, judged_test
from dtref.oracle.verify.questions import NodeQuestion, asked_at
from dtref.oracle.verify.records_below import Below, blurred, children_of, parting, sharpened
from dtref.oracle.verify.rounding import Rounding, rounding_at
from dtref.oracle.verify.rpart_improvement import claimed_improvement
from dtref.oracle.verify.surrogates import judged_surrogates
from dtref.oracle.verify.verdicts import Finding, NodePath, NodeVerdict, NotChecked
from dtref.spec.growing.hunt import Hunt, Node
from dtref.spec.growing.policy import Decision
from dtref.spec.model.counts import tally_of
from dtref.spec.model.trees import Label


@frozen(eq=False)
class Claim:
    """The parts of a verification that are the same at all nodes."""

    tree: ForeignTree
    recursion: Hunt
    limits: Limits
    root: Node
    pruned: bool
    ulps: int
    training_set: TrainingSet


@frozen(eq=False, slots=False)
class TreeStop:
    """A node to be judged: its records (or the reason why they are unknown), its path and level, the rounding at its parent."""

    claim: Claim
    foreign: ForeignNode
    node: Node | str
    way: NodePath | None
    level: int
    above: Rounding | None = None

    @cached_property
    def rounding(self) -> Rounding | None:
        """The rounding at the node; None where its records are unknown."""
        if isinstance(self.node, str):
            return None
        claim = self.claim
        rounding = rounding_at(claim.recursion, self.node, claim.ulps, claim.tree.width, self.above)
        return evolve(rounding, centre=claim.training_set.centre)

    @cached_property
    def judged(self) -> tuple[Finding, Below]:
        """The finding for the node, and its child nodes, or the reason why these are unknown."""
        if isinstance(self.node, str) or self.rounding is None:
            why = str(self.node)
            return Finding(self.foreign.place, self.way, question_words(self.foreign), (), (NotChecked(why),)), why
        return _judged(self, self.node, self.rounding)

    @property
    def finding(self) -> Finding:
        """The finding for the node."""
        return self.judged[0]

    def stops_below(self) -> Iterator[TreeStop]:
        """The child nodes, to be judged next."""
        if self.foreign.ask is not None:
            _, below = self.judged
            nodes: Sequence[Node | str] = [below] * len(self.foreign.children) if isinstance(below, str) else below
            for i, (child, node) in enumerate(zip(self.foreign.children, nodes, strict=True)):
                way = NodePath(branch_words(self.foreign.ask, i), self.way)
                yield TreeStop(self.claim, child, node, way, self.level + 1, self.rounding)


def question_words(foreign: ForeignNode) -> str:
    """The question of a node in words, empty at a leaf."""
    return "" if foreign.ask is None else ask_words(foreign.ask)


def _judged(stop: TreeStop, node: Node, rounding: Rounding) -> tuple[Finding, Below]:
    """The finding for a node whose records are known, and its child nodes."""
    claim, recursion = stop.claim, stop.claim.recursion
    foreign = stop.foreign if stop.foreign.ask is None else _sharpened(recursion, node, stop.foreign)
    # the question, and where its branches send the records
    question = None if foreign.ask is None else asked_at(recursion, node, foreign.ask)
    blur = "" if question is None else blurred(foreign.ask, question.table.values)

    def children(labels: tuple[Label, ...]) -> Below:
        if blur or question is None:
            return blur or ()
        return children_of(parting(recursion, node, foreign, question, claim.tree), labels)

    # the algorithm's decision, and the verdicts
    try:
        decision = recursion.decide(node)
    except Undecided as problem:
        labels = recursion.labels(node, rounding.counts)
        return Finding(foreign.place, stop.way, question_words(foreign), (), (NotChecked(str(problem)),)), children(labels)
    here = Here(claim.tree, recursion, foreign, node, decision, rounding, claim.limits, stop.level, claim.pruned, claim.training_set)
    verdicts = verdicts_at(here, question, claim.root, blur)
    by_chance = any(isinstance(verdict, NotChecked) and verdict.why == BY_CHANCE for verdict in verdicts)
    below = BY_CHANCE if by_chance else children(decision.labels)
    return Finding(foreign.place, stop.way, question_words(foreign), decision.counts, verdicts), below


def by_case_weights(recursion: Hunt, node: Node, decision: Decision, rounding: Rounding) -> tuple[Decision, Rounding]:
    """The decision at a node, and the rounding there, in the weights that records came with: those are what a model claims."""
    if recursion.case_weights is None:
        return decision, rounding
    own = rounding_at(recursion.by_case_weights, node, rounding.ulps, rounding.width)
    return evolve(decision, counts=tally_of(recursion.training.target, own.counts)), own


def _sharpened(recursion: Hunt, node: Node, foreign: ForeignNode) -> ForeignNode:
    """The foreign node, whose printed cut is read as that of the algorithm's best tests, if exactly one is printed so."""
    ask = foreign.ask
    if not isinstance(ask, Cut) or not ask.within:
        return foreign
    try:
        return sharpened(foreign, tests_that_may_be_asked(recursion, node, ask.attribute))
    except Undecided:
        return foreign


def verdicts_at(here: Here, question: NodeQuestion | None, root: Node, blur: str = "") -> tuple[NodeVerdict, ...]:
    """The verdicts on a node. blur: the reason why it is not known where its question sends the records."""
    own = by_case_weights(here.recursion, here.node, here.decision, here.rounding)
    start, weights = here.training_set.start, here.rounding
    claimed = Claimed(here.tree, here.foreign, *own, here.limits, root, here.pruned, start=start, altered=weights)
    verdict = NotChecked(blur) if blur else judged_leaf(here) if question is None else judged_test(here, question)
    if question is None or blur or here.limits.tests:
        return *claims(claimed), verdict
    surrogates = judged_surrogates(here.recursion, here.node, here.foreign, question, here.limits.surrogates or here.limits.weights)
    return *claims(claimed), *claimed_gain(claimed, question), *claimed_improvement(claimed, question), *surrogates, verdict
