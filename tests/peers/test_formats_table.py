"""The table of formats against programs: its page is made of its rows, each format is there or told why not, and no row differs."""

from __future__ import annotations

from peers.foreign_models import MODELS, PROBES
from peers.formats_table import FORMS, PAGE, UNCOMPARED, page_text, rows

from dtref.io.foreign.formats import FORMATS

OF_R_OR_WEKA = 8 / 10
"""Of these, records that the form doesn't place are many: the share that it places at least."""


def test_the_page_is_made_of_the_rows() -> None:
    assert PAGE.read_text("utf-8") == page_text(rows())
    assert [row["form"] for row in rows()] == [name for name in FORMS if name in {row["form"] for row in rows()}]


def test_each_format_has_a_row_or_a_reason() -> None:
    assert {row["format"] for row in rows()} | UNCOMPARED.keys() == FORMATS.keys()
    assert not UNCOMPARED.keys() & {row["format"] for row in rows()}


def test_each_row_is_of_enough_models_and_records_none_of_which_differs() -> None:
    assert [row["form"] for row in rows() if row["different"]] == []
    assert [row["form"] for row in rows() if row["models"] < MODELS or row["records"] < MODELS * PROBES * OF_R_OR_WEKA] == []
