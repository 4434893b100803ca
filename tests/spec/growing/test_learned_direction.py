"""
The learned direction of missing values: by hand, against a brute force that sorts records instead of adding counts, and in every view.
"""

from __future__ import annotations

from fractions import Fraction
from math import prod
from typing import TypeAlias

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

import dtref
from dtref.errors import Invalid
from dtref.io.foreign.dtref_model import from_tree
from dtref.io.foreign.tree import ForeignTree, Known
from dtref.io.models import Model, parse_model, write_model
from dtref.oracle.verify.report import report_text
from dtref.oracle.verify.verdicts import Beaten, NotACandidate
from dtref.oracle.verify.verify import verify
from dtref.spec.growing.hunt import grow, hunt
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.tied_trees import count_partitions, count_trees, trees
from dtref.spec.model.attributes import MISSING, Continuous, Nominal
from dtref.spec.model.branches import condition
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.optima import EverySubset
from dtref.spec.model.prediction import predict
from dtref.spec.model.tests import Threshold
from dtref.spec.model.trees import Branch, Gap, leaf_count
from dtref.spec.preparation.missing import keep_missing
from dtref.spec.presets import CART, OBLIQUE, REGRESSION_TREE, SCIKIT_LEARN
from dtref.spec.split.numeric.oblique import ObliqueSearch

LEARNED = evolve(CART, name="LEARNED", missing=keep_missing, gap=Gap.LEARNED)
NUMBERS = evolve(REGRESSION_TREE, missing=keep_missing, gap=Gap.LEARNED)
Row: TypeAlias = tuple[int | None, int | None, int, int]
"""Two values, a class, a weight."""


def data_of(xs: list[float | None], ys: list[int], *, numbers: bool = False) -> DataSet:
    target = Continuous("y") if numbers else Nominal("y", tuple(str(y) for y in sorted(set(ys))))
    cells = [(MISSING if x is None else Fraction(x),) for x in xs]
    return DataSet((Continuous("x"),), target, tuple(Record(c, Fraction(y) if numbers else str(y)) for c, y in zip(cells, ys, strict=True)))


def table_of(rows: list[Row]) -> DataSet:
    def cell(x: int | None) -> Fraction | object:
        return MISSING if x is None else Fraction(x)

    target = Nominal("y", ("0", "1", "2"))
    records = tuple(Record((cell(a), cell(b)), str(y), Fraction(w)) for a, b, y, w in rows)  # type: ignore[arg-type]
    return DataSet((Continuous("a"), Continuous("b")), target, records)


def root_of(data: DataSet, policy: Policy) -> tuple[list[str], object]:
    recursion = hunt(data, policy)
    decision = recursion.decide(recursion.root())
    return [condition(test, 0) for test in decision.optima if not isinstance(test, EverySubset)], decision.value


class TestByHand:
    def test_cuts_are_tried_with_missing_values_on_either_side(self) -> None:
        data = data_of([None, None, 3, 4, 5, 6], [0, 1, 2, 3, 4, 5], numbers=True)
        assert root_of(data, NUMBERS) == (["x <= 3.5 or missing"], Fraction(9, 4))

    def test_known_values_are_tried_against_missing_ones(self) -> None:
        data = data_of([None] * 4 + [1, 2, 3, 4], [0] * 4 + [1] * 4, numbers=True)
        assert root_of(data, NUMBERS) == (["x is known"], Fraction(1, 4))

    def test_a_column_that_is_constant_where_known_may_be_asked(self) -> None:
        assert root_of(data_of([7, 7, None], [0, 0, 1]), LEARNED)[0] == ["x is known"]
        assert leaf_count(grow(data_of([None, None], [0, 1]), LEARNED)) == 1

    def test_directions_of_equal_value_are_a_tie(self) -> None:
        """One record of each class misses the value: it does the same harm on either side, and known against missing is worth 0."""
        data = data_of([1, 2, None, None], [0, 1, 0, 1])
        assert root_of(data, LEARNED) == (["x <= 1.5", "x <= 1.5 or missing"], Fraction(1, 6))
        assert (count_trees(data, LEARNED), count_partitions(data, LEARNED)) == (2, 2)
        assert {predict(tree, {"x": None}).labels for tree in trees(data, LEARNED)} == {("0", "1")}

    @pytest.mark.parametrize(("xs", "goes"), [([1, 3], "1"), ([1, 3, 3], "1"), ([1, 1, 3], "0"), ([1, 1, 3, 3], "1")])
    def test_where_none_was_missing_they_go_to_more_records_the_second_of_equal_ones(self, xs: list[float | None], goes: str) -> None:
        data = data_of(xs, [int(x == 3) for x in xs])
        assert predict(grow(data, LEARNED), {"x": None}).labels == (goes,)
        assert root_of(data, LEARNED)[0] == ["x <= 2 or missing" if goes == "0" else "x <= 2"]

    def test_more_records_whatever_they_weigh(self) -> None:
        records = (Record((Fraction(1),), "0", Fraction(9)), *(Record((Fraction(x),), "1") for x in (2, 3)))
        tree = grow(DataSet((Continuous("x"),), Nominal("y", ("0", "1")), records), LEARNED)
        assert predict(tree, {"x": None}).labels == ("1",)

    def test_what_has_no_direction_is_refused(self) -> None:
        nominal = DataSet((Nominal("x", ("a", "b")),), Nominal("y", ("0", "1")), (Record(("a",), "0"), Record(("b",), "1")))
        with pytest.raises(Invalid, match="cuts of numbers"):
            grow(nominal, LEARNED)
        with pytest.raises(Invalid, match="no oblique tests"):
            grow(data_of([1, 2], [0, 1]), evolve(OBLIQUE, oblique=ObliqueSearch(), missing=keep_missing, gap=Gap.LEARNED))
        test = Threshold(Continuous("x"), Fraction(1), Fraction(2), Fraction(1))
        below = grow(data_of([1, 2], [0, 1]), LEARNED)
        assert isinstance(below, Branch)
        with pytest.raises(ValueError, match="does not say where a missing value goes"):
            Branch(below.counts, below.labels, test, (test,), below.children, Gap.LEARNED)


# the brute force: the sides of every candidate as lists of records


def sides(rows: tuple[int, ...], data: list[Row]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    splits = []
    for column in (0, 1):
        lost = tuple(r for r in rows if data[r][column] is None)
        known = sorted({x for r in rows if (x := data[r][column]) is not None})
        for x in known[:-1]:
            low = tuple(r for r in rows if (v := data[r][column]) is not None and v <= x)
            high = tuple(r for r in rows if (v := data[r][column]) is not None and v > x)
            splits += [(low, (*high, *lost)), ((*low, *lost), high)] if lost else [(low, high)]
        if lost and known:
            splits.append((tuple(r for r in rows if r not in lost), lost))
    return splits


def unlike(rows: tuple[int, ...], data: list[Row]) -> Fraction:
    """The weight of a side times its Gini index: of pairs of records with different classes, per weight of the side."""
    pairs = sum(data[r][3] * data[s][3] for r in rows for s in rows if data[r][2] != data[s][2])
    return Fraction(pairs, sum(data[r][3] for r in rows))


def brute(rows: tuple[int, ...], data: list[Row]) -> tuple[int, frozenset[object]]:
    """The number of trees, and the recursive partitions."""
    splits = sides(rows, data)
    if len({data[r][2] for r in rows}) < 2 or not splits:
        return 1, frozenset([tuple(sorted(rows))])
    least = min(unlike(a, data) + unlike(b, data) for a, b in splits)
    count, partitions = 0, set[object]()
    for split in splits:
        if unlike(split[0], data) + unlike(split[1], data) == least:
            parts = [brute(side, data) for side in split]
            count += prod(n for n, _ in parts)
            partitions |= {frozenset((a, b)) for a in parts[0][1] for b in parts[1][1]}
    return count, frozenset(partitions)


VALUES = st.sampled_from([None, None, 0, 1, 2])
ROWS = st.lists(st.tuples(VALUES, VALUES, st.integers(0, 2), st.integers(1, 2)), min_size=1, max_size=6)


@given(ROWS)
def test_trees_and_partitions_are_those_of_a_brute_force(rows: list[Row]) -> None:
    count, partitions = brute(tuple(range(len(rows))), rows)
    data = table_of(rows)
    assert (count_trees(data, LEARNED), count_partitions(data, LEARNED)) == (count, len(partitions))


@given(ROWS)
def test_every_view_knows_the_direction(rows: list[Row]) -> None:
    """A grown tree is right, also after a file; a table is predicted as its records are; training records reach their leaves."""
    data = table_of(rows)
    tree = grow(data, LEARNED)
    assert dtref.grow(data, LEARNED) == tree
    assert verify(from_tree(tree), data, LEARNED).wrong == ()
    assert parse_model(write_model(Model(data.attributes, data.target, "by hand", tree))).tree == tree
    reached = [predict(tree, dict(zip("ab", record.values, strict=True))) for record in data]
    assert [p.labels for p in dtref.predict(tree, data)] == [p.labels for p in reached]
    if len({record.values for record in data}) == len(rows):
        assert all(record.label in p.labels for record, p in zip(data, reached, strict=True))


# scikit-learn's own trees


def fitted(seed: int) -> tuple[ForeignTree, DataSet]:
    np, trees_of = pytest.importorskip("numpy"), pytest.importorskip("sklearn.tree")
    rng = np.random.default_rng(seed)
    shape = int(rng.integers(6, 30)), 2
    x = np.where(rng.random(shape) < rng.choice([0.1, 0.3]), np.nan, rng.integers(0, 6, shape).astype(float))
    y, weights = rng.integers(0, 2, shape[0]), rng.integers(1, 4, shape[0])
    model = trees_of.DecisionTreeClassifier(random_state=seed).fit(x, y, weights)
    data = dtref.from_arrays(x, y, weights=weights, continuous=["x0", "x1"])
    return dtref.read_scikit_learn(model, ["x0", "x1"]), data


OF_SCIKIT_LEARN = evolve(SCIKIT_LEARN, missing=keep_missing, gap=Gap.LEARNED)


@pytest.mark.parametrize("seed", range(12))
def test_scikit_learns_trees_are_right_and_a_direction_turned_round_is_named(seed: int) -> None:
    tree, data = fitted(seed)
    report = verify(tree, data, OF_SCIKIT_LEARN)
    assert (report.wrong, {"NotChecked"} & set(report.tally)) == ((), set()), "\n".join(report_text(report))
    # the root's direction turned round
    ask = tree.root.ask
    assert ask is not None
    if isinstance(ask, Known):
        return
    turned = evolve(tree, root=evolve(tree.root, ask=evolve(ask, missing=1 - (ask.missing or 0))))
    root = verify(turned, data, OF_SCIKIT_LEARN).findings[0]
    assert any(isinstance(verdict, Beaten | NotACandidate) for verdict in root.verdicts)
