"""
Children with combined predicates, asked in order: the question that comes next on a record's way, or the child that takes it.

Each child's predicate is asked comparison by comparison, until it is true (the child takes the record), false (the next child is asked) or
not known, where the model's `missingValueStrategy` says what happens.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from attrs import evolve, frozen

from dtref.errors import Invalid
from dtref.io.foreign.pmml.compound import PathAnswers, PredicateFormula, Truth, comparisons, formula_of, is_monotone, simplified
from dtref.io.foreign.pmml.predicates import PredicateQuestion
from dtref.io.foreign.pmml.questions import (
    MissingRules,
    Question,
    Strategy,
    comparison_question,
    known_question,
    question_with_missing,
)
from dtref.io.foreign.tree import Known

STAYS = -1
"""Instead of a child: the record stays at the node, as what the next child asks isn't known."""


@frozen(eq=False)
class ChildWay:
    """A record's way through the children: the number of the one asked, what is left of its predicate, the answers so far."""

    child: int
    formula: PredicateFormula
    answers: PathAnswers


Next: TypeAlias = ChildWay | tuple[Question, tuple[ChildWay, ...]]
"""The way with the child that takes the record (their number: none does; STAYS), or a question with the way behind each branch."""


def first_way(asked: Sequence[PredicateQuestion], answers: PathAnswers) -> ChildWay:
    """The beginning of the way: the first child, after the answers further up."""
    return ChildWay(0, formula_of(asked[0]), answers)


def next_on(way: ChildWay, asked: Sequence[PredicateQuestion], rules: MissingRules, where: str) -> Next:
    """The next question on a way, or the child at its end. Errors: Invalid for a comparison that has no form here."""
    while True:
        formula = simplified(way.formula, _outcomes(way, rules, where))
        match formula:
            case True:
                return way
            case None if rules.strategy is not Strategy.NONE:
                default = rules.default if rules.strategy is Strategy.DEFAULT_CHILD else None
                return evolve(way, child=STAYS if default is None else default)
            case False | None:
                if way.child + 1 == len(asked):
                    return evolve(way, child=len(asked))
                way = ChildWay(way.child + 1, formula_of(asked[way.child + 1]), way.answers)
            case _:
                return _asking(evolve(way, formula=formula), asked, rules, where)


def _outcomes(way: ChildWay, rules: MissingRules, where: str) -> dict[PredicateQuestion, Truth]:
    """The outcomes of comparisons that follow from the answers so far."""
    outcomes: dict[PredicateQuestion, Truth] = {}
    for comparison in comparisons(way.formula):
        question, field = comparison_question(comparison, rules.fields, where)
        if way.answers.is_missing(field.column) and not isinstance(question.ask, Known):
            outcomes[comparison] = None
            continue
        branch = way.answers.branch(question.ask)
        if branch is not None:
            outcomes[comparison] = question.order[branch] == 0
    return outcomes


def _asking(way: ChildWay, asked: Sequence[PredicateQuestion], rules: MissingRules, where: str) -> Next:
    """The first comparison whose outcome isn't known as a question; before it, whether its value is, where that makes a difference."""
    comparison = next(comparisons(way.formula))
    question, field = comparison_question(comparison, rules.fields, where)
    if (
        not isinstance(question.ask, Known)
        and way.answers.is_missing(field.column) is None
        and not (_as_false(way, asked, rules) and not way.answers.may_miss(field.column))
    ):
        known = known_question(comparison, rules.fields, where)
        if known is not None:
            return known, tuple(evolve(way, answers=way.answers.after(*known.answer(branch))) for branch in (0, 1))
    if not isinstance(question.ask, Known):
        question = question_with_missing(comparison, rules.fields, where)
    formulas = [simplified(way.formula, {comparison: child == 0}) for child in question.order]
    return question, tuple(ChildWay(way.child, formulas[branch], way.answers.after(*question.answer(branch))) for branch in (0, 1))


def _as_false(way: ChildWay, asked: Sequence[PredicateQuestion], rules: MissingRules) -> bool:
    """Whether a missing value may count as one that fulfils nothing: where that is the rule, and its field is asked only once more."""
    later = [formula_of(question) for question in asked[way.child + 1 :]]
    fields = [comparison.field for formula in (way.formula, *later) for comparison in comparisons(formula)]
    return rules.strategy is Strategy.NONE and is_monotone(way.formula) and fields.count(fields[0]) == 1


def check_budget(steps: int, most: int, where: str) -> None:
    """Errors: Invalid where combined predicates have come to more questions than are read."""
    if steps > most:
        raise Invalid(where, f"combined predicates that come to at most {most} questions one after another", "more")
