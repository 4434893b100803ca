"""Sources of AVC sets: records in chunks, files, tables of DuckDB and other engines."""

READING_ORDER = (
    "chunks",
    "readers",
    "dialects",
    "sql",
    "systems",
    "database",
    "relations",
    "counts_of",
    "config",
    "csv_copy",
    "csv_relation",
)
