"""One tree for several targets, against lists of labels and formulas of one's own; and what is refused."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random

import pytest
from attrs import evolve

import dtref
from dtref.errors import Invalid, Undefined
from dtref.exact.functions import log2
from dtref.spec.growing.hunt import hunt
from dtref.spec.growing.policy import Policy
from dtref.spec.model.attributes import Attribute, Continuous, Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.several_targets import SeveralTargets
from dtref.spec.model.tests import Threshold
from dtref.spec.model.trees import Branch, Tree, nodes
from dtref.spec.split.criteria import gain_ratio, gini_reduction, variance_reduction
from dtref.spec.split.deviations import absolute_error_reduction

Pairs = Sequence[tuple[Fraction, Fraction]]
"""Labels, as numbers, each with a weight."""


def gini(pairs: Pairs) -> Fraction:
    """By pairs of records: how often two that are drawn differ."""
    n = sum(w for _, w in pairs)
    return sum((v * w for y, v in pairs for z, w in pairs if y != z), Fraction(0)) / n**2


def variance(pairs: Pairs) -> Fraction:
    """By pairs of records: half the mean of their squared difference."""
    n = sum(w for _, w in pairs)
    return sum((v * w * (y - z) ** 2 for y, v in pairs for z, w in pairs), Fraction(0)) / (2 * n**2)


def absolute_error(pairs: Pairs) -> Fraction:
    """The least mean distance from a number that occurs."""
    n = sum(w for _, w in pairs)
    return min(sum((w * abs(y - z) for y, w in pairs), Fraction(0)) / n for z, _ in pairs)


def drawn(seed: int, classes: bool) -> tuple[SeveralTargets, list[Fraction], list[list[Fraction]], list[Fraction]]:
    """Data with one column x, and two or three targets; the same as lists: x, a list for each target, weights."""
    chance = Random(seed)
    n, outputs = chance.randint(3, 12), chance.choice((2, 3))
    x = [Fraction(chance.randint(0, 5)) for _ in range(n)]
    y = [[Fraction(chance.randint(0, 2)) for _ in range(n)] for _ in range(outputs)]
    weights = [Fraction(chance.choice((1, 1, 2)), chance.choice((1, 3))) for _ in range(n)]
    targets: list[Attribute] = [Nominal(f"y{j}", ("0", "1", "2")) if classes else Continuous(f"y{j}") for j in range(outputs)]
    return (
        SeveralTargets(
            DataSet((Continuous("x"),), target, [Record((x[r],), str(column[r]) if classes else column[r], weights[r]) for r in range(n)])
            for target, column in zip(targets, y, strict=True)
        ),
        x,
        y,
        weights,
    )


@pytest.mark.parametrize("seed", range(12))
def test_the_best_cuts_are_those_of_lists(seed: int) -> None:
    """At the root: the impurity, the value of the best cuts, and all of them, from lists of labels."""
    criterion, impurity = ((gini_reduction, gini), (variance_reduction, variance), (absolute_error_reduction, absolute_error))[seed % 3]
    targets, x, y, weights = drawn(seed, classes=criterion is gini_reduction)
    joint = dtref.joint_problem(targets, evolve(dtref.CART, criterion=criterion))
    recursion = hunt(joint.data, joint.policy)
    decision = recursion.decide(recursion.root())

    def mean(rows: Sequence[int]) -> Fraction:
        """The mean over the targets of the impurity of some rows."""
        return sum((impurity([(column[r], weights[r]) for r in rows]) for column in y), Fraction(0)) / len(y)

    def value(cut: Fraction) -> Fraction:
        sides = [[r for r in range(len(x)) if (x[r] <= cut) is left] for left in (True, False)]
        shares = [sum((weights[r] for r in side), Fraction(0)) / sum(weights) for side in sides]
        return mean(range(len(x))) - sum((share * mean(side) for share, side in zip(shares, sides, strict=True)), Fraction(0))

    pure = all(len(set(column)) == 1 for column in y)
    values = {} if pure else {cut: value(cut) for cut in sorted(set(x))[:-1]}
    best = [cut for cut, worth in values.items() if worth == max(values.values())]
    assert [test.lower for test in decision.optima if isinstance(test, Threshold)] == best
    assert not values or decision.value == max(values.values())


def leaf_of(tree: Tree, value: Fraction) -> Tree:
    while isinstance(tree, Branch):
        assert isinstance(tree.test, Threshold)
        tree = tree.children[0 if value <= tree.test.cut else 1]
    return tree


@pytest.mark.parametrize("classes", [True, False])
def test_trees_of_the_targets_share_their_tests_and_count_their_own(classes: bool) -> None:
    targets, x, y, weights = drawn(5, classes)
    trees = dtref.grow_outputs(targets, evolve(dtref.CART, criterion=gini_reduction if classes else variance_reduction))
    assert len({tuple(node.test for node in nodes(tree) if isinstance(node, Branch)) for tree in trees}) == 1
    for value in sorted(set(x)):
        for tree, column, prediction in zip(trees, y, dtref.predict_outputs(trees, {"x": value}), strict=True):
            pairs = [(column[r], weights[r]) for r in range(len(x)) if leaf_of(tree, x[r]) is leaf_of(tree, value)]
            total = {label: sum((w for own, w in pairs if own == label), Fraction(0)) for label in sorted(set(column))}
            mean = sum(label * n for label, n in total.items()) / sum(total.values())
            largest = tuple(str(label) for label, n in total.items() if n == max(total.values()))
            assert prediction.labels == (largest if classes else (mean,))


def test_two_targets_that_are_one() -> None:
    """A target twice gives the tree, the ties and their number of the target alone."""
    for seed in range(6):
        one = drawn(seed, classes=True)[0].by_target[0]
        twice = SeveralTargets([one, DataSet(one.attributes, Nominal("again", ("0", "1", "2")), one.records)])
        joint = dtref.joint_problem(twice, dtref.CART)
        assert dtref.grow_outputs(twice, dtref.CART)[0] == dtref.grow(one, dtref.CART)
        assert dtref.count_trees(joint.data, joint.policy) == dtref.count_trees(one, dtref.CART)


def test_the_sum_over_stacked_labels() -> None:
    """The entropy of all labels of all targets together, each record counted once for each, is the mean of theirs and log2 m."""
    for seed in range(6):
        targets = drawn(seed, classes=True)[0]
        joint = dtref.joint_problem(targets, evolve(dtref.CART, criterion=dtref.gain))
        columns = [[str(record.label) for record in data] for data in targets.by_target]
        weights = [record.weight for record in targets.by_target[0]]
        stacked = [sum((w for own, w in zip(column, weights, strict=True) if own == c), Fraction(0)) for column in columns for c in "012"]
        counts = [sum((r.weight for r in joint.data if r.label == c), Fraction(0)) for c in joint.data.classes]
        measure, of_stacked = joint.policy.criterion.impurity, dtref.entropy(stacked)
        assert measure is not None
        assert not isinstance(of_stacked, Undefined)
        assert measure(counts) == of_stacked - log2(len(columns))


REFUSED = (
    (evolve(dtref.CART, criterion=gain_ratio), "criterion, gain_ratio"),
    (dtref.scikit_learn(ccp_alpha=Fraction(1, 8)), "pruning, "),
    (dtref.scikit_learn(monotonic_cst=[1]), r"order of predictions \(monotone\)"),
    (dtref.scikit_learn(class_weight={"0": 2}), "weights, ClassWeights"),
    (dtref.CART_SURROGATES, "surrogates"),
    (dtref.C45, "criterion, gain_ratio"),
    (evolve(dtref.CART, stop=(*dtref.CART.stop, dtref.Independent(Fraction(1, 20)))), "rule independent of every attribute"),
    (dtref.OBLIQUE, "candidates"),
)


@pytest.mark.parametrize(("policy", "named"), REFUSED, ids=[named for _, named in REFUSED])
def test_what_counts_the_labels_of_one_target_is_refused(policy: Policy, named: str) -> None:
    with pytest.raises(Invalid, match=rf"known for several targets \(got .its {named}"):
        dtref.joint_problem(drawn(1, classes=True)[0], policy)


def test_other_refusals() -> None:
    targets = drawn(2, classes=True)[0]
    with pytest.raises(Invalid, match="target y0: expected a continuous target for variance_reduction"):
        dtref.joint_problem(targets, dtref.REGRESSION_TREE)
    with pytest.raises(Invalid, match="data: expected data with several targets"):
        dtref.joint_problem(targets.by_target[0], dtref.CART)  # type: ignore[arg-type]
    with pytest.raises(Invalid, match="target y1: expected the attributes, the records and the weights"):
        SeveralTargets((targets.by_target[0], evolve(targets.by_target[1], records=targets.by_target[1].records[1:])))
    with pytest.raises(Invalid, match="targets: expected two or more"):
        SeveralTargets(targets.by_target[:1])
    with pytest.raises(Invalid, match="targets: expected names that differ"):
        SeveralTargets((targets.by_target[0], targets.by_target[0]))


def test_balanced_weights_are_the_product_over_the_targets() -> None:
    x, y, z = Continuous("x"), Nominal("y", ("a", "b")), Nominal("z", ("c", "d"))
    rows = (("a", "c"), ("a", "c"), ("a", "d"), ("b", "d"))
    targets = SeveralTargets([DataSet((x,), t, [Record((Fraction(0),), row[i]) for row in rows]) for i, t in enumerate((y, z))])
    joint = dtref.joint_problem(targets, dtref.scikit_learn(class_weight="balanced"))
    # 4/(2*3) and 4/(2*1) by y; 1 by z, whose classes are as many
    assert [record.weight for record in joint.data] == [Fraction(2, 3), Fraction(2, 3), Fraction(2, 3), Fraction(2)]
