"""Parts that several operations take: a preset, a record to be classified, whole numbers, positions; and a prediction as an answer."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TypeVar

from dtref.errors import Invalid, Undefined
from dtref.io.numbers import Json
from dtref.oracle.arithmetic.json_numbers import rational_of_text
from dtref.oracle.operations.answers import Answer, counts_answer, labels_answer
from dtref.oracle.operations.inputs import Given, as_texts
from dtref.spec.growing.policy import Policy
from dtref.spec.model.attributes import MISSING, Attribute, Cell, Continuous
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.numerals import numeral
from dtref.spec.model.prediction import Prediction
from dtref.spec.presets import PRESETS

Choice = TypeVar("Choice")


def given_choice(given: Given, name: str, choices: Mapping[str, Choice]) -> Choice:
    """
    What an input names, of several choices. Errors: Invalid for another name.

    >>> given_choice(Given({"vote": "hard"}), "vote", {"hard": 1, "soft": 2})
    1
    """
    text = given.text(name)
    if text not in choices:
        raise Invalid(f"{given.where}, {name}", "one of " + ", ".join(map(repr, choices)), text)
    return choices[text]


def given_preset(given: Given) -> Policy:
    """
    The preset that an input names.

    >>> given_preset(Given({"preset": "id3"})).name
    'ID3'
    """
    return given_choice(given, "preset", PRESETS)


def given_record(data: DataSet, cells: Given, missing: Collection[str]) -> Record:
    """
    The record whose cells are given by the attributes' names; `missing` are the texts of missing values. Errors: Invalid where one
    isn't there, or is no attribute's.

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
    A whole number. Errors: Invalid for anything else.

    >>> whole_number("12", "inputs")
    12
    """
    n = rational_of_text(value, where)
    if n.denominator != 1:
        raise Invalid(where, "a whole number", value)
    return int(n)


def positions(value: Json, length: int, where: str) -> tuple[int, ...]:
    """
    Positions, which golden files count from 1, as Python counts them. Errors: Invalid for anything else, or beyond the length.

    >>> positions(["1", "3"], 3, "samples")
    (0, 2)
    """
    found = tuple(whole_number(n, where) for n in as_texts(value, where))
    if not all(1 <= n <= length for n in found):
        raise Invalid(where, f"positions from 1 to {length}", value)
    return tuple(n - 1 for n in found)


def prediction_answer(found: Prediction) -> Answer:
    """
    A prediction by its labels and each class's share.

    >>> prediction_answer(Prediction(("+",), Undefined("nobody votes")))
    {'labels': ('+',), 'distribution': Undefined(why='nobody votes')}
    """
    shares = found.distribution if isinstance(found.distribution, Undefined) else counts_answer(found.distribution)
    return {"labels": labels_answer(found.labels), "distribution": shares}
