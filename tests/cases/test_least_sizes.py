"""Least sizes that count weight and least sizes that count records have two names; a preset says which its program counts."""

from __future__ import annotations

from fractions import Fraction

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

import dtref
from dtref.oracle.stated.typed_policy import typed_policy
from dtref.spec.growing.policy import Sizes
from dtref.spec.model.trees import Branch, Tree, nodes

WEIGHTS = [5, 1, 1, 5]
X = [[0], [1], [2], [3]]


def stump(tree: Tree) -> Fraction | None:
    return tree.test.cut if isinstance(tree, Branch) else None  # type: ignore[union-attr]


def test_every_branch_has_rows_or_weight() -> None:
    """Of classes a, b, b, b with weights 5, 1, 1, 5 the cut after the first record is pure; it leaves one row of weight 5 on its left."""
    data = dtref.from_arrays(X, ["a", "b", "b", "b"], weights=WEIGHTS)
    assert stump(dtref.grow(data, evolve(dtref.CART, admit=(dtref.EveryBranchHas(2),)))) == Fraction(1, 2)
    assert stump(dtref.grow(data, evolve(dtref.CART, admit=(dtref.EveryBranchHasRows(2),)))) == Fraction(3, 2)


def test_fewer_than_counts_weight_and_fewer_rows_than_counts_records() -> None:
    """Four rows of weight 12: a node of three of them weighs at least 7, and has fewer than four rows."""
    data = dtref.from_arrays(X, ["a", "b", "a", "b"], weights=WEIGHTS)
    by_rows = dtref.grow(data, evolve(dtref.CART, stop=(*dtref.CART.stop, dtref.FewerRowsThan(4))))
    by_weight = dtref.grow(data, evolve(dtref.CART, stop=(*dtref.CART.stop, dtref.FewerThan(4))))
    assert sum(isinstance(node, Branch) for node in nodes(by_rows)) == 1
    assert sum(isinstance(node, Branch) for node in nodes(by_weight)) > 1


labels = st.sampled_from("ab")
records = st.lists(st.tuples(st.integers(0, 4), st.sampled_from(["u", "v", "w"]), labels, st.integers(1, 9)), min_size=2, max_size=10)


@given(records, st.integers(1, 4))
def test_rows_are_those_of_the_same_records_without_weights(rows: list[tuple[int, str, str, int]], least: int) -> None:
    """Every branch that is made has so many records, counted one by one; and of unit weights both rules are one."""
    table = [[x, k] for x, k, _, _ in rows]
    weighted = dtref.from_arrays(table, [y for _, _, y, _ in rows], weights=[w for _, _, _, w in rows])
    plain = dtref.from_arrays(table, [y for _, _, y, _ in rows])
    policy = evolve(dtref.CART, admit=(dtref.EveryBranchHasRows(least),), stop=(*dtref.CART.stop, dtref.FewerRowsThan(2 * least)))
    tree = dtref.grow(weighted, policy)
    reached: dict[int, int] = {}
    for x, k, _, _ in rows:
        node = tree
        while isinstance(node, Branch):
            reached[id(node)] = reached.get(id(node), 0) + 1
            value = Fraction(x) if node.test.attribute.name == "x0" else k  # type: ignore[union-attr]
            node = node.children[dtref.spec.model.branches.branch_of(node.test, value)]  # type: ignore[attr-defined]
        reached[id(node)] = reached.get(id(node), 0) + 1
    for node in nodes(tree):
        if isinstance(node, Branch):
            assert reached[id(node)] >= 2 * least
            assert all(reached[id(child)] >= least for child in node.children)
    by_weight = evolve(dtref.CART, admit=(dtref.EveryBranchHas(least),), stop=(*dtref.CART.stop, dtref.FewerThan(2 * least)))
    assert dtref.grow(plain, policy) == dtref.grow(plain, by_weight)


def test_scikit_learn_grows_the_tree_that_counts_rows() -> None:
    from sklearn.tree import DecisionTreeClassifier

    y = ["a", "b", "b", "b"]
    fitted = DecisionTreeClassifier(random_state=0, min_samples_leaf=2).fit(X, y, WEIGHTS)
    policy = evolve(dtref.SCIKIT_LEARN, admit=(dtref.EveryBranchHasRows(2),))
    data = dtref.from_arrays(X, y, weights=WEIGHTS)
    assert float(fitted.tree_.threshold[0]) == 1.5
    assert stump(dtref.grow(data, policy)) == Fraction(3, 2)
    assert not dtref.verify(dtref.read_scikit_learn(fitted, ["x0"]), data, policy).wrong


SAID = {
    **dict.fromkeys(
        ("criterion", "missing_values", "gap", "max_depth", "min_improvement", "independence", "significance", "surrogates", "absent")
    ),
    **dict.fromkeys(("min_two_branches", "min_tree_improvement")),
    "tie": "first",
    "no_zero_gain": False,
}


@pytest.mark.parametrize(
    ("algorithm", "counts"), [("cart", Sizes.WEIGHT), ("c45", Sizes.WEIGHT), ("rpart", Sizes.ROWS), ("scikit-learn", Sizes.ROWS)]
)
def test_the_command_line_s_least_sizes_count_what_the_program_counts(algorithm: str, counts: Sizes) -> None:
    policy = typed_policy({**SAID, "algorithm": algorithm, "min_records": Fraction(4), "min_branch": Fraction(2)})  # type: ignore[typeddict-item]
    assert policy.sizes is counts
    rules = (
        (dtref.FewerThan(4), dtref.EveryBranchHas(2)) if counts is Sizes.WEIGHT else (dtref.FewerRowsThan(4), dtref.EveryBranchHasRows(2))
    )
    assert (policy.stop[-1], policy.admit[-1]) == rules
