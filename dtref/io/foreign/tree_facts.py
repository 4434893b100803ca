"""What a foreign tree asks and names, collected of all its nodes in one walk, or of the table that they are made of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from attrs import frozen

from dtref.io.foreign.node_table import NodeTable, table_of
from dtref.io.foreign.tree import Ask, Cut, ForeignNode, ForeignTree, foreign_nodes


@frozen(eq=False)
class TreeFacts:
    """
    asks: the questions, those for records that miss a value included; of cuts of a column the first. classes: the names that nodes predict,
    or count records of; counted: those counted; labels: those that leaves predict. numbers: whether nodes predict numbers. stand_ins:
    whether there are questions for records that miss a value; names_surrogates: whether a node names those that were learned there. leaves:
    their number.
    """

    asks: tuple[Ask, ...]
    classes: tuple[str, ...]
    counted: frozenset[str]
    labels: frozenset[str]
    numbers: bool
    stand_ins: bool
    names_surrogates: bool
    leaves: int


def asks_of(tree: ForeignTree) -> Iterator[Ask]:
    """
    Every question of a tree, including those for records with a missing value.

    >>> list(asks_of(ForeignTree(ForeignNode("1", label="a"), "by hand")))
    []
    """
    for node in foreign_nodes(tree.root):
        if node.ask is not None:
            yield node.ask
            yield from (other for other, _ in node.stand_ins)


def facts_of(tree: ForeignTree) -> TreeFacts:
    """
    What a tree asks and names.

    >>> stump = ForeignNode("1", Cut("x", Fraction(1)), (ForeignNode("2", label="a"), ForeignNode("3", label="b")))
    >>> facts = facts_of(ForeignTree(stump, "by hand"))
    >>> [ask.attribute for ask in facts.asks], facts.classes, facts.numbers, facts.leaves
    (['x'], ('a', 'b'), False, 2)
    """
    table = table_of(tree.root)
    return _of_nodes(foreign_nodes(tree.root)) if table is None else _of_table(table)


def _of_nodes(nodes: Iterable[ForeignNode]) -> TreeFacts:
    asks: dict[object, Ask] = {}
    classes: dict[str, None] = {}
    counted, labels = set[str](), set[str]()
    numbers = stand_ins = names_surrogates = False
    leaves = 0
    for node in nodes:
        ask, label = node.ask, node.label
        for other in () if ask is None else (ask, *(other for other, _ in node.stand_ins)):
            asks.setdefault(other.attribute if isinstance(other, Cut) else (other,), other)
        stand_ins = stand_ins or bool(node.stand_ins)
        names_surrogates = names_surrogates or node.names_surrogates
        # the classes that it names
        if isinstance(label, str):
            classes[label] = None
            if ask is None:
                labels.add(label)
        numbers = numbers or isinstance(label, Fraction)
        names = [name for name, n in node.counts or () if n]
        classes |= dict.fromkeys(names)
        counted.update(names)
        leaves += ask is None
    return TreeFacts(
        tuple(asks.values()), tuple(classes), frozenset(counted), frozenset(labels), numbers, stand_ins, names_surrogates, leaves
    )


def _names(table: NodeTable, present: Sequence[int]) -> frozenset[str]:
    """The names of the classes that are present."""
    return frozenset(name for name, n in zip(table.classes, present, strict=False) if n)


def _of_table(table: NodeTable) -> TreeFacts:
    import numpy as np

    # the columns in the order in which they are first asked
    first = [int(np.argmax(table.column == i)) for i in np.flatnonzero(np.bincount(table.column + 1)[1:]).tolist()]
    asks = (table.node(i).ask for i in sorted(first))
    leaves = table.column < 0
    counted = _names(table, table.counts.astype(bool).sum(axis=0).tolist())
    predicted, labels = (_names(table, np.bincount(label).tolist()) for label in (table.label, table.label[leaves]))
    classes = tuple(name for name in table.classes if name in counted or name in predicted)
    return TreeFacts(
        tuple(ask for ask in asks if ask is not None), classes, counted, labels, not table.classes, False, False, int(leaves.sum())
    )
