"""Deep trees grown from data: no recursion anywhere."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction

import pytest

from dtref.engines.filter.filtered import trees
from dtref.engines.tied_trees import count_partitions, count_trees
from dtref.spec.growing.hunt import grow
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.ties import tied_nodes
from dtref.spec.model.attributes import Continuous, Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.prediction import predictor
from dtref.spec.model.trees import depth, leaf_count, training_errors
from dtref.spec.presets import CART, HUNT, ID3

LEVELS, FRAMES = 140, 120
"""The chains are deeper than the stack may become, which is held down while they grow: recursion would show."""


@contextmanager
def little_recursion() -> Iterator[None]:
    before, limit = sys.getrecursionlimit(), len(inspect.stack(0)) + FRAMES
    sys.setrecursionlimit(limit)
    try:
        yield
        assert sys.getrecursionlimit() == limit
    finally:
        sys.setrecursionlimit(before)


def test_the_limit_is_one() -> None:
    def down(levels: int) -> int:
        return 1 + down(levels - 1) if levels else 0

    with little_recursion(), pytest.raises(RecursionError):
        down(LEVELS)


def alternating(records: int) -> DataSet:
    """x = 1, 2, 3 … with classes in turn. Cutting off either end is best while the number of records is even or the node large."""
    return DataSet((Continuous("x"),), Nominal("y", ("a", "b")), tuple(Record((Fraction(i),), "ab"[i % 2]) for i in range(records)))


def test_a_chain_grows_from_data() -> None:
    data = alternating(LEVELS + 1)
    with little_recursion():
        tree = grow(data, CART)
        assert (depth(tree), leaf_count(tree), training_errors(tree)) == (LEVELS, LEVELS + 1, 0)
        assert tied_nodes(tree) == LEVELS - 1
        predicted = predictor(tree, data.attributes)
        assert all(predicted(record).labels == (record.label,) for record in data)


@pytest.mark.parametrize("policy", [HUNT, ID3, CART], ids=lambda p: p.name)
def test_the_closure_of_a_chain_needs_no_recursion_either(policy: Policy) -> None:
    """Weights double from record to record, so that cutting off the heaviest is always best alone: one tree, a chain."""
    x, y = Continuous("x"), Nominal("y", ("a", "b"))
    data = DataSet((x,), y, tuple(Record((Fraction(i),), "ab"[i % 2], Fraction(2) ** i) for i in range(LEVELS + 1)))
    with little_recursion():
        assert count_trees(data, policy) == count_partitions(data, policy) == 1
        (tree,) = trees(data, policy)
    assert depth(tree) == LEVELS
