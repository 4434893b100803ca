"""Brier score and logarithmic loss: against definitions over records, their parts against impurities, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from narrow import defined

from dtref.errors import Invalid, Undefined
from dtref.exact.comparison import compare
from dtref.spec.evaluation.probabilities.brier import binary_brier_decomposition, binary_brier_score, brier_decomposition, brier_score
from dtref.spec.evaluation.probabilities.forecasts import normalised_shares
from dtref.spec.evaluation.probabilities.log_loss import clipped_log_loss, log_loss, log_loss_decomposition
from dtref.spec.split.criteria import gain, gini_reduction
from dtref.spec.split.impurity import entropy, gini
from dtref.strategies.values import fractions

CLASSES = "abc"
Rows = list[tuple[tuple[Fraction, ...], str]]


@st.composite
def forecasts(draw: st.DrawFn, least: int = 0) -> Rows:
    """Few distinct forecasts of three classes, so that records share them, and what came."""
    parts = st.tuples(*[st.integers(least, 3)] * 3).filter(any)
    few = draw(st.lists(parts, min_size=1, max_size=3), label="forecasts")
    pairs = draw(st.lists(st.tuples(st.sampled_from(few), st.sampled_from(CLASSES)), min_size=1, max_size=8), label="records")
    return [(tuple(Fraction(k, sum(row)) for k in row), label) for row, label in pairs]


def asked(rows: Rows) -> tuple[Any, ...]:
    return [row for row, _ in rows], [label for _, label in rows], CLASSES


def table(rows: Rows) -> tuple[tuple[int, ...], list[tuple[int, ...]]]:
    """The class counts of all records, and of those of each forecast."""
    groups: dict[Any, list[str]] = {}
    for row, label in rows:
        groups.setdefault(row, []).append(label)
    counts = [tuple(group.count(c) for c in CLASSES) for group in groups.values()]
    return tuple(map(sum, zip(*counts, strict=True))), counts


@given(forecasts())
def test_brier_parts_are_the_gini_index_and_its_reduction_by_the_forecasts(rows: Rows) -> None:
    parts, (node, children) = defined(brier_decomposition(*asked(rows))), table(rows)
    assert parts.loss == brier_score(*asked(rows))
    assert (parts.uncertainty, parts.resolution) == (gini(node), gini_reduction(node, children))
    assert parts.reliability >= 0


@given(forecasts(1))
def test_log_loss_parts_are_the_entropy_and_the_gain_of_the_forecasts(rows: Rows) -> None:
    parts, (node, children) = defined(log_loss_decomposition(*asked(rows))), table(rows)
    assert compare(parts.loss, defined(log_loss(*asked(rows)))) == 0
    assert (compare(parts.uncertainty, defined(entropy(node))), compare(parts.resolution, defined(gain(node, children)))) == (0, 0)
    assert compare(parts.reliability, Fraction(0)) >= 0


@given(st.lists(st.tuples(fractions(0, 1, max_denominator=9), st.sampled_from("+-")), min_size=1, max_size=8))
def test_the_binary_score_is_half_of_that_of_both_classes(pairs: list[tuple[Fraction, str]]) -> None:
    ps, labels = [p for p, _ in pairs], [label for _, label in pairs]
    rows = [(p, 1 - p) for p in ps]
    value = binary_brier_score(ps, labels, "+", classes="+-")
    assert value == sum(((p - (label == "+")) ** 2 for p, label in pairs), Fraction(0)) / len(pairs)
    assert 2 * defined(value) == brier_score(rows, labels, "+-")
    both, half = defined(brier_decomposition(rows, labels, "+-")), defined(binary_brier_decomposition(ps, labels, "+", classes="+-"))
    assert (2 * half.reliability, 2 * half.resolution, 2 * half.uncertainty) == (both.reliability, both.resolution, both.uncertainty)
    assert half.loss == value


@given(forecasts())
def test_a_clipped_loss_is_that_of_clipped_shares(rows: Rows) -> None:
    eps = Fraction(1, 8)
    clipped = [min(max(row[CLASSES.index(label)], eps), 1 - eps) for row, label in rows]
    shares, actual, classes = asked(rows)
    ours = defined(clipped_log_loss(shares, actual, classes, eps))
    alone = [defined(log_loss([[f, 1 - f]], "a", "ab")) for f in clipped]
    assert compare(ours * len(rows), sum(alone[1:], alone[0])) == 0


def test_what_never_had_a_share_has_no_loss() -> None:
    wanted = Undefined("record 2: the class that came had the share 0")
    rows = [[1, 0], [1, 0]]
    assert (log_loss(rows, "ab", "ab"), log_loss_decomposition(rows, "ab", "ab")) == (wanted, wanted)
    assert brier_score(rows, "ab", "ab") == 1


@pytest.mark.parametrize(
    ("rows", "labels", "message"),
    [
        ([[0.5]], "a", "shares of record 1: expected 2 shares, one for each class (got 1)"),
        ([[0.5, 0.5]], "ab", "shares: expected 2 rows, one for each actual class (got 1)"),
        ([[1, 0], [0.5, 0.25]], "ab", "shares of record 2: expected shares that add up to 1 exactly: see normalised_shares"),
        ([[2, -1]], "a", "record 1, share 1: expected an exact number from 0 to 1 (got Fraction(2, 1))"),
        ([[float("nan"), 1]], "a", "record 1, share 1: expected a finite number (got nan)"),
        ([[1, 0]], "c", "record 1, actual class: expected one of the classes 'a', 'b' (got 'c')"),
    ],
)
def test_what_is_no_forecast_is_refused(rows: list[list[Any]], labels: str, message: str) -> None:
    for loss in (brier_score, brier_decomposition, log_loss, clipped_log_loss, log_loss_decomposition):
        with pytest.raises(Invalid) as refused:
            loss(rows, labels, "ab")
        assert str(refused.value).startswith(message)


@pytest.mark.parametrize("epsilon", [0, -1, Fraction(2, 3)])
def test_an_epsilon_is_above_0_and_at_most_a_half(epsilon: Any) -> None:
    with pytest.raises(Invalid, match="epsilon"):
        clipped_log_loss([[1, 0]], "a", "ab", epsilon)


def test_doubles_that_add_up_to_1_only_nearly_are_divided_by_their_sum() -> None:
    (row,) = normalised_shares([[0.1, 0.2, 0.7]])
    assert sum(row) == 1
    assert brier_score([row], "a", CLASSES) != brier_score([[Fraction(1, 10), Fraction(1, 5), Fraction(7, 10)]], "a", CLASSES)
    with pytest.raises(Invalid, match="shares of record 1: expected a share above 0"):
        normalised_shares([[0, 0]])
