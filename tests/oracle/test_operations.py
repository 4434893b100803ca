"""What operations refuse: each input that isn't what it should be gets a complaint that says where, what was wanted, what came."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtref.errors import Invalid, Undefined
from dtref.exact.comparison import compare
from dtref.exact.functions import log2
from dtref.exact.number import Number, number
from dtref.io.numbers import number_json
from dtref.oracle.arithmetic.json_numbers import exact_number, layout, parse_exact_json
from dtref.oracle.operations.answers import matches, write_answer
from dtref.oracle.operations.registry import run
from dtref.spec.presets import PRESETS

ROWS = {"header": ["x", "n", "y"], "rows": [["a", "1", "+"], ["b", "2", "-"]], "target": "y"}

REFUSED = {
    "an unknown input": ("gini", {"counts": ["1"], "weights": ["1"]}, "gini, given: expected inputs 'counts' (got 'weights')"),
    "a missing input": ("gini", {}, "gini, given: expected an input 'counts' (got [])"),
    "a number that isn't text": ("gini", {"counts": [1]}, "gini, given, counts[0]: expected an object, an array or a string (got 1)"),
    "a decimal": ("gini", {"counts": ["0.5"]}, "gini, given, counts[0]: expected a fraction in lowest terms such as '20/49' (got '0.5')"),
    "children of unequal length": (
        "weighted_gini",
        {"children": [["1", "2"], ["1"]]},
        "weighted_gini, given, children: expected lists of one length (got [2, 1])",
    ),
    "children of other classes": (
        "gain",
        {"node": ["1", "2"], "children": [["1", "2", "3"]]},
        "gain, given, children: expected a count for each of 2 classes (got [['1', '2', '3']])",
    ),
    "a negative count": ("gini", {"counts": ["2", "-1"]}, "gini, given, counts: expected counts of at least 0 (got ['2', '-1'])"),
    "children that are not the node": (
        "gain",
        {"node": ["1", "2"], "children": [["1", "1"]]},
        "class 2: expected children that add up to the node's 2 (got [1])",
    ),
    "no records": (
        "split_info",
        {"children": [["0", "0"]]},
        "children: expected at least one record (got [[Fraction(0, 1), Fraction(0, 1)]])",
    ),
    "an unknown preset": (
        "grow",
        {"data": ROWS, "preset": "c46"},
        f"grow, given, preset: expected one of {', '.join(map(repr, list(PRESETS)[:-2]))}, ... and 2 more (got 'c46')",
    ),
    "an unknown impurity": (
        "impurity_table",
        {"data": ROWS, "attribute": "x", "impurity": "variance"},
        "impurity_table, given, impurity: expected one of 'gini', 'entropy', 'error', 'dkm' (got 'variance')",
    ),
    "an unknown attribute": ("count_table", {"data": ROWS, "attribute": "z"}, "attribute: expected one of 'x', 'n' (got 'z')"),
    "a path": (
        "records",
        {"data": {"file": "../README.md"}},
        "records, given, data, file: expected the name of a .csv file of golden/data/ (got '../README.md')",
    ),
    "a short row": (
        "records",
        {"data": {**ROWS, "rows": [["a", "1"]]}},
        "records, given, data, row 1: expected 3 cells (got 2)",
    ),
    "a spelling of a text that isn't there": (
        "records",
        {"data": {**ROWS, "spelling": {"x": {"c": "d"}}}},
        "records, given, data, spelling, x: expected a text of column 'x' (got 'c')",
    ),
    "a condition that is none": (
        "records",
        {"data": {**ROWS, "where": {"n": {"below": "2"}}}},
        "records, given, data, where, n: expected in, not_in, above or at_most (got ['below'])",
    ),
    "a number condition on names": (
        "records",
        {"data": {**ROWS, "where": {"x": {"above": "2"}}}},
        "records, given, data, where, x: expected a column of numbers (got 'a')",
    ),
    "no target": (
        "records",
        {"data": {"header": ["x"], "rows": []}},
        "records, given, data, header, target: expected one of the columns 'x' (got 'none is named')",
    ),
    "no number of classifiers": (
        "majority_vote_error",
        {"classifiers": "5/2", "error_rate": "1/3"},
        "majority_vote_error, given, classifiers: expected a whole number (got '5/2')",
    ),
    "a value that isn't a list": (
        "variance_reduction",
        {"children": ["1"]},
        "variance_reduction, given, children[0]: expected an array (got '1')",
    ),
    "missing records of other classes": (
        "gain_with_missing",
        {"node": ["1", "2"], "children": [["1", "2"]], "missing": ["0"]},
        "class counts: expected counts of 2 classes (got (Fraction(0, 1),))",
    ),
    "a cut of names": (
        "threshold_table",
        {"data": ROWS, "attribute": "x", "impurity": "gini", "cuts": ["1"]},
        "attribute x: expected a continuous one (got Nominal(name='x', values=('a', 'b')))",
    ),
    "an unknown binning": (
        "bin_cuts",
        {"data": ROWS, "attribute": "n", "binning": "deciles"},
        "bin_cuts, given, binning: expected one of 'equal_width', 'equal_frequency', 'clusters', 'class_changes', 'boundary_points' "
        "(got 'deciles')",
    ),
    "no number of bins": (
        "bin_cuts",
        {"data": ROWS, "attribute": "n", "binning": "clusters"},
        "bin_cuts, given: expected an input 'bins' (got ['attribute', 'binning', 'data'])",
    ),
    "a number of bins for a binning that finds them": (
        "bin_cuts",
        {"data": ROWS, "attribute": "n", "binning": "class_changes", "bins": "2"},
        "bin_cuts, given: expected no input 'bins' for the binning 'class_changes' (got '2')",
    ),
    "bins of names": (
        "bin_cuts",
        {"data": ROWS, "attribute": "x", "binning": "class_changes"},
        "x: expected a Continuous attribute (got Nominal(name='x', values=('a', 'b')))",
    ),
    "a line through names": (
        "oblique_split",
        {"data": ROWS, "criterion": "gain", "weights": {"x": "1"}, "cut": "1", "side": "<"},
        "attribute x: expected a continuous one (got Nominal(name='x', values=('a', 'b')))",
    ),
    "no side": (
        "oblique_split",
        {"data": ROWS, "criterion": "gain", "weights": {"n": "1"}, "cut": "1", "side": ">"},
        "oblique_split, given, side: expected one of '<=', '<' (got '>')",
    ),
    "more groups than categories": (
        "nominal_multiplier",
        {"categories": "3", "groups": "4"},
        "nominal_multiplier, given, groups: expected from 1 to 3 groups (got 4)",
    ),
    "an unknown encoding": (
        "bits_saved",
        {"node": ["1", "1"], "children": [["1", "1"]], "encoding": "huffman", "attributes": "2"},
        "bits_saved, given, encoding: expected one of 'errors_listed', 'errors_chosen', 'classes_coded' (got 'huffman')",
    ),
    "attributes for an encoding that names none": (
        "bits_saved",
        {"node": ["1", "1"], "children": [["1", "1"]], "encoding": "classes_coded", "attributes": "2"},
        "bits_saved, given: expected no input 'attributes' for the encoding 'classes_coded' (got '2')",
    ),
    "a record without a value": (
        "predict",
        {"data": ROWS, "preset": "id3", "record": {"x": "a"}},
        "predict, given, record: expected an input 'n' (got ['x'])",
    ),
}


@pytest.mark.parametrize(("operation", "given", "message"), REFUSED.values(), ids=REFUSED.keys())
def test_an_operation_refuses(operation: str, given: dict[str, object], message: str) -> None:
    with pytest.raises(Invalid) as caught:
        run(operation, given)
    assert str(caught.value) == message


@given(
    st.dictionaries(st.integers(2, 60), st.fractions(-5, 5), max_size=4), st.dictionaries(st.integers(2, 9), st.fractions(1, 5), min_size=1)
)
def test_a_written_number_reads_as_the_same_number(top: dict[int, Fraction], bottom: dict[int, Fraction]) -> None:
    def form(terms: dict[int, Fraction]) -> Number:
        return sum((q * log2(n) for n, q in terms.items()), number(0))

    for x in (form(top), form(top) / form(bottom)):
        written = number_json(x)
        assert compare(exact_number(written), x) == 0
        assert parse_exact_json(layout(written), "x") == written
        assert matches(x, written)


@pytest.mark.parametrize(
    "written", ["1/0", "2/4", "+1", "1.0", " 1", "", "1e3", ["1"], {}, {"log2": {}, "x": "1"}, {"log2": {"1": "1"}}, {"log2": {"2.5": "1"}},
        {"quotient": ["1"]}, {"quotient": ["1", "0"]}, {"quotient": ["1", {"log2": {"4": "1", "2": "-2"}}]}],
    ids=lambda written: str(written)[:20],
)  # fmt: skip
def test_what_is_no_number_is_refused(written: object) -> None:
    with pytest.raises(Invalid):
        exact_number(written)  # type: ignore[arg-type]


def test_no_value_matches_no_value_whatever_the_reason() -> None:
    none = run("gini", {"counts": ["0", "0"]})
    assert none == Undefined("no records")
    assert write_answer(none) == {"undefined": "no records"}
    assert matches(none, {"undefined": "0/0"})
    assert not matches(none, {"undefined": ""})
    assert not matches(none, "0")
    assert not matches(number(0), {"undefined": "0/0"})


def test_a_threshold_a_cut_and_every_grouping_are_written_with_their_parts() -> None:
    alike = {"header": ["x", "y"], "rows": [[x, y] for x in "abc" for y in "+-"], "target": "y"}
    assert write_answer(run("best_tests", {"data": alike, "preset": "cart"})) == {
        "value": "0",
        "tests": [{"every_subset": "x", "present": ["a", "b", "c"]}],
    }
    sizes = {"header": ["x", "y"], "rows": [["s", "+"], ["l", "-"]], "target": "y", "ordinal": {"x": ["s", "m", "l"]}}
    assert write_answer(run("best_tests", {"data": sizes, "preset": "cart"})) == {
        "value": "1/2",
        "tests": [{"ordinal_cut": "x", "lower": "s", "upper": "l"}],
    }
    numbers = {"header": ["x", "y"], "rows": [["1", "+"], ["2", "-"]], "target": "y"}
    assert write_answer(run("grow", {"data": numbers, "preset": "cart"})) == {
        "counts": {"+": "1", "-": "1"},
        "test": {"threshold": "x", "side": "<=", "lower": "1", "upper": "2", "cut": "3/2"},
        "optima": [{"threshold": "x", "side": "<=", "lower": "1", "upper": "2", "cut": "3/2"}],
        "branches": [
            {"if": "yes", "then": {"labels": ["+"], "counts": {"+": "1", "-": "0"}}},
            {"if": "no", "then": {"labels": ["-"], "counts": {"+": "0", "-": "1"}}},
        ],
    }


def test_all_groupings_are_candidates_even_those_that_cannot_be_best() -> None:
    data = {"header": ["x", "y"], "rows": [["a", "+"], ["b", "-"], ["c", "+"], ["c", "-"]], "target": "y"}
    found = write_answer(run("candidates", {"data": data, "preset": "cart", "attribute": "x"}))
    assert isinstance(found, list)
    assert [one["test"] for one in found if isinstance(one, dict)] == [
        {"subset": "x", "left": ["a"], "right": ["b", "c"]},
        {"subset": "x", "left": ["a", "b"], "right": ["c"]},
        {"subset": "x", "left": ["a", "c"], "right": ["b"]},
    ]


def test_a_certified_decimal_has_twelve_digits_from_the_first_that_counts() -> None:
    p = run("chi_square_p", {"node": ["201", "183"], "children": [["200", "3"], ["1", "180"]]})
    (digits,) = dict(write_answer(p)).values()  # type: ignore[arg-type]
    assert isinstance(digits, str) and len(digits.removeprefix("0.").lstrip("0")) == 12
    assert matches(p, {"decimal": digits})
    assert not matches(p, {"decimal": digits + "0"})
    assert not matches(p, {"decimal": digits, "bits": "64"})
    assert not matches(p, "0")
    assert not matches(Fraction(1, 2), {"decimal": "0.500000000000"})  # a fraction is written as one


def test_branches_of_groups_and_ranges_are_numbered_as_the_test_lists_them() -> None:
    data = {
        "header": ["x", "n", "class"], "target": "class", "weights": "n",
        "rows": [["a", "9", "+"], ["b", "8", "+"], ["b", "1", "-"], ["c", "12", "-"]],
    }  # fmt: skip
    tree = write_answer(run("grow", {"data": data, "preset": "chaid"}))
    assert isinstance(tree, dict)
    assert tree["test"] == {"groups": "x", "values": [["a", "b"], ["c"]], "otherwise": "1"}
    assert [branch["if"] for branch in tree["branches"] if isinstance(branch, dict)] == ["1", "2"]


def test_a_question_mark_in_a_record_is_a_missing_value_unless_it_is_a_declared_one() -> None:
    known = {"data": ROWS, "preset": "c45-gain", "record": {"x": "?", "n": "1"}}
    assert write_answer(run("predict", known)) == {"labels": ["+", "-"], "distribution": {"+": "1/2", "-": "1/2"}}
    declared = {"data": {**ROWS, "missing": [], "nominal": {"x": ["a", "b", "?"]}}, "preset": "id3", "record": {"x": "?", "n": "1"}}
    assert write_answer(run("predict", declared)) == {
        "labels": ["+", "-"],
        "distribution": {"undefined": "no training record reached this leaf"},
    }
