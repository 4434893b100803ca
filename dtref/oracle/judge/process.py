"""
A program that speaks newline-delimited JSON on its standard input and output (golden/PROTOCOL.md).

Every question gets a reply in bounded time and memory, whatever the program does. A program that hangs, crashes, writes too much or answers
another question is started again, unless that has failed too often. If it never starts, the error is about the command, not about any case.
Expected values are never sent.
"""

from __future__ import annotations

import subprocess
from contextlib import suppress
from json import dumps
from shlex import split
from types import TracebackType
from typing import Self

from attrs import define, field

from dtref.errors import Invalid
from dtref.oracle.arithmetic.deep_json import beginning, is_longer
from dtref.oracle.judge.cases import Case
from dtref.oracle.judge.pipes import Running
from dtref.oracle.judge.questions import KEPT, Reply, read_message, reply_of, run_message

_VERSION = 1
STARTED = "an answer to the message 'start'"
PATIENCE = 3
"""The time-outs in a row after which an operation isn't asked any more; or, of a program that has never answered, any operation."""


def _no_start(wanted: str, got: str, complaint: str = "") -> Invalid:
    """The error for a program that does not start, with its standard error as a note."""
    problem = Invalid("the program does not start", wanted, got)
    if complaint:
        problem.add_note(f"its standard error: {complaint}")
    return problem


@define
class AnsweringProgram:
    """
    A command that answers questions; it is started when first asked, and again whenever it has stopped. timeout: seconds for each answer.

    Use it in a `with` statement, which ends it. about: its reply to `start`, shortened if long. Errors: Invalid where it does not start.
    """

    command: str
    timeout: float = 10.0
    about: dict[str, object] = field(factory=dict)
    _running: Running | None = None
    _asked: int = 0
    _answered: int = 0
    _silent: dict[str, int] = field(factory=dict)
    _hopeless: tuple[str, str] = ("", "")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None) -> None:
        if kind is None and self._running is not None and self._running.process.poll() is None:
            self._send(dumps({"cmd": "stop"}))
            with suppress(subprocess.TimeoutExpired):
                self._running.process.wait(1)
        self.end()

    def __call__(self, case: Case) -> Reply:
        """Asks a case. Returns the reply, which is "broken" where the program does not answer properly."""
        # give up on a program or an operation that never answers
        if any(self._hopeless):
            raise _no_start(STARTED, *self._hopeless)
        operation = case.call.operation
        silent = self._silent.get(operation, 0) if self._answered else sum(self._silent.values())
        if silent >= PATIENCE:
            return Reply("broken", f"not asked: {silent} times in a row it did not answer in time, or did not start")
        # ask, starting the program if need be
        self._asked += 1
        try:
            if self._running is None or self._running.process.poll() is not None:
                self._start()
            self._send(run_message(case, self._asked))
            reply = self._reply()
        except TimeoutError as problem:
            if not self.about:
                raise self._no_hope(problem) from None
            self._silent[operation] = self._silent.get(operation, 0) + 1
            return _broken(problem, self._ended())
        except (OSError, ValueError, MemoryError) as problem:
            if isinstance(problem, Invalid):
                raise
            return _broken(problem, self._ended())
        # it answered
        self._answered += 1
        self._silent.pop(operation, None)
        return reply

    def start(self) -> None:
        """Starts the program, if it doesn't run. Errors: Invalid where it does not start."""
        if self._running is not None and self._running.process.poll() is None:
            return
        try:
            self._start()
        except Invalid:
            raise
        except (OSError, ValueError, MemoryError) as problem:  # TimeoutError is an OSError
            raise self._no_hope(problem) from None

    def _no_hope(self, problem: Exception) -> Invalid:
        """Ends the program, which never started; the error that it is from now on."""
        complaint = self._ended()
        last = f"; its standard error ends: {complaint.splitlines()[-1]}" if complaint else ""
        self._hopeless = f"{problem}{last}", complaint
        return _no_start(STARTED, *self._hopeless)

    def _ended(self) -> str:
        """Ends the program, and returns its standard error."""
        running = self._running
        self.end()
        return "" if running is None else running.complaint.text()

    def _reply(self) -> Reply:
        message = self._receive()
        if message.get("seq") != self._asked:
            raise ValueError(f"it answers question {beginning(message.get('seq'), 40)}, not {self._asked}")
        return reply_of(message)

    def _start(self) -> None:
        # the command
        self.end()
        try:
            words = split(self.command)
        except ValueError as problem:
            raise Invalid("--impl", f"a command ({problem})", self.command) from None
        if not words:
            raise Invalid("--impl", "a command", self.command)
        # the process
        try:
            self._running = Running.start(words)
        except (OSError, ValueError, RuntimeError) as problem:
            why = f"{words[0]}: {getattr(problem, 'strerror', problem)}"
            if self.about:
                raise TimeoutError(f"it did not start: {why}") from None
            raise _no_start("a command that can be started", why) from None
        # the handshake
        self._send(dumps({"cmd": "start", "version": _VERSION}))
        try:
            message = self._receive()
            if message.get("version") != _VERSION:
                raise ValueError(f"it speaks version {beginning(message.get('version'), 40)}, not {_VERSION}")
        except ValueError as problem:  # so that a program that can't start isn't started for every case
            raise TimeoutError(f"it did not start: {problem}" if self.about else str(problem)) from None
        self.about = {"version": _VERSION, "implementation": {"name": beginning(message, KEPT)}} if is_longer(message, KEPT) else message

    def _send(self, message: str) -> None:
        assert self._running is not None, "it was started"
        self._running.to_say.put(message.encode() + b"\n")

    def _receive(self) -> dict[str, object]:
        assert self._running is not None, "it was started"
        line = self._running.line(self.timeout)
        if line is None:
            raise ValueError("it ended, or said a line that is too long, without an answer")
        return read_message(line)

    def end(self) -> None:
        """Kills the program, if it runs."""
        if self._running is not None:
            self._running.end()
        self._running = None


def _broken(problem: Exception, complaint: str) -> Reply:
    """The reply for a question without an answer: the reason, with the program's standard error."""
    why = str(problem) or type(problem).__name__
    return Reply("broken", f"{why}; its standard error: {complaint}" if complaint else why)
