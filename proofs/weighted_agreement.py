"""
Weighted kappa, the Jaccard index and the adjusted balanced accuracy: forms, bounds, zeros.   Notation: as in
`dtref.spec.evaluation.confusion.weighted_agreement`.
"""

from __future__ import annotations

from itertools import product

from dtref.errors import Invalid, Undefined
from dtref.exact.number import Number, number
from dtref.spec.evaluation.confusion.agreement import cohen_kappa
from dtref.spec.evaluation.confusion.averages import adjusted_balanced_accuracy
from dtref.spec.evaluation.confusion.cost import CostMatrix
from dtref.spec.evaluation.confusion.matrix import BinaryCounts, Confusion
from dtref.spec.evaluation.confusion.rates import youden_j
from dtref.spec.evaluation.confusion.scores import f1, jaccard
from dtref.spec.evaluation.confusion.weighted_agreement import (
    _check,
    _kappa,
    linear_kappa,
    linear_weights,
    quadratic_kappa,
    quadratic_weights,
    weighted_kappa,
)
from proofs.steps import above_zero, all_equal, defined, equal, holds, not_negative, same
from proofs.symbols import positive
from proofs.tables import COUNTS, A, B, D, blind, diagonal, square, table
from proofs.theorem import Method, NotEstablished, theorem

COHEN, JACCARD, CS422 = "cohen1968", "jaccard1912", "cs422: Class Imbalance"
UP_TO_4 = range(2, 5)
ALL = "all positive real counts"


def weights(c: int) -> CostMatrix:
    """A positive symbol for each disagreement of c classes."""
    return CostMatrix(range(c), [[positive(f"v{i}{j}")[0] if i != j else 0 for j in range(c)] for i in range(c)])


@theorem(
    "With one weight for every disagreement weighted kappa is Cohen's kappa, whatever the weight; of two classes so are the linear and the "
    "quadratic one",
    source=COHEN,
    runs=(weighted_kappa, linear_kappa, quadratic_kappa, linear_weights, quadratic_weights, _kappa, cohen_kappa),
    reach="2 to 4 classes, all positive real counts, every positive weight",
    method=Method.IDENTITY,
)
def theorem_weighted_kappa_of_equal_weights_is_kappa() -> None:
    """The weight cancels."""
    (v,) = positive("v")
    for c in UP_TO_4:
        one_weight = CostMatrix(range(c), [[0 if i == j else v for j in range(c)] for i in range(c)])
        equal(weighted_kappa(one_weight, square(c)), cohen_kappa(square(c)))
    all_equal(cohen_kappa(COUNTS), linear_kappa(COUNTS), quadratic_kappa(COUNTS))


@theorem(
    "Weighted kappa is 0 where predictions don't depend on the class, for any weights, asymmetric ones too; so are the linear and the "
    "quadratic one",
    source=COHEN,
    runs=(weighted_kappa, linear_kappa, quadratic_kappa, _kappa),
    reach="2 and 3 classes, all positive real sums of rows and of columns, all positive weights",
    method=Method.IDENTITY,
)
def theorem_weighted_kappa_is_0_of_a_blind_classifier() -> None:
    """The disagreement seen is that by chance."""
    for c in (2, 3):
        m = blind(positive(f"t0:{c}"), positive(f"p0:{c}"))
        for value in (weighted_kappa(weights(c), m), linear_kappa(m), quadratic_kappa(m)):
            equal(value, 0)


@theorem(
    "Weighted kappa is below 1 where a disagreement with a weight is seen, and 1 without any; exchanging rows and columns of table "
    "and weights keeps it",
    source=COHEN,
    runs=(weighted_kappa, linear_kappa, quadratic_kappa, linear_weights, quadratic_weights, _kappa),
    reach="2 and 3 classes, all positive real counts, all positive weights",
    method=Method.SIGNS,
)
def theorem_weighted_kappa_is_at_most_1() -> None:
    """1 - kappa is a quotient of sums of products above 0; exchanging the two sides of table and weights keeps it."""
    for c in (2, 3):
        m, v = square(c), weights(c)
        for value in (weighted_kappa(v, m), linear_kappa(m), quadratic_kappa(m)):
            above_zero(1 - defined(value))
        right = diagonal(positive(f"n1:{c + 1}"))
        for value in (weighted_kappa(v, right), linear_kappa(right), quadratic_kappa(right)):
            equal(value, 1)
        exchanged = CostMatrix(v.classes, list(zip(*v.rows, strict=True)))
        equal(weighted_kappa(v, m), weighted_kappa(exchanged, m.transposed()))
    equal(linear_kappa(table([[0, 0, 1], [0, 2, 0], [1, 0, 0]])), 1 - number(4 * 4) / (8 * 1 + 2 * 2))
    equal(quadratic_kappa(table([[0, 0, 1], [0, 2, 0], [1, 0, 0]])), 1 - number(4 * 8) / (8 * 1 + 2 * 4))


@theorem(
    "Weighted kappa has no value without records, and where no pair of an actual and a predicted class has a weight; weights below 0 and "
    "on the diagonal are refused",
    source=COHEN,
    runs=(weighted_kappa, _kappa, _check),
    reach="two classes, each pattern of zeros in the table and in the weights",
    method=Method.EXHAUSTION,
)
def theorem_weighted_kappa_has_no_value() -> None:
    """Pattern by pattern."""
    for cells in product((0, 1), repeat=4):
        for v, w in product((0, 1), repeat=2):
            tp, fn, fp, tn = cells
            value = weighted_kappa(CostMatrix(("positive", "negative"), [[0, v], [w, 0]]), BinaryCounts(*cells))
            by_chance = v * (tp + fn) * (fn + tn) + w * (fp + tn) * (tp + fp)
            if not any(cells):
                same(value, Undefined("no records"), "no records")
            elif not by_chance:
                same(value, Undefined("no disagreement by chance"), f"{cells}, {v}, {w}")
            else:
                same(value, 1 - number(sum(cells) * (v * fn + w * fp)) / by_chance, f"{cells}, {v}, {w}")
    for rows, where in (
        ([[0, 1], [-1, 0]], "row 2, column 1"),
        ([[0, 1], [1, 1]], "row 2, column 2"),
        ([[0, -1], [1, 0]], "row 1, column 2"),
    ):
        refused(rows, where)


def refused(rows: list[list[int]], where: str) -> None:
    """The weights are refused at that place."""
    try:
        weighted_kappa(CostMatrix("ab", rows), Confusion("ab", [[1, 1], [1, 1]]))
    except Invalid as error:
        holds(error.where == f"weights, {where}", f"that {rows} are refused at {where}, not at {error.where}")
    else:
        raise NotEstablished(f"that {rows} are refused")


@theorem(
    "F1 = 2J/(1 + J), J the Jaccard index: from 0 to 1; neither has a value where no record is positive or predicted so",
    source=JACCARD,
    runs=(jaccard, f1),
    reach=ALL + ", and each pattern of zeros",
    method=Method.IDENTITY,
)
def theorem_f1_from_jaccard() -> None:
    """J = TP/(TP + FN + FP), which does not depend on TN."""
    j = defined(jaccard(COUNTS))
    equal(f1(COUNTS), 2 * j / (1 + j))
    above_zero(1 - j)
    for cells in product((0, 1), repeat=4):
        n, none = BinaryCounts(*cells), Undefined("no positives, and nothing predicted positive")
        value: Number | Undefined = none if not any(cells[:3]) else number(cells[0]) / sum(cells[:3])
        same((jaccard(n), isinstance(f1(n), Undefined)), (value, value == none), f"the index of {cells}")


@theorem(
    "Adjusted balanced accuracy is 0 of a classifier that doesn't look at the record, 1 without errors, -1/(c - 1) where all is wrong; of "
    "two classes it is Youden's J; of one class, and where a class has no records, it has no value",
    source=CS422,
    runs=(adjusted_balanced_accuracy, youden_j),
    reach="2 to 4 classes, all positive real counts",
    method=Method.IDENTITY,
)
def theorem_adjusted_balanced_accuracy_of_guessing_is_0() -> None:
    """On the scale from guessing to being right."""
    for c in UP_TO_4:
        n = positive(f"n1:{c + 1}")
        equal(adjusted_balanced_accuracy(blind(n, positive(f"p1:{c + 1}"))), 0)
        equal(adjusted_balanced_accuracy(diagonal(n)), 1)
        wrong = table([[n[i] if j == (i + 1) % c else 0 for j in range(c)] for i in range(c)])
        equal(adjusted_balanced_accuracy(wrong), -number(1) / (c - 1))
        not_negative(1 - defined(adjusted_balanced_accuracy(square(c))))
    equal(adjusted_balanced_accuracy(COUNTS), youden_j(COUNTS))
    same(adjusted_balanced_accuracy(table([[1]])), Undefined("one class only"), "one class")
    same(adjusted_balanced_accuracy(BinaryCounts(A, B, 0, 0)), Undefined("class negative: no positives"), "no negatives")
    same(adjusted_balanced_accuracy(BinaryCounts(0, 0, 0, D)), Undefined("class positive: no positives"), "no positives")
