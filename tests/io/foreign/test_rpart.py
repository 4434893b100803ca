"""Objects that rpart 4.1 fitted and rpart.R wrote: trees that are verified against the data; what is broken is refused."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from attrs import evolve

from dtref import read_csv
from dtref.errors import Invalid
from dtref.io.foreign.rpart import read_rpart
from dtref.io.foreign.tree import Cut, Values, foreign_nodes
from dtref.oracle.golden.store import golden_folder
from dtref.oracle.verify.verify import verify
from dtref.spec.model.attributes import Width
from dtref.spec.model.tests import Side
from dtref.spec.presets import CART, REGRESSION_TREE
from dtref.spec.split.criteria import gain

FILES, DATA = Path(__file__).parent / "files", golden_folder() / "data"


def test_classes() -> None:
    (tree,) = read_rpart(FILES / "rpart-iris.json")
    assert tree.root.ask == Cut("petal_length", Fraction(2.45), Side.BELOW, Width.FLOAT64)
    assert tree.classes == ("setosa", "versicolor", "virginica")
    report = verify(tree, read_csv(DATA / "iris.csv", target="species"), CART)
    assert dict(report.tally) == {"Optimal": 14, "Tied": 3}


def test_groups_of_values() -> None:
    (tree,) = read_rpart(FILES / "rpart-tennis.json")
    assert tree.root.ask == Values("outlook", (("rainy", "sunny"), ("overcast",)))
    data = read_csv(DATA / "play_tennis.csv", target="play")
    nominal = [node for node in foreign_nodes(tree.root) if node.ask is not None and node.ask.attribute == "windy"]
    assert all(isinstance(node.ask, Cut) for node in nominal), "R reads TRUE and FALSE as numbers"
    with pytest.raises(Invalid, match=r"^windy: expected a column of numbers, as the model cuts it: give .* \(got 'nominal'\)$"):
        verify(tree, data, evolve(CART, criterion=gain))


def test_numbers() -> None:
    (tree,) = read_rpart(FILES / "rpart-anova.json")
    data = read_csv(DATA / "iris.csv", target="petal_width", continuous=["petal_width"], ignore=["species"])
    report = verify(tree, data, REGRESSION_TREE, pruned=True)  # it was grown to a depth of 4
    assert report.wrong == ()
    assert report.tally["Optimal"] + report.tally["Tied"] >= 15


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            {"method": "exp"},
            "model.json, method: expected class, anova, poisson (trees of survival times and of own functions are not read)",
        ),
        ({"node": ["1", "2", "9"] + ["0"] * 14}, "model.json, node[3]: expected the number of a node, from 1 (got '\"0\"')"),
        ({"yval": ["nan"] * 17}, "model.json, yval[0]: expected a number such as 0x1.8p+1 (got '\"nan\"')"),
        ({"yval": ["0x1p+9"] * 17}, "model.json, yval[0]: expected a class from 1 to 3 (got '512')"),
        ({"splits": [], "names": []}, "model.json, splits: expected 38 rows, as the frame has so many tests (got 0)"),
        ({"n": 3, "var": 3}, "expected an array"),
    ],
    ids=str,
)
def test_broken_objects(tmp_path: Path, change: dict[str, object], message: str) -> None:
    path = tmp_path / "model.json"
    path.write_text(json.dumps({**json.loads((FILES / "rpart-iris.json").read_text()), **change}))
    with pytest.raises(Invalid) as refused:
        read_rpart(path)
    assert message in str(refused.value)
