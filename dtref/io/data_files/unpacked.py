"""The bytes of a data file: of a file, a pipe, standard input, or of the one file in a gzip file or zip archive."""

from __future__ import annotations

import os
import sys
import zipfile
import zlib
from io import BytesIO
from os import fspath
from pathlib import Path
from stat import S_ISREG
from typing import BinaryIO

from attrs import frozen

from dtref.errors import Invalid
from dtref.io.files import BEGINNING, MOST_OF_A_PIPE, PathText, unreadable

STANDARD_INPUT = "-"
"""The path that stands for standard input."""

ALWAYS = 2**26
"""The number of bytes that may come of a packed file, however small it is."""

RATIO = 200
"""The most bytes that come of each byte of a packed file that is larger; text seldom shrinks to a thirtieth."""

_GZIP, _ZIP = b"\x1f\x8b", b"PK"
_STEP = 2**20


@frozen
class Unpacked:
    """The bytes of a file, and its name in messages and by which its format goes: that of the file inside, if it was packed."""

    data: bytes
    name: str
    inside: str


def unpacked_bytes(path: PathText) -> Unpacked:
    """
    The bytes of a file; those of a gzip file or a zip archive of one file are unpacked, once. "-" is standard input.

    Errors: Invalid for a file that can't be read, one that is spoilt, an archive of no file or several, an encrypted one, one that
    unpacks to more than 64 MiB and more than 200 times its size, a pipe of more than 256 MiB.

    >>> unpacked_bytes("no/such/play.csv")
    Traceback (most recent call last):
    dtref.errors.Invalid: no/such/play.csv: expected a file that can be read (got 'No such file or directory')
    """
    name = fspath(path)
    data = _bytes_of(name)
    if data.startswith(_GZIP):
        unpacked = Unpacked(_gunzipped(data, name), name, name.removesuffix(".gz"))
    elif data.startswith(_ZIP) and zipfile.is_zipfile(BytesIO(data)):
        unpacked = _unzipped(data, name)
    else:
        return Unpacked(data, name, name)
    if unpacked.data.startswith(_GZIP):
        raise Invalid(name, "a file that is packed once (gunzip)", "a gzip file inside a packed file")
    return unpacked


def _bytes_of(name: str) -> bytes:
    if name == STANDARD_INPUT:
        if sys.stdin is None:
            raise Invalid(name, "standard input", "none, as it is closed")
        try:
            return _all_of_a_pipe(sys.stdin.buffer, "standard input")
        except OSError as problem:
            raise Invalid(name, "standard input that can be read", problem.strerror or str(problem)) from None
    try:
        with Path(name).open("rb") as file:
            return file.read() if S_ISREG(os.fstat(file.fileno()).st_mode) else _all_of_a_pipe(file, name)
    except OSError as problem:
        raise unreadable(name, problem) from None


def _all_of_a_pipe(file: BinaryIO, name: str) -> bytes:
    """The bytes of a pipe or device. Errors: Invalid for one without end, at once where it has nothing but NUL characters."""
    beginning = file.read(BEGINNING)
    if len(beginning) == BEGINNING and not beginning.strip(b"\0"):
        raise Invalid(f"{name} line 1, byte 0", "UTF-8 text", b"\0")
    data = beginning + file.read(MOST_OF_A_PIPE - len(beginning))
    if file.read(1):
        raise Invalid(name, f"at most {MOST_OF_A_PIPE} bytes, as this is no regular file", "more")
    return data


def _most(packed: int) -> int:
    return max(ALWAYS, RATIO * packed)


def _gunzipped(data: bytes, name: str) -> bytes:
    """The bytes in a gzip file, which may have several members."""
    most, parts, size, rest = _most(len(data)), [], 0, data
    try:
        while rest:
            member = zlib.decompressobj(wbits=31)
            while not member.eof:
                part = member.decompress(rest, _STEP)
                parts.append(part)
                size += len(part)
                rest = member.unconsumed_tail or member.unused_data
                if size > most:
                    raise Invalid(
                        name, f"a gzip file of at most {most} bytes (gunzip unpacks it)", f"more than {most} bytes, of {len(data)}"
                    )
                if not rest and not part and not member.eof:
                    raise Invalid(name, "a gzip file that is whole", "one that ends too soon")
    except zlib.error as problem:
        raise Invalid(name, "a gzip file that isn't spoilt", str(problem)) from None
    return b"".join(parts)


def _unzipped(data: bytes, name: str) -> Unpacked:
    """The one file in a zip archive; a workbook, which is such an archive, stays as it is."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            members = [m for m in archive.infolist() if not m.is_dir() and not m.filename.startswith("__MACOSX/")]
            if any(m.filename == "mimetype" or m.filename.startswith("xl/") for m in members):
                check_size(members, name, len(data))
                return Unpacked(data, name, name)
            if len(members) != 1:
                raise Invalid(name, "a zip archive of one file (unpack it, and name the file)", [m.filename for m in members])
            if members[0].flag_bits & 1:
                raise Invalid(name, "a zip archive that isn't encrypted (unpack it)", f"an encrypted {members[0].filename}")
            check_size(members, name, len(data))
            with archive.open(members[0]) as file:
                return Unpacked(file.read(_most(len(data)) + 1), name, members[0].filename)
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, EOFError, OSError) as problem:
        raise Invalid(name, "a zip archive that isn't spoilt", str(problem)) from None


def check_size(members: list[zipfile.ZipInfo], name: str, packed: int) -> None:
    """
    Refuses a zip archive that unpacks to too many bytes.

    >>> check_size([], "t.zip", 22)
    """
    most = _most(packed)
    if sum(m.file_size for m in members) > most:
        raise Invalid(name, f"a zip archive of at most {most} bytes (unpack it)", f"more than {most} bytes, of {packed}")
