"""
Each rule that the fast engine covers, on generated data sets of its own: the tree of the specification, or its complaint.

The specification (`dtref.spec.growing.hunt`, behind its filter) is another route: records one by one, exact numbers, no arrays.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from attrs import evolve

import dtref
from dtref.errors import Invalid
from dtref.spec.growing import hunt
from dtref.spec.model.attributes import Continuous, Nominal, Ordinal
from dtref.spec.model.branches import asked as asked_by
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.trees import Branch
from dtref.spec.presets import PRESETS
from dtref.spec.split.choose import best_or_stuck
from dtref.spec.split.criteria import Criterion
from dtref.spec.split.numeric.single_precision import ThresholdsApart
from dtref.spec.split.square_roots import dkm_reduction, hellinger_distance

np = pytest.importorskip("numpy")
pytest.importorskip("numba")

from engines.compiled.generated import RULES, pair  # noqa: E402 - it is of no use without them
from engines.compiled.outcomes import UNCOVERED, outcome  # noqa: E402

PAIRS = 25


@pytest.mark.parametrize("rule", RULES)
def test_each_rule_grows_the_trees_of_the_specification(rule: str) -> None:
    covered = 0
    for seed in range(200):
        data, rules = pair(Random(seed), rule)
        tree = outcome(data, rules, "fast")
        if isinstance(tree, str) and tree.startswith(UNCOVERED):
            continue
        covered += 1
        wanted = outcome(data, rules, "specification")
        assert tree == wanted
        assert wanted == tree
        if covered == PAIRS:
            return
    pytest.fail(f"{covered} pairs covered")


COVERED = (
    "cart",
    "cart-surrogates",
    "cart-twoing",
    "c45",
    "c45-gain",
    "c45-gain-ratio",
    "hunt",
    "id3",
    "majority",
    "rpart",
    "scikit-learn",
)


@pytest.mark.parametrize("name", COVERED)
def test_presets_grow_complete_numbers(name: str) -> None:
    chance = np.random.default_rng(len(name))
    x = np.unique(np.round(chance.random((60, 3)), 1), axis=0)
    y = chance.integers(0, 3, len(x)) if name != "regression-tree" else chance.integers(0, 9, len(x)) / 2
    data = dtref.from_arrays(x, y, continuous=["class"] if name == "regression-tree" else ())
    rules = PRESETS[name]
    assert dtref.grow(data, rules, engine="fast") == hunt.grow(data, rules)


def test_gain_ratio_alone_would_choose_what_average_gain_leaves_out() -> None:
    even, uneven, y = Nominal("even", ("0", "1")), Nominal("uneven", ("0", "1")), Nominal("y", ("-", "+"))
    cells = [("0", "1", "-")] * 20 + [("0", "1", "+")] * 4 + [("1", "1", "-")] * 10 + [("1", "1", "+")] * 13 + [("1", "0", "+")]
    data = DataSet((even, uneven), y, tuple(Record(cell[:2], cell[2]) for cell in cells))
    asked: list[str] = []
    for rules in (dtref.C45, dtref.C45_GAIN_RATIO):
        tree = dtref.grow(data, rules, engine="fast")
        assert isinstance(tree, Branch)
        asked.extend(attribute.name for attribute in asked_by(tree.test))
        assert tree == hunt.grow(data, rules)
    assert asked == ["even", "uneven"]


def test_numbers_that_are_one_as_floats_are_not_cut_apart() -> None:
    numbers = [Fraction(1), 1 + Fraction(1, 2**30), 1 + Fraction(1, 2**20), Fraction(10) ** 39]
    data = DataSet((Continuous("x"),), Nominal("y", ("-", "+")), tuple(Record((x,), "-+"[i % 2]) for i, x in enumerate(numbers[:3])))
    tree = dtref.grow(data, dtref.SCIKIT_LEARN, engine="fast")
    assert isinstance(tree, Branch)
    assert [child.counts for child in tree.children] == [(("-", 1), ("+", 1)), (("-", 1), ("+", 0))]
    assert tree == hunt.grow(data, dtref.SCIKIT_LEARN)
    # One too large for a float is refused by the specification, whichever engine is asked.
    beyond = evolve(data, records=(*data.records, Record((numbers[3],), "+")))
    assert outcome(beyond, dtref.SCIKIT_LEARN, "auto") == outcome(beyond, dtref.SCIKIT_LEARN, "specification")
    assert "float32" in str(outcome(beyond, dtref.SCIKIT_LEARN, "fast"))


def test_numbers_that_are_one_as_floats_beside_names() -> None:
    numbers = [Fraction(1), 1 + Fraction(1, 2**30), 1 + Fraction(1, 2**20), Fraction(2), Fraction(2)]
    of = (Continuous("x"), Nominal("z", ("a", "b", "c")), Ordinal("o", ("low", "middle", "high")))
    records = zip(numbers, "abcab", ("low", "middle", "high", "low", "high"), "-+-++", strict=True)
    data = DataSet(of, Nominal("y", ("-", "+")), tuple(Record((x, z, o), y) for x, z, o, y in records))
    for criterion, nominal in ((dtref.gini_reduction, dtref.CART.nominal), (dtref.gain, dtref.HUNT.nominal)):
        rules = evolve(dtref.CART, criterion=criterion, nominal=nominal, continuous=ThresholdsApart())
        assert dtref.grow(data, rules, engine="fast") == hunt.grow(data, rules)


def test_a_limit_of_depth_that_no_tree_reaches() -> None:
    data = DataSet((Continuous("x"),), Nominal("y", ("-", "+")), tuple(Record((Fraction(i),), "-+"[i % 2]) for i in range(4)))
    for tests in (2**62, 2**63, 10**30):
        rules = evolve(dtref.CART, stop=(*dtref.CART.stop, dtref.AtDepth(tests)))
        assert dtref.grow(data, rules, engine="fast") == hunt.grow(data, dtref.CART)


def test_a_node_that_must_be_split_before_a_tie_that_is_refused() -> None:
    # x = 0 is cut off first, and cannot be split; 1, 2 and 3 can be cut in two ways that tie
    rows = zip((0, 0, 0, 0, 0, 0, 1, 1, 2, 3, 3), "+++++---+--", strict=True)
    data = DataSet((Continuous("x"),), Nominal("y", ("-", "+")), tuple(Record((Fraction(x),), y) for x, y in rows))
    rules = evolve(dtref.CART, tie=dtref.Refuse(), select=best_or_stuck)
    with pytest.raises(Invalid, match="a node that is not pure"):
        hunt.grow(data, rules)
    assert str(outcome(data, rules, "fast")).startswith(UNCOVERED)


@pytest.mark.parametrize("criterion", [dtref.gini_reduction, dtref.gain, dtref.gain_ratio, dkm_reduction, hellinger_distance])
def test_one_record_of_either_of_two_large_classes(criterion: Criterion) -> None:
    # x cuts off a record of +, z one of -: the first sides have the counts 0 and 1, the others differ by less than doubles tell
    for n in (2**22, 2**29, 2**60):
        rows = (((0, 1), "+", 1), ((1, 1), "+", n), ((1, 1), "-", n - 1), ((1, 0), "-", 1))
        records = tuple(Record((Fraction(x), Fraction(z)), y, Fraction(weight)) for (x, z), y, weight in rows)
        data = DataSet((Continuous("x"), Continuous("z")), Nominal("y", ("+", "-")), records)
        rules = evolve(dtref.CART, criterion=criterion, stop=(dtref.AtDepth(1),))
        tree, wanted = dtref.grow(data, rules, engine="fast"), hunt.grow(data, rules)
        assert isinstance(tree, Branch)
        assert [attribute.name for attribute in asked_by(tree.test)] == ["z"]
        assert len(tree.optima) == 1
        assert tree == wanted


def test_weights_of_doubles_that_are_multiples_of_one_power_of_two() -> None:
    weights = [0.5, 0.25, 1.0, 0.75, 2.0**-20, 2.0**-20]
    data = DataSet(
        (Continuous("x"),),
        Nominal("y", ("-", "+")),
        tuple(Record((Fraction(i // 2),), "-+"[i % 3 == 0], Fraction(w)) for i, w in enumerate(weights)),
    )
    tree = dtref.grow(data, evolve(dtref.CART, stop=(*dtref.CART.stop, dtref.FewerThan(Fraction(1, 1000)))), engine="fast")
    assert tree == hunt.grow(data, evolve(dtref.CART, stop=(*dtref.CART.stop, dtref.FewerThan(Fraction(1, 1000)))))
    assert sum(n for _, n in tree.counts) == Fraction(sum(weights))


def test_rounded_weights_are_counted_exactly_in_the_tree() -> None:
    weights = [Fraction(1, 10**9 + 7), Fraction(1, 10**9 + 9), Fraction(2, 998244353), Fraction(1, 10**9 + 21)] * 3
    records = tuple(Record((Fraction(i % 5), Fraction(i % 4)), "-+"[i % 3 == 0], w) for i, w in enumerate(weights))
    data = DataSet((Continuous("x"), Continuous("z")), Nominal("y", ("-", "+")), records)
    tree, wanted = dtref.grow(data, dtref.CART, engine="fast"), hunt.grow(data, dtref.CART)
    assert tree == wanted
    assert sum(n for _, n in tree.counts) == sum(weights)
    assert list(dtref.predict(tree, data)) == list(dtref.predict(wanted, data))


def test_the_first_tie_in_preorder_is_refused() -> None:
    rows = [{"a": i & 1, "b": i >> 1 & 1, "y": "xy"[(i & 1) ^ (i >> 1 & 1)]} for i in range(4)]
    data = dtref.from_records(rows, target="y")
    rules = evolve(dtref.CART, tie=dtref.Refuse())
    told = outcome(data, rules, "fast")
    assert told == outcome(data, rules, "specification")
    assert str(told).startswith("tie rule 'refuse': expected one best test")
