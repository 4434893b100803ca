"""Records at nodes: those of a data set that reach each node of a tree, and the errors of the node's label on them."""

from __future__ import annotations

__sources__ = (("iaml", "1.4 (validation set)"), ("tan", "Estimating Generalization Errors"))

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias, TypeVar, cast

from attrs import frozen

from dtref.errors import Invalid
from dtref.exact.brief import brief_repr
from dtref.exact.definition import defined
from dtref.exact.number import Number, total
from dtref.spec.model.attributes import Attribute, Cell, Continuous
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.prediction import taken
from dtref.spec.model.schemes import walk
from dtref.spec.model.trees import Branch, Label, Tree, is_regression

Amount = TypeVar("Amount", Fraction, Number)

WeightedRecord: TypeAlias = tuple[Record, Fraction]
"""A record, and its weight at a node: less than its own where it was split for a missing value."""


@frozen(eq=False)
class AtNode:
    """
    A node, the records that reach it, and those that end there: at a leaf all of them; at an inner node those that stay, as their value was
    absent when its test was made (`dtref.spec.model.tests.Absent`).
    """

    node: Tree
    parts: Sequence[WeightedRecord]
    ending: Sequence[WeightedRecord]

    __repr__ = brief_repr


Arrivals: TypeAlias = Callable[[Tree, DataSet], Sequence[AtNode]]
"""How the records of a data set are sent down a tree: all nodes in preorder."""


def arrivals(tree: Tree, data: DataSet) -> Sequence[AtNode]:
    """
    For each node of a tree, in preorder, the records of a data set that reach it, and those that end there. Errors: as `reaching`.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.trees import Leaf
    >>> data = DataSet((), Nominal("y", ("+",)), [Record((), "+")])
    >>> [len(at.ending) for at in arrivals(Leaf((("+", Fraction(3)),), ("+",)), data)]
    [1]
    """
    check_target(tree, data.target)
    position = {attribute.name: i for i, attribute in enumerate(data.attributes)}
    root = _Sent(tree, [(record, record.weight) for record in data], position)
    return [AtNode(node, sent.parts, sent.ending) for node, sent in walk(tree, root, lambda _, sent: sent.below())]


@frozen(eq=False, slots=False)
class _Sent:
    """The records of a node, to be sent down."""

    node: Tree
    parts: list[WeightedRecord]
    position: Mapping[str, int]

    @cached_property
    def branches(self) -> tuple[list[list[WeightedRecord]], list[WeightedRecord]]:
        """The records by the branch that they take, and those that take none."""
        return ([], self.parts) if not isinstance(self.node, Branch) else _sent_down(self.node, self.parts, self.position)

    @property
    def ending(self) -> list[WeightedRecord]:
        """Those that end here."""
        return self.branches[1]

    def below(self) -> Iterable[tuple[Tree, _Sent]]:
        """The children with their records."""
        if isinstance(self.node, Branch):
            for child, parts in zip(self.node.children, self.branches[0], strict=True):
                yield child, _Sent(child, parts, self.position)


def reaching(tree: Tree, data: DataSet) -> list[list[WeightedRecord]]:
    """
    For each node of a tree, in preorder, the records that reach it; those with missing values go as the nodes say, and one whose value was
    absent may stay at an inner node (`dtref.spec.model.tests.Absent`).

    Errors: Invalid for a data set without an attribute that the tree asks of a record, or whose target is of the other kind; as for
    `dtref.spec.model.prediction.predict`.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.trees import Leaf
    >>> data = DataSet((), Nominal("y", ("+",)), [Record((), "+")])
    >>> [[part for _, part in records] for records in reaching(Leaf((("+", Fraction(3)),), ("+",)), data)]
    [[Fraction(1, 1)]]
    """
    return [list(at.parts) for at in arrivals(tree, data)]


def check_target(tree: Tree, target: Attribute) -> None:
    """
    Errors: Invalid for a target of another kind than the tree's.

    >>> from dtref.spec.model.trees import Leaf
    >>> check_target(Leaf((("+", Fraction(3)),), ("+",)), Continuous("y"))
    Traceback (most recent call last):
    dtref.errors.Invalid: target y: expected a nominal target, as the tree has (got 'continuous')
    """
    if isinstance(target, Continuous) != is_regression(tree):
        kinds = ("continuous", "nominal") if is_regression(tree) else ("nominal", "continuous")
        raise Invalid(f"target {target.name}", f"a {kinds[0]} target, as the tree has", kinds[1])


def send_down(node: Branch, parts: Sequence[WeightedRecord], position: Mapping[str, int]) -> list[list[WeightedRecord]]:
    """
    The records of a node by the branch that they take. position: that of an attribute's value in a record, by the attribute's name.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.tests import Multiway
    >>> from dtref.spec.model.trees import Leaf
    >>> test = Multiway(Nominal("x", ("a", "b")))
    >>> node = Branch((("+", Fraction(1)),), ("+",), test, (test,), (Leaf((), ("+",)), Leaf((), ("+",))))
    >>> [len(part) for part in send_down(node, [(Record(("b",), "+"), Fraction(1))], {"x": 0})]
    [0, 1]
    """
    return _sent_down(node, parts, position)[0]


def _sent_down(
    node: Branch, parts: Sequence[WeightedRecord], position: Mapping[str, int]
) -> tuple[list[list[WeightedRecord]], list[WeightedRecord]]:
    """The records of a node by the branch that they take, and those that take none."""
    branches: list[list[WeightedRecord]] = [[] for _ in node.children]
    staying = []
    for record, part in parts:
        shares = taken(node, cells_by_attribute(record, position))
        for branch, share in shares:
            branches[branch].append((record, part if share == 1 else part * share))
        if not shares:
            staying.append((record, part))
    return branches, staying


def cells_by_attribute(record: Record, position: Mapping[str, int]) -> Callable[[Attribute], Cell]:
    """
    A function from an attribute to a record's value of it. Errors: Invalid, when it is called, for an attribute that has no position.

    >>> cells_by_attribute(Record(("b",), "+"), {"x": 0})(Continuous("x"))
    'b'
    """

    def cell_of(attribute: Attribute) -> Cell:
        if attribute.name not in position:
            raise Invalid("data set", f"an attribute {attribute.name!r}, which the tree asks", ", ".join(position) or "none")
        return record.values[position[attribute.name]]

    return cell_of


class Charge(Enum):
    """The rule for a node that may carry several labels, where records of other classes are counted."""

    FIRST = "the first label, in declared order"
    EACH = "each label, in equal parts"
    """So that no order of classes decides."""


@defined(formula="sum w [y is not the label], or sum w (y - mean)^2")
def mistakes(node: Tree, parts: Sequence[WeightedRecord], power: int = 1, charge: Charge = Charge.FIRST) -> Fraction:
    """
    The errors of a node, as a leaf, on some records: the weight of those of another class than its label; of a regression tree the squared
    distances from its mean. power: that of each record's loss. A record split for a missing value is charged part by part. charge: what is
    charged where the node may carry several labels; `charged_by_rule` tells where that decides.

    A node of a regression tree that no training record reached has no mean: Invalid.

    >>> from dtref.spec.model.trees import Leaf
    >>> node = Leaf((("-", Fraction(2)), ("+", Fraction(2))), ("-", "+"))
    >>> records = [(Record((), "-"), Fraction(1)), (Record((), "+"), Fraction(1, 2))]
    >>> mistakes(node, records), mistakes(node, records, charge=Charge.EACH)
    (Fraction(1, 2), Fraction(3, 4))
    """
    labels = node.labels[:1] if charge is Charge.FIRST else node.labels
    return sum((weight * _loss(labels, y, power) for y, weight in _weights(parts).items()), Fraction(0))


def _weights(parts: Sequence[WeightedRecord]) -> Mapping[Cell, Fraction]:
    """The weight of the records with each target."""
    by_target: dict[Cell, list[Fraction]] = {}
    for record, part in parts:
        by_target.setdefault(record.label, []).append(part)
    return {y: cast(Fraction, total(weights)) for y, weights in by_target.items()}


def _loss(labels: Sequence[Label], y: Cell, power: int) -> Fraction:
    """The loss, to a power, of labels on a record with the target y; of several the mean."""
    if not labels:
        raise Invalid("a node that no training record reached", "a label", "none")
    return sum((loss_of_label(label, y) ** power for label in labels), Fraction(0)) / len(labels)


def charged_by_rule(tree: Tree, data: DataSet) -> tuple[int, ...]:
    """
    The nodes, by position in preorder, where the rule for several labels decides what records of a data set are charged: those whose labels
    err differently on the records that reach them.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.trees import Leaf
    >>> charged_by_rule(Leaf((), ("-", "+")), DataSet((), Nominal("y", ("-", "+")), [Record((), "-")]))
    (0,)
    """
    return errors_of(arrivals(tree, data)).by_rule


def _rule_decides(at: AtNode) -> bool:
    """Whether the labels of a node err differently on the records that reach it."""
    if len(at.node.labels) < 2:
        return False
    weights = _weights(at.parts).items()
    return len({sum((w * loss_of_label(label, y) for y, w in weights), Fraction(0)) for label in at.node.labels}) > 1


@defined(formula="1 where y is not the label, else 0; of numbers (y - label)^2")
def loss_of_label(label: Label, y: Cell) -> Fraction:
    """
    The loss of a predicted label on a record with the target y.

    >>> loss_of_label("a", "b"), loss_of_label("a", "a"), loss_of_label(Fraction(3), Fraction(1))
    (Fraction(1, 1), Fraction(0, 1), Fraction(4, 1))
    """
    return squared_deviation(y, label) if isinstance(label, Fraction) and isinstance(y, Fraction) else Fraction(int(y != label))


@defined(formula="(y - mean)^2")
def squared_deviation(y: Amount, mean: Amount) -> Amount:
    """
    The loss of a leaf of a regression tree on a record.

    >>> squared_deviation(Fraction(1), Fraction(3))
    Fraction(4, 1)
    """
    return (y - mean) * (y - mean)


@frozen(eq=False)
class NodeErrors:
    """
    Errors at nodes, in preorder. as_leaf: of each node's label on the records that reach it; ending: on those that end there. by_rule: the
    nodes where the rule for several labels decides.
    """

    as_leaf: tuple[Fraction, ...]
    ending: tuple[Fraction, ...]
    by_rule: tuple[int, ...]


def errors_of(at_nodes: Sequence[AtNode], power: int = 1, charge: Charge = Charge.FIRST) -> NodeErrors:
    """
    The errors at all nodes (`mistakes`). power: that of each record's loss.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.trees import Leaf
    >>> data = DataSet((), Nominal("y", ("+", "-")), [Record((), "-")])
    >>> errors_of(arrivals(Leaf((("+", Fraction(3)),), ("+",)), data))
    NodeErrors(as_leaf=(Fraction(1, 1),), ending=(Fraction(1, 1),), by_rule=())
    """
    as_leaf = tuple(mistakes(at.node, at.parts, power, charge) for at in at_nodes)
    ending = tuple(
        n if at.ending is at.parts else mistakes(at.node, at.ending, power, charge) for n, at in zip(as_leaf, at_nodes, strict=True)
    )
    return NodeErrors(as_leaf, ending, tuple(i for i, at in enumerate(at_nodes) if _rule_decides(at)))


def errors_at(tree: Tree, data: DataSet, power: int = 1, charge: Charge = Charge.FIRST) -> tuple[Fraction, ...]:
    """
    For each node of a tree, in preorder, its errors, as a leaf, on the records of a data set that reach it (`mistakes`).

    They add up over leaves: a record split for a missing value is charged part by part, not for what the whole tree predicts.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.trees import Leaf
    >>> errors_at(Leaf((("+", Fraction(3)),), ("+",)), DataSet((), Nominal("y", ("+", "-")), [Record((), "-")]))
    (Fraction(1, 1),)
    """
    return errors_of(arrivals(tree, data), power, charge).as_leaf


def errors_where_ending(tree: Tree, data: DataSet, power: int = 1, charge: Charge = Charge.FIRST) -> tuple[Fraction, ...]:
    """
    For each node of a tree, in preorder, the errors of its label on the records that end there: at a leaf all that reach it; at an inner
    node those that stay there, as their value was absent when its test was made (`dtref.spec.model.tests.Absent`).

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.trees import Leaf
    >>> errors_where_ending(Leaf((("+", Fraction(3)),), ("+",)), DataSet((), Nominal("y", ("+", "-")), [Record((), "-")]))
    (Fraction(1, 1),)
    """
    return errors_of(arrivals(tree, data), power, charge).ending
