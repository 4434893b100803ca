"""The option that sets parameters of released programs: `--as c45-release-8 --set m=1` (`dtref.oracle.stated.named_policy`)."""

from __future__ import annotations

import click

from dtref.spec.programs.by_name import PROGRAMS

SET_OPTION = click.option(
    "--set",
    "program_settings",
    multiple=True,
    metavar="NAME[=VALUE]",
    help=f"A parameter of a released program (--as {', '.join(PROGRAMS)}), by the program's own name (repeatable).",
)
