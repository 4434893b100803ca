"""The kinds of answers that operations of several subjects give."""

from __future__ import annotations

from collections.abc import Iterable

from dtref.errors import Undefined
from dtref.exact.number import Exact, number
from dtref.exact.root_quotient import RootQuotient
from dtref.oracle.operations.answers import Answer, root_answer
from dtref.oracle.operations.operation import AnswerKind
from dtref.spec.evaluation.comparison.p_values import TStatistic, greater_p, less_p, two_sided_p
from dtref.spec.evaluation.intervals.interval import Interval


def number_answer(x: Exact | Undefined) -> Answer:
    """
    A number as an answer, or no value.

    >>> number_answer(1), number_answer(Undefined("no folds"))
    (Fraction(1, 1), Undefined(why='no folds'))
    """
    return x if isinstance(x, Undefined) else number(x)


def interval_answer(interval: Interval) -> Answer:
    """
    An interval as its ends and half of its width.

    >>> interval_answer(Interval(number(0), number(1)))
    {'low': Fraction(0, 1), 'high': Fraction(1, 1), 'half_width': Fraction(1, 2)}
    """
    return {"low": interval.low, "high": interval.high, "half_width": interval.half_width}


def _t_answer(statistic: TStatistic) -> Answer:
    return {
        "t": root_answer(statistic.t),
        "degrees": number(statistic.degrees),
        "two_sided_p": number_answer(two_sided_p(statistic)),
        "greater_p": number_answer(greater_p(statistic)),
        "less_p": number_answer(less_p(statistic)),
    }


def _numbers(values: Iterable[Exact | Undefined]) -> Answer:
    return tuple(map(number_answer, values))


ROOT_ANSWER: AnswerKind[RootQuotient] = AnswerKind("a quotient by a root: its `signed_square` and its `value`", root_answer, explained=True)
INTERVAL_ANSWER = AnswerKind("an interval: `low`, `high`, `half_width`", interval_answer, explained=True)
T_ANSWER = AnswerKind("a statistic `t`, its `degrees` of freedom, its p-values", _t_answer, explained=True)
NUMBERS_ANSWER = AnswerKind("numbers", _numbers)
ROWS_ANSWER: AnswerKind[Iterable[Iterable[Exact | Undefined]]] = AnswerKind("rows of numbers", lambda rows: tuple(map(_numbers, rows)))
YES_NO_ANSWER: AnswerKind[bool] = AnswerKind("`yes` or `no`", lambda holds: "yes" if holds else "no")
AS_IT_IS: AnswerKind[Answer] = AnswerKind("parts by name, or a list", lambda answer: answer)
