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
from dtref.errors import Undefined
from dtref.exact.number import number
from dtref.oracle.arithmetic.json_numbers import rational_of_text
from dtref.oracle.operations.answers import Answer, tree_answer
from dtref.oracle.operations.data_inputs import data_of
from dtref.oracle.operations.inputs import Given, Operation
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
    """A rule with one number."""
    return lambda given: make(rational_of_text(given.only("rule", name).part(name), f"{given.where}, {name}"))


def _at_level(make: Callable[[Fraction, PValue], Rule]) -> Callable[[Given], Rule]:
    """A rule with a level of significance and a p-value."""

    def rule(given: Given) -> Rule:
        alpha = rational_of_text(given.only("rule", "alpha", "p_value").part("alpha"), f"{given.where}, alpha")
        return make(alpha, given_choice(given, "p_value", P_VALUES))

    return rule


_STOPS: Mapping[str, Callable[[Given], StoppingRule]] = {
    "no_improvement": lambda given: _plain(given, no_improvement),
    "fewer_than": _with("records", FewerThan),
    "at_depth": lambda given: AtDepth(whole_number(given.only("rule", "tests").part("tests"), f"{given.where}, tests")),
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


def _plain(given: Given, rule: Rule) -> Rule:
    given.only("rule")
    return rule


def _rules(given: Given, name: str, choices: Mapping[str, Callable[[Given], Rule]]) -> tuple[Rule, ...]:
    parts = [Given.of(part, f"{given.where}, {name}") for part in given.list(name)] if name in given.parts else []
    return tuple(given_choice(part, "rule", choices)(part) for part in parts)


def given_policy(given: Given) -> Policy:
    """
    A preset with further stopping rules and admissions.

    >>> stops = [{"rule": "fewer_than", "records": "4"}]
    >>> given_policy(Given({"preset": "cart", "stop": stops})).stop[-1]
    FewerThan(records=Fraction(4, 1))
    """
    policy = given_preset(given)
    return evolve(policy, stop=(*policy.stop, *_rules(given, "stop", _STOPS)), admit=(*policy.admit, *_rules(given, "admit", ADMISSIONS)))


def _grow_stopping(given: Given) -> Answer:
    return tree_answer(grow(data_of(given.only("data", "preset", "stop", "admit")), given_policy(given)))


def _exact_p(given: Given) -> Answer:
    p = exact_p(given.only("node", "children").counts("node"), given.rows("children"))
    return p if isinstance(p, Undefined) else number(p)


STOPPING: Mapping[str, Operation] = {"grow_stopping": _grow_stopping, "exact_p": _exact_p}
"""What stops early, by name."""
