"""The one way by which text leaves: standard output while a command runs, whatever its encoding, and whoever reads it."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from io import TextIOBase
from typing import TextIO

from dtref.errors import Invalid

PLACE = "standard output"


class ReaderGone(BaseException):
    """The reader of the output has seen enough. Not an Exception: the whole command ends, whatever it was about."""


def escaped(text: str, encoding: str = "utf-8") -> str:
    r"""
    A text with what steers a terminal (line breaks apart), and what the encoding doesn't have, written as JSON writes it, so that JSON
    stays JSON.

    >>> print(escaped("5 ≈ 5\n" + chr(27), "cp1252"), escaped(chr(0x1F600), "ascii"), escaped(chr(0xD800)))
    5 \u2248 5
    \u001b \ud83d\ude00 \ud800
    """
    lines = text.split("\n")
    return "\n".join(line if _fits(line, encoding) else "".join(c if _fits(c, encoding) else _as_json(c) for c in line) for line in lines)


def _fits(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return text.isprintable()


def _as_json(character: str) -> str:
    return f"\\u{ord(character):04x}" if ord(character) < 2**16 else json.dumps(character)[1:-1]


class Outlet(TextIOBase):
    """
    A stream that takes any text and writes it `escaped`. Its own encoding is said to be UTF-8, as there is no text that it refuses.

    Errors: ReaderGone for a closed pipe, Invalid for a full disk; nothing is written after that.
    """

    encoding = "utf-8"

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self.kept: str = getattr(stream, "encoding", None) or "utf-8"
        """What characters are encoded in, in the end."""

    def write(self, text: str) -> int:
        """Write a text."""
        with self._told():
            self._stream.write(escaped(text, self.kept))
        return len(text)

    def flush(self) -> None:
        """Hand over what is written."""
        with self._told():
            self._stream.flush()

    def writable(self) -> bool:
        """It is."""
        return True

    def isatty(self) -> bool:
        """Whether somebody looks on."""
        return self._stream.isatty()

    def fileno(self) -> int:
        """The number of the file behind it. Errors: OSError where there is none."""
        return self._stream.fileno()

    @contextmanager
    def _told(self) -> Iterator[None]:
        """What a stream complains of, in this module's words."""
        try:
            yield
        except BrokenPipeError:
            silence(self._stream)
            raise ReaderGone from None
        except OSError as problem:
            silence(self._stream)
            raise Invalid(PLACE, "a place that can be written to", problem.strerror) from None


def silence(stream: TextIO) -> None:
    """Let what a stream still holds go nowhere, as Python would try once more to write it, at its end, and complain."""
    with suppress(OSError, ValueError):  # a stream without a file, or a closed one
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


@contextmanager
def one_outlet() -> Iterator[None]:
    """Inside, standard output is an `Outlet`; where there is none (closed by who started us), what is printed goes nowhere, as ever."""
    if sys.stdout is None:
        yield
        return
    outlet = Outlet(sys.stdout)
    with redirect_stdout(outlet):
        try:
            yield
        except BaseException:
            with suppress(ReaderGone, Invalid):  # what went wrong first is told
                outlet.flush()
            raise
        outlet.flush()


def markup(text: str) -> str:
    """
    HTML or SVG as it may leave: both are UTF-8 by what stands in them, so that in another encoding all beyond ASCII is a reference.

    >>> markup("<p>naïve</p>")
    '<p>naïve</p>'
    """
    kept = sys.stdout.kept if isinstance(sys.stdout, Outlet) else "utf-8"
    return text if kept.lower().replace("-", "").replace("_", "") == "utf8" else text.encode("ascii", "xmlcharrefreplace").decode()
