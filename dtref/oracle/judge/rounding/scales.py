"""
The scale of rounding of each operation: the largest term of its sum, in whose units in the last place a right double may be off.

For measures made of shares and bits the scale is about 1; for others it follows from the inputs (`TERMS`) or from the error that the
formula propagates (`dtref.oracle.judge.rounding.formulas`). Where neither applies, as for quantiles and least squares, it is how far the
answer moves when the inputs are rounded to doubles (`NUDGED`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import TypeAlias

from dtref.errors import Invalid, Undecided
from dtref.io.numbers import Json
from dtref.oracle.golden.records import Call
from dtref.oracle.judge.rounding.double_inputs import DoubleInputs
from dtref.oracle.judge.rounding.doubles import WHOLE
from dtref.oracle.judge.rounding.formulas import FORMULAS
from dtref.oracle.operations.answers import write_answer
from dtref.oracle.operations.inputs import Given
from dtref.oracle.operations.registry import run

UNIT = Fraction(1, 2**53)
"""The relative error of a double that is rounded."""
Term: TypeAlias = Callable[[Mapping[str, Json]], Fraction]


def _numbers(value: Json) -> list[Fraction]:
    """The absolute values of the numbers in JSON; other texts are left out."""
    match value:
        case str():
            try:
                return [abs(Fraction(value))]
            except (ValueError, ZeroDivisionError):
                return []
        case list():
            return [n for part in value for n in _numbers(part)]
        case dict():
            return [n for part in value.values() for n in _numbers(part)]


def _sum_of(*names: str) -> Term:
    """The sum of the absolute numbers in some inputs."""
    return lambda inputs: sum((n for name in names for n in _numbers(inputs.get(name, []))), Fraction(0))


def _largest_of(*names: str, power: int = 1) -> Term:
    """The largest absolute number in some inputs, or a power of it."""
    return lambda inputs: max((n for name in names for n in _numbers(inputs.get(name, []))), default=Fraction(1)) ** power


def _spread_of(*names: str) -> Term:
    """The error of (x - mean)^2 is 2 |x - mean| times that of x: twice the largest number times the range."""

    def term(inputs: Mapping[str, Json]) -> Fraction:
        values = [x for name in names for x in _signed(inputs.get(name, []))]
        return 2 * max(map(abs, values), default=Fraction(0)) * (max(values, default=Fraction(0)) - min(values, default=Fraction(0)))

    return term


def _signed(value: Json) -> list[Fraction]:
    if isinstance(value, list):
        return [x for part in value for x in _signed(part)]
    return [Fraction(value)] if isinstance(value, str) and _numbers(value) else []


def _costs(inputs: Mapping[str, Json]) -> Fraction:
    """The largest cost, times the records that it may be summed over."""
    costs, matrix = inputs.get("costs", {}), inputs.get("matrix", {})
    rows = matrix.get("rows", matrix.get("predicted_rows", [])) if isinstance(matrix, dict) else []
    return _largest_of("rows")(costs if isinstance(costs, dict) else {}) * max(sum(_numbers(rows), Fraction(0)), Fraction(100))


TERMS: Mapping[str, Term] = {
    **dict.fromkeys(("g_statistic", "g_statistic_p"), _sum_of("node")),
    "variance_reduction": _spread_of("children"),
    "mean": _sum_of("values"),
    **dict.fromkeys(("median_absolute_deviation_about_median", "bootstrap_replicates"), _largest_of("values")),
    **dict.fromkeys(
        ("prediction_errors", "mean_absolute_error", "median_absolute_deviation_about_prediction"), _largest_of("actual", "predicted")
    ),
    **dict.fromkeys(("median_squared_error", "squared_median_absolute_deviation"), _spread_of("actual", "predicted")),
    **dict.fromkeys(("bootstrap_bias", "bias_corrected"), _largest_of("replicates", "estimate")),
    **dict.fromkeys(("percentile_interval", "interpolated_percentile_interval"), _largest_of("replicates")),
    **dict.fromkeys(("mean_difference", "mean_difference_interval"), _largest_of("first", "second")),
    "fold_mean_interval": _largest_of("errors"),
    **dict.fromkeys(
        ("squared_loss", "estimator", "mean_squared_loss"), _largest_of("targets", "predictions", "estimates", "truth", "points", power=2)
    ),
    **dict.fromkeys(("total_cost", "expected_cost", "cost_of_label", "class_weights", "record_weights"), _costs),
    "cost_of_accuracy": lambda inputs: _largest_of("right", "wrong")(inputs) * _largest_of("records")(inputs),
    **dict.fromkeys(("cheapest_thresholds", "cheapest_thresholds_at"), _largest_of("cost_fp", "cost_fn")),
    **dict.fromkeys(("midpoint", "placed_cut"), _sum_of("lower", "upper")),
    "ideal_bootstrap_variance": _spread_of("values"),
    "region_volumes": _largest_of("window", power=2),
}
"""The largest term that an operation sums, where it is neither about 1 nor given by a formula."""

NUDGED = frozenset(
    {
        *("least_squares", "predict_linear", "normal_quantile", "t_quantile", "chi_square_quantile", "beta_quantile"),
        *("two_sided_deviate", "one_sided_deviate", "two_sided_t", "one_sided_t", "upper_limit", "jeffreys", "clopper_pearson"),
        *("clopper_pearson_at_most", "clopper_pearson_at_least", "normal_tail", "t_tail", "f_tail", "chi_square_tail", "beta_at_most"),
    }
)
"""The operations whose answer may change much when an input is rounded to a double."""
DERIVED = 16
"""The units in the last place that each step of a formula with derived error may be off, as a program may compute it in other steps."""
CERTIFIED = Fraction(2, 10**12)
"""The distance that two certified decimals of the same number may have."""

POSITIVE = frozenset(
    {
        *("normal_tail", "t_tail", "f_tail", "chi_square_tail", "beta_at_most", "normal_at_most", "exact_p", "probability_first_better"),
        *("binomial_probability", "binomial_at_least", "binomial_at_most", "binomial_distribution", "majority_vote_error"),
        *("upper_limit", "chi_square_p", "g_statistic_p", "mcnemar_exact_p", "difference_p", "mcnemar_chi_square_p"),
    }
)
"""Probabilities that are sums of positive terms: 0 isn't within rounding of any that a double can hold."""
LEAST = Fraction(1, 2**1074)
"""The least double above 0."""


def scale_of(call: Call, ulps: int) -> Fraction:
    """
    The scale of a call's answer, at least 1: the answer may be off by `ulps` units in the last place of it.

    >>> scale_of(Call("mean", {"values": ["3", "-4"]}), 4), scale_of(Call("gini", {"counts": ["3"]}), 4)
    (Fraction(7, 1), Fraction(1, 1))
    """
    try:
        return max(Fraction(1), _term(call, ulps))
    except (ValueError, Undecided, ZeroDivisionError):  # no such input: what is right has no number, or a refusal is right
        return Fraction(1)


def _term(call: Call, ulps: int) -> Fraction:
    unit = min(ulps, DERIVED) * UNIT
    if call.operation in FORMULAS:
        return FORMULAS[call.operation](DoubleInputs(Given(call.given), unit)).error / (ulps * UNIT)
    if call.operation in NUDGED:
        return _moved(call, unit) / (ulps * UNIT)
    return TERMS[call.operation](call.given) if call.operation in TERMS else Fraction(1)


def _moved(call: Call, by: Fraction) -> Fraction:
    """The sum of the answer's changes when each input that isn't a double changes, one at a time, by the share `by` of itself."""
    answers = _answers(call.operation, call.given)
    nudged_answers = [_first_answers(call.operation, inputs) for inputs in _nudged(call.given, by)]
    gaps = [max((abs(a - b) for a, b in zip(answers, nudged, strict=False)), default=Fraction(0)) for nudged in nudged_answers]
    return sum((max(gap - CERTIFIED, Fraction(0)) for gap in gaps), Fraction(0))


def _first_answers(operation: str, either: tuple[Mapping[str, Json], Mapping[str, Json]]) -> list[Fraction]:
    """The answers for an input that is nudged up, or down where up isn't valid."""
    try:
        return _answers(operation, either[0])
    except Invalid:
        return _answers(operation, either[1])


def _answers(operation: str, inputs: Mapping[str, Json]) -> list[Fraction]:
    """The numbers of an answer, in order."""
    return _decimals(write_answer(run(operation, inputs)))


def _decimals(value: Json) -> list[Fraction]:
    match value:
        case {"decimal": str(text)}:
            return [Fraction(text)]
        case dict():
            return [x for part in value.values() for x in _decimals(part)]
        case list():
            return [x for part in value for x in _decimals(part)]
        case _:
            return _signed(value)


def _nudged(value: Mapping[str, Json], by: Fraction) -> Iterator[tuple[Mapping[str, Json], Mapping[str, Json]]]:
    """The inputs with one number that isn't an integer moved up, and down; for each such number."""
    for name, part in value.items():
        for up, down in _moves(part, by):
            yield {**value, name: up}, {**value, name: down}


def _moves(value: Json, by: Fraction) -> Iterator[tuple[Json, Json]]:
    match value:
        case list():
            for i, part in enumerate(value):
                yield from (([*value[:i], up, *value[i + 1 :]], [*value[:i], down, *value[i + 1 :]]) for up, down in _moves(part, by))
        case str() if _numbers(value):
            x = Fraction(value)
            if x.denominator != 1 or abs(x) > WHOLE:
                yield str(x * (1 + by)), str(x * (1 - by))
        case _:
            return
