"""How a claim about a model differs from what the model states of itself, told before any verdict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dtref.errors import Invalid
from dtref.io.foreign.tree import ForeignTree
from dtref.oracle.stated.policy_of import STATED_BY, policy_of
from dtref.spec.growing.policy import Policy, keep_weights
from dtref.spec.growing.stopping import named
from dtref.spec.programs.parameters import refuse_weights

_CRITERION = "criterion"
"""The setting that names a criterion, where a program has it."""
_OF_NO_WEIGHTS = (keep_weights, refuse_weights)
"""The rules that give records no weights."""


def told_differences(tree: ForeignTree, claim: Policy) -> tuple[str, ...]:
    """
    Sentences on how a claim differs from what a model states; none where it states nothing.

    Compared are the criterion, the rules of stopping and admission, the steps of pruning, draws, growth best first, constraints and
    weights; not the candidates, the rule for missing values and the labels, of which the verdicts tell.

    >>> from dtref.io.foreign.tree import ForeignNode, Program, Setting
    >>> from dtref.spec.presets import CART
    >>> settings = (Setting("criterion", "mae"),)
    >>> told_differences(ForeignTree(ForeignNode("0", label="a"), "t", settings=settings, program=Program.SCIKIT_LEARN), CART)
    ('fitted with mae; CART claims gini',)
    """
    if tree.program not in STATED_BY:
        return ()
    try:
        stated = policy_of(tree)
    except Invalid:
        return tuple(_criterion(tree, None, claim))
    return (*_criterion(tree, stated, claim), *_rules(stated, claim))


def _criterion(tree: ForeignTree, stated: Policy | None, claim: Policy) -> Iterator[str]:
    own = next((setting.value for setting in tree.settings if setting.name == _CRITERION), None)
    if stated is not None and stated.criterion != claim.criterion:
        yield f"fitted with {own or _name(stated)}; {claim.name} claims {_name(claim)}"
    elif stated is None and own is not None:
        yield f"fitted with {own}; {claim.name} claims {_name(claim)}"


def _name(policy: Policy) -> str:
    """The name of a policy's impurity, or of its criterion where it has none, or doesn't reduce it."""
    criterion = policy.criterion
    return criterion.impurity.name if criterion.impurity is not None and criterion.reduces else criterion.name


def _rules(stated: Policy, claim: Policy) -> Iterator[str]:
    """The rules that one of the two has, and the other hasn't."""
    own, claimed = _named(stated), _named(claim)
    lacking = [name for rule, name in own.items() if rule not in claimed]
    if stated.draws is not None and claim.draws is None:
        lacking.append(str(stated.draws))
    limits = stated.most_leaves, stated.split_first
    if limits != (claim.most_leaves, claim.split_first) and stated.most_leaves is not None:
        lacking.append(f"growth {stated.split_first.value} up to {stated.most_leaves} leaves")
    if stated.monotone != claim.monotone and stated.monotone is not None:
        lacking.append("monotone predictions")
    own_weights, claimed_weights = stated.weigh not in _OF_NO_WEIGHTS, claim.weigh not in _OF_NO_WEIGHTS
    if own_weights and not claimed_weights:
        lacking.append("weights of its own for the records")
    if lacking:
        yield f"fitted with: {', '.join(lacking)}; {claim.name} claims {'none of that' if len(lacking) > 1 else 'no such rule'}"
    if stated.draws is not None and claim.draws is not None and stated.draws != claim.draws:
        yield f"fitted with {stated.draws}; {claim.name} claims {claim.draws}"
    if own_weights and claimed_weights and stated.weigh != claim.weigh:
        yield f"fitted with other weights for the records than {claim.name} claims"
    added = [name for rule, name in claimed.items() if rule not in own]
    if claimed_weights and not own_weights:
        added.append("weights of its own for the records")
    if added:
        yield f"{claim.name} claims {', '.join(added)}; the model states none of that"


def _named(policy: Policy) -> Mapping[object, str]:
    """The rules and steps of a policy, each with its name."""
    rules: dict[object, str] = {rule: named(rule) for rule in policy.stop}
    rules.update((rule, named(rule)) for rule in policy.admit)
    rules.update((step, str(step)) for step in policy.pruning)
    return rules
