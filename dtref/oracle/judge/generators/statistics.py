"""Generators for distributions, intervals and comparisons of two classifiers."""

from __future__ import annotations

from hypothesis import strategies as st

from dtref.oracle.judge.generators.measures import RATE
from dtref.oracle.judge.generators.parts import (
    Generator,
    GivenJson,
    Inputs,
    inputs_by_name,
    label,
    paired_lists,
    positive,
    probabilities,
    rationals,
    several,
    whole_numbers,
)

_CONFIDENCE = st.sampled_from(("19/20", "9/10", "1/2"))
LEVEL = st.sampled_from(("1/20", "1/10", "1/2", "19/20"))
_SOME = RATE.filter(lambda rate: rate["records"] != "0")
_BINOMIAL = inputs_by_name(k=whole_numbers(0, 6), n=whole_numbers(0, 6), p=probabilities())
_MODELS = inputs_by_name(e_1=probabilities(), n_1=positive(), e_2=probabilities(), n_2=positive())
DISCORDANT = inputs_by_name(only_first=whole_numbers(0, 6), only_second=whole_numbers(0, 6))
ERROR = st.sampled_from(("0", "1/10", "1/5", "1/2"))


def _folds(least: int, most: int) -> Inputs:
    return paired_lists(ERROR, ERROR, least=least, most=most).map(lambda pair: {"first": pair[0], "second": pair[1]})


def _with(base: Inputs, name: str, values: st.SearchStrategy[str]) -> Inputs:
    return st.tuples(base, values).map(lambda parts: _merged(parts[0], name, parts[1]))


def _merged(base: GivenJson, name: str, value: str) -> GivenJson:
    return {**base, name: value}


TEN = _folds(10, 10)
SAME_SIZE = paired_lists(label(), label(), label()).map(lambda three: dict(zip(("actual", "first", "second"), three, strict=True)))

STATISTICS_GENERATORS: tuple[Generator, ...] = (
    *several("binomial_probability binomial_at_most binomial_at_least", _BINOMIAL),
    *several("binomial_distribution binomial_mean binomial_variance", inputs_by_name(n=whole_numbers(0, 6), p=probabilities())),
    *several("standard_score", inputs_by_name(k=whole_numbers(0, 6), n=positive(), p=probabilities(inside=True))),
    *several("normal_approximation_error corrected_approximation_error", inputs_by_name(n=positive(), p=probabilities(inside=True))),
    *several("normal_at_most normal_tail", inputs_by_name(x=rationals())),
    *several("normal_quantile", inputs_by_name(p=LEVEL)),
    *several("t_tail", inputs_by_name(x=rationals(), degrees=positive())),
    *several("t_quantile chi_square_quantile", inputs_by_name(p=LEVEL, degrees=positive())),
    *several("chi_square_tail", inputs_by_name(x=whole_numbers(0, 9), degrees=positive())),
    *several("f_tail", inputs_by_name(x=whole_numbers(0, 9), above=positive(), below=positive())),
    *several("beta_at_most", inputs_by_name(x=probabilities(), a=positive(), b=positive())),
    *several("beta_quantile", inputs_by_name(p=LEVEL, a=positive(), b=positive())),
    *several("two_sided_deviate one_sided_deviate", inputs_by_name(confidence=_CONFIDENCE)),
    *several("two_sided_t one_sided_t", inputs_by_name(confidence=_CONFIDENCE, degrees=positive())),
    *several("z_table", inputs_by_name(confidences=st.lists(_CONFIDENCE, min_size=1, max_size=3))),
    *several(
        "t_table", inputs_by_name(degrees=st.lists(positive(), min_size=1, max_size=3), alphas=st.lists(LEVEL, min_size=1, max_size=2))
    ),
    *several("wald wilson agresti_coull", _with(RATE, "z", st.just("2"))),
    *several("wald wilson agresti_coull", _with(_SOME, "confidence", _CONFIDENCE), "confidence"),
    *several("clopper_pearson clopper_pearson_at_most clopper_pearson_at_least jeffreys", _with(_SOME, "confidence", _CONFIDENCE)),
    *several("difference_interval", _with(_MODELS, "z", st.just("2"))),
    *several(
        "mean_interval", inputs_by_name(mean=probabilities(), s=probabilities(), folds=whole_numbers(2, 6), t=st.sampled_from(("2", "9/4")))
    ),
    *several("fold_mean_interval", inputs_by_name(errors=st.lists(ERROR, min_size=2, max_size=5), t=st.just("2"))),
    *several("mean_difference_interval", _with(_folds(2, 5), "t", st.just("2"))),
    *several(
        "coverage",
        inputs_by_name(method=st.sampled_from(("wald", "wilson")), records=positive(), p=probabilities(inside=True), z=st.just("2")),
    ),
    *several("large_enough", inputs_by_name(records=whole_numbers(28, 32), rule=st.sampled_from(("evaluation", "tan")))),
    *several("difference", inputs_by_name(e_1=probabilities(), e_2=probabilities())),
    *several("difference_variance difference_z difference_p probability_first_better", _MODELS),
    *several("mean_difference mean_difference_variance paired_t", _folds(2, 5)),
    *several("corrected_resampled_t", st.tuples(_folds(2, 5), positive(), positive()).map(lambda p: {**p[0], "test": p[1], "train": p[2]})),
    *several("five_by_two_t five_by_two_f", TEN),
    *several("contingency", SAME_SIZE),
    *several("mcnemar_exact_p mcnemar_first_better_p mcnemar_mid_p mcnemar_doubled_mid_p", DISCORDANT),
    *several("mcnemar_chi_square mcnemar_z mcnemar_corrected mcnemar_corrected_unless_equal", DISCORDANT),
    *several("mcnemar_chi_square_p mcnemar_corrected_p mcnemar_corrected_unless_equal_p", DISCORDANT),
)
"""Generators for distributions, intervals and comparisons."""
