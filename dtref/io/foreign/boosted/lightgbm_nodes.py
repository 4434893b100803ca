"""
Reads one tree of LightGBM's JSON dump: nested nodes, and the branch of each value.

A number goes left where x <= t, as float64; one at most 1e-35 (as a float32) from 0 is 0. `missing_type` names the values that take
the branch of `default_left`:

============  =========================================
missing_type  values on the branch of `default_left`
============  =========================================
None          none: a missing value is 0
NaN           a missing value
Zero          a missing value and 0
============  =========================================

A category goes left where the node lists its code, a missing or unseen one right, whatever `default_left` is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from attrs import evolve, frozen

from dtref.errors import Invalid
from dtref.io.foreign.json_parts import Numeral, Parts, shortened_json
from dtref.io.foreign.tree import NEAR_ZERO, Ask, Cut, ForeignNode, Known, Values, branch_taken
from dtref.spec.model.attributes import Width
from dtref.spec.model.schemes import unfold
from dtref.spec.model.tests import Side

_Built: TypeAlias = tuple[Callable[[Sequence[ForeignNode]], ForeignNode], list[Parts]]

_LARGEST = Fraction(float("1e300"))
"""The number, with its sign, that LightGBM writes for any cut beyond it."""
_INFINITE = Numeral("inf")
"""The cut, in model.txt, that parts the known values from the missing ones."""
MISSING_TYPES = ("None", "NaN", "Zero")
INNER = (
    *("split_index", "split_feature", "split_gain", "threshold", "decision_type", "default_left", "missing_type"),
    *("internal_value", "internal_weight", "internal_count", "left_child", "right_child"),
)
_LEAF = ("leaf_index", "leaf_value", "leaf_weight", "leaf_count")
LINEAR = ("leaf_const", "leaf_features", "leaf_coeff")


@frozen
class LightgbmColumns:
    """The names of columns; and by column the names of its categories, where the file has them."""

    names: tuple[str, ...]
    categories: Mapping[int, tuple[str, ...]]


def lightgbm_tree(tree: Parts, position: int, columns: LightgbmColumns) -> ForeignNode:
    """The root of a tree. Errors: Invalid, naming the node and field, for parts that aren't read here, as linear leaves."""
    tree.only(("tree_index", "num_leaves", "num_cat", "shrinkage", "tree_structure"))
    if "tree_index" in tree and tree["tree_index"].whole() != position:
        raise Invalid(tree["tree_index"].where, f"{position}, its position", tree["tree_index"].whole())
    leaves: list[Parts] = []
    splits: list[Parts] = []

    def expand(node: Parts) -> _Built:
        if "leaf_value" in node:
            leaves.append(node)
            return _leaf(node)
        splits.append(node)
        return _inner(node, columns)

    root = unfold(tree["tree_structure"], expand)
    _check_numbering(tree, leaves, splits)
    return root


def _leaf(node: Parts) -> _Built:
    if any(key in node for key in LINEAR):
        raise Invalid(f"{node.where}, leaf_const", "leaves of one number", "a linear leaf: linear_tree=True is not read")
    node.only(_LEAF)
    place = f"leaf {node['leaf_index'].whole()}" if "leaf_index" in node else "leaf 0"
    label, rows = node["leaf_value"].float(Width.FLOAT64), node["leaf_count"].count() if "leaf_count" in node else None
    hessian = node["leaf_weight"].number() if "leaf_weight" in node else None
    return lambda _: ForeignNode(place, label=label, rows=rows, hessian=hessian, within=printed_within(hessian)), []


def _inner(node: Parts, columns: LightgbmColumns) -> _Built:
    ask = _ask(node, columns)
    node.only(INNER)
    if "internal_value" in node:
        node["internal_value"].number()
    gain, hessian = (node[key].number() if key in node else None for key in ("split_gain", "internal_weight"))
    place, rows = f"split {node['split_index'].whole()}", node["internal_count"].count() if "internal_count" in node else None

    def made(children: Sequence[ForeignNode]) -> ForeignNode:
        error = printed_within(gain) + abs(gain or Fraction(0)) / 2**24  # of a float of single precision
        within = printed_within(hessian)
        return ForeignNode(place, ask, tuple(children), rows=rows, hessian=hessian, within=within, gain=gain, gain_within=error)

    return made, [node["left_child"], node["right_child"]]


def printed_within(x: Fraction | None) -> Fraction:
    """
    How far a number may be from the one that was printed with 6 digits: half a unit of the sixth.

    >>> printed_within(Fraction(60)), printed_within(Fraction("0.25")), printed_within(None)
    (Fraction(1, 20000), Fraction(1, 2000000), Fraction(0, 1))
    """
    return Fraction(0) if not x else Fraction(10) ** (_power_of_ten(abs(x)) - 5) / 2


def _power_of_ten(x: Fraction) -> int:
    """The greatest k with 10^k <= x, for x > 0; its digits tell k but for one step."""
    k = len(str(x.numerator)) - len(str(x.denominator))
    return k if Fraction(10) ** k <= x else k - 1


def _ask(node: Parts, columns: LightgbmColumns) -> Ask:
    column = node["split_feature"].index(len(columns.names))
    name, missing_type = columns.names[column], node["missing_type"].one_of(MISSING_TYPES)
    default = 0 if node["default_left"].truth() else 1
    if node["decision_type"].one_of(("<=", "==")) == "==":
        return Values(name, (_categories(node["threshold"], columns.categories.get(column)), ()), 1, 1)
    if missing_type == "NaN" and default == 1 and node["threshold"].value == _INFINITE:
        return Known(name, 0, 1)
    return _cut(Cut(name, _threshold(node["threshold"]), Side.AT_MOST, Width.FLOAT64, untaught=True), missing_type, default)


def _cut(cut: Cut, missing_type: str, default: int) -> Cut:
    """A cut with the branch of missing values, and that of numbers next to 0 where it isn't the one that the comparison gives."""
    of_zero = branch_taken(cut, Fraction(0))
    zeros = default if missing_type == "Zero" else of_zero
    as_compared = {branch_taken(cut, near) for near in (-NEAR_ZERO, NEAR_ZERO)} == {zeros}
    return evolve(cut, missing=of_zero if missing_type == "None" else default, zeros=None if as_compared else zeros)


def _threshold(part: Parts) -> Fraction:
    cut = part.float(Width.FLOAT64)
    if abs(cut) >= _LARGEST:
        raise Invalid(
            part.where,
            "a cut within 1e300 of 0: LightGBM writes every other as 1e300, so that which it was is lost",
            shortened_json(part.value),
        )
    return cut


def _categories(part: Parts, names: Sequence[str] | None) -> tuple[str, ...]:
    """The categories of codes such as 0||2, or the codes where there are no names."""
    codes = part.text().split("||")
    if not all(code.isascii() and code.isdigit() and len(code) < 10 for code in codes) or len({*map(int, codes)}) < len(codes):
        raise Invalid(part.where, "different codes of categories, such as 0||2", shortened_json(part.value))
    if names is None:
        return tuple(str(int(code)) for code in codes)
    for code in codes:
        if int(code) >= len(names):
            raise Invalid(part.where, f"codes below {len(names)}, as there are so many names", code)
    return tuple(names[int(code)] for code in codes)


def _check_numbering(tree: Parts, leaves: Sequence[Parts], splits: Sequence[Parts]) -> None:
    """Refuses other numbers than from 0, for leaves and splits apart; a tree of one leaf may leave the number out."""
    for key, nodes in (("leaf_index", leaves if splits else ()), ("split_index", splits)):
        seen: set[int] = set()
        for node in nodes:
            if (number := node[key].index(len(nodes))) in seen:
                raise Invalid(node[key].where, "a number that no other node has", number)
            seen.add(number)
    categorical = sum(isinstance(node["threshold"].value, str) for node in splits)
    for key, wanted in (("num_leaves", len(leaves)), ("num_cat", categorical)):
        if key in tree and tree[key].whole() != wanted:
            raise Invalid(tree[key].where, f"{wanted}, as the nodes have it", tree[key].whole())
    if "shrinkage" in tree:
        tree["shrinkage"].number()
