"""JSON text as Python values. Every failure is Invalid, and names the place."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal

from dtref.errors import Invalid
from dtref.spec.model.schemes import walk


def parse_json(text: str, name: str, number: Callable[[str], object] = float) -> object:
    """
    The value of JSON text. name: of the text, in messages. number: converts the digits of a number with a point or exponent.

    Errors: Invalid for text that isn't JSON (line, column), a key that comes twice, nesting too deep to read.

    >>> parse_json('{"a": ["1/3"]}', "x.json")
    {'a': ['1/3']}
    >>> parse_json('{"a": 1, "a": 2}', "x.json")
    Traceback (most recent call last):
    dtref.errors.Invalid: x.json: expected each key once (got 'a')
    >>> parse_json('{"nodes": [{"x": 1}, {"x": 1, "x": 2}]}', "x.json")
    Traceback (most recent call last):
    dtref.errors.Invalid: x.json, nodes, [1]: expected each key once (got 'x')
    """
    twice: list[tuple[dict[str, object], str]] = []

    def integer(digits: str) -> object:
        """An integer; as another number where it is too long for Python to read (dtref's formats hold no such numbers)."""
        return int(digits) if len(digits) < 4000 else (Decimal(digits) if number is Decimal else float(digits))

    try:
        value: object = json.loads(text, object_pairs_hook=lambda pairs: _object(pairs, twice), parse_int=integer, parse_float=number)
    except json.JSONDecodeError as problem:
        got = text[problem.pos : problem.pos + 20]
        raise Invalid(f"{name} line {problem.lineno}, column {problem.colno}", f"JSON ({problem.msg})", got) from None
    except RecursionError:
        raise Invalid(name, "JSON that is nested a few levels deep", "deeper nesting") from None
    for where, key in twice:
        raise Invalid(_place_of(where, value, name), "each key once", key)
    return value


def _object(pairs: Sequence[tuple[str, object]], twice: list[tuple[dict[str, object], str]]) -> dict[str, object]:
    """An object of JSON; adds it to `twice` where a key comes twice."""
    members = dict(pairs)
    if len(members) < len(pairs):
        keys = [key for key, _ in pairs]
        twice.extend((members, key) for i, key in enumerate(keys) if key in keys[:i])
    return members


def _place_of(target: object, value: object, name: str) -> str:
    """The place of an object in a value, as keys and positions; the name alone where a second key has replaced a part with it."""

    def parts_of(value_there: object, place: str) -> Iterator[tuple[object, str]]:
        if isinstance(value_there, dict):
            yield from ((part, f"{place}, {key}") for key, part in value_there.items())
        elif isinstance(value_there, list):
            yield from ((part, f"{place}, [{i}]") for i, part in enumerate(value_there))

    return next((place for value_there, place in walk(value, name, parts_of) if value_there is target), name)
