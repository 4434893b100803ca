"""
Messages of protocol buffers, field by field, without a schema: what is asked of ONNX and YDF, and no more.

A message is a row of fields, each a number, a kind and its content. Nothing is copied but what is asked for; a field that reaches beyond
its message is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from struct import unpack_from

from attrs import frozen

from dtref.errors import Invalid

_MOST_BYTES = 10
"""The most bytes of a whole number."""


@frozen(eq=False)
class Message:
    """A message: its bytes, and its place, for errors (each Invalid)."""

    data: memoryview
    where: str

    def fields(self) -> Iterator[tuple[int, int | memoryview]]:
        """Each field's number, with a whole number or its bytes."""
        at = 0
        while at < len(self.data):
            key, at = self._whole(at)
            number, kind = key >> 3, key & 7
            if kind == 0:
                value, at = self._whole(at)
                yield number, value
                continue
            size, at = {1: (8, at), 5: (4, at)}.get(kind) or (self._whole(at) if kind == 2 else (-1, at))
            if number == 0 or not 0 <= size <= len(self.data) - at:
                raise Invalid(self.where, "messages that end where they say", f"field {number} of kind {kind} at byte {at}")
            yield number, self.data[at : at + size]
            at += size

    def _whole(self, at: int) -> tuple[int, int]:
        """A whole number, and where it ends."""
        value = 0
        for i, byte in enumerate(self.data[at : at + _MOST_BYTES]):
            value |= (byte & 127) << 7 * i
            if byte < 128:
                return value, at + i + 1
        raise Invalid(self.where, "numbers that end", f"byte {at}")

    def messages(self, number: int, name: str) -> list[Message]:
        """The messages in the fields of one number."""
        return [Message(value, f"{self.where}, {name}") for field, value in self.fields() if field == number and not isinstance(value, int)]

    def text(self, number: int) -> str:
        """The text in the last field of one number; empty where there is none."""
        texts = self.texts(number)
        return texts[-1] if texts else ""

    def texts(self, number: int) -> list[str]:
        """The texts in the fields of one number."""
        try:
            return [bytes(value).decode() for field, value in self.fields() if field == number and not isinstance(value, int)]
        except UnicodeDecodeError:
            raise Invalid(self.where, "UTF-8 text", f"field {number}") from None

    def wholes(self, number: int) -> list[int]:
        """The whole numbers in the fields of one number, each alone or many packed."""
        values: list[int] = []
        for field, value in self.fields():
            if field == number and isinstance(value, int):
                values.append(value)
            elif field == number and not isinstance(value, int):
                packed, at = Message(value, self.where), 0
                while at < len(value):
                    one, at = packed._whole(at)
                    values.append(one)
        return [value - 2**64 if value >= 2**63 else value for value in values]

    def floats(self, number: int, double: bool = False) -> list[Fraction]:
        """The floats (32 bits, or 64) in the fields of one number. Errors: also for one that is no number."""
        size, kind = (8, "d") if double else (4, "f")
        blocks = [value for field, value in self.fields() if field == number and not isinstance(value, int)]
        if any(len(block) % size for block in blocks):
            raise Invalid(self.where, f"floats of {size} bytes", f"field {number}")
        return [_finite(x, self.where) for block in blocks for x in unpack_from(f"<{len(block) // size}{kind}", block)]


def _finite(x: float, where: str) -> Fraction:
    if x - x != 0:
        raise Invalid(where, "a number", x)
    return Fraction(x)
