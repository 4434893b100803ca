"""
DeLong's method: against a brute force in doubles (numpy's covariance matrix of the structural components of both classifiers) on generated
inputs, pairs counted one by one, and what has no value. No program of the usual Python collection has it; pROC, in R, clips its interval.
"""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from many import as_many, one_in
from narrow import defined

from dtref.errors import Invalid, Undefined
from dtref.spec.evaluation.comparison.delong import (
    delong_covariance,
    delong_difference_interval,
    delong_interval,
    delong_p,
    delong_variance,
    delong_z,
    placements,
)
from dtref.spec.evaluation.ranking.auc import auc

np = pytest.importorskip("numpy")
stats = pytest.importorskip("scipy.stats")
SEEDS = range(700)


def sample(seed: int) -> tuple[list[float], list[float], list[int]]:
    """Two lists of scores of the same records, related, with ties, and labels; two of each class at least."""
    chance = Random(seed)
    labels = [1, 1, 0, 0] + [chance.randrange(2) for _ in range(chance.choice((0, 1, 4, 30)))]
    first = [float(chance.randrange(6) + y) for y in labels]
    return first, [x + chance.choice((0, 0, 1, -3, 0.5)) for x in first], labels


def components(scores: list[float], labels: list[int]) -> tuple[Any, Any]:
    x = np.array([s for s, y in zip(scores, labels, strict=True) if y], float)
    y = np.array([s for s, y in zip(scores, labels, strict=True) if not y], float)
    psi = (x[:, None] > y[None, :]) + 0.5 * (x[:, None] == y[None, :])
    return psi.mean(axis=1), psi.mean(axis=0)


def test_covariance_matrices_in_doubles() -> None:
    compared = 0
    for first, second, labels in map(sample, one_in(3, SEEDS)):
        (a10, a01), (b10, b01) = components(first, labels), components(second, labels)
        s = np.cov([a10, b10]) / len(a10) + np.cov([a01, b01]) / len(a01)
        assert float(defined(delong_variance(first, labels, 1))) == pytest.approx(s[0, 0], abs=1e-14)
        assert float(defined(delong_covariance(first, second, labels, 1))) == pytest.approx(s[0, 1], abs=1e-14)
        wide = defined(delong_interval(first, labels, 1, confidence=Fraction(19, 20)))
        z = stats.norm.ppf(0.975)
        assert float(wide.low) == pytest.approx(a10.mean() - z * sqrt(max(s[0, 0], 0)), abs=1e-7)
        assert float(wide.high) == pytest.approx(a10.mean() + z * sqrt(max(s[0, 0], 0)), abs=1e-7)
        variance = s[0, 0] + s[1, 1] - 2 * s[0, 1]
        ours = delong_z(first, second, labels, 1)
        if isinstance(ours, Undefined):
            assert abs(variance) < 1e-14
            continue
        compared += 1
        theirs = (a10.mean() - b10.mean()) / sqrt(variance)
        gap = defined(delong_difference_interval(first, second, labels, 1, confidence=Fraction(19, 20)))
        ends = [a10.mean() - b10.mean() + side * z * sqrt(variance) for side in (-1, 1)]
        assert [float(gap.low), float(gap.high)] == pytest.approx(ends, abs=1e-7)
        assert float(ours.value) == pytest.approx(theirs, rel=1e-9, abs=1e-9)
        assert float(defined(delong_p(first, second, labels, 1))) == pytest.approx(2 * stats.norm.sf(abs(theirs)), rel=1e-7)
    assert compared >= as_many(100, 300)


@given(st.lists(st.tuples(st.integers(0, 4), st.sampled_from("+-")), min_size=1, max_size=9))
def test_placements_pair_by_pair(rows: list[tuple[int, str]]) -> None:
    scores, labels = [s for s, _ in rows], [label for _, label in rows]
    ours, sides = placements(scores, labels, "+", "+-"), [[s for s, label in rows if label == side] for side in "+-"]
    if not all(sides):
        assert isinstance(ours, Undefined)
        return
    positives, negatives = sides
    known = defined(ours)
    assert known.positives == tuple(Fraction(sum((x > y) + (x >= y) for y in negatives), 2 * len(negatives)) for x in positives)
    assert known.negatives == tuple(Fraction(sum((x > y) + (x >= y) for x in positives), 2 * len(positives)) for y in negatives)
    assert known.area == auc(scores, labels, "+")
    if min(map(len, sides)) >= 2:
        turned = delong_variance([-s for s in scores], ["+" if label == "-" else "-" for label in labels], "+")
        assert delong_variance(scores, labels, "+") == turned == delong_variance([10 * s + 1 for s in scores], labels, "+")


@pytest.mark.parametrize(
    ("labels", "why"),
    [("+--", "one positive only"), ("++-", "one negative only"), ("+++", "no negatives"), ("---", "no positives")],
)
def test_what_has_no_variance(labels: str, why: str) -> None:
    wanted = Undefined(why)
    assert delong_variance([3, 2, 1], labels, "+", classes="+-") == wanted
    assert delong_interval([3, 2, 1], labels, "+", 2, classes="+-") == wanted
    for compared in (delong_covariance, delong_z, delong_p):
        assert compared([3, 2, 1], [1, 3, 2], labels, "+", classes="+-") == wanted


def test_limits_beyond_1_are_given_as_they_are_and_clipped_by_name() -> None:
    wide = defined(delong_interval([3, 2, 2, 1], "+-+-", "+", 2))
    assert wide.high > 1
    assert wide.clipped.high == 1
    assert wide.clipped.low == wide.low


def test_lists_of_different_lengths_are_refused() -> None:
    with pytest.raises(Invalid, match="labels: expected 3 labels"):
        delong_z([1, 2, 3], [1, 2], "+-", "+")
    with pytest.raises(Invalid, match="z"):
        delong_interval([3, 2, 2, 1], "+-+-", "+", -1)
