"""A few steps that no signal may break in two: it waits until they are done."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType

TERMINATING = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name))
"""The signals that ask a program to end, as far as the system has them, beside SIGINT, which is Python's KeyboardInterrupt."""


@contextmanager
def undisturbed() -> Iterator[None]:
    """
    Inside, signals that ask the program to end wait; at the end the first of them is handled as it would have been.

    Only where Python handles them: what is ignored stays ignored, what ends the process at once still does. Programs started inside
    get the system's handlers. Only the main thread changes handlers, and only it is disturbed by signals.

    >>> done = []
    >>> try:
    ...     with undisturbed():
    ...         signal.raise_signal(signal.SIGINT)
    ...         done.append("all steps")
    ... except KeyboardInterrupt:
    ...     print(done)
    ['all steps']
    """
    if current_thread() is not main_thread():
        yield
        return
    came: list[tuple[int, FrameType | None]] = []

    def waits(number: int, frame: FrameType | None) -> None:
        came.append((number, frame))

    handlers = {number: handler for number in (signal.SIGINT, *TERMINATING) if callable(handler := signal.getsignal(number))}
    try:
        for number in handlers:
            signal.signal(number, waits)
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        for number, frame in came[:1]:
            handlers[signal.Signals(number)](number, frame)
