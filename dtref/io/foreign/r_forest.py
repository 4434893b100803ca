"""
Reads the trees of R's ranger and randomForest, from the JSON that `forests.R` (beside this module) writes of a fitted object.

A number at most the cut goes left. A factor is asked by the numbers of its values, from 1, in their order, or by bits: of ranger the values
whose bit is set go right, of randomForest left. A value that no record of the node has is among those without a bit. `in_bag` says how
often each record was drawn for the tree; of an object that doesn't keep it, it is empty.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from attrs import frozen

from dtref.errors import Invalid
from dtref.io.foreign.exports import R_FOREST_EXPORT, exported
from dtref.io.foreign.json_parts import Parts, shortened_json
from dtref.io.foreign.node_list import listed_tree
from dtref.io.foreign.rpart_frame import hex_number
from dtref.io.foreign.tree import Ask, Cut, ForeignNode, ForeignTree, Program, Setting, Values
from dtref.spec.model.attributes import Width
from dtref.spec.model.tests import Side

_KEYS = ("forest_of", "version", "columns", "levels", "by_bits", "classes", "settings", "trees")
_COLUMNS = ("left", "right", "column", "cut", "leaf")
_PROGRAMS = {program.value: program for program in (Program.RANGER, Program.RANDOM_FOREST_R)}
_NEAR = Fraction(1, 2**40)
"""The greatest distance of the sum of a leaf's shares from 1."""


@frozen(eq=False)
class _Column:
    """A column of the training table: its name, the values of a factor in the order of their numbers, whether it is asked by bits."""

    name: str
    values: tuple[str, ...]
    by_bits: bool


def read_r_forest(path: Path) -> tuple[ForeignTree, ...]:
    """The trees of a ranger or randomForest object. Errors: Invalid where the file isn't what forests.R writes."""
    parts = exported(path, R_FOREST_EXPORT)
    parts.only(_KEYS)
    program = _PROGRAMS[parts["forest_of"].one_of(_PROGRAMS)]
    columns, classes = _columns(parts), parts.names("classes")
    settings = tuple(Setting(name, parts["settings"][name].text()) for name in parts["settings"].fields())
    source = f"{program.value} {parts['version'].text()}"
    names = tuple(column.name for column in columns)
    trees = []
    for part in parts["trees"].items():
        part.only((*_COLUMNS, "in_bag"))
        in_bag = part.column("in_bag", lambda cell: int(cell.count()))
        notes = () if in_bag else ("which records were drawn for the tree was not kept (keep.inbag = TRUE)",)
        root = _root(part, columns, classes, program)
        trees.append(
            ForeignTree(root, source, classes, notes, names, width=Width.FLOAT64, settings=settings, program=program, in_bag=in_bag)
        )
    return tuple(trees)


def _columns(parts: Parts) -> tuple[_Column, ...]:
    names = parts.names("columns")
    by_bits = parts.column("by_bits", Parts.truth, len(names))
    levels = {} if parts["levels"].value == [] else {name: parts["levels"].names(name) for name in parts["levels"].fields()}
    strange = [name for name in levels if name not in names]
    if strange:
        raise Invalid(parts["levels"].where, "names of columns", strange)
    for name, bits in zip(names, by_bits, strict=True):
        if bits and name not in levels:
            raise Invalid(parts["levels"].where, f"the values of {name}, which is asked by bits", "none")
    return tuple(_Column(name, levels.get(name, ()), bits) for name, bits in zip(names, by_bits, strict=True))


def _root(part: Parts, columns: Sequence[_Column], classes: tuple[str, ...], program: Program) -> ForeignNode:
    left = part["left"].items()
    size = len(left)
    below = {key: part.column(key, lambda cell: cell.index(size), size) for key in ("left", "right")}
    asked = part.column("column", lambda cell: cell.index(len(columns)), size)
    cuts, leaves = part.column("cut", hex_number, size), part["leaf"].items()
    if len(leaves) != size:
        raise Invalid(part["leaf"].where, f"{size} entries", len(leaves))
    children_of: dict[int, list[int]] = {}
    for i, (first, second) in enumerate(zip(below["left"], below["right"], strict=True)):
        if bool(first) != bool(second):
            raise Invalid(left[i].where, "two children, or none", f"{first} and {second}")
        children_of[i] = [first, second] if first else []

    def made(i: int, children: Sequence[ForeignNode]) -> ForeignNode:
        if not children:
            return _leaf(leaves[i], str(i + 1), classes)
        ask = _ask(columns[asked[i]], cuts[i], program, not classes, part["cut"].where)
        return ForeignNode(str(i + 1), ask, tuple(children))

    return listed_tree(0, children_of, made, part.where)


def _leaf(part: Parts, place: str, classes: tuple[str, ...]) -> ForeignNode:
    """A leaf: the number of its class, its shares of the classes, or a mean."""
    if not classes:
        return ForeignNode(place, label=hex_number(part))
    if not isinstance(part.value, list):
        return ForeignNode(place, label=classes[part.index(len(classes))])
    shares = [hex_number(cell) for cell in part.items()]
    if len(shares) != len(classes) or abs(sum(shares, Fraction(-1))) > _NEAR or min(shares) < 0:
        raise Invalid(part.where, f"the shares of {len(classes)} classes", shortened_json(part.value))
    label = classes[shares.index(max(shares))]
    return ForeignNode(place, label=label, shares=tuple(zip(classes, shares, strict=True)))


def _ask(column: _Column, cut: Fraction, program: Program, means: bool, where: str) -> Ask:
    if not column.values:
        return Cut(column.name, cut, Side.AT_MOST, Width.FLOAT64)
    if not column.by_bits:
        first = tuple(value for i, value in enumerate(column.values, 1) if i <= cut)
        return Values(column.name, (first, column.values[len(first) :]))
    # of means randomForest may ask by chance, and then of no value at all
    least = 0 if means and program is Program.RANDOM_FOREST_R else 1
    if cut.denominator != 1 or not least <= cut < 2 ** len(column.values):
        raise Invalid(where, f"bits of the {len(column.values)} values of {column.name}", str(cut))
    marked = tuple(value for i, value in enumerate(column.values) if int(cut) >> i & 1)
    others = tuple(value for value in column.values if value not in marked)
    groups = (others, marked) if program is Program.RANGER else (marked, others)
    return Values(column.name, groups)
