"""
The definitions of a file of dtref: functions, classes without their methods, methods, and what else stands at a module's level; each with
its shape (`code_hash`) and the names that it reads.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from attrs import evolve, frozen
from peers.code_hash import shape

Name = tuple[str, str]
"""A file, from the root of the repository, and a definition in it; "" for the statements there that define nothing."""
Function = ast.FunctionDef | ast.AsyncFunctionDef


@frozen(eq=False)
class Definition:
    """
    A definition: its shape, the names that it reads, as they are written (`x`, or `module.x`), and those that are called where it is
    made, as decorators are. runs: whether it is a function, whose body does nothing before it is called; unseen: whether a call may run
    nothing that a profiler sees, as the answer is kept, or the function is compiled.
    """

    shapes: tuple[str, ...]
    reads: frozenset[str]
    calls: frozenset[str]
    runs: bool
    unseen: bool


@frozen(eq=False)
class File:
    """The definitions of a file, and what each name that it imports stands for: a module and a name in it, or "" for the module."""

    definitions: Mapping[str, Definition]
    imports: Mapping[str, tuple[str, str]]


@cache
def definitions(path: Path) -> File:
    """The definitions of a file. Those of one name are one."""
    found, imports = defaultdict[str, list[Definition]](list), dict[str, tuple[str, str]]()
    tree = ast.parse(path.read_text("utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            imports.update({alias.asname or alias.name: (node.module, alias.name) for alias in node.names})
        if isinstance(node, ast.Import):
            imports.update({alias.asname: (alias.name, "") for alias in node.names if alias.asname is not None})
    compiled = "kernels" in path.parts
    for statement in tree.body:
        for name, definition in _of(statement, compiled):
            found[name].append(definition)
    return File({name: _one(parts) for name, parts in found.items()}, imports)


def _one(parts: Iterable[Definition]) -> Definition:
    first, *others = parts
    for other in others:
        shapes, reads, calls = (*first.shapes, *other.shapes), first.reads | other.reads, first.calls | other.calls
        first = evolve(first, shapes=shapes, reads=reads, calls=calls, runs=first.runs and other.runs)
    return first


def _of(statement: ast.stmt, compiled: bool) -> Iterator[tuple[str, Definition]]:
    """The definitions of a statement at a module's level, by name."""
    match statement:
        case ast.Import() | ast.ImportFrom() | ast.Expr(value=ast.Constant()):
            return
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            yield statement.name, _function(statement, compiled)
        case ast.ClassDef():
            methods = [part for part in statement.body if isinstance(part, Function)]
            rest = [part for part in statement.body if not isinstance(part, Function)]
            bare = ast.ClassDef(statement.name, statement.bases, statement.keywords, rest, statement.decorator_list)
            yield statement.name, _made(bare)
            yield from ((f"{statement.name}.{method.name}", _function(method, compiled)) for method in methods)
        case _:
            targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
            names = [node.id for target in targets if target is not None for node in ast.walk(target) if isinstance(node, ast.Name)]
            yield from ((name, _made(statement)) for name in (names if isinstance(statement, ast.Assign | ast.AnnAssign) else [""]))


def _function(node: Function, compiled: bool) -> Definition:
    defaults = (d for d in (*node.args.defaults, *node.args.kw_defaults) if d is not None)
    decorators = {name for decorator in node.decorator_list for name in _read(decorator)}
    calls = frozenset(decorators | {name for default in defaults for name in _called(default)})
    return Definition((repr(shape(node)),), _read(node), calls, True, compiled or bool(decorators & KEEPING))


KEEPING = {"cache", "lru_cache"}
"""Decorators by which an answer is kept."""


def _made(node: ast.stmt) -> Definition:
    decorators = {name for decorator in getattr(node, "decorator_list", ()) for name in _read(decorator)}
    return Definition((repr(shape(node)),), _read(node), _called(node) | decorators, False, False)


def _read(node: ast.AST) -> frozenset[str]:
    """The names in some code, but for those of types in annotations."""
    found, waiting = set[str](), [node]
    while waiting:
        part = waiting.pop()
        found.add(_written(part))
        waiting += (below for name, value in ast.iter_fields(part) if name not in ANNOTATIONS for below in _nodes(value))
    return frozenset(found - {""})


ANNOTATIONS = {"annotation", "returns"}


def _nodes(value: object) -> list[ast.AST]:
    return [part for part in (value if isinstance(value, list) else [value]) if isinstance(part, ast.AST)]


def _called(node: ast.AST) -> frozenset[str]:
    return frozenset(name for part in ast.walk(node) if isinstance(part, ast.Call) and (name := _written(part.func)))


def _written(node: ast.AST) -> str:
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=ast.Name(id=module), attr=name):
            return f"{module}.{name}"
    return ""


BY_NAME = {f"dtref/{name}.py" for name in ("__init__", "_homes", "_moved")}
"""Where public names are looked up, which decides nothing of what they do."""


@cache
def standing_for(name: str, file: str, root: Path) -> Name | None:
    """What a name that a file reads is defined as; None for what isn't of this repository, or of no module's level."""
    for _ in range(9):  # as far as names are imported on
        known = definitions(root / file)
        module, _, attribute = name.partition(".")
        if name in known.definitions:
            return None if file in BY_NAME else (file, name)
        if module not in known.imports:
            return None
        source, imported = known.imports[module]
        path = _path(f"{source}.{imported}" if imported else source, root)
        if path is not None and attribute:  # an attribute of a module
            file, name = path, attribute
            continue
        path = _path(source, root)
        if path is None:
            return None
        file, name = path, imported
    return None


def _path(module: str, root: Path) -> str | None:
    """The file of a module, from the root; None for one that isn't there."""
    place = root.joinpath(*module.split("."))
    found = next((p for p in (place.with_suffix(".py"), place / "__init__.py") if p.is_file()), None)
    return None if found is None else found.relative_to(root).as_posix()


def that_count(ran: Collection[Name], root: Path) -> set[Name]:
    """
    Everything that decides what functions do, beside what they call: the functions, the classes and values that they name and what these
    name, and whatever ran unseen: what is called where modules are made, decorators, functions whose answers are kept, compiled ones. Of
    what ran unseen the functions that it names count, too. A class counts without its methods, unless they ran.
    """
    counted, waiting = dict[Name, bool](), [(name, False) for name in ran]
    while waiting:
        (file, name), unseen = waiting.pop()
        known = definitions(root / file).definitions
        if name not in known or counted.get((file, name), False) or (not unseen and (file, name) in counted):
            continue
        counted[file, name] = unseen
        definition = known[name]
        for read in definition.reads | definition.calls:
            target = standing_for(read, file, root)
            if target is None:
                continue
            other = definitions(root / target[0]).definitions[target[1]]
            made = read in definition.calls  # where its module is made
            if not other.runs:
                waiting.append((target, False))
            elif unseen or other.unseen or made:
                waiting.append((target, True))
    return set(counted)
