"""The command that exports a model's tree."""

from __future__ import annotations

from pathlib import Path
from typing import Unpack

import click

from dtref.cli.choices import Named
from dtref.cli.foreign_models import TARGET_OPTION, ModelFile, format_options, read_any_model
from dtref.cli.options import options, progress
from dtref.cli.output import print_as_it_is
from dtref.cli.output_files import Written
from dtref.errors import Invalid
from dtref.io.export.doubles import Doubles
from dtref.io.export.targets import TARGETS, export
from dtref.io.files import write_bytes, write_text
from dtref.io.foreign.own_model import counted_model, predicting_model
from dtref.io.models import Model
from dtref.spec.model.attributes import Continuous, Width

_EXAMPLES = """\b
Example: dtref fit golden/data/iris.csv --target species --save iris.json
         dtref export iris.json --to sql
Example: dtref export iris.json --to c -o iris.c
Example: dtref export iris.json --to python --doubles decimal -o iris.py
Example: dtref export tests/io/foreign/files/rpart-iris.json --format rpart --to js"""

_TARGETS = "; ".join(f"{name}: {target.writes}" for name, target in TARGETS.items())


@click.command("export", epilog=_EXAMPLES)
@click.argument("model", type=click.Path(path_type=Path))
@click.option("--to", type=Named(list(TARGETS)), required=True, help=f"What to write: {_TARGETS}.")
@click.option(
    "-o", "--out", cls=Written, type=click.Path(path_type=Path), metavar="FILE", help="The file to write  [default: standard output]."
)
@click.option(
    "--doubles",
    type=Named([reading.value for reading in Doubles]),
    help="What a double means to the code: the number that it is exactly, or the shortest decimal that is read as it, as in data that come "
    "from decimal text. It decides at cuts that no double is.  "
    "[default: decimal for a model of decimal columns, as a CSV file has; else exact]",
)
@options(*format_options(), TARGET_OPTION)
def export_command(model: Path, to: str, out: Path | None, doubles: str | None, **kind: Unpack[ModelFile]) -> None:
    """
    Write the tree of MODEL, a file that dtref fit --save wrote or the tree of another program (--format), as code without dependencies or
    as a file of a standard, that predicts the same. What the target can't say is refused, or stated in the head of what is written.
    """
    # a model of dtref counts records, others need not
    with progress(f"writing {model.name} as {to}"):
        fitted = read_any_model(model, kind, counted_model if to == "json" else predicting_model)
        written = export(fitted, to, _reading(fitted) if doubles is None else Doubles(doubles))
    if out is None and isinstance(written, bytes):
        raise Invalid("-o", f"a file, as --to {to} writes bytes", "none")
    if out is None:
        print_as_it_is(str(written))
    elif isinstance(written, bytes):
        write_bytes(out, written)
    else:
        write_text(out, written)


def _reading(model: Model) -> Doubles:
    """What a double means to a model by default: what its column's numbers were, so that records of the same kind are predicted alike."""
    decimal = any(isinstance(attribute, Continuous) and attribute.width is Width.DECIMAL for attribute in model.attributes)
    return Doubles.DECIMAL if decimal else Doubles.EXACT
