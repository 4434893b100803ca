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
"""Folders that the wheel carries beside the packages."""


@frozen
class Defined:
    """
    A function, a class or a value at the top of a module.

    at: `module:name`, without `dtref.`. code: its text, without the docstring. uses: the definitions that it names, like `at`.
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
    """
    A module or a package by its name without `dtref.`.

    scope: the meaning of each name in it. order: the modules of a package in the order to read them in.
    """

    name: str
    package: bool
    doc: str
    definitions: tuple[Defined, ...]
    scope: Scope
    order: tuple[str, ...] = ()


def modules(package: Path) -> Iterator[Module]:
    """
    Every module below the folder of a package, in order of names.

    >>> import dtref
    >>> next(module for module in modules(Path(dtref.__file__).parent) if module.name == "spec.split.impurity").definitions[0].at
    'spec.split.impurity:Shares'
    """
    for path in sorted(package.rglob("*.py")):
        inside = path.relative_to(package).with_suffix("").parts
        if inside[0] not in NOT_OURS:
            name = inside[:-1] if inside[-1] == "__init__" else inside
            yield parsed(".".join(name), read_text(path), package=inside[-1] == "__init__")


def parsed(name: str, text: str, *, package: bool = False) -> Module:
    """
    A module by its name and its text.

    >>> half = parsed("exact.small", "def half(x):\\n    '''Half of x.'''\\n    return x / 2\\n").definitions[0]
    >>> half.doc, half.code
    ('Half of x.', 'def half(x):\\n    return x / 2')
    """
    tree, lines = ast.parse(text), text.splitlines()
    scope = scope_of(tree, name)
    statements = groupby(lambda pair: pair[0], ((defined, i) for i, node in enumerate(tree.body) for defined in _names(node)))
    definitions = tuple(
        _defined(f"{name}:{defined}", [i for _, i in places], tree, lines, scope)
        for defined, places in statements.items()
        if defined != "READING_ORDER"
    )
    return Module(name, package, ast.get_docstring(tree) or "", definitions, scope, _reading_order(tree))


def _reading_order(tree: ast.Module) -> tuple[str, ...]:
    """The names in a package's `READING_ORDER`; none where it has no such list."""
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id="READING_ORDER")], value=ast.Tuple(elts=names)):
                return tuple(str(name.value) for name in names if isinstance(name, ast.Constant))
    return ()


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
    """A definition from its statements, given by their places; a function with overloads has several."""
    nodes = [tree.body[i] for i in places]
    code = "\n\n".join("\n".join(code_lines(node, lines)) for node in nodes)
    doc = next(filter(None, map(_doc, nodes)), "") or _text_below(tree.body[places[-1] :])
    used = tuple(dict.fromkeys(name for node in nodes for name in uses(node, scope) if name != at))
    return Defined(at, _kind(nodes[0]), doc, code, used)


def _kind(node: ast.stmt) -> str:
    return "function" if isinstance(node, ast.FunctionDef) else "class" if isinstance(node, ast.ClassDef) else "value"


def _doc(node: ast.stmt) -> str:
    return (ast.get_docstring(node) or "") if isinstance(node, ast.FunctionDef | ast.ClassDef) else ""


def _text_below(body: list[ast.stmt]) -> str:
    """The text that stands below a value."""
    match body[:2]:
        case [ast.Assign() | ast.AnnAssign(), ast.Expr(value=ast.Constant(value=str(text)))]:
            return cleandoc(text)
        case _:
            return ""


def code_lines(node: ast.stmt, lines: Sequence[str], *, decorated: bool = True) -> list[str]:
    """The lines of a definition, without its docstring, and without its decorators where these are not wanted."""
    start = _start(node) if decorated else node.lineno
    # The docstring, and the blank line after it, are left out.
    dropped = range(0)
    if _doc(node) and isinstance(node, ast.FunctionDef | ast.ClassDef):
        docstring, *rest = node.body
        end = docstring.end_lineno or docstring.lineno
        blank = [n for n in range(end + 1, _start(rest[0]) if rest else end + 1) if not lines[n - 1].strip()]
        dropped = range(docstring.lineno, 1 + (end if blank[:1] != [end + 1] else blank[0]))
    return [lines[n - 1] for n in range(start, (node.end_lineno or start) + 1) if n not in dropped]


def _start(node: ast.stmt) -> int:
    """The line of its first decorator, or its own."""
    decorators = node.decorator_list if isinstance(node, ast.FunctionDef | ast.ClassDef) else []
    return min([node.lineno, *(decorator.lineno for decorator in decorators)])
