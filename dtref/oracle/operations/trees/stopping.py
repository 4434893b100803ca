"""
Operations that stop early: trees of a preset with stopping rules and admissions, and the exact test behind one of them.

A rule is {"rule": name} with the options that it declares (`STOPPING_RULES`, `ADMISSION_RULES`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar, cast

from attrs import evolve

from dtref.engines.filter.filtered import grow
from dtref.oracle.operations.answers import Answer, tree_answer
from dtref.oracle.operations.data_inputs import data_of
from dtref.oracle.operations.inputs import Answering, Given
from dtref.oracle.operations.part_inputs import given_choice, given_preset
from dtref.oracle.operations.rule_inputs import rule_readers
from dtref.spec.growing.admission import ADMISSION_RULES, Admission
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.stopping import STOPPING_RULES, StoppingRule
from dtref.spec.presets import PRESETS

GrowingRule = TypeVar("GrowingRule")


ADDED_STOPS = tuple(rule for rule in STOPPING_RULES if any(rule not in policy.stop for policy in PRESETS.values()))
"""The stopping rules that records may add: those that not every preset has."""

_STOPS = cast(Mapping[str, Callable[[Given], StoppingRule]], rule_readers(ADDED_STOPS))
"""The stopping rules by the names that records use."""

_ADMISSIONS = cast(Mapping[str, Callable[[Given], Admission]], rule_readers(ADMISSION_RULES))
"""The admissions by the names that records use."""


def _rules(inputs: Given, name: str, choices: Mapping[str, Callable[[Given], GrowingRule]]) -> tuple[GrowingRule, ...]:
    parts = [Given.of(part, f"{inputs.where}, {name}") for part in inputs.list(name)] if name in inputs.parts else []
    return tuple(given_choice(part, "rule", choices)(part) for part in parts)


def given_policy(inputs: Given) -> Policy:
    """
    A preset with further stopping rules and admissions.

    >>> stops = [{"rule": "fewer_than", "records": "4"}]
    >>> given_policy(Given({"preset": "cart", "stop": stops})).stop[-1]
    FewerThan(records=Fraction(4, 1))
    """
    policy = given_preset(inputs)
    return evolve(
        policy, stop=(*policy.stop, *_rules(inputs, "stop", _STOPS)), admit=(*policy.admit, *_rules(inputs, "admit", _ADMISSIONS))
    )


def _grow_stopping(inputs: Given) -> Answer:
    return tree_answer(grow(data_of(inputs.only("data", "preset", "stop", "admit")), given_policy(inputs)))


STOPPING: Mapping[str, Answering] = {"grow_stopping": _grow_stopping}
"""Early stopping, by name."""
