"""
No rule chooses silently: where a result tells of no choice, no order and no sign changes its tree. Large counts: `python
tests/silent_changes.py`.
"""

from __future__ import annotations

import pytest
from changed_samples import shown
from hypothesis import settings
from silent_changes import RULES, silent


@pytest.mark.parametrize("name", RULES)
def test_nothing_changes_a_tree_silently(name: str) -> None:
    cases = RULES[name].cases if settings().max_examples > 1000 else 8
    _, different = silent(name, cases, 7)
    assert not different, "\n".join(map(shown, different[0]))
