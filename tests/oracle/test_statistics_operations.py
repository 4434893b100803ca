"""Operations on distributions, intervals, estimates, the bootstrap and comparisons: what they refuse, and answers by a second route."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtref.errors import Invalid
from dtref.oracle.operations.answers import matches, write_answer
from dtref.oracle.operations.registry import run

REFUSED = {
    "a confidence and a deviate": (
        "wald",
        {"errors": "1", "records": "9", "z": "2", "confidence": "1/2"},
        "wald, given: expected one of 'z' and 'confidence' (got 'both')",
    ),
    "neither of them": ("wald", {"errors": "1", "records": "9"}, "wald, given: expected one of 'z' and 'confidence' (got 'neither')"),
    "a table's t and a confidence": (
        "mean_interval",
        {"mean": "0", "s": "1", "folds": "3", "t": "2", "confidence": "1/2"},
        "mean_interval, given: expected one of 't' and 'confidence' (got 'both')",
    ),
    "a table's deviate for an interval that has none": (
        "clopper_pearson",
        {"errors": "1", "records": "9", "z": "2"},
        "clopper_pearson, given: expected inputs 'errors', 'records', 'confidence' (got 'z')",
    ),
    "half an error": (
        "clopper_pearson",
        {"errors": "1/2", "records": "9", "confidence": "1/2"},
        "clopper_pearson, given, errors: expected a whole number (got '1/2')",
    ),
    "an unknown interval": (
        "coverage",
        {"method": "score", "records": "9", "p": "1/2", "z": "2"},
        "coverage, given, method: expected one of 'wald', 'wilson', 'agresti_coull', 'clopper_pearson', 'clopper_pearson_at_most', "
        "'clopper_pearson_at_least', 'jeffreys' (got 'score')",
    ),
    "an unknown rule": (
        "large_enough",
        {"records": "9", "rule": "iaml"},
        "large_enough, given, rule: expected one of 'evaluation', 'tan' (got 'iaml')",
    ),
    "half a degree of freedom": ("t_tail", {"x": "1", "degrees": "5/2"}, "t_tail, given, degrees: expected a whole number (got '5/2')"),
    "a name for degrees of freedom": (
        "t_table",
        {"degrees": ["infinity"], "alphas": ["1/2"]},
        "t_table, given, degrees: expected a fraction in lowest terms such as '20/49' (got 'infinity')",
    ),
    "an unknown statistic": (
        "ideal_bootstrap",
        {"values": ["1"], "statistic": "mode"},
        "ideal_bootstrap, given, statistic: expected one of 'mean', 'variance', 'sample_variance', 'largest', 'least' (got 'mode')",
    ),
    "a position that is none": (
        "bootstrap_replicates",
        {"values": ["1", "2"], "samples": [["1", "3"]], "statistic": "mean"},
        "bootstrap_replicates, given, samples[0]: expected positions from 1 to 2 (got ['1', '3'])",
    ),
    "an order that lacks a record": (
        "k_fold",
        {"order": ["1", "1"], "folds": "2"},
        "order of folds: expected distinct positions (got '0 twice')",
    ),
    "hypotheses for other instances": (
        "sample_error",
        {"target": ["a"], "hypothesis": ["a", "b"]},
        "sample_error, given, hypothesis: expected 1, as many as labels of the target function (got 2)",
    ),
    "probabilities for other instances": (
        "true_error",
        {"probabilities": ["1/2", "1/2"], "target": ["a"], "hypothesis": ["a"]},
        "true_error, given, probabilities: expected 1, as many as labels of the target function (got 2)",
    ),
    "folds of half a record": (
        "leave_one_out_of_majority",
        {"counts": ["1/2"]},
        "leave_one_out_of_majority, given, counts[0]: expected a whole number (got '1/2')",
    ),
    "folds of unequal number": (
        "mean_difference",
        {"first": ["1"], "second": []},
        "second: expected 1 numbers, as many as the first has (got 0)",
    ),
    "nine folds of five by two": (
        "five_by_two_t",
        {"first": ["1"] * 9, "second": ["1"] * 9},
        "first: expected 10 numbers, two folds of 5 replications (got 9)",
    ),
}


@pytest.mark.parametrize(("operation", "inputs", "message"), REFUSED.values(), ids=REFUSED.keys())
def test_an_operation_refuses(operation: str, inputs: dict[str, object], message: str) -> None:
    with pytest.raises(Invalid) as caught:
        run(operation, inputs)
    assert str(caught.value) == message


@given(st.integers(0, 12), st.fractions(0, 1))
def test_a_binomial_distribution_has_the_probabilities_of_each_number(n: int, p: Fraction) -> None:
    probabilities = [str(comb(n, k) * p**k * (1 - p) ** (n - k)) for k in range(n + 1)]
    assert matches(run("binomial_distribution", {"n": str(n), "p": str(p)}), probabilities)  # type: ignore[arg-type]


@given(st.integers(2, 12), st.integers(2, 12))
def test_folds_test_every_record_once_and_train_on_the_others(n: int, k: int) -> None:
    if k > n:
        return
    folds: object = write_answer(run("k_fold", {"records": str(n), "folds": str(k)}))
    everyone = [str(i) for i in range(1, n + 1)]
    parts = cast("list[dict[str, list[str]]]", folds)
    assert [i for fold in parts for i in fold["test"]] == everyone
    assert [sorted([*fold["training"], *fold["test"]], key=int) for fold in parts] == [everyone] * k


@given(st.lists(st.fractions(-3, 3), min_size=1, max_size=4))
def test_the_ideal_bootstrap_of_the_mean_has_the_variance_of_the_data_by_their_number(values: list[Fraction]) -> None:
    given_values = [str(v) for v in values]
    mean = sum(values) / len(values)
    variance = sum((v - mean) ** 2 for v in values) / len(values)
    inputs = {"values": given_values, "statistic": "mean"}
    assert matches(run("ideal_bootstrap_mean", inputs), str(mean))
    assert matches(run("ideal_bootstrap_variance", inputs), str(variance / len(values)))


def test_an_exact_zero_among_certified_numbers_is_written_as_zero() -> None:
    none = run("wald", {"errors": "0", "records": "10", "confidence": "19/20"})
    assert write_answer(none) == {"low": "0", "high": "0", "half_width": "0"}
    assert matches(none, {"low": "0", "high": "0", "half_width": "0"})
    assert not matches(none, {"low": "0", "high": "0", "half_width": {"decimal": "0.000000000000"}})
