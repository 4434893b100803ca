"""Trees of rpart that are generated: rates, costs of columns, priors and losses, gaps, weights; right, and named where spoiled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest
from many import as_many
from peers import rpart
from peers.learners.rpart import grown
from peers.matrix_cells import NAMED, NAMED_BELOW, NAMED_EXCHANGED, RIGHT_ALL_THE_SAME, RIGHT_THERE, ROUNDED, Case, Outcome, judged
from peers.remembered import remembering
from peers.rpart_rates import table_and_setting

import dtref

pytestmark = pytest.mark.peer("rpart", "verify")
TREES = as_many(2, 2000)


@pytest.mark.skipif(not rpart.version(), reason="R's rpart is not there")
def test_generated_trees_are_right_and_wrong_where_spoiled(record_property: Callable[[str, object], None]) -> None:
    came: Counter[str] = Counter()
    for seed in range(TREES):
        data, setting = table_and_setting(seed)
        if setting["method"] == "class" and len({record.label for record in data}) < len(data.classes):
            continue  # R wants priors and losses of the classes that are there
        tree = grown(data, setting)
        policy = dtref.policy_of(tree)
        with remembering() as memory:
            outcome = judged(Outcome("generated", ""), Case(tree, data, policy, memory), seed)
        assert (seed, *outcome.wrong, *outcome.missed) == (seed,)
        came.update({f"spoiled: {what}": n for what, n in outcome.faults.items()})
        came.update(outcome.verdicts)
        came[f"grown: {outcome.grown}"] += 1
    assert {what for what in came if what.startswith("spoiled")} <= {f"spoiled: {what}" for what in NAMED_OR_RIGHT}
    assert came["NotChecked"] == 0
    assert came["grown: same"] > TREES * 3 // 4
    record_property("cases", TREES)
    record_property("departures", 0)


NAMED_OR_RIGHT = (NAMED, NAMED_EXCHANGED, RIGHT_THERE, NAMED_BELOW, *RIGHT_ALL_THE_SAME, ROUNDED)
