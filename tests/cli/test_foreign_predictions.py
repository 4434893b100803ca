"""The commands that predict by a tree of another program, and show it."""

from __future__ import annotations

import json
from pathlib import Path

from cli.run import Run

C45 = """
Decision Tree:

x <= 2 : p (4.0/1.0)
x > 2 :
|   k = a: q (3.0)
|   k = b: p (1.0)
"""


def test_the_commands_predict_by_a_tree_of_another_program_and_show_it(tmp_path: Path, run: Run) -> None:
    model, data = tmp_path / "tree.txt", tmp_path / "d.csv"
    model.write_text(C45, "utf-8")
    data.write_text("x,k\n2,c\n3,a\n?,b\n3,zzz\n", "utf-8")
    asked = ("predict", str(model), str(data), "--format", "c45")
    lines = run(*asked)[1].splitlines()
    assert [line.partition("  ")[0] for line in lines] == ["p", "q", "p", "no prediction"]
    told = [json.loads(line) for line in run(*asked, "--json", "--path")[1].splitlines()]
    assert [answer["labels"] for answer in told] == [["p"], ["q"], ["p"], []]
    assert told[1]["path"][0] == {"node": "line 4", "share": "1", "branches": [{"if": "x > 2", "share": "1"}]}
    assert told[3]["path"][-1] == {"node": "line 6", "share": "1", "stays": "yes"}
    shown = run("show", str(model), "--format-in", "c45")[1]
    assert "|   k = b: p (1 records, 0 errors), node line 7" in shown.splitlines()
    code, _, message = run("show", str(model), "--format-in", "c45", "--format", "svg")
    assert code == 2
    assert "--format text" in message
