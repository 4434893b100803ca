"""The command that grows a model's tree again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Unpack

import click

from dtref.cli.exit_codes import failing
from dtref.cli.options import DATA, PRINTED, READING, Reading, options, progress, read_and_tell, with_remarks
from dtref.cli.provenance import print_json
from dtref.errors import shortened
from dtref.io.models import Model, read_model
from dtref.io.numbers import Json
from dtref.oracle.reproduce import DataDifference, Reproduction, reproduce
from dtref.spec.model.attributes import Continuous, Nominal
from dtref.spec.model.positions import Indices


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
    differs: records, version. Columns are of the kinds that the model has. The exit code is 1 where the tree is another one.
    """
    fitted = read_model(model)
    records, warnings = read_and_tell(data, _as_the_model(fitted, settings))
    with progress(f"growing {data.name}"):
        again = reproduce(fitted, records)
    with failing(not again.same):
        if as_json:
            print_json(with_remarks(_json(again), warnings))
        else:
            print("\n".join(_lines(fitted, again)))


def _as_the_model(model: Model, settings: Reading) -> Reading:
    """The options of a data file, with the target and the kinds of columns that a model has where nothing else is said."""
    said = {text.partition("=")[0] for name in ("nominal", "ordinal", "continuous") for text in settings[name]}
    columns = [a for a in (*model.attributes, model.target) if a.name not in said and (not isinstance(a, Nominal) or a.flags is None)]
    numbers = tuple(a.name for a in columns if isinstance(a, Continuous))
    named = settings["target"] or model.target.name
    return {**settings, "target": named, "continuous": (*settings["continuous"], *numbers)}


def _lines(model: Model, again: Reproduction) -> Iterator[str]:
    grown = model.history.grown
    options_told = "" if grown is None else ", ".join(f"{name} {value}" for name, value in (*grown.parameters, *grown.options))
    yield f"tree       {'the same' if again.same else f'another one: node {again.node}, in preorder from 0, is the first that differs'}"
    yield from (f"data       {line}" for line in _data_lines(again.data))
    versions = f"{again.version}, and now {again.now}" if again.version != again.now else again.now
    yield f"version    {versions if again.version else f'not told; now {again.now}'}"
    yield f"algorithm  {model.algorithm}{f' ({options_told})' if options_told else ''}"


def _data_lines(data: DataDifference | None) -> Iterator[str]:
    if data is None:
        yield "not told: the model has no fingerprint of its training records"
    elif data.same:
        yield "the same records"
    else:
        told = {
            "not trained on": data.added,
            "trained on with another label": data.relabelled,
            "trained on with another weight, or number of copies": data.reweighted,
        }
        yield from (f"{_records(positions)} {words}" for words, positions in told.items() if positions)
        if data.removed:
            yield f"{data.removed} different records that the model was trained on are not there"
        if not data.whole:
            yield "only those records are told of whose hashes the model keeps"


def _records(positions: Indices) -> str:
    numbers = shortened(", ".join(str(i + 1) for i in positions), 80)
    return f"{len(positions)} record{'' if len(positions) == 1 else 's'} ({numbers})"


def _json(again: Reproduction) -> Json:
    data = again.data
    told: Json = (
        {"undefined": "the model has no fingerprint of its training records"}
        if data is None
        else {
            "same": "yes" if data.same else "no",
            "added": [str(i + 1) for i in data.added],
            "relabelled": [str(i + 1) for i in data.relabelled],
            "reweighted": [str(i + 1) for i in data.reweighted],
            "removed": str(data.removed),
            "hashes": "all" if data.whole else "least",
        }
    )
    differs: dict[str, Json] = {} if again.same else {"node": str(again.node)}
    return {"tree": "same" if again.same else "another", **differs, "data": told, "version": again.version, "now": again.now}
