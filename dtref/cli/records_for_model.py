"""Reads the records of a file for a given model."""

from __future__ import annotations

from collections.abc import Sequence
from os import fspath
from pathlib import Path

from attrs import evolve, frozen

from dtref.errors import Invalid, tell
from dtref.io.data_files.layout import Layout
from dtref.io.models import Model
from dtref.io.schema import Schema, declare
from dtref.io.schema_file import read_schema, schema_beside
from dtref.io.tables import table_for
from dtref.io.to_data_set import conform
from dtref.spec.model.attributes import MISSING, Attribute, Continuous, Nominal, fill_missing
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.prediction import predictor
from dtref.spec.preparation.missing import MissingRule, keep_missing


@frozen
class CellOptions:
    """Options on the cells of a file, beside its schema: the texts of missing values, and the decimal mark."""

    missing: tuple[str, ...] | None = None
    decimal: str | None = None


def read_records_for_model(
    path: Path,
    attributes: Sequence[Attribute],
    target: Attribute | None = None,
    schema: Path | None = None,
    layout: Layout = Layout(),
    weights: str | None = None,
    cells: CellOptions = CellOptions(),
) -> tuple[Record, ...]:
    """
    The records of a CSV file for given attributes, as `dtref.io.tables.read_records` reads them. An attribute that flags missing values of
    another is computed from that one where the file has no such column.
    """
    base_schema = _schema(path, schema, (*attributes, *(() if target is None else (target,))))
    full_schema = declare(base_schema, missing=cells.missing, decimal=cells.decimal)
    if weights is not None:
        full_schema = evolve(full_schema, weights=weights)
    table, notes = table_for(path, attributes, target, layout, full_schema)
    tell(notes)
    if weights is not None:
        table.column(weights)
    columns_read = tuple(a for a in attributes if a.name in table.names or not isinstance(a, Nominal) or a.flags is None)
    return tuple(_with_flags(record, columns_read, attributes) for record in conform(table, columns_read, target, full_schema))


def _with_flags(record: Record, columns_read: Sequence[Attribute], attributes: Sequence[Attribute]) -> Record:
    cells = {a.name: cell for a, cell in zip(columns_read, record.values, strict=True)}
    flags = {a.name: a.values[cells[a.flags] is MISSING] for a in attributes if isinstance(a, Nominal) and a.flags in cells}
    return evolve(record, values=tuple(cells[a.name] if a.name in cells else flags[a.name] for a in attributes))


def _schema(path: Path, schema: Path | None, attributes: Sequence[Attribute]) -> Schema:
    """The schema of a file; without one, a text that is a value of the model is that value, not a missing one."""
    if schema is not None or schema_beside(path).exists():
        return read_schema(schema or schema_beside(path))
    values = {value for a in attributes if not isinstance(a, Continuous) for value in a.values if value != a.missing_is}
    return Schema(missing=tuple(text for text in Schema().missing if text not in values))


def as_remembered(model: Model, path: Path, schema: Path | None, given: CellOptions = CellOptions()) -> CellOptions:
    """How the cells of a file are read: as given, else as a schema says, else as those of the model's training records were."""
    if schema is not None or schema_beside(path).exists():
        return given
    missing = tuple(text for name, text in model.history.read if name == "missing") or None
    decimal = next((text for name, text in model.history.read if name == "decimal"), None)
    return CellOptions(given.missing or missing, given.decimal or decimal)


def data_for(
    model: Model, path: Path, schema: Path | None, layout: Layout, weights: str | None, missing: MissingRule = keep_missing
) -> DataSet:
    """
    The labelled records of a CSV file, as a data set for a model; cells are read as those were that the model was grown from, unless a
    schema says how. A missing cell gets the value that its attribute has for it, if any.

    missing: the rule for missing cells that the model was grown with. Errors: Invalid as `read_records_for_model`, and for a record without
    a label, one that the rule refuses, or one that the tree can't predict.
    """
    # read, fill in, and try every record
    cells = as_remembered(model, path, schema)
    records = read_records_for_model(path, model.attributes, model.target, schema, layout, weights, cells)
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
