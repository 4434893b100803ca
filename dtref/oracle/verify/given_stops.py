"""
The nodes of a foreign tree of cuts, one after the other, with what the compiled engine has found there.

Verdicts are those of `dtref.oracle.verify.stops`, by the same functions. The engine gives them the decision at each node and the question's
place in it; what they ask beyond that they work out of the node's records, as there.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from attrs import field, frozen

from dtref.engines.choice import is_worth_loading
from dtref.errors import Undecided
from dtref.exact.number import Number
from dtref.io.foreign.branch_words import branch_words
from dtref.io.foreign.tree import Cut, ForeignNode, ForeignTree
from dtref.oracle.verify.node_verdicts import Here, TrainingSet
from dtref.oracle.verify.questions import NodeQuestion, asked_at
from dtref.oracle.verify.rounding import Rounding, sums_of_whole_are_exact
from dtref.oracle.verify.stops import Claim, verdicts_at
from dtref.oracle.verify.verdicts import NodePath, NodeVerdict, Optimal, Tied
from dtref.spec.growing.hunt import Hunt, Node
from dtref.spec.growing.monotone import NO_BOUNDS, ValueBounds
from dtref.spec.growing.policy import Decision
from dtref.spec.growing.stopping import StoppingRule
from dtref.spec.model.counts import Counts, CountTable, Rows
from dtref.spec.model.data import DataSet
from dtref.spec.model.later import source_of
from dtref.spec.model.optima import Optima, count_tests
from dtref.spec.model.tally import Tally
from dtref.spec.model.tests import Test
from dtref.spec.model.trees import Gap, Label
from dtref.spec.split.candidates import Split

if TYPE_CHECKING:
    from dtref.engines.compiled.given_nodes import GivenNodes
    from dtref.oracle.verify.cut_trees import CutTree


@frozen(eq=False, slots=False)
class GivenTree:
    """A foreign tree of cuts, with what the engine has found at its nodes."""

    tree: CutTree
    nodes: GivenNodes
    recursion: Hunt
    _ways: dict[int, NodePath] = field(init=False, factory=dict)

    def node(self, t: int) -> Node:
        """The node of the records that reach a node of the tree."""
        return Node.later(_Records(self, t))

    def way(self, t: int) -> NodePath | None:
        """The path to a node, the same object whenever it is asked for; None at the root."""
        if t and t not in self._ways:
            self._ways[t] = NodePath.later(_Step(self, t))
        return self._ways.get(t)

    @property
    def training_set(self) -> TrainingSet:
        """What is true of all records together."""
        return TrainingSet(self.nodes.weight, True)


def given(tree: ForeignTree, data: DataSet, recursion: Hunt, tests: bool) -> GivenTree | None:
    """
    What the engine finds at the nodes of a tree; None where it doesn't cover data, policy or tree, or isn't worth loading. tests: whether
    tests are judged; else only leaves are compared with what the algorithm asks.
    """
    if not is_worth_loading("given_nodes", data, recursion.policy):
        return None
    from dtref.engines.compiled.encoding import Uncovered
    from dtref.engines.compiled.given_nodes import given_nodes
    from dtref.engines.compiled.grow import prepared
    from dtref.oracle.verify.cut_trees import cut_tree

    problem = prepared(data, recursion.policy)
    if isinstance(problem, Uncovered):
        return None
    cuts = cut_tree(tree.root, problem.data)
    if cuts is None:
        return None
    try:
        nodes = given_nodes(problem, recursion.policy, cuts.rows, tests)
    except Undecided:  # at a node, which the specification names
        return None
    if isinstance(nodes, Uncovered) or (recursion.policy.gap is Gap.LEARNED and not nodes.goes_toward_more(cuts.missing)):
        return None
    return GivenTree(cuts, nodes, recursion)


@frozen(eq=False, slots=False)
class GivenStop:
    """A node to be judged by itself: its row."""

    claim: Claim
    given: GivenTree
    t: int

    @property
    def foreign(self) -> ForeignNode:
        """The foreign node."""
        return self.given.tree.nodes[self.t]

    @cached_property
    def node(self) -> Node:
        """The node of the records."""
        return self.given.node(self.t)

    @cached_property
    def rounding(self) -> Rounding:
        """The rounding at the node."""
        return self._rounding(self.t, self._rounding(self.given.nodes.parent(self.t), None) if self.t else None)

    def _rounding(self, t: int, above: Rounding | None) -> Rounding:
        nodes, claim = self.given.nodes, self.claim
        counts = nodes.statistic(t)
        whole = nodes.grown.data.unit.denominator == 1 and sums_of_whole_are_exact(claim.recursion, counts)
        return Rounding(claim.recursion, self.given.node(t), claim.ulps, claim.tree.width, counts, nodes.size(t), whole, above)

    @cached_property
    def question(self) -> GivenCut | None:
        """The question; None at a leaf."""
        return GivenCut.later(_Asked(self.given, self.t, self.node)) if isinstance(self.foreign.ask, Cut) else None

    @property
    def verdicts(self) -> tuple[NodeVerdict, ...]:
        """The verdicts on the node."""
        claim, decision = self.claim, Decision.later(_Decided(self.given, self.t, self.node))
        level = self.given.nodes.level(self.t)
        here = Here(
            *(claim.tree, claim.recursion, self.foreign, self.node, decision),
            *(self.rounding, claim.limits, level, claim.pruned, claim.training_set),
        )
        return verdicts_at(here, self.question, claim.root)


@frozen(eq=False)
class _Step:
    """The fields of a `NodePath`."""

    given: GivenTree
    t: int

    @property
    def condition(self) -> str:
        parent = self.given.nodes.parent(self.t)
        ask = self.given.tree.nodes[parent].ask
        assert ask is not None, "a parent asks"
        return branch_words(ask, self.t - self.given.nodes.below(parent))

    @property
    def before(self) -> NodePath | None:
        return self.given.way(self.given.nodes.parent(self.t))


@frozen(eq=False, slots=False)
class _Records:
    """The fields of a `Node`."""

    given: GivenTree
    t: int
    parts: None = None
    bounds: ValueBounds = NO_BOUNDS

    @property
    def rows(self) -> Rows:
        return self.given.nodes.rows(self.t)

    @property
    def usable(self) -> tuple[int, ...]:
        return tuple(range(len(self.given.recursion.training.attributes)))

    @property
    def inherited(self) -> tuple[Label, ...]:
        return self.given.nodes.labels(self.t)

    @property
    def level(self) -> int:
        return self.given.nodes.level(self.t) if self.given.recursion.policy.counts_levels else 0


@frozen(eq=False, slots=False)
class _Decided:
    """The fields of a `Decision`. The rule that stopped is the specification's."""

    given: GivenTree
    t: int
    node: Node

    @property
    def counts(self) -> Tally:
        return self.given.nodes.tally(self.t)

    @property
    def labels(self) -> tuple[Label, ...]:
        return self.given.nodes.labels(self.t)

    @property
    def optima(self) -> Optima:
        return self.given.nodes.optima(self.t)

    @property
    def value(self) -> Number | None:
        return self.given.nodes.value(self.t) if self.optima else None

    @property
    def stopped(self) -> StoppingRule | None:
        return None if self.optima else self.given.recursion.decide(self.node).stopped

    @property
    def leaf(self) -> None:
        return None


class GivenCut(NodeQuestion):
    """A cut of numbers that no record misses, at a node where the engine knows the counts of both branches."""

    __slots__ = ()

    @property
    def missing(self) -> Counts:
        """The counts of the records without a value."""
        asked = self._asked
        return (0,) * len(asked.given.nodes.statistic(asked.t))

    @property
    def separates(self) -> bool:
        """Whether it separates the records."""
        asked = self._asked
        below = asked.given.nodes.below(asked.t)
        return all(asked.given.nodes.size(below + i) for i in range(2))

    def standing(self, _decision: Decision) -> Optimal | Tied | None:
        """The verdict on it where it is one of the best."""
        asked = self._asked
        position, optima = asked.given.nodes.position(asked.t), asked.given.nodes.optima_count(asked.t)
        if position is None:
            return None
        return Optimal() if optima == 1 else Tied.later(_TiedAt(asked.given.nodes, asked.t, position))

    def why_no_candidate(self, _recursion: Hunt, _node: Node) -> str:
        """A cut that separates the records is tried wherever cuts are."""
        return "" if self.separates else "it does not part the records"

    def split(self, _count: int) -> Split:
        """The counts of the branches."""
        return self._asked.given.nodes.split(self._asked.t)

    @property
    def _asked(self) -> _Asked:
        source = source_of(self)
        assert isinstance(source, _Asked), "made later"
        return source


@frozen(eq=False)
class _TiedAt:
    """The fields of `Tied`."""

    nodes: GivenNodes
    t: int
    position: int

    @property
    def optima(self) -> Optima:
        return self.nodes.optima(self.t)

    @property
    def asked(self) -> int:
        return count_tests(self.optima[: self.position])

    @property
    def or_leaf(self) -> bool:
        return False


@frozen(eq=False, slots=False)
class _Asked:
    """The fields of a `NodeQuestion`, by the specification."""

    given: GivenTree
    t: int
    node: Node

    @cached_property
    def _question(self) -> NodeQuestion:
        ask = self.given.tree.nodes[self.t].ask
        assert ask is not None, "an inner node asks"
        return asked_at(self.given.recursion, self.node, ask)

    @property
    def column(self) -> int:
        return self._question.column

    @property
    def table(self) -> CountTable:
        return self._question.table

    @property
    def branches(self) -> tuple[int | None, ...]:
        return self._question.branches

    @property
    def test(self) -> Test | None:
        return self._question.test

    @property
    def goes(self) -> int | None:
        return self._question.goes
