"""A guard for tests of what must not hang: no measure of speed, only an end to a wait that has none."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Hung(Exception):  # noqa: N818 - it says what the program did
    """The seconds are over."""


@contextmanager
def patience(seconds: int) -> Iterator[None]:
    """Raise `Hung` in the body after so many seconds (where the system has alarms, else never)."""

    def ring(_signal: int, _frame: FrameType | None) -> None:
        raise Hung(f"nothing after {seconds} s")

    if not hasattr(signal, "SIGALRM"):
        yield
        return
    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
