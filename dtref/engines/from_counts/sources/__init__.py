"""Sources of AVC sets: records in chunks, files, tables of DuckDB."""

READING_ORDER = (
    "chunks",
    "readers",
    "sql",
    "database",
    "relations",
    "csv_copy",
    "csv_relation",
)
