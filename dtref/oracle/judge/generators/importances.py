"""Generators for the importances of attributes."""

from __future__ import annotations

from typing import cast

from hypothesis import strategies as st

from dtref.oracle.judge.generators.parts import DrawnInputs, Generator, several
from dtref.oracle.judge.generators.tables import rows, tables
from dtref.oracle.judge.generators.trees import ONE_TREE, REGRESSION_DATA, SMALL_DATA, VALIDATED, data_in, of_preset, one_tree
from dtref.oracle.operations.draws import GivenJson

_IMPURITY = st.sampled_from(("gini", "entropy", "error"))


def _with_impurity(inputs: DrawnInputs, impurity: st.SearchStrategy[str] = _IMPURITY) -> DrawnInputs:
    return st.tuples(inputs, impurity).map(lambda parts: {**parts[0], "impurity": parts[1]})


def _permuted(inputs: GivenJson) -> DrawnInputs:
    """Inputs with one of their attributes, and an order of their records."""
    data = data_in(inputs)
    names = [str(name) for name in cast("list[str]", data["header"]) if name not in {data["target"], data.get("weights")}]
    n = len(rows(data))
    orders = st.permutations([str(i) for i in range(1, n + 1)]).map(list)
    return st.tuples(st.sampled_from(names), orders).map(lambda parts: {**inputs, "attribute": parts[0], "order": parts[1]})


def _without_order(inputs: GivenJson) -> GivenJson:
    return {name: part for name, part in inputs.items() if name != "order"}


_CLASSES, _NUMBERS = ONE_TREE.flatmap(_permuted), one_tree("regression-tree", REGRESSION_DATA).flatmap(_permuted)
_ONE = "impurity_importances normalised_impurity_importances"
_EVERY = "impurity_importance_bounds normalised_impurity_importance_bounds"
_VARIANCE = st.just("variance")

IMPORTANCE_GENERATORS: tuple[Generator, ...] = (
    *several(_ONE, _with_impurity(ONE_TREE)),
    *several(_ONE, _with_impurity(one_tree("regression-tree", REGRESSION_DATA), _VARIANCE), "numbers"),
    *several(_EVERY, _with_impurity(of_preset("cart", SMALL_DATA) | of_preset("id3", SMALL_DATA))),
    *several(_EVERY, _with_impurity(of_preset("regression-tree", tables(regression=True, least=2, most=5)), _VARIANCE), "numbers"),
    Generator("permutation_importance", _CLASSES.map(_without_order)),
    Generator("permutation_importance", VALIDATED.flatmap(_permuted).map(_without_order), "other records"),
    Generator("permutation_importance", _NUMBERS.map(_without_order), "numbers"),
    Generator("importance_of_permutation", _CLASSES),
    Generator("importance_of_permutation", _NUMBERS, "numbers"),
)
"""Generators for importances."""
