"""A leaf where columns and cuts are drawn: right if some draws improve nothing, as far as doubles tell, and wrong if all do improve."""

from __future__ import annotations

from fractions import Fraction

import pytest

import dtref
from dtref.io.foreign.tree import ForeignNode, ForeignTree, Program
from dtref.oracle.verify.verdicts import StoppedEarly, StopWithinFloat

POLICY = dtref.scikit_learn(criterion="absolute_error", splitter="random", max_features=1)
LEAF = ForeignTree(ForeignNode("0", label=Fraction("22.55")), "a leaf", columns=("x", "z"), program=Program.SCIKIT_LEARN)
LABELS = [Fraction("0.1"), Fraction(45), Fraction("0.1"), Fraction(45)]


@pytest.mark.parametrize(("z", "verdict"), [((0, 0, 1, 1), StopWithinFloat), ((0, 1, 0, 1), StoppedEarly)])
def test_a_leaf_is_one_if_a_column_that_improves_nothing_may_have_been_drawn(z: tuple[int, ...], verdict: type) -> None:
    """Every cut of x improves; of z none does, or the only one. scikit-learn 1.9.1 makes a leaf of x = z = 0, 0, 1, 1 by any seed."""
    data = dtref.from_arrays([[i % 2, value] for i, value in enumerate(z)], LABELS, names=["x", "z"], continuous=["class"])
    assert isinstance(dtref.verify(LEAF, data, POLICY).findings[0].verdicts[-1], verdict)
