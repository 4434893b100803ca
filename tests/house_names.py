"""Names that two modules of dtref define, and the loops in it that walk by hand."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence

from attrs import frozen
from house_imports import DOOR, Checkout, bindings

SCHEMES = {"fold", "unfold"}
"""The module that defines these is where recursion on trees is written once; its own loops are no walks by hand."""

TREE_WORDS = {"Branch", "Leaf", "below", "branches", "children", "leaf"}
"""A loop whose body has one of these as a name, or as a part of one (`below_a`), is about trees."""


@frozen
class Homonym:
    """A public name that several modules define: what it is (`class`, `function` or `constant`), and where."""

    name: str
    kind: str
    modules: Sequence[str]


@frozen
class Loop:
    """A loop on a list of what is waiting: where, and whether its items are trees."""

    module: str
    line: int
    name: str
    of_trees: bool


def homonyms(house: Checkout) -> list[Homonym]:
    """
    The names with several places, those with the most first; not a verb that is a function in modules of one folder and nowhere else, and
    not what packages alone say of themselves, as the order to read them in: each of these is one meaning.
    """
    places: dict[str, dict[str, str]] = {}
    for module, tree in house.trees.items():
        if module.split(".")[0] == DOOR:
            for name, kind in defined(tree.body):
                places.setdefault(name, {})[module] = kind
    found = [
        Homonym(name, _kind(set(at.values())), sorted(at))
        for name, at in places.items()
        if len(at) > 1 and not (_siblings(at) or _packages(house, at))
    ]
    return sorted(found, key=lambda one: (-len(one.modules), one.kind, one.name))


def defined(body: Sequence[ast.stmt]) -> Iterator[tuple[str, str]]:
    """The public names that statements define, not import, each with its kind; type variables aside. A type alias counts as a class."""
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            kinds = {node.name: "class" if isinstance(node, ast.ClassDef) else "function"}
        elif isinstance(node, ast.If | ast.Try):
            kinds = dict(defined([*node.body, *node.orelse]))
        else:
            one = ast.Module([node], [])
            kinds = {name: "constant" if name.isupper() or name[0].islower() else "class" for name, v in bindings(one) if not _variable(v)}
        yield from ((name, kind) for name, kind in kinds.items() if not name.startswith("_"))


def _variable(value: ast.expr | None) -> bool:
    return isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in {"TypeVar", "ParamSpec", "TypeVarTuple"}


def _kind(kinds: set[str]) -> str:
    return next(kind for kind in ("class", "function", "constant") if kind in kinds)


def _siblings(places: dict[str, str]) -> bool:
    """Whether a name is a function everywhere, and everywhere in the same folder."""
    return set(places.values()) == {"function"} and len({module.rpartition(".")[0] for module in places}) == 1


def _packages(house: Checkout, places: Iterable[str]) -> bool:
    """Whether all places are packages."""
    return all(house.paths[module].name == "__init__.py" for module in places)


def loops(house: Checkout) -> list[Loop]:
    """The loops `while NAME:` of dtref that take items from the list of that name and put further ones on it, the schemes' own aside."""
    found: list[Loop] = []
    for module, tree in house.trees.items():
        if module.split(".")[0] == DOOR and not {name for name, _ in defined(tree.body)} >= SCHEMES:
            whiles = [node for node in ast.walk(tree) if isinstance(node, ast.While)]
            named = [(node, node.test.id) for node in whiles if isinstance(node.test, ast.Name)]
            found += [_loop(module, node, name) for node, name in named if _waits(node, name)]
    return found


def _loop(module: str, node: ast.While, name: str) -> Loop:
    words = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
    words |= {part.attr for part in ast.walk(node) if isinstance(part, ast.Attribute)}
    return Loop(module, node.lineno, name, bool({part for word in words for part in word.split("_")} & TREE_WORDS))


def _waits(node: ast.While, name: str) -> bool:
    """Whether a loop's body pops from a list and pushes onto it, or puts what is below all its items in its place."""
    parts = [part for statement in node.body for part in ast.walk(statement)]
    called = {
        part.func.attr
        for part in parts
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute) and _is(part.func.value, name)
    }
    added = any(isinstance(part, ast.AugAssign) and _is(part.target, name) for part in parts)
    replaced = any(isinstance(part, ast.Assign) and any(_is(target, name) for target in part.targets) for part in parts)
    takes = called & {"pop", "popleft"}
    return replaced or bool(takes and (added or called & {"append", "extend", "appendleft", "extendleft", "insert", "push"}))


def _is(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name
