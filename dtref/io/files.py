"""Files as text: every way in which a file cannot be read is Invalid, and says where. Next: `dtref.io.notation`."""

from __future__ import annotations

from os import PathLike, fspath
from pathlib import Path

from dtref.errors import Invalid


def read_text(path: str | PathLike[str]) -> str:
    """
    The text of a UTF-8 file, with or without byte order mark.

    Errors: Invalid for a file that isn't there, a directory, another encoding (line, and byte offset from 0), a NUL character.

    >>> read_text("no/such/file.csv")
    Traceback (most recent call last):
    dtref.errors.Invalid: no/such/file.csv: expected a file that can be read (got 'No such file or directory')
    """
    name = fspath(path)
    try:
        return decode(Path(path).read_bytes(), name)
    except OSError as problem:
        raise Invalid(name, "a file that can be read", problem.strerror) from None


def write_text(path: str | PathLike[str], text: str) -> None:
    """
    Write a text as UTF-8. Errors: Invalid where the file cannot be written.

    >>> write_text("no/such/folder/tree.dot", "digraph {}")
    Traceback (most recent call last):
    dtref.errors.Invalid: no/such/folder/tree.dot: expected a file that can be written (got 'No such file or directory')
    """
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: str | PathLike[str], data: bytes) -> None:
    """
    Write bytes, as of a picture. Errors: Invalid where the file cannot be written.

    >>> write_bytes("no/such/folder/roc.png", b"")
    Traceback (most recent call last):
    dtref.errors.Invalid: no/such/folder/roc.png: expected a file that can be written (got 'No such file or directory')
    """
    try:
        Path(path).write_bytes(data)
    except OSError as problem:
        raise Invalid(fspath(path), "a file that can be written", problem.strerror) from None


def decode(data: bytes, name: str) -> str:
    """
    Bytes as UTF-8 text; `name` is what messages call them. Errors: as for `read_text`.

    >>> decode(b"name\\ncaf\\xe9", "menu.csv")
    Traceback (most recent call last):
    dtref.errors.Invalid: menu.csv line 2, byte 8: expected UTF-8 text (got b'\\xe9')
    """
    at = fault_in(data)
    if at is not None:
        if data.startswith((b"\xff\xfe", b"\xfe\xff")):
            raise Invalid(name, "UTF-8 text, as which a file of UTF-16 must be saved", data[:2])
        line = data.count(b"\n", 0, at) + 1
        raise Invalid(f"{name} line {line}, byte {at}", "UTF-8 text", data[at : at + 1])
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
