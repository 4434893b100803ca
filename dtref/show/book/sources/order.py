"""The order to read in, as the docstrings give it: a package names its modules, and a module what comes before it and next."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from dtref.show.book.sources.modules import Module


def reading_order(found: Sequence[Module]) -> tuple[Module, ...]:
    """
    Modules in the order to read them in, each package before what is in it.

    >>> root = Module("", True, "Reading order: b, a.", (), {})
    >>> [one.name for one in reading_order([Module("a", False, "", (), {}), root, Module("b", False, "", (), {})])]
    ['', 'b', 'a']
    """
    return tuple(_from("", {one.name: one for one in found}))


def _from(name: str, found: Mapping[str, Module]) -> Iterator[Module]:
    yield found[name]
    for one in ordered(found[name], [other for other in found.values() if other.name and parent(other.name) == name]):
        yield from _from(one, found)


def parent(name: str) -> str:
    """
    The package that a module is in.

    >>> parent("spec.split.impurity"), parent("split")
    ('split', '')
    """
    return name.rpartition(".")[0]


def ordered(package: Module, inside: Sequence[Module]) -> list[str]:
    """
    The names of the modules in a package: as its docstring names them; another one after the one before it, or before the next.

    >>> inside = [Module("p.a", False, "", (), {}), Module("p.b", False, "", (), {}), Module("p.c", False, "Next: `dtref.p.a`.", (), {})]
    >>> ordered(Module("p", True, "Reading order: b, a.", (), {}), inside)
    ['p.b', 'p.c', 'p.a']
    """
    told = re.findall(r"\w+", package.doc.partition("Reading order")[2] or package.doc)
    own = {one.name.rpartition(".")[2]: one for one in inside}
    placed = [own[word].name for word in dict.fromkeys(told) if word in own]
    waiting = {one.name: _neighbours(one, own) for one in inside if one.name not in placed}
    after = {nexts: name for name, (_, nexts) in ((one.name, _neighbours(one, own)) for one in inside) if nexts}
    while waiting:
        name = next((n for n, around in waiting.items() if _known(n, around, after, placed)), None)
        if name is None:  # the start of another thread
            name = next(
                (n for n, (before, _) in waiting.items() if before not in waiting and after.get(n) not in waiting), next(iter(waiting))
            )
            placed.append(name)
        else:
            before, following = waiting[name]
            at = next((placed.index(n) + 1 for n in (before, after.get(name)) if n in placed), None)
            placed.insert(placed.index(following) if at is None else at, name)
        del waiting[name]
    return placed


def _known(name: str, around: tuple[str, str], after: Mapping[str, str], placed: Sequence[str]) -> bool:
    return any(n in placed for n in (*around, after.get(name)))


def _neighbours(one: Module, own: Mapping[str, Module]) -> tuple[str, str]:
    """The modules of the same package that come before one and next, as its docstring says; "" where it says none."""
    names = {other.name for other in own.values()}
    said = (re.search(rf"{word}: `dtref\.([\w.]+)`", one.doc) for word in ("Before this", "Next"))
    before, following = (found[1] if found and found[1] in names else "" for found in said)
    return before, following
