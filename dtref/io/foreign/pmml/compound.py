"""
Predicates of several fields, combined by `and`, `or`, `xor` and `surrogate`, as simple questions asked one after another.

A combination is true, false or not known (None). What the answers so far say of a value answers a later question about it, so that
children that divide the numbers in intervals leave no gap between them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from attrs import frozen

from dtref.io.foreign.pmml.predicates import PredicateQuestion
from dtref.io.foreign.tree import Ask, Cut, Known, Values
from dtref.spec.model.tests import Side

Truth: TypeAlias = bool | None


@frozen
class Combined:
    """Predicates, or what is known of them, and the operator that combines them."""

    operator: str
    parts: tuple[PredicateFormula, ...]


PredicateFormula: TypeAlias = PredicateQuestion | Combined | Truth
"""A predicate, of which parts may be known."""

NOT_MONOTONE = frozenset({"xor", "surrogate"})
"""The operators with which a part that isn't known differs from one that is false, even where the whole counts as false."""


@frozen(eq=False)
class PathAnswers:
    """The answers on a record's way from the root: the last question, the branch taken, the answers before; None at the beginning."""

    last: tuple[Ask, int] | None = None
    before: PathAnswers | None = None

    def after(self, ask: Ask, branch: int) -> PathAnswers:
        """The answers, and one more."""
        return PathAnswers((ask, branch), self)

    @property
    def steps(self) -> Iterator[tuple[Ask, int]]:
        """The answers, last first."""
        answers: PathAnswers | None = self
        while answers is not None and answers.last is not None:
            yield answers.last
            answers = answers.before

    @property
    def some_missing(self) -> bool:
        """Whether a value is missing on the way."""
        return any(isinstance(ask, Known) and branch == ask.missing for ask, branch in self.steps)

    def is_missing(self, column: str) -> bool | None:
        """Whether a value is missing; None where that isn't said."""
        about = [(ask, branch) for ask, branch in self.steps if ask.attribute == column]
        said = next((branch == ask.missing for ask, branch in about if isinstance(ask, Known)), None)
        return False if said is None and any(ask.missing != branch for ask, branch in about) else said

    def may_miss(self, column: str) -> bool:
        """Whether an answer about a value is also that of a missing one, and nothing says that it is known."""
        return self.is_missing(column) is None and any(ask.attribute == column for ask, _ in self.steps)

    def branch(self, ask: Ask) -> int | None:
        """
        The branch of a known value that follows from the answers; None where none does.

        >>> answers = PathAnswers().after(Cut("x", Fraction(2)), 0)
        >>> answers.branch(Cut("x", Fraction(2), Side.BELOW)), answers.branch(Cut("x", Fraction(3)))
        (None, 0)
        """
        same_column = [(other, branch) for other, branch in self.steps if other.attribute == ask.attribute]
        if not isinstance(ask, Known) and self.is_missing(ask.attribute) is not False:
            return None
        match ask:
            case Cut():
                return _side([(other, branch) for other, branch in same_column if isinstance(other, Cut)], ask)
            case Values():
                return _group([(other, branch) for other, branch in same_column if isinstance(other, Values)], ask)
            case Known():
                missing = self.is_missing(ask.attribute)
                return None if missing is None else ask.missing if missing else ask.known


def _rank(cut: Cut) -> tuple[Fraction, bool]:
    return cut.cut, cut.side is Side.AT_MOST


def _side(answers: Sequence[tuple[Cut, int]], ask: Cut) -> int | None:
    """A number on the first side of a cut is so of every greater one; on the second, of every smaller one."""
    comparable = [(other, branch) for other, branch in answers if other.width is ask.width]
    if any(branch == 0 and _rank(other) <= _rank(ask) for other, branch in comparable):
        return 0
    if any(branch == 1 and _rank(other) >= _rank(ask) for other, branch in comparable):
        return 1
    return None


def _group(answers: Sequence[tuple[Values, int]], ask: Values) -> int | None:
    """The one branch of all values that are still possible."""
    groups = [set(other.groups[branch]) for other, branch in answers if branch != other.otherwise]
    excluded = {value for other, branch in answers for i, group in enumerate(other.groups) if i != branch for value in group}
    if groups:
        branches = {ask.branches.get(value, ask.otherwise) for value in set.intersection(*groups) - excluded}
        return branches.pop() if len(branches) == 1 else None
    return ask.otherwise if ask.branches.keys() <= excluded else None


def formula_of(question: PredicateQuestion) -> PredicateFormula:
    """A predicate as a formula of comparisons, each of one field.

    >>> formula_of(PredicateQuestion("x", "lessThan", ("1",), missing=True)).operator
    'or'
    """
    if question.parts:
        return Combined(question.operator, tuple(formula_of(part) for part in question.parts))
    if question.operator in ("True", "False"):
        return question.operator == "True"
    if question.others:
        first = PredicateQuestion(question.field, question.operator, question.values)
        return Combined("surrogate", tuple(formula_of(part) for part in (first, *question.others)))
    if question.missing is None or not question.values:
        return question
    plain = PredicateQuestion(question.field, question.operator, question.values)
    on_missing = PredicateQuestion(question.field, "isMissing" if question.missing else "isNotMissing", (), question.missing)
    return Combined("or" if question.missing else "and", (plain, on_missing))


def comparisons(formula: PredicateFormula) -> Iterator[PredicateQuestion]:
    """The comparisons whose outcome isn't known, in order."""
    match formula:
        case PredicateQuestion():
            yield formula
        case Combined(parts=parts):
            for part in parts:
                yield from comparisons(part)


def is_monotone(formula: PredicateFormula) -> bool:
    """Whether a comparison that isn't known may count as false, where the whole does if it isn't known."""
    return not isinstance(formula, Combined) or (formula.operator not in NOT_MONOTONE and all(map(is_monotone, formula.parts)))


def simplified(formula: PredicateFormula, outcomes: Mapping[PredicateQuestion, Truth]) -> PredicateFormula:
    """
    A formula with the outcomes of some of its comparisons.

    >>> x, z = PredicateQuestion("x", "isMissing"), PredicateQuestion("z", "isMissing")
    >>> both = Combined("and", (x, z))
    >>> simplified(both, {x: False}), simplified(both, {x: None, z: True}), simplified(Combined("surrogate", (x, z)), {x: None}) == z
    (False, None, True)
    """
    if not isinstance(formula, Combined):
        return outcomes.get(formula, formula) if isinstance(formula, PredicateQuestion) else formula
    parts = tuple(simplified(part, outcomes) for part in formula.parts)
    open_parts = [part for part in parts if isinstance(part, PredicateQuestion | Combined)]
    match formula.operator:
        case "surrogate":
            first = next((i for i, part in enumerate(parts) if part is not None), None)
            return None if first is None else parts[first] if isinstance(parts[first], bool) else _combined("surrogate", parts[first:])
        case "xor":
            if None in parts:
                return None
            return Combined("xor", parts) if open_parts else sum(part is True for part in parts) % 2 == 1
        case operator:
            decides = operator == "or"
            if decides in parts:
                return decides
            return (
                _combined(operator, tuple(part for part in parts if part is not (not decides)))
                if open_parts
                else _all_known(parts, decides)
            )


def _combined(operator: str, parts: tuple[PredicateFormula, ...]) -> PredicateFormula:
    return parts[0] if len(parts) == 1 else Combined(operator, parts)


def _all_known(parts: tuple[PredicateFormula, ...], decides: bool) -> Truth:
    return None if None in parts else not decides
