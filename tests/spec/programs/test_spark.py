"""Spark's tree as a policy, beside the program's own steps written plainly: bins, categories, sizes, and the merging of leaves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import floor, log
from typing import TypeAlias

import pytest
from attrs import evolve, frozen
from hypothesis import given
from hypothesis import strategies as st

import dtref
from dtref.errors import Invalid
from dtref.spec.growing.hunt import grow
from dtref.spec.model.attributes import Cell, Continuous, Nominal, Ordinal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.trees import Branch, Tree
from dtref.spec.split.centroid_groups import CentroidGroups
from dtref.spec.split.numeric.stride_bins import StrideBins

Row: TypeAlias = tuple[tuple[float, ...], float, float]
"""Cells, label and weight, as Spark has them."""
Goes: TypeAlias = Callable[[tuple[float, ...]], bool]
"""Whether a record goes left."""


@frozen
class Task:
    """A training set as Spark has it. arities: of columns that are categories; classes: 0 for numbers."""

    rows: tuple[Row, ...]
    arities: dict[int, int]
    classes: int
    depth: int = 5
    bins: int = 32
    least: int = 1
    share: float = 0.0
    gain: float = 0.0
    prune: bool = True


@frozen
class Twin:
    """A node: what it predicts and, unless it is a leaf, where records go."""

    label: Fraction
    goes: Goes | None = None
    below: tuple[Twin, ...] = ()


def thresholds(task: Task, column: int) -> list[float]:
    """The borders of a column's bins, in doubles."""
    bins, total = min(task.bins, len(task.rows)), sum(w for _, _, w in task.rows)
    weights: Counter[float] = Counter()
    for x, _, w in task.rows:
        weights[x[column]] += w  # type: ignore[assignment]
    zero = weights.pop(0.0, 0)
    if not weights:
        return []
    if zero > 0:
        weights[0.0] = zero
    values = sorted(weights)
    if len(values) <= bins:
        return [(a + b) / 2 for a, b in pairwise(values)]
    stride, current, made = total / bins, float(weights[values[0]]), list[float]()
    target = stride
    for a, b in pairwise(values):
        before, current = current, current + weights[b]
        if abs(before - target) < abs(current - target):
            made.append((a + b) / 2)
            target += stride
    return made


def statistics(task: Task, rows: Sequence[Row]) -> list[Fraction]:
    if not task.classes:
        return [sum((Fraction(w) * Fraction(y) ** p for _, y, w in rows), Fraction(0)) for p in range(3)]
    return [sum((Fraction(w) for _, y, w in rows if y == k), Fraction(0)) for k in range(task.classes)]


def impurity(task: Task, n: Sequence[Fraction]) -> Fraction:
    if task.classes:
        return 1 - sum(((x / sum(n)) ** 2 for x in n), Fraction(0)) if sum(n) else Fraction(0)
    return n[2] / n[0] - (n[1] / n[0]) ** 2 if n[0] else Fraction(0)


def predicted(task: Task, n: Sequence[Fraction]) -> Fraction:
    if task.classes:
        return Fraction(n.index(max(n)))
    return n[1] / n[0] if n[0] else Fraction(0)


def splits(task: Task, column: int, rows: Sequence[Row]) -> Iterator[Goes]:
    """The splits of a column in the order in which they are tried."""
    if column not in task.arities:
        yield from (lambda x, t=t: x[column] <= t for t in thresholds(task, column))
        return
    arity, bins = task.arities[column], min(task.bins, len(task.rows))
    if task.classes > 2 and arity <= floor(log(bins // 2 + 1) / log(2) + 1):
        yield from (lambda x, mask=mask: bool(mask >> int(x[column]) & 1) for mask in range(1, 2 ** (arity - 1)))
        return

    def centroid(value: int) -> tuple[bool, Fraction]:
        n = statistics(task, [row for row in rows if row[0][column] == value])
        if not any(n):
            return True, Fraction(0)
        return False, impurity(task, n) if task.classes > 2 else n[1] if task.classes else n[1] / n[0]

    order = sorted(range(arity), key=centroid)
    yield from (lambda x, left=frozenset(order[:i]): int(x[column]) in left for i in range(1, arity))


def grown(task: Task, rows: Sequence[Row], level: int = 0) -> Twin:
    n = statistics(task, rows)
    leaf = Twin(predicted(task, n))
    if level == task.depth or (level and impurity(task, n) < Fraction(2) ** -52):
        return leaf
    total = sum(Fraction(w) for _, _, w in task.rows)
    best, best_gain = None, None
    for column in range(len(rows[0][0])):
        for goes in splits(task, column, rows):
            sides = [row for row in rows if goes(row[0])], [row for row in rows if not goes(row[0])]
            stats = [statistics(task, side) for side in sides]
            weights = [Fraction(s[0] if not task.classes else sum(s)) for s in stats]
            if min(map(len, sides)) < task.least or min(weights) < Fraction(task.share * float(total)) or not sum(weights):
                continue
            gain = impurity(task, n) - sum(w / sum(weights) * impurity(task, s) for w, s in zip(weights, stats, strict=True))
            if gain >= Fraction(task.gain) and (best_gain is None or gain > best_gain):
                best, best_gain = (goes, sides), gain
    if best is None or best_gain is None or best_gain <= 0:
        return leaf
    below = tuple(grown(task, side, level + 1) for side in best[1])
    if task.prune and not any(child.below for child in below) and below[0].label == below[1].label:
        return leaf
    return Twin(leaf.label, best[0], below)


def ends(node: Twin, rows: Sequence[Row]) -> list[Fraction]:
    """What is predicted for each record."""

    def end(node: Twin, x: tuple[float, ...]) -> Fraction:
        while node.goes is not None:
            node = node.below[0 if node.goes(x) else 1]
        return node.label

    return [end(node, x) for x, _, _ in rows]


def size(node: Twin) -> int:
    return 1 + sum(map(size, node.below))


def data_set(task: Task) -> DataSet:
    kinds = [
        Nominal(f"a{i}", tuple(map(str, range(task.arities[i])))) if i in task.arities else Continuous(f"a{i}")
        for i in range(len(task.rows[0][0]))
    ]
    target = Nominal("y", tuple(map(str, range(task.classes)))) if task.classes else Continuous("y")

    def cell(i: int, x: float) -> Cell:
        return str(int(x)) if i in task.arities else Fraction(x)

    records = [
        Record(tuple(cell(i, v) for i, v in enumerate(x)), str(int(y)) if task.classes else Fraction(y), Fraction(w))
        for x, y, w in task.rows
    ]
    return DataSet(tuple(kinds), target, tuple(records))


def policy_for(task: Task) -> dtref.Policy:
    return dtref.spark(
        impurity="gini" if task.classes else "variance",
        maxDepth=task.depth,
        maxBins=task.bins,
        minInstancesPerNode=task.least,
        minWeightFractionPerNode=Fraction(task.share),
        minInfoGain=Fraction(task.gain),
        pruneTree=task.prune,
    )


def tree_size(tree: Tree) -> int:
    return 1 + sum(map(tree_size, tree.children)) if isinstance(tree, Branch) else 1


@st.composite
def tasks(draw: st.DrawFn) -> Task:
    kinds = draw(st.lists(st.sampled_from((0, 2, 3, 4)), min_size=1, max_size=3))
    classes = draw(st.sampled_from((0, 2, 3)))
    halves = st.integers(-4, 6).map(lambda n: n / 2)
    cells = st.tuples(*(halves if k == 0 else st.integers(0, k - 1).map(float) for k in kinds))
    labels = st.integers(0, (classes or 5) - 1).map(float)
    rows = draw(st.lists(st.tuples(cells, labels, st.sampled_from((1.0, 1.0, 2.0, 0.5))), min_size=4, max_size=14))
    return Task(
        tuple(rows),
        {i: k for i, k in enumerate(kinds) if k},
        classes,
        draw(st.sampled_from((5, 0, 1))),
        draw(st.sampled_from((32, 4, 6))),
        draw(st.sampled_from((1, 3))),
        draw(st.sampled_from((0.0, 0.125, 0.3))),
        draw(st.sampled_from((0.0, 0.0625))),
        draw(st.booleans()),
    )


@given(tasks())
def test_the_tree_of_the_first_of_the_best_tests_is_the_program_s(task: Task) -> None:
    twin, tree = grown(task, task.rows), grow(data_set(task), policy_for(task))
    assert tree_size(tree) == size(twin)
    names = [attribute.name for attribute in data_set(task).attributes]
    labels = [dtref.predict(tree, dict(zip(names, record.values, strict=True))).labels[0] for record in data_set(task).records]
    assert [Fraction(label) for label in labels] == ends(twin, task.rows)


COUNTED = Task((*((((0.0,), 0.0, 1.0),) * 10), *((((0.0,), 1.0, 1.0),) * 2), ((1.0,), 1.0, 1.0), *((((2.0,), 0.0, 1.0),) * 5)), {0: 3}, 2)
"""Of category 0 two of twelve records are of class 1, of category 1 the only one, of category 2 none of five."""


def test_categories_of_two_classes_are_in_the_order_of_a_weight_and_not_of_a_share() -> None:
    """Spark 4.3 makes a leaf of these records: category 1 alone, which parts them best, is no beginning of 2, 1, 0."""
    data = data_set(COUNTED)
    assert tree_size(grow(data, dtref.spark(maxDepth=1))) == 1
    unpruned = grow(data, dtref.spark(maxDepth=1, pruneTree=False))
    assert isinstance(unpruned, Branch)
    assert [child.labels for child in unpruned.children] == [("0",), ("0",)]
    best = grow(data, evolve(dtref.spark(maxDepth=1), nominal=dtref.CART.nominal))
    assert isinstance(best, Branch)
    assert {child.labels for child in best.children} == {("0",), ("1",)}


@pytest.mark.parametrize(
    ("bins", "values", "every"), [(32, 5, True), (32, 6, False), (14, 4, True), (13, 4, False), (2, 2, True), (6, 3, True), (5, 3, False)]
)
def test_all_groups_are_tried_of_as_many_values_as_have_two_bins_for_each(bins: int, values: int, every: bool) -> None:
    """2 (2^(values - 1) - 1) bins at most; of two classes never."""
    attribute = Nominal("x", tuple(map(str, range(values))))
    assert CentroidGroups(bins).tries_all(attribute, 3) is every is (2 * (2 ** (values - 1) - 1) <= bins)
    assert not CentroidGroups(bins).tries_all(attribute, 2)


def numbers(*cells: float, weights: Sequence[float] = ()) -> DataSet:
    rows = zip(cells, weights or (1.0,) * len(cells), strict=True)
    return data_set(Task(tuple(((x,), float(i % 2), w) for i, (x, w) in enumerate(rows)), {}, 2))


def test_zeros_that_weigh_hardly_anything_are_no_number_of_a_column() -> None:
    assert StrideBins().of(numbers(0, 1, 2)).bounds["a0"] == (Fraction(1, 2), Fraction(3, 2))
    assert StrideBins().of(numbers(0, 1, 2, weights=(2.0**-50, 1, 1))).bounds["a0"] == (Fraction(3, 2),)
    assert StrideBins().of(numbers(0, 0)).bounds["a0"] == ()


def test_more_records_than_the_program_looks_at_are_refused() -> None:
    rows = tuple(((float(i % 3),), float(i % 2), 1.0) for i in range(10_001))
    with pytest.raises(Invalid, match="at most 10000: of more Spark draws a sample"):
        grow(data_set(Task(rows, {}, 2)), dtref.spark(maxBins=100))
    assert StrideBins(101).of(data_set(Task(rows, {}, 2))).bounds["a0"] == (Fraction(1, 2), Fraction(3, 2))
    assert tree_size(grow(data_set(Task(rows, {0: 3}, 2)), dtref.spark(maxDepth=1))) >= 1


def test_a_node_below_the_root_is_a_leaf_where_its_variance_is_below_an_epsilon() -> None:
    """Variances of about 2^-60: Spark 4.3 asks the root all the same, and nothing below it."""
    rows = tuple(((float(i),), i * 2.0**-30, 1.0) for i in range(4))
    assert tree_size(grow(data_set(Task(rows, {}, 0)), dtref.spark(impurity="variance"))) == 3
    assert (
        tree_size(
            grow(data_set(evolve(Task(rows, {}, 0), rows=tuple((x, y * 2**10, w) for x, y, w in rows))), dtref.spark(impurity="variance"))
        )
        == 7
    )


@pytest.mark.parametrize(
    ("setting", "wanted"),
    [
        ({"impurity": "error"}, "gini, entropy, variance"),
        ({"maxDepth": 31}, "30"),
        ({"maxDepth": -1}, "0"),
        ({"maxBins": 1}, "2"),
        ({"minInstancesPerNode": 0}, "1"),
        ({"minWeightFractionPerNode": Fraction(1, 2)}, "below 0.5"),
        ({"minInfoGain": -1}, "0"),
        ({"pruneTree": 1}, "True or False"),
        ({"thresholds": [0, 0]}, "one of them 0 at most"),
        ({"thresholds": [1, 2], "impurity": "variance"}, "none beside variance"),
    ],
    ids=str,
)
def test_what_spark_refuses_is_refused_by_name(setting: dict[str, object], wanted: str) -> None:
    with pytest.raises(Invalid, match=wanted) as caught:
        dtref.spark(**setting)  # type: ignore[arg-type]
    assert caught.value.where.startswith("Spark, ")
    assert next(iter(setting)) in caught.value.where or "thresholds" in caught.value.where


def test_columns_that_spark_lacks_or_has_no_bins_for_are_refused() -> None:
    ordinal = DataSet((Ordinal("x", ("s", "l")),), Nominal("y", ("0", "1")), (Record(("s",), "0"), Record(("l",), "1")))
    with pytest.raises(Invalid, match="x: expected a column of numbers, or of nominal values, as Spark knows no other"):
        grow(ordinal, dtref.spark())
    with pytest.raises(Invalid, match="a0, values: expected at most 4, as there are so many bins"):
        grow(data_set(Task(tuple(((float(i),), i % 2, 1.0) for i in range(4)), {0: 5}, 2)), dtref.spark())


def test_thresholds_name_the_class_whose_count_is_the_most_times_its_own() -> None:
    rows = tuple(((float(i // 4),), float(i % 4 == 0), 1.0) for i in range(8))
    data = data_set(Task(rows, {}, 2))
    assert [grow(data, dtref.spark(thresholds=t)).labels for t in ([1, 1], [Fraction(3, 4), Fraction(1, 4)], [4, 1], [0, 1])] == [
        ("0",),
        ("0", "1"),
        ("1",),
        ("0",),
    ]
    with pytest.raises(Invalid, match="one for each of 2 classes"):
        grow(data, dtref.spark(thresholds=[1, 1, 1]))
