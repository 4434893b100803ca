"""XGBoost's and LightGBM's trees as JPMML's converters wrote them (files/make_jpmml.py): they add up to what the programs predict."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from dtref.io.foreign.pmml.models import read_pmml
from dtref.io.foreign.prediction import foreign_predictor
from dtref.io.foreign.tree import Cut, foreign_nodes
from dtref.spec.model.attributes import Width

FOLDER = Path(__file__).parent / "files" / "jpmml"


@pytest.mark.parametrize("form", ["compact", "whole"])
@pytest.mark.parametrize("program", ["xgboost", "lightgbm"])
def test_two_trees_add_up_to_what_the_program_predicts(program: str, form: str) -> None:
    path, answers = FOLDER / f"{program}-{form}.pmml", json.loads((FOLDER / "answers.json").read_text("utf-8"))
    trees = read_pmml(path)
    assert len(trees) == 2
    constant = Fraction(path.read_text("utf-8").partition('rescaleConstant="')[2].partition('"')[0] or 0)
    predictors = [foreign_predictor(tree) for tree in trees]
    for record, told in zip(answers["records"], answers[program], strict=True):
        labels = [predict(dict(zip("abc", record, strict=True))).labels for predict in predictors]
        total = sum((one[0] for one in labels if isinstance(one[0], Fraction)), constant)
        assert float(total) == pytest.approx(told, rel=2e-6, abs=2e-6), record
    widths = {node.ask.width for tree in trees for node in foreign_nodes(tree.root) if isinstance(node.ask, Cut)}
    assert widths == {Width.FLOAT32 if program == "xgboost" else Width.FLOAT64}
