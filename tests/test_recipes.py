"""
The recipes of CONTRIBUTING.md are whole: one of each is added to a copy of the repository, in the files that its table names and no others.

With all of them there, their tests pass. Without a definition, a vector, a twin, a test fails and says what is missing.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Collection, Mapping
from pathlib import Path

import pytest
from attrs import frozen
from many import one_in
from recipes import criterion, export_target, foreign_format, metric, operation, pruning_rule, stopping_rule, theorem, tie_rule
from recipes.additions import Addition, Edit, Part, Recipe, recipes

ROOT = Path(__file__).parent.parent
RECIPES = recipes((ROOT / "CONTRIBUTING.md").read_text("utf-8"))
ADDITIONS: tuple[Addition, ...] = tuple(
    module.ADDITION
    for module in (criterion, pruning_rule, stopping_rule, tie_rule, metric, foreign_format, export_target, operation, theorem)
)
WANTED = {"a criterion": 5, "a pruning rule": 6, "a stopping rule": 5, "a metric": 4, "a foreign format": 3, "a target of exports": 5}
"""The most files that a recipe may take."""


def test_every_recipe_is_tried() -> None:
    assert RECIPES.keys() == {one.recipe for one in ADDITIONS}


def test_no_recipe_takes_more_files_than_are_wanted() -> None:
    most = {name.removeprefix("How to add "): recipe.most for name, recipe in RECIPES.items()}
    assert {name: n for name, n in most.items() if n > WANTED.get(name, 6)} == {}


@pytest.mark.parametrize("addition", ADDITIONS, ids=lambda one: one.recipe.removeprefix("How to add "))
def test_an_addition_touches_the_files_of_its_recipe_and_no_others(addition: Addition) -> None:
    assert RECIPES[addition.recipe].complaints(addition.files()) == [], f"CONTRIBUTING.md, {addition.recipe}"


@frozen
class Copy:
    """A copy of what the tests of additions need, and the state of each of its files as it was made."""

    root: Path
    files: Mapping[Path, tuple[int, int]]

    def fresh(self) -> Path:
        """The copy as it was made: files that were changed are copied again, new ones are deleted. What Python has compiled stays."""
        for path in files_below(self.root):
            if path not in self.files:
                path.unlink()
            elif state(path) != self.files[path]:
                shutil.copy2(ROOT / path.relative_to(self.root), path)
        return self.root


def copied(folder: Path) -> Copy:
    """A copy of the repository in a new folder."""
    left_out = shutil.ignore_patterns("peers", "fitted", "browser", "bench", "departures", "harnesses")
    for name in COPIED:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("jars") if name == "tests" else left_out)
    for file in ("pyproject.toml", "CONTRIBUTING.md", "README.md"):
        shutil.copy2(ROOT / file, folder / file)
    return Copy(folder, {path: state(path) for path in files_below(folder)})


COPIED = ("dtref", "golden", "proofs", "tests")


def files_below(folder: Path) -> list[Path]:
    """The files of a copy, without what Python has compiled, and what tools have put beside."""
    every = [*folder.glob("*.*"), *(path for name in COPIED for path in (folder / name).rglob("*"))]
    return [path for path in every if path.is_file() and "__pycache__" not in path.parts]


def state(path: Path) -> tuple[int, int]:
    """What changes when a file is written."""
    return path.stat().st_mtime_ns, path.stat().st_size


def in_copy(root: Path, *command: str, codes: Collection[int] = (0,)) -> str:
    """What a Python command prints in a copy. codes: the exit codes that it may have."""
    compiled = {"PYTHONPYCACHEPREFIX": "", "PYTHONDONTWRITEBYTECODE": ""}  # beside the copied files, which are compiled once
    environment = {**os.environ, "PYTHONPATH": f"{root}{os.pathsep}{root / 'tests'}", **compiled}
    ran = subprocess.run([sys.executable, *command], cwd=root, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode in codes, f"{command}: {ran.stdout}{ran.stderr}"
    return ran.stdout


def failures(root: Path, *tests: str) -> dict[str, str]:
    """The tests that fail in a copy, each with all that is said in the run."""
    text = in_copy(root, "-m", "pytest", "-n0", "-q", "-p", "no:cacheprovider", "--tb=short", *dict.fromkeys(tests), codes=(0, 1))
    return dict.fromkeys(re.findall(r"^(?:FAILED|ERROR) (\S+?\.py\S*)", text, re.MULTILINE), text)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """One copy for all tests, as compiling its files takes as long as testing an addition."""
    return copied(tmp_path_factory.mktemp("recipes") / "copy")


@pytest.mark.long
def test_what_was_added_passes_its_tests(copy: Copy) -> None:
    root = copy.fresh()
    for addition in ADDITIONS:
        addition.apply(root)
    files = sorted({edit.path for addition in ADDITIONS for edit in addition.edits if edit.path.endswith(".py")})
    for tool in (("check",), ("format", "--check")):
        in_copy(root, "-m", "ruff", *tool, "--no-cache", *files)
    in_copy(root, "tests/readme_tables.py")
    missing = [row for addition in ADDITIONS for name, row in addition.rows if row not in (root / name).read_text("utf-8")]
    assert missing == [], "tests/readme_tables.py writes them"
    failed = failures(root, *(test for addition in ADDITIONS for test in addition.passes))
    assert not failed, "".join(set(failed.values()))


PARTS = [part for part in Part if any(part in one.without for one in ADDITIONS)]


@pytest.mark.parametrize("part", one_in(6, PARTS), ids=lambda part: part.value)
def test_without_a_part_a_test_fails_that_says_what_is_missing(copy: Copy, part: Part) -> None:
    root = copy.fresh()
    for addition in ADDITIONS:
        addition.apply(root, leave_out=part)
    wanted = [addition.without[part] for addition in ADDITIONS if part in addition.without]
    failed = failures(root, *(test for test, _ in wanted))
    assert failed.keys() == {test for test, _ in wanted}, failed
    assert [says for test, says in wanted if says not in failed[test]] == []


def test_a_recipe_names_the_files_of_its_table_but_what_is_only_for_some() -> None:
    table = "| file | what |\n| --- | --- |\n| `a/<x>.py` | it |\n| `b.py`, `c.pyi` | its name, only if |\n\n## Next\n"
    assert recipes(f"## How to add x\n\nAt most two files. {table}") == {"How to add x": Recipe(2, [("a/<x>.py",)])}
    with pytest.raises(ValueError, match=r"^CONTRIBUTING\.md, How to add x: begin with how many files"):
        recipes(f"## How to add x\n\nSome. {table}")
    recipe = Recipe(2, [("a/<x>.py",), ("e.py",)])
    assert recipe.complaints({"a/y.py", "e.py"}) == []
    assert recipe.complaints({"a/y/z.py", "a/d.py"}) == ["a/y/z.py is in no row", "no file of ('e.py',)"]
    assert recipe.complaints({"a/x.py", "a/d.py", "e.py"}) == ["3 files, not 2"]


def test_an_edit_in_front_of_what_is_not_there_once_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("x y x")
    for before in ("x", "z"):
        with pytest.raises(ValueError, match=r"^a: '.' is there . times"):
            Edit(Part.DEFINITION, "a", "w", before).apply(tmp_path)
    Edit(Part.DEFINITION, "a", "w", "y").apply(tmp_path)
    assert (tmp_path / "a").read_text() == "x wy x"
