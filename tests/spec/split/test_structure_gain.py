"""The structure score: the least value of the loss that it stands for, found by trying steps."""

from __future__ import annotations

import pickle
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtref.engines.filter.float_errors import structure_error
from dtref.errors import Invalid
from dtref.exact.number import as_double, doubles
from dtref.spec.split.structure_gain import StructureScore

amounts = st.fractions(0, 5, max_denominator=8)
moments = st.tuples(st.fractions(Fraction(1, 8), 9, max_denominator=8), st.fractions(-20, 20, max_denominator=8))


def table(node: tuple[Fraction, Fraction]) -> tuple[Fraction, Fraction, Fraction]:
    """Moments that records can have."""
    h, s = node
    return h, s, s * s / h + 1


def loss(score: StructureScore, node: tuple[Fraction, Fraction, Fraction], step: Fraction) -> Fraction:
    """Twice the loss after a step, less that before it, with its penalties."""
    h, s, _ = node
    return -2 * s * step + (h + score.penalty) * step * step + 2 * score.alpha * abs(step)


@given(moments, amounts, amounts, st.lists(st.fractions(-30, 30, max_denominator=16), max_size=6))
def test_no_step_lowers_the_penalised_loss_by_more(
    node: tuple[Fraction, Fraction], penalty: Fraction, alpha: Fraction, steps: list[Fraction]
) -> None:
    score, counts = StructureScore(penalty, alpha), table(node)
    best = score.leaf(counts)
    assert isinstance(best, Fraction)
    assert loss(score, counts, best) == -score.of(counts)
    assert all(loss(score, counts, step) >= -score.of(counts) for step in (*steps, best + Fraction(1, 9), best - Fraction(1, 9)))


@given(moments, amounts, st.fractions(Fraction(1, 8), 3, max_denominator=8), st.lists(st.fractions(-1, 1, max_denominator=9), max_size=6))
def test_with_a_largest_step_none_within_it_does_better(
    node: tuple[Fraction, Fraction], penalty: Fraction, most: Fraction, shares: list[Fraction]
) -> None:
    score, counts = StructureScore(penalty, max_step=most), table(node)
    assert all(loss(score, counts, share * most) >= -score.of(counts) for share in (*shares, Fraction(1), Fraction(-1)))
    assert loss(score, counts, Fraction(score.leaf(counts))) == -score.of(counts)  # type: ignore[arg-type]


@given(st.lists(moments, min_size=2, max_size=3), amounts, amounts, st.booleans())
def test_doubles_are_within_the_bound_of_the_filter(
    branches: list[tuple[Fraction, Fraction]], penalty: Fraction, alpha: Fraction, clipped: bool
) -> None:
    score = StructureScore(penalty, Fraction(0) if clipped else alpha, alpha if clipped else Fraction(0))
    children = [table(branch) for branch in branches]
    node = tuple(sum(column) for column in zip(*children, strict=True))
    in_doubles = [doubles(child) for child in children]
    value = as_double(score(doubles(node), in_doubles))
    assert value is not None
    exact = score(node, children)
    assert isinstance(exact, Fraction)
    assert abs(Fraction(value) - exact) <= Fraction(structure_error(value, in_doubles))


def test_criteria_of_equal_scores_are_equal_and_can_be_sent() -> None:
    one = StructureScore(Fraction(1)).criterion
    assert one == StructureScore(Fraction(1)).criterion == pickle.loads(pickle.dumps(one)) != StructureScore(Fraction(2)).criterion
    with pytest.raises(Invalid, match="alpha"):
        StructureScore(alpha=Fraction(-1))


def test_a_leaf_of_less_weight_than_the_least_adds_nothing() -> None:
    assert [StructureScore(least=Fraction(n)).leaf((3, 6, 12)) for n in (3, 4)] == [2, 0]
