"""Weighted kappas, the Jaccard index and the adjusted balanced accuracy: against definitions over records, and what is refused."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from narrow import defined
from spec.evaluation.confusion.matrices import binary_counts, confusions, labels_of, whole_counts

from dtref.errors import Invalid, Undefined
from dtref.spec.evaluation.confusion.agreement import cohen_kappa
from dtref.spec.evaluation.confusion.averages import adjusted_balanced_accuracy, balanced_accuracy
from dtref.spec.evaluation.confusion.cost import CostMatrix, uniform_costs
from dtref.spec.evaluation.confusion.matrix import BinaryCounts, Confusion
from dtref.spec.evaluation.confusion.scores import f1, jaccard
from dtref.spec.evaluation.confusion.weighted_agreement import linear_kappa, quadratic_kappa, weighted_kappa
from dtref.strategies.values import fractions

weights_of_four = st.lists(st.lists(fractions(0, 5, max_denominator=4), min_size=4, max_size=4), min_size=4, max_size=4)


@given(confusions(whole_counts), weights_of_four)
def test_weighted_kappa_by_pairs_of_records(m: Confusion, table: list[list[Fraction]]) -> None:
    """The disagreement by chance: the weight for the actual class of each record and the predicted class of each."""
    k = range(len(m.classes))
    weights = CostMatrix(m.classes, [[table[i][j] if i != j else 0 for j in k] for i in k])
    actual, predicted = labels_of(m)
    value = weighted_kappa(weights, m)
    if not actual:
        assert value == Undefined("no records")
        return
    own: list[Any] = [weights.cost(b, given=a) for a, b in zip(actual, predicted, strict=True)]
    apart: list[Any] = [weights.cost(b, given=a) for a, b in product(actual, predicted)]
    if not any(apart):
        assert value == Undefined("no disagreement by chance")
    else:
        assert value == 1 - sum(map(Fraction, own), Fraction(0)) * len(apart) / (len(own) * sum(map(Fraction, apart), Fraction(0)))


@given(confusions(whole_counts))
def test_weights_of_one_size_are_cohens_and_distances_are_linear_and_quadratic(m: Confusion) -> None:
    number = {label: i for i, label in enumerate(m.classes)}
    distance = [[abs(number[a] - number[b]) for b in m.classes] for a in m.classes]
    linear, quadratic = CostMatrix(m.classes, distance), CostMatrix(m.classes, [[d * d for d in row] for row in distance])
    assert (weighted_kappa(linear, m), weighted_kappa(quadratic, m)) == (linear_kappa(m), quadratic_kappa(m))
    equal = weighted_kappa(uniform_costs(m.classes, 0, 3), m)
    kappa = cohen_kappa(m)
    assert isinstance(equal, Undefined) if isinstance(kappa, Undefined) else equal == kappa


def test_asymmetric_weights_are_those_of_the_exchanged_table_transposed() -> None:
    rows, weights = [[3, 1, 0], [1, 2, 1], [0, 1, 3]], [[0, 1, 9], [2, 0, 1], [8, 2, 0]]
    m, exchanged = Confusion("abc", rows), [list(column) for column in zip(*weights, strict=True)]
    assert weighted_kappa(CostMatrix("abc", weights), m) == weighted_kappa(CostMatrix("abc", exchanged), m.transposed())
    assert weighted_kappa(CostMatrix("abc", weights), Confusion("abc", [[6, 1, 0], [5, 2, 1], [0, 1, 3]])) != weighted_kappa(
        CostMatrix("abc", exchanged), Confusion("abc", [[6, 1, 0], [5, 2, 1], [0, 1, 3]])
    )


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([[0, -1], [1, 0]], "weights, row 1, column 2: expected a weight of at least 0 (got -1)"),
        ([[0, 1], [1, 2]], "weights, row 2, column 2: expected 0, as agreement is no disagreement (got 2)"),
    ],
)
def test_what_is_no_weight_is_refused(rows: list[list[int]], message: str) -> None:
    with pytest.raises(Invalid) as refused:
        weighted_kappa(CostMatrix("ab", rows), Confusion("ab", [[3, 1], [1, 3]]))
    assert str(refused.value) == message


@given(binary_counts())
def test_jaccard_orders_as_f1_does(n: BinaryCounts) -> None:
    j, f = jaccard(n), f1(n)
    assert isinstance(j, Undefined) == isinstance(f, Undefined)
    if not isinstance(j, Undefined):
        assert f == 2 * j / (1 + j)


@given(confusions(whole_counts))
def test_adjusted_balanced_accuracy_is_the_way_from_guessing_to_being_right(m: Confusion) -> None:
    value, c = adjusted_balanced_accuracy(m), len(m.classes)
    if isinstance(balanced_accuracy(m), Undefined) or c == 1:
        assert isinstance(value, Undefined)
    else:
        assert Fraction(1, c) + defined(value) * (1 - Fraction(1, c)) == balanced_accuracy(m)
