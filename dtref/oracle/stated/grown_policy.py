"""The policy of a model's history (`dtref.io.model_history`), and the history of what was typed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import cast

from attrs import evolve, frozen

from dtref.errors import Invalid, way
from dtref.exact.digits import fraction_text
from dtref.io.model_history import GrownBy, History, PrunedBy, Texts
from dtref.io.model_parts import read_fraction
from dtref.oracle.stated.added_rules import RULE_SETTINGS, RULES_TYPED, destination
from dtref.oracle.stated.named_policy import ALGORITHMS
from dtref.oracle.stated.typed_policy import ABSENT_TYPED, GAPS_TYPED, MISSING_RULES, GrowingOptions, typed_policy
from dtref.spec.growing.policy import Policy, PruningStep
from dtref.spec.model.data import DataSet
from dtref.spec.model.rules import OptionKind, rule_of
from dtref.spec.model.trees import Tree
from dtref.spec.pruning.bottom_up import CutRule, if_better, if_no_worse
from dtref.spec.pruning.error_based import QUARTER, error_based
from dtref.spec.pruning.estimates import HALF
from dtref.spec.pruning.pessimistic import pessimistic, pessimistic_within_error
from dtref.spec.pruning.pruning_rules import PRUNING_RULES
from dtref.spec.pruning.steps import CostComplexity
from dtref.spec.split.by_name import CRITERIA
from dtref.spec.split.impurity import Impurity, entropy, gini, misclassification_error, variance

YES = "yes"
"""The text of a flag."""
_CHOICES: Mapping[str, tuple[str, ...]] = {
    "criterion": tuple(CRITERIA),
    "missing_values": tuple(MISSING_RULES),
    "gap": GAPS_TYPED,
    "absent": ABSENT_TYPED,
}
_OTHERS = ("surrogates", "tie")
SAMPLING, ATTRIBUTES_PER_NODE = "sampling", "attributes_per_node"
"""What a tree of a forest was grown by, besides: options of `dtref forest`."""
_RULES = {destination(rule_of(rule).typed): rule for rule in RULES_TYPED}
IMPURITIES_OF_RISKS: Mapping[str, Impurity] = {
    "errors": misclassification_error,
    "gini": gini,
    "entropy": entropy,
    "squared-error": variance,
}
"""The impurities of cost complexity, by the names of its risks."""
RULES_OF_PRUNING = tuple(typed for rule in PRUNING_RULES if (typed := rule_of(rule).typed))
"""The pruning rules by the names that models, and `dtref prune --by`, have for them."""


def policy_and_history(settings: GrowingOptions) -> tuple[Policy, History]:
    """The policy of settings that were typed, and what a model that it grows says of how it was made. Errors: as `typed_policy`."""
    return typed_policy(settings), History(grown_by(settings))


def grown_by(settings: Mapping[str, object]) -> GrownBy:
    """
    What a model says of the settings that it was grown with; the first of ties, which is the default, isn't told.

    >>> grown_by({"algorithm": "c45-release-8", "program_settings": ("m=1",), "tie": "first", "gap": None, "min_records": Fraction(5)})
    GrownBy(by='c45-release-8', parameters=(('m', '1'),), options=(('min_records', '5'),))
    """
    typed = [(name, settings.get(name)) for name in (*_CHOICES, *_OTHERS, *RULE_SETTINGS)]
    options = tuple((name, option_text(value)) for name, value in typed if was_given(value) and (name, value) != ("tie", "first"))
    pairs = [text.partition("=") for text in cast("tuple[str, ...]", settings.get("program_settings") or ())]
    return GrownBy(str(settings.get("algorithm") or "cart"), tuple((name, value if sign else YES) for name, sign, value in pairs), options)


def was_given(value: object) -> bool:
    """
    Whether the value of an option was typed, or is its default. A number 0 was, though it equals False.

    >>> [was_given(value) for value in (0, Fraction(0), "", None, False, ())]
    [True, True, True, False, False, False]
    """
    return value is not None and value is not False and value != ()


def option_text(value: object) -> str:
    """
    The value of an option as text.

    >>> option_text(Fraction(1, 2)), option_text(True), option_text(3)
    ('1/2', 'yes', '3')
    """
    return YES if value is True else fraction_text(value) if isinstance(value, Fraction) else str(value)


def in_a_forest(grown: GrownBy, sampling: str, attributes_per_node: int | None) -> GrownBy:
    """
    What a tree of a forest says: the sampling, if not all records, and how many attributes a node chose from, if not all.

    >>> in_a_forest(GrownBy("cart"), "bootstrap", 2).options, in_a_forest(GrownBy("cart"), "all", None).options
    ((('sampling', 'bootstrap'), ('attributes_per_node', '2')), ())
    """
    sampled = ((SAMPLING, sampling),) if sampling != "all" else ()
    chosen = ((ATTRIBUTES_PER_NODE, str(attributes_per_node)),) if attributes_per_node is not None else ()
    return evolve(grown, options=(*grown.options, *sampled, *chosen))


def policy_of_grown(grown: GrownBy) -> Policy:
    """
    The policy that a model says it was grown by. Errors: Invalid for an algorithm, a parameter or an option that isn't known, and for a
    tree of a forest, whose records or attributes were drawn.

    >>> policy_of_grown(GrownBy("cart", (), (("min_records", "5"),))).stop[-1]
    FewerThan(records=Fraction(5, 1))
    """
    if grown.by not in ALGORITHMS:
        raise Invalid("grown, by", f"one of {', '.join(ALGORITHMS)}", grown.by)
    nothing: dict[str, object] = dict.fromkeys((*_CHOICES, *_OTHERS, *RULE_SETTINGS))
    own = {name: _value(name, text) for name, text in grown.options}
    settings = {**nothing, "tie": "first", **own, "algorithm": grown.by, "program_settings": tuple(map("=".join, grown.parameters))}
    return typed_policy(cast(GrowingOptions, settings))


def _value(name: str, text: str) -> object:
    """The value of an option, of its text."""
    where = f"grown, options, {name}"
    if name in _CHOICES:
        if text not in _CHOICES[name]:
            raise Invalid(where, f"one of {', '.join(_CHOICES[name])}", text)
        return text
    if name == "tie":
        return text
    if name in (SAMPLING, ATTRIBUTES_PER_NODE):
        drawn = "all records" if name == SAMPLING else "all attributes at each node"
        named = way("--as", "a policy that is named")
        wanted = f"a tree grown from {drawn}: what was drawn for a tree of a forest isn't in its model; {named} compares it regardless"
        raise Invalid(where, wanted, text)
    if name not in (*_RULES, *_OTHERS):
        raise Invalid("grown, options", "options that are known", name)
    options = rule_of(_RULES[name]).options if name in _RULES else ()
    if name in _RULES and not options:
        if text != YES:
            raise Invalid(where, YES, text)
        return True
    number = _number(where, text)
    whole = name == "surrogates" or options[0].kind is OptionKind.WHOLE
    if whole and number.denominator != 1:
        raise Invalid(where, "a whole number", text)
    return int(number) if whole else number


def _number(where: str, text: str) -> Fraction:
    """A number of at least 0."""
    try:
        number = read_fraction(text)
    except Invalid as problem:
        raise Invalid(where, problem.wanted, text) from None
    if number < 0:
        raise Invalid(where, "a number of at least 0", text)
    return number


@frozen
class ByRule:
    """A pruning rule of a tree alone as a step, with its options."""

    rule: Callable[..., object]
    options: tuple[object, ...]

    def __call__(self, tree: Tree, _: DataSet) -> Tree:
        """The tree as pruned."""
        return cast(Tree, getattr(self.rule(tree, *self.options), "tree"))  # noqa: B009 - each rule's result has one

    def __str__(self) -> str:
        return f"pruned by {rule_of(self.rule).typed}"


@frozen
class Untold:
    """A pruning that a model doesn't tell enough of to be carried out: it refuses. by: the rule; options: those that were given."""

    by: str
    options: Texts

    def __call__(self, tree: Tree, _: DataSet) -> Tree:  # noqa: ARG002 - it is refused
        """Errors: Invalid, always."""
        given = ", ".join(f"{name} {text}" for name, text in self.options) or "no options"
        wanted = f"what it looked at besides the tree, which the model doesn't hold: {way('--pruned', 'pruned=True')} lets what it cut pass"
        raise Invalid(f"pruned by {self.by}", wanted, given)

    def __str__(self) -> str:
        return f"pruned by {self.by}"


def step_of(pruned: PrunedBy) -> PruningStep:
    """
    The step of a pruning that a model tells. One that looked at other records, or at more than the tree, refuses when it is carried out.

    Errors: Invalid for a rule that isn't known, and for an option whose text is none.

    >>> step_of(PrunedBy("pessimistic", (("penalty", "1"),))).options[0], step_of(PrunedBy("reduced-error", (("validation", "v.csv"),)))
    (Fraction(1, 1), Untold(by='reduced-error', options=(('validation', 'v.csv'),)))
    """
    if pruned.by not in RULES_OF_PRUNING:
        raise Invalid("pruned, by", f"one of {', '.join(RULES_OF_PRUNING)}", pruned.by)
    options = dict(pruned.options)
    steps = list(_told(pruned.by, options))
    return steps[0] if steps and not options else Untold(pruned.by, pruned.options)


def _told(by: str, options: dict[str, str]) -> Iterator[PruningStep]:
    """The step of a rule that looks at the tree alone; takes the options that it knows out of them."""
    if by == "pessimistic":
        yield ByRule(pessimistic, (_taken(options, "penalty", HALF), _ties(options, "cut_ties", if_no_worse, if_better)))
    elif by == "pessimistic-within-error":
        yield ByRule(pessimistic_within_error, ())
    elif by == "error-based":
        yield ByRule(error_based, (_taken(options, "confidence", QUARTER), _ties(options, "keep_ties", if_better, if_no_worse)))
    elif by == "cost-complexity" and "alpha" in options and options.get("risk", "errors") in IMPURITIES_OF_RISKS:
        yield CostComplexity(_taken(options, "alpha", Fraction(0)), IMPURITIES_OF_RISKS[options.pop("risk", "errors")])


def _taken(options: dict[str, str], name: str, default: Fraction) -> Fraction:
    return _number(f"pruned, options, {name}", options.pop(name)) if name in options else default


def _ties(options: dict[str, str], name: str, told: CutRule, otherwise: CutRule) -> CutRule:
    if name in options and options[name] != YES:
        raise Invalid(f"pruned, options, {name}", YES, options[name])
    return told if options.pop(name, "") else otherwise


def with_pruning(policy: Policy, pruned: tuple[PrunedBy, ...]) -> Policy:
    """
    The policy that then prunes by rules.

    >>> from dtref.spec.presets import CART
    >>> with_pruning(CART, (PrunedBy("pessimistic-within-error"),)).pruning[0].options
    ()
    """
    return evolve(policy, pruning=(*policy.pruning, *map(step_of, pruned))) if pruned else policy
