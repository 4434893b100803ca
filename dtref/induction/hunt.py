"""
Hunt's recursion.   Documents: `tan` General Structure of Hunt's Algorithm; `cs6220` Algorithm for Decision Tree Induction.

D_t are the records that reach node t. One class, or none: t is a leaf. Several: t asks the best test, and each branch gets its part
of D_t. Nothing to ask: t is a leaf too. `Hunt.decide` is that step; growing is its unfold.
Before this: `dtref.induction.policy`. Next: `dtref.induction.closure`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from attrs import frozen

from dtref.exact.number import Number
from dtref.exact.order import sign
from dtref.induction.policy import EmptyBranch, Policy, offer_for
from dtref.induction.ties import TieRule
from dtref.model.columns import ABSENT, Columns, columns
from dtref.model.counts import Counts, Rows, class_counts, count_table, majority
from dtref.model.data import DataSet
from dtref.model.schemes import unfold_with
from dtref.model.tests import Multiway, Optima, Test, branch_count, branch_of
from dtref.model.trees import Branch, Leaf, Tally, Tree
from dtref.split.candidates import Candidates
from dtref.split.choose import best


@frozen
class Node:
    """A node to be decided: its records, the attributes that may still be asked, and the labels it has if no record comes."""

    rows: Rows
    usable: tuple[int, ...]
    inherited: tuple[str, ...]


@frozen(eq=False)
class Decision:
    """What Hunt's recursion decides at a node: its class counts and largest classes, and the optima; none make it a leaf."""

    counts: Tally
    labels: tuple[str, ...]
    value: Number | None
    optima: Optima


@frozen(eq=False)
class Hunt:
    """
    Hunt's recursion for one training set and policy: the root, the decision at a node, the nodes below it.

    training: the data set after the policy's rule for missing values.
    """

    policy: Policy
    columns: Columns

    @property
    def training(self) -> DataSet:
        """The records that the tree is grown from."""
        return self.columns.data

    def root(self) -> Node:
        """The node that all records reach. Without records its labels are all classes."""
        everyone = tuple(range(len(self.training)))
        default = _labels(self.training, class_counts(self.columns, everyone))
        return Node(everyone, tuple(range(len(self.training.attributes))), default)

    def candidates(self, node: Node) -> list[Candidates]:
        """The candidates of each usable attribute at a node."""
        return [
            offer_for(self.policy, self.training.attributes[a])(count_table(self.columns, a, node.rows), self.policy.criterion)
            for a in node.usable
        ]

    def decide(self, node: Node) -> Decision:
        """The decision at a node."""
        counts = class_counts(self.columns, node.rows)
        tally = tuple((c, Fraction(n)) for c, n in zip(self.training.classes, counts, strict=True))
        labels = _labels(self.training, counts) if node.rows else node.inherited
        found = best(counts, self.candidates(node), self.policy.criterion) if sum(n > 0 for n in counts) > 1 else None
        if found is None or (not self.policy.take_zero_gain and sign(found.value) <= 0):
            return Decision(tally, labels, None, ())
        return Decision(tally, labels, found.value, found.optima)

    def children(self, node: Node, labels: tuple[str, ...], test: Test) -> list[Node]:
        """The nodes below a node with these largest classes, one a branch of the test, empty ones included."""
        asked = self.training.column(test.attribute.name)
        goes = [branch_of(test, level) for level in self.columns.levels[asked]]
        codes = self.columns.codes[asked]
        parts: list[list[int]] = [[] for _ in range(branch_count(test))]
        for r in node.rows:
            parts[goes[codes[r]]].append(r)
        usable = tuple(a for a in node.usable if a != asked) if self.policy.ask_once and isinstance(test, Multiway) else node.usable
        inherited = labels if self.policy.empty_branch is EmptyBranch.PARENT_MAJORITY else node.inherited
        return [Node(tuple(rows), usable, inherited) for rows in parts]


def hunt(data: DataSet, policy: Policy) -> Hunt:
    """
    Hunt's recursion for a data set under a policy. Errors: Invalid as the policy's rule for missing values says.

    >>> from dtref.model.attributes import Nominal
    >>> from dtref.split.criteria import gain
    >>> hunt(DataSet((), Nominal("y", ("-", "+")), ()), Policy("p", "none", gain)).root()
    Node(rows=(), usable=(), inherited=('-', '+'))
    """
    coded = columns(policy.missing(data))
    assert all(ABSENT not in codes for codes in coded.codes), "the rule for missing values left some"
    return Hunt(policy, coded)


def grow(data: DataSet, policy: Policy, progress: Callable[[int], None] = lambda _: None) -> Tree:
    """
    The tree that a policy grows from a data set; each branch keeps all its optima, the policy's tie rule chooses among them.

    Without records: a leaf that may carry any class. Without attributes, or none that tells two records apart: a leaf with the
    largest classes. progress: told, for each finished leaf, how many records it holds.
    Errors: Invalid as the policy's rules for missing values and ties say.

    >>> from dtref.model.attributes import Nominal
    >>> from dtref.model.data import Record
    >>> from dtref.split.criteria import gain
    >>> windy, play = Nominal("windy", ("yes", "no")), Nominal("play", ("-", "+"))
    >>> grow(DataSet((windy,), play, (Record(("no",), "+"), Record(("yes",), "-"))), Policy("p", "none", gain)).children
    (<Leaf - (- 1, + 0)>, <Leaf + (- 0, + 1)>)
    """
    recursion = hunt(data, policy)
    return grow_tree(recursion, recursion.decide, policy.tie, progress)


def grow_tree(recursion: Hunt, decide: Callable[[Node], Decision], tie: TieRule, progress: Callable[[int], None] = lambda _: None) -> Tree:
    """
    As `grow`, with the decision at a node and the tie rule given (`dtref.induction.closure` remembers decisions from tree to tree).

    >>> from dtref.algorithms import ID3
    >>> from dtref.model.attributes import Nominal
    >>> recursion = hunt(DataSet((), Nominal("y", ("-", "+")), ()), ID3)
    >>> grow_tree(recursion, recursion.decide, ID3.tie)
    <Leaf -/+ (- 0, + 0)>
    """

    def expand(node: Node, tie: TieRule) -> tuple[Callable[[Sequence[Tree]], Tree], Sequence[Node], TieRule]:
        decision = decide(node)
        if not decision.optima:
            progress(len(node.rows))
            return lambda _: Leaf(decision.counts, decision.labels), (), tie
        test, rest = tie.pick(decision.optima)
        below = recursion.children(node, decision.labels, test)
        return lambda parts: Branch(decision.counts, decision.labels, test, decision.optima, parts), below, rest

    tree, rest = unfold_with(recursion.root(), tie, expand)
    rest.finish()
    return tree


def _labels(data: DataSet, counts: Counts) -> tuple[str, ...]:
    return tuple(data.classes[j] for j in majority(counts))
