"""
Models of XGBoost, LightGBM, treelite and rpart are read as the programs route records, or refused by name.

Each format's enumerated fields are walked with every value that they may have. Where a program is installed, what was read is compared with
its own predictions.
"""

from __future__ import annotations

import csv
import json
import math
import struct
import subprocess
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from edits import Json
from patience import patience
from peers.rpart import version as rpart_version

import dtref
from dtref.io.foreign import rpart as rpart_reader
from dtref.io.foreign.formats import FORMATS, read_foreign
from dtref.io.foreign.tree import Cut, ForeignNode, ForeignTree, Gaps, Values, branch_by_stand_ins, branch_taken, foreign_nodes
from dtref.spec.model.attributes import MISSING, Cell

FILES = Path(__file__).parents[1] / "io" / "foreign" / "files"


def sample(name: str) -> Any:
    return json.loads((FILES / f"{name}.json").read_text())


def written(folder: Path, document: Json) -> Path:
    path = folder / "m.json"
    path.write_text(document if isinstance(document, str) else json.dumps(document))
    return path


def with_part(document: Any, path: Sequence[str | int], value: Any) -> Any:
    """The document with another value at a path."""
    key, *rest = path
    copied: Any = dict(document) if isinstance(document, dict) else list(document)
    copied[key] = with_part(copied[key], rest, value) if rest else value
    return copied


def refusal(folder: Path, kind: str, document: Json) -> str:
    with pytest.raises(dtref.Invalid) as refused:
        FORMATS[kind](written(folder, document))
    return str(refused.value)


def leaf_of(tree: ForeignTree, cells: Mapping[str, Cell]) -> ForeignNode:
    node = tree.root
    while node.ask is not None:
        branch = branch_taken(node.ask, cells.get(node.ask.attribute, MISSING))
        assert branch is not None
        node = node.children[branch]
    return node


def cell(x: float) -> Cell:
    return MISSING if math.isnan(x) else Fraction(x)


# LightGBM

Z = struct.unpack("f", struct.pack("f", 1e-35))[0]
PROBES = (
    -1e308,
    -3.0,
    -2 * Z,
    -math.nextafter(Z, 1),
    -Z,
    -1e-35,
    -0.0,
    0.0,
    1e-36,
    1e-35,
    Z,
    math.nextafter(Z, 1),
    0.5,
    0.75,
    3.0,
    math.nan,
)
STUMP = """tree
version=v4
num_class=1
num_tree_per_iteration=1
label_index=0
max_feature_idx=0
objective=regression
feature_names=x
feature_infos=[-3:3]
tree_sizes={size}

{tree}

end of trees

parameters:
end of parameters

pandas_categorical:null
"""
TREE = """Tree=0
num_leaves=2
num_cat={categorical}
split_feature=0
split_gain=1
threshold={threshold}
decision_type={decision}
left_child=-1
right_child=-2
leaf_value=1 2
leaf_weight=1 1
leaf_count=1 1
internal_value=0
internal_weight=0
internal_count=2
{categories}is_linear=0
shrinkage=1

"""


def stump(threshold: float, decision: int, categories: str = "") -> str:
    """A model.txt of two leaves. decision: 1 for categories, 2 for default_left, 4 for zeros, 8 for NaN."""
    tree = TREE.format(threshold=threshold, decision=decision, categories=categories, categorical=int(bool(categories)))
    return STUMP.format(size=len(tree) + 1, tree=tree)


@pytest.mark.parametrize("missing_type", [0, 4, 8], ids=["None", "Zero", "NaN"])
@pytest.mark.parametrize("default_left", [0, 2], ids=["right", "left"])
def test_lightgbm_sends_zeros_and_gaps_as_missing_type_says(tmp_path: Path, missing_type: int, default_left: int) -> None:
    lightgbm = pytest.importorskip("lightgbm")
    for threshold in (-1.0, -Z, -1e-36, 0.0, 1e-36, Z, 0.5, 1e299):
        booster = lightgbm.Booster(model_str=stump(threshold, missing_type + default_left))
        (tree,) = FORMATS["lightgbm"](written(tmp_path, booster.dump_model()))
        assert [leaf_of(tree, {"x": cell(x)}).label for x in PROBES] == list(booster.predict([[x] for x in PROBES]))


@pytest.mark.parametrize("missing_type", [0, 4, 8], ids=["None", "Zero", "NaN"])
@pytest.mark.parametrize("default_left", [0, 2], ids=["right", "left"])
def test_lightgbm_sends_categories_that_are_missing_or_unseen_right(tmp_path: Path, missing_type: int, default_left: int) -> None:
    lightgbm = pytest.importorskip("lightgbm")
    booster = lightgbm.Booster(model_str=stump(0, 1 + missing_type + default_left, f"cat_boundaries=0 1\ncat_threshold={0b100101}\n"))
    (tree,) = FORMATS["lightgbm"](written(tmp_path, booster.dump_model()))
    codes = [0.0, 1, 2, 3, 4, 5, 6, 31, 32, 99, math.nan]
    cells: list[Cell] = [MISSING if math.isnan(code) else str(int(code)) for code in codes]
    assert [leaf_of(tree, {"x": one}).label for one in cells] == list(booster.predict([[code] for code in codes]))


def test_lightgbm_zero_as_missing_is_verified_as_the_program_routes(tmp_path: Path) -> None:
    tree = {
        "split_index": 0, "split_feature": 0, "threshold": 2.5, "decision_type": "<=", "default_left": False, "missing_type": "Zero",
        "internal_count": 8, "left_child": {"leaf_index": 0, "leaf_value": 0, "leaf_count": 4},
        "right_child": {"leaf_index": 1, "leaf_value": 8, "leaf_count": 4},
    }  # fmt: skip
    model: Any = {"feature_names": ["x"], "objective": "regression", "tree_info": [{"tree_structure": tree}]}
    read = read_foreign(written(tmp_path, model), "lightgbm")
    x = [-2, -1, 0, 0, 0, 1, 2, 3]
    assert [leaf_of(read, {"x": Fraction(v)}).label for v in x] == [0, 0, 8, 8, 8, 0, 0, 8]
    data = dtref.from_arrays([[v] for v in x], [0, 0, 9, 9, 9, 0, 0, 5], names=["x"], continuous=["class"])
    report = dtref.verify(read, data, dtref.REGRESSION_TREE)
    assert [dict(finding.counts)["records"] for finding in report.findings] == [8, 4, 4]
    assert [[type(verdict).__name__ for verdict in finding.verdicts] for finding in report.wrong] == [["NotACandidate"]]
    assert report.wrong[0].place == "split 0"


def test_lightgbm_cuts_beyond_1e300_are_refused_as_their_number_is_lost(tmp_path: Path) -> None:
    for cut in (1e300, -1e300):
        model = with_part(sample("lightgbm-nan"), ("tree_info", 0, "tree_structure", "threshold"), cut)
        assert "threshold: expected a cut within 1e300 of 0" in refusal(tmp_path, "lightgbm", model)


def test_lightgbm_linear_leaves_are_refused_by_name(tmp_path: Path) -> None:
    linear = {"leaf_index": 0, "leaf_value": 1, "leaf_const": 1, "leaf_features": [0], "leaf_coeff": [3]}
    model = with_part(sample("lightgbm-one-leaf"), ("tree_info", 0, "tree_structure"), linear)
    assert "linear_tree=True is not read" in refusal(tmp_path, "lightgbm", model)


LIGHTGBM_VALUES = [
    (("version",), ("v2", "v3", "v4"), ("v1", "v5", "")),
    (("name",), ("tree",), ("forest",)),
    (("tree_info", 0, "tree_structure", "decision_type"), ("<=",), ("==", "no_greater", "is", ">", "<")),
    (("tree_info", 0, "tree_structure", "missing_type"), ("None", "NaN", "Zero"), ("Nan", "none", "")),
    (("tree_info", 0, "tree_structure", "default_left"), (True, False), (1, "true")),
    (("tree_info", 0, "tree_structure", "split_feature"), (0, 1, 2), (-1, 3, 0.5, True)),
    (("tree_info", 0, "tree_structure", "oblique"), (), ([1, 2],)),
    (("tree_info", 0, "num_leaves"), (4,), (3, 5)),
    (("average_output",), (True, False), ("yes", 1)),
]
XGBOOST_TREE = ("learner", "gradient_booster", "model", "trees", 0)
XGBOOST_VALUES = [
    (("version",), ([1, 0, 0], [2, 1, 4], [3, 2, 0]), ([4, 0, 0], [0, 90, 0], [3], "3.2.0")),
    (("learner", "gradient_booster", "name"), ("gbtree",), ("dart", "gblinear", "gbforest")),
    (("learner", "feature_types"), ([], ["c", "float", "i", "int"], ["c", "q", "q", "q"]), (["c", "float", "i", "bool"], ["c"])),
    ((*XGBOOST_TREE, "split_type", 0), (), (2, -1, "1")),
    ((*XGBOOST_TREE, "default_left", 0), (0, 1, True, False), (2, -1, "1")),
    ((*XGBOOST_TREE, "tree_param", "size_leaf_vector"), ("0", "1"), ("2", "3")),
    ((*XGBOOST_TREE, "leaf_weights"), (), ([1, 2],)),
    ((*XGBOOST_TREE, "split_oblique"), (), ([1, 2],)),
    (("learner", "gradient_booster", "model", "cats", "enc", 0, "values", 0), (65, 100), (195, -61, 200)),
    (("learner", "learner_model_param", "base_score"), ("5E-1", "[5E-1]", "[5E-1,1E0]"), ("x", "[x]", "NaN")),
    (("learner", "gradient_booster", "model", "tree_info", 0), (0,), (1, -1)),
]
TREELITE_NODE = ("trees", 0, "nodes", 0)
TREELITE_VALUES = [
    (("threshold_type",), ("float32", "float64"), ("float16", "uint32")),
    (("leaf_output_type",), ("float32", "float64"), ("uint32",)),
    (("task_type",), ("kBinaryClf", "kRegressor", "kMultiClf", "kLearningToRank", "kIsolationForest"), ("kBinaryClfRegr",)),
    (("leaf_vector_shape",), ([1, 1],), ([1, 3], [2, 1])),
    ((*TREELITE_NODE, "node_type"), ("numerical_test_node",), ("categorical_test_node", "oblique_test_node", "leaf_node")),
    ((*TREELITE_NODE, "comparison_op"), ("<", "<=", ">", ">="), ("==", "!=", "kLT")),
    ((*TREELITE_NODE, "default_left"), (True, False), (1, None)),
    ((*TREELITE_NODE, "split_feature_id"), (0, 1, 2), (3, -1)),
    ((*TREELITE_NODE, "weights"), (), ([1, 2],)),
    (("trees", 0, "root_id"), (), (1,)),
]
RPART_VALUES = [
    (("method",), ("class", "anova", "poisson"), ("exp", "user", "anova?")),
    (("splits", 0, 1), ("-0x1p+0", "0x1p+0"), ("0x0p+0", "0x1p+1", "-0x1p+1", "0x1.8p+0", "NA")),
    (("splits", 1, 3), ("0x1p+0",), ("0x0p+0", "-0x1p+0", "0x1.8p+0", "0x1p+9")),
    (("csplit", 0, 0), ("0x1.8p+1",), ("0x1p+0", "0x0p+0", "0x1p+2", "0x1.cp+2", "0x1.8p+0", "-0x1p+0")),
    (("control", "usesurrogate"), ("0x0p+0", "0x1p+0", "0x1p+1"), ("0x1.8p+1", "-0x1p+0")),
    (("split",), (["0x1p+0"], ["0x1p+1"], "0x1p+0"), (["0x1.8p+1"], [])),
    (("yval", 0), ("0x1p+0", "0x1p+1"), ("0x0p+0", "0x1.8p+1", "0x1.8p+0")),
    (("node", 1), ("2", "0x1p+1"), ("1", "3", "0", "-2", "2.5")),
    (("leaf", 0), (False,), (True, "FALSE", 0)),
    (("control", "unknown"), (), ("0x0p+0",)),
]
ENUMERATED = [
    *(("lightgbm", "lightgbm-nan", *case) for case in LIGHTGBM_VALUES),
    *(("xgboost", "xgboost-pandas", *case) for case in XGBOOST_VALUES),
    *(("treelite", "treelite-multiclass", *case) for case in TREELITE_VALUES),
    *(("rpart", "rpart-loss", *case) for case in RPART_VALUES),
]


@pytest.mark.parametrize("case", ENUMERATED, ids=lambda case: f"{case[0]} {case[2][-1]}")
def test_each_value_of_a_field_is_handled_or_refused_with_its_place(tmp_path: Path, case: tuple[Any, ...]) -> None:
    kind, name, path, handled, refused = case
    for value in handled:
        FORMATS[kind](written(tmp_path, with_part(sample(name), path, value)))
    for value in refused:
        said = refusal(tmp_path, kind, with_part(sample(name), path, value))
        assert said.startswith("m.json")
        assert len(said) < 300


# Category names


def frame(pandas: Any) -> Any:
    k = list("uvw") * 20
    return pandas.DataFrame({"k": pandas.Categorical(k)}), ["yes" if v == "v" else "no" for v in k]


def test_lightgbm_categories_have_the_names_that_pandas_gave_them(tmp_path: Path) -> None:
    lightgbm, pandas = pytest.importorskip("lightgbm"), pytest.importorskip("pandas")
    x, y = frame(pandas)
    settings = {"objective": "binary", "num_leaves": 2, "min_data_in_leaf": 1, "min_data_per_group": 1, "cat_smooth": 0, "verbose": -1}
    booster = lightgbm.train(settings, lightgbm.Dataset(x, [v == "yes" for v in y], params=settings), 1)
    tree = read_foreign(written(tmp_path, booster.dump_model()), "lightgbm")
    assert tree.root.ask == Values("k", (("v",), ()), 1, 1)
    report = dtref.verify(tree, dtref.from_frame(x.assign(y=y), target="y"), dtref.CART)
    assert report.wrong == ()
    assert report.tally["Optimal"] + report.tally["Tied"] >= 1


def test_xgboost_categories_have_their_names(tmp_path: Path) -> None:
    xgboost, pandas = pytest.importorskip("xgboost"), pytest.importorskip("pandas")
    x, y = frame(pandas)
    settings = {"objective": "binary:logistic", "max_depth": 2, "tree_method": "hist", "min_child_weight": 0, "max_cat_to_onehot": 1}
    grown = xgboost.train(settings, xgboost.DMatrix(x, [v == "yes" for v in y], enable_categorical=True), 1)
    grown.save_model(tmp_path / "m.json")
    tree = read_foreign(tmp_path / "m.json", "xgboost")
    assert tree.root.ask == Values("k", ((), ("u", "w")), 0, 0)
    report = dtref.verify(tree, dtref.from_frame(x.assign(y=y), target="y"), dtref.CART)
    assert report.wrong == ()
    assert report.tally["Optimal"] + report.tally["Tied"] >= 1


def test_categories_that_are_whole_numbers_are_named_as_numbers_are(tmp_path: Path) -> None:
    lists = {"type": 15, "values": [10, 20, 30, 40]}
    model = with_part(sample("xgboost-pandas"), ("learner", "gradient_booster", "model", "cats", "enc", 0), lists)
    asked = {v for t in FORMATS["xgboost"](written(tmp_path, model)) for v in named(t, "k")}
    assert asked <= {"10", "20", "30", "40"}
    assert asked
    model = with_part(sample("lightgbm-pandas"), ("pandas_categorical",), [[1.5, 2.0, True, "u"]])
    asked = {v for t in FORMATS["lightgbm"](written(tmp_path, model)) for v in named(t, "k")}
    assert asked <= {"1.5", "2", "True", "u"}
    assert asked


def named(tree: ForeignTree, column: str) -> list[str]:
    asks = [node.ask for node in foreign_nodes(tree.root) if isinstance(node.ask, Values) and node.ask.attribute == column]
    return [value for ask in asks for group in ask.groups for value in group]


def test_category_lists_that_name_no_certain_column_are_refused(tmp_path: Path) -> None:
    model = with_part(sample("lightgbm-pandas"), ("pandas_categorical",), [["u", "v", "w", "z"], ["a", "b"]])
    assert "a list for each categorical column" in refusal(tmp_path, "lightgbm", model)
    model = with_part(sample("lightgbm-pandas"), ("pandas_categorical",), [["u", "v"]])
    assert "codes below 2" in refusal(tmp_path, "lightgbm", model)


# XGBoost


def test_dart_trees_are_scaled_as_the_program_scales_them(tmp_path: Path) -> None:
    xgboost, numpy = pytest.importorskip("xgboost"), pytest.importorskip("numpy")
    x = numpy.random.default_rng(3).normal(size=(60, 3))
    settings = {"booster": "dart", "rate_drop": 0.5, "one_drop": 1, "max_depth": 2, "base_score": 0.25, "seed": 1}
    grown = xgboost.train(settings, xgboost.DMatrix(x, x[:, 0] + x[:, 1] * x[:, 2]), 6)
    grown.save_model(tmp_path / "m.json")
    trees = FORMATS["xgboost"](tmp_path / "m.json")
    assert len(trees) == 6
    for row, wanted in zip(x, grown.predict(xgboost.DMatrix(x)), strict=True):
        cells = {f"f{i}": Fraction(float(v)) for i, v in enumerate(row)}
        leaves = [leaf_of(tree, cells).label for tree in trees]
        assert float(sum((v for v in leaves if isinstance(v, Fraction)), Fraction(1, 4))) == pytest.approx(float(wanted), rel=1e-5)


def test_vector_leaves_and_linear_boosters_are_refused_by_name(tmp_path: Path) -> None:
    xgboost, numpy = pytest.importorskip("xgboost"), pytest.importorskip("numpy")
    x = numpy.random.default_rng(3).normal(size=(60, 3))
    xgboost.train({"multi_strategy": "multi_output_tree"}, xgboost.DMatrix(x, x[:, :2]), 1).save_model(tmp_path / "v.json")
    with pytest.raises(dtref.Invalid, match=r"trees\[0\], tree_param, size_leaf_vector: .* multi_output_tree is not read"):
        read_foreign(tmp_path / "v.json", "xgboost")
    xgboost.train({"booster": "gblinear"}, xgboost.DMatrix(x, x[:, 0]), 1).save_model(tmp_path / "g.json")
    with pytest.raises(dtref.Invalid, match=r"gradient_booster, name: expected a booster of trees: gbtree or dart \(got 'gblinear'\)"):
        read_foreign(tmp_path / "g.json", "xgboost")


def test_nodes_that_pruning_deleted_are_no_part_of_the_tree() -> None:
    document = sample("xgboost-pruned")
    tree = document["learner"]["gradient_booster"]["model"]["trees"][0]
    deleted = int(tree["tree_param"]["num_deleted"])
    assert deleted > 0
    (read,) = FORMATS["xgboost"](FILES / "xgboost-pruned.json")
    assert len(list(foreign_nodes(read.root))) == len(tree["left_children"]) - deleted


def test_columns_without_a_name_are_numbered(tmp_path: Path) -> None:
    model = with_part(sample("xgboost"), ("learner", "feature_names"), [])
    tree = FORMATS["xgboost"](written(tmp_path, model))[0]
    assert tree.columns == ()
    assert {node.ask.attribute for node in foreign_nodes(tree.root) if node.ask is not None} <= {"f0", "f1", "f2"}


def test_leaves_of_boosted_trees_are_no_labels() -> None:
    for path in sorted(FILES.glob("*.json")):
        kind = path.stem.split("-")[0]
        if kind in ("xgboost", "lightgbm", "treelite"):
            trees = FORMATS[kind](path)
            assert all(tree.scores for tree in trees)
            assert [bool(tree.chosen_for) for tree in trees[1:]] == [True] * (len(trees) - 1)


def test_regression_leaves_of_xgboost_are_not_called_wrong(tmp_path: Path) -> None:
    xgboost, numpy = pytest.importorskip("xgboost"), pytest.importorskip("numpy")
    x, y = numpy.array([[1.0], [2], [3], [4]]), [1.2, 1.4, 5.1, 5.5]
    settings = {"objective": "reg:squarederror", "eta": 1, "reg_lambda": 0, "min_child_weight": 0, "base_score": 0, "max_depth": 3}
    xgboost.train({**settings, "tree_method": "exact"}, xgboost.DMatrix(x, y), 1).save_model(tmp_path / "m.json")
    data = dtref.from_arrays(x, y, names=["f0"], continuous=["class"])
    report = dtref.verify(read_foreign(tmp_path / "m.json", "xgboost"), data, dtref.REGRESSION_TREE)
    assert report.wrong == ()
    assert report.tally["Optimal"] + report.tally["Tied"] >= 3


# Which export is wanted


def test_other_exports_are_told_apart_and_the_right_one_is_named(tmp_path: Path) -> None:
    xgboost, lightgbm, numpy = (pytest.importorskip(name) for name in ("xgboost", "lightgbm", "numpy"))
    x = numpy.random.default_rng(3).normal(size=(60, 3))
    grown = xgboost.train({"max_depth": 2}, xgboost.DMatrix(x, x[:, 0]), 1)
    grown.save_model(tmp_path / "m.ubj")
    grown.dump_model(tmp_path / "m.txt")
    grown.dump_model(tmp_path / "dump.json", dump_format="json")
    lightgbm.train({"verbose": -1}, lightgbm.Dataset(x, x[:, 0]), 1).save_model(tmp_path / "model.txt")
    for name, kind, what, wanted in (
        ("m.txt", "lightgbm", "the text of XGBoost's dump_model", "json.dump(booster.dump_model(), file)"),
        ("dump.json", "treelite", "the JSON of XGBoost's dump_model", "dump_as_json"),
        ("model.txt", "xgboost", "model.txt", 'booster.save_model("model.json")'),
        ("m.ubj", "lightgbm", "UBJSON", "json.dump(booster.dump_model(), file)"),
        ("m.ubj", "treelite", "UBJSON", "dump_as_json"),
        ("m.ubj", "rpart", "UBJSON", "write_rpart"),
    ):
        with pytest.raises(dtref.Invalid) as refused:
            read_foreign(tmp_path / name, kind)
        assert what in str(refused.value)
        assert wanted in str(refused.value)


def test_a_file_of_another_program_is_named(tmp_path: Path) -> None:
    assert 'got "LightGBM\'s JSON dump"' in refusal(tmp_path, "xgboost", sample("lightgbm"))
    assert "got 'an rpart object as rpart.R writes it'" in refusal(tmp_path, "lightgbm", sample("rpart-loss"))
    for text in ("[]", "3", "null", "{}", '"x"', "[[]]", "[3]"):
        assert "expected treelite's JSON dump" in refusal(tmp_path, "treelite", text)


# What makes no tree


@pytest.mark.parametrize(
    ("change", "place"),
    [
        (("left_children", [1, 3]), "right_children: expected 2 entries"),
        (("split_indices", [-1]), "split_indices[0]: expected 0 or more"),
        (("split_indices", [99]), "split_indices[0]: expected a number from 0 to 2"),
        (("right_children", [1]), "node 1: expected one parent (got 'nodes 0 and 0')"),
        (("left_children", [0]), "node 0: expected no parent"),
        (("left_children", [-2]), "left_children[0] and right_children[0]: expected two nodes, or -1 twice at a leaf"),
        (("default_left", ["x"]), "default_left[0]: expected a number"),
        (("split_conditions", [True]), "split_conditions[0]: expected a number (got 'true')"),
    ],
    ids=str,
)
def test_columns_that_make_no_tree_are_refused_with_node_and_field(tmp_path: Path, change: tuple[str, list[Json]], place: str) -> None:
    document = sample("xgboost")
    tree = document["learner"]["gradient_booster"]["model"]["trees"][0]
    key, start = change
    tree[key] = start if len(start) > 1 else [*start, *tree[key][1:]]
    del tree["parents"]
    assert f"trees[0], {place}" in refusal(tmp_path, "xgboost", document)


def test_nodes_that_go_round_in_circles_apart_from_the_root_are_refused(tmp_path: Path) -> None:
    document = sample("treelite-multiclass")
    node = document["trees"][0]["nodes"][0]
    leaf = {"node_id": 1, "leaf_value": 1.0}
    round_about = [{**node, "node_id": i, "left_child": j, "right_child": k} for i, j, k in ((2, 3, 4), (3, 2, 5))]
    leaves = [{"node_id": i, "leaf_value": 1.0} for i in (4, 5)]
    document["trees"][0]["nodes"] = [{**node, "left_child": 1, "right_child": 6}, leaf, *round_about, *leaves, {**leaf, "node_id": 6}]
    document["trees"][0]["num_nodes"] = 7
    assert "trees[0], node 2: expected a way from the root to it (got 'its own descendant')" in refusal(tmp_path, "treelite", document)


def test_a_key_that_stands_twice_in_an_object_is_refused(tmp_path: Path) -> None:
    for kind, name in (("xgboost", "xgboost"), ("lightgbm", "lightgbm"), ("treelite", "treelite-multiclass"), ("rpart", "rpart-loss")):
        text = json.dumps(sample(name))
        key = text[2 : text.index('"', 2)]
        assert f"m.json, {key}: expected each key once in an object" in refusal(tmp_path, kind, f'{{"{key}": 1, ' + text[1:])


def test_a_number_of_a_million_digits_is_refused_at_once(tmp_path: Path) -> None:
    for kind, name, path in (
        ("xgboost", "xgboost", (*XGBOOST_TREE, "split_conditions", 0)),
        ("lightgbm", "lightgbm", ("tree_info", 0, "tree_structure", "threshold")),
        ("treelite", "treelite-multiclass", (*TREELITE_NODE, "threshold")),
    ):
        text = json.dumps(with_part(sample(name), path, "HERE")).replace('"HERE"', "0." + "1" * 10**6)
        with patience(20):
            said = refusal(tmp_path, kind, text)
        assert "a number of at most 2000 digits" in said
        assert len(said) < 300


# rpart


def test_an_rpart_tree_of_one_leaf_is_read_boxed_or_not(tmp_path: Path) -> None:
    document = sample("rpart-one-leaf")
    (tree,) = FORMATS["rpart"](FILES / "rpart-one-leaf.json")
    assert tree.root.ask is None
    unboxed = {
        key: value[0] if isinstance(value, list) and len(value) == 1 and key != "counts" else value for key, value in document.items()
    }
    assert unboxed["var"] == "<leaf>"
    (again,) = FORMATS["rpart"](written(tmp_path, unboxed))
    assert (again.root.label, again.root.counts, again.root.rows) == (tree.root.label, tree.root.counts, tree.root.rows)


def test_a_column_called_leaf_is_asked_and_no_leaf() -> None:
    (tree,) = FORMATS["rpart"](FILES / "rpart-names.json")
    assert isinstance(tree.root.ask, Cut)
    assert tree.root.ask.attribute == "<leaf>"
    assert tree.columns == ("<leaf>",)


def test_losses_and_priors_are_settings_and_the_usual_ones_are_not() -> None:
    (tree,) = FORMATS["rpart"](FILES / "rpart-loss.json")
    found = {setting.name: setting.value for setting in tree.settings}
    assert (found["loss"], found["prior"], found["split"], found["method"]) == ("0 3; 1 0", "0.4 0.6", "information", "class")
    assert all(node.errors is None for node in foreign_nodes(tree.root))
    (usual,) = FORMATS["rpart"](FILES / "rpart-one-leaf.json")
    assert not {"loss", "prior"} & {setting.name for setting in usual.settings}
    assert usual.root.errors is not None


def test_weights_of_rpart_are_sums_of_doubles() -> None:
    (tree,) = FORMATS["rpart"](FILES / "rpart-weights.json")
    assert tree.root.rows == 60
    assert tree.root.records is not None
    assert 0 < tree.root.within < Fraction(1, 10**9)
    assert ("weights", "given") in [(setting.name, setting.value) for setting in tree.settings]


def test_a_frame_of_many_nodes_is_read_in_time_linear_in_them(tmp_path: Path) -> None:
    """A complete tree of 4,095 nodes took a minute where each cell rebuilt its column."""
    levels, one, zero = 12, "0x1p+0", "0x0p+0"

    def preorder(k: int) -> list[int]:
        return [k, *preorder(2 * k), *preorder(2 * k + 1)] if 2 * k < 2**levels else [k]

    nodes = preorder(1)
    inner = [2 * k < 2**levels for k in nodes]
    size = len(nodes)
    document: dict[str, Json] = {
        "method": "anova", "var": ["x" if asks else "<leaf>" for asks in inner], "node": [str(k) for k in nodes], "n": [one] * size,
        "wt": [one] * size, "yval": [one] * size, "counts": [], "ncompete": [zero] * size, "nsurrogate": [zero] * size, "ylevels": [],
        "xlevels": [], "names": ["x"] * sum(inner), "splits": [[one, "-0x1p+0", one, one, zero]] * sum(inner), "csplit": [],
    }  # fmt: skip
    with patience(15):
        (tree,) = FORMATS["rpart"](written(tmp_path, document))
    assert len(list(foreign_nodes(tree.root))) == 2**levels - 1


R = """
source("{script}"); library(rpart)
for (s in 1:{models}) {{
  set.seed(s); n <- sample(20:80, 1)
  d <- data.frame(k = factor(sample(c("u", "v", "w"), n, TRUE)), x = round(rnorm(n), 1), z = round(rnorm(n), 1), q = round(rnorm(n), 1))
  d$z <- signif(d$z / 2 + d$x, 3); d$y <- factor(ifelse(d$x + (d$k == "u") > 0, "yes", "no"))
  for (name in c("k", "x", "z", "q")) d[[name]][sample(n, n %/% 6)] <- NA
  m <- rpart(y ~ k + x + z + q, d, minsplit = 4, minbucket = 2, cp = -1, usesurrogate = s %% 3, maxsurrogate = s %% 4)
  write_rpart(m, sprintf("{folder}/%d.json", s))
  kept <- setdiff(seq_len(n), m$na.action); d <- d[kept, ]
  x <- rpart:::rpart.matrix(model.frame(delete.response(terms(m)), d, na.action = na.pass, xlev = attr(m, "xlevels")))
  d$trained <- row.names(m$frame)[m$where]; d$predicted <- row.names(m$frame)[rpart:::pred.rpart(m, x)]
  write.csv(d, sprintf("{folder}/%d.csv", s), row.names = FALSE, quote = FALSE, na = "?")
}}
"""


@pytest.mark.peer("rpart", "verify")
@pytest.mark.skipif(not rpart_version(), reason="Rscript with rpart and jsonlite is not there (tests/peers/install)")
def test_records_with_gaps_end_where_rpart_itself_sends_them(tmp_path: Path) -> None:
    script = R.format(script=Path(rpart_reader.__file__).with_name("rpart.R"), folder=tmp_path, models=40)
    subprocess.run(["Rscript", "-"], input=script, text=True, check=True, capture_output=True)
    certain = open_ones = 0
    for path in sorted(tmp_path.glob("*.json")):
        (tree,) = FORMATS["rpart"](path)
        for row in csv.DictReader(path.with_suffix(".csv").read_text().splitlines()):
            cells = {name: _cell_of(row[name], name) for name in ("k", "x", "z", "q")}
            place, sure = _arrival(tree, cells)
            assert place == row["predicted"]
            certain, open_ones = certain + sure, open_ones + (not sure)
            assert not sure or place == row["trained"]
    assert certain > 1500
    assert open_ones < certain / 10


def _cell_of(text: str, name: str) -> Cell:
    return MISSING if text == "?" else text if name == "k" else Fraction(float(text))


def _arrival(tree: ForeignTree, cells: Mapping[str, Cell]) -> tuple[str, bool]:
    """Where a record ends or stays; and whether the model says so of training as well as of prediction."""
    node, sure = tree.root, True
    while node.ask is not None:
        branch = branch_by_stand_ins(node, cells)
        placed = [
            other for other, _ in node.stand_ins if (x := cells[other.attribute]) is not MISSING and branch_taken(other, x) is not None
        ]
        sure = sure and (node.gaps is None or cells[node.ask.attribute] is not MISSING or bool(placed))
        if branch is None:
            return node.place, sure
        node = node.children[branch]
    return node.place, sure


def test_what_rpart_does_with_gaps_is_read(tmp_path: Path) -> None:
    (tree,) = FORMATS["rpart"](FILES / "rpart-gaps.json")
    assert tree.gaps is Gaps.STATED
    assert any(node.stand_ins for node in foreign_nodes(tree.root))
    document = sample("rpart-gaps")
    for use, stand_ins, missing in ((0, False, False), (1, True, False), (2, True, True)):
        changed = with_part(
            document, ("control", "usesurrogate"), float(use).hex().replace("0x1.0000000000000p", "0x1p").replace("0x0.0", "0x0")
        )
        (read,) = FORMATS["rpart"](written(tmp_path, changed))
        assert any(node.stand_ins for node in foreign_nodes(read.root)) is stand_ins
        assert any(node.ask.missing is not None for node in foreign_nodes(read.root) if node.ask is not None) is missing
    del document["control"]
    (unsaid,) = FORMATS["rpart"](written(tmp_path, document))
    assert unsaid.gaps is Gaps.UNSAID
    assert any("gaps" in note for note in unsaid.notes)


# scikit-learn's forests


def test_members_of_a_bagged_ensemble_ask_the_columns_that_each_was_given() -> None:
    ensemble, tree = pytest.importorskip("sklearn.ensemble"), pytest.importorskip("sklearn.tree")
    x, y = pytest.importorskip("sklearn.datasets").load_iris(return_X_y=True)
    names = ["a", "b", "c", "d"]
    for settings in (
        {"bootstrap_features": True},
        {"max_features": 0.5},
        {"max_features": 0.5, "bootstrap_features": True, "max_samples": 4},
    ):
        model = ensemble.BaggingClassifier(tree.DecisionTreeClassifier(), n_estimators=4, random_state=0, **settings).fit(x, y)
        members = zip(dtref.read_scikit_learn_forest(model, names), model.estimators_, model.estimators_features_, strict=True)
        for read, member, features in members:
            rows = [{name: Fraction(float(v)) for name, v in zip(names, row, strict=True)} for row in x]
            assert [leaf_of(read, row).label for row in rows] == [str(model.classes_[int(k)]) for k in member.predict(x[:, features])]


def test_names_in_another_order_than_the_model_was_fitted_to_are_refused() -> None:
    pandas, ensemble = pytest.importorskip("pandas"), pytest.importorskip("sklearn.ensemble")
    x = pandas.DataFrame({"a": [1.0, 2, 3, 4], "b": [4.0, 3, 2, 1]})
    model = ensemble.RandomForestClassifier(2, random_state=0).fit(x, [0, 0, 1, 1])
    with pytest.raises(dtref.Invalid, match=r"^names: expected the order that the model was fitted to: a, b \(got \['b', 'a'\]\)$"):
        dtref.read_scikit_learn_forest(model, ["b", "a"])
    with pytest.raises(dtref.Invalid, match="the order that the model was fitted to"):
        dtref.read_scikit_learn(model.estimators_[0] if hasattr(model.estimators_[0], "feature_names_in_") else _tree(x), ["b", "a"])
    assert len(dtref.read_scikit_learn_forest(model, ["a", "b"])) == len(dtref.read_scikit_learn_forest(model, ["p", "q"])) == 2


def _tree(x: Any) -> Any:
    return pytest.importorskip("sklearn.tree").DecisionTreeClassifier(random_state=0).fit(x, [0, 0, 1, 1])
