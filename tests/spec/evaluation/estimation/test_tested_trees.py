"""Cross-validated trees against predictions asked one by one, and against scikit-learn's cross_val_score with the same folds."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from attrs import evolve
from hypothesis import assume, given
from hypothesis import strategies as st
from many import one_in
from narrow import defined

import dtref
from dtref.errors import Invalid
from dtref.spec.ensembles.four_ensembles import bagging
from dtref.spec.evaluation.estimation.partitions import Partition, k_fold, leave_one_out, predefined_folds
from dtref.spec.evaluation.estimation.tested_trees import cross_validate_trees
from dtref.spec.growing.hunt import grow
from dtref.spec.growing.tied_trees import count_trees
from dtref.spec.model.attributes import Continuous, Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.trees import Leaf, Tree, nodes
from dtref.spec.presets import CART, ID3, REGRESSION_TREE
from dtref.spec.pruning.selection import by_cross_validation
from dtref.spec.views.shape import parity
from dtref.strategies import data_sets

SEEDS = range(400)


@given(data_sets(max_records=7), st.sampled_from((ID3, CART)), st.randoms(use_true_random=False))
def test_errors_are_those_of_predictions_asked_one_by_one(data: DataSet, policy: dtref.Policy, chance: Random) -> None:
    assume(len(data) >= 2)
    names = [chance.choice("ab") for _ in data]
    assume(len(set(names)) == 2)
    tested = cross_validate_trees(data, lambda fold: grow(fold, policy), predefined_folds(names))
    for fold, name in zip(tested.folds, dict.fromkeys(names), strict=True):
        others = [r for r, its_name in zip(data, names, strict=True) if its_name != name]
        tree = grow(DataSet(data.attributes, data.target, others), policy)
        assert sorted(fold) == [i for i, its_name in enumerate(names) if its_name == name]
        for i, record in fold.items():
            cells = dict(zip((a.name for a in data.attributes), data.records[i].values, strict=True))
            assert record.labels == dtref.predict(tree, cells).labels
            assert record.actual == data.records[i].label
    wrong = [[sum(results.wrong, Fraction(0)) for results in (tested.least, tested.first, tested.greatest)]]
    assert wrong[0] == sorted(wrong[0])
    matrix = tested.confusion(data.classes)
    assert sum(map(sum, matrix.rows)) == len(data)
    assert len(data) - sum(matrix.rows[i][i] for i in range(len(data.classes))) == wrong[0][1]


def test_tests_that_tie_are_counted_in_each_tree() -> None:
    tested = cross_validate_trees(parity(2), lambda fold: grow(fold, ID3), leave_one_out(4))
    assert tested.tied_nodes == (1, 1, 1, 1)
    assert tested.tied_records == (0, 0, 0, 0)


def test_what_is_no_test_of_these_records_is_refused() -> None:
    data = parity(2)
    with pytest.raises(Invalid, match="fold 1: expected a number from 0 and below 4"):
        cross_validate_trees(data, lambda fold: grow(fold, ID3), [Partition((0, 1), (4,))])
    with pytest.raises(Invalid, match="fold 1: expected a tree of the data's kind of target"):
        cross_validate_trees(data, lambda _: grow(DataSet((), Continuous("y"), ()), REGRESSION_TREE), k_fold(range(4), 2))
    numbers = DataSet((), Continuous("y"), [Record((), Fraction(1)), Record((), Fraction(2))])
    with pytest.raises(Invalid, match="one without a mean"):
        cross_validate_trees(numbers, lambda _: grow(DataSet((), Continuous("y"), ()), REGRESSION_TREE), k_fold(range(2), 2))
    with pytest.raises(Invalid, match="confusion matrix: expected classes"):
        cross_validate_trees(numbers, lambda fold: grow(fold, REGRESSION_TREE), k_fold(range(2), 2)).confusion("ab")
    with pytest.raises(Invalid, match="folds: expected at least 2"):
        predefined_folds("aaa")
    with pytest.raises(Invalid, match="folds"):
        predefined_folds([1, "1"])


def shuffled(data: DataSet, seed: int) -> list[str]:
    """The name of each record's fold; two or three folds, none of them empty."""
    chance = Random(seed)
    k = chance.choice((2, 3))
    names = [str(i % k) for i in range(len(data))]
    chance.shuffle(names)
    return names


def is_certain(tree: Tree, data: DataSet) -> bool:
    """Whether the policy grows this tree alone, and each leaf has one label."""
    return all(len(leaf.labels) == 1 for leaf in nodes(tree) if isinstance(leaf, Leaf)) and count_trees(data, CART) == 1


def test_a_model_is_taken_wherever_a_function_learns_trees() -> None:
    """Of `fit` the same comes out as of `grow`; what is neither tree nor model is refused by what the function is called."""
    data, folds = parity(2), k_fold(range(4), 2)
    by_tree, by_model = (cross_validate_trees(data, lambda fold, f=f: f(fold, ID3), folds) for f in (dtref.grow, dtref.fit))  # type: ignore[misc]
    assert by_tree == by_model
    selected = [by_cross_validation(data, lambda fold, f=f: f(fold, CART), ((0, 1), (2, 3))) for f in (dtref.grow, dtref.fit)]  # type: ignore[misc]
    assert selected[0].losses == selected[1].losses
    voted = [bagging(data, lambda fold, f=f: f(fold, CART), [(0, 1, 2, 3)] * 2)(data.records[0]) for f in (dtref.grow, dtref.fit)]  # type: ignore[misc]
    assert voted[0] == voted[1]
    for attempt in (lambda: cross_validate_trees(data, lambda _: {}, folds), lambda: bagging(data, lambda _: {}, [(0, 1, 2, 3)])):  # type: ignore[arg-type, return-value]
        with pytest.raises(
            Invalid, match=r"expected a function that returns a tree, as dtref\.grow, or a model, as dtref\.fit \(got 'dict'\)"
        ):
            attempt()


@pytest.mark.peer("scikit-learn", "cross-validation")
def test_cross_val_score_of_the_same_folds() -> None:
    """Accuracy of classifiers, where no fold's tree ties."""
    selection, sklearn_tree = pytest.importorskip("sklearn.model_selection"), pytest.importorskip("sklearn.tree")
    compared = 0
    for seed in one_in(3, SEEDS):
        chance = Random(seed)
        n = chance.randint(6, 14)
        # distinct numbers in one column, which ties seldom
        cells, labels = chance.sample(range(40), n), [chance.choice("ab") for _ in range(n)]
        records = [Record((Fraction(x),), c) for x, c in zip(cells, labels, strict=True)]
        data = DataSet((Continuous("x"),), Nominal("c", ("a", "b")), records)
        names = shuffled(data, seed)
        certain = True

        def learn(fold: DataSet) -> Tree:
            nonlocal certain
            tree = grow(fold, CART)
            certain = certain and is_certain(tree, fold)
            return tree

        tested = cross_validate_trees(data, learn, predefined_folds(names))
        if not certain:
            continue
        compared += 1
        folds = [(list(parts.training), list(parts.test)) for parts in predefined_folds(names)]
        scores = selection.cross_val_score(
            sklearn_tree.DecisionTreeClassifier(random_state=seed), [[float(x)] for x in cells], labels, cv=folds, scoring="accuracy"
        )
        assert list(scores) == pytest.approx([float(1 - e) for e in defined(tested.first.fold_errors)], abs=1e-12), seed
        assert tested.least == tested.first == tested.greatest
    assert compared > len(SEEDS) / 9


@pytest.mark.peer("scikit-learn", "cross-validation")
def test_cross_val_score_of_a_model_that_cannot_tie() -> None:
    """Trees of one test on records that one cut parts: numbers in two groups."""
    selection, sklearn_tree = pytest.importorskip("sklearn.model_selection"), pytest.importorskip("sklearn.tree")
    for seed in one_in(3, SEEDS):
        chance = Random(seed)
        cells = [chance.randrange(5) + 20 * (i % 2) for i in range(chance.randint(8, 16))]
        values = [float(chance.randrange(3) + 10 * (x > 10)) for x in cells]
        data = DataSet(
            (Continuous("x"),), Continuous("y"), [Record((Fraction(x),), Fraction(y)) for x, y in zip(cells, values, strict=True)]
        )
        names = [str(i // 2 % 2) for i in range(len(cells))]
        folds = [(list(parts.training), list(parts.test)) for parts in predefined_folds(names)]
        once = dtref.AtDepth(1)
        policy = evolve(REGRESSION_TREE, stop=(*REGRESSION_TREE.stop, once))
        tested = cross_validate_trees(data, lambda fold, policy=policy: grow(fold, policy), predefined_folds(names))  # type: ignore[misc]
        theirs = selection.cross_val_score(
            sklearn_tree.DecisionTreeRegressor(max_depth=1), [[float(x)] for x in cells], values, cv=folds, scoring="neg_mean_squared_error"
        )
        assert [-float(e) for e in defined(tested.first.fold_errors)] == pytest.approx(list(theirs), rel=1e-9, abs=1e-12), seed
