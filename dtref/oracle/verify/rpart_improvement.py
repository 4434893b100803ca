"""
The improvement that rpart states of a node's test, in its own units (`src/gini.c`, `src/anova.c`, `src/poisson.c`, rpart 4.1.19).

Of classes it is the reduction of the impurity times the weight of the records that know the value, as priors and losses alter it, entropy
in nats; of numbers the reduction of the sum of squares as a share of the node's; of rates that of the deviance. Each is divided by the
cost of the column (`src/bsplit.c`).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from dtref.errors import Undefined
from dtref.exact.comparison import compare
from dtref.exact.enclosure import LN_2
from dtref.exact.number import Number
from dtref.io.foreign.tree import ForeignTree, Program
from dtref.oracle.verify.claims import Claimed
from dtref.oracle.verify.questions import NodeQuestion
from dtref.oracle.verify.rounding import Rounding
from dtref.oracle.verify.verdicts import NodeVerdict, NotChecked, WrongClaim
from dtref.spec.growing.hunt import Hunt
from dtref.spec.model.counts import add_counts
from dtref.spec.programs.rpart import CLASS_CRITERIA, NUMBER_CRITERIA
from dtref.spec.split.best_for_cost import column_cost
from dtref.spec.split.criteria import Criterion, gini_reduction, variance_reduction
from dtref.spec.split.impurity import variance
from dtref.spec.split.rates import rate_reduction

IMPROVE = "improve"


def states_improvements(tree: ForeignTree) -> bool:
    """Whether a tree states improvements: one of rpart."""
    return tree.program is Program.RPART and any(setting.name == "method" for setting in tree.settings)


def claimed_improvement(here: Claimed, question: NodeQuestion) -> Iterator[NodeVerdict]:
    """A verdict on the improvement that a node states, where it is wrong or can't be checked."""
    claimed, criterion, rounding = here.foreign.gain, _criterion(here.tree), here.chosen_by
    if claimed is None or criterion is None or not states_improvements(here.tree) or not question.separates:
        return
    split = question.split(len(here.foreign.children))
    if not rounding.weight or not _has_counts_of(criterion, rounding.recursion):
        return
    value = criterion.of(add_counts(split, len(question.missing)), split, question.missing)
    if isinstance(value, Undefined):
        return
    wanted, allowed = _in_its_units(rounding, criterion, value, rounding.of_value(criterion, split))
    cost = column_cost(rounding.recursion.select, question.column)
    off = wanted / cost - claimed
    if compare(off, allowed / cost) > 0 or compare(off, -allowed / cost) < 0:
        why = here.limits.weights or here.limits.beaten
        yield NotChecked(why) if why else WrongClaim(IMPROVE, wanted / cost, claimed)


def _criterion(tree: ForeignTree) -> Criterion | None:
    """The criterion that a model states; None where it states none that is here."""
    settings = {setting.name: setting.value for setting in tree.settings}
    method = settings.get("method", "")
    return CLASS_CRITERIA.get(settings.get("split", "gini")) if method == "class" else NUMBER_CRITERIA.get(method)


def _has_counts_of(criterion: Criterion, recursion: Hunt) -> bool:
    """Whether an algorithm counts what a criterion goes by: classes, numbers, or rates, whose records weigh their times."""
    of_rates = recursion.policy.criterion is rate_reduction
    return recursion.regression is (criterion in NUMBER_CRITERIA.values()) and of_rates is (criterion is rate_reduction)


def _in_its_units(rounding: Rounding, criterion: Criterion, value: Number, error: Fraction) -> tuple[Number, Fraction]:
    """A value of the criterion in rpart's units, and the error of that in doubles."""
    if criterion is not variance_reduction:
        size = 2 * rounding.weight if criterion is rate_reduction else rounding.weight
        unit: Number = size if criterion is gini_reduction else LN_2 * size
        return value * unit, error * size
    impurity = variance.of(rounding.counts)
    assert isinstance(impurity, Fraction), "moments are rational"
    if not impurity:
        return Fraction(0), Fraction(1)
    off = rounding.of_impurity(variance)
    return value / impurity, (error + off) / max(impurity - off, off)
