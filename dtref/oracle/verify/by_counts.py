"""
Verifies a tree of this library against a table that stays where it is: by counts alone, one query a level.

At each node the class counts, the label, and what the tree does there are compared with what the policy does for the records that reach it.
Numbers are exact on both sides, so that nothing is excused by rounding. Below a wrong node the tree's own test sends the records on.
"""

from __future__ import annotations

from collections.abc import Iterator

from dtref.engines.from_counts.follow import FollowedNode, followed
from dtref.engines.from_counts.source import RecordSource
from dtref.errors import Undefined
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.comparison import compare
from dtref.io.foreign.branch_words import ask_words, branch_words
from dtref.io.foreign.dtref_model import asked_by, from_model, from_tree
from dtref.io.models import Model
from dtref.oracle.verify.questions import standing_of, why_not_offered
from dtref.oracle.verify.selected_tests import NOT_ADMITTED
from dtref.oracle.verify.verdicts import (
    Beaten,
    Finding,
    NodePath,
    NodeVerdict,
    NotACandidate,
    Optimal,
    Report,
    StoppedEarly,
    StoppedLate,
    Tied,
    WrongCounts,
    WrongLabel,
)
from dtref.spec.growing.not_competing import why_refused
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.stopping import named
from dtref.spec.model.attributes import Attribute
from dtref.spec.model.counts import tally_of
from dtref.spec.model.optima import EverySubset, count_tests
from dtref.spec.model.tests import AxisTest
from dtref.spec.model.trees import Branch, Leaf, Tree
from dtref.spec.pruning.records_at_nodes import check_target
from dtref.spec.split.choose import best_of_average_gain

PASSED_OVER = "the algorithm passes it over: its gain is below the average, or another test of its attribute has a greater one"
"""Why a test that is worth as much as the best isn't asked, where the average gain selects."""


@refuses_other_kinds
def verify_counts(tree: Tree | Model, source: RecordSource, policy: Policy) -> Report:
    """
    The verdicts on each node of a tree that is claimed to be grown from the records of a source, as `dtref.verify` gives them with ulps=0.

    The source is that of `dtref.counts_of`, or any other that `grow_from_tables` takes. Errors: as for `grow_from_tables`; Invalid for
    tests of several attributes or cuts, of a column that the table has not, for a value that no branch takes, for a policy that prunes.

    >>> import sqlite3
    >>> from dtref.engines.from_counts.grow import grow_from_tables
    >>> from dtref.engines.from_counts.sources.counts_of import counts_of
    >>> from dtref.spec.presets import CART
    >>> play = sqlite3.connect(":memory:")
    >>> _ = play.execute("CREATE TABLE play (x REAL, z REAL, y TEXT)")
    >>> _ = play.executemany("INSERT INTO play VALUES (?, ?, ?)", [(0.5, 1.0, "+"), (0.75, 2.0, "+"), (1.5, 1.0, "-")])
    >>> source = counts_of("play", connection=play, target="y")
    >>> tree = grow_from_tables(source, CART)
    >>> verify_counts(tree, source, CART).tally
    Counter({'Optimal': 3})
    >>> _ = play.execute("UPDATE play SET x = 2 - x")
    >>> [type(verdict).__name__ for verdict in verify_counts(tree, counts_of("play", connection=play, target="y"), CART).wrong[0].verdicts]
    ['WrongCounts', 'WrongLabel', 'Optimal']
    """
    foreign = from_model(tree) if isinstance(tree, Model) else from_tree(tree)
    root = tree.tree if isinstance(tree, Model) else tree
    check_target(root, source.target)
    nodes = followed(root, source, policy)
    ways: dict[int, NodePath | None] = {nodes[0].reached.number: None}
    findings = []
    for place, node in enumerate(nodes, 1):
        way = ways[node.reached.number]
        ask = asked_by(node.tree.test) if isinstance(node.tree, Branch) else None
        if ask is not None:
            ways |= {below.reached.number: NodePath(branch_words(ask, i), way) for i, below in enumerate(node.below)}
        verdicts = (*_claims(node, source), _leaf(node) if ask is None else _test(node, source, policy))
        words = "" if ask is None else ask_words(ask)
        findings.append(Finding(str(place), way, words, tally_of(source.target, node.reached.counts), verdicts))
    return Report(foreign, policy.name, tuple(findings))


def _claims(node: FollowedNode, source: RecordSource) -> Iterator[NodeVerdict]:
    """What the node says of its records that isn't so."""
    counts = tally_of(source.target, node.reached.counts)
    if node.tree.counts != counts:
        yield WrongCounts(counts, node.tree.counts)
    right = node.decision.labels
    if isinstance(node.tree, Leaf) and len(node.tree.labels) == 1 and node.tree.labels[0] not in right:  # of several any will do
        yield WrongLabel(right, node.tree.labels[0])


def _leaf(node: FollowedNode) -> NodeVerdict:
    decision = node.decision
    if not decision.optima or decision.value is None:
        return Optimal()
    return Tied(decision.optima, or_leaf=True) if decision.leaf is not None else StoppedEarly(decision.optima, decision.value)


def _test(node: FollowedNode, source: RecordSource, policy: Policy) -> NodeVerdict:
    assert isinstance(node.tree, Branch)
    decision, optima, test = node.decision, node.decision.optima, node.tree.test
    if node.asked is None or node.sets is None or not isinstance(test, AxisTest):
        return StoppedLate("no record reaches it")
    if not optima or decision.value is None:
        return StoppedLate("nothing parts the records" if decision.stopped is None else named(decision.stopped))
    # one of the best
    asked, attribute = node.asked, next(a for a in source.attributes if a.name == test.attribute.name)
    separates = sum(map(any, asked.split)) > 1
    for i, optimum in enumerate(optima if separates else ()):
        if isinstance(optimum, AxisTest) and optimum.attribute == attribute and node.sets.parts(optimum) == asked.parts:
            return standing_of(optima, count_tests(optima[:i]), or_leaf=decision.leaf is not None)
        if isinstance(optimum, EverySubset) and optimum.attribute == attribute and sum(map(any, asked.split)) == 2:
            return standing_of(optima, None, or_leaf=decision.leaf is not None)
    # none that the algorithm tries, or a worse one
    if why := _why_no_candidate(node, attribute, policy, separates):
        return NotACandidate(why, optima)
    value = policy.criterion(node.reached.counts, asked.split, node.sets.missing)
    if isinstance(value, Undefined):
        return NotACandidate(value.why, optima)
    gap = decision.value - value
    if compare(gap, 0) > 0:
        return Beaten(optima, value, decision.value, gap)
    return NotACandidate(PASSED_OVER if policy.select is best_of_average_gain else "the algorithm passes it over", optima)


def _why_no_candidate(node: FollowedNode, attribute: Attribute, policy: Policy, separates: bool) -> str:
    """The reason why the algorithm doesn't try a node's test; empty where it does."""
    assert node.asked is not None
    if not separates:
        return "it does not part the records"
    if attribute.name not in node.usable:
        return f"{attribute.name} was asked above, with a branch for each value"
    if isinstance(node.asked.parts, frozenset) and (why := why_not_offered(policy, attribute, node.asked.parts)):
        return why
    if node.asked.admitted:
        return ""
    regression = policy.criterion.impurity is not None and policy.criterion.impurity.moments
    return why_refused(policy.admit, node.asked.split, None, regression=regression) or NOT_ADMITTED
