"""
A program that speaks newline-delimited JSON on its standard input and output (golden/PROTOCOL.md).

Whatever a program does, a question gets a reply in bounded time and memory: one that hangs, crashes, babbles or answers another question is
started anew and asked on, unless it is past hope. One that never started is no program: that is told of the command, not of any case.
Expected values are never sent.
Before this: `dtref.oracle.judge.asking`. Next: `dtref.oracle.judge.judging`.
"""

from __future__ import annotations

import os
import signal
import subprocess
from contextlib import suppress
from json import dumps
from queue import Empty, Full, Queue
from shlex import split
from threading import Event, Thread
from types import TracebackType
from typing import IO, Self

from attrs import define, field

from dtref.errors import Invalid
from dtref.oracle.judge.asking import Reply, read_message, reply_of, run_message
from dtref.oracle.judge.cases import Case

VERSION = 1
STARTED = "an answer to the message 'start'"
LONGEST = 2_000_000
"""The most bytes that a line of an answer may have."""
WAITING = 64
"""The most lines that wait to be read; a program that says more has to wait, too."""
PATIENCE = 3
"""After so many time-outs in a row an operation is not asked any more, and a program that has started but never answered nothing at all."""


@define
class _Running:
    """A started program, and the threads that write to it and read what it says, so that no pipe can ever block its judge."""

    process: subprocess.Popen[bytes]
    said: Queue[bytes | None] = field(factory=lambda: Queue(WAITING))
    to_say: Queue[bytes | None] = field(factory=Queue)
    over: Event = field(factory=Event)
    complained: bytes = b""
    threads: tuple[Thread, ...] = ()

    def begin(self) -> Self:
        """Start the threads."""
        self.threads = tuple(Thread(target=work, daemon=True) for work in (self._write, self._read, self._listen))
        for thread in self.threads:
            thread.start()
        return self

    def end(self) -> None:
        """Kill it, and whatever it started in its own session."""
        self.over.set()
        self.to_say.put(None)
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.kill()
        self.process.wait()
        for thread in self.threads:
            thread.join(0.5)
        for stream, thread in zip((self.process.stdin, self.process.stdout, self.process.stderr), self.threads, strict=True):
            if stream is not None and not thread.is_alive():  # one that something else holds open stays open
                with suppress(OSError):
                    stream.close()

    def _write(self) -> None:
        with suppress(ValueError, OSError):
            while (message := self.to_say.get()) is not None:
                _stream(self.process.stdin).write(message)
                _stream(self.process.stdin).flush()

    def _read(self) -> None:
        """Every line that isn't empty; None at the end, or where a line is too long."""
        with suppress(ValueError, OSError):
            while line := _stream(self.process.stdout).readline(LONGEST):
                if not line.endswith(b"\n"):
                    break
                if line.strip():
                    self._hear(line)
        self._hear(None)

    def _hear(self, line: bytes | None) -> None:
        while not self.over.is_set():
            with suppress(Full):
                self.said.put(line, timeout=0.1)
                return

    def _listen(self) -> None:
        """The end of what it complains of on its standard error."""
        with suppress(ValueError, OSError):
            while text := os.read(_stream(self.process.stderr).fileno(), 65536):
                self.complained = (self.complained + text)[-200:]


def _no_start(wanted: str, got: str) -> Invalid:
    return Invalid("the program does not start", wanted, got)


def _stream(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None, "every stream is a pipe"
    return stream


@define
class Program:
    """
    A command that answers, started when it is first asked and whenever it has stopped. timeout: seconds for each answer.

    Use it in a `with`, which ends it. about: what it said of itself. Errors: Invalid where it does not even start.
    """

    command: str
    timeout: float = 10.0
    about: dict[str, object] = field(factory=dict)
    _running: _Running | None = None
    _asked: int = 0
    _answered: int = 0
    _silent: dict[str, int] = field(factory=dict)
    _hopeless: str = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None) -> None:
        if self._running is not None and self._running.process.poll() is None:
            self._send(dumps({"cmd": "stop"}))
            with suppress(subprocess.TimeoutExpired):
                self._running.process.wait(1)
        self._end()

    def __call__(self, case: Case) -> Reply:
        """What the program replies."""
        if self._hopeless:
            raise _no_start(STARTED, self._hopeless)
        operation = case.call.operation
        silent = self._silent.get(operation, 0) if self._answered else sum(self._silent.values())
        if silent >= PATIENCE:
            return Reply("broken", f"not asked: {silent} times in a row it did not answer in time, or did not start")
        self._asked += 1
        try:
            if self._running is None or self._running.process.poll() is not None:
                self._start()
            self._send(run_message(case, self._asked))
            reply = self._reply()
        except TimeoutError as problem:
            if not self.about:
                self._hopeless = " ".join(str(self._broken(problem).value).split())
                raise _no_start(STARTED, self._hopeless) from None
            self._silent[operation] = self._silent.get(operation, 0) + 1
            return self._broken(problem)
        except (OSError, ValueError) as problem:
            if isinstance(problem, Invalid):
                raise
            return self._broken(problem)
        self._answered += 1
        self._silent.pop(operation, None)
        return reply

    def _broken(self, problem: Exception) -> Reply:
        """It is ended; the reply says why, and what it complained of last."""
        running = self._running
        self._end()
        complaint = "" if running is None else running.complained.decode(errors="replace").strip()
        return Reply("broken", f"{problem}; its standard error ends: {complaint}" if complaint else str(problem))

    def _reply(self) -> Reply:
        said = self._receive()
        if said.get("seq") != self._asked:
            raise ValueError(f"it answers question {str(said.get('seq'))[:40]!r}, not {self._asked}")
        return reply_of(said)

    def _start(self) -> None:
        self._end()
        try:
            words = split(self.command)
        except ValueError as problem:
            raise Invalid("--impl", f"a command ({problem})", self.command) from None
        if not words:
            raise Invalid("--impl", "a command", self.command)
        try:
            pipe = subprocess.PIPE
            process = subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True)
        except (OSError, ValueError) as problem:
            raise _no_start("a command that can be started", f"{words[0]}: {getattr(problem, 'strerror', problem)}") from None
        self._running = _Running(process).begin()
        self._send(dumps({"cmd": "start", "version": VERSION}))
        try:
            said = self._receive()
            if said.get("version") != VERSION:
                raise ValueError(f"it speaks version {str(said.get('version'))[:40]!r}, not {VERSION}")
        except ValueError as problem:  # so that a program that can't start isn't started for every case
            raise TimeoutError(f"it did not start: {problem}" if self.about else str(problem)) from None
        self.about = said

    def _send(self, message: str) -> None:
        assert self._running is not None, "it was started"
        self._running.to_say.put(message.encode() + b"\n")

    def _receive(self) -> dict[str, object]:
        assert self._running is not None, "it was started"
        try:
            line = self._running.said.get(timeout=self.timeout)
        except Empty:
            raise TimeoutError(f"no answer within {self.timeout:g} seconds") from None
        if line is None:
            raise ValueError("it ended, or said a line that is too long, without an answer")
        return read_message(line)

    def _end(self) -> None:
        if self._running is not None:
            self._running.end()
        self._running = None
