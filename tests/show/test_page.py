"""Named values on a page, in every format: each shows the name, the value and the note, whatever signs are in them."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from dtref.errors import Undefined
from dtref.show.derivation.computation import computation_of
from dtref.show.page.as_html import as_html
from dtref.show.page.as_json import page_json
from dtref.show.page.as_latex import as_latex
from dtref.show.page.as_markdown import as_markdown
from dtref.show.page.as_text import as_text
from dtref.show.page.blocks import Figures, Heading, NamedValue
from dtref.show.page.of_derivation import derivation_blocks
from dtref.spec.split.impurity import entropy

PAGE = (
    Heading("A & B"),
    Figures((NamedValue("p_1", Fraction(1, 3), "<of two>", least=4), NamedValue("q", Undefined("no records")))),
    Figures((NamedValue("n", 10**30),)),
)


def test_text_puts_the_values_of_all_parts_below_one_another() -> None:
    lines = as_text(PAGE).splitlines()
    assert [line.split() for line in lines] == [
        ["A", "&", "B"],
        ["p_1", "0.3333", "=", "1/3", "[<of", "two>]"],
        ["q", "undefined", "(no", "records)"],
        [],
        ["n", "1" + "0" * 30],
    ]
    assert len({line.index(value) for line, value in zip(lines[1:], ("0.3333", "undefined", "", "1000"), strict=True) if value}) == 1


@pytest.mark.parametrize(
    ("write", "shown"),
    [
        (as_html, ("<td>p_1</td><td>0.3333 = 1/3</td><td>&lt;of two&gt;</td>", "<td>q</td><td>undefined (no records)</td><td></td>")),
        (as_markdown, ("| p\\_1 | 0.3333 = 1/3 | \\<of two\\> |", "|  | value |\n| --- | ---: |\n| n |")),
        (as_latex, (r"p\_1 & $0.3333 = 1/3$ &", r"\begin{tabular}{lrl}", r"\begin{tabular}{lr}")),
    ],
)
def test_other_formats_have_them_in_a_table(write: Callable[[Any], str], shown: tuple[str, ...]) -> None:
    page = write(PAGE)
    assert all(part in page for part in shown), page


def test_json_has_all_digits_and_no_notes() -> None:
    assert page_json(PAGE[:2], 3) == {"A & B": {"p_1": {"exact": "1/3", "decimal": "0.333"}, "q": {"undefined": "no records"}}}


def test_a_long_sum_of_a_page_is_broken_into_lines() -> None:
    counts = (9, 5, 6, 7, 11, 13)
    page = as_html(derivation_blocks(computation_of(entropy, counts), 3))
    sums = re.findall(r"<mtable>(.*?)</mtable>", page)
    assert sums and all(rows.count("<mtr>") > 1 for rows in sums)
    assert "<mtable>" not in as_html(derivation_blocks(computation_of(entropy, (9, 5)), 3))
