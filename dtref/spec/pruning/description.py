"""
Minimum-description-length pruning: cuts where the tree and its exceptions together take fewer bits.

A tree is described node by node: whether it is a leaf (node encoding), what it
asks (splitting condition), and at a leaf its class and exceptions. There are several ways to spend bits: each is a `TreeCode`. Descriptions
are of whole records.
"""

from __future__ import annotations

__sources__ = (("tan", "Minimum Description Length (MDL)"),)

from collections.abc import Callable, Mapping

from attrs import frozen

from dtref.errors import Invalid, Undefined
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.definition import defined
from dtref.exact.functions import log2
from dtref.exact.number import Number, number, total
from dtref.spec.model.attributes import MISSING
from dtref.spec.model.data import DataSet
from dtref.spec.model.optima import groupings
from dtref.spec.model.rules import LooksAt, Option, OptionKind, RuleFacts, declares
from dtref.spec.model.tests import Multiway, OrdinalCut, Subset, Test, Threshold
from dtref.spec.model.trees import Branch, Leaf, Tree, is_regression, nodes, weight
from dtref.spec.pruning.bottom_up import CUT_UNLESS_KEPT, CutRule, Pruned, if_no_worse, prune_by_sums
from dtref.spec.split.description import Encoding, classes_coded, errors_chosen, errors_listed, whole_records


@frozen
class TreeCode:
    """
    The prices, in bits, of the parts of a whole tree's description.

    encoding: the bits of a leaf with its exceptions, and of naming the attribute of a test (`dtref.spec.split.description`). condition: the
    bits of what a test asks of its attribute.
    """

    encoding: Encoding
    condition: Callable[[Test], Number]


@refuses_other_kinds
def attribute_only(test: Test) -> Number:  # noqa: ARG001 - no test costs more than another
    """
    The bits of a test's condition where the attribute alone tells the test: 0. Right where every attribute has one test (multiway, two
    values).

    >>> from dtref.spec.model.attributes import Nominal
    >>> attribute_only(Multiway(Nominal("x", ("a", "b"))))
    Fraction(0, 1)
    """
    return number(0)


@defined(
    errors="Invalid for another kind of test, and for one of an attribute that has no two values in the data set",
    sources=(("tan", "Minimum Description Length (MDL): splitting condition encoding"), "Quinlan and Rivest 1989"),
)
def conditions_of(data: DataSet) -> Callable[[Test], Number]:
    """
    A function from a test to the bits that tell it among all tests of its attribute in a data set: log2 of their number.

    Of k values that records have: multiway 1, no bits; two groups 2^(k-1) - 1; a cut of ordered values or of numbers k - 1. A declared
    value that no record has is free, as in a candidate: both sides of the message know the records but for their classes.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.data import Record
    >>> x, y = Nominal("x", ("a", "b", "c", "absent")), Nominal("y", ("+",))
    >>> bits = conditions_of(DataSet((x,), y, [Record((value,), "+") for value in "abc"]))
    >>> bits(Multiway(x)), bits(Subset(x, ("a",), ("b", "c")))
    (Fraction(0, 1), LogForm(log2(3)))
    """
    present = {a.name: len({r.values[i] for r in data} - {MISSING}) for i, a in enumerate(data.attributes)}

    def bits(test: Test) -> Number:
        match test:
            case Multiway():
                return number(0)
            case Subset(attribute=attribute) if present.get(attribute.name, 0) > 1:
                return log2(groupings(present[attribute.name]))
            case OrdinalCut(attribute=attribute) | Threshold(attribute=attribute) if present.get(attribute.name, 0) > 1:
                return log2(present[attribute.name] - 1)
            case _:
                raise Invalid(
                    "splitting condition encoding", "a test of an attribute of the data set that is one of several to tell apart", test
                )

    return bits


@defined(
    formula="Cost(Model, Data) = Cost(Data|Model) + Cost(Model)",
    unit="bits",
    errors="Invalid for records in parts, and for a regression tree",
    sources=(("tan", "Minimum Description Length (MDL)"),),
)
def description_length(tree: Tree, code: TreeCode) -> Number:
    """
    Cost(Model, Data): the bits of a tree's leaves with their exceptions, of its tests, and of their conditions.

    >>> from dtref.spec.split.description import errors_chosen
    >>> from fractions import Fraction
    >>> leaf = Leaf((("-", Fraction(5)), ("+", Fraction(9))), ("+",))
    >>> description_length(leaf, TreeCode(errors_chosen(4), attribute_only)) == 2 + log2(8) + log2(2002)
    True
    """
    n = _records(tree)
    return total(_leaf_bits(node, code, n) if isinstance(node, Leaf) else _test_bits(node, code) for node in nodes(tree))


CODES: Mapping[str, Callable[[int], Encoding]] = {
    "errors-chosen": errors_chosen,
    "errors-listed": errors_listed,
    "classes": lambda _: classes_coded(),
}
"""The encodings, from the number of attributes, by the name that the command line uses."""
_CONDITIONS = "The training records: a test is told among all that its attribute offers in them, which takes bits."


@declares(
    RuleFacts(
        "minimum_description",
        frozenset((LooksAt.COUNTS,)),
        (
            Option("code", OptionKind.CHOICE, "errors-chosen", CODES, "--code", "How a tree becomes bits."),
            Option("conditions", OptionKind.TRAINING, typed="--conditions", help=_CONDITIONS),
            CUT_UNLESS_KEPT,
        ),
        typed="description",
    )
)
@defined(
    formula="a subtree becomes a leaf where `cut` says so of Cost(Model, Data) of the leaf and of the subtree",
    errors="as `description_length`",
    sources=(
        ("tan", "Minimum Description Length (MDL), How to Address Overfitting…"),
        "Mehta, Rissanen and Agrawal 1995, MDL-based decision tree pruning",
    ),
)
def minimum_description(tree: Tree, code: TreeCode, cut: CutRule = if_no_worse) -> Pruned[Number]:
    """
    Bottom up: each inner node becomes a leaf where that takes no more bits than its subtree, as pruned so far.

    The result has the shortest description of all prunings, and of those the fewest leaves (with `if_better` on ties: the most).

    >>> from dtref.spec.split.description import errors_chosen
    >>> from fractions import Fraction
    >>> minimum_description(Leaf((("-", Fraction(5)), ("+", Fraction(9))), ("+",)), TreeCode(errors_chosen(4), attribute_only)).comparisons
    ()
    """
    n = _records(tree)
    return prune_by_sums(tree, lambda _, node: _leaf_bits(node, code, n), lambda node: _test_bits(node, code), cut)


def _records(tree: Tree) -> int:
    if is_regression(tree):
        raise Invalid("description", "a classification tree", "a regression tree")
    n = weight(tree)
    if n.denominator > 1:
        raise Invalid("description", "whole records", n)
    return n.numerator


def _leaf_bits(node: Tree, code: TreeCode, n: int) -> Number:
    counts = whole_records([n_j for _, n_j in node.counts])
    if isinstance(counts, Undefined):
        raise Invalid("description", "whole records at every node", node)
    return code.encoding.leaf(counts, n)


def _test_bits(node: Branch, code: TreeCode) -> Number:
    return code.encoding.test + code.condition(node.test)
