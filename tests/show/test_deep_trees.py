"""A chain of 20,000 levels (100,000 in a deep run) prints, is written as JSON, and is read back, without touching the recursion limit."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from fractions import Fraction

from many import LEVELS

import dtref
from dtref.io.models import Model, parse_model, write_model
from dtref.show.tree_text import lines
from dtref.spec.model.attributes import Continuous, Nominal
from dtref.spec.model.tests import Threshold
from dtref.spec.model.trees import Branch, Leaf, Tree, depth

X, Y = Continuous("x"), Nominal("y", ("-", "+"))
NONE, ONE = Fraction(0), Fraction(1)


def chain(levels: int) -> Tree:
    """x <= 1 is a leaf, x <= 2 is a leaf, …"""

    def expand(level: int) -> tuple[Callable[[Sequence[Tree]], Tree], tuple[int, ...]]:
        left = Leaf((("-", ONE), ("+", NONE)), ("-",))
        if level == levels:
            return (lambda _: Leaf((("-", NONE), ("+", ONE)), ("+",))), ()
        cut = Threshold(X, Fraction(level), Fraction(level + 1), Fraction(level))
        counts = (("-", Fraction(levels - level)), ("+", ONE))
        labels = ("-", "+") if level == levels - 1 else ("-",)
        return (lambda below: Branch(counts, labels, cut, (cut,), (left, below[0]))), (level + 1,)

    return dtref.unfold(0, expand)


def test_a_chain_of_thousands_of_levels_prints_is_written_and_read_back() -> None:
    before = sys.getrecursionlimit()
    tree = chain(LEVELS)
    assert depth(tree) == LEVELS
    printed = list(lines(tree))
    assert len(printed) == 2 * LEVELS + 1
    assert printed[-1].endswith(f"[level {LEVELS}] x > {LEVELS - 1}: + (- 0, + 1)")
    assert max(map(len, printed)) < 200
    model = Model((X,), Y, "chain", tree)
    back = parse_model(write_model(model))
    assert back == model
    assert hash(back.tree) == hash(tree)
    assert dtref.predict(back.tree, {"x": LEVELS}).labels == ("+",)
    assert dtref.predict(back.tree, {"x": LEVELS * 8 // 9}).labels == ("-",)
    assert sys.getrecursionlimit() == before
