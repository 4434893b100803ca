"""dtref's own modules as text: the docstring of each, and its definitions with their docstrings and their code. Nothing is imported."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from inspect import cleandoc
from pathlib import Path

from attrs import frozen
from toolz import groupby

from dtref.io.files import read_text
from dtref.show.book.sources.scope import Scope, scope_of, uses

NOT_OURS = frozenset({"golden", "proofs"})
"""What the wheel carries beside the packages."""


@frozen
class Defined:
    """
    A function, a class or a value at the top of a module.

    at: `module:name`, without `dtref.`. code: what stands in the file, without the docstring. uses: what of dtref it names, in that form.
    """

    at: str
    kind: str
    doc: str
    code: str
    uses: tuple[str, ...]

    @property
    def name(self) -> str:
        """Its name in the module."""
        return self.at.partition(":")[2]

    @property
    def module(self) -> str:
        """The module that it is defined in."""
        return self.at.partition(":")[0]

    @property
    def public(self) -> bool:
        """Whether the name is meant for others."""
        return not self.name.startswith("_")


@frozen
class Module:
    """A module or a package by its name without `dtref.`; scope: what each name in it means."""

    name: str
    package: bool
    doc: str
    definitions: tuple[Defined, ...]
    scope: Scope


def modules(package: Path) -> Iterator[Module]:
    """
    Every module below the folder of a package, in order of names.

    >>> import dtref
    >>> next(one for one in modules(Path(dtref.__file__).parent) if one.name == "spec.split.impurity").definitions[0].at
    'spec.split.impurity:Shares'
    """
    for path in sorted(package.rglob("*.py")):
        inside = path.relative_to(package).with_suffix("").parts
        if inside[0] not in NOT_OURS:
            own = inside[:-1] if inside[-1] == "__init__" else inside
            yield parsed(".".join(own), read_text(path), package=inside[-1] == "__init__")


def parsed(name: str, text: str, *, package: bool = False) -> Module:
    """
    A module by its name and its text.

    >>> one = parsed("exact.small", "def half(x):\\n    '''Half of x.'''\\n    return x / 2\\n").definitions[0]
    >>> one.doc, one.code
    ('Half of x.', 'def half(x):\\n    return x / 2')
    """
    tree, lines = ast.parse(text), text.splitlines()
    scope = scope_of(tree, name)
    named = groupby(lambda found: found[0], ((own, i) for i, node in enumerate(tree.body) for own in _names(node)))
    definitions = tuple(_defined(f"{name}:{own}", [i for _, i in places], tree, lines, scope) for own, places in named.items())
    return Module(name, package, ast.get_docstring(tree) or "", definitions, scope)


def _names(node: ast.stmt) -> tuple[str, ...]:
    """The names that a statement defines."""
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return (name,)
        case ast.AnnAssign(target=ast.Name(id=name)):
            return (name,)
        case ast.Assign(targets=[ast.Name(id=name)]):
            return (name,)
        case ast.Assign(targets=[ast.Tuple(elts=parts)]):
            return tuple(part.id for part in parts if isinstance(part, ast.Name))
        case _:
            return ()


def _defined(at: str, places: list[int], tree: ast.Module, lines: list[str], scope: Scope) -> Defined:
    """A definition by where its statements are: more than one of a function with overloads."""
    nodes = [tree.body[i] for i in places]
    code = "\n\n".join("\n".join(code_lines(node, lines)) for node in nodes)
    doc = next(filter(None, map(_doc, nodes)), "") or _said_below(tree.body[places[-1] :])
    used = tuple(dict.fromkeys(one for node in nodes for one in uses(node, scope) if one != at))
    return Defined(at, _kind(nodes[0]), doc, code, used)


def _kind(node: ast.stmt) -> str:
    return "function" if isinstance(node, ast.FunctionDef) else "class" if isinstance(node, ast.ClassDef) else "value"


def _doc(node: ast.stmt) -> str:
    return (ast.get_docstring(node) or "") if isinstance(node, ast.FunctionDef | ast.ClassDef) else ""


def _said_below(body: list[ast.stmt]) -> str:
    """The text that stands below a value."""
    match body[:2]:
        case [ast.Assign() | ast.AnnAssign(), ast.Expr(value=ast.Constant(value=str(text)))]:
            return cleandoc(text)
        case _:
            return ""


def code_lines(node: ast.stmt, lines: Sequence[str], *, decorated: bool = True) -> list[str]:
    """The lines of a definition, without its docstring, and without its decorators where these are not wanted."""
    start = _start(node) if decorated else node.lineno
    dropped = range(0)
    if _doc(node) and isinstance(node, ast.FunctionDef | ast.ClassDef):
        told, *rest = node.body
        end = told.end_lineno or told.lineno
        blank = [n for n in range(end + 1, _start(rest[0]) if rest else end + 1) if not lines[n - 1].strip()]
        dropped = range(told.lineno, 1 + (end if blank[:1] != [end + 1] else blank[0]))
    return [lines[n - 1] for n in range(start, (node.end_lineno or start) + 1) if n not in dropped]


def _start(node: ast.stmt) -> int:
    """The line of its first decorator, or its own."""
    decorators = node.decorator_list if isinstance(node, ast.FunctionDef | ast.ClassDef) else []
    return min([node.lineno, *(one.lineno for one in decorators)])
