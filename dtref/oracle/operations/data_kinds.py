"""The kinds of inputs that operations on data take: a data set, its records, positions in it, what to grow from it, binnings, criteria."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from dtref.errors import Invalid
from dtref.oracle.operations.data_inputs import data_of, given_data, missing_texts
from dtref.oracle.operations.inputs import Given
from dtref.oracle.operations.kinds import A_LABEL, A_WHOLE, choice, list_kind
from dtref.oracle.operations.operation import InputKind, Inputs, alone, each, optional
from dtref.oracle.operations.part_inputs import given_record, positions
from dtref.spec.presets import PRESETS
from dtref.spec.split.by_name import CRITERIA_BY_FORMULA, ENCODINGS, ENCODINGS_OF_ATTRIBUTES, IMPURITIES_OF_CLASSES
from dtref.spec.split.numeric.by_name import BINNINGS, BINNINGS_OF_A_NUMBER

T = TypeVar("T")


A_DATA_SET = InputKind("a data set", alone(lambda value, where: given_data(Given.of(value, where))))
A_PRESET = choice(PRESETS, "a preset")
NAMES_OF_PRESETS = list_kind(choice({name: name for name in PRESETS}, "a preset"), "presets")
AN_ATTRIBUTE = A_LABEL.named("an attribute")
A_RECORD = InputKind(
    "attribute → cell, read as the cells of `data` are",
    lambda given, name: given_record(data_of(given), given.object(name), missing_texts(given)),
)
POSITIONS = InputKind(
    "positions of records", lambda given, name: positions(given.part(name), len(data_of(given)), f"{given.where}, {name}")
)
A_POSITION = InputKind(
    "the position of a record",
    lambda given, name: positions([given.text(name)], len(data_of(given)), f"{given.where}, {name}")[0],
)
SAMPLES = list_kind(POSITIONS, "lists of positions of records")
A_CRITERION = choice(CRITERIA_BY_FORMULA, "a criterion")
AN_IMPURITY = choice(IMPURITIES_OF_CLASSES)

ON_DATA = each(data=A_DATA_SET)
OF_ATTRIBUTE = each(data=A_DATA_SET, attribute=AN_ATTRIBUTE)
PRESET_ON_DATA = each(data=A_DATA_SET, preset=A_PRESET)


def choice_with(name: str, number: str, numbered: Mapping[str, Callable[[int], T]], others: Mapping[str, Callable[[], T]]) -> Inputs:
    """
    Two inputs that make one argument: a choice by name, and the number that some choices take and the others refuse.

    >>> inputs = choice_with("tree", "leaves", {"any": str}, {"stump": str})
    >>> inputs.arguments(Given({"tree": "any", "leaves": "3"})), inputs.arguments(Given({"tree": "stump"}))
    (('3',), ('',))
    """
    either = choice({**dict.fromkeys(numbered, True), **dict.fromkeys(others, False)})

    def arguments(given: Given) -> tuple[object, ...]:
        takes_number, chosen = either.read(given, name), given.text(name)
        if takes_number:
            return (numbered[chosen](A_WHOLE.read(given, number)),)
        if number in given.parts:
            raise Invalid(given.where, f"no input {number!r} for the {name} {chosen!r}", given.part(number))
        return (others[chosen](),)

    says = f"a whole number, of {' or '.join(f'`{one}`' for one in numbered)}"
    return Inputs({name: either, number: optional(A_WHOLE.named(says), 0)}, arguments, {}, (None,))


BINNED = choice_with("binning", "bins", BINNINGS_OF_A_NUMBER, BINNINGS)
ENCODED = choice_with("encoding", "attributes", ENCODINGS_OF_ATTRIBUTES, ENCODINGS)
