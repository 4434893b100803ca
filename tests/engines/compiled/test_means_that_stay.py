"""Whether a cut moves the mean of doubles whose sums are no integers of 64 bits: the fast engine beside the specification."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from attrs import evolve
from many import as_many

import dtref
from dtref.spec.growing.stopping import no_improvement
from dtref.spec.model.attributes import Continuous
from dtref.spec.model.data import DataSet, Record

RULES = evolve(dtref.REGRESSION_TREE, stop=(*dtref.REGRESSION_TREE.stop, no_improvement))
FAR = (2.0**52 + 1, -(2.0**52) - 1, 2.0**-40, 1 / 3, -1 / 3, 0.1, 1e300, 5e-324)
"""Doubles of which two may have a sum that needs more than 64 bits."""


def on_both_sides(chance: Random) -> DataSet:
    """Records of few columns, whose targets are mostly those of the records on the other side of a cut, now and then one bit off."""
    ys = [chance.choice(FAR[: chance.choice((6, 8))]) for _ in range(chance.randint(1, 4))]
    other = [y if chance.random() < 0.8 else y * (1 + 2**-52) for y in ys]
    columns = tuple(Continuous(f"x{j}") for j in range(chance.randint(1, 2)))
    rows = [(0, y) for y in ys] + [(1, y) for y in other]
    records = tuple(
        Record((Fraction(side), *(Fraction(chance.randint(0, 2)) for _ in columns[1:])), Fraction(y), Fraction(1)) for side, y in rows
    )
    return DataSet(columns, Continuous("y"), records)


def test_a_cut_that_moves_no_mean_makes_a_leaf() -> None:
    leaves = 0
    for seed in range(as_many(150, 20_000)):
        data = on_both_sides(Random(f"mean {seed}"))
        tree = dtref.grow(data, RULES, engine="fast")
        assert tree == dtref.grow(data, RULES, engine="specification"), seed
        leaves += isinstance(tree, dtref.Leaf) and len({record.label for record in data}) > 1
    assert leaves > as_many(15, 2000)
