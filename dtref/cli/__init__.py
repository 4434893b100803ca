"""
The command line: each command only reads its arguments, calls the library and prints. `main` reports every failure in one line.
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
    "choices",
    "completed_words",
    "numbers",
    "printed_numbers",
    "program_options",
    "rule_options",
    "options",
    "page_format",
    "data",
    "pruning_options",
    "remembered_reading",
    "records_for_model",
    "foreign_models",
    "overlap",
    "foreign_predictions",
    "fit_source",
    "trees",
    "prune",
    "reproduce",
    "forests",
    "evaluate",
    "cross_validate",
    "stability",
    "ties",
    "good_trees",
    "roc",
    "compare",
    "verify_source",
    "verify",
    "results",
    "judge",
    "new_harness",
    "conformance",
    "operations",
    "golden",
    "explain",
    "check",
    "show",
    "export",
    "plot",
    "spec",
    "commands",
)


def __getattr__(name: str) -> object:
    """Loads the commands, `app`, on demand: this takes a moment, during which `main` must handle Ctrl-C, too."""
    if name != "app":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from dtref.cli.commands import app

    return app


def main() -> None:
    """Runs the command line, and ends with its exit code (see `dtref.cli.exit_codes.exit_code`)."""
    most = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)  # exact results may have more digits than Python prints by default
    try:
        raise SystemExit(exit_code(_command))
    finally:
        sys.set_int_max_str_digits(most)


def _command() -> None:
    """Runs the command that the arguments name, without click's own `main`, which reports Ctrl-C and closed pipes as failed checks."""
    from click.exceptions import Exit

    from dtref.cli.commands import app

    if "_DTREF_COMPLETE" in os.environ:  # a shell completes a command
        app.main(prog_name="dtref")
    try:
        with app.make_context("dtref", sys.argv[1:]) as context:
            app.invoke(context)
    except Exit as end:  # after --help
        raise SystemExit(end.exit_code) from None
