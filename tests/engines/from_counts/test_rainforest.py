"""RainForest's orders of reading, against growing that really reads records, and writes them apart, as the paper's steps say."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from attrs import define, evolve
from hypothesis import given
from hypothesis import strategies as st
from many import examples

import dtref
from dtref.engines.from_counts.rainforest import group_sizes, rf_hybrid, rf_read, rf_write
from dtref.errors import Invalid
from dtref.spec.growing.hunt import grow
from dtref.spec.growing.stopping import AtDepth
from dtref.spec.model.branches import branch_of
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.trees import Branch, Tree
from dtref.strategies import data_sets


@define
class Disk:
    """Records that are read and written one by one. names: of their values."""

    names: Sequence[str]
    read: int = 0
    written: int = 0

    def scan(self, records: Sequence[Record]) -> Sequence[Record]:
        self.read += len(records)
        return records

    def write(self, records: Sequence[Record]) -> Sequence[Record]:
        self.written += len(records)
        return records


def child_of(tree: Branch, record: Record, names: Sequence[str]) -> Tree:
    test = tree.test
    return tree.children[branch_of(test, record.values[names.index(test.attribute.name)])]  # type: ignore[union-attr,arg-type]


def entries(records: Sequence[Record]) -> int:
    return sum(len(set(column)) for column in zip(*(record.values for record in records), strict=True))


def by_writing(disk: Disk, tree: Tree, records: Sequence[Record]) -> None:
    disk.scan(records)
    if isinstance(tree, Branch):
        parts: dict[int, list[Record]] = {id(child): [] for child in tree.children}
        for record in disk.scan(records):
            parts[id(child_of(tree, record, disk.names))].append(record)
        for child in tree.children:
            by_writing(disk, child, disk.write(parts[id(child)]))


def level_of(trees: Sequence[Tree], root: Tree, records: Sequence[Record], names: Sequence[str]) -> list[list[Record]]:
    """The records of each node of a level, each sent down from the root."""
    parts: dict[int, list[Record]] = {id(tree): [] for tree in trees}
    for record in records:
        tree = root
        while id(tree) not in parts and isinstance(tree, Branch):
            tree = child_of(tree, record, names)
        if id(tree) in parts:
            parts[id(tree)].append(record)
    return [parts[id(tree)] for tree in trees]


def by_reading(disk: Disk, root: Tree, records: Sequence[Record], room: int, hybrid: bool) -> None:
    level: list[Tree] = [root]
    while level:
        sizes = list(map(entries, level_of(level, root, records, disk.names)))
        if hybrid and sum(sizes) > room:
            for tree, part in zip(level, level_of(level, root, disk.scan(records), disk.names), strict=True):
                by_reading(disk, tree, disk.write(part), room, hybrid)
            return
        free = 0  # of the room of the reading that is on
        for size in sizes:
            if size > free:
                disk.scan(records)
                free = room
            free -= size
        if not any(sizes):
            disk.scan(records)
        level = [child for tree in level if isinstance(tree, Branch) for child in tree.children]


@examples(10)
@given(data=data_sets(max_records=12, kinds=("continuous", "nominal"), max_attributes=3), spare=st.integers(0, 12))
def test_orders_of_reading(data: DataSet, spare: int) -> None:
    if not data.records or not data.attributes:
        return
    tree = grow(data, evolve(dtref.CART, stop=(*dtref.CART.stop, AtDepth(4))))
    root, names = group_sizes(tree, data), [a.name for a in data.attributes]
    room = max(entries(data.records), 1) + spare
    disks = [Disk(names) for _ in range(3)]
    by_writing(disks[0], tree, data.records)
    by_reading(disks[1], tree, data.records, room, False)
    by_reading(disks[2], tree, data.records, room, True)
    readings = rf_write(root), rf_read(root, room), rf_hybrid(root, room)
    assert [(reading.read, reading.written) for reading in readings] == [(disk.read, disk.written) for disk in disks]
    assert rf_hybrid(root, room).read <= rf_write(root).read + rf_read(root, room).read


def test_a_room_that_is_too_small() -> None:
    data = dtref.parse_csv("x,y\n1,p\n2,q\n3,p\n", target="y")
    root = group_sizes(grow(data, dtref.CART), data)
    for order in (rf_read, rf_hybrid):
        with pytest.raises(Invalid, match="for the 3 entries of a node's counts"):
            order(root, 2)


def test_records_in_parts_are_refused() -> None:
    data = dtref.parse_csv("x,y\n1,p\n2,q\n,p\n", target="y")
    with pytest.raises(Invalid, match="go down one branch each"):
        group_sizes(grow(data, dtref.C45), data)
