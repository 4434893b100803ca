"""Models whose predictions keep an order: saved, read, checked and verified."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random

import jsonschema
import pytest
from click.testing import CliRunner

import dtref
from dtref.cli import app
from dtref.io.models import Model, parse_model, write_model
from dtref.oracle.golden.store import golden_folder
from dtref.spec.growing.hunt import hunt
from dtref.spec.model.attributes import Attribute, Continuous, Nominal
from dtref.spec.model.counts import majority
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.tally import Moments
from dtref.spec.model.trees import Leaf, nodes

SCHEMA = json.loads((golden_folder() / "schema" / "tree.schema.json").read_text("utf-8"))


def ordered_models() -> Iterator[tuple[Model, bool]]:
    """Models of trees whose predictions rise, or fall, with x, of numbers and of classes; whether bounds moved a label."""
    for seed in range(24):
        chance = Random(seed)
        target: Attribute = Continuous("y") if seed % 2 else Nominal("y", ("a", "b"))
        rows = [(Fraction(chance.randint(0, 6)), Fraction(chance.randint(0, 6))) for _ in range(14)]
        labels = [Fraction(chance.randint(0, 4)) if seed % 2 else chance.choice("ab") for _ in rows]
        data = DataSet((Continuous("x"), Continuous("z")), target, [Record(row, label) for row, label in zip(rows, labels, strict=True)])
        policy = dtref.scikit_learn(criterion="squared_error" if seed % 2 else "gini", monotonic_cst={"x": 1 if seed % 4 < 2 else -1})
        tree = dtref.grow(data, policy)
        moved = any(node.labels != unbounded(node) for node in nodes(tree) if isinstance(node, Leaf))
        yield Model(data.attributes, target, policy.name, tree, hunt(data, policy).policy.monotone), moved


def unbounded(leaf: Leaf) -> tuple[str | Fraction, ...]:
    """The labels of a leaf by its counts alone."""
    if isinstance(leaf.counts, Moments):
        return (leaf.counts.total / leaf.counts.n,)
    return tuple(leaf.counts[j][0] for j in majority([n for _, n in leaf.counts]))


def test_models_are_read_as_they_were_written() -> None:
    models = list(ordered_models())
    assert sum(moved for _, moved in models) >= 5
    for model, _ in models:
        text = write_model(model)
        jsonschema.validate(json.loads(text), SCHEMA)
        assert parse_model(text) == model


def test_a_label_that_bounds_moved_needs_the_order() -> None:
    """Without it the label contradicts the counts; beside it, so does the label that the counts alone would have."""
    model = next(model for model, moved in ordered_models() if moved and isinstance(model.target, Nominal))
    written = json.loads(write_model(model))
    with pytest.raises(dtref.Invalid, match="labels: expected some of the largest classes"):
        parse_model(json.dumps({key: value for key, value in written.items() if key != "monotone"}))
    at = next(i for i, node in enumerate(nodes(model.tree)) if isinstance(node, Leaf) and node.labels != unbounded(node))
    own = unbounded(list(nodes(model.tree))[at])  # type: ignore[arg-type]  # a leaf
    written["nodes"][at]["labels"] = [label for label in own if label not in written["nodes"][at]["labels"]]
    with pytest.raises(dtref.Invalid, match=f"node {at}, labels: expected .* as predictions are in an order"):
        parse_model(json.dumps(written))
    for order, wanted in (
        ({"rises": ["x", "x"]}, "columns, each once"),
        ({}, "columns, each once"),
        ({"falls": ["w"]}, "columns of the data"),
    ):
        with pytest.raises(dtref.Invalid, match=f"monotone.*{wanted}"):
            parse_model(json.dumps({**json.loads(write_model(model)), "monotone": order}))


def test_fit_saves_and_verify_follows(tmp_path: Path) -> None:
    table, saved = tmp_path / "data.csv", tmp_path / "m.json"
    table.write_text("x,z,y\n" + "".join(f"{i},{7 * i % 5},{'ab'[(3 * i % 7) > 2]}\n" for i in range(14)), "utf-8")
    settings = ["--as", "scikit-learn", "--set", "monotonic_cst=x:-1"]
    fitted = CliRunner().invoke(app, ["fit", str(table), "--target", "y", *settings, "--save", str(saved)])
    assert fitted.exit_code == 0, fitted.output
    assert dtref.read_model(saved).monotone is not None
    verified = CliRunner().invoke(app, ["verify", str(saved), str(table), "--target", "y", *settings])
    assert verified.exit_code == 0, verified.output
