"""
The policy of an estimator: scikit-learn's parameters as `dtref.scikit_learn` takes them, or a policy by name, with limits added to it.

A float is the double that it is: min_samples_leaf=0.1 is the share 3602879701896397/2^55, as scikit-learn computes with it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from inspect import signature
from typing import Any, TypeAlias, cast

from attrs import evolve

from dtref.errors import Invalid, nearest
from dtref.spec.growing.nearly_pure import NearlyPure
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.ties import First, Last, Refuse, TieRule
from dtref.spec.model.attributes import Attribute, Continuous
from dtref.spec.model.labels import class_name
from dtref.spec.model.trees import Gap
from dtref.spec.presets import PRESETS, REGRESSION_TREE
from dtref.spec.programs.by_name import PROGRAMS
from dtref.spec.programs.scikit_learn import scikit_learn
from dtref.spec.split.candidates import OrdinalCuts, SubsetSplits
from dtref.spec.split.criteria import variance_reduction

Settings: TypeAlias = Mapping[str, Any]
"""The parameters of an estimator, by name."""

TIE_RULES_BY_NAME: Mapping[str, Callable[[], TieRule]] = {"first": First, "last": Last, "refuse": Refuse}
"""What the parameter `tie` takes; a tie rule of dtref, too."""

PARAMETERS_ADDED = (
    "max_depth",
    "min_samples_split",
    "min_samples_leaf",
    "min_weight_fraction_leaf",
    "min_impurity_decrease",
    "class_weight",
)
"""Parameters of scikit-learn that are added to a policy that is named."""

REPLACED_PARAMETERS = ("criterion", "splitter", "max_features", "max_leaf_nodes", "ccp_alpha", "monotonic_cst")
"""Parameters that such a policy decides by itself."""

SETTINGS_KEPT = 2**6
"""The policies of so many settings are kept: a search asks for the same again and again."""

_THEIRS = frozenset(signature(scikit_learn).parameters)
"""All parameters of scikit-learn's."""

_OF_NUMBERS: Mapping[str, Callable[[], Policy]] = {
    "rpart": lambda: PROGRAMS["rpart"](method="anova"),
    "ranger": lambda: PROGRAMS["ranger"](treetype="Regression"),
    "random-forest-r": lambda: PROGRAMS["random-forest-r"](type="regression"),
    "cart": lambda: REGRESSION_TREE,
}
"""What policies that grow both kinds of trees are called with for a target of numbers."""


def estimator_policy(settings: Settings, defaults: Settings, *, regression: bool) -> Policy:
    """
    The policy that an estimator's parameters name. defaults: what they are by themselves.

    Errors: Invalid for a policy that isn't known, and for a parameter that the named policy decides by itself.

    >>> defaults = {"policy": None, "tie": "first", "criterion": "gini", "max_depth": None}
    >>> estimator_policy({**defaults, "max_depth": 3}, defaults, regression=False).stop[-1]
    AtDepth(tests=3)
    >>> estimator_policy({**defaults, "policy": "id3", "criterion": "entropy"}, defaults, regression=False)
    Traceback (most recent call last):
    dtref.errors.Invalid: criterion: expected 'gini' beside policy=, as the policy ID3 has its own (got 'entropy')
    """
    try:
        return _kept_policy(_keyed(settings), _keyed(defaults), regression)
    except TypeError:  # a mapping, or a list, can't be looked up
        return _made_policy(settings, defaults, regression)


def _keyed(settings: Settings) -> tuple[tuple[str, type, Any], ...]:
    """The settings that a policy is made of, to be looked up by; 1 and 1.0 are not the same."""
    return tuple((name, type(value), value) for name, value in settings.items() if name in _THEIRS or name in ("policy", "tie"))


@lru_cache(SETTINGS_KEPT)
def _kept_policy(settings: tuple[tuple[str, type, Any], ...], defaults: tuple[tuple[str, type, Any], ...], regression: bool) -> Policy:
    given, by_default = ({name: value for name, _, value in keyed} for keyed in (settings, defaults))
    return _made_policy(given, by_default, regression)


def _made_policy(settings: Settings, defaults: Settings, regression: bool) -> Policy:
    chosen, tie = settings["policy"], tie_rule_named(settings["tie"])
    given = {name: value for name, value in settings.items() if name in _THEIRS}
    if chosen is None:
        policy = _scikit_learn(given)
        return evolve(policy, tie=tie, stop=tuple(rule for rule in policy.stop if not isinstance(rule, NearlyPure)))
    policy = chosen if isinstance(chosen, Policy) else named_policy(chosen, regression=regression)
    for name in REPLACED_PARAMETERS:
        if name in given and given[name] != defaults[name]:
            raise Invalid(name, f"{defaults[name]!r} beside policy=, as the policy {policy.name} has its own", given[name])
    asked = _scikit_learn({name: given[name] for name in PARAMETERS_ADDED if name in given})
    plain = scikit_learn()
    return evolve(
        policy,
        tie=tie,
        stop=(*policy.stop, *(rule for rule in asked.stop if rule not in plain.stop)),
        admit=(*policy.admit, *asked.admit),
        weigh=policy.weigh if asked.weigh is plain.weigh else asked.weigh,
    )


def named_policy(name: object, *, regression: bool) -> Policy:
    """
    The policy of a name: a preset, or a program by its defaults, which goes first. Errors: Invalid for another.

    >>> named_policy("c45", regression=False).name, named_policy("rpart", regression=True).criterion.name
    ('C45', 'variance_reduction')
    >>> named_policy("C4.5", regression=False)
    Traceback (most recent call last):
    dtref.errors.Invalid: policy: expected None, a policy of dtref, or the name of one; did you mean 'c45'? (got 'C4.5')
    """
    presets = {preset: lambda policy=policy: policy for preset, policy in PRESETS.items()}
    known: dict[str, Callable[[], Policy]] = {**presets, **PROGRAMS, **(_OF_NUMBERS if regression else {})}
    if not isinstance(name, str) or name not in known:
        close = nearest(name, known) if isinstance(name, str) else None
        proposal = f"did you mean {close!r}?" if close else f"one of {', '.join(sorted(known))}"
        raise Invalid("policy", f"None, a policy of dtref, or the name of one; {proposal}", name)
    return known[name]()


def tie_rule_named(tie: object) -> TieRule:
    """
    The tie rule that the parameter `tie` names. Errors: Invalid for anything else.

    >>> tie_rule_named("last"), tie_rule_named(First())
    (Last(), First())
    """
    if isinstance(tie, str) and tie in TIE_RULES_BY_NAME:
        return TIE_RULES_BY_NAME[tie]()
    if hasattr(tie, "pick") and hasattr(tie, "finish"):
        return cast(TieRule, tie)
    raise Invalid("tie", f"one of {', '.join(map(repr, TIE_RULES_BY_NAME))}, or a tie rule of dtref", tie)


def for_attributes(policy: Policy, attributes: tuple[Attribute, ...]) -> Policy:
    """
    scikit-learn's policy with groupings for columns of categories, which it doesn't know; any other policy as it is.

    A value that is missing has no direction of its own then: it goes where more records go.

    >>> from dtref.spec.model.attributes import Nominal
    >>> for_attributes(scikit_learn(), (Nominal("x", ("a", "b")),)).nominal
    SubsetSplits(limit=32768, written_out=0, exhaustive=False, absent=<Absent.AS_MISSING: 'as a missing value'>)
    """
    if policy.name != "SCIKIT_LEARN" or all(isinstance(attribute, Continuous) for attribute in attributes):
        return policy
    return evolve(policy, nominal=SubsetSplits(), ordinal=OrdinalCuts(), gap=Gap.HEAVIEST)


def as_scikit_learn_stops(policy: Policy) -> Policy:
    """
    The policy of an exact tree with the rule that scikit-learn's trees have besides, and its documentation hasn't: a node of an impurity up
    to 2^-52 is a leaf. Other policies as they are.

    >>> exact = estimator_policy({"policy": None, "tie": "first"}, {}, regression=False)
    >>> as_scikit_learn_stops(exact).stop == scikit_learn().stop, as_scikit_learn_stops(REGRESSION_TREE) is REGRESSION_TREE
    (True, True)
    """
    if policy.name != "SCIKIT_LEARN":
        return policy
    return evolve(policy, stop=(*policy.stop, *(rule for rule in scikit_learn().stop if isinstance(rule, NearlyPure))))


def grows_numbers(policy: Policy) -> bool:
    """
    Whether a policy grows trees for a target of numbers.

    >>> grows_numbers(REGRESSION_TREE), grows_numbers(scikit_learn())
    (True, False)
    """
    impurity = policy.criterion.impurity
    return policy.criterion is variance_reduction or (impurity is not None and impurity.moments)


def _scikit_learn(given: Settings) -> Policy:
    """The policy of scikit-learn's own parameters, floats as the doubles that they are."""
    return scikit_learn(**{name: _exactly(name, value) for name, value in given.items()})


def _exactly(name: str, value: Any) -> Any:
    if name == "class_weight" and isinstance(value, Mapping):
        return {class_name(label): _exactly("", weight) for label, weight in value.items()}
    if name == "monotonic_cst" and value is not None:
        return [int(sign) for sign in value]
    if isinstance(value, str | None | Mapping):
        return value
    if name == "class_weight":
        raise Invalid(name, "'balanced', or a mapping from classes to weights; several targets are refused", value)
    # numpy's numbers, too; a share of 1.0 is all, a size of 1 is one
    return int(value) if hasattr(value, "__index__") else Fraction(float(value))
