"""The named rules for missing values: what each makes of the records, and that its fitted form does the same to a new record."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from fractions import Fraction
from time import process_time

import pytest
from attrs import evolve
from hypothesis import assume, given
from hypothesis import strategies as st
from many import examples
from narrow import attribute_of, of_kind

from dtref.errors import Invalid
from dtref.io.arrays import from_arrays
from dtref.spec.growing.hunt import grow
from dtref.spec.model.arrays import ArrayDataSet
from dtref.spec.model.attributes import MISSING, Cell, Continuous, Nominal, Ordinal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.prediction import predict
from dtref.spec.model.tests import Multiway
from dtref.spec.model.trees import Branch, Gap, nodes
from dtref.spec.preparation.fitted import Fills, KnownFlags, fit_flags, fit_means, fit_medians, fit_modes
from dtref.spec.preparation.missing import (
    WANTED_KNOWN,
    MissingRule,
    drop_empty,
    drop_missing,
    flag_missing,
    impute_mean,
    impute_median,
    impute_mode,
    keep_missing,
    missing_as_value,
    refuse_missing,
)
from dtref.spec.presets import C45_GAIN, CART
from dtref.strategies import data_sets

X, SIZE, COLOUR = Continuous("x"), Ordinal("size", ("s", "m", "l")), Nominal("colour", ("red", "green"))
Y = Nominal("y", ("-", "+"))
IMPUTING = [(impute_median, fit_medians), (impute_mean, fit_means), (impute_mode, fit_modes)]


def rows(*cells: tuple[Cell, Cell, Cell, str]) -> DataSet:
    return DataSet((X, SIZE, COLOUR), Y, tuple(Record(row[:3], row[3]) for row in cells))


ONE, TWO, NINE = Fraction(1), Fraction(2), Fraction(9)
DATA = rows(
    (ONE, "s", "green", "-"),
    (TWO, MISSING, "green", "-"),
    (MISSING, "m", MISSING, "+"),
    (NINE, "l", "red", "+"),
    (NINE, "l", "red", "+"),
)


@pytest.mark.parametrize(
    ("rule", "filled"),
    [
        (impute_median, (TWO, "m", "red")),
        (impute_mean, (Fraction(21, 4), "m", "red")),
        (impute_mode, (NINE, "l", "red")),
    ],
)
def test_a_missing_cell_gets_the_median_mean_or_mode(rule: MissingRule, filled: tuple[Cell, ...]) -> None:
    """Of x: 1 2 9 9. Of size: s m l l. Of colour: two green and two red; red is declared first."""
    made = rule(DATA)
    assert made.records[2].values == (filled[0], "m", filled[2])
    assert made.records[1].values == (TWO, filled[1], "green")
    assert [made.records[i] for i in (0, 3, 4)] == [DATA.records[i] for i in (0, 3, 4)]


@given(data=data_sets(missing=True, weights="integers"))
def test_the_fills_are_those_of_the_statistics_module_on_repeated_records(data: DataSet) -> None:
    for a, attribute in enumerate(data.attributes):
        known = [r.values[a] for r in data for _ in range(int(r.weight)) if r.values[a] is not MISSING]
        median, mean, mode = (fit(data).fills[a] for fit in (fit_medians, fit_means, fit_modes))
        if not known:
            assert (median, mean, mode) == (MISSING,) * 3
        elif isinstance(attribute, Continuous):
            numbers = [of_kind(Fraction, v) for v in known]
            assert (median, mean, mode) == (statistics.median_low(numbers), statistics.mean(numbers), min(statistics.multimode(numbers)))
        else:
            rank = attribute.values.index
            most_frequent = min(statistics.multimode(known), key=rank)
            middle = attribute.values[statistics.median_low(map(rank, known))]
            assert mode == most_frequent
            assert median == mean == (most_frequent if isinstance(attribute, Nominal) else middle)


@pytest.mark.parametrize(("rule", "fit"), IMPUTING, ids=lambda f: f.__name__)
@given(data=data_sets(missing=True, weights="fractions"))
def test_imputation_leaves_no_gap_and_its_fitted_form_does_the_same_to_each_record(
    rule: MissingRule, fit: Callable[[DataSet], Fills], data: DataSet
) -> None:
    made, fitted = rule(data), fit(data)
    assert not any(MISSING in r.values for r in made)
    for before, after in zip(data, made, strict=True):
        filled = fitted.record(dict(zip((a.name for a in data.attributes), before.values, strict=True)))
        assert tuple(filled[a.name] for a in made.attributes) == after.values


@pytest.mark.parametrize(("rule", "fit"), IMPUTING, ids=lambda f: f.__name__)
@examples(14)
@given(data=data_sets(missing=True))
def test_a_record_filled_by_the_companion_is_predicted_as_its_filled_self(
    rule: MissingRule, fit: Callable[[DataSet], Fills], data: DataSet
) -> None:
    tree, fitted = grow(data, evolve(CART, missing=rule)), fit(data)
    for before, after in zip(data, rule(data), strict=True):
        new = dict(zip((a.name for a in data.attributes), before.values, strict=True))
        complete = dict(zip((a.name for a in rule(data).attributes), after.values, strict=True))
        assert predict(tree, fitted.record(new)) == predict(tree, complete)


def test_an_attribute_that_nobody_knows_is_left_out() -> None:
    data = DataSet((X, COLOUR), Y, (Record((MISSING, "red"), "-"),))
    assert impute_median(data).attributes == (COLOUR,)
    assert fit_medians(data).fills == (MISSING, "red")


def test_a_fitted_rule_wants_the_training_sets_attributes() -> None:
    other = DataSet((X,), Y, ())
    for fitted in (fit_medians(DATA), fit_flags(DATA)):
        with pytest.raises(Invalid) as caught:
            fitted.data(other)
        assert str(caught.value) == "attributes: expected those of the training set: x, size, colour (got 'x')"


def test_test_data_get_the_fills_of_the_training_data() -> None:
    other = rows((MISSING, MISSING, MISSING, "+"), (Fraction(100), "s", "green", "-"))
    assert fit_medians(DATA).data(other).records[0].values == (TWO, "m", "red")


def test_what_a_new_record_does_not_mention_stays_so() -> None:
    assert fit_medians(DATA).record({"x": MISSING, "shape": "round"}) == {"x": TWO, "shape": "round"}


@given(data=data_sets(missing=True, weights="fractions"))
def test_dropping_keeps_the_complete_records_in_order(data: DataSet) -> None:
    assert drop_missing(data).records == tuple(r for r in data if not any(cell is MISSING for cell in r.values))


@given(data=data_sets(missing=True))
def test_refusing_names_the_first_gap_and_keeping_does_nothing(data: DataSet) -> None:
    assert keep_missing(data) is data
    gaps = [(i, a.name) for i, r in enumerate(data, 1) for a, cell in zip(data.attributes, r.values, strict=True) if cell is MISSING]
    if not gaps:
        assert refuse_missing(data) is data
        return
    with pytest.raises(Invalid) as caught:
        refuse_missing(data)
    assert str(caught.value) == f"record {gaps[0][0]}, {gaps[0][1]}: expected {WANTED_KNOWN} (got MISSING)"


def test_missing_as_a_value_of_a_number_is_invalid() -> None:
    with pytest.raises(Invalid) as caught:
        missing_as_value(DATA)
    told, _, remedy = str(caught.value).partition("; else ")
    assert told == "missing cells of x: expected a nominal attribute ('?' has no place in an order)"
    assert remedy == "dtref.impute_median(data), or dtref.flag_missing(data) (got 'continuous')"


# The companion "x is known"


def test_a_companion_says_for_any_kind_whether_the_value_is_known() -> None:
    made = flag_missing(DATA)
    assert [a.name for a in made.attributes] == ["x", "x is known", "size", "size is known", "colour", "colour is known"]
    assert made.records[2].values == (MISSING, "no", "m", "yes", MISSING, "no")
    complete = evolve(DATA, records=DATA.records[3:])
    assert flag_missing(complete) == complete


def test_a_companion_whose_name_is_taken_is_invalid() -> None:
    data = DataSet((X, Continuous("x is known")), Y, (Record((MISSING, ONE), "+"),))
    with pytest.raises(Invalid) as caught:
        flag_missing(data)
    assert str(caught.value) == "attributes: expected distinct names (got 'x is known')"


def test_where_it_is_the_gap_that_tells_the_tree_asks_the_companion() -> None:
    """x is missing exactly in class +: no cut of x can see that."""
    data = DataSet((X,), Y, tuple(Record((x,), y) for x, y in ((ONE, "-"), (TWO, "-"), (NINE, "-"), (MISSING, "+"), (MISSING, "+"))))
    tree = grow(data, evolve(C45_GAIN, missing=flag_missing))
    assert isinstance(tree, Branch)
    assert (tree.test, tree.gap) == (Multiway(Nominal("x is known", ("yes", "no"), flags="x")), Gap.FRACTIONS)
    new = fit_flags(data).record({"x": MISSING})
    assert predict(tree, new).labels == ("+",)
    assert predict(tree, fit_flags(data).record({"x": 5})).labels == ("-",)


@examples(14)
@given(data=data_sets(missing=True, max_records=6))
def test_the_fitted_companions_do_the_same_to_each_record(data: DataSet) -> None:
    made, fitted = flag_missing(data), fit_flags(data)
    for before, after in zip(data, made, strict=True):
        new = fitted.record(dict(zip((a.name for a in data.attributes), before.values, strict=True)))
        assert tuple(new[a.name] for a in made.attributes) == after.values


@examples(14)
@given(data=data_sets(kinds=("continuous",), missing=True, max_records=6), pick=st.data())
def test_below_a_companions_no_its_attribute_offers_no_test(data: DataSet, pick: st.DataObject) -> None:
    flags = fit_flags(data)
    assume(any(flags.flagged))
    name = pick.draw(st.sampled_from([a.name for a, f in zip(data.attributes, flags.flagged, strict=True) if f]))
    unknown = evolve(data, records=tuple(r for r in data if r.values[data.column(name)] is MISSING))
    tree = grow(unknown, evolve(C45_GAIN, missing=flags.data))
    asked = [attribute_of(node.test).name for node in nodes(tree) if isinstance(node, Branch)]
    assert not {name, f"{name} is known"} & set(asked)


def test_flags_of_nothing_change_nothing() -> None:
    assert KnownFlags((X,), (False,)).data(DataSet((X,), Y, ())) == DataSet((X,), Y, ())


def test_records_that_miss_everything_are_dropped_from_arrays_as_from_records() -> None:
    np = pytest.importorskip("numpy")
    nan = float("nan")
    table = np.array([[nan, nan], [1, 2], [3, nan], [nan, nan], [4, 1]])
    for weights in (None, np.array([1, 2, 3, 4, 5])):
        data = from_arrays(table, np.array(list("aabbb")), weights=weights)
        assert isinstance(data, ArrayDataSet)
        dropped = drop_empty(data)
        assert dropped == drop_empty(DataSet(data.attributes, data.target, data.records))
        assert [r.label for r in dropped.records] == ["a", "b", "b"]
        assert drop_empty(dropped) is dropped


@pytest.mark.parametrize("fit", [fit_medians, fit_means, fit_modes], ids=lambda fit: fit.__name__)
def test_what_fills_a_column_of_many_numbers_is_found_in_one_pass(fit: Callable[[DataSet], Fills]) -> None:
    """Modes were compared with all others for each, which took 60 s here."""
    data = DataSet((X,), Y, tuple(Record((Fraction(i),), "-") for i in range(6000)))
    start = process_time()
    assert fit(data).fills[0] in {Fraction(0), Fraction(2999), Fraction(5999, 2)}
    assert process_time() - start < 6
