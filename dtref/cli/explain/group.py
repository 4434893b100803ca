"""The group of the commands that explain."""

from __future__ import annotations

import click

from dtref.cli.explain.aliases import SpeltCommands
from dtref.cli.explain.evaluation import EVALUATION_COMMANDS
from dtref.cli.explain.formulas import FORMULA_COMMANDS
from dtref.cli.explain.reports import REPORT_COMMANDS

_EXAMPLE = "Example: dtref explain data golden/data/buys_computer.csv --target buys_computer --as id3"


@click.group("explain", cls=SpeltCommands, epilog=_EXAMPLE)
def explain_group() -> None:
    """Show a computation step by step."""


for command in (*FORMULA_COMMANDS, *EVALUATION_COMMANDS, *REPORT_COMMANDS):
    explain_group.add_command(command)
