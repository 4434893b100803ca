"""The samples of Weka's bagged trees, against what Weka 3.6.14 itself drew (`Instances.resampleWithWeights`, one nextInt after each)."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest
from attrs import evolve

import dtref
from dtref.io.foreign.printed_trees.weka import read_weka
from dtref.oracle.stated.policy_of import policy_of
from dtref.oracle.verify.verify import verify
from dtref.spec.ensembles.weka_samples import weka_samples

UNEVEN = (0.5, 3.0, 1.0, 0.25, 2.0, 7.0, 1.0)
SEVEN = "3100022211311010111211011120111120111101000101231"
FILES = Path(__file__).parents[2] / "io" / "foreign" / "files"


@pytest.mark.parametrize(
    ("weights", "seed", "drawn"),
    [
        ((1.0,) * 10, 1, ("1011100105", "1101021121", "1110131110")),
        ((1.0,) * 10, -3, ("0121020022", "2010023200", "3020102101")),
        (UNEVEN, 1, ("1110040", "0100033", "0200230")),
        (UNEVEN, -3, ("0410020", "0100240", "0110230")),
        ((1.0,) * 49, 1, (SEVEN,)),  # 49 * (1/49) is below 1 in doubles
    ],
)
def test_draws_are_those_of_weka(weights: tuple[float, ...], seed: int, drawn: tuple[str, ...]) -> None:
    assert list(islice(weka_samples(weights, seed), len(drawn))) == [tuple(map(int, sample)) for sample in drawn]


def test_the_trees_of_a_forest_are_right_on_their_draws_and_on_no_others() -> None:
    data = dtref.read_csv(FILES / "forest-data.csv", target="y", ignore=["v"], continuous=["x", "z"])
    trees = read_weka(FILES / "weka-forest.txt")
    assert len(trees) == 3
    for tree in trees:
        assert verify(tree, data, policy_of(tree)).wrong == ()
    other = evolve(trees[0], settings=trees[1].settings)
    assert verify(other, data, policy_of(other)).wrong
