"""Matrices of equal records put together against counting record by record; a record more costs no call."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from calls import calls
from hypothesis import given
from hypothesis import strategies as st

from dtref.engines.confusion import confusion
from dtref.errors import Invalid
from dtref.spec.evaluation.confusion.labels import matrix_of
from dtref.spec.model.labels import class_name

KINDS: tuple[Callable[[Sequence[int]], object], ...] = (
    list,
    lambda xs: [float(x) for x in xs],
    lambda xs: [(x if i % 2 else float(x)) for i, x in enumerate(xs)],
    lambda xs: [bool(x) if i % 3 == 0 and x < 2 else x + 2 for i, x in enumerate(xs)],
    lambda xs: [f"c{x}" for x in xs],
    np.array,
    lambda xs: np.array(xs, np.uint8),
    lambda xs: np.array(xs) > 1,
    lambda xs: np.array([x / 4 for x in xs]),
)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=30), st.sampled_from(KINDS), st.sampled_from(KINDS))
def test_a_cell_counts_the_records_of_its_two_classes(
    pairs: list[tuple[int, int]], of_actual: Callable[[object], Sequence[object]], of_predicted: Callable[[object], Sequence[object]]
) -> None:
    actual, predicted = of_actual([a for a, _ in pairs]), of_predicted([b for _, b in pairs])
    names = [(class_name(a), class_name(b)) for a, b in zip(list(actual), list(predicted), strict=True)]
    classes = sorted({str(name) for pair in names for name in pair})
    expected = tuple(tuple(sum(pair == (i, j) for pair in names) for j in classes) for i in classes)
    assert confusion(actual, predicted, classes).rows == expected
    assert matrix_of(actual, predicted, classes).rows == expected


@pytest.mark.parametrize("kind", [list, np.array])
def test_a_label_that_is_no_class_is_told_with_its_record(kind: Callable[[object], Sequence[int]]) -> None:
    with pytest.raises(Invalid, match="record 4, predicted class: expected one of the classes '0', '1'"):
        confusion(kind([0, 0, 0, 1]), kind([0, 0, 0, 2]), classes=(0, 1))


@pytest.mark.parametrize("label", [1, 1.5, np.float32(1.5)])
def test_an_array_without_dimensions_is_no_list_of_labels(label: object) -> None:
    alone = np.array(label)
    with pytest.raises(Invalid, match="actual classes: expected a sequence"):
        confusion(alone, alone)


def test_one_type_is_not_enough_where_true_is_1() -> None:
    assert confusion([True, 1, 0], ["True", "1", "0"], ("0", "1", "True")).rows == ((1, 0, 0), (0, 1, 0), (0, 0, 1))


@pytest.mark.parametrize("kind", [list, np.array])
def test_calls_of_functions_are_as_many_for_more_records(kind: Callable[[object], Sequence[int]]) -> None:
    few, many = (kind([i % 3 for i in range(n)]) for n in (300, 30_000))
    assert calls(lambda: confusion(few, few)) == calls(lambda: confusion(many, many))
