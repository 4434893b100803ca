"""The forests of the engines have the out-of-bag error of the specification, whatever is missing and however the trees were grown."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random

import pytest
from attrs import evolve

import dtref
from dtref.engines import prediction
from dtref.errors import Invalid
from dtref.spec.ensembles.out_of_bag import out_of_bag_error
from dtref.spec.ensembles.voting import average_vote, majority_vote
from dtref.spec.growing.policy import Policy
from dtref.spec.model.attributes import MISSING, Cell, Continuous, Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.trees import Gap
from dtref.spec.preparation.missing import keep_missing

np = pytest.importorskip("numpy")
pytest.importorskip("numba")

CLASSES = ("P", "Q", "R")
WITH_GAPS = evolve(dtref.CART, missing=keep_missing, gap=Gap.FRACTIONS)


@pytest.fixture(autouse=True)
def compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prediction, "WORTH_KERNELS", 0)


def bags(chance: Random, n: int, trees: int = 4) -> dtref.Samples:
    return dtref.Samples(dtref.Sampling.BOOTSTRAP, tuple(tuple(chance.randrange(n) for _ in range(n)) for _ in range(trees)))


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("missing", [0, 0.3])
def test_exact_cells(seed: int, missing: float) -> None:
    chance = Random(seed)
    numbers: Sequence[Cell] = [Fraction(0), Fraction(1), Fraction(5, 2), Fraction(1, 3)]
    cells = [(chance.choice(numbers), chance.choice("ab")) for _ in range(chance.choice([3, 30]))]
    rows = [tuple(MISSING if chance.random() < missing else cell for cell in row) for row in cells]
    attributes = (Continuous("x"), Nominal("c", ("a", "b")))
    data = DataSet(attributes, Nominal("y", CLASSES), [Record(row, chance.choice(CLASSES)) for row in rows])
    forest = dtref.grow_forest(data, WITH_GAPS, bags(chance, len(rows)))
    for vote in (majority_vote, average_vote):
        assert dtref.out_of_bag_error(forest, data, vote) == out_of_bag_error(forest, data, vote)


@pytest.mark.parametrize("policy", [dtref.CART, dtref.SCIKIT_LEARN, dtref.C45_GAIN_RATIO], ids=lambda policy: policy.name)
def test_arrays(policy: Policy) -> None:
    chance = np.random.default_rng(0)
    data = dtref.from_arrays(chance.random((80, 3)), chance.integers(0, 3, 80))
    forest = dtref.grow_forest(data, policy, bags(Random(1), 80))
    assert dtref.out_of_bag_error(forest, data) == out_of_bag_error(forest, data)


def test_a_record_that_a_tree_refuses_is_refused() -> None:
    x, y = Continuous("x"), Nominal("y", ("P", "Q"))
    records = [Record((Fraction(0),), "P"), Record((Fraction(1),), "Q"), Record((MISSING,), "Q")]
    forest = dtref.grow_forest(DataSet((x,), y, records[:2]), dtref.CART, dtref.Samples(dtref.Sampling.BOOTSTRAP, ((0, 1),)))
    with pytest.raises(Invalid, match=r"^x: expected a number \(got MISSING\)"):
        dtref.out_of_bag_error(evolve(forest, samples=dtref.Samples(dtref.Sampling.BOOTSTRAP, ((0, 1, 1),))), DataSet((x,), y, records))
