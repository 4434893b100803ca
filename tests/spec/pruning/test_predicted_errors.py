"""Predicted errors are ordered alike with the quick bounds of their limits and without, and ties of rational limits stay ties."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import TypeAlias
from unittest.mock import patch

from chains import chain
from hypothesis import given
from hypothesis import strategies as st
from many import examples

from dtref.spec.model.trees import Tree, leaf_count
from dtref.spec.pruning import error_based
from dtref.spec.pruning.error_based import Predicted, order, predicted_at, together, upper_limit
from dtref.strategies import trees
from dtref.strategies.values import fractions

Leaves: TypeAlias = list[tuple[Fraction, Fraction]]
QUARTER, HALF = Fraction(1, 4), Fraction(1, 2)


@contextmanager
def without_quick_bounds() -> Iterator[None]:
    """Every limit from `beta_quantile`, as if nothing had been bounded quickly."""
    error_based._bounds.cache_clear()
    with patch.object(error_based, "beta_quantile_bounds", lambda *_: (Fraction(0), Fraction(1))):
        yield
    error_based._bounds.cache_clear()


@st.composite
def sums(draw: st.DrawFn) -> Leaves:
    """The (n, e) of a few leaves."""
    sizes = draw(st.lists(fractions(Fraction(1, 3), 12, max_denominator=3), min_size=1, max_size=3), label="records")
    return [(n, n * draw(fractions(0, 1, max_denominator=4), label="error rate")) for n in sizes]


def predicted(leaves: Leaves, confidence: Fraction) -> Predicted:
    return together([predicted_at(n, e, confidence) for n, e in leaves])


@examples(10)
@given(one=sums(), two=sums(), confidence=st.sampled_from((QUARTER, HALF, Fraction(1, 20), Fraction(4, 5))))
def test_the_order_does_not_depend_on_quick_bounds(one: Leaves, two: Leaves, confidence: Fraction) -> None:
    quick = order(predicted(one, confidence), predicted(two, confidence))
    with without_quick_bounds():
        assert order(predicted(one, confidence), predicted(two, confidence)) == quick
    assert order(predicted(two, confidence), predicted(one, confidence)) == -quick


@examples(10)
@given(tree=trees(max_records=8, weights="fractions"))
def test_pruning_does_not_depend_on_quick_bounds(tree: Tree) -> None:
    quick = error_based.error_based(tree)
    with without_quick_bounds():
        exact = error_based.error_based(tree)
    assert quick.tree == exact.tree
    assert [c.cut for c in quick.comparisons] == [c.cut for c in exact.comparisons]


def test_ties_of_rational_limits() -> None:
    """U(0, 1) = 3/4, U(0, 2) = 1/2, U(1, 1) = 1: unlike leaves of the same cost."""
    one, two, wrong = (predicted_at(Fraction(n), Fraction(e), QUARTER) for n, e in ((1, 0), (2, 0), (1, 1)))
    assert (one.value, two.value, wrong.value) == (Fraction(3, 4), 1, 1)
    assert order(two, wrong) == 0
    assert order(together((one, one, one, one)), together((two, wrong, wrong))) == 0
    assert order(together((one, one)), two) == 1
    third = predicted_at(Fraction(1, 3), Fraction(0), QUARTER)
    assert third.value == Fraction(1, 3) * (1 - Fraction(1, 64))
    assert order(together([third] * 64), together([wrong] * 21)) == 0


def test_levels_above_one_half() -> None:
    """There the limit is below the observed rate: e/n is no lower bound."""
    n, e = Fraction(10), Fraction(5)
    one = predicted_at(n, e, Fraction(9, 10))
    assert one.low <= one.high < e
    assert upper_limit(e, n, Fraction(9, 10)) < HALF


def test_a_deep_chain() -> None:
    """Single records of alternating classes: every other node is cut, the root among them. `tests/bench/bench_pruning.py` has 100,000."""
    pruned = error_based.error_based(chain(2_000))
    assert [c.cut for c in pruned.comparisons] == [True, False] * 1_000
    assert leaf_count(pruned.tree) == 1
