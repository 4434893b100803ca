"""What is said of any number of classes and children at once is what the functions say of tables of numbers, of every size tried."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise, product
from typing import Any, cast

import pytest
import sympy

from dtref.exact.functions import maximum
from dtref.exact.number import Number, total
from dtref.spec.split.association import chi_square, g_statistic
from dtref.spec.split.criteria import Criterion, error_reduction, gain, gini_reduction
from dtref.spec.split.impurity import Impurity, entropy, gini, misclassification_error
from proofs import gain as table
from proofs.any_number import Sums, indexed
from proofs.impurity import ALL, CLASS, COUNTS, L, N, n
from proofs.steps import expression
from proofs.theorem import NotEstablished

CRITERIA = (gini_reduction, gain, error_reduction, chi_square, g_statistic)
TABLES: tuple[tuple[tuple[int, ...], ...], ...] = (
    ((3, 1), (2, 5)),
    ((3, 1, 4), (2, 5, 9)),
    ((1, 2), (3, 4), (6, 5)),
    ((1, 2, 3, 4), (4, 3, 1, 2), (7, 7, 1, 1)),
    ((5, 2, 1),),
)


def exactly(x: Any) -> sympy.Expr:
    """A number of dtref as SymPy's: a fraction, or a sum of logarithms."""
    return sympy.Rational(x) if isinstance(x, Fraction) else sympy.Add(*(q * sympy.log(m, 2) for m, q in x.terms))


def filled(x: Number, sizes: dict[Any, int], numbers: dict[Any, int]) -> sympy.Expr:
    """The symbolic value where there are so many classes and children with these counts."""
    return expression(x).subs({expression(k): v for k, v in sizes.items()}).doit().subs({expression(k): v for k, v in numbers.items()})


@pytest.mark.parametrize("measure", [gini, entropy, misclassification_error], ids=lambda one: one.name)
@pytest.mark.parametrize("counts", [(7,), (1, 5), (3, 3, 1), (2, 4, 6, 1)])
def test_an_impurity_of_any_number_of_classes_is_that_of_each_number(measure: Impurity, counts: Sequence[int]) -> None:
    base = expression(n).base
    numbers = {base[j]: n_j for j, n_j in enumerate(counts, 1)} | {N: sum(counts), L: max(counts)}
    found = filled(ALL.closed(measure.of(COUNTS)), {CLASS.count: len(counts)}, numbers)
    assert sympy.simplify(sympy.expand_log(found - exactly(measure(counts)), factor=True)) == 0


@pytest.mark.parametrize(
    ("criterion", "rows"), tuple(product(CRITERIA, TABLES)), ids=lambda x: x.name if isinstance(x, Criterion) else str(x)
)
def test_a_criterion_of_any_table_is_that_of_each_table(criterion: Criterion, rows: tuple[tuple[int, ...], ...]) -> None:
    node = tuple(map(sum, zip(*rows, strict=True)))
    cells = {expression(table.n_ij).base[i, j]: rows[i - 1][j - 1] for i in range(1, len(rows) + 1) for j in range(1, len(node) + 1)}
    numbers = (
        cells
        | {expression(table.n_i).base[i]: sum(row) for i, row in enumerate(rows, 1)}
        | {expression(table.L_i).base[i]: max(row) for i, row in enumerate(rows, 1)}
        | {expression(table.n_j).base[j]: n_j for j, n_j in enumerate(node, 1)}
        | {table.n: sum(node), table.L: max(node)}
    )
    found = filled(table.found(criterion), {table.CHILD.count: len(rows), table.CLASS.count: len(node)}, numbers)
    assert sympy.simplify(sympy.expand_log(found - exactly(criterion(node, rows)), factor=True)) == 0


def first(p: Sequence[Number]) -> Number:
    """A class apart from the others."""
    return p[0]


def neighbours(p: Sequence[Number]) -> Number:
    """Products of a class and the next one, which are not of one class."""
    return total(a * b for a, b in pairwise(p))


def less_the_first(p: Sequence[Number]) -> Number:
    """A sum into which one class enters by its place."""
    return total(p_j - p[0] for p_j in p[1:])


def largest_square(p: Sequence[Number]) -> Number:
    """A maximum that has no name."""
    return maximum([p_j * p_j for p_j in p])


@pytest.mark.parametrize("function", [first, neighbours, less_the_first, largest_square])
def test_a_function_that_does_not_go_through_the_classes_one_by_one_is_refused(function: Any) -> None:
    with pytest.raises(NotEstablished):
        ALL.closed(cast("type[gini]", function)(COUNTS))  # type: ignore[misc, valid-type]


def test_a_constant_of_each_class_is_counted_and_one_beside_the_sum_is_not() -> None:
    found = ALL.closed(2 + total(n_j + 3 for n_j in COUNTS))
    assert expression(found) == 2 + 3 * expression(CLASS.count) + expression(N)


def test_a_sum_within_a_sum_is_one_sum_in_either_order() -> None:
    x = indexed("x")[table.CHILD.letter, table.CLASS.letter]
    known = Sums((table.CHILD, table.CLASS), {})
    rows = known.rows(table.CHILD, known.each(table.CLASS, x))
    assert known.closed(total(map(total, rows))) == known.closed(total(map(total, zip(*rows, strict=True))))


def test_a_place_in_a_row_is_no_place_in_a_sum_over_the_row() -> None:
    x = indexed("x")[table.CHILD.letter, table.CLASS.letter]
    known = Sums((table.CHILD, table.CLASS), {})
    with pytest.raises(NotEstablished, match="has a place inside of"):
        known.over(expression(x) * expression(known.over(x, table.CLASS)), table.CHILD)
