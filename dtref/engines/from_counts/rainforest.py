"""
RainForest's orders of reading: how many records are read and written until a tree is grown, with room for so many counts.

The tree is the same whatever the order, as the counts are. A node's AVC group has an entry for each value that its records have of each
attribute; the orders differ in when the records are read again, and when those of each node are written apart.
"""

from __future__ import annotations

__sources__ = ("Gehrke 1998 (RF-Write, RF-Read, RF-Hybrid)",)

from collections.abc import Sequence

from attrs import frozen

from dtref.errors import Invalid
from dtref.exact.definition import defined
from dtref.spec.model.attributes import MISSING
from dtref.spec.model.data import DataSet
from dtref.spec.model.schemes import by_level, preorder
from dtref.spec.model.trees import Branch, Tree
from dtref.spec.pruning.records_at_nodes import arrivals


@frozen(eq=False)
class GroupSize:
    """A node of a grown tree: its number of records, the entries of its AVC group, the nodes below."""

    records: int
    entries: int
    below: tuple[GroupSize, ...] = ()


@frozen
class RecordsMoved:
    """What growing reads and writes, in records."""

    read: int = 0
    written: int = 0

    def __add__(self, other: RecordsMoved) -> RecordsMoved:
        return RecordsMoved(self.read + other.read, self.written + other.written)


def group_sizes(tree: Tree, data: DataSet) -> GroupSize:
    """
    The sizes of the AVC groups of a tree that was grown from a data set. Errors: as `dtref.spec.pruning.records_at_nodes.arrivals`;
    Invalid where a record goes down several branches.

    >>> from dtref.spec.growing.hunt import grow
    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.data import Record
    >>> from dtref.spec.presets import CART
    >>> data = DataSet((Nominal("x", ("a", "b")),), Nominal("y", ("-", "+")), [Record(("a",), "-"), Record(("b",), "+")])
    >>> root = group_sizes(grow(data, CART), data)
    >>> (root.records, root.entries), [(node.records, node.entries) for node in root.below]
    ((2, 2), [(1, 1), (1, 1)])
    """
    found = arrivals(tree, data)
    if any(part != record.weight for at in found for record, part in at.parts):
        raise Invalid("data set", "records that go down one branch each", "one in parts")
    sizes: list[GroupSize] = []  # from the last node back: a node's children are the last ones
    for at in reversed(found):
        records = [record for record, _ in at.parts]
        count = len(at.node.children) if isinstance(at.node, Branch) else 0
        below = tuple(sizes.pop() for _ in range(count))
        entries = sum(len({record.values[i] for record in records} - {MISSING}) for i in range(len(data.attributes)))
        sizes.append(GroupSize(len(records), entries, below))
    return sizes[0]


@defined(
    formula="sum over nodes of records read once, and of inner nodes read and written once more",
    sources=("Gehrke 1998 (RF-Write)",),
)
def rf_write(root: GroupSize) -> RecordsMoved:
    """
    Each node by itself: its records are read for its AVC group, then, where it asks a test, read again and written apart by branch.

    >>> rf_write(GroupSize(6, 4, (GroupSize(4, 2), GroupSize(2, 2))))
    RecordsMoved(read=18, written=6)
    """
    every = list(preorder(root, lambda node: node.below))
    parted = sum(node.records for node in every if node.below)
    return RecordsMoved(sum(node.records for node in every) + parted, parted)


@defined(
    formula="records times the sum over levels of the number of readings that the groups of the level take",
    sources=("Gehrke 1998 (RF-Read)",),
)
def rf_read(root: GroupSize, room: int) -> RecordsMoved:
    """
    Nothing is written: all records are read again for the nodes of each level, as often as their AVC groups need that share the room.

    Nodes share a reading in the order of the level, as long as they fit. Errors: Invalid for a group that the room can't hold.

    >>> tree = GroupSize(6, 4, (GroupSize(4, 2), GroupSize(2, 2)))
    >>> rf_read(tree, 4), rf_read(GroupSize(6, 2, tree.below), 3)
    (RecordsMoved(read=12, written=0), RecordsMoved(read=18, written=0))
    """
    levels = list(by_level(root, lambda node: node.below))
    return RecordsMoved(root.records * sum(len(shared(level, room)) for level in levels))


@defined(sources=("Gehrke 1998 (RF-Hybrid, without counting some groups while it writes)",))
def rf_hybrid(root: GroupSize, room: int) -> RecordsMoved:
    """
    As RF-Read while the AVC groups of a level fit into the room together; at the first level where they don't, the records are read once
    more and written apart by node, and each node goes on by itself in the same way.

    Errors: Invalid for a group that the room can't hold.

    >>> rf_hybrid(GroupSize(6, 2, (GroupSize(4, 2), GroupSize(2, 2))), 3)
    RecordsMoved(read=18, written=6)
    """
    total, waiting = RecordsMoved(), [root]
    while waiting:
        part = waiting.pop()
        for level in by_level(part, lambda node: node.below):
            if len(shared(level, room)) == 1:
                total += RecordsMoved(part.records)
            else:
                total += RecordsMoved(part.records, sum(node.records for node in level))
                waiting.extend(level)
                break
    return total


def shared(level: Sequence[GroupSize], room: int) -> list[list[GroupSize]]:
    """
    The nodes of a level by reading, in order. Errors: Invalid for a group that the room can't hold.

    >>> [len(nodes) for nodes in shared([GroupSize(1, 2), GroupSize(1, 2), GroupSize(1, 3)], 4)]
    [2, 1]
    """
    readings: list[list[GroupSize]] = [[]]
    for node in level:
        if node.entries > room:
            raise Invalid("room", f"for the {node.entries} entries of a node's counts", room)
        if sum(other.entries for other in readings[-1]) + node.entries > room:
            readings.append([])
        readings[-1].append(node)
    return readings
