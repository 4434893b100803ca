"""
Operations on predicted class shares: Brier score, logarithmic loss, their decompositions.

`shares` has a row for each record, with a share for each of the `classes`; of two classes they are the `probabilities` of the positive one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from dtref.oracle.operations.answer_kinds import ROWS_ANSWER, parts_answer
from dtref.oracle.operations.draws import GivenJson, drawn_columns, lists_of, one_from, pairs_of, probabilities
from dtref.oracle.operations.kinds import A_LABEL, A_NUMBER, LABELS, RATIONALS, THE_POSITIVE_CLASS, list_kind, one_of
from dtref.oracle.operations.operation import Operation, asks, by_keyword, declarations, each, jointly, side_by_side
from dtref.spec.evaluation.probabilities.brier import binary_brier_decomposition, binary_brier_score, brier_decomposition, brier_score
from dtref.spec.evaluation.probabilities.forecasts import normalised_shares
from dtref.spec.evaluation.probabilities.log_loss import clipped_log_loss, log_loss, log_loss_decomposition

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


def _rows(classes: int) -> SearchStrategy[list[int]]:
    """The parts of a forecast, which aren't all 0."""
    return lists_of(one_from(range(4)), classes, classes).filter(any)


def _shares(parts: Sequence[int], whole: int) -> list[str]:
    return [str(Fraction(k, whole)) for k in parts]


def _drawn_outcomes() -> SearchStrategy[GivenJson]:
    """Shares that add up to 1, and what came."""

    def of(classes: str) -> SearchStrategy[GivenJson]:
        records = lists_of(pairs_of(_rows(len(classes)), one_from(classes)), 1)
        return records.map(
            lambda pairs: {
                "shares": [_shares(parts, sum(parts)) for parts, _ in pairs],
                "actual": [label for _, label in pairs],
                "classes": list(classes),
            }
        )

    return one_from(("ab", "abc")).flatmap(of)


def _drawn_binary() -> SearchStrategy[GivenJson]:
    return drawn_columns(1, 6, probabilities=probabilities(), labels=one_from("+-")).map(lambda drawn: {**drawn, "positive": "+"})


def _drawn_unscaled() -> SearchStrategy[list[list[str]]]:
    return one_from((2, 3)).flatmap(lambda classes: lists_of(_rows(classes).map(lambda parts: _shares(parts, 8)), 0, 4))


_SHARES = list_kind(RATIONALS, "for each record the share of each class", _drawn_unscaled)
_OF_CLASSES = jointly(each(shares=_SHARES, actual=LABELS, classes=LABELS), _drawn_outcomes)
_OF_POSITIVE = each(probabilities=RATIONALS.named("of the positive class"), labels=LABELS, positive=A_LABEL)
_BINARY = jointly(side_by_side(_OF_POSITIVE, THE_POSITIVE_CLASS), _drawn_binary)
_EPSILON = one_of(A_NUMBER, "1/100", "1/4", "1/1000000")
_DECOMPOSITION = parts_answer("parts", "reliability", "resolution", "uncertainty")

PROBABILITIES: Mapping[str, Operation] = declarations(
    asks("brier_score", brier_score, _OF_CLASSES),
    asks("brier_decomposition", brier_decomposition, _OF_CLASSES, answer=_DECOMPOSITION),
    asks("binary_brier_score", by_keyword(binary_brier_score, "classes"), _BINARY),
    asks("binary_brier_decomposition", by_keyword(binary_brier_decomposition, "classes"), _BINARY, answer=_DECOMPOSITION),
    asks("log_loss", log_loss, _OF_CLASSES),
    asks("clipped_log_loss", clipped_log_loss, _OF_CLASSES, epsilon=_EPSILON),
    asks("log_loss_decomposition", log_loss_decomposition, _OF_CLASSES, answer=_DECOMPOSITION),
    asks("normalised_shares", normalised_shares, answer=ROWS_ANSWER, shares=_SHARES),
)
"""Losses of class shares, by name."""
