"""What the operations on ensembles, views and searches refuse, and how conditions on numbers are read and written."""

from __future__ import annotations

import pytest

from dtref.errors import Invalid
from dtref.oracle.operations.answers import write_answer
from dtref.oracle.operations.registry import run
from dtref.spec.presets import PRESETS

ROWS = {"header": ["x", "n", "y"], "rows": [["a", "1", "+"], ["b", "2", "-"], ["b", "3", "-"]], "target": "y"}
FOREST = {"data": ROWS, "preset": "id3", "sampling": "bootstrap", "samples": [["1", "2", "2"]]}
RECORD = {"x": "a", "n": "1"}

REFUSED = {
    "a position 0": (
        "forest",
        {**FOREST, "samples": [["0", "1", "1"]]},
        "forest, given, samples[0]: expected positions from 1 to 3 (got ['0', '1', '1'])",
    ),
    "a position that no record has": (
        "forest",
        {**FOREST, "samples": [["1", "2", "4"]]},
        "forest, given, samples[0]: expected positions from 1 to 3 (got ['1', '2', '4'])",
    ),
    "a position between two": (
        "forest",
        {**FOREST, "samples": [["1", "3/2", "2"]]},
        "forest, given, samples[0]: expected a whole number (got '3/2')",
    ),
    "an unknown sampling": (
        "forest",
        {**FOREST, "sampling": "half"},
        "forest, given, sampling: expected one of 'disjoint', 'bootstrap', 'all' (got 'half')",
    ),
    "an unknown attribute of a node": (
        "forest",
        {**FOREST, "attributes": [[["z"], ["x"]]]},
        "attribute: expected one of 'x', 'n' (got 'z')",
    ),
    "a vote that isn't one": (
        "out_of_bag",
        {**FOREST, "vote": "loud"},
        "out_of_bag, given, vote: expected one of 'hard', 'soft' (got 'loud')",
    ),
    "a word that isn't one": (
        "code_distance",
        {"code": ["10", "2"]},
        "code_distance, given, code: expected words of 0 and 1 (got ('10', '2'))",
    ),
    "words of two lengths": (
        "output_codes",
        {"data": ROWS, "preset": "id3", "code": ["10", "0"], "record": RECORD},
        "word of class -: expected 2 bits, each 0 or 1 (got (0,))",
    ),
    "a cell too many": (
        "bagging",
        {"data": ROWS, "preset": "id3", "samples": [["1", "2", "3"]], "record": {**RECORD, "z": "1"}},
        "bagging, given, record: expected inputs 'x', 'n' (got 'z')",
    ),
    "a preset that isn't one of several": (
        "different_algorithms",
        {"data": ROWS, "presets": ["id3", "id4"], "record": RECORD},
        f"different_algorithms, given, presets[1]: expected one of {', '.join(map(repr, list(PRESETS)[:-2]))}, ... and 2 more (got 'id4')",
    ),
    "a rule with a value never declared": (
        "firing_rules",
        {"data": ROWS, "rules": [{"if": {"x": {"in": ["a", "c"]}}, "then": ["+"]}]},
        "firing_rules, given, rules[0], if, x, in: expected values of x (got 'c')",
    ),
    "a rule with a range of names": (
        "firing_rules",
        {"data": ROWS, "rules": [{"if": {"x": {"above": "1"}}, "then": ["+"]}]},
        "firing_rules, given, rules[0], if, x: expected inputs 'in' (got 'above')",
    ),
    "a rule with a class never declared": (
        "firing_rules",
        {"data": ROWS, "rules": [{"if": {}, "then": ["?"]}]},
        "firing_rules, given, rules[0], then: expected classes of the data set (got ('?',))",
    ),
    "a rule without a class": (
        "firing_rules",
        {"data": ROWS, "rules": [{"if": {}, "then": []}]},
        "firing_rules, given, rules[0], then: expected classes of the data set (got ())",
    ),
    "no rule that fires": (
        "rule_predictions",
        {"data": ROWS, "rules": [{"if": {"n": {"above": "2"}}, "then": ["-"]}]},
        "rules: expected one that fires (got ('a', Fraction(1, 1)))",
    ),
    "a window with one end": (
        "region_volumes",
        {"data": {**ROWS, "ignore": ["x"]}, "preset": "cart", "window": {"n": ["1"]}},
        "region_volumes, given, window: expected two ends on each axis (got {'n': ['1']})",
    ),
    "a parity of half an input": (
        "records",
        {"data": {"parity": "1/2"}},
        "records, given, data, parity: expected a whole number (got '1/2')",
    ),
    "a parity with a target": (
        "records",
        {"data": {"parity": "1", "target": "x1"}},
        "records, given, data: expected inputs 'parity' (got 'target')",
    ),
    "no leaves": (
        "optimal_size",
        {"data": ROWS, "preset": "cart", "max_leaves": "0"},
        "max_leaves: expected a whole number of at least 1 (got 0)",
    ),
}


@pytest.mark.parametrize(("operation", "given", "message"), REFUSED.values(), ids=REFUSED.keys())
def test_an_operation_refuses(operation: str, given: dict[str, object], message: str) -> None:
    with pytest.raises(Invalid) as caught:
        run(operation, given)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("condition", "fires"),
    [
        ({}, ["1", "2", "3"]),
        ({"above": "2"}, ["3"]),
        ({"at_least": "2"}, ["2", "3"]),
        ({"at_most": "2"}, ["1", "2"]),
        ({"below": "2"}, ["1"]),
        ({"above": "1", "below": "3"}, ["2"]),
        ({"above": "2", "at_least": "2"}, ["3"]),
        ({"below": "2", "at_most": "2"}, ["1"]),
        ({"above": "3"}, []),
    ],
    ids=str,
)
def test_a_condition_on_numbers_holds_as_its_words_say(condition: dict[str, str], fires: list[str]) -> None:
    answer = run("firing_rules", {"data": ROWS, "rules": [{"if": {"n": condition}, "then": ["+"]}]})
    assert write_answer(answer) == [["1"] if n in fires else [] for n in ("1", "2", "3")]


@pytest.mark.parametrize(("preset", "left", "right"), [("cart", "at_most", "above"), ("rpart", "below", "at_least")])
def test_a_region_ends_on_the_side_that_its_test_takes(preset: str, left: str, right: str) -> None:
    found = write_answer(run("regions", {"data": {**ROWS, "ignore": ["x"]}, "preset": preset}))
    assert isinstance(found, list)
    assert [one["box"] for one in found if isinstance(one, dict)] == [{"n": {left: "3/2"}}, {"n": {right: "3/2"}}]


def test_rules_written_out_say_what_the_tree_says() -> None:
    for preset in ("hunt", "id3", "cart", "rpart"):
        rules = write_answer(run("rules", {"data": ROWS, "preset": preset}))
        assert isinstance(rules, list)
        bare = [{"if": rule["if"], "then": rule["then"]} for rule in rules if isinstance(rule, dict)]
        assert write_answer(run("rule_predictions", {"data": ROWS, "rules": bare})) == [["+"], ["-"], ["-"]]
