"""The command that lists the operations of golden/README.md, and describes one."""

from __future__ import annotations

import click

from dtref.cli.completed_words import operation_names
from dtref.cli.printed_numbers import JSON_OPTION
from dtref.cli.provenance import print_json


@click.command(
    "operations",
    epilog="""\b
Example: dtref operations
Example: dtref operations f1""",
)
@click.argument("name", required=False, shell_complete=operation_names)
@JSON_OPTION
def operations_command(name: str | None, as_json: bool) -> None:
    """The operations that golden records, vectors and `dtref judge` ask, or of one, NAME, its inputs, its answer, and an example."""
    from dtref.oracle.judge.report.definitions import operation_definition
    from dtref.oracle.judge.report.operations import operation, operation_json
    from dtref.oracle.operations.registry import OPERATIONS

    if name is None:
        sentences = {each: operation_definition(each, {}).sentence for each in OPERATIONS}
        if as_json:
            print_json({"format": "dtref-operations/1", "operations": sentences})
        else:
            print("\n".join(f"{each}  {sentence}" for each, sentence in sentences.items()))
        return
    description = operation(name)
    if as_json:
        print_json(operation_json(description))
    else:
        print(description)
