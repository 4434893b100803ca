"""The page that begins with nothing runs; chapters by subject, the matrix of trust and the field's names lead to what is there."""

from __future__ import annotations

import re

import pytest

import dtref
from dtref.show.book.pages.frame import Page
from dtref.show.book.pages.from_scratch import from_scratch_page, from_scratch_text
from dtref.show.book.pages.search import FIELD_NAMES, entries
from dtref.show.book.pages.subjects import subject_pages
from dtref.show.book.pages.trust import HOLE, trust_page
from dtref.show.book.sources.library import Library, read_library
from dtref.show.book.sources.subjects import SUBJECTS

BLOCK = re.compile(r"```python\n(.*?)```\n", re.DOTALL)


@pytest.fixture(scope="module")
def library() -> Library:
    return read_library()


def test_from_scratch_runs_and_ends_at_the_library_s_own_functions() -> None:
    scope: dict[str, object] = {}
    code = "".join(BLOCK.findall(from_scratch_text()))
    exec(compile(code, "from_scratch.md", "exec"), scope)  # the page's code, in turn
    assert scope["dtref"] is dtref
    assert len([line for line in code.splitlines() if line.strip()]) < 150
    assert from_scratch_text().index("Gini index") < from_scratch_text().index("def gini")


def test_its_page_has_all_of_it(library: Library) -> None:
    page = from_scratch_page(library).content
    assert page.count("<pre") == len(BLOCK.findall(from_scratch_text()))
    assert "dtref.spec.growing" in page or "dtref.spec" in page


@pytest.fixture(scope="module")
def chapters(library: Library) -> dict[str, Page]:
    return {page.title: page for page in subject_pages(library)}


def test_every_subject_has_a_chapter_with_its_definitions_and_examples(library: Library, chapters: dict[str, Page]) -> None:
    assert [subject.title for subject in SUBJECTS] == list(chapters)[1:]
    for subject in SUBJECTS:
        assert set(subject.definitions) <= library.definitions.keys()
        assert all(f'id="{name}"' in chapters[subject.title].content for name in subject.worked), subject.title
    taken = [at for subject in SUBJECTS for at in subject.definitions]
    assert len(set(taken)) == len(taken)


def test_the_formula_comes_before_the_words(chapters: dict[str, Page]) -> None:
    gini = chapters["How mixed a node is"].content.split('id="gini"')[1].split("</section>")[0]
    assert gini.index("<math>") < gini.index("<p>")
    assert "<h2>Exercises</h2>" in chapters["How mixed a node is"].content


def test_holes_are_counted_and_marked(library: Library) -> None:
    page = trust_page(library).content
    rows = page.count("<tr>") - 1
    said = re.search(r"(\d+) formulas, (\d+) holes", page)
    assert said is not None
    assert int(said[1]) == rows
    assert int(said[2]) <= page.count(HOLE)
    assert 'href="dtref.spec.split.impurity.html#gini"' in page


@pytest.mark.parametrize(
    ("query", "at"), [("information gain", "gain"), ("gini gain", "gini_reduction"), ("c4.5 missing values", "gain_ratio_with_missing")]
)
def test_the_field_s_names_find_the_definition_first(library: Library, query: str, at: str) -> None:
    found = [place for _, title, place, _ in entries(library) if title.lower() == query]
    assert found[0].endswith(f"#{at}")


def test_names_of_the_field_lead_somewhere(library: Library) -> None:
    assert set(FIELD_NAMES.values()) <= library.definitions.keys()
