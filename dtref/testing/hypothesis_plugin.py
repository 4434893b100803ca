"""
The Hypothesis entry point: makes `st.from_type(DataSet)`, and arguments annotated with dtref's types, draw from `dtref.strategies`.

Apart from the strategies, so that `import hypothesis` does not import these; they are imported when one is first drawn from.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


def register() -> None:
    """
    Tells Hypothesis how to draw data sets, policies, trees and attributes. Hypothesis calls it when it is imported with dtref installed.

    >>> from dtref.spec.model.data import DataSet
    >>> from hypothesis import find
    >>> from hypothesis import strategies as st
    >>> register()
    >>> find(st.from_type(DataSet), lambda data: len(data) == 1).records[0].label
    'c0'
    """
    from hypothesis import strategies as st  # not before: Hypothesis imports this module while it is imported itself

    from dtref.spec.model.attributes import Continuous, Nominal, Ordinal
    from dtref.spec.model.data import DataSet
    from dtref.spec.model.trees import Branch, Leaf

    strategy_names = {DataSet: "data_sets", Branch: "trees", Leaf: "trees", **dict.fromkeys((Continuous, Nominal, Ordinal), "attributes")}
    for kind, name in strategy_names.items():
        st.register_type_strategy(kind, _drawn(name))


def _drawn(name: str) -> Callable[[type], SearchStrategy[object]]:
    """A strategy of `dtref.strategies`, imported when first drawn from, and filtered to the type asked for."""

    def strategy(kind: type) -> SearchStrategy[object]:
        import dtref.strategies

        values: SearchStrategy[object] = getattr(dtref.strategies, name)()
        return values.filter(lambda value: isinstance(value, kind))

    return strategy
