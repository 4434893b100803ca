"""
The tests that Weka's REPTree and SimpleCart ask at a root, by a brute force that follows the sources from the records on.

`weka/classifiers/trees/REPTree.java`, `SimpleCart.java`, `weka/core/Utils.java`: parts of records, not counts, and 60 digits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, pairwise

import numpy as np
import pytest
from attrs import evolve
from hypothesis import assume, given
from hypothesis import strategies as st
from many import examples
from mpmath import log, mp, mpf

import dtref
from dtref.errors import Invalid, Undecided
from dtref.spec.growing.hunt import hunt
from dtref.spec.model.attributes import MISSING, Cell, Continuous, Nominal, Width
from dtref.spec.model.branches import branch_of
from dtref.spec.model.counts import Weighted
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.optima import list_tests
from dtref.spec.model.tests import Threshold
from dtref.spec.split.principal_order import principal_order

mp.dps = 60
NEAR = mpf(10) ** -40
Partition = tuple[str, frozenset[frozenset[Cell]]]
"""An attribute, and the groups of present values that a test makes."""
Parts = Sequence[tuple[Record, Fraction]]
"""Records, and how much of each is there."""


@st.composite
def tables(draw: st.DrawFn, classes: int = 3, of_numbers: bool = False) -> DataSet:
    """A few records with nominal values and numbers, some of them missing."""
    kinds = draw(st.lists(st.sampled_from(("nominal", "numeric")), min_size=1, max_size=3), label="kinds")
    cells = {"nominal": st.sampled_from("uvw") | st.just(MISSING), "numeric": st.integers(0, 4).map(Fraction) | st.just(MISSING)}
    labels = st.integers(0, 5).map(Fraction) if of_numbers else st.sampled_from("pqr"[:classes])
    rows = draw(st.lists(st.tuples(*(cells[kind] for kind in kinds), labels), min_size=2, max_size=9), label="rows")
    attributes = tuple(Nominal(f"x{i}", tuple("uvw")) if k == "nominal" else Continuous(f"x{i}") for i, k in enumerate(kinds))
    target = Continuous("y") if of_numbers else Nominal("y", tuple("pqr"[:classes]))
    return DataSet(attributes, target, tuple(Record(row[:-1], row[-1]) for row in rows))


def partitions(data: DataSet, i: int, multiway: bool) -> Iterator[list[list[Cell]]]:
    """The groups of present values of an attribute that may be tried."""
    present = sorted({r.values[i] for r in data if r.values[i] is not MISSING})  # type: ignore[type-var]
    if isinstance(data.attributes[i], Continuous):
        yield from ([present[:k], present[k:]] for k in range(1, len(present)))
    elif multiway:
        yield from ([[[value] for value in present]] if len(present) > 1 else [])
    else:
        groups = (group for k in range(1, len(present)) for group in combinations(present, k))
        yield from ([list(group), [v for v in present if v not in group]] for group in groups if present[0] in group)


def sides(data: DataSet, i: int, groups: Sequence[Sequence[Cell]], share_out: bool) -> list[Parts]:
    """The records of each group; of those that miss the value the share that the group has of the others."""
    known = [[(r, Fraction(1)) for r in data if r.values[i] in group] for group in groups]
    n = sum(map(len, known))
    missing = [r for r in data if r.values[i] is MISSING] if share_out else []
    return [[*side, *((r, Fraction(len(side), n)) for r in missing)] for side in known]


def impurity(parts: Parts, kind: str) -> mpf:
    """The impurity of some records, times their weight."""
    n = sum(part for _, part in parts)
    if kind == "variance":
        numbers = [(Fraction(str(r.label)), part) for r, part in parts]
        mean = sum((part * y for y, part in numbers), Fraction(0)) / n
        return exact(sum((part * (y - mean) ** 2 for y, part in numbers), Fraction(0)))
    shares = [sum((part for r, part in parts if r.label == label), Fraction(0)) / n for label in {r.label for r, _ in parts}]
    if kind == "gini":
        return exact(n * (1 - sum(p * p for p in shares)))
    return exact(n) * -sum((exact(p) * log(exact(p), 2) for p in shares), mpf(0))


def exact(x: Fraction | int) -> mpf:
    return mpf(Fraction(x).numerator) / Fraction(x).denominator


def value(parts: list[Parts], kind: str) -> mpf:
    """The reduction of impurity, times the weight of the node."""
    everything = [pair for side in parts for pair in side]
    merged = {id(r): (r, sum((p for other, p in everything if other is r), Fraction(0))) for r, _ in everything}
    return impurity(list(merged.values()), kind) - sum((impurity(side, kind) for side in parts), mpf(0))


def named(data: DataSet, i: int, groups: Sequence[Sequence[Cell]]) -> Partition:
    return data.attributes[i].name, frozenset(frozenset(group) for group in groups)


def asked_by(policy: dtref.Policy, data: DataSet) -> set[Partition]:
    """The tests that the library's policy asks at the root, as partitions of the present values."""
    recursion = hunt(data, policy)
    asked = set()
    for test in list_tests(recursion.decide(recursion.root()).optima):
        column = data.column(test.attribute.name)  # type: ignore[union-attr]
        groups: dict[object, set[Cell]] = {}
        for cell in {r.values[column] for r in data} - {MISSING}:
            groups.setdefault(branch_of(test, cell), set()).add(cell)  # type: ignore[arg-type]
        asked.add((data.attributes[column].name, frozenset(map(frozenset, groups.values()))))
    return asked


def asked_by_reptree(data: DataSet, m: int, share: Fraction) -> set[Partition] | None:
    """The tests that REPTree may ask at the root; None where ties leave open whether it asks any."""
    kind = "variance" if isinstance(data.target, Continuous) else "entropy"
    whole = [(r, Fraction(1)) for r in data]
    spread = impurity(whole, kind)
    if len(data) < 2 * m or (kind == "entropy" and spread == 0) or (kind == "variance" and spread < exact(share) * spread):
        return set()
    entrants: dict[int, list[tuple[mpf, Partition, bool]]] = {}
    for i in range(len(data.attributes)):
        tried = [(value(sides(data, i, g, share_out=False), kind), g) for g in partitions(data, i, multiway=True)]
        leading = [g for v, g in tried if v >= max(w for w, _ in tried) - NEAR]
        for g in leading:
            filled = sides(data, i, g, share_out=True)
            large = sum(sum(part for _, part in side) >= m for side in filled) > 1
            entrants.setdefault(i, []).append((value(filled, kind), named(data, i, g), large))
    floor = max((min(v for v, _, _ in tests) for tests in entrants.values()), default=mpf(0))
    unit = 1 if kind == "variance" else len(data)
    if floor / unit <= mpf(1) / 10**6:
        return set()
    best = [test for tests in entrants.values() for test in tests if test[0] >= floor - NEAR]
    if not best[0][2]:
        return set()
    return {partition for _, partition, large in best if large}


@pytest.mark.parametrize("of_numbers", [False, True], ids=["classes", "numbers"])
@given(st.data())
@examples(14)
def test_reptree_asks_what_its_source_says(of_numbers: bool, data: st.DataObject) -> None:
    table = data.draw(tables(of_numbers=of_numbers), label="table")
    m, share = data.draw(st.integers(0, 4), label="M"), data.draw(st.sampled_from((Fraction(0), Fraction(1, 10))), label="V")
    assert asked_by(dtref.reptree(P=True, M=m, V=share, numbers=of_numbers), table) == asked_by_reptree(table, m, share)


def asked_by_simple_cart(data: DataSet, m: int) -> set[Partition]:
    """The tests that SimpleCart may ask at the root."""
    tried = [
        (value(parts := sides(data, i, g, share_out=True), "gini"), named(data, i, g), all(len(side) >= m for side in parts))
        for i in range(len(data.attributes))
        for g in partitions(data, i, multiway=False)
    ]
    top = max((v for v, _, _ in tried), default=mpf(0))
    if top <= NEAR or len(data) < 2 * m:
        return set()
    best = [(partition, large) for v, partition, large in tried if v >= top - NEAR]
    return {partition for partition, large in best if large} if best[0][1] else set()


@given(st.data())
@examples(16)
def test_simple_cart_asks_what_its_source_says(data: st.DataObject) -> None:
    """All groups of a few values; of two classes the best of all is among the beginnings of the order."""
    table = data.draw(st.sampled_from((2, 3)).flatmap(tables), label="table")
    m = data.draw(st.integers(1, 4), label="M")
    wanted = asked_by_simple_cart(table, m)
    asked = asked_by(dtref.simple_cart(U=True, M=m), table)
    if m <= 1:
        assert asked == wanted
    else:  # which of tied tests is the first decides
        assume(len(wanted) == 1 or not asked)
        assert asked <= wanted


def test_a_part_of_a_record_counts_in_full_for_the_order_of_values() -> None:
    """Of the records of `v` a third is here: by weight `v` has the least share of p, by records `w`."""
    rows = [("u", "p"), ("u", "p"), ("u", "q"), ("v", "p"), ("v", "q"), ("v", "q"), ("w", "p"), ("w", "q"), ("w", "q"), ("w", "q")]
    data = DataSet((Nominal("x", tuple("uvw")),), Nominal("y", tuple("pq")), tuple(Record((x,), y) for x, y in rows))
    recursion = hunt(data, dtref.simple_cart(U=True))
    parts = tuple(Fraction(1, 9) if row == ("v", "p") else Fraction(1) for row in rows)
    node = evolve(recursion.root(), parts=parts)
    (offered,) = recursion.offered(node)
    assert node.records == Weighted(node.rows, parts)
    assert [set(offered.test(i).left) for i in range(2)] == [{"w"}, {"w", "v"}]  # type: ignore[union-attr]
    by_weight = [Fraction(1, 9) / (2 + Fraction(1, 9)), Fraction(1, 4)]
    assert by_weight[0] < by_weight[1]


@given(st.lists(st.tuples(*[st.integers(0, 6)] * 3).filter(any), min_size=2, max_size=6))
@examples(16)
def test_the_principal_order_is_that_of_an_eigenvector(rows: list[tuple[int, int, int]]) -> None:
    shares = np.array([[n / sum(row) for n in row] for row in rows])
    sizes = np.array([sum(row) for row in rows], dtype=float)
    apart = shares - (sizes[:, None] * shares).sum(axis=0) / sizes.sum()
    values, vectors = np.linalg.eigh((apart * sizes[:, None]).T @ apart)
    assume(values[-1] - values[-2] > 1e-3)
    scores = shares @ vectors[:, -1]
    assume(all(abs(a - b) > 1e-6 for a, b in combinations(scores, 2)))
    order = tuple(int(i) for i in np.argsort(scores))
    assert principal_order(rows) in (order, order[::-1])


def test_values_of_equal_shares_keep_their_order_and_no_direction_is_undecided() -> None:
    assert [i for i in principal_order(((2, 0, 0), (0, 3, 1), (1, 0, 0), (0, 0, 5))) if i in (0, 2)] == [0, 2]
    with pytest.raises(Undecided, match="principal component"):
        principal_order(((1, 0, 0), (0, 1, 0), (0, 0, 1)))


def test_more_than_four_values_of_three_classes_are_grouped_along_one_order() -> None:
    rows = [("a", "p"), ("b", "p"), ("b", "q"), ("c", "q"), ("d", "q"), ("d", "r"), ("e", "r"), ("e", "r"), ("a", "p"), ("c", "r")]
    data = DataSet((Nominal("x", tuple("abcde")),), Nominal("y", tuple("pqr")), tuple(Record((x,), y) for x, y in rows))
    for heuristic, count in ((True, 4), (False, 15)):
        recursion = hunt(data, dtref.simple_cart(U=True, H=not heuristic))
        (offered,) = recursion.offered(recursion.root())
        assert len(offered.splits) == count
    recursion = hunt(data, dtref.simple_cart(U=True))
    (offered,) = recursion.offered(recursion.root())
    lefts = [set(offered.test(i).left) for i in range(4)]  # type: ignore[union-attr]
    assert all(a < b for a, b in pairwise(lefts))


def test_a_value_that_is_not_there_goes_with_the_heavier_group() -> None:
    rows = [("u", "p"), ("v", "q"), ("v", "q"), ("v", "q")]
    data = DataSet((Nominal("x", tuple("uvw")),), Nominal("y", tuple("pq")), tuple(Record((x,), y) for x, y in rows))
    tree = dtref.grow(data, dtref.simple_cart(U=True, M=1))
    assert dtref.predict(tree, {"x": "w"}).labels == ("q",)


def test_a_cut_is_the_middle_of_two_doubles() -> None:
    a, b = Fraction(1, 10), Fraction(3, 10)
    data = DataSet((Continuous("x"),), Nominal("y", tuple("pq")), (Record((a,), "p"), Record((b,), "q")))
    tree = dtref.grow(data, dtref.reptree(P=True, M=1))
    assert isinstance(tree, dtref.Branch)
    assert isinstance(tree.test, Threshold)
    assert (tree.test.cut, tree.test.width) == (Fraction((0.1 + 0.3) / 2), Width.FLOAT64)


def test_id3_takes_nominal_attributes_alone() -> None:
    data = DataSet((Continuous("x"),), Nominal("y", tuple("pq")), (Record((Fraction(1),), "p"), Record((Fraction(2),), "q")))
    with pytest.raises(Invalid, match="x: expected a nominal attribute, as Weka's Id3 knows no other"):
        dtref.grow(data, dtref.weka_id3())


def test_id3_stops_below_a_millionth_of_a_bit() -> None:
    def table(n: int) -> DataSet:
        rows = [*[("u", "p")] * (n + 1), *[("u", "q")] * n, *[("v", "p")] * n, *[("v", "q")] * n]
        return DataSet((Nominal("x", tuple("uv")),), Nominal("y", tuple("pq")), tuple(Record((x,), y) for x, y in rows))

    assert isinstance(dtref.grow(table(100), dtref.weka_id3()), dtref.Branch)
    assert isinstance(dtref.grow(table(1000), dtref.weka_id3()), dtref.Leaf)
