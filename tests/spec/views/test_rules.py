"""Rules against the tree that they come from: the same answer for every record, or the same refusal."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any

from chains import chain
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DataObject
from many import LEVELS
from patience import patience

from dtref.errors import Invalid
from dtref.io.tables import read_csv
from dtref.spec.growing.hunt import grow
from dtref.spec.model.attributes import MISSING, Attribute, Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.prediction import Prediction, predictor
from dtref.spec.model.tests import Multiway
from dtref.spec.model.trees import Branch, Leaf, Tree, nodes
from dtref.spec.presets import CART, ID3
from dtref.spec.views.conditions import is_empty
from dtref.spec.views.rules import firing, merged, merged_rules, rule_predictor, rule_text, rules
from dtref.strategies import data_sets, records_for, trees_for

GOLDEN = Path(__file__).parents[3] / "golden" / "data"


@st.composite
def trees_with_records(draw: st.DrawFn, *, missing: bool = False) -> tuple[Tree, tuple[Attribute, ...], list[Record]]:
    data: DataSet = draw(data_sets(max_records=6, missing=False))
    fit = all(not hasattr(a, "values") or a.values for a in data.attributes)
    record = records_for(data.attributes, missing=missing)
    return draw(trees_for(data, max_depth=4)), data.attributes, draw(st.lists(record, max_size=8)) if fit else []


def outcome(predict: Callable[[Record], Prediction], record: Record) -> Prediction | str:
    try:
        return predict(record)
    except Invalid as refusal:
        return str(refusal)


@given(trees_with_records(missing=True))
def test_rules_merged_or_not_answer_as_the_tree_does_and_refuse_where_it_does(
    drawn: tuple[Tree, tuple[Attribute, ...], list[Record]],
) -> None:
    tree, attributes, records = drawn
    for record in records:
        expected = outcome(predictor(tree, attributes), record)
        assert outcome(rule_predictor(rules(tree), attributes), record) == expected
        assert outcome(rule_predictor(merged_rules(tree), attributes), record) == expected


@given(trees_with_records())
def test_exactly_one_rule_fires_for_a_record_without_missing_cells(drawn: tuple[Tree, tuple[Attribute, ...], list[Record]]) -> None:
    tree, attributes, records = drawn
    for record in records:
        cell_of = dict(zip(attributes, record.values, strict=True)).__getitem__
        plain, short = list(firing(rules(tree), cell_of)), list(firing(merged_rules(tree), cell_of))
        assert len(plain) == len(short) == 1
        assert plain[0].leaf is short[0].leaf


@given(trees_with_records())
def test_there_is_a_rule_for_each_leaf_and_merging_leaves_one_condition_an_attribute(
    drawn: tuple[Tree, tuple[Attribute, ...], list[Record]],
) -> None:
    tree, attributes, _ = drawn
    leaves = [node for node in nodes(tree) if isinstance(node, Leaf)]
    found = list(rules(tree))
    assert [id(rule.leaf) for rule in found] == list(map(id, leaves))
    assert list(map(merged, found)) == list(merged_rules(tree))
    for rule in merged_rules(tree):
        asked = [condition.attribute for condition in rule.conditions]
        assert len(set(asked)) == len(asked)
        assert set(asked) <= set(attributes)
        assert merged(rule) == rule


@given(data=st.data(), policy=st.sampled_from((CART, ID3)))
def test_each_training_record_fires_the_rule_whose_counts_it_is_in(data: DataObject, policy: Any) -> None:
    training = data.draw(data_sets(max_records=8))
    tree = grow(training, policy)
    reached = {id(rule.leaf): Fraction(0) for rule in rules(tree)}
    for record in training:
        (rule,) = firing(merged_rules(tree), dict(zip(training.attributes, record.values, strict=True)).__getitem__)
        reached[id(rule.leaf)] += record.weight
    assert all(reached[id(rule.leaf)] == sum(n for _, n in rule.leaf.counts) for rule in rules(tree))


def test_a_missing_cell_is_the_value_that_a_policy_made_of_it() -> None:
    asks = Multiway(Nominal("x", ("a", "?"), missing_is="?"))
    tree = Branch((), (), asks, (asks,), (Leaf((), ("no",)), Leaf((), ("yes",))))
    assert rule_predictor(rules(tree), (Nominal("x", ("a",)),))(Record((MISSING,))).labels == ("yes",)


def test_a_rule_that_never_fires_says_so() -> None:
    asks = Multiway(Nominal("x", ("a", "b")))
    below = Branch((), (), asks, (asks,), (Leaf((), ("1",)), Leaf((), ("2",))))
    tree = Branch((), (), asks, (asks,), (below, Leaf((), ("3",))))
    assert [any(map(is_empty, rule.conditions)) for rule in merged_rules(tree)] == [False, True, False]
    assert [rule_text(rule) for rule in merged_rules(tree)] == [
        "IF x = a THEN class = 1 ()",
        "IF x in {} THEN class = 2 ()",
        "IF x = b THEN class = 3 ()",
    ]
    assert rule_text(list(rules(tree))[1]) == "IF x = a AND x = b THEN class = 2 ()"


def test_the_ten_record_table_as_rules() -> None:
    tree = grow(read_csv(GOLDEN / "tan_default.csv", target="defaulted"), CART)
    assert [rule_text(rule, "defaulted") for rule in merged_rules(tree)] == [
        "IF marital_status not in {Married} AND home_owner = No AND annual_income <= 77.5 THEN defaulted = No (No 1, Yes 0)",
        "IF marital_status not in {Married} AND home_owner = No AND annual_income > 77.5 THEN defaulted = Yes (No 0, Yes 3)",
        "IF marital_status not in {Married} AND home_owner = Yes THEN defaulted = No (No 2, Yes 0)",
        "IF marital_status = Married THEN defaulted = No (No 4, Yes 0)",
    ]


def test_play_tennis_as_rules() -> None:
    tree = grow(read_csv(GOLDEN / "play_tennis.csv", target="play"), ID3)
    assert sorted(rule_text(rule, "play") for rule in rules(tree)) == [
        "IF outlook = overcast THEN play = yes (no 0, yes 4)",
        "IF outlook = rainy AND windy = FALSE THEN play = yes (no 0, yes 3)",
        "IF outlook = rainy AND windy = TRUE THEN play = no (no 2, yes 0)",
        "IF outlook = sunny AND humidity = high THEN play = no (no 3, yes 0)",
        "IF outlook = sunny AND humidity = normal THEN play = yes (no 0, yes 2)",
    ]


def test_a_deep_tree_gives_its_rules() -> None:
    with patience(60):
        tree = chain(LEVELS)
        assert sum(1 for _ in merged_rules(tree)) == LEVELS + 1
        *_, last = merged_rules(tree)
        assert rule_text(last) == f"IF x > {LEVELS} THEN class = b (a 0, b 1)"
        assert [rule_text(rule) for rule in islice(rules(tree), 2)] == [
            "IF x <= 1 THEN class = b (a 0, b 1)",
            "IF x > 1 AND x <= 2 THEN class = a (a 1, b 0)",
        ]
