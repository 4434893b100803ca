"""The branches of all declared values at once are those of the values one by one, read from the test's definition."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from dtref.spec.model.attributes import Nominal, Ordinal
from dtref.spec.model.branches import branch_of_values
from dtref.spec.model.tests import Groups, Multiway, OrdinalCut, Subset

VALUES = ("a", "b", "c", "d")


@given(st.lists(st.integers(0, 2), min_size=4, max_size=4), st.sampled_from([None, 0, 1]))
def test_groups_and_subsets(group_of: list[int], absent: int | None) -> None:
    members = [tuple(v for v, group in zip(VALUES, group_of, strict=True) if group == i) for i in (0, 1)]
    branches = {v: group if group < 2 else absent for v, group in zip(VALUES, group_of, strict=True)}
    expected = {v: branch for v, branch in branches.items() if branch is not None}
    assert branch_of_values(Groups(Nominal("x", VALUES), tuple(members), 0, absent)) == expected
    if members[0]:
        assert branch_of_values(Subset(Nominal("x", VALUES), members[0], members[1], absent)) == expected


def test_multiway_and_cuts() -> None:
    size = Ordinal("x", VALUES)
    assert branch_of_values(Multiway(size)) == {"a": 0, "b": 1, "c": 2, "d": 3}
    assert branch_of_values(OrdinalCut(size, "a", "d")) == {"a": 0, "b": 1, "c": 1, "d": 1}
    assert branch_of_values(OrdinalCut(size, "b", "c")) == {"a": 0, "b": 0, "c": 1, "d": 1}
