"""The meaning of names in a module: a definition of its own, or one that it imports from another module of dtref."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

Scope: TypeAlias = Mapping[str, str]
"""`module:name` of each name, without `dtref.`; `module` alone where the name is a module."""

OURS = "dtref."


def scope_of(tree: ast.Module, module: str) -> Scope:
    """
    The scope of a module that is named without `dtref.`.

    >>> scope_of(ast.parse("from dtref.spec.split.impurity import gini as g\\nx = 1"), "spec.split.own")
    {'g': 'spec.split.impurity:gini', 'x': 'spec.split.own:x'}
    """
    imported = {name: at for node in _statements(tree.body) if isinstance(node, ast.ImportFrom) for name, at in _imported(node)}
    own = {name: f"{module}:{name}" for node in tree.body for name in _bound(node)}
    return imported | own


def _statements(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """Statements, and those in them: an import may stand in a function."""
    for node in body:
        yield node
        yield from _statements(inside for part in ("body", "orelse") for inside in getattr(node, part, ()) if isinstance(inside, ast.stmt))


def _imported(node: ast.ImportFrom) -> Iterator[tuple[str, str]]:
    if node.module == "dtref":
        yield from ((alias.asname or alias.name, alias.name) for alias in node.names)
    elif node.module and node.module.startswith(OURS):
        yield from ((alias.asname or alias.name, f"{node.module.removeprefix(OURS)}:{alias.name}") for alias in node.names)


def _bound(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.Assign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        yield from (name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name))


def uses(node: ast.stmt, scope: Scope) -> Iterator[str]:
    """
    The definitions of dtref that a definition names, in order of its text; without names that are its own parameters or variables.

    >>> list(uses(ast.parse("def f(x): return g(x, len)").body[0], {"g": "spec.split.impurity:gini"}))
    ['spec.split.impurity:gini']
    >>> list(uses(ast.parse("def f(g): return g").body[0], {"g": "spec.split.impurity:gini"}))
    []
    """
    inside = list(ast.walk(node))
    names = [part for part in inside if isinstance(part, ast.Name) and part.id in scope]
    stored = {part.id for part in names if isinstance(part.ctx, ast.Store)} if isinstance(node, ast.FunctionDef | ast.ClassDef) else set()
    hidden = stored | {part.arg for part in inside if isinstance(part, ast.arg)}
    mentions = sorted((part.lineno, part.col_offset, scope[part.id]) for part in names if part.id not in hidden)
    return (at for _, _, at in mentions)
