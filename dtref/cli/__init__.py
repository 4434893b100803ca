"""
The command line, thin: each command reads its arguments, calls the library and prints. What goes wrong leaves through `main`, as one line.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from dtref.cli.exit_codes import exit_code

if TYPE_CHECKING:
    from dtref.cli.commands import app as app

READING_ORDER = (
    "signals",
    "output",
    "exit_codes",
    "output_files",
    "provenance",
    "commands",
    "options",
    "pruning_options",
    "records_for_model",
    "trees",
    "prune",
    "forests",
    "evaluate",
    "roc",
    "compare",
    "verify",
    "results",
    "judge",
    "golden",
    "explain",
    "show",
    "plot",
    "spec",
)


def __getattr__(name: str) -> object:
    """The commands, `app`, when they are asked for: they take most of a second to load, in which `main` must hear of Ctrl-C, too."""
    if name != "app":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from dtref.cli.commands import app

    return app


def main() -> None:
    """Run the command line, and end with its exit code (see `dtref.cli.exit_codes.exit_code`)."""
    most = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)  # exact results may have more digits than Python prints by default
    try:
        raise SystemExit(exit_code(_command))
    finally:
        sys.set_int_max_str_digits(most)


def _command() -> None:
    """Run the command that the arguments name. click's own `main` isn't asked, as it takes Ctrl-C and closed pipes for failed checks."""
    from click.exceptions import Exit

    from dtref.cli.commands import app

    if "_DTREF_COMPLETE" in os.environ:  # what a shell asks
        app.main(prog_name="dtref")
    try:
        with app.make_context("dtref", sys.argv[1:]) as context:
            app.invoke(context)
    except Exit as end:  # after --help
        raise SystemExit(end.exit_code) from None
