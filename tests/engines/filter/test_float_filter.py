"""The floating-point filter in front of the exact decision: it changes nothing, and the bounds that it trusts are bounds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

import pytest
from hypothesis import assume, event, example, given, target
from hypothesis import strategies as st
from mpmath import log, mpf, sqrt, workdps
from narrow import attribute_of, defined, present

from dtref.engines.filter.float_errors import FLOAT_ERRORS, variance_error
from dtref.engines.filter.unbeaten import unbeaten
from dtref.exact.comparison import compare
from dtref.exact.number import as_double, doubles
from dtref.spec.model.attributes import Nominal
from dtref.spec.model.counts import Count, Counts, add_counts
from dtref.spec.model.tests import Multiway
from dtref.spec.split.candidates import Candidates, Split
from dtref.spec.split.choose import Competitor, Keep, best, every
from dtref.spec.split.criteria import Criterion, gini_reduction, variance_reduction
from dtref.spec.split.separation import twoing

OF_ANY_CLASSES = [criterion for criterion in FLOAT_ERRORS if not criterion.two_classes and criterion is not variance_reduction]
OF_TWO_CLASSES = [criterion for criterion in FLOAT_ERRORS if criterion.two_classes]
every_criterion = pytest.mark.parametrize("criterion", OF_ANY_CLASSES, ids=lambda c: c.name)
of_two_classes = pytest.mark.parametrize("criterion", OF_TWO_CLASSES, ids=lambda c: c.name)


def sizes() -> st.SearchStrategy[Count]:
    """Counts small, at the edge of what doubles hold, far beyond it, and fractions that no double holds."""
    near = st.builds(lambda n, d: n + d, st.sampled_from((10**15, 2**53, 3 * 10**15, 10**30, 10**60)), st.integers(-2, 2))
    thirds = st.builds(Fraction, st.integers(1, 10), st.sampled_from((3, 7, 10**15 + 37, 3 * 10**40)))
    return st.integers(0, 5) | near | thirds


@st.composite
def splits_of_one_node(draw: st.DrawFn, most: int = 3) -> list[Split]:
    """Splits of the same records, many of them copies that differ by little: one record more on one side, or the sides exchanged."""
    classes = draw(st.integers(2, most), label="classes")
    lefts = draw(st.lists(st.tuples(*[sizes()] * classes), min_size=1, max_size=3), label="left sides")
    node = tuple(max(column) + draw(sizes(), label="the rest of a class") for column in zip(*lefts, strict=True))
    assume(sum(n > 0 for n in node) > 1)
    steps = st.sampled_from((0, 0, 1, -1, Fraction(1, 3), Fraction(1, 10**20)))
    for i, *by in draw(st.lists(st.tuples(st.integers(0, len(lefts) - 1), *[steps] * classes), max_size=6), label="copies"):
        lefts.append(tuple(min(max(n + d, 0), whole) for n, d, whole in zip(lefts[i], by, node, strict=True)))
    pairs = [(left, tuple(whole - n for whole, n in zip(node, left, strict=True))) for left in lefts]
    return [pair[::-1] if draw(st.booleans(), label="exchanged") else pair for pair in pairs if all(map(any, pair))]


def found(splits: Sequence[Split], criterion: Criterion, keep: Keep) -> list[str]:
    """The names of the winning splits."""
    node = add_counts(splits[0], len(splits[0][0]))
    offered = [Candidates([split], lambda _, i=i: Multiway(Nominal(str(i), ("0", "1")))) for i, split in enumerate(splits)]  # type: ignore[misc]
    return [attribute_of(test).name for test in present(best(node, offered, criterion, keep)).optima]


@every_criterion
@given(splits=splits_of_one_node())
@example(splits=[((10**15, 1), (1, 10**15)), ((10**15 + 1, 1), (0, 10**15)), ((1, 10**15), (10**15, 1))])
@example(splits=[((2**53, 1), (2**53 + 1, 0)), ((2**53 + 1, 0), (2**53, 1)), ((2**53 + 1, 1), (2**53, 0))])
@example(splits=[((Fraction(1, 3), 0), (Fraction(2, 3), 1)), ((Fraction(2, 3), 1), (Fraction(1, 3), 0))])
@example(splits=[((1, 0), (0, 10**400)), ((0, 1), (1, 10**400 - 1))])
@example(splits=[((Fraction(1, 10**400), 0), (1, 1)), ((0, 1), (1 + Fraction(1, 10**400), 0))])
def test_the_filter_keeps_every_optimum_and_changes_nothing(criterion: Criterion, splits: list[Split]) -> None:
    assume(splits)
    assert found(splits, criterion, unbeaten) == found(splits, criterion, every)


@pytest.mark.parametrize("criterion", OF_ANY_CLASSES, ids=lambda c: c.name)
@given(
    splits=splits_of_one_node(),
    gone=st.none() | st.tuples(*[sizes()] * 3),
    within=st.sampled_from((Fraction(0), Fraction(1, 10**6), Fraction(1, 9))),
)
def test_what_is_set_aside_is_exactly_worse(
    criterion: Criterion, splits: list[Split], gone: tuple[Count, ...] | None, within: Fraction
) -> None:
    """By brute force: every candidate is valued exactly, and each that the filter drops is below the greatest value, by more than asked."""
    assume(splits)
    missing = () if gone is None else gone[: len(splits[0][0])]
    known = add_counts(splits[0], len(splits[0][0]))
    node = add_counts([known, missing], len(known)) if missing else known
    entries = [Competitor((0, i), split, missing) for i, split in enumerate(splits)]
    values = [criterion(node, split, missing or None) for split in splits]
    kept = {entry.position for entry in unbeaten(node, entries, criterion, within)}
    dropped = [i for i in range(len(splits)) if (0, i) not in kept]
    assert all(any(compare(defined(values[i]) + within, defined(value)) < 0 for value in values) for i in dropped)
    event("some are set aside" if dropped else "all are kept")


def test_the_filter_sets_aside_what_is_plainly_worse() -> None:
    entries = [Competitor((0, i), ((10 + i, 10 - i), (10 - i, 10 + i)), ()) for i in range(11)]
    assert [
        [e.position for e in unbeaten((20, 20), entries, criterion)] for criterion in FLOAT_ERRORS if criterion is not variance_reduction
    ] == [[(0, 10)]] * 8


def test_the_filter_keeps_what_is_within_a_tolerance_and_no_more() -> None:
    entries = [Competitor((0, i), ((10 + i, 10 - i), (10 - i, 10 + i)), ()) for i in range(11)]
    values = [Fraction(i * i, 200) for i in range(11)]  # 1/2 - 2 (1/4 - i^2/400)
    for within in (Fraction(1, 9), Fraction(1, 3)):
        near = [(0, i) for i, value in enumerate(values) if value + within >= values[-1]]
        assert [entry.position for entry in unbeaten((20, 20), entries, gini_reduction, within)] == near
        assert 1 < len(near) < 11


def test_candidates_of_a_criterion_without_a_bound_are_all_kept() -> None:
    entries = [Competitor((0, i), split, ()) for i, split in enumerate((((1, 1), (1, 1)), ((2, 0), (0, 2))))]
    assert unbeaten((2, 2), entries, twoing) == entries


@st.composite
def children_of_one_node(draw: st.DrawFn, least: int = 1, most: int = 5) -> tuple[Counts, ...]:
    """Up to six children with up to five classes."""
    child = st.tuples(*[sizes()] * draw(st.integers(least, most), label="classes")).filter(any)
    return tuple(draw(st.lists(child, min_size=2, max_size=6), label="children"))


@every_criterion
@given(children=children_of_one_node())
@example(children=((10**15, 1), (1, 10**15)))
@example(children=((1, 0), (10**60, 10**60)))
@example(children=((1, 0, 0), (0, 10**60, 0), (0, 0, 10**60)))
@example(children=((Fraction(1, 3 * 10**40), 0), (0, 10**60)))
def test_the_error_of_doubles_stays_within_its_bound(criterion: Criterion, children: tuple[Counts, ...]) -> None:
    node = add_counts(children, len(children[0]))
    in_doubles = [doubles(child) for child in children]
    value = as_double(criterion.formula(doubles(node), in_doubles))
    assert value is not None
    bound = FLOAT_ERRORS[criterion](value, in_doubles)
    with workdps(400):  # by the textbook formula with 400 digits
        error = abs(mpf(value) - TEXTBOOK[criterion.name](node, children))
        assert error <= bound
        target(float(error / bound), label="share of the bound that is used")


def ratio(x: Count) -> mpf:
    return mpf(Fraction(x).numerator) / Fraction(x).denominator


def entropy(counts: Sequence[Count]) -> mpf:
    whole = ratio(sum(counts))
    p = [ratio(n) / whole for n in counts if n]
    return -sum(q * log(q, 2) for q in p)


def gini(counts: Sequence[Count]) -> mpf:
    return 1 - sum((ratio(n) / ratio(sum(counts))) ** 2 for n in counts)


def dkm(counts: Sequence[Count]) -> mpf:
    return 2 * sqrt(ratio(counts[0]) * ratio(counts[1])) / ratio(sum(counts))


def error_rate(counts: Sequence[Count]) -> mpf:
    return 1 - ratio(max(counts)) / ratio(sum(counts))


def reduction(impurity: Callable[[Sequence[Count]], mpf], node: Counts, children: Sequence[Counts]) -> mpf:
    return impurity(node) - sum(ratio(sum(c)) * impurity(c) for c in children) / ratio(sum(node))


TEXTBOOK = {
    "gini_reduction": lambda node, children: reduction(gini, node, children),
    "gain": lambda node, children: reduction(entropy, node, children),
    "gini_reduction_of_filled": lambda node, children: reduction(gini, node, children),
    "gain_of_filled": lambda node, children: reduction(entropy, node, children),
    "error_reduction": lambda node, children: reduction(error_rate, node, children),
    "gain_ratio": lambda node, children: reduction(entropy, node, children) / entropy([sum(c) for c in children]),
    "dkm_reduction": lambda node, children: reduction(dkm, node, children),
    "hellinger_distance": lambda node, children: sqrt(
        sum((sqrt(ratio(a) / ratio(node[0])) - sqrt(ratio(b) / ratio(node[1]))) ** 2 for a, b in children)
    ),
}


@of_two_classes
@given(splits=splits_of_one_node(2))
@example(splits=[((10**15, 1), (1, 10**15)), ((10**15 + 1, 1), (0, 10**15)), ((1, 10**15), (10**15, 1))])
@example(splits=[((1, 0), (0, 10**400)), ((0, 1), (1, 10**400 - 1))])
def test_of_two_classes_the_filter_keeps_every_optimum(criterion: Criterion, splits: list[Split]) -> None:
    assume(splits)
    assert found(splits, criterion, unbeaten) == found(splits, criterion, every)


@of_two_classes
@given(children=children_of_one_node(2, 2))
@example(children=((10**15, 1), (1, 10**15)))
@example(children=((1, 0), (10**60, 10**60)))
@example(children=((Fraction(1, 3 * 10**40), 0), (0, 10**60)))
@example(children=((2, 4), (1, 2), (3, 6)))
def test_of_two_classes_the_error_stays_within_its_bound(criterion: Criterion, children: tuple[Counts, ...]) -> None:
    node = add_counts(children, 2)
    assume(all(node))
    in_doubles = [doubles(child) for child in children]
    value = as_double(criterion.formula(doubles(node), in_doubles))
    assert value is not None
    bound = FLOAT_ERRORS[criterion](value, in_doubles)
    with workdps(400):
        error = abs(mpf(value) - TEXTBOOK[criterion.name](node, children))
        assert error <= bound
        target(float(error / bound), label="share of the bound that is used")


@of_two_classes
def test_more_classes_than_two_are_all_kept(criterion: Criterion) -> None:
    entries = [Competitor((0, i), split, ()) for i, split in enumerate((((1, 1, 0), (1, 1, 1)), ((2, 0, 0), (0, 2, 1))))]
    assert unbeaten((2, 2, 1), entries, criterion) == entries


@pytest.mark.parametrize("children", [2, 100, 3000])
@pytest.mark.parametrize("criterion", [*OF_ANY_CLASSES, *OF_TWO_CLASSES], ids=lambda c: c.name)
def test_the_bound_holds_for_many_children_and_many_classes(criterion: Criterion, children: int) -> None:
    """The error of a long sum grows with its length, and so does the bound."""
    numbers: list[Counts] = [((i * 7919) % 11 + 1, (i * 104729) % 13, Fraction((i * 1299709) % 17, 3)) for i in range(children)]
    shapes = [counts[: 2 if criterion.two_classes else 3] for counts in numbers]
    node = add_counts(shapes, len(shapes[0]))
    in_doubles = [doubles(child) for child in shapes]
    value = as_double(criterion.formula(doubles(node), in_doubles))
    assert value is not None
    with workdps(50):
        assert abs(mpf(value) - TEXTBOOK[criterion.name](node, shapes)) <= FLOAT_ERRORS[criterion](value, in_doubles)


@st.composite
def numbers_of_one_node(draw: st.DrawFn) -> list[list[Fraction]]:
    """Values of y by child: near one another and far from 0, near and beyond what doubles tell apart, very large, very small."""
    middle = draw(st.sampled_from((0, 1, -7, 10**6, -(10**9), 2**53)), label="middle")
    unit = draw(st.sampled_from((Fraction(1), Fraction(1, 3), Fraction(1, 2**60), Fraction(1, 10**30), Fraction(10**20))), label="unit")
    child = st.lists(st.integers(-5, 5).map(lambda i: middle + i * unit), min_size=1, max_size=6)
    return draw(st.lists(child, min_size=2, max_size=5), label="y by child")


def moments(ys: Sequence[Fraction]) -> tuple[Fraction, Fraction, Fraction]:
    return Fraction(len(ys)), sum(ys, Fraction(0)), sum((y * y for y in ys), Fraction(0))


def spread(ys: Sequence[Fraction]) -> Fraction:
    """The sum of squared distances from the mean: the definition, not the formula by moments."""
    mean = sum(ys, Fraction(0)) / len(ys)
    return sum(((y - mean) ** 2 for y in ys), Fraction(0))


@given(children=numbers_of_one_node())
def test_the_error_of_a_variance_in_doubles_stays_within_its_bound(children: list[list[Fraction]]) -> None:
    everyone = [y for ys in children for y in ys]
    wanted = (spread(everyone) - sum(map(spread, children), Fraction(0))) / len(everyone)
    in_doubles = [doubles(moments(ys)) for ys in children]
    value = as_double(variance_reduction.formula(doubles(moments(everyone)), in_doubles))
    assert value is not None
    bound = variance_error(value, in_doubles)
    assert abs(Fraction(value) - wanted) <= Fraction(bound)
    target(float(abs(Fraction(value) - wanted) / Fraction(bound)) if bound else 0.0, label="share of the bound that is used")


@given(children=numbers_of_one_node(), gone=st.lists(st.integers(-5, 5).map(Fraction), max_size=3))
@example(children=[[Fraction(10**200)], [Fraction(-(10**200))]], gone=[])
@example(children=[[Fraction(1, 10**200)], [Fraction(0)]], gone=[])
@example(children=[[Fraction(0)], [Fraction(0)]], gone=[])
def test_the_filter_changes_nothing_of_a_continuous_target(children: list[list[Fraction]], gone: list[Fraction]) -> None:
    """Every split of the children into two groups competes; in one order and its reverse, so that ties are there."""
    everyone = [y for ys in children for y in ys]
    sides = [([*children[0]], [y for ys in children[1:] for y in ys])]
    sides += [([y for ys in children[:i] for y in ys], [y for ys in children[i:] for y in ys]) for i in range(1, len(children))]
    splits = [(moments(a), moments(b)) for a, b in (*sides, *((b, a) for a, b in sides))]
    node, missing = moments([*everyone, *gone]), moments(gone) if gone else (0, 0, 0)
    tests = [Multiway(Nominal(str(i), ("0", "1"))) for i in range(len(splits))]
    offered = [Candidates([split], lambda _, i=i: tests[i], missing) for i, split in enumerate(splits)]  # type: ignore[misc]
    filtered, exact = (best(node, offered, variance_reduction, keep) for keep in (unbeaten, every))
    assert (present(filtered).value, list(present(filtered).optima)) == (present(exact).value, list(present(exact).optima))
