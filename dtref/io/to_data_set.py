"""
Makes a data set of a table of cells: settles the kind of every column, reads its cells, checks its records.

Every reader makes a `Table`; this module alone decides the meaning of its cells. A column that is not declared is continuous where
it has known cells and all of them are numbers, and nominal otherwise; the target is nominal unless declared continuous. Values
that are not declared are those that occur, sorted (as numbers where all are numerals, else by code points), so nothing depends
on record order. A column without known cells is nominal without values.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from typing import assert_never

from attrs import Attribute as Field
from attrs import evolve, field, frozen

from dtref.errors import Invalid, declaration, way
from dtref.exact.number_text import readable
from dtref.io.schema import UNLABELLED, WEIGHTLESS, Declaration, Kind, Schema, check_names
from dtref.spec.model.attributes import MISSING, Attribute, Cell, Continuous, LabelType, Nominal, Ordinal, Unit, Width, declares, wanted
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.days import counts_days, day_of_text, is_day_text
from dtref.spec.model.labels import written
from dtref.spec.model.numerals import in_order, is_numeral, numeral, truth_numbers


@frozen
class Column:
    """
    A named column whose cells are not yet values: texts, numbers, MISSING.

    width: of its numbers. declared: the column's own declaration, as of a pandas Categorical.
    numerals: whether an undeclared text that is a numeral is a number, as in a file; in Python objects it is text.
    padded: how often a text had blanks around it, which were dropped. label_type: of the labels, if it is a target; None for texts.
    unit: of its numbers, if they were made of dates.
    """

    name: str
    cells: tuple[Cell, ...]
    width: Width = Width.DECIMAL
    declared: Declaration | None = None
    numerals: bool = False
    padded: Mapping[Cell, int] = field(factory=dict)
    label_type: LabelType | None = None
    unit: Unit | None = None


@frozen
class Table:
    """
    Columns of equal length, and their origin for messages: the place of the names, the word for a row, the number of each row.

    >>> Table("play.csv line 1", "play.csv line", (2, 4), (Column("windy", ("no", "maybe")),)).place(1, "windy")
    "play.csv line 4, column 'windy'"
    """

    header: str
    row: str
    rows: tuple[int | str, ...]
    columns: tuple[Column, ...] = field()

    @columns.validator
    def _named_apart(self, _: Field[tuple[Column, ...]], columns: tuple[Column, ...]) -> None:
        seen: set[str] = set()
        for i, column in enumerate(columns, 1):
            if not column.name:
                raise Invalid(f"{self.header}, column {i}", "a column name", column.name)
            if column.name in seen:
                raise Invalid(f"{self.header}, column {i}", "a name that no other column has", column.name)
            seen.add(column.name)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(c.name for c in self.columns)

    def place(self, i: int, name: str) -> str:
        """The place of a cell, for messages; i: the row, from 0."""
        return f"{self.row} {self.rows[i]}, column {name!r}"

    def column(self, name: str) -> Column:
        """The column of that name. Errors: Invalid where there is none."""
        if name not in self._by_name:
            raise Invalid(self.header, f"a column {name!r}", self.names)
        return self._by_name[name]

    @cached_property
    def _by_name(self) -> Mapping[str, Column]:
        return {column.name: column for column in self.columns}


def data_set(table: Table, schema: Schema) -> DataSet:
    """
    The data set of a table. A table without rows gives a data set without records.

    Errors: Invalid for a target that is not named, a named column that is not there, a cell that its column does not admit, a
    missing target or weight, a weight that is not positive.

    >>> table = Table("records", "record", (1, 2), (Column("x", (Fraction(1), MISSING)), Column("y", ("b", "a"))))
    >>> data_set(table, Schema(target="y")).attributes, data_set(table, Schema(target="y")).classes
    ((Continuous(name='x', width=<Width.DECIMAL: 'decimal'>),), ('a', 'b'))
    """
    check_names(schema, table.names, table.header)
    if schema.target is None:
        raise Invalid(f"{table.header}, target", f"one of the columns {', '.join(map(repr, table.names))}", "none is named")
    other_columns = {schema.target, schema.weights, *schema.ignore}
    attributes = tuple(settle(c, schema) for c in table.columns if c.name not in other_columns)
    target = classes(table.column(schema.target), schema)
    return DataSet(attributes, target, labelled(table, attributes, target, schema))


def labelled(table: Table, attributes: tuple[Attribute, ...], target: Attribute, schema: Schema) -> tuple[Record, ...]:
    """
    As `conform`, with a known label for each record. Errors: as there, and Invalid for a label that is missing.

    >>> labelled(Table("records", "record", (1,), (Column("y", ("?",)),)), (), Nominal("y", ("a",)), Schema())
    Traceback (most recent call last):
    dtref.errors.Invalid: record 1, column 'y': expected a known value (it is the target); or drop=['unlabelled'] (got '?')
    """
    records = conform(table, attributes, target, schema)
    for i, record in enumerate(records):
        if record.label is MISSING:
            wanted = f"a known value (it is the target); or {declaration('drop', UNLABELLED)}"
            raise Invalid(table.place(i, target.name), wanted, table.column(target.name).cells[i])
    return records


def settle(column: Column, schema: Schema) -> Attribute:
    """
    A column as an attribute, of the declared kind or that of its cells.

    >>> settle(Column("size", ("10", "9", "?"), numerals=True), Schema())
    Continuous(name='size', width=<Width.DECIMAL: 'decimal'>)
    >>> settle(Column("size", ("10", "9", "?")), Schema()), settle(Column("size", ("?",)), Schema())
    (Nominal(name='size', values=('9', '10')), Nominal(name='size', values=()))
    """
    declaration = _declared(column, schema) or Declaration(column.name, _kind_of_cells(column, schema))
    values = declaration.values if declaration.values is not None else ()
    match declaration.kind:
        case Kind.CONTINUOUS:
            return Continuous(column.name, column.width, column.unit or _unit_of_texts(column, schema), _mark_of_texts(column, schema))
        case Kind.ORDINAL:
            return Ordinal(column.name, values)
        case Kind.NOMINAL:
            return Nominal(column.name, values if declaration.values is not None else _occurring(column, schema))
        case _:
            assert_never(declaration.kind)


def _unit_of_texts(column: Column, schema: Schema) -> Unit | None:
    """Days, where all known cells of a column of numbers are texts that say dates."""
    known = {cell for cell in column.cells if cell is not MISSING and cell not in schema.missing}
    return Unit.DAY if known and all(isinstance(cell, str) and is_day_text(cell) for cell in known) else None


def _mark_of_texts(column: Column, schema: Schema) -> str:
    """The decimal mark that is told, where a text of the column has it; else a point."""
    return schema.decimal if any(schema.decimal in text for text in _texts(column)) else "."


def classes(column: Column, schema: Schema) -> Nominal | Continuous:
    """
    A column as the target: its classes, unless it is declared continuous. An ordinal target has its classes in their order.

    >>> classes(Column("y", (Fraction(1), Fraction(0))), Schema())
    Nominal(name='y', values=('0', '1'))
    """
    declaration = _declared(column, schema)
    if declaration is not None and declaration.kind is Kind.CONTINUOUS:
        return Continuous(column.name, column.width)
    values = None if declaration is None else declaration.values
    return Nominal(column.name, _occurring(column, schema) if values is None else values, label_type=column.label_type)


def conform(table: Table, attributes: tuple[Attribute, ...], target: Attribute | None, schema: Schema) -> tuple[Record, ...]:
    """
    The rows of a table as records of known attributes, found by name; other columns are left out.

    A label is MISSING where no target is given or no column has its name. The schema gives the texts of missing cells, and the
    column of the weights, which may be absent. Errors: Invalid for an attribute without column, a cell that its attribute or the
    target does not admit, a weight that is not a positive number.

    >>> table = Table("records", "record", (1,), (Column("other", ("b",)), Column("x", ("1e1",))))
    >>> conform(table, (Continuous("x"),), None, Schema())
    (Record(values=(Fraction(10, 1),), label=MISSING, weight=Fraction(1, 1)),)
    """
    columns = [read_column(table, attribute, schema) for attribute in attributes]
    rows = zip(*columns, strict=True) if columns else ((),) * len(table.rows)
    labelled = target is not None and target.name in table.names
    labels = read_column(table, target, schema) if target is not None and labelled else (MISSING,) * len(table.rows)
    return tuple(map(Record, rows, labels, _weights(table, schema)))


def read_column(table: Table, attribute: Attribute, schema: Schema) -> tuple[Cell, ...]:
    """
    The cells of an attribute's column as its values. Each distinct cell is read once. Truth values in a column of numbers are 0 and 1,
    where it has nothing else.

    >>> table = Table("play.csv line 1", "play.csv line", (2, 3), (Column("humidity", ("85", "high")),))
    >>> read_column(table, Continuous("humidity"), Schema())
    Traceback (most recent call last):
    dtref.errors.Invalid: play.csv line 3, column 'humidity': expected a number (got 'high')
    """
    column = table.column(attribute.name)
    numbers = isinstance(attribute, Continuous)
    if not numbers:
        _check_apart(table, column)
    found = truth_numbers({*_texts(column)} - {*schema.missing}) if numbers and not _has_numbers(column) else {}
    truths: dict[Cell, Cell] = {text: number for text, number in found.items()}  # noqa: C416 - a dict of wider types
    values: dict[Cell, Cell] = {MISSING: MISSING, **truths, **dict.fromkeys(schema.missing, MISSING)}
    for cell in dict.fromkeys(_texts(column) if numbers else column.cells):
        try:
            values[cell] = values[cell] if cell in values else _value(attribute, cell, column.width, schema.decimal)
        except Invalid as problem:
            where = table.place(column.cells.index(cell), column.name)
            comma = numbers and schema.decimal != "," and isinstance(cell, str) and "," in cell and is_numeral(cell, ",")
            remedy = way("; --decimal , reads a decimal comma", "; decimal=',' reads a decimal comma") if comma else ""
            raise Invalid(where, f"{problem.wanted}{remedy}", problem.got) from None
    return tuple(c if numbers and not isinstance(c, str) else values[c] for c in column.cells)


def _has_numbers(column: Column) -> bool:
    return any(isinstance(cell, Fraction) for cell in column.cells)


def _check_apart(table: Table, column: Column) -> None:
    """Refuses a number and a text that would become the same value: whoever wrote 1 and "1" meant two."""
    numbers = {text_of(cell, column.width): cell for cell in set(column.cells) if isinstance(cell, Fraction)}
    for i, cell in enumerate(column.cells if numbers else ()):
        if isinstance(cell, str) and cell in numbers:
            raise Invalid(table.place(i, column.name), f"one way of writing for {cell!r}, a number or a text", (numbers[cell], cell))


def texts_in(table: Table, name: str) -> tuple[str, ...]:
    """
    The cells of a column as texts; a missing one is empty.

    >>> texts_in(Table("t", "record", (1, 2), (Column("y", (Fraction(1), MISSING)),)), "y")
    ('1', '')
    """
    column = table.column(name)
    return tuple("" if cell is MISSING else text_of(cell, column.width) for cell in column.cells)


def text_of(cell: Cell, width: Width) -> str:
    """
    A known cell as the value of a nominal or ordinal column.

    >>> text_of("7.0", Width.DECIMAL), text_of(Fraction(7), Width.FLOAT64)
    ('7.0', '7')
    """
    return written(cell, width) if isinstance(cell, Fraction) else str(cell)


def _value(attribute: Attribute, cell: Cell, width: Width, decimal: str) -> Cell:
    """A known cell as a value of the attribute."""
    if isinstance(attribute, Continuous):
        if not isinstance(cell, str):
            return cell
        return day_of_text(cell) if counts_days(attribute) and not is_numeral(cell, decimal) else numeral(cell, decimal)
    value = text_of(cell, width)
    if not declares(attribute, value):
        raise Invalid(attribute.name, wanted(attribute), value)
    return value


def _declared(column: Column, schema: Schema) -> Declaration | None:
    """The schema's declaration of a column, else the column's own; a missing token is never a value."""
    own = column.declared
    if own is not None and own.values is not None:
        own = evolve(own, values=tuple(v for v in own.values if v not in schema.missing))
    return schema.column(column.name) or own


def _texts(column: Column) -> Iterator[str]:
    return (cell for cell in column.cells if isinstance(cell, str))


def _kind_of_cells(column: Column, schema: Schema) -> Kind:
    """The kind by the known cells: continuous where there are some, and all are numbers."""
    texts = set(_texts(column)) - set(schema.missing)
    numbers = all(column.numerals and is_numeral(text, schema.decimal) for text in texts)
    any_known = bool(texts) or any(not isinstance(cell, str) and cell is not MISSING for cell in column.cells)
    return Kind.CONTINUOUS if any_known and numbers else Kind.NOMINAL


def has_decimal_commas(column: Column, schema: Schema) -> bool:
    """
    Whether a comma is told to be the decimal mark, and a column has only texts that are numbers so, some of them with a comma.

    >>> [has_decimal_commas(Column("x", cells), Schema(decimal=",")) for cells in (("1,5", "2", MISSING), ("1", "2"), ("1,5", "a"))]
    [True, False, False]
    """
    if schema.decimal != ",":
        return False
    known = [cell for cell in column.cells if cell is not MISSING and cell not in schema.missing]
    texts = {cell for cell in known if isinstance(cell, str) and is_numeral(cell, schema.decimal)}
    return texts.issuperset(known) and any("," in text for text in texts)


def _occurring(column: Column, schema: Schema) -> tuple[str, ...]:
    """The values of the known cells, sorted."""
    return in_order((text_of(cell, column.width) for cell in set(column.cells) - {MISSING, *schema.missing}), schema.decimal)


def _weights(table: Table, schema: Schema) -> tuple[Fraction, ...]:
    """The weight of each row: that of the column of weights where there is one, else 1."""
    if schema.weights is None or schema.weights not in table.names:
        return (Fraction(1),) * len(table.rows)
    cells = read_column(table, Continuous(schema.weights), schema)
    return tuple(_positive(w, table, i, schema.weights) for i, w in enumerate(cells))


def _positive(weight: Cell, table: Table, i: int, name: str) -> Fraction:
    if isinstance(weight, Fraction) and weight > 0:
        return weight
    cell = table.column(name).cells[i]
    remedy = f"; or {declaration('drop', WEIGHTLESS)}" if weight == 0 else ""
    got = readable(cell) if isinstance(cell, Fraction) else cell
    raise Invalid(table.place(i, name), f"a positive number (it is a weight){remedy}", got)
