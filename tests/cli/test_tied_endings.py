"""
A tree from another tied ending, a leaf among them, is right from end to end: fitted by one tie rule, saved, and verified against the same
records in another order of columns and rows, by models and by answers of the protocol.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from attrs import frozen
from cli.run import Run

import dtref
from dtref.io.models import parse_model
from dtref.oracle.operations.answers import tree_answer, write_answer
from dtref.spec.model.trees import Leaf


@frozen
class Tied:
    """A table whose root is as good as a leaf: its rows, with the class last, options of `fit` and `verify`, the column that is as good."""

    header: str
    rows: tuple[str, ...]
    options: tuple[str, ...]
    column: str

    def csv(self, *, moved: bool = False) -> str:
        """The table; moved: its columns and rows in the opposite order."""
        lines = [line.split(",") for line in (self.header, *self.rows)]
        if moved:
            lines = [list(reversed(line)) for line in (lines[0], *reversed(lines[1:]))]
        return "".join(f"{','.join(line)}\n" for line in lines)


SPSS = ("--as", "spss-chaid", "--set", "minchildsize=2", "--set", "minparentsize=2", "--set", "alphasplit=1", "--set", "alphamerge=1/2")
CASES = {
    "chaid": Tied(
        "x,n,class",
        ("a,7,p", "b,6,p", "b,6,q", "c,7,p", "c,2,q", "d,2,p", "d,7,q"),
        ("--as", "chaid", "--weights", "n"),
        "x",
    ),
    "spss-chaid": Tied("a,b,c,class", ("?,w,w,r", "u,v,w,q", "v,w,u,q", "u,v,v,r"), (*SPSS, "--ordinal", "c=u,v,w"), "c"),
    "reptree": Tied("a,b,c,class", ("3,w,w,q", "0,?,u,p", "0,u,u,p", "3,w,v,q"), ("--as", "reptree", "--set", "P"), "a"),
    "simple-cart": Tied(
        "a,b,c,class",
        ("?,u,u,r", "1,v,v,q", "0,u,v,p", "0,u,u,q"),
        ("--as", "simple-cart", "--set", "U"),
        "c",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_either_ending_is_right_in_every_order(run: Run, tmp_path: Path, name: str) -> None:
    case = CASES[name]
    options = ("--target", "class", *case.options)
    data, moved = tmp_path / "data.csv", tmp_path / "moved.csv"
    data.write_text(case.csv())
    moved.write_text(case.csv(moved=True))
    kinds = set()
    for rule in ("first", "last"):
        model = tmp_path / f"{rule}.json"
        code, said, _ = run("fit", str(data), *options, "--tie", rule, "--save", str(model))
        assert (code, "tied nodes       1" in said) == (0, True)
        tree = parse_model(model.read_text()).tree
        kinds.add(type(tree))
        answer = tmp_path / f"{rule}.answer.json"
        answer.write_text(json.dumps(write_answer(tree_answer(tree))))
        for file, form in ((model, "dtref"), (answer, "protocol")):
            for records in (data, moved):
                code, said, _ = run("verify", str(file), str(records), "--format", form, *options)
                assert (code, "0 wrong" in said, "1  Tied" in said) == (0, True, True)
                (told,) = (line for line in said.splitlines() if line.startswith("tied: node 1 "))
                assert ("is a leaf" if isinstance(tree, Leaf) else f"asks {case.column}") in told
                assert told.endswith("', a leaf")
    assert kinds == {Leaf, dtref.Branch}


def test_an_ending_of_no_order_of_mergers_is_wrong(run: Run, tmp_path: Path) -> None:
    case = CASES["chaid"]
    data, answer = tmp_path / "data.csv", tmp_path / "answer.json"
    data.write_text(case.csv())
    branches = [{"if": i, "then": {"label": label}} for i, label in (("1", "p"), ("2", "q"))]
    answer.write_text(json.dumps({"test": {"groups": "x", "values": [["a", "b", "c"], ["d"]], "otherwise": "1"}, "branches": branches}))
    code, said, _ = run("verify", str(answer), str(data), "--format", "protocol", "--target", "class", *case.options)
    assert (code, "1 wrong" in said) == (1, True)


def test_an_answer_tells_that_a_leaf_is_as_good_and_a_leaf_the_tests() -> None:
    rows = [line.split(",") for line in CASES["chaid"].rows]
    data = dtref.from_arrays([row[:1] for row in rows], [row[2] for row in rows], names=["x"], weights=[row[1] for row in rows])
    branch, leaf = (write_answer(tree_answer(tree)) for tree in dtref.trees(data, dtref.CHAID))
    assert isinstance(branch, dict) and isinstance(leaf, dict)
    assert (branch["or_leaf"], leaf["optima"]) == ("yes", branch["optima"])
