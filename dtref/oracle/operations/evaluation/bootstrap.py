"""
Operations of the bootstrap: replicates from samples drawn with replacement, the ideal bootstrap, and estimates from them.

`replicates` is a list of numbers; `values` are the data, `samples` the positions, from 1, that each sample draws, `statistic` the
statistic of a sample.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from dtref.errors import Undefined
from dtref.exact.functions import maximum, minimum
from dtref.exact.number import Exact, Number, number
from dtref.io.numbers import Json
from dtref.oracle.arithmetic.json_numbers import rational_of_text
from dtref.oracle.operations.answer_kinds import number_answer
from dtref.oracle.operations.answers import Answer
from dtref.oracle.operations.inputs import Answering, Given, as_object, as_rationals
from dtref.oracle.operations.part_inputs import given_choice, given_whole, positions, whole_number
from dtref.spec.evaluation.estimation import bootstrap, moments
from dtref.spec.evaluation.estimation.bootstrap_error import dot632, leave_one_out_bootstrap, probability_drawn
from dtref.spec.evaluation.estimation.cross_validation import FoldResults
from dtref.spec.evaluation.estimation.ideal_bootstrap import ideal_bootstrap

_STATISTICS: Mapping[str, Callable[[tuple[Fraction, ...]], Exact | Undefined]] = {
    "mean": moments.mean,
    "variance": moments.population_variance,
    "sample_variance": moments.sample_variance,
    "largest": maximum,
    "least": minimum,
}
"""The statistics of a sample by the names that records use."""


def _numbers(inputs: Given, name: str) -> tuple[Fraction, ...]:
    return as_rationals(inputs.part(name), f"{inputs.where}, {name}")


def _replicates(inputs: Given) -> Answer:
    """The statistic of each sample, which is a list of positions."""
    data = _numbers(inputs.only("values", "samples", "statistic"), "values")
    samples = [positions(sample, len(data), f"{inputs.where}, samples") for sample in inputs.list("samples")]
    return bootstrap.replicates(data, samples, given_choice(inputs, "statistic", _STATISTICS))


def _ideal(inputs: Given) -> bootstrap.WeightedValues | Undefined:
    values = _numbers(inputs.only("values", "statistic"), "values")
    return ideal_bootstrap(values, given_choice(inputs, "statistic", _STATISTICS))


def _of_ideal(value: Callable[[bootstrap.WeightedValues], Answer]) -> Answering:
    def answer(inputs: Given) -> Answer:
        replicates = _ideal(inputs)
        return replicates if isinstance(replicates, Undefined) else value(replicates)

    return answer


def _rows(distribution: bootstrap.WeightedValues) -> Answer:
    """A row for each value, the least first: the value, its probability."""
    return tuple((number(v), number(p)) for v, p in sorted(distribution, key=lambda pair: bootstrap.by_value(pair[0])))


def _percentiles(inputs: Given) -> Answer:
    alpha = rational_of_text(inputs.only("replicates", "alpha").part("alpha"), f"{inputs.where}, alpha")
    low, high = bootstrap.percentile_interval(bootstrap.empirical(_numbers(inputs, "replicates")), alpha)
    return {"low": number(low), "high": number(high)}


def _interpolated_percentiles(inputs: Given) -> Answer:
    alpha = rational_of_text(inputs.only("replicates", "alpha").part("alpha"), f"{inputs.where}, alpha")
    low, high = bootstrap.interpolated_percentile_interval(_numbers(inputs, "replicates"), alpha)
    return {"low": low, "high": high}


def _percentile_ranks(inputs: Given) -> Answer:
    """The ranks of the two of `count` sorted replicates that end the percentile interval."""
    alpha = rational_of_text(inputs.only("count", "alpha").part("alpha"), f"{inputs.where}, alpha")
    ranks = range(1, given_whole(inputs, "count") + 1)
    low, high = bootstrap.percentile_interval(bootstrap.empirical(ranks), alpha)
    return {"low": number(low), "high": number(high)}


def _expected(inputs: Given) -> tuple[Number, Fraction]:
    """The mean of the replicates, and the statistic of the data."""
    replicates = bootstrap.empirical(_numbers(inputs, "replicates"))
    return bootstrap.expectation(replicates), rational_of_text(inputs.part("estimate"), f"{inputs.where}, estimate")


def _relative_bias(inputs: Given) -> Answer:
    expected, estimate = _expected(inputs.only("replicates", "estimate"))
    variance = bootstrap.bootstrap_variance(_numbers(inputs, "replicates"))
    return variance if isinstance(variance, Undefined) else number_answer(bootstrap.relative_bias(expected, estimate, variance))


def _dot632(inputs: Given) -> Answer:
    inputs.only("out", "resubstituted")
    return number_answer(dot632(_numbers(inputs, "out"), rational_of_text(inputs.part("resubstituted"), f"{inputs.where}, resubstituted")))


def _leave_one_out_bootstrap(inputs: Given) -> Answer:
    """The error from `out`: for each sample, position -> error at each position that the sample leaves out."""
    folds = [as_object(part, f"{inputs.where}, out") for part in inputs.only("out").list("out")]
    return number_answer(leave_one_out_bootstrap(FoldResults(tuple(_errors(fold, f"{inputs.where}, out") for fold in folds))))


def _errors(fold: Mapping[str, Json], where: str) -> Mapping[int, Fraction]:
    return {whole_number(position, where) - 1: rational_of_text(wrong, where) for position, wrong in fold.items()}


BOOTSTRAP: Mapping[str, Answering] = {
    "bootstrap_replicates": _replicates,
    "bootstrap_variance": lambda inputs: number_answer(bootstrap.bootstrap_variance(_numbers(inputs.only("replicates"), "replicates"))),
    "bootstrap_bias": lambda inputs: bootstrap.bias(*_expected(inputs.only("replicates", "estimate"))),
    "bias_corrected": lambda inputs: bootstrap.bias_corrected(*_expected(inputs.only("replicates", "estimate"))),
    "relative_bias": _relative_bias,
    "percentile_interval": _percentiles,
    "interpolated_percentile_interval": _interpolated_percentiles,
    "percentile_ranks": _percentile_ranks,
    "ideal_bootstrap": _of_ideal(_rows),
    "ideal_bootstrap_mean": _of_ideal(bootstrap.expectation),
    "ideal_bootstrap_variance": _of_ideal(bootstrap.distribution_variance),
    "probability_drawn": lambda inputs: number(probability_drawn(given_whole(inputs.only("records"), "records"))),
    "bootstrap_632": _dot632,
    "leave_one_out_bootstrap": _leave_one_out_bootstrap,
}
"""The bootstrap, by name."""
