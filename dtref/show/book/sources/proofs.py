"""The theorems, read from the text of `proofs` without running them: dtref does not know the proofs, the book shows them."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

from attrs import frozen

from dtref.errors import Invalid
from dtref.io.files import read_text
from dtref.show.book.sources.modules import code_lines
from dtref.show.book.sources.scope import Scope, scope_of

Trees = Mapping[str, ast.Module]


@frozen
class Theorem:
    """
    A theorem's own description; `proofs.theorem` explains the parts.

    runs: the definitions of dtref that its proof runs, as `module:name`. idea: the docstring of the proof. proof: its code.
    """

    file: str
    name: str
    says: str
    source: str
    runs: tuple[str, ...]
    reach: str
    method: str
    ends: str
    idea: str
    proof: str
    scope: Scope


def theorems(files: Mapping[str, str]) -> tuple[Theorem, ...]:
    """Every theorem of these files of proofs, file by file. Errors: Invalid where its description can't be read as text."""
    trees = {name: ast.parse(text) for name, text in files.items()}
    return tuple(theorem for name, tree in trees.items() for theorem in _theorems(name, tree, trees, files[name].splitlines()))


def proof_files(folder: Path) -> Mapping[str, str]:
    """The files of a folder of proofs, by name, in order of names."""
    return {path.stem: read_text(path) for path in sorted(folder.glob("*.py")) if path.stem != "__init__"}


def _theorems(file: str, tree: ast.Module, trees: Trees, lines: list[str]) -> Iterator[Theorem]:
    scope = scope_of(tree, f"proofs.{file}")
    for node in tree.body:
        for call in node.decorator_list if isinstance(node, ast.FunctionDef) else ():
            if isinstance(node, ast.FunctionDef) and isinstance(call, ast.Call) and ast.unparse(call.func) == "theorem":
                says, source, reach, method, ends = _description(call, file, trees)
                (run,) = (part.value for part in call.keywords if part.arg == "runs")
                runs = tuple(dict.fromkeys(_runs(run, file, trees, scope)))
                proof = "\n".join(code_lines(node, lines, decorated=False))
                yield Theorem(file, node.name, says, source, runs, reach, method, ends, ast.get_docstring(node) or "", proof, scope)


def _description(call: ast.Call, file: str, trees: Trees) -> tuple[str, str, str, str, str]:
    """The parts of a theorem in words: the statement, the source, the reach, the method, how it ends."""
    parts = {str(part.arg): part.value for part in call.keywords}
    says, source, reach = (_text(part, file, trees) for part in (call.args[0], parts["source"], parts["reach"]))
    return says, source, reach, _member(parts["method"], trees), _member(parts["ends"], trees) if "ends" in parts else "proved"


def _text(node: ast.expr, file: str, trees: Trees) -> str:
    """The text that an expression is: a literal, a name for one, or several put together."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _text(left, file, trees) + _text(right, file, trees)
        case ast.JoinedStr(values=parts):
            return "".join(_text(part, file, trees) for part in parts)
        case ast.FormattedValue(value=value):
            return _text(value, file, trees)
        case ast.Name(id=name):
            home, meaning = _meaning(name, file, trees)
            return _text(meaning, home, trees)
        case _:
            raise Invalid(f"proofs/{file}.py line {node.lineno}", "a text, or names of texts", ast.unparse(node))


def _meaning(name: str, file: str, trees: Trees) -> tuple[str, ast.expr]:
    """The file in which a name is given a value, and that value."""
    for node in trees[file].body:
        match node:
            case ast.Assign(targets=[ast.Name(id=own)], value=value) if own == name:
                return file, value
            case ast.Assign(targets=[ast.Tuple(elts=parts)], value=value) if name in map(ast.unparse, parts):
                return file, value.elts[[ast.unparse(part) for part in parts].index(name)] if isinstance(value, ast.Tuple) else value
            case ast.ImportFrom(module=str(module), names=aliases) if module.startswith("proofs."):
                for alias in aliases:
                    if (alias.asname or alias.name) == name:
                        return _meaning(alias.name, module.removeprefix("proofs."), trees)
    raise Invalid(f"proofs/{file}.py", "a name that is given a value", name)


def _member(node: ast.expr, trees: Trees) -> str:
    """The text of a member of an enumeration in `proofs.theorem`: Method.SQUARES is "sum of squares"."""
    kind, _, member = ast.unparse(node).partition(".")
    for statement in trees["theorem"].body:
        if isinstance(statement, ast.ClassDef) and statement.name == kind:
            for line in statement.body:
                if isinstance(line, ast.Assign) and ast.unparse(line.targets[0]) == member:
                    return _text(line.value, "theorem", trees)
    raise Invalid("proofs/theorem.py", f"a member of {kind}", member)


def _runs(node: ast.expr, file: str, trees: Trees, scope: Scope) -> Iterator[str]:
    """The definitions of dtref that an expression names, through names of the proofs."""
    for part in ast.walk(node):
        if isinstance(part, ast.Name) and part.id in scope:
            if not scope[part.id].startswith("proofs."):
                yield scope[part.id]
            else:
                yield from _runs(_meaning(part.id, file, trees)[1], file, trees, {n: at for n, at in scope.items() if n != part.id})
