"""
Operations that balance classes: undersampling, oversampling, both, and synthetic records.

Chance is given: records by their positions from 1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from dtref.errors import Invalid
from dtref.exact.number import number
from dtref.io.numbers import Json
from dtref.oracle.arithmetic.json_numbers import rational_of_text
from dtref.oracle.operations.answers import Answer, records_answer
from dtref.oracle.operations.data_inputs import data_of
from dtref.oracle.operations.inputs import Given, Operation, as_list, as_rationals
from dtref.oracle.operations.part_inputs import positions, whole_number
from dtref.spec.model.data import DataSet
from dtref.spec.preparation.balancing import hybrid_sample, is_balanced, oversample, repeated, thinned, undersample
from dtref.spec.preparation.synthetic import nearest_neighbours, smote, smote_per_attribute


def _positions(given: Given, name: str, data: DataSet) -> tuple[int, ...]:
    return positions(given.part(name), len(data), f"{given.where}, {name}")


def _sampled(sample: Callable[[DataSet, tuple[int, ...]], DataSet], name: str) -> Operation:
    """The records of a sample that positions decide."""

    def answer(given: Given) -> Answer:
        data = data_of(given.only("data", name))
        return records_answer(sample(data, _positions(given, name, data)))

    return answer


def _hybrid_sample(given: Given) -> Answer:
    data = data_of(given.only("data", "size", "kept", "added"))
    size = whole_number(given.part("size"), f"{given.where}, size")
    return records_answer(hybrid_sample(data, size, _positions(given, "kept", data), _positions(given, "added", data)))


def _class_balance(given: Given) -> Answer:
    """Whether the classes are equally large; the records that undersampling chooses from, and those that oversampling repeats."""
    data = data_of(given.only("data"))
    return {
        "balanced": "yes" if is_balanced(data) else "no",
        "thinned": tuple(number(i + 1) for i in thinned(data)),
        "repeated": tuple(number(i + 1) for i in repeated(data)),
    }


def _of(given: Given, data: DataSet) -> tuple[int, int]:
    """The position of a record, and how many neighbours count."""
    (of,) = positions([given.text("of")], len(data), f"{given.where}, of")
    return of, whole_number(given.part("neighbours"), f"{given.where}, neighbours")


def _nearest_neighbours(given: Given) -> Answer:
    data = data_of(given.only("data", "of", "neighbours"))
    found = nearest_neighbours(data, *_of(given, data))
    return {"nearer": tuple(number(i + 1) for i in found.nearer), "tied": tuple(number(i + 1) for i in found.tied)}


def _steps(given: Given, data: DataSet) -> list[tuple[int, int, Json]]:
    """Steps: a record, its neighbour, the gap."""
    steps: list[tuple[int, int, Json]] = []
    for part in given.list("steps"):
        where = f"{given.where}, steps"
        step = as_list(part, where)
        if len(step) != 3:
            raise Invalid(where, "a record, its neighbour and the gap", step)
        a, b = positions(step[:2], len(data), where)
        steps.append((a, b, step[2]))
    return steps


def _smote(given: Given) -> Answer:
    """All records, then the new ones; the gap of each is one number, or one for each attribute."""
    data = data_of(given.only("data", "neighbours", "steps"))
    k, where = whole_number(given.part("neighbours"), f"{given.where}, neighbours"), f"{given.where}, steps"
    steps = _steps(given, data)
    if any(isinstance(gap, list) for _, _, gap in steps):
        return records_answer(smote_per_attribute(data, k, [(a, b, as_rationals(gap, where)) for a, b, gap in steps]))
    alike: list[tuple[int, int, Fraction]] = [(a, b, rational_of_text(gap, where)) for a, b, gap in steps]
    return records_answer(smote(data, k, alike))


BALANCING: Mapping[str, Operation] = {
    "class_balance": _class_balance,
    "undersample": _sampled(undersample, "kept"),
    "oversample": _sampled(oversample, "added"),
    "hybrid_sample": _hybrid_sample,
    "nearest_neighbours": _nearest_neighbours,
    "smote": _smote,
}
"""What balances classes, by name."""
