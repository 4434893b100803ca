"""Grows a tree as a model, which holds what records are read by, how it was made, and of which records."""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from dtref.engines.choice import grow
from dtref.errors import Invalid
from dtref.exact.checked_call import refuses_other_kinds
from dtref.io.model_history import NOTHING_TOLD, History
from dtref.io.models import Model
from dtref.io.training_overlap import training_of
from dtref.oracle.stated.dtref_model import policy_of_model
from dtref.spec.growing.hunt import hunt
from dtref.spec.growing.policy import Policy
from dtref.spec.model.attributes import Continuous
from dtref.spec.model.data import DataSet
from dtref.spec.model.schemes import ignore_progress
from dtref.spec.model.trees import Tree
from dtref.spec.split.candidates import NumbersOnly


@refuses_other_kinds
def fit(data: DataSet, policy: Policy, progress: Callable[[int], None] = ignore_progress) -> Model:
    """
    The model that a policy grows from a data set: its tree, with the attributes, the target, the algorithm's name, and a fingerprint of
    the records. `dtref.predict` answers from it with labels in the type that they had, `dtref.save_model` writes it.

    progress, errors: as for `dtref.grow`.

    >>> from dtref.engines.prediction import predict
    >>> from dtref.io.arrays import from_arrays
    >>> from dtref.spec.presets import CART
    >>> model = fit(from_arrays([[1], [2], [3]], [0, 0, 1]), CART)
    >>> [int(y) for y in predict(model, [[1.5], [9]]).first_labels()], model.algorithm, model.history.trained_on.fingerprint.records
    ([0, 1], 'CART', 3)
    """
    return fitted_model(data, policy, grow(data, policy, progress), NOTHING_TOLD)


def fitted_model(data: DataSet, policy: Policy, tree: Tree, history: History) -> Model:
    """The model of a tree that a policy grew from data. history: what is told of the settings, without the records."""
    data = policy.nominal.as_read(data) if isinstance(policy.nominal, NumbersOnly) else data
    recursion = hunt(data, policy)
    training = recursion.training
    trained_on = training_of(data if len(data) == len(training) else training)
    comma = any(isinstance(attribute, Continuous) and attribute.mark == "," for attribute in data.attributes)
    told = evolve(history, trained_on=trained_on, read=history.read or ((("decimal", ","),) if comma else ()))
    return Model(training.attributes, training.target, _name(policy, history), tree, recursion.policy.monotone, told)


def _name(policy: Policy, history: History) -> str:
    """The name of a policy; where it stands for other settings than these, and none are told, it says so."""
    if history.grown is not None:
        return policy.name
    try:
        known = policy_of_model(policy.name, NOTHING_TOLD, "policy")
    except Invalid:
        return policy.name
    return policy.name if known == policy else f"{policy.name}, with options"
