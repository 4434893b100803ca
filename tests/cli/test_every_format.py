"""Each format at each command that takes a model: the example of tests/io/foreign/examples is predicted, shown, exported and pruned."""

from __future__ import annotations

import csv
import json
from fractions import Fraction
from io import StringIO
from pathlib import Path
from typing import Any

from cli.run import Run
from foreign_examples import each_format, example_of, text_of, written

import dtref
from dtref.io.foreign.formats import Format, read_foreign
from dtref.io.foreign.own_model import predicting_model
from dtref.spec.model.attributes import Continuous
from dtref.spec.model.trees import nodes

CLASSES_COUNTED = {"rpart", "rpart-text", "partykit", "partykit-text", "sklearn", "sklearn-text"}
CLASSES_COUNTED |= {"j48", "c45", "c50", "chaid", "ydf", "dtref"}
"""Formats whose example has the class counts of every leaf, which pruning compares."""


def cell(text: str, number: bool) -> object:
    return None if text == "?" else Fraction(text) if number else text


def data_file(folder: Path, one: Format) -> tuple[Path, list[dict[str, Any]]]:
    """The records that are asked, as a CSV file; and themselves."""
    asked = example_of(one)["asked"]
    table = StringIO()
    writer = csv.DictWriter(table, list(asked[0]["record"]))
    writer.writeheader()
    writer.writerows(record["record"] for record in asked)
    (folder / "d.csv").write_text(table.getvalue(), "utf-8")
    return folder / "d.csv", asked


@each_format
def test_a_format_is_predicted_and_shown_by_the_commands_and_in_python_alike(tmp_path: Path, run: Run, one: Format) -> None:
    model = written(tmp_path, text_of(one), one)
    data, asked = data_file(tmp_path, one)
    predict = dtref.foreign_predictor(read_foreign(model, one.name))
    code, out, _ = run("predict", str(model), str(data), "--format", one.name, "--json", "--path")
    assert code == 0
    answers, numbers = [json.loads(line) for line in out.splitlines()], example_of(one)["numbers"]
    assert len(answers) == len(asked)
    for answer, given in zip(answers, asked, strict=True):
        ours = predict({name: cell(text, name in numbers) for name, text in given["record"].items()})
        if one.name != "dtref":  # whose own words are those of dtref predict
            assert answer["labels"] == [str(label) for label in ours.labels]
            assert answer["path"][-1]["node"] == ours.passed[-1].node.place
        gaps = "?" in given["record"].values()
        assert given["predicts"] in answer["labels"] or gaps or float(Fraction(answer["labels"][0])) == float(given["predicts"])
    code, shown, _ = run("show", str(model), "--format-in", one.name)
    assert code == 0
    assert len(shown.splitlines()) >= 3


@each_format
def test_a_format_is_exported_as_code_that_predicts_what_the_program_does(tmp_path: Path, run: Run, one: Format) -> None:
    model, space = written(tmp_path, text_of(one), one), dict[str, Any]()
    out = tmp_path / "m.py"
    assert run("export", str(model), "--format", one.name, "--to", "python", "--doubles", "exact", "-o", str(out))[0] == 0
    exec(compile(out.read_text("utf-8"), "m.py", "exec"), space)
    numbers, answered = example_of(one)["numbers"], 0
    attributes = predicting_model(read_foreign(model, one.name)).attributes if one.name != "dtref" else ()
    named = {attribute.name: attribute.values for attribute in attributes if not isinstance(attribute, Continuous)}
    for given in example_of(one)["asked"]:
        record = {name: cell(text, name in numbers) for name, text in given["record"].items()}
        try:
            label = space["predict_record"]({name: float(x) if isinstance(x, Fraction) else x for name, x in record.items()})
        except ValueError:
            # it misses a value, or has one that no node names
            assert None in record.values() or any(record[name] not in values for name, values in named.items())
            continue
        answered += 1
        assert label == (float(given["predicts"]) if isinstance(label, float) else given["predicts"]), record
    assert answered >= 6


@each_format
def test_a_format_is_pruned_where_it_has_the_counts(tmp_path: Path, run: Run, one: Format) -> None:
    model = written(tmp_path, text_of(one), one)
    asked = ("prune", str(model), "--format", one.name, "--by", "pessimistic", "--penalty", "100")
    code, out, message = run(*asked, "--save", str(tmp_path / "pruned.json"))
    if one.name in CLASSES_COUNTED:
        assert code == 0
        assert out
        (leaf,) = nodes(dtref.read_model(tmp_path / "pruned.json").tree)
        assert isinstance(leaf, dtref.Leaf)
    else:
        assert code == 2
        assert "expected the counts of" in message or "expected a tree of classes" in message


def test_a_target_s_name_is_for_models_of_other_programs(run: Run) -> None:
    model = "tests/io/foreign/files/rpart-iris.json"
    out = run("export", model, "--format", "rpart", "--to", "pmml", "--target", "species")[1]
    assert '<MiningField name="species" usageType="target"/>' in out
    data = "golden/data/iris.csv"
    pruned = ("prune", model, "--format", "rpart", "--by", "reduced-error", "--validation", data)
    assert "species" in run(*pruned, "--target", "species", "--json")[1]
    code, _, message = run("export", "no.json", "--to", "js", "--target", "species")
    assert code == 2
    assert "--target: expected --format beside it" in message
