"""Foreign trees by the records that go each way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from spoilings import Spoiled

from dtref.io.foreign.tree import Cut, ForeignNode, Gaps, Known, branch_by_stand_ins, fold_foreign, foreign_nodes
from dtref.spec.model.attributes import MISSING
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.schemes import walk


def with_records(root: ForeignNode, data: DataSet, sides: bool = True) -> Iterator[Spoiled]:
    """Every node with the records whose values lead to it. sides: missing values, too, where surrogates or the node place them."""
    names = [a.name for a in data.attributes]
    everyone: Sequence[Record] = data.records

    def below(node: ForeignNode, records: Sequence[Record]) -> Iterator[tuple[ForeignNode, Sequence[Record]]]:
        if node.ask is None:
            return
        column = names.index(node.ask.attribute)
        lost = not sides or node.gaps is Gaps.NOWHERE
        taken = [
            None if lost and r.values[column] is MISSING else branch_by_stand_ins(node, dict(zip(names, r.values, strict=True)))
            for r in records
        ]
        for i, child in enumerate(node.children):
            yield child, [r for r, branch in zip(records, taken, strict=True) if branch == i]

    yield from (Spoiled(node, data, records) for node, records in walk(root, everyone, below))


def is_same(root: ForeignNode, own: ForeignNode, data: DataSet) -> bool:
    """Whether two trees part the records alike: those with known values, if the second says nowhere where missing ones go."""
    sides = any(isinstance(node.ask, Cut | Known) and node.ask.missing is not None for node in foreign_nodes(own))
    return _partitions(root, data, sides) == _partitions(own, data, sides)


def _partitions(root: ForeignNode, data: DataSet, sides: bool) -> object:
    """A tree as the attributes asked and the records that go each way, whatever the order of the branches."""
    position = {id(record): i for i, record in enumerate(data.records)}
    reached = {id(at.node): frozenset(position[id(r)] for r in at.records) for at in with_records(root, data, sides)}

    def combine(node: ForeignNode, children: Sequence[object]) -> object:
        return reached[id(node)], None if node.ask is None else node.ask.attribute, frozenset(children)

    return fold_foreign(root, combine)
