"""PMML as released producers wrote it (files/make_pmml.py), three files of each form: predictions are theirs, and each is judged."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from attrs import evolve

import dtref
from dtref.io.foreign.formats import read_foreign
from dtref.io.foreign.prediction import foreign_predictor
from dtref.oracle.verify.verdicts import Optimal
from dtref.spec.model.attributes import Continuous
from dtref.spec.model.data import DataSet

FOLDER = Path(__file__).parent / "files" / "pmml"
ANSWERS = json.loads((FOLDER / "answers.json").read_text("utf-8"))
SINGLE = "xgboost-single-child"
WRONG = {
    "sklearn2pmml-compact": {"WrongCounts"},
    "sklearn2pmml-flat": {"WrongCounts", "NotACandidate", "StoppedLate"},
    "nyoka": {"WrongCounts"},
}
"""The verdicts of each form: shares stand where counts belong; a flat file is a chain, which asks what scikit-learn doesn't."""


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("form", [*WRONG, SINGLE])
def test_a_file_predicts_what_its_program_does(form: str, seed: int) -> None:
    predict = foreign_predictor(read_foreign(FOLDER / f"{form}-{seed}.pmml", "pmml"))
    answers = [predict({"x": x, "z": z}).labels for x, z in ANSWERS[f"probes-{seed}"]]
    wanted = ANSWERS[f"{form}-{seed}"]
    assert len(wanted) >= 200
    if form == SINGLE:
        assert [float(y) for (y,) in answers if isinstance(y, Fraction)] == pytest.approx(wanted, rel=1e-6, abs=1e-7)
    else:
        assert answers == [(y,) for y in wanted]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("form", WRONG)
def test_a_file_is_judged_and_its_shares_are_told(form: str, seed: int) -> None:
    tree = read_foreign(FOLDER / f"{form}-{seed}.pmml", "pmml")
    report = dtref.verify(tree, dtref.read_csv(FOLDER / f"records-{seed}.csv", target="y"), dtref.scikit_learn(max_depth=3))
    said = {type(verdict).__name__ for finding in report.findings for verdict in finding.verdicts}
    assert "WrongCounts" in said <= WRONG[form] | {"Optimal"}
    assert any("shares may have been written" in note for note in tree.notes)
    assert any("Nyoka" in note for note in tree.notes) == (form == "nyoka")


@pytest.mark.parametrize("seed", range(3))
def test_a_single_child_is_judged_and_only_its_missing_values_are_wrong(seed: int) -> None:
    """Cuts and scores are XGBoost's; a record that misses a value gets the node's own score, which isn't what XGBoost does."""
    tree = read_foreign(FOLDER / f"{SINGLE}-{seed}.pmml", "pmml")
    read = dtref.read_csv(FOLDER / f"records-{seed}.csv", target="y")
    records = tuple(evolve(record, label=Fraction(record.label == "yes")) for record in read)
    report = dtref.verify(
        tree, DataSet(read.attributes, Continuous("y"), records), dtref.xgboost(max_depth=3, eta=Fraction(1, 2), base_score=0)
    )
    verdicts = [verdict for finding in report.findings for verdict in finding.verdicts]
    wrong = [verdict for verdict in verdicts if not isinstance(verdict, Optimal)]
    assert wrong
    assert {type(verdict).__name__ for verdict in wrong} == {"NotACandidate"}
    lines = [line for line in dtref.report_text(report) if "no candidate: " in line]
    assert len(lines) == len(wrong)
    assert all("no candidate: a missing " in line for line in lines)
