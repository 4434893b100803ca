"""
Operations on the importances of attributes: by impurity, of one tree, or as bounds over all trees that choices among tied tests lead to; by
permutation, of the training records or of others.

Those by impurity have a part for each attribute. Bounds, and values that tied labels leave open, are `least` and `greatest`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from operator import itemgetter
from typing import TypeVar

from dtref.oracle.operations.answer_kinds import parts_answer
from dtref.oracle.operations.data_inputs import data_of
from dtref.oracle.operations.data_kinds import A_DATA_SET, AN_ATTRIBUTE, ON_DATA, PRESET_ON_DATA
from dtref.oracle.operations.inputs import Given
from dtref.oracle.operations.kinds import choice
from dtref.oracle.operations.operation import NUMBER_ANSWER, AnswerKind, InputKind, Inputs, Operation, asks, declarations, each, optional
from dtref.oracle.operations.part_inputs import positions
from dtref.oracle.operations.tree_inputs import OF_PRESET, VALIDATION_RECORDS
from dtref.spec.model.attributes import Attribute
from dtref.spec.model.data import DataSet
from dtref.spec.model.positions import Indices
from dtref.spec.model.trees import Tree
from dtref.spec.split.by_name import IMPURITIES
from dtref.spec.split.impurity import Impurity
from dtref.spec.views.impurity_importance import (
    Extremes,
    Importances,
    impurity_importance_bounds,
    impurity_importances,
    normalised_impurity_importance_bounds,
    normalised_impurity_importances,
)
from dtref.spec.views.permutation_importance import importance_of_permutation, permutation_importance

Result = TypeVar("Result")


def _of_data(importances: Callable[[Tree, Sequence[Attribute], Impurity], Result]) -> Callable[[Tree, DataSet, Impurity], Result]:
    """The importances of the attributes of data in a tree."""
    return wraps(importances)(lambda tree, data, impurity: importances(tree, data.attributes, impurity))


def _asked(given: Given) -> DataSet:
    """The records of the input `validation`; without it those of the data."""
    return VALIDATION_RECORDS.read(given, "validation") if "validation" in given.parts else data_of(given)


def _read_order(given: Given, name: str) -> Indices:
    return positions(given.part(name), len(_asked(given)), f"{given.where}, {name}")


_ASKED = each(data=A_DATA_SET, validation=optional(VALIDATION_RECORDS, None))
_RECORDS = Inputs(_ASKED.kinds, lambda given: (_asked(given),), {}, (None,))
_ORDER = InputKind("an order of the records: positions", _read_order)
_IMPURITY = choice({name: measure for name, measure in IMPURITIES.items() if not measure.values})  # as a tree has no weights of values
_EXTREMES = parts_answer("two numbers", least=(NUMBER_ANSWER, itemgetter(0)), greatest=(NUMBER_ANSWER, itemgetter(1)))
_NUMBERS: AnswerKind[Importances] = AnswerKind(
    "attribute → number", lambda by_name: {name: NUMBER_ANSWER.written(value) for name, value in by_name.items()}
)
_BOUNDS: AnswerKind[Mapping[str, Extremes]] = AnswerKind(
    "attribute → `least`, `greatest`", lambda by_name: {name: _EXTREMES.written(ends) for name, ends in by_name.items()}
)

IMPORTANCES: Mapping[str, Operation] = declarations(
    *(
        asks(of.__name__, _of_data(of), OF_PRESET, ON_DATA, answer=_NUMBERS, impurity=_IMPURITY)
        for of in (impurity_importances, normalised_impurity_importances)
    ),
    *(
        asks(of.__name__, of, PRESET_ON_DATA, answer=_BOUNDS, impurity=_IMPURITY)
        for of in (impurity_importance_bounds, normalised_impurity_importance_bounds)
    ),
    asks("permutation_importance", permutation_importance, OF_PRESET, _RECORDS, answer=_EXTREMES, attribute=AN_ATTRIBUTE),
    asks(
        "importance_of_permutation", importance_of_permutation, OF_PRESET, _RECORDS, answer=_EXTREMES, attribute=AN_ATTRIBUTE, order=_ORDER
    ),
)
"""Importances of attributes, by name."""
