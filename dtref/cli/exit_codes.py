"""The exit code of a command, and the one line that reports a failure. No failure shows a traceback."""

from __future__ import annotations

import os
import sys
import traceback
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from signal import SIGINT, Signals
from typing import Any

from dtref.cli.output import ReaderGone, one_outlet, silence
from dtref.cli.signals import Terminated, terminable
from dtref.errors import MOST, DataWarning, Invalid, Undecided, printable, said, shortened

TRACEBACK = "DTREF_TRACEBACK"
"""The environment variable that, set to anything, shows where a failure comes from."""


@contextmanager
def failing(failed: bool) -> Iterator[None]:
    """
    A context that ends with exit code 1 if a check failed, even where the reader of what is printed inside goes away.

    >>> with failing(True):
    ...     raise ReaderGone
    Traceback (most recent call last):
    SystemExit: 1
    """
    try:
        yield
    except ReaderGone:
        if not failed:
            raise
    if failed:
        raise SystemExit(1)


def exit_code(run: Callable[[], object]) -> int:
    """
    Runs a command and returns its exit code: 0 for success, also where the reader of its output went away; 1 a check failed; 2 bad input,
    bad usage or any failure, reported in one line on standard error; for a signal 128 and its number: 130 interrupted, 143 terminated.

    >>> exit_code(lambda: None)
    0
    """
    code: int | None = 0
    try:
        with terminable(), one_outlet(), telling():
            try:
                run()
            except SystemExit as end:
                code = end.code if isinstance(end.code, int | None) else 2
    except (ReaderGone, BrokenPipeError):  # of standard output, or of a pipe that an option names
        pass
    except BaseException as problem:
        code, text = told(problem)
        complain(f"{''.join(traceback.format_exception(problem))}{text}" if os.environ.get(TRACEBACK) else text)
    return code or 0


def told(problem: BaseException) -> tuple[int, str]:
    """
    The exit code and the message of a failure. Exceptions other than failures and signals are raised again.

    >>> told(Invalid("--digits", "a number", "x")), told(KeyboardInterrupt())
    ((2, "dtref: --digits: expected a number (got 'x')"), (130, 'dtref: interrupted'))
    >>> told(MemoryError()), told(OSError(28, "No space left on device", "x.json"))
    ((2, 'dtref: not enough memory'), (2, 'dtref: x.json: No space left on device'))
    """
    from click import Abort, ClickException
    from click.exceptions import NoArgsIsHelpError

    match problem:
        case Invalid() | Undecided():
            return 2, _line(str(problem))
        case KeyboardInterrupt() | Abort():
            return 128 + SIGINT, _line("interrupted")
        case Terminated(signum=signum):
            return 128 + signum, _line(f"ended by {Signals(signum).name}")
        case NoArgsIsHelpError():
            return 2, problem.format_message()
        case ClickException():
            words = (shortened(word, MOST // 2) for word in problem.format_message().split())
            return 2, _line(shortened(" ".join(words), 2 * MOST))
        case MemoryError():
            return 2, _line("not enough memory")
        case RecursionError():
            return 2, _line("what was given is nested too deep")
        case OSError(strerror=str(text), filename=name):
            return 2, _line(text if name is None else f"{os.fsdecode(name) if isinstance(name, bytes) else name}: {text}")
        case Exception():
            return 2, _line(f"{type(problem).__name__}: {shortened(said(problem))} (a mistake in dtref; {TRACEBACK}=1 shows where)")
        case _:
            raise problem


def _line(text: str) -> str:
    return f"dtref: {printable(text)}"


@contextmanager
def telling() -> Iterator[None]:
    """A context in which the warnings that a reader issues by itself are lines on standard error."""
    with warnings.catch_warnings():
        warnings.simplefilter("always", DataWarning)
        others = warnings.showwarning

        def show(message: Warning | str, category: type[Warning], *place: Any, **more: Any) -> None:
            if isinstance(message, DataWarning):
                complain(_line(f"{message.word}: {message}"))
            else:
                others(message, category, *place, **more)

        warnings.showwarning = show
        yield


def complain(text: str) -> None:
    """Prints a message on standard error."""
    try:
        print(text, file=sys.stderr, flush=True)
    except OSError:  # nobody reads it
        silence(sys.stderr)
