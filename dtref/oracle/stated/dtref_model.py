"""The policy that a model of this library states: its algorithm, by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress

from dtref.errors import Invalid
from dtref.io.foreign.dtref_model import ALGORITHM
from dtref.io.foreign.tree import ForeignTree
from dtref.spec.growing.policy import Policy
from dtref.spec.presets import PRESETS
from dtref.spec.programs.by_name import PROGRAMS


def stated_by_dtref(settings: Mapping[str, str], tree: ForeignTree) -> Policy:
    """
    The policy of a preset, or of a program by its defaults, that a model names. Errors: Invalid for another name.

    >>> from dtref.io.foreign.tree import ForeignNode
    >>> stated_by_dtref({"algorithm": "CART_TWOING"}, ForeignTree(ForeignNode("1", label="a"), "by hand")).name
    'CART_TWOING'
    """
    policy = next((policy for policy in _known() if policy.name == settings.get(ALGORITHM)), None)
    if policy is None:
        raise Invalid(tree.source, "the name of an algorithm that is known: --as is needed", settings.get(ALGORITHM))
    return policy


def _known() -> Iterator[Policy]:
    """Each preset, and each program by its defaults, but for those that have none without what is drawn at random."""
    yield from PRESETS.values()
    for program in PROGRAMS.values():
        with suppress(Invalid):
            yield program()
