"""The policy that a tree of scikit-learn states: its parameters, as `get_params` has them, in Python's own notation."""

from __future__ import annotations

import re
from ast import literal_eval
from collections.abc import Callable, Mapping
from fractions import Fraction

from attrs import evolve

from dtref.errors import Invalid
from dtref.io.foreign.tree import ForeignTree
from dtref.spec.growing.policy import Policy
from dtref.spec.model.labels import class_name
from dtref.spec.model.numerals import numeral
from dtref.spec.programs.scikit_learn import scikit_learn

NONE = "None"
"""A parameter that isn't set, as Python writes it."""


def stated_by_scikit_learn(settings: Mapping[str, str], tree: ForeignTree) -> Policy:
    """
    The policy of a tree of scikit-learn by its parameters. Errors: Invalid for those that dtref lacks.

    >>> from dtref.io.foreign.tree import ForeignNode
    >>> tree = ForeignTree(ForeignNode("0", label="a"), "by hand")
    >>> stated_by_scikit_learn({"criterion": "entropy", "min_samples_leaf": "2"}, tree).admit
    (EveryBranchHasRows(rows=2),)
    """
    parameters = {name: read(settings[name]) for name, read in _READERS.items() if settings.get(name, NONE) != NONE}
    # all columns are tried where as many are asked for
    if parameters.get("max_features") == len(tree.columns):
        del parameters["max_features"]
    # signs by name, as the data may have the columns in another order
    signs = parameters.pop("monotonic_cst", None)
    if isinstance(signs, list) and tree.columns:
        if len(signs) != len(tree.columns):
            raise Invalid("monotonic_cst", f"a sign for each of {len(tree.columns)} columns", settings["monotonic_cst"])
        parameters["monotonic_cst"] = dict(zip(tree.columns, signs, strict=True))
    policy = scikit_learn(**parameters)  # type: ignore[arg-type]  # each as its reader makes it
    # of two classes the greater is the positive one
    if policy.monotone is None or not tree.classes:
        return policy
    return evolve(policy, monotone=evolve(policy.monotone, positive=tree.classes[-1]))


def _size(text: str) -> int | Fraction:
    """A size, or the share that a double is."""
    return _whole(text) if text.isdecimal() or text in _FLAGS else _double(text)


_FLAGS = {"True": 1, "False": 0}
"""The flags, which Python has among the whole numbers."""


def _whole(text: str) -> int:
    """A whole number. Errors: Invalid for another text."""
    if text in _FLAGS:
        return _FLAGS[text]
    number = numeral(text)
    if number.denominator != 1:
        raise Invalid("parameter", "a whole number", text)
    return int(number)


def _double(text: str) -> Fraction:
    """A number that the program holds as a double: the double's own value."""
    return Fraction(float(numeral(text)))


def _columns(text: str) -> int | Fraction | str:
    """A number of columns, a share, or a name."""
    return text if text.isalnum() and not text.isdecimal() else _size(text)


def _class_weight(text: str) -> str | dict[str, Fraction]:
    """Weights by class, or the name of a rule."""
    if not text.startswith("{"):
        return text
    weights = _literal("class_weight", text)
    if not isinstance(weights, dict):
        raise Invalid("class_weight", "classes and numbers", text)
    return {str(class_name(name)): Fraction(weight) for name, weight in weights.items()}


def _signs(text: str) -> list[int]:
    """A sign for each column, of a list or an array, of whole numbers or doubles; the 64 of a type's name is none."""
    return list(map(_whole, re.findall(r"(?<![\w.])-?[0-9]+\.?[0-9]*", text)))


def _literal(name: str, text: str) -> object:
    try:
        value: object = literal_eval(text)
    except (ValueError, SyntaxError):
        raise Invalid(name, "numbers, as Python writes them", text) from None
    return value


_READERS: Mapping[str, Callable[[str], object]] = {
    "criterion": str,
    "splitter": str,
    "max_depth": _whole,
    "min_samples_split": _size,
    "min_samples_leaf": _size,
    "min_weight_fraction_leaf": _double,
    "max_features": _columns,
    "max_leaf_nodes": _whole,
    "min_impurity_decrease": _double,
    "class_weight": _class_weight,
    "ccp_alpha": _double,
    "monotonic_cst": _signs,
}
"""The readers of the parameters that shape a tree; the others are left out."""
