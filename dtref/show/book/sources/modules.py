"""
dtref's own modules as text: the docstring and sources of each, and its definitions with their docstrings, facts and code.

Nothing is imported: facts are the values that stand in `defined(…)`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from inspect import cleandoc
from pathlib import Path
from typing import Any

from attrs import evolve, frozen
from toolz import groupby

from dtref.exact.definition import NO_FACTS, Citation, Definition
from dtref.io.files import read_text
from dtref.show.book.sources.scope import Scope, scope_of, uses

NOT_OURS = frozenset({"golden", "proofs"})
"""Folders that the wheel carries beside the packages."""


@frozen
class Defined:
    """
    A function, a class or a value at the top of a module.

    at: `module:name`, without `dtref.`. code: its text, without docstring and facts. uses: the definitions that it names, like `at`.
    """

    at: str
    kind: str
    doc: str
    code: str
    uses: tuple[str, ...]
    facts: Definition = NO_FACTS

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
    sources: tuple[Citation, ...] = ()


def modules(package: Path) -> Iterator[Module]:
    """
    Every module below the folder of a package, in order of names.

    >>> from dtref.spec import split
    >>> next(module for module in modules(Path(split.__file__).parent) if module.name == "impurity").definitions[0].at
    'impurity:Shares'
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
    facts: dict[str, Definition] = {}
    for node in tree.body:
        facts |= dict.fromkeys(_names(node), _facts(node, facts))
    definitions = tuple(
        evolve(_defined(f"{name}:{defined}", [i for _, i in places], tree, lines, scope), facts=facts[defined])
        for defined, places in statements.items()
        if defined not in _OF_MODULES
    )
    order, sources = (_listed(tree, named) for named in _OF_MODULES)
    return Module(name, package, ast.get_docstring(tree) or "", definitions, scope, order, sources)


_OF_MODULES = ("READING_ORDER", "__sources__")
"""The lists that say something of a package or a module."""


def _listed(tree: ast.Module, name: str) -> tuple[Any, ...]:
    """The list of that name; none where a module has no such list."""
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=other)], value=ast.Tuple() as value) if other == name:
                return tuple(ast.literal_eval(value))
    return ()


def _facts(node: ast.stmt, others: Mapping[str, Definition]) -> Definition:
    """The facts in a decorator, some of them those of another definition; of a value the `source` in the call that makes it."""
    match node:
        case ast.FunctionDef(decorator_list=decorators) | ast.ClassDef(decorator_list=decorators):
            calls = [d for d in decorators if _is_facts(d)]
            keywords = [keyword for call in calls if isinstance(call, ast.Call) for keyword in call.keywords]
            facts = {str(k.arg): _fact(str(k.arg), k.value, others) for k in keywords if not isinstance(k.value, ast.Lambda)}
            return Definition(**facts)
        case ast.Assign(value=ast.Call(keywords=keywords)) | ast.AnnAssign(value=ast.Call(keywords=keywords)):
            return Definition(
                sources=tuple(str(k.value.value) for k in keywords if k.arg == "source" and isinstance(k.value, ast.Constant))
            )
        case _:
            return NO_FACTS


def _is_facts(decorator: ast.expr) -> bool:
    return isinstance(decorator, ast.Call) and isinstance(decorator.func, ast.Name) and decorator.func.id == "defined"


def _fact(name: str, value: ast.expr, others: Mapping[str, Definition]) -> Any:
    return getattr(others[value.id], name) if isinstance(value, ast.Name) else ast.literal_eval(value)


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
    """The lines of a definition, without its docstring and facts, and without its decorators where these are not wanted."""
    start = _start(node) if decorated else node.lineno
    # The facts are left out, and the docstring with the blank line after it.
    facts = [d for d in node.decorator_list if _is_facts(d)] if isinstance(node, ast.FunctionDef | ast.ClassDef) else []
    dropped = {n for d in facts for n in range(d.lineno, (d.end_lineno or d.lineno) + 1)}
    if _doc(node) and isinstance(node, ast.FunctionDef | ast.ClassDef):
        docstring, *rest = node.body
        end = docstring.end_lineno or docstring.lineno
        blank = [n for n in range(end + 1, _start(rest[0]) if rest else end + 1) if not lines[n - 1].strip()]
        dropped |= {*range(docstring.lineno, 1 + (end if blank[:1] != [end + 1] else blank[0]))}
    return [lines[n - 1] for n in range(start, (node.end_lineno or start) + 1) if n not in dropped]


def _start(node: ast.stmt) -> int:
    """The line of its first decorator, or its own."""
    decorators = node.decorator_list if isinstance(node, ast.FunctionDef | ast.ClassDef) else []
    return min([node.lineno, *(decorator.lineno for decorator in decorators)])
