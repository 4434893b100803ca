r"""
Reads what XGBoost's `dump_model` writes, as text or as JSON: nodes with the names of columns, cuts, and leaves as they are added up.

A dump has no objective, base_score, number of columns or kinds of columns, no factors of dart, and no names of categories. Its numbers have
nine digits, which are those of a float32 without loss; versions before 0.80 print six, so that a cut is only near the one that is meant.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path

from attrs import evolve

from dtref.errors import Invalid
from dtref.io.files import read_text, text_lines
from dtref.io.foreign.boosted.lightgbm_nodes import printed_within
from dtref.io.foreign.json_parts import Numeral, Parts
from dtref.io.foreign.node_list import listed_tree
from dtref.io.foreign.tree import Ask, Cut, ForeignNode, ForeignTree, Program, Values
from dtref.spec.model.attributes import Width
from dtref.spec.model.numerals import numeral
from dtref.spec.model.schemes import preorder
from dtref.spec.model.tests import Side

_HEADER = re.compile(r"booster\[([0-9]+)\]:?")
_SPLIT = re.compile(
    r"\t*([0-9]+):\[(.+?)(?:<([^<\]]+)|:\{([0-9,]*)\})?\] yes=([0-9]+),no=([0-9]+)(?:,missing=([0-9]+))?(?:,gain=([^,]+),cover=([^,]+))?"
)
_LEAF = re.compile(r"\t*([0-9]+):leaf=([^,\[]+)(?:,cover=([^,]+))?")
_KEYS = (
    ("nodeid", "split", "split_condition", "codes", "yes", "no", "missing", "gain", "cover"),
    ("nodeid", "leaf", "cover"),
)
SCORES = "a leaf is a part of a score, and XGBoost's dump has neither objective nor base_score"
LOST = "XGBoost's dump has no objective, no base_score, and no factors of dart: leaves are as printed, before any such factor"
SIX_DIGITS = "the dump prints six digits: a number between a cut and the one that is meant may go the other way"
WHOLE_CUTS = "a whole cut of a column of whole numbers stands for each cut above the whole number before"
_DIGITS = 9
"""The digits that tell every float of single precision."""


def nodes_of_text(path: Path) -> Iterator[Sequence[Parts]]:
    """The nodes of each tree of a text. Errors: Invalid for a line that is none of a dump, and trees out of order."""
    trees: list[list[Parts]] = []
    headed = 0
    for number, line in enumerate(text_lines(read_text(path)), 1):
        where = f"{path.name} line {number}"
        if (header := _HEADER.fullmatch(line)) is not None:
            if int(header[1]) != headed:
                raise Invalid(where, f"booster[{headed}], its position", line)
            headed += 1
        elif line.strip():
            node = _node_of_line(line, where)
            if node["nodeid"].whole() == 0:
                trees.append([])
            if not trees or 0 < headed != len(trees):
                raise Invalid(where, "the root, which is node 0", line)
            trees[-1].append(node)
    if not trees or headed not in (0, len(trees)):
        raise Invalid(path.name, "a tree for each booster, one at least", f"{len(trees)} trees")
    return iter(trees)


def _node_of_line(line: str, where: str) -> Parts:
    """The node of a line, as the JSON dump has it."""
    for pattern, keys in zip((_SPLIT, _LEAF), _KEYS, strict=True):
        if (match := pattern.fullmatch(line)) is not None:
            fields: dict[str, object] = {key: value for key, value in zip(keys, match.groups(), strict=True) if value is not None}
            if "codes" in fields:
                fields["split_condition"] = [Numeral(code) for code in str(fields.pop("codes")).split(",")]
            if "split" in fields:
                fields["split"] = _unescaped(str(fields["split"]))
            return Parts({key: Numeral(x) if isinstance(x, str) and key != "split" else x for key, x in fields.items()}, where)
    raise Invalid(where, "a node of XGBoost's dump_model, as 0:[x<0.5] yes=1,no=2,missing=1 or 1:leaf=0.25", line)


def _unescaped(name: str) -> str:
    r"""
    A column's name, which a text has as JSON would; as it stands where that makes no text, as in older versions.

    >>> _unescaped(r'q\"x\"'), _unescaped(r"C:\x")
    ('q"x"', 'C:\\x')
    """
    try:
        return str(json.loads(f'"{name}"'))
    except json.JSONDecodeError:
        return name


def is_json_dump(path: Path) -> bool:
    """Whether a file is a list of objects of which the first has a nodeid, as far as its beginning tells."""
    try:
        with path.open("rb") as file:
            return re.match(rb'\s*\[\s*\{\s*"nodeid"', file.read(100)) is not None
    except OSError:
        return False


def nodes_of_json(path: Path) -> Iterator[Sequence[Parts]]:
    """The nodes of each tree of a JSON dump."""
    for tree in Parts.of_file(path).items():
        yield list(preorder(tree, lambda node: node["children"].items() if "children" in node else ()))


def dumped_trees(trees: Iterable[Sequence[Parts]]) -> tuple[ForeignTree, ...]:
    """The trees of a dump. Errors: Invalid for indicators, whose cut it lacks, leaves that are vectors, nodes that make no tree."""
    listed = list(trees)
    exact = min(
        (_has_all_digits(node[key]) for tree in listed for node in tree for key in ("split_condition", "leaf") if key in node), default=True
    )
    roots = [_tree(tree, exact) for tree in listed]
    whole = dict.fromkeys(node["split"].text() for tree in listed for node in tree if _is_whole(node))
    notes = (LOST, *(() if exact else (SIX_DIGITS,)), *((f"{WHOLE_CUTS}: {', '.join(whole)}",) if whole else ()))
    later = "the gradients that earlier trees left"
    common = ForeignTree(ForeignNode(""), "XGBoost", notes=notes, width=Width.FLOAT32, scores=SCORES, program=Program.XGBOOST)
    return tuple(
        evolve(common, root=root, source=f"XGBoost tree {i}", chosen_for=later if i > 1 else "", later=i > 1)
        for i, root in enumerate(roots, 1)
    )


def _is_whole(node: Parts) -> bool:
    """Whether a node asks whether a number is below a whole one."""
    if "split_condition" not in node or not isinstance(node["split_condition"].value, Numeral):
        return False
    return node["split_condition"].number().denominator == 1


def _has_all_digits(number: Parts) -> bool:
    """
    Whether a number is a float as it is printed with nine digits. Errors: Invalid for one of more than six digits that isn't.

    >>> [_has_all_digits(Parts(Numeral(text), "cut")) for text in ("0.1", "0.100000001", "-2", "1e-05")]
    [False, True, True, False]
    """
    if not isinstance(number.value, Numeral):
        return True
    x = number.float(Width.FLOAT32)
    if number.number() == numeral(f"{float(x):.{_DIGITS}g}"):
        return True
    digits = re.sub(r"[eE].*|[^0-9]", "", number.value.text).strip("0")
    if len(digits) > 6:
        raise Invalid(number.where, "a float32 of nine digits, or a number of six, as older versions print it", number.value.text)
    return False


def _tree(nodes: Sequence[Parts], exact: bool) -> ForeignNode:
    """The root of a tree. exact: whether its numbers are the floats that are meant."""
    by_id = {node["nodeid"].whole(): node for node in nodes}
    if len(by_id) < len(nodes):
        raise Invalid(nodes[0].where, "a nodeid for each node alone", f"{len(nodes)} nodes of {len(by_id)} numbers")
    asks = {i: _ask(node, exact) for i, node in by_id.items() if "leaf" not in node}

    def made(i: int, children: Sequence[ForeignNode]) -> ForeignNode:
        node = by_id[i]
        gain, cover = (node[key].float(Width.FLOAT32) if key in node else None for key in ("gain", "cover"))
        near, within = (Fraction(0) if exact else printed_within(x) for x in (gain, cover))
        if i in asks:
            return ForeignNode(str(i), asks[i][0], tuple(children), gain=gain, gain_within=near, hessian=cover, within=within)
        node.only(("nodeid", "leaf", "cover"))
        label = node["leaf"].float(Width.FLOAT32)
        rounding = Fraction(0) if exact else printed_within(label)
        return ForeignNode(str(i), label=label, hessian=cover, within=within, rounding=rounding)

    return listed_tree(0, {i: asks[i][1] if i in asks else () for i in by_id}, made, nodes[0].where)


def _ask(node: Parts, exact: bool) -> tuple[Ask, Sequence[int]]:
    """The question of a node, and its children: first that of records that are below a cut, or in none of the categories."""
    node.only(("nodeid", "depth", "split", "split_condition", "yes", "no", "missing", "gain", "cover", "children"))
    name, yes, no = node["split"].text(), node["yes"].whole(), node["no"].whole()
    if "split_condition" not in node or "missing" not in node:
        raise Invalid(node.where, f'the cut of {name}: an indicator\'s is not in the dump, but in save_model("model.json")', "an indicator")
    missing = node["missing"].whole()
    if missing not in (yes, no):
        raise Invalid(node["missing"].where, f"{yes} or {no}, its children", missing)
    condition = node["split_condition"]
    if isinstance(condition.value, list):
        codes = tuple(str(code.count()) for code in condition.items())
        return Values(name, ((), codes), 0, int(missing == yes)), (no, yes)
    cut = condition.float(Width.FLOAT32)
    within = Fraction(0) if exact else printed_within(cut)
    return Cut(name, cut, Side.BELOW, Width.FLOAT32, int(missing == no), unread=not exact, within=within, untaught=True), (yes, no)
