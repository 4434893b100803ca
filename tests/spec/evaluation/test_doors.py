"""
What callers give to the functions of evaluation: the integers of other programs count as Python's, floats and nonsense are refused.

Each call is made with Python's integers, with those of numpy and SymPy (8 bits wide, so that an overflow would show), and with floats.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from itertools import islice
from time import process_time
from typing import Any, TypeAlias

import numpy
import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st
from narrow import defined, of_kind

from dtref.engines.confusion import confusion
from dtref.errors import Invalid, Undefined
from dtref.exact.distributions.approximation import standard_score
from dtref.exact.distributions.binomial import binomial_mean, binomial_variance
from dtref.spec.evaluation.bias_variance import squared_loss as squared
from dtref.spec.evaluation.bias_variance.draws import drawn, predictions
from dtref.spec.evaluation.bias_variance.zero_one_loss import domingos, kohavi_wolpert, zero_one_loss
from dtref.spec.evaluation.comparison import folds, independent, mcnemar
from dtref.spec.evaluation.comparison.contingency import Contingency, contingency
from dtref.spec.evaluation.comparison.five_by_two import five_by_two_f, five_by_two_t
from dtref.spec.evaluation.confusion import agreement, averages, rates, scores
from dtref.spec.evaluation.confusion.cost import CostMatrix, class_weights, cost_of_accuracy, cost_of_label, expected_cost, uniform_costs
from dtref.spec.evaluation.confusion.matrix import BinaryCounts, Confusion, binary_views
from dtref.spec.evaluation.estimation import bootstrap, moments, partitions
from dtref.spec.evaluation.estimation.bootstrap_error import bootstrap_partitions, dot632, probability_drawn
from dtref.spec.evaluation.estimation.cross_validation import FoldResults, fold_errors, leave_one_out_of_majority, mean_of_folds, pooled
from dtref.spec.evaluation.estimation.ideal_bootstrap import count_multisets, multisets
from dtref.spec.evaluation.estimation.learning_curve import arithmetic_schedule, geometric_schedule
from dtref.spec.evaluation.estimation.overfitting import generalisation_error, mean_error
from dtref.spec.evaluation.intervals.binomial_intervals import clopper_pearson, clopper_pearson_at_least, clopper_pearson_at_most
from dtref.spec.evaluation.intervals.deviates import large_by_evaluation, large_by_tan
from dtref.spec.evaluation.intervals.mean import fold_mean_interval, mean_interval
from dtref.spec.evaluation.intervals.proportion import agresti_coull, standard_error_of_rate, wald, wilson
from dtref.spec.evaluation.ranking.auc import auc, partial_auc
from dtref.spec.evaluation.ranking.roc import roc
from dtref.spec.evaluation.ranking.thresholds import cheapest, cheapest_at, iso_cost_slope
from dtref.strategies.values import fractions

Of: TypeAlias = Callable[[int], Any]
HALF = Fraction(1, 2)
CURVE = roc([4, 3, 2, 1], "+-+-", "+")

OF_FOUR = (
    rates.accuracy, rates.error_rate, rates.recall, rates.specificity, rates.precision, rates.negative_predictive_value,
    rates.false_positive_rate, rates.miss_rate, rates.prevalence, rates.youden_j, rates.markedness, rates.positive_likelihood_ratio,
    rates.negative_likelihood_ratio, scores.f1, scores.f_harmonic, agreement.cohen_kappa, agreement.matthews,
    agreement.multiclass_matthews, averages.balanced_accuracy, averages.pooled_counts, binary_views,
)  # fmt: skip
OF_TWO_FOLDS = (
    folds.mean_difference, folds.mean_difference_variance, folds.paired_t, lambda a, b: folds.mean_difference_interval(a, b, 2),
    lambda a, b: folds.corrected_resampled_t(a, b, 1, 2),
)  # fmt: skip
OF_B_AND_C = (
    mcnemar.mcnemar_exact_p, mcnemar.mcnemar_first_better_p, mcnemar.mcnemar_mid_p, mcnemar.mcnemar_doubled_mid_p,
    mcnemar.mcnemar_chi_square, mcnemar.mcnemar_z, mcnemar.mcnemar_corrected, mcnemar.mcnemar_corrected_unless_equal,
)  # fmt: skip
OF_RESULTS = (
    moments.mean, moments.population_variance, moments.sample_variance, bootstrap.empirical, bootstrap.bootstrap_variance,
    folds.variance_of_differences,
    lambda xs: bootstrap.interpolated_quantile(xs, HALF), lambda xs: bootstrap.expectation([(x, Fraction(1, 3)) for x in xs]),
    lambda xs: bootstrap.inverse_distribution([(x, Fraction(1, 3)) for x in xs], HALF),
    lambda xs: bootstrap.distribution_variance([(x, Fraction(1, 3)) for x in xs]), lambda xs: dot632(xs, 1),
    lambda xs: fold_mean_interval(xs, 0),
)  # fmt: skip

EXACT: dict[str, Callable[[Of], Any]] = {
    **{f.__name__: lambda n, f=f: f(BinaryCounts(n(200), n(100), n(90), n(250))) for f in OF_FOUR},  # type: ignore[misc]
    **{f"{f.__name__}, folds": lambda n, f=f: f((n(200), n(3), n(7)), (n(250), n(1), n(5))) for f in OF_TWO_FOLDS},  # type: ignore[misc]
    **{f.__name__: lambda n, f=f: f(n(250), n(200)) for f in OF_B_AND_C},  # type: ignore[misc]
    **{f"{f.__name__}, equal": lambda n, f=f: f(n(200), n(200)) for f in OF_B_AND_C},  # type: ignore[misc]
    **{f"{f.__name__}, results {i}": lambda n, f=f: f((n(200), n(100), n(3))) for i, f in enumerate(OF_RESULTS)},  # type: ignore[misc]
    "Confusion": lambda n: Confusion("ab", [[n(200), n(100)], [n(3), n(4)]]).one_vs_rest("a"),
    "confusion, weights": lambda n: confusion("aab", "aab", None, (n(200), n(200), n(1))),
    "Contingency": lambda n: (c := Contingency(n(200), n(100), n(250), n(9))).records and (c.difference, c.first_error, c.second_error),
    "f_beta": lambda n: scores.f_beta(BinaryCounts(1, 2, 3, 4), n(200)),
    "f_of": lambda n: scores.f_of(n(1), n(1), n(200)),
    "weighted_accuracy": lambda n: scores.weighted_accuracy(BinaryCounts(1, 2, 3, 4), n(200), n(100), n(7), n(9)),
    "detection_cost": lambda n: scores.detection_cost(BinaryCounts(3, 1, 1, 3), n(200), n(100)),
    "expected_cost": lambda n: expected_cost(CostMatrix("ab", [[n(1), n(200)], [n(100), n(0)]]), Confusion("ab", [[3, 1], [9, 3]])),
    "class_weights": lambda n: class_weights(uniform_costs("abc", n(0), n(200))),
    "cost_of_accuracy": lambda n: cost_of_accuracy(n(200), n(1), n(100), n(3)),
    "cost_of_label": lambda n: cost_of_label(uniform_costs("ab", 1, 2), (n(200), n(100)), "a"),
    "difference_variance": lambda n: independent.difference_variance(HALF, n(200), HALF, n(100)),
    "difference_interval": lambda n: independent.difference_interval(n(1), n(200), n(0), n(100), n(2)),
    "difference_z": lambda n: defined(independent.difference_z(HALF, n(200), n(0), n(100))).square,
    "five_by_two_t": lambda n: five_by_two_t((n(3), n(200)) * 5, (n(1), n(100)) * 5),
    "five_by_two_f": lambda n: five_by_two_f((n(3), n(200)) * 5, (n(1), n(100)) * 5),
    "squared_loss": lambda n: squared.squared_loss({n(200): HALF, n(100): HALF}, {n(3): n(1)}),
    "mean": lambda n: squared.estimator_mean({n(200): HALF, n(100): HALF}),
    "bias": lambda n: squared.estimator_bias({1: Fraction(1)}, n(200)),
    "squared_error": lambda n: squared.estimator_squared_error({n(200): HALF, n(100): HALF}, n(7)),
    "mean_terms": lambda n: squared.mean_terms([(n(200), squared.Terms(n(1), n(2), n(3))), (n(100), squared.Terms(n(4), n(5), n(6)))]),
    "zero_one_loss": lambda n: zero_one_loss({"a": n(1), "b": n(0)}, {"a": n(1)}),
    "domingos": lambda n: domingos({"a": n(1)}, {"a": n(1)}),
    "kohavi_wolpert": lambda n: kohavi_wolpert({"a": n(1)}, {"a": n(1)}),
    "predictions": lambda n: predictions(lambda s: lambda x: s + x, [("a", n(1)), ("b", n(0))], "x"),
    "generalisation_error": lambda n: generalisation_error(str, {(1, "1"): n(1)}, lambda *_: n(200)),
    "mean_error": lambda n: mean_error(str, [(1, "1"), (2, "1")], lambda *_: n(200)),
    "relative_bias": lambda n: bootstrap.relative_bias(n(200), n(100), n(4)),
    "bias_corrected": lambda n: bootstrap.bias_corrected(n(200), n(100)),
    "probability_drawn": lambda n: probability_drawn(n(200)),
    "dot632": lambda n: dot632((n(1), n(0)), n(1), n(1)),
    "fold_errors": lambda n: fold_errors((n(100), n(3)), (n(200), n(200))),
    "mean_of_folds": lambda n: mean_of_folds((n(100), n(3)), (n(200), n(200))),
    "pooled": lambda n: pooled((n(100), n(3)), (n(200), n(200))),
    "leave_one_out_of_majority": lambda n: leave_one_out_of_majority((n(200), n(200))),
    "arithmetic_schedule": lambda n: arithmetic_schedule(n(100), n(150), n(250)),
    "geometric_schedule": lambda n: geometric_schedule(n(100), n(2), n(250)),
    "k_fold": lambda n: partitions.k_fold([n(2), n(0), n(1)], n(2)),
    "stratified_k_fold": lambda n: partitions.stratified_k_fold([n(2), n(0), n(1)], "aab", n(2)),
    "leave_one_out": lambda n: partitions.leave_one_out(n(4)),
    "holdout": lambda n: partitions.holdout([n(2), n(0), n(1)]),
    "training_validation_test": lambda n: partitions.training_validation_test([n(2), n(0), n(1)], n(1), n(1)),
    "bootstrap_partitions": lambda n: bootstrap_partitions([(n(1), n(1))]),
    "replicates": lambda n: bootstrap.replicates((5, 7), [(n(1), n(1))], max),
    "FoldResults": lambda n: FoldResults(({0: n(1), 1: n(200)}, {2: n(100)})).pooled,
    "count_multisets": lambda n: count_multisets(n(10)),
    "multisets": lambda n: list(multisets(n(2))),
    "large": lambda n: (large_by_tan(n(200)), large_by_evaluation(n(200))),
    "standard_error": lambda n: standard_error_of_rate(n(50), n(100)),
    "wald": lambda n: wald(n(50), n(100), n(2)),
    "wilson": lambda n: wilson(n(0), n(200), n(2)),
    "agresti_coull": lambda n: agresti_coull(n(0), n(0), n(200)),
    "clopper_pearson": lambda n: clopper_pearson(n(0), n(1), HALF),
    "clopper_pearson_at_most": lambda n: clopper_pearson_at_most(n(0), n(1), HALF),
    "clopper_pearson_at_least": lambda n: clopper_pearson_at_least(n(1), n(1), HALF),
    "mean_interval": lambda n: mean_interval(n(200), n(100), n(16), n(200)),
    "auc, weights": lambda n: auc([2, 1], "+-", "+", weights=[n(200), n(200)]),
    "partial_auc": lambda n: partial_auc(CURVE, n(0), n(1)),
    "cheapest": lambda n: cheapest(CURVE, n(200), n(100)),
    "cheapest_at": lambda n: cheapest_at(CURVE, n(200), n(100), n(1)),
    "iso_cost_slope": lambda n: iso_cost_slope(n(200), n(100), n(1)),
    "binomial_mean": lambda n: binomial_mean(n(200), n(1)),
    "binomial_variance": lambda n: binomial_variance(n(200), HALF),
    "standard_score": lambda n: standard_score(n(200), n(100), HALF),
}  # fmt: skip


POSITIONS = {"k_fold", "stratified_k_fold", "holdout", "training_validation_test", "bootstrap_partitions", "replicates"}
"""What takes positions of records."""


def whole_text(x: Any) -> str:
    """The value and the kind of every number in it: a numpy integer or a float would show."""
    return repr(x)


@pytest.mark.parametrize("name", EXACT)
@pytest.mark.parametrize("kind", [numpy.uint8, numpy.int64, sympy.Integer, Decimal, str], ids=lambda kind: kind.__name__)
def test_integers_of_other_programs_count_as_those_of_python(name: str, kind: Of) -> None:
    if kind in (Decimal, str) and name in POSITIONS:
        pytest.skip("a position is a whole number of Python's, or of an array")
    assert whole_text(EXACT[name](kind)) == whole_text(EXACT[name](int))


@pytest.mark.parametrize("name", EXACT)
@pytest.mark.parametrize("kind", [float, numpy.float64, lambda _: None, lambda n: f"{n}?"], ids=["float", "float64", "None", "no number"])
def test_floats_are_taken_exactly_or_refused_by_name_as_what_is_no_number_is(name: str, kind: Of) -> None:
    try:
        answer = EXACT[name](kind)
    except Invalid as refused:
        assert refused.where
    else:
        assert kind in (float, numpy.float64)
        assert whole_text(answer) == whole_text(EXACT[name](int))


@given(st.lists(st.integers(0, 2**63 - 1), min_size=4, max_size=4))
def test_counts_of_64_bits_do_not_overflow(counts: list[int]) -> None:
    given_: list[Any] = [numpy.int64(n) for n in counts]
    assert rates.accuracy(BinaryCounts(*given_)) == rates.accuracy(BinaryCounts(*counts))
    assert Contingency(*given_).difference == Contingency(*counts).difference
    if any(counts):
        assert Contingency(*given_).difference == Fraction(counts[2] - counts[1], sum(counts))


@pytest.mark.parametrize(
    ("attempt", "message"),
    [
        (lambda: Contingency(-5, 2, 0, 0), "both right: expected a whole number of at least 0 (got -5)"),
        (lambda: Contingency(1, 2, 0, 1.5), "neither: expected a whole number of at least 0 (got 1.5)"),  # type: ignore[arg-type]
        (lambda: BinaryCounts(1, True, 0, 0), "FN: expected an exact number of at least 0 (got True)"),
        (lambda: Confusion([["a"]], [[1]]), "classes: expected labels that can be hashed, as texts and numbers can (got ['a'])"),  # type: ignore[list-item]
        (lambda: confusion("a", "a", [["a"]]), "classes: expected labels that can be hashed, as texts and numbers can (got ['a'])"),  # type: ignore[list-item]
        (lambda: Confusion("ab", 5), "confusion matrix: expected a sequence (got 5)"),  # type: ignore[arg-type]
        (lambda: Confusion("ab", [1, 2]), "confusion matrix, row 1: expected a sequence (got 1)"),  # type: ignore[list-item]
        (lambda: confusion("a", "a", None, 1), "weights: expected a sequence (got 1)"),  # type: ignore[arg-type]
        (
            lambda: partitions.stratified_k_fold(range(2), [["a"], ["b"]], 2),  # type: ignore[list-item]
            "labels: expected labels that can be hashed, as texts and numbers can (got ['a'])",
        ),
        (lambda: partitions.k_fold(range(5), 2.5), "number of folds: expected a whole number from 2 to 5 (got 2.5)"),  # type: ignore[arg-type]
        (lambda: partitions.k_fold([0.0, 1.0], 2), "order of folds: expected a number from 0 and below 2 (got 0.0)"),  # type: ignore[list-item]
        (lambda: partitions.k_fold(5, 2), "order of folds: expected a sequence (got 5)"),  # type: ignore[arg-type]
        (lambda: partitions.leave_one_out(2.0), "records: expected a whole number of at least 2 (got 2.0)"),  # type: ignore[arg-type]
        (lambda: contingency("ab", 5, "ab"), "labels of the first classifier: expected a sequence (got 5)"),  # type: ignore[arg-type]
        (lambda: leave_one_out_of_majority((0.5, 2)), "class 1: expected a whole number of at least 0 (got 0.5)"),  # type: ignore[arg-type]
        (lambda: leave_one_out_of_majority((HALF, 2)), "class 1: expected a whole number of at least 0 (got Fraction(1, 2))"),  # type: ignore[arg-type]
        (lambda: drawn([["a"]]), "values: expected labels that can be hashed, as texts and numbers can (got ['a'])"),
        (
            lambda: predictions(lambda _: lambda x: [x], [("a", 1)], 0),  # type: ignore[list-item]
            "predictions: expected labels that can be hashed, as texts and numbers can (got [0])",
        ),
        (lambda: arithmetic_schedule(1, 2, 10.5), "largest: expected a whole number of at least 0 (got 10.5)"),  # type: ignore[arg-type]
        (lambda: geometric_schedule(1.5, 2, 10), "first: expected a whole number of at least 1 (got 1.5)"),  # type: ignore[arg-type]
        (lambda: cost_of_accuracy(1, 2, 0, 1), "accuracy: expected an exact number from 0 to 1 (got 2)"),
        (lambda: scores.f_of(3, 4), "precision: expected an exact number from 0 to 1 (got 3)"),
        (lambda: dot632((1,), 1, 2), "weight: expected an exact number from 0 to 1 (got 2)"),
        (lambda: iso_cost_slope(1, 1, 2), "pi: expected an exact number from 0 to 1 (got 2)"),
        (lambda: iso_cost_slope(-1, 1, 1), "C_FP: expected an exact number of at least 0 (got -1)"),
        (lambda: fold_errors((3,), (2,)), "fold 1, records less errors: expected an exact number of at least 0 (got Fraction(-1, 1))"),
        (lambda: pooled((-1,), (2,)), "fold 1: expected an exact number of at least 0 (got -1)"),
        (lambda: pooled((1,), (-2,)), "records of fold 1: expected an exact number of at least 0 (got -2)"),
        (
            lambda: bootstrap.expectation([(1, Fraction(3, 2)), (0, Fraction(-1, 2))]),
            "probability: expected an exact number from 0 to 1 (got Fraction(3, 2))",
        ),
        (lambda: bootstrap.relative_bias(1, 1, -1), "squared error: expected an exact number of at least 0 (got -1)"),
        (
            lambda: predictions(lambda _: lambda x: x, [("a", 2), ("b", -1)], 0),  # type: ignore[list-item]
            "training set 1, probability: expected an exact number from 0 to 1 (got 2)",
        ),
        (
            lambda: squared.mean_terms([(-1, squared.Terms(HALF, HALF, HALF))]),
            "weight 1: expected an exact number of at least 0 (got -1)",
        ),
        (lambda: folds.mean_difference_interval((1, 0), (0, 0), -1), "t: expected an exact number of at least 0 (got -1)"),
        (lambda: independent.difference_interval(0, 1, 0, 1, -1), "z: expected an exact number of at least 0 (got -1)"),
        (lambda: mean_interval(0, -1, 2, 1), "s: expected an exact number of at least 0 (got -1)"),
        (lambda: mean_interval(0, 1, HALF, 1), "k: expected a whole number of at least 0 (got Fraction(1, 2))"),
        (lambda: mean_interval(0, 1, 2, -1), "t: expected an exact number of at least 0 (got -1)"),
        (lambda: fold_mean_interval((1, 0), -1), "t: expected an exact number of at least 0 (got -1)"),
        (lambda: wilson(1, 2, -1), "z: expected an exact number of at least 0 (got -1)"),
    ],
)
def test_nonsense_is_refused(attempt: Callable[[], Any], message: str) -> None:
    with pytest.raises(Invalid) as refused:
        attempt()
    assert str(refused.value) == message


def test_symbols_pass_also_where_they_cancel() -> None:
    x, n = sympy.symbols("x n", positive=True)
    assert fold_errors((x,), (x,)) == (1,)
    assert pooled((x, 0), (n, 3)) == x / (n + 3)
    assert rates.recall(BinaryCounts(x, n, 0, 0)) == x / (x + n)
    assert of_kind(sympy.Basic, squared.estimator_mean({1: x, 3: 1 - x})).expand() == 3 - 2 * x
    assert defined(mean_interval(x, 0, n, 2)).centre == x
    assert scores.f_of(x, x) == x


def test_what_has_too_few_results_is_undefined() -> None:
    assert mean_interval(0, 1, 1, 2) == Undefined("one result shows no deviation")
    assert agreement.matthews(BinaryCounts(0, 0, 0, 0)) == agreement.multiclass_matthews(Confusion((), ())) == Undefined("no records")


def test_labels_without_a_total_order_need_classes() -> None:
    """Sets have an order, which is not total: what sorting makes of them depends on the order of the records."""
    sets = [frozenset("a"), frozenset("b")]
    with pytest.raises(Invalid, match=r"^labels: expected labels of one kind, or classes in order"):
        confusion(sets, sets)
    assert confusion(sets, sets, sets).rows == ((1, 0), (0, 1))
    assert confusion([frozenset("ab"), frozenset("a")], sets[:1] * 2).classes == (frozenset("a"), frozenset("ab"))


def test_iterables_are_read_once() -> None:
    assert contingency(iter("aabb"), iter("aaba"), iter("abab")) == contingency("aabb", "aaba", "abab")
    assert partitions.k_fold(iter(range(3)), 2) == partitions.k_fold(range(3), 2)  # type: ignore[arg-type]  # any iterable is taken


@given(st.integers(2, 6), st.data())
def test_one_view_is_the_same_as_that_of_all(k: int, data: st.DataObject) -> None:
    rows = data.draw(st.lists(st.lists(fractions(0, 9, max_denominator=3), min_size=k, max_size=k), min_size=k, max_size=k))
    m = Confusion(range(k), rows)
    assert tuple(map(m.one_vs_rest, m.classes)) == binary_views(m)


def floors(first: int, ratio: Fraction, largest: int) -> tuple[int, ...]:
    """The sizes by exact powers, one after the other."""
    found, x = [], Fraction(first)
    while x < largest + 1:
        found.append(x.numerator // x.denominator)
        x *= ratio
    return tuple(dict.fromkeys(found))


@given(st.integers(1, 60), fractions(Fraction(101, 100), 4, max_denominator=100), st.integers(0, 900))
def test_schedules_are_the_floors_of_exact_powers(first: int, ratio: Fraction, largest: int) -> None:
    assert geometric_schedule(first, ratio, largest) == floors(first, ratio, largest)


@pytest.mark.parametrize("first", [1, 700, 1001])
def test_a_slow_schedule_is_that_of_exact_powers(first: int) -> None:
    assert geometric_schedule(first, Fraction(1001, 1000), 1200) == floors(first, Fraction(1001, 1000), 1200)


def test_slow_schedules_and_many_views_take_little_time() -> None:
    """Before, a ratio of 1.001 took 4.5 s, 1.00001 did not end, and ten views of 300 classes took 17 s."""
    start = process_time()
    assert geometric_schedule(10, 1 + Fraction(1, 10**400), 1000) == tuple(range(10, 1001))
    assert len(geometric_schedule(10, Fraction(100001, 100000), 200_000)) == 100_000 - 9 + 69_315
    m = Confusion(range(300), [[1] * 300] * 300)
    assert [m.one_vs_rest(i) for i in islice(m.classes, 10)] == [BinaryCounts(1, 299, 299, 299 * 299)] * 10
    assert len(partitions.leave_one_out(1500)) == 1500
    assert process_time() - start < 10
