"""A tree of binary questions about numbers as a row a node, the form that scikit-learn and ONNX have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import frozen

from dtref.errors import Invalid
from dtref.io.export.doubles import DoubleCut
from dtref.io.export.forks import rest_of
from dtref.io.models import Model
from dtref.spec.model.attributes import Continuous
from dtref.spec.model.branches import condition
from dtref.spec.model.tally import Moments, size
from dtref.spec.model.tests import Threshold
from dtref.spec.model.trees import Branch, Surrogates, Tree, fold_tree, nodes


@frozen(eq=False)
class BinaryNode:
    """
    A node: the position of the column that it asks, with the comparison of the left child; the rows of its children; whether a missing
    value goes left. A leaf has none of these.
    """

    node: Tree
    column: int = -1
    left_if: DoubleCut | None = None
    left: int = -1
    right: int = -1
    missing_left: bool = False


def number_columns(model: Model) -> tuple[str, ...]:
    """
    The names of the columns of numbers, in the model's order: a row of the matrix that is predicted has these.

    >>> from dtref.spec.model.trees import Leaf
    >>> number_columns(Model((Continuous("x"),), Continuous("y"), "CART", Leaf((), ())))
    ('x',)
    """
    return tuple(attribute.name for attribute in model.attributes if isinstance(attribute, Continuous))


def binary_nodes(model: Model, left_if: Callable[[Threshold], DoubleCut], target: str) -> list[BinaryNode]:
    """
    The nodes in preorder. left_if: the comparison of a test. target: its name, for messages.

    Errors: Invalid for a test that isn't one cut of a number, for surrogates, and for a leaf without a label.
    """
    columns = number_columns(model)
    for number, node in enumerate(nodes(model.tree)):
        _check(node, f"node {number}", target)

    def combine(node: Tree, parts: Sequence[list[BinaryNode]]) -> list[BinaryNode]:
        if not isinstance(node, Branch) or not isinstance(node.test, Threshold):
            return [BinaryNode(node)]
        # the children, relative to their parent's row
        column, right = columns.index(node.test.attribute.name), 1 + len(parts[0])
        return [BinaryNode(node, column, left_if(node.test), 1, right, rest_of(node) == (0,)), *parts[0], *parts[1]]

    return fold_tree(model.tree, combine)


def _check(node: Tree, where: str, target: str) -> None:
    if isinstance(node, Branch) and not isinstance(node.test, Threshold):
        raise Invalid(f"{where}, test", f"one cut of a number, as {target} asks nothing else", condition(node.test, 0))
    if isinstance(node, Branch) and isinstance(node.gap, Surrogates):
        raise Invalid(f"{where}, gap", f"no surrogates, which {target} lacks", "surrogates")
    if not node.labels:
        raise Invalid(f"{where}, labels", "a label at each node", "none")


def leaf_weights(node: Tree, classes: Sequence[str]) -> list[float]:
    """
    A weight for each class, of which the first largest is that of the first class that is a label of the node: its shares, or 1 for that
    class where these say another.

    >>> from fractions import Fraction
    >>> from dtref.spec.model.trees import Leaf
    >>> leaf_weights(Leaf((("-", Fraction(1)), ("+", Fraction(3))), ("+",)), ("+", "-"))
    [0.75, 0.25]
    >>> leaf_weights(Leaf((("-", Fraction(0)), ("+", Fraction(0))), ("+",)), ("+", "-"))
    [1.0, 0.0]
    """
    if isinstance(node.counts, Moments):
        raise Invalid("node", "class counts", "moments")
    counts, n = dict(node.counts), size(node.counts)
    shares = [float(counts[name] / n) if n else 0.0 for name in classes]
    first = next(name for name in classes if name in node.labels)
    if n and classes[shares.index(max(shares))] == first:
        return shares
    return [float(name == first) for name in classes]


MISSING_GO = "A missing value goes where a node says, else to the second branch: this format can't refuse it, nor part a record."
