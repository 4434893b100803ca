"""
Reads trees as R's partykit prints them: of `ctree`, and of rpart's and RWeka's trees behind `as.party`.

    Fitted party:
    [1] root
    |   [2] Petal.Length <= 1.9: setosa (n = 50, err = 0.0%)
    |   [3] Petal.Length > 1.9
    |   |   [4] Petal.Width <= 1.7: versicolor (n = 54, err = 9.3%)
    |   |   [5] Petal.Width > 1.7: virginica (n = 46, err = 2.2%)

Cuts are rounded to decimals (5 by default), shares of errors to one; how many is not printed, so that a cut counts as known as far as the
longest one goes. Surrogates, and the chances of a record that misses a value, are not printed; `write_partykit` keeps them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path

from attrs import evolve, frozen

from dtref.errors import Invalid
from dtref.io.files import read_text
from dtref.io.foreign.node_list import listed_tree
from dtref.io.foreign.printed_trees.branches import LONGEST, NUMBER
from dtref.io.foreign.printed_trees.lines import lines_of
from dtref.io.foreign.printed_trees.nodes import brief_list, commas_noted
from dtref.io.foreign.printed_trees.weka import UNREAD
from dtref.io.foreign.tree import Ask, Cut, ForeignNode, ForeignTree, Gaps, Values
from dtref.spec.model.numerals import numeral
from dtref.spec.model.tests import Side

_ROW = re.compile(r"(?P<levels>(?:\| {3})*)\[(?P<id>[0-9]{1,9})\] (?P<content>\S.*)")
_LEAF = re.compile(rf": (?P<label>\S.*?) +\([nw] = (?P<n>[0-9]+(?:\.[0-9]+)?), err = (?P<error>{NUMBER})(?P<share>%?)\) *$")
_NUMERIC = re.compile(rf"(?P<name>.+) (?P<sign><=|>=|<|>) (?P<cut>{NUMBER})")
_ORDERED = re.compile(r"(?P<name>.+) (?:<=|>=|<|>) \S.*")
_SIGNS = {
    ("<=", ">"): (Side.AT_MOST, False),
    (">", "<="): (Side.AT_MOST, True),
    ("<", ">="): (Side.BELOW, False),
    (">=", "<"): (Side.BELOW, True),
}
"""The signs of both branches, as a cut, and whether the first of them is its second branch."""
_SIZES = re.compile(r"Number of (?P<kind>inner|terminal) nodes: +(?P<count>[0-9]{1,9})")
_NO_GAPS = "what becomes of a record that misses a value is not printed (write_partykit keeps it)"


@frozen
class _Node:
    """A row: its line, its level, its split ("root" at the root), and the leaf behind it."""

    at: int
    level: int
    split: str
    leaf: re.Match[str] | None


def read_partykit_text(path: Path) -> tuple[ForeignTree, ...]:
    """The tree in a file of R's output. Errors: as `parse_partykit_text`."""
    return (parse_partykit_text(read_text(path), path.name),)


def parse_partykit_text(text: str, name: str) -> ForeignTree:
    """
    The tree in a text. Errors: Invalid where there is none, or several; for trees whose leaves are models; for splits of ordered values, of
    which only the border is printed; for branches that don't belong together, and another number of nodes than is printed below.

    >>> rows = "[1] root\\n|   [2] x <= 1.5: a (n = 6, err = 0.0%)\\n|   [3] x > 1.5: b (n = 3, err = 33.3%)\\n"
    >>> tree = parse_partykit_text(rows, "p.txt")
    >>> tree.root.ask.attribute, [(leaf.label, leaf.records, leaf.errors) for leaf in tree.root.children]
    ('x', [('a', Fraction(6, 1), Fraction(0, 1)), ('b', Fraction(3, 1), Fraction(1, 1))])
    """
    nodes: dict[int, _Node] = {}
    for line in lines_of(text, name):
        row, where = _ROW.fullmatch(line.text.strip(" ")), f"{name} line {line.at}"
        if row is None or len(line.text) > LONGEST:
            _check_size(line.text, nodes, where)
            continue
        if int(row["id"]) != len(nodes) + 1:
            raise Invalid(where, f"node [{len(nodes) + 1}], as nodes are numbered in their order", f"[{row['id']}]")
        nodes[len(nodes) + 1] = _node(line.at, row["levels"].count("|"), row["content"], where)
    if not nodes or nodes[1].split != "root" or nodes[1].level:
        raise Invalid(name, "a tree as partykit prints it, from [1] root on", "no such line" if not nodes else nodes[1].split[:60])
    below = _below(nodes, name)
    asks = {i: _ask([nodes[child] for child in below[i]], name) for i in nodes if below[i]}
    decimals = _most_decimals(text for ask, _, text in asks.values() if isinstance(ask, Cut))
    numeric = not any(node.leaf["share"] for node in nodes.values() if node.leaf is not None)

    def made(i: int, children: Sequence[ForeignNode]) -> ForeignNode:
        if i not in asks:
            return _leaf(i, nodes[i], numeric, name)
        ask, swapped, _ = asks[i]
        if isinstance(ask, Cut):
            ask = Cut(ask.attribute, ask.cut, ask.side, unread=True, within=Fraction(1, 2 * 10**decimals))
        return ForeignNode(str(i), ask, tuple(reversed(children) if swapped else children))

    root = listed_tree(1, below, made, name)
    notes = (
        *((UNREAD,) if any(isinstance(ask, Cut) for ask, _, _ in asks.values()) else ()),
        *((_NO_GAPS,) if asks else ()),
        *commas_noted(root),
    )
    return ForeignTree(root, f"partykit's print {name}", (), notes, gaps=Gaps.UNSAID)


def _node(at: int, level: int, content: str, where: str) -> _Node:
    """A row's node. Errors: Invalid where several colons may stand before its leaf."""
    if re.search(r": n = [0-9]+$", content):
        raise Invalid(where, "leaves that are constants (of models, lmtree's, glmtree's, the coefficients are not read)", content[:60])
    leaves = [leaf for colon in re.finditer(": ", content) if (leaf := _LEAF.fullmatch(content, colon.start())) is not None]
    leaves = [leaf for leaf in leaves if _is_split(content[: leaf.start()])]
    if len(leaves) > 1:
        raise Invalid(where, "a leaf that begins behind one colon only", content[:60])
    return _Node(at, level, content if not leaves else content[: leaves[0].start()], leaves[0] if leaves else None)


def _is_split(text: str) -> bool:
    return text == "root" or " in " in text or _NUMERIC.fullmatch(text) is not None or _ORDERED.fullmatch(text) is not None


def _check_size(text: str, nodes: dict[int, _Node], where: str) -> None:
    """Errors: Invalid for a line that counts other nodes than stand above it."""
    size = _SIZES.fullmatch(text.strip())
    if size is None:
        return
    leaves = sum(node.leaf is not None for node in nodes.values())
    count = leaves if size["kind"] == "terminal" else len(nodes) - leaves
    if int(size["count"]) != count:
        raise Invalid(where, f"the number of {size['kind']} nodes that stand above, {count}", size["count"])


def _below(nodes: dict[int, _Node], name: str) -> dict[int, list[int]]:
    """The children of each node, by levels. Errors: Invalid for a level too deep, a second root, and a node without leaf or children."""
    below: dict[int, list[int]] = {i: [] for i in nodes}
    above: list[int] = []
    for i, node in nodes.items():
        if node.level > len(above) or (i > 1 and not node.level):
            raise Invalid(f"{name} line {node.at}", f"a node of level 1 to {len(above)}", f"level {node.level}")
        del above[node.level :]
        if above:
            below[above[-1]].append(i)
        above.append(i)
    for i, node in nodes.items():
        if (node.leaf is None) != bool(below[i]) or len(below[i]) == 1:
            wanted = "a leaf, label (n = 9, err = 0.0%), or two nodes or more one level deeper"
            raise Invalid(f"{name} line {node.at}, node [{i}]", wanted, f"{node.split[:60]}, {len(below[i])} nodes below")
    return below


def _leaf(i: int, node: _Node, numeric: bool, name: str) -> ForeignNode:
    leaf, where = node.leaf, f"{name} line {node.at}, node [{i}]"
    assert leaf is not None, "a node without children is a leaf"
    if numeric != (not leaf["share"]) or (numeric and re.fullmatch(NUMBER, leaf["label"]) is None):
        raise Invalid(where, "leaves of classes (err in %), or of means", leaf[0][:60])
    n, error = numeral(leaf["n"]), numeral(leaf["error"])
    # a sum of weights, whole ones in full
    leaf_node = ForeignNode(str(i), records=n, within=_half_decimal(leaf["n"]) if "." in leaf["n"] else Fraction(0))
    if numeric:
        return evolve(leaf_node, label=numeral(leaf["label"]), rounding=_half_decimal(leaf["label"]))
    if not 0 <= error <= 100:
        raise Invalid(where, "a share of errors from 0 to 100 %", leaf["error"])
    # the whole number of errors that is printed as the share is, where only one is
    within, wrong = n * _half_decimal(leaf["error"]) / 100, n * error / 100
    sure = "." not in leaf["n"] and within < Fraction(1, 2) and abs(round(wrong) - wrong) <= within
    return evolve(leaf_node, label=leaf["label"], errors=Fraction(round(wrong)) if sure else None)


def _half_decimal(text: str) -> Fraction:
    """Half a unit of the last decimal."""
    return Fraction(1, 2 * 10 ** len(text.partition(".")[2]))


def _most_decimals(texts: Iterable[str]) -> int:
    return max((len(text.partition(".")[2]) for text in texts if "e" not in text), default=0)


def _ask(children: Sequence[_Node], name: str) -> tuple[Ask, bool, str]:
    """The question of some splits; whether the first of two is the second branch; and the text of a cut."""
    splits, where = [child.split for child in children], f"{name} line {children[0].at}"
    numbers = [_NUMERIC.fullmatch(split) for split in splits]
    ways: list[tuple[Ask, bool, str]] = []
    first, second = numbers[0], numbers[1]
    if len(splits) == 2 and first is not None and second is not None:
        signs = _SIGNS.get((first["sign"], second["sign"]))
        if signs is not None and (first["name"], first["cut"]) == (second["name"], second["cut"]):
            ways.append((Cut(first["name"], numeral(first["cut"]), signs[0]), signs[1], first["cut"]))
    for match in re.finditer(" in ", splits[0]):
        column = splits[0][: match.end()]
        groups = tuple(tuple(split[len(column) :].split(", ")) for split in splits)
        values = [value for group in groups for value in group]
        if all(split.startswith(column) for split in splits) and len({*values}) == len(values) and all(values):
            ways.append((Values(column[:-4], groups), False, ""))
    if not ways and all(_ORDERED.fullmatch(split) for split in splits):
        raise Invalid(
            where, "numbers, or sets of values (of ordered ones only the border is printed: use write_partykit)", brief_list(splits)
        )
    if len(ways) != 1:
        wanted = "splits of one column that can be read in one way, as x <= 2.5 and x > 2.5, or k in a, b and k in c"
        raise Invalid(where, wanted, f"{len(ways)} ways: {brief_list(splits)}")
    return ways[0]
