"""dtref verify and dtref route-diff: exit codes, text and JSON; one clear line for what is wrong with the arguments."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from dtref.cli import app
from dtref.errors import Invalid
from dtref.oracle.golden.store import golden_folder

DATA = golden_folder() / "data"
FILES = Path(__file__).parents[1] / "io" / "foreign" / "files"


def run(*arguments: object) -> tuple[int, str]:
    result = CliRunner().invoke(app, list(map(str, arguments)))
    if isinstance(result.exception, Invalid):
        raise result.exception
    return result.exit_code, result.output


@pytest.fixture
def iris(tmp_path: Path) -> Path:
    path = tmp_path / "iris.json"
    assert run("fit", DATA / "iris.csv", "--target", "species", "--save", path)[0] == 0
    return path


IRIS = (DATA / "iris.csv", "--target", "species")


def test_a_right_tree(iris: Path) -> None:
    code, text = run("verify", iris, *IRIS)
    assert code == 0
    assert "17 nodes, 0 wrong" in text
    assert "       3  Tied" in text


def test_a_wrong_claim(iris: Path) -> None:
    code, text = run("verify", iris, *IRIS, "--max-depth", "2")
    assert code == 1
    assert "WRONG    it asks on; the algorithm stops: " in text
    code, text = run("verify", iris, *IRIS, "--max-depth", "2", "--json")
    told, _ = json.JSONDecoder().raw_decode(text[text.index("{") :])  # beside it is a warning that the claim is another
    assert code == 1
    assert int(told["wrong"]) == sum(any(v["verdict"] == "StoppedLate" for v in node["verdicts"]) for node in told["nodes"])


def test_a_tree_of_rpart() -> None:
    assert run("verify", FILES / "rpart-iris.json", *IRIS, "--format", "rpart", "--as", "cart")[0] == 0
    with pytest.raises(Invalid, match="a file with the settings of the model"):
        run("verify", FILES / "rpart-iris.json", *IRIS, "--format", "rpart")


def test_bad_arguments(iris: Path) -> None:
    with pytest.raises(Invalid, match=r"^iris\.json, tree: expected a number from 1 to 1 \(got 2\)$"):
        run("verify", iris, *IRIS, "--tree", "2")
    with pytest.raises(Invalid):
        run("verify", iris, *IRIS, "--format", "xgboost")
    with pytest.raises(Invalid):
        run("verify", iris.with_name("none.json"), *IRIS)
    assert run("verify", iris, *IRIS, "--format", "weka")[0] == 2


def test_the_file_that_is_at_fault_is_named(iris: Path, tmp_path: Path) -> None:
    lines = (DATA / "iris.csv").read_text(encoding="utf-8").splitlines()
    gap, other = tmp_path / "gap.csv", tmp_path / "other.csv"
    gap.write_text("\n".join([lines[0], "?" + lines[1].lstrip("0123456789."), *lines[2:]]), encoding="utf-8")
    other.write_text("\n".join([lines[0].replace("petal_length", "length"), *lines[1:]]), encoding="utf-8")
    with pytest.raises(Invalid, match=r"gap\.csv, record 1, sepal_length: expected a known value"):
        run("verify", iris, gap, "--target", "species")
    with pytest.raises(Invalid, match=r"iris\.json, columns: expected columns of the data"):
        run("verify", iris, other, "--target", "species")


def test_routes(iris: Path, tmp_path: Path) -> None:
    assert run("route-diff", iris, iris) == (0, "0 of 146 records at the borders differ\n")
    other = tmp_path / "other.json"
    run("fit", DATA / "iris.csv", "--target", "species", "--as", "rpart", "--save", other)
    code, text = run("route-diff", iris, other, "--show", "1")
    assert code == 1
    assert text.splitlines()[0].startswith("node 1, petal_length: the cut: petal_length = 2.45, ")
    code, text = run("route-diff", iris, other, "--json")
    told = json.loads(text)["differences"]
    assert len([one for one in told if "?" not in one["record"].values()]) == 50
    assert {one["first"]["stuck"] for one in told if "?" in one["record"].values()} == {"yes", "no"}  # only rpart's places missing values


@pytest.mark.parametrize(
    "options",
    [
        ("--as", "scikit-learn", "--set", "max_depth=1"),
        ("--as", "cart", "--max-depth", "1"),
        ("--as", "cart", "--criterion", "gain"),
        ("--as", "j48", "--set", "M=10"),
        ("--as", "reptree", "--set", "P"),
    ],
)
def test_a_model_grown_with_options_says_so_and_is_compared_with_them(tmp_path: Path, options: tuple[str, ...]) -> None:
    saved = tmp_path / "m.json"
    assert run("fit", *IRIS, *options, "--save", saved)[0] == 0
    for claim in ((), options):
        code, text = run("verify", saved, *IRIS, *claim)
        assert (code, "names its algorithm" in text) == (0, False)


def test_a_tie_rule_is_no_option_of_a_model(tmp_path: Path) -> None:
    saved = tmp_path / "m.json"
    run("fit", *IRIS, "--as", "cart", "--tie", "first", "--save", saved)
    assert json.loads(saved.read_text())["algorithm"] == "CART"
    assert run("verify", saved, *IRIS)[0] == 0


def test_a_model_that_names_its_algorithm_alone_may_have_had_options(tmp_path: Path) -> None:
    saved = tmp_path / "m.json"
    run("fit", *IRIS, "--as", "cart", "--max-depth", "1", "--save", saved)
    saved.write_text(json.dumps({key: value for key, value in json.loads(saved.read_text()).items() if key != "grown"}))
    code, text = run("verify", saved, *IRIS)
    assert (code, "the model names its algorithm, not its options" in text) == (1, True)


def test_pruning_asks_for_the_options_of_the_fit_where_the_model_lacks_them(tmp_path: Path) -> None:
    saved = tmp_path / "m.json"
    options = ("--as", "cart", "--max-depth", "2")
    run("fit", *IRIS, *options, "--save", saved)
    words = ("prune", saved, "--by", "cost-complexity", "--cross-validate", DATA / "iris.csv", "--folds", "2")
    assert run(*words) == run(*words, *options)
    named = {key: value for key, value in json.loads(saved.read_text()).items() if key != "grown"}
    saved.write_text(json.dumps(named | {"algorithm": "of someone's own"}))
    with pytest.raises(Invalid, match="--as: expected the name of an algorithm"):
        run(*words)
    assert run(*words, *options)[0] == 0
