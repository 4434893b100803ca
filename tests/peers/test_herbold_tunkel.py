"""Herbold and Tunkel's comparison: forests are right, named where spoiled, and compared; the page is of the code as it is."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pytest
from peers.forests import FOLDER, by_r, by_scikit_learn_forest, by_weka_forest, r_package
from peers.herbold_groups import groups
from peers.herbold_tables import herbold_tables
from peers.herbold_tunkel import DEPARTS, JSON, MAY_GROW, PAGE, compared, page_text
from peers.library import DataSet
from peers.matrix_cells import Case, Outcome, judged
from peers.remembered import remembering
from peers.rows import scikit_learn
from peers.weka import version as weka_version
from peers.what_ran import changed

import dtref
from dtref.io.foreign.r_forest import read_r_forest
from dtref.io.foreign.tree import ForeignTree
from dtref.oracle.verify.verdicts import NotChecked

Grow = Callable[[DataSet], Sequence[ForeignTree]]
FORESTS: dict[str, tuple[Callable[[], str], Grow]] = {
    "ranger": (partial(r_package, "ranger"), lambda data: by_r("ranger", data, 2, {"num.trees": 2, "mtry": 3})),
    "randomForest": (partial(r_package, "randomForest"), lambda data: by_r("randomForest", data, 2, {"ntree": 2, "mtry": 3})),
    "Weka": (weka_version, lambda data: by_weka_forest(data, "-I", "2", "-K", "3", "-S", "2")),
    "scikit-learn": (scikit_learn, lambda data: by_scikit_learn_forest("RandomForest", data, 2, {"n_estimators": 2, "max_features": 3})),
}


def large_numbers() -> DataSet:
    return next(table.read() for table in herbold_tables() if table.name == "large numbers")


@pytest.mark.peer("forests", "trees of forests on their own draws, spoiled, and as another program's")
@pytest.mark.parametrize("name", FORESTS)
def test_trees_are_right_and_named_where_they_are_spoiled(name: str) -> None:
    there, grow = FORESTS[name]
    if not there():
        pytest.skip(f"{name} is not there (tests/peers/install)")
    data = large_numbers()
    named = 0
    for number, tree in enumerate(grow(data)):
        with remembering() as memory:
            came = judged(Outcome("large numbers", ""), Case(tree, data, dtref.policy_of(tree), memory), number)
        assert (came.wrong, came.missed, came.open) == ((), [], {})
        named += came.faults.get("named", 0)
    assert named


@pytest.mark.peer("forests", "trees of forests on their own draws, spoiled, and as another program's")
def test_what_departs_has_a_cause_by_name() -> None:
    if not (r_package("ranger") and r_package("randomForest")):
        pytest.skip("R's forests are not there (tests/peers/install)")
    data = large_numbers()
    ranger, random_forest = FORESTS["ranger"][1](data), FORESTS["randomForest"][1](data)
    single = by_scikit_learn_forest("RandomForest", data, 2, {"n_estimators": 2, "max_features": 3})
    for tree in ranger:
        assert compared(tree, None, data, dtref.policy_of(random_forest[0]))[0] == MAY_GROW
        kind, causes = compared(tree, None, data, dtref.policy_of(single[0]))
        assert kind == DEPARTS
        assert "width: single precision does not part all numbers" in causes


@pytest.mark.peer("forests", "trees of forests on their own draws, spoiled, and as another program's")
def test_a_node_of_one_value_asks_what_parts_nothing(tmp_path: Path) -> None:
    """randomForest 4.7-1.1: the smallest example of the fault that HERBOLD_TUNKEL.md tells of."""
    if not r_package("randomForest"):
        pytest.skip("randomForest is not there (tests/peers/install)")
    fit = "randomForest(y ~ x, d, ntree = 1, nodesize = 1, replace = FALSE, sampsize = 6, keep.inbag = TRUE)"
    script = f"""suppressPackageStartupMessages(library(randomForest)); source("{FOLDER / "forests.R"}")
        d <- data.frame(x = 1:6, y = c(0, 0, 0, 1, 1, 1)); set.seed(6)
        write_random_forest(suppressWarnings({fit}), "{tmp_path / "model.json"}")"""
    subprocess.run(["Rscript", "--vanilla", "-e", script], check=True, capture_output=True)
    (tree,) = read_r_forest(tmp_path / "model.json")
    data = dtref.from_arrays([[i] for i in range(1, 7)], [0, 0, 0, 1, 1, 1], names=["x"], continuous=["class"])
    checked = {finding.path: finding.verdicts[-1] for finding in dtref.verify(tree, data, dtref.policy_of(tree)).findings}
    below = {path for path, verdict in checked.items() if isinstance(verdict, NotChecked) and "asks by chance" in verdict.why}
    assert below == {("x > 3.5",), ("x > 3.5", "x <= 0"), ("x > 3.5", "x > 0")}
    assert checked.keys() - below == {(), ("x <= 3.5",)}


def test_the_page_is_made_of_the_rows() -> None:
    assert PAGE.read_text("utf-8") == page_text(json.loads(JSON.read_text("utf-8")))


def test_rows_are_of_the_code_as_it_is() -> None:
    ran = json.loads(JSON.read_text("utf-8"))["ran"]
    if stale := [f"{group.name}: {why}" for group in groups() if (why := changed(ran.get(group.name, {"never run": ""})))]:
        pytest.skip(f"STALE, {stale[0]}: python tests/peers/herbold_tunkel.py")
