"""Standard output while a command runs: the one way by which text leaves, for any encoding and any reader."""

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
    """The reader of the output went away. A BaseException, so that nothing catches it and the whole command ends."""


def escaped(text: str, encoding: str = "utf-8") -> str:
    r"""
    A text in which characters that control a terminal (except line breaks), or that the encoding lacks, are escaped as in JSON, so that
    JSON stays JSON.

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
    A stream that takes any text and writes it `escaped`. Its encoding reads UTF-8, as it accepts every text.

    Errors: ReaderGone for a closed pipe, Invalid for a full disk; nothing is written after that.
    """

    encoding = "utf-8"

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self.kept: str = getattr(stream, "encoding", None) or "utf-8"
        """The encoding of the stream behind."""

    def write(self, text: str | bytes) -> int:
        """Writes a text; bytes, as completions for a shell come, as the UTF-8 that they are."""
        with self._translated_errors():
            self._stream.write(escaped(text if isinstance(text, str) else text.decode("utf-8", "replace"), self.kept))
        return len(text)

    def write_as_it_is(self, text: str) -> None:
        """Writes a text unescaped, as UTF-8 whatever the encoding. Errors: Invalid for one that a terminal can't show unescaped."""
        buffer = getattr(self._stream, "buffer", None)
        if buffer is None or self._stream.isatty():
            if self.isatty() and escaped(text, self.kept) != text:
                raise Invalid("-o", "a file, as the text has characters that a terminal can't show", "a terminal")
            with self._translated_errors():
                self._stream.write(text)
            return
        self.flush()
        with self._translated_errors():
            buffer.write(text.encode("utf-8", "backslashreplace"))

    def flush(self) -> None:
        """Flushes the stream behind."""
        with self._translated_errors():
            self._stream.flush()

    def writable(self) -> bool:
        """Always true."""
        return True

    def isatty(self) -> bool:
        """Whether the stream behind is a terminal."""
        return self._stream.isatty()

    def fileno(self) -> int:
        """The file descriptor behind it. Errors: OSError where there is none."""
        return self._stream.fileno()

    @contextmanager
    def _translated_errors(self) -> Iterator[None]:
        """Turns the errors of the stream into ReaderGone or Invalid."""
        try:
            yield
        except BrokenPipeError:
            silence(self._stream)
            raise ReaderGone from None
        except OSError as problem:
            silence(self._stream)
            raise Invalid(PLACE, "a place that can be written to", problem.strerror) from None


def silence(stream: TextIO) -> None:
    """Discards what a stream still holds; Python would otherwise try to write it at exit, and complain."""
    with suppress(OSError, ValueError):  # a stream without a file, or a closed one
        devnull = os.open(os.devnull, os.O_WRONLY)
        os.dup2(devnull, stream.fileno())
        os.close(devnull)


@contextmanager
def one_outlet() -> Iterator[None]:
    """Inside, standard output is an `Outlet`; where there is none (closed by the parent process), output is lost, as usual."""
    if sys.stdout is None:
        yield
        return
    outlet = Outlet(sys.stdout)
    with redirect_stdout(outlet):
        try:
            yield
        except BaseException:
            with suppress(ReaderGone, Invalid):  # the first problem is the one to report
                outlet.flush()
            raise
        outlet.flush()


def markup(text: str) -> str:
    """
    HTML or SVG for standard output: both declare UTF-8, so in another encoding all characters beyond ASCII become references.

    >>> markup("<p>naïve</p>")
    '<p>naïve</p>'
    """
    encoding = sys.stdout.kept if isinstance(sys.stdout, Outlet) else "utf-8"
    return text if encoding.lower().replace("-", "").replace("_", "") == "utf8" else text.encode("ascii", "xmlcharrefreplace").decode()


def print_as_it_is(text: str) -> None:
    """Writes code to standard output, of which no character may become another. Errors: as `Outlet.write_as_it_is`."""
    if isinstance(sys.stdout, Outlet):
        sys.stdout.write_as_it_is(text)
    else:
        print(text, end="")
