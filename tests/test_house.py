"""The house itself: lint, format, types, layers, the public names, what `import dtref` loads."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import dtref

ROOT = Path(__file__).parent.parent


def run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "command",
    [
        ("ruff", "check", "."),
        ("ruff", "format", "--check", "."),
        ("lint-imports",),
    ],
    ids=" ".join,
)
def test_tool_finds_nothing(command: tuple[str, ...]) -> None:
    tool = Path(sys.executable).parent / command[0]
    found = run(str(tool), *command[1:])
    assert found.returncode == 0, found.stdout + found.stderr


UNTYPED = "from_scratch.md"
"""A page for readers who know little Python: its code has no types."""


def examples(folder: Path) -> Iterator[str]:
    """The Python of each document that imports dtref, as a file in a folder."""
    for document in ROOT.rglob("*.md"):
        place = document.relative_to(ROOT)
        code = "".join(re.findall(r"^```python\n(.*?)^```", document.read_text("utf-8"), re.DOTALL | re.MULTILINE))
        if "import dtref" in code and not {".venv", "node_modules"} & {*place.parts}:
            example = folder / f"{'_'.join(place.with_suffix('').parts)}.py"
            head = "# mypy: allow-untyped-defs, allow-untyped-calls, disable-error-code=var-annotated\n" if place.name == UNTYPED else ""
            example.write_text(head + code, "utf-8")
            yield str(example)


@pytest.mark.long
def test_mypy_finds_nothing_in_the_code_its_tests_and_the_examples_of_the_documents(tmp_path: Path) -> None:
    """One run, so that what is imported is read once."""
    files = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["mypy"]["files"]
    shown = list(examples(tmp_path))
    assert {Path(name).name for name in shown} >= {"README.py", "dtref_testing_README.py"}
    found = run(str(Path(sys.executable).parent / "mypy"), *files, *shown)
    assert found.returncode == 0, found.stdout + found.stderr


def test_no_file_of_the_library_is_long() -> None:
    lines = {path.relative_to(ROOT).as_posix(): path.read_text("utf-8").count("\n") for path in (ROOT / "dtref").rglob("*.py")}
    assert {name: n for name, n in lines.items() if n > 350} == {}


def test_public_names_are_the_names_that_type_checkers_see() -> None:
    module = ast.parse((ROOT / "dtref" / "__init__.pyi").read_text())
    imports = [n for n in ast.walk(module) if isinstance(n, ast.ImportFrom) and n.module and n.module.startswith("dtref.")]
    assert {(n.module, alias.name) for n in imports for alias in n.names} == {
        (f"dtref.{home}", name) for home, names in dtref.HOMES.items() for name in names.split()
    }


@pytest.mark.parametrize("name", dtref.__all__)
def test_public_name_can_be_loaded_and_is_documented(name: str) -> None:
    value = getattr(dtref, name)
    assert value is dtref.MISSING or isinstance(value, dtref.Policy) or value.__doc__


def test_import_dtref_is_light() -> None:
    loaded = run(
        sys.executable, "-c", "import dtref, sys; print(*sorted({'sympy', 'numpy', 'flint', 'cattrs', 'rich'} & set(sys.modules)))"
    )
    assert (loaded.returncode, loaded.stdout) == (0, "\n")


def test_import_dtref_takes_little_longer_than_an_empty_python() -> None:
    """Of a Python without site, which loads nothing of its own: what takes longer than a millisecond to load is not loaded."""
    program = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
import dtref
print(*sorted({{"typing", "re", "enum", "collections", "functools", "dis", "inspect", "attr", "fractions"}} & set(sys.modules)))
"""
    loaded = run(sys.executable, "-I", "-S", "-c", program)
    assert (loaded.returncode, loaded.stdout) == (0, "\n"), loaded.stderr


def test_an_exact_fit_needs_neither_sympy_nor_numpy() -> None:
    program = """
import dtref, sys
data = dtref.read_csv("golden/data/play_tennis.csv", target="play")
dtref.grow(data, dtref.ID3), dtref.grow(data, dtref.CART), str(dtref.explain(data, dtref.ID3))
print(*sorted({"sympy", "numpy"} & set(sys.modules)))
"""
    loaded = run(sys.executable, "-c", program)
    assert (loaded.returncode, loaded.stdout) == (0, "\n"), loaded.stderr


LISTED_BY_IMPORT = {"dtref/io/foreign": "formats"}
"""Packages whose READING_ORDER need not list what a module of theirs, which is a list, imports."""


def imported(module: Path) -> set[str]:
    """The modules, or packages, beside a module that it imports from."""
    beside = f"{'.'.join(module.parent.relative_to(ROOT).parts)}."
    names = (node.module or "" for node in ast.walk(ast.parse(module.read_text())) if isinstance(node, ast.ImportFrom))
    return {name.removeprefix(beside).split(".")[0] for name in names if name.startswith(beside)}


@pytest.mark.parametrize(
    "package",
    [d for d in (ROOT / "dtref").rglob("*") if (d / "__init__.py").exists()] + [ROOT / "dtref"],
    ids=lambda path: ".".join(path.relative_to(ROOT).parts),
)
def test_a_package_lists_each_of_its_modules_once_in_reading_order(package: Path) -> None:
    inside = {
        one.stem for one in package.iterdir() if (one.suffix == ".py" or (one / "__init__.py").exists()) and not one.stem.startswith("_")
    }
    (order,) = (
        ast.literal_eval(node.value)
        for node in ast.parse((package / "__init__.py").read_text()).body
        if isinstance(node, ast.Assign) and [ast.unparse(name) for name in node.targets] == ["READING_ORDER"]
    )
    assert len(order) == len(set(order))
    by_import = LISTED_BY_IMPORT.get(package.relative_to(ROOT).as_posix())
    readers = imported(package / f"{by_import}.py") if by_import else set()
    assert set(order) - inside == set()
    place = f"{package.relative_to(ROOT)}"
    assert inside - set(order) - readers == set(), f"READING_ORDER of {place}/__init__.py: add them" + (
        f"; or, of what is listed there, {place}/{by_import}.py" if by_import else ""
    )
