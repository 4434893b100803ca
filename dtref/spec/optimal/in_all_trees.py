"""
What all good trees have in common, and how they differ: predictions, importance of attributes, depth, trees without an attribute.

Each question is answered on the graph of subproblems, without listing trees: for each subproblem and size, from the answers of the parts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Generic, TypeAlias, TypeVar

from attrs import frozen

from dtref.errors import Invalid
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.inputs import whole
from dtref.exact.number import Exact
from dtref.spec.model.data import DataSet
from dtref.spec.model.trees import Label
from dtref.spec.optimal.good_trees import AskedTest, GoodTrees, GraphNode, TreeSize, good_trees
from dtref.spec.optimal.least import LeastWorth
from dtref.spec.optimal.losses import Objective, TreeLimits
from dtref.spec.optimal.tree_costs import Bits, members_of
from dtref.spec.optimal.tree_space import tree_space
from dtref.spec.presets import CART

T = TypeVar("T")

PossibleLabels: TypeAlias = Mapping[Label, Bits]
"""For each label the records that some tree gives it."""


@frozen(eq=False)
class TreesQuestion(Generic[T]):
    """
    A question about the trees of a subproblem of each size.

    leaf: the answer for a leaf. join: for two parts, from theirs. asked: for a test, from that of its parts together. either: for trees
    that are of one kind or of another. admits: the tests that trees may ask.
    """

    leaf: Callable[[GraphNode], T]
    join: Callable[[T, T], T]
    asked: Callable[[GraphNode, AskedTest, T], T]
    either: Callable[[T, T], T]
    admits: Callable[[AskedTest], bool] = lambda _: True


def answers_by_size(trees: GoodTrees, question: TreesQuestion[T]) -> Mapping[TreeSize, T]:
    """
    The answer to a question for the good trees of each size.

    >>> from dtref.spec.views.shape import parity
    >>> one_each = TreesQuestion(lambda _: 1, lambda a, b: a * b, lambda node, test, n: n, lambda a, b: a + b)
    >>> list(answers_by_size(best_by_errors(parity(2)), one_each).values())
    [2]
    """
    answers: dict[GraphNode, dict[TreeSize, T]] = {}
    for node, here in reversed(tuple(trees.graph.items())):
        found: dict[TreeSize, T] = {}
        if here.leaf:
            found[trees.space.costs.leaf(node[0]), 1] = question.leaf(node)
        for test in filter(question.admits, here.tests):
            for size, answer in _together(trees, test, [answers[part] for part in test.parts], question).items():
                if size in here.sizes:
                    below = question.asked(node, test, answer)
                    found[size] = question.either(found[size], below) if size in found else below
        answers[node] = found
    return {size: answer for size, answer in answers.get(trees.root, {}).items() if size in trees.sizes}


def _together(trees: GoodTrees, test: AskedTest, parts: Sequence[Mapping[TreeSize, T]], question: TreesQuestion[T]) -> Mapping[TreeSize, T]:
    """The answers for all parts of a test together, by their size with the empty leaves."""
    empty = trees.space.costs.total((), test.empty), test.empty
    sums = {(cost + empty[0], leaves + empty[1]): answer for (cost, leaves), answer in parts[0].items()}
    for part in parts[1:]:
        more: dict[TreeSize, T] = {}
        for (a, k), first in sums.items():
            for (b, m), second in part.items():
                size, both = (a + b, k + m), question.join(first, second)
                more[size] = question.either(more[size], both) if size in more else both
        sums = more
    return sums


@refuses_other_kinds
def trees_without(trees: GoodTrees, attribute: int) -> int:
    """
    How many of the good trees don't ask an attribute, given by its position. Errors: Invalid for a position that no attribute has; for
    trees told apart by partitions, as several attributes may part the records alike.

    >>> from dtref.spec.views.shape import parity
    >>> trees_without(best_by_errors(parity(2)), 0)
    0
    """
    _check_attribute(trees, attribute)
    one_each = TreesQuestion(
        lambda _: 1, lambda a, b: a * b, lambda _, __, n: n, lambda a, b: a + b, lambda test: test.division.attribute != attribute
    )
    return sum(answers_by_size(trees, one_each).values())


@refuses_other_kinds
def least_depth(trees: GoodTrees) -> int:
    """
    The most tests on a path of the shallowest of the good trees. Errors: Invalid without trees.

    >>> from dtref.spec.views.shape import parity
    >>> least_depth(best_by_errors(parity(3)))
    3
    """
    _check_any(trees)
    return min(answers_by_size(trees, TreesQuestion(lambda _: 0, max, lambda _, __, below: below + 1, min)).values())


def _check_any(trees: GoodTrees) -> None:
    """Errors: Invalid without trees."""
    if not trees.number:
        raise Invalid("good trees", "at least one tree", 0)


def _check_attribute(trees: GoodTrees, attribute: int) -> None:
    """Errors: Invalid for a position that no attribute has; where partitions are told apart, not trees."""
    whole("attribute", attribute, 0, len(trees.space.data.attributes) - 1)
    if trees.partitions:
        raise Invalid("partitions", "trees as they are written: several attributes may part the records alike", "partitions")


@refuses_other_kinds
def importance_range(trees: GoodTrees, attribute: int) -> tuple[Exact, Exact]:
    """
    The least and the greatest importance that an attribute has in one of the good trees: the mean loss that its tests take away.

    Formula: (sum over the nodes that ask it of loss(node) - sum over its branches of loss(branch)) / (weight of all records). Errors: as
    for `trees_without`, and Invalid without trees.

    >>> from dtref.spec.views.shape import parity
    >>> [str(x) for x in importance_range(best_by_errors(parity(2)), 0)]
    ['0', '1/2']
    """
    _check_any(trees)
    _check_attribute(trees, attribute)
    costs = trees.space.costs

    def gained(node: GraphNode, test: AskedTest) -> Exact:
        lost = costs.loss(node[0])
        for part in test.division.nonempty:
            lost = lost - costs.loss(part)
        return lost

    def asked(node: GraphNode, test: AskedTest, below: tuple[Exact, Exact]) -> tuple[Exact, Exact]:
        own: Exact = gained(node, test) if test.division.attribute == attribute else 0
        return below[0] + own, below[1] + own

    question: TreesQuestion[tuple[Exact, Exact]] = TreesQuestion(
        lambda _: (Fraction(0), Fraction(0)),
        lambda a, b: (a[0] + b[0], a[1] + b[1]),
        asked,
        lambda a, b: (min(a[0], b[0]), max(a[1], b[1])),
    )
    found = answers_by_size(trees, question).values()
    return min(low for low, _ in found) / trees.space.costs.weight, max(high for _, high in found) / trees.space.costs.weight


@refuses_other_kinds
def possible_predictions(trees: GoodTrees) -> tuple[tuple[Label, ...], ...]:
    """
    For each record the labels that the good trees give it: several where they differ, or where a leaf has several largest classes.

    >>> from dtref.spec.views.shape import parity
    >>> possible_predictions(best_by_errors(parity(1)))
    (('1',), ('0',))
    """

    def united(a: PossibleLabels, b: PossibleLabels) -> PossibleLabels:
        return {label: a.get(label, 0) | b.get(label, 0) for label in (*a, *(label for label in b if label not in a))}

    def of_leaf(node: GraphNode) -> PossibleLabels:
        return dict.fromkeys(trees.labels(node[0]), node[0])

    together: PossibleLabels = {}
    for labels in answers_by_size(trees, TreesQuestion(of_leaf, united, lambda _, __, below: below, united)).values():
        together = united(together, labels)
    rows = {label: frozenset(members_of(records)) for label, records in together.items()}
    return tuple(tuple(label for label, those in rows.items() if r in those) for r in range(len(trees.space.data)))


def best_by_errors(data: DataSet) -> GoodTrees:
    """
    All trees with the fewest errors, and of these the fewest leaves, that ask the tests of CART.

    >>> from dtref.spec.views.shape import parity
    >>> best_by_errors(parity(3)).number
    12
    """
    search = LeastWorth(tree_space(data, CART, Objective(), TreeLimits()))
    return good_trees(search, search.least(search.root()))
