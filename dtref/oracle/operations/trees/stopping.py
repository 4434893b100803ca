"""
Operations that stop early: trees of a preset with stopping rules and admissions, and the exact test behind one of them.

A rule is {"rule": name} with the options that it declares (`STOPPING_RULES`, `ADMISSION_RULES`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar, cast

from attrs import evolve

from dtref.engines.filter.filtered import grow
from dtref.errors import Undefined
from dtref.exact.number import number
from dtref.oracle.operations.answers import Answer, tree_answer
from dtref.oracle.operations.data_inputs import data_of
from dtref.oracle.operations.inputs import Given, Operation
from dtref.oracle.operations.part_inputs import given_choice, given_preset
from dtref.oracle.operations.rule_inputs import option_of
from dtref.spec.growing.admission import ADMISSION_RULES, Admission
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.stopping import STOPPING_RULES, StoppingRule
from dtref.spec.model.rules import rule_of
from dtref.spec.split.exact_test import exact_p

GrowingRule = TypeVar("GrowingRule")


def _reader(rule: Callable[..., object]) -> Callable[[Given], Callable[..., object]]:
    """A reader of a rule: the rule itself where it is a function, else an instance of its class with the options that it takes."""
    facts = rule_of(rule)

    def read(inputs: Given) -> Callable[..., object]:
        inputs.only("rule", *(option.name for option in facts.options))
        values = [option_of(inputs, option) for option in facts.options]
        return cast(Callable[..., object], rule(*values)) if isinstance(rule, type) else rule

    return read


def _readers(rules: Sequence[Callable[..., object]]) -> Mapping[str, Callable[[Given], Callable[..., object]]]:
    return {rule_of(rule).name: _reader(rule) for rule in rules}


_STOPS = cast(Mapping[str, Callable[[Given], StoppingRule]], _readers(STOPPING_RULES))
"""The stopping rules by the names that records use."""

_ADMISSIONS = cast(Mapping[str, Callable[[Given], Admission]], _readers(ADMISSION_RULES))
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


def _exact_p(inputs: Given) -> Answer:
    p = exact_p(inputs.only("node", "children").counts("node"), inputs.rows("children"))
    return p if isinstance(p, Undefined) else number(p)


STOPPING: Mapping[str, Operation] = {"grow_stopping": _grow_stopping, "exact_p": _exact_p}
"""Early stopping, by name."""
