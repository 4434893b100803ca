"""Numbers with more digits than Python prints have names all the same."""

from __future__ import annotations

import pytest

from dtref.errors import Undecided
from dtref.exact.comparison import compare
from dtref.exact.enclosure import enclose
from dtref.exact.logs import log2_of


def test_an_enclosure_of_a_huge_number_is_printed_and_compared() -> None:
    huge = 10**6025 + 1
    root = enclose(2).sqrt()
    assert str(enclose(huge)) == "a number too long to print"
    assert compare(root, huge) == -1
    with pytest.raises(Undecided, match=r"^sign of .*: not decided within 64 bits$"):
        compare(enclose(log2_of(3)).sqrt() * enclose(log2_of(3)).sqrt() + huge, log2_of(3) + huge, budget=64)
