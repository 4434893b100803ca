"""
A started program: pipes that never block its judge, the first and last of its standard error, a guard that ends it with its judge.

The guard is a shell in a process group of its own, which the program is started into. It waits for the end of a pipe that the judge
alone holds open: however the judge ends, by SIGKILL too, the system closes that, and the guard kills the group. So there is no moment
at which the program runs unguarded. What puts itself into another session or group, and isn't the program itself, is out of reach.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import suppress
from queue import Empty, Full, Queue
from threading import Event, Thread
from time import monotonic
from typing import IO, Self

from attrs import define, field

LONGEST_LINE = 2_000_000
"""The most bytes that a line of an answer may have."""
WAITING = 8
"""The most lines that wait to be read; a program that says more has to wait, too."""
COMPLAINT = 1000
"""So many bytes from the beginning of standard error, and as many from its end, are kept."""
TURN = 0.1
"""Seconds after which a thread that waits for a pipe looks whether all is over."""
LEFT_OVER = 2**20
"""The most bytes that are still read of a pipe when all is over."""
LAST = 5.0
"""Seconds in which a killed program ends, unless the system holds it."""
_GUARD = """
trap '' HUP INT QUIT TERM PIPE ALRM USR1 USR2 TSTP
read -r program
while read -r more; do :; done
[ "$program" ] && kill -s KILL -- "-$program"
[ "$program" ] && kill -s KILL "$program"
kill -s KILL 0
"""
"""It is told the program's process id, and kills the group that the program may have made of itself, the program, and its own group."""


@define
class ErrorOutput:
    """
    The beginning and the end of what a program says on its standard error.

    >>> said = ErrorOutput()
    >>> said.hear(b"x = 1 / 0"), said.text()
    (None, 'x = 1 / 0')
    >>> said.hear(b"." * 10**6 + b"ZeroDivisionError"), len(said.text()) < 2100, said.text()[-17:]
    (None, True, 'ZeroDivisionError')
    """

    first: bytes = b""
    last: bytes = b""
    left_out: int = 0

    def hear(self, said: bytes) -> None:
        """What comes next."""
        room = COMPLAINT - len(self.first)
        self.first += said[:room]
        rest = self.last + said[room:]
        self.left_out += max(len(rest) - COMPLAINT, 0)
        self.last = rest[-COMPLAINT:]

    def text(self) -> str:
        """As text: all, or the beginning, how much is left out, the end."""
        between = f"\n[{self.left_out} bytes]\n".encode() if self.left_out else b""
        return (self.first + between + self.last).decode(errors="replace").strip()


@define
class Running:
    """A started program, and the threads that write to it and read what it says, so that no pipe can ever block its judge."""

    process: subprocess.Popen[bytes]
    guard: subprocess.Popen[bytes] | None
    said: Queue[bytes | None] = field(factory=lambda: Queue(WAITING))
    to_say: Queue[bytes | None] = field(factory=Queue)
    over: Event = field(factory=Event)
    complaint: ErrorOutput = field(factory=ErrorOutput)
    threads: tuple[Thread, ...] = ()

    @classmethod
    def start(cls, words: Sequence[str]) -> Self:
        """Start a program. Errors: OSError, ValueError or RuntimeError where the system can't."""
        pipe, guard = subprocess.PIPE, _guard()
        group = guard.pid if guard is not None else 0 if os.name == "posix" else None
        try:
            process = subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, process_group=group)
        except BaseException:
            if guard is not None:
                _end(guard)
                _stream(guard.stdin).close()
            raise
        running = cls(process, guard)
        try:
            running._begin()
        except BaseException:
            running.end()
            raise
        return running

    def _begin(self) -> None:
        if self.guard is not None:
            with suppress(OSError):
                _stream(self.guard.stdin).write(f"{self.process.pid}\n".encode())
        for work in (self._write, self._read, self._listen):
            thread = Thread(target=work, daemon=True)
            thread.start()
            self.threads += (thread,)

    def line(self, timeout: float) -> bytes | None:
        """
        The next line that it says; None where there is none: it has ended (something else may hold its pipe), or a line is too long.
        Errors: TimeoutError after so many seconds.
        """
        until = monotonic() + timeout
        while (left := until - monotonic()) > 0:
            has_ended = self.process.poll() is not None
            with suppress(Empty):
                return self.said.get(timeout=min(left, TURN))
            if has_ended:
                return None
        raise TimeoutError(f"no answer within {timeout:g} seconds")

    def end(self) -> None:
        """Kill it, and whatever it started in its process group."""
        self.over.set()
        self.to_say.put(None)
        every = [one for one in (self.guard, self.process) if one is not None]
        for leader in every if os.name == "posix" else ():
            with suppress(OSError):
                os.killpg(leader.pid, signal.SIGKILL)
        for one in every:
            _end(one)
        if self.guard is not None:
            _stream(self.guard.stdin).close()
        for thread in self.threads:
            thread.join(10 * TURN)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if not any(thread.is_alive() for thread in self.threads):
                with suppress(OSError):
                    _stream(stream).close()

    def _write(self) -> None:
        at = _stream(self.process.stdin).fileno()
        with suppress(ValueError, OSError):
            if os.name == "posix":
                os.set_blocking(at, False)
            while (message := self.to_say.get()) is not None:
                left = memoryview(message)
                while left and not self.over.is_set():
                    if _is_ready(at, writing=True):
                        left = left[os.write(at, left) :]

    def _read(self) -> None:
        """Every line that isn't empty; None at the end, or where a line is too long."""
        begun: list[bytes] = []
        for chunk in self._chunks(self.process.stdout):
            begun.append(chunk)
            if b"\n" in chunk:
                *lines, rest = b"".join(begun).split(b"\n")
                begun = [rest]
                if max(map(len, lines)) >= LONGEST_LINE:
                    break
                for line in lines:
                    if line.strip():
                        self._hear(line)
            if sum(map(len, begun)) >= LONGEST_LINE:
                break
        self._hear(None)

    def _hear(self, line: bytes | None) -> None:
        while not self.over.is_set():
            with suppress(Full):
                self.said.put(line, timeout=TURN)
                return

    def _listen(self) -> None:
        for chunk in self._chunks(self.process.stderr):
            self.complaint.hear(chunk)

    def _chunks(self, stream: IO[bytes] | None) -> Iterator[bytes]:
        """What comes out of a pipe, until it ends; when all is over what is left in it, however much still comes."""
        at, left = _stream(stream).fileno(), LEFT_OVER
        with suppress(ValueError, OSError):
            while left > 0:
                over = self.over.is_set()
                if not _is_ready(at):
                    if over:
                        return
                    continue
                if not (chunk := os.read(at, 65536)):
                    return
                left -= len(chunk) if over else 0
                yield chunk


def _guard() -> subprocess.Popen[bytes] | None:
    """The guard, where the system has one."""
    if os.name != "posix":
        return None
    nowhere = subprocess.DEVNULL
    with suppress(OSError):
        return subprocess.Popen(
            ["/bin/sh", "-c", _GUARD], stdin=subprocess.PIPE, stdout=nowhere, stderr=nowhere, bufsize=0, process_group=0
        )
    return None


def _end(process: subprocess.Popen[bytes]) -> None:
    with suppress(OSError):
        process.kill()
    with suppress(subprocess.TimeoutExpired):
        process.wait(LAST)


def _is_ready(at: int, *, writing: bool = False) -> bool:
    """Whether a pipe can be read or written without waiting, within a turn. Where the system can't say, whoever asks has to wait."""
    if os.name != "posix":
        return True
    asked = select.poll()
    asked.register(at, select.POLLOUT if writing else select.POLLIN)
    return bool(asked.poll(1000 * TURN))


def _stream(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None, "every stream is a pipe"
    return stream
