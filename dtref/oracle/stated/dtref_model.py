"""The policy that a model of this library states: its algorithm, by name."""

from __future__ import annotations

from collections.abc import Mapping

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
    known = (*PRESETS.values(), *(program() for program in PROGRAMS.values()))
    policy = next((policy for policy in known if policy.name == settings.get(ALGORITHM)), None)
    if policy is None:
        raise Invalid(tree.source, "the name of an algorithm that is known: --as is needed", settings.get(ALGORITHM))
    return policy
