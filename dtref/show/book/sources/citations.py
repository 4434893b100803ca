"""Papers as docstrings name them, by authors and year."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from dtref.spec.bibliography import PAPERS

NAMED = re.compile(r"([A-Z][\w'’-]+(?:(?:, | and |, and )[A-Z][\w'’-]+| et al\.)*),? (\d{4})\b")
"""A paper by its authors and year, as docstrings name it: Kass 1980; Quinlan and Rivest 1989."""


@cache
def _papers() -> Mapping[tuple[str, str], str]:
    return {(entry.authors.split(",")[0].split()[-1], entry.year): key for key, entry in reversed([*PAPERS.items()])}


def paper(authors: str, year: str) -> str:
    """
    The key of a paper by its first author and its year; "" for none.

    >>> paper("Kass", "1980"), paper("Quinlan and Rivest", "1989"), paper("Nobody", "1989")
    ('kass1980', 'quinlan1989', '')
    """
    return _papers().get((re.split(r",| ", authors)[0], year), "")
