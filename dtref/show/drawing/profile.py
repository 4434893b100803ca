"""The records at a node by the attribute that it asks: what the chart of the node shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from math import ceil, floor
from typing import TypeAlias

from attrs import frozen

from dtref.errors import Invalid
from dtref.exact.brief import brief_repr
from dtref.spec.model.attributes import MISSING, Attribute, Cell, Continuous
from dtref.spec.model.branches import as_asked, branch_for, branch_of_values, condition
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.days import counts_days, day_text, text_in_unit
from dtref.spec.model.prediction import taken
from dtref.spec.model.schemes import walk
from dtref.spec.model.tests import IsKnown, Oblique, Ranges, Side, Test, Threshold
from dtref.spec.model.trees import Branch, Tree

BINS = 16
"""The number of bins between the least and the greatest number at a node; where a cut is moved onto a border, one more."""

MOST_BARS = 16
"""The most values that have a bar each; of more, a branch has one."""

FEW_NUMBERS = 8
"""The most numbers that have a bar each, as values have; more are put into bins."""


@frozen
class Spread:
    """Numbers of a continuous target: their weight, the least, the mean and the greatest."""

    weight: Fraction
    least: Fraction
    mean: Fraction
    greatest: Fraction


Content: TypeAlias = tuple[Fraction, ...] | Spread | None
"""The weights of the classes, in declared order; of a continuous target its spread, None without records."""


@frozen
class Bar:
    """The records of one value, of one bin, or of one branch: its name, what they are, and the branch that they take (None: several)."""

    name: str
    content: Content
    branch: int | None


@frozen
class Scale:
    """The numbers along a chart: where it begins and ends, and the cuts."""

    attribute: Continuous
    start: Fraction
    end: Fraction
    cuts: tuple[Fraction, ...]


@frozen(eq=False)
class Profile:
    """The bars of a node from left to right; scale: of numbers; missing: the records without the value asked, where there are some."""

    bars: tuple[Bar, ...]
    scale: Scale | None = None
    missing: Content = None

    __repr__ = brief_repr


RecordsHere: TypeAlias = list[tuple[Record, Fraction]]
"""The records at a node, each with the weight of it that is there."""


def profiles(tree: Tree, data: DataSet) -> Iterator[Profile | None]:
    """
    The profile of each node in preorder, None for a leaf. The records needn't be those that the tree was grown from.

    Errors: Invalid as for `predict`.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.growing.hunt import grow
    >>> from dtref.spec.presets import CART
    >>> data = DataSet((Continuous("x"),), Nominal("y", "ab"), [Record((Fraction(i),), "a" if i < 9 else "b") for i in range(17)])
    >>> root, *leaves = profiles(grow(data, CART), data)
    >>> root.scale.start, root.scale.end, root.scale.cuts, leaves
    (Fraction(-1, 2), Fraction(33, 2), (Fraction(17, 2),), [None, None])
    >>> root.bars[8], root.bars[9].name, len(root.bars)
    (Bar(name='(15/2, 17/2]', content=(Fraction(1, 1), Fraction(0, 1)), branch=0), '(17/2, 19/2]', 17)
    """
    position = {attribute.name: i for i, attribute in enumerate(data.attributes)}
    summary = _summary(data)

    def cells_of(record: Record) -> Callable[[Attribute], Cell]:
        def cell_of(attribute: Attribute) -> Cell:
            if attribute.name not in position:
                raise Invalid("records", f"a value of {attribute.name!r}", MISSING)
            return as_asked(attribute, record.values[position[attribute.name]])

        return cell_of

    def below(node: Tree, here: RecordsHere) -> Iterable[tuple[Tree, RecordsHere]]:
        if not isinstance(node, Branch):
            return ()
        parts: list[RecordsHere] = [[] for _ in node.children]
        for record, weight in here:
            for branch, share in taken(node, cells_of(record)):
                parts[branch].append((record, weight * share))
        return zip(node.children, parts, strict=True)

    for node, here in walk(tree, [(record, record.weight) for record in data], below):
        yield _profile(node.test, here, cells_of, summary) if isinstance(node, Branch) else None


Summary: TypeAlias = Callable[[RecordsHere], Content]


def _summary(data: DataSet) -> Summary:
    """What some records are, by the target."""
    if isinstance(data.target, Continuous):
        return _spread
    place = {label: i for i, label in enumerate(data.classes)}

    def weights(here: RecordsHere) -> Content:
        sums = [Fraction(0)] * len(place)
        for record, weight in here:
            sums[place[str(record.label)]] += weight
        return tuple(sums)

    return weights


def _spread(here: RecordsHere) -> Content:
    numbers = [(record.label, weight) for record, weight in here if isinstance(record.label, Fraction)]
    if not numbers:
        return None
    total = sum((weight for _, weight in numbers), Fraction(0))
    mean = sum((y * weight for y, weight in numbers), Fraction(0)) / total
    return Spread(total, min(y for y, _ in numbers), mean, max(y for y, _ in numbers))


def _profile(test: Test, here: RecordsHere, cells_of: Callable[[Record], Callable[[Attribute], Cell]], summary: Summary) -> Profile:
    branches = [(branch_for(test, cells_of(record)), record, weight) for record, weight in here]
    if isinstance(test, Oblique | IsKnown):  # no single axis: a bar a branch
        return _by_branch(test, branches, summary)
    known = [(cells_of(record)(test.attribute), branch, record, weight) for branch, record, weight in branches]
    missing = [(record, weight) for cell, _, record, weight in known if cell is MISSING]
    rest = summary(missing) if missing else None
    if isinstance(test, Threshold | Ranges):
        numbers = [(cell, branch, (record, weight)) for cell, branch, record, weight in known if isinstance(cell, Fraction)]
        return _by_bin(test, numbers, rest, summary)
    # a bar a value, branch by branch
    branch_of = branch_of_values(test)
    groups: dict[str, RecordsHere] = {}
    for cell, _, record, weight in known:
        if isinstance(cell, str):
            groups.setdefault(cell, []).append((record, weight))
    if len(groups) > MOST_BARS:
        return _by_branch(test, branches, summary)
    last = len(branch_of)
    order = sorted(groups, key=lambda value: (branch_of.get(value, last), test.attribute.values.index(value)))
    return Profile(tuple(Bar(value, summary(groups[value]), branch_of.get(value)) for value in order), missing=rest)


def _by_branch(test: Test, branches: Sequence[tuple[object, Record, Fraction]], summary: Summary) -> Profile:
    groups: dict[object, RecordsHere] = {}
    for branch, record, weight in branches:
        groups.setdefault(branch, []).append((record, weight))
    rest = summary(groups.pop(MISSING)) if MISSING in groups else None
    kept = sorted(branch for branch in groups if isinstance(branch, int))
    return Profile(tuple(Bar(condition(test, branch), summary(groups[branch]), branch) for branch in kept), missing=rest)


def _by_bin(
    test: Threshold | Ranges, numbers: Sequence[tuple[Fraction, object, tuple[Record, Fraction]]], rest: Content, summary: Summary
) -> Profile:
    """Bins of equal width. A single cut is a border of two of them, so that a bin lies on one side of it."""
    cuts = (test.cut,) if isinstance(test, Threshold) else test.cuts
    if not numbers:
        return Profile((), Scale(test.attribute, cuts[0] - 1, cuts[-1] + 1, cuts), rest)
    if len({x for x, _, _ in numbers}) <= FEW_NUMBERS:
        return _by_number(test.attribute, numbers, rest, summary)
    least, greatest = min(*cuts, *(x for x, _, _ in numbers)), max(*cuts, *(x for x, _, _ in numbers))
    width = (greatest - least) / BINS or Fraction(1)
    origin = cuts[0] if len(cuts) == 1 else least
    first, end = floor((least - origin) / width), max(ceil((greatest - origin) / width), floor((least - origin) / width) + 1)
    closed_above = test.side is Side.AT_MOST
    groups: dict[int, RecordsHere] = {}
    for x, branch, part in numbers:
        steps = (x - origin) / width
        bin_ = ceil(steps) - 1 if closed_above else floor(steps)
        if len(cuts) == 1:  # the branch decides, also where a program rounds numbers before it compares them
            bin_ = min(bin_, -1) if branch == 0 else max(bin_, 0)
        groups.setdefault(min(max(bin_, first), end - 1), []).append(part)
    first, end = min(first, *groups), max(end, *(i + 1 for i in groups))

    def bar(i: int) -> Bar:
        low, high = origin + i * width, origin + (i + 1) * width
        side = (0 if i < 0 else 1) if len(cuts) == 1 else None
        inside = ", ".join(day_text(x) if counts_days(test.attribute) else str(x) for x in (low, high))
        return Bar(f"({inside}]" if closed_above else f"[{inside})", summary(groups.get(i, [])), side)

    return Profile(tuple(map(bar, range(first, end))), Scale(test.attribute, origin + first * width, origin + end * width, cuts), rest)


def _by_number(
    attribute: Continuous, numbers: Sequence[tuple[Fraction, object, tuple[Record, Fraction]]], rest: Content, summary: Summary
) -> Profile:
    """A bar for each number."""
    groups: dict[Fraction, RecordsHere] = {}
    branch_of: dict[Fraction, object] = {}
    for x, branch, part in numbers:
        groups.setdefault(x, []).append(part)
        branch_of[x] = branch
    bars = ((x, branch_of[x]) for x in sorted(groups))
    return Profile(
        tuple(Bar(text_in_unit(attribute, x), summary(groups[x]), b if isinstance(b, int) else None) for x, b in bars), missing=rest
    )
