"""
Reads one tree of XGBoost's JSON model: columns with an entry for each node.

A number goes left where x < t, both as float32; a category goes right where the node lists its code; a missing value goes by
`default_left`. Nodes that pruning removed stay in the columns: they are marked by an impossible column of the data.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import accumulate

from dtref.errors import Invalid
from dtref.io.foreign.boosted.xgboost_columns import XgboostColumns
from dtref.io.foreign.json_parts import Parts
from dtref.io.foreign.node_list import listed_tree
from dtref.io.foreign.tree import Ask, Cut, ForeignNode, Values
from dtref.spec.model.attributes import Width
from dtref.spec.model.precision import rounded
from dtref.spec.model.tests import Side

NOBODY = 2**31 - 1
"""The column of a node that was deleted, and the parent of the root."""
OF_CATEGORIES = ("split_type", "categories", "categories_nodes", "categories_segments", "categories_sizes")
FIELDS = (
    *("base_weights", "default_left", "id", "left_children", "loss_changes", "parents", "right_children", "split_conditions"),
    *("split_indices", "sum_hessian", "tree_param", *OF_CATEGORIES),
)
"""The known fields of a tree; of some only the lengths are checked."""


def xgboost_tree(tree: Parts, position: int, columns: XgboostColumns, times: Fraction = Fraction(1)) -> ForeignNode:
    """
    The root of a tree. times: DART's factor of its leaves. Errors: Invalid, naming field and node, for columns of several
    lengths, entries that make no tree, leaves that are vectors, an unknown field.
    """
    _check_kind(tree, position)
    # The columns, with an entry for each node.
    left = tree.column("left_children", Parts.whole)
    size = len(left)
    right = tree.column("right_children", Parts.whole, size)
    columns_asked = tree.column("split_indices", lambda part: _column_asked(part, columns), size)
    default_left = tree.column("default_left", Parts.flag, size)
    numbers = tree.column("split_conditions", lambda part: part.float(Width.FLOAT32), size)
    # The nodes that pruning left.
    children_of = {i: _children(tree, i, left[i], right[i]) for i in range(size) if columns_asked[i] != NOBODY}
    _check_claims(tree, children_of, size)
    categories = _categories(tree, {i for i in children_of if children_of[i]}, size)
    gains, covers = (_claimed(tree, key, size) for key in ("loss_changes", "sum_hessian"))

    def made(i: int, children: Sequence[ForeignNode]) -> ForeignNode:
        if not children:
            return ForeignNode(str(i), label=rounded(numbers[i] * times, Width.FLOAT32), hessian=covers[i])
        name, missing = columns.name(columns_asked[i]), 0 if default_left[i] else 1
        ask: Ask = Cut(name, numbers[i], Side.BELOW, Width.FLOAT32, missing, untaught=True)
        if i in categories:
            ask = Values(name, ((), _named(categories[i], columns.categories.get(columns_asked[i]))), 0, missing)
        return ForeignNode(str(i), ask, tuple(children), gain=gains[i], hessian=covers[i])

    return listed_tree(0, children_of, made, tree.where)


def _claimed(tree: Parts, key: str, size: int) -> Sequence[Fraction | None]:
    """A number of each node, None where the file lacks them."""
    return tree.column(key, lambda part: part.float(Width.FLOAT32), size) if key in tree else (None,) * size


def _check_kind(tree: Parts, position: int) -> None:
    vectors = "leaf_weights" in tree or (_param(tree, "size_leaf_vector") or 0) > 1
    if vectors:
        raise Invalid(f"{tree.where}, tree_param, size_leaf_vector", "leaves of one number", "vectors: multi_output_tree is not read")
    tree.only(FIELDS)
    if "id" in tree and tree["id"].whole() != position:
        raise Invalid(tree["id"].where, f"{position}, its position", tree["id"].whole())


def _param(tree: Parts, key: str) -> int | None:
    """A parameter of a tree, which is a number as text."""
    return int(tree["tree_param"][key].quoted().count()) if "tree_param" in tree and key in tree["tree_param"] else None


def _column_asked(part: Parts, columns: XgboostColumns) -> int:
    column = int(part.count())
    return column if column == NOBODY or columns.count is None else part.index(columns.count)


def _children(tree: Parts, i: int, left: int, right: int) -> list[int]:
    if left == right == -1:
        return []
    if min(left, right) < 0:
        raise Invalid(f"{tree.where}, left_children[{i}] and right_children[{i}]", "two nodes, or -1 twice at a leaf", [left, right])
    return [left, right]


def _check_claims(tree: Parts, children_of: Mapping[int, Sequence[int]], size: int) -> None:
    """Checks the redundant fields: the number of nodes, their parents, and their statistics, a number each."""
    for key in ("base_weights", "loss_changes", "sum_hessian"):
        if key in tree:
            tree.column(key, Parts.number, size)
    for key, wanted in (("num_nodes", size), ("num_deleted", size - len(children_of))):
        if (number := _param(tree, key)) is not None and number != wanted:
            raise Invalid(f"{tree.where}, tree_param, {key}", f"{wanted}, as the columns have it", number)
    if "parents" in tree:
        parents, parent = tree.column("parents", Parts.whole, size), {child: i for i in children_of for child in children_of[i]}
        for i in children_of:
            wanted = parent.get(i, NOBODY)
            if parents[i] not in (wanted, -1 if i not in parent else wanted):
                raise Invalid(f"{tree.where}, parents[{i}]", f"{wanted}, as the children have it", parents[i])


def _categories(tree: Parts, inner: set[int], size: int) -> dict[int, tuple[Parts, ...]]:
    """For each node that asks for categories, the codes that go right."""
    if not any(key in tree for key in OF_CATEGORIES):
        return {}  # before version 1.3 there were none
    wanted = [i for i, kind in enumerate(tree.column("split_type", lambda part: part.index(2), size)) if kind]
    nodes = tree.column("categories_nodes", lambda part: part.index(size))
    if list(nodes) != wanted or not set(nodes) <= inner:
        raise Invalid(tree["categories_nodes"].where, f"the inner nodes whose split_type is 1: {wanted[:9]}", list(nodes)[:9])
    starts = tree.column("categories_segments", Parts.whole, len(nodes))
    sizes = tree.column("categories_sizes", Parts.whole, len(nodes))
    all_categories = tree["categories"].items()
    if min(sizes, default=1) < 1 or list(starts) != list(accumulate(sizes, initial=0))[:-1] or sum(sizes) != len(all_categories):
        raise Invalid(
            f"{tree.where}, categories_segments and categories_sizes", f"parts of the {len(all_categories)} categories, in order", "others"
        )
    return {node: _codes(all_categories[start : start + n]) for node, start, n in zip(nodes, starts, sizes, strict=True)}


def _codes(parts: Sequence[Parts]) -> tuple[Parts, ...]:
    seen: set[Fraction] = set()
    for part in parts:
        if (code := part.count()) in seen:
            raise Invalid(part.where, "each category of a node once", int(code))
        seen.add(code)
    return tuple(parts)


def _named(codes: Sequence[Parts], names: Sequence[str] | None) -> tuple[str, ...]:
    """The names of categories; without names, their codes, which records then have."""
    if names is None:
        return tuple(str(code.whole()) for code in codes)
    return tuple(names[code.index(len(names))] for code in codes)
