"""What is told of an input that is taken as it stands, though a person may have meant something else."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterable

from dtref.errors import MOST, shortened


class DataWarning(UserWarning):
    """
    Something about data that was decided for the caller: where, and what is told of it. One line, and bounded, as the message of `Invalid`.

    >>> print(DataWarning("play.csv, column 'day'", "14 of 14 cells differ"))
    play.csv, column 'day': 14 of 14 cells differ
    """

    def __init__(self, where: str, told: str) -> None:
        super().__init__(f"{shortened(where, 2 * MOST)}: {shortened(told, 2 * MOST)}")
        self.where, self.told = where, told


def tell(found: Iterable[DataWarning]) -> None:
    """
    Warn of what was found, at the line of the caller's program that called this library.

    >>> tell([])
    """
    for warning in found:
        warnings.warn(warning, stacklevel=_levels() + 1)


def _levels() -> int:
    """How many frames above the one that asks belong to this library, that one included."""
    level = 1
    frame = sys._getframe(1)
    while frame.f_back is not None and str(frame.f_globals.get("__name__", "")).partition(".")[0] == "dtref":
        frame, level = frame.f_back, level + 1
    return level - 1
