"""Reads the inputs of operations from JSON (texts, numbers, class counts, lists, objects), and finds the folder of golden files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from importlib.resources import files
from pathlib import Path

from attrs import frozen

from dtref.errors import Invalid
from dtref.exact.comparison import sign
from dtref.exact.number import Number
from dtref.io.numbers import Json
from dtref.oracle.arithmetic.json_numbers import exact_number, rational_of_text


def golden_folder() -> Path:
    """
    The folder of golden files, in the checkout or in the installed wheel. Errors: Invalid where there is neither.

    >>> (golden_folder() / "schema").is_dir()
    True
    """
    package = Path(str(files("dtref")))
    for folder in (package / "golden", package.parent / "golden"):
        if (folder / "schema").is_dir():
            return folder
    raise Invalid(str(package), "golden/ in the wheel or beside the package", "neither")


@frozen
class Given:
    """
    The inputs of an operation by name. Each reader raises Invalid, with what it wanted, where an input is missing or of another kind.

    >>> Given({"counts": ["9", "5"]}).counts("counts")
    (Fraction(9, 1), Fraction(5, 1))
    >>> Given({"counts": "9"}).counts("counts")
    Traceback (most recent call last):
    dtref.errors.Invalid: given, counts: expected an array (got '9')
    """

    parts: Mapping[str, Json]
    where: str = "given"

    @classmethod
    def of(cls, value: Json, where: str) -> Given:
        """The inputs in a JSON object. Errors: Invalid where the value isn't an object."""
        return cls(as_object(value, where), where)

    def part(self, name: str) -> Json:
        """An input. Errors: Invalid where there is none of that name."""
        if name not in self.parts:
            raise Invalid(self.where, f"an input {name!r}", sorted(self.parts))
        return self.parts[name]

    def only(self, *names: str) -> Given:
        """The same inputs. Errors: Invalid where one has another name, so that no misspelt input is overlooked."""
        for name in self.parts:
            if name not in names:
                raise Invalid(self.where, "inputs " + ", ".join(map(repr, names)), name)
        return self

    def text(self, name: str) -> str:
        """An input that is text."""
        return text_of_json(self.part(name), f"{self.where}, {name}")

    def texts(self, name: str) -> tuple[str, ...]:
        """An input that is a list of texts."""
        return as_texts(self.part(name), f"{self.where}, {name}")

    def number(self, name: str) -> Number:
        """An input that is a number."""
        return exact_number(self.part(name), f"{self.where}, {name}")

    def counts(self, name: str) -> tuple[Number, ...]:
        """An input that is a list of class counts (or weights)."""
        return as_counts(self.part(name), f"{self.where}, {name}")

    def rows(self, name: str) -> tuple[tuple[Number, ...], ...]:
        """An input that is a list of equally long lists of counts: the class counts of children."""
        return as_rows(self.part(name), f"{self.where}, {name}")

    def list(self, name: str) -> Sequence[Json]:
        """An input that is a list."""
        return as_list(self.part(name), f"{self.where}, {name}")

    def object(self, name: str) -> Given:
        """An input that is an object."""
        return Given.of(self.part(name), f"{self.where}, {name}")

    def optional(self, name: str) -> Given:
        """An input that is an object, an empty one where it isn't there."""
        return self.object(name) if name in self.parts else Given({}, f"{self.where}, {name}")


def text_of_json(value: Json, where: str) -> str:
    """
    A JSON value as text. Errors: Invalid where it isn't text.

    >>> text_of_json("yes", "given")
    'yes'
    """
    if not isinstance(value, str):
        raise Invalid(where, "text", value)
    return value


def as_list(value: Json, where: str) -> list[Json]:
    """
    A JSON value as a list. Errors: Invalid where it isn't an array.

    >>> as_list(["yes"], "given")
    ['yes']
    """
    if not isinstance(value, list):
        raise Invalid(where, "an array", value)
    return value


def as_object(value: Json, where: str) -> dict[str, Json]:
    """
    A JSON value as a dict. Errors: Invalid where it isn't an object.

    >>> as_object({"a": "1"}, "given")
    {'a': '1'}
    """
    if not isinstance(value, dict):
        raise Invalid(where, "an object", value)
    return value


def as_texts(value: Json, where: str) -> tuple[str, ...]:
    """
    A JSON value as a tuple of texts. Errors: Invalid where it isn't an array of texts.

    >>> as_texts(["yes", "no"], "given")
    ('yes', 'no')
    """
    return tuple(text_of_json(part, f"{where}[{i}]") for i, part in enumerate(as_list(value, where)))


def as_rationals(value: Json, where: str) -> tuple[Fraction, ...]:
    """
    A JSON value as a tuple of fractions. Errors: Invalid where it isn't an array of texts in lowest terms.

    >>> as_rationals(["1/2", "-3"], "given")
    (Fraction(1, 2), Fraction(-3, 1))
    """
    return tuple(rational_of_text(part, f"{where}[{i}]") for i, part in enumerate(as_list(value, where)))


def as_counts(value: Json, where: str) -> tuple[Number, ...]:
    """
    A JSON value as class counts (or weights). Errors: Invalid where it isn't an array of numbers, or one is below 0.

    >>> as_counts(["9", "1/2"], "given")
    (Fraction(9, 1), Fraction(1, 2))
    """
    counts = tuple(exact_number(part, f"{where}[{i}]") for i, part in enumerate(as_list(value, where)))
    if any(sign(n) < 0 for n in counts):
        raise Invalid(where, "counts of at least 0", value)
    return counts


def as_rows(value: Json, where: str) -> tuple[tuple[Number, ...], ...]:
    """
    A JSON value as class counts of children. Errors: Invalid where it isn't an array of counts, all of one length.

    >>> as_rows([["1", "0"], ["0", "2"]], "given")
    ((Fraction(1, 1), Fraction(0, 1)), (Fraction(0, 1), Fraction(2, 1)))
    """
    rows = tuple(as_counts(row, where) for row in as_list(value, where))
    if len({len(row) for row in rows}) > 1:
        raise Invalid(where, "lists of one length", [len(row) for row in rows])
    return rows
