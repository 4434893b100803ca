"""Every preset meets every kind of attribute and every awkward data set, and answers or refuses clearly."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from narrow import defined

import dtref
from dtref.spec.growing.hunt import grow, hunt
from dtref.spec.growing.policy import Policy
from dtref.spec.model.attributes import MISSING, Continuous, Nominal, Ordinal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.trees import Leaf, nodes, training_errors, weight
from dtref.spec.preparation.missing import WANTED_KNOWN
from dtref.spec.presets import PRESETS
from dtref.spec.split.criteria import gain, gain_ratio, gini_reduction

COLOUR = Nominal("colour", ("red", "green", "blue"))
SIZE = Ordinal("size", ("s", "m", "l"))
AGE = Continuous("age")
CLASSES = Nominal("class", ("-", "+"))
PRICE = Continuous("price")


def rows(*values: tuple[object, ...]) -> tuple[tuple[object, ...], ...]:
    return values


SITUATIONS: Mapping[str, tuple[Any, Any, Any]] = {
    "every kind": ((COLOUR, SIZE, AGE), rows(("red", "s", 1), ("green", "m", 2), ("blue", "l", 3), ("red", "l", 4)), "-+-+"),
    "nominal": ((COLOUR,), rows(("red",), ("green",), ("blue",)), "-+-"),
    "ordinal": ((SIZE,), rows(("s",), ("m",), ("l",)), "-+-"),
    "continuous": ((AGE,), rows((1,), (2,), (3,)), "-+-"),
    "missing nominal": ((COLOUR, AGE), rows(("red", 1), (MISSING, 2), ("blue", 3), ("red", 4)), "-+-+"),
    "missing ordinal": ((SIZE, AGE), rows(("s", 1), (MISSING, 2), ("l", 3), ("m", 4)), "-+-+"),
    "missing number": ((COLOUR, AGE), rows(("red", 1), ("green", MISSING), ("blue", 3), ("red", 4)), "-+-+"),
    "only missing values": ((AGE,), rows((MISSING,), (MISSING,)), "-+"),
    "contradiction": ((COLOUR,), rows(("red",), ("red",)), "-+"),
    "one record": ((COLOUR, AGE), rows(("red", 1)), "+"),
    "one class": ((COLOUR, AGE), rows(("red", 1), ("blue", 2)), "++"),
    "no attributes": ((), rows((), ()), "-+"),
    "no records": ((COLOUR, AGE), rows(), ""),
}

REFUSED = f"expected {WANTED_KNOWN} (got MISSING)"
STUCK = "a node that is not pure: expected an attribute that tells its records apart (got (1, 1))"
KEEP_MISSING = {"c45", "c45-gain-ratio", "c45-gain", "cart-surrogates", "rpart"}


def expected_refusal(preset: str, situation: str) -> str | None:
    """The message with which a preset refuses a situation, as its docstring announces; None where it grows a tree."""
    first, impure = SITUATIONS[situation][0][:1], len(set(SITUATIONS[situation][2])) > 1
    if preset == "scikit-learn" and impure and "missing" not in situation and first and not isinstance(first[0], Continuous):
        coded = f"pandas.get_dummies(frame, columns={[first[0].name]}) makes such columns"
        wanted = f"a column of numbers, as scikit-learn knows no other: {coded}"
        return f"{first[0].name}: expected {wanted} (got {type(first[0]).__name__!r})"
    if "missing" in situation and preset not in KEEP_MISSING:
        record, name = {
            "missing nominal": (2, "colour"),
            "missing ordinal": (2, "size"),
            "missing number": (2, "age"),
            "only missing values": (1, "age"),
        }[situation]
        if preset != "chaid" or name == "age":
            return f"record {record}, {name}: {REFUSED}"
    return STUCK if preset == "id3-iaml" and situation in ("contradiction", "no attributes") else None


def data_set(situation: str, policy: Policy, weighted: bool) -> DataSet:
    attributes, values, labels = SITUATIONS[situation]
    regression = policy.criterion.impurity is not None and policy.criterion.impurity.moments
    records = [
        Record(
            tuple(Fraction(v) if isinstance(v, int) else v for v in row),
            Fraction(i % 2) if regression else label,
            Fraction(i + 1, 3) if weighted else Fraction(1),
        )
        for i, (row, label) in enumerate(zip(values, labels, strict=True))
    ]
    return DataSet(attributes, PRICE if regression else CLASSES, records)


@pytest.mark.parametrize("weighted", [False, True], ids=["whole", "weighted"])
@pytest.mark.parametrize("situation", SITUATIONS)
@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_grows_a_tree_or_refuses_clearly(preset: str, situation: str, weighted: bool) -> None:
    policy = PRESETS[preset]
    data = data_set(situation, policy, weighted)
    refusal = expected_refusal(preset, situation)
    if refusal is None:
        tree = grow(data, policy)
        leaves = [node for node in nodes(tree) if isinstance(node, Leaf)]
        assert sum(map(weight, leaves), Fraction(0)) == weight(tree) == sum((r.weight for r in data), Fraction(0))
        str(dtref.explain(data, policy))
    else:
        with pytest.raises(dtref.Invalid) as caught:
            grow(data, policy)
        if weighted and refusal is STUCK:
            assert str(caught.value).startswith(STUCK.split("(got", maxsplit=1)[0])
        else:
            assert str(caught.value) == refusal


def test_sliq_and_sprint_find_the_trees_of_cart() -> None:
    data = dtref.read_csv("golden/data/wine.csv", target="cultivar")
    assert grow(data, dtref.SLIQ) == grow(data, dtref.SPRINT) == grow(data, dtref.CART)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)).filter(any), min_size=2, max_size=5), st.data())
def test_refining_a_test_never_lowers_its_gain(branches: list[tuple[int, int]], pick: st.DataObject) -> None:
    """Information gain and Gini favour attributes with many values: splitting one branch in two never makes them smaller."""
    i = pick.draw(st.integers(0, len(branches) - 1), label="branch that is split")
    part = tuple(pick.draw(st.integers(0, n), label="part") for n in branches[i])
    rest = tuple(n - m for n, m in zip(branches[i], part, strict=True))
    node = tuple(map(sum, zip(*branches, strict=True)))
    finer = [*branches[:i], part, rest, *branches[i + 1 :]]
    assert dtref.compare(defined(gain(node, finer)), defined(gain(node, branches))) >= 0
    assert defined(gini_reduction(node, finer)) >= defined(gini_reduction(node, branches))


def test_gain_ratio_prefers_an_unbalanced_split_of_less_gain() -> None:
    """`cs6220`, Comparing Attribute Selection Measures: one partition much smaller than the others. Gain prefers the balanced one."""
    node, balanced, unbalanced = (9, 5), ((6, 1), (3, 4)), ((9, 4), (0, 1))
    assert dtref.compare(defined(gain(node, balanced)), defined(gain(node, unbalanced))) > 0
    assert dtref.compare(defined(gain_ratio(node, balanced)), defined(gain_ratio(node, unbalanced))) < 0
    assert (dtref.decimal(defined(gain(node, unbalanced)), 4), dtref.decimal(defined(gain_ratio(node, unbalanced)), 4)) == (
        "0.1134",
        "0.3055",
    )
    assert (
        dtref.decimal(defined(gain(node, balanced)), 4) == dtref.decimal(defined(gain_ratio(node, balanced)), 4) == "0.1518"
    )  # two halves: 1 bit


def test_majority_is_one_leaf_with_the_largest_class() -> None:
    data = dtref.read_csv("golden/data/play_tennis.csv", target="play")
    tree = grow(data, dtref.MAJORITY)
    assert (tree, training_errors(tree)) == (Leaf((("no", Fraction(5)), ("yes", Fraction(9))), ("yes",)), 5)


def test_id3_as_iaml_prints_it_is_id3_where_its_pseudo_code_has_an_answer() -> None:
    data = dtref.read_csv("golden/data/play_tennis.csv", target="play")
    assert grow(data, PRESETS["id3-iaml"]) == grow(data, dtref.ID3)
    assert hunt(data, PRESETS["id3-iaml"]).root() == hunt(data, dtref.ID3).root()
