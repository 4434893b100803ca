"""DataFusion, in this process. Needs the extra `datafusion`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from dtref.engines.from_counts.sources.dialects import DATAFUSION_SQL, ColumnType, NumberType, SqlDialect
from dtref.engines.from_counts.sources.systems.system import NOT_PARSED, NOT_THERE, OTHER, STOPPED, decimal_type, refusal
from dtref.spec.model.attributes import Width

if TYPE_CHECKING:
    from datafusion import SessionContext

_WHY = {"not found": NOT_THERE, "ParserError": NOT_PARSED, "No field named": "a name in it is not known", "Resources exhausted": STOPPED}
"""The meanings of parts of its messages."""

_FLOATS = {"double": Width.FLOAT64, "float": Width.FLOAT32}
_WHOLE = {
    "int8": "TINYINT",
    "int16": "SMALLINT",
    "int32": "INTEGER",
    "int64": "BIGINT",
    "uint8": "TINYINT UNSIGNED",
    "uint16": "SMALLINT UNSIGNED",
    "uint32": "INTEGER UNSIGNED",
    "uint64": "BIGINT UNSIGNED",
}
_TEXTS = ("string", "large_string", "string_view")


@frozen
class InDataFusion:
    """A session of DataFusion."""

    context: SessionContext
    dialect: SqlDialect = DATAFUSION_SQL

    def columns(self, table: str) -> Mapping[str, ColumnType]:
        """The columns of a table with their types."""
        schema = self._answered(f"SELECT * FROM {table}", lambda frame: frame.schema())
        return {field.name: _type(str(field.type)) for field in schema}

    def rows(self, query: str) -> Iterator[tuple[object, ...]]:
        """The rows of one query."""
        for batch in self._answered(query, lambda frame: frame.collect()):
            yield from zip(*(column.to_pylist() for column in batch.columns), strict=True)

    def _answered(self, query: str, ask: Any) -> Any:
        try:
            return ask(self.context.sql(query))
        except Exception as problem:  # its errors have no class of their own
            raise refusal(DATAFUSION_SQL.engine, next((why for part, why in _WHY.items() if part in str(problem)), OTHER)) from problem


def _type(called: str) -> ColumnType:
    if called in _FLOATS:
        return ColumnType(called, evolve(DATAFUSION_SQL.double, width=_FLOATS[called]))
    decimals = decimal_type(called.replace("decimal128", "DECIMAL"))
    number = NumberType(_WHOLE[called], Width.DECIMAL) if called in _WHOLE else decimals
    return ColumnType(called, number, called in _TEXTS, is_truth=called == "bool")
