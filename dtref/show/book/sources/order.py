"""The order to read in: each package names its modules in its `READING_ORDER`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from dtref.show.book.sources.modules import Module


def reading_order(found: Sequence[Module]) -> tuple[Module, ...]:
    """
    Modules in the order to read them in, each package before what is in it.

    >>> root = Module("", True, "", (), {}, ("b", "a"))
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

    >>> parent("spec.split.impurity"), parent("spec.split")
    ('spec.split', 'spec')
    """
    return name.rpartition(".")[0]


def ordered(package: Module, inside: Sequence[Module]) -> list[str]:
    """
    The names of the modules in a package in its reading order, followed by those that it doesn't list.

    >>> inside = [Module("p.a", False, "", (), {}), Module("p.b", False, "", (), {}), Module("p._c", False, "", (), {})]
    >>> ordered(Module("p", True, "", (), {}, ("b", "a")), inside)
    ['p.b', 'p.a', 'p._c']
    """
    own = {one.name.rpartition(".")[2]: one.name for one in inside}
    return [own[name] for name in dict.fromkeys((*package.order, *own)) if name in own]
