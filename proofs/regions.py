"""Volumes of decision regions: by their unit cells, and all of them together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import prod

from dtref.errors import Invalid
from dtref.spec.model.attributes import Continuous
from dtref.spec.model.tests import Side, Threshold
from dtref.spec.model.trees import Branch, Leaf, Tree
from dtref.spec.views.conditions import ABOVE_ALL, BELOW_ALL, Boundary, Range, holds
from dtref.spec.views.regions import Bounds, regions, volume
from proofs.steps import same
from proofs.theorem import Method, NotEstablished, theorem

BOUNDARY = "tan: Decision Boundary"
X, Y = (Continuous(name) for name in "xy")
GAPS = (BELOW_ALL, *(Boundary(0, Fraction(at), above) for at in (1, 2) for above in (False, True)), ABOVE_ALL)
WINDOWS = tuple((Fraction(start), Fraction(end)) for start in range(4) for end in range(start, 4))


def unit_cells(side: Range, window: tuple[Fraction, Fraction]) -> int:
    """How many intervals from one whole number to the next lie in a window and, by their middle, in a range."""
    start, end = window
    return sum(holds(side, Fraction(2 * k + 1, 2)) for k in range(int(start), int(end)))


@theorem(
    "The volume of a box in a window is the number of unit cells in both: the product of the lengths of its sides, 0 where they have no "
    "stretch in common, 1 without axes; a window with other axes, or that ends before it starts, is refused",
    source=BOUNDARY,
    runs=(volume,),
    reach="every side between two of the places below and above 1 and 2, or without an end; every window between 0, 1, 2, 3; one axis, and "
    "two of which the second has one of three sides",
    method=Method.EXHAUSTION,
)
def theorem_volumes_are_numbers_of_cells() -> None:
    """Box by box; a cell is in a box or out of it as its middle is."""
    same(volume((), ()), 1, "the volume without axes")
    for low, high in product(GAPS, repeat=2):
        side = Range(X, low, high)
        for window in WINDOWS:
            cells = unit_cells(side, window)
            same(volume((side,), (window,)), cells, f"the length of {side} in {window}")
            for other in (Range(Y), Range(Y, low=GAPS[1]), Range(Y, GAPS[2], GAPS[3])):
                both = cells * unit_cells(other, WINDOWS[3])
                same(volume((side, other), (window, WINDOWS[3])), both, f"the area of {side}, {other} in {window}, {WINDOWS[3]}")
    wrong: tuple[Bounds, ...] = ((), (WINDOWS[0],) * 2, ((Fraction(1), Fraction(0)),))
    for windows in wrong:
        refused(windows)


def refused(window: Bounds) -> None:
    """A side has no volume in what is no window."""
    try:
        volume((Range(X),), window)
    except Invalid as error:
        same(error.where, "window", "where it is refused")
    else:
        raise NotEstablished(f"that {window} is refused")


TESTS = tuple(
    Threshold(axis, Fraction(at) - Fraction(1, 2), Fraction(at) + Fraction(1, 2), Fraction(at), side)
    for axis, at, side in ((X, 1, Side.AT_MOST), (X, 2, Side.BELOW), (Y, 1, Side.AT_MOST))
)


def trees(tests: int) -> Iterator[Tree]:
    """Every tree that asks at most so many of the tests on a path."""
    yield Leaf((), ("+",))
    if tests:
        for test in TESTS:
            for below in product(tuple(trees(tests - 1)), repeat=2):
                yield Branch((), ("+",), test, (test,), below)


def area(window: Sequence[tuple[Fraction, Fraction]]) -> Fraction:
    """The volume of a window."""
    return prod((end - start for start, end in window), start=Fraction(1))


@theorem(
    "The regions of a tree fill every window without overlapping: their volumes in it add up to its own",
    source=BOUNDARY,
    runs=(volume, regions),
    reach="every tree of up to two levels of three tests on two axes; windows with ends that are cuts, between them, and a line",
    method=Method.EXHAUSTION,
)
def theorem_regions_fill_the_window() -> None:
    """Tree by tree."""
    windows = ((WINDOWS[3], WINDOWS[3]), ((Fraction(1, 2), Fraction(7, 4)), WINDOWS[5]), (WINDOWS[4], WINDOWS[3]))
    for tree in trees(2):
        space = regions(tree, (X, Y))
        for window in windows:
            same(sum(volume(region.box, window) for region in space), area(window), f"the volumes of {tree} in {window}")
