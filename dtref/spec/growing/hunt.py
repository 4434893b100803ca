"""
Hunt's recursion: grows a tree from the root down.

D_t are the records that reach node t. Of one class, or none, t is a leaf. Of several, t asks the best test, and each branch gets its part
of D_t; where there is nothing to ask, t is a leaf too. `Hunt.decide` is that step, and `grow` repeats it at every node.
"""

from __future__ import annotations

__sources__ = (("tan", "General Structure of Hunt's Algorithm"), ("cs6220", "Algorithm for Decision Tree Induction"))

from collections.abc import Callable, Mapping, Sequence, Set
from fractions import Fraction
from functools import cache, cached_property, partial
from typing import TypeAlias

from attrs import evolve, field, frozen

from dtref.exact.number import Number
from dtref.spec.growing.admission import admitted, confirmed
from dtref.spec.growing.best_first import unfold_best_first
from dtref.spec.growing.given_up import greatest_values, still_asked
from dtref.spec.growing.guesses import Primary, primary
from dtref.spec.growing.monotone import NO_BOUNDS, ValueBounds
from dtref.spec.growing.node_facts import NodeFacts, impurity_of
from dtref.spec.growing.policy import (
    Decision,
    EmptyBranch,
    Policy,
    checked_training_set,
    columns_for,
    decision,
    for_training,
    labels_by,
    offer_for,
)
from dtref.spec.growing.priority import priority
from dtref.spec.growing.routing import Part, distribute, gotten, router, rows_as_counted, rows_by_branch
from dtref.spec.growing.surrogate_lists import SurrogateChoices
from dtref.spec.growing.surrogates import learn_surrogates
from dtref.spec.growing.ties import First, TieRule, chosen_ending, chosen_position
from dtref.spec.model.attributes import Continuous
from dtref.spec.model.branches import asked, branch_count
from dtref.spec.model.counts import Columns, Count, Counts, CountTable, Rows, Weighted, columns, count_table, statistic
from dtref.spec.model.data import DataSet
from dtref.spec.model.later import Later
from dtref.spec.model.optima import Optima
from dtref.spec.model.schemes import ignore_progress, unfold_with
from dtref.spec.model.tests import Multiway, Test
from dtref.spec.model.trees import Branch, Gap, GapRule, Label, Leaf, Tree
from dtref.spec.preparation.weighing import AltersWeights
from dtref.spec.split.candidates import Candidates, Split
from dtref.spec.split.choose import Keep, Select, SelectsByTraining, every
from dtref.spec.split.numeric.learned_direction import either_side


@frozen
class Node(Later):
    """
    A node to be decided: its records, the attributes that may still be asked, and the labels that it has if no record reaches it.

    rows, usable: positions in the training set. inherited: the labels in case no record is there, those of its parent or, where the policy
    has a default class, those of the root, handed down. parts: a record with a missing value may go down several branches; this is the
    fraction of it that is here, None where every record is here in full. level: how many tests are above the node; 0 where no stopping
    rule of the policy looks at it. bounds: the least and the greatest value that it may predict.
    """

    rows: Rows
    usable: tuple[int, ...]
    inherited: tuple[Label, ...]
    parts: tuple[Count, ...] | None = None
    level: int = 0
    bounds: ValueBounds = field(default=NO_BOUNDS, repr=False)  # hardly any node has some

    @property
    def records(self) -> Weighted:
        """The records, each with the fraction of it that is here."""
        return Weighted(self.rows, self.parts)


NodeDecision: TypeAlias = tuple[Node, Decision]
"""A node, with the decision there."""


@frozen(eq=False, slots=False)
class Hunt:
    """
    Hunt's recursion for one training set and policy: the root, the decision at a node, the nodes below it.

    training: the data set after the policy's rules for missing values and weights. keep: a filter before the exact comparison, which may
    only drop candidates that cannot be best (`dtref.spec.split.choose`); the default drops none. case_weights: the weights that records
    came with, where priors, or times, alter them for choosing tests and labels alone; surrogates go by these.
    """

    policy: Policy
    columns: Columns
    keep: Keep = every
    case_weights: tuple[Count, ...] | None = None

    @cached_property
    def by_case_weights(self) -> Hunt:
        """The recursion with the weights that records came with, where priors alter those that tests are chosen by."""
        if self.case_weights is None:
            return self
        unit = all(w == 1 for w in self.case_weights)
        return Hunt(self.policy, evolve(self.columns, weights=self.case_weights, unit=unit), self.keep)

    @property
    def training(self) -> DataSet:
        """The records that the tree is grown from."""
        return self.columns.data

    @property
    def regression(self) -> bool:
        """Whether the target is continuous."""
        return isinstance(self.training.target, Continuous)

    def root(self) -> Node:
        """The node that all records reach. Without records its labels are all classes."""
        rows, usable = (tuple(range(len(part))) for part in (self.training, self.training.attributes))
        return Node(rows, usable, labels_by(self.policy, self.training.target, statistic(self.columns, Weighted(rows))))

    def candidates(self, node: Node) -> list[Candidates]:
        """The candidates of each usable attribute at a node, then the oblique ones, as far as the policy admits them."""
        offered = self.offered(node)
        if self.policy.admit:
            rows = rows_as_counted(self.policy.continuous, self.columns, node.records)
            offered = [admitted(candidates, self.policy.admit, self.regression, rows) for candidates in offered]
        monotone, attributes = self.policy.monotone, [self.training.attributes[a] for a in node.usable]
        return offered if monotone is None else monotone.in_order(attributes, self.training.target, node.bounds, offered)

    def offered(self, node: Node) -> list[Candidates]:
        """The candidates of each usable attribute at a node, then the oblique ones, admitted or not."""
        rows = rows_by_branch(self.columns, node.records)
        by_attribute = [self._offered_by(count_table(self.columns, a, node.records), rows) for a in node.usable]
        return by_attribute if self.policy.oblique is None else [*by_attribute, *self.policy.oblique(self.columns, node.records)]

    def _offered_by(self, table: CountTable, rows: Callable[[Test], Split]) -> Candidates:
        """The candidates of an attribute. rows: the number of the node's records that take each branch of a test."""
        candidates = offer_for(self.policy, table.attribute)(table, self.policy.criterion)
        return either_side(candidates, table, rows) if self.policy.gap is Gap.LEARNED else candidates

    def decide(self, node: Node) -> Decision:
        """The decision at a node: the step that Hunt's recursion repeats."""
        counts = statistic(self.columns, node.records)
        return decision(self.training.target, self.labels(node, counts), self.policy.stop, self.facts(node, counts))

    def labels(self, node: Node, counts: Counts) -> tuple[Label, ...]:
        """The labels of a node with these counts: its own, within its bounds, or those that it inherits."""
        if not node.rows:
            return node.inherited
        monotone, target = self.policy.monotone, self.training.target
        return labels_by(self.policy, target, counts) if monotone is None else monotone.labels(target, counts, node.bounds)

    def facts(self, node: Node, counts: Counts) -> NodeFacts:
        """What stopping rules look at, for a node with these counts. Candidates are made, and compared, only if a rule asks for them."""
        # `best` computes the criterion lazily: stopping rules ask for it, and a node that is stopped without it is never searched
        candidates = cache(lambda: self.candidates(node))
        rules, chosen = self.policy.confirm, cache(lambda: self.select(counts, candidates(), self.policy.criterion, self.keep))
        best = cache(lambda: confirmed(chosen(), rules, self.regression, lambda test: gotten(self.columns, self.distribute(node, test))))
        best = best if rules else chosen
        impurity = partial(impurity_of, self.policy.criterion, counts)
        return NodeFacts(
            counts, self.regression, node.level, lambda: self._share(counts), candidates, best, lambda: len(node.rows), impurity
        )

    @cached_property
    def select(self) -> Select:
        """The policy's selection, for this training set."""
        rule = self.policy.select
        return rule.of(self.training) if isinstance(rule, SelectsByTraining) else rule

    def _share(self, counts: Counts) -> Fraction:
        """The share of the training set's weight that these counts have."""
        everything = Fraction(sum(self.columns.weights))
        return (counts[0] if self.regression else sum(counts)) / everything if everything else Fraction(1)

    def children(self, node: Node, labels: tuple[Label, ...], test: Test, gap: GapRule | None = None) -> list[Node]:
        """
        The nodes below a node with these largest classes, one a branch of the test, empty ones included.

        gap: where the records go that miss the value asked for; as the policy says, if not given.
        """
        # a multiway test leaves its attribute nothing to tell, so that some policies ask it once a path
        used = self._columns(test) if self.policy.ask_once and isinstance(test, Multiway) else frozenset()
        usable = self.usable_below(node, used)
        # the labels of a child that no record reaches
        inherited = labels if self.policy.empty_branch is EmptyBranch.PARENT_MAJORITY else node.inherited
        level = node.level + 1 if self.policy.counts_levels else node.level
        children = [_child(parts, usable, inherited, level) for parts in self.distribute(node, test, gap)]
        return self.within_bounds(node, test, children)

    def usable_below(self, node: Node, used: Set[int]) -> tuple[int, ...]:
        """The attributes that may still be asked below a node, of those not used up, but those that the policy gives up."""
        least = self.policy.gives_up
        tried = frozenset(node.usable) if least is None else still_asked(self.greatest_values(node), least)
        return tuple(a for a in node.usable if a not in used and a in tried)

    def greatest_values(self, node: Node) -> Mapping[int, Number]:
        """The greatest value that a test of each usable attribute has at a node, of those that have a test with a value."""
        counts = statistic(self.columns, node.records)
        return greatest_values(counts, node.usable, self.candidates(node), self.policy.criterion, self.keep)

    def within_bounds(self, node: Node, test: Test, children: Sequence[Node]) -> list[Node]:
        """The nodes below a node, with the bounds that the test gives them."""
        monotone = self.policy.monotone
        if monotone is None:
            return list(children)
        split = [statistic(self.columns, child.records) for child in children]
        bounds = monotone.below(asked(test), self.training.target, node.bounds, split)
        return [evolve(child, bounds=own) for child, own in zip(children, bounds, strict=True)]

    def distribute(self, node: Node, test: Test, gap: GapRule | None = None) -> list[list[Part]]:
        """For each branch of a test the records that take it, and how much of each (`dtref.spec.growing.routing`)."""
        return distribute(self.by_case_weights.columns, node.records, test, lambda: self.gap(node, test) if gap is None else gap)

    def gap(self, node: Node, test: Test) -> GapRule:
        """What a node that asks a test does with a record that misses its value; of surrogates that are as good the first."""
        rule = self.gap_rules(node, test)
        return rule if isinstance(rule, Gap) else rule.chosen(First())[0]

    def gap_rules(self, node: Node, test: Test) -> Gap | SurrogateChoices:
        """As `gap`, with all surrogates that are as good."""
        rule = self.policy.gap
        if isinstance(rule, Gap):
            return rule
        return learn_surrogates(rule, self.answers(node, test), lambda attribute: offer_for(self.policy, attribute))

    def answers(self, node: Node, test: Test) -> Primary:
        """A node's records that know the answer to its test, which surrogates are learned from."""
        columns = self.by_case_weights.columns
        return primary(columns, node.records, self._columns(test), branch_count(test), router(columns, test))

    def _columns(self, test: Test) -> frozenset[int]:
        """The positions of the attributes that a test asks."""
        return frozenset(self.training.column(a.name) for a in asked(test))


def hunt(data: DataSet, policy: Policy, keep: Keep = every, code: Callable[[DataSet], Columns] = columns) -> Hunt:
    """
    Hunt's recursion for a data set under a policy. keep: which candidates are compared exactly: all, unless an engine sets some aside.
    code: how the columns are coded: at once, unless an engine may not need them.

    Errors: Invalid as the policy's rule for missing values says; where its criterion is not one for the kind of target, or for so many
    classes; where it asks for more surrogates than there are other attributes; where it draws the columns that a node tries.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.split.criteria import gain
    >>> hunt(DataSet((), Nominal("y", ("-", "+")), ()), Policy("p", "none", gain)).root()
    Node(rows=(), usable=(), inherited=('-', '+'), parts=None, level=0)
    """
    training = checked_training_set(policy, data)
    # missing values that the policy's rule leaves in the data are for the nodes to deal with
    altered = isinstance(policy.weigh, AltersWeights)
    weights = tuple(record.weight for record in policy.missing(data)) if altered else None
    return Hunt(for_training(policy, training), columns_for(policy, training, code), keep, weights)


def grow(data: DataSet, policy: Policy, progress: Callable[[int], None] = ignore_progress, keep: Keep = every) -> Tree:
    """
    The tree that a policy grows from a data set; each branch keeps all its optima, the policy's tie rule chooses among them.

    Without records: a leaf that may carry any class. Without attributes, or none that tells two records apart: a leaf with the
    largest classes. progress: called for each finished leaf with the number of its records. keep: as for `hunt`.
    Errors: Invalid as the policy's rules for missing values and ties say.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.data import Record
    >>> from dtref.spec.split.criteria import gain
    >>> windy, play = Nominal("windy", ("yes", "no")), Nominal("play", ("-", "+"))
    >>> grow(DataSet((windy,), play, (Record(("no",), "+"), Record(("yes",), "-"))), Policy("p", "none", gain)).children
    (<Leaf - (- 1, + 0)>, <Leaf + (- 0, + 1)>)
    """
    recursion = hunt(data, policy, keep)
    tree = grow_tree(recursion, recursion.decide, policy.tie, progress)
    # the pruning that the policy names, step by step
    for prune in recursion.policy.pruning:
        tree = prune(tree, recursion.training)
    return tree


def grow_tree(recursion: Hunt, decide: Callable[[Node], Decision], tie: TieRule, progress: Callable[[int], None] = ignore_progress) -> Tree:
    """
    Grows the tree of a recursion, but with another `decide` function and tie rule than the recursion's and the policy's own.

    >>> from dtref.spec.presets import ID3
    >>> from dtref.spec.model.attributes import Nominal
    >>> recursion = hunt(DataSet((), Nominal("y", ("-", "+")), ()), ID3)
    >>> grow_tree(recursion, recursion.decide, ID3.tie)
    <Leaf -/+ (- 0, + 0)>
    """
    tree, last_tie = grow_tree_with(recursion, decide, tie, progress)
    last_tie.finish()  # choices that are left over are Invalid
    return tree


def grow_tree_with(
    recursion: Hunt, decide: Callable[[Node], Decision], tie: TieRule, progress: Callable[[int], None] = ignore_progress
) -> tuple[Tree, TieRule]:
    """
    As `grow_tree`, with the tie rule that is left after the last choice.

    `dtref.spec.growing.tied_trees` passes a `decide` that remembers its decisions from tree to tree, and a rule that notes the choices.

    >>> from dtref.spec.presets import ID3
    >>> from dtref.spec.model.attributes import Nominal
    >>> recursion = hunt(DataSet((), Nominal("y", ("-", "+")), ()), ID3)
    >>> grow_tree_with(recursion, recursion.decide, ID3.tie)
    (<Leaf -/+ (- 0, + 0)>, First())
    """

    def leaf(decided: NodeDecision, optima: Optima = ()) -> Tree:
        node, decision = decided
        progress(len(node.rows))
        return Leaf(decision.counts, decision.labels, optima)

    def split(decided: NodeDecision, tie: TieRule) -> tuple[Callable[[Sequence[Tree]], Tree], Sequence[Node], TieRule]:
        # the tie rule chooses one of the optima, or the leaf that is as good; a test's branches share the records out
        node, decision = decided
        test, next_tie = chosen_ending(tie, decision.optima, decision.leaf)
        if test is None:
            return lambda _: leaf(decided, decision.optima), (), next_tie
        rules = recursion.gap_rules(node, test)
        gap, next_tie = (rules, next_tie) if isinstance(rules, Gap) else rules.chosen(next_tie)
        children = recursion.children(node, decision.labels, test, gap)
        or_leaf = decision.leaf is not None
        return lambda subtrees: Branch(decision.counts, decision.labels, test, decision.optima, subtrees, gap, or_leaf), children, next_tie

    def expand(node: Node, tie: TieRule) -> tuple[Callable[[Sequence[Tree]], Tree], Sequence[Node], TieRule]:
        decided = node, decide(node)
        return split(decided, tie) if decided[1].optima else (lambda _: leaf(decided), (), tie)

    root, most = recursion.root(), recursion.policy.most_leaves
    if most is None:
        return unfold_with(root, tie, expand)
    return unfold_best_first(
        root, tie, decide, partial(priority, recursion.policy), split, leaf, lambda tied, tie: chosen_position(tie, len(tied)), most
    )


def _child(records: list[Part], usable: tuple[int, ...], inherited: tuple[Label, ...], level: int) -> Node:
    """The node of some records and of how much of each is there; its parts are None where all are there in full."""
    rows, parts = zip(*records, strict=True) if records else ((), ())
    return Node(rows, usable, inherited, None if set(parts) <= {1} else parts, level)
