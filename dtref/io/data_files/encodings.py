"""The encodings of texts: bytes as text, by the encoding that is told, or the one that they can only have."""

from __future__ import annotations

import codecs
import re

from dtref.errors import DataNote, Invalid, way
from dtref.io.files import fault_in
from dtref.io.first_bytes import likely_encoding

_MARKS = (
    (b"\xff\xfe\x00\x00", "UTF-32", "utf-32"),
    (b"\x00\x00\xfe\xff", "UTF-32", "utf-32"),
    (b"\xff\xfe", "UTF-16", "utf-16"),
    (b"\xfe\xff", "UTF-16", "utf-16"),
)
"""Byte order marks, with the encodings that they say, and Python's names of these."""

_LITTLE, _BIG = (re.compile(pattern) for pattern in (rb"(?:[\t\r\n -~]\x00){4}", rb"(?:\x00[\t\r\n -~]){4}"))
_OF_ONE_BYTE = {"LATIN1": "latin-1", "WINDOWS-1252": "cp1252"}
_RUN = re.compile(rb"[\x80-\xff]{4}")
"""Four letters beyond ASCII side by side: no language that Latin-1 is for has them, other scripts have."""

_UTF_8 = re.compile(rb"\xc3[\x80-\xbf]|\xc2[\x80-\xbf]|\xe2\x80[\x80-\xbf]|\xe2\x82\xac")

_UNLIKELY = re.compile(rb"[a-z][\x8a\x8c\x8e\x9f]|[A-Za-z][\x80\x82-\x84\x86-\x89\x8b\x93-\x95\x99\x9b][A-Za-z]")
"""What Windows-1252 hardly ever has: a large letter after a small one, a quote or sign in a word. Other encodings have letters there."""

_WORD = re.compile(r"(?<![^\s,;|\"])(?:(?=[\x00-\x7f])[^\s,;|\"])*+[^\x00-\x7f][^\s,;|\"]*")


def decoded_text(data: bytes, name: str, encoding: str | None = None) -> tuple[str, tuple[DataNote, ...]]:
    """
    Bytes as text, without byte order mark, and what is to be told: an encoding that was found, other than UTF-8.

    Errors: Invalid for bytes that no encoding is sure for (line, and byte from 0), or that the one that is told doesn't have.

    >>> decoded_text("x,y".encode(), "t.csv"), str(decoded_text("Höhe".encode("latin-1"), "t.csv")[1][0])
    (('x,y', ()), "t.csv: read as latin-1 text, such as 'Höhe' (encoding='latin-1')")
    """
    if encoding is not None:
        return _decoded(data, encoding, name), ()
    for mark, said, codec in _MARKS:
        if data.startswith(mark):
            return _wide(data, codec, said, name)
    if data and _LITTLE.match(data):
        return _wide(data, "utf-16-le", "UTF-16", name)
    if _BIG.match(data):
        return _wide(data, "utf-16-be", "UTF-16", name)
    fault = fault_in(data)
    if fault is None:
        return data.decode("utf-8").removeprefix("\ufeff"), ()
    likely = _of_one_byte(data, fault)
    if likely is None:
        line = data.count(b"\n", 0, fault) + 1
        remedy = "" if data[fault : fault + 1] == b"\0" else f"; another encoding is to be named ({_option('NAME')})"
        raise Invalid(f"{name} line {line}, byte {fault}", f"UTF-8 text{remedy}", data[fault : fault + 1])
    text = data.decode(likely)
    word = _WORD.search(text)
    return text, (DataNote(name, f"read as {likely} text, such as {word[0] if word else ''!r} ({_option(likely)})"),)


def _of_one_byte(data: bytes, fault: int) -> str | None:
    """Latin-1 or Windows-1252, where bytes that are no UTF-8 can hardly be anything else."""
    likely = likely_encoding(data)
    if likely is None or not data[:fault].isascii() or any(p.search(data) for p in (_RUN, _UTF_8, _UNLIKELY)):
        return None
    return _OF_ONE_BYTE[likely]


def _wide(data: bytes, codec: str, said: str, name: str) -> tuple[str, tuple[DataNote, ...]]:
    try:
        text = data.decode(codec).removeprefix("\ufeff")
    except UnicodeDecodeError as problem:
        raise Invalid(f"{name}, byte {problem.start}", f"{said} text", data[problem.start : problem.start + 2]) from None
    if "\0" in text:
        raise Invalid(name, f"{said} text without NUL characters", "one")
    return text, (DataNote(name, f"read as {said} text ({_option(codec)})"),)


def _option(codec: str) -> str:
    return way(f"--encoding {codec}", f"encoding={codec!r}")


def _decoded(data: bytes, encoding: str, name: str) -> str:
    """Bytes in an encoding that is told."""
    try:
        info = codecs.lookup(encoding)
    except (LookupError, ValueError):
        raise Invalid("encoding", "the name of an encoding of text, such as utf-8, latin-1, cp1252, utf-16", encoding) from None
    try:
        text = data.decode(info.name)
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        raise Invalid(f"{name} line {line}, byte {problem.start}", f"{encoding} text", data[problem.start : problem.start + 1]) from None
    except (LookupError, ValueError):
        raise Invalid("encoding", "the name of an encoding of text, such as utf-8, latin-1, cp1252, utf-16", encoding) from None
    if "\0" in text:
        raise Invalid(f"{name} line {text.count(chr(10), 0, text.index(chr(0))) + 1}", f"{encoding} text without NUL characters", "\0")
    return text.removeprefix("\ufeff")
