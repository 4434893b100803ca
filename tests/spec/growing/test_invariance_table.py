"""
The table of invariances (tests/invariances.py, golden/TIES.md): each row keeps what it says. That it doesn't keep the rest
test_smallest_counterexamples.py shows.

`pytest --hypothesis-profile=deep` compares 100 times as many; 10,000 a row: `python tests/invariances.py`.
"""

from __future__ import annotations

import pytest
from changed_samples import shown
from hypothesis import settings
from invariances import ROWS, kept, run

FEW, MANY = 12, 1_200


@pytest.mark.parametrize("name", ROWS)
def test_a_row_keeps_its_set_of_trees(name: str) -> None:
    """Records, columns, values and classes in another order, numbers mirrored, weights as copies, all at once."""
    count = MANY if settings().max_examples > 1000 else FEW
    compared, pair = run(name, count, 5, kept(name))
    assert pair is None, "\n".join(map(shown, pair))
    assert compared == count
