"""The policy that a tree of Spark states: its parameters, as Spark saves them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from dtref.errors import Invalid
from dtref.io.foreign.tree import ForeignTree
from dtref.oracle.stated.needed import policy_needed
from dtref.spec.growing.policy import Policy
from dtref.spec.model.numerals import numeral
from dtref.spec.programs.spark import spark


def stated_by_spark(settings: Mapping[str, str], tree: ForeignTree) -> Policy:
    """
    The policy of a tree of Spark by its parameters; of one of a forest, too, whose records and columns were drawn besides. Errors: Invalid
    for a text, which has no parameters.

    >>> from dtref.io.foreign.tree import ForeignNode
    >>> tree = ForeignTree(ForeignNode("0", label="0"), "by hand")
    >>> stated_by_spark({"maxDepth": "3", "impurity": "entropy", "minInstancesPerNode": "2"}, tree).admit
    (EveryBranchHasRows(rows=2),)
    """
    if "maxDepth" not in settings:
        raise Invalid(tree.source or "model", f"a saved model, which has its parameters: {policy_needed()}", "the text of toDebugString")
    return spark(**{name: read(settings[name]) for name, read in _READERS.items() if name in settings})  # type: ignore[arg-type]


def _double(text: str) -> Fraction:
    """A number as the double that Spark has."""
    return Fraction(float(numeral(text)))


def _flag(text: str) -> bool:
    return text == "true"


def _doubles(text: str) -> list[Fraction]:
    return list(map(_double, text.split(",")))


_READERS: Mapping[str, Callable[[str], object]] = {
    "impurity": str,
    **dict.fromkeys(("maxDepth", "maxBins", "minInstancesPerNode"), int),
    **dict.fromkeys(("minWeightFractionPerNode", "minInfoGain"), _double),
    "pruneTree": _flag,
    "thresholds": _doubles,
}
"""The parameters of `spark` by name, each with its reader."""
