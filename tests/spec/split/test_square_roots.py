"""DKM and Hellinger distance: against decimals of 60 digits, in the other forms of their formulas; ties, skew, trees, refusals."""

from __future__ import annotations

from decimal import Context, Decimal, localcontext
from fractions import Fraction

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from many import examples
from narrow import defined

from dtref.errors import Invalid, Undefined
from dtref.exact.comparison import compare
from dtref.exact.decimals import decimal
from dtref.exact.roots import root_of
from dtref.spec.growing.hunt import grow, hunt
from dtref.spec.growing.policy import Policy
from dtref.spec.model.attributes import Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.presets import CART, ID3
from dtref.spec.split.by_name import CRITERIA, IMPURITIES
from dtref.spec.split.candidates import SubsetSplits
from dtref.spec.split.criteria import Criterion, gini_reduction, weighted_impurity
from dtref.spec.split.square_roots import dkm, dkm_reduction, hellinger_distance
from dtref.strategies.data import data_sets
from dtref.strategies.values import fractions

Pair = tuple[int | Fraction, int | Fraction]
Pairs = list[Pair]

count = st.integers(0, 12) | st.sampled_from((10**15, 2**53 + 1, 10**30)) | fractions(0, 5, max_denominator=9)
tests = st.lists(st.tuples(count, count), min_size=1, max_size=5)
MANY = examples(100)
DIGITS = Context(prec=120)


def number(x: int | Fraction) -> Decimal:
    return Decimal(Fraction(x).numerator) / Fraction(x).denominator


def node_of(children: Pairs) -> Pair:
    return sum(a for a, _ in children), sum(b for _, b in children)


def dkm_by_decimals(a: int | Fraction, b: int | Fraction) -> Decimal:
    """2 sqrt(p (1 - p)); of no records 0, which are weighted by 0."""
    p = number(a) / number(a + b) if a + b else Decimal(0)
    return 2 * (p * (1 - p)).sqrt()


def reduction_by_decimals(children: Pairs) -> Decimal:
    a, b = node_of(children)
    return dkm_by_decimals(a, b) - sum(number(x + y) / number(a + b) * dkm_by_decimals(x, y) for x, y in children)


def squared_by_decimals(children: Pairs) -> Decimal:
    """2 - 2 sum of sqrt(n_1i n_2i / (n_1 n_2)): the other form."""
    a, b = map(number, node_of(children))
    return 2 - 2 * sum(((number(x) * number(y) / (a * b)).sqrt() for x, y in children), Decimal(0))


def near(value: object, wanted: Decimal) -> bool:
    return abs(Decimal(decimal(value, 60)) - wanted) < Decimal("1e-50")  # type: ignore[arg-type]


@MANY
@given(tests)
def test_dkm_and_its_reduction_to_50_digits(children: Pairs) -> None:
    node = node_of(children)
    if not any(node):
        assert dkm(node) == dkm_reduction(node, children) == Undefined("no records")
        return
    with localcontext(DIGITS):
        assert near(dkm(node), dkm_by_decimals(*node))
        assert near(dkm_reduction(node, children), reduction_by_decimals(children))
        assert near(weighted_impurity(dkm, children), dkm_by_decimals(*node) - reduction_by_decimals(children))


@MANY
@given(tests)
def test_the_square_of_hellingers_distance_to_50_digits(children: Pairs) -> None:
    value = hellinger_distance(node_of(children), children)
    if not all(node_of(children)):
        assert isinstance(value, Undefined)
        return
    distance = defined(value)
    with localcontext(DIGITS):
        assert near(distance * distance, squared_by_decimals(children))
        assert compare(distance, 0) >= 0


@MANY
@given(tests)
def test_dkm_is_reduced_by_half_of_it_times_the_squared_distance_exactly(children: Pairs) -> None:
    node = node_of(children)
    if all(node):
        distance = defined(hellinger_distance(node, children))
        assert dkm_reduction(node, children) == defined(dkm(node)) * distance * distance / 2


@MANY
@given(st.integers(1, 9), st.integers(1, 9), st.data())
def test_two_tests_of_a_node_are_ordered_alike_and_never_undecided(a: int, b: int, data: st.DataObject) -> None:
    """Both by the sum of sqrt(n_1i n_2i), the other way round, in decimals; what differs by less than 60 digits is equal."""
    splits: list[Pairs] = []
    for _ in range(2):
        x, y = data.draw(st.integers(0, a)), data.draw(st.integers(0, b))
        splits.append([(x, y), (a - x, b - y)])
    with localcontext(DIGITS):
        shared = [sum((number(x * y).sqrt() for x, y in split), Decimal(0)) for split in splits]
        gap = shared[1] - shared[0]
        wanted = 0 if abs(gap) < Decimal("1e-60") else 1 if gap > 0 else -1
    for criterion in (dkm_reduction, hellinger_distance):
        values = [defined(criterion((a, b), split)) for split in splits]
        assert compare(*values) == wanted
        assert (hash(values[0]) == hash(values[1])) or wanted != 0


@MANY
@given(tests, st.integers(2, 10**20))
def test_tests_that_are_equal_by_construction_tie(children: Pairs, k: int) -> None:
    """A child in k parts of equal shares, children in another order, classes exchanged."""
    node = node_of(children)
    (a, b), *others = children
    share = (Fraction(a) / k, Fraction(b) / k)
    in_parts = [*reversed(others), (a - share[0], b - share[1]), share]
    exchanged = [(y, x) for x, y in children]
    for criterion in (dkm_reduction, hellinger_distance):
        value = criterion(node, children)
        assert value == criterion(node, in_parts) == criterion(node[::-1], exchanged)


@given(tests, st.integers(2, 10**20))
def test_hellingers_distance_does_not_feel_how_many_records_a_class_has(children: Pairs, k: int) -> None:
    larger = [(k * a, b) for a, b in children]
    assert hellinger_distance(node_of(larger), larger) == hellinger_distance(node_of(children), children)


def test_gini_feels_it_and_may_choose_another_test() -> None:
    """100 against 10,000: a pure branch of 20 of the few, or 90 of them with 1,000 of the many."""
    tests_of_node = ([(20, 0), (80, 10000)], [(90, 1000), (10, 9000)])
    by_gini, by_distance = ([defined(c((100, 10000), t)) for t in tests_of_node] for c in (gini_reduction, hellinger_distance))
    assert compare(*by_gini) > 0
    assert compare(*by_distance) < 0


def test_by_hand() -> None:
    assert dkm((1, 4)) == Fraction(4, 5)
    assert dkm_reduction((5, 5), ((4, 1), (1, 4))) == 1 - Fraction(4, 5)
    assert defined(hellinger_distance((25, 25), ((16, 9), (9, 16)))) * 5 == root_of(2)


POLICIES = [evolve(preset, criterion=criterion) for preset in (CART, ID3) for criterion in (dkm_reduction, hellinger_distance)]
two_classes = data_sets().filter(lambda data: len(data) > 1 and len(data.classes) <= 2)


@pytest.mark.parametrize("preset", [evolve(CART, nominal=SubsetSplits(exhaustive=True)), ID3], ids=lambda policy: policy.name)
@given(data=two_classes)
def test_both_choose_the_same_tests_and_so_grow_the_same_trees(preset: Policy, data: DataSet) -> None:
    optima = []
    for criterion in (dkm_reduction, hellinger_distance):
        recursion = hunt(data, evolve(preset, criterion=criterion))
        optima.append(recursion.decide(recursion.root()).optima)
    assert {str(test) for test in optima[0]} == {str(test) for test in optima[1]}


@pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: f"{policy.name}-{policy.criterion.name}")
def test_more_classes_are_refused(policy: Policy) -> None:
    data = DataSet((Nominal("x", ("a", "b")),), Nominal("y", ("p", "q", "r")), [Record(("a",), "p"), Record(("b",), "q")])
    with pytest.raises(Invalid) as refused:
        grow(data, policy)
    assert str(refused.value) == f"target y: expected two classes for {policy.criterion.name} (got 3)"


@pytest.mark.parametrize("criterion", [dkm_reduction, hellinger_distance], ids=lambda criterion: criterion.name)
def test_of_counts_more_classes_are_undefined_and_the_unchecked_impurity_refuses_them(criterion: Criterion) -> None:
    assert criterion((2, 1, 1), ((1, 1, 0), (1, 0, 1))) == dkm((1, 1, 1)) == Undefined("defined for two classes")
    with pytest.raises(Invalid, match=r"dkm: expected counts of two classes \(got 3\)"):
        weighted_impurity(dkm, ((1, 1, 0), (1, 0, 1)))


def test_they_are_in_the_lists() -> None:
    assert (CRITERIA["dkm"], CRITERIA["hellinger"], IMPURITIES["dkm"]) == (dkm_reduction, hellinger_distance, dkm)
