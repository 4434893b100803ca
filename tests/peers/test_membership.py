"""The checker on wrong trees: for each complaint one small tree that deserves it, and nothing else is found."""

from __future__ import annotations

from fractions import Fraction

import pytest
from attrs import evolve
from peers.library import CART, ID3, Continuous, DataSet, Nominal, Record, Undefined, gain
from peers.membership import Finding, Foreign, check_membership, gap_text, reference

XOR = DataSet(
    (Nominal("a", ("0", "1")), Nominal("b", ("0", "1"))),
    Nominal("y", ("-", "+")),
    tuple(Record((a, b), "-" if a == b else "+") for a in "01" for b in "01"),
)
LINE = DataSet((Continuous("x"),), Nominal("y", ("-", "+")), tuple(Record((Fraction(i),), y) for i, y in enumerate("--+++")))
SHAPES = DataSet(
    (Nominal("shape", ("round", "flat", "long")),),
    Nominal("y", ("-", "+")),
    (Record(("round",), "-"), Record(("round",), "-"), Record(("flat",), "+")),
)


def leaf(label: str, *rows: int) -> Foreign:
    return Foreign(rows, f"leaf {label}", label=label)


def ask(attribute: str, *children: Foreign) -> Foreign:
    return Foreign(tuple(sorted(r for c in children for r in c.rows)), f"{attribute} ...", attribute, "", children)


def complaints(found: list[Finding]) -> list[tuple[tuple[int, ...], str, str]]:
    return [(f.path, f.kind, gap_text(f.gap)) for f in found]


def test_right_trees_are_members() -> None:
    cart = reference(LINE, CART)
    assert check_membership(cart, ask("x", leaf("-", 0, 1), leaf("+", 2, 3, 4))) == []
    assert check_membership(cart, ask("x", leaf("+", 2, 3, 4), leaf("-", 0, 1))) == [], "which side is called left does not matter"
    first = ask("a", ask("b", leaf("-", 0), leaf("+", 1)), ask("b", leaf("+", 2), leaf("-", 3)))
    other = ask("b", ask("a", leaf("-", 0), leaf("+", 2)), ask("a", leaf("+", 1), leaf("-", 3)))
    assert [check_membership(reference(XOR, policy), tree) for policy in (CART, ID3) for tree in (first, other)] == [[]] * 4


def test_a_cut_moved_by_one_record_is_beaten_by_the_exact_gap() -> None:
    tree = ask("x", leaf("-", 0), ask("x", leaf("-", 1), leaf("+", 2, 3, 4)))
    assert complaints(check_membership(reference(LINE, CART), tree)) == [((), "beaten", "3/10")]  # 12/25 - 9/50
    assert complaints(check_membership(reference(LINE, evolve(CART, criterion=gain)), tree)) == [((), "beaten", "0.649022499567")]


def test_records_of_one_value_in_two_branches_are_no_candidate() -> None:
    tree = ask("shape", leaf("-", 0), ask("shape", leaf("-", 1), leaf("+", 2)))
    assert complaints(check_membership(reference(SHAPES, CART), tree)) == [((), "not-a-candidate", "1/3")]
    even = DataSet(XOR.attributes[:1], XOR.target, (Record(("0",), "-"), Record(("0",), "+"), Record(("1",), "-"), Record(("1",), "+")))
    found = check_membership(reference(even, CART), ask("a", leaf("-", 0, 2), leaf("+", 1, 3)))
    assert complaints(found) == [((), "not-a-candidate", "-1/2")]


def test_stopping_early_and_late() -> None:
    cart = reference(LINE, CART)
    assert complaints(check_membership(cart, leaf("+", 0, 1, 2, 3, 4))) == [((), "stopped-early", "12/25")]
    late = ask("x", leaf("-", 0, 1), ask("x", leaf("+", 2), leaf("+", 3, 4)))
    assert complaints(check_membership(cart, late)) == [((1,), "stopped-late", "0")]
    assert complaints(check_membership(reference(XOR, CART), leaf("-", 0, 1, 2, 3))) == [((), "stopped-early", "0")]


def test_labels() -> None:
    tree = ask("x", leaf("+", 0, 1), leaf("+", 2, 3, 4))
    assert complaints(check_membership(reference(LINE, CART), tree)) == [((0,), "wrong-label", "0")]


@pytest.mark.parametrize(("label", "kind"), [("", "no-label"), ("+", "wrong-label")])
def test_an_empty_branch_has_its_parents_label(label: str, kind: str) -> None:
    tree = ask("shape", leaf("-", 0, 1), leaf("+", 2), leaf(label))
    assert complaints(check_membership(reference(SHAPES, ID3), tree)) == [((2,), kind, "0")]
    assert check_membership(reference(SHAPES, ID3), ask("shape", leaf("-", 0, 1), leaf("+", 2), leaf("-"))) == []


def test_a_binary_split_is_no_multiway_one() -> None:
    tree = ask("shape", leaf("-", 0, 1), leaf("+", 2))
    assert complaints(check_membership(reference(SHAPES, ID3), tree)) == [((), "not-a-candidate", "0")]


def test_any_grouping_is_a_member_where_none_gains_anything() -> None:
    values = tuple("abcde")
    rows = tuple(Record((v,), y) for v in values for y in "-+")
    data = DataSet((Nominal("x", values),), Nominal("y", ("-", "+")), rows)
    tree = ask("x", leaf("-", 0, 1, 4, 5), leaf("-", 2, 3, 6, 7, 8, 9))
    assert [f.path for f in check_membership(reference(data, CART), tree)] == [(0,), (1,)], "the leaves stop early, the root is right"


def test_children_must_partition_their_parent() -> None:
    with pytest.raises(AssertionError, match="no partition"):
        check_membership(reference(LINE, CART), evolve(ask("x", leaf("-", 0, 1), leaf("+", 2, 3)), rows=(0, 1, 2, 3, 4)))


def test_gaps_are_exact_or_have_six_digits_at_least() -> None:
    assert gap_text(Fraction(1, 10**12)) == "1/1000000000000"
    tiny = gain((10**6, 10**6), ((10**6 - 1, 10**6), (1, 0)))
    assert not isinstance(tiny, Undefined)
    assert gap_text(tiny).lstrip("0.").startswith("5")
