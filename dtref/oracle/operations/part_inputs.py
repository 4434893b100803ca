"""Reads inputs that several operations share: a preset, a record to be classified, whole numbers, positions; and writes predictions."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TypeVar

from dtref.errors import Invalid
from dtref.io.numbers import Json
from dtref.oracle.arithmetic.json_numbers import rational_of_text
from dtref.oracle.operations.inputs import Given, as_texts, text_of_json
from dtref.spec.model.attributes import MISSING, Attribute, Cell, Continuous
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.numerals import numeral

Choice = TypeVar("Choice")


def named_choice(value: Json, where: str, choices: Mapping[str, Choice]) -> Choice:
    """
    The choice that a JSON value names. Errors: Invalid for a name that isn't among the choices.

    >>> named_choice("hard", "given, vote", {"hard": 1, "soft": 2})
    1
    """
    text = text_of_json(value, where)
    if text not in choices:
        raise Invalid(where, "one of " + ", ".join(map(repr, choices)), text)
    return choices[text]


def given_record(data: DataSet, cells: Given, missing: Collection[str]) -> Record:
    """
    The record with the given cells by attribute name; `missing` are the texts of missing values. Errors: Invalid where a cell is missing,
    or belongs to no attribute.

    >>> from dtref.spec.model.attributes import Nominal
    >>> data = DataSet((Nominal("x", ("a",)), Continuous("n")), Nominal("y", ("+",)), ())
    >>> given_record(data, Given({"x": "a", "n": "2.5"}), ["?"]).values, given_record(data, Given({"x": "?", "n": "?"}), ["?"]).values
    (('a', Fraction(5, 2)), (MISSING, MISSING))
    """
    cells.only(*(a.name for a in data.attributes))
    return Record(tuple(MISSING if cells.text(a.name) in missing else _cell(a, cells.text(a.name)) for a in data.attributes))


def _cell(attribute: Attribute, text: str) -> Cell:
    return numeral(text) if isinstance(attribute, Continuous) else text


def whole_number(value: Json, where: str) -> int:
    """
    A JSON value as an int. Errors: Invalid for anything but a whole number.

    >>> whole_number("12", "inputs")
    12
    """
    n = rational_of_text(value, where)
    if n.denominator != 1:
        raise Invalid(where, "a whole number", value)
    return int(n)


def positions(value: Json, length: int, where: str) -> tuple[int, ...]:
    """
    Positions, which golden files count from 1, as indices from 0. Errors: Invalid for anything else, or beyond the length.

    >>> positions(["1", "3"], 3, "samples")
    (0, 2)
    """
    numbers = tuple(whole_number(n, where) for n in as_texts(value, where))
    if not all(1 <= n <= length for n in numbers):
        raise Invalid(where, f"positions from 1 to {length}", value)
    return tuple(n - 1 for n in numbers)
