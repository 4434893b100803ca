"""Predictions of another program's tree for the records of a file, as `dtref predict` prints them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from attrs import evolve, frozen

from dtref.cli.foreign_models import tell_notes
from dtref.cli.records_for_model import CellOptions
from dtref.errors import Invalid, Undefined, printable, tell
from dtref.exact.number_text import number_list, readable
from dtref.io.data_files.layout import Layout
from dtref.io.foreign.formats import read_foreign
from dtref.io.foreign.prediction import ForeignPrediction, PassedNode, asked_columns, foreign_predictor
from dtref.io.foreign.tree import ForeignTree, Values
from dtref.io.foreign.tree_facts import facts_of
from dtref.io.numbers import with_decimals
from dtref.io.schema import Schema, declare
from dtref.io.schema_file import read_schema, schema_beside
from dtref.io.tables import table_for
from dtref.io.to_data_set import Table, read_column, settle
from dtref.show.exact_text import value_text
from dtref.spec.model.attributes import Cell, Continuous, Nominal


@frozen
class ForeignModel:
    """A file of another program, its format, and the number of the tree in it."""

    path: Path
    file_format: str
    number: int


def foreign_predictions(
    model: ForeignModel, data: Path, schema: Path | None, layout: Layout, cells: CellOptions, digits: int, as_json: bool, with_path: bool
) -> Iterator[str]:
    """The lines for each record of a file, in order. Errors: Invalid for a file that isn't read, and for a cell that the tree can't ask."""
    tree = read_foreign(model.path, model.file_format, model.number)
    tell_notes(model.path, tree)
    predict = foreign_predictor(tree)
    for i, record in enumerate(_records(data, tree, schema, layout, cells), 1):
        try:
            predicted = predict(record)
        except Invalid as problem:
            raise Invalid(f"{data}, record {i}, {problem.where}", problem.wanted, problem.got) from None
        yield from _as_json(predicted, with_path) if as_json else _as_text(predicted, digits, with_path)


def _records(path: Path, tree: ForeignTree, schema: Path | None, layout: Layout, cells: CellOptions) -> Iterator[Mapping[str, Cell]]:
    """The records of a file, with the columns that the tree asks; a nominal column may have values that the tree doesn't know."""
    asked = asked_columns(tree)
    table, notes = table_for(path, tuple(asked), None, layout)
    tell(notes)
    declared = declare(_schema(path, schema, tree), missing=cells.missing, decimal=cells.decimal)
    columns = {attribute.name: _column(table, attribute, declared) for attribute in asked}
    rows = zip(*columns.values(), strict=True) if columns else [()] * len(table.rows)
    yield from (dict(zip(columns, row, strict=True)) for row in rows)


def _schema(path: Path, schema: Path | None, tree: ForeignTree) -> Schema:
    """The schema of a file; without one, a text that the tree has as a value is that value, not a missing one."""
    if schema is not None or schema_beside(path).exists():
        return read_schema(schema or schema_beside(path))
    values = {value for ask in facts_of(tree).asks if isinstance(ask, Values) for value in ask.branches}
    return Schema(missing=tuple(text for text in Schema().missing if text not in values))


def _column(table: Table, attribute: Continuous | Nominal, schema: Schema) -> tuple[Cell, ...]:
    if isinstance(attribute, Continuous):
        return read_column(table, attribute, schema)
    # the values that occur are those of the column
    column = evolve(table.column(attribute.name), numerals=False)
    return read_column(table, settle(column, evolve(schema, columns=())), schema)


def _as_text(predicted: ForeignPrediction, digits: int, with_path: bool) -> Iterator[str]:
    labels = " or ".join(label if isinstance(label, str) else readable(label) for label in predicted.labels) or "no prediction"
    match predicted.predicted.distribution:
        case Undefined(why=why):
            shares = why
        case known:
            shares = number_list(f"{name} {value_text(p, digits)}" for name, p in known)
    yield printable(f"{labels}  ({shares})")
    for passed in predicted.passed if with_path else ():
        end = "the record stays here" if passed.stays else "leaf"
        part = "" if passed.share == 1 else f", {readable(passed.share)} of the record"
        yield f"  node {printable(passed.node.place)}{part}: {printable(' or '.join(passed.conditions)) or end}"


def _as_json(predicted: ForeignPrediction, with_path: bool) -> Iterator[str]:
    match predicted.predicted.distribution:
        case Undefined(why=why):
            answer = with_decimals({"distribution": {"undefined": why}}, {str(label): label for label in predicted.labels})
        case known:
            answer = with_decimals({"distribution": {name: str(p) for name, p in known}}, dict(known))
    path = {"path": [_passed(passed) for passed in predicted.passed]} if with_path else {}
    yield json.dumps({"labels": [str(label) for label in predicted.labels], **answer, **path}, ensure_ascii=False)


def _passed(passed: PassedNode) -> dict[str, object]:
    branches = [{"if": text, "share": str(share)} for text, (_, share) in zip(passed.conditions, passed.branches, strict=True)]
    facts: dict[str, object] = {"node": passed.node.place, "share": str(passed.share)}
    return facts | ({"stays": "yes"} if passed.stays else {}) | ({"branches": branches} if branches else {})
