"""
A program that speaks newline-delimited JSON on its standard input and output (golden/PROTOCOL.md), and a Python function in its place.

Whatever a program does, a question gets a reply in bounded time and memory: one that hangs, crashes, babbles or answers another question is
told so, started anew, and asked on. Expected values are never sent.
Before this: `dtref.oracle.judge.answers`. Next: `dtref.oracle.judge.generated`.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Mapping
from contextlib import suppress
from queue import Empty, Queue
from shlex import split
from threading import Thread
from time import monotonic
from types import TracebackType
from typing import IO, Self, TypeAlias

from attrs import define, field, frozen

from dtref.errors import Invalid
from dtref.io.numbers import Json
from dtref.oracle.golden.records import Call

VERSION = 1
LONGEST = 2_000_000
"""The most characters that a line of an answer may have."""


@frozen
class Reply:
    """What came of a question. kind: answer, skipped, refused, errored or broken. value: the answer; else why."""

    kind: str
    value: object


Ask: TypeAlias = Callable[[Call], Reply]
"""Somebody who answers questions."""


def question(call: Call) -> dict[str, Json]:
    """
    A call as it is sent.

    >>> question(Call("gini", {"counts": ["1", "2"]}))
    {'operation': 'gini', 'given': {'counts': ['1', '2']}}
    """
    part: dict[str, Json] = {"part": list(call.part)} if call.part else {}
    return {"operation": call.operation, "given": dict(call.given), **part}


def ask_function(answer: Callable[[str, Mapping[str, Json]], object]) -> Ask:
    """
    A Python function as one that answers: NotImplementedError skips, ValueError refuses, anything else raised is an error.

    >>> ask_function(lambda operation, given: "1/2")(Call("gini", {}))
    Reply(kind='answer', value='1/2')
    """

    def ask(call: Call) -> Reply:
        try:
            whole = answer(call.operation, call.given)
        except NotImplementedError as why:
            return Reply("skipped", str(why))
        except ValueError as why:
            return Reply("refused", str(why))
        except Exception as problem:  # whatever somebody else's code raises is its answer
            return Reply("errored", f"{type(problem).__name__}: {problem}")
        return Reply("answer", part_of(whole, call.part))

    return ask


def part_of(whole: object, path: tuple[str, ...]) -> object:
    """
    A part of an answer, by names and positions from 1; the whole where it has no such part.

    >>> part_of({"tests": ["a", "b"]}, ("tests", "2"))
    'b'
    """
    for name in path:
        if isinstance(whole, Mapping) and name in whole:
            whole = whole[name]
        elif isinstance(whole, list | tuple) and name.isdecimal() and 1 <= int(name) <= len(whole):
            whole = whole[int(name) - 1]
        else:
            return whole
    return whole


@define
class Program:
    """
    A command that answers, started when it is first asked and whenever it has stopped. timeout: seconds for each answer.

    Use it in a `with`, which ends it. about: what it said of itself.
    """

    command: str
    timeout: float = 10.0
    about: dict[str, object] = field(factory=dict)
    _process: subprocess.Popen[bytes] | None = None
    _lines: Queue[bytes | None] = field(factory=Queue)
    _asked: int = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None) -> None:
        if self._process is not None and self._process.poll() is None:
            with suppress(OSError):
                self._send({"cmd": "stop"})
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(1)
        self._end()

    def __call__(self, call: Call) -> Reply:
        """What the program replies."""
        self._asked += 1
        try:
            if self._process is None or self._process.poll() is not None:
                self._start()
            self._send({"cmd": "run", "seq": self._asked, "case": question(call)})
            return self._reply()
        except Invalid:
            raise
        except (OSError, TimeoutError, ValueError) as problem:
            self._end()
            return Reply("broken", str(problem))

    def _reply(self) -> Reply:
        said = self._receive()
        if said.get("seq") != self._asked:
            raise ValueError(f"it answers question {said.get('seq')!r}, not {self._asked}")
        for kind in ("answer", "skipped", "refused", "errored"):
            if kind in said:
                return Reply(kind, said[kind])
        raise ValueError(f"neither answer nor skipped, refused or errored: {sorted(said)}"[:200])

    def _start(self) -> None:
        self._end()
        words = split(self.command)
        if not words:
            raise Invalid("--impl", "a command", self.command)
        try:
            self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        except OSError as problem:
            raise Invalid("--impl", "a command that can be started", f"{words[0]}: {problem.strerror}") from None
        self._lines = Queue()
        assert self._process.stdout is not None
        Thread(target=_read, args=(self._process.stdout, self._lines), daemon=True).start()
        self._send({"cmd": "start", "version": VERSION})
        said = self._receive()
        if said.get("version") != VERSION:
            raise ValueError(f"it speaks version {said.get('version')!r}, not {VERSION}")
        self.about = said

    def _send(self, message: Mapping[str, object]) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(message).encode() + b"\n")
        self._process.stdin.flush()

    def _receive(self) -> dict[str, object]:
        until = monotonic() + self.timeout
        try:
            line = self._lines.get(timeout=max(0.0, until - monotonic()))
        except Empty:
            raise TimeoutError(f"no answer within {self.timeout:g} seconds") from None
        if line is None:
            raise ValueError("it ended, or said a line that is too long, without an answer")
        try:
            said = json.loads(line)
        except (ValueError, RecursionError):
            raise ValueError(f"no JSON: {line[:80]!r}") from None
        if not isinstance(said, dict):
            raise ValueError(f"no object: {line[:80]!r}")
        return said

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            for stream in (self._process.stdin, self._process.stdout):
                if stream is not None:
                    with suppress(OSError):
                        stream.close()
        self._process = None


def _read(stream: IO[bytes], lines: Queue[bytes | None]) -> None:
    """Every line of a stream that isn't empty; None at its end, or where a line is too long."""
    with suppress(ValueError, OSError):
        while line := stream.readline(LONGEST):
            if not line.endswith(b"\n"):
                break
            if line.strip():
                lines.put(line)
    lines.put(None)
