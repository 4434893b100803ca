"""Every book or paper that a docstring cites by author and year is in the bibliography, and every entry of it is cited somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import dtref
from dtref.spec.bibliography import PAPERS
from dtref.spec.sources import DOCUMENTS, SOURCES

DTREF = Path(__file__).parents[1] / "dtref"
CITATION = re.compile(r"([A-Z][\w-]+)(?:(?:, | and others| and |, and | et al\.)(?:[A-Z][\w-]+)?)*,? \(?((?:18|19|20)\d\d)\b")
NOT_AUTHORS = {"January", "Fraction", "McNemar's"}


def cited() -> dict[tuple[str, str], set[str]]:
    """(surname, year) -> where."""
    found: dict[tuple[str, str], set[str]] = {}
    for path in sorted(DTREF.rglob("*.py")):
        if path.name in {"bibliography.py", "sources.py"}:
            continue
        text = " ".join(path.read_text().split())
        for match in CITATION.finditer(text):
            if match[1] not in NOT_AUTHORS:
                found.setdefault((match[1], match[2]), set()).add(path.name)
    return found


@pytest.mark.parametrize(("surname", "year"), sorted(cited()))
def test_what_is_cited_is_in_the_bibliography(surname: str, year: str) -> None:
    assert any(surname in s.authors and s.year == year for s in SOURCES.values()), f"{surname} {year} in {cited()[surname, year]}"


def test_what_is_in_the_bibliography_is_cited() -> None:
    where = cited()
    idle = [key for key, s in PAPERS.items() if not any(name in s.authors and year == s.year for name, year in where)]
    assert idle == []


def test_keys_are_apart() -> None:
    assert not set(DOCUMENTS) & set(PAPERS)


def test_a_key_that_is_near_is_proposed_also_by_words_of_title_and_authors() -> None:
    for key, proposed in (("breiman", "'breiman1984'"), ("ROC analysis", "'fawcett2006'"), ("wadsworth", "'tan'")):
        with pytest.raises(dtref.Invalid, match=proposed):
            dtref.cite(key)


def test_every_source_is_an_entry_of_bibtex() -> None:
    for key, source in SOURCES.items():
        entry = dtref.bibtex(key)
        assert entry.startswith(f"@misc{{{key},\n  ")
        assert entry.count("{") == entry.count("}")
        fields = [line.split(" = ")[0].strip() for line in entry.splitlines()[1:-1]]
        absent = {"author"} & {"author" * (source.authors == "unnamed")} | {"year"} & {"year" * (source.year == "undated")}
        assert fields == [field for field in ("author", "year", "title", "howpublished") if field not in absent]
        assert entry.count(" and ") >= source.authors.count(", ")
