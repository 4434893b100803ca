"""The whole book: the texts of its files by their names. The same sources give the same bytes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from itertools import chain

from dtref.show.book.pages.chapters import chapters
from dtref.show.book.pages.departures import departures_page, differences_page
from dtref.show.book.pages.documents import document_pages
from dtref.show.book.pages.frame import Page, framed
from dtref.show.book.pages.from_scratch import from_scratch_page
from dtref.show.book.pages.golden import errata_page, golden_pages
from dtref.show.book.pages.search import search_index
from dtref.show.book.pages.subjects import subject_pages
from dtref.show.book.pages.theorems import theorem_pages
from dtref.show.book.pages.trust import trust_page
from dtref.show.book.sources.library import Library, read_library
from dtref.show.page.as_html import common_style


@cache
def whole_book() -> Mapping[str, str]:
    """The book of the whole library, made once."""
    return book(read_library())


def book(library: Library) -> Mapping[str, str]:
    """
    The files of the book by name: pages, the style, the search and its index.

    >>> from dtref.show.book.sources.library import Library
    >>> from dtref.show.book.sources.modules import Module
    >>> small = Library((Module("", True, "A small book.", (), {}),), (), {"theorem": ""}, (), (), (), ())
    >>> sorted(name for name in book(small) if not name.endswith(".html"))
    ['book.css', 'book.js', 'index.js']
    """
    folder = files("dtref.show.book")
    style, script = (folder.joinpath(name).read_text("utf-8") for name in ("book.css", "book.js"))
    return dict(_pages(library)) | {"book.css": common_style() + style, "book.js": script, "index.js": search_index(library)}


def _pages(library: Library) -> Iterator[tuple[str, str]]:
    """Each part of the book, its pages linked one after the other."""
    single = (from_scratch_page, errata_page, differences_page, departures_page, trust_page)
    parts = (chapters, subject_pages, theorem_pages, golden_pages, document_pages)
    for part in (*(pages(library) for pages in parts), *((page(library),) for page in single)):
        yield from _linked(tuple(part))


def _linked(part: tuple[Page, ...]) -> Iterator[tuple[str, str]]:
    for before, page, following in zip(chain((None,), part), part, chain(part[1:], (None,)), strict=False):
        yield page.file, framed(page, before, following)
