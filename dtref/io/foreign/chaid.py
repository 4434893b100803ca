"""
Trees of the CHAID package for Python: of a fitted `Tree`, read in process from what it holds, or of the text that `print_tree` and the
command line print.

A node asks in which of several groups a value is; a value in no group was not there when the node was made, and takes no branch. A missing
value is the value `<missing>` there; here also "?", which it is in data whose missing cells are a value. The package predicts the class of
a leaf that has the most records, the first of several.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Protocol, runtime_checkable

from attrs import frozen

from dtref.errors import Invalid
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.decimals import plain
from dtref.io.files import read_text, text_lines
from dtref.io.foreign.node_list import listed_tree
from dtref.io.foreign.tree import ForeignNode, ForeignTree, Program, Setting, Values
from dtref.spec.model.attributes import AS_VALUE, Width
from dtref.spec.model.labels import class_name
from dtref.spec.model.numerals import numeral
from dtref.spec.model.precision import rounded

MISSING_THERE = "<missing>"
"""The package's name of a missing value."""
OF_NUMBERS = {"mean", "s.t.d"}
"""What a node has in the place of classes where the target is a number."""
NO_LABELS_OF_NEW = "a value that no record had at a node takes no branch there: the package predicts training records alone"


@runtime_checkable
class _FoundSplit(Protocol):
    column_id: object
    split_map: Sequence[Sequence[Hashable]]
    score: float

    @property
    def column(self) -> str | None: ...


@runtime_checkable
class _FoundNode(Protocol):
    node_id: int
    parent: int | None
    choices: Sequence[Hashable]
    split: _FoundSplit

    @property
    def members(self) -> Mapping[Hashable, float]: ...


class _Column(Protocol):
    name: str | None


class _Statistics(Protocol):
    alpha_merge: float
    min_child_node_size: float
    max_splits: int | None
    split_threshold: float
    is_exhaustive: bool


@runtime_checkable
class FittedTree(Protocol):
    """What is read of a fitted `CHAID.Tree`."""

    max_depth: int
    min_parent_node_size: float
    vectorised_array: Sequence[_Column]
    tree_store: Sequence[_FoundNode]
    _stats: _Statistics


@frozen(eq=False)
class _Row:
    """A node as listed: its name, its parent's position, its group of its parent's values, its counts, and what it asks, with its score."""

    place: str
    parent: int | None
    group: tuple[str, ...]
    members: tuple[tuple[str, Fraction], ...]
    asks: str | None
    groups: tuple[tuple[str, ...], ...]
    score: Fraction | None


@refuses_other_kinds
def read_chaid(tree: object) -> ForeignTree:
    """
    A fitted `CHAID.Tree` as a foreign tree, with the settings that it was grown with. Nothing of the package is imported.

    Columns without names have that of their position, as in the package. Errors: Invalid for another object, and for a tree of numbers.

    >>> read_chaid("a tree")
    Traceback (most recent call last):
    dtref.errors.Invalid: model: expected a tree of the CHAID package (got 'str')
    """
    if not isinstance(tree, FittedTree):
        raise Invalid("model", "a tree of the CHAID package", type(tree).__name__)
    rules = tree._stats
    settings = {
        "alpha_merge": _number(rules.alpha_merge),
        "max_depth": _number(tree.max_depth),
        "min_parent_node_size": _number(tree.min_parent_node_size),
        "min_child_node_size": _number(rules.min_child_node_size),
        "is_exhaustive": str(bool(rules.is_exhaustive)),
        **({"max_splits": _number(rules.max_splits)} if rules.max_splits else {}),
    }
    weighted = any(getattr(node, "dep_v", None) is not None and node.dep_v.weights is not None for node in tree.tree_store)  # type: ignore[attr-defined]
    if weighted:
        settings["weight"] = "True"
    names = tuple(str(i) if column.name is None else str(column.name) for i, column in enumerate(tree.vectorised_array))
    return _tree("CHAID", list(map(_row_of, tree.tree_store)), names, tuple(Setting(name, value) for name, value in settings.items()))


def _row_of(node: _FoundNode) -> _Row:
    asks = node.split.column
    groups = tuple(map(_texts, node.split.split_map)) if asks is not None else ()
    score = Fraction(float(node.split.score)) if asks is not None else None
    return _Row(f"node {node.node_id}", node.parent, _texts(node.choices), _members(node.members, "CHAID"), asks, groups, score)


def _number(x: float) -> str:
    """A setting as the decimal that it prints as."""
    return plain(numeral(repr(float(x))))


def _texts(values: Iterable[Hashable]) -> tuple[str, ...]:
    return tuple(str(class_name(value)) for value in values)


def _members(members: Mapping[Hashable, float], where: str) -> tuple[tuple[str, Fraction], ...]:
    """The counts of classes. Errors: Invalid where they are a mean and its deviation."""
    if set(members) == OF_NUMBERS:
        raise Invalid(where, "a tree of classes: trees of numbers are not read", sorted(map(str, members)))
    return tuple((str(class_name(name)), Fraction(n)) for name, n in members.items())


def _tree(source: str, rows: Sequence[_Row], columns: tuple[str, ...], settings: tuple[Setting, ...]) -> ForeignTree:
    """The tree of its nodes. Errors: Invalid where these are no tree, or a node's groups are not those of its children."""
    below: dict[int, list[int]] = {i: [] for i in range(len(rows))}
    for i, row in enumerate(rows):
        if row.parent is not None:
            if row.parent not in below:
                raise Invalid(f"{source}, {row.place}", "a parent that is listed", row.parent)
            below[row.parent].append(i)

    def made(i: int, children: Sequence[ForeignNode]) -> ForeignNode:
        row, groups = rows[i], tuple(rows[child].group for child in below[i])
        if row.groups != groups:
            raise Invalid(f"{source}, {row.place}", f"a branch for each of its groups, {_brackets(row.groups)}", _brackets(groups))
        records = sum((n for _, n in row.members), Fraction(0))
        label = max(row.members, key=lambda pair: pair[1])[0] if row.asks is None and row.members else None
        ask = None if row.asks is None else _question(row.asks, groups)
        return ForeignNode(row.place, ask, tuple(children), label, row.members, records, gain=row.score)

    if not rows:
        raise Invalid(source, "a tree of one node at least", "none")
    root = listed_tree(0, below, made, source)
    notes = (NO_LABELS_OF_NEW,) if rows[0].asks is not None else ()
    classes = tuple(dict.fromkeys(name for row in rows for name, _ in row.members))
    return ForeignTree(root, source, classes, notes, columns, settings=settings, program=Program.CHAID)


def _brackets(groups: Sequence[Sequence[str]]) -> str:
    return str([list(group) for group in groups])


def _question(name: str, groups: Sequence[tuple[str, ...]]) -> Values:
    """The question; missing values have two names."""
    missing = next((i for i, group in enumerate(groups) if MISSING_THERE in group), None)
    named = [tuple(AS_VALUE if value == MISSING_THERE else value for value in group) for group in groups]
    return Values(name, tuple(named), missing=missing)


_LINE = re.compile(r"(?P<bars>(?:[| ] {3})*)(?P<branch>(?:\|-- |\+-- )?)\((?P<node>\[.*)\)")
_SPLIT = re.compile(r"\((?P<name>.*), p=(?P<p>[^,()]+), score=(?P<score>[^,()]+), groups=(?P<groups>\[.*\])\), dof=[0-9]+\)")
_NO_SPLIT = "<Invalid Chaid Split>"


def read_chaid_text(path: Path) -> tuple[ForeignTree, ...]:
    """The tree of a file with what `print_tree` or the command line prints. Errors: Invalid as `parse_chaid`."""
    return (parse_chaid(read_text(path), path.name),)


def parse_chaid(text: str, name: str) -> ForeignTree:
    """
    The tree of what `print_tree` or the command line prints, lines around it left out. It has no settings.

    Errors: Invalid for a text without such a tree, with several, or with a line in it that is none of a tree.

    >>> tree = parse_chaid("([], {'a': 3, 'b': 0}, <Invalid Chaid Split> - the max depth has been reached)", "x.txt")
    >>> tree.root.label, tree.root.counts
    ('a', (('a', Fraction(3, 1)), ('b', Fraction(0, 1))))
    """
    rows: list[_Row] = []
    path: list[int] = []  # the positions of the node last read and those above it
    for at, line, level in _lines(text, name):
        if level > len(path):
            raise Invalid(f"{name} line {at}", f"a node at most at level {len(path)}", level)
        row = _parsed(line, path[level - 1] if level else None, f"line {at}", f"{name} line {at}")
        path[level:] = [len(rows)]
        rows.append(row)
    return _tree(name, rows, (), ())


def _lines(text: str, name: str) -> Iterator[tuple[int, str, int]]:
    """The lines of the tree: the number of each, what is between its brackets, its level."""
    numbered = [(at, _LINE.fullmatch(line.rstrip())) for at, line in enumerate(text_lines(text), 1)]
    found = [(at, match) for at, match in numbered if match is not None]
    if not found or sum(not match["branch"] for _, match in found) != 1 or found[0][1]["branch"]:
        raise Invalid(name, "one tree, as print_tree of the CHAID package prints it, its root first", f"{len(found)} lines of nodes")
    if found[-1][0] - found[0][0] + 1 != len(found):
        strange = next(at for at, match in numbered if at > found[0][0] and match is None)
        raise Invalid(f"{name} line {strange}", "a node of the tree", text_lines(text)[strange - 1][:100])
    return ((at, match["node"], len(match["bars"]) // 4 + bool(match["branch"])) for at, match in found)


def _parsed(line: str, parent: int | None, place: str, where: str) -> _Row:
    """A node of a line. Errors: Invalid for another text."""
    end = _literal_end(line, 0, where)
    start = end + 2
    after = _literal_end(line, start, where)
    if line[end:start] != ", " or line[after : after + 2] != ", ":
        raise Invalid(where, "a node: its values, its counts, what it asks", line[:100])
    choices, members, said = _value(line[:end], where), _value(line[start:after], where), line[after + 2 :]
    if not isinstance(choices, list) or not isinstance(members, dict) or not all(isinstance(n, int | float) for n in members.values()):
        raise Invalid(where, "a list of values and counts by class", line[:100])
    counted = _members(members, where)
    if said.startswith(_NO_SPLIT):
        return _Row(place, parent, _texts(choices), counted, None, (), None)
    match = _SPLIT.fullmatch(said)
    if match is None:
        raise Invalid(where, f"a split, or {_NO_SPLIT}", said[:100])
    groups = _value(match["groups"], where)
    if not isinstance(groups, list) or not all(isinstance(group, list) for group in groups):
        raise Invalid(where, "groups of values", match["groups"][:100])
    numeral(match["p"])
    score = rounded(numeral(match["score"]), Width.FLOAT64)  # printed as the double's shortest decimal
    return _Row(place, parent, _texts(choices), counted, match["name"], tuple(map(_texts, groups)), score)


def _literal_end(line: str, start: int, where: str) -> int:
    """The end of the list or dict that begins at a position: its bracket is closed there, outside texts."""
    depth, quote, i = 0, "", start
    while i < len(line):
        c = line[i]
        if quote:
            i += c == "\\"
            quote = "" if c == quote else quote
        elif c in "'\"":
            quote = c
        elif c in "[{(":
            depth += 1
        elif c in "]})":
            depth -= 1
            if depth <= 0:
                return i + 1
        i += 1
    raise Invalid(where, "a list that is closed", line[start : start + 100])


def _value(text: str, where: str) -> object:
    """A list or dict of texts and numbers, as Python prints it. Errors: Invalid for anything else."""
    try:
        return _evaluated(ast.parse(text, mode="eval").body)
    except (SyntaxError, ValueError, RecursionError, MemoryError, TypeError):
        raise Invalid(where, "values as Python prints them", text[:100]) from None


def _evaluated(node: ast.expr) -> object:
    """A literal; numpy's `np.float64(1.0)` is the number in it."""
    match node:
        case ast.List(elts=elements):
            return [_evaluated(element) for element in elements]
        case ast.Dict(keys=keys, values=values):
            return {_evaluated(key): _evaluated(value) for key, value in zip(keys, values, strict=True) if key is not None}
        case ast.Call(func=ast.Attribute(value=ast.Name(id="np")), args=[inner], keywords=[]):
            return _evaluated(inner)
        case ast.Constant(value=str() | int() | float() as value):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as value)):
            return -value
        case _:
            raise ValueError("neither a text nor a number")
