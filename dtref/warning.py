"""Warnings about input that is taken as it stands, though a person may have meant something else."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Iterable

from dtref.errors import MOST, shortened


class DataWarning(UserWarning):
    """
    A warning about data: where, and the message. One line of bounded length, like the message of `Invalid`.

    >>> print(DataWarning("play.csv, column 'day'", "14 of 14 cells differ"))
    play.csv, column 'day': 14 of 14 cells differ
    """

    def __init__(self, where: str, told: str) -> None:
        super().__init__(f"{shortened(where, 2 * MOST)}: {shortened(told, 2 * MOST)}")
        self.where, self.told = where, told


def tell(notices: Iterable[DataWarning]) -> None:
    """
    Issues warnings, at the line of the caller's program that called this library.

    >>> tell([])
    """
    for warning in notices:
        warnings.warn(warning, stacklevel=_levels() + 1)


def _levels() -> int:
    """The number of frames of this library, from its caller up to the program that uses it."""
    level = 1
    frame = sys._getframe(1)
    while frame.f_back is not None and str(frame.f_globals.get("__name__", "")).partition(".")[0] == "dtref":
        frame, level = frame.f_back, level + 1
    return level - 1
