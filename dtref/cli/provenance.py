"""The provenance of reports: the running command and its settings; and the one way to print JSON, which includes it."""

from __future__ import annotations

import json
from collections.abc import Mapping

import click
from attrs import asdict
from click.core import ParameterSource

from dtref.cli.output_files import Written
from dtref.io.data_files.layout import Layout
from dtref.io.numbers import Json

ASIDE = ("as_json", "form", "fragment", "digits")
"""The options that change how a report is shown, not what it says."""


def made_by() -> dict[str, Json]:
    """
    The running command and its settings: those that were typed, and the defaults of the others. Options for files to write and for the
    form of the output are left out, as they change nothing that a report says.
    """
    context = click.get_current_context()
    relevant = [option for option in context.command.params if option.expose_value and not isinstance(option, Written)]
    values = {option.name: context.params[option.name] for option in relevant if option.name and option.name not in ASIDE}
    settings = {name: setting(value) for name, value in values.items() if _typed(context, name) or not _is_nothing(value)}
    return {"command": " ".join(("dtref", *_names(context))), "settings": settings}


def print_json(answer: object) -> None:
    """Prints an answer, a JSON object, with the version, the command and its settings under `dtref`."""
    from dtref.io.version import __version__

    if not isinstance(answer, Mapping):
        raise TypeError(f"an answer is a JSON object, not {answer!r}")
    print(json.dumps({**answer, "dtref": {"version": __version__, **made_by()}}, ensure_ascii=False))


def setting(value: object) -> Json:
    """
    The value of an option as JSON: texts, and lists or objects of texts.

    >>> from pathlib import Path
    >>> from fractions import Fraction
    >>> setting((Fraction(1, 2), Path("a.csv"), 7, {"old": "new"}, True))
    ['1/2', 'a.csv', '7', {'old': 'new'}, 'yes']
    """
    match value:
        case list() | tuple():
            return [setting(part) for part in value]
        case Mapping():
            return {str(name): setting(part) for name, part in value.items()}
        case Layout():
            return {name: text for name, text in asdict(value).items() if text is not None}
        case bool():
            return "yes" if value else "no"
        case _:
            return str(value)


def _typed(context: click.Context, name: str) -> bool:
    return context.get_parameter_source(name) is not ParameterSource.DEFAULT


def _is_nothing(value: object) -> bool:
    """Whether a value is that of an option without a default that wasn't given. A seed of 0 is a value."""
    return value is None or value is False or value == Layout() or (isinstance(value, tuple | Mapping) and not value)


def _names(context: click.Context) -> tuple[str, ...]:
    """The names of the groups around a command and of the command, without the program's."""
    return () if context.parent is None else (*_names(context.parent), str(context.info_name))
