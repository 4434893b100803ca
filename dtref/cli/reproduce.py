"""The command that grows a model's tree again."""

from __future__ import annotations

from pathlib import Path
from typing import Unpack

import click

from dtref.cli.exit_codes import failing
from dtref.cli.options import DATA, PRINTED, READING, Reading, options, progress, read_and_tell, with_remarks
from dtref.cli.provenance import print_json
from dtref.cli.remembered_reading import with_reading
from dtref.io.models import Model, read_model
from dtref.oracle.reproduce import reproduce
from dtref.show.page.of_reproduction import reproduction_json, reproduction_rows
from dtref.spec.model.attributes import Continuous, Nominal


@click.command(
    "reproduce",
    epilog="""\b
Example: dtref fit golden/data/iris.csv --target species --save iris.json
         dtref reproduce iris.json golden/data/iris.csv""",
)
@click.argument("model", type=click.Path(path_type=Path))
@options(DATA, *READING, PRINTED)
def reproduce_command(model: Path, data: Path, as_json: bool, **settings: Unpack[Reading]) -> None:
    """
    Grow the tree of MODEL again from the CSV file DATA, by the algorithm and the options that the model tells: the same tree, or what
    differs: records, version. Columns are of the kinds that the model has; the file is read by the options that the model remembers, and
    those given here instead. The exit code is 1 where the tree is another one.
    """
    fitted = read_model(model)
    records, warnings = read_and_tell(data, _as_the_model(fitted, with_reading(settings, fitted.history.read)))
    with progress(f"growing {data.name}"):
        again = reproduce(fitted, records)
    with failing(not again.same):
        if as_json:
            print_json(with_remarks(reproduction_json(again), warnings))
        else:
            rows = (*reproduction_rows(again), ("algorithm", _algorithm(fitted)))
            print("\n".join(f"{name:9}  {text}" for name, text in rows))


def _as_the_model(model: Model, settings: Reading) -> Reading:
    """The options of a data file, with the target and the kinds of columns that a model has where nothing else is said."""
    said = {text.partition("=")[0] for name in ("nominal", "ordinal", "continuous") for text in settings[name]}
    columns = [a for a in (*model.attributes, model.target) if a.name not in said]
    numbers = tuple(a.name for a in columns if isinstance(a, Continuous))
    names = tuple(a.name for a in columns if isinstance(a, Nominal) and a.flags is None and "=" not in a.name)
    kinds = {"continuous": (*settings["continuous"], *numbers), "nominal": (*settings["nominal"], *names)}
    return {**settings, "target": settings["target"] or model.target.name, **kinds}  # type: ignore[typeddict-item]  # texts by name


def _algorithm(model: Model) -> str:
    grown = model.history.grown
    options_told = "" if grown is None else ", ".join(f"{name} {value}" for name, value in (*grown.parameters, *grown.options))
    return f"{model.algorithm}{f' ({options_told})' if options_told else ''}"
