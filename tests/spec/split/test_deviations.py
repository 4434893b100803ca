"""
Absolute error and Poisson deviance: by hand, against formulas that go record by record, in grown trees, and in scikit-learn's.
"""

from __future__ import annotations

import math
from fractions import Fraction
from statistics import median

import pytest
from attrs import evolve
from hypothesis import assume, given
from hypothesis import strategies as st

import dtref
from dtref.errors import Invalid, Undefined
from dtref.exact.decimals import decimal
from dtref.io.foreign.dtref_model import from_tree
from dtref.io.foreign.tree import ForeignTree
from dtref.io.models import Model, parse_model, write_model
from dtref.oracle.verify.report import report_text
from dtref.oracle.verify.verdicts import Beaten, WrongClaim, WrongLabel
from dtref.oracle.verify.verify import verify
from dtref.spec.growing.hunt import grow, hunt
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.stopping import AtDepth
from dtref.spec.model.attributes import Continuous, Nominal
from dtref.spec.model.branches import condition
from dtref.spec.model.counts import statistic, value_counts
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.optima import list_tests
from dtref.spec.model.tests import Threshold
from dtref.spec.model.trees import Branch, Gap, Leaf, Tree, nodes
from dtref.spec.preparation.missing import keep_missing
from dtref.spec.presets import REGRESSION_TREE, SCIKIT_LEARN
from dtref.spec.split.deviations import absolute_error, absolute_error_reduction, medians, poisson_deviance, poisson_reduction

ABSOLUTE = evolve(REGRESSION_TREE, name="ABSOLUTE", criterion=absolute_error_reduction)
POISSON = evolve(REGRESSION_TREE, name="POISSON", criterion=poisson_reduction)
NUMBERS = st.lists(st.integers(0, 5), min_size=1, max_size=9)


def data_of(ys: list[int], weights: list[Fraction] | None = None, xs: list[int] | None = None) -> DataSet:
    rows = zip(xs or range(1, len(ys) + 1), ys, weights or [Fraction(1)] * len(ys), strict=True)
    return DataSet((Continuous("x"),), Continuous("y"), tuple(Record((Fraction(x),), Fraction(y), w) for x, y, w in rows))


def values_of(data: DataSet, policy: Policy) -> list[object]:
    """The value of every cut at the root, in order."""
    recursion = hunt(data, policy)
    root = recursion.root()
    counts = statistic(recursion.columns, root.records)
    return [policy.criterion(counts, split) for candidates in recursion.offered(root) for split in candidates.splits]


class TestByHand:
    def test_absolute_error_cuts_elsewhere_than_variance(self) -> None:
        data = data_of([0, 1, 3, 1])
        assert values_of(data, ABSOLUTE) == [Fraction(1, 4), 0, 0]
        tests = [node.test for policy in (ABSOLUTE, REGRESSION_TREE) if isinstance(node := grow(data, policy), Branch)]
        assert [(t.lower, t.upper) for t in tests if isinstance(t, Threshold)] == [(1, 2), (2, 3)]

    def test_poisson_deviance_in_nats(self) -> None:
        """3/2 ln 3 - 2 ln 2 at the root of 1, 1, 3, 3, and 0 after the cut in the middle."""
        root = poisson_deviance(value_counts((1, 1, 3, 3)))
        assert not isinstance(root, Undefined)
        assert abs(float(decimal(root, 15)) * math.log(2) - (1.5 * math.log(3) - 2 * math.log(2))) < 1e-14
        assert poisson_deviance(value_counts((1, 1))) == poisson_deviance(value_counts((3, 3))) == 0
        assert values_of(data_of([1, 1, 3, 3]), POISSON)[1] == root

    def test_a_leaf_has_every_median(self) -> None:
        data = data_of([0, 1, 3, 7], xs=[1, 1, 1, 1])
        leaf: Tree = grow(data, ABSOLUTE)
        assert list(leaf.labels) == [1, 3]
        assert list(dtref.predict(leaf, {"x": 1}).labels) == [1, 3]
        weighed = grow(data_of([0, 1, 3], [Fraction(1, 2), Fraction(1, 2), Fraction(1)], xs=[1, 1, 1]), ABSOLUTE)
        assert list(weighed.labels) == [1, 3]
        assert list(grow(data_of([0, 1, 3], [Fraction(1), Fraction(1), Fraction(3)], xs=[1, 1, 1]), ABSOLUTE).labels) == [3]

    def test_poisson_takes_no_other_numbers(self) -> None:
        for ys, got in (([1, -1], "record 2, y"), ([0, 0], "target y")):
            with pytest.raises(Invalid, match=f"{got}: expected numbers of at least 0, not 0 throughout"):
                grow(data_of(ys), POISSON)

    def test_poisson_never_parts_records_that_are_all_0(self) -> None:
        """0, 0, 1, 2: variance would part the zeros; their mean is no mean of a Poisson distribution."""
        assert values_of(data_of([0, 0, 1, 2]), POISSON)[:2] == [Undefined("a child whose sum of y is 0")] * 2
        tree = grow(data_of([0, 0, 1, 2]), POISSON)
        assert all(label > 0 for node in nodes(tree) for label in node.labels if isinstance(label, Fraction))

    def test_groupings_whose_means_are_equal_differ_in_absolute_error(self) -> None:
        """All three values have the mean 2. The shortcut for useless groupings is for equal shares of values, not for equal means."""
        x = Nominal("x", ("a", "b", "c"))
        cells = [*(("a", y) for y in (0, 0, 6)), *(("b", 2), ("c", 2)) * 2]
        data = DataSet((x,), Continuous("y"), tuple(Record((v,), Fraction(y)) for v, y in cells))
        decision = (recursion := hunt(data, ABSOLUTE)).decide(recursion.root())
        assert (decision.value, [condition(test, 0) for test in list_tests(decision.optima)]) == (Fraction(2, 7), ["x in {a}"])

    def test_what_counts_do_not_agree_is_refused(self) -> None:
        for counts in ((4, 5, 11, 1, 0, 2, 2, 1, 4), (4, 5, 11, 1), (4, 5, 11, 1, 3, 2, 2, 1, 0), (1, 1, 1, -1, -1, 2, 2)):
            with pytest.raises(Invalid):
                absolute_error(counts)
        assert isinstance(absolute_error((0, 0, 0)), Undefined)


@given(NUMBERS)
def test_an_impurity_is_what_records_give_one_by_one(ys: list[int]) -> None:
    counts = value_counts(ys)
    assert absolute_error(counts) == sum(abs(y - Fraction(median(map(Fraction, ys)))) for y in ys) / len(ys)
    both = medians(counts)
    assert sum(both) / len(both) == median(map(Fraction, ys))
    assert all(sum(y < m for y in ys) * 2 <= len(ys) >= sum(y > m for y in ys) * 2 for m in both)
    if any(ys):
        mean = sum(ys) / len(ys)
        assert abs(float(poisson_deviance(counts)) * math.log(2) - sum(y * math.log(y / mean) for y in ys if y) / len(ys)) < 1e-9


@given(st.lists(NUMBERS, min_size=2, max_size=3))
def test_a_reduction_is_impurity_before_less_after_and_never_below_0(children: list[list[int]]) -> None:
    everything = [y for child in children for y in child]
    node, parts = value_counts(everything), [value_counts(child, everything) for child in children]
    for criterion, measure in ((absolute_error_reduction, absolute_error), (poisson_reduction, poisson_deviance)):
        value = criterion(node, parts)
        if isinstance(value, Undefined):
            assert not all(map(any, children))
            continue
        after = [Fraction(len(child), len(everything)) * measure(part) for child, part in zip(children, parts, strict=True)]  # type: ignore[operator]
        assert value == measure(node) - sum(after[1:], after[0])  # type: ignore[operator]
        assert value >= 0


@given(NUMBERS, st.sampled_from([ABSOLUTE, POISSON]))
def test_every_view_knows_the_labels(ys: list[int], policy: Policy) -> None:
    assume(policy is ABSOLUTE or any(ys))
    data = data_of(ys)
    tree = grow(data, policy)
    assert dtref.grow(data, policy) == tree
    assert parse_model(write_model(Model(data.attributes, data.target, "by hand", tree))).tree == tree
    assert verify(from_tree(tree), data, policy).wrong == ()
    for leaf in (node for node in nodes(tree) if isinstance(node, Leaf)):
        assert dtref.predict(leaf, {}).labels == leaf.labels


def test_a_model_says_that_its_labels_are_medians() -> None:
    text = write_model(Model((Continuous("x"),), Continuous("y"), "by hand", grow(data_of([0, 1, 7], xs=[1, 1, 1]), ABSOLUTE)))
    assert '"are": "medians"' in text
    for old, new in (('"are": "medians"', '"are": "modes"'), ('"labels": [\n        "1"\n      ]', '"labels": ["9"]')):
        changed = text.replace(old, new)
        if changed != text:
            with pytest.raises(Invalid):
                parse_model(changed)


def fitted(criterion: str, seed: int) -> tuple[ForeignTree, DataSet, Policy]:
    np, trees_of = pytest.importorskip("numpy"), pytest.importorskip("sklearn.tree")
    rng = np.random.default_rng(seed)
    n = int(rng.integers(4, 16))
    x, y, weights = rng.integers(0, 5, (n, 2)).astype(float), rng.integers(0, 6, n).astype(float), rng.integers(1, 4, n)
    if criterion == "poisson":
        x = np.where(rng.random((n, 2)) < 0.2, np.nan, x)
        y[0] = 1
    model = trees_of.DecisionTreeRegressor(random_state=seed, criterion=criterion, max_depth=3).fit(x, y, weights)
    data = dtref.from_arrays(x, y, weights=weights, continuous=["class", "x0", "x1"])
    policy = evolve(SCIKIT_LEARN, stop=(*SCIKIT_LEARN.stop, AtDepth(3)))
    if criterion == "poisson":
        return _read(model), data, evolve(policy, criterion=poisson_reduction, missing=keep_missing, gap=Gap.LEARNED)
    return _read(model), data, evolve(policy, criterion=absolute_error_reduction)


def _read(model: object) -> ForeignTree:
    return dtref.read_scikit_learn(model, ["x0", "x1"])


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("criterion", ["absolute_error", "poisson"])
def test_scikit_learns_trees_are_right_and_spoiled_ones_are_named(criterion: str, seed: int) -> None:
    tree, data, policy = fitted(criterion, seed)
    report = verify(tree, data, policy)
    assert (report.wrong, "NotChecked" in report.tally) == ((), False), "\n".join(report_text(report))
    # an impurity, and the label of the leaf furthest left
    root = tree.root
    assert root.impurity is not None
    worse = verify(evolve(tree, root=evolve(root, impurity=root.impurity * Fraction(101, 100) + Fraction(1, 100))), data, policy)
    assert any(isinstance(verdict, WrongClaim) for verdict in worse.findings[0].verdicts)
    if root.ask is None:
        return
    turned = evolve(tree, root=evolve(root, children=root.children[::-1]))
    assert verify(turned, data, policy).wrong
    left = root.children[0]
    if left.ask is None and isinstance(left.label, Fraction):
        changed = evolve(tree, root=evolve(root, children=(evolve(left, label=left.label * Fraction(101, 100) + 9), root.children[1])))
        assert any(isinstance(verdict, WrongLabel) for finding in verify(changed, data, policy).wrong for verdict in finding.verdicts)


def test_a_test_by_another_criterion_is_beaten() -> None:
    data = data_of([0, 1, 3, 1])
    by_variance = verify(from_tree(grow(data, REGRESSION_TREE)), data, ABSOLUTE)
    assert any(isinstance(verdict, Beaten) for verdict in by_variance.findings[0].verdicts)
