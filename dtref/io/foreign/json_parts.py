"""
Reads the JSON of other programs: objects, arrays, numbers by their text. Every failure is Invalid.

Columns are read strictly: a column has an entry for each node, an index is a whole number in range, and each entry is of the kind that is
wanted. Every error names the place: file, field, and the entry's position, which is the node's.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence, Set
from fractions import Fraction
from pathlib import Path
from typing import Self, TypeVar

from attrs import frozen

from dtref.errors import Invalid
from dtref.io.files import read_text
from dtref.spec.model.attributes import Width
from dtref.spec.model.labels import class_name, written
from dtref.spec.model.numerals import numeral
from dtref.spec.model.precision import rounded

Entry = TypeVar("Entry")

_WHOLE = re.compile(r"-?[0-9]{1,18}")


@frozen
class Numeral:
    """A number of JSON by its text."""

    text: str


@frozen
class Parts:
    """
    A value of JSON and its place. Errors of each method: Invalid where the value is of another kind, or absent.

    >>> Parts.of_text('{"cut": 2.50, "left": [1, 2]}', "x.json")["cut"].number()
    Fraction(5, 2)
    >>> Parts.of_text('{"left": [1, 2]}', "x.json").column("left", Parts.whole, 3)
    Traceback (most recent call last):
    dtref.errors.Invalid: x.json, left: expected 3 entries (got 2)
    """

    value: object
    where: str

    @classmethod
    def of_text(cls, text: str, name: str) -> Self:
        """The value of a text. Errors: Invalid for text that isn't JSON, has a key twice in one object, or is nested too deep to read."""
        try:
            value = json.loads(text, parse_float=Numeral, parse_int=Numeral, parse_constant=Numeral, object_pairs_hook=_object(name))
        except json.JSONDecodeError as problem:
            got = text[problem.pos : problem.pos + 20]
            raise Invalid(f"{name} line {problem.lineno}, column {problem.colno}", f"JSON ({problem.msg})", got) from None
        except RecursionError:
            raise Invalid(name, "JSON that is nested a few hundred levels deep at most", "deeper nesting") from None
        return cls(value, name)

    @classmethod
    def of_file(cls, path: Path) -> Self:
        """The value of a file. Errors: Invalid where it can't be read, or isn't JSON."""
        return cls.of_text(read_text(path), path.name)

    def __getitem__(self, key: str) -> Parts:
        """A part of an object."""
        if not isinstance(self.value, dict) or key not in self.value:
            raise Invalid(self.where, f"an object with {key!r}", shortened_json(self.value))
        return Parts(self.value[key], f"{self.where}, {key}")

    def __contains__(self, key: str) -> bool:
        """Whether an object has a part of that name."""
        return key in self.fields()

    def fields(self) -> Set[str]:
        """The names of an object's parts."""
        if not isinstance(self.value, dict):
            raise Invalid(self.where, "an object", shortened_json(self.value))
        return self.value.keys()

    def only(self, known: Iterable[str]) -> None:
        """Refuses an object with an unknown key, which might change the meaning of the others."""
        new = sorted({*self.fields()} - {*known})
        if new:
            raise Invalid(
                f"{self.where}, {new[0]}", "no field of that name: what it means is not known here", shortened_json(self[new[0]].value)
            )

    def items(self) -> Sequence[Parts]:
        """The parts of an array."""
        if not isinstance(self.value, list):
            raise Invalid(self.where, "an array", shortened_json(self.value))
        return [Parts(part, f"{self.where}[{i}]") for i, part in enumerate(self.value)]

    def column(self, key: str, read: Callable[[Parts], Entry], length: int | None = None) -> tuple[Entry, ...]:
        """A column of an object: an array with an entry of one kind for each row. length: the number of rows, if known."""
        cells = self[key].items()
        if length is not None and len(cells) != length:
            raise Invalid(self[key].where, f"{length} entries", len(cells))
        return tuple(read(cell) for cell in cells)

    def names(self, key: str) -> tuple[str, ...]:
        """A column of distinct texts."""
        texts = self.column(key, Parts.text)
        if len(set(texts)) < len(texts):
            raise Invalid(self[key].where, "distinct names", next(name for name in texts if texts.count(name) > 1))
        return texts

    def number(self) -> Fraction:
        """The value as a number, exactly as it is written."""
        if not isinstance(self.value, Numeral):
            raise Invalid(self.where, "a number", shortened_json(self.value))
        return _numeral(self.value.text, self.where)

    def quoted(self) -> Parts:
        """The part with the number in its text, as XGBoost writes its parameters."""
        return Parts(Numeral(self.text()), self.where)

    def float(self, width: Width) -> Fraction:
        """The value as a number, rounded to a float of this width."""
        x = self.number()
        try:
            return rounded(x, width)
        except Invalid as problem:
            raise Invalid(self.where, problem.wanted, shortened_json(self.value)) from None

    def whole(self) -> int:
        """The value as a whole number of at most 18 digits."""
        if isinstance(self.value, Numeral) and _WHOLE.fullmatch(self.value.text):
            return int(self.value.text)
        x = self.number()
        if x.denominator != 1 or abs(x) >= 10**18:
            raise Invalid(self.where, "a whole number of at most 18 digits", shortened_json(self.value))
        return int(x)

    def count(self) -> Fraction:
        """The value as a number of things: a whole number, 0 or more."""
        n = self.whole()
        if n < 0:
            raise Invalid(self.where, "0 or more", n)
        return Fraction(n)

    def weight(self) -> Fraction:
        """The value as a weight of records: a number, 0 or more."""
        x = self.number()
        if x < 0:
            raise Invalid(self.where, "0 or more", shortened_json(self.value))
        return x

    def index(self, size: int, first: int = 0) -> int:
        """The value as the number of one of `size` rows, of which the first has the number `first`."""
        i = self.whole()
        if not first <= i < first + size:
            raise Invalid(self.where, f"a number from {first} to {first + size - 1}" if size else "nothing: there is no row", i)
        return i

    def text(self) -> str:
        """The value as a text."""
        if not isinstance(self.value, str):
            raise Invalid(self.where, "a text", shortened_json(self.value))
        return self.value

    def one_of(self, known: Iterable[str]) -> str:
        """The value as a text, which must be one of a few."""
        text = self.text()
        if text not in known:
            raise Invalid(self.where, "one of " + ", ".join(known), text)
        return text

    def truth(self) -> bool:
        """Whether the value is true rather than false."""
        if not isinstance(self.value, bool):
            raise Invalid(self.where, "true or false", shortened_json(self.value))
        return self.value

    def flag(self) -> bool:
        """Whether the value is 1 or true rather than 0 or false."""
        return self.value if isinstance(self.value, bool) else bool(self.index(2))

    def category(self) -> str:
        """The name of a category: a text, a bool or a double, as `dtref.spec.model.labels.class_name` has it."""
        match self.value:
            case Numeral():
                return written(self.float(Width.FLOAT64), Width.FLOAT64)
            case bool() | str():
                return str(class_name(self.value))
            case _:
                raise Invalid(self.where, "a text, a number or a truth value", shortened_json(self.value))


def shortened_json(value: object) -> str:
    """
    A value of JSON as a short text for messages.

    >>> shortened_json({"a": Numeral("1.50"), "b": [None]}), len(shortened_json("x" * 1000))
    ('{"a": 1.50, "b": […]}', 61)
    """
    match value:
        case dict():
            shown = "{" + ", ".join(f"{json.dumps(key)}: {_inside(part)}" for key, part in list(value.items())[:5]) + "}"
        case list():
            shown = "[" + ", ".join(_inside(part) for part in value[:9]) + "]"
        case _:
            shown = _inside(value)
    return shown if len(shown) <= 60 else shown[:60] + "…"


def _inside(value: object) -> str:
    match value:
        case Numeral(text=text):
            return text[:61]
        case dict():
            return "{…}"
        case list():
            return "[…]"
        case _:
            return json.dumps(value)


def _object(name: str) -> Callable[[list[tuple[str, object]]], dict[str, object]]:
    def checked(pairs: list[tuple[str, object]]) -> dict[str, object]:
        members = dict(pairs)
        if len(members) < len(pairs):
            keys = [key for key, _ in pairs]
            twice = next(key for key in keys if keys.count(key) > 1)
            raise Invalid(f"{name}, {twice}", "each key once in an object", f"twice, the second time with {shortened_json(members[twice])}")
        return members

    return checked


def _numeral(text: str, where: str) -> Fraction:
    try:
        return numeral(text)
    except Invalid as problem:
        raise Invalid(where, problem.wanted, shortened_json(Numeral(text))) from None
