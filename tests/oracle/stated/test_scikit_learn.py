"""Trees of scikit-learn under the policy that they state: all right as they are, wrong where they are spoiled, and grown alike here."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

import dtref
from dtref.io.foreign.dtref_model import from_tree
from dtref.io.foreign.tree import Cut, ForeignNode, ForeignTree, fold_foreign, foreign_nodes
from dtref.oracle.verify.verdicts import NotChecked, Report
from dtref.spec.model.data import DataSet

models = pytest.importorskip("sklearn.tree")
np = pytest.importorskip("numpy")

PARAMETERS: Mapping[str, tuple[object, ...]] = {
    "max_depth": (2,),
    "min_samples_split": (7, 0.2),
    "min_samples_leaf": (3, 0.07),
    "min_weight_fraction_leaf": (0.06,),
    "max_leaf_nodes": (2, 5),
    "min_impurity_decrease": (0.02,),
    "ccp_alpha": (0.008, 0.02),
    "max_features": (1, 0.7),
    "splitter": ("random",),
    "monotonic_cst": ([1, 0, -1],),
}
PAIRS = [
    {one: a, other: b}
    for i, (one, first) in enumerate(PARAMETERS.items())
    for other, second in list(PARAMETERS.items())[i + 1 :]
    for a in first[-1:]
    for b in second[:1]
][::3]


def drawn(seed: int, classes: bool) -> tuple[Any, Any]:
    """A small table: few values, many, and rounded ones."""
    rng = np.random.default_rng(seed)
    x = np.column_stack([rng.integers(0, 4, 24), rng.random(24), np.round(rng.normal(size=24), 1)])
    y = x[:, 0] - x[:, 2] + rng.normal(size=24)
    return x, (y > np.median(y)).astype(int) if classes else np.round(y, 2)


def fitted(parameters: Mapping[str, object], seed: int, classes: bool) -> tuple[ForeignTree, DataSet]:
    """A tree of scikit-learn, and the data that it was fitted to."""
    x, y = drawn(seed, classes)
    model = (models.DecisionTreeClassifier if classes else models.DecisionTreeRegressor)(random_state=seed, **parameters).fit(x, y)
    names = ["a", "b", "c"]
    return dtref.read_scikit_learn(model, names), dtref.from_arrays(x, y, names=names, continuous=() if classes else ("class",))


def verified(tree: ForeignTree, data: DataSet) -> Report:
    return dtref.verify(tree, data, dtref.policy_of(tree))


@pytest.mark.parametrize("parameters", PAIRS, ids=str)
def test_every_tree_is_right_under_the_policy_that_it_states(parameters: Mapping[str, object]) -> None:
    seed = PAIRS.index(dict(parameters))
    tree, data = fitted(parameters, seed, seed % 2 == 0)
    report = verified(tree, data)
    assert report.wrong == ()
    reasons = {verdict.why for finding in report.findings for verdict in finding.verdicts if isinstance(verdict, NotChecked)}
    pruned_draws = "ccp_alpha" in parameters and ("max_features" in parameters or "splitter" in parameters)
    assert pruned_draws or reasons == set()


@pytest.mark.parametrize("name", ["max_leaf_nodes", "ccp_alpha", "min_samples_leaf", "monotonic_cst", "min_impurity_decrease"])
def test_what_is_grown_by_the_same_policy_is_the_program_s_tree(name: str) -> None:
    for seed in range(2):
        tree, data = fitted({name: PARAMETERS[name][-1]}, seed, seed != 1)
        policy = dtref.policy_of(tree)
        grown = dtref.grow(data, policy)
        own = from_tree(grown)
        # of a tie either may ask another test: then each is right under the policy
        assert dtref.verify(own, data, policy).wrong == ()
        if "Tied" not in verified(tree, data).tally:
            assert shape(own.root) == shape(tree.root)


def shape(root: ForeignNode) -> list[object]:
    """The questions of a tree in preorder, without what it claims."""
    return [node.ask and (node.ask.attribute, getattr(node.ask, "cut", None)) for node in foreign_nodes(root)]


def replaced(tree: ForeignTree, place: str, **changes: Any) -> ForeignTree:
    def combine(node: ForeignNode, children: Any) -> ForeignNode:
        return evolve(evolve(node, children=tuple(children)), **(changes if node.place == place else {}))

    return evolve(tree, root=fold_foreign(tree.root, combine))


def wrong_at(report: Report) -> Mapping[str, list[str]]:
    return {finding.place: [type(v).__name__ for v in finding.verdicts] for finding in report.wrong}


class TestBestFirst:
    """max_leaf_nodes: all nodes together decide which of them are leaves."""

    def test_a_tree_that_is_cut_off_stops_early_there(self) -> None:
        tree, data = fitted({"max_leaf_nodes": 5}, 0, True)
        inner = [node for node in foreign_nodes(tree.root) if node.ask is not None]
        spoiled = replaced(tree, inner[-1].place, ask=None, children=())
        assert "StoppedEarly" in wrong_at(verified(spoiled, data))[inner[-1].place]

    def test_a_tree_of_more_leaves_asks_on_where_it_improves_least(self) -> None:
        tree, data = fitted({"max_leaf_nodes": 5}, 0, True)
        policy = dtref.policy_of(tree)
        report = dtref.verify(tree, data, evolve(policy, most_leaves=4))
        assert [verdicts[-1] for verdicts in wrong_at(report).values()] == ["StoppedLate"]

    def test_ties_among_nodes_are_counted(self) -> None:
        data = dtref.from_arrays([[0, 0], [0, 1], [1, 0], [1, 1]], ["a", "b", "b", "a"], names=["x", "z"])
        policy = dtref.scikit_learn(max_leaf_nodes=3)
        # two tests at the root, then one of two nodes that improve the tree as much
        assert dtref.count_trees(data, policy) == len(list(dtref.trees(data, policy))) == 4
        assert dtref.count_partitions(data, policy) == 4


def test_predictions_rise_with_a_column_that_is_held_to_rise() -> None:
    for seed, classes in ((0, True), (1, False)):
        _, data = fitted({}, seed, classes)
        tree = dtref.grow(data, dtref.scikit_learn(criterion="gini" if classes else "squared_error", monotonic_cst={"a": 1}))
        for record in list(data)[:4]:
            row = dict(zip(("a", "b", "c"), record.values, strict=True))
            labels = [dtref.predict(tree, {**row, "a": Fraction(a)}).labels[0] for a in range(4)]
            values = [Fraction(str(label)) for label in labels]
            assert values == sorted(values)


def test_draws_are_needed_to_grow_and_not_to_verify() -> None:
    tree, data = fitted({"max_features": 1}, 0, True)
    policy = dtref.policy_of(tree)
    with pytest.raises(dtref.Invalid, match="the draws of columns, as arguments"):
        dtref.grow(data, policy)
    assert verified(tree, data).wrong == ()
    # a cut that is not the best of its column is told
    root = tree.root
    assert root.ask is not None
    column = data.column(root.ask.attribute)
    values = sorted(value for value in {record.values[column] for record in data} if isinstance(value, Fraction))
    assert isinstance(root.ask, Cut)
    spoiled = replaced(tree, root.place, ask=evolve(root.ask, cut=(values[0] + values[1]) / 2))
    assert {"Beaten", "NotACandidate"} & set(wrong_at(verified(spoiled, data))[root.place])


def test_a_node_that_is_nearly_pure_is_a_leaf() -> None:
    x, y = [[0], [1], [2]], [0.0, 0.0, 1e-8]
    model = models.DecisionTreeRegressor(random_state=0).fit(x, y)
    tree, data = dtref.read_scikit_learn(model, ["a"]), dtref.from_arrays(x, y, names=["a"], continuous=("class",))
    assert len(list(foreign_nodes(tree.root))) == 1
    assert verified(tree, data).tally == {"Optimal": 1}
    assert dtref.grow(data, dtref.policy_of(tree)) == dtref.grow(
        data, dtref.scikit_learn(criterion="squared_error"), engine="specification"
    )


def test_classes_weigh_as_the_model_says() -> None:
    x, y = drawn(3, True)
    for weights in ("balanced", {0: 2, 1: 0.5}):
        model = models.DecisionTreeClassifier(class_weight=weights, max_depth=3, random_state=0).fit(x, y)
        tree, data = dtref.read_scikit_learn(model, ["a", "b", "c"]), dtref.from_arrays(x, y, names=["a", "b", "c"])
        assert verified(tree, data).wrong == ()
        assert dtref.verify(tree, data, dtref.SCIKIT_LEARN).tally["NotChecked"] > 0


@pytest.mark.parametrize("classes", [True, False])
def test_importances_that_the_tests_do_not_make_are_wrong(classes: bool) -> None:
    for seed, parameters in enumerate(({}, {"max_depth": 2}, {"class_weight": "balanced"} if classes else {"ccp_alpha": 0.1})):
        tree, data = fitted(parameters, seed, classes)
        assert [name for name, _ in tree.importances] == ["a", "b", "c"]
        assert verified(tree, data).wrong == ()
        name, importance = tree.importances[0]
        spoiled = evolve(tree, importances=((name, importance + Fraction(1, 10**6)), *tree.importances[1:]))
        report = verified(spoiled, data)
        assert wrong_at(report)["0"][0] == "WrongClaim"
        assert any("importance of a" in line for line in dtref.report_text(report, every=False))


def test_an_explanation_tells_what_the_limits_do() -> None:
    data = dtref.from_arrays([[1, 2], [2, 1], [3, 4], [4, 3], [5, 1]], ["a", "b", "a", "b", "b"], names=["x", "z"])
    text = str(dtref.explain(data, dtref.scikit_learn(max_leaf_nodes=2)))
    assert "Leaf: a   (there are 2 leaves)" in text
    # the share of b falls from 1 to 1/3 with z, where it may only rise
    text = str(dtref.explain(data, dtref.scikit_learn(monotonic_cst={"z": 1}, max_depth=1)))
    refused = text[text.index("z, cut in [1, 2)") : text.index("z, cut in [2, 3)")]
    assert "not admitted" in refused
    assert "not admitted" not in text[: text.index("z, cut in [1, 2)")]


def test_a_tree_of_its_own_shows_the_counts_of_its_records_whatever_bounds_make_of_a_label() -> None:
    rng = np.random.default_rng(4)
    x = np.column_stack([rng.integers(0, 6, 30), rng.integers(0, 4, 30)])
    data = dtref.from_arrays(x, (x[:, 0] + rng.normal(size=30) * 3 > 3).astype(int), names=["a", "b"])
    policy = dtref.scikit_learn(monotonic_cst={"a": 1})
    own = from_tree(dtref.grow(data, policy))
    moved = [node for node in foreign_nodes(own.root) if node.ask is None and node.label == "0" and dict(node.counts or ())["0"] == 0]
    assert moved
    assert dtref.verify(own, data, policy).wrong == ()


@pytest.mark.parametrize(
    "settings",
    [{"criterion": "mae"}, {"criterion": "absolute_error", "ccp_alpha": 1}, {"criterion": "poisson", "min_impurity_decrease": 1}],
)
def test_what_dtref_lacks_is_refused_by_name(settings: dict[str, Any]) -> None:
    with pytest.raises(dtref.Invalid, match=[*settings][-1]):
        dtref.scikit_learn(**settings)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("criterion", ["absolute_error", "poisson", "squared_error"])
def test_criteria_of_numbers_and_missing_values_as_the_model_states_them(criterion: str, seed: int) -> None:
    x, y = drawn(seed, False)
    y, names = np.abs(y), ["a", "b", "c"]
    x[np.random.default_rng(seed).random(x.shape) < 0.2] = np.nan
    model = models.DecisionTreeRegressor(random_state=seed, criterion=criterion, max_depth=3).fit(x, y)
    data = dtref.from_arrays(x, y, names=names, continuous=("class", *names))
    report = verified(dtref.read_scikit_learn(model, names), data)
    assert (report.wrong, report.tally["NotChecked"]) == ((), 0)


def test_growth_best_first_is_judged_where_a_question_leaves_missing_values_out() -> None:
    """Its improvement counts them as missing; what is below is not checked, as they go nowhere."""
    x, y = drawn(3, True)
    x[::5, 0] = np.nan
    model = models.DecisionTreeClassifier(random_state=0, max_leaf_nodes=5).fit(x, y)
    tree, data = dtref.read_scikit_learn(model, ["a", "b", "c"]), dtref.from_arrays(x, y, names=["a", "b", "c"])
    asked = next(node for node in foreign_nodes(tree.root) if isinstance(node.ask, Cut) and node.ask.attribute == "a")
    assert isinstance(asked.ask, Cut)
    nowhere = evolve(asked, ask=evolve(asked.ask, missing=None))
    root = fold_foreign(tree.root, lambda node, children: evolve(nowhere if node is asked else node, children=tuple(children)))
    report = dtref.verify(evolve(tree, root=root), data, dtref.policy_of(tree))
    assert (report.wrong, report.tally["NotChecked"]) == ((), len(report.findings) - 1)


@pytest.mark.parametrize(
    "parameters",
    [
        {"monotonic_cst": [1.0, 0, -1]},
        {"monotonic_cst": np.array([1.0, 0.0, -1.0])},
        {"monotonic_cst": [np.int64(1), 0, -1]},
        {"max_depth": True},
    ],
)
def test_numbers_of_other_types_are_read_as_what_they_are(parameters: dict[str, Any]) -> None:
    tree, data = fitted(parameters, 1, False)
    meant = {"max_depth": 1} if "max_depth" in parameters else {"monotonic_cst": {"a": 1, "c": -1}}
    assert dtref.policy_of(tree) == dtref.scikit_learn(criterion="squared_error", **meant)
    assert verified(tree, data).wrong == ()


def test_what_is_no_tree_is_refused_with_what_makes_one() -> None:
    tree, data = fitted({}, 1, True)
    others: tuple[Any, ...] = (None, models.DecisionTreeClassifier())
    for other in others:
        with pytest.raises(dtref.Invalid, match=r"tree: expected a foreign tree, as dtref\.read_scikit_learn"):
            dtref.policy_of(other)
        with pytest.raises(dtref.Invalid, match=r"tree: expected a foreign tree, as dtref\.read_scikit_learn"):
            dtref.verify(other, data, dtref.CART)
    with pytest.raises(dtref.Invalid, match=r"dtref\.tree_of\(tree, data\) makes one of your own program's \(got 'dict'\)"):
        dtref.verify({"test": {}, "branches": []}, data, dtref.CART)  # type: ignore[arg-type]
    shallow, _ = fitted({"max_depth": 1}, 1, True)  # right by its own policy alone: CART goes on
    assert (dtref.verify(shallow, data).wrong, dtref.verify(shallow, data).tally["NotChecked"]) == ((), 0)
    with pytest.raises(dtref.Invalid, match="data: expected a data set"):
        dtref.verify(tree, None, dtref.CART)  # type: ignore[arg-type]


def test_a_path_may_be_a_text(tmp_path: Path) -> None:
    model = models.DecisionTreeClassifier().fit([[0], [1]], ["p", "q"])
    path = tmp_path / "m.json"
    dtref.write_scikit_learn(model, path, ["x"])
    assert dtref.read_foreign(str(path), "sklearn") == dtref.read_foreign(path, "sklearn")


def test_the_impurity_of_a_light_node_may_be_what_the_sums_of_a_heavy_one_leave() -> None:
    """The right child's sums are the parent's less the left one's: 2.001 - 2 is no more than near 0.001, and claims -1.1e-7."""
    x, y, weights = [[0], [1], [2]], [0, 2, 1000], [1, 1, 0.001]
    model = models.DecisionTreeRegressor(random_state=0).fit(x, y, sample_weight=weights)
    data = dtref.from_arrays(x, y, names=["x"], continuous=["class", "x"], weights=weights)
    tree = dtref.read_scikit_learn(model, ["x"])
    assert min(node.impurity or Fraction(0) for node in foreign_nodes(tree.root)) < Fraction(-1, 10**8)
    assert verified(tree, data).wrong == ()
    # a claim that no rounding explains
    spoiled = fold_foreign(
        tree.root, lambda node, children: evolve(node, children=tuple(children), impurity=(node.impurity or 0) + Fraction(1, 100))
    )
    assert {type(verdict).__name__ for finding in verified(evolve(tree, root=spoiled), data).wrong for verdict in finding.verdicts} >= {
        "WrongClaim"
    }


@pytest.mark.parametrize(
    ("parameters", "x", "y"),
    [
        ({"criterion": "poisson", "max_features": 1}, [[1, 0], [2, 0], [3, 0], [4, 0]], [0.0, 2, 9, 9]),
        ({"criterion": "poisson", "splitter": "random"}, [[1], [2], [3]], [0.0, 2, 9]),
        ({"splitter": "random"}, [[0.1], [0.1 + 1e-8], [0.1 + 1e-8]], ["a", "b", "b"]),
        ({"splitter": "random", "random_state": 1}, [[float("nan")], [1.0]], ["a", "b"]),
    ],
    ids=["a cut without a value", "drawn without a value", "numbers as near as one", "known against missing, or nothing"],
)
def test_what_draws_may_leave_out(parameters: Mapping[str, object], x: list[list[float]], y: list[object]) -> None:
    """A drawn cut may part nothing, or have no value: a leaf is then as right as a test of another column."""
    classes = isinstance(y[0], str)
    kind = models.DecisionTreeClassifier if classes else models.DecisionTreeRegressor
    names = [f"x{i}" for i in range(len(x[0]))]
    tree = dtref.read_scikit_learn(kind(**{"random_state": 0, **parameters}).fit(x, y), names)
    data = dtref.from_arrays(x, y, names=names, continuous=names if classes else [*names, "class"])
    assert verified(tree, data).wrong == ()
