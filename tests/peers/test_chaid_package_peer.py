"""Trees of the CHAID package for Python: read as objects and as print, right under the policy that they state, wrong when spoiled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import redirect_stdout
from io import StringIO

import pytest
from many import as_many
from peers import chaid_package
from peers.matrix_cells import Case, Outcome, judged
from peers.remembered import remembering

import dtref
from dtref.errors import Invalid
from dtref.io.foreign.chaid import parse_chaid, read_chaid
from dtref.io.foreign.tree import ForeignNode, foreign_nodes

pytestmark = pytest.mark.peer("CHAID package", "verify")
TREES = as_many(200, 2000)


@pytest.fixture(autouse=True)
def _there() -> None:
    if not chaid_package.version():
        pytest.skip("the CHAID package is not there: pip install .[chaid]")


def told(node: ForeignNode) -> tuple[object, ...]:
    return node.ask, node.counts, node.label, node.gain


def test_generated_trees_are_right_and_wrong_where_spoiled(record_property: Callable[[str, object], None]) -> None:
    came: Counter[str] = Counter()
    for seed in range(TREES):
        asked = chaid_package.asked(seed)
        grown = chaid_package.fitted(asked.data, asked.settings)
        tree, text = read_chaid(grown), StringIO()
        with redirect_stdout(text):
            grown.print_tree()
        printed = parse_chaid(text.getvalue(), "printed")
        policy = dtref.policy_of(tree)
        with remembering() as memory:
            outcome = judged(Outcome("generated", ""), Case(tree, asked.data, policy, memory), seed)
        assert (seed, *outcome.wrong, *outcome.missed) == (seed,)
        assert list(map(told, foreign_nodes(printed.root))) == list(map(told, foreign_nodes(tree.root)))
        came.update(outcome.faults)
        came[outcome.grown] += 1
    assert set(came) <= {"named", "still right", "within rounding", "same", "tied"}
    assert came["same"] > TREES * 9 // 10
    record_property("cases", TREES)
    record_property("departures", 0)


def test_a_tree_of_numbers_is_refused() -> None:
    numbers = chaid_package.fitted(chaid_package.of_numbers(1), {"dep_variable_type": "continuous"})
    with pytest.raises(Invalid, match="a tree of classes"):
        read_chaid(numbers)
