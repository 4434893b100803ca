"""SCIKIT_LEARN cuts and compares in single precision, as the program does: between the data, too."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random

import numpy as np
import pytest
from sklearn.tree import DecisionTreeClassifier

import dtref
from dtref.io.foreign.dtref_model import from_tree
from dtref.io.models import Model, read_model, save_model
from dtref.spec.model.attributes import Continuous, Width
from dtref.spec.model.precision import rounded, rounds_to_at_most
from dtref.spec.model.tests import Side, Threshold
from dtref.spec.model.trees import Branch, Tree
from dtref.spec.views.conditions import branch_values, holds


def root(tree: Tree) -> Threshold:
    assert isinstance(tree, Branch)
    assert isinstance(tree.test, Threshold)
    return tree.test


def test_a_cut_is_the_middle_of_the_single_precision_images() -> None:
    x, y = [[0.1], [0.7]], [0, 1]
    tree = dtref.grow(dtref.from_arrays(x, y), dtref.SCIKIT_LEARN)
    fitted = DecisionTreeClassifier(random_state=0).fit(x, y)
    cut = float(fitted.tree_.threshold[0])
    assert root(tree).cut == Fraction(cut) == Fraction(0.3999999947845936)
    assert fitted.predict([[cut]])[0] == 1  # float32(0.3999999947845936) is 0.4000000059604645, above the cut
    assert dtref.predict(tree, {"x0": cut}).labels == ("1",)


def test_stumps_and_predictions_at_their_borders_are_scikit_learn_s() -> None:
    random = Random(1)
    for _ in range(300):
        values = sorted({round(random.uniform(-10, 10) * 10 ** random.randint(-3, 6), random.randint(0, 5)) for _ in range(4)})
        if len(values) < 2:
            continue
        x, y = [[v] for v in values], [int(i >= len(values) // 2) for i in range(len(values))]
        fitted = DecisionTreeClassifier(random_state=0).fit(x, y)
        tree = dtref.grow(dtref.from_arrays(x, y), dtref.SCIKIT_LEARN)
        cut = float(fitted.tree_.threshold[0])
        assert root(tree).cut == Fraction(cut)
        single = float(np.float32(cut))
        near = {cut, single, *(float(np.nextafter(f(cut), f(w))) for f in (np.float32, np.float64) for w in (-np.inf, np.inf))}
        probes = sorted(near | {(a + b) / 2 for a in near for b in near})
        expected = [str(label) for label in fitted.predict([[p] for p in probes])]
        assert [dtref.predict(tree, {"x0": p}).labels for p in probes] == [(label,) for label in expected]


def test_the_tree_and_scikit_learn_s_send_every_border_record_the_same_way() -> None:
    generator = np.random.default_rng(3)
    x = generator.random((40, 2))
    y = (x[:, 0] + x[:, 1] > 1).astype(int)
    data = dtref.from_arrays(x, y)
    fitted = DecisionTreeClassifier(random_state=0).fit(x, y)
    theirs = dtref.read_scikit_learn(fitted, ["x0", "x1"])
    differences = [dtref.route_diff(from_tree(tree), theirs).differences for tree in dtref.trees(data, dtref.SCIKIT_LEARN)]
    of_numbers = [[d for d in found if dtref.MISSING not in d.cells.values()] for found in differences]  # ours refuses a missing value
    assert [] in of_numbers, "one of the tied trees is theirs, between the data too"


def test_a_model_keeps_the_width(tmp_path: Path) -> None:
    data = dtref.from_arrays([[0.1], [0.7]], [0, 1])
    tree = dtref.grow(data, dtref.SCIKIT_LEARN)
    save_model(Model(data.attributes, data.target, "SCIKIT_LEARN", tree), tmp_path / "m.json")
    assert read_model(tmp_path / "m.json").tree == tree
    assert root(read_model(tmp_path / "m.json").tree).width is Width.FLOAT32


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("width", [Width.FLOAT32, Width.FLOAT64])
def test_the_border_of_rounded_numbers_parts_them_exactly(side: Side, width: Width) -> None:
    random = Random(5)
    for _ in range(200):
        cut = Fraction(random.uniform(-5, 5)) if random.random() < 0.7 else rounded(Fraction(random.randint(-9, 9), 7), width)
        border, taken = rounds_to_at_most(cut, width, strictly=side is Side.BELOW)
        tiny = Fraction(1, 2**200)
        for x, left in ((border, taken), (border - tiny, True), (border + tiny, False)):
            compared = rounded(x, width)
            assert left == (compared <= cut if side is Side.AT_MOST else compared < cut)


def test_conditions_of_rounded_tests_are_about_the_numbers_as_they_are() -> None:
    test = Threshold(Continuous("x"), Fraction(0.1), Fraction(0.7), Fraction(0.3999999947845936), width=Width.FLOAT32)
    from dtref.spec.model.branches import branch_of

    border, _ = rounds_to_at_most(test.cut, Width.FLOAT32)
    for x in (test.cut, border, border - Fraction(1, 2**80), border + Fraction(1, 2**80)):
        assert holds(branch_values(test, 0), x) == (branch_of(test, x) == 0)
