"""Trees of scikit-learn as dtref's, node by node, with the records' own counts; on generated whole numbers, which float32 holds exactly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from random import Random
from typing import Any

from attrs import evolve, frozen

from dtref.spec.model.attributes import Attribute, Continuous, Nominal
from dtref.spec.model.counts import Weighted, columns, labels_of, statistic, tally_of
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.tests import Threshold
from dtref.spec.model.trees import Branch, Leaf, Tree

CLASSES = ("a", "b", "c")


@frozen(eq=False)
class Fitted:
    """A model of scikit-learn, its columns, and the same tree and records as dtref has them."""

    model: Any
    x: list[list[float]]
    y: list[float]
    weights: list[float]
    tree: Tree
    data: DataSet


def fitted(seed: int, *, regression: bool) -> Fitted:
    """A tree of some depth on up to forty records with three attributes, many of them equal; the criterion varies."""
    from sklearn import tree as sklearn_tree

    chance = Random(seed)
    n = chance.choice((1, 2, 5, 12, 40))
    x = [[float(chance.randrange(6)) for _ in range(3)] for _ in range(n)]
    y = [float(chance.randrange(4)) if regression else float(chance.randrange(3)) for _ in range(n)]
    weights = [float(chance.choice((1, 1, 2, 3))) for _ in range(n)]
    settings = {"max_depth": chance.choice((1, 2, None)), "random_state": seed}
    if regression:
        model = sklearn_tree.DecisionTreeRegressor(**settings)
    else:
        model = sklearn_tree.DecisionTreeClassifier(criterion=chance.choice(("gini", "entropy")), **settings)
    model.fit(x, y, sample_weight=weights)
    target: Attribute = Continuous("y") if regression else Nominal("y", CLASSES)
    labels: Sequence[str | Fraction] = list(map(Fraction, y)) if regression else [CLASSES[int(c)] for c in y]
    records = [Record(tuple(map(Fraction, row)), c, Fraction(w)) for row, c, w in zip(x, labels, weights, strict=True)]
    data = DataSet(tuple(map(Continuous, "pqr")), target, records)
    return Fitted(model, x, y, weights, as_ours(model.tree_, data), data)


def as_ours(theirs: Any, data: DataSet) -> Tree:
    """The same tests, with the counts of the records that they send to each node."""
    coded = columns(data)

    def node(i: int, rows: tuple[int, ...]) -> Tree:
        counts = statistic(coded, Weighted(rows))
        tally, labels = tally_of(data.target, counts), labels_of(data.target, counts)
        if theirs.children_left[i] < 0:
            return Leaf(tally, labels)
        column, cut = int(theirs.feature[i]), Fraction(theirs.threshold[i])
        attribute = data.attributes[column]
        assert isinstance(attribute, Continuous)
        left = tuple(r for r in rows if data.records[r].values[column] <= cut)  # type: ignore[operator]
        right = tuple(r for r in rows if r not in left)
        test = Threshold(attribute, cut - Fraction(1, 2), cut + Fraction(1, 2), cut)
        below = (node(int(theirs.children_left[i]), left), node(int(theirs.children_right[i]), right))
        return Branch(tally, labels, test, (test,), below)

    return node(0, tuple(range(len(data))))


def with_other_values(fit: Fitted, seed: int) -> Iterator[tuple[list[float], Record]]:
    """Records that the tree was not grown from, as scikit-learn and as dtref have them."""
    chance = Random(seed)
    for record in fit.data:
        row = [float(chance.randrange(-1, 7)) for _ in range(3)]
        yield row, evolve(record, values=tuple(map(Fraction, row)))
