"""
Reads trees of R's partykit, from the JSON that `partykit.R` (beside this module) writes of a fitted object.

A split has cuts, or none where it asks for a level; `index` is the child, from 1, of each interval between cuts, or of each level (0:
none). Ordered levels are compared by their positions. A record whose value is missing, or has no child, is placed by the first surrogate
that can; else by chance, with the chances `prob`: it is known where it goes only if one of them is 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path

from attrs import evolve, frozen

from dtref.errors import Invalid
from dtref.io.foreign.exports import PARTYKIT_EXPORT, exported
from dtref.io.foreign.json_parts import Parts
from dtref.io.foreign.node_list import listed_tree
from dtref.io.foreign.rpart_frame import hex_number, hex_weights
from dtref.io.foreign.tree import Cut, ForeignNode, ForeignTree, Gaps, Values, foreign_nodes
from dtref.spec.model.attributes import Width
from dtref.spec.model.tests import Side

_VERSION = 1
_NODE = ("id", "kids", "split", "prob", "surrogates", "weight", "counts", "predicted")
_BY_CHANCE = "a record that misses a value, and that no surrogate places, takes a branch by chance"
_NUMBERS, _LEVELS = ("numeric", "integer"), ("factor", "ordered")


@frozen(eq=False)
class PartyColumns:
    """The columns: None for numbers, else the levels."""

    levels: Mapping[str, tuple[str, ...] | None]
    where: str


def read_partykit(path: Path) -> tuple[ForeignTree, ...]:
    """The tree of a fitted object. Errors: Invalid where the file isn't what partykit.R writes, or has a split of several cuts."""
    parts = exported(path, PARTYKIT_EXPORT)
    parts.only((PARTYKIT_EXPORT.key, "columns", "classes", "nodes"))
    version = parts[PARTYKIT_EXPORT.key].whole()
    if version != _VERSION:
        raise Invalid(f"{path.name}, {PARTYKIT_EXPORT.key}", f"version {_VERSION}", version)
    columns = PartyColumns({name: _levels(parts["columns"][name]) for name in parts["columns"].fields()}, parts["columns"].where)
    classes = parts.names("classes")
    nodes = {part["id"].whole(): part for part in parts["nodes"].items()}
    if len(nodes) < len(parts["nodes"].items()):
        raise Invalid(parts["nodes"].where, "an id for each node alone", "one twice")
    below = {i: [kid.whole() for kid in part["kids"].items()] for i, part in nodes.items()}

    def made(i: int, children: Sequence[ForeignNode]) -> ForeignNode:
        leaf = _claims(nodes[i], classes)
        return _asking(leaf, nodes[i], columns, children) if children else leaf

    first = next(iter(nodes), 1)
    root = listed_tree(first, below, made, parts["nodes"].where)
    notes = (_BY_CHANCE,) if any(node.gaps is Gaps.UNSAID for node in foreign_nodes(root)) else ()
    return (ForeignTree(root, f"partykit {path.name}", classes, notes),)


def _levels(column: Parts) -> tuple[str, ...] | None:
    """The levels of a column; None where it is of numbers, or of a kind that no split here asks."""
    column.only(("kind", "levels"))
    (kind,) = column.column("kind", Parts.text, 1)
    return column.names("levels") if kind in _LEVELS else None if kind in _NUMBERS else ()


def _claims(part: Parts, classes: tuple[str, ...]) -> ForeignNode:
    part.only(_NODE)
    if part["kids"].items() and part["split"].value is None:
        raise Invalid(part["split"].where, "a split, as the node has kids", "none")
    if not part["kids"].items() and part["split"].value is not None:
        raise Invalid(part["kids"].where, "kids, as the node has a split", "none")
    weight = hex_number(part["weight"])
    if weight < 0:
        raise Invalid(part["weight"].where, "0 or more", str(weight))
    counts = tuple(zip(classes, hex_weights(part["counts"], len(classes)), strict=True)) if classes else None
    predicted = part["predicted"]
    # none at a node that no record reached
    label = None if predicted.value is None else predicted.one_of(classes) if classes else hex_number(predicted)
    return ForeignNode(str(part["id"].whole()), label=label, counts=counts, records=None if classes else weight)


def _asking(leaf: ForeignNode, part: Parts, columns: PartyColumns, children: Sequence[ForeignNode]) -> ForeignNode:
    """A node with its question, and its rule for records that miss the value."""
    kids = len(children)
    ask, branches = _ask(part["split"], columns, kids)
    if sorted(branches) != list(range(kids)):
        raise Invalid(part["split"]["index"].where, f"a way to each of the {kids} kids", [kid + 1 for kid in branches])
    stand_ins = []
    for surrogate in part["surrogates"].items():
        other, stands_for = _ask(surrogate, columns, kids)
        stand_ins.append((other, tuple(branches.index(kid) for kid in stands_for)))
    chances = hex_weights(part["prob"], kids)
    surely = [kid for kid, chance in enumerate(chances) if chance == sum(chances)]
    missing = branches.index(surely[0]) if len(surely) == 1 else None
    return evolve(
        leaf,
        ask=evolve(ask, missing=missing),
        children=tuple(children[kid] for kid in branches),
        stand_ins=tuple(stand_ins),
        gaps=Gaps.UNSAID if missing is None else None,
    )


def _ask(split: Parts, columns: PartyColumns, kids: int) -> tuple[Cut | Values, tuple[int, ...]]:
    """A question, and the kid of each of its branches, from 0."""
    split.only(("column", "breaks", "index", "right"))
    name = split["column"].one_of(columns.levels)
    levels, cuts = columns.levels[name], [hex_number(part) for part in split["breaks"].items()]
    index, right = [part.index(kids + 1) for part in split["index"].items()], split["right"].truth()
    if levels == ():
        raise Invalid(split["column"].where, "a column of numbers or levels", name)
    if levels is None:
        if len(cuts) != 1:
            raise Invalid(split["breaks"].where, "one cut, as a number is asked for", f"{len(cuts)} cuts")
        if len(index) != 2 or 0 in index:
            raise Invalid(split["index"].where, "a kid for each side of the cut", index)
        return Cut(name, cuts[0], Side.AT_MOST if right else Side.BELOW, Width.FLOAT64), (index[0] - 1, index[1] - 1)
    kid_of_level = _kids_of_levels(split, len(levels), cuts, index, right)
    present = tuple(sorted({kid for kid in kid_of_level if kid}))
    groups = tuple(tuple(level for level, kid in zip(levels, kid_of_level, strict=True) if kid == one) for one in present)
    return Values(name, groups, others_missing=True), tuple(kid - 1 for kid in present)


def _kids_of_levels(split: Parts, levels: int, cuts: Sequence[Fraction], index: Sequence[int], right: bool) -> list[int]:
    """The kid of each level, from 1; 0 for none. Cuts part the positions of levels."""
    wanted = len(cuts) + 1 if cuts else levels
    if len(index) != wanted:
        raise Invalid(split["index"].where, f"{wanted} kids", len(index))
    if not cuts:
        return list(index)
    between = [sum(position > cut or (position == cut and not right) for cut in cuts) for position in range(1, levels + 1)]
    return [index[interval] for interval in between]
