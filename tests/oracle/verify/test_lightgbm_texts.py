"""
Trees of LightGBM 4.7, as it wrote them, that rest on its own arithmetic: weights in single precision, e in sums of h, columns left out.

Each is one that `verify` once called wrong. They are texts, so that the program isn't needed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path

import pytest
from attrs import evolve, frozen

import dtref
from dtref.errors import Invalid
from dtref.io.foreign.boosted.lightgbm import read_lightgbm
from dtref.io.foreign.tree import ForeignTree, foreign_nodes
from dtref.oracle.verify.verdicts import Report
from dtref.spec.model.attributes import MISSING, Continuous
from dtref.spec.model.data import DataSet, Record
from dtref.spec.split.numeric.greedy_bins import GreedyBins

DEFAULTS = {
    "objective": "regression",
    "learning_rate": "0.1",
    "num_leaves": "31",
    "max_depth": "-1",
    "min_data_in_leaf": "1",
    "min_sum_hessian_in_leaf": "0.001",
    "max_delta_step": "0",
    "lambda_l1": "0",
    "lambda_l2": "0",
    "min_gain_to_split": "0",
    "max_bin": "255",
    "min_data_in_bin": "1",
    "use_missing": "1",
    "feature_pre_filter": "1",
    "boost_from_average": "1",
}
"""The parameters as model.txt states them."""


@frozen
class Written:
    """A model of one column f0: its tree in the program's words, its parameters where they differ, and its records."""

    tree: Mapping[str, str]
    settings: Mapping[str, str]
    cells: Sequence[int | None]
    labels: Sequence[str]
    weights: Sequence[str] = ()


ONE_LEAF = {"num_leaves": "1"}
WEIGHTS_OF_A_TENTH = Written(
    {
        "num_leaves": "4",
        "split_feature": "0 0 0",
        "split_gain": "1.12031 0.2541 0.0106667",
        "decision_type": "2 2 2",
        "threshold": "1.5000000000000002 2.5000000000000004 1.0000000180025095e-35",
        "left_child": "2 -2 -1",
        "right_child": "1 -3 -4",
        "leaf_value": "2.065384546914224 2.2353845542692818 2.3453845466112861 2.1053845528746868",
        "leaf_weight": "0.10000000149011623 0.30000001192092896 0.69999998807907104 0.20000000298023224",
        "leaf_count": "1 1 1 1",
        "internal_value": "2.26154 2.31238 2.09205",
        "internal_weight": "1.3 1 0.3",
        "internal_count": "4 2 2",
    },
    {},
    (0, 1, 2, 3),
    ("0.3", "0.7", "2", "3.1"),
    ("0.1", "0.2", "0.3", "0.7"),
)
"""The average is one of weights, and labels, in single precision."""
SMALL_SUMS = Written(
    {
        "num_leaves": "4",
        "split_feature": "0 0 0",
        "split_gain": "0.02025 0.002 0.0005",
        "decision_type": "2 2 2",
        "threshold": "1.5000000000000002 2.5000000000000004 1.0000000180025095e-35",
        "left_child": "2 -2 -1",
        "right_child": "1 -3 -4",
        "leaf_value": "0.99999999999899991 5.0000001164103161 6.9999998835776829 1.9999999999979998",
        "leaf_weight": "0.0010000000474974513 0.0010000000474974513 0.0010000000474974513 0.0010000000474974513",
        "leaf_count": "1 1 1 1",
        "internal_value": "3.75 6 1.5",
        "internal_weight": "0.004 0.002 0.002",
        "internal_count": "4 2 2",
    },
    {"learning_rate": "1", "min_sum_hessian_in_leaf": "0", "boost_from_average": "0"},
    (0, 1, 2, 3),
    ("1", "2", "5", "7"),
    ("0.001",) * 4,
)
"""1/(h + e) is less than 1/h by one part in 10^12."""
NO_LEAST = Written(
    {
        "num_leaves": "2",
        "split_feature": "0",
        "split_gain": "9.7961",
        "decision_type": "2",
        "threshold": "1.0000000180025095e-35",
        "left_child": "-1",
        "right_child": "-2",
        "leaf_value": "99.99999817308273 1.0000000009133927",
        "leaf_weight": "0.0010000000474977835 1.9999999999999998",
        "leaf_count": "1 2",
        "internal_value": "1.04948",
        "internal_weight": "2.001",
        "internal_count": "3",
    },
    {"learning_rate": "1", "min_data_in_leaf": "0", "min_sum_hessian_in_leaf": "0.0001"},
    (0, 1, 2),
    ("100", "1", "1"),
    ("0.001", "1", "1"),
)
"""The left side has no record, by its weight; and its h is what the other side left of all."""
ONE_LEAF_OF_FEW_ROWS = Written(
    {**ONE_LEAF, "leaf_value": "5.5"},
    {"learning_rate": "1", "min_data_in_leaf": "2"},
    (0, 0, 0, 0, 1),
    ("0", "0.5", "0", "0.5", "9"),
    ("1", "1", "1", "1", "6"),
)
"""A side with one record counts for three by its weight, and yet the column was left out before."""
ONE_LEAF_OF_MISSING = Written(
    {**ONE_LEAF, "leaf_value": "2.5833333333333335"},
    {"learning_rate": "1", "min_data_in_leaf": "4"},
    (0, 0, 1, *(None,) * 6),
    ("5", "5", "5", "0", "0", "1", "0", "0", "0"),
    ("2", "2", "2", *("1",) * 6),
)
"""The same of known values against missing ones."""
ONE_LEAF_AFTER_SCORES = Written({**ONE_LEAF, "leaf_value": "0"}, {"min_data_in_leaf": "2"}, (0, 1), ("1", "2"))
RIGHT = {
    "weights of 0.1": WEIGHTS_OF_A_TENTH,
    "small sums of h": SMALL_SUMS,
    "no least records": NO_LEAST,
    "few rows": ONE_LEAF_OF_FEW_ROWS,
    "few known": ONE_LEAF_OF_MISSING,
}


def read(model: Written, folder: Path) -> ForeignTree:
    """The tree, of a file."""
    head = ["tree", "version=v4", "max_feature_idx=0", "objective=regression", "feature_names=f0", "", "Tree=0"]
    settings = (f"[{name}: {value}]" for name, value in {**DEFAULTS, **model.settings}.items())
    tree = (f"{name}={value}" for name, value in model.tree.items())
    (folder / "model.txt").write_text("\n".join((*head, *tree, "", "end of trees", "", "parameters:", *settings)))
    return read_lightgbm(folder / "model.txt")[0]


def records(model: Written) -> DataSet:
    """The records, as doubles have them."""
    rows = zip(model.cells, model.labels, model.weights or ("1",) * len(model.cells), strict=True)
    return DataSet(
        (Continuous("f0"),),
        Continuous("y"),
        tuple(Record((MISSING if x is None else Fraction(x),), Fraction(float(y)), Fraction(float(w))) for x, y, w in rows),
    )


def verified(model: Written, folder: Path) -> Report:
    tree = read(model, folder)
    return dtref.verify(tree, records(model), dtref.policy_of(tree))


@pytest.mark.parametrize("name", RIGHT)
def test_a_tree_of_the_program_is_right(name: str, tmp_path: Path) -> None:
    assert set(verified(RIGHT[name], tmp_path).tally) == {"Optimal"}


@pytest.mark.parametrize("name", RIGHT)
def test_a_leaf_that_is_off_by_one_part_in_a_million_is_wrong(name: str, tmp_path: Path) -> None:
    model = RIGHT[name]
    first, *others = model.tree["leaf_value"].split()
    values = " ".join((repr(float(first) * (1 + 1e-6)), *others))
    report = verified(evolve(model, tree={**model.tree, "leaf_value": values}), tmp_path)
    assert [finding.place for finding in report.wrong] == ["leaf 0"]


def test_e_is_in_the_leaves_of_small_sums(tmp_path: Path) -> None:
    """Without it the leaf of h 0.001 would be wrong: it is off by a part in 10^12, which rounding does not explain."""
    leaf = next(n for n in foreign_nodes(read(SMALL_SUMS, tmp_path).root) if n.place == "leaf 0")
    assert leaf.label == Fraction(0.99999999999899991)
    report = verified(
        evolve(SMALL_SUMS, tree={**SMALL_SUMS.tree, "leaf_value": SMALL_SUMS.tree["leaf_value"].replace("0.99999999999899991", "1")}),
        tmp_path,
    )
    assert [finding.place for finding in report.wrong] == ["leaf 0"]


def test_one_leaf_after_scores_adds_nothing(tmp_path: Path) -> None:
    tree = read(ONE_LEAF_AFTER_SCORES, tmp_path)
    policy = dtref.lightgbm(min_data_in_leaf=2, min_data_in_bin=1, init_score=[Fraction(1, 2), Fraction(1, 4)])
    assert not dtref.verify(tree, records(ONE_LEAF_AFTER_SCORES), policy).wrong
    own = evolve(ONE_LEAF_AFTER_SCORES, tree={**ONE_LEAF, "leaf_value": "0.1125"})
    assert dtref.verify(read(own, tmp_path), records(own), policy).wrong


def test_without_the_filter_a_column_of_few_rows_is_asked(tmp_path: Path) -> None:
    model = evolve(ONE_LEAF_OF_FEW_ROWS, settings={**ONE_LEAF_OF_FEW_ROWS.settings, "feature_pre_filter": "0"})
    assert verified(model, tmp_path).tally["StoppedEarly"] == 1
    cells = {"x": [Fraction(0)] * 4 + [Fraction(1)]}
    offers = [GreedyBins(255, 1, 2, kept).of(records(model)) for kept in (True, False)]
    assert [offer.left_out for offer in offers] == [{"f0"}, frozenset()]
    assert not offers[0].has_rows("f0", cells["x"])


@pytest.mark.parametrize("policy", [dtref.LIGHTGBM, dtref.XGBOOST, dtref.lightgbm(init_score=[0, 0]), dtref.xgboost(base_margin=[0, 0])])
def test_a_weight_that_is_nothing_in_single_precision_is_refused_by_name(policy: dtref.Policy) -> None:
    data = records(Written({}, {}, (0, 1), ("1", "2"), ("1e-60", "1")))
    with pytest.raises(Invalid, match=r"record 1: expected weight .* single precision"):
        dtref.grow(data, policy)
    with pytest.raises(Invalid, match="above 0 in single precision"):
        dtref.grow(records(Written({}, {}, (0, 1), ("1", "2"), ("1e-60", "1e-60"))), policy)
