"""The reading order of modules: each package names its own in its `READING_ORDER`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from toolz import groupby

from dtref.show.book.sources.modules import Module


def reading_order(modules: Sequence[Module]) -> tuple[Module, ...]:
    """
    Modules in the order to read them in, each package before what is in it.

    >>> root = Module("", True, "", (), {}, ("b", "a"))
    >>> [module.name for module in reading_order([Module("a", False, "", (), {}), root, Module("b", False, "", (), {})])]
    ['', 'b', 'a']
    """
    inside = groupby(lambda module: parent(module.name), (module for module in modules if module.name))
    return tuple(_from("", {module.name: module for module in modules}, inside))


def _from(name: str, by_name: Mapping[str, Module], inside: Mapping[str, Sequence[Module]]) -> Iterator[Module]:
    yield by_name[name]
    for inner in ordered(by_name[name], inside.get(name, ())):
        yield from _from(inner, by_name, inside)


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
    names = {module.name.rpartition(".")[2]: module.name for module in inside}
    return [names[name] for name in dict.fromkeys((*package.order, *names)) if name in names]
