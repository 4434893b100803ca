"""Importances by permutation against every permutation of up to five records, each predicted anew by a tree that says one label a leaf."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations, product
from random import Random

import pytest
from attrs import evolve
from many import one_in
from narrow import defined

import dtref
from dtref.errors import Invalid
from dtref.spec.growing.hunt import grow
from dtref.spec.model.attributes import Attribute, Continuous, Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.schemes import fold
from dtref.spec.model.trees import Label, Leaf, Tree, children, nodes
from dtref.spec.presets import CART, ID3, REGRESSION_TREE
from dtref.spec.views.permutation_importance import importance_of_permutation, permutation_importance
from dtref.spec.views.shape import parity

SEEDS = range(360)


def sample(seed: int) -> tuple[Tree, DataSet]:
    """A tree of some records, and up to five others to predict, with weights; every third time of numbers."""
    chance = Random(seed)
    regression = seed % 3 == 2
    target: Attribute = Continuous("y") if regression else Nominal("y", ("a", "b"))

    def records(n: int, most: int) -> list[Record]:
        labels: list[Label] = [Fraction(chance.randrange(4)) if regression else chance.choice("ab") for _ in range(n)]
        return [Record((Fraction(chance.randrange(3)), chance.choice("uv")), y, Fraction(chance.randint(1, most))) for y in labels]

    attributes = (Continuous("x"), Nominal("k", ("u", "v")))
    training = DataSet(attributes, target, records(chance.randint(1, 6), 1))
    tree = grow(training, REGRESSION_TREE if regression else (ID3, CART)[seed % 2])
    return tree, DataSet(attributes, target, records(chance.randint(1, 5), 3))


def trees_of_one_label(tree: Tree) -> Iterator[Tree]:
    """Every tree that says one of its labels in each leaf."""
    choices = [leaf.labels for leaf in nodes(tree) if isinstance(leaf, Leaf)]
    for chosen in product(*choices):
        rest = list(chosen)

        def relabelled(node: Tree, parts: Sequence[Tree], rest: list[Label] = rest) -> Tree:
            return evolve(node, labels=(rest.pop(0),)) if isinstance(node, Leaf) else evolve(node, children=tuple(parts))

        yield fold(tree, children, relabelled)


def losses(tree: Tree, data: DataSet, column: int) -> list[list[Fraction]]:
    """The weighted loss on record i with the value of record j, predicted anew."""

    def loss(record: Record, donor: Record) -> Fraction:
        cells = [*record.values]
        cells[column] = donor.values[column]
        (label,) = dtref.predict(tree, dict(zip((a.name for a in data.attributes), cells, strict=True))).labels
        wrong = (record.label - label) ** 2 if isinstance(label, Fraction) else Fraction(record.label != label)  # type: ignore[operator]
        return record.weight * wrong

    return [[loss(record, donor) for donor in data] for record in data]


def test_every_permutation_written_out() -> None:
    tied = 0
    for seed in one_in(3, SEEDS):
        tree, data = sample(seed)
        n, weight = len(data), sum(record.weight for record in data)
        for column, name in enumerate(("x", "k")):
            tables = [losses(one, data, column) for one in trees_of_one_label(tree)]
            now = [sum((table[i][i] for i in range(n)), Fraction(0)) for table in tables]
            grown = [
                [(sum(table[i][order[i]] for i in range(n)) - before) / weight for order in permutations(range(n))]
                for table, before in zip(tables, now, strict=True)
            ]
            means = [sum(values, Fraction(0)) / len(values) for values in grown]
            assert permutation_importance(tree, data, name) == (min(means), max(means)), seed
            tied += min(means) < max(means)
            for i, order in enumerate(permutations(range(n))):
                if i % 29 == seed % 29:
                    values = [of_one[i] for of_one in grown]
                    assert importance_of_permutation(tree, data, name, order) == (min(values), max(values)), (seed, order)
    assert tied > 5


def test_a_constant_column_and_one_record_have_none() -> None:
    data = parity(2)
    tree = grow(data, ID3)
    alike = DataSet(data.attributes, data.target, [evolve(r, values=("True", r.values[1])) for r in data])
    assert permutation_importance(tree, alike, "x1") == (0, 0)
    assert permutation_importance(tree, DataSet(data.attributes, data.target, data.records[:1]), "x2") == (0, 0)


def test_the_order_of_the_records_does_not_count() -> None:
    data = parity(3)
    tree = grow(data, ID3)
    backwards = DataSet(data.attributes, data.target, data.records[::-1])
    assert permutation_importance(tree, data, "x2") == permutation_importance(tree, backwards, "x2") == (Fraction(1, 2), Fraction(1, 2))


def test_repeated_records_are_more_than_weights() -> None:
    """A value of weight 2 is dealt out once, two of weight 1 twice: the numbers differ, as the vectors say."""
    x, c = Continuous("x"), Nominal("c", ("a", "b"))
    tree = grow(DataSet((x,), c, [Record((Fraction(0),), "a"), Record((Fraction(1),), "b")]), CART)
    twice = [Record((Fraction(0),), "a"), Record((Fraction(0),), "a"), Record((Fraction(1),), "b")]
    weighed = [Record((Fraction(0),), "a", Fraction(2)), Record((Fraction(1),), "b")]
    assert defined(permutation_importance(tree, DataSet((x,), c, twice), "x"))[0] == Fraction(4, 9)
    assert defined(permutation_importance(tree, DataSet((x,), c, weighed), "x"))[0] == Fraction(1, 2)


def test_what_is_no_question_is_refused() -> None:
    data = parity(2)
    tree = grow(data, ID3)
    with pytest.raises(Invalid, match="one of 'x1', 'x2'"):
        permutation_importance(tree, data, "x3")
    with pytest.raises(Invalid, match="4 positions, one a record"):
        importance_of_permutation(tree, data, "x1", (1, 0))
    with pytest.raises(Invalid, match="0 twice"):
        importance_of_permutation(tree, data, "x1", (0, 0, 1, 2))
    numbers = DataSet((Continuous("x"),), Continuous("y"), [Record((Fraction(1),), Fraction(1))])
    with pytest.raises(Invalid, match="a nominal target"):
        permutation_importance(tree, numbers, "x")
