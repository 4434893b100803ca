"""
The inputs of operations on confusion matrices, and how they are drawn.

A matrix is {"classes": […], "rows": [[…], …]} with a row for each actual class, or with "predicted_rows", a row for each predicted
class; or it is made of labels, {"actual": […], "predicted": […]}, where "classes" and "weights" may be given. Two classes are also
four counts, `tp`, `fn`, `fp`, `tn`.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from attrs import evolve
from toolz import compose

from dtref.io.numbers import Json
from dtref.oracle.operations.draws import (
    GivenJson,
    class_count,
    drawn_columns,
    inputs_by_name,
    label,
    lists_of,
    one_from,
    positive,
)
from dtref.oracle.operations.inputs import Given, as_rationals
from dtref.oracle.operations.kinds import A_COUNT, A_LABEL, FOUR, LABELS, MATRIX_ROWS, RATIONALS, choice, list_kind, nested
from dtref.oracle.operations.operation import InputKind, alone, as_one, each, either, jointly, optional
from dtref.spec.evaluation.confusion.by_name import CONVENTIONS, RATES
from dtref.spec.evaluation.confusion.cost import CostMatrix
from dtref.spec.evaluation.confusion.labels import matrix_of
from dtref.spec.evaluation.confusion.matrix import BinaryCounts, Confusion

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


_ROWS = list_kind(RATIONALS, "rows of numbers of any sign, which the classes of matrices check")


def read_matrix(value: Json, where: str) -> Confusion:
    """
    A confusion matrix from JSON, by rows or by labels. Errors: Invalid where it isn't one.

    >>> read_matrix({"classes": ["+", "-"], "predicted_rows": [["1", "2"], ["3", "4"]]}, "matrix").rows
    ((1, 3), (2, 4))
    >>> read_matrix({"actual": ["+", "-", "-"], "predicted": ["+", "+", "-"]}, "matrix").rows
    ((1, 0), (1, 1))
    """
    matrix = Given.of(value, where)
    if "actual" in matrix.parts:
        matrix.only("actual", "predicted", "classes", "weights")
        classes = matrix.texts("classes") if "classes" in matrix.parts else None
        weights = as_rationals(matrix.part("weights"), f"{where}, weights") if "weights" in matrix.parts else None
        return matrix_of(matrix.texts("actual"), matrix.texts("predicted"), classes, weights)
    name, make = ("predicted_rows", Confusion.from_predicted_rows) if "predicted_rows" in matrix.parts else ("rows", Confusion.from_rows)
    return make(matrix.only("classes", name).texts("classes"), _ROWS.read(matrix, name))


# how they are drawn


def _square(classes: int) -> SearchStrategy[GivenJson]:
    rows = lists_of(lists_of(class_count(), classes, classes), classes, classes)
    return rows.map(lambda table: {"classes": list("abcd"[:classes]), "rows": table})


def _drawn_matrix() -> SearchStrategy[GivenJson]:
    return one_from((2, 3)).flatmap(_square)


def _with_costs(*extra: str) -> SearchStrategy[GivenJson]:
    """Costs for two or three classes, mostly 0 on the diagonal, and further inputs with as many classes."""

    def of(classes: int) -> SearchStrategy[GivenJson]:
        a_class = one_from("abcd"[:classes])
        sized: dict[str, SearchStrategy[object]] = {
            "costs": _square(classes).map(_free_if_right) | _square(classes),
            "matrix": _square(classes),
            "shares": lists_of(one_from((1, 2, 3)), classes, classes).map(lambda n: [str(Fraction(k, sum(n))) for k in n]),
            "label": a_class,
            "actual": lists_of(a_class),
        }
        return inputs_by_name(**{name: sized[name] for name in ("costs", *extra)})

    return one_from((2, 3)).flatmap(of)


def _with_weights() -> SearchStrategy[GivenJson]:
    """Costs of any size, 0 for every right prediction, and a matrix."""
    return one_from((2, 3)).flatmap(lambda k: inputs_by_name(costs=_square(k).map(_free_on_diagonal), matrix=_square(k)))


def _free_on_diagonal(costs: GivenJson) -> GivenJson:
    rows = costs["rows"]
    assert isinstance(rows, list), "rows"
    return {**costs, "rows": [["0" if i == j else cost for j, cost in enumerate(row)] for i, row in enumerate(rows)]}


def _free_if_right(costs: GivenJson) -> GivenJson:
    """Costs with a zero diagonal, and in each row one cost for every error."""
    rows = costs["rows"]
    assert isinstance(rows, list), "rows"
    return {**costs, "rows": [["0" if i == j else str(row[0]) for j in range(len(rows))] for i, row in enumerate(rows)]}


# the kinds

MATRIX = InputKind("a confusion matrix", alone(read_matrix), _drawn_matrix, MATRIX_ROWS)
ANY_MATRIX = MATRIX.drawn(lambda: _drawn_matrix() | drawn_columns(1, 6, actual=label(), predicted=label()))
_COSTS = nested("a cost matrix", CostMatrix, each(classes=LABELS, rows=_ROWS)).drawn(_drawn_matrix)
MEASURE = choice(RATES, "a measure of four counts")
_SHARES = RATIONALS.named("the share of each class").drawn(lambda: lists_of(positive()))

BINARY_COUNTS = as_one(BinaryCounts, each(tp=A_COUNT, fn=A_COUNT, fp=A_COUNT, tn=A_COUNT), FOUR)
_OF_MATRIX = each(matrix=MATRIX)

EITHER = evolve(either(BINARY_COUNTS, _OF_MATRIX), typed=(MATRIX_ROWS,))
"""A matrix, or four counts."""

_TO_AVERAGE = each(matrix=MATRIX, measure=MEASURE, if_undefined=optional(choice(CONVENTIONS), lambda value: value))


def _averaged(given: Given) -> tuple[object, ...]:
    """The measure to be averaged, with the convention where there is one, and the matrix."""
    matrix, measure, convention = _TO_AVERAGE.arguments(given)
    return compose(convention, measure), matrix


MEASURE_AND_MATRIX = evolve(_TO_AVERAGE, arguments=_averaged)
"""A measure of each class, and a matrix."""

COSTS_ALONE = jointly(each(costs=_COSTS), _with_costs)
COSTS_AND_MATRIX = jointly(each(costs=_COSTS, matrix=MATRIX), partial(_with_costs, "matrix"))
WEIGHTS_AND_MATRIX = jointly(COSTS_AND_MATRIX, _with_weights)
COSTS_AND_SHARES = jointly(each(costs=_COSTS, shares=_SHARES), partial(_with_costs, "shares"))
COSTS_OF_LABEL = jointly(each(costs=_COSTS, shares=_SHARES, label=A_LABEL), partial(_with_costs, "shares", "label"))
COSTS_OF_RECORDS = jointly(each(costs=_COSTS, actual=LABELS), partial(_with_costs, "actual"))
