"""Confusion matrices: from labels and from rows, both orientations, one class against the rest, refusals."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from spec.evaluation.confusion.matrices import NAMES, binary_counts, confusions, labels_of, square_rows, whole_counts

from dtref.engines.confusion import confusion
from dtref.errors import Invalid
from dtref.spec.evaluation.confusion.matrix import BinaryCounts, Confusion, actual_counts, binary_views, predicted_counts
from dtref.strategies.values import fractions

records = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc"), fractions(0, 3, max_denominator=6)))


@given(records)
def test_a_cell_is_the_weight_of_its_records(rows: list[tuple[str, str, Fraction]]) -> None:
    actual, predicted, weights = zip(*rows, strict=True) if rows else ((), (), ())
    m = confusion(actual, predicted, "abc", weights)
    for i, name in enumerate("abc"):
        for j, other in enumerate("abc"):
            assert m.rows[i][j] == sum(w for a, p, w in rows if (a, p) == (name, other))


@given(confusions(whole_counts))
def test_labels_give_back_their_matrix(m: Confusion) -> None:
    assert confusion(*labels_of(m), m.classes) == m


@pytest.mark.filterwarnings("ignore::dtref.errors.DataWarning")  # of few records all may be wrong
@given(records, st.randoms(use_true_random=False))
def test_the_order_of_records_does_not_matter(rows: list[tuple[str, str, Fraction]], chance: Random) -> None:
    mixed = chance.sample(rows, len(rows))
    assert confusion([a for a, _, _ in rows], [p for _, p, _ in rows]) == confusion([a for a, _, _ in mixed], [p for _, p, _ in mixed])


@given(records)
def test_whole_weights_are_repeated_records(rows: list[tuple[str, str, Fraction]]) -> None:
    times = [w.numerator for _, _, w in rows]
    weighted = confusion([a for a, _, _ in rows], [p for _, p, _ in rows], "abc", times)
    repeated = [(a, p) for (a, p, _), n in zip(rows, times, strict=True) for _ in range(n)]
    assert weighted == confusion([a for a, _ in repeated], [p for _, p in repeated], "abc")


@given(square_rows())
def test_the_orientations_are_transposes(rows: list[list[int | Fraction]]) -> None:
    names = NAMES[: len(rows)]
    assert Confusion.from_predicted_rows(names, rows) == Confusion.from_rows(names, zip(*rows, strict=True))
    assert Confusion.from_rows(names, rows).transposed().transposed() == Confusion.from_rows(names, rows)


@given(confusions(whole_counts))
def test_one_against_the_rest_is_the_matrix_of_merged_labels(m: Confusion) -> None:
    actual, predicted = labels_of(m)
    for name, view in zip(m.classes, binary_views(m), strict=True):
        merged = confusion([a == name for a in actual], [p == name for p in predicted], (True, False))
        assert m.one_vs_rest(name) == view
        assert view.rows == merged.rows


@given(binary_counts())
def test_four_counts_and_a_matrix_of_two_classes_are_the_same(n: BinaryCounts) -> None:
    assert Confusion.from_rows(n.classes, n.rows).one_vs_rest("positive") == n
    assert binary_views(n)[1] == BinaryCounts(tp=n.tn, fn=n.fp, fp=n.fn, tn=n.tp)


def test_huge_counts_and_labels_of_any_kind() -> None:
    assert confusion([(1, 2), None], [None, None], (None, (1, 2))).rows == ((1, 0), (1, 0))
    m = Confusion.from_rows((1, 0), [[10**30, 1], [0, Fraction(1, 10**30)]])
    assert (actual_counts(m)[0], predicted_counts(m)[1]) == (10**30 + 1, 1 + Fraction(1, 10**30))


def test_arrays_and_series() -> None:
    np, pd = pytest.importorskip("numpy"), pytest.importorskip("pandas")
    actual, predicted = np.array([2, 10, 2]), pd.Series([2, 2, 10])
    assert confusion(actual, predicted, weights=np.array([1, 2, 3])) == Confusion.from_rows((2, 10), [[1, 3], [2, 0]])
    assert Confusion.from_rows("ab", np.array([[1, 2], [3, 4]])) == Confusion.from_rows("ab", [[1, 2], [3, 4]])


def test_no_records_one_record_one_class() -> None:
    assert confusion([], []) == Confusion.from_rows((), [])
    assert confusion([], [], "ab").rows == ((0, 0), (0, 0))
    assert confusion(["a"], ["a"]).rows == ((1,),)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: confusion("ab", "a"), "predicted classes: expected 2 labels, as there are actual classes (got 1)"),
        (lambda: confusion("ab", "ac", "ab"), "record 2, predicted class: expected one of the classes 'a', 'b' (got 'c')"),
        (lambda: confusion("ab", "ab", "aba"), "classes: expected each class once (got ('a', 'b', 'a'))"),
        (lambda: confusion("ab", "ab", None, (1,)), "weights: expected 2 weights, one for each record (got 1)"),
        (lambda: confusion("ab", "ab", None, (1, "x")), "record 2, weight: expected an exact number of at least 0 (got 'x')"),  # type: ignore[arg-type]
        (lambda: confusion("ab", "ab", None, (1, -1)), "record 2, weight: expected an exact number of at least 0 (got -1)"),
        (lambda: confusion([(1,), "a"], ["a", "a"]), "labels: expected labels of one kind, or classes in order (got [\"'a'\", '(1,)'])"),
        (lambda: confusion([float("nan")], [1.0]), "labels: expected labels that are equal to themselves (got nan)"),
        (
            lambda: confusion([[1]], [[1]]),  # type: ignore[list-item]
            "actual classes: expected labels that can be hashed, as texts and numbers can (got [1])",
        ),
        (lambda: Confusion.from_rows("ab", [[1, 2]]), "confusion matrix: expected 2 rows of 2 numbers (got 'rows of 2')"),
        (lambda: Confusion.from_rows("ab", [[1, 2], [3]]), "confusion matrix: expected 2 rows of 2 numbers (got 'rows of 2, 1')"),
        (lambda: Confusion.from_rows("ab", []), "confusion matrix: expected 2 rows of 2 numbers (got 'rows of nothing')"),
        (
            lambda: Confusion.from_rows("ab", [[1, 2], [3, None]]),
            "confusion matrix, row 2, column 2: expected an exact number of at least 0 (got None)",
        ),
        (lambda: Confusion.from_rows("aa", [[1, 2], [3, 4]]), "classes: expected each class once (got ('a', 'a'))"),
        (
            lambda: Confusion.from_rows("ab", [[1, 2], [3, 4]]).one_vs_rest("c"),
            "positive class: expected one of the classes 'a', 'b' (got 'c')",
        ),
        (lambda: BinaryCounts(1, 2, -3, 4), "FP: expected an exact number of at least 0 (got -3)"),
        (lambda: BinaryCounts(1, float("inf"), 3, 4), "FN: expected an exact number of at least 0 (got inf)"),  # type: ignore[arg-type]
    ],
    ids=lambda x: x if isinstance(x, str) else "",
)
def test_refusals(make: Callable[..., Any], message: str) -> None:
    with pytest.raises(Invalid) as refused:
        make()
    assert str(refused.value) == message
