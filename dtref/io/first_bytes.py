"""Recognises the formats of files that are no text by their first bytes, and the encodings of texts that are not UTF-8."""

from __future__ import annotations

import re

AS_CSV = "save its table as CSV text"
UNPACKED = "unpack it"
UTF_8 = "save it as UTF-8"
_PICKLE = "a pickle, which is not opened, as opening it runs it"
_WRITTEN_ANEW = 'write a model of scikit-learn where it was fitted, by dtref.write_scikit_learn(model, "model.json")'

_FORMATS: tuple[tuple[bytes, str, str], ...] = (
    (b"\x1f\x8b", "a gzip file", f"{UNPACKED} (gunzip)"),
    (b"BZh", "a bzip2 file", f"{UNPACKED} (bunzip2)"),
    (b"\xfd7zXZ\x00", "an xz file", f"{UNPACKED} (unxz)"),
    (b"\x28\xb5\x2f\xfd", "a Zstandard file", f"{UNPACKED} (unzstd)"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive", UNPACKED),
    (b"PAR1", "a Parquet file", f"{AS_CSV}, or read it in Python: dtref.from_frame takes a data frame"),
    (b"ARROW1", "an Arrow file", f"{AS_CSV}, or read it in Python: dtref.from_frame takes a data frame"),
    (b"FEA1", "a Feather file", f"{AS_CSV}, or read it in Python: dtref.from_frame takes a data frame"),
    (b"ORC", "an ORC file", AS_CSV),
    (b"Obj\x01", "an Avro file", AS_CSV),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an Excel workbook (.xls) or another old Office file", AS_CSV),
    (b"\x89HDF\r\n\x1a\n", "an HDF5 file", AS_CSV),
    (b"\x93NUMPY", "a NumPy file", "read it in Python: dtref.from_arrays takes arrays"),
    (b"SQLite format 3\x00", "an SQLite database", AS_CSV),
    *((b"\x80" + bytes([protocol]), _PICKLE, _WRITTEN_ANEW) for protocol in range(2, 6)),
    (b"RDX", "an R workspace", "write the object as text in R"),
    (b"%PDF", "a PDF document", AS_CSV),
    (b"<stata_dta>", "a Stata file", AS_CSV),
    (b"$FL2", "an SPSS file", AS_CSV),
    (b"X\n\x00\x00", "an R object", "write it as text in R"),
    (b"\x89PNG", "a picture", AS_CSV),
    (b"\xff\xd8\xff", "a picture", AS_CSV),
    (b"GIF8", "a picture", AS_CSV),
    (b"\xff\xfe\x00\x00", "UTF-32 text", UTF_8),
    (b"\x00\x00\xfe\xff", "UTF-32 text", UTF_8),
    (b"\xff\xfe", "UTF-16 text", UTF_8),
    (b"\xfe\xff", "UTF-16 text", UTF_8),
)
"""The first bytes of files of other formats, the name of the format, what to do."""

_TAR, _TAR_AT = b"ustar", 257
"""What a tar archive has, and where."""
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_ZIPPED = ((b"xl/", "an Excel workbook"), (b"spreadsheet", "an OpenDocument spreadsheet"))
_UTF_16 = re.compile(rb"(?:[\t\n\r -~]\x00){4}|(?:\x00[\t\n\r -~]){4}")
_CONTROL = re.compile(rb"[\x00-\x08\x0b\x0e-\x1a\x1c-\x1f\x7f]")
_WINDOWS = re.compile(rb"[\x80-\x9f]")
_NO_WINDOWS = re.compile(rb"[\x81\x8d\x8f\x90\x9d]")


def other_format(beginning: bytes) -> tuple[str, str] | None:
    """
    The format of a file with this beginning, and what to do; None where it may be UTF-8 text.

    >>> other_format(b"PAR1\\x15\\x80")[0], other_format("x,y,z".encode("utf-16-le"))[0], other_format(b"x,y")
    ('a Parquet file', 'UTF-16 text', None)
    """
    if beginning.startswith(b"\xd0\xcf\x11\xe0") and _ENCRYPTED in beginning:
        return "an encrypted workbook", "save it without a password"
    if beginning.startswith(b"PK\x03\x04"):
        office_format = next((name for mark, name in _ZIPPED if mark in beginning), None)
        return ("a zip archive", UNPACKED) if office_format is None else (office_format, AS_CSV)
    for mark, name, remedy in _FORMATS:
        if beginning.startswith(mark) and (b"\0" in beginning or not beginning.isascii() or name == "a PDF document"):
            return name, remedy
    if beginning[_TAR_AT : _TAR_AT + len(_TAR)] == _TAR:
        return "a tar archive", f"{UNPACKED} (tar -xf)"
    return ("UTF-16 text", UTF_8) if _UTF_16.match(beginning) else None


def likely_encoding(data: bytes) -> str | None:
    """
    The likely one-byte encoding of a text that is not UTF-8, by its `iconv` name; None where it is no text, or a mixture.

    >>> likely_encoding("café".encode("latin-1")), likely_encoding("5 €".encode("cp1252")), likely_encoding(b"\\xff\\x00")
    ('LATIN1', 'WINDOWS-1252', None)
    """
    if _CONTROL.search(data):
        return None
    if not _WINDOWS.search(data):
        return "LATIN1"
    return None if _NO_WINDOWS.search(data) else "WINDOWS-1252"
