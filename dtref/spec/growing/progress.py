"""The progress of growing, for callers who want to be told."""

from __future__ import annotations


def ignore_progress(records: int) -> None:
    """
    Does nothing with the number of records of a finished leaf: the `progress` of callers who do not want to be told.

    >>> ignore_progress(14)
    """
