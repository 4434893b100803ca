"""A guard for tests of what must not hang: no measure of speed, only an end to a wait that has none."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class Hung(Exception):  # noqa: N818 - it says what the program did
    """The seconds are over."""


@contextmanager
def patience(seconds: int, processor: bool = False) -> Iterator[None]:
    """
    Raise `Hung` in the body after so many seconds (where the system has alarms, else never). processor: of processor time, so that it ends
    what is slow in itself, however much else runs.
    """

    def ring(_signal: int, _frame: FrameType | None) -> None:
        raise Hung(f"nothing after {seconds} s")

    if not hasattr(signal, "SIGALRM"):
        yield
        return
    bell, timer = (signal.SIGPROF, signal.ITIMER_PROF) if processor else (signal.SIGALRM, signal.ITIMER_REAL)
    before = signal.signal(bell, ring)
    signal.setitimer(timer, seconds)
    try:
        yield
    finally:
        signal.setitimer(timer, 0)
        signal.signal(bell, before)
