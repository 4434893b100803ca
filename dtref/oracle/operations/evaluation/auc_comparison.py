"""
Operations on the areas under ROC curves: DeLong's variance, interval, and the comparison of two on the same records; several classes.

`scores` are those of one classifier, `first` and `second` those of two. An interval has a `z` from a table, or the one of a `confidence`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, TypeVar, cast

from dtref.errors import Undefined
from dtref.oracle.operations.answer_kinds import INTERVAL_ANSWER, NUMBERS_ANSWER, ROOT_ANSWER
from dtref.oracle.operations.draws import GivenJson, drawn_columns, drawn_rows, one_from
from dtref.oracle.operations.evaluation.intervals import deviate_inputs
from dtref.oracle.operations.evaluation.ranking import SOME_SCORES, drawn_scores
from dtref.oracle.operations.kinds import A_LABEL, DECIMALS, LABELS, THE_POSITIVE_CLASS, list_kind
from dtref.oracle.operations.operation import Operation, asks, by_keyword, declarations, each, jointly, side_by_side
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


def _interval(*arguments: object) -> Interval | Undefined:
    """DeLong's interval, from the arguments of the variance, then the deviate and the confidence."""
    scores, labels, positive, classes, z, confidence = arguments
    return cast("Callable[..., Interval | Undefined]", delong_interval)(scores, labels, positive, z, confidence=confidence, classes=classes)


def _drawn_scores_of_two() -> SearchStrategy[GivenJson]:
    drawn = drawn_columns(4, 8, first=one_from(SOME_SCORES), second=one_from(SOME_SCORES), labels=one_from("+-"))
    return drawn.map(lambda by_name: {**by_name, "positive": "+"})


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
_POSITIVE = side_by_side(each(labels=LABELS, positive=A_LABEL), THE_POSITIVE_CLASS)
_ONE = jointly(side_by_side(each(scores=DECIMALS), _POSITIVE), partial(drawn_scores, both=True))
_SCORES_OF_TWO = DECIMALS.named("the scores of two classifiers for the same records")
_TWO = jointly(side_by_side(each(first=_SCORES_OF_TWO, second=_SCORES_OF_TWO), _POSITIVE), _drawn_scores_of_two)

AREAS: Mapping[str, Operation] = declarations(
    asks("delong_variance", by_keyword(delong_variance, "classes"), _ONE),
    asks("delong_interval", _interval, _ONE, deviate_inputs("z", "1", "2", "3/2"), answer=INTERVAL_ANSWER),
    asks("delong_covariance", by_keyword(delong_covariance, "classes"), _TWO),
    asks("delong_z", by_keyword(delong_z, "classes"), _TWO, answer=ROOT_ANSWER),
    asks("delong_p", by_keyword(delong_p, "classes"), _TWO),
    asks("one_vs_rest_auc", one_vs_rest_auc, _OF_CLASSES, answer=NUMBERS_ANSWER),
    asks("macro_auc", macro_auc, _OF_CLASSES),
    asks("macro_auc_of_defined", macro_auc_of_defined, _OF_CLASSES),
    asks("weighted_auc", weighted_auc, _OF_CLASSES),
    asks("hand_till", hand_till, _OF_CLASSES),
    asks("hand_till_of_present", hand_till_of_present, _OF_CLASSES),
)
"""Areas under ROC curves, as estimates and of several classes, by name."""
