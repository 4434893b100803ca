"""
Data files as people have them: what is refused, what is told, and that ordinary files are read without a word.

The files of `awkward/` and what a person expects of each were written by somebody who had not seen the code.
"""

from __future__ import annotations

import csv
import json
import os
import re
import shlex
import warnings
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from cli.run import Run

import dtref
from dtref.errors import DataWarning, Invalid
from dtref.oracle.operations.data_inputs import given_data
from dtref.oracle.operations.inputs import Given

HERE = Path(__file__).parent / "awkward"
ROOT = Path(__file__).parents[2]
FOLDER = os.environ.get("DTREF_DATA", "")
CASES = json.loads((HERE / "expect.json").read_text("utf-8"))
REFUSED = [case for case in CASES if case["expect"] == "refused" and "silent" not in case.get("acceptable", ())]
FIT = {case["file"]: [str(HERE / case["file"]), *case["arguments"]] for case in CASES}


def told(read: Callable[[], Any]) -> list[str]:
    """What is told by a call."""
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        read()
    assert all(issubclass(w.category, DataWarning) for w in found)
    return [str(w.message) for w in found]


def refused(read: Callable[[], Any]) -> str:
    with pytest.raises(Invalid) as raised:
        read()
    return str(raised.value)


# what a person expects of 350 files

_TOLD = "told, as the file allows; a line is named where something is refused only"
MENTIONED_OTHERWISE = {"files/44_target_decimal_comma.csv": _TOLD, "files/90_fractions.csv": _TOLD}
"""Expectations that are disputed, with the reason: each is kept in expect.json as it was written."""


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["file"])
def test_a_file_is_refused_told_or_read_in_silence_as_a_person_expects(run: Run, case: dict[str, Any]) -> None:
    code, out, err = run("fit", *FIT[str(case["file"])])
    found = "refused" if code else "told" if err else "silent"
    assert found in case.get("acceptable", [case["expect"]]), err
    assert bool(out) == (found != "refused")
    assert all(line.startswith("dtref: ") for line in err.splitlines())
    wanted = [text for text in case["must_mention"] if case["file"] not in MENTIONED_OTHERWISE or text != "line"]
    assert found == "silent" or all(text in err for text in wanted), err


@pytest.mark.parametrize("case", [c for c in REFUSED if c.get("lines")], ids=lambda case: case["file"])
def test_a_refusal_names_the_file_and_the_first_lines_that_are_at_fault(run: Run, case: dict[str, list[int]]) -> None:
    code, _, err = run("fit", *FIT[str(case["file"])])
    if code:
        place = re.match(r"dtref: (.*) lines? ([0-9, ]+)( …)?, column", err)
        assert place is not None, err
        assert place[1].endswith(str(case["file"]))
        assert [int(n) for n in place[2].split(", ")] == case["lines"][:3]
        assert bool(place[3]) == (len(case["lines"]) > 3)


def remedies(err: str) -> list[str]:
    """The options that a refusal names, the last one (calling the column nominal) left out."""
    options = err[err.index("what decides is ") + 16 : err.rindex(" (got ")]
    return shlex.split(options[: options.rindex(" or --nominal")].replace(" and --", " --"))


GAPS = [c for c in REFUSED if c["about"] == "gap"]


@pytest.mark.parametrize("case", GAPS, ids=lambda case: case["file"])
def test_what_a_refusal_of_gaps_says_to_declare_is_what_is_needed(run: Run, case: dict[str, Any]) -> None:
    words = FIT[str(case["file"])]
    code, _, err = run("fit", *words)
    if not code:
        return
    declared = [word for i, word in enumerate(words) if "--missing" not in (word, words[i - 1])]
    code, _, err = run("fit", *declared, *remedies(err), "--as", "c45")
    assert code == 0, err


@pytest.mark.parametrize("case", [c for c in REFUSED if c.get("column")], ids=lambda c: c["file"])
def test_a_refused_column_is_read_as_it_stands_where_it_is_called_nominal(run: Run, case: dict[str, str]) -> None:
    if case["about"] not in ("gap", "thousands", "currency", "percent", "unit", "sign", "infinity", "notation", "decimal"):
        return
    code, _, err = run("fit", *FIT[case["file"]])
    columns: list[Any] = []
    while code and "what decides is" in err and len(columns) < 3:
        columns += shlex.split(re.findall(r" or --nominal (.*?)(?:; so are .*)? \(got ", err)[-1])
        code, _, err = run("fit", *FIT[case["file"]], *(word for column in columns for word in ("--nominal", column)))
    assert code == 0, err


def test_the_same_is_told_in_json_and_by_every_command_that_reads_data(run: Run) -> None:
    words = FIT["files/105_car_doors.csv"]
    _, _, err = run("fit", *words)
    lines = [line.removeprefix("dtref: warning: ") for line in err.splitlines()]
    assert len(lines) == 1
    for command in (("fit",), ("forest", "--trees", "2"), ("explain", "data"), ("explain", "node")):
        code, out, again = run(*command, *words, "--json")
        assert (code, again, json.loads(out)["warnings"]) == (0, err, lines)
    _, out, _ = run("fit", *FIT["ordinary/63_four_texts_repeated.csv"], "--json")
    assert "warnings" not in json.loads(out)


def test_verify_tells_what_its_data_are_taken_for(run: Run, tmp_path: Path) -> None:
    words, model = FIT["files/105_car_doors.csv"], str(tmp_path / "m.json")
    _, _, err = run("fit", *words, "--save", model)
    code, out, again = run("verify", model, *words, "--json")
    assert (code, again, json.loads(out)["warnings"]) == (0, err, [err.strip().removeprefix("dtref: warning: ")])


def test_dropped_records_are_counted(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("x,z,y\n1,1,a\n?,2,b\n3,,b\n4,4,a\n5,5,b\n")
    code, out, err = run("fit", str(path), "--target", "y", "--missing-values", "drop", "--json")
    assert (code, err) == (0, f"dtref: warning: {path}: 2 of 5 records are dropped, as they miss a value\n")
    assert json.loads(out)["records"] == "3"


# the files that are at hand

TOLD = {
    ("anneal", "product-type"), ("anneal", "m"), ("anneal", "marvi"), ("anneal", "corr"), ("anneal", "jurofm"), ("anneal", "s"),
    ("auto_mpg", "mpg"), ("car", "doors"), ("car", "persons"), ("cpu", "class"), ("hypothyroid", "TBG measured"), ("hypothyroid", "TBG"),
    ("index", "name"), ("index", "classes"), ("mtcars", "mpg"), ("mushroom", "veil-type"), ("sick", "TBG measured"), ("sick", "TBG"),
    ("vowel", "Class"),
}  # fmt: skip
"""Constants, columns without a known cell, mixtures, ids, targets of numbers, classes that differ in case: seen by hand."""


@pytest.mark.parametrize("path", sorted(Path(FOLDER).glob("*.csv")) if FOLDER else [None], ids=lambda path: path.stem if path else "none")
def test_of_a_file_of_the_folder_is_told_what_is_odd_and_nothing_else(path: Path | None) -> None:
    if path is None:
        pytest.skip("DTREF_DATA names no folder of data sets")
    with path.open(encoding="utf-8", newline="") as lines:
        target = next(csv.reader(lines))[-1]
    found = {
        (path.stem, column) for text in told(lambda: dtref.read_csv(path, target=target)) for column in re.findall("column '(.*?)'", text)
    }
    assert found == {(name, column) for name, column in TOLD if name == path.stem}


GOLDEN = {
    "buys_computer": "buys_computer", "contact_lenses": "lenses", "iris": "species", "play_tennis": "play", "play_tennis_numeric": "play",
    "tan_default": "defaulted", "tan_roc": "class", "wdbc": "diagnosis", "wine": "cultivar", "cs6220_buys_computer": None,
    "cs6220_tenured": None,
}  # fmt: skip


@pytest.mark.parametrize("name", GOLDEN)
def test_golden_data_are_ordinary(name: str) -> None:
    path = ROOT / "golden" / "data" / f"{name}.csv"
    with path.open(encoding="utf-8", newline="") as lines:
        names = next(csv.reader(lines))
    wanted = GOLDEN[name]
    target = None if wanted is None else wanted if wanted in names else names[-1]
    assert told(lambda: dtref.read_csv(path, target=target)) == []


# the doors

NA = "x,y\n1,a\n2,b\nNA,a\n3,b\n"
ROWS: list[dict[str, Any]] = [{"x": 1, "y": "a"}, {"x": 2, "y": "b"}, {"x": "NA", "y": "a"}, {"x": 3, "y": "b"}]
REMEDY = "what decides is missing=['', '?', 'NA'] or nominal=['x'] (got 'NA')"


def test_every_door_refuses_a_gap_that_is_not_declared(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text(NA)
    asked = f"column 'x': expected numbers, as 3 of 4 cells are; {REMEDY}"
    for read in (lambda: dtref.read_csv(path, target="y"), lambda: dtref.csv_in_chunks(path, target="y", records=2)):
        assert refused(read) == f"{path} line 4, {asked}"
    assert refused(lambda: dtref.parse_csv(NA, "t", target="y")) == f"t line 4, {asked}"
    for read in (
        lambda: dtref.from_records(ROWS, target="y"),
        lambda: dtref.from_frame(pd.DataFrame(ROWS), target="y"),
        lambda: dtref.from_frame(pd.DataFrame(ROWS).astype(str), target="y"),
        lambda: dtref.from_arrays([[r["x"]] for r in ROWS], [r["y"] for r in ROWS], names=["x"], target="y"),
    ):
        assert refused(read) == f"record 3, {asked}"


def test_every_door_takes_what_is_declared() -> None:
    data = dtref.parse_csv(NA, target="y", missing=["NA"])
    assert [r.values[0] for r in data] == [Fraction(1), Fraction(2), dtref.MISSING, Fraction(3)]
    assert dtref.from_records(ROWS, target="y", missing=["NA"]).records == data.records
    nominal = dtref.from_frame(pd.DataFrame(ROWS), target="y", nominal=["x"])
    assert nominal.attributes == (dtref.Nominal("x", ("1", "2", "3", "NA")),)


def test_texts_that_all_look_like_numbers_are_told_in_python() -> None:
    rows = [{"x": str(i), "z": str(i % 2), "y": "ab"[i % 2]} for i in range(6)]
    (text,) = told(lambda: dtref.from_records(rows, target="y"))
    assert text == "records, column 'x': read as nominal, though all its 6 cells are texts that look like numbers (continuous=['x'])"
    assert told(lambda: dtref.from_records(rows, target="y", continuous=["x"])) == []


def test_a_warning_is_at_the_line_of_the_caller() -> None:
    with pytest.warns(DataWarning) as found:
        dtref.parse_csv("x,y\n1,a\n2,a\nlow,b\n", target="y")
    assert [w.filename for w in found] == [__file__]


def test_the_protocol_takes_every_table_as_its_schema_says() -> None:
    given: Any = {"header": ["x", "y"], "rows": [["1", "a"], ["2", "b"], ["NA", "a"], ["$4", "NA"]], "target": "y"}
    data = given_data(Given(given))
    assert data.attributes == (dtref.Nominal("x", ("$4", "1", "2", "NA")),)
    assert data.classes == ("NA", "a", "b")


# a few records say little


@pytest.mark.parametrize(
    "text",
    [
        "x,y\nann,a\nbob,b\ncy,a\n",
        "x,z,y\n1,5,a\n1,6,b\n1,7,a\n",
        "x,y\n1,0.5\n2,1.5\n3,2.5\n",
        "x,y\n?,a\n?,b\n",
        "y\na\n",
        "x,y\n-,a\n+,b\n",
    ],
)
def test_of_three_records_that_all_differ_or_are_alike_nothing_is_told(text: str) -> None:
    assert told(lambda: dtref.parse_csv(text, target="y")) == []


def test_many_columns_of_one_kind_are_told_together() -> None:
    names = [f"c{i}" for i in range(40)]
    text = ",".join((*names, "y")) + "\n" + "".join(",".join(("1",) * 40 + (y,)) + "\n" for y in "abab")
    found = told(lambda: dtref.parse_csv(text, "t", target="y"))
    assert len(found) == 6
    assert found[-1] == "t: like column 'c0' are 35 more: 'c5', 'c6', 'c7' …"


# decimal commas


def test_a_decimal_comma_that_is_declared_is_the_decimal_it_says(run: Run, tmp_path: Path) -> None:
    text = "Temperatur;Wach\n11,0;nein\n12,5;nein\n19,5;ja\n20,0;ja\n23,5;nein\n25,0;nein\n"
    data = dtref.parse_csv(text, target="Wach", delimiter=";", decimal=",")
    assert [r.values[0] for r in data] == [Fraction(11), Fraction(25, 2), Fraction(39, 2), Fraction(20), Fraction(47, 2), Fraction(25)]
    german, english = tmp_path / "de.csv", tmp_path / "en.csv"
    german.write_text(text)
    english.write_text(text.replace(",", ".").replace(";", ","))
    code, out, err = run("fit", str(german), "--target", "Wach", "--delimiter", ";", "--decimal", ",", "--save", str(tmp_path / "m.json"))
    assert (code, out, err) == run("fit", str(english), "--target", "Wach")
    assert "Temperatur <= 16" in out
    model = str(tmp_path / "m.json")
    assert run("predict", model, str(german), "--delimiter", ";", "--decimal", ",") == run(
        "predict", model, str(english), "--delimiter", ",", "--decimal", "."
    )


@pytest.mark.parametrize(
    ("text", "number"), [("1,5", "3/2"), ("-,5", "-1/2"), ("2,", "2"), ("1,5e3", "1500"), ("7", "7"), ("+0,25", "1/4")]
)
def test_numerals_with_a_comma(text: str, number: str) -> None:
    rows = [{"x": text, "y": "a"}, {"x": "3,25", "y": "b"}]
    for data in (
        dtref.parse_csv(f'x,y\n"{text}",a\n"3,25",b\n', target="y", decimal=","),
        dtref.from_records(rows, target="y", continuous=["x"], decimal=","),
    ):
        assert [r.values[0] for r in data] == [Fraction(number), Fraction(13, 4)]


def test_a_schema_may_say_the_decimal_mark(tmp_path: Path) -> None:
    path = tmp_path / "de.csv"
    path.write_text("x;y\n1,5;a\n2,5;b\n")
    (tmp_path / "de.schema.json").write_text('{"target": "y", "decimal": ","}')
    assert [r.values[0] for r in dtref.read_csv(path, delimiter=";")] == [Fraction(3, 2), Fraction(5, 2)]
    (tmp_path / "de.schema.json").write_text('{"target": "y", "decimal": ";"}')
    assert "decimal: expected the decimal mark of the numbers, a point or a comma (got ';')" in refused(
        lambda: dtref.read_csv(path, delimiter=";")
    )


# delimiters


@pytest.mark.parametrize("delimiter", ["\t", "\\t", "tab"])
def test_a_tab_has_three_names(delimiter: str) -> None:
    assert len(dtref.parse_csv("x\ty\n1\ta\n2\tb\n", target="y", delimiter=delimiter).attributes) == 1


@pytest.mark.parametrize(("other", "said"), [(";", "';'"), ("\t", "tab"), ("|", "'|'")])
@pytest.mark.parametrize("door", ["read", "predict", "evaluate", "roc"])
def test_every_command_finds_the_delimiter_and_names_it_where_another_is_told(
    run: Run, tmp_path: Path, other: str, said: str, door: str
) -> None:
    separated = "tabs" if said == "tab" else said
    path, model = tmp_path / "t.csv", str(tmp_path / "m.json")
    path.write_text("x,y,score\n1,a,1\n2,b,2\n")
    run("fit", str(path), "--target", "y", "--save", model)
    path.write_text("x,y,score\n1,a,1\n2,b,2\n".replace(",", other))
    words = {
        "read": ("fit", str(path), "--target", "y"),
        "predict": ("predict", model, str(path)),
        "evaluate": ("evaluate", str(path), "--actual", "y", "--predicted", "y"),
        "roc": ("roc", str(path), "--score", "score", "--label", "y", "--positive", "a"),
    }
    # whose model was grown from the same records
    note = f"dtref: note: {model}: 2 of 2 records have the values of records that the model was trained on\n"
    trained = note if door == "predict" else ""
    code, out, err = run(*words[door])
    assert (code, err) == (0, f"dtref: note: {path}: cells are separated by {separated} (--delimiter {said})\n{trained}")
    code, _, err = run(*words[door], "--delimiter", ",")
    assert (code, f"--delimiter {said}" in err, f"{path} line 1: expected names separated by ','" in err) == (2, True, True)
    path.write_text("x,y,score\n1,a,1\n2,b,2\n")
    assert run(*words[door]) == (0, out, trained)


# names, and columns that are left out


def test_columns_are_named_by_the_text_of_their_names() -> None:
    frame = pd.DataFrame([[1, "a", 2, pd.Timestamp("2024-01-01")], [2, "b", 5, pd.NaT], [3, "a", 7, None]])
    data = dtref.from_frame(frame, target=1, ignore=[3], weights=2)
    assert data.attributes == (dtref.Continuous("0"),)
    assert (data.target, [r.weight for r in data]) == (dtref.Nominal("1", ("a", "b")), [2, 5, 7])
    nominal = dtref.from_frame(frame, target=1, ignore=(2, 3), nominal=[0])
    assert nominal == dtref.from_frame(frame, target="1", ignore=("2", "3"), nominal={0: ("1", "2", "3")})
    assert dtref.from_arrays([[1], [2]], [0, 1], target=7).target.name == "7"


def test_a_column_that_is_ignored_is_not_looked_at() -> None:
    rows = [{"since": pd.Timestamp("2024-01-01"), "x": i, "y": "ab"[i % 2]} for i in range(3)]
    for read in (dtref.from_records, lambda rows, **words: dtref.from_frame(pd.DataFrame(rows), **words)):
        assert read(rows, target="y", ignore=["since"]).attributes == (dtref.Continuous("x"),)
        assert "expected one of the columns 'since', 'x', 'y' (got 'class')" in refused(lambda read=read: read(rows, target="class"))  # type: ignore[misc]
        assert "(dates: ignore=['since'], continuous=['since'] for their days" in refused(lambda read=read: read(rows, target="y"))  # type: ignore[misc]
    assert dtref.from_arrays(pd.DataFrame(rows)[["since", "x"]], [0, 1, 0], ignore=["since"]).attributes == (dtref.Continuous("x"),)


def test_an_ignored_column_of_a_file_is_not_told_of() -> None:
    assert told(lambda: dtref.parse_csv("x,y,z\n1,a,1\nNA,b,2\n$3,a,4\n", target="y", ignore=["x"])) == []
