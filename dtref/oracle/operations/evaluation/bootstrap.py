"""
Operations of the bootstrap: replicates from samples drawn with replacement, the ideal bootstrap, and estimates from them.

`replicates` is a list of numbers; `values` are the data, `samples` the positions, from 1, that each sample draws, `statistic` the
statistic of a sample.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import wraps
from operator import itemgetter
from typing import TYPE_CHECKING, TypeAlias

from dtref.errors import Undefined
from dtref.exact.functions import maximum, minimum
from dtref.exact.number import Exact, Number
from dtref.io.numbers import Json
from dtref.oracle.arithmetic.json_numbers import rational_of_text
from dtref.oracle.operations.answer_kinds import NUMBERS_ANSWER, ROWS_ANSWER, parts_answer
from dtref.oracle.operations.answers import Answer
from dtref.oracle.operations.draws import GivenJson, inputs_by_name, lists_of, one_from, position_lists, whole_numbers
from dtref.oracle.operations.inputs import as_list, as_object
from dtref.oracle.operations.kinds import (
    A_PROBABILITY,
    A_RATIONAL,
    A_SHARE,
    A_SIZE,
    A_WHOLE,
    RATIONALS,
    SHARES,
    choice,
    list_kind,
    one_of,
    positions_in,
    ranging,
)
from dtref.oracle.operations.operation import NUMBER_ANSWER, AnswerKind, InputKind, Operation, alone, asks, declarations, each, jointly
from dtref.oracle.operations.part_inputs import whole_number
from dtref.spec.evaluation.estimation import bootstrap, moments
from dtref.spec.evaluation.estimation.bootstrap_error import dot632, leave_one_out_bootstrap, probability_drawn
from dtref.spec.evaluation.estimation.cross_validation import FoldResults
from dtref.spec.evaluation.estimation.dot632_plus import dot632_plus, dot632_plus_capped, dot632_plus_unbounded, relative_overfitting_rate
from dtref.spec.evaluation.estimation.ideal_bootstrap import ideal_bootstrap

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

_Statistic: TypeAlias = Callable[[tuple[Fraction, ...]], "Exact | Undefined"]

_STATISTICS: Mapping[str, _Statistic] = {
    "mean": moments.mean,
    "variance": moments.population_variance,
    "sample_variance": moments.sample_variance,
    "largest": maximum,
    "least": minimum,
}
"""The statistics of a sample by the names that records use."""


def _resampled() -> SearchStrategy[GivenJson]:
    def of(values: list[str]) -> SearchStrategy[GivenJson]:
        n = len(values)
        samples = lists_of(position_lists(n, n, n), 1, 3)
        return inputs_by_name(values=one_from([values]), samples=samples, statistic=_STATISTIC.draw())

    return lists_of(whole_numbers(-2, 4), 2, 4).flatmap(of)


def _of_ideal(value: Callable[[bootstrap.WeightedValues], Number]) -> Callable[..., Number | Undefined]:
    """A function of the ideal bootstrap's distribution."""

    def of(data: Sequence[Fraction], statistic: _Statistic) -> Number | Undefined:
        distribution = ideal_bootstrap(data, statistic)
        return distribution if isinstance(distribution, Undefined) else value(distribution)

    return of


def _rows(distribution: bootstrap.WeightedValues) -> Answer:
    """The least value first."""
    ascending = sorted(distribution, key=lambda pair: bootstrap.by_value(pair[0]))
    return ROWS_ANSWER.write(ascending)


def _percentile_interval(thetas: Sequence[Exact], alpha: Fraction) -> tuple[Exact, Exact]:
    return bootstrap.percentile_interval(bootstrap.empirical(thetas), alpha)


def _percentile_ranks(count: int, alpha: Fraction) -> tuple[Exact, Exact]:
    """The ranks of the two of `count` sorted replicates that end the percentile interval."""
    return _percentile_interval(range(1, count + 1), alpha)


def _of_mean(value: Callable[[Exact, Exact], Number]) -> Callable[..., Number]:
    """A function of the mean of the replicates, and of the statistic of the data."""
    return wraps(value)(lambda thetas, estimate: value(bootstrap.expectation(bootstrap.empirical(thetas)), estimate))


def _relative_bias(thetas: Sequence[Exact], estimate: Exact) -> Number | Undefined:
    expected, variance = bootstrap.expectation(bootstrap.empirical(thetas)), bootstrap.bootstrap_variance(thetas)
    return variance if isinstance(variance, Undefined) else bootstrap.relative_bias(expected, estimate, variance)


def _read_errors(value: Json, where: str) -> FoldResults:
    """For each sample, position -> error at each position that the sample leaves out."""
    folds = [as_object(part, where) for part in as_list(value, where)]
    return FoldResults(tuple({whole_number(i, where) - 1: rational_of_text(wrong, where) for i, wrong in fold.items()} for fold in folds))


def _drawn_errors() -> SearchStrategy[list[dict[str, str]]]:
    from hypothesis import strategies as st

    return lists_of(st.dictionaries(one_from("123"), one_from("01"), min_size=1), 1, 3)


_STATISTIC = choice(_STATISTICS)
_REPLICATES = RATIONALS.drawn(lambda: lists_of(whole_numbers(-4, 8), 2))
_RESAMPLED = jointly(
    each(values=RATIONALS, samples=list_kind(positions_in("values"), "the positions of each sample"), statistic=_STATISTIC), _resampled
)
_ESTIMATED = each(replicates=_REPLICATES, estimate=ranging(A_RATIONAL, -3, 3))
_ALPHA = one_of(A_SHARE, "1/4", "1/10", "1/3")
_WITH_ALPHA = each(replicates=RATIONALS.drawn(lambda: lists_of(whole_numbers(0, 9), 3, 8)), alpha=_ALPHA)
_IDEAL = each(values=RATIONALS.drawn(lambda: lists_of(whole_numbers(0, 4), 1, 3)), statistic=_STATISTIC)
_OUT = InputKind("for each sample the error at each position out of it", alone(_read_errors), _drawn_errors)
_THREE_RATES = each(out=A_PROBABILITY, resubstituted=A_PROBABILITY, no_information=A_PROBABILITY)
_ENDS = parts_answer("an interval", low=(NUMBER_ANSWER, itemgetter(0)), high=(NUMBER_ANSWER, itemgetter(1)))
_DISTRIBUTION = AnswerKind("rows: a value, its probability", _rows)

BOOTSTRAP: Mapping[str, Operation] = declarations(
    asks("bootstrap_replicates", bootstrap.replicates, _RESAMPLED, answer=NUMBERS_ANSWER),
    asks("bootstrap_variance", bootstrap.bootstrap_variance, replicates=_REPLICATES),
    asks("bootstrap_bias", _of_mean(bootstrap.bias), _ESTIMATED),
    asks("bias_corrected", _of_mean(bootstrap.bias_corrected), _ESTIMATED),
    asks("relative_bias", _relative_bias, _ESTIMATED),
    asks("percentile_interval", _percentile_interval, _WITH_ALPHA, answer=_ENDS),
    asks("interpolated_percentile_interval", bootstrap.interpolated_percentile_interval, _WITH_ALPHA, answer=_ENDS),
    asks("percentile_ranks", _percentile_ranks, answer=_ENDS, count=ranging(A_WHOLE, 3, 12), alpha=_ALPHA),
    asks("ideal_bootstrap", ideal_bootstrap, _IDEAL, answer=_DISTRIBUTION),
    asks("ideal_bootstrap_mean", _of_ideal(bootstrap.expectation), _IDEAL),
    asks("ideal_bootstrap_variance", _of_ideal(bootstrap.distribution_variance), _IDEAL),
    asks("probability_drawn", probability_drawn, records=A_SIZE),
    asks("bootstrap_632", dot632, out=SHARES, resubstituted=A_SHARE),
    asks("leave_one_out_bootstrap", leave_one_out_bootstrap, out=_OUT),
    asks("relative_overfitting_rate", relative_overfitting_rate, _THREE_RATES),
    asks("dot632_plus", dot632_plus, _THREE_RATES),
    asks("dot632_plus_capped", dot632_plus_capped, _THREE_RATES),
    asks("dot632_plus_unbounded", dot632_plus_unbounded, _THREE_RATES),
)
"""The bootstrap, by name."""
