"""Files as text: every way in which a file cannot be read or written is Invalid, and says where."""

from __future__ import annotations

import os
import re
from io import BufferedReader
from os import PathLike, fspath
from pathlib import Path
from stat import S_ISREG

from dtref.errors import Invalid
from dtref.io.first_bytes import likely_encoding, other_format
from dtref.io.replace_file import replace

BEGINNING = 2**16
"""The bytes that are looked at before the rest is read."""

MOST_OF_A_PIPE = 2**28
"""The bytes that are taken of what is no regular file, and so may have no end."""

_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:/")


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


def unreadable(name: str, problem: OSError) -> Invalid:
    """
    The complaint about a file that cannot be read, and what would have been one.

    >>> print(unreadable("http://x.org/t.csv", FileNotFoundError(2, "No such file or directory")))
    http://x.org/t.csv: expected a file on this machine, as URLs are not read (got 'No such file or directory')
    """
    wanted = "a file that can be read"
    if isinstance(problem, IsADirectoryError):
        wanted = "a file, not a folder"
    elif isinstance(problem, FileNotFoundError) and name == "-":
        wanted = "a file that can be read; standard input is not read by this name, but as /dev/stdin where there is that"
    elif isinstance(problem, FileNotFoundError) and _URL.match(name):
        wanted = "a file on this machine, as URLs are not read"
    return Invalid(name, wanted, problem.strerror)


def check_format(begun: bytes, name: str) -> None:
    """
    Refuse a file that is seen to be no text by its first bytes. Errors: Invalid, which names its format and what to do.

    >>> check_format(b"x,y", "t.csv")
    """
    if found := other_format(begun):
        raise Invalid(name, f"text; {found[1]}", found[0])


def _all_of(file: BufferedReader, name: str) -> bytes:
    """The bytes of a file. Errors: Invalid where it is seen to be no text by its first bytes, or has no end."""
    begun = file.read(BEGINNING)
    check_format(begun, name)
    if S_ISREG(os.fstat(file.fileno()).st_mode) and b"\0" not in begun:
        return begun + file.read()
    _decode(begun[: len(begun) - 4], name)  # a character may be cut in two at the end
    data = begun + file.read(MOST_OF_A_PIPE - len(begun))
    if file.read(1):
        raise Invalid(name, f"at most {MOST_OF_A_PIPE} bytes, as this is no regular file", "more")
    return data


def write_text(path: str | PathLike[str], text: str) -> None:
    r"""
    Write a text as UTF-8, as `write_bytes`; half of a pair of surrogates, which UTF-8 has not, as \ud800 (so does JSON).

    Errors: Invalid where the file cannot be written.

    >>> write_text("no/such/folder/tree.dot", "digraph {}")
    Traceback (most recent call last):
    dtref.errors.Invalid: no/such/folder/tree.dot: expected a file that can be written (got 'No such file or directory')
    """
    write_bytes(path, text.encode("utf-8", "backslashreplace"))


def write_bytes(path: str | PathLike[str], data: bytes) -> None:
    """
    Write bytes, as of a picture: beside the file, which is then replaced, so that whatever happens the old one is there whole, or the new.

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
    Bytes as UTF-8 text; `name` is what messages call them. Errors: as for `read_text`.

    >>> _decode(b"name\\ncaf\\xe9", "menu.csv")
    Traceback (most recent call last):
    dtref.errors.Invalid: menu.csv line 2, byte 8: expected UTF-8 text; likely this is LATIN1 (iconv -f LATIN1 -t UTF-8) (got b'\\xe9')
    """
    at = fault_in(data)
    if at is not None:
        line = data.count(b"\n", 0, at) + 1
        likely = likely_encoding(data) if data[:at].isascii() else None
        remedy = f"; likely this is {likely} (iconv -f {likely} -t UTF-8)" if likely else ""
        raise Invalid(f"{name} line {line}, byte {at}", f"UTF-8 text{remedy}", data[at : at + 1])
    return data.decode("utf-8").removeprefix("\ufeff")


def fault_in(data: bytes) -> int | None:
    """
    The offset of the first byte that is no UTF-8 text, or NUL; None where there is none.

    >>> fault_in(b"caf\\xe9"), fault_in(b"cafe")
    (3, None)
    """
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as problem:
        return problem.start
    return data.index(b"\0") if b"\0" in data else None
