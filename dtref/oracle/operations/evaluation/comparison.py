"""
Operations that compare two classifiers, or two learning algorithms.

`first`, `second`: the error rates of two algorithms on the same test sets. `only_first`, `only_second`: the records that only that
classifier gets right. A statistic that is a quotient by a root has a `signed_square` and a `value`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from dtref.errors import Undefined
from dtref.exact.number import Exact, number
from dtref.oracle.arithmetic.json_numbers import rational_of_text
from dtref.oracle.operations.answers import Answer, root_answer
from dtref.oracle.operations.evaluation.distributions import given_whole, number_answer
from dtref.oracle.operations.inputs import Given, Operation, as_rationals
from dtref.spec.evaluation.comparison.contingency import contingency
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
from dtref.spec.evaluation.comparison.p_values import TStatistic, f_p, greater_p, less_p, normal_two_sided_p, two_sided_p

Rates = tuple[Fraction, ...]

_MODELS = ("e_1", "n_1", "e_2", "n_2")


def _models(inputs: Given) -> tuple[Fraction, int, Fraction, int]:
    """The error rate and the number of records of each of two models, which have separate test sets."""
    e_1, e_2 = (rational_of_text(inputs.only(*_MODELS).part(name), f"{inputs.where}, {name}") for name in ("e_1", "e_2"))
    return e_1, given_whole(inputs, "n_1"), e_2, given_whole(inputs, "n_2")


def _difference(inputs: Given) -> Answer:
    e_1, e_2 = (rational_of_text(inputs.only("e_1", "e_2").part(name), f"{inputs.where}, {name}") for name in ("e_1", "e_2"))
    return difference(e_1, e_2)


def _rates(inputs: Given, *more: str) -> tuple[Rates, Rates]:
    inputs.only("first", "second", *more)
    first, second = (as_rationals(inputs.part(name), f"{inputs.where}, {name}") for name in ("first", "second"))
    return first, second


def _of_rates(value: Callable[[Rates, Rates], Exact | Undefined]) -> Operation:
    return lambda inputs: number_answer(value(*_rates(inputs)))


def _t_answer(statistic: TStatistic | Undefined) -> Answer:
    """The statistic, its degrees of freedom, and its two-sided, upper and lower p-value."""
    if isinstance(statistic, Undefined):
        return statistic
    return {
        "t": root_answer(statistic.t),
        "degrees": number(statistic.degrees),
        "two_sided_p": number_answer(two_sided_p(statistic)),
        "greater_p": number_answer(greater_p(statistic)),
        "less_p": number_answer(less_p(statistic)),
    }


def _corrected_resampled_t(inputs: Given) -> Answer:
    first, second = _rates(inputs, "test", "train")
    return _t_answer(corrected_resampled_t(first, second, given_whole(inputs, "test"), given_whole(inputs, "train")))


def _five_by_two_f(inputs: Given) -> Answer:
    statistic = five_by_two_f(*_rates(inputs))
    if isinstance(statistic, Undefined):
        return statistic
    return {"f": statistic.f, "degrees": tuple(map(number, statistic.degrees)), "p": number_answer(f_p(statistic))}


def _contingency(inputs: Given) -> Answer:
    table = contingency(*map(inputs.only("actual", "first", "second").texts, ("actual", "first", "second")))
    counts = {name: getattr(table, name) for name in ("both_right", "only_first", "only_second", "neither")}
    return {name: number(n) for name, n in counts.items()}


def _discordant(inputs: Given) -> tuple[int, int]:
    """The number of records that only the first classifier gets right, and that only the second does."""
    return given_whole(inputs.only("only_first", "only_second"), "only_first"), given_whole(inputs, "only_second")


def _mcnemar(value: Callable[[int, int], Exact | Undefined]) -> Operation:
    return lambda inputs: number_answer(value(*_discordant(inputs)))


COMPARING: Mapping[str, Operation] = {
    "difference": _difference,
    "difference_variance": lambda inputs: difference_variance(*_models(inputs)),
    "difference_z": lambda inputs: root_answer(difference_z(*_models(inputs))),
    "difference_p": lambda inputs: number_answer(normal_two_sided_p(difference_z(*_models(inputs)))),
    "probability_first_better": lambda inputs: number_answer(probability_first_better(*_models(inputs))),
    "mean_difference": _of_rates(mean_difference),
    "mean_difference_variance": _of_rates(mean_difference_variance),
    "paired_t": lambda inputs: _t_answer(paired_t(*_rates(inputs))),
    "corrected_resampled_t": _corrected_resampled_t,
    "five_by_two_t": lambda inputs: _t_answer(five_by_two_t(*_rates(inputs))),
    "five_by_two_f": _five_by_two_f,
    "contingency": _contingency,
    "mcnemar_exact_p": _mcnemar(mcnemar_exact_p),
    "mcnemar_first_better_p": _mcnemar(mcnemar_first_better_p),
    "mcnemar_mid_p": _mcnemar(mcnemar_mid_p),
    "mcnemar_doubled_mid_p": _mcnemar(mcnemar_doubled_mid_p),
    "mcnemar_chi_square": _mcnemar(mcnemar_chi_square),
    "mcnemar_z": lambda inputs: root_answer(mcnemar_z(*_discordant(inputs))),
    "mcnemar_corrected": _mcnemar(mcnemar_corrected),
    "mcnemar_corrected_unless_equal": _mcnemar(mcnemar_corrected_unless_equal),
    "mcnemar_chi_square_p": _mcnemar(mcnemar_chi_square_p),
    "mcnemar_corrected_p": _mcnemar(mcnemar_corrected_p),
    "mcnemar_corrected_unless_equal_p": _mcnemar(mcnemar_corrected_unless_equal_p),
}
"""Comparisons, by name."""
