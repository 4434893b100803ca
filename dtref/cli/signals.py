"""Turns signals that ask the program to end into an exception, so that `finally` and `with` clean up."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType

from dtref.oracle.judge.undisturbed import TERMINATING


class Terminated(BaseException):
    """
    A signal has asked the program to end.

    >>> Terminated(15)
    Terminated('SIGTERM')
    """

    def __init__(self, signum: int) -> None:
        super().__init__(signal.Signals(signum).name)
        self.signum = signum


@contextmanager
def terminable() -> Iterator[None]:
    """
    Inside, SIGTERM and SIGHUP raise `Terminated`. A signal that is ignored stays so (nohup); only the main thread changes handlers.

    >>> with terminable():
    ...     signal.raise_signal(signal.SIGTERM)
    Traceback (most recent call last):
    dtref.cli.signals.Terminated: SIGTERM
    """
    handlers = {n: signal.getsignal(n) for n in TERMINATING} if current_thread() is main_thread() else {}
    replaced = {n: handler for n, handler in handlers.items() if handler not in {signal.SIG_IGN, None}}
    try:
        for n in replaced:
            signal.signal(n, _raise)
        yield
    finally:
        for n, handler in replaced.items():
            signal.signal(n, handler)


def _raise(signum: int, _: FrameType | None) -> None:
    raise Terminated(signum)
