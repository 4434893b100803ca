"""How an explanation is printed: text, Markdown, LaTeX, HTML, or JSON. Next: `dtref.cli.explaining.arguments`."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TypeVar

import click

from dtref.cli.options import AS_JSON, DIGITS, options
from dtref.io.numbers import Json
from dtref.report.page.as_html import as_html
from dtref.report.page.as_latex import as_latex
from dtref.report.page.as_markdown import as_markdown
from dtref.report.page.as_text import as_text
from dtref.report.page.blocks import Blocks

_Command = TypeVar("_Command", bound=Callable[..., object])

FORMATS: dict[str, Callable[[Blocks, int], str]] = {"text": as_text, "markdown": as_markdown, "latex": as_latex, "html": as_html}
"""The formats of a page, by the name that the command line uses."""

FORMAT = click.option(
    "--format",
    "form",
    type=click.Choice(list(FORMATS)),
    default="text",
    show_default=True,
    help="HTML is a whole file; LaTeX needs amsmath.",
)


def shown(command: _Command) -> _Command:
    """The options that say how an explanation is printed: form, digits, as_json."""
    return options(FORMAT, DIGITS, AS_JSON)(command)


def show(page: Blocks, told: Json, form: str, digits: int, as_json: bool) -> None:
    """Print a page in a format, or what it tells as JSON."""
    print(json.dumps(told, ensure_ascii=False) if as_json else FORMATS[form](page, digits).rstrip("\n"))
