"""Inputs of distributions, intervals and comparisons of two classifiers."""

from __future__ import annotations

from hypothesis import strategies as st

from dtref.oracle.judge.generators.measures import RATE
from dtref.oracle.judge.generators.parts import (
    Generator,
    GivenJson,
    Inputs,
    given,
    label,
    paired,
    positive,
    rational,
    several,
    share,
    whole,
)

CONFIDENCE = st.sampled_from(("19/20", "9/10", "1/2"))
LEVEL = st.sampled_from(("1/20", "1/10", "1/2", "19/20"))
SOME = RATE.filter(lambda rate: rate["records"] != "0")
BINOMIAL = given(k=whole(0, 6), n=whole(0, 6), p=share())
MODELS = given(e_1=share(), n_1=positive(), e_2=share(), n_2=positive())
DISCORDANT = given(only_first=whole(0, 6), only_second=whole(0, 6))
ERROR = st.sampled_from(("0", "1/10", "1/5", "1/2"))


def _folds(least: int, most: int) -> Inputs:
    return paired(ERROR, ERROR, least=least, most=most).map(lambda pair: {"first": pair[0], "second": pair[1]})


def _with(base: Inputs, name: str, values: st.SearchStrategy[str]) -> Inputs:
    return st.tuples(base, values).map(lambda parts: _merged(parts[0], name, parts[1]))


def _merged(base: GivenJson, name: str, value: str) -> GivenJson:
    return {**base, name: value}


TEN = _folds(10, 10)
SAME_SIZE = paired(label(), label(), label()).map(lambda three: dict(zip(("actual", "first", "second"), three, strict=True)))

STATISTICS: tuple[Generator, ...] = (
    *several("binomial_probability binomial_at_most binomial_at_least", BINOMIAL),
    *several("binomial_distribution binomial_mean binomial_variance", given(n=whole(0, 6), p=share())),
    *several("standard_score", given(k=whole(0, 6), n=positive(), p=share(inside=True))),
    *several("normal_approximation_error corrected_approximation_error", given(n=positive(), p=share(inside=True))),
    *several("normal_at_most normal_tail", given(x=rational())),
    *several("normal_quantile", given(p=LEVEL)),
    *several("t_tail", given(x=rational(), degrees=positive())),
    *several("t_quantile chi_square_quantile", given(p=LEVEL, degrees=positive())),
    *several("chi_square_tail", given(x=whole(0, 9), degrees=positive())),
    *several("f_tail", given(x=whole(0, 9), above=positive(), below=positive())),
    *several("beta_at_most", given(x=share(), a=positive(), b=positive())),
    *several("beta_quantile", given(p=LEVEL, a=positive(), b=positive())),
    *several("two_sided_deviate one_sided_deviate", given(confidence=CONFIDENCE)),
    *several("two_sided_t one_sided_t", given(confidence=CONFIDENCE, degrees=positive())),
    *several("z_table", given(confidences=st.lists(CONFIDENCE, min_size=1, max_size=3))),
    *several("t_table", given(degrees=st.lists(positive(), min_size=1, max_size=3), alphas=st.lists(LEVEL, min_size=1, max_size=2))),
    *several("wald wilson agresti_coull", _with(RATE, "z", st.just("2"))),
    *several("wald wilson agresti_coull", _with(SOME, "confidence", CONFIDENCE), "confidence"),
    *several("clopper_pearson clopper_pearson_at_most clopper_pearson_at_least jeffreys", _with(SOME, "confidence", CONFIDENCE)),
    *several("difference_interval", _with(MODELS, "z", st.just("2"))),
    *several("mean_interval", given(mean=share(), s=share(), folds=whole(2, 6), t=st.sampled_from(("2", "9/4")))),
    *several("fold_mean_interval", given(errors=st.lists(ERROR, min_size=2, max_size=5), t=st.just("2"))),
    *several("mean_difference_interval", _with(_folds(2, 5), "t", st.just("2"))),
    *several("coverage", given(method=st.sampled_from(("wald", "wilson")), records=positive(), p=share(inside=True), z=st.just("2"))),
    *several("large_enough", given(records=whole(28, 32), rule=st.sampled_from(("evaluation", "tan")))),
    *several("difference", given(e_1=share(), e_2=share())),
    *several("difference_variance difference_z difference_p probability_first_better", MODELS),
    *several("mean_difference mean_difference_variance paired_t", _folds(2, 5)),
    *several("corrected_resampled_t", st.tuples(_folds(2, 5), positive(), positive()).map(lambda p: {**p[0], "test": p[1], "train": p[2]})),
    *several("five_by_two_t five_by_two_f", TEN),
    *several("contingency", SAME_SIZE),
    *several("mcnemar_exact_p mcnemar_first_better_p mcnemar_mid_p mcnemar_doubled_mid_p", DISCORDANT),
    *several("mcnemar_chi_square mcnemar_z mcnemar_corrected mcnemar_corrected_unless_equal", DISCORDANT),
    *several("mcnemar_chi_square_p mcnemar_corrected_p mcnemar_corrected_unless_equal_p", DISCORDANT),
)
"""Generators for distributions, intervals and comparisons."""
