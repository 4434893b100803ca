"""
Operations on the importances of attributes: by impurity, of one tree, or as bounds over all trees that choices among tied tests lead to; by
permutation, of the training records or of others.

Those by impurity have a part for each attribute. Bounds, and values that tied labels leave open, are `least` and `greatest`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from dtref.errors import Undefined
from dtref.oracle.operations.answers import Answer
from dtref.oracle.operations.data_inputs import data_of
from dtref.oracle.operations.inputs import Answering, Given
from dtref.oracle.operations.part_inputs import given_choice, given_preset, positions
from dtref.oracle.operations.tree_inputs import PRESET, OfTree, given_validation
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
from dtref.spec.views.permutation_importance import importance_of_permutation, permutation_importance

_INPUTS = (*PRESET, "impurity")
_PERMUTED = (*PRESET, "attribute", "validation")


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
        return by_name if isinstance(by_name, Undefined) else {name: _extremes_answer(ends) for name, ends in by_name.items()}

    return answer


def _extremes_answer(ends: Extremes | Undefined) -> Answer:
    return ends if isinstance(ends, Undefined) else {"least": ends[0], "greatest": ends[1]}


def _asked(inputs: Given) -> DataSet:
    """The records of the input `validation`; without it those of the data."""
    data = data_of(inputs)
    return given_validation(inputs, data) if "validation" in inputs.parts else data


def _permutation_importance(inputs: Given, tree: Tree) -> Answer:
    return _extremes_answer(permutation_importance(tree, _asked(inputs), inputs.text("attribute")))


def _importance_of_permutation(inputs: Given, tree: Tree) -> Answer:
    data = _asked(inputs)
    order = positions(inputs.part("order"), len(data), f"{inputs.where}, order")
    return _extremes_answer(importance_of_permutation(tree, data, inputs.text("attribute"), order))


IMPORTANCES: Mapping[str, Answering] = {
    "impurity_importances": _of_tree(impurity_importances),
    "normalised_impurity_importances": _of_tree(normalised_impurity_importances),
    "impurity_importance_bounds": _of_every_tree(impurity_importance_bounds),
    "normalised_impurity_importance_bounds": _of_every_tree(normalised_impurity_importance_bounds),
    "permutation_importance": OfTree(_PERMUTED, _permutation_importance),
    "importance_of_permutation": OfTree((*_PERMUTED, "order"), _importance_of_permutation),
}
"""Importances of attributes, by name."""
