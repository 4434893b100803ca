"""Generators for the importances of attributes."""

from __future__ import annotations

from hypothesis import strategies as st

from dtref.oracle.judge.generators.parts import DrawnInputs, Generator, several
from dtref.oracle.judge.generators.tables import tables
from dtref.oracle.judge.generators.trees import ONE_TREE, REGRESSION_DATA, SMALL_DATA, of_preset, one_tree

_IMPURITY = st.sampled_from(("gini", "entropy", "error"))


def _with_impurity(inputs: DrawnInputs, impurity: st.SearchStrategy[str] = _IMPURITY) -> DrawnInputs:
    return st.tuples(inputs, impurity).map(lambda parts: {**parts[0], "impurity": parts[1]})


_ONE = "impurity_importances normalised_impurity_importances"
_EVERY = "impurity_importance_bounds normalised_impurity_importance_bounds"
_VARIANCE = st.just("variance")

IMPORTANCE_GENERATORS: tuple[Generator, ...] = (
    *several(_ONE, _with_impurity(ONE_TREE)),
    *several(_ONE, _with_impurity(one_tree("regression-tree", REGRESSION_DATA), _VARIANCE), "numbers"),
    *several(_EVERY, _with_impurity(of_preset("cart", SMALL_DATA) | of_preset("id3", SMALL_DATA))),
    *several(_EVERY, _with_impurity(of_preset("regression-tree", tables(regression=True, least=2, most=5)), _VARIANCE), "numbers"),
)
"""Generators for importances."""
