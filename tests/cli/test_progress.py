"""What may take long says on a terminal what it is doing, and leaves nothing of that where there is none."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.run import Run

IRIS = ("golden/data/iris.csv", "--target", "species")
DEFAULT = ("golden/data/tan_default.csv", "--target", "defaulted")
MODEL_M1 = ("golden/data/tan_model_m1.csv", "--weights", "records")
TWO_MODELS = ("golden/data/buys_computer_two_models.csv", "--actual", "buys_computer", "--first", "student", "--second", "majority")

TASKS = {
    "reading": (("stability", *DEFAULT), "reading tan_default.csv"),
    "reproduce": (("reproduce", "iris.json", "golden/data/iris.csv"), "growing iris.csv"),
    "fit": (("fit", *IRIS), "counting the trees that are as good"),
    "verify": (("verify", "iris.json", *IRIS), "verifying iris.json"),
    "prune": (("prune", "iris.json", "--by", "pessimistic"), "pruning iris.json"),
    "forest": (("forest", *IRIS, "--trees", "2"), "growing 2 trees"),
    "cross-validate": (("cross-validate", *IRIS, "--folds", "2"), "testing iris.csv"),
    "route-diff": (("route-diff", "iris.json", "iris.json"), "comparing routes"),
    "roc": (("roc", "golden/data/tan_roc.csv", "--score", "score", "--label", "class", "--positive", "+"), "ranking tan_roc.csv"),
    "evaluate": (("evaluate", *MODEL_M1, "--actual", "actual", "--predicted", "predicted"), "computing measures"),
    "compare labels": (("compare", "labels", *TWO_MODELS), "comparing labels of buys_computer_two_models.csv"),
    "data": (("data", *IRIS), "reading iris.csv"),
    "show": (("show", "iris.json", "--format", "svg", "--data", "golden/data/iris.csv"), "drawing iris.json"),
    "export": (("export", "iris.json", "--to", "c"), "writing iris.json as c"),
    "plot regions": (
        ("plot", "regions", *IRIS, "--x", "petal_length", "--y", "petal_width", "--out", "regions.svg"),
        "growing iris.csv",
    ),
    "golden check": (("golden", "check", "--document", "cs422"), "checking records and vectors"),
}


@pytest.mark.parametrize("task", TASKS)
def test_a_task_says_on_a_terminal_what_it_does(task: str, run_apart: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    words, said = TASKS[task]
    if "iris.json" in words:
        assert run_apart("fit", *IRIS, "--save", str(tmp_path / "iris.json"))[0] == 0
    code, told, silent = run_apart(*words)
    assert (code, silent) == (0, "")
    monkeypatch.setenv("FORCE_COLOR", "1")  # for rich this is a terminal
    monkeypatch.setenv("COLUMNS", "140")
    code, told_there, progress = run_apart(*words)
    assert (code, told_there) == (0, told)
    assert said in progress
