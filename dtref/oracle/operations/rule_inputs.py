"""Reads rules from inputs: {"rule": name} with the options that each declares, by their kinds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import cast

from dtref.errors import Invalid
from dtref.oracle.arithmetic.json_numbers import rational_of_text
from dtref.oracle.operations.inputs import Given, as_texts
from dtref.oracle.operations.part_inputs import given_choice, whole_number
from dtref.spec.model.rules import Option, OptionKind, rule_of


def _rational(inputs: Given, option: Option) -> object:
    if option.name not in inputs.parts and isinstance(option.default, Fraction):
        return option.default
    return rational_of_text(inputs.part(option.name), f"{inputs.where}, {option.name}")


def _whole(inputs: Given, option: Option) -> object:
    return whole_number(inputs.part(option.name), f"{inputs.where}, {option.name}")


def _choice(inputs: Given, option: Option) -> object:
    return given_choice(inputs, option.name, option.choices)


def _positions(inputs: Given, option: Option) -> object:
    """Positions, which golden files count from 1, as indices from 0; how many there are shows only where they are used."""
    where = f"{inputs.where}, {option.name}"
    numbers = [whole_number(text, where) for text in as_texts(inputs.part(option.name), where)]
    if any(n < 1 for n in numbers):
        raise Invalid(where, "positions from 1", numbers)
    return tuple(n - 1 for n in numbers)


READERS: Mapping[OptionKind, Callable[[Given, Option], object]] = {
    **dict.fromkeys((OptionKind.AMOUNT, OptionKind.THRESHOLD, OptionKind.LEVEL, OptionKind.INSIDE), _rational),
    OptionKind.WHOLE: _whole,
    **dict.fromkeys((OptionKind.CHOICE, OptionKind.TIES), _choice),
    OptionKind.POSITIONS: _positions,
}
"""The reader of each kind of option that records name; the others are data, which an operation reads beside its tree."""


def option_of(inputs: Given, option: Option) -> object:
    """
    The value of an option among inputs. Errors: Invalid for a value of another kind.

    >>> option_of(Given({"records": "3/2"}), Option("records", OptionKind.AMOUNT))
    Fraction(3, 2)
    """
    if option.kind not in READERS:
        raise Invalid(option.name, "a kind of option that records have", option.kind.name)
    return READERS[option.kind](inputs, option)


def _reader(rule: Callable[..., object]) -> Callable[[Given], Callable[..., object]]:
    """A reader of a rule: the rule itself where it is a function, else an instance of its class with the options that it takes."""
    facts = rule_of(rule)

    def read(inputs: Given) -> Callable[..., object]:
        inputs.only("rule", *(option.name for option in facts.options))
        values = [option_of(inputs, option) for option in facts.options]
        return cast(Callable[..., object], rule(*values)) if isinstance(rule, type) else rule

    return read


def rule_readers(rules: Sequence[Callable[..., object]]) -> Mapping[str, Callable[[Given], Callable[..., object]]]:
    """
    The readers of rules by the names that records use.

    >>> from dtref.spec.growing.ties import TIE_RULES
    >>> rule_readers(TIE_RULES)["listed"](Given({"rule": "listed", "choices": ["1", "3"]}))
    Listed(choices=(0, 2), then=None)
    """
    return {rule_of(rule).name: _reader(rule) for rule in rules}
