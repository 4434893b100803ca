"""
Costs of errors: cost matrix, total and expected cost, the labels of least cost, accuracy as a cost, weights for cost-sensitive learning.

Notation: C(i|j), the cost of predicting class i for a record of class j. Costs may be below 0 (a gain). They have the unit that the caller
gives them.
"""

from __future__ import annotations

__sources__ = (
    ("tan", "Cost Matrix, Computing Cost of Classification, Cost vs Accuracy"),
    ("evaluation", "Cost Matrix, Computing Cost of Classification, Cost vs Accuracy"),
    ("cs422", "Class Imbalance"),
)

from collections.abc import Iterable, Sequence

from attrs import Attribute as Field
from attrs import field, frozen

from dtref.errors import Invalid, Undefined
from dtref.exact.brief import brief_repr
from dtref.exact.comparison import argmin_set, sign
from dtref.exact.definition import defined
from dtref.exact.inputs import exact, items, labels, share
from dtref.exact.number import Exact, Number, is_zero, number, quotient, total
from dtref.spec.evaluation.confusion.matrix import (
    ClassLabel,
    Matrix,
    PairTable,
    actual_counts,
    check_square,
    distinct,
    exact_table,
    position,
)
from dtref.spec.model.display import Reported
from dtref.spec.model.labels import class_names


def _costs(rows: Iterable[Iterable[object]]) -> PairTable:
    return exact_table(rows, "cost matrix", signed=True)


@defined(
    errors="Invalid for a class that comes twice, a table that is not square, a cost that is a float",
    sources=(("tan", "Cost Matrix"),),
)
@frozen
class CostMatrix(Reported):
    """
    The cost of each prediction for each actual class: a row for each actual class j, a column for each predicted class i, C(i|j).

    >>> CostMatrix("+-", [[-1, 100], [1, 0]]).cost("-", given="+")
    100
    """

    classes: tuple[ClassLabel, ...] = field(converter=distinct)
    rows: PairTable = field(converter=_costs)

    __repr__ = brief_repr

    @rows.validator
    def _square(self, _: Field[PairTable], rows: PairTable) -> None:
        check_square(self.classes, rows, "cost matrix")

    def position(self, label: ClassLabel) -> int:
        """The number of the row and column of a class, from 0. Errors: Invalid for no class of the matrix."""
        return position(self.classes, label, "class")

    def cost(self, predicted: ClassLabel, *, given: ClassLabel) -> Exact:
        """C(predicted|given): the cost of a prediction for a record of an actual class. Errors: Invalid for no class of the matrix."""
        return self.rows[self.position(given)][self.position(predicted)]

    def reordered(self, classes: tuple[ClassLabel, ...]) -> CostMatrix:
        """The same costs with the classes in another order. Errors: Invalid for other classes."""
        if set(distinct(classes)) != set(self.classes):
            raise Invalid("cost matrix", f"the classes {', '.join(map(repr, classes))}", list(self.classes))
        order = list(map(self.position, classes))
        return CostMatrix(classes, [[self.rows[j][i] for i in order] for j in order])


@defined(sources=(("tan", "Cost vs Accuracy"),))
def uniform_costs(classes: Iterable[ClassLabel], p: Exact, q: Exact) -> CostMatrix:
    """
    The cost matrix where being right costs p and being wrong q.

    >>> uniform_costs("+-", 0, 1).rows
    ((0, 1), (1, 0))
    """
    names = items("classes", classes)
    return CostMatrix(names, [[p if i == j else q for i in names] for j in names])


@defined(
    formula="sum_ij C(i|j) CM_ji",
    errors="Invalid for costs of other classes",
    sources=(("tan", "Computing Cost of Classification"),),
)
def total_cost(costs: CostMatrix, m: Matrix) -> Number:
    """
    The cost of all predictions.

    >>> from dtref.spec.evaluation.confusion.matrix import Confusion
    >>> total_cost(CostMatrix("+-", [[-1, 100], [1, 0]]), Confusion("+-", [[150, 40], [60, 250]]))
    Fraction(3910, 1)
    """
    prices = costs.reordered(m.classes).rows
    return total(number(c) * n for price, row in zip(prices, m.rows, strict=True) for c, n in zip(price, row, strict=True))


@defined(formula="total cost / N", undefined="no records", errors=total_cost, parts=lambda: (actual_counts, total_cost))
def expected_cost(costs: CostMatrix, m: Matrix) -> Number | Undefined:
    """
    The mean cost of a prediction.

    >>> from dtref.spec.evaluation.confusion.matrix import Confusion
    >>> expected_cost(CostMatrix("+-", [[-1, 100], [1, 0]]), Confusion("+-", [[150, 40], [60, 250]]))
    Fraction(391, 50)
    """
    return quotient(total_cost(costs, m), total(actual_counts(m)), "no records")


@defined(
    formula="Cost = N [q - (q - p) x Accuracy]",
    letter="Cost",
    errors="Invalid for floats, an N below 0, an accuracy that is not from 0 to 1",
    sources=(("tan", "Cost vs Accuracy (affine in accuracy; proportional only where q = 0)"),),
)
def cost_of_accuracy(n: Exact, accuracy: Exact, p: Exact, q: Exact) -> Number:
    """
    The total cost of n predictions from their accuracy alone, which is enough where being right always costs p and being wrong q.

    Condition: `uniform_costs`; with any other cost matrix two classifiers of one accuracy can differ in cost.

    >>> from fractions import Fraction
    >>> cost_of_accuracy(500, Fraction(4, 5), p=0, q=1)
    Fraction(100, 1)
    """
    size, right = exact("N", n, least=0), share("accuracy", accuracy)
    p, q = exact("p", p), exact("q", q)
    return size * (q - (q - p) * right)


@defined(formula="sum_j P(j) C(i|j)", errors="Invalid for shares that are floats, below 0, or not one for each class; for no class")
def cost_of_label(costs: CostMatrix, shares: Sequence[Exact], label: ClassLabel) -> Number:
    """
    The mean cost of predicting a label where class j has the share P(j); of class counts, the total cost.

    >>> cost_of_label(CostMatrix("+-", [[-1, 100], [1, 0]]), (1, 99), "+")
    Fraction(98, 1)
    """
    if len(shares) != len(costs.classes):
        raise Invalid("class shares", f"{len(costs.classes)} shares, one for each class", len(shares))
    p = [exact(f"share of class {j}", p_j, least=0) for j, p_j in zip(costs.classes, shares, strict=True)]
    i = costs.position(label)
    return total(p_j * row[i] for p_j, row in zip(p, costs.rows, strict=True))


@defined(formula="argmin_i sum_j P(j) C(i|j)", errors=cost_of_label)
def minimum_cost_labels(costs: CostMatrix, shares: Sequence[Exact]) -> tuple[ClassLabel, ...]:
    """
    All labels of least cost where class j has the share P(j), in the order of the classes. Counts serve as shares; all 0: every label.

    >>> fraud = CostMatrix(("fraud", "fair"), [[0, 100], [1, 0]])
    >>> minimum_cost_labels(fraud, (2, 98)), minimum_cost_labels(fraud, (1, 100)), minimum_cost_labels(fraud, (1, 101))
    (('fraud',), ('fraud', 'fair'), ('fair',))
    """
    return argmin_set(costs.classes, lambda label: cost_of_label(costs, shares, label))


@defined(
    formula="w_j = C(i|j) - C(j|j) for every i != j",
    letter="w_j",
    undefined="errors on one class cost differently (no weights do it), or less than being right",
    sources=(("cs422", "Class Imbalance (Cost sensitive learning)"), "Elkan 2001, The foundations of cost-sensitive learning"),
)
def class_weights(costs: CostMatrix) -> tuple[Number, ...] | Undefined:
    """
    A weight for each class with which least weighted error is least cost: w_j is the cost that any error adds on a record of class j.

    Then total cost = sum_j w_j (errors on class j) + a constant of the data. Of two classes only the latter may be. The costs must be
    numbers: whether an error costs less than being right is not decided of symbols (Invalid).

    >>> class_weights(CostMatrix("+-", [[-1, 100], [1, 0]]))
    (Fraction(101, 1), Fraction(1, 1))
    >>> class_weights(CostMatrix("abc", [[0, 1, 2], [1, 0, 1], [1, 1, 0]]))
    Undefined(why='class a: errors cost differently')
    """
    weights = [_weight(j, costs) for j in range(len(costs.classes))]
    return next((w for w in weights if isinstance(w, Undefined)), None) or tuple(w for w in weights if not isinstance(w, Undefined))


def _weight(j: int, costs: CostMatrix) -> Number | Undefined:
    """The weight of class j: the extra cost that all errors on it share."""
    first, *others = _excesses(j, costs) or (number(0),)
    if not all(is_zero(other - first) for other in others):
        return Undefined(f"class {costs.classes[j]}: errors cost differently")
    return Undefined(f"class {costs.classes[j]}: errors cost less than being right") if sign(first) < 0 else first


def _excesses(j: int, costs: CostMatrix) -> tuple[Number, ...]:
    """The extra cost of each error on a record of class j: C(i|j) - C(j|j) for every i != j."""
    return tuple(number(c) - costs.rows[j][j] for i, c in enumerate(costs.rows[j]) if i != j)


@defined(undefined=class_weights, errors="Invalid for a label that is no class", parts=lambda: (class_weights,))
def record_weights(costs: CostMatrix, actual: Iterable[ClassLabel]) -> tuple[Number, ...] | Undefined:
    """
    For each record the weight of its class: a learner that heeds weights then minimises cost.

    >>> record_weights(CostMatrix("+-", [[0, 100], [1, 0]]), "+--")
    (Fraction(100, 1), Fraction(1, 1), Fraction(1, 1))
    """
    weights, positions = (
        class_weights(costs),
        list(map(costs.position, class_names(labels("actual classes", actual), "actual classes"))),
    )
    return weights if isinstance(weights, Undefined) else tuple(weights[i] for i in positions)
