"""
A running program: pipes that never block the judge, the first and last of its standard error, a guard that ends it with the judge.

The guard is a shell in a process group of its own, in which the program is started. It waits for the end of a pipe that only the judge
holds open: however the judge ends, even by SIGKILL, the system closes the pipe, and the guard kills the group. A signal that becomes
an exception waits while a program is started or ended: broken in two, either could leave a program without its guard. Descendants of
the program that move to another session or group are out of reach.
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

from dtref.oracle.judge.undisturbed import undisturbed

LONGEST_LINE = 2_000_000
"""The most bytes that a line of an answer may have."""
WAITING = 8
"""The most lines that wait to be read; a program that writes more has to wait."""
COMPLAINT = 1000
"""The bytes kept from the beginning of standard error, and as many from its end."""
TURN = 0.1
"""Seconds after which a thread that waits for a pipe checks whether it should stop."""
LEFT_OVER = 2**20
"""The most bytes that are still read from a pipe after the end."""
LAST = 5.0
"""Seconds to wait for a killed program to end."""
_GUARD = """
trap '' HUP INT QUIT TERM PIPE ALRM USR1 USR2 TSTP
read -r program
while read -r more; do :; done
[ "$program" ] && kill -s KILL -- "-$program"
[ "$program" ] && kill -s KILL "$program"
kill -s KILL 0
"""
"""The guard's script: reads the program's process id, and when the pipe ends kills the program, the group it leads, and its own group."""


@define
class ErrorOutput:
    """
    The beginning and the end of a program's standard error, and the number of bytes left out between them.

    >>> output = ErrorOutput()
    >>> output.hear(b"x = 1 / 0"), output.text()
    (None, 'x = 1 / 0')
    >>> output.hear(b"." * 10**6 + b"ZeroDivisionError"), len(output.text()) < 2100, output.text()[-17:]
    (None, True, 'ZeroDivisionError')
    """

    first: bytes = b""
    last: bytes = b""
    left_out: int = 0

    def hear(self, chunk: bytes) -> None:
        """Adds the next bytes."""
        room = COMPLAINT - len(self.first)
        self.first += chunk[:room]
        rest = self.last + chunk[room:]
        self.left_out += max(len(rest) - COMPLAINT, 0)
        self.last = rest[-COMPLAINT:]

    def text(self) -> str:
        """The output as text: all of it, or the beginning, the number of bytes left out, and the end."""
        between = f"\n[{self.left_out} bytes]\n".encode() if self.left_out else b""
        return (self.first + between + self.last).decode(errors="replace").strip()


@define
class Running:
    """A running program, with threads that write to it and read from it, so that no pipe can block the judge.

    said: lines read (None at the end). to_say: messages to write. over: set to stop the threads. complaint: standard error.
    """

    process: subprocess.Popen[bytes]
    guard: subprocess.Popen[bytes] | None
    said: Queue[bytes | None] = field(factory=lambda: Queue(WAITING))
    to_say: Queue[bytes | None] = field(factory=Queue)
    over: Event = field(factory=Event)
    complaint: ErrorOutput = field(factory=ErrorOutput)
    threads: tuple[Thread, ...] = ()

    @classmethod
    def start(cls, words: Sequence[str]) -> Self:
        """Starts a program under a guard. Errors: OSError, ValueError or RuntimeError where the system can't."""
        running: Self | None = None
        try:
            with undisturbed():
                running = cls._started(words)
        except BaseException:  # a signal that waited, too: nobody else knows the program yet
            if running is not None:
                running.end()
            raise
        return running

    @classmethod
    def _started(cls, words: Sequence[str]) -> Self:
        # the guard first, so that the program starts in its group
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
        The next line of its output; None if the program has ended or a line is too long. Another process may hold the pipe of an ended
        program open, so its end is asked of the process. Errors: TimeoutError after `timeout` seconds.
        """
        deadline = monotonic() + timeout
        while (seconds_left := deadline - monotonic()) > 0:
            has_ended = self.process.poll() is not None
            with suppress(Empty):
                return self.said.get(timeout=min(seconds_left, TURN))
            if has_ended:
                return None
        raise TimeoutError(f"no answer within {timeout:g} seconds")

    def end(self) -> None:
        """Kills the program and everything in its process group, then closes the pipes."""
        with undisturbed():
            self._kill()

    def _kill(self) -> None:
        self.over.set()
        self.to_say.put(None)
        # the processes and their groups
        processes = [process for process in (self.guard, self.process) if process is not None]
        for leader in processes if os.name == "posix" else ():
            with suppress(OSError):
                os.killpg(leader.pid, signal.SIGKILL)
        for process in processes:
            _end(process)
        if self.guard is not None:
            _stream(self.guard.stdin).close()
        # the threads, then the pipes that they no longer use
        for thread in self.threads:
            thread.join(10 * TURN)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if not any(thread.is_alive() for thread in self.threads):
                with suppress(OSError):
                    _stream(stream).close()

    def _write(self) -> None:
        """Writes messages as far as the pipe takes them, until there is None."""
        descriptor = _stream(self.process.stdin).fileno()
        with suppress(ValueError, OSError):
            if os.name == "posix":
                os.set_blocking(descriptor, False)
            while (message := self.to_say.get()) is not None:
                rest = memoryview(message)
                while rest and not self.over.is_set():
                    if _is_ready(descriptor, writing=True):
                        rest = rest[os.write(descriptor, rest) :]

    def _read(self) -> None:
        """Puts every line that isn't empty into `said`, and None at the end or where a line is too long."""
        unfinished: list[bytes] = []
        for chunk in self._chunks(self.process.stdout):
            unfinished.append(chunk)
            if b"\n" in chunk:
                *lines, rest = b"".join(unfinished).split(b"\n")
                unfinished = [rest]
                if max(map(len, lines)) >= LONGEST_LINE:
                    break
                for line in lines:
                    if line.strip():
                        self._hear(line)
            if sum(map(len, unfinished)) >= LONGEST_LINE:
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
        """The bytes that come out of a pipe until it ends; after `over` is set, at most `LEFT_OVER` more."""
        descriptor, bytes_left = _stream(stream).fileno(), LEFT_OVER
        with suppress(ValueError, OSError):
            while bytes_left > 0:
                over = self.over.is_set()
                if not _is_ready(descriptor):
                    if over:
                        return
                    continue
                if not (chunk := os.read(descriptor, 65536)):
                    return
                bytes_left -= len(chunk) if over else 0
                yield chunk


def _guard() -> subprocess.Popen[bytes] | None:
    """Starts the guard; None where the system can't."""
    if os.name != "posix":
        return None
    devnull = subprocess.DEVNULL
    with suppress(OSError):
        return subprocess.Popen(
            ["/bin/sh", "-c", _GUARD], stdin=subprocess.PIPE, stdout=devnull, stderr=devnull, bufsize=0, process_group=0
        )
    return None


def _end(process: subprocess.Popen[bytes]) -> None:
    with suppress(OSError):
        process.kill()
    with suppress(subprocess.TimeoutExpired):
        process.wait(LAST)


def _is_ready(descriptor: int, *, writing: bool = False) -> bool:
    """Whether a pipe can be read or written without waiting, within a turn; always true where the system can't tell."""
    if os.name != "posix":
        return True
    poll = select.poll()
    poll.register(descriptor, select.POLLOUT if writing else select.POLLIN)
    return bool(poll.poll(1000 * TURN))


def _stream(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None, "every stream is a pipe"
    return stream
