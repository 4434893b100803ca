"""What made a report, read off the command that runs; and the one way by which JSON is printed, which says so."""

from __future__ import annotations

import json
from collections.abc import Mapping

import click
from click.core import ParameterSource

from dtref.cli.output_files import Written
from dtref.io.made_by import MadeBy

ASIDE = ("as_json", "form", "fragment", "digits")
"""Options that say how a report is shown, not what it says."""


def made_by() -> MadeBy:
    """
    The running command with its settings: what was typed, and the defaults of the rest. Files that it writes, and how it shows what it
    found, are left out: they change nothing that a report says.
    """
    context = click.get_current_context()
    shown = [option for option in context.command.params if option.expose_value and not isinstance(option, Written)]
    values = {option.name: context.params[option.name] for option in shown if option.name and option.name not in ASIDE}
    settings = {name: as_setting(value) for name, value in values.items() if not _is_nothing(value) or _typed(context, name)}
    return MadeBy(" ".join(("dtref", *_names(context))), settings)


def print_json(answer: Mapping[str, object]) -> None:
    """Print an answer as JSON, with what made it under `dtref`."""
    print(json.dumps({**answer, "dtref": made_by().facts()}, ensure_ascii=False))


def as_setting(value: object) -> object:
    """
    A setting as JSON has it: numbers of Python, and lists and objects of settings; all else as text.

    >>> from pathlib import Path
    >>> from fractions import Fraction
    >>> as_setting((Fraction(1, 2), Path("a.csv"), 7, {"old": "new"}))
    ['1/2', 'a.csv', 7, {'old': 'new'}]
    """
    match value:
        case bool() | int() | float():
            return value
        case list() | tuple():
            return [as_setting(part) for part in value]
        case Mapping():
            return {str(name): as_setting(part) for name, part in value.items()}
        case _:
            return str(value)


def _is_nothing(value: object) -> bool:
    """Whether a value is that of an option that nobody gave and that has no default. A seed of 0 is something."""
    return value is None or value is False or (isinstance(value, tuple | Mapping) and not value)


def _typed(context: click.Context, name: str) -> bool:
    return context.get_parameter_source(name) is not ParameterSource.DEFAULT


def _names(context: click.Context) -> tuple[str, ...]:
    """The names of a command and of the groups around it, without that of the program."""
    return () if context.parent is None else (*_names(context.parent), str(context.info_name))
