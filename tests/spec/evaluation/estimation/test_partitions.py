"""Partitions: against their definitions by brute force, and against scikit-learn's."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations, product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtref.errors import Invalid
from dtref.spec.evaluation.estimation.partitions import (
    Partition,
    ThreeParts,
    holdout,
    k_fold,
    leave_one_out,
    random_subsampling,
    repeated_k_fold,
    stratified_k_fold,
    training_validation_test,
)

labellings = st.text("abcd", min_size=2, max_size=20)


@st.composite
def orders_and_k(draw: st.DrawFn) -> tuple[list[int], int]:
    n = draw(st.integers(2, 15), label="n")
    return draw(st.permutations(range(n)), label="order"), draw(st.integers(2, n), label="k")


def is_partition(parts: Partition, order: list[int]) -> bool:
    return sorted(parts.training + parts.test) == sorted(order)


@given(orders_and_k())
def test_every_record_is_tested_once_and_trains_otherwise(drawn: tuple[list[int], int]) -> None:
    order, k = drawn
    folds = k_fold(order, k)
    assert len(folds) == k
    assert [i for parts in folds for i in parts.test] == order
    assert all(is_partition(parts, order) for parts in folds)
    assert [len(parts.test) for parts in folds] == [len(order) // k + (f < len(order) % k) for f in range(k)]


@given(orders_and_k(), st.randoms(use_true_random=False))
def test_renumbering_the_records_renumbers_the_parts(drawn: tuple[list[int], int], chance: Random) -> None:
    order, k = drawn
    new = list(range(len(order)))
    chance.shuffle(new)
    labels = ["ab"[i % 2] for i in range(len(order))]
    renumbered_labels = [labels[new.index(i)] for i in range(len(order))]
    for before, after in zip(
        (*k_fold(order, k), *stratified_k_fold(order, labels, k), holdout(order, Fraction(1, 2))),
        (
            *k_fold([new[i] for i in order], k),
            *stratified_k_fold([new[i] for i in order], renumbered_labels, k),
            holdout([new[i] for i in order], Fraction(1, 2)),
        ),
        strict=True,
    ):
        assert after == Partition(tuple(new[i] for i in before.training), tuple(new[i] for i in before.test))


def spread(counts: list[int]) -> int:
    return max(counts) - min(counts)


def test_classes_and_sizes_are_as_even_as_arithmetic_allows() -> None:
    """Every labelling of up to 6 records with 3 classes, every k."""
    for n in range(2, 7):
        for labels, k in product(product("abc", repeat=n), range(2, n + 1)):
            folds = stratified_k_fold(range(n), labels, k)
            assert sorted(i for parts in folds for i in parts.test) == list(range(n))
            assert spread([len(parts.test) for parts in folds]) <= 1
            for label in set(labels):
                assert spread([sum(labels[i] == label for i in parts.test) for parts in folds]) <= 1


@given(st.lists(st.integers(0, 30), min_size=1, max_size=6).filter(lambda sizes: sum(sizes) > 1), st.data())
def test_folds_of_larger_classes_are_even_too(sizes: list[int], data: st.DataObject) -> None:
    labels = [j for j, size in enumerate(sizes) for _ in range(size)]
    order = data.draw(st.permutations(range(len(labels))), label="order")
    k = data.draw(st.integers(2, min(len(labels), 12)), label="k")
    folds = stratified_k_fold(order, labels, k)
    counts = [Counter(labels[i] for i in parts.test) for parts in folds]
    assert all(sorted(c[j] for c in counts) == sorted(size // k + (f < size % k) for f in range(k)) for j, size in enumerate(sizes))
    assert [len(parts.test) for parts in folds] == [len(labels) // k + (f < len(labels) % k) for f in range(k)]


def test_larger_parts_always_first_would_be_uneven() -> None:
    """What `iaml` 2.4.4 leaves open: 3 classes of 4 records in 3 folds, the first part of each class the larger one, give 6, 3, 3."""
    parts = [[4 // 3 + (f < 4 % 3) for f in range(3)] for _ in range(3)]
    assert [sum(sizes) for sizes in zip(*parts, strict=True)] == [6, 3, 3]
    assert [len(fold.test) for fold in stratified_k_fold(range(12), "aaaabbbbcccc", 3)] == [4, 4, 4]


def as_tuples(splitter: Any, n: int, labels: object = None) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    numpy = pytest.importorskip("numpy")
    split = splitter.split(numpy.zeros((n, 1)), labels)
    return [(tuple(training.tolist()), tuple(test.tolist())) for training, test in split]


@given(st.integers(2, 30), st.data())
def test_folds_in_the_order_of_the_records_are_those_of_scikit_learn(n: int, data: st.DataObject) -> None:
    selection = pytest.importorskip("sklearn.model_selection")
    k = data.draw(st.integers(2, n), label="k")
    assert [(p.training, p.test) for p in k_fold(range(n), k)] == as_tuples(selection.KFold(k), n)
    assert [(p.training, p.test) for p in leave_one_out(n)] == as_tuples(selection.LeaveOneOut(), n)


@given(labellings, st.data())
def test_stratified_folds_are_those_of_scikit_learn(labels: str, data: st.DataObject) -> None:
    selection = pytest.importorskip("sklearn.model_selection")
    k = data.draw(st.integers(2, len(labels)), label="k")
    mine = [(p.training, p.test) for p in stratified_k_fold(range(len(labels)), labels, k)]
    if all(size < k for size in Counter(labels).values()):
        with pytest.raises(ValueError, match="cannot be greater than the number of members in each class"):
            as_tuples(selection.StratifiedKFold(k), len(labels), list(labels))
    else:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # of a class smaller than k
            assert mine == as_tuples(selection.StratifiedKFold(k), len(labels), list(labels))


@given(st.integers(3, 40), st.integers(0, 10**6))
def test_shuffled_parts_of_scikit_learn_are_those_of_its_order(n: int, seed: int) -> None:
    numpy, selection = pytest.importorskip("numpy"), pytest.importorskip("sklearn.model_selection")
    order = numpy.random.RandomState(seed).permutation(n).tolist()
    splitter = selection.ShuffleSplit(1, test_size=n - 2 * n // 3, random_state=seed)
    ((training, test),) = as_tuples(splitter, n)
    parts = holdout(order)
    assert (parts.training, parts.test) == (training, test)
    shuffled = as_tuples(selection.KFold(3, shuffle=True, random_state=seed), n)
    indices = numpy.arange(n)
    numpy.random.RandomState(seed).shuffle(indices)
    assert [tuple(sorted(p.test)) for p in k_fold(indices.tolist(), 3)] == [test for _, test in shuffled]


@given(st.permutations(range(9)), st.fractions(Fraction(1, 9), Fraction(8, 9)))
def test_a_holdout_has_the_share_rounded_down(order: list[int], share: Fraction) -> None:
    parts = holdout(order, share)
    assert is_partition(parts, order)
    assert len(parts.training) <= 9 * share < len(parts.training) + 1


def test_two_thirds_train() -> None:
    """`tan`, Methods of Estimation: reserve 2/3 for training and 1/3 for testing."""
    parts = holdout(range(300))
    assert (len(parts.training), len(parts.test)) == (200, 100)


def test_every_order_gives_each_holdout_equally_often() -> None:
    times = Counter(frozenset(parts.test) for parts in random_subsampling(permutations(range(5)), Fraction(3, 5)))
    assert len(times) == 10
    assert set(times.values()) == {12}


def test_repeated_folds_come_order_by_order() -> None:
    orders = [(0, 1, 2, 3, 4), (4, 2, 0, 3, 1)]
    assert repeated_k_fold(orders, 2) == k_fold(orders[0], 2) + k_fold(orders[1], 2)


@given(st.permutations(range(8)), st.integers(1, 3), st.integers(1, 3))
def test_three_parts_share_nothing_and_miss_nothing(order: list[int], validation: int, test: int) -> None:
    parts = training_validation_test(order, validation, test)
    assert sorted(parts.training + parts.validation + parts.test) == list(range(8))
    assert (len(parts.validation), len(parts.test)) == (validation, test)


@pytest.mark.parametrize(
    ("attempt", "message"),
    [
        (lambda: k_fold(range(3), 1), "number of folds: expected a whole number from 2 to 3 (got 1)"),
        (lambda: k_fold(range(3), 4), "number of folds: expected a whole number from 2 to 3 (got 4)"),
        (lambda: leave_one_out(1), "records: expected a whole number of at least 2 (got 1)"),
        (lambda: k_fold((0, 2), 2), "order of folds: expected a number from 0 and below 2 (got 2)"),
        (lambda: k_fold((0, 0), 2), "order of folds: expected distinct positions (got '0 twice')"),
        (lambda: stratified_k_fold(range(3), "ab", 2), "labels: expected 3, as many as positions (got 2)"),
        (lambda: holdout(range(3), Fraction(1)), "holdout: expected two parts with records (got '3 to train, 0 to test')"),
        (lambda: holdout(range(3), Fraction(-1)), "holdout: expected two parts with records (got '-3 to train, 6 to test')"),
        (lambda: holdout(range(3), 0.7), "training share: expected a Fraction (got 0.7)"),  # type: ignore[arg-type]
        (lambda: holdout((1, 1)), "order of holdout: expected distinct positions (got '1 twice')"),
        (
            lambda: training_validation_test(range(4), 2, 2),
            "parts: expected three parts with records (got '0 to train, 2 to validate, 2 to test')",
        ),
        (lambda: Partition((0, 1), (2, 1)), "parts: expected parts that share no record (got '1 in two')"),
        (lambda: ThreeParts((0,), (1,), (1,)), "parts: expected parts that share no record (got '1 in two')"),
    ],
)
def test_what_is_no_partition_is_refused(attempt: Callable[[], object], message: str) -> None:
    with pytest.raises(Invalid) as refusal:
        attempt()
    assert str(refusal.value) == message


@given(st.permutations(range(9)), st.integers(2, 9))
def test_folds_are_those_of_one_class_dealt_in_turn_cut_as_runs(order: list[int], k: int) -> None:
    assert k_fold(order, k) == stratified_k_fold(order, "a" * 9, k)


def test_an_array_is_an_order() -> None:
    numpy = pytest.importorskip("numpy")
    assert k_fold(numpy.array([2, 0, 1]), 2) == k_fold((2, 0, 1), 2)
    with pytest.raises(Invalid, match=r"^order of folds: expected"):
        k_fold(numpy.array([[1, 0], [0, 1]]), 2)
