"""
The question of a node, made of its children's predicates: one question about one field, or a chain of questions.

The first child whose predicate is true takes a record. Children that divide the values of one field among them are branches of one
question; any others are asked in order, each against all that follow.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from attrs import evolve, frozen

from dtref.errors import Invalid
from dtref.io.foreign.pmml.elements import pmml_number
from dtref.io.foreign.pmml.fields import NUMERIC, Field, Fields, Undeclared, declared
from dtref.io.foreign.pmml.predicates import ON_MISSING, PredicateQuestion
from dtref.io.foreign.tree import Ask, Cut, Known, StandIns, Values, branch_taken
from dtref.spec.model.precision import rounded
from dtref.spec.model.tests import Side

CUTS = {"lessOrEqual": (Side.AT_MOST, 0), "greaterThan": (Side.AT_MOST, 1), "lessThan": (Side.BELOW, 0), "greaterOrEqual": (Side.BELOW, 1)}
"""Each operator as the side of a cut, and its branch."""
NAMED, OTHER = ("equal", "isIn"), ("notEqual", "isNotIn")


class Strategy(Enum):
    """The strategies where a predicate is not known, as the value is missing."""

    NONE = "none"
    """It counts as false."""
    LAST = "lastPrediction"
    NULL = "nullPrediction"
    DEFAULT_CHILD = "defaultChild"
    WEIGHTED = "weightedConfidence"
    AGGREGATE = "aggregateNodes"


@frozen
class Question:
    """
    A question, and the child of each of its branches; the questions for a record that misses the value; the child for such a record where
    it isn't one of these. replaced: whether missing values are replaced before they are asked.
    """

    ask: Ask
    order: tuple[int, ...]
    stand_ins: StandIns = ()
    apart: int | None = None
    replaced: bool = False

    def answer(self, branch: int) -> tuple[Ask, int]:
        """The question and a branch, as an answer: `missing` is the branch if values that are missing may have taken it."""
        missing = None if self.replaced else branch if self.stand_ins else self.ask.missing
        return (self.ask if isinstance(self.ask, Known) else evolve(self.ask, missing=missing)), branch


@frozen(eq=False)
class MissingRules:
    """
    The rules of a model for missing values; its fields; the child that a node names for missing values, None where it names none; and
    whether records that no child takes get the node's own score.
    """

    strategy: Strategy
    fields: Fields
    default: int | None = None
    returns_last: bool = False


def child_of_missing(asked: Sequence[PredicateQuestion], rules: MissingRules) -> int | None:
    """
    The child that takes a record without the field that all children ask; None where the walk stops there, or goes on in several.

    >>> children = (PredicateQuestion("x", "lessOrEqual", ("1",)), PredicateQuestion("x", "greaterThan", ("1",), missing=True))
    >>> strategies = (Strategy.NONE, Strategy.LAST, Strategy.DEFAULT_CHILD)
    >>> [child_of_missing(children, MissingRules(strategy, Fields(), 0)) for strategy in strategies]
    [1, None, 0]
    """
    for i, child in enumerate(asked):
        if child.missing:
            return i
        if child.missing is None and rules.strategy is not Strategy.NONE:
            return rules.default if rules.strategy is Strategy.DEFAULT_CHILD else None
    return None


def joint_question(asked: Sequence[PredicateQuestion], rules: MissingRules, where: str) -> Question | None:
    """
    The question that the children ask together; None where they don't divide the values of one field. Errors: Invalid for a field that
    can't be asked this way, constants that are no numbers, and surrogates that don't mirror each other.
    """
    names = {child.field for child in asked if child.field}
    if len(names) != 1 or len(asked) < 2 or any(child.parts for child in asked):
        return None
    field = rules.fields.field(next(iter(names)), where)
    if any(child.others for child in asked):
        return _with_surrogates(asked, rules, where) if _mirrored(asked) else None
    missing = child_of_missing(asked, rules)
    for_missing = [i for i, child in enumerate(asked) if child.operator == "isMissing"]
    if len(for_missing) == 1 and len(asked) > 2:
        return _apart(asked, field, for_missing[0], missing, where)
    question = _known(asked, field, where) or _pair(asked, field, where) or _groups(asked, field, where)
    if question is None or (rules.returns_last and _leaves_values(question.ask, field)):
        return None
    return _with_missing(question, field, missing, where)


def _leaves_values(ask: Ask, field: Field) -> bool:
    """Whether a declared value, or any where none are declared, takes no branch."""
    if not isinstance(ask, Values) or ask.otherwise is not None:
        return False
    return not field.values or any(branch_taken(ask, value) is None for value in field.values)


def one_by_one(i: int, asked: Sequence[PredicateQuestion], rules: MissingRules, where: str) -> Question:
    """The question of one child against all that follow: branch 0 leads to it, branch 1 to the rest. Errors: as `joint_question`."""
    child = asked[i]
    question, field = comparison_question(child, rules.fields, where)
    return _with_missing(question, field, _rest_or_child(i, asked, rules, where), where)


def comparison_question(comparison: PredicateQuestion, fields: Fields, where: str) -> tuple[Question, Field]:
    """
    A comparison as a question, whose child 0 is for the values that fulfil it, child 1 for the others; and its field. Errors: as
    `joint_question`.
    """
    field = fields.field(comparison.field, where)
    rest = PredicateQuestion("", "True")
    question = _known([comparison, rest], field, where) or _pair([comparison, rest], field, where)
    question = question or _groups([comparison, rest], field, where) or _all_but(comparison, field, where)
    if question is None:
        raise Invalid(where, "a comparison", comparison.operator)
    return question, field


def question_with_missing(comparison: PredicateQuestion, fields: Fields, where: str) -> Question:
    """
    A comparison as `comparison_question`, for which a missing value counts as one that doesn't fulfil it; where missing values are
    replaced, as its replacement does. Errors: as `joint_question`.
    """
    question, field = comparison_question(comparison, fields, where)
    return _with_missing(question, field, 1, where)


def known_question(comparison: PredicateQuestion, fields: Fields, where: str) -> Question | None:
    """
    The question whether a comparison's value is known (child 0) or missing (child 1); None where missing values are replaced. Errors:
    Invalid where others than missing ones are taken for missing.
    """
    field = fields.field(comparison.field, where)
    if field.replacement is not None:
        return None
    _check_gaps(field, "combined predicates", where)
    return Question(Known(field.column, 0, 1), (0, 1))


def _rest_or_child(i: int, asked: Sequence[PredicateQuestion], rules: MissingRules, where: str) -> int | None:
    """The branch of a record with a missing value, at a child of several that are asked in order: 0, that child, or 1, the rest."""
    if asked[i].missing is not None:
        return 0 if asked[i].missing else 1
    if rules.strategy is Strategy.NONE:
        return 1
    if rules.strategy is not Strategy.DEFAULT_CHILD or rules.default is None:
        return None
    if rules.default == i:
        return 0
    one_field = len({child.field for child in asked if child.field}) == 1
    if rules.default < i or not (one_field or (rules.default == i + 1 and asked[i + 1].operator == "True")):
        raise Invalid(where, "children that ask one field, where one is the defaultChild", "several fields")
    return 1


def _with_missing(question: Question, field: Field, child: int | None, where: str) -> Question:
    """The question with the branch of a missing value: that of its replacement, if it is replaced."""
    ask = question.ask
    if field.replacement is not None:
        text = field.replacement
        cell = pmml_number(text, f"{where}, missingValueReplacement") if isinstance(ask, Cut) else text
        missing = branch_taken(ask, cell)
        taken = None if missing is None else question.order[missing]
        return evolve(_with_missing(question, evolve(field, replacement=None), taken, where), replaced=True)
    if isinstance(ask, Known):
        return question
    missing = None if child is None else question.order.index(child)
    if isinstance(ask, Values) and field.values and field.undeclared is Undeclared.MISSING and not _leaves_values(ask, field):
        return evolve(question, ask=evolve(ask, missing=missing, otherwise=missing))
    return evolve(question, ask=evolve(ask, missing=missing))


def _check_gaps(field: Field, what: str, where: str) -> None:
    """Errors: Invalid where a question about missing values comes after they were replaced, or others were made missing."""
    if field.replacement is not None:
        raise Invalid(where, f"{what} of a field whose missing values stay missing", f"missingValueReplacement={field.replacement!r}")
    if field.undeclared is Undeclared.MISSING and (field.values or field.bounded):
        raise Invalid(where, f"{what} of a field whose other values are not missing", 'invalidValueTreatment="asMissing"')


def _known(asked: Sequence[PredicateQuestion], field: Field, where: str) -> Question | None:
    """The question whether a value is known, if two children ask it."""
    first, second = asked[0], asked[-1]
    both = first.operator in ON_MISSING and second.operator in ON_MISSING | {"True"} and first.operator != second.operator
    if len(asked) != 2 or not both:
        return None
    _check_gaps(field, "isMissing or isNotMissing", where)
    missing = int(first.operator != "isMissing")
    return Question(Known(field.column, 1 - missing, missing), (0, 1))


def _apart(asked: Sequence[PredicateQuestion], field: Field, for_missing: int, missing: int | None, where: str) -> Question | None:
    """The question of children of which one takes the missing values, and the others divide the known ones."""
    if missing != for_missing:
        wanted = "a child isMissing that a missing value reaches"
        raise Invalid(where, wanted, "a comparison before it, where missingValueStrategy sends the record elsewhere")
    _check_gaps(field, "isMissing", where)
    known = [i for i in range(len(asked)) if i != for_missing]
    rest = [asked[i] for i in known]
    question = _pair(rest, field, where) or _groups(rest, field, where)
    if question is None:
        return None
    return evolve(question, order=tuple(known[k] for k in question.order), apart=for_missing)


def _pair(asked: Sequence[PredicateQuestion], field: Field, where: str) -> Question | None:
    """The question of two children on the two sides of a cut, or of one of them and the rest."""
    first, second = asked[0], asked[-1]
    if len(asked) != 2 or first.operator not in CUTS or second.operator not in {*CUTS, "True"}:
        return None
    side, branch = CUTS[first.operator]
    cut = _cut(first, field, side, where)
    if second.operator != "True" and (CUTS[second.operator] != (side, 1 - branch) or _cut(second, field, side, where) != cut):
        return None
    return Question(cut, (branch, 1 - branch))


def _cut(comparison: PredicateQuestion, field: Field, side: Side, where: str) -> Cut:
    """A comparison of numbers as a cut, with the width of the field's type."""
    numbers = field.data_type in NUMERIC | {""} and field.optype != "categorical"
    if not numbers or (field.optype == "ordinal" and field.values):
        raise Invalid(
            where, "order asked of a field of numbers", f"{comparison.operator} of {field.column}, {field.optype} {field.data_type}"
        )
    number = pmml_number(comparison.values[0], f"{where}, {comparison.operator}")
    try:
        return Cut(field.column, rounded(number, field.constant), side, field.width)
    except Invalid as problem:
        raise Invalid(f"{where}, {comparison.operator}", problem.wanted, comparison.values[0][:60]) from None


def _groups(asked: Sequence[PredicateQuestion], field: Field, where: str) -> Question | None:
    """The question with a group of values for each child: the first that names a value takes it; a last `True`, or a negation, the rest."""
    rest = next((i for i, child in enumerate(asked) if child.operator not in NAMED), None)
    if rest is not None and not _is_rest(asked, rest):
        return None
    groups: list[tuple[str, ...]] = []
    asked = [evolve(child, values=_declared(child, field, where)) for child in asked]
    for i, child in enumerate(asked):
        earlier = {value for group in groups for value in group}
        groups.append(() if i == rest else tuple(value for value in child.values if value not in earlier))
    if not field.values or field.undeclared is Undeclared.AS_IT_IS:
        return Question(Values(field.column, tuple(groups), rest), tuple(range(len(asked))))
    if rest is not None:
        groups[rest] = tuple(value for value in field.values if all(value not in group for group in groups))
    return Question(Values(field.column, tuple(groups)), tuple(range(len(asked))))


def _all_but(child: PredicateQuestion, field: Field, where: str) -> Question | None:
    """The question of a child that takes all values but some, against all that follow."""
    if child.operator not in OTHER:
        return None
    question = _groups([evolve(child, operator="isIn"), PredicateQuestion("", "True")], field, where)
    return None if question is None else evolve(question, order=(1, 0))


def _is_rest(asked: Sequence[PredicateQuestion], i: int) -> bool:
    """Whether a child takes all values that the others don't name."""
    if asked[i].operator in OTHER:
        return len(asked) == 2 and asked[1 - i].operator in NAMED and set(asked[1 - i].values) == set(asked[i].values)
    return asked[i].operator == "True" and i == len(asked) - 1


def _declared(child: PredicateQuestion, field: Field, where: str) -> tuple[str, ...]:
    """The values that a child asks for, as the field declares them. Errors: Invalid for one that it doesn't declare."""
    for value in child.values if field.data_type in NUMERIC else ():
        pmml_number(value, f"{where}, field {field.column}")
    if field.undeclared is Undeclared.AS_IT_IS:
        return child.values
    return tuple(declared(value, field.values, field.data_type, f"{where}, field {field.column}") for value in child.values)


def _mirrored(asked: Sequence[PredicateQuestion]) -> bool:
    """Whether two children have as many surrogates each, of the same fields in order."""
    return len(asked) == 2 and [part.field for part in asked[0].others] == [part.field for part in asked[1].others]


def _with_surrogates(asked: Sequence[PredicateQuestion], rules: MissingRules, where: str) -> Question:
    """The question of two children with the same surrogates in order; the last may be True in one and False in the other."""
    for child_question in asked:
        for part in (child_question, *child_question.others):
            if part.field:
                _check_gaps(rules.fields.field(part.field, where), "surrogates", where)
    # Each question of one child with the same of the other; at the end perhaps a default.
    pairs = list(zip(*((evolve(child_question, others=()), *child_question.others) for child_question in asked), strict=True))
    last = tuple(child_question.operator for child_question in pairs[-1])
    default = {("True", "False"): 0, ("False", "True"): 1}.get(last)
    pairs = pairs[:-1] if default is not None else pairs
    no_rules = MissingRules(Strategy.LAST, rules.fields)
    questions = [joint_question(pair, no_rules, where) for pair in pairs]
    usable = [question for question in questions if question is not None and question.apart is None]
    if len(usable) < len(pairs) or any(isinstance(question.ask, Known) for question in usable):
        raise Invalid(where, "surrogates that share out the values of one field between the two children", "others")
    first, *others = usable
    if default is None and rules.strategy is Strategy.DEFAULT_CHILD:
        default = rules.default
    stand_ins = tuple((question.ask, tuple(first.order.index(child) for child in question.order)) for question in others)
    ask = first.ask if default is None else evolve(first.ask, missing=first.order.index(default))
    return evolve(first, ask=ask, stand_ins=stand_ins)
