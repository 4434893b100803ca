"""
Reading the JSON that other programs write: objects, arrays, numbers as the text that stands there. Every way to fail is Invalid.

Before this: `dtref.io.foreign.tree`. Next: `dtref.io.foreign.boosting`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Self

from attrs import frozen

from dtref.errors import Invalid
from dtref.exact.decimals import plain
from dtref.io.files import read_text

NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?([eE][-+]?[0-9]{1,3})?")


@frozen
class Numeral:
    """A number of JSON by its text."""

    text: str


@frozen
class Parts:
    """
    A value of JSON and where it stands. Each reader says what it wanted where something else stands there, or nothing.

    >>> Parts.of_text('{"cut": 2.50, "left": [1, 2]}', "x.json")["cut"].number()
    Fraction(5, 2)
    """

    value: object
    where: str

    @classmethod
    def of_text(cls, text: str, name: str) -> Self:
        """The value of a text. Errors: Invalid for text that isn't JSON, or is nested too deep to read."""
        try:
            value = json.loads(text, parse_float=Numeral, parse_int=Numeral, parse_constant=Numeral)
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
            raise Invalid(self.where, f"an object with {key!r}", _shown(self.value))
        return Parts(self.value[key], f"{self.where}, {key}")

    def __contains__(self, key: str) -> bool:
        return isinstance(self.value, dict) and key in self.value

    def items(self) -> Sequence[Parts]:
        """The parts of an array."""
        if not isinstance(self.value, list):
            raise Invalid(self.where, "an array", _shown(self.value))
        return [Parts(part, f"{self.where}[{i}]") for i, part in enumerate(self.value)]

    def number(self) -> Fraction:
        """The number that stands there, exactly as it is written (as a number or as text)."""
        text = self.value.text if isinstance(self.value, Numeral) else self.value
        if not isinstance(text, str) or NUMBER.fullmatch(text) is None:
            raise Invalid(self.where, "a number", _shown(self.value))
        return Fraction(text)

    def whole(self) -> int:
        """The whole number that stands there."""
        x = self.number()
        if x.denominator != 1:
            raise Invalid(self.where, "a whole number", plain(x))
        return int(x)

    def text(self) -> str:
        """The text that stands there."""
        if not isinstance(self.value, str):
            raise Invalid(self.where, "a text", _shown(self.value))
        return self.value

    def truth(self) -> bool:
        """Whether true (or 1) stands there."""
        if isinstance(self.value, bool):
            return self.value
        return self.whole() != 0


def _shown(value: object) -> str:
    return repr(value)[:60]
