"""The rules that explain departures, each on the smallest table where it shows; and the readers on odd names."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TypeVar

import pytest
from attrs import evolve
from peers.departures import PROGRAMS
from peers.j48 import J48, PLAIN
from peers.library import CART, ID3, Continuous, DataSet, Leaf, Nominal, Policy, Record, children
from peers.membership import Finding, Foreign, check_membership, reference
from peers.programs import Grown, within_rounding
from peers.rpart import RPART, fits
from peers.rpart import foreign as rpart_tree
from peers.scikit import SKLEARN, fitted
from peers.weka import ID3_CLASS, J48_CLASS, WEKA_ID3, arff, parse, run
from peers.weka import foreign as weka_tree

import dtref

Function = TypeVar("Function", bound=Callable[..., None])
PLUS_MINUS = Nominal("y", ("-", "+"))


def there(name: str) -> Callable[[Function], Function]:
    """A test of a program's trees, skipped where the program is not there."""
    (program,) = (program for program in PROGRAMS if program.name == name)
    skipped = pytest.mark.skipif(not program.version(), reason=program.absent)
    return lambda test: pytest.mark.peer(name, "trees")(skipped(test))


def line(*pairs: tuple[str, str]) -> DataSet:
    """A numeric column x and a class."""
    return DataSet((Continuous("x"),), PLUS_MINUS, tuple(Record((Fraction(x),), y) for x, y in pairs))


def nominal(rows: Iterable[str], labels: str, **values: str) -> DataSet:
    """Nominal columns of one-letter values."""
    attributes = tuple(Nominal(name, tuple(letters)) for name, letters in values.items())
    return DataSet(attributes, PLUS_MINUS, tuple(Record(tuple(r), y) for r, y in zip(rows, labels, strict=True)))


def explained(grown: Grown, rule: Callable[[Grown, Finding], str]) -> list[tuple[str, str]]:
    return [(f.kind, rule(grown, f)) for f in check_membership(grown.against, grown.tree)]


XOR = nominal(("00", "01", "10", "11"), "-++-", a="01", b="01")


@there("scikit-learn")
@pytest.mark.parametrize(
    ("data", "rule"),
    [
        (line(("16777216", "-"), ("16777217", "+")), "float32-collapse"),
        (line(("0", "-"), ("0.00000005", "+")), "feature-threshold"),
    ],
    ids=["16777217", "5e-8"],
)
def test_scikit_learn_merges_near_values(data: DataSet, rule: str) -> None:
    grown = Grown("gini", reference(data, CART), fitted(data, "gini", 0))
    assert explained(grown, SKLEARN.rule) == [("stopped-early", rule)]


def test_within_rounding_is_beaten_by_less_than_doubles_can_tell() -> None:
    def beaten(gap: Fraction) -> Finding:
        return Finding((), Foreign((), ""), (50, 50), "beaten", "", gap)

    assert within_rounding(beaten(Fraction(1, 2**60))) and not within_rounding(beaten(Fraction(1, 10**9)))
    assert not within_rounding(evolve(beaten(Fraction(1, 2**60)), kind="not-a-candidate"))


@there("rpart")
def test_rpart_makes_a_leaf_where_nothing_gains() -> None:
    grown = Grown("gini", reference(XOR, CART), rpart_tree(XOR, fits(XOR)[0]))
    assert explained(grown, RPART.rule) == [("stopped-early", "zero-gain")]


@there("rpart")
def test_rpart_goes_no_deeper_than_30() -> None:
    stairs = line(*((str(2**i), "-+"[i % 2]) for i in range(80)))
    grown = Grown("gini", reference(stairs, CART), rpart_tree(stairs, fits(stairs)[0]))
    assert set(explained(grown, RPART.rule)) == {("stopped-early", "depth-limit")}


@there("Weka Id3")
def test_id3_makes_leaves_without_class_and_stops_where_nothing_gains() -> None:
    grown = Grown("", reference(XOR, ID3), weka_tree(XOR, parse(run(XOR, ID3_CLASS))))
    assert explained(grown, WEKA_ID3.rule) == [("stopped-early", "zero-gain")]
    gap = nominal("abb", "-++", shape="abc")
    grown = Grown("", reference(gap, ID3), weka_tree(gap, parse(run(gap, ID3_CLASS))))
    assert explained(grown, WEKA_ID3.rule) == [("no-label", "null-leaf")]


@there("Weka Id3")
def test_id3_takes_a_gain_below_a_millionth_for_zero() -> None:
    half = 2000
    data = nominal("0" * half + "1" * half, "-+" * (half // 2 - 1) + "++" + "-+" * (half // 2), a="01")
    grown = Grown("", reference(data, ID3), weka_tree(data, parse(run(data, ID3_CLASS))))
    assert explained(grown, WEKA_ID3.rule) == [("stopped-early", "gain-below-1e-6")]


ODD = ("a b", "x: null", "%", "{,}", "'\"", "= v1", "ü|", "\\")


@there("Weka Id3")
@pytest.mark.parametrize(("learner", "policy"), [(ID3_CLASS, ID3), (J48_CLASS, PLAIN)], ids=["Id3", "J48"])
def test_weka_meets_no_name_that_it_could_misread(learner: str, policy: Policy) -> None:
    records = 2 * tuple(Record((v, w), ODD[(i + j) % 3]) for i, v in enumerate(ODD) for j, w in enumerate(ODD[:3]))
    data = DataSet((Nominal("= : %", ODD), Nominal("{b}", ODD[:3])), Nominal("null", ODD[:3]), records)
    options = ("-U", "-M", "1") if learner == J48_CLASS else ()
    assert check_membership(reference(data, policy), weka_tree(data, parse(run(data, learner, *options)))) == []


@there("Weka J48")
def test_j48_stops_where_only_attributes_of_many_values_are_left() -> None:
    rows = [v + w for v in "abcdefgh" for w in "xyz"]
    labels = "-++" * 7 + "+++"
    data = nominal(rows, labels, a="abcdefgh", b="xyz")
    grown = Grown("", reference(data, PLAIN), weka_tree(data, parse(run(data, J48_CLASS, "-U", "-M", "1"))))
    assert explained(grown, J48.rule) == [("stopped-early", "average-gain")]
    tree = dtref.grow(data, dtref.j48(U=True, M=1))
    assert list(map(type, children(tree))) == [Leaf] * len(grown.tree.children)


def test_arff_declares_every_value_in_order() -> None:
    assert arff(nominal("ab", "-+", shape="abc")).splitlines()[1:] == [
        "@attribute a0 {v0,v1,v2}",
        "@attribute y {c0,c1}",
        "@data",
        "v0,c0",
        "v1,c1",
    ]


def test_a_printed_tree_may_be_a_single_leaf_or_deep() -> None:
    assert parse("J48 unpruned tree\n-----\n: c1 (10.0/3.0)\n\nNumber of Leaves").leaf == "c1 (10.0/3.0)"
    down = [f"{'|   ' * i}a{i} <= 0" for i in range(2000)]
    up = [f"{'|   ' * i}a{i} > 0: c0 (1.0)" for i in reversed(range(2000))]
    node, depth = parse("\n".join([*down[:-1], f"{down[-1]}: c0 (1.0)", *up])), 0
    while node.branches:
        assert [b[1] for b in node.branches] == ["<=", ">"]
        node, depth = node.branches[0][3], depth + 1
    assert depth == 2000
