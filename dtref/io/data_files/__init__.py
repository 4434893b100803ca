"""
Files of tables as people have them: their format, encoding and separator are found where they aren't told, and are told then.

Each format is a module that makes a `Table`; what its cells mean is decided by `dtref.io.to_data_set`, as for all others.
"""

READING_ORDER = (
    "layout",
    "unpacked",
    "encodings",
    "typed_table",
    "json_lines",
    "arff",
    "c45_names",
    "excel",
    "arrow",
    "other_texts",
    "open_table",
)
