"""What a model of this library states of how it was made: the policy, with its options, and what pruned it; or a name alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress

from dtref.errors import Invalid
from dtref.io.foreign.dtref_model import ALGORITHM
from dtref.io.foreign.tree import ForeignTree
from dtref.io.model_history import History
from dtref.oracle.stated.grown_policy import policy_of_grown, with_pruning
from dtref.oracle.stated.needed import policy_needed
from dtref.spec.growing.policy import Policy
from dtref.spec.presets import PRESETS
from dtref.spec.programs.by_name import PROGRAMS


def stated_by_dtref(settings: Mapping[str, str], tree: ForeignTree) -> Policy:
    """
    The policy that a model says it was grown by, with its options, then pruned by; of an older one that of the name alone: a preset, or a
    program by its defaults. Errors: Invalid for another name, and as `policy_of_grown`.

    >>> from dtref.io.foreign.tree import ForeignNode
    >>> stated_by_dtref({"algorithm": "CART_TWOING"}, ForeignTree(ForeignNode("1", label="a"), "by hand")).name
    'CART_TWOING'
    """
    return policy_of_model(settings.get(ALGORITHM), tree.history, tree.source)


def policy_of_model(algorithm: str | None, history: History, where: str) -> Policy:
    """
    The policy of a model's history; where that says nothing, of its name. where: the place of a name that isn't known, in messages.

    >>> policy_of_model("CART, with options", History(), "m.json")
    Traceback (most recent call last):
    dtref.errors.Invalid: m.json: expected the name of an algorithm that is known by its defaults: a policy is to be named, with the
    options of the fit (got 'CART, with options')
    """
    policy = _named(algorithm) if history.grown is None else policy_of_grown(history.grown)
    if policy is None:
        wanted = f"the name of an algorithm that is known by its defaults: {policy_needed()}, with the options of the fit"
        raise Invalid(where, wanted, algorithm)
    return with_pruning(policy, history.pruned)


def _named(name: str | None) -> Policy | None:
    """The policy that a name alone tells, if there is one."""
    return next((policy for policy in _known() if policy.name == name), None)


def _known() -> Iterator[Policy]:
    """Each preset, and each program by its defaults, but for those that have none without what is drawn at random."""
    yield from PRESETS.values()
    for program in PROGRAMS.values():
        with suppress(Invalid):
            yield program()
