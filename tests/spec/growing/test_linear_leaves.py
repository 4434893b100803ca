"""Leaf linear models: least squares against SymPy and by definition; leaves against the records that reach them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

import pytest
import sympy
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from many import examples
from narrow import of_kind

from dtref.errors import Invalid, Undefined
from dtref.exact.least_squares import LinearModel, least_squares
from dtref.spec.growing.hunt import grow
from dtref.spec.growing.linear_leaves import LinearTree, fit_leaves, grow_linear, predict_linear
from dtref.spec.growing.stopping import no_improvement, pure, same_values
from dtref.spec.model.attributes import MISSING, Cell, Continuous, Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.tests import Threshold
from dtref.spec.model.trees import Gap, Leaf, nodes, weight
from dtref.spec.preparation.missing import impute_mean, keep_missing
from dtref.spec.presets import CART, REGRESSION_TREE
from dtref.spec.split.candidates import Candidates, MultiwaySplit
from dtref.spec.split.choose import nothing
from dtref.strategies.values import fractions

ONE = Fraction(1)
numbers = st.integers(-3, 3).map(Fraction) | fractions(-2, 2, max_denominator=3)
weights = st.sampled_from([ONE, ONE, Fraction(2), Fraction(1, 3)])


@st.composite
def systems(draw: st.DrawFn) -> tuple[list[tuple[Fraction, ...]], list[Fraction], list[Fraction]]:
    p, n = draw(st.integers(0, 3)), draw(st.integers(1, 6))
    rows = draw(st.lists(st.tuples(*[numbers] * p), min_size=n, max_size=n))
    if p > 1 and draw(st.booleans(), label="the last column depends on the first"):
        a, b = draw(numbers), draw(numbers)
        rows = [(*row[:-1], a * row[0] + b) for row in rows]
    return rows, draw(st.lists(numbers, min_size=n, max_size=n)), draw(st.lists(weights, min_size=n, max_size=n))


def rational(m: sympy.Matrix) -> list[Fraction]:
    return [Fraction(int(x.p), int(x.q)) for x in m]


def exact(x: Fraction) -> sympy.Rational:
    return sympy.Rational(x.numerator, x.denominator)


def loss(model: LinearModel, rows: list[tuple[Fraction, ...]], y: list[Fraction], w: list[Fraction]) -> Fraction:
    return sum((k * (z - model(x)) ** 2 for x, z, k in zip(rows, y, w, strict=True)), Fraction(0))


# Least squares


@examples(20)
@given(systems())
def test_the_coefficients_against_sympy(system: tuple[list[tuple[Fraction, ...]], list[Fraction], list[Fraction]]) -> None:
    """SymPy says which columns are independent of those before (the pivots of the echelon form), and solves for them."""
    rows, y, w = system
    x = sympy.Matrix([[1, *map(exact, row)] for row in rows])
    _, pivots = x.rref()
    kept = x.extract(list(range(x.rows)), list(pivots))
    scale = sympy.diag(*map(exact, w))
    solved = rational((kept.T * scale * kept).LUsolve(kept.T * scale * sympy.Matrix(list(map(exact, y)))))
    expected = [solved[pivots.index(j)] if j in pivots else Fraction(0) for j in range(x.cols)]
    assert least_squares(rows, y, w) == LinearModel(expected[0], tuple(expected[1:]))


@examples(12)
@given(systems())
def test_at_the_rows_every_least_squares_model_has_the_same_values(
    system: tuple[list[tuple[Fraction, ...]], list[Fraction], list[Fraction]],
) -> None:
    """The solution of least norm, by SymPy's pseudo-inverse, is another one where columns depend; at the rows it says the same."""
    rows, y, _ = system
    model = least_squares(rows, y, [ONE] * len(rows))
    assert not isinstance(model, Undefined)
    x = sympy.Matrix([[1, *map(exact, row)] for row in rows])
    assert [model(row) for row in rows] == rational(x * x.pinv() * sympy.Matrix(list(map(exact, y))))


@given(systems(), st.lists(numbers, min_size=4, max_size=4))
def test_no_other_model_has_a_smaller_sum_of_squares(
    system: tuple[list[tuple[Fraction, ...]], list[Fraction], list[Fraction]], step: list[Fraction]
) -> None:
    rows, y, w = system
    model = least_squares(rows, y, w)
    assert not isinstance(model, Undefined)
    moved = LinearModel(model.intercept + step[0], tuple(b + d for b, d in zip(model.slopes, step[1:], strict=False)))
    assert loss(model, rows, y, w) <= loss(moved, rows, y, w)
    residues = [k * (z - model(x)) for x, z, k in zip(rows, y, w, strict=True)]
    for column in [[ONE] * len(rows), *zip(*rows, strict=True)]:
        assert sum(r * x for r, x in zip(residues, column, strict=True)) == 0


@given(systems(), st.sampled_from([Fraction(-2), Fraction(1, 7)]))
def test_units_do_not_matter(system: tuple[list[tuple[Fraction, ...]], list[Fraction], list[Fraction]], c: Fraction) -> None:
    rows, y, w = system
    model, scaled = least_squares(rows, y, w), least_squares([tuple(c * x for x in row) for row in rows], y, w)
    assert not isinstance(model, Undefined)
    assert scaled == LinearModel(model.intercept, tuple(b / c for b in model.slopes))


@given(systems())
def test_a_whole_weight_is_a_row_so_many_times(system: tuple[list[tuple[Fraction, ...]], list[Fraction], list[Fraction]]) -> None:
    rows, y, w = system
    times = [int(3 * k) for k in w]
    often = [(x, z) for x, z, n in zip(rows, y, times, strict=True) for _ in range(n)]
    assert least_squares(rows, y, w) == least_squares([x for x, _ in often], [z for _, z in often], [ONE] * len(often))


def test_without_columns_the_model_is_the_mean_and_without_rows_undefined() -> None:
    assert least_squares([(), ()], [ONE, Fraction(4)], [ONE, Fraction(2)]) == LinearModel(Fraction(3), ())
    assert least_squares([], [], []) == Undefined("no records")


def test_a_nearly_dependent_column_is_kept() -> None:
    """The columns differ by 10^-30 in one row: in doubles they are equal, and the model is not the same."""
    tiny = Fraction(1, 10**30)
    rows = [(Fraction(0), Fraction(0)), (ONE, ONE), (Fraction(2), 2 + tiny)]
    assert least_squares(rows, [Fraction(0), ONE, Fraction(3)], [ONE] * 3) == LinearModel(Fraction(0), (1 - 10**30 * ONE, 10**30 * ONE))


# Leaves

X, Z, COLOUR = Continuous("x"), Continuous("z"), Nominal("colour", ("r", "g", "b"))


@st.composite
def data_sets(draw: st.DrawFn) -> DataSet:
    cells = st.tuples(st.sampled_from(COLOUR.values), numbers, st.integers(0, 2).map(Fraction))
    record = st.builds(Record, cells, numbers, weights)
    return DataSet((COLOUR, X, Z), Continuous("y"), draw(st.lists(record, min_size=1, max_size=8)))


NOTHING = Candidates((), lambda _: Threshold(X, ONE, 2 * ONE, ONE))
BY_COLOUR = evolve(REGRESSION_TREE, nominal=MultiwaySplit(), ask_once=True, continuous=lambda *_: NOTHING)


def numbers_in(cells: Iterable[Cell]) -> tuple[Fraction, ...]:
    return tuple(of_kind(Fraction, cell) for cell in cells)


@given(data_sets())
def test_each_leaf_has_the_model_of_its_records(data: DataSet) -> None:
    """Only colour is asked, so the leaves are the colours: no routing needed to know who is where."""
    linear = grow_linear(data, BY_COLOUR)
    assert linear.attributes == (X, Z)
    grown = grow(data, BY_COLOUR)
    assert linear.tree == grown
    groups = [[r for r in data if r.values[0] == c] for c in COLOUR.values]
    if isinstance(grown, Leaf):
        groups = [list(data)]
    mean = grown.labels[0]
    for model, group in zip(linear.models, groups, strict=True):
        if group:
            assert model == least_squares(
                [numbers_in(r.values[1:]) for r in group], numbers_in(r.label for r in group), [r.weight for r in group]
            )
        else:
            assert model == LinearModel(of_kind(Fraction, mean), (Fraction(0), Fraction(0)))


@given(data_sets())
def test_a_linear_leaf_is_never_worse_on_its_records_than_the_mean(data: DataSet) -> None:
    policy = evolve(REGRESSION_TREE, stop=(pure, same_values, no_improvement))
    linear = grow_linear(data, policy)
    for leaf, model in zip([n for n in nodes(linear.tree) if isinstance(n, Leaf)], linear.models, strict=True):
        assert not isinstance(model, Undefined)
        assert weight(leaf) > 0
    error = Fraction(0)
    for record in data:
        value = predict_linear(linear, dict(zip(("colour", "x", "z"), record.values, strict=True)))
        assert not isinstance(value, Undefined)
        error += record.weight * (of_kind(Fraction, record.label) - value) ** 2
    moments = [[v for _, v in leaf.counts] for leaf in nodes(linear.tree) if isinstance(leaf, Leaf)]
    assert error <= sum((q - s * s / n for n, s, q in moments), Fraction(0))


def test_a_line_is_learned_where_the_mean_would_stay() -> None:
    data = DataSet((X,), Continuous("y"), tuple(Record((Fraction(n),), Fraction(abs(n))) for n in range(-3, 4)))
    v = grow_linear(data, evolve(REGRESSION_TREE, select=nothing))
    assert v.models == (LinearModel(Fraction(12, 7), (Fraction(0),)),)
    half = grow(evolve(data, records=data.records[:4]), evolve(REGRESSION_TREE, select=nothing))
    assert fit_leaves(half, evolve(data, records=data.records[:4])).models == (LinearModel(Fraction(0), (Fraction(-1),)),)
    assert predict_linear(fit_leaves(half, evolve(data, records=data.records[:4])), {"x": -10}) == 10


def test_missing_cells_are_imputed_before_growing_or_refused() -> None:
    gap = DataSet((X,), Continuous("y"), tuple(Record((x,), Fraction(y)) for x, y in ((Fraction(0), 0), (Fraction(2), 2), (MISSING, 4))))
    linear = grow_linear(gap, evolve(REGRESSION_TREE, missing=impute_mean, select=nothing))
    assert linear.models == (LinearModel(ONE, (ONE,)),)
    with pytest.raises(Invalid) as refusal:
        fit_leaves(linear.tree, gap)
    assert str(refusal.value) == "x: expected a number (got MISSING)"
    with pytest.raises(Invalid) as refusal:
        predict_linear(linear, {"x": MISSING})
    assert str(refusal.value) == "x: expected a number (got MISSING)"


def test_a_record_that_a_missing_colour_splits_counts_in_each_leaf_by_its_share() -> None:
    """Two red records and one green: of the fourth 2/3 is red and 1/3 green, in the fit as in the prediction."""
    rows: list[tuple[Any, int, int]] = [("r", 0, 0), ("r", 1, 1), ("g", 0, 9), (MISSING, 2, 5)]
    data = DataSet((COLOUR, X), Continuous("y"), tuple(Record((c, Fraction(x)), Fraction(y)) for c, x, y in rows))
    policy = evolve(BY_COLOUR, missing=keep_missing, gap=Gap.FRACTIONS)
    linear = grow_linear(data, policy)
    xs, ys = [(Fraction(x),) for _, x, _ in rows], [Fraction(y) for _, _, y in rows]
    red = least_squares([xs[i] for i in (0, 1, 3)], [ys[i] for i in (0, 1, 3)], [ONE, ONE, Fraction(2, 3)])
    green = least_squares([xs[i] for i in (2, 3)], [ys[i] for i in (2, 3)], [ONE, Fraction(1, 3)])
    assert linear.models[:2] == (red, green)
    assert not isinstance(red, Undefined)
    assert not isinstance(green, Undefined)
    at = (Fraction(7),)
    assert predict_linear(linear, {"colour": MISSING, "x": 7}) == Fraction(2, 3) * red(at) + Fraction(1, 3) * green(at)


@pytest.mark.parametrize(
    ("attempt", "message"),
    [
        (lambda: grow_linear(DataSet((), Nominal("c", ("a",)), ()), CART), "target c: expected a continuous target (got 'nominal')"),
        (
            lambda: predict_linear(LinearTree(Leaf((), ()), (X,), (Undefined("no records"),)), {"z": 1}),
            "record: expected a value of 'x' (got ['z'])",
        ),
        (lambda: least_squares([()], [], [ONE]), "least squares: expected 1 values of y, one a row (got 0)"),
        (lambda: least_squares([()], [ONE], []), "least squares: expected 1 weights, one a row (got 0)"),
        (lambda: least_squares([(), (ONE,)], [ONE] * 2, [ONE] * 2), "least squares, row 2: expected 0 numbers (got 1)"),
        (lambda: least_squares([()], [ONE], [0 * ONE]), "least squares, row 1: expected a positive weight (got Fraction(0, 1))"),
    ],
)
def test_what_cannot_be_fitted_is_refused(attempt: Callable[[], Any], message: str) -> None:
    with pytest.raises(Invalid) as refusal:
        attempt()
    assert str(refusal.value) == message


def test_no_records_predict_nothing() -> None:
    linear = grow_linear(DataSet((X,), Continuous("y"), ()), REGRESSION_TREE)
    assert predict_linear(linear, {"x": 1}) == Undefined("no records")
