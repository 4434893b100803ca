"""The command that describes a data file, before any tree."""

from __future__ import annotations

from pathlib import Path
from typing import Unpack

import click
from attrs import asdict

from dtref.cli.options import DATA, PRINTED, READING, Reading, keywords_of, options, progress
from dtref.cli.provenance import print_json
from dtref.show.data_description import describe_data, description_json


@click.command("data", epilog="Example: dtref data golden/data/iris.csv --target species")
@options(DATA, *READING, PRINTED)
def data_command(data: Path, as_json: bool, **settings: Unpack[Reading]) -> None:
    """Describe the file DATA: columns, kinds, values, gaps, classes, what is odd or refused, and the options that would change it."""
    with progress(f"reading {data.name}"):
        description = describe_data(data, schema=settings["schema"], **asdict(settings["layout"]), **keywords_of(settings))
    if as_json:
        print_json(description_json(description))
    else:
        print(description)
