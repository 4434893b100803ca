"""What commands tell of the records that a model was trained on, among those that it is tried on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import click

from dtref.cli.options import progress, tell_warnings
from dtref.cli.records_for_model import as_remembered, read_records_for_model
from dtref.errors import DataNote, Invalid
from dtref.io.data_files.layout import Layout
from dtref.io.models import Model, read_model
from dtref.io.numbers import Json
from dtref.io.training_overlap import TrainingOverlap, overlap
from dtref.spec.evaluation.estimation.copies import copies_across
from dtref.spec.evaluation.estimation.partitions import Partition
from dtref.spec.model.data import DataSet, Record

MODELS = click.option(
    "--model",
    "models",
    multiple=True,
    type=click.Path(path_type=Path),
    metavar="MODEL",
    help="The model that was tried: tell how many of the records of DATA it was trained on (repeatable).",
)


def overlap_of(model: Model, records: Sequence[Record], path: Path) -> TrainingOverlap | None:
    """
    Which records a model was trained on; None where the model doesn't say. A line on standard error tells how many, if there are some.
    """
    if model.history.trained_on is None:
        return None
    found = overlap(model, records)
    if found.seen or found.untold:
        tell_warnings((), [DataNote(str(path), str(found))])
    return found


def overlaps(data: Path, models: Sequence[Path], layout: Layout) -> dict[str, Json]:
    """The part `trained_on` of a JSON answer about the records of a file, what `overlap_of` tells of each model; nothing without models."""
    found: list[Json] = []
    for path in models:
        model = read_model(path)
        with progress(f"comparing {data.name} with training records"):
            cells = as_remembered(model, data, None)
            seen = overlap_of(model, read_records_for_model(data, model.attributes, layout=layout, cells=cells), path)
        told: dict[str, Json] = {}
        if seen is not None:
            told = {"records": str(len(seen.each)), "seen": str(seen.seen), "untold": str(seen.untold)}
        found.append({"model": str(path), **(told or {"undefined": "the model has no fingerprint of its training records"})})
    return {"trained_on": found} if models else {}


def with_overlaps(answer: Json, seen: Mapping[str, Json]) -> Json:
    """A JSON answer with what `overlaps` tells added. Errors: Invalid for an answer that isn't an object."""
    if not isinstance(answer, dict):
        raise Invalid("answer", "a JSON object", answer)
    return {**answer, **seen}


def tell_copies(data: DataSet, name: str, partitions: Sequence[Partition]) -> int:
    """How many tested records have a copy among those that their fold's tree is grown from; a line tells it, if there are some."""
    copied = sum(map(len, copies_across(data, partitions)))
    if copied:
        note = "tested records have a copy, of the same values and label, among the records that their fold's tree is grown from"
        tell_warnings((), [DataNote(name, f"{copied} of {sum(len(p.test) for p in partitions)} {note}")])
    return copied


def in_words(seen: bool | None) -> str:
    """
    Whether a record was trained on, in JSON.

    >>> in_words(True), in_words(None)
    ('yes', 'not told')
    """
    return "not told" if seen is None else "yes" if seen else "no"
