"""Bad input of the search for good trees, each refused or bounded by name; weights that are fractions."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from dtref.engines.good_trees import SearchOptions, best_trees, near_best_trees
from dtref.errors import Invalid, Undecided
from dtref.spec.model.attributes import Continuous, Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.optimal import tree_space
from dtref.spec.optimal.good_trees import GoodTrees, Within
from dtref.spec.optimal.in_all_trees import best_by_errors, importance_range, least_depth, trees_without
from dtref.spec.optimal.losses import Objective, TreeLimits
from dtref.spec.optimal.optimal import optimal_tree
from dtref.spec.presets import CART
from dtref.spec.views.shape import parity

NO_NUMBER: tuple[Any, ...] = (float("nan"), float("inf"), 0.1, "x")


def none_within() -> GoodTrees:
    return near_best_trees(parity(2), CART, Within(Fraction(0), strict=True))


def partitions() -> GoodTrees:
    return best_trees(parity(2), CART, options=SearchOptions(partitions=True))


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        *((lambda x=x: Objective(penalty=x), "penalty: expected an exact number") for x in NO_NUMBER),
        *((lambda x=x: Within(x), "within: expected an exact number") for x in NO_NUMBER),
        *((lambda x=x: TreeLimits(depth=x), "depth: expected a whole number of at least 0") for x in (-1, 1.5, *NO_NUMBER)),
        *((lambda x=x: TreeLimits(leaves=x), "leaves: expected a whole number of at least 1") for x in (0, 1.5, *NO_NUMBER)),
        *((lambda x=x: TreeLimits(records=x), "records: expected a whole number of at least 1") for x in (0, 1.5, None, *NO_NUMBER)),
        *((lambda x=x: optimal_tree(parity(2), CART, max_depth=x), "max_depth: expected a whole number") for x in (-1, *NO_NUMBER)),
        *((lambda x=x: optimal_tree(parity(2), CART, max_leaves=x), "max_leaves: expected a whole number") for x in (0, *NO_NUMBER)),
        *((lambda x=x: trees_without(best_by_errors(parity(2)), x), "attribute: expected a whole number from 0 to 1") for x in (-1, 2)),
        *((lambda x=x: importance_range(best_by_errors(parity(2)), x), "attribute: expected a whole number") for x in (-1, 2, *NO_NUMBER)),
        *(
            (lambda x=x: best_by_errors(parity(2)).tree(x), "number of a tree: expected a whole number from 0 to 1")
            for x in (-1, 2, *NO_NUMBER)
        ),
        (lambda: none_within().tree(0), "number of a tree: expected a set that has trees"),
        (lambda: least_depth(none_within()), "good trees: expected at least one tree"),
        (lambda: importance_range(none_within(), 0), "good trees: expected at least one tree"),
        (lambda: trees_without(partitions(), 0), "partitions: expected trees as they are written"),
        (lambda: importance_range(partitions(), 0), "partitions: expected trees as they are written"),
        (lambda: best_trees(parity(2), CART, options=SearchOptions(avoid=("x3",))), "avoid: expected one of the attributes x1, x2"),
    ],
)
def test_what_is_no_answer_is_refused_by_name(wrong: Callable[[], object], said: str) -> None:
    with pytest.raises(Invalid, match=f"^{said}"):
        wrong()


def test_more_records_and_values_than_memory_is_for_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    records = tuple(Record((Fraction(i),), "ab"[i % 2]) for i in range(40))
    data = DataSet((Continuous("x"),), Nominal("y", ("a", "b")), records)
    monkeypatch.setattr(tree_space, "MOST_BITS_OF_SETS", 40 * 40)
    assert best_trees(data, CART, limits=TreeLimits(depth=1)).number
    monkeypatch.setattr(tree_space, "MOST_BITS_OF_SETS", 40 * 40 - 1)
    with pytest.raises(Undecided, match="best trees: not decided within 1599 bits for sets of records with one value, of the 1600"):
        best_trees(data, CART, limits=TreeLimits(depth=1))


def test_weights_that_are_fractions_count_as_they_are() -> None:
    # at the leaf 2/7 is lost of 1/3 + 2/7 + 1/3 = 20/21
    x = Continuous("x")
    cells = ((1, "a", Fraction(1, 3)), (2, "b", Fraction(2, 7)), (3, "a", Fraction(1, 3)))
    data = DataSet((x,), Nominal("y", ("a", "b")), tuple(Record((Fraction(v),), y, w) for v, y, w in cells))
    assert best_trees(data, CART, limits=TreeLimits(depth=0)).values == ((Fraction(3, 10), Fraction(2, 7), 1, 1),)
    assert best_trees(data, CART, Objective(penalty=Fraction(3, 20))).values == (
        (Fraction(9, 20), Fraction(2, 7), 1, 1),
        (Fraction(9, 20), 0, 3, 2),
    )
