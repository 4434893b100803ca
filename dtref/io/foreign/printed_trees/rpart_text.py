"""
Reads trees as R prints an rpart object: a line for each node, whose children have twice its number, and one more.

    node), split, n, loss, yval, (yprob)
          * denotes terminal node

    1) root 14 5 yes (0.3571429 0.6428571)
      2) humidity>=82.5 7 3 no (0.5714286 0.4285714) *
      3) humidity< 82.5 7 1 yes (0.1428571 0.8571429) *

Cuts and means have `digits` significant digits, 7 by default: how many is not printed, so that a number counts as known as far as the
longest one goes. Surrogates, weights, costs and most names of classes are not printed; `write_rpart` keeps all of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path

from attrs import frozen

from dtref.errors import Invalid
from dtref.io.files import read_text
from dtref.io.foreign.node_list import listed_tree
from dtref.io.foreign.printed_trees.branches import LONGEST, NUMBER
from dtref.io.foreign.printed_trees.lines import TextLine, lines_of
from dtref.io.foreign.printed_trees.nodes import brief_list, commas_noted
from dtref.io.foreign.printed_trees.weka import UNREAD
from dtref.io.foreign.tree import Ask, Cut, ForeignNode, ForeignTree, Gaps, Program, Values, foreign_nodes
from dtref.spec.model.attributes import Width
from dtref.spec.model.numerals import numeral
from dtref.spec.model.tests import Side

_HEADINGS = {"node), split, n, loss, yval, (yprob)": True, "node), split, n, deviance, yval": False}
"""The lines above a tree; whether its labels are classes."""
_OTHERS = "node), split, n"
_ROW = re.compile(r" *(?P<number>[0-9]{1,15})\) (?P<rest>\S.*)")
_ROOT = re.compile(rf"root (?P<n>[0-9]+) (?P<loss> *{NUMBER}) +(?P<label>\S.*)")
_SHARES = re.compile(rf" \((?P<shares>{NUMBER}(?: +{NUMBER})*)\)$")
_NUMERIC = re.compile(rf"(?P<name>.+?)(?P<sign>< |>=)(?P<cut>{NUMBER})")
_NO_SURROGATES = "what becomes of a record that misses a value is not printed (write_rpart keeps the surrogates)"
_WEIGHTED = "the losses are not those of equal records: weights, costs or priors, which are not printed, so that losses are not read"
_NO_MEANS = "they are not the means of equal records: rates (poisson, exp), or weighted means, which R prints alike"
_NOT_PRINTED = "weights, costs or a method that are not printed"


@frozen
class _Node:
    """
    A row: its line, its split, the number of its records, its loss or deviance, its label and shares, and whether it is a leaf. within: the
    greatest error of a share.
    """

    at: int
    split: str
    n: int
    loss_text: str
    label: str
    shares: tuple[Fraction, ...]
    leaf: bool
    within: Fraction = Fraction(0)

    @property
    def loss(self) -> Fraction:
        """The loss, or the deviance."""
        return numeral(self.loss_text)


def read_rpart_text(path: Path) -> tuple[ForeignTree, ...]:
    """The trees in a file of R's output. Errors: as `parse_rpart_text`."""
    return parse_rpart_text(read_text(path), path.name)


def parse_rpart_text(text: str, name: str) -> tuple[ForeignTree, ...]:
    """
    The trees in a text, each below its heading. Errors: Invalid where there is none; for trees of rates or survival times; for a row that
    is none, can be read in several ways, or lacks its sibling or its parent; for numbers of records that don't add up.

    >>> rows = "1) root 9 3 a (0.667 0.333)\\n  2) x>=1.5 6 0 a (1.000 0.000) *\\n  3) x< 1.5 3 0 b (0.000 1.000) *\\n"
    >>> (tree,) = parse_rpart_text("node), split, n, loss, yval, (yprob)\\n      * denotes terminal node\\n\\n" + rows, "r.txt")
    >>> [node.label for node in foreign_nodes(tree.root)], tree.root.errors
    (['a', 'b', 'a'], Fraction(3, 1))
    """
    lines = lines_of(text, name)
    heads = [i for i, line in enumerate(lines) if line.text.strip().startswith(_OTHERS)]
    if not heads:
        raise Invalid(name, f"a tree as R prints an rpart object, below a line {next(iter(_HEADINGS))!r}", "no such line")
    _no_row(lines[: heads[0]], name)
    return tuple(_tree(lines[start:end], name) for start, end in zip(heads, [*heads[1:], len(lines)], strict=True))


def _no_row(lines: Iterable[TextLine], name: str) -> None:
    """Errors: Invalid for a line outside of trees that could be a node."""
    stray = next((line for line in lines if _ROW.fullmatch(line.text) and line.text.rstrip().endswith((")", "*"))), None)
    if stray is not None:
        raise Invalid(f"{name} line {stray.at}", "no node outside of a tree", stray.text[:60])


def _tree(lines: Sequence[TextLine], name: str) -> ForeignTree:
    heading = lines[0].text.strip()
    if heading not in _HEADINGS:
        raise Invalid(f"{name} line {lines[0].at}", "trees of classes or means: " + " or ".join(_HEADINGS), heading[:60])
    classes = _HEADINGS[heading]
    body = [line for line in lines[1:] if line.text and not line.text.strip().startswith("* denotes")]
    count = next((i for i, line in enumerate(body) if _ROW.fullmatch(line.text) is None), len(body))
    _no_row(body[count:], name)
    nodes = _nodes(body[:count], classes, name)
    if 1 not in nodes:
        raise Invalid(f"{name} line {lines[0].at}", "a tree below the heading, from 1) root on", "none")
    root = _root(nodes, classes, name)
    unread = any(isinstance(node.ask, Cut) for node in foreign_nodes(root))
    gaps = any(node.children for node in foreign_nodes(root))
    weighted, means = classes and not _is_plain(nodes.values()), classes or _are_means(nodes)
    notes = (*((UNREAD,) if unread else ()), *((_NO_SURROGATES,) if gaps else ()), *((_WEIGHTED,) if weighted else ()), *commas_noted(root))
    return ForeignTree(
        root,
        f"rpart's print {name}",
        notes=notes,
        gaps=Gaps.UNSAID,
        scores="" if means else _NO_MEANS,
        chosen_for=_NOT_PRINTED if weighted or not means else "",
        program=Program.RPART,
    )


def _nodes(lines: Sequence[TextLine], classes: bool, name: str) -> dict[int, _Node]:
    """The rows by their numbers. Errors: Invalid for a row that is none, and a number twice."""
    nodes: dict[int, _Node] = {}
    width = 0
    for line in lines:
        row = _ROW.fullmatch(line.text)
        if row is None or len(line.text) > LONGEST:
            raise Invalid(f"{name} line {line.at}", "a node as R prints it", line.text[:60])
        number, where = int(row["number"]), f"{name} line {line.at}"
        if number in nodes or number < 1:
            raise Invalid(where, "a number for each node alone, from 1", number)
        width = width or _loss_width(row["rest"])
        nodes[number] = _node(row["rest"], classes, width if number > 1 else 0, line.at, where)
    return nodes


def _loss_width(rest: str) -> int:
    """The width of the column of losses, as the root has it."""
    root = _ROOT.fullmatch(rest)
    return 0 if root is None else len(root["loss"])


def _node(rest: str, classes: bool, width: int, at: int, where: str) -> _Node:
    """A row's node. width: of the column of losses; 0 at the root."""
    content = rest.rstrip()
    leaf = content.endswith(" *")
    content = content[:-2].rstrip() if leaf else content
    shares = _SHARES.search(content, max(0, len(content) - 10_000)) if classes else None
    if classes != (shares is not None):
        raise Invalid(where, "shares of the classes behind the label" if classes else "a mean at the end", rest[:60])
    front = content if shares is None else content[: shares.start()]
    column = rf"(?P<loss>[ 0-9.eE+-]{{{width}}})" if width else rf"(?P<loss> *{NUMBER})"
    pattern = re.compile(rf" (?P<n>[0-9]+) {column} {'' if classes else '+'}(?P<label>\S.*)")
    matches = [match for blank in re.finditer(" ", front) if (match := pattern.fullmatch(front, blank.start()))]
    ways = [
        (split, match)
        for match in matches
        if _is_number(match["loss"])
        and (classes or _is_number(match["label"]))
        and (_is_split(split := front[: match.start()]) if width else (split := front[: match.start()]) == "root")
    ]
    if len(ways) != 1:
        raise Invalid(where, "a node that can be read in one way: split, n, loss or deviance, label", f"{len(ways)} ways: {rest[:60]}")
    split, match = ways[0]
    texts = [] if shares is None else shares["shares"].split()
    within = max(
        (half_unit(share, 1) if "e" in share else Fraction(1, 2 * 10 ** len(share.partition(".")[2])) for share in texts),
        default=Fraction(0),
    )
    return _Node(at, split, int(match["n"]), match["loss"].strip(), match["label"], tuple(map(numeral, texts)), leaf, within)


def _is_number(text: str) -> bool:
    return re.fullmatch(NUMBER, text.strip()) is not None


def _is_split(text: str) -> bool:
    """Whether a text can be a split: of a number, or of names behind an = that belongs to no sign of numbers."""
    return _NUMERIC.fullmatch(text) is not None or re.search(r"[^<>]=.", text) is not None


def _root(nodes: dict[int, _Node], classes: bool, name: str) -> ForeignNode:
    """The tree, the node k above those with the numbers 2k and 2k + 1."""
    for number, node in nodes.items():
        below = sum(child in nodes for child in (2 * number, 2 * number + 1))
        if below != (0 if node.leaf else 2):
            wanted = "nothing below a leaf (*)" if node.leaf else f"the nodes {2 * number} and {2 * number + 1} below it"
            raise Invalid(f"{name} line {node.at}, node {number}", wanted, f"{below} of them")
        if below and node.n != nodes[2 * number].n + nodes[2 * number + 1].n:
            got = f"{node.n}, {nodes[2 * number].n} and {nodes[2 * number + 1].n}"
            raise Invalid(f"{name} line {node.at}, node {number}", "as many records as both its children", got)
    asks = {number: _ask(nodes[2 * number], nodes[2 * number + 1], name) for number, node in nodes.items() if not node.leaf}
    digits = _most_digits(text for ask, _, text in asks.values() if isinstance(ask, Cut))
    plain = classes and _is_plain(nodes.values())
    places = _most_digits(node.label for node in nodes.values() if not classes)

    def made(number: int, children: Sequence[ForeignNode]) -> ForeignNode:
        node = nodes[number]
        ask, swapped, text = asks.get(number, (None, False, ""))
        if isinstance(ask, Cut):
            ask = Cut(ask.attribute, ask.cut, ask.side, unread=True, within=half_unit(text, digits))
        label = node.label if classes else numeral(node.label)
        return ForeignNode(
            str(number),
            ask,
            tuple(reversed(children) if swapped else children),
            label=label,
            rows=Fraction(node.n),
            records=Fraction(node.n) if plain else None,
            errors=node.loss if plain else None,
            rounding=Fraction(0) if classes else half_unit(node.label, places),
        )

    return listed_tree(1, {number: [] if node.leaf else [2 * number, 2 * number + 1] for number, node in nodes.items()}, made, name)


def _ask(left: _Node, right: _Node, name: str) -> tuple[Ask, bool, str]:
    """The question of two splits; whether the first of them is the second branch; and the text of a cut."""
    ways: list[tuple[Ask, bool, str]] = []
    first, second = _NUMERIC.fullmatch(left.split), _NUMERIC.fullmatch(right.split)
    alike = first is not None and second is not None and (first["name"], first["cut"]) == (second["name"], second["cut"])
    if first is not None and second is not None and alike and first["sign"] != second["sign"]:
        cut = Cut(first["name"], numeral(first["cut"]), Side.BELOW, Width.DECIMAL)
        ways.append((cut, first["sign"] == ">=", first["cut"]))
    for match in re.finditer("=", left.split):
        column = left.split[: match.end()]
        groups = tuple(tuple(split[len(column) :].split(",")) for split in (left.split, right.split))
        # a sign of numbers is no end of a name
        if (
            right.split.startswith(column)
            and column[:-1]
            and column[-2] not in "<>"
            and len({*groups[0], *groups[1]}) == sum(map(len, groups))
            and len({value.startswith(" ") for group in groups for value in group}) == 1  # else a name may have a comma
        ):
            ways.append((Values(column[:-1], groups), False, ""))
    if len(ways) != 1:
        wanted = (
            "splits of one column that can be read in one way, as x< 2.5 and x>=2.5, or k=a,b and k=c (write_rpart keeps names as they are)"
        )
        raise Invalid(f"{name} line {left.at}", wanted, f"{len(ways)} ways: {brief_list([left.split, right.split])}")
    return ways[0]


def _is_plain(nodes: Iterable[_Node]) -> bool:
    """Whether losses are numbers of errors: what the greatest shares leave of the records, as far as they are printed."""
    return all(abs(node.n * (1 - max(node.shares)) - node.loss) <= node.n * node.within and node.loss.denominator == 1 for node in nodes)


def _are_means(nodes: Mapping[int, _Node]) -> bool:
    """
    Whether labels are means, and deviances the squares about them, of equal records, as far as they are printed: a node's come from those
    of its children. A single leaf shows nothing of it.
    """
    digits = _most_digits(text for node in nodes.values() for text in (node.label, node.loss_text))

    def rounding(text: str) -> Fraction:
        return half_unit(text, digits)

    for number, node in nodes.items():
        if node.leaf:
            continue
        low, high = nodes[2 * number], nodes[2 * number + 1]
        means = [numeral(one.label) for one in (node, low, high)]
        errors = [rounding(one.label) for one in (node, low, high)]
        apart, error = abs(means[1] - means[2]), errors[1] + errors[2]
        between = Fraction(low.n * high.n, node.n)
        lost = node.loss - low.loss - high.loss - between * apart**2
        allowed = sum(rounding(one.loss_text) for one in (node, low, high)) + between * (2 * apart * error + error**2)
        if abs(lost) > allowed or abs(node.n * means[0] - low.n * means[1] - high.n * means[2]) > node.n * max(errors) * 2:
            return False
    return True


def _most_digits(texts: Iterable[str]) -> int:
    """The greatest number of significant digits."""
    return max((len(re.sub(r"[eE].*|[-+.]", "", text).strip("0")) for text in texts), default=1) or 1


def half_unit(text: str, digits: int) -> Fraction:
    """
    Half a unit of a significant digit, of those of a printed number, counted from 1.

    >>> half_unit("230.1", 4), half_unit("0.05", 3), half_unit("0", 3)
    (Fraction(1, 20), Fraction(1, 20000), Fraction(1, 200))
    """
    x = abs(numeral(text))
    power = 0
    while x >= Fraction(10) ** (power + 1):
        power += 1
    while 0 < x < Fraction(10) ** power:
        power -= 1
    return Fraction(10) ** (power - digits + 1) / 2
