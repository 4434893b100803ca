"""Trees whose names mean something to each language that a tree is written in."""

from __future__ import annotations

from fractions import Fraction

import dtref
from dtref.errors import printable
from dtref.spec.model.tests import Multiway, Threshold

VALUES = (
    'a"b',
    "back\\slash",
    "new\nline",
    "<b>&amp;</b>",
    "</script><script>x",
    "`code`",
    "#quot;",
    "é ∑",
    "end",
    "[x]{y}(z)|w|",
    "-->",
    "{{j}}",
    "</template>",
    "%%c",
    "x\\n",
    "$m$_*~",
)
"""Values of an attribute."""

ATTRIBUTE = dtref.Nominal('q"uo<te>', VALUES)
NAMES = [f'q"uo<te> = {printable(value)}' for value in VALUES]
"""The conditions, as text shows them."""

CLASSES = ('c"1', "<i>")


def tree() -> dtref.Branch:
    """A leaf for each value."""
    leaves = tuple(leaf(i, 1) for i in range(len(VALUES)))
    test = Multiway(ATTRIBUTE)
    return dtref.Branch(leaf(120, 16).counts, CLASSES[:1], test, (test,), leaves)


def leaf(first: int, second: int) -> dtref.Leaf:
    """A leaf with so many records of the two classes."""
    counts = dict(zip(CLASSES, (Fraction(first), Fraction(second)), strict=True))
    return dtref.Leaf(tuple(counts.items()), tuple(c for c in CLASSES if counts[c] == max(counts.values())))


def chain(levels: int) -> dtref.Leaf | dtref.Branch:
    """A tree so many levels deep."""
    found: dtref.Leaf | dtref.Branch = leaf(1, 0)
    for i in range(levels):
        cut = Threshold(dtref.Continuous("x"), Fraction(i), Fraction(i + 1), Fraction(2 * i + 1, 2))
        found = dtref.Branch(leaf(i + 2, 0).counts, CLASSES[:1], cut, (cut,), (found, leaf(1, 0)))
    return found
