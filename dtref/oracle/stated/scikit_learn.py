"""The policy that a tree of scikit-learn states: its parameters, as `get_params` has them, in Python's own notation."""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Callable, Mapping
from fractions import Fraction

from dtref.errors import Invalid
from dtref.io.foreign.tree import ForeignTree
from dtref.spec.growing.policy import Policy
from dtref.spec.model.numerals import numeral
from dtref.spec.programs.scikit_learn import scikit_learn

NONE = "None"
"""A parameter that isn't set, as Python writes it."""


def stated_by_scikit_learn(settings: Mapping[str, str], tree: ForeignTree) -> Policy:  # noqa: ARG001 - as every program's
    """
    The policy of a tree of scikit-learn by its parameters. Errors: Invalid for those that dtref lacks.

    >>> from dtref.io.foreign.tree import ForeignNode
    >>> tree = ForeignTree(ForeignNode("0", label="a"), "by hand")
    >>> stated_by_scikit_learn({"criterion": "entropy", "min_samples_leaf": "2"}, tree).admit
    (EveryBranchHasRows(rows=2),)
    """
    readers: Mapping[str, Callable[[str], object]] = {
        "criterion": str,
        "max_depth": int,
        "min_samples_split": int,
        "min_samples_leaf": int,
        "min_impurity_decrease": _double,
        "class_weight": _class_weight,
    }
    return scikit_learn(**{name: read(settings[name]) for name, read in readers.items() if settings.get(name, NONE) != NONE})  # type: ignore[arg-type]


def _double(text: str) -> Fraction:
    """A number that the program holds as a double: the double's own value."""
    return Fraction(float(numeral(text)))


def _class_weight(text: str) -> str | dict[str, Fraction]:
    """Weights by class, or the name of a rule."""
    if not text.startswith("{"):
        return text
    try:
        weights = literal_eval(text)
    except (ValueError, SyntaxError):
        raise Invalid("class_weight", "a dictionary of classes and numbers", text) from None
    return {str(name): Fraction(weight) for name, weight in weights.items()}
