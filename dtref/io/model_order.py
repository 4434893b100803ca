"""
The order of a model's predictions: the columns with which they may only rise or fall, as written; and the labels that this allows.

The bounds of a node follow from the counts above it (`dtref.spec.growing.monotone`), so that a file need not hold them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from attrs import frozen

from dtref.errors import Invalid
from dtref.io.model_nodes import WrittenNode
from dtref.spec.growing.monotone import NO_BOUNDS, Monotone
from dtref.spec.model.attributes import Attribute, Continuous
from dtref.spec.model.branches import asked
from dtref.spec.model.trees import Label


@frozen
class WrittenOrder:
    """
    The written form: the columns with which predictions rise, those with which they fall, and of two classes the positive one.

    >>> from dtref.spec.model.attributes import Nominal
    >>> WrittenOrder(falls=("x",)).monotone((Continuous("x"),), Nominal("y", ("-", "+")), "m.json").signs
    (('x', -1),)
    """

    rises: tuple[str, ...] = ()
    falls: tuple[str, ...] = ()
    positive: str | None = None

    def monotone(self, attributes: Sequence[Attribute], target: Attribute, where: str) -> Monotone:
        """The order. Errors: Invalid for none, and for columns and classes that the model lacks."""
        signs = (*((name, 1) for name in self.rises), *((name, -1) for name in self.falls))
        if not signs or len({name for name, _ in signs}) < len(signs):
            raise Invalid(where, "columns, each once", [name for name, _ in signs])
        order = Monotone(signs, self.positive)
        try:
            order.check(attributes, target)
        except Invalid as problem:
            raise Invalid(f"{where}, {problem.where}", problem.wanted, problem.got) from None
        return order


def written_order(order: Monotone) -> Mapping[str, object]:
    """
    An order of predictions, by the names of columns, as JSON values.

    >>> written_order(Monotone((("x", 1), ("z", -1)), "b"))
    {'rises': ['x'], 'falls': ['z'], 'positive': 'b'}
    """
    columns = {name: [column for column, sign in order.signs if sign == own] for name, own in (("rises", 1), ("falls", -1))}
    return columns if order.positive is None else {**columns, "positive": order.positive}


def labels_in_order(
    order: Monotone, nodes: Sequence[WrittenNode], target: Attribute, places: Sequence[str]
) -> tuple[tuple[Label, ...], ...]:
    """
    The labels of each node of a tree, in preorder, of which each has records: those of its value, moved to the nearest of its bounds.
    Errors: Invalid for a node without records, and for a test of more than two branches.

    >>> from dtref.spec.model.attributes import Nominal
    >>> labels_in_order(Monotone((("x", 1),)), [WrittenNode((Fraction(1), Fraction(2)), ("+",))], Nominal("y", ("-", "+")), ["node 0"])
    (('+',),)
    """
    bounds = {0: NO_BOUNDS}
    labels = []
    for i, node in enumerate(nodes):
        records = node.counts[0] if isinstance(target, Continuous) else sum(node.counts, Fraction(0))
        if not records:
            raise Invalid(f"{places[i]}, counts", "records, as predictions are in an order", list(map(str, node.counts)))
        labels.append(order.labels(target, node.counts, bounds[i]))
        if node.test is not None:
            if len(node.children) != 2:
                raise Invalid(f"{places[i]}, test", "two branches, as predictions are in an order", len(node.children))
            positions = [int(child) for child in node.children]
            below = order.below(asked(node.test), target, bounds[i], [nodes[child].counts for child in positions])
            bounds |= dict(zip(positions, below, strict=True))
    return tuple(labels)
