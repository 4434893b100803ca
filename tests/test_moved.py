"""Modules by the names that they had: the same module, a warning for code that imports it, none for a pickle."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from dtref._moved import MOVED, moved

ROOT = Path(__file__).parent.parent
SAVED = Path(__file__).parent / "io" / "written_by_0_1_0"


def run(program: str) -> tuple[str, str]:
    ran = subprocess.run([sys.executable, "-W", "always::DeprecationWarning", "-c", program], capture_output=True, text=True, check=True)
    return ran.stdout, ran.stderr


@pytest.mark.parametrize("old", MOVED)
def test_an_old_name_stands_for_a_module_that_exists(old: str) -> None:
    assert find_spec(f"dtref.{moved(old)}") is not None
    assert not list(ROOT.glob(f"dtref/{old.replace('.', '/')}.py")) + list(ROOT.glob(f"dtref/{old.replace('.', '/')}/*.py"))


@pytest.mark.parametrize(
    ("program", "told"),
    [
        ("from dtref.model.trees import Gap", "dtref.model.trees is dtref.spec.model.trees now"),
        ("import dtref.split.numeric.placement", "dtref.split.numeric.placement is dtref.spec.split.numeric.placement now"),
        ("from importlib import import_module\nimport_module('dtref.avc.sets')", "dtref.avc.sets is dtref.engines.from_counts.sets now"),
        ("import dtref\ndtref.report", "dtref.report is dtref.show now"),
    ],
)
def test_code_that_imports_by_an_old_name_is_warned(program: str, told: str) -> None:
    _, text = run(program)
    assert f"DeprecationWarning: {told}; the old name goes with dtref 1.0" in text


def test_the_old_name_is_the_same_module() -> None:
    said, _ = run("import dtref.model.trees as old, dtref.spec.model.trees as new\nprint(old is new, new.__spec__.name, new.__name__)")
    assert said == "True dtref.spec.model.trees dtref.spec.model.trees\n"


@pytest.mark.parametrize("saved", sorted(SAVED.glob("*.pickle")), ids=lambda path: path.stem)
def test_a_pickle_that_names_old_modules_loads_without_a_word(saved: Path) -> None:
    program = f"import pickle\nfrom pathlib import Path\nprint(type(pickle.loads(Path({str(saved)!r}).read_bytes())).__module__)"
    said, text = run(program)
    assert said.startswith("dtref.")
    assert text == ""


def test_a_name_that_nothing_ever_had_is_not_found() -> None:
    with pytest.raises(ModuleNotFoundError, match=r"No module named 'dtref\.modell'"):
        __import__("dtref.modell")
    assert moved("exact.logs") == ""
