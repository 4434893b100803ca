"""What a model of this library states of how it was grown: its algorithm, by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress

from attrs import evolve

from dtref.errors import Invalid
from dtref.io.foreign.dtref_model import ALGORITHM
from dtref.io.foreign.tree import ForeignTree
from dtref.spec.growing.policy import Policy
from dtref.spec.presets import PRESETS
from dtref.spec.programs.by_name import PROGRAMS

WITH_OPTIONS = ", with options"
"""What follows the name of a policy in a model where other rules than the policy's own grew it."""


def stated_by_dtref(settings: Mapping[str, str], tree: ForeignTree) -> Policy:
    """
    The policy of a preset, or of a program by its defaults, that a model names. Errors: Invalid for another name.

    >>> from dtref.io.foreign.tree import ForeignNode
    >>> stated_by_dtref({"algorithm": "CART_TWOING"}, ForeignTree(ForeignNode("1", label="a"), "by hand")).name
    'CART_TWOING'
    """
    policy = _named(settings.get(ALGORITHM))
    if policy is None:
        raise Invalid(
            tree.source,
            "the name of an algorithm that is known by its defaults: --as is needed, with the options of the fit",
            settings.get(ALGORITHM),
        )
    return policy


def algorithm_of_model(policy: Policy) -> str:
    """
    What a model says of the policy that it was grown by: the policy's name, if that tells all its rules; else that there were options.

    A name tells those of a preset, or of a program by its defaults. Ties are none of them, as any of the tied trees is right.
    Another name tells none anyway.

    >>> from dtref.spec.presets import CART
    >>> algorithm_of_model(CART), algorithm_of_model(evolve(CART, stop=()))
    ('CART', 'CART, with options')
    """
    known = _named(policy.name)
    return policy.name if known is None or evolve(known, tie=policy.tie) == policy else f"{policy.name}{WITH_OPTIONS}"


def _named(name: str | None) -> Policy | None:
    """The policy that a name alone tells, if there is one."""
    return next((policy for policy in _known() if policy.name == name), None)


def _known() -> Iterator[Policy]:
    """Each preset, and each program by its defaults, but for those that have none without what is drawn at random."""
    yield from PRESETS.values()
    for program in PROGRAMS.values():
        with suppress(Invalid):
            yield program()
