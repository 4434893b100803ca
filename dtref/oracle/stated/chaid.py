"""The policy that a tree of the CHAID package states: the parameters that the fitted object holds."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from dtref.errors import Invalid
from dtref.io.foreign.tree import ForeignTree
from dtref.oracle.stated.needed import policy_needed
from dtref.spec.growing.policy import Policy
from dtref.spec.model.numerals import numeral
from dtref.spec.programs.chaid_package import chaid_package


def stated_by_chaid(settings: Mapping[str, str], tree: ForeignTree) -> Policy:
    """
    The policy of a tree of the CHAID package by its settings. Errors: Invalid for a printed tree, which has none, and for what is refused.

    >>> from dtref.io.foreign.tree import ForeignNode
    >>> tree = ForeignTree(ForeignNode("node 0", label="a"), "by hand")
    >>> stated_by_chaid({"alpha_merge": "0.05", "max_depth": "3"}, tree) == chaid_package(max_depth=3)
    True
    """
    if "alpha_merge" not in settings:
        raise Invalid(tree.source or "model", f"a fitted tree, as a printed one is without settings: {policy_needed()}", "a printed tree")
    flags = {name: settings[name] == "True" for name in ("is_exhaustive", "weight") if name in settings}
    sizes = {name: numeral(settings[name]) for name in ("alpha_merge", "min_parent_node_size", "min_child_node_size") if name in settings}
    numbers = {name: _whole(settings[name]) for name in ("max_depth", "max_splits") if name in settings}
    return chaid_package(**flags, **sizes, **numbers)  # type: ignore[arg-type]


def _whole(text: str) -> int | Fraction:
    """A number, as a whole one where it is one."""
    x = numeral(text)
    return int(x) if x.denominator == 1 else x
