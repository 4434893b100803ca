"""Generators for error estimates: partitions, bootstraps, errors of numbers, bias and variance."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from dtref.oracle.judge.generators.parts import Generator, Inputs, several
from dtref.oracle.operations.draws import (
    GivenJson,
    distribution,
    inputs_by_name,
    label,
    lists_of,
    paired_lists,
    position_lists,
    positive,
    probabilities,
    whole_numbers,
)

STATISTIC = st.sampled_from(("mean", "variance", "largest", "least"))


def _partitioned(n: tuple[int, int]) -> GivenJson:
    return {"records": str(n[0] + n[1]), "folds": str(n[0])}


FOLDS = st.tuples(st.integers(2, 5), st.integers(0, 5)).map(_partitioned)
_ORDER = st.permutations([str(i) for i in range(1, 6)]).map(list)
SHARED = inputs_by_name(records=whole_numbers(2, 8), share=st.sampled_from(("2/3", "1/2", "1/4")))
PAIRED = paired_lists(whole_numbers(-3, 4), whole_numbers(-3, 4)).map(lambda pair: {"actual": pair[0], "predicted": pair[1]})
LABELS = paired_lists(label(), label()).map(lambda pair: {"target": pair[0], "hypothesis": pair[1]})
REPLICATES = inputs_by_name(replicates=lists_of(whole_numbers(-4, 8), 2))
ESTIMATED = inputs_by_name(replicates=lists_of(whole_numbers(-4, 8), 2), estimate=whole_numbers(-3, 3))
AMOUNTS = distribution(whole_numbers(-2, 3))
POINT = inputs_by_name(targets=AMOUNTS, predictions=AMOUNTS, weight=positive())
LOSSES: Inputs = inputs_by_name(targets=AMOUNTS, predictions=AMOUNTS)
_CLASSES: Inputs = inputs_by_name(targets=distribution(label()), predictions=distribution(label()))


def _split_three(n: tuple[int, int, int]) -> GivenJson:
    return {"records": str(sum(n)), "validation": str(n[1]), "test": str(n[2])}


def _true(rows: list[list[str]]) -> GivenJson:
    """Records that are equally likely."""
    n = len(rows[0])
    return {"target": rows[0], "hypothesis": rows[1], "probabilities": [f"1/{n}" if n > 1 else "1"] * n}


def _wrong(rows: list[tuple[int, int]]) -> GivenJson:
    return {"wrong": [str(wrong) for wrong, _ in rows], "records": [str(wrong + right) for wrong, right in rows]}


def _resampled(values: list[str]) -> Inputs:
    samples = st.lists(position_lists(len(values), len(values), len(values)), min_size=1, max_size=3)
    return inputs_by_name(values=st.just(values), samples=samples, statistic=STATISTIC)


def _joint(pairs: list[list[str]], predicted: list[str]) -> GivenJson:
    """A joint distribution of two equally likely values of x, each with the label distribution of the pairs."""
    rows = [[x, name, _half(p)] for x in "01" for name, p in pairs]
    return {"joint": rows, "predictor": dict(zip("01", predicted, strict=True))}


def _half(p: str) -> str:
    return str(Fraction(p) / 2)


ESTIMATION_GENERATORS: tuple[Generator, ...] = (
    *several("k_fold", FOLDS),
    *several("k_fold", inputs_by_name(order=_ORDER, folds=whole_numbers(2, 5)), "order"),
    *several("holdout", SHARED),
    *several("holdout", inputs_by_name(records=whole_numbers(2, 8)), "two thirds"),
    *several("leave_one_out", inputs_by_name(records=whole_numbers(2, 6))),
    *several("stratified_k_fold", inputs_by_name(labels=lists_of(st.sampled_from("ab"), 3, 8), folds=whole_numbers(2, 3))),
    *several("training_validation_test", st.tuples(st.integers(1, 4), st.integers(1, 3), st.integers(1, 3)).map(_split_three)),
    *several("random_subsampling", inputs_by_name(orders=st.lists(_ORDER, min_size=1, max_size=2), share=st.sampled_from(("2/3", "1/2")))),
    *several("repeated_k_fold", inputs_by_name(orders=st.lists(_ORDER, min_size=1, max_size=2), folds=whole_numbers(2, 4))),
    *several("bootstrap_partitions", inputs_by_name(samples=st.lists(position_lists(4, 4, 4), min_size=1, max_size=2))),
    *several("sample_error", LABELS),
    *several("true_error", paired_lists(label(), label()).map(_true)),
    *several("mean_of_folds pooled_error", st.lists(st.tuples(st.integers(0, 3), st.integers(1, 3)), min_size=1, max_size=4).map(_wrong)),
    *several("arithmetic_schedule", inputs_by_name(first=positive(), step=positive(), largest=whole_numbers(6, 12))),
    *several("geometric_schedule", inputs_by_name(first=positive(), ratio=st.sampled_from(("2", "3/2")), largest=whole_numbers(6, 20))),
    *several(
        "overfits underfits",
        inputs_by_name(training=probabilities(), test=probabilities(), other_training=probabilities(), other_test=probabilities()),
    ),
    *several("bootstrap_replicates", lists_of(whole_numbers(-2, 4), 2, 4).flatmap(_resampled)),
    *several("bootstrap_variance", REPLICATES),
    *several("bootstrap_bias bias_corrected relative_bias", ESTIMATED),
    *several(
        "percentile_interval interpolated_percentile_interval",
        inputs_by_name(replicates=lists_of(whole_numbers(0, 9), 3, 8), alpha=st.sampled_from(("1/4", "1/10", "1/3"))),
    ),
    *several("percentile_ranks", inputs_by_name(count=whole_numbers(3, 12), alpha=st.sampled_from(("1/4", "1/10", "1/3")))),
    *several(
        "ideal_bootstrap ideal_bootstrap_mean ideal_bootstrap_variance",
        inputs_by_name(values=lists_of(whole_numbers(0, 4), 1, 3), statistic=STATISTIC),
    ),
    *several("probability_drawn", inputs_by_name(records=positive())),
    *several("bootstrap_632", inputs_by_name(out=st.lists(probabilities(), min_size=1, max_size=4), resubstituted=probabilities())),
    *several(
        "leave_one_out_bootstrap",
        inputs_by_name(out=st.lists(st.dictionaries(st.sampled_from("123"), st.sampled_from("01"), min_size=1), min_size=1, max_size=3)),
    ),
)
"""Generators for estimates of errors."""
