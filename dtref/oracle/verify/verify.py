"""
Verifying a tree: at each node, from the records that reach it, is what it does among the exactly best?

The claim is an algorithm (`dtref.spec.presets`, stopping rules and all). A tree is right if every node is: then it is one of the trees that
the ties leave open. Below a node that is wrong its own parts of the records are followed, so that each node is judged by itself. What the
model, its format or its settings leave open is not checked, and the verdict says why.
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
    What can be said of each node of a tree that claims to be grown from a data set by an algorithm.

    pruned: whether the tree may have been pruned, so that a leaf need not be one that growing makes. ulps: by how many units in the last
    place a test may be beaten and still be `WithinFloat`, at the size of the largest number that has to be summed for its value; and by how
    many more than sums of its records are off a mean or an impurity may be. columns, classes: what the data call some of the model's.
    Errors: Invalid where model and data don't speak of the same things: a column that the data lack, or of another kind, other classes,
    classes where the other has numbers; as the algorithm's rule for missing values says.

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
    met = matched(tree, data, columns or {}, classes or {})
    recursion = hunt(met.data, policy)
    limits = limits_of(met.tree, recursion)
    root, left_out = first_node(recursion, met.tree)
    findings = tuple(_findings(_Claim(met.tree, recursion, limits, root, pruned, ulps)))
    given = [verdict for finding in findings for verdict in finding.verdicts]
    told = {"", *(verdict.why for verdict in given if isinstance(verdict, NotChecked))}
    hint = _HINT if not (pruned or limits.unpruned) and any(isinstance(verdict, StoppedEarly) for verdict in given) else ""
    notes = dict.fromkeys((*met.tree.notes, *met.notes, *limits.notes, left_out, hint))
    return Report(met.tree, policy.name, findings, tuple(note for note in notes if note not in told))


_HINT = "a leaf that pruning made is said to stop too early: pruned=True, --pruned lets it pass"


@frozen(eq=False)
class _Claim:
    """What is the same at all nodes."""

    tree: ForeignTree
    recursion: Hunt
    limits: Limits
    root: Node
    pruned: bool
    ulps: int


@frozen(eq=False, slots=False)
class _Stop:
    """A node to be judged: its records, or why they are not known; the way to it, how many tests that has, what rounding did above."""

    claim: _Claim
    foreign: ForeignNode
    node: Node | str
    way: NodePath | None
    level: int
    above: Rounding | None = None

    @cached_property
    def rounding(self) -> Rounding | None:
        """What rounding did here; nothing is known where the records are not."""
        if isinstance(self.node, str):
            return None
        return rounding_at(self.claim.recursion, self.node, self.claim.ulps, self.claim.tree.width, self.above)

    @cached_property
    def judged(self) -> tuple[Finding, Below]:
        """What is said of the node, and the nodes below it, or why they are not known."""
        if isinstance(self.node, str) or self.rounding is None:
            why = str(self.node)
            return Finding(self.foreign.place, self.way, _asks(self.foreign), (), (NotChecked(why),)), why
        return _judged(self, self.node, self.rounding)

    def stops_below(self) -> Iterator[_Stop]:
        """The nodes that are to be judged next."""
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
    """What is said of a node whose records are known, and the nodes below it."""
    claim, foreign = stop.claim, stop.foreign
    recursion = claim.recursion
    asked = None if foreign.ask is None else asked_at(recursion, node, foreign.ask)

    blur = "" if asked is None else blurred(foreign.ask, asked.table.values)

    def below(labels: tuple[Label, ...]) -> Below:
        if blur or asked is None:
            return blur or ()
        return children_of(parting(recursion, node, foreign, asked, claim.tree), labels)

    try:
        decision = recursion.decide(node)
    except Undecided as problem:
        labels = labels_of(recursion.training.target, rounding.counts) if node.rows else node.inherited
        return Finding(foreign.place, stop.way, _asks(foreign), (), (NotChecked(str(problem)),)), below(labels)
    claimed = Claimed(claim.tree, foreign, decision, rounding, claim.limits, claim.root, claim.pruned)
    here = Here(claim.tree, recursion, foreign, node, decision, rounding, claim.limits, stop.level, claim.pruned)
    verdict = NotChecked(blur) if blur else judged_leaf(here) if asked is None else judged_test(here, asked)
    return Finding(foreign.place, stop.way, _asks(foreign), decision.counts, (*claims(claimed), verdict)), below(decision.labels)
