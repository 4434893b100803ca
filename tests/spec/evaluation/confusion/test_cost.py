"""Costs: record by record, labels of least cost by trying each, accuracy as a cost and only where it is one, weights instead of costs."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from narrow import defined
from spec.evaluation.confusion.matrices import NAMES, confusions, labels_of, square_rows, whole_counts

from dtref.engines.confusion import confusion
from dtref.errors import Invalid, Undefined
from dtref.exact.number import number
from dtref.spec.evaluation.confusion.cost import (
    CostMatrix,
    class_weights,
    cost_of_accuracy,
    cost_of_label,
    expected_cost,
    minimum_cost_labels,
    record_weights,
    total_cost,
    uniform_costs,
)
from dtref.spec.evaluation.confusion.matrix import Confusion
from dtref.spec.evaluation.confusion.rates import accuracy
from dtref.strategies.values import fractions

prices = fractions(-3, 5, max_denominator=4)


@st.composite
def costed(draw: st.DrawFn) -> tuple[CostMatrix, Confusion]:
    """A confusion matrix, and costs for its classes."""
    m = draw(confusions(whole_counts))
    k = len(m.classes)
    return CostMatrix(m.classes, draw(st.lists(st.lists(prices, min_size=k, max_size=k), min_size=k, max_size=k))), m


@given(costed())
def test_the_total_cost_is_the_sum_over_records(drawn: tuple[CostMatrix, Confusion]) -> None:
    costs, m = drawn
    actual, predicted = labels_of(m)
    paid = sum(costs.cost(guess, given=truth) for truth, guess in zip(actual, predicted, strict=True))
    assert total_cost(costs, m) == paid
    assert expected_cost(costs, m) == (number(paid) / len(actual) if actual else Undefined("no records"))


@given(costed())
def test_the_order_of_the_classes_does_not_matter(drawn: tuple[CostMatrix, Confusion]) -> None:
    costs, m = drawn
    assert total_cost(costs.reordered(m.classes[::-1]), m) == total_cost(costs, m)


@given(costed(), st.lists(whole_counts, min_size=4, max_size=4))
def test_the_labels_of_least_cost_are_those_that_no_other_beats_on_all_records(
    drawn: tuple[CostMatrix, Confusion], sizes: list[int]
) -> None:
    costs, _ = drawn
    shares = sizes[: len(costs.classes)]
    actual = [label for label, n in zip(costs.classes, shares, strict=True) for _ in range(n)]
    paid = {label: total_cost(costs, confusion(actual, [label] * len(actual), costs.classes)) for label in costs.classes}
    assert minimum_cost_labels(costs, shares) == tuple(label for label in costs.classes if paid[label] == min(paid.values()))
    assert [cost_of_label(costs, shares, label) for label in costs.classes] == list(paid.values())


@given(confusions(whole_counts).filter(lambda m: any(map(any, m.rows))), prices, prices)
def test_cost_follows_from_accuracy_where_all_errors_cost_the_same(m: Confusion, p: Fraction, q: Fraction) -> None:
    n = sum(map(sum, m.rows))
    assert total_cost(uniform_costs(m.classes, p, q), m) == cost_of_accuracy(n, defined(accuracy(m)), p, q)


@given(square_rows(prices, least=2))
def test_with_other_costs_accuracy_does_not_say_the_cost(rows: list[list[int | Fraction]]) -> None:
    """Single records of each kind: if cost follows from accuracy, all right ones cost the same, and all wrong ones."""
    names = NAMES[: len(rows)]
    costs = CostMatrix(names, rows)
    pairs = list(product(names, names))
    right = {total_cost(costs, confusion([a], [p], names)) for a, p in pairs if a == p}
    wrong = {total_cost(costs, confusion([a], [p], names)) for a, p in pairs if a != p}
    uniform = costs == uniform_costs(names, rows[0][0], rows[0][1])
    assert uniform == (len(right) == len(wrong) == 1)


def test_cost_on_symbols_of_three_classes() -> None:
    sympy = pytest.importorskip("sympy")
    cells, (p, q) = sympy.symbols("n1:10", positive=True), sympy.symbols("p q")
    m = Confusion.from_rows("abc", [cells[0:3], cells[3:6], cells[6:9]])
    assert sympy.simplify(total_cost(uniform_costs("abc", p, q), m) - cost_of_accuracy(sum(cells), defined(accuracy(m)), p, q)) == 0


@st.composite
def per_class_costs(draw: st.DrawFn) -> CostMatrix:
    """Costs where an error on a class costs the same whatever is predicted, and no less than being right."""
    k = draw(st.integers(2, 4))
    right, more = (draw(st.lists(x, min_size=k, max_size=k)) for x in (prices, fractions(0, 5, max_denominator=4)))
    return CostMatrix(NAMES[:k], [[right[j] if i == j else right[j] + more[j] for i in range(k)] for j in range(k)])


@given(per_class_costs(), st.data())
def test_weighted_errors_are_the_cost_but_for_a_constant_of_the_data(costs: CostMatrix, data: st.DataObject) -> None:
    k = len(costs.classes)
    actual = data.draw(st.lists(st.sampled_from(costs.classes), min_size=1, max_size=8))
    weights = record_weights(costs, actual)
    constant = sum(costs.cost(label, given=label) for label in actual)
    guesses = data.draw(st.lists(st.sampled_from(costs.classes), min_size=len(actual), max_size=len(actual)))
    m = confusion(actual, guesses, costs.classes, defined(weights))
    weighted_errors = sum(m.rows[i][j] for i in range(k) for j in range(k) if i != j)
    assert total_cost(costs, confusion(actual, guesses, costs.classes)) == weighted_errors + constant


@given(per_class_costs(), st.lists(whole_counts, min_size=4, max_size=4))
def test_the_weighted_majority_is_the_label_of_least_cost(costs: CostMatrix, sizes: list[int]) -> None:
    weighted = [w * n for w, n in zip(defined(class_weights(costs)), sizes, strict=False)]
    majority = tuple(label for label, n in zip(costs.classes, weighted, strict=True) if n == max(weighted))
    assert minimum_cost_labels(costs, sizes[: len(costs.classes)]) == majority


@given(square_rows(prices, least=2))
def test_weights_exist_only_where_each_class_has_one_cost_of_errors(rows: list[list[int | Fraction]]) -> None:
    costs = CostMatrix(NAMES[: len(rows)], rows)
    extra = [{c - row[j] for i, c in enumerate(row) if i != j} for j, row in enumerate(rows)]
    assert isinstance(class_weights(costs), Undefined) == any(len(e) > 1 or min(e) < 0 for e in extra)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (class_weights(CostMatrix("+-", [[5, 1], [1, 0]])), Undefined("class +: errors cost less than being right")),
        (record_weights(CostMatrix("+-", [[5, 1], [1, 0]]), "+"), Undefined("class +: errors cost less than being right")),
        (class_weights(CostMatrix("a", [[3]])), (0,)),
        (class_weights(CostMatrix("+-", [[7, 7], [1, 0]])), (0, 1)),
        (minimum_cost_labels(uniform_costs("abc", 0, 1), (0, 0, 0)), ("a", "b", "c")),
        (minimum_cost_labels(uniform_costs("abc", 0, 1), (10**30, 10**30 + 1, 0)), ("b",)),
        (expected_cost(uniform_costs("ab", 0, 1), Confusion.from_rows("ab", [[0, 0], [0, 0]])), Undefined("no records")),
    ],
)
def test_edges(value: object, expected: object) -> None:
    assert value == expected


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: CostMatrix("ab", [[0, 1]]), "cost matrix: expected 2 rows of 2 numbers (got 'rows of 2')"),
        (lambda: CostMatrix("aa", [[0, 1], [1, 0]]), "classes: expected each class once (got ('a', 'a'))"),
        (lambda: CostMatrix("ab", [[0, 1], [0.5, 0]]), "cost matrix, row 2, column 1: expected an exact number, such as '0.5' (got 0.5)"),
        (
            lambda: total_cost(uniform_costs("ab", 0, 1), Confusion.from_rows("ac", [[1, 1], [1, 1]])),
            "cost matrix: expected the classes 'a', 'c' (got ['a', 'b'])",
        ),
        (lambda: uniform_costs("ab", 0, 1).cost("c", given="a"), "class: expected one of the classes 'a', 'b' (got 'c')"),
        (lambda: cost_of_label(uniform_costs("ab", 0, 1), (1,), "a"), "class shares: expected 2 shares, one for each class (got 1)"),
        (
            lambda: minimum_cost_labels(uniform_costs("ab", 0, 1), (1, -1)),
            "share of class b: expected an exact number of at least 0 (got -1)",
        ),
        (lambda: cost_of_accuracy(10, 0.5, 0, 1), "accuracy: expected an exact number from 0 to 1, such as '0.5' (got 0.5)"),  # type: ignore[arg-type]
        (lambda: record_weights(uniform_costs("ab", 0, 1), "abc"), "class: expected one of the classes 'a', 'b' (got 'c')"),
        (lambda: record_weights(CostMatrix("ab", [[5, 1], [1, 0]]), "c"), "class: expected one of the classes 'a', 'b' (got 'c')"),
    ],
    ids=lambda x: x if isinstance(x, str) else "",
)
def test_refusals(make: Callable[..., Any], message: str) -> None:
    with pytest.raises(Invalid) as refused:
        make()
    assert str(refused.value) == message
