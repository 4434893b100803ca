"""The columns of tables in text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

WIDEST = 120
"""No cell is padded to more characters than this: else one long cell would make every row as long, and the table their product."""


def widths(rows: Iterable[Sequence[str]]) -> list[int]:
    """
    How wide each column is: as its longest cell, at most 120 characters. A longer cell stands out of its column.

    >>> widths([("x", "10"), ("y" * 1000, "9")])
    [120, 2]
    """
    return [min(max(map(len, column)), WIDEST) for column in zip(*rows, strict=True)]
