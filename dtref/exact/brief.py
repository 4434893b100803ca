"""
Reprs of bounded length: the repr of a value that holds much has its first items, and the number of the others.

A class of attrs takes part by `__repr__ = brief_repr` in its body; where it holds little, that is the repr that attrs makes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from enum import Enum
from fractions import Fraction
from itertools import islice
from types import FunctionType

from attrs import Attribute, AttrsInstance, fields

from dtref.errors import said
from dtref.exact.decimals import exact_or_near

ITEMS = 20
"""The most items of a list, a tuple or a mapping that are all shown; of a longer one half as many."""

LONGEST = 300
"""The most characters of the repr of one part that is no list."""

LONGEST_LIST = 1200
"""The most characters of the repr of a part that is a list."""

LONGEST_REPR, LONGEST_SETTINGS = 1000, 4000
"""The most characters of a repr, and of the settings that stand in one: a repr is a few lines, which tell what it is."""


def brief_repr(value: AttrsInstance) -> str:
    """
    The repr of an instance of a class of attrs, in at most 1,000 characters: as attrs writes it, with long parts shortened.

    >>> from attrs import frozen
    >>> @frozen
    ... class Found:
    ...     rows: tuple[int, ...]
    ...     __repr__ = brief_repr
    >>> Found((1, 2)), len(repr(Found(tuple(range(10**6))))), repr(Found(tuple(range(10**6))))[-26:]
    (Found(rows=(1, 2)), 61, ' 8, 9, … and 999990 more))')
    """
    parts = ", ".join(f"{a.name}={brief(getattr(value, a.name))}" for a in fields(type(value)) if a.repr)
    return cut(f"{type(value).__qualname__.rsplit('>.', 1)[-1]}({parts})", LONGEST_REPR)


def brief(value: object) -> str:
    """
    The repr of a value, shortened.

    >>> brief("a" * 1000)[-22:], brief(Fraction(1, 3)), brief({"a": (1,)}), brief([])
    ("aa'… (1000 characters)", 'Fraction(1, 3)', "{'a': (1,)}", '[]')
    """
    match value:
        case tuple() if type(value) is tuple:
            return cut(f"({_items(map(brief, value), len(value))}{',' if len(value) == 1 else ''})")
        case list():
            return cut(f"[{_items(map(brief, value), len(value))}]")
        case frozenset() | set():
            return cut(f"{type(value).__name__}({{{_items(map(brief, value), len(value))}}})" if value else repr(value))
        case Mapping():
            pairs = (f"{brief(key)}: {brief(item)}" for key, item in value.items())
            return cut(f"{{{_items(pairs, len(value))}}}")
        case str() | bytes():
            return repr(value) if len(value) <= LONGEST else f"{value[: LONGEST // 2]!r}… ({len(value)} characters)"
        case int() | Fraction() if abs(value.numerator) >= 10**LONGEST or value.denominator >= 10**LONGEST:
            return f"<{exact_or_near(Fraction(value), 12)}>"
        case FunctionType():
            return value.__name__
        case _:
            return cut(without_addresses(said(value, repr)))


def changed_settings(value: AttrsInstance, *without: str) -> str:
    """
    The fields of an instance of a class of attrs that have other values than their defaults, each after a comma. without: fields to leave
    out.

    >>> from attrs import frozen
    >>> @frozen
    ... class Limits:
    ...     depth: int = 0
    ...     leaves: int = 1
    >>> changed_settings(Limits(2)), changed_settings(Limits())
    (', depth 2', '')
    """
    changed = [a.name for a in fields(type(value)) if a.name not in without and getattr(value, a.name) != _default(a)]
    return cut("".join(f", {name} {_setting(getattr(value, name))}" for name in changed), LONGEST_SETTINGS)


def _default(field: Attribute[object]) -> object:
    factory = getattr(field.default, "factory", None)
    return field.default if factory is None else factory()


def _setting(value: object) -> str:
    return str(value.value) if isinstance(value, Enum) else brief(value)


def _items(texts: Iterable[str], count: int) -> str:
    if count <= ITEMS:
        return ", ".join(texts)
    return f"{', '.join(islice(texts, ITEMS // 2))}, … and {count - ITEMS // 2} more"


def without_addresses(text: str) -> str:
    """
    A repr with functions by their names alone, and members of an enumeration without their values.

    >>> without_addresses(repr(without_addresses)), without_addresses("<Side.AT_MOST: '<='>")
    ('without_addresses', 'Side.AT_MOST')
    """
    text = re.sub(r"<function (?:[\w<>]+\.)*(\w+) at 0x[0-9a-f]+>", r"\1", text)
    text = re.sub(r"<(\w+\.[A-Z_0-9]+): '[^']*'>", r"\1", text)
    return re.sub(r"<([\w.]+) object at 0x[0-9a-f]+>", r"<\1>", text)


def cut(text: str, most: int = LONGEST_LIST) -> str:
    """
    The beginning of a text that is longer than it may be.

    >>> cut("abc", 3), cut("a" * 100, 30)
    ('abc', 'aaaaaaa… (100 characters)')
    """
    end = f"… ({len(text)} characters)"
    return text if len(text) <= most else text[: most - len(end) - 5] + end
