"""Tests of records and predictions: which branch a cell takes, and the whole message where it takes none."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
import shapes
from hypothesis import assume, given
from hypothesis import strategies as st
from narrow import attribute_of, axis_test, of_kind

from dtref.errors import Invalid
from dtref.spec.model.attributes import MISSING, Attribute, Cell, Continuous, Nominal, Ordinal
from dtref.spec.model.branches import branch_count, branch_of, condition
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.prediction import predict, predictor, reached
from dtref.spec.model.tests import Multiway, OrdinalCut, Side, Subset, Test, Threshold, interval
from dtref.spec.model.trees import Branch, Leaf, Tree
from dtref.strategies import attributes, cells, data_sets, numbers, tests_of, trees_for
from dtref.strategies.values import fractions

X, SIZE, AGE = Nominal("x", ("u", "v", "w")), Ordinal("size", ("s", "m", "l")), Continuous("age")
HALF = Fraction(1, 2)
CUT = Threshold(AGE, Fraction(0), Fraction(1), HALF)
LEAF = Leaf((("-", Fraction(1)), ("+", Fraction(2))), ("+",))


def asking(test: Test) -> Tree:
    return Branch(LEAF.counts, LEAF.labels, test, (test,), (LEAF,) * branch_count(test))


@given(data=st.data(), attribute=attributes(min_values=2))
def test_a_test_sends_every_declared_cell_down_one_branch(data: st.DataObject, attribute: Attribute) -> None:
    test = data.draw(tests_of(attribute), label="test")
    cell = data.draw(cells(attribute), label="cell")
    branch = of_kind(int, branch_of(axis_test(test), cell))
    assert 0 <= branch < branch_count(test)
    between = isinstance(test, Threshold) and isinstance(cell, Fraction) and test.lower < cell < test.upper
    if not (between or isinstance(test, OrdinalCut)):  # a cell inside the interval goes where the cut is placed
        assert branch == shapes.goes(test, cell)


@given(low=numbers(), high=numbers(), at=fractions(0, 1, max_denominator=8), side=st.sampled_from(Side))
def test_the_neighbours_of_a_cut_go_to_different_sides(low: Fraction, high: Fraction, at: Fraction, side: Side) -> None:
    assume(low < high)
    cut = low + at * (high - low)
    if cut == (high if side is Side.AT_MOST else low):
        with pytest.raises(Invalid, match=r"^age, cut: expected a number in "):
            Threshold(AGE, low, high, cut, side)
        return
    test = Threshold(AGE, low, high, cut, side)
    assert (branch_of(test, low), branch_of(test, high)) == (0, 1)
    assert branch_of(test, cut) == (0 if side is Side.AT_MOST else 1)


@pytest.mark.parametrize(
    ("test", "cell", "message"),
    [
        (Multiway(X), MISSING, "x: expected one of 'u', 'v', 'w' (got MISSING)"),
        (Multiway(X), "z", "x: expected one of 'u', 'v', 'w' (got 'z')"),
        (Subset(X, ("u",), ("v",)), "z", "x: expected one of 'u', 'v', 'w' (got 'z')"),
        (OrdinalCut(SIZE, "s", "l"), "xl", "size: expected one of 's', 'm', 'l' (got 'xl')"),
        (CUT, "old", "age: expected a number (got 'old')"),
        (CUT, MISSING, "age: expected a number (got MISSING)"),
    ],
)
def test_a_cell_without_a_branch_is_invalid(test: Test, cell: Cell, message: str) -> None:
    for ask in (
        lambda: branch_of(axis_test(test), cell),
        lambda: predict(asking(test), {attribute_of(test).name: cell}),
        lambda: predictor(asking(test), (attribute_of(test),))(Record((cell,))),
    ):
        with pytest.raises(Invalid) as caught:
            ask()
        assert str(caught.value) == message


def test_a_record_without_the_attribute_asked_for_is_invalid() -> None:
    with pytest.raises(Invalid) as caught:
        predict(asking(CUT), {"size": "s"})
    assert str(caught.value) == "record: expected a value of 'age', which the tree asks (got 'no such column')"


def test_a_predictor_for_other_attributes_is_invalid() -> None:
    with pytest.raises(Invalid) as caught:
        predictor(asking(CUT), (SIZE,))(Record(("s",)))
    assert str(caught.value) == "record: expected a value of 'age', which the tree asks (got 'no such column')"


def test_whole_numbers_may_be_given_as_ints() -> None:
    assert predict(asking(CUT), {"age": 3}) == predict(asking(CUT), {"age": Fraction(3)})


@given(data=data_sets(weights="fractions"), pick=st.data())
def test_a_predictor_says_what_predict_says(data: DataSet, pick: st.DataObject) -> None:
    tree = pick.draw(trees_for(data), label="tree")
    predicted = predictor(tree, data.attributes)
    for record in data:
        named = dict(zip((a.name for a in data.attributes), record.values, strict=True))
        assert predict(tree, named) == predicted(record)
        assert dict(reached(tree, lambda a, named=named: named[a.name])[0][0].counts)[str(record.label)] >= record.weight  # type: ignore[misc]


@pytest.mark.parametrize(
    ("test", "told"),
    [
        (Multiway(SIZE), ["size = s", "size = m", "size = l"]),
        (Subset(X, ("u", "w"), ("v",)), ["x not in {v}", "x in {v}"]),
        (OrdinalCut(SIZE, "s", "l"), ["size up to s", "size above s"]),
        (CUT, ["age <= 0.5", "age > 0.5"]),
        (Threshold(AGE, Fraction(0), Fraction(1), Fraction(1, 3), Side.BELOW), ["age < 1/3", "age >= 1/3"]),
    ],
)
def test_conditions_in_words(test: Test, told: list[str]) -> None:
    assert [condition(test, b) for b in range(branch_count(test))] == told


def test_intervals_in_words() -> None:
    assert interval(CUT) == "[0, 1)"
    assert interval(Threshold(AGE, Fraction(-1, 2), Fraction(1, 3), Fraction(0), Side.BELOW)) == "(-0.5, 1/3]"


def test_a_branch_needs_a_child_for_each_answer() -> None:
    with pytest.raises(ValueError, match=r"^a test with 3 branches has 2 children$"):
        Branch((), (), Multiway(X), (Multiway(X),), (LEAF, LEAF))


@pytest.mark.parametrize(
    ("given", "same"), [(2.5, Fraction(5, 2)), (Decimal("2.5"), Fraction(5, 2)), (0.1, Fraction(0.1)), (2, Fraction(2))]
)
def test_numbers_of_any_kind_are_taken_exactly(given: object, same: Fraction) -> None:
    assert predict(asking(CUT), {"age": given}) == predict(asking(CUT), {"age": same})


class Incomparable:
    """A value that, as an array or pandas's NA, won't say whether it differs from another."""

    def __eq__(self, other: object) -> bool:
        raise TypeError

    def __ne__(self, other: object) -> bool:
        raise ValueError

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return "<?>"


@pytest.mark.parametrize(
    ("test", "wanted"), [(CUT, "a number"), (Multiway(X), "one of 'u', 'v', 'w'"), (OrdinalCut(SIZE, "s", "l"), "one of 's', 'm', 'l'")]
)
def test_a_cell_that_cannot_be_compared_is_told(test: Test, wanted: str) -> None:
    with pytest.raises(Invalid) as caught:
        predict(asking(test), {attribute_of(test).name: Incomparable()})
    assert str(caught.value) == f"{attribute_of(test).name}: expected {wanted} (got <?>)"


@pytest.mark.parametrize("record", [5, None, ("age", 3), "age"])
def test_a_record_is_a_mapping(record: object) -> None:
    for tree in (asking(CUT), LEAF):
        with pytest.raises(Invalid, match=r"^record: expected a mapping from attribute names to values \(got "):
            predict(tree, record)  # type: ignore[arg-type]


@pytest.mark.parametrize("given", [None, float("nan"), MISSING, Decimal("NaN"), Decimal("sNaN")])
def test_none_and_nan_are_missing(given: object) -> None:
    with pytest.raises(Invalid) as caught:
        predict(asking(CUT), {"age": given})
    assert str(caught.value) == "age: expected a number (got MISSING)"


@pytest.mark.parametrize("given", [1j, float("inf"), "2"])
def test_what_is_no_number_is_refused(given: object) -> None:
    with pytest.raises(Invalid) as caught:
        predict(asking(CUT), {"age": given})
    assert str(caught.value) == f"age: expected a number (got {given!r})"


def test_a_truth_value_is_a_number_where_one_is_asked() -> None:
    for truth in (True, False):
        assert predict(asking(CUT), {"age": truth}) == predict(asking(CUT), {"age": int(truth)})
        assert predict(asking(CUT), {"age": str(truth)}) == predict(asking(CUT), {"age": int(truth)})


def test_a_whole_number_names_a_value_that_is_text() -> None:
    digits = Nominal("digit", ("0", "1"))
    assert predict(asking(Multiway(digits)), {"digit": 1}) == predict(asking(Multiway(digits)), {"digit": "1"})
