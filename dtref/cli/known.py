"""Records for a known model, from a file. Before this: `dtref.cli.options`. Next: `dtref.cli.trees`, `dtref.cli.pruning`."""

from __future__ import annotations

from collections.abc import Sequence
from os import fspath
from pathlib import Path

from attrs import evolve, frozen

from dtref.errors import Invalid
from dtref.io.files import read_text
from dtref.io.kinds import conform
from dtref.io.models import Model
from dtref.io.schema import Schema, declare
from dtref.io.schema_file import beside, read_schema
from dtref.io.tables import read_table
from dtref.model.attributes import MISSING, Attribute, Nominal, fill_missing
from dtref.model.data import DataSet, Record
from dtref.model.predict import predictor
from dtref.preparation.fitted import KNOWN, flag_name
from dtref.preparation.missing import MissingRule, keep_missing


@frozen
class Cells:
    """What is said of the cells of a file beside its schema: which stand for a missing value, and the decimal mark of numbers."""

    missing: tuple[str, ...] | None = None
    decimal: str | None = None


def read_known(
    path: Path,
    attributes: Sequence[Attribute],
    target: Attribute | None = None,
    schema: Path | None = None,
    delimiter: str = ",",
    weights: str | None = None,
    cells: Cells = Cells(),
) -> tuple[Record, ...]:
    """
    The records of a CSV file for known attributes, as `dtref.io.tables.read_records`; companions "x is known", which a model grown with
    flags for missing values asks, are made from x where the file has no such column.
    """
    table = read_table(read_text(path), fspath(path), delimiter)
    declared = declare(_schema(path, schema), missing=cells.missing, decimal=cells.decimal)
    if weights is not None:
        table.column(weights)
        declared = evolve(declared, weights=weights)
    own = tuple(a for i, a in enumerate(attributes) if a.name in table.names or not _is_flag(attributes, i))
    return tuple(_with_flags(record, own, attributes) for record in conform(table, own, target, declared))


def _is_flag(attributes: Sequence[Attribute], i: int) -> bool:
    """Whether an attribute is the companion of the one before it."""
    return i > 0 and attributes[i] == Nominal(flag_name(attributes[i - 1]), KNOWN)


def _with_flags(record: Record, own: Sequence[Attribute], attributes: Sequence[Attribute]) -> Record:
    cells = {a.name: cell for a, cell in zip(own, record.values, strict=True)}
    flags = {flag_name(a): KNOWN[cells[a.name] is MISSING] for a in own}
    return evolve(record, values=tuple(cells[a.name] if a.name in cells else flags[a.name] for a in attributes))


def _schema(path: Path, given: Path | None) -> Schema:
    if given is None and not beside(path).exists():
        return Schema()
    return read_schema(given or beside(path))


def data_for(
    model: Model, path: Path, schema: Path | None, delimiter: str, weights: str | None, missing: MissingRule = keep_missing
) -> DataSet:
    """
    The labelled records of a CSV file, as the data set of a model. Where an attribute has "?" for a value, missing cells have it.

    missing: the rule for missing cells that the model was grown with, applied to its training records before anything is asked of them.
    Errors: Invalid as `read_known`, and for a record without label, that the rule refuses, or that the tree cannot be asked about.
    """
    records = read_known(path, model.attributes, model.target, schema, delimiter, weights)
    filled = [evolve(r, values=tuple(map(fill_missing, model.attributes, r.values))) for r in records]
    predict = predictor(model.tree, model.attributes)
    where = fspath(path)
    try:
        data = missing(DataSet(model.attributes, model.target, filled))
        if data.attributes != model.attributes:
            changed = sorted({a.name for a in {*data.attributes} ^ {*model.attributes}})
            raise Invalid("missing values", "a rule that leaves the model's attributes as they are", f"another {', '.join(changed)}")
        for i, record in enumerate(data, 1):
            where = f"{path}, record {i}"
            predict(record)
    except Invalid as problem:
        raise Invalid(f"{where}, {problem.where}", problem.wanted, problem.got) from None
    return data
