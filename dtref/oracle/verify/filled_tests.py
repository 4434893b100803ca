"""
Verdicts on tests under the selection of REPTree and RandomTree (`BestWhenFilled`): the cuts of a column compete on known records, and
columns on filled branches; and on ties of which a program may not ask each.

A program may draw the columns that it tries, and goes on until one gains. So a column's test may be asked if at most p - k others are such
that they must not have been drawn; and no node is a leaf where a column gains.
"""

from __future__ import annotations

from fractions import Fraction

from attrs import evolve

from dtref.errors import Undefined
from dtref.exact.comparison import argmax_set, argmin_set, compare
from dtref.exact.number import Number
from dtref.oracle.verify.questions import NodeQuestion, is_asked_by
from dtref.oracle.verify.rounding import Rounding
from dtref.oracle.verify.selected_tests import position_of, why_not_admitted
from dtref.oracle.verify.verdicts import Beaten, NodeVerdict, NotACandidate, Optimal, WithinFloat
from dtref.spec.growing.admission import TwoBranchesHave, confirmed
from dtref.spec.growing.hunt import Hunt, Node
from dtref.spec.growing.not_competing import NO_GAIN, another_test
from dtref.spec.growing.routing import gotten
from dtref.spec.model.counts import Counts, statistic
from dtref.spec.model.optima import Optima
from dtref.spec.split.best_when_filled import BestWhenFilled
from dtref.spec.split.candidates import Candidates
from dtref.spec.split.choose import Best, winners


def against_filled(recursion: Hunt, select: BestWhenFilled, node: Node, question: NodeQuestion, rounding: Rounding) -> NodeVerdict:
    """The verdict on a test, at a node where the algorithm has one."""
    offered, criterion, counts = recursion.candidates(node), recursion.policy.criterion, rounding.counts
    optima = recursion.decide(node).optima
    a = node.usable.index(question.column)
    i = position_of(question, offered[a])
    if i is None:
        return NotACandidate(why_not_admitted(recursion, node, question), optima)
    split = tuple(branch for branch in offered[a].splits[i] if any(branch))
    value, slack = criterion(counts, offered[a].splits[i], offered[a].missing or None), rounding.of_value(criterion, split)
    if isinstance(value, Undefined):
        return NotACandidate(f"the criterion has no value: {value.why}", optima)
    # among the cuts of its column
    short = _shortfall(recursion, select, counts, offered[a], i)
    if short is None or compare(short, slack) > 0:
        return NotACandidate(another_test(question.table.attribute.name), optima)
    # among the columns
    entered = [select.entering(counts, candidates, criterion, recursion.keep) for candidates in offered]
    least = [argmin_set((v for _, v in tests), lambda v: v)[0] for b, tests in enumerate(entered) if b != a and tests]
    better = [other for other in least if compare(other - value, slack) > 0]
    draws, columns = recursion.policy.draws, len(recursion.training.attributes)
    if len(better) > (0 if draws is None else columns - draws.of(columns)):
        top = argmax_set(better, lambda v: v)[0]
        return Beaten(optima, value, top, top - value)
    if compare(value + slack, select.above / select.unit(counts)) <= 0:
        return NotACandidate(NO_GAIN, optima)
    if draws is not None and compare(short, 0) == 0:
        return Optimal()
    top = argmax_set((*least, value), lambda v: v)[0]
    return WithinFloat(optima, value, top, top - value if draws is None else short)


def tests_that_may_be_asked(recursion: Hunt, node: Node, name: str) -> Optima:
    """The tests that may be asked at a node: the best, or, where columns are drawn, those that a column enters with."""
    select = recursion.select
    if recursion.policy.draws is None or not isinstance(select, BestWhenFilled):
        return recursion.decide(node).optima
    counts = statistic(recursion.columns, node.records)
    candidates = recursion.candidates(node)[node.usable.index(recursion.training.column(name))]
    entering = select.entering(counts, candidates, recursion.policy.criterion, recursion.keep)
    return tuple(candidates.test(i) for i, _ in entering)


def _shortfall(recursion: Hunt, select: BestWhenFilled, counts: Counts, candidates: Candidates, i: int) -> Number | None:
    """How much a test's value on known records is below the greatest of its column; None where it has none."""
    winning = winners(counts, [candidates], select.enters_by, recursion.keep)
    if winning is None:
        return None
    top, positions = winning
    if (0, i) in positions:
        return Fraction(0)
    own = select.enters_by(counts, candidates.splits[i], candidates.missing or None)
    return None if isinstance(own, Undefined) else top - own


def tied_otherwise(recursion: Hunt, node: Node, rounding: Rounding) -> tuple[Best | None, bool]:
    """
    The best tests of a node that may be asked if one of them comes first, and whether the node is a leaf if another comes first: the first
    is that of the lowest column, as far as floats don't make another the best. Where floats may put a branch on either side of its least
    weight, both are said.
    """
    policy = recursion.policy
    if not policy.confirm:
        return None, False
    best = recursion.select(rounding.counts, recursion.candidates(node), policy.criterion, recursion.keep)
    if best is None:
        return None, False
    alone = [Best(best.value, (test,)) for test in best.optima]

    def allowed(slack: Fraction) -> list[Best]:
        """Those that are allowed where branches weigh so much less than they do."""
        rules = [evolve(rule, records=rule.records + slack) if isinstance(rule, TwoBranchesHave) else rule for rule in policy.confirm]
        return [
            one
            for one in alone
            if confirmed(one, rules, recursion.regression, lambda test: gotten(recursion.columns, recursion.distribute(node, test)))
        ]

    tests: Optima = tuple(test for one in allowed(-rounding.of_weights) for test in one.optima)
    return (Best(best.value, tests) if tests else None), len(allowed(rounding.of_weights)) < len(alone)


def may_be_asked_first(recursion: Hunt, node: Node, rounding: Rounding, question: NodeQuestion) -> bool:
    """Whether a test is one of the best, and asked if it comes first of them."""
    best, _ = tied_otherwise(recursion, node, rounding)
    return best is not None and any(is_asked_by(question, test) for test in best.optima)
