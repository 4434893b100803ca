"""How an explanation is printed: text, Markdown, LaTeX, HTML, or JSON."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar, cast

import click
from attrs import frozen

from dtref.cli.options import AS_JSON, DIGITS_OPTION, options
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
"""The same for what goes into a page that is there already."""

_FORMAT = click.option(
    "--format",
    "form",
    type=click.Choice(list(_FORMATS)),
    default="text",
    show_default=True,
    help="HTML is a whole file; LaTeX needs amsmath.",
)

FRAGMENT = click.option("--fragment", is_flag=True, help="Only the formulas and tables, to paste into a slide; of HTML no whole file.")


@frozen
class How:
    """How an explanation is printed."""

    form: str
    fragment: bool
    digits: int
    as_json: bool


def with_output_options(command: _Command) -> _Command:
    """The options that say how an explanation is printed, which the command takes as `how`."""

    @wraps(command)
    def told_how(*words: object, form: str, fragment: bool, digits: int, as_json: bool, **others: object) -> object:
        if fragment and as_json:
            raise Invalid("--fragment", "a --format, which --json is not", "--json")
        return command(*words, how=How(form, fragment, digits, as_json), **others)

    return cast("_Command", options(_FORMAT, FRAGMENT, DIGITS_OPTION, AS_JSON)(told_how))


def print_page(page: Blocks, told: Callable[[], Json], how: How) -> None:
    """Print a page in a format, or, asked only then, what it tells as JSON."""
    if how.as_json:
        print_json(told())
        return
    if how.fragment:
        text = PIECES[how.form](computation(page), how.digits)
    elif how.form == "html":
        text = as_html(page, how.digits, made_by())
    else:
        text = _FORMATS[how.form](page, how.digits)
    print((markup(text) if how.form == "html" else text).rstrip("\n"))
