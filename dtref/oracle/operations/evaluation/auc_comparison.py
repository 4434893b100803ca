"""
Operations on the areas under ROC curves: DeLong's variance, interval, and the comparison of two on the same records; several classes.

`scores` are those of one classifier, `first` and `second` those of two. An interval has a `z` from a table, or the one of a `confidence`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial, wraps
from typing import TYPE_CHECKING, TypeVar

from dtref.errors import Undefined
from dtref.exact.number import Number
from dtref.oracle.operations.answer_kinds import INTERVAL_ANSWER, NUMBERS_ANSWER, ROOT_ANSWER
from dtref.oracle.operations.draws import GivenJson, drawn_rows, one_from, rows_as_columns
from dtref.oracle.operations.evaluation.intervals import deviate_inputs
from dtref.oracle.operations.evaluation.ranking import SOME_SCORES, drawn_scores
from dtref.oracle.operations.kinds import A_LABEL, DECIMALS, LABELS, list_kind
from dtref.oracle.operations.operation import Operation, asks, declarations, each, jointly
from dtref.spec.evaluation.comparison.delong import delong_covariance, delong_interval, delong_p, delong_variance, delong_z
from dtref.spec.evaluation.intervals.interval import Interval
from dtref.spec.evaluation.ranking.multiclass_auc import (
    hand_till,
    hand_till_of_present,
    macro_auc,
    macro_auc_of_defined,
    one_vs_rest_auc,
    weighted_auc,
)

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

Estimate = TypeVar("Estimate")


def _of_positive(value: Callable[..., Estimate]) -> Callable[..., Estimate]:
    """A function whose last argument is the positive class, which it knows even if no record has it."""

    @wraps(value)
    def of(*arguments: object) -> Estimate:
        return value(*arguments, classes=(arguments[-1],))

    return of


def _interval(
    scores: Sequence[Fraction], labels: Sequence[str], positive: str, z: Number | None, confidence: Fraction | None
) -> Interval | Undefined:
    return delong_interval(scores, labels, positive, z, confidence=confidence, classes=(positive,))


def _drawn_scores_of_two() -> SearchStrategy[GivenJson]:
    rows = drawn_rows(one_from(SOME_SCORES), one_from(SOME_SCORES), one_from("+-"), least=4, most=8)
    names = ("first", "second", "labels")
    return rows.map(lambda records: {**dict(zip(names, rows_as_columns(records), strict=True)), "positive": "+"})


def _drawn_scores_of_classes() -> SearchStrategy[GivenJson]:
    def of(classes: str) -> SearchStrategy[GivenJson]:
        scores = one_from(SOME_SCORES)
        rows = drawn_rows(*[scores] * len(classes), one_from(classes), least=2, most=7)
        return rows.map(
            lambda records: {"scores": [list(r[:-1]) for r in records], "labels": [r[-1] for r in records], "classes": list(classes)}
        )

    return one_from(("ab", "abc")).flatmap(of)


_OF_CLASSES = jointly(
    each(scores=list_kind(DECIMALS, "a row of scores for each record, one for each class"), labels=LABELS, classes=LABELS),
    _drawn_scores_of_classes,
)
_ONE = jointly(each(scores=DECIMALS, labels=LABELS, positive=A_LABEL), partial(drawn_scores, both=True))
_SCORES_OF_TWO = DECIMALS.named("the scores of two classifiers for the same records")
_TWO = jointly(each(first=_SCORES_OF_TWO, second=_SCORES_OF_TWO, labels=LABELS, positive=A_LABEL), _drawn_scores_of_two)

AREAS: Mapping[str, Operation] = declarations(
    asks("delong_variance", _of_positive(delong_variance), _ONE),
    asks("delong_interval", _interval, _ONE, deviate_inputs("z", "1", "2", "3/2"), answer=INTERVAL_ANSWER),
    asks("delong_covariance", _of_positive(delong_covariance), _TWO),
    asks("delong_z", _of_positive(delong_z), _TWO, answer=ROOT_ANSWER),
    asks("delong_p", _of_positive(delong_p), _TWO),
    asks("one_vs_rest_auc", one_vs_rest_auc, _OF_CLASSES, answer=NUMBERS_ANSWER),
    asks("macro_auc", macro_auc, _OF_CLASSES),
    asks("macro_auc_of_defined", macro_auc_of_defined, _OF_CLASSES),
    asks("weighted_auc", weighted_auc, _OF_CLASSES),
    asks("hand_till", hand_till, _OF_CLASSES),
    asks("hand_till_of_present", hand_till_of_present, _OF_CLASSES),
)
"""Areas under ROC curves, as estimates and of several classes, by name."""
