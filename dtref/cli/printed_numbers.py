"""The options on how answers have their numbers: as JSON, exactly, with a decimal comma."""

from __future__ import annotations

import click

from dtref.exact.digits import MARKS
from dtref.exact.number_text import number_style

_SAID = "dtref.number style"
"""Where a command keeps what was said of its numbers until all of it is known."""


def _said(context: click.Context, option: click.Parameter, value: object) -> object:
    """Keeps what is said, and enters the style that this makes for the rest of the command; JSON has exact numbers, whatever is said."""
    said = context.meta.setdefault(_SAID, {})
    said[str(option.name)] = value
    if value:
        as_json = bool(said.get("as_json"))
        mark = "." if as_json else said.get("decimal_out") or "."
        context.with_resource(number_style(exact=as_json or bool(said.get("exact")), mark=mark))
    return value


JSON_OPTION = click.option("--json", "as_json", is_flag=True, callback=_said, help="Print JSON, for programs.")
EXACT_OPTION = click.option(
    "--exact", is_flag=True, expose_value=False, callback=_said, help="Print long fractions, too, exactly; JSON has all numbers exactly."
)
DECIMAL_OUT_OPTION = click.option(
    "--decimal-out",
    type=click.Choice(MARKS),
    expose_value=False,
    callback=_said,
    help="The decimal mark of the numbers that are printed; with a comma, numbers of a list are parted by ;  [default: a point].",
)
