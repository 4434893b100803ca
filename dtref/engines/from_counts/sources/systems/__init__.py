"""The engines that count: of each its connection, the types of a table's columns, the rows of a query, its refusals in words of ours."""

READING_ORDER = (
    "system",
    "in_duckdb",
    "in_sqlite",
    "in_postgres",
    "in_clickhouse",
    "in_spark",
    "in_polars",
    "in_datafusion",
    "by_type",
)
