"""
Reads UBJSON (draft 12), the binary form of JSON that XGBoost saves by default, into the values of `json_parts`.

A value is a sign and its content, big-endian; a container may state its size (#), and the kind of all its values ($). Nothing is made that
the bytes don't hold: a size is checked against the bytes that are left.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from struct import unpack_from

from attrs import define

from dtref.errors import Invalid
from dtref.io.files import read_bytes
from dtref.io.foreign.json_parts import Numeral, Parts

_NUMBERS = {b"i": ("b", 1), b"U": ("B", 1), b"I": ("h", 2), b"l": ("i", 4), b"L": ("q", 8), b"d": ("f", 4), b"D": ("d", 8)}
"""The kinds of numbers: how they are packed, and in how many bytes."""
_CONSTANTS = {b"Z": None, b"T": True, b"F": False}
_DEEPEST = 100


def parts_of_ubjson(path: Path) -> Parts:
    """The value of a file. Errors: Invalid, with the byte, for what is no UBJSON, ends too soon, or goes on."""
    text = _Text(read_bytes(path), path.name)
    value = text.value(text.take(1), 0)
    if text.at < len(text.data):
        raise text.wrong("the end of the file")
    return Parts(value, path.name)


@define
class _Text:
    """The bytes, the name of their file, and the position up to which they are read."""

    data: bytes
    name: str
    at: int = 0

    def wrong(self, wanted: str) -> Invalid:
        return Invalid(f"{self.name}, byte {self.at}", wanted, self.data[self.at : self.at + 8])

    def take(self, size: int) -> bytes:
        """The next bytes."""
        if not 0 <= size <= len(self.data) - self.at:
            raise self.wrong(f"{size} bytes of UBJSON")
        self.at += size
        return self.data[self.at - size : self.at]

    def next_is(self, sign: bytes) -> bool:
        """Whether a sign is next, which is then passed."""
        found = self.data[self.at : self.at + 1] == sign
        self.at += found
        return found

    def numbers(self, kind: bytes, count: int) -> Iterator[Numeral]:
        """Numbers of one kind."""
        code, size = _NUMBERS[kind]
        return (Numeral(repr(x)) for x in unpack_from(f">{count}{code}", self.take(count * size)))

    def size(self) -> int:
        """A size, which is a whole number."""
        kind = self.take(1)
        if kind not in _NUMBERS or kind in b"dD":
            raise self.wrong("a size, a whole number")
        return int(next(self.numbers(kind, 1)).text)

    def text(self) -> str:
        try:
            return self.take(self.size()).decode()
        except UnicodeDecodeError:
            raise self.wrong("UTF-8 text") from None

    def value(self, kind: bytes, level: int) -> object:
        """A value of a kind. level: the containers around it."""
        if level > _DEEPEST:
            raise self.wrong(f"at most {_DEEPEST} containers in each other")
        if kind in _NUMBERS:
            return next(self.numbers(kind, 1))
        if kind in _CONSTANTS:
            return _CONSTANTS[kind]
        match kind:
            case b"S":
                return self.text()
            case b"C":
                return self.take(1).decode("latin-1")
            case b"[":
                return self.array(level)
            case b"{":
                return self.members(level)
            case _:
                self.at -= 1
                raise self.wrong("a value of UBJSON")

    def sized(self) -> tuple[bytes, int | None]:
        """The kind of all values of a container, b"" where each has its own; and their number, None up to the closing sign."""
        kind = self.take(1) if self.next_is(b"$") else b""
        if not self.next_is(b"#"):
            if kind:
                raise self.wrong("the number of values (#) behind their kind ($)")
            return kind, None
        count = self.size()
        # every value takes a byte at least, but for constants of one kind
        if not 0 <= count <= len(self.data) - self.at or kind in _CONSTANTS:
            raise self.wrong(f"{count} values, each in bytes of its own")
        return kind, count

    def array(self, level: int) -> list[object]:
        kind, count = self.sized()
        if kind in _NUMBERS and count is not None:
            return [*self.numbers(kind, count)]
        values: list[object] = []
        while len(values) != count and not (count is None and self.next_is(b"]")):
            values.append(self.value(kind or self.take(1), level + 1))
        return values

    def members(self, level: int) -> dict[str, object]:
        kind, count = self.sized()
        found: dict[str, object] = {}
        while len(found) != count and not (count is None and self.next_is(b"}")):
            key = self.text()
            if key in found:
                raise Invalid(f"{self.name}, {key}", "each key once in an object", "twice")
            found[key] = self.value(kind or self.take(1), level + 1)
        return found
