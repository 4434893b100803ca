"""Answers are numbers: compared, equal, hashed, rounded, as doubles; what is asked of them in vain is told or refused."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import factorial, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dtref
from dtref.errors import DataWarning, Invalid, Undecided
from dtref.exact.comparison import compare
from dtref.exact.functions import log2, sqrt
from dtref.exact.root_quotient import RootQuotient
from dtref.spec.evaluation.comparison.folds import mean_difference_interval
from dtref.spec.evaluation.comparison.independent import difference_z
from dtref.spec.evaluation.intervals.mean import fold_mean_interval, mean_interval
from dtref.spec.split.exact_test import exact_p

COUNTS = dtref.BinaryCounts(90, 210, 140, 9560)
ANSWERS: dict[str, Callable[[], object]] = {
    "matthews": lambda: dtref.matthews(COUNTS),
    "correlation": lambda: dtref.correlation((1, 2, 3), (1, 3, 2)),
    "difference_z": lambda: difference_z(Fraction(1, 5), 100, Fraction(3, 10), 100),
    "standard error": lambda: sqrt(Fraction(21, 1000)),
    "entropy": lambda: dtref.entropy((9, 5)),
    "gain ratio": lambda: dtref.gain_ratio((9, 5), ((2, 3), (4, 0), (3, 2))),
    "wilson": lambda: dtref.wilson(20, 100, confidence=Fraction(95, 100)).low,  # type: ignore[union-attr]
    "gini": lambda: dtref.gini((5, 1)),
}


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=list(ANSWERS))
def test_an_answer_computed_twice_is_equal_has_one_hash_and_a_double(answer: Callable[[], float]) -> None:
    first, second = answer(), answer()
    assert first == second
    assert hash(first) == hash(second)
    assert compare(first, second) == 0  # type: ignore[arg-type]
    assert abs(float(first) - float(dtref.decimal(first, 30))) <= math.ulp(float(first))  # type: ignore[arg-type]
    assert first != 12345.5
    assert first != "text"
    assert first is not None


def test_matthews_has_the_decimal_of_its_definition() -> None:
    tp, fn, fp, tn = 90, 210, 140, 9560
    expected = Fraction(tp * tn - fp * fn) ** 2 / ((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))
    found = dtref.matthews(COUNTS)
    assert Fraction(dtref.decimal(found, 40)) ** 2 == pytest.approx(expected, rel=1e-30)
    assert float(found) == pytest.approx(math.sqrt(expected), rel=1e-15)


positive = st.builds(Fraction, st.integers(1, 50), st.integers(1, 20))


@given(positive, positive, positive, positive)
def test_quotients_by_roots_are_ordered_as_their_squares(a: Fraction, m: Fraction, b: Fraction, n: Fraction) -> None:
    x, y = RootQuotient(a, m), RootQuotient(b, n)
    left, right = a * a * n, b * b * m
    assert (x < y, x == y, x > y) == (left < right, left == right, left > right)
    assert (-x < -y) == (left > right)
    assert hash(x) == hash(RootQuotient(a * 7, m * 49))
    assert x == a / sqrt(m)
    assert hash(x) == hash(a / sqrt(m))


@given(positive)
def test_a_root_that_is_rational_is_the_fraction(q: Fraction) -> None:
    x = RootQuotient(q * q, q * q)
    assert x == q
    assert hash(x) == hash(q)
    assert float(x) == float(q)
    assert q == x


def test_roots_and_logarithms_are_never_equal_unless_rational() -> None:
    assert compare(RootQuotient(Fraction(2), Fraction(2)), log2(3)) == -1  # 1.414 and 1.585
    assert RootQuotient(Fraction(4), Fraction(4)) == log2(4)
    assert compare(log2(3) / log2(2), sqrt(2)) == 1


def test_a_double_is_equal_to_the_number_that_it_is_and_to_no_other() -> None:
    assert log2(8) == 3.0
    assert log2(3) != math.log2(3)
    assert sqrt(2) != math.sqrt(2)
    assert log2(3) != math.inf
    assert log2(3) != float("nan")  # noqa: PLW0177 - what == does with it is the question
    with pytest.raises(Invalid):
        assert log2(3) < 1.6  # type: ignore[operator]


def test_sympy_gets_no_rounded_number() -> None:
    from sympy import Symbol

    with pytest.raises(TypeError):
        Symbol("x") + log2(3)
    with pytest.raises(TypeError):
        sqrt(2) * Symbol("x")


INTERVALS: dict[str, tuple[Callable[..., object], tuple[object, ...]]] = {
    "wald": (dtref.wald, (20, 100)),
    "wilson": (dtref.wilson, (20, 100)),
    "agresti_coull": (dtref.agresti_coull, (20, 100)),
    "difference_interval": (dtref.difference_interval, (Fraction(3, 20), 30, Fraction(1, 4), 5000)),
    "mean_interval": (mean_interval, (Fraction(1, 10), Fraction(1, 100), 16)),
    "fold_mean_interval": (fold_mean_interval, ((Fraction(1, 10), Fraction(3, 10), Fraction(1, 5)),)),
    "mean_difference_interval": (mean_difference_interval, ((1, 3, 2), (0, 0, 1))),
}


@pytest.mark.parametrize(("interval", "given_"), INTERVALS.values(), ids=list(INTERVALS))
def test_an_interval_takes_a_deviate_or_a_confidence(interval: Callable[..., dtref.Interval], given_: tuple[object, ...]) -> None:
    narrow, wide = interval(*given_, confidence=Fraction(90, 100)), interval(*given_, confidence=Fraction(95, 100))
    assert wide.low < narrow.low < narrow.high < wide.high
    for deviate in (1, Fraction(196, 100)):
        interval(*given_, deviate)
    with pytest.raises(Invalid, match="confidence: expected one of the two"):
        interval(*given_)
    with pytest.raises(Invalid, match="confidence: expected one of the two"):
        interval(*given_, 2, confidence=Fraction(1, 2))
    with pytest.warns(DataWarning, match=r"0\.95 standard deviations are few; for a confidence write confidence=0\.95"):
        interval(*given_, Fraction(95, 100))


def test_the_confidence_of_a_difference_is_that_of_the_protocol_s_operation() -> None:
    """At 95 %: 0.1 ± 1.96 times the root of (0.15·0.85/30 + 0.25·0.75/5000), which is 0.1283 (`tan`, Comparing Performance of 2 Models)."""
    found = dtref.difference_interval(Fraction(15, 100), 30, Fraction(25, 100), 5000, confidence=Fraction(95, 100))
    assert (dtref.decimal(found.low, 4), dtref.decimal(found.high, 4)) == ("-0.2283", "0.0283")


# budgets


def _tables(left: tuple[int, ...], sizes: list[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
    if not sizes:
        yield ()
        return
    for row in product(*(range(n + 1) for n in left)):
        if sum(row) == sizes[0]:
            yield from ((row, *rest) for rest in _tables(tuple(a - b for a, b in zip(left, row, strict=True)), sizes[1:]))


@given(st.integers(1, 3).flatmap(lambda k: st.lists(st.tuples(*[st.integers(0, 3)] * k), min_size=1, max_size=3)))
def test_the_exact_test_is_the_sum_over_all_tables(children: list[tuple[int, ...]]) -> None:
    node, sizes = tuple(map(sum, zip(*children, strict=True))), [sum(child) for child in children]

    def probability(table: tuple[tuple[int, ...], ...]) -> Fraction:
        cells = prod(factorial(x) for row in table for x in row)
        return Fraction(prod(map(factorial, sizes)) * prod(map(factorial, node)), factorial(sum(node)) * cells)

    seen = probability(tuple(children))
    assert exact_p(node, children) == sum((p for t in _tables(node, sizes) if (p := probability(t)) <= seen), Fraction(0))


def test_an_exact_test_of_many_classes_stops_at_its_budget_without_making_all_draws() -> None:
    half = 30  # C(60, 30) = 10^17 draws of the first branch
    with pytest.raises(Undecided, match="100 tables"):
        exact_p((1,) * 60, ((1,) * half + (0,) * half, (0,) * half + (1,) * half), budget=100)


def test_truth_tables_and_quantiles_too_large_are_undecided_at_once() -> None:
    with pytest.raises(Undecided, match=r"2\^20 records"):
        dtref.parity(40)
    from dtref.exact.distributions.beta import beta_quantile

    with pytest.raises(Undecided, match="parameters of 100000000"):
        beta_quantile(Fraction(1, 3), 10**30, 10**30 + 1)


def test_counting_trees_weighs_what_a_subproblem_costs() -> None:
    """44 values of one nominal column and 40 classes: thousands of groupings at each node."""
    records = [[f"v{i % 14}"] for i in range(44)]
    data = dtref.from_arrays(records, [f"c{i % 40:02}" for i in range(44)])
    with pytest.raises(Undecided, match="size of the tie closure: not decided within 2000 subproblems"):
        dtref.count_trees(data, dtref.CART, 2000)


# explanations of nothing


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("gain", "0,0", "0,0", "0,0"), "undefined (no records)"),
        (("gain-ratio", "0,0", "0,0"), "undefined (no records)"),
        (("gini-reduction", "0,0", "0,0"), "undefined (no records)"),
        (("error-reduction", "0,0", "0,0"), "undefined (no records)"),
        (("g", "0,0", "0,0"), "undefined (no records)"),
        (("chi-square", "0,0", "0,0", "0,0"), "undefined (no records)"),
        (("variance-reduction", "0,0,0", "0,0,0"), "undefined (no records)"),
        (("gini", "0,0"), "undefined (no records)"),
        (("variance", "0,0,0"), "undefined (no records)"),
    ],
    ids=lambda x: x[0] if isinstance(x, tuple) else "",
)
def test_an_explanation_of_no_records_says_undefined(arguments: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    from dtref.cli.commands import app

    app(["explain", *arguments], standalone_mode=False)
    assert said in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [("4,10", "2,3", "2,7"), ("0", "0", "0"), ("1,2", "1,2")])
def test_sums_of_another_number_are_refused(arguments: tuple[str, ...]) -> None:
    from dtref.cli.commands import app

    with pytest.raises(Invalid, match="n, the sum of y and the sum of y"):
        app(["explain", "variance-reduction", *arguments], standalone_mode=False)


def test_fit_prints_its_tree_before_it_counts_ties(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from dtref.cli import trees
    from dtref.cli.commands import app

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(trees, "closure", interrupted)
    with pytest.raises(BaseException) as ended:
        app(["fit", "golden/data/play_tennis.csv", "--target", "play"], standalone_mode=False)
    assert isinstance(ended.value.__cause__ or ended.value.__context__ or ended.value, KeyboardInterrupt)
    printed = capsys.readouterr().out
    assert "training errors  0" in printed
    assert "partitions" not in printed
