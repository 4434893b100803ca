"""
Decision regions of a tree over continuous attributes: boxes with sides parallel to the axes, and the borders between them.

The space has one axis for each attribute of a list. A tree that asks any other attribute, a nominal one say, is Invalid: it has no boxes.
"""

from __future__ import annotations

__sources__ = (
    ("tan", "Decision Boundary"),
    ("iaml", "1.5 and 1.8 (axis aligned splits)"),
    ("cs422", "Decision Trees: Characteristics (rectilinear)"),
)

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import prod
from typing import TypeAlias

from attrs import frozen
from toolz import groupby

from dtref.errors import Invalid
from dtref.exact.definition import defined
from dtref.spec.model.attributes import Attribute, Cell, Continuous
from dtref.spec.model.trees import Leaf, Tree
from dtref.spec.views.conditions import Condition, Range, holds, is_empty, meet
from dtref.spec.views.rules import merged_rules

Box: TypeAlias = tuple[Range, ...]
"""A range for each axis. Its ends are gaps, so that a point on a cut is in exactly one of the boxes that meet there."""

Bounds: TypeAlias = Sequence[tuple[Fraction, Fraction]]
"""For each axis the two ends of a window."""


@frozen
class Region:
    """The points that reach a leaf."""

    box: Box
    leaf: Leaf


@frozen
class Border:
    """
    The border of two neighbouring regions: `low` lies below and `high` above the number `at` on one axis.

    face: the ranges that both have in common on the other axes, in order.
    """

    low: Region
    high: Region
    attribute: Continuous
    at: Fraction
    face: Box


def regions(tree: Tree, attributes: Sequence[Continuous]) -> tuple[Region, ...]:
    """
    A region for each leaf that a point can reach, from first to last: disjoint, and together the whole space.

    Errors: Invalid where the tree asks an attribute that is none of `attributes`.

    >>> from dtref.spec.model.tests import Threshold
    >>> from dtref.spec.model.trees import Branch
    >>> x, y = Continuous("x"), Continuous("y")
    >>> test = Threshold(x, Fraction(1), Fraction(2), Fraction(3, 2))
    >>> tree = Branch((), (), test, (test,), (Leaf((), ("-",)), Leaf((), ("+",))))
    >>> from dtref.spec.views.conditions import text
    >>> [[text(side) for side in region.box] for region in regions(tree, (x, y))]
    [['x <= 1.5', 'y is any number'], ['x > 1.5', 'y is any number']]
    >>> regions(tree, (y,))
    Traceback (most recent call last):
    dtref.errors.Invalid: axes: expected the continuous attribute 'x', which the tree asks (got ['y'])
    """
    boxes = (Region(_box(rule.conditions, attributes), rule.leaf) for rule in merged_rules(tree))
    return tuple(region for region in boxes if not any(map(is_empty, region.box)))


def region_of(space: Sequence[Region], point: Sequence[Cell]) -> Region:
    """
    The region that a point lies in; its cells stand in the order of the axes.

    Errors: Invalid where a cell is missing or no number, or the point lies in none of the regions (one with too many cells never does).

    >>> region_of(regions(Leaf((), ("+",)), (Continuous("x"),)), (Fraction(7),)).leaf
    <Leaf + ()>
    """
    for region in space:
        if len(point) == len(region.box) and all(map(holds, region.box, point)):
            return region
    raise Invalid("point", "one that lies in a region", tuple(point))


@defined(
    formula="prod_a max(0, min(high_a, end_a) - max(low_a, start_a))",
    unit="the product of the attributes' units",
    errors="Invalid where the window has not one range for each axis, or a range ends before it starts",
)
def volume(box: Box, window: Bounds) -> Fraction:
    """
    The volume of the part of a box that lies in a window, exact; a face of a border has one too. 1 where there are no axes.

    >>> (whole,) = regions(Leaf((), ("+",)), (Continuous("x"), Continuous("y")))
    >>> volume(whole.box, ((Fraction(0), Fraction(2)), (Fraction(1), Fraction(5, 2))))
    Fraction(3, 1)
    """
    if len(window) != len(box) or any(start > end for start, end in window):
        raise Invalid("window", f"{len(box)} ranges that end where they start or later", tuple(window))
    return prod((_length(side, start, end) for side, (start, end) in zip(box, window, strict=True)), start=Fraction(1))


def borders(space: Sequence[Region]) -> Iterator[Border]:
    """
    The borders between neighbouring regions. Two regions are neighbours if on one axis the one ends where the other starts, with no
    number between, and on every other axis they have a whole stretch in common (a corner is no border).

    >>> from dtref.spec.model.tests import Threshold
    >>> from dtref.spec.model.trees import Branch
    >>> test = Threshold(Continuous("x"), Fraction(1), Fraction(2), Fraction(3, 2))
    >>> tree = Branch((), (), test, (test,), (Leaf((), ("-",)), Leaf((), ("+",))))
    >>> [(border.attribute.name, border.at, border.face) for border in borders(regions(tree, (test.attribute,)))]
    [('x', Fraction(3, 2), ())]
    """
    for axis in range(len(space[0].box) if space else 0):
        # The regions that start at a gap are neighbours of those that end there.
        starting = groupby(lambda region, axis=axis: region.box[axis].low, space)
        for low in space:
            end = low.box[axis].high
            for high in starting.get(end, ()):
                face = tuple(_common(a, b) for i, (a, b) in enumerate(zip(low.box, high.box, strict=True)) if i != axis)
                if all(map(_is_wide, face)):
                    yield Border(low, high, low.box[axis].attribute, end.at, face)


@defined(sources=(("tan", "Decision Boundary"),))
def decision_boundary(space: Sequence[Region]) -> Iterator[Border]:
    """
    The borders between neighbouring regions of different labels.

    >>> list(decision_boundary(regions(Leaf((), ("+",)), (Continuous("x"),))))
    []
    """
    return (border for border in borders(space) if border.low.leaf.labels != border.high.leaf.labels)


def _box(conditions: Sequence[Condition], attributes: Sequence[Continuous]) -> Box:
    """The box of merged conditions. Errors: Invalid for a condition on another attribute."""
    sides: dict[Attribute, Range] = {attribute: Range(attribute) for attribute in attributes}
    for condition in conditions:
        if condition.attribute not in sides or not isinstance(condition, Range):
            name = condition.attribute.name
            raise Invalid("axes", f"the continuous attribute {name!r}, which the tree asks", [a.name for a in attributes])
        sides[condition.attribute] = condition
    return tuple(sides.values())


def _length(side: Range, start: Fraction, end: Fraction) -> Fraction:
    """The length of the part of a range between start and end; 0 where no number is in the range, such as below all numbers."""
    if is_empty(side):
        return Fraction(0)
    low = start if side.low.beyond else max(side.low.at, start)
    high = end if side.high.beyond else min(side.high.at, end)
    return max(high - low, Fraction(0))


def _common(a: Range, b: Range) -> Range:
    both = meet(a, b)
    assert isinstance(both, Range)
    return both


def _is_wide(side: Range) -> bool:
    """Whether a range has more than one number."""
    return (side.low.beyond, side.low.at) < (side.high.beyond, side.high.at)
