"""
The documents that dtref implements, and the papers that it cites, by key.

A place in a document is named by its slide or section title.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from dtref.errors import Invalid, near_names
from dtref.exact.checked_call import refuses_other_kinds
from dtref.spec.bibliography import PAPERS, Source

DOCUMENTS: Mapping[str, Source] = {
    "tan": Source(
        "Tan, Steinbach, Kumar",
        "2018",
        "Introduction to Data Mining: Classification, Basic Concepts, Decision Trees, and Model Evaluation",
        "lecture notes for chapter 4, modified by Radivojac",
    ),
    "evaluation": Source(
        "unnamed",
        "undated",
        "Hypothesis Evaluation; Model Evaluation",
        "lecture notes, then slides",
    ),
    "cs6220": Source(
        "Sun",
        "2016",
        "CS6220 Data Mining Techniques: Matrix Data: Classification, Part 1",
        "slides of 20 January 2016",
    ),
    "iaml": Source(
        "León Villares",
        "2021",
        "IAML week 3: Decision Trees; Generalisation and Evaluation",
        "lecture notes",
    ),
    "cs422": Source(
        "Gurbani",
        "undated",
        "CS 422 lecture 5: Decision Trees (continued), Evaluation, Ensembles",
        "slides",
    ),
}
"""The five documents."""

MOST_PROPOSED = 8
"""The most keys that are proposed in the place of one that isn't there."""

SOURCES: Mapping[str, Source] = {**DOCUMENTS, **PAPERS}
"""The documents, then the books and papers."""


def source(key: str) -> Source:
    """
    The document or paper with a key. Errors: Invalid where there is none.

    >>> source("cs6220").authors, source("quinlan1986").year
    ('Sun', '1986')
    >>> source("cs6221")
    Traceback (most recent call last):
    dtref.errors.Invalid: source: expected a key of dtref.spec.sources.SOURCES, such as 'cs6220' (got 'cs6221')
    """
    if key not in SOURCES:
        near = near_names(key, SOURCES)
        words = (other for other, document in SOURCES.items() if key.casefold() in f"{document.authors} {document.title}".casefold())
        meant = list(dict.fromkeys((*near, *words)))[:MOST_PROPOSED] or list(SOURCES)
        raise Invalid("source", f"a key of dtref.spec.sources.SOURCES, such as {', '.join(map(repr, meant))}", key)
    return SOURCES[key]


@refuses_other_kinds
def cite(key: str, place: str = "") -> str:
    """
    A document, and a place in it, as text. Errors: Invalid for a key that isn't there.

    >>> cite("cs6220", "Computation of Gini Index")
    'Sun (2016), CS6220 Data Mining Techniques: Matrix Data: Classification, Part 1: "Computation of Gini Index"'
    >>> cite("quinlan1993")
    'Quinlan (1993), C4.5: Programs for Machine Learning'
    """
    document = source(key)
    return f"{document.authors} ({document.year}), {document.title}" + (f': "{place}"' if place else "")


@refuses_other_kinds
def bibtex(key: str) -> str:
    """
    A document as an entry of BibTeX, under its key: @misc, with its kind and place of publication as howpublished. Errors: as `cite`.

    >>> print(bibtex("quinlan1986"))
    @misc{quinlan1986,
      author = {Quinlan},
      year = {1986},
      title = {{Induction of decision trees}},
      howpublished = {paper, Machine Learning 1, 81-106},
    }
    """
    document = source(key)
    fields = {
        "author": "" if document.authors == "unnamed" else " and ".join(document.authors.split(", ")),
        "year": "" if document.year == "undated" else document.year,
        "title": f"{{{document.title}}}",
        "howpublished": document.what,
    }
    escaped = {name: re.sub("[&%#_]", r"\\\g<0>", value) for name, value in fields.items() if value}
    lines = (f"  {name} = {{{value}}}," for name, value in escaped.items())
    return "\n".join((f"@misc{{{key},", *lines, "}"))
