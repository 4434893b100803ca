"""
Operations that compare two classifiers, or two learning algorithms.

`first`, `second`: the error rates of two algorithms on the same test sets. `only_first`, `only_second`: the records that only that
classifier gets right. A statistic that is a quotient by a root has a `signed_square` and a `value`.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from attrs import evolve

from dtref.errors import Undefined
from dtref.exact.number import Exact
from dtref.oracle.operations.answer_kinds import NUMBERS_ANSWER, ROOT_ANSWER, T_ANSWER, parts_answer
from dtref.oracle.operations.draws import drawn_columns, label, lists_of, one_from
from dtref.oracle.operations.kinds import A_SHARE, A_SIZE, A_WHOLE, LABELS, RATIONALS
from dtref.oracle.operations.operation import NUMBER_ANSWER, Operation, asks, declarations, each, jointly
from dtref.spec.evaluation.comparison.contingency import contingency_of
from dtref.spec.evaluation.comparison.five_by_two import five_by_two_f, five_by_two_t
from dtref.spec.evaluation.comparison.folds import corrected_resampled_t, mean_difference, mean_difference_variance, paired_t
from dtref.spec.evaluation.comparison.independent import difference, difference_variance, difference_z, probability_first_better
from dtref.spec.evaluation.comparison.mcnemar import (
    mcnemar_chi_square,
    mcnemar_chi_square_p,
    mcnemar_corrected,
    mcnemar_corrected_p,
    mcnemar_corrected_unless_equal,
    mcnemar_corrected_unless_equal_p,
    mcnemar_doubled_mid_p,
    mcnemar_exact_p,
    mcnemar_first_better_p,
    mcnemar_mid_p,
    mcnemar_z,
)
from dtref.spec.evaluation.comparison.p_values import f_p, normal_two_sided_p

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


def _an_error() -> SearchStrategy[str]:
    return one_from(("0", "1/10", "1/5", "1/2"))


ERRORS = RATIONALS.named("the error on each test set").drawn(lambda: lists_of(_an_error(), 2, 5))
ERRORS_OF_TWO = jointly(each(first=ERRORS, second=ERRORS), lambda: drawn_columns(2, 5, first=_an_error(), second=_an_error()))
_TEN_ERRORS = jointly(ERRORS_OF_TWO, lambda: drawn_columns(10, 10, first=_an_error(), second=_an_error()))
TWO_MODELS = each(e_1=A_SHARE, n_1=A_SIZE, e_2=A_SHARE, n_2=A_SIZE)
_DISCORDANT = each(only_first=A_WHOLE, only_second=A_WHOLE)
_LABELS = jointly(
    each(actual=LABELS, first=LABELS, second=LABELS), lambda: drawn_columns(1, 6, actual=label(), first=label(), second=label())
)


def _difference_p(e_1: Fraction, n_1: int, e_2: Fraction, n_2: int) -> Exact | Undefined:
    return normal_two_sided_p(difference_z(e_1, n_1, e_2, n_2))


_F_STATISTIC = evolve(
    parts_answer("a statistic, its degrees of freedom, its p-value", "f", degrees=NUMBERS_ANSWER, p=(NUMBER_ANSWER, f_p)),
    explained=True,
)
_TABLE = parts_answer("numbers of records", "both_right", "only_first", "only_second", "neither")

COMPARING: Mapping[str, Operation] = declarations(
    asks("difference", difference, e_1=A_SHARE, e_2=A_SHARE),
    asks("difference_variance", difference_variance, TWO_MODELS),
    asks("difference_z", difference_z, TWO_MODELS, answer=ROOT_ANSWER),
    asks("difference_p", _difference_p, TWO_MODELS),
    asks("probability_first_better", probability_first_better, TWO_MODELS),
    asks("mean_difference", mean_difference, ERRORS_OF_TWO),
    asks("mean_difference_variance", mean_difference_variance, ERRORS_OF_TWO),
    asks("paired_t", paired_t, ERRORS_OF_TWO, answer=T_ANSWER),
    asks("corrected_resampled_t", corrected_resampled_t, ERRORS_OF_TWO, answer=T_ANSWER, test=A_SIZE, train=A_SIZE),
    asks("five_by_two_t", five_by_two_t, _TEN_ERRORS, answer=T_ANSWER),
    asks("five_by_two_f", five_by_two_f, _TEN_ERRORS, answer=_F_STATISTIC),
    asks("contingency", contingency_of, _LABELS, answer=_TABLE),
    asks("mcnemar_z", mcnemar_z, _DISCORDANT, answer=ROOT_ANSWER),
    *(
        asks(value.__name__, value, _DISCORDANT)
        for value in (
            mcnemar_exact_p,
            mcnemar_first_better_p,
            mcnemar_mid_p,
            mcnemar_doubled_mid_p,
            mcnemar_chi_square,
            mcnemar_corrected,
            mcnemar_corrected_unless_equal,
            mcnemar_chi_square_p,
            mcnemar_corrected_p,
            mcnemar_corrected_unless_equal_p,
        )
    ),
)
"""Comparisons, by name."""
