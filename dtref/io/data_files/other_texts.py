"""Texts that are no tables of cells: pages, programs, printed tables. Each is named, with what to do."""

from __future__ import annotations

import re

from dtref.errors import Invalid

_AS_CSV = "write its table as CSV text"
_ONE_MARK = "write it with one character between its cells"
_ITSELF = "save the table itself as CSV text"
_OTHER_TEXTS = (
    (re.compile(r"\s*(?:<!doctype html|<html|<table)", re.IGNORECASE), "a web page (HTML)", _ITSELF),
    (re.compile(r"\s*<\?xml"), "XML", "save its table as CSV text"),
    (re.compile(r"version https://git-lfs"), "a pointer of Git LFS", "git lfs pull fetches the file"),
    (re.compile(r'\s*\{\s*"format"\s*:\s*"dtref'), "a JSON object of dtref's, such as a model", "name the file of the data"),
    (re.compile(r"\s*[-+]?[0-9.]+(?: [0-9]+:[-+0-9.eE]+)+ *\r?\n"), "LIBSVM text", _AS_CSV),
    # tables as they are printed
    (re.compile(r"\s*\|[^\n]*\|[ \t]*\r?\n[ \t]*\|[ \t:|-]*-{2,}[ \t:|-]*\r?\n"), "a table of Markdown", _ITSELF),
    (re.compile(r"\s*\+-{2,}[-+]*\+[ \t]*\r?\n"), "a table as a database prints it", _ITSELF),
    (re.compile(r"[^\n]*\|[^\n]*\n-{2,}(?:\+-{2,})+[ \t]*\r?\n"), "a table as a database prints it", _ITSELF),
    (re.compile(r"\s*(?:\\begin\{tabular|[^\n]*&[^\n]*\\\\(?:[ \t]*\\[a-z]+)*[ \t]*\r?\n)"), "a table of LaTeX", _ITSELF),
    # programs
    (
        re.compile(r"\s*(?:--[^\n]*\s+)*(?:insert\s+into|create\s+table)\s", re.IGNORECASE),
        "SQL",
        "run it, and export the table as CSV text",
    ),
    (re.compile(r"\s*structure\(list\("), "R code, as dput writes it", "write it by write.csv in R"),
    (re.compile(r"(?:---\s+)?- \w+: [^\n]*\n  \w+: "), "YAML", _AS_CSV),
    # separators of two characters
    (re.compile(r"[^\n|,;\t]+(?:\|\|[^\n|,;\t]+)+\r?\n"), "text with || between cells", _ONE_MARK),
    (re.compile(r"[^\n:,;|\t]+(?:::[^\n:,;|\t]+){2,}\r?\n"), "text with :: between cells", _ONE_MARK),
)
"""How such texts begin, what they are, what to do."""


def check_text(text: str, name: str) -> None:
    """
    Errors: Invalid for a text that is no table of cells, with what it is and what to do.

    >>> check_text("x,y\\n1,a\\n", "t.csv")
    >>> check_text("| x | y |\\n| - | --- |\\n| 1 | a |\\n", "t.md")
    Traceback (most recent call last):
    dtref.errors.Invalid: t.md: expected a table; save the table itself as CSV text (got 'a table of Markdown')
    """
    for pattern, kind, remedy in _OTHER_TEXTS:
        if pattern.match(text):
            raise Invalid(name, f"a table; {remedy}", kind)
