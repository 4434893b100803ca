"""
Data sets that golden records give: a file of golden/data/ or inline rows, declared, respelt, and reduced to some records.

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
from dtref.io.files import read_text
from dtref.io.schema import Keywords, Schema, declare
from dtref.io.schema_file import read_schema, schema_beside
from dtref.io.tables import read_table
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


def given_data(given: Given) -> DataSet:
    """
    The data set that a golden record gives. Errors: Invalid as the readers of `dtref.io` say, or for an input they don't know.

    >>> rows = {"header": ["age", "play"], "rows": [["young", "yes"], ["old", "no"]], "target": "play"}
    >>> given_data(Given({**rows, "spelling": {"age": {"young": "<=30"}}, "where": {"age": {"in": ["<=30"]}}})).records
    (Record(values=('<=30',), label='yes', weight=Fraction(1, 1)),)
    """
    given.only("file", "header", "rows", "parity", "spelling", "where", *_DECLARED)
    if "parity" in given.parts:
        return _parity(given.only("parity"))
    data = data_set(_respelt(_table(given), given.optional("spelling")), _schema(given))
    meets = record_condition(data, given.optional("where"))
    return evolve(data, records=tuple(r for r in data if meets(r)))


def data_of(given: Given) -> DataSet:
    """
    The data set of the input `data`.

    >>> data_of(Given({"data": {"file": "tan_default.csv", "target": "defaulted"}})).classes
    ('No', 'Yes')
    """
    return given_data(given.object("data"))


def missing_texts(given: Given) -> tuple[str, ...]:
    """
    The texts of missing values in the input `data`, and so in records beside it.

    >>> missing_texts(Given({"data": {"header": ["x", "y"], "rows": [["1", "a"]], "target": "y"}}))
    ('', '?')
    """
    return _schema(given.object("data")).missing


def record_of(given: Given, data: DataSet) -> Record:
    """
    The record of the input `record`, its cells read as those of the input `data`, of which `data` is made.

    >>> given = Given({"data": {"header": ["x", "y"], "rows": [["1", "a"]], "target": "y", "missing": ["NA"]}, "record": {"x": "NA"}})
    >>> record_of(given, data_of(given)).values
    (MISSING,)
    """
    return given_record(data, given.object("record"), missing_texts(given))


def record_condition(data: DataSet, given: Given) -> RecordCondition:
    """
    Whether a record of a data set fulfils a condition; the target is a column too. Errors: Invalid for a column that isn't there.

    >>> data = given_data(Given({"header": ["x", "y"], "rows": [["1", "a"], ["2", "b"]], "target": "y"}))
    >>> [record_condition(data, Given({"x": {"above": "1"}, "y": {"in": ["b", "c"]}}))(r) for r in data]
    [False, True]
    """
    every = [_column_condition(data, name, given.object(name)) for name in given.parts]
    return lambda record: all(meets(record) for meets in every)


def _column_condition(data: DataSet, name: str, given: Given) -> RecordCondition:
    position = None if name == data.target.name else data.column(name)

    def cell(record: Record) -> Cell:
        return record.label if position is None else record.values[position]

    def number_meets(relation: Callable[[Fraction], bool], record: Record) -> bool:
        """A missing number is neither above nor at most a bound."""
        value = cell(record)
        if value is not MISSING and not isinstance(value, Fraction):
            raise Invalid(given.where, "a column of numbers", value)
        return isinstance(value, Fraction) and relation(value)

    match sorted(given.parts):
        case ["in"]:
            allowed = given.texts("in")
            return lambda r: cell(r) in allowed
        case ["not_in"]:
            refused = given.texts("not_in")
            return lambda r: cell(r) not in refused
        case ["above"]:
            low = numeral(given.text("above"))
            return lambda r: number_meets(lambda x: x > low, r)
        case ["at_most"]:
            high = numeral(given.text("at_most"))
            return lambda r: number_meets(lambda x: x <= high, r)
        case names:
            raise Invalid(given.where, "in, not_in, above or at_most", names)


def _path(given: Given) -> Path:
    """The file of golden/data/ that is named. Errors: Invalid for anything but a plain name, so that no other file is read."""
    name = given.text("file")
    if not _NAME.fullmatch(name):
        raise Invalid(f"{given.where}, file", "the name of a .csv file of golden/data/", name)
    return golden_folder() / "data" / name


def unreadable_data(given: Given) -> Invalid | None:
    """
    What is wrong with the file that the input `data` names, if it can't be read: no input is refused for that, as nobody could know it.

    >>> print(unreadable_data(Given({"data": {"file": "nothing.csv", "target": "y"}})))
    given, data, file: expected a file of golden/data/ that can be read (got 'nothing.csv')
    """
    data = given.parts.get("data")
    if not isinstance(data, dict) or "file" not in data:
        return None
    try:
        read_text(_path(given.object("data")))
    except Invalid as problem:
        where = f"{given.object('data').where}, file"
        return problem if problem.where == where else Invalid(where, "a file of golden/data/ that can be read", data["file"])
    return None


def _parity(given: Given) -> DataSet:
    """The truth table of the parity function, which is too long to write out."""
    return parity(whole_number(given.part("parity"), f"{given.where}, parity"))


def _schema(given: Given) -> Schema:
    """What is declared: by the file beside the table, if there is one, and by the record."""
    has_file = "file" in given.parts and schema_beside(_path(given)).exists()
    return declare(read_schema(schema_beside(_path(given))) if has_file else Schema(), **_declared(given))


def _table(given: Given) -> Table:
    """The cells as text: of a file of golden/data/, or given row by row."""
    if "file" in given.parts:
        return read_table(read_text(_path(given)), given.text("file"))
    header = given.texts("header")
    rows = [as_texts(row, f"{given.where}, rows") for row in given.list("rows")]
    for i, row in enumerate(rows, 1):
        if len(row) != len(header):
            raise Invalid(f"{given.where}, row {i}", f"{len(header)} cells", len(row))
    columns = tuple(Column(name, tuple(row[i] for row in rows), numerals=True) for i, name in enumerate(header))
    return Table(f"{given.where}, header", f"{given.where}, row", tuple(range(1, len(rows) + 1)), columns)


def _respelt(table: Table, spelling: Given) -> Table:
    """The table with some texts of some columns replaced. Errors: Invalid for a column that isn't there, or a text that isn't in it."""
    meant = {name: spelling.object(name) for name in spelling.parts}
    for name, given in meant.items():
        for text in given.parts:
            if text not in table.column(name).cells:
                raise Invalid(given.where, f"a text of column {name!r}", text)
    return evolve(table, columns=tuple(_respelt_column(c, meant[c.name]) if c.name in meant else c for c in table.columns))


def _respelt_column(column: Column, meant: Given) -> Column:
    return evolve(column, cells=tuple(meant.text(c) if isinstance(c, str) and c in meant.parts else c for c in column.cells))


def _declared(given: Given) -> Keywords:
    """What is declared, as the readers of `dtref.io` take it."""
    keywords: Keywords = {}
    if "target" in given.parts:
        keywords["target"] = given.text("target")
    if "weights" in given.parts:
        keywords["weights"] = given.text("weights")
    if "nominal" in given.parts:
        keywords["nominal"] = _values(given.object("nominal"))
    if "ordinal" in given.parts:
        keywords["ordinal"] = _values(given.object("ordinal"))
    if "continuous" in given.parts:
        keywords["continuous"] = given.texts("continuous")
    if "ignore" in given.parts:
        keywords["ignore"] = given.texts("ignore")
    if "missing" in given.parts:
        keywords["missing"] = given.texts("missing")
    return keywords


def _values(given: Given) -> dict[str, tuple[str, ...]]:
    return {name: given.texts(name) for name in given.parts}
