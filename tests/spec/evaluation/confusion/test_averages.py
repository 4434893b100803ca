"""Averages over classes: by hand over one-vs-rest counts of the labels; what micro averages are; classes without a value."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from narrow import defined
from spec.evaluation.confusion.matrices import confusions, labels_of, whole_counts
from toolz import compose

from dtref.errors import Undefined
from dtref.spec.evaluation.confusion.averages import (
    balanced_accuracy,
    macro_average,
    macro_average_of_defined,
    micro_average,
    per_class,
    pooled_counts,
    weighted_average,
    weighted_average_of_defined,
)
from dtref.spec.evaluation.confusion.if_undefined import one_if_undefined, zero_if_undefined
from dtref.spec.evaluation.confusion.matrix import BinaryCounts, Confusion
from dtref.spec.evaluation.confusion.rates import accuracy, error_rate, false_positive_rate, miss_rate, precision, recall, specificity
from dtref.spec.evaluation.confusion.scores import f1, f_harmonic, f_of


def by_hand(actual: list[Any], predicted: list[Any], label: object) -> tuple[Fraction | None, Fraction | None, Fraction | None]:
    """Precision, recall and F1 of a class by counting records."""
    hits = sum(a == p == label for a, p in zip(actual, predicted, strict=True))
    said, there = predicted.count(label), actual.count(label)
    return (
        Fraction(hits, said) if said else None,
        Fraction(hits, there) if there else None,
        Fraction(2 * hits, said + there) if said + there else None,
    )


@given(confusions(whole_counts))
def test_averages_by_counting_records(m: Confusion) -> None:
    actual, predicted = labels_of(m)
    for position, measure in enumerate((precision, recall, f1)):
        values = [by_hand(actual, predicted, label)[position] for label in m.classes]
        zeros = [v or Fraction(0) for v in values]
        assert macro_average(compose(zero_if_undefined, measure), m) == sum(zeros) / len(zeros)
        assert macro_average(compose(one_if_undefined, measure), m) == sum(Fraction(1) if v is None else v for v in values) / len(values)
        known = [v for v in values if v is not None]
        skipping = macro_average_of_defined(measure, m)
        assert skipping == (sum(known) / len(known) if known else Undefined("no class has a value"))
        assert isinstance(macro_average(measure, m), Undefined) == (None in values)
        of_class = dict(zip(m.classes, values, strict=True))
        if actual:
            each_record = [of_class[label] or Fraction(0) for label in actual]
            assert weighted_average(compose(zero_if_undefined, measure), m) == sum(each_record) / len(actual)
            kept = [value for label in actual if (value := of_class[label]) is not None]
            expected = sum(kept) / len(kept) if kept else Undefined("no record's class has a value")
            assert weighted_average_of_defined(measure, m) == expected


@given(confusions())
def test_micro_precision_recall_and_f1_are_the_accuracy(m: Confusion) -> None:
    for measure in (precision, recall, f1):
        assert zero_if_undefined(micro_average(measure, m)) == zero_if_undefined(accuracy(m))
    assert zero_if_undefined(micro_average(miss_rate, m)) == zero_if_undefined(error_rate(m))


@given(confusions())
def test_weighted_recall_is_the_accuracy(m: Confusion) -> None:
    assert weighted_average(recall, m) == accuracy(m)


@given(confusions())
def test_errors_count_once_as_miss_and_once_as_false_alarm(m: Confusion) -> None:
    n = pooled_counts(m)
    assert n.fn == n.fp == sum(n for i, row in enumerate(m.rows) for j, n in enumerate(row) if i != j)


@given(confusions(least=2), st.randoms(use_true_random=False))
def test_averages_do_not_depend_on_the_order_or_the_names_of_classes(m: Confusion, chance: Random) -> None:
    order = chance.sample(range(len(m.classes)), len(m.classes))
    other = Confusion.from_rows([f"class {i}" for i in order], [[m.rows[i][j] for j in order] for i in order])
    for average in (macro_average_of_defined, micro_average, weighted_average_of_defined):
        for measure in (precision, recall, specificity, f1):
            assert average(measure, m) == average(measure, other)


@given(confusions(least=2))
def test_macro_precision_is_macro_recall_of_the_transpose(m: Confusion) -> None:
    assert macro_average(compose(zero_if_undefined, precision), m) == macro_average(compose(zero_if_undefined, recall), m.transposed())


def test_macro_f1_is_not_the_f1_of_macro_precision_and_macro_recall() -> None:
    """Two definitions that are mixed up (Opitz and Burst 2019, Macro F1 and Macro F1): dtref's is the mean of the F1s."""
    m = Confusion.from_rows("ab", [[3, 0], [5, 4]])
    assert macro_average(f1, m) == (Fraction(6, 11) + Fraction(8, 13)) / 2
    assert f_of(defined(macro_average(precision, m)), defined(macro_average(recall, m))) != macro_average(f1, m)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (macro_average(recall, Confusion.from_rows("ab", [[3, 1], [0, 0]])), Undefined("class b: no positives")),
        (macro_average(f_harmonic, Confusion.from_rows("ab", [[3, 0], [1, 0]])), Undefined("class b: nothing predicted positive")),
        (balanced_accuracy(Confusion.from_rows("ab", [[0, 0], [0, 0]])), Undefined("class a: no positives")),
        (macro_average(recall, Confusion.from_rows("", [])), Undefined("no classes")),
        (weighted_average(recall, Confusion.from_rows("ab", [[0, 0], [0, 0]])), Undefined("no records")),
        (weighted_average(recall, Confusion.from_rows("ab", [[3, 1], [0, 0]])), Fraction(3, 4)),
        (micro_average(recall, Confusion.from_rows("ab", [[0, 0], [0, 0]])), Undefined("no positives")),
        (macro_average_of_defined(recall, Confusion.from_rows("ab", [[0, 0], [0, 0]])), Undefined("no class has a value")),
        (macro_average(false_positive_rate, Confusion.from_rows("a", [[5]])), Undefined("class a: no negatives")),
        (macro_average(recall, Confusion.from_rows("a", [[5]])), 1),
    ],
)
def test_edges(value: object, expected: object) -> None:
    assert value == expected


def test_a_class_without_value_is_named() -> None:
    assert per_class(precision, BinaryCounts(1, 0, 1, 0)) == (Fraction(1, 2), Undefined("class negative: nothing predicted positive"))


def test_balanced_accuracy_on_symbols_of_three_classes() -> None:
    sympy = pytest.importorskip("sympy")
    cells = sympy.symbols("n1:10", positive=True)
    m = Confusion.from_rows("abc", [cells[0:3], cells[3:6], cells[6:9]])
    (n11, n12, n13, n21, n22, n23, n31, n32, n33) = cells
    expected = (n11 / (n11 + n12 + n13) + n22 / (n21 + n22 + n23) + n33 / (n31 + n32 + n33)) / 3
    assert sympy.simplify(balanced_accuracy(m) - expected) == 0
