"""Sets of categories in LightGBM's model.txt: as the program routes, as its dump has them, with pandas' names; spoiled ones are refused."""

from __future__ import annotations

import json
import re
import warnings
from pathlib import Path

import pytest

import dtref
from dtref.errors import Invalid
from dtref.io.foreign.boosted.lightgbm import read_lightgbm
from dtref.io.foreign.prediction import foreign_predictor
from dtref.io.foreign.tree import Values, foreign_nodes

lightgbm = pytest.importorskip("lightgbm")
NAMES = [f"value {i:02d}" for i in range(80)]
HEAD = "tree\nversion=v4\nnum_class=1\nnum_tree_per_iteration=1\nlabel_index=0\nmax_feature_idx=1\nfeature_names=k x\n"
TREE = (
    "\nTree=0\nnum_leaves=3\nnum_cat=1\nsplit_feature=1 0\nsplit_gain=2 1\nthreshold=0.5 0\ndecision_type=2 1\nleft_child=-1 -2\n"
    "right_child=1 -3\nleaf_value=1 2 3\nleaf_weight=1 1 1\nleaf_count=1 1 1\ninternal_value=0 0\ninternal_weight=2 1\ninternal_count=3 2\n"
    "cat_boundaries=0 3\ncat_threshold=5 0 2147483649\nis_linear=0\nshrinkage=1\n"
)
INFOS = f"feature_infos=0:1:2:64:95 [0:1]\ntree_sizes={len(TREE) - 1}\n"
TEXT = f"{HEAD}{INFOS}{TREE}\nend of trees\n\npandas_categorical:{json.dumps([[*NAMES, *'abcdefghijklmnop']])}\n"


def test_a_trained_model_as_text_and_as_dump(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    rows = pandas.DataFrame({"k": pandas.Categorical([NAMES[i % 80] for i in range(800)]), "x": [float(i % 7) for i in range(800)]})
    label = [float(i % 80 * 7 % 11) + (i % 7) / 10 for i in range(800)]
    settings = {"objective": "regression", "num_leaves": 9, "min_data_per_group": 1, "cat_smooth": 0, "cat_l2": 0, "max_cat_threshold": 60}
    settings |= {"min_data_in_leaf": 5, "verbose": -1, "num_threads": 1}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        booster = lightgbm.train(settings, lightgbm.Dataset(rows, label, params=settings), 2)
        leaves = booster.predict(rows, pred_leaf=True)
    booster.save_model(str(tmp_path / "m.txt"))
    (tmp_path / "m.json").write_text(json.dumps(booster.dump_model()))
    texts, dumps = read_lightgbm(tmp_path / "m.txt"), read_lightgbm(tmp_path / "m.json")
    asks = [[node.ask for node in foreign_nodes(tree.root)] for tree in texts]
    assert asks == [[node.ask for node in foreign_nodes(tree.root)] for tree in dumps]
    sets = [ask for tree in asks for ask in tree if isinstance(ask, Values)]
    assert max(NAMES.index(name) for ask in sets for name in ask.groups[0]) > 64
    for i, tree in enumerate(texts):
        predict = foreign_predictor(tree)
        for row in range(0, 800, 9):
            record = {"k": NAMES[row % 80], "x": float(row % 7)}
            assert predict(record).passed[-1].node.place == f"leaf {leaves[row][i]}"
    with pytest.raises(Invalid, match="LightGBM"):
        dtref.verify(texts[0], dtref.from_frame(rows.assign(y=label), target="y", continuous=["y"]), dtref.policy_of(texts[0]))


def test_codes_beyond_32_go_left(tmp_path: Path) -> None:
    path = tmp_path / "m.txt"
    path.write_text(TEXT.partition("pandas_categorical")[0])
    booster, predict = lightgbm.Booster(model_file=str(path)), foreign_predictor(read_lightgbm(path)[0])
    for code in (0, 1, 2, 3, 31, 32, 33, 63, 64, 65, 94, 95, 96, 1000):
        record = {"k": str(code), "x": 1.0}
        assert predict(record).labels == tuple(booster.predict([[code, 1.0]]))
    path.write_text(TEXT)
    named = read_lightgbm(path)[0].root.children[1].ask
    assert isinstance(named, Values) and named.groups[0][:3] == (NAMES[0], NAMES[2], NAMES[64])


@pytest.mark.parametrize(
    ("field", "wrong", "told"),
    [
        ("cat_boundaries=0 3", "cat_boundaries=0 2", "cat_boundaries"),
        ("cat_boundaries=0 3", "cat_boundaries=0", "cat_boundaries"),
        ("cat_boundaries=0 3", "cat_boundaries=3 0", "cat_boundaries"),
        ("cat_threshold=5 0", "cat_threshold=-5 0", "cat_threshold"),
        ("cat_threshold=5 0", "cat_threshold=4294967296 0", "cat_threshold"),
        ("cat_threshold=5 0 2147483649", "cat_threshold=0 0 0", "threshold"),
        ("num_cat=1", "num_cat=0", "threshold"),
        ("num_cat=1", "num_cat=2", "cat_boundaries"),
        ("num_cat=1", "num_cat=one", "num_cat"),
        ("threshold=0.5 0\n", "threshold=0.5 1\n", "threshold"),
        ("threshold=0.5 0\n", "threshold=0.5 0.5\n", "threshold"),
        ("decision_type=2 1", "decision_type=2 17", "decision_type"),
        ("feature_infos=0:1:2:64:95 [0:1]", "feature_infos=0:1", "feature_infos"),
        ("feature_infos=0:1:2:64:95", "feature_infos=0:1:2:64:96", "pandas_categorical"),
        ("feature_infos=0:1:2:64:95", "feature_infos=none", "pandas_categorical"),
        ('"value 00", ', "", "pandas_categorical"),
        ("pandas_categorical:[[", "pandas_categorical:[[[", "pandas_categorical"),
        ("is_linear=0", "is_linear=1", "leaves of one number"),
    ],
)
def test_spoiled_sets_are_refused_with_their_field(tmp_path: Path, field: str, wrong: str, told: str) -> None:
    path = tmp_path / "m.txt"
    assert field in TEXT
    path.write_text(TEXT.replace(field, wrong, 1))
    with pytest.raises(Invalid, match=re.escape(told)):
        read_lightgbm(path)
