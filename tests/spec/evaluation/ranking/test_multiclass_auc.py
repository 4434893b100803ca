"""
Areas of several classes: pairs of records counted one by one, and scikit-learn's roc_auc_score on generated inputs.

| where scikit-learn differs | its convention | in dtref |
| --- | --- | --- |
| multi_class="ovr", average="macro", a class without records | nan, with a warning | `macro_auc`: Undefined; `macro_auc_of_defined` |
| the same with average="weighted" | it counts nothing | `weighted_auc` |
| multi_class="ovo", a class without records | left out | `hand_till`: Undefined; `hand_till_of_present` |
| rows that don't add up to 1 | refused | any scores |
"""

from __future__ import annotations

import warnings
from fractions import Fraction
from itertools import permutations
from math import isnan
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from many import one_in
from narrow import defined

from dtref.errors import Invalid, Undefined
from dtref.spec.evaluation.ranking.auc import auc
from dtref.spec.evaluation.ranking.multiclass_auc import (
    hand_till,
    hand_till_of_present,
    macro_auc,
    macro_auc_of_defined,
    one_vs_rest_auc,
    weighted_auc,
)

CLASSES = "abc"
Rows = list[tuple[tuple[int, ...], str]]
rows = st.lists(st.tuples(st.tuples(*[st.integers(0, 3)] * 3), st.sampled_from(CLASSES)), min_size=1, max_size=9)


def beats(pairs: Rows, k: str, others: str) -> Fraction | None:
    """How often a record of class k scores higher for k than one of the others."""
    at = CLASSES.index(k)
    own, rest = [s[at] for s, label in pairs if label == k], [s[at] for s, label in pairs if label in others]
    wins = [Fraction((x > y) + (x >= y), 2) for x in own for y in rest]
    return sum(wins, Fraction(0)) / len(wins) if wins else None


def mean(values: list[Any]) -> Any:
    return None if not values or None in values else sum(values, Fraction(0)) / len(values)


def or_none(x: Any) -> Any:
    return None if isinstance(x, Undefined) else x


@given(rows)
def test_by_pairs_of_records(pairs: Rows) -> None:
    scores, labels = [s for s, _ in pairs], [label for _, label in pairs]
    asked = (scores, labels, CLASSES)
    areas = {k: beats(pairs, k, CLASSES.replace(k, "")) for k in CLASSES}
    assert list(map(or_none, one_vs_rest_auc(*asked))) == list(areas.values())
    assert or_none(macro_auc(*asked)) == mean(list(areas.values()))
    assert or_none(macro_auc_of_defined(*asked)) == mean([a for a in areas.values() if a is not None])
    assert or_none(weighted_auc(*asked)) == mean([areas[label] for label in labels])
    present = [k for k in CLASSES if k in labels]
    assert or_none(hand_till(*asked)) == mean([beats(pairs, i, j) for i, j in permutations(CLASSES, 2)])
    assert or_none(hand_till_of_present(*asked)) == mean([beats(pairs, i, j) for i, j in permutations(present, 2)])


@given(st.lists(st.tuples(st.integers(0, 4), st.sampled_from("ab")), min_size=1, max_size=8))
def test_two_classes_of_opposite_scores_have_one_area(pairs: list[tuple[int, str]]) -> None:
    asked = [(s, -s) for s, _ in pairs], [label for _, label in pairs], "ab"
    area = or_none(auc([s for s, _ in pairs], [label for _, label in pairs], "a", classes="ab"))
    assert [or_none(value(*asked)) for value in (macro_auc, hand_till)] == [area, area]


def test_a_class_that_is_absent_is_named() -> None:
    asked = ([[3, 1, 0], [1, 2, 0]], "ab", CLASSES)
    assert hand_till(*asked) == Undefined("class c: no records")
    assert macro_auc(*asked) == Undefined("class c: no positives")
    assert (hand_till_of_present(*asked), macro_auc_of_defined(*asked), weighted_auc(*asked)) == (1, 1, 1)


@pytest.mark.parametrize(
    ("scores", "labels", "message"),
    [
        ([[1, 2]], "a", "scores of record 1: expected 3 scores, one for each class (got 2)"),
        ([[1, 2, 3]], "ab", "scores: expected 2 rows, one for each label (got 1)"),
        ([[1, 2, 3]], "d", "record 1, actual class: expected one of the classes 'a', 'b', 'c' (got 'd')"),
        ([[1, 2, float("nan")]], "a", "score of record 1: expected a finite number (got nan)"),
    ],
)
def test_what_are_no_scores_is_refused(scores: list[list[Any]], labels: str, message: str) -> None:
    with pytest.raises(Invalid) as refused:
        macro_auc(scores, labels, CLASSES)
    assert str(refused.value) == message


def sample(seed: int) -> tuple[list[list[float]], list[int], int]:
    """Shares in parts of 2^10, which doubles hold, with ties; some class may be absent."""
    chance = Random(seed)
    k, n = chance.choice((3, 4)), chance.choice((4, 8, 40))
    cuts = [sorted(chance.choice((100, 256, 512, 700, 900)) for _ in range(k - 1)) for _ in range(n)]
    shares = [[(b - a) / 1024 for a, b in zip([0, *row], [*row, 1024], strict=True)] for row in cuts]
    return shares, [0, 1, *chance.choices(range(k), k=n - 2)], k


@pytest.mark.peer("scikit-learn", "multi-class AUC")
def test_scikit_learn_roc_auc_score() -> None:
    metrics, absent = pytest.importorskip("sklearn.metrics"), 0
    seeds = one_in(4, range(600))
    for shares, labels, k in map(sample, seeds):
        asked = (shares, labels, range(k))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of the conventions in the table
            of = {
                (kind, average): metrics.roc_auc_score(labels, shares, multi_class=kind, average=average, labels=list(range(k)))
                for kind, average in (("ovr", "macro"), ("ovr", "weighted"), ("ovo", "macro"))
            }
        assert of["ovo", "macro"] == pytest.approx(float(defined(hand_till_of_present(*asked))), abs=1e-13)
        assert of["ovr", "weighted"] == pytest.approx(float(defined(weighted_auc(*asked))), abs=1e-13)
        if len(set(labels)) < k:
            absent += 1
            assert isnan(of["ovr", "macro"])
            assert isinstance(macro_auc(*asked), Undefined)
            assert isinstance(hand_till(*asked), Undefined)
            continue
        assert of["ovr", "macro"] == pytest.approx(float(defined(macro_auc(*asked))), abs=1e-13)
        assert of["ovo", "macro"] == pytest.approx(float(defined(hand_till(*asked))), abs=1e-13)
    assert len(seeds) / 30 < absent < len(seeds) * 29 / 30
