"""The table of formats against programs: its page is made of its rows, each form has one, and none differs."""

from __future__ import annotations

from peers.foreign_models import MODELS, PROBES
from peers.formats_table import FORMS, PAGE, page_text, rows

from dtref.io.foreign.formats import FORMATS

PLACED = 8 / 10
"""The least share of the records that a form places: texts leave some open."""


def test_the_page_is_made_of_the_rows() -> None:
    assert PAGE.read_text("utf-8") == page_text(rows())


def test_each_row_is_of_a_format_and_each_form_has_one() -> None:
    assert {row["format"] for row in rows()} <= FORMATS.keys()
    assert [row["form"] for row in rows()] == list(FORMS)


def test_each_row_is_of_enough_models_and_records_none_of_which_differs() -> None:
    assert [row["form"] for row in rows() if row["different"]] == []
    assert [row["form"] for row in rows() if row["models"] < MODELS or row["records"] < MODELS * PROBES * PLACED] == []
