"""
Prediction: the leaf that a record reaches, its set of labels and its class distribution.

Before this: `dtref.model.trees`. Next: `dtref.split`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from attrs import frozen

from dtref.errors import Invalid, Undefined
from dtref.model.attributes import MISSING, Attribute, Cell
from dtref.model.data import Record
from dtref.model.missing import fill_missing
from dtref.model.tests import branch_of
from dtref.model.trees import Branch, Leaf, Tally, Tree


@frozen
class Prediction:
    """
    What a tree says of a record: all labels of its leaf, and each class's share of the leaf's training records.

    The distribution is Undefined where no training record reached the leaf.
    """

    labels: tuple[str, ...]
    distribution: Tally | Undefined


def predict(tree: Tree, record: Mapping[str, Cell | int]) -> Prediction:
    """
    The prediction for one record, given as attribute name -> value.

    Errors: Invalid where the tree asks for an attribute that the record lacks, a missing cell, or a value never declared.

    >>> predict(Leaf((("-", Fraction(1)), ("+", Fraction(3))), ("+",)), {})
    Prediction(labels=('+',), distribution=(('-', Fraction(1, 4)), ('+', Fraction(3, 4))))
    >>> predict(Leaf((("-", Fraction(0)), ("+", Fraction(0))), ("+",)), {}).distribution
    Undefined(why='no training record reached this leaf')
    """

    def cell_of(attribute: Attribute) -> Cell:
        if attribute.name not in record:
            raise Invalid("record", f"a value of {attribute.name!r}", MISSING)
        cell = record[attribute.name]
        return Fraction(cell) if isinstance(cell, int) else cell

    return prediction(leaf_for(tree, cell_of))


def predictor(tree: Tree, attributes: tuple[Attribute, ...]) -> Callable[[Record], Prediction]:
    """
    The prediction as a function of records whose cells stand in the order of the attributes given. Errors: as `predict`.

    >>> predictor(Leaf((("+", Fraction(3)),), ("+",)), ())(Record(())).labels
    ('+',)
    """
    position = {attribute.name: i for i, attribute in enumerate(attributes)}

    def predict_record(record: Record) -> Prediction:
        return prediction(leaf_for(tree, lambda attribute: record.values[position[attribute.name]]))

    return predict_record


def leaf_for(tree: Tree, cell_of: Callable[[Attribute], Cell]) -> Leaf:
    """
    The leaf that a record reaches; `cell_of` gives its value of an attribute.

    >>> leaf_for(Leaf((), ("+",)), lambda attribute: MISSING)
    <Leaf + ()>
    """
    while isinstance(tree, Branch):
        attribute = tree.test.attribute
        tree = tree.children[branch_of(tree.test, fill_missing(attribute, cell_of(attribute)))]
    return tree


def prediction(leaf: Leaf) -> Prediction:
    """
    What a leaf predicts.

    >>> prediction(Leaf((("-", Fraction(2)), ("+", Fraction(2))), ("-", "+"))).labels
    ('-', '+')
    """
    reached = sum(n for _, n in leaf.counts)
    if not reached:
        return Prediction(leaf.labels, Undefined("no training record reached this leaf"))
    return Prediction(leaf.labels, tuple((c, n / reached) for c, n in leaf.counts))
