"""
The structure score of gradient boosting: how much a leaf lowers the loss, and so how much a test does.

Notation: H, the weight of a node's records, and G, minus the sum of their target, where the records are those of a round
(`dtref.spec.preparation.gradients`); T(G), G nearer to 0 by alpha, 0 where it is as near already; lambda, d the largest step; e, what a
program adds to H of each branch, and so twice to that of the node that it splits.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias

from attrs import evolve, field, frozen

from dtref.exact.definition import defined
from dtref.exact.inputs import rational
from dtref.exact.number import Exact, Number, number, total
from dtref.spec.split.criteria import Criterion
from dtref.spec.split.impurity import Children, variance

Moment: TypeAlias = Sequence[Exact]
"""H, -G and the sum of g^2/h of some records."""


@defined(
    formula=(
        "sum_i S(G_i, H_i + e) - S(G, H + 2e) with S(G, H) = T(G)^2 / (H + lambda); with a largest step d, "
        "-(2 T(G) w + (H + lambda) w^2) at the step w, which is -T(G) / (H + lambda), no further from 0 than d"
    ),
    unit="that of the loss, times two",
    sources=(
        "Chen and Guestrin 2016, XGBoost: a scalable tree boosting system, equations 6 and 7 (without the factor 1/2 and without gamma)",
        "XGBoost 3.2, `src/tree/param.h`, `src/tree/split_evaluator.h`",
        "LightGBM 4.6, `src/treelearner/feature_histogram.hpp`, GetSplitGains, GetLeafGain",
    ),
)
@frozen
class StructureScore:
    """
    The formula of the gain of a test, from the moments of a node and of its children; and what a leaf adds to the score of its records.

    penalty: lambda. alpha: the penalty on the size of a step. max_step: d, the largest step; 0: none. eta: the learning rate. least: the
    weight below which a leaf adds nothing. more: e. Errors: Invalid for a negative number.

    >>> gain = StructureScore(Fraction(1)).criterion
    >>> gain((4, 10, 30), ((2, 3, 5), (2, 7, 25))), StructureScore(Fraction(1), eta=Fraction(1, 2)).leaf((3, 8, 22))
    (Fraction(-2, 3), Fraction(1, 1))
    >>> StructureScore(alpha=Fraction(7), max_step=Fraction(1, 4)).leaf((3, 8, 22))
    Fraction(1, 4)
    """

    penalty: Fraction = field(default=Fraction(0))
    alpha: Fraction = field(default=Fraction(0))
    max_step: Fraction = field(default=Fraction(0))
    eta: Fraction = field(default=Fraction(1))
    least: Fraction = field(default=Fraction(0))
    more: Fraction = field(default=Fraction(0))

    def __attrs_post_init__(self) -> None:
        for name in ("penalty", "alpha", "max_step", "eta", "least", "more"):
            rational(f"structure score, {name}", getattr(self, name), least=0)

    def __call__(self, node: Moment, children: Children) -> Number:
        """The gain of a test: the scores of its branches less that of the node."""
        return total([self.of(child) for child in children]) - self._of(node, 2 * self.more)

    @property
    def __name__(self) -> str:
        return "structure_gain"

    @property
    def criterion(self) -> Criterion:
        """The gain as a criterion."""
        return Criterion(self, variance, reduces=False)

    @property
    def unlimited(self) -> StructureScore:
        """The same without a largest step."""
        return evolve(self, max_step=Fraction(0))

    def of(self, moments: Moment) -> Number:
        """The score of a branch with records."""
        return self._of(moments, self.more)

    def _of(self, moments: Moment, more: Fraction) -> Number:
        top, weight = self._shrunk(moments), number(moments[0]) + self.penalty + more
        if not self.max_step:
            return top * top / weight
        step = self._step(moments, more)
        return 2 * top * step - weight * step * step

    def size(self, moments: Sequence[int | Fraction]) -> Fraction:
        """The largest number in a score, without alpha: G^2/(H + lambda), or 2|G|w + (H + lambda)w^2 at the largest step."""
        top, weight = abs(Fraction(moments[1])), Fraction(moments[0]) + self.penalty
        step = top / weight
        return 2 * top * self.max_step + weight * self.max_step**2 if 0 < self.max_step < step else top * step

    def leaf(self, moments: Moment) -> Number:
        """What a leaf with records adds to their score: eta times its step."""
        return Fraction(0) * number(moments[0]) if number(moments[0]) < self.least else self.eta * self._step(moments, self.more)

    def _step(self, moments: Moment, more: Fraction) -> Number:
        """-T(G) / (H + lambda), no further from 0 than d."""
        step = self._shrunk(moments) / (number(moments[0]) + self.penalty + more)
        return max(-self.max_step, min(self.max_step, step)) if self.max_step else step

    def _shrunk(self, moments: Moment) -> Number:
        """-T(G)."""
        top = number(moments[1])
        if not self.alpha:
            return top
        return top - self.alpha if top > self.alpha else top + self.alpha if top < -self.alpha else top - top
