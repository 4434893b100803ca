"""
Reads models that YDF (Yggdrasil Decision Forests) saved: the folder of `model.save("model")`, without the package.

A number goes to the positive child if it is at least the threshold, both as float32; a category, if the node lists it; a boolean, if it is
true. Each condition says where a missing value goes. A category that the dictionary lacks is its entry 0, `<OOD>`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from attrs import evolve, frozen

from dtref.errors import Invalid
from dtref.io.files import read_bytes
from dtref.io.foreign.exports import kind_by_start
from dtref.io.foreign.protobuf import Message
from dtref.io.foreign.tree import Ask, Cut, ForeignNode, ForeignTree, Known, Program, Values, fold_foreign
from dtref.spec.model.attributes import Width
from dtref.spec.model.tests import Side

_NUMERICAL, _CATEGORICAL, _BOOLEAN, _DISCRETIZED = 1, 4, 7, 9
_CLASSIFICATION, _REGRESSION = 1, 2
_KINDS = {"RANDOM_FOREST": "random_forest_header.pb", "GRADIENT_BOOSTED_TREES": "gradient_boosted_trees_header.pb"}
"""The kinds of models, and the file that says how many trees they have. CART saves a random forest of one tree."""
_BLOBS = b"BS\1\0"
"""The beginning of a file of nodes, each behind its length."""
_MOST = 2**28
_SEVERAL = "one of {} trees, each grown from records drawn anew: nodes' counts of their records are not read but as shares of classes"
_HELD = "{} of {} records grew the tree, which ones is not said: nodes' counts of their records are not read but as shares of classes"
_COLUMNS = {2: "a set of numbers", 3: "a list of numbers", 5: "a set of categories", 6: "a list of categories", 8: "a text", 11: "vectors"}
_CONDITIONS = {
    7: 'an oblique condition, of several numbers (a learner with split_axis="AXIS_ALIGNED" makes none)',
    8: "a condition of vectors",
}
"""Columns and conditions that aren't read, by the format's numbers."""


@frozen(eq=False)
class YdfColumn:
    """A column: its name, its type, the names of its categories by their number, the borders of a discretized one."""

    name: str
    kind: int
    categories: Sequence[str]
    borders: Sequence[Fraction]


def read_ydf(path: Path) -> tuple[ForeignTree, ...]:
    """
    The trees of a saved model. Errors: Invalid for another folder or file, models that aren't of classes or numbers, conditions of several
    numbers or of sets, and files that don't hold the trees that the header counts.
    """
    if not path.is_dir():
        raise Invalid(path.name, 'the folder that model.save("model") of YDF makes', kind_by_start(path) or "no folder")
    header, spec = _message(path, "header.pb"), _message(path, "data_spec.pb")
    kind, task = header.text(1), _whole(header, 2)
    if kind not in _KINDS:
        raise Invalid(f"{header.where}, name", "one of " + ", ".join(_KINDS), kind[:60])
    if task not in (_CLASSIFICATION, _REGRESSION):
        raise Invalid(f"{header.where}, task", "1 (classification) or 2 (regression)", task)
    columns = [_column(part) for part in spec.messages(1, "column")]
    target = _one_of(columns, _whole(header, 3), f"{header.where}, label_col_idx")
    own = _message(path, _KINDS[kind])
    boosted = kind == "GRADIENT_BOOSTED_TREES"
    nodes = [node for i, shards in [(i, _whole(own, 1)) for i in range(_whole(own, 1))] for node in _nodes(path, i, shards)]
    roots = _roots(nodes, columns, target if task == _CLASSIFICATION and not boosted else None, path.name)
    if len(roots) != _whole(own, 2):
        raise Invalid(f"{own.where}, num_trees", f"{len(roots)}, as many trees as there are", _whole(own, 2))
    asked = tuple(_one_of(columns, i, f"{header.where}, input_features").name for i in header.wholes(5))
    tree = ForeignTree(ForeignNode(""), "YDF", () if boosted or task == _REGRESSION else _names(target), columns=asked, width=Width.FLOAT32)
    if boosted:
        scores = f"a leaf is a part of a score (YDF's loss {_whole(own, 3)}), no label"
        common, first = evolve(tree, scores=scores, chosen_for="the gradients of a loss", program=Program.BOOSTED), _whole(own, 5) or 1
        return tuple(evolve(common, root=_without_claims(root), source=f"YDF tree {i}", later=i > first) for i, root in enumerate(roots, 1))
    return tuple(_grown(tree, root, i, len(roots), _whole(spec, 2)) for i, root in enumerate(roots, 1))


def _grown(tree: ForeignTree, root: ForeignNode, i: int, trees: int, rows: int) -> ForeignTree:
    """A tree of classes or means; without claims where its records are not those of the data."""
    named = evolve(tree, root=root, source=f"YDF tree {i}")
    weight = sum(n for _, n in root.counts) if root.counts is not None else root.records or Fraction(0)
    if trees == 1 and (not rows or root.rows is None or root.rows == rows):
        return named
    note = _SEVERAL.format(trees) if trees > 1 else _HELD.format(weight, rows)
    return evolve(named, root=_without_claims(root), notes=(note,), chosen_for="the target in records that the model does not name")


def _without_claims(root: ForeignNode) -> ForeignNode:
    """A tree of which nothing is said of its records but the shares of their classes, as they are not all of the data's."""

    def combine(node: ForeignNode, below: Sequence[ForeignNode]) -> ForeignNode:
        total = sum((n for _, n in node.counts or ()), Fraction(0))
        shares = tuple((name, n / total) for name, n in node.counts or ()) if total else None
        return evolve(node, children=tuple(below), counts=None, records=None, rows=None, shares=shares)

    return fold_foreign(root, combine)


def _message(folder: Path, name: str) -> Message:
    return Message(memoryview(read_bytes(folder / name, _MOST)), f"{folder.name}, {name}")


def _whole(message: Message, number: int) -> int:
    """A whole number; 0 where there is none, as the format has it."""
    values = message.wholes(number)
    return values[-1] if values else 0


def _float(message: Message, number: int) -> Fraction:
    values = message.floats(number)
    return values[-1] if values else Fraction(0)


def _column(part: Message) -> YdfColumn:
    categorical, discretized = part.messages(6, "categorical"), part.messages(8, "discretized_numerical")
    names: tuple[str, ...] = ()
    if categorical:
        entries = {_whole(value, 1): item.text(1) for item in categorical[0].messages(7, "items") for value in item.messages(2, "value")}
        size = _whole(categorical[0], 2)
        if _whole(categorical[0], 8):
            raise Invalid(f"{categorical[0].where}, offset_value_by_one_during_training", "values as they are", "1")
        if not _whole(categorical[0], 5) and sorted(entries) != list(range(size)):
            raise Invalid(f"{categorical[0].where}, items", f"a name for each of the {size} categories", len(entries))
        # integers stand for themselves
        names = tuple(map(str, range(min(size, 10**5)))) if _whole(categorical[0], 5) else tuple(entries[i] for i in range(size))
    return YdfColumn(part.text(2), _whole(part, 1), names, discretized[0].floats(1) if discretized else ())


def _one_of(columns: Sequence[YdfColumn], i: int, where: str) -> YdfColumn:
    if not 0 <= i < len(columns):
        raise Invalid(where, f"a column from 0 to {len(columns) - 1}", i)
    return columns[i]


def _names(target: YdfColumn) -> tuple[str, ...]:
    """The classes, without the entry for unknown ones."""
    return ("False", "True") if target.kind == _BOOLEAN else tuple(target.categories[1:])


def _nodes(folder: Path, i: int, shards: int) -> list[Message]:
    """The nodes of a file, in order."""
    name = f"nodes-{i:05}-of-{shards:05}"
    data, where = memoryview(read_bytes(folder / name, _MOST)), f"{folder.name}, {name}"
    if bytes(data[:4]) != _BLOBS:
        wanted = 'nodes as BLOB_SEQUENCE, version 1 (model.set_node_format("BLOB_SEQUENCE") before it is saved)'
        raise Invalid(where, wanted, bytes(data[:4]))
    nodes: list[Message] = []
    at = 8
    while at < len(data):
        size = int.from_bytes(data[at : at + 4], "little")
        if at + 4 + size > len(data):
            raise Invalid(f"{where}, node {len(nodes)}", f"{size} bytes", len(data) - at - 4)
        nodes.append(Message(data[at + 4 : at + 4 + size], f"{where}, node {len(nodes)}"))
        at += 4 + size
    return nodes


def _roots(nodes: Sequence[Message], columns: Sequence[YdfColumn], target: YdfColumn | None, name: str) -> list[ForeignNode]:
    """The trees of nodes in preorder, the negative child first: read from the end, a node's children are the last two trees."""
    trees: list[ForeignNode] = []
    for i in range(len(nodes) - 1, -1, -1):
        leaf, conditions = _claims(nodes[i], i, target), nodes[i].messages(3, "condition")
        if not conditions:
            trees.append(leaf)
            continue
        if len(trees) < 2:
            raise Invalid(f"{nodes[i].where}", "two children behind a node with a condition", len(trees))
        children = trees.pop(), trees.pop()
        rows = _whole(conditions[0], 4)
        trees.append(evolve(leaf, ask=_ask(conditions[0], columns), children=children, rows=Fraction(rows) if rows > 0 else None))
    if not trees:
        raise Invalid(name, "nodes", "none")
    return trees[::-1]


def _claims(node: Message, i: int, target: YdfColumn | None) -> ForeignNode:
    """A node without its condition. target: of classes; None of numbers."""
    classifier, regressor = node.messages(1, "classifier"), node.messages(2, "regressor")
    if target is None:
        if not regressor:
            raise Invalid(node.where, "a regressor's output", "none")
        weights = regressor[0].messages(2, "distribution")
        count = weights[0].floats(3, double=True) if weights else []
        return ForeignNode(str(i), label=_float(regressor[0], 1), records=count[-1] if count else None)
    if not classifier:
        raise Invalid(node.where, "a classifier's output", "none")
    names = ("", *_names(target)) if target.kind != _BOOLEAN else _names(target)
    label, distribution = _whole(classifier[0], 1), classifier[0].messages(2, "distribution")
    counts = distribution[0].floats(1, double=True) if distribution else []
    if not 0 <= label < len(names) or (label == 0 and not names[0]) or len(counts) not in (0, len(names)) or min(counts, default=0) < 0:
        raise Invalid(
            f"{node.where}, classifier", f"one of {len(names)} classes, and a count for each, 0 or more", f"{label}, {len(counts)} counts"
        )
    claimed = tuple((name, n) for name, n in zip(names, counts, strict=True) if name) if counts else None
    return ForeignNode(str(i), label=names[label], counts=claimed)


def _ask(condition: Message, columns: Sequence[YdfColumn]) -> Ask:
    """The question of a condition: the branch 0 is the negative child."""
    column = _one_of(columns, _whole(condition, 2), f"{condition.where}, attribute")
    missing = 1 if _whole(condition, 1) else 0
    kinds = [(number, value) for part in condition.messages(3, "condition") for number, value in part.fields()]
    if len(kinds) != 1 or isinstance(kinds[0][1], int):
        raise Invalid(condition.where, "one condition", len(kinds))
    number, inside = kinds[0][0], Message(kinds[0][1], condition.where)
    match number:
        case 1:
            return Known(column.name, 0, 1)
        case 2 if column.kind == _NUMERICAL:
            return Cut(column.name, _float(inside, 1), Side.BELOW, Width.FLOAT32, missing)
        case 3 if column.kind == _BOOLEAN:
            return Values(column.name, (("False",), ("True",)), None, missing)
        case 4 | 5 if column.kind == _CATEGORICAL:
            return _among(column, inside.wholes(1) if number == 4 else _bits(inside, column), missing, condition.where)
        case 6 if column.kind == _DISCRETIZED:
            position = _whole(inside, 1) - 1
            if not 0 <= position < len(column.borders):
                raise Invalid(f"{condition.where}, threshold", f"a border from 1 to {len(column.borders)}", position + 1)
            return Cut(column.name, column.borders[position], Side.BELOW, Width.FLOAT32, missing)
        case _:
            wanted = "a condition of one number, category or boolean (axis-aligned splits)"
            kind = _CONDITIONS.get(number) or f"one of {_COLUMNS.get(column.kind, f'kind {number} and a column of type {column.kind}')}"
            raise Invalid(condition.where, wanted, f"{kind}, column {column.name[:60]}")


def _bits(inside: Message, column: YdfColumn) -> list[int]:
    """The numbers of the bits that are set."""
    words = [value for field, value in inside.fields() if field == 1 and not isinstance(value, int)]
    bits = int.from_bytes(bytes(words[-1]) if words else b"", "little")
    return [i for i in range(len(column.categories)) if bits >> i & 1]


def _among(column: YdfColumn, positive: Sequence[int], missing: int, where: str) -> Values:
    """A category among some; one that the dictionary lacks counts as its entry 0."""
    if any(not 0 <= i < len(column.categories) for i in positive):
        raise Invalid(f"{where}, elements", f"categories from 0 to {len(column.categories) - 1}", max(positive))
    chosen = {*positive}
    groups = tuple(tuple(name for i, name in enumerate(column.categories) if i and (i in chosen) == side) for side in (False, True))
    return Values(column.name, groups, 1 if 0 in chosen else 0, missing)
