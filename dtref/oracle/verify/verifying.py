"""
Verifying a tree: at each node, from the records that reach it, is what it does among the exactly best?

The claim is an algorithm (`dtref.algorithms`, stopping rules and all). A tree is right if every node is: then it is one of the trees that
the ties leave open. Below a node that is wrong its own parts of the records are followed, so that each node is judged by itself.
Before this: `dtref.oracle.verify.asking`. Next: `dtref.oracle.verify.telling`.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from attrs import evolve, frozen

from dtref.errors import Undecided, Undefined
from dtref.exact.number import Number
from dtref.exact.order import compare
from dtref.induction.hunt import Decision, Hunt, Node, hunt
from dtref.induction.policy import Policy
from dtref.induction.stopping import named
from dtref.io.foreign.tree import Ask, ForeignNode, ForeignTree, branch_count, words
from dtref.model.counts import add_counts, statistic
from dtref.model.data import DataSet
from dtref.model.optima import count_tests
from dtref.model.tally import size
from dtref.model.trees import Label, Surrogates
from dtref.oracle.verify.asking import Asked, asked_at, is_asked_by, why_no_candidate
from dtref.oracle.verify.verdicts import (
    Beaten,
    Finding,
    NotACandidate,
    NotChecked,
    Optimal,
    Report,
    StoppedEarly,
    StoppedLate,
    Tied,
    Verdict,
    Way,
    WithinFloat,
    WrongCounts,
    WrongLabel,
)

ULPS = 64
"""How many units in the last place of the node's impurity a double may be off where nobody says otherwise."""


def verify(tree: ForeignTree, data: DataSet, policy: Policy, *, pruned: bool = False, ulps: int = ULPS) -> Report:
    """
    What can be said of each node of a tree that claims to be grown from a data set by an algorithm.

    pruned: whether the tree may have been pruned, so that a leaf need not be one that growing makes. ulps: by how many units in the last
    place of a double, at the size of the node's impurity, a test may be beaten and still be `WithinFloat`.
    Errors: Invalid for a column that the data has not, or of another kind; as the algorithm's rule for missing values says.

    >>> from dtref.algorithms import CART
    >>> from dtref.io.foreign.tree import Cut
    >>> from dtref.model.attributes import Continuous, Nominal
    >>> from dtref.model.data import Record
    >>> x, y = Continuous("x"), Nominal("y", ("a", "b"))
    >>> data = DataSet((x,), y, tuple(Record((Fraction(i),), label) for i, label in enumerate("aab", 1)))
    >>> def leaf(place, label): return ForeignNode(place, label=label)
    >>> def tree(cut): return ForeignTree(ForeignNode("1", Cut("x", Fraction(cut)), (leaf("2", "a"), leaf("3", "b"))), "by hand")
    >>> verify(tree("2.2"), data, CART).tally["Optimal"], verify(tree("1.5"), data, CART).wrong[0].verdicts[0].gap
    (3, Fraction(1, 3))
    """
    recursion = hunt(data, policy)
    return Report(tree, policy.name, tuple(_findings(recursion, tree.root, pruned, ulps)))


@frozen(eq=False)
class _Here:
    """A foreign node, the node of the records that reach it, what the algorithm decides there, and what the foreign node asks."""

    recursion: Hunt
    foreign: ForeignNode
    node: Node
    decision: Decision
    asked: Asked | None

    @property
    def best(self) -> Number:
        """The best value of the criterion, where there are optima."""
        assert self.decision.value is not None, "optima have a value"
        return self.decision.value


def _findings(recursion: Hunt, root: ForeignNode, pruned: bool, ulps: int) -> Iterator[Finding]:
    waiting: list[tuple[ForeignNode, Node, Way | None]] = [(root, recursion.root(), None)]
    while waiting:
        foreign, node, way = waiting.pop()
        asks = "" if foreign.ask is None else words(foreign.ask, 0)
        try:
            decision = recursion.decide(node)
        except Undecided as problem:
            yield Finding(foreign.place, way, asks, (), (NotChecked(str(problem)),))
            continue
        asked = None if foreign.ask is None else asked_at(recursion, node, foreign.ask)
        here = _Here(recursion, foreign, node, decision, asked)
        judged = _leaf(here, pruned) if asked is None else _test(here, asked, ulps)
        yield Finding(foreign.place, way, asks, decision.counts, (*_claims(foreign, decision), judged))
        if asked is not None and foreign.ask is not None:
            below = _below(here, foreign.ask, asked)
            ways = [Way(words(foreign.ask, i), way) for i in range(len(below))]
            waiting.extend(reversed(list(zip(foreign.children, below, ways, strict=True))))


def _claims(foreign: ForeignNode, decision: Decision) -> Iterator[Verdict]:
    """What is wrong with the numbers and the label that a node claims."""
    wanted = dict(decision.counts)
    if foreign.counts is not None and any(wanted.get(label) != n for label, n in foreign.counts):
        yield WrongCounts(decision.counts, foreign.counts)
    if foreign.records is not None and foreign.records != size(decision.counts):
        yield WrongCounts(decision.counts, foreign.records)
    if foreign.ask is None and foreign.label is not None and not _is_label(foreign.label, decision.labels):
        yield WrongLabel(decision.labels, foreign.label)


def _is_label(label: Label, allowed: tuple[Label, ...]) -> bool:
    """A class is one of those allowed; a number is the mean, as a double has it."""
    if isinstance(label, Fraction):
        return any(isinstance(mean, Fraction) and abs(label - mean) <= ULPS * abs(mean) / 2**53 for mean in allowed)
    return label in allowed


def _leaf(here: _Here, pruned: bool) -> Verdict:
    if not here.decision.optima:
        return Optimal()
    return NotChecked("the tree may have been pruned here") if pruned else StoppedEarly(here.decision.optima, here.best)


def _test(here: _Here, asked: Asked, ulps: int) -> Verdict:
    optima = here.decision.optima
    if not optima:
        return StoppedLate(_why_a_leaf(here))
    if any(is_asked_by(asked, optimum) for optimum in optima):
        return Optimal() if count_tests(optima) == 1 else Tied(optima)
    why = why_no_candidate(here.recursion, here.node, asked)
    if why:
        return NotACandidate(why, optima)
    split, missing = asked.split(len(here.foreign.children)), asked.table.missing
    value = here.recursion.policy.criterion.of(add_counts(split, len(missing)), split, missing)
    if isinstance(value, Undefined):
        return NotACandidate(f"the criterion has no value: {value.why}", optima)
    if compare(value, here.best) >= 0:
        return NotACandidate("the algorithm does not admit it", optima)
    gap = here.best - value
    near = compare(gap, _size(here) * Fraction(ulps, 2**53)) <= 0
    return (WithinFloat if near else Beaten)(optima, value, here.best, gap)


def _size(here: _Here) -> Number:
    """The largest number that had to be summed: the impurity of the node; of other criteria the best value."""
    impurity = here.recursion.policy.criterion.impurity
    return here.best if impurity is None else impurity.of(statistic(here.recursion.columns, here.node.records))


def _why_a_leaf(here: _Here) -> str:
    if not here.node.rows:
        return "no record reaches it"
    return "nothing parts the records" if here.decision.stopped is None else named(here.decision.stopped)


def _below(here: _Here, ask: Ask, asked: Asked) -> list[Node]:
    """The nodes of the records that the foreign node's own branches get."""
    labels, node, policy = here.decision.labels, here.node, here.recursion.policy
    if asked.test is None:
        goes = next((branch for branch in asked.branches if branch is not None), ask.missing)
        empty = evolve(node, rows=(), parts=None, inherited=labels)
        return [evolve(node, inherited=labels) if i == goes else empty for i in range(branch_count(ask))]
    below = here.recursion.children(node, labels, asked.test, None if ask.missing is None else Surrogates((), ask.missing))
    if policy.ask_once and all(len(group) == 1 for group in asked.partition):
        return [evolve(child, usable=tuple(a for a in child.usable if a != asked.column)) for child in below]
    return below
