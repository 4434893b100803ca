"""Sources of AVC sets: records in chunks, files, tables of DuckDB and other engines; a table as a tree sees it."""

READING_ORDER = (
    "chunks",
    "readers",
    "dialects",
    "sql",
    "systems",
    "database",
    "relations",
    "counts_of",
    "grouped",
    "seen_by_tree",
    "config",
    "csv_copy",
    "csv_relation",
)
