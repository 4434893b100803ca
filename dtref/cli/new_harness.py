"""The command that prints a harness to be filled in."""

from __future__ import annotations

import click

from dtref.cli.choices import Named
from dtref.oracle.judge.kits import HARNESS_KITS, harness_kit


@click.command("new-harness", epilog="Example: dtref new-harness python")
@click.argument("language", type=Named(list(HARNESS_KITS)))
def new_harness(language: str) -> None:
    """Print a harness to copy, in which two functions are to be filled in: dtref new-harness c > harness.c. Its head says the rest."""
    print(harness_kit(language).text(), end="")
