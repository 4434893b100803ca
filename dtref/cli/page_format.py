"""The options on how a page is printed, which every command that answers with one has: text, Markdown, LaTeX, HTML, or JSON."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar, cast

import click
from attrs import frozen

from dtref.cli.choices import Named
from dtref.cli.options import DIGITS_OPTION, PRINTED, options
from dtref.cli.output import markup
from dtref.cli.provenance import made_by, print_json
from dtref.errors import Invalid
from dtref.io.numbers import Json
from dtref.show.page.as_html import as_html, body
from dtref.show.page.as_latex import as_latex, piece
from dtref.show.page.as_markdown import as_markdown
from dtref.show.page.as_text import as_text
from dtref.show.page.blocks import Blocks, computation

_Command = TypeVar("_Command", bound=Callable[..., object])

_FORMATS: dict[str, Callable[[Blocks, int], str]] = {"text": as_text, "markdown": as_markdown, "latex": as_latex, "html": as_html}
"""The formats of a page, by the name that the command line uses."""

PIECES: dict[str, Callable[[Blocks, int], str]] = {"text": as_text, "markdown": as_markdown, "latex": piece, "html": body}
"""The formats of a fragment, to paste into an existing page, by name."""

_FORMAT = click.option(
    "--format",
    "form",
    type=Named(list(_FORMATS)),
    default="text",
    show_default=True,
    help="HTML is a whole file; LaTeX needs amsmath, and longtable where a table may fill a page.",
)

FRAGMENT = click.option(
    "--fragment", is_flag=True, help="Only formulas, tables and what came out, to paste into a slide; of HTML no whole file."
)


JSON_DIGITS = 12
"""The fewest digits after the point of decimals in JSON."""


@frozen
class How:
    """The output of a page: the format, whether only a fragment, the digits after the point, whether JSON."""

    form: str
    fragment: bool
    digits: int
    as_json: bool

    @property
    def json_digits(self) -> int:
        """The digits of decimals in JSON, beside the exact numbers."""
        return max(self.digits, JSON_DIGITS)


def with_output_options(command: _Command) -> _Command:
    """Adds the output options to a command, which gets them as its argument `how`."""

    @wraps(command)
    def with_how(*arguments: object, form: str, fragment: bool, digits: int, as_json: bool, **others: object) -> object:
        if fragment and as_json:
            raise Invalid("--fragment", "a --format, which --json is not", "--json")
        return command(*arguments, how=How(form, fragment, digits, as_json), **others)

    return cast("_Command", options(_FORMAT, FRAGMENT, DIGITS_OPTION, PRINTED)(with_how))


def print_page(page: Blocks, json_of_page: Callable[[], Json], how: How) -> None:
    """Prints a page in its format, or as JSON, which is computed only then."""
    if how.as_json:
        print_json(json_of_page())
        return
    if how.fragment:
        text = PIECES[how.form](computation(page), how.digits)
    elif how.form == "html":
        text = as_html(page, how.digits, made_by())
    else:
        text = _FORMATS[how.form](page, how.digits)
    print((markup(text) if how.form == "html" else text).rstrip("\n"))
