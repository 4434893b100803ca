"""The kinds of answers that operations of several subjects give."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Never, TypeAlias, TypeVar, cast

from attrs import evolve

from dtref.errors import Undefined
from dtref.exact.number import Exact, number
from dtref.exact.root_quotient import RootQuotient
from dtref.oracle.operations.answers import Answer, counts_answer, labels_answer, records_answer, root_answer, test_answer, tree_answer
from dtref.oracle.operations.operation import NUMBER_ANSWER, AnswerKind
from dtref.spec.evaluation.comparison.p_values import greater_p, less_p, two_sided_p
from dtref.spec.model.data import DataSet
from dtref.spec.model.optima import EverySubset
from dtref.spec.model.tally import Tally
from dtref.spec.model.tests import Test
from dtref.spec.model.trees import Label, Tree

T = TypeVar("T")


AnswerPart: TypeAlias = "AnswerKind[Never] | tuple[AnswerKind[Never], Callable[..., object]]"
"""A part of an answer: the kind of an attribute; or a kind, and the function that makes the part of the whole value."""


def parts_answer(says: str, /, *numbers: str, **kinds: AnswerPart) -> AnswerKind[object]:
    """
    Parts by name: the attribute with the name, a number unless a kind is given; or what a function makes of the value.

    >>> interval = parts_answer("an interval", "low", width=(NUMBER_ANSWER, lambda interval: 2 * interval.half_width))
    >>> interval.says
    'an interval: `low`, `width`'
    """
    every: dict[str, AnswerPart] = {**dict.fromkeys(numbers, NUMBER_ANSWER), **kinds}

    def written(value: object) -> Answer:
        made = {
            name: (kind[0], kind[1](value)) if isinstance(kind, tuple) else (kind, getattr(value, name)) for name, kind in every.items()
        }
        return {name: kind.written(cast(Never, part)) for name, (kind, part) in made.items()}

    return AnswerKind(f"{says}: {', '.join(f'`{name}`' for name in every)}", written)


def row_answer(says: str, /, *numbers: str, **kinds: AnswerPart) -> AnswerKind[object]:
    """
    The parts that `parts_answer` would name, as a row.

    >>> row_answer("a row", "low").says
    'a row: `low`'
    """
    named = parts_answer(says, *numbers, **kinds)
    return AnswerKind(named.says, lambda value: tuple(cast("Mapping[str, Answer]", named.write(value)).values()))


def list_answer(kind: AnswerKind[T], says: str = "") -> AnswerKind[Iterable[T | Undefined]]:
    """
    A list of answers of one kind. says: what it is, unless that is told by the kind.

    >>> list_answer(NUMBER_ANSWER).says, list_answer(NUMBER_ANSWER).write([1, Undefined("no folds")])
    ('a list, each a number', (Fraction(1, 1), Undefined(why='no folds')))
    """
    return AnswerKind(says or f"a list, each {kind.says}", lambda values: tuple(map(kind.written, values)))


ROOT_ANSWER: AnswerKind[RootQuotient] = AnswerKind("a quotient by a root: its `signed_square` and its `value`", root_answer, explained=True)
NUMBERS_ANSWER = list_answer(NUMBER_ANSWER, "numbers")
ROWS_ANSWER: AnswerKind[Iterable[Iterable[Exact | Undefined]]] = AnswerKind(
    "rows of numbers", lambda rows: tuple(map(NUMBERS_ANSWER.write, rows))
)
YES_NO_ANSWER: AnswerKind[bool] = AnswerKind("`yes` or `no`", lambda holds: "yes" if holds else "no")
TEXT_ANSWER: AnswerKind[object] = AnswerKind("a text", str)
TEXTS_ANSWER = list_answer(TEXT_ANSWER, "texts")
AS_IT_IS: AnswerKind[Answer] = AnswerKind("parts by name, or a list", lambda answer: answer)
POSITION_ANSWER: AnswerKind[int] = AnswerKind("a position, from 1", lambda index: number(index + 1))
POSITIONS_ANSWER = list_answer(POSITION_ANSWER, "positions, from 1")
TEST_ANSWER: AnswerKind[Test | EverySubset] = AnswerKind("a test", test_answer)
LABELS_ANSWER: AnswerKind[tuple[Label, ...]] = AnswerKind("labels", labels_answer)
COUNTS_ANSWER: AnswerKind[Tally] = AnswerKind("class → number of records", counts_answer)
PREDICTION_ANSWER = parts_answer("a prediction", labels=LABELS_ANSWER, distribution=COUNTS_ANSWER)
TREE_ANSWER: AnswerKind[Tree] = AnswerKind("a tree", tree_answer)
RECORDS_ANSWER: AnswerKind[DataSet] = AnswerKind("rows: the attributes in order, then the class", records_answer)
INTERVAL_ANSWER = evolve(parts_answer("an interval", "low", "high", "half_width"), explained=True)
T_ANSWER = evolve(
    parts_answer(
        "a statistic, its degrees of freedom, its p-values",
        t=ROOT_ANSWER,
        degrees=NUMBER_ANSWER,
        two_sided_p=(NUMBER_ANSWER, two_sided_p),
        greater_p=(NUMBER_ANSWER, greater_p),
        less_p=(NUMBER_ANSWER, less_p),
    ),
    explained=True,
)
