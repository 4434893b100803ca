"""
Which records of a data set reach which node of a tree, and how wrong the node's label is for them.

Document: `iaml` 1.4 (validation set); `tan` Estimating Generalization Errors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias, TypeVar

from dtref.errors import Invalid
from dtref.exact.number import Number
from dtref.spec.model.attributes import Attribute, Cell, Continuous
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.prediction import taken
from dtref.spec.model.schemes import walk
from dtref.spec.model.trees import Branch, Label, Tree, is_regression, nodes

Amount = TypeVar("Amount", Fraction, Number)

WeightedRecord: TypeAlias = tuple[Record, Fraction]
"""A record, and its weight at a node: less than its own where it was split for a missing value."""


def reaching(tree: Tree, data: DataSet) -> list[list[WeightedRecord]]:
    """
    For each node of a tree, in preorder, the records that reach it; those with missing values go as the nodes say.

    Errors: Invalid for a data set without an attribute that the tree asks of a record, or whose target is of the other kind; as for
    `dtref.spec.model.prediction.predict`.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.trees import Leaf
    >>> data = DataSet((), Nominal("y", ("+",)), [Record((), "+")])
    >>> [[part for _, part in there] for there in reaching(Leaf((("+", Fraction(3)),), ("+",)), data)]
    [[Fraction(1, 1)]]
    """
    if isinstance(data.target, Continuous) != is_regression(tree):
        kinds = ("continuous", "nominal") if is_regression(tree) else ("nominal", "continuous")
        raise Invalid(f"target {data.target.name}", f"a {kinds[0]} target, as the tree has", kinds[1])
    position = {attribute.name: i for i, attribute in enumerate(data.attributes)}

    def below(node: Tree, there: list[WeightedRecord]) -> Iterable[tuple[Tree, list[WeightedRecord]]]:
        return zip(node.children, sent(node, there, position), strict=True) if isinstance(node, Branch) else ()

    return [there for _, there in walk(tree, [(record, record.weight) for record in data], below)]


def sent(node: Branch, there: Sequence[WeightedRecord], position: Mapping[str, int]) -> list[list[WeightedRecord]]:
    """
    The records of a node by the branch that they take. position: where the value of an attribute stands in a record, by its name.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.tests import Multiway
    >>> from dtref.spec.model.trees import Leaf
    >>> test = Multiway(Nominal("x", ("a", "b")))
    >>> node = Branch((("+", Fraction(1)),), ("+",), test, (test,), (Leaf((), ("+",)), Leaf((), ("+",))))
    >>> [len(part) for part in sent(node, [(Record(("b",), "+"), Fraction(1))], {"x": 0})]
    [0, 1]
    """
    below: list[list[WeightedRecord]] = [[] for _ in node.children]
    for record, part in there:
        for branch, share in taken(node, cells_by_attribute(record, position)):
            below[branch].append((record, part * share))
    return below


def cells_by_attribute(record: Record, position: Mapping[str, int]) -> Callable[[Attribute], Cell]:
    """
    A record's values by attribute. Errors: Invalid, when it is called, for an attribute that has no position.

    >>> cells_by_attribute(Record(("b",), "+"), {"x": 0})(Continuous("x"))
    'b'
    """

    def cell_of(attribute: Attribute) -> Cell:
        if attribute.name not in position:
            raise Invalid("data set", f"an attribute {attribute.name!r}, which the tree asks", ", ".join(position) or "none")
        return record.values[position[attribute.name]]

    return cell_of


def mistakes(node: Tree, there: Sequence[WeightedRecord], power: int = 1) -> Fraction:
    """
    What records cost a node that is a leaf: the weight of those of another class than its first label; of a regression tree the
    squared distance from its mean; to a power where one is given. A record split for a missing value is charged part by part.

    Formula: sum w [y is not the label], or sum w (y - mean)^2.   A node of a regression tree that no training record reached has no mean:
    Invalid.

    >>> from dtref.spec.model.trees import Leaf
    >>> node = Leaf((("-", Fraction(2)), ("+", Fraction(2))), ("-", "+"))
    >>> mistakes(node, [(Record((), "-"), Fraction(1)), (Record((), "+"), Fraction(1, 2))])
    Fraction(1, 2)
    """
    return sum((part * _loss(node, record.label) ** power for record, part in there), Fraction(0))


def _loss(node: Tree, y: Cell) -> Fraction:
    label: Label | None = next(iter(node.labels), None)
    if label is None:
        raise Invalid("a node that no training record reached", "a label", "none")
    return squared_deviation(y, label) if isinstance(label, Fraction) and isinstance(y, Fraction) else Fraction(int(y != label))


def squared_deviation(y: Amount, mean: Amount) -> Amount:
    """
    What a leaf of a regression tree is charged for a record.   Formula: (y - mean)^2.

    >>> squared_deviation(Fraction(1), Fraction(3))
    Fraction(4, 1)
    """
    return (y - mean) * (y - mean)


def errors_at(tree: Tree, data: DataSet, power: int = 1) -> tuple[Fraction, ...]:
    """
    For each node of a tree, in preorder, what the records of a data set that reach it would cost if it were a leaf (`mistakes`).

    They add up over leaves: a record split for a missing value is charged part by part, not for what the whole tree predicts.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.trees import Leaf
    >>> errors_at(Leaf((("+", Fraction(3)),), ("+",)), DataSet((), Nominal("y", ("+", "-")), [Record((), "-")]))
    (Fraction(1, 1),)
    """
    return tuple(mistakes(node, there, power) for node, there in zip(nodes(tree), reaching(tree, data), strict=True))
