"""
The improvement that rpart states of a node's test, in its own units (`src/gini.c`, `src/anova.c`, rpart 4.1.19).

Of classes it is the reduction of the impurity times the weight of the records that know the value, entropy in nats; of numbers the
reduction of the sum of squares as a share of the node's.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from dtref.errors import Undefined
from dtref.exact.comparison import compare
from dtref.exact.number import Number
from dtref.io.foreign.tree import ForeignTree, Program
from dtref.oracle.verify.claims import Claimed
from dtref.oracle.verify.questions import NodeQuestion
from dtref.oracle.verify.verdicts import NodeVerdict, NotChecked, WrongClaim
from dtref.spec.evaluation.ranking.precision_recall_area import LN_2
from dtref.spec.model.counts import add_counts
from dtref.spec.programs.rpart import CLASS_CRITERIA
from dtref.spec.split.criteria import Criterion, gini_reduction, variance_reduction
from dtref.spec.split.impurity import variance

IMPROVE = "improve"


def states_improvements(tree: ForeignTree) -> bool:
    """Whether a tree states improvements that are compared: one of rpart, without priors and losses, by which records are weighed anew."""
    names = {setting.name for setting in tree.settings}
    return tree.program is Program.RPART and "method" in names and not names & {"prior", "loss", "cost"}


def claimed_improvement(here: Claimed, question: NodeQuestion) -> Iterator[NodeVerdict]:
    """A verdict on the improvement that a node states, where it is wrong or can't be checked."""
    claimed, criterion = here.foreign.gain, _criterion(here.tree)
    if claimed is None or criterion is None or not states_improvements(here.tree) or not question.separates:
        return
    regression, rounding = here.rounding.recursion.regression, here.rounding
    if regression is not (criterion is variance_reduction) or rounding.recursion.case_weights is not None:
        return
    split = question.split(len(here.foreign.children))
    value = criterion.of(add_counts(split, len(question.missing)), split, question.missing)
    error = rounding.of_value(criterion, split)
    if isinstance(value, Undefined) or not rounding.weight:
        return
    wanted, allowed = _in_its_units(here, criterion, value, error)
    if compare(wanted - claimed, allowed) > 0 or compare(wanted - claimed, -allowed) < 0:
        why = here.limits.weights
        yield NotChecked(why) if why else WrongClaim(IMPROVE, wanted, claimed)


def _criterion(tree: ForeignTree) -> Criterion | None:
    """The criterion that a model states; None where it states none that is here."""
    settings = {setting.name: setting.value for setting in tree.settings}
    if settings.get("method") == "anova":
        return variance_reduction
    return CLASS_CRITERIA.get(settings.get("split", "gini")) if settings.get("method") == "class" else None


def _in_its_units(here: Claimed, criterion: Criterion, value: Number, error: Fraction) -> tuple[Number, Fraction]:
    """A value of the criterion in rpart's units, and the error of that in doubles."""
    rounding = here.rounding
    if criterion is not variance_reduction:
        unit: Number = rounding.weight if criterion is gini_reduction else LN_2 * rounding.weight
        return value * unit, error * rounding.weight
    impurity = variance.of(rounding.counts)
    assert isinstance(impurity, Fraction), "moments are rational"
    if not impurity:
        return Fraction(0), Fraction(1)
    off = rounding.of_impurity(variance)
    return value / impurity, (error + off) / max(impurity - off, off)
