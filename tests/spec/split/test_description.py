"""Description lengths against counting what they number, one by one."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb, factorial, prod

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from narrow import attribute_of, of_kind

from dtref.errors import Invalid, Undecided, Undefined
from dtref.exact.comparison import compare
from dtref.exact.functions import choose, log2
from dtref.io.tables import read_csv
from dtref.spec.growing.hunt import grow
from dtref.spec.growing.stopping import no_improvement, pure, same_values
from dtref.spec.model.attributes import Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.trees import Branch, Leaf
from dtref.spec.presets import CART, ID3
from dtref.spec.split import description
from dtref.spec.split.description import MOST_LEAF_RECORDS, Encoding, bits_saved, classes_coded, errors_chosen, errors_listed

leaves = st.lists(st.integers(0, 4), min_size=2, max_size=3).map(tuple).filter(lambda n: 0 < sum(n) <= 7)


@given(leaves)
def test_classes_coded_numbers_the_count_vectors_and_the_orders(counts: tuple[int, ...]) -> None:
    n = sum(counts)
    vectors = sum(sum(v) == n for v in product(range(n + 1), repeat=len(counts)))
    orders = len(set(permutations(c for c, k in enumerate(counts) for _ in range(k))))
    assert classes_coded().leaf(counts, n) == log2(vectors * orders)


@given(leaves)
def test_errors_chosen_numbers_the_sets_of_exceptions_and_their_classes(counts: tuple[int, ...]) -> None:
    n, c = sum(counts), len(counts)
    e = n - max(counts)
    sets = len(list(combinations(range(n), e))) * (c - 1) ** e
    most = max(sum(v) - max(v) for v in product(range(n + 1), repeat=c) if sum(v) == n)
    assert errors_chosen(1).leaf(counts, n) == log2(2 * c * (most + 1) * sets)


@given(leaves, st.integers(0, 9))
def test_errors_listed_prices_each_exception_by_the_records_of_the_node(counts: tuple[int, ...], more: int) -> None:
    n, e = sum(counts) + more, sum(counts) - max(counts)
    assert errors_listed(3).leaf(counts, n) == log2(len(counts) * n**e)


def test_outlook_saves_what_a_hand_computation_says() -> None:
    """
    Classes coded: C(14,5) C(15,1) = 2002 * 15 ways, then 10 * 6, 1 * 5 and 10 * 6.
    Errors listed, 4 attributes: 1 + 5 log2 14 bits, then 2 for the test, 3 for the classes, 4 log2 14 for four exceptions.
    Errors chosen, 4 attributes: 2 + log2 (8 * 2002), then 3 and (2 + log2 (3 * 10)), (2 + log2 3), (2 + log2 30).
    """
    node, children = (9, 5), ((2, 3), (4, 0), (3, 2))
    assert bits_saved(classes_coded())(node, children) == log2(Fraction(2002 * 15, 60 * 5 * 60))
    assert bits_saved(errors_listed(4))(node, children) == log2(14) - 4
    assert bits_saved(errors_chosen(4))(node, children) == log2(Fraction(8 * 2002, 30 * 3 * 30)) - 7


@given(st.integers(1, 6), st.integers(1, 6))
def test_equal_shares_never_pay(a: int, b: int) -> None:
    """A test that tells nothing lengthens the description, whatever the encoding."""
    for encoding in (classes_coded(), errors_listed(2), errors_chosen(2)):
        saved = bits_saved(encoding)((2 * a, 2 * b), ((a, b), (a, b)))
        assert not isinstance(saved, Undefined)
        assert saved < 0


@pytest.mark.parametrize("encoding", [classes_coded(), errors_listed(2), errors_chosen(2)], ids=lambda e: str(e.name))
def test_records_in_parts_have_no_description(encoding: Encoding) -> None:
    half = Fraction(1, 2)
    undefined = Undefined("a description is of whole records")
    assert bits_saved(encoding)((half, 2), ((half, 0), (0, 2))) == undefined
    assert bits_saved(encoding)((1, 2), ((half, 1), (half, 1))) == undefined
    assert bits_saved(encoding)((0, 0), ((0, 0),)) == Undefined("no records")


def test_attributes_are_at_least_one() -> None:
    with pytest.raises(Invalid) as refused:
        errors_listed(0)
    assert str(refused.value) == "attributes: expected at least 1 (got 0)"


def test_a_description_decides_whether_a_tree_is_worth_its_bits() -> None:
    """Twenty records that x explains are split; XOR of two attributes, where no single test saves a bit, is a leaf."""
    x, y, z = (Nominal(name, ("0", "1")) for name in "xyz")
    told = DataSet((x, y), z, [Record((a, b), a) for a in "01" for b in "01"] * 5)
    xor = DataSet((x, y), z, [Record((a, b), str(int(a != b))) for a in "01" for b in "01"] * 5)
    for encoding in (classes_coded(), errors_listed(2), errors_chosen(2)):
        policy = evolve(CART, name="MDL", criterion=bits_saved(encoding), stop=(pure, same_values, no_improvement))
        tree = grow(told, policy)
        assert isinstance(tree, Branch)
        assert attribute_of(tree.test) == x
        assert all(isinstance(child, Leaf) for child in tree.children)
        assert isinstance(grow(xor, policy), Leaf)


def test_play_tennis_asks_humidity_where_gain_asks_outlook() -> None:
    """Humidity has two values, outlook three: 35 * 8 * 7 * 8 = 15680 descriptions below it, 60 * 5 * 60 = 18000 below outlook."""
    data = read_csv("golden/data/play_tennis.csv", target="play")
    chosen = [
        attribute_of(of_kind(Branch, grow(data, policy)).test).name for policy in (ID3, evolve(ID3, criterion=bits_saved(classes_coded())))
    ]
    assert chosen == ["outlook", "humidity"]
    assert bits_saved(classes_coded())((9, 5), ((3, 4), (6, 1))) == log2(Fraction(2002 * 15, 15680))


def test_without_records_there_are_no_exceptions_to_list() -> None:
    """0 log2 0 is nothing to say: a leaf names its class, and that is all."""
    encoding = errors_listed(3)
    assert encoding.leaf((0, 0), 0) == 1
    assert encoding.leaf((4, 0), 4) == 1


@pytest.mark.parametrize("encoding", [classes_coded(), errors_chosen(2)], ids=lambda e: str(e.name))
@pytest.mark.parametrize("counts", [(MOST_LEAF_RECORDS, 1), (10**6, 10**6), (12 * 10**29, 11 * 10**29)], ids=str)
def test_binomial_coefficients_have_a_limit(encoding: Encoding, counts: tuple[int, int]) -> None:
    with pytest.raises(Undecided) as spent:
        encoding.leaf(counts, sum(counts))
    assert spent.value.question == f"description length of a leaf of {sum(counts)} records"
    assert spent.value.budget == "100000 records"
    with pytest.raises(Undecided, match=r"^description length of a leaf of \d+ records: not decided within 100000 records \(at least 0, "):
        bits_saved(encoding)(counts, ((counts[0], 0), (0, counts[1])))


@given(counts=st.lists(st.integers(0, 9), min_size=2, max_size=4).filter(any))
def test_where_there_is_no_description_its_bits_are_bounded(counts: list[int]) -> None:
    """The bounds are those that leaves within the limit keep, too."""
    for encoding in (classes_coded(), errors_chosen(2)):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(description, "MOST_LEAF_RECORDS", 0)
            with pytest.raises(Undecided) as spent:
                encoding.leaf(tuple(counts), sum(counts))
        bits, lower, upper = encoding.leaf(tuple(counts), sum(counts)), spent.value.lower, spent.value.upper
        assert isinstance(upper, int)
        assert lower == 0
        assert compare(bits, Fraction(upper)) <= 0 <= compare(bits, Fraction(0))


def test_up_to_the_limit_there_is_a_description() -> None:
    """C(n, 1) = n sets of one exception, n + 1 count vectors."""
    n = MOST_LEAF_RECORDS
    assert errors_chosen(2).leaf((n - 1, 1), n) == log2(4 * (n // 2 + 1) * n)
    assert classes_coded().leaf((n - 1, 1), n) == log2((n + 1) * n)


def test_listing_errors_has_no_limit() -> None:
    n = 23 * 10**29
    assert errors_listed(2).leaf((n - 3, 3), n) == 1 + 3 * log2(n)


@given(st.integers(0, 700), st.integers(0, 700))
def test_ways_to_choose_are_those_of_factorials(n: int, k: int) -> None:
    """On both sides of the size from which another library is asked."""
    assert choose(n, k) == (factorial(n) // (factorial(k) * factorial(n - k)) if k <= n else 0)


def test_the_orders_of_classes_of_a_large_leaf_are_those_of_factorials() -> None:
    counts = (700, 0, 41, 3000)
    orders = factorial(sum(counts)) // prod(map(factorial, counts))
    assert classes_coded().leaf(counts, 0) == log2(comb(sum(counts) + 3, 3)) + log2(orders)
