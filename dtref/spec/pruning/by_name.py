"""The risks of cost-complexity pruning, and what happens where a leaf costs as much as its subtree, by name."""

from __future__ import annotations

from collections.abc import Mapping

from dtref.spec.pruning.bottom_up import CutRule, if_better, if_no_worse
from dtref.spec.pruning.cost_complexity import Risk, impurity_risk, misclassified
from dtref.spec.split.by_name import IMPURITIES

CUT_RULES: Mapping[str, CutRule] = {"keep": if_better, "cut": if_no_worse}
"""The rules for a leaf that costs as much as its subtree."""

RISKS_BY_NAME: Mapping[str, Risk] = {
    "errors": misclassified,
    **{name: impurity_risk(impurity) for name, impurity in IMPURITIES.items() if name != "error"},
}
"""The risks: of misclassification, and that of each other impurity."""
