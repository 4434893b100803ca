"""A hash of code that comments, docstrings and layout leave as it is."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parents[2]

Shape = str | tuple["Shape", ...]


def files(name: str, root: Path = ROOT) -> tuple[Path, ...]:
    """The files of a module, or of all modules of a package."""
    place = root.joinpath(*name.split("."))
    found = (place.with_suffix(".py"),) if place.with_suffix(".py").is_file() else tuple(sorted(place.rglob("*.py")))
    if not found:
        raise FileNotFoundError(f"{name}: no module and no package")
    return found


def code_hash(names: Iterable[str], root: Path = ROOT) -> str:
    """What the modules and packages of these names do, in 16 digits: the same while only comments, docstrings and layout change."""
    paths = sorted({path for name in names for path in files(name, root)})
    listed = ", ".join(f"({path.relative_to(root).as_posix()!r}, {shape_text(path.read_text('utf-8'))})" for path in paths)
    return sha256(f"[{listed}]".encode()).hexdigest()[:16]


@cache
def shape_text(code: str) -> str:
    """The shape of a file as text. Many rows are about the same files: each is read once."""
    return repr(shape(ast.parse(code)))


def shape(value: object) -> Shape:
    """
    A syntax tree as nested tuples without positions and docstrings.

    What is empty is left out, as a newer Python may have more parts that are.
    """
    if isinstance(value, ast.AST):
        parts = ((name, part) for name, part in ast.iter_fields(value) if part not in (None, []))
        return type(value).__name__, *((name, shape(_without_docstring(value, name, part))) for name, part in parts)
    return tuple(map(shape, value)) if isinstance(value, list) else repr(value)


def _without_docstring(owner: ast.AST, name: str, part: object) -> object:
    if not isinstance(owner, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        return part
    if name == "body" and isinstance(part, list) and ast.get_docstring(owner, clean=False) is not None:
        return part[1:]
    return part
