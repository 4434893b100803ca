"""
Weighted kappa: agreement beyond chance where some disagreements are worse than others.

Notation: v_ij >= 0 the weight of predicting class j for a record of class i, 0 where i = j; s records, CM_ij of class i predicted as j, t_i
of class i, p_j predicted as j. Only the ratios of weights count. Where agreement has weights w_ij, 1 on the diagonal, v_ij = 1 - w_ij.
"""

from __future__ import annotations

from dtref.errors import Invalid, Undefined
from dtref.exact.comparison import sign
from dtref.exact.definition import defined
from dtref.exact.inputs import is_symbolic
from dtref.exact.number import Number, is_zero, number, quotient, total
from dtref.spec.evaluation.confusion.cost import CostMatrix, total_cost
from dtref.spec.evaluation.confusion.matrix import Matrix, actual_counts, predicted_counts


def linear_weights(classes: tuple[object, ...]) -> CostMatrix:
    """
    The weights of disagreement of ordered classes by how far they are apart: v_ij = |i - j|.

    >>> linear_weights(("low", "middle", "high")).rows
    ((0, 1, 2), (1, 0, 1), (2, 1, 0))
    """
    return CostMatrix(classes, [[abs(i - j) for j, _ in enumerate(classes)] for i, _ in enumerate(classes)])


def quadratic_weights(classes: tuple[object, ...]) -> CostMatrix:
    """
    The weights of disagreement of ordered classes by the square of how far they are apart: v_ij = (i - j)^2.

    >>> quadratic_weights(("low", "middle", "high")).rows
    ((0, 1, 4), (1, 0, 1), (4, 1, 0))
    """
    return CostMatrix(classes, [[(i - j) ** 2 for j, _ in enumerate(classes)] for i, _ in enumerate(classes)])


@defined(
    formula="1 - s sum_ij v_ij CM_ij / sum_ij v_ij t_i p_j",
    undefined="no records; no disagreement by chance, that is, no pair of an actual and a predicted class has a weight above 0",
    errors=(
        "Invalid for weights of other classes; below 0, with which kappa may be above 1 or divide by 0; other than "
        "0 on the diagonal, with which being always right would not be 1"
    ),
    sources=("Cohen 1968, Weighted kappa (Psychological Bulletin 70, 213-220)",),
    parts=lambda: (actual_counts, predicted_counts),
)
def weighted_kappa(weights: CostMatrix, m: Matrix) -> Number | Undefined:
    """
    Weighted kappa for any weights of disagreement: 1 less the disagreement seen, as a share of that by chance.   From below 0 to 1.

    With one weight for all disagreements it is `cohen_kappa`. Asymmetric weights (v_ij is not v_ji) say that the two mistakes are not
    equally bad; the value then changes where actual and predicted classes are exchanged.

    >>> from dtref.spec.evaluation.confusion.matrix import Confusion
    >>> m = Confusion("abc", [[3, 1, 0], [1, 2, 1], [0, 1, 3]])
    >>> weighted_kappa(CostMatrix("abc", [[0, 1, 9], [2, 0, 1], [9, 2, 0]]), m)
    Fraction(13, 16)
    >>> weighted_kappa(CostMatrix("ab", [[0, 1], [1, 0]]), Confusion("ab", [[5, 0], [0, 0]]))
    Undefined(why='no disagreement by chance')
    """
    _check(weights)
    return _kappa(weights, m)


@defined(
    formula="1 - s sum_ij |i - j| CM_ij / sum_ij |i - j| t_i p_j",
    undefined="no records, or all of one class and predicted as that class",
    sources=("Cohen 1968", "Cicchetti and Allison 1971"),
    parts=lambda: (actual_counts, predicted_counts),
)
def linear_kappa(m: Matrix) -> Number | Undefined:
    """
    Weighted kappa of ordered classes, each disagreement weighing how far the classes are apart.

    Classes: in the order of the matrix. Of two it is `cohen_kappa`.

    >>> from dtref.spec.evaluation.confusion.matrix import Confusion
    >>> linear_kappa(Confusion("abc", [[3, 1, 0], [1, 2, 1], [0, 1, 3]])), linear_kappa(Confusion("ab", [[5, 0], [0, 0]]))
    (Fraction(5, 8), Undefined(why='no disagreement by chance'))
    """
    return _kappa(linear_weights(m.classes), m)


@defined(
    formula="1 - s sum_ij (i - j)^2 CM_ij / sum_ij (i - j)^2 t_i p_j",
    undefined="no records, or all of one class and predicted as that class",
    sources=("Cohen 1968", "Fleiss and Cohen 1973"),
    parts=lambda: (actual_counts, predicted_counts),
)
def quadratic_kappa(m: Matrix) -> Number | Undefined:
    """
    Weighted kappa of ordered classes, each disagreement weighing the square of how far the classes are apart.

    Classes: in the order of the matrix. Of two it is `cohen_kappa`.

    >>> from dtref.spec.evaluation.confusion.matrix import Confusion
    >>> quadratic_kappa(Confusion("abc", [[3, 1, 0], [1, 2, 1], [0, 1, 3]])), quadratic_kappa(Confusion("ab", [[5, 0], [0, 0]]))
    (Fraction(3, 4), Undefined(why='no disagreement by chance'))
    """
    return _kappa(quadratic_weights(m.classes), m)


def _kappa(weights: CostMatrix, m: Matrix) -> Number | Undefined:
    t, p = actual_counts(m), predicted_counts(m)
    s, rows = total(t), weights.reordered(m.classes).rows
    if is_zero(s):
        return Undefined("no records")
    by_chance = total(number(v) * t_i * p_j for t_i, row in zip(t, rows, strict=True) for p_j, v in zip(p, row, strict=True))
    return quotient(by_chance - s * total_cost(weights, m), by_chance, "no disagreement by chance")


def _check(weights: CostMatrix) -> None:
    """Checks weights of disagreement; symbols stand for numbers that are right."""
    for i, row in enumerate(weights.rows):
        for j, v in enumerate(row):
            if i == j and not is_zero(v):
                raise Invalid(f"weights, row {i + 1}, column {j + 1}", "0, as agreement is no disagreement", v)
            if not is_symbolic(v) and sign(number(v)) < 0:
                raise Invalid(f"weights, row {i + 1}, column {j + 1}", "a weight of at least 0", v)


MATRIX_KAPPAS = (linear_kappa, quadratic_kappa)
"""The weighted kappas of a matrix that take nothing besides."""
