"""The words that a shell completes beside options and choices: columns of the file that is named, operations."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

import click

from dtref.io.data_files.open_table import open_table


def column_names(context: click.Context, _: click.Parameter, beginning: str) -> list[str]:
    """The columns of the file that a command line names, for a shell that completes one; none where it can't be read."""
    # an option without its value ends the reading of a command line, also of the words before it
    words = (str(context.params.get("data") or ""), *os.environ.get("COMP_WORDS", "").split())
    data = next((word for word in words if word and Path(word).is_file()), None)
    with suppress(Exception):  # a shell that completes shows nothing of what goes wrong
        return [name for name in open_table(data).table.names if name.startswith(beginning)] if data is not None else []
    return []


def operation_names(_: click.Context, __: click.Parameter, beginning: str) -> list[str]:
    """The operations, for a shell that completes the name of one."""
    from dtref.oracle.operations.registry import OPERATIONS

    return [name for name in OPERATIONS if name.startswith(beginning)]
