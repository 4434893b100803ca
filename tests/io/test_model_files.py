"""Trees with gaps, surrogates and every kind of test as JSON: read back as they were, and as the published schema describes them."""

from __future__ import annotations

import json
import re
from fractions import Fraction

import pytest
from attrs import evolve
from hypothesis import given
from jsonschema import Draft202012Validator
from many import examples

from dtref.errors import Invalid
from dtref.io.models import Model, parse_model, write_model
from dtref.oracle.golden.store import golden_folder
from dtref.spec.growing.hunt import grow
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.surrogates import LearnSurrogates
from dtref.spec.model.attributes import MISSING, Continuous, Nominal, Ordinal
from dtref.spec.model.branches import branch_of_missing
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.prediction import predict
from dtref.spec.model.tests import Groups, IsKnown, Multiway, Oblique, OrdinalCut, Ranges, Side, Subset, Test, Threshold
from dtref.spec.model.trees import Branch, Gap, GapRule, Leaf, Surrogates, Tree
from dtref.spec.preparation.missing import keep_missing
from dtref.spec.presets import C45, C45_GAIN, CART, HUNT, REGRESSION_TREE
from dtref.strategies import data_sets

SCHEMA = Draft202012Validator(json.loads((golden_folder() / "schema" / "tree.schema.json").read_text("utf-8")))
HALF, ONE, TWO = Fraction(1, 2), Fraction(1), Fraction(2)
COLOUR, SIZE = Nominal("colour", ("red", "green", "blue")), Ordinal("size", ("s", "m", "l"))
X, Z, Y = Continuous("x"), Continuous("z"), Nominal("y", ("-", "+"))
COUNTS = (("-", ONE), ("+", TWO))
LEAF = Leaf(COUNTS, ("+",))
NOBODY = Leaf((("-", Fraction(0)), ("+", Fraction(0))), ("+",))
TESTS: tuple[Test, ...] = (
    Multiway(COLOUR),
    Multiway(SIZE),
    Subset(COLOUR, ("red",), ("blue",)),
    OrdinalCut(SIZE, "s", "l"),
    Threshold(X, ONE, TWO, ONE),
    Threshold(X, ONE, TWO, TWO, Side.BELOW),
    Groups(COLOUR, (("red", "blue"), ("green",)), 1),
    Groups(SIZE, (("s",), ("m", "l")), 0),
    Ranges(X, (-ONE, HALF, TWO), Side.BELOW),
    Oblique(((X, ONE), (Z, -HALF)), Fraction(1, 3)),
    Threshold(X, ONE, TWO, ONE, missing=0),
    IsKnown(X),
)
THREE = (0, 2, 1)


def branch(test: Test, gap: GapRule = Gap.REFUSE) -> Branch:
    width = {Multiway: 3, Ranges: 4}.get(type(test), 2)
    return Branch(COUNTS, ("+",), test, (test,), (LEAF, *(NOBODY,) * (width - 1)), gap)


def problems(text: str) -> list[str]:
    return [f"{error.json_path}: {error.message}" for error in SCHEMA.iter_errors(json.loads(text))]


def comes_back(model: Model) -> str:
    text = write_model(model)
    assert parse_model(text) == model
    assert problems(text) == []
    return text


def model_of(tree: Tree) -> Model:
    return Model((COLOUR, SIZE, X, Z), Y, "by hand", tree)


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA.schema)


@pytest.mark.parametrize("test", TESTS, ids=lambda test: type(test).__name__)
@pytest.mark.parametrize("gap", Gap)
def test_every_kind_of_test_comes_back(test: Test, gap: Gap) -> None:
    if gap is Gap.LEARNED and branch_of_missing(test) is MISSING:
        return  # a direction is learned by tests that say it
    text = comes_back(model_of(branch(test, gap)))
    assert ('"gap"' in text) == (gap is not Gap.REFUSE)


@pytest.mark.parametrize("test", TESTS, ids=lambda test: type(test).__name__)
def test_every_kind_of_surrogate_comes_back(test: Test) -> None:
    width = len(branch(test).children)
    tree = branch(Multiway(COLOUR), Surrogates(((test, (*THREE, 0)[:width]), (Multiway(SIZE), THREE)), 2))
    text = comes_back(model_of(tree))
    node = json.loads(text)["nodes"][0]
    assert (node["gap"], node["otherwise"], node["surrogates"][1]) == (
        "surrogates",
        "2",
        {"test": {"attribute": "size", "kind": "multiway"}, "stands_for": ["0", "2", "1"]},
    )


def test_no_surrogate_at_all_comes_back() -> None:
    comes_back(model_of(branch(TESTS[0], Surrogates((), 0))))


GAPS: tuple[Gap | LearnSurrogates, ...] = (Gap.FRACTIONS, Gap.HEAVIEST, LearnSurrogates())


@pytest.mark.parametrize("policy", [C45, C45_GAIN, CART, HUNT], ids=lambda p: p.name)
@pytest.mark.parametrize("gap", GAPS, ids=("fractions", "heaviest", "surrogates"))
@examples(10)
@given(data=data_sets(missing=True, max_records=6, odd_names=True))
def test_a_grown_tree_comes_back(policy: Policy, gap: Gap | LearnSurrogates, data: DataSet) -> None:
    comes_back(Model(data.attributes, data.target, policy.name, grow(data, evolve(policy, missing=keep_missing, gap=gap))))


@pytest.mark.parametrize("gap", GAPS, ids=("fractions", "heaviest", "surrogates"))
def test_a_regression_tree_comes_back_and_predicts_the_same(gap: Gap | LearnSurrogates) -> None:
    rows: list[tuple[int | None, int | None, int | Fraction]] = [
        (1, 1, 10),
        (2, None, 11),
        (None, 2, 20),
        (4, 3, Fraction(61, 3)),
        (None, None, 15),
    ]
    cells = [(tuple(MISSING if v is None else Fraction(v) for v in (x, z)), Fraction(y)) for x, z, y in rows]
    data = DataSet((X, Z), Continuous("price"), tuple(Record(values, y) for values, y in cells))
    tree = grow(data, evolve(REGRESSION_TREE, missing=keep_missing, gap=gap))
    text = comes_back(Model(data.attributes, data.target, "REGRESSION_TREE", tree))
    for record in data:
        named = dict(zip(("x", "z"), record.values, strict=True))
        assert predict(parse_model(text).tree, named) == predict(tree, named)


def changed(**fields: object) -> str:
    """The JSON of a tree with surrogates, fields of its root changed; None leaves one out."""
    tree = branch(Multiway(COLOUR), Surrogates(((Multiway(SIZE), THREE),), 2))
    whole = json.loads(write_model(model_of(tree)))
    whole["nodes"][0] = {k: v for k, v in {**whole["nodes"][0], **fields}.items() if v is not None}
    return json.dumps(whole)


SIZE_TEST = {"kind": "multiway", "attribute": "size"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            changed(gap="refuse"),
            "m.json, node 0, gap: expected fractions or heaviest or learned or surrogates or surrogates, or it stays (got 'refuse')",
        ),
        (
            changed(gap=None),
            "m.json, node 0, surrogates: expected none, as the gap is not 'surrogates' (got 1)",
        ),
        (
            changed(otherwise=None),
            "m.json, node 0, otherwise: expected a branch for the rest, as the gap is 'surrogates' (got 'none')",
        ),
        (
            changed(gap="random", surrogates=None, otherwise=None),
            "m.json, node 0, gap: expected fractions or heaviest or learned or surrogates or surrogates, or it stays (got 'random')",
        ),
        (
            changed(otherwise="3"),
            "m.json, node 0, otherwise: expected one of 3 branches (got 3)",
        ),
        (
            changed(surrogates=[{"test": SIZE_TEST, "stands_for": ["0", "1"]}]),
            "m.json, node 0, surrogates, [0], stands_for: expected for each of 3 branches one of the node's 3 (got [0, 1])",
        ),
        (
            changed(otherwise=2),
            "m.json, node 0, otherwise: expected a branch by its position, such as '0' (got 2)",
        ),
        (
            changed(otherwise="-1"),
            "m.json, node 0, otherwise: expected a branch by its position, such as '0' (got '-1')",
        ),
    ],
    ids=["refuse", "no gap", "no rest", "unknown", "no such branch", "wrong width", "a number", "below 0"],
)
def test_a_gap_that_does_not_fit_is_invalid(text: str, message: str) -> None:
    with pytest.raises(Invalid) as caught:
        parse_model(text, "m.json")
    assert str(caught.value) == message


@pytest.mark.parametrize(
    "text",
    [
        changed(gap="refuse"),
        changed(gap=None),
        changed(otherwise=None),
        changed(gap="random"),
        changed(otherwise=2),
        changed(otherwise="-1"),
        changed(labels=["+", "+"]),
    ],
    ids=["refuse", "no gap", "no rest", "unknown", "a number", "below 0", "a label twice"],
)
def test_the_schema_refuses_it_too(text: str) -> None:
    assert problems(text)


def test_a_leaf_has_no_gap() -> None:
    whole = json.loads(write_model(model_of(LEAF)))
    whole["nodes"][0]["gap"] = "fractions"
    with pytest.raises(Invalid) as caught:
        parse_model(json.dumps(whole), "m.json")
    assert str(caught.value) == "m.json, node 0, gap: expected none, as there is no test (got 'fractions')"
    assert problems(json.dumps(whole))


EDITED_HEAD = '{"format": "dtref-tree/1", "algorithm": "CART", "target": {"name": "y", "values": ["-", "+"], "kind": "nominal"}, '
EDITED_BODY = '"attributes": [{"name": "x", "values": ["a", "b", "c"], "kind": "nominal"}], "nodes": ['
EDITED_LEAVES = ', {"counts": ["1", "0"], "labels": ["-"]}, {"counts": ["0", "1"], "labels": ["+"]}]}'
EDITED_GROUPS = '{"kind": "subset", "attribute": "x", "left": LEFT, "right": RIGHT}'
EDITED_ROOT = '{"counts": ["1", "1"], "labels": ["-", "+"], "test": TEST, "optima": [TEST], "children": ["1", "2"]}'


def edited(left: str = '["a"]', right: str = '["b", "c"]', root: str = EDITED_ROOT) -> str:
    test = EDITED_GROUPS.replace("LEFT", left).replace("RIGHT", right)
    return EDITED_HEAD + EDITED_BODY + root.replace("TEST", test) + EDITED_LEAVES


def test_the_model_that_the_edits_start_from_is_fine() -> None:
    assert parse_model(edited()).algorithm == "CART"


@pytest.mark.parametrize(
    "text",
    [
        edited(left='["alien"]'),
        edited(left="[]"),
        edited(left='["a", "b"]'),
        edited(left='"a"'),
        edited(left="[0]"),
        edited(root=EDITED_ROOT.replace('["1", "1"]', '["-1", "3"]', 1)),
        edited(root=EDITED_ROOT.replace('"labels": ["-", "+"]', '"labels": []')),
        edited(root=EDITED_ROOT.replace('"test": TEST', '"test": 0')),
        edited(root=EDITED_ROOT.replace('"test": TEST', '"test": {}')),
        edited().replace('"algorithm": "CART"', '"algorithm": null'),
    ],
)
def test_a_model_edited_into_nonsense_is_refused(text: str) -> None:
    with pytest.raises(Invalid, match=r"^m\.json"):
        parse_model(text, "m.json")


NO_BRANCHES = EDITED_HEAD + (
    '"attributes": [{"name": "x", "values": [], "kind": "nominal"}], "nodes": [{"counts": ["2", "1"], "labels": ["-"], '
    '"test": {"attribute": "x", "kind": "multiway"}, "optima": [{"attribute": "x", "kind": "multiway"}]}]}'
)
NO_CLASSES = edited().replace('"values": ["-", "+"]', '"values": []')
MOMENTS_HEAD = EDITED_HEAD.replace('"values": ["-", "+"], "kind": "nominal"', '"kind": "continuous"')


def moments(*counts: str) -> str:
    return MOMENTS_HEAD + f'"attributes": [], "nodes": [{{"counts": {json.dumps(counts)}, "labels": ["-1/2"]}}]}}'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            NO_BRANCHES,
            "m.json, node 0, test: expected a test with branches (its attribute has no values) "
            "(got {'attribute': 'x', 'kind': 'multiway'})",
        ),
        (
            re.sub(r'"(counts|labels)": \[[^]]*\]', r'"\1": []', NO_CLASSES),
            "m.json, target: expected at least one value, as there is more than a leaf (got [])",
        ),
        (
            edited(root=EDITED_ROOT.replace('"labels": ["-", "+"]', '"labels": ["+", "-", "+"]')),
            "m.json, node 0, labels: expected labels that differ (got ['+', '-', '+'])",
        ),
        (
            edited(root=EDITED_ROOT.replace('"labels": ["-", "+"]', '"labels": []')),
            "m.json, node 0, labels: expected at least one label (got [])",
        ),
        (
            edited(root=EDITED_ROOT.replace('["1", "1"]', '["-1", "3"]')),
            "m.json, node 0, counts: expected counts of at least 0 (got ['-1', '3'])",
        ),
        (
            moments("-2", "1", "3"),
            "m.json, node 0, counts: expected n > 0 with n * sum of y^2 >= (sum of y)^2, or all of them 0 (got '-2, 1, 3')",
        ),
    ],
    ids=["no branches", "no classes", "a label twice", "no label", "below 0", "records below 0"],
)
def test_counts_labels_and_tests_are_those_of_a_tree(text: str, message: str) -> None:
    with pytest.raises(Invalid) as refused:
        parse_model(text, "m.json")
    assert str(refused.value) == message


def test_a_sum_of_y_may_be_below_0() -> None:
    assert isinstance(parse_model(moments("2", "-1", "3")).tree, Leaf)


def test_values_that_no_record_has_may_be_missing_from_a_model() -> None:
    """A column without known cells is nominal without values; a table without records has a target without values."""
    nothing = Nominal("nothing", ())
    comes_back(Model((nothing,), Y, "by hand", LEAF))
    comes_back(Model((nothing,), Nominal("y", ()), "by hand", Leaf((), ())))


NUMBERS = ("3/2", "1.5", "15e-1", 1.5, "0x1", ".5", "1.", "+1", " 1", "1/0", "", "?", None, True, ["1"])


KINDS = "'groups', 'is known', 'multiway', 'oblique', 'ordinal cut', 'ranges', 'subset', 'threshold'"


def threshold(cut: object = "3/2", **fields: object) -> str:
    """The JSON of a stump, its cut as it is given, fields of its test changed; None leaves one out."""
    test = {"kind": "threshold", "attribute": "x", "lower": 1, "upper": "2.0", "cut": cut, **fields}
    leaf = {"counts": [1, "2"], "labels": ["+"]}
    nobody = {"counts": ["0", 0], "labels": ["+"]}
    root = {**leaf, "test": {k: v for k, v in test.items() if v is not None or k == "cut"}, "children": ["1", "2"]}
    y, x = {"kind": "nominal", "name": "y", "values": ["-", "+"]}, {"kind": "continuous", "name": "x"}
    return json.dumps({"format": "dtref-tree/1", "algorithm": "mine", "target": y, "attributes": [x], "nodes": [root, leaf, nobody]})


@pytest.mark.parametrize("cut", NUMBERS, ids=repr)
def test_the_schema_and_the_reader_agree_on_numbers(cut: object) -> None:
    text = threshold(cut)
    if problems(text):
        with pytest.raises(Invalid, match=r"^<model>, node 0, test, cut: expected a number such as '9/14', '2\.5' or 2\.5 "):
            parse_model(text)
    else:
        assert parse_model(text) == parse_model(threshold("3/2"))


def test_a_number_of_json_is_the_decimal_that_stands_there() -> None:
    """The double next to 0.3 is below it, that next to 0.1 above."""
    tree = parse_model(threshold(0.3, lower=0.1, upper="0.4")).tree
    assert isinstance(tree, Branch)
    assert tree.test == Threshold(X, Fraction("0.1"), Fraction("0.4"), Fraction("0.3"))
    assert problems(write_model(parse_model(threshold()))) == []


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"cut": 5}, "m.json, node 0, test, x, cut: expected a number in [1, 2) (got '5')"),
        ({"cut": 2, "side": "<="}, "m.json, node 0, test, x, cut: expected a number in [1, 2) (got '2')"),
        ({"cut": 1, "side": "<"}, "m.json, node 0, test, x, cut: expected a number in (1, 2] (got '1')"),
        ({"side": ">"}, "m.json, node 0, test, side: expected one of '<=', '<' (got '>')"),
        ({"kind": "stump"}, f"m.json, node 0, test, kind: expected one of {KINDS} (got 'stump')"),
        ({"kind": None}, f"m.json, node 0, test, kind: expected one of {KINDS} (got None)"),
        ({"lower": None}, "m.json, node 0, test, lower: expected a value (got 'nothing')"),
        ({"more": "1"}, "m.json, node 0, test: expected fields that the format knows (got ['more'])"),
        (
            {"attribute": "q"},
            "m.json, node 0, test, attribute: expected the name of one of the attributes that are continuous (got 'q')",
        ),
    ],
    ids=str,
)
def test_what_is_wrong_in_a_test_is_said(fields: dict[str, object], message: str) -> None:
    with pytest.raises(Invalid) as caught:
        parse_model(threshold(**fields), "m.json")
    assert str(caught.value) == message


@pytest.mark.parametrize("huge", ["1e999999999", '"1e999999999"'])
def test_a_number_of_too_many_digits_is_refused(huge: str) -> None:
    with pytest.raises(Invalid, match="a number of at most 2000 digits"):
        parse_model(threshold("HUGE").replace('"HUGE"', huge))


def test_surrogates_that_leave_a_record_at_the_node_come_back() -> None:
    comes_back(model_of(branch(TESTS[0], Surrogates((), None))))
