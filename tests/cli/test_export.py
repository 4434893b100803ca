"""The command export: each target from a model file, to standard output or a file; what is refused, in a line."""

from __future__ import annotations

import json
import sqlite3
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from cli.run import Run

import dtref
from dtref.io.export.doubles import Doubles
from dtref.io.export.targets import TARGETS
from dtref.spec.model.attributes import Width
from dtref.spec.model.tests import Threshold
from dtref.spec.model.trees import Gap

PLAY = "golden/data/play_tennis.csv"
IRIS = "golden/data/iris.csv"


@pytest.fixture
def iris(run: Run, tmp_path: Path) -> str:
    path = str(tmp_path / "iris.json")
    assert run("fit", IRIS, "--target", "species", "--max-depth", "2", "--save", path)[0] == 0
    return path


def test_sql_is_one_expression_with_its_question_and_counts(run: Run, iris: str) -> None:
    code, text, errors = run("export", iris, "--to", "sql")
    assert (code, errors) == (0, "")
    assert (
        "\n".join(line for line in text.splitlines() if not line.startswith("--"))
        == """\
CASE
    WHEN "petal_length" <= 2.45e0 THEN  -- petal_length <= 2.45
        'setosa'  -- (setosa 50, versicolor 0, virginica 0)
    WHEN "petal_length" > 2.45e0 THEN CASE  -- petal_length > 2.45: (setosa 0, versicolor 50, virginica 50)
        WHEN "petal_width" <= 1.75e0 THEN  -- petal_width <= 1.75
            'versicolor'  -- (setosa 0, versicolor 49, virginica 5)
        WHEN "petal_width" > 1.75e0 THEN  -- petal_width > 1.75
            'virginica'  -- (setosa 0, versicolor 1, virginica 45)
    END
END"""
    )
    with sqlite3.connect(":memory:") as connection:
        connection.execute("CREATE TABLE flowers (petal_length REAL, petal_width REAL)")
        connection.execute("INSERT INTO flowers VALUES (1.4, 0.2), (4.7, 1.4), (6.0, 2.5), (NULL, 1)")
        rows = connection.execute(f"SELECT {text} FROM flowers").fetchall()
    assert rows == [("setosa",), ("versicolor",), ("virginica",), (None,)]


def test_what_a_double_means_is_an_option(run: Run, iris: str) -> None:
    text = run("export", iris, "--to", "python", "--doubles", "exact")[1]
    assert "    if petal_length <= 2.4499999999999997:  # petal_length <= 2.45\n" in text
    assert "as a CSV file has, export with doubles decimal: 1 of 2 comparisons is another there." in text
    text = run("export", iris, "--to", "python")[1]
    assert "    if petal_length <= 2.45:  # petal_length <= 2.45\n" in text
    assert "# Numbers are doubles, each the shortest decimal that is read as it." in text


def test_a_model_of_doubles_means_doubles(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "m.json"
    x, y = dtref.Continuous("x", Width.FLOAT64), dtref.Nominal("y", ("a", "b"))
    low, high = (dtref.Leaf((("a", Fraction(a)), ("b", Fraction(1 - a))), ("ba"[a],)) for a in (1, 0))
    test = Threshold(x, Fraction(0), Fraction(1), Fraction(1, 10))
    root = dtref.Branch((("a", Fraction(1)), ("b", Fraction(1))), ("a", "b"), test, (test,), (low, high), Gap.REFUSE)
    dtref.save_model(dtref.Model((x,), y, "CART", root), path)
    assert run("export", str(path), "--to", "python")[1] == dtref.export(dtref.read_model(path), "python", Doubles.EXACT)
    assert run("export", str(path), "--to", "python")[1] != dtref.export(dtref.read_model(path), "python", Doubles.DECIMAL)


def test_code_for_decimal_text_predicts_the_rows_of_the_csv_file(run: Run, tmp_path: Path) -> None:
    data, path = tmp_path / "t.csv", str(tmp_path / "m.json")
    # cuts at 4.975 and 5.075: of these decimals the double is on either side
    data.write_text("x,y\n4.9,a\n5,b\n4.95,a\n5.15,c\n", "utf-8")
    assert run("fit", str(data), "--target", "y", "--as", "cart", "--save", path)[0] == 0
    text = run("export", path, "--to", "python")[1]
    space: dict[str, Any] = {}
    exec(text, space)
    rows = [4.9, 4.95, 4.975, 5.0, 5.075, 5.15]
    asked = tmp_path / "asked.csv"
    asked.write_text("x\n" + "".join(f"{x!r}\n" for x in rows), "utf-8")
    wanted = [line.split()[0] for line in run("predict", path, str(asked))[1].splitlines() if line.strip()]
    assert [space["predict_record"]({"x": x}) for x in rows] == wanted


@pytest.mark.parametrize("to", sorted(TARGETS.keys() - {"onnx"}))
def test_a_file_holds_what_is_printed(run: Run, iris: str, tmp_path: Path, to: str) -> None:
    out = tmp_path / "out"
    assert run("export", iris, "--to", to, "-o", str(out)) == (0, "", "")
    assert out.read_text("utf-8") == run("export", iris, "--to", to)[1]
    assert out.read_text("utf-8") == dtref.export(dtref.read_model(iris), to, Doubles.DECIMAL)


def test_json_is_a_model_that_dtref_reads(run: Run, iris: str, tmp_path: Path) -> None:
    out = str(tmp_path / "again.json")
    run("export", iris, "--to", "json", "-o", out)
    assert dtref.read_model(out) == dtref.read_model(iris)
    assert run("route-diff", iris, out)[0] == 0


def test_pmml_sends_every_double_where_the_model_does(run: Run, iris: str, tmp_path: Path) -> None:
    out = str(tmp_path / "iris.pmml")
    assert run("export", iris, "--to", "pmml", "--doubles", "exact", "-o", out) == (0, "", "")
    diff = json.loads(run("route-diff", iris, out, "--second-format", "pmml", "--json")[1])
    # a number that no double is becomes one, perhaps on the other side of the cut; of doubles none differs
    for difference in diff["differences"]:
        numbers = [Fraction(value) for value in difference["record"].values() if value != "?"]
        assert any(Fraction(float(x)) != x for x in numbers), difference
    assert int(diff["tried"]) > 2 * len(diff["differences"]) > 0


def test_values_are_not_for_scikit_learn(run: Run, tmp_path: Path) -> None:
    path = str(tmp_path / "play.json")
    run("fit", PLAY, "--target", "play", "--as", "id3", "--save", path)
    code, text, errors = run("export", path, "--to", "sklearn")
    assert (code, text) == (2, "")
    assert errors.startswith("dtref: attributes: expected a column of numbers, which scikit-learn needs")


def test_bytes_need_a_file_and_a_model_is_not_overwritten(run: Run, iris: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_bytes(*_: Any) -> bytes:
        return b"\x00"

    monkeypatch.setattr("dtref.cli.export.export", no_bytes)
    code, text, errors = run("export", iris, "--to", "onnx")
    assert (code, text) == (2, "")
    assert errors == "dtref: -o: expected a file, as --to onnx writes bytes (got 'none')\n"
    assert run("export", iris, "--to", "sql", "-o", iris)[0] == 2
