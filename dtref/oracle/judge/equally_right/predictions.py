"""Every prediction of a record that is right: the trees that ties leave open need not agree on it, nor cuts between the same values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import islice

from dtref.engines.filter.filtered import hunt, trees
from dtref.errors import Undecided
from dtref.io.numbers import Json
from dtref.oracle.operations.answers import write_answer
from dtref.oracle.operations.part_inputs import prediction_answer
from dtref.spec.growing.hunt import Decision, Hunt, Node
from dtref.spec.growing.policy import Policy
from dtref.spec.model.attributes import MISSING, Cell
from dtref.spec.model.branches import branch_for
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.optima import list_tests
from dtref.spec.model.prediction import prediction, predictor
from dtref.spec.model.schemes import walk
from dtref.spec.model.tests import OrdinalCut, Subset, Test, Threshold
from dtref.spec.model.trees import Leaf

MOST_NODES, MOST_TREES = 3000, 300
"""How many nodes are looked at, and how many trees where values are missing."""


def welcome_predictions(data: DataSet, policy: Policy, record: Record, *, any_cut: bool) -> Iterator[Mapping[str, Json]]:
    """
    What the trees that ties leave open predict of a record. any_cut: whether numbers may be cut anywhere between two neighbouring values,
    and what nobody at a node has may go either way.
    Errors: Undecided past `MOST_NODES` nodes.

    >>> from fractions import Fraction
    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.model.attributes import Continuous, Nominal
    >>> data = DataSet((Continuous("x"),), Nominal("y", ("a", "b")), (Record((Fraction(1),), "a"), Record((Fraction(2),), "b")))
    >>> record = Record((Fraction(7, 4),))
    >>> [[p["labels"] for p in welcome_predictions(data, CART, record, any_cut=any_cut)] for any_cut in (False, True)]
    [[['b']], [['a'], ['b']]]
    """
    if MISSING in record.values or any(MISSING in one.values for one in data):
        found = list(islice(trees(data, policy), MOST_TREES + 1))
        if len(found) > MOST_TREES:
            raise Undecided("every prediction", f"{MOST_TREES} trees")
        answers = (predictor(tree, data.attributes)(record) for tree in found)
    else:
        answers = (prediction([(leaf, Fraction(1))]) for leaf in _leaves(hunt(data, policy), record, any_cut))
    seen: list[Mapping[str, Json]] = []
    for answer in answers:
        written = write_answer(prediction_answer(answer))
        assert isinstance(written, dict), "a prediction has parts"
        if written not in seen:
            seen.append(written)
            yield written


def _leaves(recursion: Hunt, record: Record, any_cut: bool) -> Iterator[Leaf]:
    cells: Mapping[str, Cell] = {a.name: cell for a, cell in zip(recursion.training.attributes, record.values, strict=True)}
    seen = set[Node]()

    def decided(node: Node) -> tuple[Node, Decision]:
        seen.add(node)
        if len(seen) > MOST_NODES:
            raise Undecided("every prediction", f"{MOST_NODES} nodes")
        return node, recursion.decide(node)

    def below(node: Node, decision: Decision) -> Iterator[tuple[Node, Decision]]:
        for test in list_tests(decision.optima):
            children = recursion.children(node, decision.labels, test)
            reached = (children[branch] for branch in _taken(test, cells, any_cut))
            yield from (decided(child) for child in reached if child not in seen)

    for _, decision in walk(*decided(recursion.root()), below):
        if not decision.optima:
            yield Leaf(decision.counts, decision.labels)


def _taken(test: Test, cells: Mapping[str, Cell], any_cut: bool) -> tuple[int, ...]:
    """The branch that a record takes; both, where cuts are free and it lies between the values that the test parts."""
    if any_cut and _is_between(test, cells):
        return (0, 1)
    branch = branch_for(test, lambda attribute: cells[attribute.name])
    assert isinstance(branch, int), "no value is missing"
    return (branch,)


def _is_between(test: Test, cells: Mapping[str, Cell]) -> bool:
    match test:
        case Threshold(attribute=attribute, lower=lower, upper=upper):
            x = cells[attribute.name]
            return isinstance(x, Fraction) and lower < x < upper
        case OrdinalCut(attribute=attribute, lower=lower, upper=upper):
            first, last = attribute.values.index(lower), attribute.values.index(upper)
            return cells[attribute.name] in attribute.values[first + 1 : last]
        case Subset(attribute=attribute, left=left, right=right):
            return cells[attribute.name] not in (*left, *right)
        case _:
            return False
