"""
Spark, by pyspark: the records stay with its workers, only counts come. Needs the extra `spark`, and Java.

A data frame gets a name of its own, which lives in the session as long as the source; nothing is made in the catalogue.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from attrs import evolve, field, frozen

from dtref.engines.from_counts.sources.dialects import SPARK_SQL, ColumnType, NumberType, SqlDialect
from dtref.engines.from_counts.sources.systems.system import (
    CONNECTION_LOST,
    NO_RIGHT,
    NOT_PARSED,
    NOT_THERE,
    OTHER,
    STOPPED,
    decimal_type,
    refusal,
)
from dtref.spec.model.attributes import Width

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_WHY = {
    "TABLE_OR_VIEW_NOT_FOUND": NOT_THERE,
    "UNRESOLVED_COLUMN": "a name in it is not known",
    "AMBIGUOUS_REFERENCE": "a name in it is that of two columns, as Spark takes letters of either case for one",
    "PARSE_SYNTAX_ERROR": NOT_PARSED,
    "OPERATION_CANCELED": STOPPED,
    "cancelled": STOPPED,
    "maxResultSize": STOPPED,
    "INSUFFICIENT_PERMISSIONS": NO_RIGHT,
    "Permission denied": NO_RIGHT,
    "PATH_NOT_FOUND": "a file in it cannot be read",
}
"""The meanings of parts of its messages."""

_WHOLE = ("tinyint", "smallint", "int", "bigint")
_FLOATS = {"double": Width.FLOAT64, "float": Width.FLOAT32}


@frozen
class InSpark:
    """A session of Spark. frame: what must live as long as it is counted, as its name goes with it."""

    session: SparkSession
    dialect: SqlDialect = SPARK_SQL
    frame: object = field(default=None, eq=False, repr=False)

    def columns(self, table: str) -> Mapping[str, ColumnType]:
        """The columns of a table with their types."""
        from pyspark.errors import PySparkException

        try:
            return {name: _type(called) for name, called in self.session.sql(f"SELECT * FROM {table}").dtypes}
        except PySparkException as problem:
            raise _refused(problem) from problem

    def rows(self, query: str) -> Iterator[tuple[object, ...]]:
        """The rows of one query."""
        from py4j.protocol import Py4JError
        from pyspark.errors import PySparkException

        try:
            yield from map(tuple, self.session.sql(query).collect())
        except (PySparkException, Py4JError) as problem:
            raise _refused(problem) from problem
        except (ConnectionError, EOFError) as problem:
            raise refusal(SPARK_SQL.engine, CONNECTION_LOST) from problem


def _type(called: str) -> ColumnType:
    if called in _FLOATS:
        return ColumnType(called, evolve(SPARK_SQL.double, width=_FLOATS[called]))
    number = NumberType(called.upper(), Width.DECIMAL) if called in _WHOLE else decimal_type(called)
    return ColumnType(called, number, called.startswith("string"), is_truth=called == "boolean")


def _refused(problem: Exception) -> Exception:
    message = str(problem)
    gone = "Answer from Java side is empty" in message or "Connection refused" in message
    return refusal(SPARK_SQL.engine, CONNECTION_LOST if gone else next((why for part, why in _WHY.items() if part in message), OTHER))
