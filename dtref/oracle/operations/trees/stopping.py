"""
Operations that stop early: trees of a preset with stopping rules and admissions, and the exact test behind one of them.

A rule is {"rule": name} with the options that it declares (`STOPPING_RULES`, `ADMISSION_RULES`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar, cast

from attrs import evolve

from dtref.engines.filter.filtered import grow
from dtref.oracle.operations.answer_kinds import TREE_ANSWER
from dtref.oracle.operations.data_kinds import A_PRESET, ON_DATA
from dtref.oracle.operations.inputs import Given
from dtref.oracle.operations.kinds import list_kind
from dtref.oracle.operations.operation import InputKind, Operation, as_one, asks, declarations, each, optional, side_by_side
from dtref.oracle.operations.rule_inputs import rule_kind
from dtref.spec.growing.admission import ADMISSION_RULES, Admission
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.stopping import STOPPING_RULES, StoppingRule
from dtref.spec.model.rules import rule_of
from dtref.spec.presets import PRESETS

GrowingRule = TypeVar("GrowingRule")


def _rules(rules: Sequence[Callable[..., object]]) -> InputKind[tuple[Callable[..., object], ...]]:
    """Some of several rules, each with its options."""
    return optional(
        list_kind(rule_kind(rules), "rules: `rule`, " + " or ".join(f"`{rule_of(rule).name}`" for rule in rules) + ", and its options"), ()
    )


ADDED_STOPS = tuple(rule for rule in STOPPING_RULES if any(rule not in policy.stop for policy in PRESETS.values()))
"""The stopping rules that records may add: those that not every preset has."""

_RULES = each(stop=_rules(ADDED_STOPS), admit=_rules(ADMISSION_RULES))
_POLICY = side_by_side(each(preset=A_PRESET), _RULES)


def _policy(policy: Policy, stop: tuple[StoppingRule, ...], admit: tuple[Admission, ...]) -> Policy:
    """A preset with further stopping rules and admissions."""
    return evolve(policy, stop=(*policy.stop, *stop), admit=(*policy.admit, *admit))


def given_policy(inputs: Given) -> Policy:
    """
    A preset with the further stopping rules and admissions that inputs name.

    >>> stops = [{"rule": "fewer_than", "records": "4"}]
    >>> given_policy(Given({"preset": "cart", "stop": stops})).stop[-1]
    FewerThan(records=Fraction(4, 1))
    """
    (policy,) = as_one(_policy, _POLICY).arguments(inputs)
    return cast(Policy, policy)


STOPPING: Mapping[str, Operation] = declarations(asks("grow_stopping", grow, ON_DATA, as_one(_policy, _POLICY), answer=TREE_ANSWER))
"""Early stopping, by name."""
