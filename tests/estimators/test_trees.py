"""The exact trees beside scikit-learn's, beside dtref's own functions, and what only they say."""

from __future__ import annotations

import pickle
from fractions import Fraction
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy.sparse import csr_matrix
from sklearn.metrics import accuracy_score
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import dtref
from dtref.engines.routing.borders import borders_of, greatest_double
from dtref.engines.routing.grown_trees import rows_of_grown
from dtref.sklearn import ExactTreeClassifier, ExactTreeRegressor, as_sklearn, export_text, from_sklearn, plot_tree
from dtref.sklearn.training import class_target, frame_training
from dtref.sklearn.trees import read_classes
from dtref.spec.model.coded_columns import CodedDataSet


def table(records: int, columns: int = 4, decimals: int = 1, seed: int = 0) -> tuple[Any, Any, Any]:
    """A matrix with few different numbers, classes, and numbers for targets."""
    random = np.random.default_rng(seed)
    X = random.normal(size=(records, columns)).round(decimals)  # noqa: N806
    z = (X[:, 0] + X[:, 1] * X[:, 2] + random.normal(size=records)).round(2)
    return X, (z > 0).astype(int), z


SETTINGS: list[dict[str, Any]] = [
    {"max_depth": 3},
    {"max_depth": 4, "criterion": "entropy"},
    {"min_samples_leaf": 7, "max_depth": 4},
    {"min_samples_leaf": 0.05, "min_samples_split": 0.2},
    {"min_weight_fraction_leaf": 0.1},
    {"min_impurity_decrease": 0.01},
    {"ccp_alpha": 0.01},
    {"max_leaf_nodes": 6},
    {"class_weight": "balanced", "max_depth": 3},
    {"class_weight": {0: 2, 1: 0.5}, "max_depth": 3},
    {"monotonic_cst": [1, 0, 0, -1], "max_depth": 3},
]


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
@pytest.mark.parametrize("gaps", [False, True])
def test_scikit_learns_tree_is_one_of_the_best_by_the_same_parameters(settings: dict[str, Any], gaps: bool) -> None:
    X, y, _ = table(60, decimals=3)  # noqa: N806
    if gaps and "monotonic_cst" in settings:
        pytest.skip("scikit-learn refuses missing values there")
    if gaps:
        X[::9, 1] = np.nan
    theirs, ours = DecisionTreeClassifier(random_state=1, **settings).fit(X, y), ExactTreeClassifier(**settings).fit(X, y)
    verdicts = ours.verify_against(theirs)
    assert not verdicts.wrong, str(verdicts)
    if not (ours.ties_ or verdicts.tally["Tied"]):
        assert np.array_equal(ours.predict_proba(X), theirs.predict_proba(X))
        assert ours.get_n_leaves() == theirs.get_n_leaves()


@pytest.mark.parametrize("settings", [{}, {"max_depth": 3}, {"criterion": "absolute_error", "max_depth": 2}])
def test_regressor_predicts_as_scikit_learn_where_nothing_ties(settings: dict[str, Any]) -> None:
    X, _, z = table(30 if "criterion" in settings else 120, decimals=4)  # noqa: N806
    ours, theirs = ExactTreeRegressor(**settings).fit(X, z), DecisionTreeRegressor(random_state=0, **settings).fit(X, z)
    assert np.allclose(ours.predict(X), theirs.predict(X), rtol=1e-12, atol=1e-12)


def test_node_numbers_paths_and_sizes_are_scikit_learns() -> None:
    X, y, _ = table(200, decimals=4)  # noqa: N806
    ours, theirs = ExactTreeClassifier(max_depth=3).fit(X, y), DecisionTreeClassifier(max_depth=3, random_state=0).fit(X, y)
    assert not ours.ties_
    assert np.array_equal(ours.apply(X), theirs.apply(X.astype(np.float32)))
    assert (ours.decision_path(X) != theirs.decision_path(X)).nnz == 0
    assert (ours.get_depth(), ours.get_n_leaves()) == (theirs.get_depth(), theirs.get_n_leaves())
    assert np.allclose(ours.feature_importances_, theirs.feature_importances_, rtol=1e-12)
    assert np.allclose(np.log(ours.predict_proba(X) + 1e-300), np.maximum(ours.predict_log_proba(X), np.log(1e-300)))
    path, their_path = ours.cost_complexity_pruning_path(X, y), theirs.cost_complexity_pruning_path(X, y)
    assert {*path.ccp_alphas.round(12)} == {*their_path.ccp_alphas.round(12)}


def test_tree_is_that_of_dtref() -> None:
    X, y, _ = table(30)  # noqa: N806
    data = dtref.from_arrays(X, y)
    policy = dtref.scikit_learn(max_depth=3, min_samples_leaf=2)
    ours = ExactTreeClassifier(max_depth=3, min_samples_leaf=2).fit(X, y)
    assert dtref.tree_text(ours.tree_) == dtref.tree_text(dtref.grow(data, policy))
    assert (ours.ties_.trees, ours.ties_.partitions) == (dtref.count_trees(data, policy), dtref.count_partitions(data, policy))
    assert ours.predict(X).tolist() == [int(p.labels[0]) for p in dtref.predict(ours.tree_, X)]
    assert export_text(ours) == dtref.tree_text(ours.tree_)


@pytest.mark.parametrize("name", ["c45", "id3", "rpart", "j48", "cart", "chaid", "majority"])
def test_named_policies_grow_as_dtref_does(name: str) -> None:
    X, y, _ = table(60)  # noqa: N806
    frame = pd.DataFrame(X, columns=list("dcba"))
    ours = ExactTreeClassifier(policy=name).fit(frame, y)
    policy = {"j48": dtref.J48, "rpart": dtref.rpart()}.get(name) or getattr(dtref, name.upper())
    assert dtref.tree_text(ours.tree_) == dtref.tree_text(dtref.grow(dtref.from_arrays(frame[list("abcd")], y), policy))


def test_limits_are_added_to_a_policy_and_its_own_choices_are_not_replaced() -> None:
    X, y, _ = table(60)  # noqa: N806
    assert ExactTreeClassifier(policy="c45", max_depth=2).fit(X, y).get_depth() == 2
    assert np.unique(ExactTreeClassifier(policy="cart", min_samples_leaf=9).fit(X, y).apply(X), return_counts=True)[1].min() >= 9
    with pytest.raises(dtref.Invalid, match="criterion: expected 'gini' beside policy="):
        ExactTreeClassifier(policy="c45", criterion="entropy").fit(X, y)
    with pytest.raises(dtref.Invalid, match="did you mean 'c45'"):
        ExactTreeClassifier(policy="C4.5").fit(X, y)
    with pytest.raises(dtref.Invalid, match="policy: expected one for a target of numbers"):
        ExactTreeRegressor(policy="c45").fit(X, y)
    with pytest.raises(dtref.Invalid, match="splitter"):
        ExactTreeClassifier(splitter="random").fit(X, y)


def mixed(library: str) -> tuple[Any, Any]:
    columns: dict[str, Any] = {
        "size": [1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0],
        "colour": ["red", "blue", "red", "green", "green", "blue", "red", "blue"],
        "grade": ["low", "mid", "high", "low", "mid", "high", "low", "mid"],
        "new": [True, False, True, True, False, False, True, False],
    }
    y = np.array(["n", "y", "n", "y", "y", "y", "n", "n"])
    if library == "polars":
        return pl.DataFrame(columns).with_columns(
            pl.col("colour").cast(pl.Categorical), pl.col("grade").cast(pl.Enum(["low", "mid", "high"]))
        ), y
    frame = pd.DataFrame(columns)
    return frame.assign(
        colour=frame["colour"].astype("category"), grade=pd.Categorical(frame["grade"], ["low", "mid", "high"], ordered=True)
    ), y


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_frames_with_categories_are_asked_by_their_values(library: str) -> None:
    frame, y = mixed(library)
    ours = ExactTreeClassifier().fit(frame, y)
    assert ours.score(frame, y) == 1
    assert "colour in {red}" in export_text(ours) or "colour not in {red}" in export_text(ours)
    assert [*ours.feature_names_in_] == ["size", "colour", "grade", "new"]
    assert ours.feature_importances_.sum() == pytest.approx(1)
    turned = frame[["new", "grade", "size", "colour"]]
    assert export_text(ExactTreeClassifier().fit(turned, y)) == export_text(ours)
    with pytest.raises(ValueError, match="feature names should match"):
        ours.predict(turned)
    strange = frame.to_pandas() if library == "polars" else frame.copy()
    strange["colour"] = "black"
    with pytest.raises(ValueError, match=r"Found unknown categories \['black'\] in column 'colour'"):
        ours.predict(strange)


def test_missing_values_in_frames_with_categories_go_where_more_records_go() -> None:
    frame, y = mixed("pandas")
    frame.loc[0, "colour"] = None
    ours = ExactTreeClassifier(max_depth=2).fit(frame, y)
    assert ours.predict(frame).shape == (8,)


def test_weights_are_records_and_none_is_left_out() -> None:
    X, y, z = table(50)  # noqa: N806
    times = np.arange(50) % 3
    for kind, target in ((ExactTreeClassifier, y), (ExactTreeRegressor, z)):
        weighed = kind(max_depth=3).fit(X, target, sample_weight=times)
        repeated = kind(max_depth=3).fit(X.repeat(times, axis=0), target.repeat(times))
        halves = kind(max_depth=3).fit(X, target, sample_weight=times / 2 + 0.0)
        assert np.array_equal(weighed.predict(X), repeated.predict(X))
        assert np.array_equal(weighed.predict(X), halves.predict(X))
        with pytest.raises(ValueError, match="Negative values"):
            kind().fit(X, target, sample_weight=times - 1)
        with pytest.raises(ValueError, match="at least one non-zero"):
            kind().fit(X, target, sample_weight=times * 0)


def test_labels_come_back_in_the_users_type() -> None:
    X, y, _ = table(30)  # noqa: N806
    for classes in (
        np.array([False, True]),
        np.array([1.0, 2.0]),
        np.array(["a", "b"]),
        np.array([-1, 1], np.int8),
        np.array(["a", "b"], object),
    ):
        ours = ExactTreeClassifier(max_depth=2).fit(X, classes[y])
        assert ours.predict(X).dtype == classes.dtype
        assert set(ours.predict(X)) <= set(classes)


def test_bad_input_is_refused_in_scikit_learns_words() -> None:
    X, y, z = table(30)  # noqa: N806
    ours = ExactTreeClassifier().fit(X, y)
    with pytest.raises(ValueError, match="X has 3 features, but ExactTreeClassifier is expecting 4 features"):
        ours.predict(X[:, :3])
    with pytest.raises(ValueError, match="Unknown label type"):
        ExactTreeClassifier().fit(X, z)
    with pytest.raises(ValueError, match="infinity"):
        ExactTreeClassifier().fit(np.where(X[0, 0] == X, np.inf, X), y)
    with pytest.raises(ValueError, match="The 'max_depth' parameter of ExactTreeClassifier must be"):
        ExactTreeClassifier(max_depth=0).fit(X, y)
    with pytest.raises(ValueError, match="one number for each record"):
        ExactTreeRegressor().fit(X, np.column_stack([z, z]))
    with pytest.raises(dtref.Invalid, match="class_weight: expected 'balanced', or a mapping from classes to weights"):
        ExactTreeClassifier(class_weight=[{0: 1}]).fit(X, y)
    gap = np.where(X[0, 0] == X, np.nan, X)
    with pytest.raises(dtref.Invalid, match="the policy refuses missing ones"):
        ExactTreeClassifier(policy="cart").fit(gap, y)


def test_all_labels_of_equally_good_trees() -> None:
    X, y = np.array([[0, 0], [0, 1], [1, 0], [1, 1]]), np.array(["u", "v", "v", "v"])  # noqa: N806
    ours = ExactTreeClassifier(max_depth=1).fit(X, y)
    assert (ours.stability_.trees, ours.stability_.open_records) == (2, (1, 2))
    assert (ours.ties_.trees, ours.ties_.nodes) == (2, ((0, 2),))
    assert [sorted(labels) for labels in ours.predict_set(X)] == [["u", "v"], ["u", "v"], ["u", "v"], ["v"]]
    last = ExactTreeClassifier(max_depth=1, tie="last").fit(X, y)
    assert export_text(last) != export_text(ours)
    assert ours.predict_set(X)[3].tolist() == ["v"]
    with pytest.raises(dtref.Invalid, match="tie rule 'refuse'"):
        ExactTreeClassifier(tie="refuse").fit(X, y)
    number = ExactTreeRegressor(max_depth=1).fit(X, np.array([0.0, 1.0, 1.0, 1.0]))
    assert [sorted(numbers) for numbers in number.predict_set(X)] == [[0.5], [0.5, 1.0], [0.5, 1.0], [1.0]]


def test_pickles_hold_the_tree_and_no_records() -> None:
    X, y, _ = table(200)  # noqa: N806
    for settings in ({}, {"policy": "c45"}, {"policy": "rpart", "tie": dtref.Last()}):
        ours = ExactTreeClassifier(**settings).fit(X, y)
        again = pickle.loads(pickle.dumps(ours))
        assert np.array_equal(again.predict_proba(X), ours.predict_proba(X))
        assert np.array_equal(again.apply(X), ours.apply(X))
        with pytest.raises(dtref.Invalid, match="a pickle holds no training records"):
            _ = again.ties_


def test_fractions_of_records_have_shares_and_no_leaf() -> None:
    X, y, _ = table(80)  # noqa: N806
    X[::5, 0] = np.nan
    ours = ExactTreeClassifier(policy="c45").fit(X, y)
    shares = ours.predict_proba(X)
    expected = [[float(share) for _, share in p.distribution] for p in dtref.predict(ours.tree_, X)]
    assert np.array_equal(shares, np.array(expected))
    with pytest.raises(dtref.Invalid, match="a leaf of its own"):
        ours.apply(X)


def test_exchange_with_scikit_learn() -> None:
    X, y, z = table(100)  # noqa: N806
    for ours, target in ((ExactTreeClassifier(max_depth=4), y), (ExactTreeRegressor(max_depth=4), z)):
        theirs = as_sklearn(ours.fit(X, target))
        assert isinstance(theirs, DecisionTreeClassifier | DecisionTreeRegressor)
        assert np.array_equal(theirs.predict(X), ours.predict(X))
        model = from_sklearn(theirs)
        assert [float(Fraction(p.labels[0])) for p in dtref.predict(model.tree, X)] == ours.predict(X).tolist()


def test_a_picture_is_drawn_on_axes() -> None:
    from matplotlib import pyplot

    frame, y = mixed("pandas")
    axes = plot_tree(ExactTreeClassifier(policy="id3").fit(frame, y))
    assert axes.images[0].get_array().shape[2] in {3, 4}
    pyplot.close("all")


def test_cuts_in_doubles_are_those_of_exact_numbers() -> None:
    random = np.random.default_rng(0)
    X = np.concatenate([random.normal(size=(300, 1)), 10.0 ** random.integers(-44, 37, (100, 1)) * random.normal(size=(100, 1))])  # noqa: N806
    ours = ExactTreeClassifier().fit(X, random.integers(0, 2, 400))
    rows = rows_of_grown(ours.tree_)
    assert rows is not None
    cuts = np.flatnonzero(rows.tests[:, 0] >= 0)
    assert rows.double_cuts(cuts).tolist() == [greatest_double(borders_of(rows.test_of(t))[0]) for t in cuts.tolist()]  # type: ignore[arg-type]
    assert len(cuts) > 100


@pytest.mark.parametrize("library", [pd, pl])
@pytest.mark.filterwarnings("ignore::dtref.DataWarning")
def test_frames_by_codes_have_the_records_of_their_cells(library: Any) -> None:
    cells: dict[str, Any] = {
        "text": ["b", "a", None, "b", "10"], "whole": [3, 1, 2, 3, 9],
        "real": [0.5, None, 0.25, 0.5, 1e300], "truth": [True, False, True, True, False],
    }  # fmt: skip
    frame = library.DataFrame(cells)
    if library is pd:
        frame["declared"] = pd.Categorical(["u", "v", None, "u", "v"], categories=["w", "v", "u"])
        frame["ordered"] = pd.Categorical([2, 1, 3, 1, 2], categories=[3, 2, 1], ordered=True)
        frame["single"] = np.arange(5).astype(np.float32)
    else:
        frame = frame.with_columns(pl.Series("declared", ["u", "v", None, "u", "v"], dtype=pl.Enum(["w", "v", "u"])))
    target = class_target(["n", "y"], np.array([0, 1, 1, 0, 1]), "class")
    for weights in (None, np.array([1, 0, 0.5, 3, 2])):
        data = frame_training(frame, target, weights)
        columns = {name: frame[name] for name in sorted(frame.columns)}
        exact = None if weights is None else [Fraction(weight) for weight in np.where(weights > 0, weights, 9)]
        by_cells = dtref.from_arrays(columns, ["n", "y", "y", "n", "y"], weights=exact, continuous=["truth"], nominal=["class"])
        assert isinstance(data, CodedDataSet)
        assert data.attributes == by_cells.attributes
        assert data.records == tuple(r for r in by_cells.records if r.weight != 9)


def test_sparse_matrices_give_the_same_tree() -> None:
    X, y, z = table(60)  # noqa: N806
    X[X < 0.4] = 0
    for kind, target in ((ExactTreeClassifier, y), (ExactTreeRegressor, z)):
        whole, sparse = kind(max_depth=3).fit(X, target), kind(max_depth=3).fit(csr_matrix(X), target)
        assert export_text(whole) == export_text(sparse)
        assert np.array_equal(whole.predict(X), sparse.predict(csr_matrix(X)))
    with pytest.raises(dtref.Invalid, match="a sparse matrix of at most 268,435,456 cells"):
        ExactTreeClassifier().fit(csr_matrix((2**15, 2**14)), np.arange(2**15) % 2)


def test_what_a_fit_says_of_columns_and_targets() -> None:
    X, y, z = table(30)  # noqa: N806
    assert [ExactTreeClassifier(max_features=of).fit(X, y).max_features_ for of in (None, 1, 0.5, "sqrt")] == [4, 1, 2, 2]
    assert ExactTreeRegressor().fit(X, z).n_outputs_ == 1


def test_criteria_for_numbers_beside_scikit_learns_words() -> None:
    X, _, z = table(40)  # noqa: N806
    assert ExactTreeRegressor(criterion="friedman_mse").fit(X, z).tree_ == ExactTreeRegressor().fit(X, z).tree_
    with pytest.raises(ValueError, match=r"Some value.s. of y are negative which is not allowed for Poisson regression"):
        ExactTreeRegressor(criterion="poisson").fit(X, z)
    with pytest.raises(ValueError, match="Sum of y is not positive which is necessary for Poisson regression"):
        ExactTreeRegressor(criterion="poisson").fit(X, 0 * z)


def test_scores_are_those_of_scikit_learn() -> None:
    X, y, _ = table(50)  # noqa: N806
    ours = ExactTreeClassifier(max_depth=2).fit(X, y)
    for labels in (y, y[::-1], y.tolist(), y == 1, y + 3):
        assert ours.score(X, labels) == accuracy_score(labels, ours.predict(X))
    assert ours.score(X, y, np.arange(50)) == accuracy_score(y, ours.predict(X), sample_weight=np.arange(50))
    with pytest.raises(ValueError, match="inconsistent numbers of samples"):
        ours.score(X, y[1:])


@pytest.mark.parametrize("labels", [[0, 2, 2], [5, 5, 1], [-1, 3, 3], [2**62, 0, 1], [True, False, True]])
def test_classes_are_sorted_however_they_are_found(labels: list[int]) -> None:
    classes, target = read_classes(np.array(labels), 3, "y")
    assert (classes.tolist(), target.outcomes.tolist()) == (sorted(set(labels)), [sorted(set(labels)).index(label) for label in labels])


def test_trees_that_ask_whether_a_value_is_known_have_a_size() -> None:
    X = np.array([[1.0], [2.0], [np.nan], [np.nan]])  # noqa: N806
    ours = ExactTreeClassifier().fit(X, [0, 0, 1, 1])
    assert "is known" in export_text(ours) or "missing" in export_text(ours)
    assert (ours.get_depth(), ours.get_n_leaves()) == (1, 2)
