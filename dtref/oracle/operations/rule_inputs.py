"""Reads the options of a rule from inputs, by their kinds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from dtref.errors import Invalid
from dtref.oracle.arithmetic.json_numbers import rational_of_text
from dtref.oracle.operations.inputs import Given
from dtref.oracle.operations.part_inputs import given_choice, whole_number
from dtref.spec.model.rules import Kind, Option


def _rational(inputs: Given, option: Option) -> object:
    if option.name not in inputs.parts and isinstance(option.default, Fraction):
        return option.default
    return rational_of_text(inputs.part(option.name), f"{inputs.where}, {option.name}")


def _whole(inputs: Given, option: Option) -> object:
    return whole_number(inputs.part(option.name), f"{inputs.where}, {option.name}")


def _choice(inputs: Given, option: Option) -> object:
    return given_choice(inputs, option.name, option.choices)


READERS: Mapping[Kind, Callable[[Given, Option], object]] = {
    **dict.fromkeys((Kind.AMOUNT, Kind.THRESHOLD, Kind.LEVEL, Kind.INSIDE), _rational),
    Kind.WHOLE: _whole,
    **dict.fromkeys((Kind.CHOICE, Kind.TIES), _choice),
}
"""The reader of each kind of option that records name; the others are data, which an operation reads beside its tree."""


def option_of(inputs: Given, option: Option) -> object:
    """
    The value of an option among inputs. Errors: Invalid for a value of another kind.

    >>> option_of(Given({"records": "3/2"}), Option("records", Kind.AMOUNT))
    Fraction(3, 2)
    """
    if option.kind not in READERS:
        raise Invalid(option.name, "a kind of option that records have", option.kind.name)
    return READERS[option.kind](inputs, option)
