"""
Operations on the importances of attributes by impurity, of one tree, or as bounds over all trees that choices among tied tests lead to.

The answer has a part for each attribute; bounds are `least` and `greatest`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from dtref.errors import Undefined
from dtref.oracle.operations.answers import Answer
from dtref.oracle.operations.data_inputs import data_of
from dtref.oracle.operations.inputs import Answering, Given
from dtref.oracle.operations.part_inputs import given_choice, given_preset
from dtref.oracle.operations.tree_inputs import PRESET, OfTree
from dtref.spec.growing.policy import Policy
from dtref.spec.model.attributes import Attribute
from dtref.spec.model.data import DataSet
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

_INPUTS = (*PRESET, "impurity")


def _impurity(inputs: Given) -> Impurity:
    return given_choice(inputs, "impurity", IMPURITIES)


def _of_tree(importances: Callable[[Tree, Sequence[Attribute], Impurity], Importances | Undefined]) -> OfTree:
    """An operation on the importances in one tree."""
    return OfTree(_INPUTS, lambda inputs, tree: importances(tree, data_of(inputs).attributes, _impurity(inputs)))


def _of_every_tree(bounds: Callable[[DataSet, Policy, Impurity], Mapping[str, Extremes] | Undefined]) -> Answering:
    """An operation on the importances in all equally good trees."""

    def answer(inputs: Given) -> Answer:
        inputs.only(*_INPUTS)
        by_name = bounds(data_of(inputs), given_preset(inputs), _impurity(inputs))
        if isinstance(by_name, Undefined):
            return by_name
        return {name: {"least": least, "greatest": greatest} for name, (least, greatest) in by_name.items()}

    return answer


IMPORTANCES: Mapping[str, Answering] = {
    "impurity_importances": _of_tree(impurity_importances),
    "normalised_impurity_importances": _of_tree(normalised_impurity_importances),
    "impurity_importance_bounds": _of_every_tree(impurity_importance_bounds),
    "normalised_impurity_importance_bounds": _of_every_tree(normalised_impurity_importance_bounds),
}
"""Importances of attributes, by name."""
