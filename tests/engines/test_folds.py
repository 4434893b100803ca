"""Partitions as arrays are those of the specification, whatever kind of order and labels they come from; no record costs a call."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np
import pytest
from calls import calls
from hypothesis import given
from hypothesis import strategies as st

from dtref.engines.folds import IndexArrays, holdout_arrays, k_fold_arrays, stratified_k_fold_arrays
from dtref.errors import Invalid
from dtref.spec.evaluation.estimation.partitions import Partition, holdout, k_fold, stratified_k_fold

KINDS: tuple[Callable[[Sequence[int]], object], ...] = (list, tuple, np.array, lambda order: np.array(order, np.uint8))
LABELS: tuple[Callable[[str], object], ...] = (
    str,
    list,
    lambda text: np.array(list(text)),
    lambda text: np.array(list(text), object),
    lambda text: np.array([ord(c) / 8 for c in text]),
    lambda text: np.array([ord(c) / 10 for c in text], np.float32),
    lambda text: [ord(c) for c in text],
    lambda text: np.array([c > "b" for c in text]),
)


@st.composite
def orders_and_k(draw: st.DrawFn) -> tuple[list[int], int]:
    n = draw(st.integers(2, 25), label="n")
    return list(draw(st.permutations(range(n)), label="order")), draw(st.integers(2, n), label="k")


def same(arrays: IndexArrays, parts: Partition) -> bool:
    return (*arrays.training.tolist(),) == parts.training and (*arrays.test.tolist(),) == parts.test


@given(orders_and_k(), st.sampled_from(KINDS))
def test_folds_and_holdouts_are_those_of_the_specification(drawn: tuple[list[int], int], kind: Callable[[object], Sequence[int]]) -> None:
    order, k = drawn
    pairs = zip(k_fold_arrays(kind(order), k), k_fold(order, k), strict=True)
    assert all(same(arrays, parts) for arrays, parts in pairs)
    assert same(holdout_arrays(kind(order), Fraction(1, 2)), holdout(order, Fraction(1, 2)))


@given(orders_and_k(), st.sampled_from(KINDS), st.sampled_from(LABELS), st.data())
def test_stratified_folds_are_those_of_the_specification(
    drawn: tuple[list[int], int], kind: Callable[[object], Sequence[int]], written: Callable[[str], Sequence[str]], data: st.DataObject
) -> None:
    order, k = drawn
    labels = written(data.draw(st.text("abcd", min_size=len(order), max_size=len(order)), label="labels"))
    pairs = zip(stratified_k_fold_arrays(kind(order), labels, k), stratified_k_fold(order, labels, k), strict=True)
    assert all(same(arrays, parts) for arrays, parts in pairs)


@pytest.mark.parametrize("order", [[0, 0], [0, 2], [1], [0.0, 1.0], [True, False], [-1, 0], np.array([0, 0, 1]), np.array([-1, 0]), 5])
@pytest.mark.parametrize(("arrays", "tuples"), [(holdout_arrays, holdout), (lambda o: k_fold_arrays(o, 2), lambda o: k_fold(o, 2))])
def test_what_is_no_order_is_refused_in_the_same_words(arrays: Callable[..., object], tuples: Callable[..., object], order: object) -> None:
    with pytest.raises(Invalid) as expected:
        tuples(order)
    with pytest.raises(Invalid) as refusal:
        arrays(order)
    assert str(refusal.value) == str(expected.value)


@pytest.mark.parametrize("labels", ["a", "abc", [1, "1"], [[], []], np.array([0.5, np.nan]), np.array([[1], [2]])])
@pytest.mark.parametrize("k", [2, 3, 2.0])
def test_labels_that_are_none_are_refused_in_the_same_words(labels: Sequence[str], k: int) -> None:
    with pytest.raises(Invalid) as expected:
        stratified_k_fold(range(2), labels, k)
    with pytest.raises(Invalid) as refusal:
        stratified_k_fold_arrays(range(2), labels, k)
    assert str(refusal.value) == str(expected.value)


@pytest.mark.parametrize(
    "split",
    [
        lambda n: holdout_arrays(range(n)),
        lambda n: k_fold_arrays(range(n), 10),
        lambda n: k_fold_arrays(np.arange(n)[::-1], 10),
        lambda n: stratified_k_fold_arrays(range(n), np.arange(n) % 3, 10),
    ],
)
def test_calls_of_functions_are_as_many_for_more_records(split: Callable[[int], object]) -> None:
    assert calls(lambda: split(100)) == calls(lambda: split(20_000))
