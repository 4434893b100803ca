"""All predictions that some optimal tree makes for a record: tied trees, and cuts placed differently in the same interval, may disagree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import islice

from dtref.engines.filter.filtered import filtered_hunt, trees
from dtref.errors import Undecided
from dtref.io.numbers import Json
from dtref.oracle.operations.answer_kinds import PREDICTION_ANSWER
from dtref.oracle.operations.answers import write_answer
from dtref.spec.growing.hunt import Hunt, Node
from dtref.spec.growing.policy import Decision, Policy
from dtref.spec.model.attributes import MISSING, Cell, Missing
from dtref.spec.model.branches import branch_for
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.optima import list_tests
from dtref.spec.model.prediction import Prediction, prediction, predictor
from dtref.spec.model.schemes import walk
from dtref.spec.model.tests import OrdinalCut, Subset, Test, Threshold
from dtref.spec.model.trees import Gap, Leaf

MOST_NODES, MOST_TREES = 3000, 300
"""The most nodes that are visited, and the most trees that are grown where values are missing."""


def welcome_predictions(data: DataSet, policy: Policy, record: Record, *, any_cut: bool) -> Iterator[Mapping[str, Json]]:
    """
    The different predictions for a record by the trees that tie. any_cut: whether numbers may be cut anywhere between two neighbouring
    values, so that a value strictly between them may take either branch.
    Errors: Undecided past `MOST_NODES` nodes.

    >>> from fractions import Fraction
    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.model.attributes import Continuous, Nominal
    >>> data = DataSet((Continuous("x"),), Nominal("y", ("a", "b")), (Record((Fraction(1),), "a"), Record((Fraction(2),), "b")))
    >>> record = Record((Fraction(7, 4),))
    >>> [[p["labels"] for p in welcome_predictions(data, CART, record, any_cut=any_cut)] for any_cut in (False, True)]
    [[['b']], [['a'], ['b']]]
    """
    predictions: list[Mapping[str, Json]] = []
    for answer in _answers(data, policy, record, any_cut):
        written = write_answer(PREDICTION_ANSWER.write(answer))
        assert isinstance(written, dict), "a prediction has parts"
        if written not in predictions:
            predictions.append(written)
            yield written


def _answers(data: DataSet, policy: Policy, record: Record, any_cut: bool) -> Iterator[Prediction]:
    """The predictions, some perhaps several times."""
    each_tree = MISSING in record.values or any(MISSING in row.values for row in data)
    # where nothing is missing, only the path of the record matters
    for leaf in () if each_tree else _leaves(filtered_hunt(data, policy), record, any_cut):
        if leaf is None:
            each_tree = True
        else:
            yield prediction([(leaf, Fraction(1))])
    # missing values spread a record over branches, and so may absent ones: predict with each tree in full
    tied_trees = list(islice(trees(data, policy), MOST_TREES + 1)) if each_tree else []
    if len(tied_trees) > MOST_TREES:
        raise Undecided("every prediction, each by a tree of those that tie", f"{MOST_TREES} trees", len(tied_trees))
    yield from (predictor(tree, data.attributes)(record) for tree in tied_trees)


def _leaves(recursion: Hunt, record: Record, any_cut: bool) -> Iterator[Leaf | None]:
    """Where a record may end; None where the rule for missing values says where it goes, as the value that a test asks was absent."""
    cells: Mapping[str, Cell] = {a.name: cell for a, cell in zip(recursion.training.attributes, record.values, strict=True)}
    seen = set[Node]()

    def decided(node: Node) -> tuple[Node, Decision]:
        seen.add(node)
        if len(seen) > MOST_NODES:
            raise Undecided("every prediction", f"{MOST_NODES} nodes")
        return node, recursion.decide(node)

    # both ends of every tied test that the record may reach
    def next_nodes(node: Node, decision: Decision) -> Iterator[tuple[Node, Decision]]:
        for test in list_tests(decision.optima):
            children = recursion.children(node, decision.labels, test)
            reached = (children[branch] for branch in _taken(test, cells, any_cut))
            yield from (decided(child) for child in reached if child not in seen)

    # it ends at a leaf, or, if no rule for missing values takes it on, where the value that a test asks was absent
    for _, decision in walk(*decided(recursion.root()), next_nodes):
        absent = not all(_taken(test, cells, any_cut=False) for test in list_tests(decision.optima))
        if absent and recursion.policy.gap is not Gap.REFUSE:
            yield None
        elif absent or not decision.optima or decision.leaf is not None:
            yield Leaf(decision.counts, decision.labels)


def _taken(test: Test, cells: Mapping[str, Cell], any_cut: bool) -> tuple[int, ...]:
    """The branch that a record takes, none if it stays; both where cuts are free and its value lies between the test's."""
    if any_cut and _is_between(test, cells):
        return (0, 1)
    branch = branch_for(test, lambda attribute: cells[attribute.name])
    return () if isinstance(branch, Missing) else (branch,)


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
