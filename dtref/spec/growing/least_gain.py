"""A stopping rule of gradient boosting: a gain must be above a limit, and not only reach it."""

from __future__ import annotations

from fractions import Fraction

from attrs import frozen

from dtref.exact.comparison import compare
from dtref.exact.definition import defined
from dtref.spec.growing.node_facts import NodeFacts
from dtref.spec.model.rules import LooksAt, Option, OptionKind, RuleFacts, declares


@declares(
    RuleFacts(
        "gains_at_most",
        frozenset((LooksAt.BEST, LooksAt.VALUE)),
        (Option("limit", OptionKind.THRESHOLD, examples=("0", "1/10", "1/4")),),
        up_to="limit",
    )
)
@defined(
    formula="value <= limit",
    sources=(
        "XGBoost 3.2, `src/tree/updater_colmaker.cc` and `src/tree/driver.h` (kRtEps, 1/1000000)",
        "LightGBM 4.6, `src/treelearner/feature_histogram.hpp` (min_gain_to_split)",
    ),
)
@frozen
class GainsAtMost:
    """
    Stops where the best test is worth no more than a limit, in the criterion's unit. `ImprovesLessThan` lets a test pass that reaches it.

    >>> from dtref.spec.growing.node_facts import root_facts
    >>> stops = GainsAtMost(Fraction(1, 8))
    >>> stops(root_facts((1, 3), Fraction(1, 8))), stops(root_facts((1, 3), Fraction(1, 4)))
    (True, False)
    """

    limit: Fraction

    def __call__(self, node: NodeFacts) -> bool:
        """Whether the node is a leaf."""
        best = node.best()
        return best is not None and compare(best.value, self.limit) <= 0

    def __str__(self) -> str:
        return f"a gain of at most {self.limit}"
