"""
Operations that balance classes: undersampling, oversampling, both, and synthetic records.

Random choices are inputs: the positions of records, from 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from dtref.errors import Invalid
from dtref.oracle.arithmetic.json_numbers import rational_of_text
from dtref.oracle.operations.answer_kinds import POSITIONS_ANSWER, RECORDS_ANSWER, YES_NO_ANSWER, parts_answer
from dtref.oracle.operations.data_inputs import data_of
from dtref.oracle.operations.data_kinds import A_POSITION, ON_DATA, POSITIONS
from dtref.oracle.operations.inputs import Given, as_rationals
from dtref.oracle.operations.kinds import A_WHOLE, list_kind
from dtref.oracle.operations.operation import InputKind, Operation, asks, declarations
from dtref.oracle.operations.part_inputs import positions
from dtref.spec.model.data import DataSet
from dtref.spec.preparation.balancing import hybrid_sample, is_balanced, oversample, repeated, thinned, undersample
from dtref.spec.preparation.synthetic import nearest_neighbours, smote, smote_per_attribute


def _read_step(given: Given, name: str) -> tuple[int, int, Fraction | tuple[Fraction, ...]]:
    """A step of SMOTE: a record, its neighbour, the gap (one number, or one for each attribute)."""
    step, where = given.list(name), f"{given.where}, {name}"
    if len(step) != 3:
        raise Invalid(where, "a record, its neighbour and the gap", step)
    a, b = positions(list(step[:2]), len(data_of(given)), where)
    return a, b, as_rationals(step[2], where) if isinstance(step[2], list) else rational_of_text(step[2], where)


def _smote(data: DataSet, k: int, steps: Sequence[tuple[int, int, Fraction | tuple[Fraction, ...]]]) -> DataSet:
    """All records, then the synthetic ones."""
    single = [(a, b, gap) for a, b, gap in steps if isinstance(gap, Fraction)]
    several = [(a, b, gaps) for a, b, gaps in steps if not isinstance(gaps, Fraction)]
    if single and several:
        raise Invalid("smote, given, steps", "one gap in each step, or in each step one for each attribute", steps)
    return smote_per_attribute(data, k, several) if several else smote(data, k, single)


_BALANCE = parts_answer(
    "the classes",
    balanced=(YES_NO_ANSWER, is_balanced),
    thinned=(POSITIONS_ANSWER, thinned),
    repeated=(POSITIONS_ANSWER, repeated),
)
_NEIGHBOURS = parts_answer("neighbours", nearer=POSITIONS_ANSWER, tied=POSITIONS_ANSWER)
_STEPS = list_kind(InputKind("a step", _read_step), "steps: a record, its neighbour, the gap or one for each attribute")

BALANCING: Mapping[str, Operation] = declarations(
    asks("class_balance", lambda data: data, ON_DATA, answer=_BALANCE),
    asks("undersample", undersample, ON_DATA, answer=RECORDS_ANSWER, kept=POSITIONS),
    asks("oversample", oversample, ON_DATA, answer=RECORDS_ANSWER, added=POSITIONS),
    asks("hybrid_sample", hybrid_sample, ON_DATA, answer=RECORDS_ANSWER, size=A_WHOLE, kept=POSITIONS, added=POSITIONS),
    asks("nearest_neighbours", nearest_neighbours, ON_DATA, answer=_NEIGHBOURS, of=A_POSITION, neighbours=A_WHOLE),
    asks("smote", _smote, ON_DATA, answer=RECORDS_ANSWER, neighbours=A_WHOLE, steps=_STEPS),
)
"""Balancing of classes, by name."""
