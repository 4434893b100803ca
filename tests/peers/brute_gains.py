"""
Whether a test of XGBoost's gains exactly nothing, by brute force: from the gradients of the first tree, without dtref's sums and rules.

`src/tree/param.h`, CalcWeight and CalcGain; `src/objective/regression_loss.h`.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from peers.library import Nominal, Record
from spoilings import Spoiled

from dtref.io.foreign.tree import ForeignNode, ForeignTree, Program, branch_taken


def boosts_nothing(at: Spoiled, new: ForeignNode, tree: ForeignTree) -> bool:
    """Whether a node of XGBoost's, whose records all have a number there, asks on and so gains exactly nothing."""
    if tree.program is not Program.XGBOOST or at.node.ask is not None or new.ask is None:
        return False
    column = at.data.column(new.ask.attribute)
    if not all(isinstance(r.values[column], Fraction) for r in at.records):
        return False
    said = {setting.name: setting.value for setting in tree.settings}
    base, heavier = Fraction(said["base_score"]), Fraction(said.get("scale_pos_weight", "1"))
    penalty, alpha, most = (Fraction(said[name]) for name in ("reg_lambda", "reg_alpha", "max_delta_step"))
    classes = at.data.classes if isinstance(at.data.target, Nominal) else ()

    def gain(records: Sequence[Record]) -> Fraction:
        g = h = Fraction(0)
        for r in records:
            y = Fraction(classes.index(str(r.label))) if classes else Fraction(r.label)  # type: ignore[arg-type]
            weight = r.weight * (heavier if classes and y == 1 else 1)
            g, h = g + (base - y) * weight, h + (base * (1 - base) if classes else 1) * weight
        left = max(abs(g) - alpha, Fraction(0)) * (1 if g > 0 else -1)
        if not most:
            return left**2 / (h + penalty)
        step = max(-most, min(most, -left / (h + penalty)))
        return -(2 * g * step + (h + penalty) * step**2)

    sides = [[r for r in at.records if branch_taken(new.ask, r.values[column]) == i] for i in range(2)]
    return sum(map(gain, sides)) == gain(at.records)
