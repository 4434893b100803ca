"""What a model remembers of how its file was read, by which `reproduce` reads it again; and truth values in files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli.run import Run

TABLE = """# of a workbook
id;Temperatur;Wach;Farbe;w
a1;11,0;nein;1;2
a2;12,5;nein;2;1
a3;19,5;ja;1;1
a4;k.A.;ja;2;1
a5;23,5;nein;1;3
a6;25,0;;2;1
"""
READ = (
    *("--target", "Wach", "--decimal", ",", "--missing", "", "--missing", "k.A.", "--ignore", "id", "--comment", "#"),
    *("--weights", "w", "--drop", "unlabelled", "--nominal", "Farbe", "--as", "c45"),
)


def test_a_file_is_read_again_as_the_model_remembers(run_apart: Run, tmp_path: Path) -> None:
    (tmp_path / "de.csv").write_text(TABLE, "utf-8")
    assert run_apart("fit", "de.csv", *READ, "--save", "m.json")[0] == 0
    remembered = json.loads((tmp_path / "m.json").read_text("utf-8"))["read"]
    assert (remembered["decimal"], remembered["missing"], remembered["comment"]) == ([","], ["", "k.A."], ["#"])
    code, out, _ = run_apart("reproduce", "m.json", "de.csv")
    assert (code, [line.split(maxsplit=1) for line in out.splitlines()[:2]]) == (0, [["tree", "the same"], ["data", "the same records"]])
    # what is given here comes first
    code, out, _ = run_apart("reproduce", "m.json", "de.csv", "--ignore", "id", "--missing", "", "--missing", "k.A.", "--missing", "23,5")
    assert (code, "the same" in out.splitlines()[0]) == (1, False)
    # other data are told
    (tmp_path / "other.csv").write_text(TABLE.replace("12,5;nein", "12,5;ja"), "utf-8")
    code, out, _ = run_apart("reproduce", "m.json", "other.csv")
    assert (code, "another label" in out or "label" in out) == (1, True)


@pytest.mark.parametrize("spelling", [("True", "False"), ("true", "false"), ("TRUE", "FALSE")])
def test_truth_values_of_a_file_are_numbers_for_programs_of_numbers(run_apart: Run, tmp_path: Path, spelling: tuple[str, str]) -> None:
    yes, no = spelling
    rows = (f"1,{yes},no", f"2,{no},yes", f"3,{yes},no", f"4,{no},yes", f"5,{yes},yes", f"6,{yes},no")
    (tmp_path / "flags.csv").write_text("x,flag,y\n" + "\n".join(rows) + "\n", "utf-8")
    code, out, err = run_apart("fit", "flags.csv", "--target", "y", "--as", "scikit-learn", "--save", "m.json")
    assert (code, out.splitlines()[1]) == (0, "flag <= 0.5: yes (no 0, yes 2)")
    assert err == "dtref: note: flags.csv: flag: true is 1, false is 0, as the algorithm knows numbers only\n"
    code, out, _ = run_apart("predict", "m.json", "flags.csv")
    assert (code, [line.split()[0] for line in out.splitlines()]) == (0, ["no", "yes", "no", "yes", "yes", "no"])
    assert run_apart("reproduce", "m.json", "flags.csv")[:1] == (0,)
    assert run_apart("verify", "m.json", "flags.csv", "--target", "y", "--format", "dtref")[0] == 0
    # beside numbers they are none
    (tmp_path / "mixed.csv").write_text("x,flag,y\n" + "\n".join(rows) + "\n7,1,no\n", "utf-8")
    code, _, err = run_apart("fit", "mixed.csv", "--target", "y", "--as", "scikit-learn", "--continuous", "flag")
    assert (code, f"column 'flag': expected a number (got '{yes}')" in err) == (2, True)


@pytest.mark.parametrize("name", ["decimal", "delimiter"])
def test_an_option_of_one_value_that_a_model_tells_twice_is_refused(run_apart: Run, tmp_path: Path, name: str) -> None:
    (tmp_path / "de.csv").write_text(TABLE, "utf-8")
    assert run_apart("fit", "de.csv", *READ, "--save", "m.json")[0] == 0
    document = json.loads((tmp_path / "m.json").read_text("utf-8"))
    document["read"][name] = [",", "."]
    (tmp_path / "m.json").write_text(json.dumps(document), "utf-8")
    code, _, told = run_apart("reproduce", "m.json", "de.csv")
    assert (code, told) == (2, f"dtref: model, read: expected one {name} (got [',', '.'])\n")
