"""Reader of Spark's trees: a saved model, which is a folder, and the text of toDebugString."""

READING_ORDER = (
    "questions",
    "debug_string",
    "parquet_rows",
    "saved_nodes",
    "saved_model",
    "models",
)
