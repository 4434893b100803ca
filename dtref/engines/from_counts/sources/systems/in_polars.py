"""Polars, in this process: data frames, and lazy ones, which may be files that are larger than memory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from dtref.engines.from_counts.sources.dialects import POLARS_SQL, ColumnType, NumberType, SqlDialect
from dtref.engines.from_counts.sources.systems.system import FETCHED, NOT_THERE, OTHER, refusal
from dtref.spec.model.attributes import Width

if TYPE_CHECKING:
    from polars import SQLContext

_WHY = {
    "SQLInterfaceError": NOT_THERE,
    "SQLSyntaxError": "it cannot be parsed",
    "ColumnNotFoundError": "a name in it is not known",
    "ComputeError": "a value in it has another form",
}
"""The meanings of its kinds of errors."""

_FLOATS = {"Float64": Width.FLOAT64, "Float32": Width.FLOAT32}
_WHOLE = {
    "Int8": "TINYINT",
    "Int16": "SMALLINT",
    "Int32": "INTEGER",
    "Int64": "BIGINT",
    "UInt8": "TINYINT UNSIGNED",
    "UInt16": "SMALLINT UNSIGNED",
    "UInt32": "INTEGER UNSIGNED",
    "UInt64": "BIGINT UNSIGNED",
}
_TEXTS = ("String", "Categorical")


@frozen
class InPolars:
    """Frames by their names."""

    context: SQLContext[Any]
    dialect: SqlDialect = POLARS_SQL

    def columns(self, table: str) -> Mapping[str, ColumnType]:
        """The columns of a frame with their types."""
        schema = self._answered(f"SELECT * FROM {table}", lambda frame: frame.collect_schema())
        return {name: _type(called) for name, called in schema.items()}

    def rows(self, query: str) -> Iterator[tuple[object, ...]]:
        """The rows of one query."""
        yield from self._answered(query, lambda frame: frame.collect().iter_rows(buffer_size=FETCHED))

    def _answered(self, query: str, ask: Any) -> Any:
        from polars.exceptions import PolarsError

        try:
            return ask(self.context.execute(query, eager=False))
        except PolarsError as problem:
            raise refusal(POLARS_SQL.engine, _WHY.get(type(problem).__name__, OTHER)) from problem


def _type(dtype: Any) -> ColumnType:
    called, name = str(dtype), type(dtype).__name__
    if name in _FLOATS:
        return ColumnType(called, evolve(POLARS_SQL.double, width=_FLOATS[name]))
    if name == "Decimal":
        return ColumnType(called, NumberType(f"DECIMAL({dtype.precision or 38},{dtype.scale})", Width.DECIMAL, dtype.scale))
    values = tuple(map(str, dtype.categories)) if name == "Enum" else None
    number = NumberType(_WHOLE[name], Width.DECIMAL) if name in _WHOLE else None
    return ColumnType(called, number, name in _TEXTS, values, name == "Boolean")
