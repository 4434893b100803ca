"""Texts that look like one another, and texts that a wrong encoding has spoiled."""

from __future__ import annotations

import html
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import suppress

from dtref.io.notation import without_invisible

_SIGNS = str.maketrans({**dict.fromkeys("‐‑‒–—―−", "-"), **dict.fromkeys("‘’‚‛′`´", "'"), **dict.fromkeys("“”„‟″«»", '"')})
"""Dashes and quotes, which programs write in each other's place."""

_LOST = "\ufffd"
"""What stands where a letter could not be read."""


def lookalikes(texts: Iterable[str]) -> Iterator[list[str]]:
    """
    The groups of texts that differ only in case, white space, dashes, quotes, signs that nobody sees, or the encoding of their letters,
    as in HTML.

    >>> list(lookalikes(["yes", "Yes ", "no", "R&D", "R&amp;D"]))
    [['R&D', 'R&amp;D'], ['Yes ', 'yes']]
    """
    groups: dict[str, list[str]] = {}
    for text in texts:
        plain = html.unescape(text) if "&" in text else text
        if not plain.isascii():
            plain = unicodedata.normalize("NFKC", without_invisible(plain).translate(_SIGNS))
        groups.setdefault(" ".join(plain.translate(_SIGNS).casefold().split()), []).append(text)
    return (sorted(group) for _, group in sorted(groups.items()) if len(group) > 1)


def is_spoiled(text: str) -> bool:
    """
    Whether a text has a letter that was lost, or is UTF-8 that was read as Latin-1 or cp1252: then its bytes are UTF-8 again.

    >>> is_spoiled("StraÃŸe"), is_spoiled("Stra\ufffde"), is_spoiled("Straße"), is_spoiled("São")
    (True, True, False, False)
    """
    if text.isascii():
        return False
    for encoding in ("cp1252", "latin-1"):
        with suppress(UnicodeError):
            return text.encode(encoding).decode() != text
    return _LOST in text
