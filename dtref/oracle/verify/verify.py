"""
Verifies a tree: at each node, is what it does among the exactly best choices for the records that reach it?

The claim is an algorithm (`dtref.spec.presets`, with its stopping rules). A tree is right if every node is: then it is one of the tied
trees. Below a wrong node, the tree's own partition of the records is followed, so that each node is judged by itself. What the model, its
format or its settings leave open is not checked, and the verdict says why.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from attrs import evolve, frozen

from dtref.engines.filter.filtered import hunt
from dtref.errors import Undecided
from dtref.io.foreign.tree import ForeignNode, ForeignTree, branch_words
from dtref.oracle.verify.claims import Claimed, claims
from dtref.oracle.verify.compatibility import matched
from dtref.oracle.verify.limits import Limits
from dtref.oracle.verify.node_verdicts import Here, judged_leaf, judged_test
from dtref.oracle.verify.questions import asked_at
from dtref.oracle.verify.records_below import Below, blurred, children_of, first_node, parting
from dtref.oracle.verify.rounding import ULPS, Rounding, rounding_at
from dtref.oracle.verify.settings import limits_of
from dtref.oracle.verify.verdicts import Finding, NodePath, NotChecked, Report, StoppedEarly
from dtref.spec.growing.hunt import Hunt, Node, labels_of
from dtref.spec.growing.policy import Policy
from dtref.spec.model.data import DataSet
from dtref.spec.model.schemes import preorder
from dtref.spec.model.trees import Label


def verify(  # noqa: PLR0913 - what may be said is keyword arguments
    tree: ForeignTree,
    data: DataSet,
    policy: Policy,
    *,
    pruned: bool = False,
    ulps: int = ULPS,
    columns: Mapping[str, str] | None = None,
    classes: Mapping[str, str] | None = None,
) -> Report:
    """
    The verdicts on each node of a tree that is claimed to be grown from a data set by an algorithm.

    pruned: whether the tree may have been pruned, so that a leaf need not be one that growing makes. ulps: the units in the last
    place, of the largest number in the sum of its value, by which a test may be beaten and still be `WithinFloat`; and by which a mean or
    an impurity may be off beyond the rounding of sums over records. columns, classes: names in the model -> in the data.
    Errors: Invalid where the model doesn't fit the data: a column that the data lack or have of another kind, other classes, classes
    where the other has numbers; and as the algorithm's rule for missing values says.

    >>> from fractions import Fraction
    >>> from dtref.spec.presets import CART
    >>> from dtref.io.foreign.tree import Cut
    >>> from dtref.spec.model.attributes import Continuous, Nominal
    >>> from dtref.spec.model.data import Record
    >>> x, y = Continuous("x"), Nominal("y", ("a", "b"))
    >>> data = DataSet((x,), y, tuple(Record((Fraction(i),), label) for i, label in enumerate("aab", 1)))
    >>> def leaf(place, label): return ForeignNode(place, label=label)
    >>> def tree(cut): return ForeignTree(ForeignNode("1", Cut("x", Fraction(cut)), (leaf("2", "a"), leaf("3", "b"))), "by hand")
    >>> verify(tree("2.2"), data, CART).tally["Optimal"], verify(tree("1.5"), data, CART).wrong[0].verdicts[0].gap
    (3, Fraction(1, 3))
    """
    # the tree and the data in the same names, and what can be checked
    match = matched(tree, data, columns or {}, classes or {})
    recursion = hunt(match.data, policy)
    limits = limits_of(match.tree, recursion)
    root, left_out = first_node(recursion, match.tree)
    # the verdicts
    findings = tuple(_findings(_Claim(match.tree, recursion, limits, root, pruned, ulps)))
    # notes that no verdict has given
    verdicts = [verdict for finding in findings for verdict in finding.verdicts]
    reasons_given = {"", *(verdict.why for verdict in verdicts if isinstance(verdict, NotChecked))}
    hint = _HINT if not (pruned or limits.unpruned) and any(isinstance(verdict, StoppedEarly) for verdict in verdicts) else ""
    notes = dict.fromkeys((*match.tree.notes, *match.notes, *limits.notes, left_out, hint))
    return Report(match.tree, policy.name, findings, tuple(note for note in notes if note not in reasons_given))


_HINT = "a leaf that pruning made is said to stop too early: pruned=True, --pruned lets it pass"


@frozen(eq=False)
class _Claim:
    """The parts of a verification that are the same at all nodes."""

    tree: ForeignTree
    recursion: Hunt
    limits: Limits
    root: Node
    pruned: bool
    ulps: int


@frozen(eq=False, slots=False)
class _Stop:
    """A node to be judged: its records (or the reason why they are unknown), its path and level, the rounding at its parent."""

    claim: _Claim
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
        return rounding_at(self.claim.recursion, self.node, self.claim.ulps, self.claim.tree.width, self.above)

    @cached_property
    def judged(self) -> tuple[Finding, Below]:
        """The finding for the node, and its child nodes, or the reason why these are unknown."""
        if isinstance(self.node, str) or self.rounding is None:
            why = str(self.node)
            return Finding(self.foreign.place, self.way, _asks(self.foreign), (), (NotChecked(why),)), why
        return _judged(self, self.node, self.rounding)

    def stops_below(self) -> Iterator[_Stop]:
        """The child nodes, to be judged next."""
        if self.foreign.ask is not None:
            _, below = self.judged
            nodes: Sequence[Node | str] = [below] * len(self.foreign.children) if isinstance(below, str) else below
            for i, (child, node) in enumerate(zip(self.foreign.children, nodes, strict=True)):
                yield _Stop(self.claim, child, node, NodePath(branch_words(self.foreign.ask, i), self.way), self.level + 1, self.rounding)


def _findings(claim: _Claim) -> Iterator[Finding]:
    root = _Stop(claim, claim.tree.root, claim.limits.everything or claim.root, None, 0)
    for number, stop in enumerate(preorder(root, _Stop.stops_below), 1):
        finding, _ = stop.judged
        yield finding if finding.place else evolve(finding, place=f"#{number}")


def _asks(foreign: ForeignNode) -> str:
    return "" if foreign.ask is None else branch_words(foreign.ask, 0)


def _judged(stop: _Stop, node: Node, rounding: Rounding) -> tuple[Finding, Below]:
    """The finding for a node whose records are known, and its child nodes."""
    claim, foreign = stop.claim, stop.foreign
    recursion = claim.recursion
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
        labels = labels_of(recursion.training.target, rounding.counts) if node.rows else node.inherited
        return Finding(foreign.place, stop.way, _asks(foreign), (), (NotChecked(str(problem)),)), children(labels)
    node_claims = Claimed(claim.tree, foreign, decision, rounding, claim.limits, claim.root, claim.pruned)
    here = Here(claim.tree, recursion, foreign, node, decision, rounding, claim.limits, stop.level, claim.pruned)
    verdict = NotChecked(blur) if blur else judged_leaf(here) if question is None else judged_test(here, question)
    return Finding(foreign.place, stop.way, _asks(foreign), decision.counts, (*claims(node_claims), verdict)), children(decision.labels)
