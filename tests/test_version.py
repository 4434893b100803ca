"""The version stands in pyproject.toml; all that tells it tells that, and every report tells it with the settings and the seed."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

import dtref
from dtref.cli import app
from dtref.io import version as versions

ROOT = Path(__file__).parent.parent
WRITTEN = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
IRIS = [str(ROOT / "golden/data/iris.csv"), "--target", "species"]
DEFAULTED = [str(ROOT / "golden/data/tan_default.csv"), "--target", "defaulted"]
TWO_MODELS = str(ROOT / "golden/data/buys_computer_two_models.csv")
HARNESS = f"{sys.executable} {ROOT / 'tests/oracle/judge/harness_floats.py'}"


def output(*words: str) -> str:
    """What a command prints; a check may have failed."""
    result = CliRunner().invoke(app, words)
    assert result.exit_code in {0, 1}, result.output
    return result.stdout


def test_the_module_the_command_and_the_citation_tell_the_version_of_pyproject() -> None:
    assert dtref.__version__ == WRITTEN
    assert output("--version") == f"dtref {WRITTEN}\n"
    assert f"\nversion: {WRITTEN}\n" in (ROOT / "CITATION.cff").read_text()


def test_importing_dtref_does_not_look_for_the_version() -> None:
    found = "import sys, dtref; print({'importlib.metadata', 'tomllib', 'dtref.io.version'} & {*sys.modules})"
    assert subprocess.run([sys.executable, "-c", found], capture_output=True, text=True, check=True).stdout == "set()\n"


def test_python_m_dtref_is_the_command() -> None:
    command = [sys.executable, "-m", "dtref", "explain", "gini", "5", "1"]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == output("explain", "gini", "5", "1")


def test_beside_an_installed_package_the_pyproject_of_another_project_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "other"\nversion = "7.7.7"\n')
    monkeypatch.setattr(versions, "_installed", lambda: "1.2.3")
    assert versions.version(tmp_path / "dtref") == "1.2.3"


@pytest.mark.parametrize(
    ("words", "settings"),
    [
        (["fit", *DEFAULTED, "--as", "id3"], {"algorithm": "id3", "target": "defaulted", "tie": "first"}),
        (["forest", *DEFAULTED, "--trees", "2"], {"seed": "0", "trees": "2", "sampling": "bootstrap"}),
        (["explain", "data", *DEFAULTED], {"target": "defaulted"}),
        (["explain", "node", *DEFAULTED], {"target": "defaulted", "derived": "3"}),
        (["explain", "gini", "5", "1"], {"counts": ["5", "1"]}),
        (["evaluate", "--matrix", "6954,46;412,2588", "--classes", "yes,no", "--beta", "3"], {"beta": ["3"], "classes": "yes,no"}),
        (["roc", str(ROOT / "golden/data/tan_roc.csv"), "--score", "score", "--label", "class", "--positive", "+"], {"positive": "+"}),
        (["golden", "check", "--document", "cs422"], {"document": "cs422"}),
        (
            ["compare", "labels", TWO_MODELS, "--actual", "buys_computer", "--first", "student", "--second", "majority"],
            {"first": "student"},
        ),
    ],
    ids=" ".join,
)
def test_json_tells_the_version_the_command_and_the_settings(words: list[str], settings: dict[str, object]) -> None:
    made_by = json.loads(output(*words, "--json"))["dtref"]
    assert made_by["version"] == WRITTEN
    assert made_by["command"].startswith(f"dtref {words[0]}")
    assert settings.items() <= made_by["settings"].items()


def test_all_three_reports_of_the_judge_tell_the_version_the_program_and_the_seed(tmp_path: Path) -> None:
    junit, html = tmp_path / "report.xml", tmp_path / "report.html"
    told = output("judge", "--impl", HARNESS, "--only", "vectors-measures-02", "--junit", str(junit), "--html", str(html), "--json")
    made_by = json.loads(told)["dtref"]
    assert made_by == {
        "version": WRITTEN,
        "command": "dtref judge",
        "settings": {"impl": HARNESS, "only": ["vectors-measures-02"], "max_examples": "0", "seed": "0", "timeout": "10.0"},
    }
    properties = {one.get("name"): one.get("value") for one in ElementTree.parse(junit).iter("property")}
    assert properties["dtref"] == WRITTEN
    assert properties["settings.seed"] == "0"
    assert properties["settings.impl"] == HARNESS
    foot = html.read_text().partition("<footer")[2]
    assert f"dtref {WRITTEN}; command dtref judge; " in foot
    assert "seed = 0" in foot


def test_every_page_names_its_maker(tmp_path: Path) -> None:
    page = tmp_path / "iris.html"
    output("fit", *IRIS, "--html", str(page))
    for text in (page.read_text(), output("explain", "gini", "5", "1", "--format", "html"), dtref.tree_page(dtref.Leaf((), ()))):
        assert f'<meta name="generator" content="dtref {WRITTEN}">' in text
        assert f"Made by dtref {WRITTEN}" in text
    assert "target = species" in page.read_text()
