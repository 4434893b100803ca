"""
Whether two trees send every value the same way: for converters. Records at the border of every node of both are tried.

For each leaf a record that reaches it. For each inner node: the cut of a number itself, the doubles next to it, the float32 numbers next
to it; each nominal value that a node names, and one that none does; and a missing value. The other attributes have values that lead to the
node. So every node of both trees is asked on both sides of its border.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import inf, nextafter
from typing import TypeAlias, assert_never

from attrs import frozen

from dtref.errors import Invalid
from dtref.io.foreign.tree import Ask, Cut, ForeignNode, ForeignTree, Known, Values, branch_by_stand_ins, branch_taken, foreign_nodes
from dtref.oracle.verify.compatibility import asks_of, renamed
from dtref.spec.model.attributes import MISSING, Cell, Cells, Width
from dtref.spec.model.precision import rounded
from dtref.spec.model.schemes import preorder, walk
from dtref.spec.model.trees import Label

UNSEEN = "a value that no node names"


@frozen(eq=False)
class RouteEnd:
    """Where a record ends: the leaf and what it predicts; or the node that does not say where it goes."""

    place: str
    label: Label | None
    stuck: bool


@frozen(eq=False)
class Difference:
    """A record that the two trees treat differently, and where it ends in each. why: which border it is at."""

    cells: Cells
    why: str
    first: RouteEnd
    second: RouteEnd


@frozen(eq=False)
class RouteDiff:
    """How many records were tried, and those that differ. notes: what is to be told of the two trees."""

    tried: int
    differences: tuple[Difference, ...]
    notes: tuple[str, ...] = ()


def route_diff(first: ForeignTree, second: ForeignTree, columns: Mapping[str, str] | None = None) -> RouteDiff:
    """
    The records at the borders of either tree that the two predict differently, or that only one of them leaves without a place.

    columns: what the second tree calls some of the first one's columns. Errors: Invalid for two trees that ask, and share no column; for
    one that predicts numbers where the other predicts classes; for a column to be renamed that the first doesn't have.

    >>> def stump(at):
    ...     return ForeignTree(ForeignNode("1", Cut("x", Fraction(at)), (ForeignNode("2", label="a"), ForeignNode("3", label="b"))), "")
    >>> found = route_diff(stump("0.5"), stump("0.25"))
    >>> found.tried, [(d.cells, d.first.label, d.second.label) for d in found.differences][:1]
    (20, [({'x': Fraction(1, 2)}, 'a', 'b')])
    """
    first = renamed(first, columns or {}, {})
    notes = tuple(_check_shared(first, second))
    tried = [(cells, why) for tree in (first, second) for cells, why in border_records(tree, (first, second))]
    found = []
    for cells, why in tried:
        one, other = arrival(first, cells), arrival(second, cells)
        if (one.stuck, one.label) != (other.stuck, other.label):
            found.append(Difference(cells, why, one, other))
    return RouteDiff(len(tried), tuple(found), notes)


def _check_shared(first: ForeignTree, second: ForeignTree) -> Iterator[str]:
    """What two trees don't share; nothing can be compared where they share no column, or predict another kind of thing."""
    kinds = [
        {type(node.label) for node in foreign_nodes(tree.root) if node.ask is None and node.label is not None} for tree in (first, second)
    ]
    if all(kinds) and not kinds[0] & kinds[1]:
        numbers, classes = ("the first", "the second") if Fraction in kinds[0] else ("the second", "the first")
        raise Invalid("trees", "two that predict the same kind of thing", f"{numbers} predicts numbers, {classes} classes")
    one, other = ({ask.attribute: None for ask in asks_of(tree)} for tree in (first, second))
    if not one or not other:
        return
    if not one.keys() & other.keys():
        remedy = f"columns={{{next(iter(one))!r}: {next(iter(other))!r}, …}}, --column {next(iter(one))}={next(iter(other))}"
        wanted = f"two that share a column; if they call the same columns otherwise, say so, such as {remedy}"
        raise Invalid("trees", wanted, f"the first asks {', '.join(list(one)[:20])}, the second {', '.join(list(other)[:20])}")
    for name, one_asks, other_asks in ((n, _kinds_of(first, n), _kinds_of(second, n)) for n in one if n in other):
        if one_asks and other_asks and one_asks != other_asks:
            raise Invalid(name, "a column of one kind", "a number in one tree, one of some values in the other")
    alone = [name for name in (*one, *other) if (name in one) != (name in other)]
    if alone:
        yield f"only one of the trees asks {', '.join(alone[:20])}{' …' if len(alone) > 20 else ''}"


def _kinds_of(tree: ForeignTree, name: str) -> set[type]:
    return {type(ask) for ask in asks_of(tree) if ask.attribute == name and not isinstance(ask, Known)}


def arrival(tree: ForeignTree, cells: Cells) -> RouteEnd:
    """Where a record ends in a tree; a value that it does not have is missing."""

    def child(node: ForeignNode) -> Sequence[ForeignNode]:
        branch = None if node.ask is None else branch_by_stand_ins(node, cells)
        return () if branch is None else (node.children[branch],)

    *_, last = preorder(tree.root, child)
    return RouteEnd(last.place, last.label if last.ask is None else None, last.ask is not None)


Taken: TypeAlias = tuple[tuple[Ask, int], ...]
"""The questions above a node that ask one attribute, and the branches that lead to the node."""


def border_records(tree: ForeignTree, both: tuple[ForeignTree, ...]) -> Iterator[tuple[Cells, str]]:
    """For each node the records at its border, and which border that is; their other values lead to the node. For each leaf one record."""
    named = _values_of(both)

    def below(node: ForeignNode, above: Mapping[str, Taken]) -> Iterator[tuple[ForeignNode, Mapping[str, Taken]]]:
        if node.ask is not None:
            name = node.ask.attribute
            for branch, child in enumerate(node.children):
                yield child, {**above, name: (*above.get(name, ()), (node.ask, branch))}

    nothing: Mapping[str, Taken] = {}
    for node, above in walk(tree.root, nothing, below):
        start = {other: _reaching(above.get(other, ()), values) for other, values in named.items()}
        if node.ask is None:
            yield start, f"leaf {node.place}"
            continue
        name = node.ask.attribute
        for value, what in _border(node.ask, named[name]):
            yield {**start, name: value}, f"node {node.place}, {name}: {what}"
        for other in (other for other, _ in node.stand_ins):
            for value, what in _border(other, named[other.attribute]):
                yield {**start, name: MISSING, other.attribute: value}, f"node {node.place}, {other.attribute} for {name}: {what}"


def _reaching(taken: Taken, named: tuple[Cell, ...]) -> Cell:
    """A value that takes all these branches, if one that is named does, one that is not, or none at all; else any."""
    candidates = (*_known(named), MISSING)
    fits = (value for value in candidates if all(branch_taken(ask, value) == branch for ask, branch in taken))
    return next(fits, named[0] if named else MISSING)


def _known(named: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """What is named, and of texts one that is not."""
    return named if named and isinstance(named[0], Fraction) else (*named, UNSEEN)


def _values_of(trees: tuple[ForeignTree, ...]) -> dict[str, tuple[Cell, ...]]:
    """For each attribute what its nodes name: values, or numbers around its cuts, the least and the greatest beyond all of them."""
    found: dict[str, list[Cell]] = {}
    for ask in (ask for tree in trees for ask in asks_of(tree)):
        values = found.setdefault(ask.attribute, [])
        match ask:
            case Cut(cut=cut):
                values.extend(value for value, _ in _neighbours(cut))
            case Values(groups=groups):
                values.extend(value for group in groups for value in group)
            case Known():
                pass
            case _:
                assert_never(ask)
    return {name: _distinct(values) for name, values in found.items()}


def _distinct(values: list[Cell]) -> tuple[Cell, ...]:
    numbers = sorted({value for value in values if isinstance(value, Fraction)})
    if numbers:
        between = [(a + b) / 2 for a, b in pairwise(numbers)]
        return (numbers[0] - 1, *sorted([*numbers, *between]), numbers[-1] + 1)
    return tuple(dict.fromkeys(values))


def _border(ask: Ask, named: tuple[Cell, ...]) -> Iterator[tuple[Cell, str]]:
    match ask:
        case Cut(cut=cut):
            yield from _neighbours(cut)
        case Known():
            yield _known(named)[0], "a known value"
        case Values():
            yield from ((value, f"the value {value}") for value in named)
            yield UNSEEN, "an unseen value"
        case _:
            assert_never(ask)
    yield MISSING, "a missing value"


def _neighbours(cut: Fraction) -> Iterator[tuple[Fraction, str]]:
    """The cut, the doubles next to it, and the single-precision numbers next to it."""
    double = rounded(cut, Width.FLOAT64)
    yield cut, "the cut"
    yield Fraction(nextafter(float(double), -inf)), "the double below the cut"
    yield Fraction(nextafter(float(double), inf)), "the double above the cut"
    single = rounded(cut, Width.FLOAT32)
    step = Fraction(2) ** (max(_exponent(single), -126) - 23)
    yield single, "the cut in single precision"
    yield single - step, "the single below the cut"
    yield single + step, "the single above the cut"
    yield double, "the cut as a double"


def _exponent(x: Fraction) -> int:
    """The e with 2^e <= |x| < 2^(e + 1); of 0 a small one."""
    if x == 0:
        return -126
    e = abs(x).numerator.bit_length() - abs(x).denominator.bit_length()
    return e if Fraction(2) ** e <= abs(x) else e - 1
