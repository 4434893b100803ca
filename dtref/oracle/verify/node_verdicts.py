"""Verdicts on nodes: on a test, against all that the algorithm tries; on a leaf, where the algorithm would split."""

from __future__ import annotations

from fractions import Fraction

from attrs import frozen

from dtref.errors import Undecided, Undefined
from dtref.exact.comparison import compare
from dtref.exact.number import Number, number
from dtref.io.foreign.tree import ForeignNode, ForeignTree, Gaps, Known, Program
from dtref.oracle.verify.asked_on import rules_that_stop, value_asked
from dtref.oracle.verify.drawn_tests import BY_CHANCE, Drawn
from dtref.oracle.verify.equal_shares import ANOTHER_ORDER, asked_in_another_order
from dtref.oracle.verify.filled_tests import against_filled, may_be_asked_first, tied_otherwise
from dtref.oracle.verify.in_doubles import gains_in_doubles, impurity_in_doubles
from dtref.oracle.verify.limits import Limits, Stop
from dtref.oracle.verify.merged_tests import (
    BY_ROUNDING,
    against_p_values,
    goes_by_p_values,
    leaf_against_p_values,
    may_ask_by_rounding,
)
from dtref.oracle.verify.passed_over import why_passed_over
from dtref.oracle.verify.probability_rounding import NO_START, RoundStart
from dtref.oracle.verify.questions import NodeQuestion, is_asked_by
from dtref.oracle.verify.records_below import children_of, parting
from dtref.oracle.verify.rounding import Rounding
from dtref.oracle.verify.selected_tests import (
    against_selection,
    is_admitted,
    is_asked_within_limits,
    is_barred,
    optima_by_rounding,
    rounded_limits,
    why_not_admitted,
)
from dtref.oracle.verify.verdicts import (
    Beaten,
    NodeVerdict,
    NotACandidate,
    NotChecked,
    Optimal,
    StoppedEarly,
    StoppedLate,
    StopWithinFloat,
    Tied,
    WithinFloat,
)
from dtref.spec.growing.hunt import Hunt, Node
from dtref.spec.growing.nearly_pure import NearlyPure
from dtref.spec.growing.policy import Decision
from dtref.spec.growing.stopping import StoppingRule, named, no_improvement, pure, same_values
from dtref.spec.model.attributes import ABSENT
from dtref.spec.model.counts import add_counts
from dtref.spec.model.rules import LooksAt, limit_below, limit_up_to, looks_at
from dtref.spec.model.tests import Threshold
from dtref.spec.model.trees import Gap
from dtref.spec.split.average_gain import AboveAverageGain
from dtref.spec.split.best_for_cost import column_cost, least_cost
from dtref.spec.split.best_when_filled import BestWhenFilled
from dtref.spec.split.numeric.double_precision import CutsBelowMiddle, leaves_nothing_below

OF_A_TIE = "of tests that are as good another one, of which a branch is too small, decides whether any is asked, by rounding"
BETWEEN_NEIGHBOURS = "it stops, as the best cut is the lower of two neighbouring doubles there, and nothing is below it"
EPSILON = Fraction(1, 2**52)
"""The impurity up to which scikit-learn takes a node for pure."""


@frozen(eq=False)
class TrainingSet:
    """
    The weight of all records; whether none misses a value; what a round of boosting adds to all leaves (start); what the program takes from
    every value before it averages (`centre_of`).
    """

    weight: Fraction
    complete: bool
    start: RoundStart = NO_START
    centre: Fraction = Fraction(0)


@frozen(eq=False)
class Here:
    """A foreign node, the node of the records that reach it, the decision there, limits of a verdict, what is true of all records."""

    tree: ForeignTree
    recursion: Hunt
    foreign: ForeignNode
    node: Node
    decision: Decision
    rounding: Rounding
    limits: Limits
    level: int
    pruned: bool
    training_set: TrainingSet

    @property
    def best(self) -> Number:
        """The best value of the criterion, where there are optima."""
        assert self.decision.value is not None, "optima have a value"
        return self.decision.value

    @property
    def share(self) -> Fraction:
        """The node's share of all weight."""
        total = self.training_set.weight
        return self.rounding.weight / total if total else Fraction(1)


def judged_leaf(here: Here) -> NodeVerdict:
    """The verdict on a leaf: right where the algorithm makes one."""
    optima = here.decision.optima
    if not optima:
        return Optimal()
    drawn = drawn_at(here)
    if drawn is not None and drawn.may_be_a_leaf():
        return Optimal()
    if here.decision.leaf is not None:
        return Tied(optima, or_leaf=True)
    # reasons not to judge it
    if here.pruned:
        return NotChecked("the tree may have been pruned here")
    if _tries_sides(here):
        return NotChecked(SIDES)
    least = drawn.least_asked() if drawn is not None and here.limits.leaves else None
    stop = Stop(here.level, here.rounding.rows, here.share, here.best if least is None else least)
    why = here.limits.why_a_leaf(stop) or here.limits.tests
    if why:
        return NotChecked(why)
    if any(not optima for optima in optima_by_rounding(here.recursion, here.node, here.rounding)):
        return StopWithinFloat(rounded_limits(here.recursion.policy).format("stops"))
    if goes_by_p_values(here.recursion):
        return leaf_against_p_values(here.recursion, here.node, optima, here.best)
    if why := why_passed_over(here.tree, here.rounding, number(0)):
        return StopWithinFloat(f"it stops, {why}")
    near = _nearly_a_leaf(here, drawn) or (OF_A_TIE if tied_otherwise(here.recursion, here.node, here.rounding)[1] else "")
    return StopWithinFloat(near) if near else StoppedEarly(optima, here.best)


def drawn_at(here: Here) -> Drawn | None:
    """The node as one whose columns are drawn; None where the algorithm draws none."""
    draws = here.recursion.policy.draws
    if draws is None or isinstance(here.recursion.select, BestWhenFilled):
        return None
    columns = len(here.tree.columns) or len(here.recursion.training.attributes)
    return Drawn(here.recursion, here.node, draws, here.rounding, here.share, columns)


def _nearly_a_leaf(here: Here, drawn: Drawn | None) -> str:
    """The reason why a program may make a leaf by rounding; empty if it can't."""
    policy, rounding = here.recursion.policy, here.rounding
    cuts = [test for test in here.decision.optima if isinstance(test, Threshold)]
    if policy.confirm and isinstance(policy.continuous, CutsBelowMiddle) and any(map(leaves_nothing_below, cuts)):
        return BETWEEN_NEIGHBOURS
    impurity = policy.criterion.impurity
    if impurity is not None and (impurity.values or not impurity.counts):  # one that is 0 where nothing is left to tell apart
        least = EPSILON if here.tree.program is Program.SCIKIT_LEARN else Fraction(0)
        off = rounding.of_impurity(impurity) if rounding.ulps else Fraction(0)
        if compare(impurity.of(rounding.counts) * here.limits.per_unit, least + off) <= 0:
            return "it stops, as its records are of one class, or have one value, as far as doubles tell"
    slack = rounding.of_value(policy.criterion, _even_split(here))
    if _improves_nothing(here, here.best) or (drawn is not None and drawn.may_be_a_leaf(lambda value: _improves_nothing(here, value))):
        return "it stops, as the best test improves nothing as far as doubles tell"
    near = (rule for rule in policy.stop if (margin := _margin(here, rule)) is not None and compare(margin, slack) <= 0)
    return next((f"it stops, as doubles do not tell it from {named(rule)}" for rule in near), "")


def _improves_nothing(here: Here, value: Number) -> bool:
    """Whether a program may take a test of this value for one that improves nothing."""
    slack = here.rounding.of_value(here.recursion.policy.criterion, _even_split(here)) / least_cost(here.recursion.select)
    sign = 0 if here.tree.program is Program.SCIKIT_LEARN and slack > EPSILON else 1  # it stops where a gain is below -2^-52
    return compare(value, slack) <= 0 and compare(value, 0) >= sign


def _margin(here: Here, rule: StoppingRule) -> Number | None:
    """The margin by which a stopping rule lets a node split; None for a rule without such a number."""
    rounding, facts = here.rounding, looks_at(rule)
    limit = limit_below(rule) if limit_up_to(rule) is None else limit_up_to(rule)
    if limit is None:
        return None
    if LooksAt.VALUE in facts:
        return (here.share * here.best if LooksAt.SHARE in facts else here.best) - limit
    if LooksAt.WEIGHT in facts:
        return None if not rounding.of_weights or rounding.weight - limit > rounding.of_weights else number(0)
    return None


def _even_split(here: Here) -> tuple[tuple[Fraction, ...], ...]:
    """The node's records as two equal branches, for the size of the numbers that a criterion sums."""
    half = tuple(Fraction(n) / 2 for n in here.rounding.counts)
    return half, half


SIDES = "some records miss a value: the program tried them on either side of every test, the algorithm does not"


def _tries_sides(here: Here) -> bool:
    """Whether missing values at the node may have decided, as the program tried them on either side and the algorithm doesn't."""
    if here.training_set.complete or here.recursion.policy.gap is Gap.LEARNED:
        return False
    if (here.foreign.gaps or here.tree.gaps) is not Gaps.TRIED:
        return False
    return any(here.recursion.columns.codes[a][r] == ABSENT for a in here.node.usable for r in here.node.rows)


def judged_test(here: Here, question: NodeQuestion) -> NodeVerdict:
    """The verdict on a test."""
    if here.limits.tests:
        return NotChecked(here.limits.tests)
    if _tries_sides(here) or (isinstance(here.foreign.ask, Known) and any(question.missing)):
        return _on_either_side(here, question)
    # of the columns that were drawn
    select = here.recursion.select
    if isinstance(select, BestWhenFilled) and here.recursion.policy.draws is not None and here.decision.optima:
        return against_filled(here.recursion, select, here.node, question, here.rounding)
    drawn = drawn_at(here)
    if drawn is not None and drawn.is_by_chance(question, here.decision.optima):
        return NotChecked(BY_CHANCE)
    if drawn is not None and here.decision.optima and not question.why_no_candidate(here.recursion, here.node):
        return drawn.test(question, here.decision.optima)
    # one of the best
    standing = question.standing(here.decision)
    if standing is not None:
        return standing
    # one of the best, as far as floats tell weights apart
    if any(is_asked_by(question, test) for optima in optima_by_rounding(here.recursion, here.node, here.rounding) for test in optima):
        return StopWithinFloat(rounded_limits(here.recursion.policy).format("asks it"))
    if asked_in_another_order(here.recursion, here.node, question, here.rounding):
        return StopWithinFloat(ANOTHER_ORDER)
    optima = here.decision.optima
    if (optima or here.decision.stopped is same_values) and may_be_asked_first(here.recursion, here.node, here.rounding, question):
        return StopWithinFloat(OF_A_TIE)
    # late, no candidate, or beaten
    if not optima:
        return _late(here, question)
    if why := question.why_no_candidate(here.recursion, here.node):
        return NotACandidate(why, optima)
    verdict = _against_the_best(here, question)
    reason = here.limits.beaten or here.limits.weights
    return NotChecked(reason) if reason and not isinstance(verdict, WithinFloat) else verdict


def _against_the_best(here: Here, question: NodeQuestion) -> NodeVerdict:
    """The verdict on a test that is not among the best."""
    optima, criterion, select = here.decision.optima, here.recursion.policy.criterion, here.recursion.select
    if goes_by_p_values(here.recursion):
        return against_p_values(here.recursion, here.node, question, optima)
    if isinstance(select, AboveAverageGain):
        try:
            return against_selection(here.recursion, select, here.node, question, here.rounding)
        except Undecided as problem:
            return NotChecked(str(problem))
    if isinstance(select, BestWhenFilled):
        return against_filled(here.recursion, select, here.node, question, here.rounding)
    split, missing = question.split(len(here.foreign.children)), question.missing
    value = criterion.of(add_counts(split, len(missing)), split, missing)
    if isinstance(value, Undefined):
        return NotACandidate(f"the criterion has no value: {value.why}", optima)
    value = value / column_cost(select, question.column)
    # as good as the best and yet not among them, or beaten: by how much?
    try:
        if compare(value, here.best) >= 0:
            return _not_admitted(here, question, value)
        gap = here.best - value
        near = compare(gap, here.rounding.of_value(criterion, tuple(branch for branch in split if any(branch))) / least_cost(select)) <= 0
    except Undecided as problem:
        return NotChecked(str(problem))
    if near and isinstance(question.test, Threshold) and not is_admitted(here.recursion, here.node, question):
        return _not_admitted(here, question, value)
    if not near and is_asked_within_limits(here.recursion, here.node, question, here.rounding, value):
        return StopWithinFloat(rounded_limits(here.recursion.policy).format("asks it"))
    if not near and (why := why_passed_over(here.tree, here.rounding, value)):
        return StopWithinFloat(f"it asks it, {why}")
    return (WithinFloat if near else Beaten)(optima, value, here.best, gap)


def _not_admitted(here: Here, question: NodeQuestion, value: Number) -> NodeVerdict:
    """The verdict on a test that the algorithm does not admit, unless rounding may."""
    if is_asked_within_limits(here.recursion, here.node, question, here.rounding, value):
        return StopWithinFloat(rounded_limits(here.recursion.policy).format("asks it"))
    return NotACandidate(why_not_admitted(here.recursion, here.node, question), here.decision.optima)


def _on_either_side(here: Here, question: NodeQuestion) -> NodeVerdict:
    """The verdict on a test where missing values may have decided: a test with pure branches is optimal, others can't be checked."""
    branches = children_of(parting(here.recursion, here.node, here.foreign, question, here.tree), here.decision.labels)
    if isinstance(branches, str) or sum(bool(node.rows) for node in branches) < 2 or here.decision.stopped is pure:
        return NotChecked(SIDES)
    impure = [node for node in branches if node.rows and here.recursion.decide(node).stopped is not pure]
    return NotChecked(SIDES) if impure else Optimal()


def _late(here: Here, question: NodeQuestion) -> NodeVerdict:
    """The verdict on a test where the algorithm makes a leaf."""
    if not here.rounding.rows:
        return StoppedLate("no record reaches it")
    stopped = here.decision.stopped
    if stopped is None and goes_by_p_values(here.recursion) and may_ask_by_rounding(here.recursion, here.node, question):
        return StopWithinFloat(BY_ROUNDING)
    if stopped is None:
        return StoppedLate("nothing parts the records")
    if reason := here.limits.late(stopped):
        return NotChecked(reason)
    may_be = question.separates and not question.why_no_candidate(here.recursion, here.node)
    rules = rules_that_stop(here.recursion, here.node, stopped) if may_be else ()
    barred = may_be and is_barred(here.recursion, here.node, question, here.rounding)
    near = may_be and not barred and all(_nearly_asks_on(here, question, rule) for rule in rules)
    return StopWithinFloat(f"it asks on, as doubles do not tell it from {named(stopped)}") if near else StoppedLate(named(stopped))


def _nearly_asks_on(here: Here, question: NodeQuestion, stopped: StoppingRule) -> bool:
    """Whether a program may split by rounding where a rule stops; a claimed impurity decides, if there is one."""
    rounding, criterion = here.rounding, here.recursion.policy.criterion
    # a pure node whose impurity comes out above 0
    if stopped is pure:
        claimed, impurity = here.foreign.impurity, here.limits.impurity or criterion.impurity
        # these programs compare the weight of a class with that of all records, summed alike
        if isinstance(here.recursion.select, AboveAverageGain):
            return False
        if not rounding.ulps or impurity is None or impurity.moments != rounding.recursion.regression:
            return False
        numbers = impurity.moments or any(part.recursion.regression for part in rounding.of_outputs)
        if rounding.whole and not numbers:
            return False
        if claimed is None:
            beyond = rounding.beyond or (rounding.above is not None and rounding.above.beyond)
            return not numbers or beyond or impurity_in_doubles(impurity, rounding.counts) != 0
        return 0 < abs(claimed) <= rounding.of_impurity(impurity)
    # an impurity that is too small by less than rounding
    if isinstance(stopped, NearlyPure) and criterion.impurity is not None:
        claimed, off = here.foreign.impurity, rounding.of_impurity(criterion.impurity)
        exceeds = compare(stopped.measured(criterion.impurity.of(rounding.counts)) + off, stopped.impurity) > 0
        return exceeds and (claimed is None or claimed > stopped.impurity)
    # a limit that the best test misses by less than rounding
    best = here.recursion.facts(here.node, rounding.counts).best()
    if best is None:
        return False
    slack, facts = rounding.of_value(criterion, _even_split(here)), looks_at(stopped)
    limit = limit_below(stopped) if limit_up_to(stopped) is None else limit_up_to(stopped)
    if limit is not None and LooksAt.VALUE in facts:
        value = value_asked(here.recursion, question, best.value)
        return compare(limit - (here.share * value if LooksAt.SHARE in facts else value), slack) <= 0
    if limit is not None and LooksAt.WEIGHT in facts:
        return bool(rounding.of_weights) and limit - rounding.weight <= rounding.of_weights
    # of sums that are exact one evaluation in doubles tells
    no_gain = rounding.whole and compare(best.value, 0) == 0 and not gains_in_doubles(criterion, question, len(here.foreign.children))
    return stopped is no_improvement and not no_gain and compare(-best.value, slack) <= 0
