"""
Compares the routes of records through two trees, to check converters of models.

The records are at the borders of both trees. For each leaf, one record that reaches it. For each inner node: the cut itself, the doubles
and the float32 numbers next to it; each nominal value that a node names, and one that none names; and a missing value. The other attributes
have values that lead to the node. So every node of both trees is asked on both sides of its border.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import inf, nextafter
from typing import assert_never

from attrs import frozen

from dtref.errors import Invalid, way
from dtref.exact.brief import brief_repr
from dtref.exact.checked_call import refuses_other_kinds
from dtref.io.foreign.tree import Ask, Cut, ForeignNode, ForeignTree, Known, Values, branch_by_stand_ins, branch_taken, foreign_nodes
from dtref.io.foreign.tree_facts import asks_of, facts_of
from dtref.oracle.verify.arrivals import last_nodes
from dtref.oracle.verify.compatibility import renamed
from dtref.spec.model.attributes import MISSING, Cell, Cells, Width
from dtref.spec.model.display import Reported
from dtref.spec.model.precision import rounded
from dtref.spec.model.schemes import preorder, walk
from dtref.spec.model.trees import Label

UNSEEN = "a value that no node names"


@frozen(eq=False)
class RouteEnd:
    """The end of a record's route: a leaf with its label; or (stuck) a node that does not say where the record goes."""

    place: str
    label: Label | None
    stuck: bool


@frozen(eq=False)
class Difference:
    """A record that two trees treat differently, with the end of its route in each. why: the border it is at."""

    cells: Cells
    why: str
    first: RouteEnd
    second: RouteEnd


@frozen(eq=False)
class RouteDiff(Reported):
    """The number of records tried, and the differences. notes: on columns that only one tree asks. days: the columns of dates."""

    tried: int
    differences: tuple[Difference, ...]
    notes: tuple[str, ...] = ()
    days: frozenset[str] = frozenset()

    __repr__ = brief_repr


@refuses_other_kinds
def route_diff(first: ForeignTree, second: ForeignTree, columns: Mapping[str, str] | None = None) -> RouteDiff:
    """
    The records at the borders of either tree that the two predict differently, or that are stuck in only one of them.

    columns: names of columns in the first tree -> in the second. Errors: Invalid for two trees that ask but share no column, for one that
    predicts numbers and one that predicts classes, and for a renamed column that the first doesn't have.

    >>> def stump(at):
    ...     return ForeignTree(ForeignNode("1", Cut("x", Fraction(at)), (ForeignNode("2", label="a"), ForeignNode("3", label="b"))), "")
    >>> diff = route_diff(stump("0.5"), stump("0.25"))
    >>> diff.tried, [(d.cells, d.first.label, d.second.label) for d in diff.differences][:1]
    (20, [({'x': Fraction(1, 2)}, 'a', 'b')])
    """
    first = renamed(first, columns or {}, {})
    notes = tuple(_check_shared(first, second))
    records = [(cells, why) for tree in (first, second) for cells, why in border_records(tree, (first, second))]
    ends = zip(records, *(_ends(tree, [cells for cells, _ in records]) for tree in (first, second)), strict=True)
    differences = tuple(
        Difference(cells, why, first_end, second_end)
        for (cells, why), first_end, second_end in ends
        if (first_end.stuck, first_end.label) != (second_end.stuck, second_end.label)
    )
    days = frozenset(ask.attribute for tree in (first, second) for ask in asks_of(tree) if isinstance(ask, Cut) and ask.unit is not None)
    return RouteDiff(len(records), differences, notes, days)


def _ends(tree: ForeignTree, records: Sequence[Cells]) -> Iterator[RouteEnd]:
    """The end of each record's route in a tree."""
    columns = list(dict.fromkeys(ask.attribute for ask in facts_of(tree).asks))
    return map(_end, last_nodes(tree.root, records, columns))


def _check_shared(first: ForeignTree, second: ForeignTree) -> Iterator[str]:
    """A note on columns that only one tree asks. Errors: Invalid where the trees share no column, or predict different kinds of things."""
    # what they predict
    kinds = [
        {type(node.label) for node in foreign_nodes(tree.root) if node.ask is None and node.label is not None} for tree in (first, second)
    ]
    if all(kinds) and not kinds[0] & kinds[1]:
        numbers, classes = ("the first", "the second") if Fraction in kinds[0] else ("the second", "the first")
        raise Invalid("trees", "two that predict the same kind of thing", f"{numbers} predicts numbers, {classes} classes")
    # the columns
    first_asks, second_asks = ({ask.attribute: None for ask in asks_of(tree)} for tree in (first, second))
    if not first_asks or not second_asks:
        return
    if not first_asks.keys() & second_asks.keys():
        old, new = next(iter(first_asks)), next(iter(second_asks))
        remedy = way(f"--column {old}={new}", f"columns={{{old!r}: {new!r}, …}}")
        wanted = f"two that share a column; if they call the same columns otherwise, say so, such as {remedy}"
        raise Invalid("trees", wanted, f"the first asks {', '.join(list(first_asks)[:20])}, the second {', '.join(list(second_asks)[:20])}")
    for name, first_kinds, second_kinds in ((n, _kinds_of(first, n), _kinds_of(second, n)) for n in first_asks if n in second_asks):
        if first_kinds and second_kinds and first_kinds != second_kinds:
            raise Invalid(name, "a column of one kind", "a number in one tree, one of some values in the other")
    unshared = [name for name in (*first_asks, *second_asks) if (name in first_asks) != (name in second_asks)]
    if unshared:
        yield f"only one of the trees asks {', '.join(unshared[:20])}{' …' if len(unshared) > 20 else ''}"


def _kinds_of(tree: ForeignTree, name: str) -> set[type]:
    return {type(ask) for ask in asks_of(tree) if ask.attribute == name and not isinstance(ask, Known)}


def arrival(tree: ForeignTree, cells: Cells) -> RouteEnd:
    """The end of a record's route in a tree; a value that the record lacks is missing."""

    def child(node: ForeignNode) -> Sequence[ForeignNode]:
        branch = None if node.ask is None else branch_by_stand_ins(node, cells)
        return () if branch is None else (node.children[branch],)

    *_, last = preorder(tree.root, child)
    return _end(last)


def _end(last: ForeignNode) -> RouteEnd:
    return RouteEnd(last.place, last.label if last.ask is None else None, last.ask is not None)


@frozen(eq=False)
class _Leading:
    """
    The values of an attribute that take every branch on the way to a node.

    values: those that nodes name, texts with one that none names; numbers ascend. positions: of those that lead to the node. missing:
    whether a missing value does.
    """

    values: tuple[Cell, ...]
    positions: Sequence[int]
    missing: bool = True

    def value(self) -> Cell:
        """The first of them; a missing value where no other leads there; where none does, the first that is named, if one is."""
        if self.positions:
            return self.values[self.positions[0]]
        return MISSING if self.missing or self.values[0] == UNSEEN else self.values[0]

    def below(self, ask: Ask, branch: int) -> _Leading:
        """Those that take a branch of one more question. A cut parts ascending numbers in one place, which is found by halving."""
        positions, missing = self.positions, self.missing and ask.missing == branch
        if isinstance(ask, Cut) and ask.zeros is None and isinstance(positions, range):
            border = bisect_left(self.values, 1, positions.start, positions.stop, key=lambda x: branch_taken(ask, x) or 0)
            part = range(border, positions.stop) if branch else range(positions.start, border)
            return _Leading(self.values, part, missing)
        return _Leading(self.values, [i for i in positions if branch_taken(ask, self.values[i]) == branch], missing)


def border_records(tree: ForeignTree, both: tuple[ForeignTree, ...]) -> Iterator[tuple[Cells, str]]:
    """The records at the border of each inner node, and one for each leaf, with a description; their other values lead to the node."""
    values_by_name = _values_of(both)

    # walk down with the values that lead to each node, by attribute
    def child_routes(node: ForeignNode, above: Mapping[str, _Leading]) -> Iterator[tuple[ForeignNode, Mapping[str, _Leading]]]:
        if node.ask is not None:
            name = node.ask.attribute
            for branch, child in enumerate(node.children):
                yield child, {**above, name: above[name].below(node.ask, branch)}

    everywhere: Mapping[str, _Leading] = {n: _Leading(_known(values), range(len(_known(values)))) for n, values in values_by_name.items()}
    for node, leading in walk(tree.root, everywhere, child_routes):
        start = {other: values.value() for other, values in leading.items()}
        if node.ask is None:
            yield start, f"leaf {node.place}"
            continue
        # both sides of the border, then of each stand-in's
        name = node.ask.attribute
        for value, description in _border(node.ask, values_by_name[name]):
            yield {**start, name: value}, f"node {node.place}, {name}: {description}"
        for other in (other for other, _ in node.stand_ins):
            for value, description in _border(other, values_by_name[other.attribute]):
                yield {**start, name: MISSING, other.attribute: value}, f"node {node.place}, {other.attribute} for {name}: {description}"


def _known(values: tuple[Cell, ...]) -> tuple[Cell, ...]:
    """The named values, and for texts one that no node names."""
    return values if values and isinstance(values[0], Fraction) else (*values, UNSEEN)


def _values_of(trees: tuple[ForeignTree, ...]) -> dict[str, tuple[Cell, ...]]:
    """The values that nodes name, by attribute: texts, or numbers around the cuts, including one below and one above all of them."""
    values_by_name: dict[str, list[Cell]] = {}
    for ask in (ask for tree in trees for ask in asks_of(tree)):
        values = values_by_name.setdefault(ask.attribute, [])
        match ask:
            case Cut(cut=cut):
                values.extend(value for value, _ in _neighbours(cut))
            case Values(groups=groups):
                values.extend(value for group in groups for value in group)
            case Known():
                pass
            case _:
                assert_never(ask)
    return {name: _distinct(values) for name, values in values_by_name.items()}


def _distinct(values: list[Cell]) -> tuple[Cell, ...]:
    numbers = sorted({value for value in values if isinstance(value, Fraction)})
    if numbers:
        between = [(a + b) / 2 for a, b in pairwise(numbers)]
        return (numbers[0] - 1, *sorted([*numbers, *between]), numbers[-1] + 1)
    return tuple(dict.fromkeys(values))


def _border(ask: Ask, values: tuple[Cell, ...]) -> Iterator[tuple[Cell, str]]:
    match ask:
        case Cut(cut=cut):
            yield from _neighbours(cut)
        case Known():
            yield _known(values)[0], "a known value"
        case Values():
            yield from ((value, f"the value {value}") for value in values)
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
    """The e with 2^e <= |x| < 2^(e + 1); for 0 the least exponent of single precision."""
    if x == 0:
        return -126
    e = abs(x).numerator.bit_length() - abs(x).denominator.bit_length()
    return e if Fraction(2) ** e <= abs(x) else e - 1
