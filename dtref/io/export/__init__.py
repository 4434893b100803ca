"""Trees as code without dependencies, or as files of standards: one form of a tree, which each target prints."""

READING_ORDER = (
    "doubles",
    "forks",
    "head",
    "names",
    "nested",
    "texts",
    "python",
    "javascript",
    "c",
    "r",
    "sql",
    "pmml",
    "binary",
    "scikit_learn",
    "onnx",
    "targets",
)
