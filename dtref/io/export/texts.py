"""Texts as literals of more than one language."""

from __future__ import annotations

from dtref.errors import Invalid

_SHORT = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def escaped_text(text: str) -> str:
    r"""
    A text as a string of Python and R, in ASCII: a character beyond it by its number.

    >>> print(escaped_text('a"bé😀'), escaped_text("\\/"))
    "a\"b\u00e9\U0001f600" "\\/"
    """
    return f'"{"".join(_SHORT.get(c, c if " " <= c <= "~" else _by_number(ord(c))) for c in text)}"'


def _by_number(code: int) -> str:
    return f"\\u{code:04x}" if code < 2**16 else f"\\U{code:08x}"


def without_nul(text: str, language: str) -> str:
    """
    A text. Errors: Invalid for a NUL, which ends a text of C, and which R and databases refuse.

    >>> without_nul("a" + chr(0), "C")
    Traceback (most recent call last):
    dtref.errors.Invalid: text: expected one without NUL, which C's texts can't have (got 'a\\x00')
    """
    if "\0" in text:
        raise Invalid("text", f"one without NUL, which {language}'s texts can't have", text)
    return text
