"""
The nodes of a foreign tree that is claimed to be pruned as its policy says: each is compared with the tree that the algorithm makes.

That tree is grown from the records that reach a node and pruned exactly (`guided_trees`). Below a node that differs, the foreign tree's own
partition of the records is followed, and what the algorithm makes of the records of each branch is compared with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from typing import cast

from attrs import evolve, field, frozen

from dtref.errors import Invalid, Undecided
from dtref.exact.number import as_double
from dtref.io.foreign.branch_words import branch_words
from dtref.io.foreign.tree import ForeignNode
from dtref.oracle.verify.claims import Claimed, claimed_gain, claims
from dtref.oracle.verify.guided_trees import MAKES_A_LEAF, Rounded, branches_of, guided_tree
from dtref.oracle.verify.hidden_subtrees import MOST_TREES, may_be_a_leaf, rounded_choices, tied_choices
from dtref.oracle.verify.node_verdicts import Here, judged_leaf, judged_test
from dtref.oracle.verify.questions import NodeQuestion, asked_at, is_asked_by, standing_of
from dtref.oracle.verify.records_below import Below, blurred, children_of, parting, sharpened
from dtref.oracle.verify.rounding import Rounding, rounding_at
from dtref.oracle.verify.rpart_improvement import claimed_improvement
from dtref.oracle.verify.selected_tests import position_of
from dtref.oracle.verify.stops import Claim, by_case_weights, question_words
from dtref.oracle.verify.surrogates import judged_surrogates
from dtref.oracle.verify.verdicts import (
    Beaten,
    Finding,
    NodePath,
    NodeVerdict,
    NotACandidate,
    NotChecked,
    Optimal,
    StoppedEarly,
    StoppedLate,
    StopWithinFloat,
    Tied,
    WithinFloat,
)
from dtref.spec.growing.hunt import Hunt, Node
from dtref.spec.growing.policy import Decision, PruningStep
from dtref.spec.model.counts import statistic
from dtref.spec.model.optima import list_tests
from dtref.spec.model.schemes import preorder
from dtref.spec.model.tests import Groups, Test
from dtref.spec.model.trees import Branch, Leaf, Tree
from dtref.spec.pruning.least_loss import PruneLosses
from dtref.spec.pruning.rpart_complexity import RpartComplexity
from dtref.spec.pruning.steps import CostComplexity, ErrorBased
from dtref.spec.split.value_groups import GroupedValues

STRUCTURAL = (Beaten, NotACandidate, StoppedEarly, StoppedLate)
"""The verdicts on what a node asks, and not on what it claims."""
HIDDEN = "it stops, as floats do not tell weights apart on which pruning depends, below"
TOO_MANY = f"tied tests below decide whether pruning makes it a leaf, in {MOST_TREES} ways at least; no upper bound is known"
ASKS_ON = "it asks on, as floats do not tell what pruning saves from what it must save"
MADE_A_LEAF = "pruning makes it a leaf"
CHOSEN_BY_ROUNDING = "rounding chose the test, of the records that it was grown from, before pruning put it here"
REPLACED = "pruning puts another test here"


@frozen(eq=False)
class Compared:
    """
    A node beside what the algorithm has there: its question, and why it can't be told which records go where; the verdict on what it asks;
    its child nodes, or the reason why these are unknown; and what the algorithm has there.
    """

    here: Here
    question: NodeQuestion | None
    blur: str
    verdict: NodeVerdict
    children: Below
    below: Sequence[Tree | None]


@frozen(eq=False, slots=False)
class PrunedStop:
    """
    A node to be judged: its records (or the reason why they are unknown), the subtree that the algorithm has there (None: to be made from
    the records), its path and level, the rounding at its parent; whether rounding may have decided in that subtree; and the stops below of
    which the subtree is made from the records, of all that is tried for the tree.
    """

    claim: Claim
    foreign: ForeignNode
    node: Node | str
    known: Tree | None
    way: NodePath | None
    level: int
    above: Rounding | None = None
    rounded: bool = False
    shared: dict[tuple[object, ...], PrunedStop] = field(factory=dict)

    @property
    def expected(self) -> Tree | str:
        """The subtree that the algorithm has here; or the reason why it can't be told."""
        return self._made[0]

    @cached_property
    def _made(self) -> tuple[Tree | str, bool]:
        """The subtree that the algorithm has here, or why it can't be told; and whether rounding may have decided in it."""
        if self.known is not None or isinstance(self.node, str):
            return self.known or str(self.node), self.rounded
        recursion = self.claim.recursion
        try:
            exact = guided_tree(recursion, self.node, self.foreign, lambda *_: None)
            missed = self._wrong_under(exact)
            rounded = guided_tree(recursion, self.node, self.foreign, self._by_rounding) if missed else exact
            left = self._wrong_under(rounded) if missed else 0
            for near in self._nearly_pruned if left else ():
                other = guided_tree(near, self.node, self.foreign, self._by_rounding)
                rounded = other if self._wrong_under(other) < left else rounded
        except (Undecided, Invalid) as problem:
            return str(problem), False
        # rounding may have decided somewhere if the foreign tree is then nearer to what the algorithm makes
        return (rounded, True) if missed and self._wrong_under(rounded) < missed else (exact, False)

    @property
    def _nearly_pruned(self) -> Iterator[Hunt]:
        """The recursion with alphas that doubles don't tell from those of its pruning."""
        recursion, policy = self.claim.recursion, self.claim.recursion.policy
        root = recursion.root()
        for sign in (-1, 1):
            steps = tuple(_off_by(step, sign, recursion, root) for step in policy.pruning)
            if steps != policy.pruning:
                yield evolve(recursion, policy=evolve(policy, pruning=steps))

    @cached_property
    def rounding(self) -> Rounding | None:
        """The rounding at the node; None where its records are unknown."""
        return None if isinstance(self.node, str) else self._rounding_of(self.node)

    @cached_property
    def judged(self) -> tuple[Finding, Below, Sequence[Tree | None]]:
        """The finding for the node; its child nodes, or the reason why these are unknown; and what the algorithm has there."""
        compared = self._compared
        if isinstance(compared, NotChecked):
            unknown: Sequence[Tree | None] = [None] * len(self.foreign.children)
            return self._finding((), (compared,)), compared.why, unknown
        here, question, blur = compared.here, compared.question, compared.blur
        decision, recursion = here.decision, here.recursion
        # a leaf without records keeps the labels that it was grown with, whatever pruning brought to its parent
        kept = isinstance(self.expected, Leaf) and not here.node.rows
        labelled = evolve(decision, labels=cast(Leaf, self.expected).labels) if kept else decision
        claimed = Claimed(
            here.tree,
            here.foreign,
            *by_case_weights(recursion, here.node, labelled, here.rounding),
            here.limits,
            self.claim.root,
            pruned=False,
            prunes=self._prunes,
            start=self.claim.training_set.start,
            altered=here.rounding,
        )
        gains = () if question is None or blur else (*claimed_gain(claimed, question), *claimed_improvement(claimed, question))
        verdicts = (*claims(claimed), *gains, *self._surrogates(here, question, blur), compared.verdict)
        return self._finding(decision.counts, verdicts), compared.children, compared.below

    @cached_property
    def _compared(self) -> Compared | NotChecked:
        """What the node asks beside what the algorithm has there; or why that can't be told."""
        if isinstance(self.node, str) or self.rounding is None:
            return NotChecked(str(self.node))
        recursion, test = self.claim.recursion, (self.expected.test,) if isinstance(self.expected, Branch) else ()
        foreign = sharpened(self.foreign, test)
        question = None if foreign.ask is None else asked_at(recursion, self.node, foreign.ask)
        blur = "" if question is None else blurred(foreign.ask, question.table.values)
        try:
            decision = recursion.decide(self.node)
        except Undecided as problem:
            return NotChecked(str(problem))
        here = self._here(foreign, self.node, decision, self.rounding)
        verdict, below = (NotChecked(blur), [None] * len(foreign.children)) if blur else self._standing(here, question)
        children: Below = blur or ()
        if question is not None and not blur:
            children = children_of(parting(recursion, self.node, foreign, question, self.claim.tree), decision.labels)
        return Compared(here, question, blur, verdict, children, below)

    def _surrogates(self, here: Here, question: NodeQuestion | None, blur: str) -> Iterator[NodeVerdict]:
        """Verdicts on the surrogates that the node names."""
        limits = here.limits
        if question is not None and not blur and not limits.tests:
            yield from judged_surrogates(here.recursion, here.node, here.foreign, question, limits.surrogates or limits.weights)

    @property
    def finding(self) -> Finding:
        """The finding for the node."""
        return self.judged[0]

    def stops_below(self) -> Iterator[PrunedStop]:
        """The child nodes, to be judged next."""
        if self.foreign.ask is not None:
            compared, count = self._compared, len(self.foreign.children)
            below = compared.why if isinstance(compared, NotChecked) else compared.children
            expected = [None] * count if isinstance(compared, NotChecked) else compared.below
            nodes: Sequence[Node | str] = [below] * count if isinstance(below, str) else below
            for i, (child, node) in enumerate(zip(self.foreign.children, nodes, strict=True)):
                yield self._below(i, child, node, expected[i])

    def _below(self, i: int, child: ForeignNode, node: Node | str, expected: Tree | None) -> PrunedStop:
        """
        A child node, to be judged next. Where what the algorithm has there is to be made from the records, it is the same whatever has been
        tried above, and made once.
        """

        def made() -> PrunedStop:
            assert self.foreign.ask is not None, "it has a question"
            way = NodePath(branch_words(self.foreign.ask, i), self.way)
            return PrunedStop(self.claim, child, node, expected, way, self.level + 1, self.rounding, self._made[1], self.shared)

        if isinstance(node, str) or expected is not None:
            return made()
        key = id(child), node.rows, node.parts, node.usable, node.inherited, node.bounds
        if key not in self.shared:
            self.shared[key] = made()
        return self.shared[key]

    @property
    def _prunes(self) -> ErrorBased | None:
        """The step of pruning that predicts errors, if the claim names one."""
        return next((step for step in self.claim.recursion.policy.pruning if isinstance(step, ErrorBased)), None)

    def _wrong_under(self, expected: Tree) -> int:
        """The number of nodes that differ from a tree, if the algorithm has that one here."""
        stops = preorder(evolve(self, known=expected), lambda stop: stop.stops_below())
        return sum(isinstance(compared, Compared) and isinstance(compared.verdict, STRUCTURAL) for compared in (s._compared for s in stops))

    def _standing(self, here: Here, question: NodeQuestion | None) -> tuple[NodeVerdict, Sequence[Tree | None]]:
        """The verdict on the node beside what the algorithm has there; and what it has below, where both ask the same."""
        expected, unknown = self.expected, [None] * len(here.foreign.children)
        if isinstance(expected, str):
            return NotChecked(expected), unknown
        try:
            return self._beside(here, question, expected)
        except Undecided as problem:
            return NotChecked(str(problem)), unknown

    def _beside(self, here: Here, question: NodeQuestion | None, expected: Tree) -> tuple[NodeVerdict, Sequence[Tree | None]]:
        """As `_standing`, for a subtree that can be told. Errors: Undecided where the algorithm's test, exactly, can't."""
        unknown = [None] * len(here.foreign.children)
        if question is None:
            return self._leaf(here, expected), unknown
        if not isinstance(expected, Branch):
            grown = judged_test(here, question)
            late = isinstance(grown, StoppedLate | StopWithinFloat | NotChecked) and not self._is_cut(here, question, grown)
            return grown if late else StoppedLate(MADE_A_LEAF), unknown
        if is_asked_by(question, expected.test):
            assert here.foreign.ask is not None, "it has a question"
            branches = branches_of(here.foreign.ask, expected.test)
            kept = self._made[1] and not self._splits(here)
            return StopWithinFloat(ASKS_ON) if kept else _in_place(here, question, expected), [
                None if b is None else expected.children[b] for b in branches
            ]
        grown = judged_test(here, question)
        allowed = isinstance(grown, Optimal | Tied | WithinFloat | StopWithinFloat)
        return NotACandidate(REPLACED, expected.optima) if allowed else grown, unknown

    def _leaf(self, here: Here, expected: Tree) -> NodeVerdict:
        if not isinstance(expected, Branch) and not self._made[1]:
            return Optimal()
        grown = judged_leaf(here)
        if not isinstance(expected, Branch):
            return grown if isinstance(grown, StopWithinFloat) and self._splits(here) else Optimal()
        if isinstance(grown, StopWithinFloat | NotChecked) or here.decision.value is None:
            return grown
        return self._hidden(here) or StoppedEarly(expected.optima, here.decision.value)

    def _hidden(self, here: Here) -> NodeVerdict | None:
        """The verdict on a leaf by the trees that may have been below it; None where the algorithm makes none of it."""
        try:
            by_ties = may_be_a_leaf(here.recursion, here.node, tied_choices)
            rounded = rounded_choices(here.recursion, self._rounding_of)
            by_rounding = may_be_a_leaf(here.recursion, here.node, rounded) if by_ties is False else None
        except (Undecided, Invalid) as problem:
            return NotChecked(str(problem))
        if by_ties or by_rounding:
            return Optimal() if by_ties else StopWithinFloat(HIDDEN)
        return None if by_rounding is False else NotChecked(TOO_MANY)

    def _is_cut(self, here: Here, question: NodeQuestion, grown: NodeVerdict) -> bool:
        """Whether pruning makes the node a leaf, also if rounding let it ask its question."""
        if not isinstance(grown, StopWithinFloat) or self._by_rounding(here.node, here.foreign, question, here.decision) is None:
            return False
        recursions = (here.recursion, *self._nearly_pruned)
        return all(isinstance(guided_tree(r, here.node, here.foreign, self._by_rounding), Leaf) for r in recursions)

    def _splits(self, here: Here) -> bool:
        """Whether the algorithm, exactly, has a test here after pruning."""
        return isinstance(guided_tree(here.recursion, here.node, here.foreign, lambda *_: None), Branch)

    def _by_rounding(self, node: Node, foreign: ForeignNode, question: NodeQuestion | None, decision: Decision) -> Test | Rounded | None:
        """What the foreign node does that the algorithm doesn't, if rounding may have decided."""
        here = self._here(foreign, node, decision, self._rounding_of(node))
        if question is None:
            return MAKES_A_LEAF if isinstance(judged_leaf(here), StopWithinFloat) else None
        if question.test is None or not isinstance(judged_test(here, question), WithinFloat | StopWithinFloat):
            return None
        if isinstance(question.test, Groups) and isinstance(self.claim.recursion.policy.nominal, GroupedValues):
            return question.test
        offered = self.claim.recursion.offered(node)[node.usable.index(question.column)]
        i = position_of(question, offered)
        return None if i is None else next(iter(list_tests((offered.test(i),))))

    def _here(self, foreign: ForeignNode, node: Node, decision: Decision, rounding: Rounding) -> Here:
        claim = self.claim
        return Here(
            claim.tree,
            claim.recursion,
            foreign,
            node,
            decision,
            rounding,
            claim.limits,
            self.level,
            pruned=False,
            training_set=claim.training_set,
        )

    def _rounding_of(self, node: Node) -> Rounding:
        return rounding_at(self.claim.recursion, node, self.claim.ulps, self.claim.tree.width, self.above)

    def _finding(self, counts: object, verdicts: tuple[NodeVerdict, ...]) -> Finding:
        return Finding(self.foreign.place, self.way, question_words(self.foreign), counts, verdicts)  # type: ignore[arg-type]


def _off_by(step: PruningStep, sign: int, recursion: Hunt, root: Node) -> PruningStep:
    """The step with an alpha that is a little less, or more: 2^-44 of itself, and of the impurity at the root; or with values that are."""
    if isinstance(step, RpartComplexity | PruneLosses):
        return step.by_rounding(sign)
    if not isinstance(step, CostComplexity):
        return step
    impurity = as_double(step.impurity.of(statistic(recursion.columns, root.records))) or 0.0
    return evolve(step, alpha=max(step.alpha + sign * (step.alpha + Fraction(impurity)) / 2**44, Fraction(0)))


def _in_place(here: Here, question: NodeQuestion, expected: Branch) -> NodeVerdict:
    """The verdict on a test that the algorithm's tree has in the same place; one that isn't among its best is so by rounding."""
    position = next((i for i, test in enumerate(list_tests(expected.optima)) if is_asked_by(question, test)), None)
    if position is None:
        grown = judged_test(here, question)
        return grown if isinstance(grown, WithinFloat | StopWithinFloat | NotChecked) else StopWithinFloat(CHOSEN_BY_ROUNDING)
    return standing_of(expected.optima, position, or_leaf=expected.or_leaf)
