"""
Operations that balance classes: undersampling, oversampling, both, and synthetic records.

Random choices are inputs: the positions of records, from 1.
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
from dtref.oracle.operations.inputs import Answering, Given, as_list, as_rationals
from dtref.oracle.operations.part_inputs import positions, whole_number
from dtref.spec.model.data import DataSet
from dtref.spec.preparation.balancing import hybrid_sample, is_balanced, oversample, repeated, thinned, undersample
from dtref.spec.preparation.synthetic import nearest_neighbours, smote, smote_per_attribute


def _positions(inputs: Given, name: str, data: DataSet) -> tuple[int, ...]:
    return positions(inputs.part(name), len(data), f"{inputs.where}, {name}")


def _sampled(sample: Callable[[DataSet, tuple[int, ...]], DataSet], name: str) -> Answering:
    """An operation for the records of a sample, which the input `name` chooses by positions."""

    def answer(inputs: Given) -> Answer:
        data = data_of(inputs.only("data", name))
        return records_answer(sample(data, _positions(inputs, name, data)))

    return answer


def _hybrid_sample(inputs: Given) -> Answer:
    data = data_of(inputs.only("data", "size", "kept", "added"))
    size = whole_number(inputs.part("size"), f"{inputs.where}, size")
    return records_answer(hybrid_sample(data, size, _positions(inputs, "kept", data), _positions(inputs, "added", data)))


def _class_balance(inputs: Given) -> Answer:
    """Whether classes are of equal size, the records that undersampling chooses from, and those that oversampling repeats."""
    data = data_of(inputs.only("data"))
    return {
        "balanced": "yes" if is_balanced(data) else "no",
        "thinned": tuple(number(i + 1) for i in thinned(data)),
        "repeated": tuple(number(i + 1) for i in repeated(data)),
    }


def _of(inputs: Given, data: DataSet) -> tuple[int, int]:
    """The position of a record, and the number of its neighbours."""
    (of,) = positions([inputs.text("of")], len(data), f"{inputs.where}, of")
    return of, whole_number(inputs.part("neighbours"), f"{inputs.where}, neighbours")


def _nearest_neighbours(inputs: Given) -> Answer:
    data = data_of(inputs.only("data", "of", "neighbours"))
    neighbours = nearest_neighbours(data, *_of(inputs, data))
    return {"nearer": tuple(number(i + 1) for i in neighbours.nearer), "tied": tuple(number(i + 1) for i in neighbours.tied)}


def _steps(inputs: Given, data: DataSet) -> list[tuple[int, int, Json]]:
    """The steps of SMOTE: a record, its neighbour, the gap (one number, or one for each attribute)."""
    steps: list[tuple[int, int, Json]] = []
    for part in inputs.list("steps"):
        where = f"{inputs.where}, steps"
        step = as_list(part, where)
        if len(step) != 3:
            raise Invalid(where, "a record, its neighbour and the gap", step)
        a, b = positions(step[:2], len(data), where)
        steps.append((a, b, step[2]))
    return steps


def _smote(inputs: Given) -> Answer:
    """All records, then the synthetic ones."""
    data = data_of(inputs.only("data", "neighbours", "steps"))
    k, where = whole_number(inputs.part("neighbours"), f"{inputs.where}, neighbours"), f"{inputs.where}, steps"
    steps = _steps(inputs, data)
    if any(isinstance(gap, list) for _, _, gap in steps):
        return records_answer(smote_per_attribute(data, k, [(a, b, as_rationals(gap, where)) for a, b, gap in steps]))
    single_gaps: list[tuple[int, int, Fraction]] = [(a, b, rational_of_text(gap, where)) for a, b, gap in steps]
    return records_answer(smote(data, k, single_gaps))


BALANCING: Mapping[str, Answering] = {
    "class_balance": _class_balance,
    "undersample": _sampled(undersample, "kept"),
    "oversample": _sampled(oversample, "added"),
    "hybrid_sample": _hybrid_sample,
    "nearest_neighbours": _nearest_neighbours,
    "smote": _smote,
}
"""Balancing of classes, by name."""
