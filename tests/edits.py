"""
Every single-field edit of a JSON document: each part dropped, doubled, moved out of range, or of another type.

`edits` gives texts rather than documents, as a key that stands twice in an object can only be written as text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, TypeAlias, cast

from attrs import frozen

Json: TypeAlias = "str | int | float | bool | list[Json] | dict[str, Json] | None"
Path: TypeAlias = tuple[str | int, ...]


@frozen
class Edit:
    """An edit: of which part, what was done to it, and the text of the document afterwards."""

    path: Path
    what: str
    text: str

    @property
    def field(self) -> str:
        """The last name on the path."""
        return next(step for step in reversed(self.path) if isinstance(step, str))


def edits(document: Json) -> Iterator[Edit]:
    """Every edit of every part, the outermost first."""
    for path, part in parts(document, ()):
        if not path:
            continue
        for what, changed in _changed(part):
            yield Edit(path, what, json.dumps(_with(document, path, changed)))
        yield Edit(path, "dropped", json.dumps(_without(document, path)))
        yield Edit(path, "doubled", _doubled(document, path, part))


def parts(document: Json, path: Path) -> Iterator[tuple[Path, Json]]:
    yield path, document
    below = document.items() if isinstance(document, dict) else enumerate(document) if isinstance(document, list) else ()
    for key, part in below:
        yield from parts(part, (*path, key))


def _changed(part: Json) -> Iterator[tuple[str, Json]]:
    """Values in a part's place: of its type, out of range; of another type."""
    match part:
        case bool():
            yield from (("the other one", not part), ("another type", "yes"), ("a number", 7))
        case int() | float():
            yield from (("negated", -1 - part), ("one more", part + 1), ("a billion", 10**9), ("a half more", part + 0.5))
            yield from (("not finite", float("nan")), ("too large", 10**400), ("another type", str(part)), ("true", True))
        case str() if re.fullmatch(r"-?(0x)?[0-9].*", part):
            yield from (("a number that isn't", part + "x"), ("negated", part[1:] if part.startswith("-") else f"-{part}"))
            yield from (("one", "0x1p+0" if "0x" in part else "1"), ("a billion", "0x1p+30" if "0x" in part else "1000000000"))
            yield from (("a half", "0x1p-1" if "0x" in part else "0.5"), ("not finite", "nan"), ("another type", 3))
        case str():
            yield from (("another text", part + "?"), ("empty", ""), ("another type", 3))
        case list():
            yield from (("empty", []), ("another type", {}))
        case dict():
            yield from (("empty", {}), ("another type", []))
    yield "null", None


def _with(document: Json, path: Path, value: Json) -> Json:
    """The document with another value there; its own parts are shared, not copied."""
    if not path:
        return value
    key, *rest = path
    match document:
        case dict():
            return {**document, str(key): _with(document[str(key)], tuple(rest), value)}
        case list():
            return [_with(part, tuple(rest), value) if i == key else part for i, part in enumerate(document)]
    raise AssertionError("a path leads through containers")


def _without(document: Json, path: Path) -> Json:
    *above, key = path
    inside = at(document, tuple(above))
    kept: Json
    if isinstance(inside, dict):
        kept = {name: part for name, part in inside.items() if name != key}
    else:
        assert isinstance(inside, list)
        kept = [part for i, part in enumerate(inside) if i != key]
    return _with(document, tuple(above), kept)


def _doubled(document: Json, path: Path, part: Json) -> str:
    """An entry of an array twice; a key of an object twice, with the same value."""
    *above, key = path
    inside = at(document, tuple(above))
    if isinstance(inside, list):
        assert isinstance(key, int)
        return json.dumps(_with(document, tuple(above), [*inside[: key + 1], *inside[key:]]))
    marked = json.dumps(_with(document, path, "here and twice"))
    once = json.dumps(part)
    return marked.replace('"here and twice"', f"{once}, {json.dumps(key)}: {once}")


def at(document: Json, path: Path) -> Json:
    """The part that a path leads to."""
    part: Any = document
    for key in path:
        part = part[key]
    return cast(Json, part)
