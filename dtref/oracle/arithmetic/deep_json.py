"""JSON nested to any depth: its depth, its text, the beginning of its text. Nothing here recurses on Python's call stack."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice
from typing import TypeAlias, TypeVar

from dtref.spec.model.schemes import preorder

LEVELS = 800
"""The most levels of a question or an answer: about as many as Python's own reader allows. A level of a tree takes three."""


def parts_of(value: object) -> Sequence[object]:
    """
    The items of a JSON array or the values of an object; nothing for any other value.

    >>> parts_of(["a", []]), parts_of({"a": "b"}), parts_of("ab")
    (['a', []], ['b'], ())
    """
    match value:
        case list():
            return value
        case dict():
            return list(value.values())
        case _:
            return ()


def is_nested_deeper(value: object, levels: int = LEVELS) -> bool:
    """
    Whether arrays and objects in JSON are nested on more than `levels` levels.

    >>> [is_nested_deeper(value, 2) for value in ("a", [["a"], "b"], [{"a": []}])]
    [False, False, True]
    """
    level: list[object] = [value]
    for _ in range(levels + 1):
        level = [part for part in level if isinstance(part, list | dict)]
        if not level:
            return False
        level = list(chain.from_iterable(map(parts_of, level)))
    return True


def values_in(value: object, most: int | None = None) -> int:
    """
    The number of values in JSON: texts, numbers, arrays and objects at all depths. most: counting stops beyond it.

    >>> values_in(["a", {"b": "c"}]), values_in(["a"] * 100, 3)
    (4, 4)
    """
    return sum(1 for _ in islice(preorder(value, parts_of), None if most is None else most + 1))


Part = TypeVar("Part")

_Piece: TypeAlias = "str | tuple[object]"
"""A text as it is, or in a tuple a value that is still to be written."""


def pieces(value: object, *, ascii_only: bool = True) -> Iterator[str]:
    """
    The text of JSON, piece by piece, as `json.dumps` writes it. A value that isn't JSON is written as its `repr`.

    >>> "".join(pieces({"a": [1, {}, []], "b": None}))
    '{"a": [1, {}, []], "b": null}'
    """
    return texts(_opened(value, ascii_only), lambda piece: _opened(piece[0], ascii_only))


def texts(pieces: Iterator[str | Part], opened: Callable[[Part], Iterator[str | Part]]) -> Iterator[str]:
    """
    The texts in a sequence of texts and parts, each part opened only when its turn comes, so that little is held at a time.

    >>> list(texts(iter(("a", 2, "b")), lambda n: iter(("(", n - 1, ")") if n else ())))
    ['a', '(', '(', ')', ')', 'b']
    """
    open_parts = [pieces]
    while open_parts:
        piece = next(open_parts[-1], None)
        if piece is None:
            open_parts.pop()
        elif isinstance(piece, str):
            yield piece
        else:
            open_parts.append(opened(piece))


def _opened(value: object, ascii_only: bool) -> Iterator[_Piece]:
    """The text of a value, in which the parts that it holds are still to be written."""
    match value:
        case list():
            yield "["
            for i, part in enumerate(value):
                yield from (", ",) if i else ()
                yield (part,)
            yield "]"
        case dict():
            yield "{"
            for i, (key, part) in enumerate(value.items()):
                yield f"{', ' if i else ''}{json.dumps(key if isinstance(key, str) else str(key), ensure_ascii=ascii_only)}: "
                yield (part,)
            yield "}"
        case _:
            yield json.dumps(value, ensure_ascii=ascii_only, default=repr)


def beginning(value: object, most: int) -> str:
    """
    The text of JSON; where it is longer than `most` characters, its beginning with a note that it goes on.

    >>> beginning(["a"] * 3, 20), beginning(["a"] * 1000, 20)
    ('["a", "a", "a"]', '["a", "a", "a", "a",… (more than 20 characters)')
    """
    text = _written(pieces(value if not isinstance(value, str) else value[: most + 1]), most)
    return text if len(text) <= most else f"{text[:most]}… (more than {most} characters)"


def is_longer(value: object, most: int) -> bool:
    """
    Whether the text of JSON has more than `most` characters; decided without writing all of it.

    >>> is_longer(["a", "b"], 10), is_longer(["a", "b"], 9)
    (False, True)
    """
    return len(_written(pieces(value if not isinstance(value, str) else value[:most]), most)) > most


def json_if_short(value: object, most: int) -> str | None:
    """
    The text of JSON, with non-ASCII characters unescaped, if it has at most `most` characters; else None.

    >>> json_if_short({"größe": ["1"]}, 16), json_if_short({"größe": ["1"]}, 15)
    ('{"größe": ["1"]}', None)
    """
    text = json.dumps(value, ensure_ascii=False) if _of_texts(value) else _written(pieces(value, ascii_only=False), most)
    return text if len(text) <= most else None


def _of_texts(value: object) -> bool:
    """Whether it is an array or object of texts, most of JSON: Python's own writer writes it as `pieces` does, faster."""
    parts = (*value, *value.values()) if isinstance(value, dict) else value if isinstance(value, list) else (None,)
    return all(isinstance(part, str) for part in parts)


def _written(text: Iterator[str], most: int) -> str:
    """A text; where it is longer than `most` characters, the pieces up to the one that exceeds it."""
    pieces, length = [], 0
    for piece in text:
        pieces.append(piece)
        length += len(piece)
        if length > most:
            break
    return "".join(pieces)
