"""What a model remembers of its training records: the hash by hand, whatever the order; and what commands tell of it."""

from __future__ import annotations

import json
import random
from collections import Counter
from fractions import Fraction
from hashlib import sha256
from pathlib import Path

import jsonschema
import numpy as np
import pandas as pd
import pytest
from attrs import evolve
from click.testing import CliRunner, Result

import dtref
from dtref.cli import app
from dtref.io.model_history import GrownBy, History
from dtref.io.models import Model, parse_model, write_model
from dtref.io.training_overlap import training_of
from dtref.oracle.golden.store import golden_folder
from dtref.oracle.reproduce import reproduce

IRIS = str(golden_folder() / "data" / "iris.csv")
SCHEMA = json.loads((golden_folder() / "schema" / "tree.schema.json").read_text("utf-8"))
GAPS = "x,z,w,y\n1,p,1,a\n2,?,2,b\n,p,1,a\n2,?,1,b\n1,p,3,a\n2.50,q,1,a\n"


def ran(*words: str) -> Result:
    return CliRunner().invoke(app, words)


def by_hand(columns: dict[str, str | None], target: tuple[str, str]) -> str:
    """The hashes of a record, as the module's docstring says, from its texts alone."""
    pairs = "[" + ",".join(f"[{json.dumps(name)},{json.dumps(columns[name])}]" for name in sorted(columns)) + "]"
    label = f"[{json.dumps(target[0])},{json.dumps(target[1])}]"
    return sha256(pairs.encode()).hexdigest()[:16] + sha256(label.encode()).hexdigest()[:8]


def test_hashes_are_those_that_the_text_says() -> None:
    data = dtref.parse_csv(GAPS, target="y", weights="w")
    weights: Counter[str] = Counter()
    for x, z, weight, y in (("1", "p", 4, "a"), ("2", None, 3, "b"), (None, "p", 1, "a"), ("2.5", "q", 1, "a")):
        weights[by_hand({"x": x, "z": z}, ("y", y))] += weight
    lines = [record if weight == 1 else f"{record} {weight}" for record, weight in sorted(weights.items())]
    found = dtref.training_fingerprint(data)
    assert list(map(str, found.kept)) == lines
    assert found.digest == sha256("\n".join(lines).encode()).hexdigest()
    assert (found.records, found.weight, found.whole) == (6, 9, True)


def test_neither_order_nor_copies_for_weights_nor_the_way_of_reading_count() -> None:
    rows = [line.split(",") for line in Path(IRIS).read_text("utf-8").splitlines()]
    header, records = rows[0], rows[1:]
    chance = random.Random(5)
    first = dtref.training_fingerprint(dtref.read_csv(IRIS, target="species"))
    for _ in range(3):
        order = chance.sample(range(len(header)), len(header))
        chance.shuffle(records)
        text = "\n".join(",".join(row[i] for i in order) for row in (header, *records))
        assert dtref.training_fingerprint(dtref.parse_csv(text, target="species")) == first
    frame = pd.read_csv(IRIS)
    single = frame.astype(dict.fromkeys(frame.columns[:-1], "float32"))
    assert dtref.training_fingerprint(dtref.from_frame(frame, target="species")) == first
    assert dtref.training_fingerprint(dtref.from_frame(single, target="species")) == first
    twice = dtref.parse_csv("x,y\n1,a\n1,a\n2,b\n", target="y"), dtref.parse_csv("w,x,y\n2,1,a\n1,2,b\n", target="y", weights="w")
    copies, weights = map(dtref.training_fingerprint, twice)
    assert (copies.kept, copies.digest) == (weights.kept, weights.digest)


def test_a_large_set_keeps_the_least_hashes_and_says_of_which_it_cannot_tell() -> None:
    data = dtref.read_csv(IRIS, target="species")
    whole, part = dtref.training_fingerprint(data), dtref.training_fingerprint(data, 40)
    assert part.kept == whole.kept[:40]
    assert (part.digest, part.whole) == (whole.digest, False)
    history = History(trained_on=evolve(training_of(data), fingerprint=part))
    model = Model(data.attributes, data.target, "CART", dtref.grow(data, dtref.CART), history=history)
    seen = dtref.trained_on(model, data)
    kept = {record.values for record in part.kept}
    assert (seen.seen, seen.untold) == (
        sum(record.values in kept for record in whole.kept for _ in range(int(record.weight))),
        150 - seen.seen,
    )
    assert "cannot be told" in str(seen)
    strange = dtref.trained_on(model, np.arange(4000).reshape(1000, 4) / 7 + 100, [a.name for a in data.attributes])
    assert strange.seen == 0
    assert 0 < strange.untold < 1000


@pytest.fixture
def iris(tmp_path: Path) -> str:
    saved = str(tmp_path / "iris.json")
    half = tmp_path / "half.csv"
    lines = Path(IRIS).read_text("utf-8").splitlines()
    half.write_text("\n".join(lines[:101]) + "\n", "utf-8")
    assert ran("fit", str(half), "--target", "species", "--save", saved).exit_code == 0
    return saved


def test_a_saved_model_tells_and_fits_the_schema(iris: str, tmp_path: Path) -> None:
    text = Path(iris).read_text("utf-8")
    jsonschema.validate(json.loads(text), SCHEMA)
    assert write_model(parse_model(text)) + "\n" == text
    told = json.loads(text)["trained_on"]
    assert (told["records"], told["version"], told["kept"]) == ("100", dtref.__version__, "all")
    # a model of before, and one whose fingerprint is none
    before = json.loads(text)
    del before["trained_on"]
    (tmp_path / "before.json").write_text(json.dumps(before), "utf-8")
    assert ran("predict", str(tmp_path / "before.json"), IRIS).stderr == ""
    with pytest.raises(dtref.Invalid, match=r"^model: expected the fingerprint of its training records"):
        dtref.trained_on(dtref.read_model(tmp_path / "before.json"), dtref.read_csv(IRIS, target="species"))
    for field, value in (("hashes", ["x"]), ("digest", 5), ("kept", "some"), ("records", "-1"), ("seed", 1), ("hashes", "x")):
        with pytest.raises(dtref.Invalid, match=rf"^<model>, trained_on, {field}"):
            parse_model(json.dumps(before | {"trained_on": told | {field: value}}))
    with pytest.raises(dtref.Invalid, match=r"^<model>, trained_on: expected an object with version"):
        parse_model(json.dumps(before | {"trained_on": {"version": "1"}}))


def test_predict_tells_how_many_records_it_was_trained_on(iris: str) -> None:
    result = ran("predict", iris, IRIS, "--json")
    assert result.stderr == f"dtref: note: {iris}: 100 of 150 records have the values of records that the model was trained on\n"
    assert [json.loads(line)["trained_on"] for line in result.stdout.splitlines()] == ["yes"] * 100 + ["no"] * 50
    data = dtref.read_csv(IRIS, target="species")
    assert dtref.trained_on(dtref.read_model(iris), pd.read_csv(IRIS)).each == dtref.trained_on(dtref.read_model(iris), data).each


def test_evaluate_compare_and_roc_tell_it_of_the_models_that_are_named(iris: str, tmp_path: Path) -> None:
    scored = tmp_path / "scored.csv"
    frame = pd.read_csv(IRIS)
    frame.assign(guess="setosa", other="virginica", score=range(150)).to_csv(scored, index=False)
    tried = {
        "evaluate": ("--actual", "species", "--predicted", "guess"),
        "compare labels": ("--actual", "species", "--first", "guess", "--second", "other"),
        "roc": ("--score", "score", "--label", "species", "--positive", "setosa"),
    }
    for command, options in tried.items():
        words = (*command.split(), str(scored), *options, "--json")
        result = ran(*words, "--model", iris)
        assert result.exit_code == 0, result.output
        assert f"{iris}: 100 of 150 records" in result.stderr
        assert json.loads(result.stdout)["trained_on"] == [{"model": iris, "records": "150", "seen": "100", "untold": "0"}]
        assert "trained_on" not in json.loads(ran(*words).stdout)


def test_folds_tell_copies_on_both_sides(tmp_path: Path) -> None:
    data = dtref.parse_csv("x,y\n" + "".join(f"{i},{'a' if i % 3 else 'b'}\n" for i in range(12)), target="y")
    folds = dtref.k_fold(range(12), 4)
    assert not any(dtref.copies_across(data, folds))
    more = dtref.oversample(data, (0, 0, 3))
    folds = dtref.k_fold(range(len(more)), 5)
    # each tested record beside each training record
    expected = tuple(
        tuple(i for i in fold.test if any(evolve(more.records[i]) == more.records[j] for j in fold.training)) for fold in folds
    )
    assert dtref.copies_across(more, folds) == expected
    assert sum(map(len, expected)) > 0
    path = tmp_path / "more.csv"
    path.write_text("x,y\n" + "".join(f"{r.values[0]},{r.label}\n" for r in more), "utf-8")
    result = ran("cross-validate", str(path), "--target", "y", "--folds", "5", "--json")
    assert json.loads(result.stdout)["copies"] == str(sum(map(len, expected)))
    assert f"{sum(map(len, expected))} of {len(more)} tested records have a copy" in result.stderr


def test_a_tree_is_grown_again_or_what_differs_is_told(iris: str, tmp_path: Path) -> None:
    lines = Path(IRIS).read_text("utf-8").splitlines()
    same, other = tmp_path / "same.csv", tmp_path / "other.csv"
    columns = [",".join(reversed(line.split(","))) for line in lines[:101]]  # other order of columns and records
    same.write_text("\n".join([columns[0], *reversed(columns[1:])]) + "\n", "utf-8")
    result = ran("reproduce", iris, str(same))
    assert result.exit_code == 0
    assert result.stdout.splitlines()[:2] == ["tree       the same", "data       the same records"]
    changed = [lines[0], *lines[2:100], lines[100].replace("versicolor", "setosa"), "9,9,9,9,setosa"]
    other.write_text("\n".join(changed) + "\n", "utf-8")
    result = ran("reproduce", iris, str(other), "--json")
    answer = json.loads(result.stdout)
    assert (result.exit_code, answer["tree"]) == (1, "another")
    assert answer["data"] == {"same": "no", "added": ["100"], "relabelled": ["99"], "reweighted": [], "removed": "1", "hashes": "all"}


def test_another_version_and_other_options_are_told(iris: str, tmp_path: Path) -> None:
    text = json.loads(Path(iris).read_text("utf-8"))
    data = dtref.read_csv(IRIS, target="species")
    first = dtref.DataSet(data.attributes, data.target, data.records[:100])
    text["trained_on"]["version"] = "0.0.1"
    again = reproduce(parse_model(json.dumps(text)), first)
    assert (again.same, again.version, again.now) == (True, "0.0.1", dtref.__version__)
    text["grown"]["options"] = {"min_records": "60"}
    model = parse_model(json.dumps(text))
    assert model.history.grown == GrownBy("cart", (), (("min_records", "60"),))
    again = reproduce(model, first)
    assert again.data is not None
    assert again.data.same
    saved = tmp_path / "model.json"
    dtref.save_model(model, saved)
    lines = ran("reproduce", str(saved), IRIS).stdout.splitlines()
    assert "version    0.0.1, and now " + dtref.__version__ in lines
    assert "algorithm  CART (min_records 60)" in lines


def test_imputed_flagged_and_dropped_gaps_are_those_that_were_read(tmp_path: Path) -> None:
    path = tmp_path / "gaps.csv"
    path.write_text("x,z,y\n1,p,a\n2,,b\n,p,a\n2,q,b\n1,p,a\n3,q,a\n", "utf-8")
    for rule, records in (("mode", 6), ("flag", 6), ("drop", 4), ("value", 6)):
        if rule == "value":  # of names alone
            path.write_text("x,z,y\n1,p,a\n2,,b\n2,p,a\n2,q,b\n1,p,a\n3,q,a\n", "utf-8")
        saved = str(tmp_path / f"{rule}.json")
        options = ("--target", "y", "--missing-values", rule, *(("--gap", "fractions") if rule == "flag" else ()))
        result = ran("fit", str(path), *options, "--save", saved)
        assert result.exit_code == 0, result.output
        told = json.loads(Path(saved).read_text("utf-8"))["trained_on"]
        assert told["records"] == str(records), rule
        result = ran("reproduce", saved, str(path))
        assert result.stdout.splitlines()[:2] == ["tree       the same", "data       the same records"], (rule, result.output)


def test_trees_of_a_forest_hold_their_samples_and_the_seed() -> None:
    answer = json.loads(ran("forest", IRIS, "--target", "species", "--trees", "2", "--seed", "7", "--json").stdout)
    for sample, model in zip(answer["samples"], answer["models"], strict=True):
        assert model["trained_on"]["seed"] == "7"
        assert sum(Fraction(line.partition(" ")[2] or 1) for line in model["trained_on"]["hashes"]) == len(sample)
