"""
Reads the data sets of operations: a file of golden/data/ or inline rows, with declarations, other spellings, and a choice of records.

    {"file": "iris.csv", "target": "species"}        {"header": ["x", "y"], "rows": [["1", "a"]], "target": "y"}        {"parity": "3"}

A file iris.schema.json beside iris.csv declares what the record itself doesn't. Declared: "target" and "weights" (columns), "nominal"
and "ordinal" (column -> values in order), "continuous", "ignore", "missing" (lists). "spelling" (column -> text in the file -> text
meant) comes first, "where" (a condition on records) last. A condition maps columns to {"in": [values]}, {"not_in": [values]},
{"above": number} or {"at_most": number}, and a record must fulfil all of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

from attrs import evolve

from dtref.errors import Invalid
from dtref.io.delimited import read_table
from dtref.io.files import read_text
from dtref.io.schema import Keywords, Schema, declare
from dtref.io.schema_file import read_schema, schema_beside
from dtref.io.to_data_set import Column, Table, data_set
from dtref.oracle.operations.inputs import Given, as_texts, golden_folder
from dtref.oracle.operations.part_inputs import given_record, whole_number
from dtref.spec.model.attributes import MISSING, Cell
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.numerals import numeral
from dtref.spec.views.shape import parity

RecordCondition = Callable[[Record], bool]

_NAME = re.compile(r"[A-Za-z0-9_]+\.csv")

_DECLARED = ("target", "weights", "nominal", "ordinal", "continuous", "ignore", "missing")


def given_data(inputs: Given) -> DataSet:
    """
    The data set that inputs describe. Errors: Invalid as the readers of `dtref.io` raise it, or for an unknown input.

    >>> rows = {"header": ["age", "play"], "rows": [["young", "yes"], ["old", "no"]], "target": "play"}
    >>> given_data(Given({**rows, "spelling": {"age": {"young": "<=30"}}, "where": {"age": {"in": ["<=30"]}}})).records
    (Record(values=('<=30',), label='yes', weight=Fraction(1, 1)),)
    """
    inputs.only("file", "header", "rows", "parity", "spelling", "where", *_DECLARED)
    if "parity" in inputs.parts:
        return _parity(inputs.only("parity"))
    data = data_set(_respelt(_table(inputs), inputs.optional("spelling")), _schema(inputs))
    meets = record_condition(data, inputs.optional("where"))
    return evolve(data, records=tuple(r for r in data if meets(r)))


def data_of(inputs: Given) -> DataSet:
    """
    The data set of the input `data`.

    >>> data_of(Given({"data": {"file": "tan_default.csv", "target": "defaulted"}})).classes
    ('No', 'Yes')
    """
    return given_data(inputs.object("data"))


def missing_texts(inputs: Given) -> tuple[str, ...]:
    """
    The texts of missing values in the input `data`, and so in records beside it.

    >>> missing_texts(Given({"data": {"header": ["x", "y"], "rows": [["1", "a"]], "target": "y"}}))
    ('', '?')
    """
    return _schema(inputs.object("data")).missing


def record_of(inputs: Given, data: DataSet) -> Record:
    """
    The record of the input `record`, its cells read as those of the input `data`, of which `data` is made.

    >>> inputs = Given({"data": {"header": ["x", "y"], "rows": [["1", "a"]], "target": "y", "missing": ["NA"]}, "record": {"x": "NA"}})
    >>> record_of(inputs, data_of(inputs)).values
    (MISSING,)
    """
    return given_record(data, inputs.object("record"), missing_texts(inputs))


def record_condition(data: DataSet, inputs: Given) -> RecordCondition:
    """
    The condition on records of a data set that inputs describe; the target is a column too. Errors: Invalid for a missing column.

    >>> data = given_data(Given({"header": ["x", "y"], "rows": [["1", "a"], ["2", "b"]], "target": "y"}))
    >>> [record_condition(data, Given({"x": {"above": "1"}, "y": {"in": ["b", "c"]}}))(r) for r in data]
    [False, True]
    """
    conditions = [_column_condition(data, name, inputs.object(name)) for name in inputs.parts]
    return lambda record: all(meets(record) for meets in conditions)


def _column_condition(data: DataSet, name: str, inputs: Given) -> RecordCondition:
    position = None if name == data.target.name else data.column(name)

    def cell(record: Record) -> Cell:
        return record.label if position is None else record.values[position]

    def number_meets(relation: Callable[[Fraction], bool], record: Record) -> bool:
        """A missing number is neither above nor at most a bound."""
        value = cell(record)
        if value is not MISSING and not isinstance(value, Fraction):
            raise Invalid(inputs.where, "a column of numbers", value)
        return isinstance(value, Fraction) and relation(value)

    match sorted(inputs.parts):
        case ["in"]:
            allowed = inputs.texts("in")
            return lambda r: cell(r) in allowed
        case ["not_in"]:
            refused = inputs.texts("not_in")
            return lambda r: cell(r) not in refused
        case ["above"]:
            low = numeral(inputs.text("above"))
            return lambda r: number_meets(lambda x: x > low, r)
        case ["at_most"]:
            high = numeral(inputs.text("at_most"))
            return lambda r: number_meets(lambda x: x <= high, r)
        case names:
            raise Invalid(inputs.where, "in, not_in, above or at_most", names)


def _path(inputs: Given) -> Path:
    """The path of the input `file` in golden/data/. Errors: Invalid for anything but a plain name, so that no other file is read."""
    name = inputs.text("file")
    if not _NAME.fullmatch(name):
        raise Invalid(f"{inputs.where}, file", "the name of a .csv file of golden/data/", name)
    return golden_folder() / "data" / name


def unreadable_data(inputs: Given) -> Invalid | None:
    """
    The error of the file that the input `data` names, if it can't be read. It isn't an input to refuse, as no program could know that.

    >>> print(unreadable_data(Given({"data": {"file": "nothing.csv", "target": "y"}})))
    given, data, file: expected a file of golden/data/ that can be read (got 'nothing.csv')
    """
    data = inputs.parts.get("data")
    if not isinstance(data, dict) or "file" not in data:
        return None
    try:
        read_text(_path(inputs.object("data")))
    except Invalid as problem:
        where = f"{inputs.object('data').where}, file"
        return problem if problem.where == where else Invalid(where, "a file of golden/data/ that can be read", data["file"])
    return None


def _parity(inputs: Given) -> DataSet:
    """The truth table of the parity function, which is too long to write out."""
    return parity(whole_number(inputs.part("parity"), f"{inputs.where}, parity"))


def _schema(inputs: Given) -> Schema:
    """The schema: the file beside the table, if there is one, then the declarations among the inputs."""
    has_file = "file" in inputs.parts and schema_beside(_path(inputs)).exists()
    return declare(read_schema(schema_beside(_path(inputs))) if has_file else Schema(), **_declared(inputs))


def _table(inputs: Given) -> Table:
    """The cells as text, from a file of golden/data/ or from inline rows."""
    if "file" in inputs.parts:
        return read_table(read_text(_path(inputs)), inputs.text("file"))
    header = inputs.texts("header")
    rows = [as_texts(row, f"{inputs.where}, rows") for row in inputs.list("rows")]
    for i, row in enumerate(rows, 1):
        if len(row) != len(header):
            raise Invalid(f"{inputs.where}, row {i}", f"{len(header)} cells", len(row))
    columns = tuple(Column(name, tuple(row[i] for row in rows), numerals=True) for i, name in enumerate(header))
    return Table(f"{inputs.where}, header", f"{inputs.where}, row", tuple(range(1, len(rows) + 1)), columns)


def _respelt(table: Table, spelling: Given) -> Table:
    """The table with some texts of some columns replaced. Errors: Invalid for a column that isn't there, or a text that isn't in it."""
    meant = {name: spelling.object(name) for name in spelling.parts}
    for name, inputs in meant.items():
        for text in inputs.parts:
            if text not in table.column(name).cells:
                raise Invalid(inputs.where, f"a text of column {name!r}", text)
    return evolve(table, columns=tuple(_respelt_column(c, meant[c.name]) if c.name in meant else c for c in table.columns))


def _respelt_column(column: Column, meant: Given) -> Column:
    return evolve(column, cells=tuple(meant.text(c) if isinstance(c, str) and c in meant.parts else c for c in column.cells))


def _declared(inputs: Given) -> Keywords:
    """The declarations among the inputs, as keywords of `dtref.io.schema.declare`."""
    keywords: Keywords = {}
    if "target" in inputs.parts:
        keywords["target"] = inputs.text("target")
    if "weights" in inputs.parts:
        keywords["weights"] = inputs.text("weights")
    if "nominal" in inputs.parts:
        keywords["nominal"] = _values(inputs.object("nominal"))
    if "ordinal" in inputs.parts:
        keywords["ordinal"] = _values(inputs.object("ordinal"))
    if "continuous" in inputs.parts:
        keywords["continuous"] = inputs.texts("continuous")
    if "ignore" in inputs.parts:
        keywords["ignore"] = inputs.texts("ignore")
    if "missing" in inputs.parts:
        keywords["missing"] = inputs.texts("missing")
    return keywords


def _values(inputs: Given) -> dict[str, tuple[str, ...]]:
    return {name: inputs.texts(name) for name in inputs.parts}
