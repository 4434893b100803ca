"""The matrix of programs: pairs of values are covered, its rows are of the code as it is, and a cell of each learner is right."""

from __future__ import annotations

from itertools import combinations

import pytest
from covering import covering, pairs_of
from peers.matrix import stale
from peers.matrix_cells import cells, outcome
from peers.matrix_programs import Learner, learners

LEARNERS = list(learners())


@pytest.mark.parametrize("learner", LEARNERS, ids=lambda learner: learner.name)
def test_every_pair_of_values_that_may_be_is_in_a_setting(learner: Learner) -> None:
    settings, values = covering(learner.varied, learner.admits), learner.varied
    positions = [{name: values[name].index(value) for name, value in setting.items()} for setting in settings]
    seen = {frozenset({(a, at[a]), (b, at[b])}) for at in positions for a, b in combinations(values, 2)}
    for pair in set(pairs_of(values)) - seen:
        assert not learner.admits({**{name: first[0] for name, first in values.items()}, **{name: values[name][i] for name, i in pair}})
    assert all(map(learner.admits, settings))
    assert len(settings) < 30


@pytest.mark.parametrize("learner", LEARNERS, ids=lambda learner: learner.name)
def test_a_row_is_of_the_code_as_it_is(learner: Learner) -> None:
    told = [line for line in stale() if line.startswith(f"{learner.name}: ")]
    if told:
        pytest.skip(f"STALE, {told[0]}: python tests/peers/matrix.py")


@pytest.mark.peer("matrix", "a cell of each learner")
@pytest.mark.parametrize("learner", LEARNERS, ids=lambda learner: learner.name)
def test_a_cell_is_right(learner: Learner) -> None:
    if not learner.version():
        pytest.skip(f"{learner.name} is not there")
    small = sorted(learner.tables(), key=lambda table: len(table.read()) * len(table.read().attributes))[:6]
    came = (outcome(learner, table, setting, 0) for table, setting in cells(learner, small))
    first = next(one for one in came if "two classes at most" not in one.not_run)
    assert (first.not_run, first.wrong, first.missed) == ("", (), ())
