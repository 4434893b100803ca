"""
What engines write differently, and nothing more: quotes, names of types, numerals that are read exactly, texts that are compared by letter.

All else that growing asks is SQL-92 with WITH, CASE, UNION ALL and NULLS FIRST, which every engine here has. A layer in between would hide
what matters: how a double is read from a numeral, and which texts GROUP BY takes to be equal.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor, frexp, inf, nextafter

from attrs import frozen

from dtref.errors import Invalid
from dtref.exact.decimals import plain
from dtref.spec.model.attributes import Width

_DECIMALS = 1100
"""More digits after the point than any double or decimal of an engine has."""

_POWER = 62
"""2 to this is the largest power of two that a signed integer of 64 bits holds."""


@frozen
class NumberType:
    """
    A number type of an engine: its name, its width, its number of digits after the point (None: as many as a value has), and whether it
    may hold NaN or infinities. reads_doubles: whether a numeral as text becomes the nearest double.
    """

    sql: str
    width: Width
    decimals: int | None = 0
    special: bool = False
    reads_doubles: bool = True

    def literal(self, x: Fraction) -> str:
        """
        The literal of a number that the type can hold.

        >>> decimal, double = NumberType("DECIMAL(18,2)", Width.DECIMAL, 2), NumberType("DOUBLE", Width.FLOAT64)
        >>> decimal.literal(Fraction(1, 4)), double.literal(Fraction(0.1))
        ("CAST('0.25' AS DECIMAL(18,2))", "CAST('0.1' AS DOUBLE)")
        >>> NumberType("REAL", Width.FLOAT64, reads_doubles=False).literal(Fraction(-3, 4))
        '(CAST(-3 AS REAL) / CAST(4 AS REAL))'
        """
        if self.width is Width.DECIMAL:
            return f"CAST('{plain(x, _DECIMALS if self.decimals is None else self.decimals)}' AS {self.sql})"
        return f"CAST('{float(x)!r}' AS {self.sql})" if self.reads_doubles else self._by_powers_of_two(float(x))

    def at_most(self, column: str, x: Fraction) -> str:
        """
        The condition that a column of the type is not above a number, which the type need not be able to hold.

        >>> NumberType("DECIMAL(18,1)", Width.DECIMAL, 1).at_most("c", Fraction(7, 20))
        "c <= CAST('0.3' AS DECIMAL(18,1))"
        """
        return f"{column} <= {self.literal(self._greatest(x))}"

    def below(self, column: str, x: Fraction) -> str:
        """
        The condition that a column of the type is below a number, which the type need not be able to hold.

        >>> decimal = NumberType("DECIMAL(18,1)", Width.DECIMAL, 1)
        >>> decimal.below("c", Fraction(7, 20)), decimal.below("c", Fraction(3, 10))
        ("c <= CAST('0.3' AS DECIMAL(18,1))", "c < CAST('0.3' AS DECIMAL(18,1))")
        """
        held = self._greatest(x)
        return f"{column} {'<' if held == x else '<='} {self.literal(held)}"

    def _greatest(self, x: Fraction) -> Fraction:
        """The greatest number of the type that is not above another."""
        if self.width is Width.DECIMAL:
            scale = 10 ** (_DECIMALS if self.decimals is None else self.decimals)
            return Fraction(floor(x * scale), scale)
        nearest = float(x)
        return Fraction(nextafter(nearest, -inf) if Fraction(nearest) > x else nearest)

    def _by_powers_of_two(self, x: float) -> str:
        """A double as an integer times or over powers of two: each step is exact, however the engine reads numerals."""
        mantissa, exponent = frexp(x)
        number, exponent = int(mantissa * 2**53), exponent - 53
        while number and number % 2 == 0:
            number, exponent = number // 2, exponent + 1
        sign, steps = ("*", exponent) if exponent > 0 else ("/", -exponent)
        powers = [_POWER] * (steps // _POWER) + ([steps % _POWER] if steps % _POWER else []) if number else []
        return "(" + f" {sign} ".join(f"CAST({n} AS {self.sql})" for n in (number, *(2**k for k in powers))) + ")"


@frozen
class ColumnType:
    """
    The type of a column: its name, and what it holds: numbers, texts, the declared values of an enumeration, or truth values. None of
    these: dtref does not take it.
    """

    called: str
    number: NumberType | None = None
    is_text: bool = False
    values: tuple[str, ...] | None = None
    is_truth: bool = False

    @property
    def is_taken(self) -> bool:
        """Whether dtref takes a column of the type."""
        return self.number is not None or self.is_text or self.is_truth or self.values is not None


@frozen
class SqlDialect:
    """
    How an engine writes things.

    quote: around names. backslash: whether one changes the next character of a text or name. text: a cell as a text. letters: a text of
    which only equal letters are equal. infinite: the condition that a number is infinite. null: an unknown value of a type. code: the type
    of small integers. once: what follows AS in WITH, so that the records are not copied. nul: whether texts may have the character 0.
    longest: the most characters of a query. keeps_case: whether names that differ in case alone are two. double: its type of doubles.
    """

    engine: str
    quote: str = '"'
    backslash: bool = False
    text: str = "CAST({0} AS VARCHAR)"
    letters: str = "{0}"
    infinite: str = "{0} IN (CAST('inf' AS DOUBLE), CAST('-inf' AS DOUBLE))"
    null: str = "CAST(NULL AS {0})"
    code: str = "INTEGER"
    once: str = ""
    nul: bool = False
    longest: int = 1_000_000
    keeps_case: bool = True
    double: NumberType = NumberType("DOUBLE", Width.FLOAT64, special=True)

    def literal(self, value: str) -> str:
        """
        A text as a literal; NUL, which ends texts in C, is written by its number. Errors: Invalid where the engine has no such text.

        >>> DUCKDB_SQL.literal("it's"), DUCKDB_SQL.literal("a" + chr(0)), SPARK_SQL.literal("it's")
        ("'it''s'", "('a' || chr(0) || '')", "'it\\\\'s'")
        """
        if "\0" in value and not self.nul:
            raise Invalid(self.engine, "texts without the character 0", value)
        quoted = ["'" + self._inside(part, "'") + "'" for part in value.split("\0")]
        return quoted[0] if len(quoted) == 1 else f"({' || chr(0) || '.join(quoted)})"

    def name(self, column: str) -> str:
        """
        A column's name as an identifier.

        >>> DUCKDB_SQL.name('a "b" c'), SPARK_SQL.name("a`b")
        ('"a ""b"" c"', '`a``b`')
        """
        name = column.replace("\\", "\\\\") if self.backslash and self.quote == '"' else column
        return self.quote + name.replace(self.quote, self.quote * 2) + self.quote

    def compared(self, text: str) -> str:
        """The SQL of a column of texts, of which only equal letters are equal."""
        return self.letters.format(text)

    def _inside(self, value: str, mark: str) -> str:
        return value.replace("\\", "\\\\").replace(mark, "\\" + mark) if self.backslash else value.replace(mark, mark * 2)


DUCKDB_SQL = SqlDialect(
    "DuckDB", letters='{0} COLLATE "binary"', infinite="isinf({0})", once="NOT MATERIALIZED", nul=True, longest=2**30, keeps_case=False
)
SQLITE_SQL = SqlDialect(
    "SQLite",
    text="CAST({0} AS TEXT)",
    letters="{0} COLLATE BINARY",
    infinite="{0} IN (9e999, -9e999)",
    null="NULL",
    once="NOT MATERIALIZED",
    longest=1_000_000,
    keeps_case=False,
    double=NumberType("REAL", Width.FLOAT64, special=True, reads_doubles=False),
)
POSTGRES_SQL = SqlDialect(
    "PostgreSQL",
    text="CAST({0} AS text)",
    letters='{0} COLLATE "C"',
    infinite="CAST({0} AS text) IN ('Infinity', '-Infinity')",
    once="NOT MATERIALIZED",
    longest=2**24,
    double=NumberType("double precision", Width.FLOAT64, special=True),
)
CLICKHOUSE_SQL = SqlDialect(
    "ClickHouse",
    backslash=True,
    text="toString({0})",
    infinite="isInfinite({0})",
    code="Nullable(Int32)",
    longest=2**18,
    double=NumberType("Nullable(Float64)", Width.FLOAT64, special=True, reads_doubles=False),
)
SPARK_SQL = SqlDialect(
    "Spark",
    quote="`",
    backslash=True,
    text="CAST({0} AS STRING)",
    letters="{0} COLLATE UTF8_BINARY",
    infinite="{0} IN (CAST('Infinity' AS DOUBLE), CAST('-Infinity' AS DOUBLE))",
    keeps_case=False,
)
POLARS_SQL = SqlDialect("Polars")
DATAFUSION_SQL = SqlDialect("DataFusion")
