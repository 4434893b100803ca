"""Cross-validation, selection and learning curves: against loops over the records, and against scikit-learn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from pathlib import Path
from statistics import fmean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st
from narrow import defined, of_kind

import dtref
from dtref.errors import Invalid, Undefined
from dtref.exact.number import total
from dtref.spec.evaluation.estimation.cross_validation import (
    FoldResults,
    cross_validate,
    errors_on,
    fold_errors,
    leave_one_out_of_majority,
    mean_of_folds,
    pooled,
)
from dtref.spec.evaluation.estimation.learning_curve import arithmetic_schedule, geometric_schedule, learning_curve
from dtref.spec.evaluation.estimation.moments import mean, population_variance, sample_variance, standard_deviation, standard_error
from dtref.spec.evaluation.estimation.partitions import (
    Partition,
    ThreeParts,
    k_fold,
    leave_one_out,
    repeated_k_fold,
    stratified_k_fold,
    training_validation_test,
)
from dtref.spec.evaluation.estimation.selection import select_by_cross_validation, select_by_validation
from dtref.spec.model.positions import Indices
from dtref.spec.model.trees import Tree
from dtref.spec.preparation.resampling import take
from dtref.strategies.values import fractions

PLAY = Path(__file__).parents[4] / "golden" / "data" / "play_tennis.csv"
results = st.lists(fractions(0, 1, max_denominator=30), min_size=1, max_size=8)
targets = st.lists(st.integers(-20, 20), min_size=4, max_size=12)


def mean_of(y: list[int]) -> Callable[[Indices], Fraction]:
    return lambda training: Fraction(sum(y[i] for i in training), len(training))


def squared(y: list[int]) -> Callable[[Fraction, int], Fraction]:
    return lambda model, i: (model - y[i]) ** 2


# estimates from counts


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(1, 9)), min_size=1, max_size=8))
def test_pooled_is_the_mean_of_folds_weighted_by_their_sizes(folds: list[tuple[int, int]]) -> None:
    wrong = [w for w, _ in folds]
    records = [w + r for w, r in folds]
    rates = [Fraction(w, n) for w, n in zip(wrong, records, strict=True)]
    assert fold_errors(wrong, records) == tuple(rates)
    assert mean_of_folds(wrong, records) == sum(rates) / len(folds)
    assert pooled(wrong, records) == sum(n * e for e, n in zip(rates, records, strict=True)) / sum(records)


@given(st.lists(st.integers(0, 9), min_size=1, max_size=8), st.integers(9, 99))
def test_the_two_estimates_agree_on_folds_of_one_size(wrong: list[int], size: int) -> None:
    assert mean_of_folds(wrong, [size] * len(wrong)) == pooled(wrong, [size] * len(wrong))


def test_the_two_estimates_differ_on_unequal_folds() -> None:
    assert (mean_of_folds((1, 0), (1, 99)), pooled((1, 0), (1, 99))) == (Fraction(1, 2), Fraction(1, 100))
    assert pooled((10**30, 1), (10**30, 10**30)) == Fraction(10**30 + 1, 2 * 10**30)


def test_estimates_of_symbols() -> None:
    sympy = pytest.importorskip("sympy")
    w, v, n, m = sympy.symbols("w v n m", positive=True)
    assert sympy.simplify(mean_of_folds((w, v), (n, m)) - (w / n + v / m) / 2) == 0
    assert sympy.simplify(pooled((w, v), (n, m)) - (w + v) / (n + m)) == 0
    assert sympy.simplify(defined(mean_of_folds((w, v), (n, n))) - defined(pooled((w, v), (n, n)))) == 0
    assert sympy.simplify(sample_variance((w, v)) - (w - v) ** 2 / 2) == 0
    assert sympy.simplify(population_variance((w, v)) - (w - v) ** 2 / 4) == 0
    assert sympy.simplify(of_kind(sympy.Basic, standard_error((w, v))) ** 2 - (w - v) ** 2 / 4) == 0


def test_folds_without_records_are_undefined_unless_left_out() -> None:
    empty = FoldResults(({0: 1}, {}))
    assert empty.mean_of_folds == empty.fold_errors == Undefined("fold 2 tests no record")
    assert (empty.pooled, empty.testing().mean_of_folds) == (1, 1)
    assert FoldResults(()).pooled == FoldResults(({},)).pooled == Undefined("no record is tested")
    assert FoldResults(()).mean_of_folds == Undefined("nothing to take the mean of")


# moments


@given(results)
def test_moments_are_sums_over_pairs(xs: list[Fraction]) -> None:
    """Another formula: the variance is half of the mean squared difference of two results."""
    n = len(xs)
    differences = sum((x - y) ** 2 for x, y in product(xs, repeat=2))
    assert mean(xs) == sum(xs) / n
    assert population_variance(xs) == differences / (2 * n * n)
    if n > 1:
        assert sample_variance(xs) == differences / (2 * n * (n - 1))
        assert float(dtref.decimal(defined(standard_deviation(xs)), 15)) == pytest.approx(stdev(map(float, xs)), abs=1e-12)
        assert float(dtref.decimal(defined(standard_error(xs)), 15)) == pytest.approx(stdev(map(float, xs)) / n**0.5, abs=1e-12)


def test_moments_of_one_result_and_of_an_undefined_one() -> None:
    short = Undefined("a variance with n - 1 below needs two results")
    assert [f((1,)) for f in (mean, population_variance, sample_variance, standard_deviation, standard_error)] == [
        1,
        0,
        short,
        short,
        short,
    ]
    gap = Undefined("0/0")
    assert [f((1, gap, 2)) for f in (mean, population_variance, sample_variance, standard_deviation, standard_error)] == [gap] * 5


def test_evaluation_example_of_folds() -> None:
    """`evaluation`, Example: k-fold cross-validation method: 11 subsets of 30, mean 0.1, s = 0.01. Such errors exist: 0.1 ± 0.01."""
    errors = [Fraction(1, 10)] + [Fraction(1, 10) + sign * Fraction(1, 100) for sign in (1, -1) for _ in range(5)]
    assert (len(errors), mean(errors), standard_deviation(errors)) == (11, Fraction(1, 10), Fraction(1, 100))


# learners


@given(targets, st.data())
def test_cross_validation_is_a_loop_over_the_folds(y: list[int], data: st.DataObject) -> None:
    order = data.draw(st.permutations(range(len(y))), label="order")
    k = data.draw(st.integers(2, len(y)), label="k")
    found = cross_validate(k_fold(order, k), mean_of(y), squared(y))
    by_hand = {}
    for i in order:
        (fold,) = [parts.test for parts in k_fold(order, k) if i in parts.test]
        others = [y[j] for j in range(len(y)) if j not in fold]
        by_hand[i] = (Fraction(sum(others), len(others)) - y[i]) ** 2
    assert {i: error for errors in found.folds for i, error in errors.items()} == by_hand
    assert found.pooled == sum(by_hand.values()) / len(y)


@given(targets)
def test_leave_one_out_of_means_has_a_closed_form(y: list[int]) -> None:
    """The error on record i is (n/(n-1))^2 times that of the mean of all."""
    n = len(y)
    residuals = [(Fraction(sum(y), n) - y_i) ** 2 for y_i in y]
    assert cross_validate(leave_one_out(n), mean_of(y), squared(y)).pooled == sum(residuals) / n * Fraction(n, n - 1) ** 2


@given(targets, st.integers(2, 4))
def test_cross_validation_agrees_with_scikit_learn(y: list[int], k: int) -> None:
    dummy, selection = pytest.importorskip("sklearn.dummy"), pytest.importorskip("sklearn.model_selection")
    scores = selection.cross_val_score(
        dummy.DummyRegressor(), [[0]] * len(y), y, cv=selection.KFold(k), scoring="neg_mean_squared_error"
    ).tolist()
    found = cross_validate(k_fold(range(len(y)), k), mean_of(y), squared(y))
    assert [-score for score in scores] == pytest.approx([float(e) for e in defined(found.fold_errors)], rel=1e-12, abs=1e-12)
    assert float(defined(found.mean_of_folds)) == pytest.approx(-fmean(scores), rel=1e-12, abs=1e-12)


@given(st.lists(st.permutations(range(6)), min_size=1, max_size=3))
def test_repeated_estimates_are_the_means_of_the_estimates(orders: list[list[int]]) -> None:
    y = [3, 1, 4, 1, 5, 9]
    found = cross_validate(repeated_k_fold(orders, 4), mean_of(y), squared(y))
    each = [cross_validate(k_fold(order, 4), mean_of(y), squared(y)) for order in orders]
    assert found.mean_of_folds == total(defined(one.mean_of_folds) for one in each) / len(orders)
    assert found.pooled == total(defined(one.pooled) for one in each) / len(orders)


def test_trees_are_learners_too() -> None:
    """ID3 on the 14 records of play tennis, leaving out one: against growing and asking each tree by hand."""
    data = dtref.read_csv(PLAY, target="play")

    def error(tree: Tree, i: int) -> int:
        cells = dict(zip((a.name for a in data.attributes), data.records[i].values, strict=True))
        return int(dtref.predict(tree, cells).labels != (data.records[i].label,))

    found = cross_validate(leave_one_out(len(data)), lambda training: dtref.grow(take(data, training), dtref.ID3), error)
    wrong = 0
    for i, record in enumerate(data):
        tree = dtref.grow(dtref.DataSet(data.attributes, data.target, data.records[:i] + data.records[i + 1 :]), dtref.ID3)
        wrong += dtref.predict(tree, {a.name: cell for a, cell in zip(data.attributes, record.values, strict=True)}).labels != (
            record.label,
        )
    assert (sum(found.wrong), found.records) == (wrong, (1,) * 14)


def test_a_float_is_no_error() -> None:
    with pytest.raises(Invalid) as refusal:
        errors_on("model", (3,), lambda _, __: 0.5)  # type: ignore[arg-type, return-value]
    assert str(refusal.value) == "error on record 3: expected an exact number, such as '0.5' (got 0.5)"


# leave-one-out and the majority


def majorities(labels: str, training: Indices) -> set[str]:
    counts = Counter(labels[i] for i in training)
    return {label for label, n in counts.items() if n == max(counts.values())}


@given(st.text("abc", min_size=2, max_size=12))
def test_leave_one_out_of_the_majority_is_what_cross_validation_finds(labels: str) -> None:
    def learn(training: Indices) -> set[str]:
        return majorities(labels, training)

    surely = cross_validate(leave_one_out(len(labels)), learn, lambda model, i: labels[i] not in model)
    perhaps = cross_validate(leave_one_out(len(labels)), learn, lambda model, i: model != {labels[i]})
    assert leave_one_out_of_majority(list(Counter(labels).values())) == (surely.pooled, perhaps.pooled)


def test_leave_one_out_fools_the_majority_and_folds_do_not() -> None:
    """`iaml` 2.4.3: with 50 records of A and 50 of B every answer is wrong; stratified folds find the right ½ whatever the tie is."""
    labels = "A" * 50 + "B" * 50
    left = [i for i in range(100) if i != 0]
    assert Counter(labels[i] for i in left) == {"B": 50, "A": 49}
    assert leave_one_out_of_majority((50, 50)) == (1, 1)
    for answer in (min, max):
        found = cross_validate(
            stratified_k_fold(range(100), labels, 10),
            lambda t, a=answer: a(majorities(labels, t)),  # type: ignore[misc]
            lambda m, i: m != labels[i],
        )
        assert found.pooled == found.mean_of_folds == Fraction(1, 2)


@given(st.integers(1, 10**30), st.integers(2, 5))
def test_balanced_classes_fool_it_whatever_their_number(size: int, classes: int) -> None:
    assert leave_one_out_of_majority((size,) * classes) == (1, 1)


def test_leave_one_out_of_few() -> None:
    assert leave_one_out_of_majority((7,)) == leave_one_out_of_majority((7, 0)) == (0, 0)
    assert leave_one_out_of_majority((1,)) == leave_one_out_of_majority(()) == Undefined("leaving one out needs two records")
    with pytest.raises(Invalid, match=r"^class 2: expected a whole number of at least 0 \(got -1\)$"):
        leave_one_out_of_majority((3, -1))


# selection


@given(st.lists(st.integers(0, 3), min_size=5, max_size=9), st.data())
def test_selection_keeps_all_that_tie_and_refits_on_everything(y: list[int], data: st.DataObject) -> None:
    order = data.draw(st.permutations(range(len(y))), label="order")
    parts = training_validation_test(order, 2, 1)
    learners = [lambda t: (t, sum(y[i] for i in t) * 2 > len(t)), lambda t: (t, 1), lambda t: (t, y[min(t)])]
    chosen = select_by_validation(parts, learners, lambda model, i: abs(model[1] - y[i]))
    assert defined(chosen).estimates == tuple(
        Fraction(sum(abs(learn(parts.training)[1] - y[i]) for i in parts.validation), 2)  # type: ignore[no-untyped-call]
        for learn in learners
    )
    assert [c.learner for c in defined(chosen).best] == [
        k for k, e in enumerate(defined(chosen).estimates) if e == min(defined(chosen).estimates)
    ]
    for c in defined(chosen).best:
        assert c.final == learners[c.learner](tuple(range(len(y))))  # type: ignore[no-untyped-call]
        assert c.test == abs(learners[c.learner](parts.training)[1] - y[parts.test[0]])  # type: ignore[no-untyped-call]
    folds = k_fold(order, 3)
    chosen = select_by_cross_validation(folds, learners, lambda model, i: abs(model[1] - y[i]))
    assert defined(chosen).estimates == tuple(
        cross_validate(folds, learn, lambda m, i: abs(m[1] - y[i])).mean_of_folds for learn in learners
    )
    assert all(c.final[0] == tuple(range(len(y))) and c.test == Undefined("no test part") for c in defined(chosen).best)


def test_selection_without_learners_or_records() -> None:
    with pytest.raises(Invalid, match=r"^selection: expected at least one learner \(got 'none'\)$"):
        select_by_cross_validation(leave_one_out(2), [], lambda _, __: 0)
    learners = [lambda training: training]
    assert select_by_validation(ThreeParts((0,), (), (1,)), learners, lambda _, __: 0) == Undefined("nothing to take the mean of")
    assert select_by_cross_validation([], learners, lambda _, __: 0) == Undefined("nothing to take the mean of")


# learning curves


@given(st.integers(1, 9), st.integers(1, 9), st.integers(0, 60), fractions(Fraction(11, 10), 4, max_denominator=10))
def test_schedules_are_the_sizes_of_their_formulas(first: int, step: int, largest: int, ratio: Fraction) -> None:
    assert arithmetic_schedule(first, step, largest) == tuple(n for n in range(largest + 1) if n >= first and (n - first) % step == 0)
    sizes = geometric_schedule(first, ratio, largest)
    powers = [first * ratio.numerator**i // ratio.denominator**i for i in range(50)]
    assert sizes == tuple(sorted({n for n in powers if n <= largest}))


def test_schedules_of_numpy() -> None:
    numpy = pytest.importorskip("numpy")
    assert list(arithmetic_schedule(10, 15, 70)) == numpy.linspace(10, 70, 5).tolist()
    assert list(geometric_schedule(5, 2, 80)) == pytest.approx(numpy.geomspace(5, 80, 5).tolist())


@given(targets, st.data())
def test_learning_curves_agree_with_scikit_learn(y: list[int], data: st.DataObject) -> None:
    dummy, selection = pytest.importorskip("sklearn.dummy"), pytest.importorskip("sklearn.model_selection")
    n = len(y)
    sizes = sorted(data.draw(st.sets(st.integers(1, n - (n + 2) // 3), min_size=1), label="sizes"))
    used, _, scores = selection.learning_curve(
        dummy.DummyRegressor(), [[0]] * n, y, train_sizes=sizes, cv=selection.KFold(3), scoring="neg_mean_squared_error"
    )
    curve = learning_curve(sizes, k_fold(range(n), 3), mean_of(y), squared(y))
    assert [point.size for point in curve] == used.tolist()
    for point, row in zip(curve, (-scores).tolist(), strict=True):
        assert [float(e) for e in defined(point.tested.fold_errors)] == pytest.approx(row, rel=1e-12, abs=1e-12)
        assert float(defined(point.mean)) == pytest.approx(fmean(row), rel=1e-12, abs=1e-12)
        assert float(defined(point.variance)) == pytest.approx(stdev(row) ** 2, rel=1e-9, abs=1e-9)
        assert float(dtref.decimal(defined(point.standard_error), 12)) == pytest.approx(stdev(row) / 3**0.5, rel=1e-9, abs=1e-6)


def test_a_curve_uses_the_first_records_of_the_order() -> None:
    y = [0, 10, 20, 30, 40]
    curve = learning_curve((1, 2), [Partition((4, 0, 1), (2,))], mean_of(y), squared(y))
    assert [point.mean for point in curve] == [400, 0]
    assert curve[0].variance == curve[0].standard_error == Undefined("a variance with n - 1 below needs two results")
    empty = learning_curve((1,), [Partition((0,), ())] * 2, mean_of(y), squared(y))[0]
    assert empty.mean == empty.variance == empty.standard_error == Undefined("fold 1 tests no record")


@pytest.mark.parametrize(
    ("attempt", "message"),
    [
        (lambda: arithmetic_schedule(0, 1, 5), "first: expected a whole number of at least 1 (got 0)"),
        (lambda: arithmetic_schedule(1, 0, 5), "step: expected a whole number of at least 1 (got 0)"),
        (lambda: geometric_schedule(1, 1, 5), "ratio: expected an exact number above 1 (got 1)"),
        (lambda: geometric_schedule(1, 1.5, 5), "ratio: expected an exact number, such as '1.5' (got 1.5)"),  # type: ignore[arg-type]
        (lambda: geometric_schedule(0, 2, 5), "first: expected a whole number of at least 1 (got 0)"),
        (
            lambda: learning_curve((3,), leave_one_out(3), len, lambda _, __: 0),
            "size of a training sample: expected a whole number from 1 to 2 (got 3)",
        ),
        (lambda: mean_of_folds((1, 2), (1,)), "folds: expected 2 numbers of records, one a fold (got 1)"),
        (
            lambda: pooled((0.5,), (1,)),  # type: ignore[arg-type]
            "fold 1: expected an exact number of at least 0, such as '0.5'; list(map(str, column)) has those of a column (got 0.5)",
        ),
        (
            lambda: mean((1, 0.5)),  # type: ignore[arg-type]
            "result 2: expected an exact number, such as '0.5'; list(map(str, column)) has those of a column (got 0.5)",
        ),
    ],
)
def test_what_is_refused(attempt: Callable[[], object], message: str) -> None:
    with pytest.raises(Invalid) as refusal:
        attempt()
    assert str(refusal.value) == message
