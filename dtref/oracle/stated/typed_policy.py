"""The policy of a preset, or of a program, and options: what is typed for a command, and what a model says of how it was grown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NotRequired, TypedDict, cast

from attrs import evolve

from dtref.errors import Invalid
from dtref.oracle.stated.added_rules import admissions, stopping_rules, tie_rule
from dtref.oracle.stated.named_policy import algorithm_of, with_criterion
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.surrogates import LearnSurrogates
from dtref.spec.model.tests import Absent
from dtref.spec.model.trees import Gap
from dtref.spec.preparation.missing import (
    MissingRule,
    drop_missing,
    flag_missing,
    impute_mean,
    impute_median,
    impute_mode,
    keep_missing,
    missing_as_value,
    refuse_missing,
)
from dtref.spec.split.candidates import Offer, SubsetSplits
from dtref.spec.split.chaid.candidates import MergedValues


class GrowingOptions(TypedDict):
    """The values of the options about growing; beside these, one for each rule that has an option (`RULE_SETTINGS`)."""

    algorithm: str | None
    criterion: str | None
    tie: str
    missing_values: str | None
    gap: str | None
    surrogates: int | None
    absent: str | None
    program_settings: NotRequired[tuple[str, ...]]


MISSING_RULES: dict[str, MissingRule] = {
    "refuse": refuse_missing,
    "drop": drop_missing,
    "value": missing_as_value,
    "median": impute_median,
    "mean": impute_mean,
    "mode": impute_mode,
    "flag": flag_missing,
}
"""The rules for missing values, by the name that the command line uses."""
GAPS_TYPED = ("fractions", "heaviest", "learned", "surrogates")
"""What `--gap` takes: what nodes do with missing values."""
ABSENT_TYPED = ("missing", "second", "largest")
"""What `--absent` takes: where a value goes that no record of a node had."""


def typed_policy(settings: GrowingOptions, stated: Policy | None = None) -> Policy:
    """
    The policy of a preset and options: options replace choices of the preset, and add stopping rules and admissions to its own.

    stated: the policy that a model states, in the place of one that is named. Errors: Invalid where missing values are flagged and no node
    knows what to do with them.
    """
    preset = stated or algorithm_of(settings["algorithm"] or "cart", settings.get("program_settings", ()))
    typed = cast(Mapping[str, object], settings)
    policy = evolve(
        preset,
        tie=tie_rule(settings["tie"]),
        stop=(*preset.stop, *stopping_rules(typed, preset.sizes)),
        admit=(*preset.admit, *admissions(typed, preset.sizes)),
    )
    if settings["criterion"] is not None:
        policy = with_criterion(policy, settings["algorithm"], settings["criterion"])
    policy = _with_missing_values(policy, settings["missing_values"], settings["gap"])
    return _with_absent(_with_surrogates(policy, settings["surrogates"]), settings["absent"])


def _with_surrogates(policy: Policy, most: int | None) -> Policy:
    """The policy with so many surrogates at most. Errors: Invalid where its nodes learn none."""
    if most is None:
        return policy
    if not isinstance(policy.gap, LearnSurrogates):
        raise Invalid("--surrogates", "--gap surrogates beside it, or an algorithm that learns them", policy.name)
    return evolve(policy, gap=evolve(policy.gap, most=most))


def _with_absent(policy: Policy, name: str | None) -> Policy:
    """The policy with a rule for values that nobody at a node has. Errors: Invalid where none of its tests has that rule."""
    if name is None or name == "missing":
        return policy
    nominal, ordinal = (_absent_of(offer, name) for offer in (policy.nominal, policy.ordinal))
    if (nominal, ordinal) == (None, None):
        what = {"second": "groupings of values in two", "largest": "merged groups of values"}[name]
        raise Invalid(f"--absent {name}", f"an algorithm with {what}", policy.name)
    return evolve(policy, nominal=nominal or policy.nominal, ordinal=ordinal or policy.ordinal)


def _absent_of(offer: Offer, name: str) -> Offer | None:
    """The same candidates with a rule for values that nobody at a node has; None for candidates that don't have it."""
    if name == "second" and isinstance(offer, SubsetSplits):
        return evolve(offer, absent=Absent.SECOND)
    if name == "largest" and isinstance(offer, MergedValues):
        return evolve(offer, absent=Absent.LARGEST)
    return None


def _with_missing_values(policy: Policy, before: str | None, gap: str | None) -> Policy:
    """The policy with a rule for missing values before growing, and one for the missing values left at nodes."""
    if gap is not None:
        policy = evolve(policy, missing=keep_missing, gap=_gap(policy, gap))
    if before is None:
        return policy
    if before == "flag" and policy.gap is Gap.REFUSE:
        raise Invalid("--missing-values flag", "a --gap beside it, as the cells stay missing", "none")
    some_left = gap is not None or before == "flag"
    return evolve(policy, missing=MISSING_RULES[before], gap=policy.gap if some_left else Gap.REFUSE)


def _gap(policy: Policy, name: str) -> Gap | LearnSurrogates:
    """The rule for missing values at nodes by its name; surrogates as the algorithm learns them, if it does."""
    if name != "surrogates":
        return Gap(name)
    return policy.gap if isinstance(policy.gap, LearnSurrogates) else LearnSurrogates()
