"""Reading and writing of files. Every failure is Invalid, and names the place."""

from __future__ import annotations

import os
import re
from io import BufferedReader, StringIO
from os import PathLike, fspath
from pathlib import Path
from stat import S_ISREG
from typing import TypeAlias

from dtref.errors import Invalid
from dtref.io.first_bytes import likely_encoding, other_format
from dtref.io.replace_file import replace

PathText: TypeAlias = str | PathLike[str]

BEGINNING = 2**16
"""The number of bytes that are checked before the rest is read."""

MOST_OF_A_PIPE = 2**28
"""The most bytes that are read from a pipe or device, which may have no end."""

_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:/")
_SLASHES = re.compile(r"(?<=:)/+")
"""The slashes of a URL, of which a path keeps one."""


def read_text(path: str | PathLike[str]) -> str:
    """
    The text of a UTF-8 file, with or without byte order mark. A pipe or device is read up to 256 MiB.

    Errors: Invalid for a file that isn't there, a directory, a URL, a file of another format (named, with what to do), another encoding
    (line, and byte offset from 0), a NUL character.

    >>> read_text("no/such/file.csv")
    Traceback (most recent call last):
    dtref.errors.Invalid: no/such/file.csv: expected a file that can be read (got 'No such file or directory')
    >>> read_text("s3://trees/play.csv")
    Traceback (most recent call last):
    dtref.errors.Invalid: s3://trees/play.csv: expected a file on this machine, as URLs are not read (got 'No such file or directory')
    """
    name = fspath(path)
    try:
        with Path(path).open("rb") as file:
            return _decode(_all_of(file, name), name)
    except OSError as problem:
        raise unreadable(name, problem) from None


def text_lines(text: str) -> list[str]:
    """
    The lines of a text, without their ends: a line feed, a carriage return, or both. No other sign ends a line, as one may stand in a name.

    >>> text_lines("x\\r\\na\\u2028b\\n"), text_lines("")
    (['x', 'a\\u2028b'], [])
    """
    return [line.rstrip("\n") for line in StringIO(text, newline=None)]


def read_bytes(path: str | PathLike[str], most: int = MOST_OF_A_PIPE) -> bytes:
    """
    The bytes of a file. Errors: Invalid for a file that can't be read, or has more bytes than `most`.

    >>> read_bytes("no/such/model.onnx")
    Traceback (most recent call last):
    dtref.errors.Invalid: no/such/model.onnx: expected a file that can be read (got 'No such file or directory')
    """
    name = fspath(path)
    try:
        with Path(path).open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            data = b"" if size > most else file.read(most + 1)
    except OSError as problem:
        raise unreadable(name, problem) from None
    if size > most or len(data) > most:
        raise Invalid(name, f"at most {most} bytes", "more")
    return data


def unreadable(name: str, problem: OSError) -> Invalid:
    """
    The error for a file that cannot be read; it names a file that could be.

    >>> print(unreadable("http://x.org/t.csv", FileNotFoundError(2, "No such file or directory")))
    http://x.org/t.csv: expected a file on this machine, as URLs are not read (got 'No such file or directory')
    """
    wanted = "a file that can be read"
    if isinstance(problem, IsADirectoryError):
        wanted = "a file, not a folder"
    elif isinstance(problem, FileNotFoundError) and name == "-":
        wanted = "a file that can be read; standard input is read by this name where data are wanted only"
    elif isinstance(problem, FileNotFoundError) and _URL.match(name):
        wanted = "a file on this machine, as URLs are not read"
        name = _SLASHES.sub("//", name, count=1)
    return Invalid(name, wanted, problem.strerror)


def check_format(beginning: bytes, name: str) -> None:
    """
    Refuses a file whose first bytes show that it is no text. Errors: Invalid, which names its format and what to do.

    >>> check_format(b"x,y", "t.csv")
    """
    if known_format := other_format(beginning):
        raise Invalid(name, f"text; {known_format[1]}", known_format[0])


def _all_of(file: BufferedReader, name: str) -> bytes:
    """The bytes of a file. Errors: Invalid where its first bytes show that it is no text, or it has no end."""
    beginning = file.read(BEGINNING)
    check_format(beginning, name)
    # A regular file has an end; of others only so many bytes are read.
    if S_ISREG(os.fstat(file.fileno()).st_mode) and b"\0" not in beginning:
        return beginning + file.read()
    _decode(beginning[: len(beginning) - 4], name)  # a character may be cut in two at the end
    data = beginning + file.read(MOST_OF_A_PIPE - len(beginning))
    if file.read(1):
        raise Invalid(name, f"at most {MOST_OF_A_PIPE} bytes, as this is no regular file", "more")
    return data


def write_text(path: str | PathLike[str], text: str) -> None:
    r"""
    Writes a text as UTF-8, as `write_bytes`; a lone surrogate, which UTF-8 can't encode, as \ud800 (as in JSON).

    Errors: Invalid where the file cannot be written.

    >>> write_text("no/such/folder/tree.dot", "digraph {}")
    Traceback (most recent call last):
    dtref.errors.Invalid: no/such/folder/tree.dot: expected a file that can be written (got 'No such file or directory')
    """
    write_bytes(path, text.encode("utf-8", "backslashreplace"))


def write_bytes(path: str | PathLike[str], data: bytes) -> None:
    """
    Writes bytes to a file beside, which then replaces the file, so that whatever happens the old or the new one is there whole.

    Errors: Invalid where the file cannot be written; BrokenPipeError for a pipe whose reader has gone.

    >>> write_bytes("no/such/folder/roc.png", b"")
    Traceback (most recent call last):
    dtref.errors.Invalid: no/such/folder/roc.png: expected a file that can be written (got 'No such file or directory')
    """
    try:
        replace(path, data)
    except BrokenPipeError:
        raise
    except OSError as problem:
        raise Invalid(fspath(path), "a file that can be written", problem.strerror) from None


def _decode(data: bytes, name: str) -> str:
    """
    Bytes as UTF-8 text; name: their name in messages. Errors: as for `read_text`.

    >>> _decode(b"name\\ncaf\\xe9", "menu.csv")
    Traceback (most recent call last):
    dtref.errors.Invalid: menu.csv line 2, byte 8: expected UTF-8 text; likely this is LATIN1 (iconv -f LATIN1 -t UTF-8) (got b'\\xe9')
    """
    fault = fault_in(data)
    if fault is not None:
        line = data.count(b"\n", 0, fault) + 1
        likely = likely_encoding(data) if data[:fault].isascii() else None
        remedy = f"; likely this is {likely} (iconv -f {likely} -t UTF-8)" if likely else ""
        raise Invalid(f"{name} line {line}, byte {fault}", f"UTF-8 text{remedy}", data[fault : fault + 1])
    return data.decode("utf-8").removeprefix("\ufeff")


def fault_in(data: bytes) -> int | None:
    """
    The offset of the first byte that isn't UTF-8 text, or is NUL; None where there is none.

    >>> fault_in(b"caf\\xe9"), fault_in(b"cafe")
    (3, None)
    """
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as problem:
        return problem.start
    return data.index(b"\0") if b"\0" in data else None
