"""
Operations that compare two classifiers, or two learning algorithms.

`first`, `second`: the error rates of two algorithms on the same test sets. `only_first`, `only_second`: how many records only that
classifier gets right. A statistic that is a quotient by a root is its `signed_square` and its `value`.
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


def _models(given: Given) -> tuple[Fraction, int, Fraction, int]:
    """Error rates and numbers of records of two models, each on a test set of its own."""
    e_1, e_2 = (rational_of_text(given.only(*_MODELS).part(name), f"{given.where}, {name}") for name in ("e_1", "e_2"))
    return e_1, given_whole(given, "n_1"), e_2, given_whole(given, "n_2")


def _difference(given: Given) -> Answer:
    e_1, e_2 = (rational_of_text(given.only("e_1", "e_2").part(name), f"{given.where}, {name}") for name in ("e_1", "e_2"))
    return difference(e_1, e_2)


def _rates(given: Given, *more: str) -> tuple[Rates, Rates]:
    given.only("first", "second", *more)
    first, second = (as_rationals(given.part(name), f"{given.where}, {name}") for name in ("first", "second"))
    return first, second


def _of_rates(value: Callable[[Rates, Rates], Exact | Undefined]) -> Operation:
    return lambda given: number_answer(value(*_rates(given)))


def _t_answer(found: TStatistic | Undefined) -> Answer:
    """The statistic, its degrees of freedom, and how likely one so far from 0, so great, so small is."""
    if isinstance(found, Undefined):
        return found
    return {
        "t": root_answer(found.t),
        "degrees": number(found.degrees),
        "two_sided_p": number_answer(two_sided_p(found)),
        "greater_p": number_answer(greater_p(found)),
        "less_p": number_answer(less_p(found)),
    }


def _corrected_resampled_t(given: Given) -> Answer:
    first, second = _rates(given, "test", "train")
    return _t_answer(corrected_resampled_t(first, second, given_whole(given, "test"), given_whole(given, "train")))


def _five_by_two_f(given: Given) -> Answer:
    found = five_by_two_f(*_rates(given))
    if isinstance(found, Undefined):
        return found
    return {"f": found.f, "degrees": tuple(map(number, found.degrees)), "p": number_answer(f_p(found))}


def _contingency(given: Given) -> Answer:
    found = contingency(*map(given.only("actual", "first", "second").texts, ("actual", "first", "second")))
    counts = {name: getattr(found, name) for name in ("both_right", "only_first", "only_second", "neither")}
    return {name: number(n) for name, n in counts.items()}


def _discordant(given: Given) -> tuple[int, int]:
    """How many records only the first classifier gets right, and only the second."""
    return given_whole(given.only("only_first", "only_second"), "only_first"), given_whole(given, "only_second")


def _mcnemar(value: Callable[[int, int], Exact | Undefined]) -> Operation:
    return lambda given: number_answer(value(*_discordant(given)))


COMPARING: Mapping[str, Operation] = {
    "difference": _difference,
    "difference_variance": lambda given: difference_variance(*_models(given)),
    "difference_z": lambda given: root_answer(difference_z(*_models(given))),
    "difference_p": lambda given: number_answer(normal_two_sided_p(difference_z(*_models(given)))),
    "probability_first_better": lambda given: number_answer(probability_first_better(*_models(given))),
    "mean_difference": _of_rates(mean_difference),
    "mean_difference_variance": _of_rates(mean_difference_variance),
    "paired_t": lambda given: _t_answer(paired_t(*_rates(given))),
    "corrected_resampled_t": _corrected_resampled_t,
    "five_by_two_t": lambda given: _t_answer(five_by_two_t(*_rates(given))),
    "five_by_two_f": _five_by_two_f,
    "contingency": _contingency,
    "mcnemar_exact_p": _mcnemar(mcnemar_exact_p),
    "mcnemar_first_better_p": _mcnemar(mcnemar_first_better_p),
    "mcnemar_mid_p": _mcnemar(mcnemar_mid_p),
    "mcnemar_doubled_mid_p": _mcnemar(mcnemar_doubled_mid_p),
    "mcnemar_chi_square": _mcnemar(mcnemar_chi_square),
    "mcnemar_z": lambda given: root_answer(mcnemar_z(*_discordant(given))),
    "mcnemar_corrected": _mcnemar(mcnemar_corrected),
    "mcnemar_corrected_unless_equal": _mcnemar(mcnemar_corrected_unless_equal),
    "mcnemar_chi_square_p": _mcnemar(mcnemar_chi_square_p),
    "mcnemar_corrected_p": _mcnemar(mcnemar_corrected_p),
    "mcnemar_corrected_unless_equal_p": _mcnemar(mcnemar_corrected_unless_equal_p),
}
"""Comparisons, by name."""
