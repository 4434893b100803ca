"""
The table of invariances (tests/invariances.py, golden/TIES.md): each row keeps what it says, and doesn't keep the rest.

`pytest --hypothesis-profile=deep` compares 100 times as many; 10,000 a row: `python tests/invariances.py`.
"""

from __future__ import annotations

import pytest
from changed_samples import CHANGES, shown
from hypothesis import settings
from invariances import ROWS, kept, run

FEW, MANY = 12, 1_200
NOT_KEPT = [(name, change) for name, row in ROWS.items() for change in row.no]


@pytest.mark.parametrize("name", ROWS)
def test_a_row_keeps_its_set_of_trees(name: str) -> None:
    """Records, columns, values and classes in another order, numbers mirrored, weights as copies, all at once."""
    count = MANY if settings().max_examples > 1000 else FEW
    compared, pair = run(name, count, 5, kept(name))
    assert pair is None, "\n".join(map(shown, pair))
    assert compared == count


@pytest.mark.parametrize(("name", "change"), NOT_KEPT)
def test_what_a_row_does_not_keep_is_seen(name: str, change: str) -> None:
    assert change in CHANGES
    assert run(name, 2_000, 1, (change,))[1] is not None
