"""
Operations that stop early: trees of a preset with stopping rules and admissions, and the exact test behind one of them.

A rule is {"rule": name} with its number: `records` (fewer_than, every_branch_has, two_branches_have), `tests` (at_depth), `threshold`
(improves_less_than, improves_tree_less_than), `alpha` and `p_value` (independent, significant: "exact" or "chi_square"); no_improvement
has none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TypeVar

from attrs import evolve

from dtref.engines.filter.filtered import grow
from dtref.oracle.arithmetic.json_numbers import rational_of_text
from dtref.oracle.operations.answers import Answer, tree_answer
from dtref.oracle.operations.data_inputs import data_of
from dtref.oracle.operations.inputs import Answering, Given
from dtref.oracle.operations.part_inputs import given_choice, given_preset, whole_number
from dtref.spec.growing.admission import Admission, EveryBranchHas, PValue, Significant, TwoBranchesHave
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.stopping import (
    AtDepth,
    FewerThan,
    ImprovesLessThan,
    ImprovesTreeLessThan,
    Independent,
    StoppingRule,
    no_improvement,
)
from dtref.spec.split.association import chi_square_p
from dtref.spec.split.exact_test import exact_p

Rule = TypeVar("Rule")

P_VALUES: Mapping[str, PValue] = {"chi_square": chi_square_p, "exact": exact_p}


def _with(name: str, make: Callable[[Fraction], Rule]) -> Callable[[Given], Rule]:
    """A reader of a rule with one number."""
    return lambda inputs: make(rational_of_text(inputs.only("rule", name).part(name), f"{inputs.where}, {name}"))


def _at_level(make: Callable[[Fraction, PValue], Rule]) -> Callable[[Given], Rule]:
    """A reader of a rule with a level of significance and a p-value."""

    def rule(inputs: Given) -> Rule:
        alpha = rational_of_text(inputs.only("rule", "alpha", "p_value").part("alpha"), f"{inputs.where}, alpha")
        return make(alpha, given_choice(inputs, "p_value", P_VALUES))

    return rule


_STOPS: Mapping[str, Callable[[Given], StoppingRule]] = {
    "no_improvement": lambda inputs: _without_number(inputs, no_improvement),
    "fewer_than": _with("records", FewerThan),
    "at_depth": lambda inputs: AtDepth(whole_number(inputs.only("rule", "tests").part("tests"), f"{inputs.where}, tests")),
    "improves_less_than": _with("threshold", ImprovesLessThan),
    "improves_tree_less_than": _with("threshold", ImprovesTreeLessThan),
    "independent": _at_level(Independent),
}
"""The stopping rules by the names that records use."""

ADMISSIONS: Mapping[str, Callable[[Given], Admission]] = {
    "significant": _at_level(Significant),
    "every_branch_has": _with("records", EveryBranchHas),
    "two_branches_have": _with("records", TwoBranchesHave),
}
"""The admissions by the names that records use."""


def _without_number(inputs: Given, rule: Rule) -> Rule:
    inputs.only("rule")
    return rule


def _rules(inputs: Given, name: str, choices: Mapping[str, Callable[[Given], Rule]]) -> tuple[Rule, ...]:
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
    return evolve(policy, stop=(*policy.stop, *_rules(inputs, "stop", _STOPS)), admit=(*policy.admit, *_rules(inputs, "admit", ADMISSIONS)))


def _grow_stopping(inputs: Given) -> Answer:
    return tree_answer(grow(data_of(inputs.only("data", "preset", "stop", "admit")), given_policy(inputs)))


STOPPING: Mapping[str, Answering] = {"grow_stopping": _grow_stopping}
"""Early stopping, by name."""
