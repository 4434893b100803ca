"""The parameters that CatBoost's JSON model holds: an object, or in older versions its text; each by its parts' names."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import dtref
from dtref.errors import Invalid
from dtref.io.foreign.catboost import read_catboost
from dtref.io.foreign.tree import Setting

EXAMPLE = json.loads((Path(__file__).parent / "examples" / "catboost.json").read_text("utf-8"))["model"]
MODEL = json.loads(EXAMPLE) if isinstance(EXAMPLE, str) else EXAMPLE
PARAMS = {"random_seed": 7, "tree_learner_options": {"depth": 2, "rsm": 0.5}, "loss": {"type": "RMSE"}, "weights": [1, 2], "none": None}
SAID = {"random_seed": "7", "tree_learner_options.depth": "2", "tree_learner_options.rsm": "0.5", "loss.type": "RMSE"}
SETTINGS = {*(Setting(*pair) for pair in SAID.items()), Setting("weights.0", "1"), Setting("weights.1", "2")}


@pytest.mark.parametrize("params", [PARAMS, json.dumps(PARAMS)], ids=["object", "text"])
def test_parameters_come_along(tmp_path: Path, params: object) -> None:
    path = tmp_path / "m.json"
    path.write_text(json.dumps({**MODEL, "model_info": {**MODEL["model_info"], "params": params}}))
    assert all(set(tree.settings) == SETTINGS for tree in read_catboost(path))


def test_parameters_that_are_no_json_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    path.write_text(json.dumps({**MODEL, "model_info": {"params": "{depth"}}))
    with pytest.raises(Invalid, match="model_info, params"):
        read_catboost(path)


@pytest.mark.parametrize(
    ("form", "why"), [("SymmetricTree", "one split for all nodes of a level"), ("Lossguide", "scores with drawn noise")]
)
def test_no_policy_grows_its_trees_which_is_said_with_the_reason(tmp_path: Path, form: str, why: str) -> None:
    path = tmp_path / "m.json"
    params = {"tree_learner_options": {"grow_policy": form}}
    path.write_text(json.dumps({**MODEL, "model_info": {**MODEL["model_info"], "params": params}}))
    with pytest.raises(Invalid, match=f"a policy is to be named .*CatBoost's {form}: .*{why}"):
        dtref.policy_of(read_catboost(path)[0])
