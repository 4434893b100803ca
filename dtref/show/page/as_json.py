"""The values of a page as JSON, for programs: every number exact and as text."""

from __future__ import annotations

from collections.abc import Mapping

from dtref.errors import Undefined
from dtref.exact.decimals import decimal
from dtref.exact.enclosure import Enclosure
from dtref.exact.number_text import exact_text
from dtref.exact.root_quotient import RootQuotient
from dtref.io.numbers import Json, number_json
from dtref.show.page.blocks import Blocks, ComputedValue, Figures, Heading


def value_json(value: ComputedValue, digits: int) -> dict[str, Json]:
    """
    A value as JSON: exactly, and as certified decimal; of an `Enclosure` the formula in place of the exact form; of a root also x|x|.

    >>> from fractions import Fraction
    >>> value_json(Fraction(1, 3), 3), value_json(Undefined("no records"), 3)
    ({'exact': '1/3', 'decimal': '0.333'}, {'undefined': 'no records'})
    >>> value_json(RootQuotient(Fraction(-1), Fraction(2)), 3)
    {'exact': '-1/2*sqrt(2)', 'signed_square': '-1/2', 'decimal': '-0.707'}
    """
    match value:
        case Undefined(why=why):
            return {"undefined": why}
        case RootQuotient():
            exact, square = exact_text(value.value), exact_text(value.signed_square)
            return {"exact": exact, "signed_square": square, "decimal": decimal(value.value, digits)}
        case Enclosure():
            return {"formula": exact_text(value), "decimal": decimal(value, digits)}
        case _:
            return {"exact": number_json(value), "decimal": decimal(value, digits)}


def figures_json(figures: Figures, digits: int) -> dict[str, Json]:
    """
    Named values as JSON, by name; words in the place of a value stay as they are.

    >>> from dtref.show.page.blocks import NamedValue
    >>> figures_json(Figures((NamedValue("p", 1), NamedValue("q", "too small"))), 3)
    {'p': {'exact': '1', 'decimal': '1.000'}, 'q': 'too small'}
    """
    return {f.name: f.value if isinstance(f.value, str) else value_json(f.value, digits) for f in figures.rows}


def page_json(page: Blocks, digits: int) -> Mapping[str, Json]:
    """
    The named values of a page, by the heading that they stand under.

    >>> from dtref.show.page.blocks import NamedValue
    >>> page_json((Heading("Test"), Figures((NamedValue("p", 1),))), 3)
    {'Test': {'p': {'exact': '1', 'decimal': '1.000'}}}
    """
    values: dict[str, Json] = {}
    heading = ""
    for block in page:
        if isinstance(block, Heading):
            heading = block.text
        elif isinstance(block, Figures):
            values[heading] = figures_json(block, digits)
    return values
