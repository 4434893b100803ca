"""The fast engine: the trees of `dtref.spec.growing.hunt`, tie sets included, from presorted columns; needs the extra `fast`."""

READING_ORDER = (
    "machine_code",
    "bitcode",
    "kernels",
    "bitcode_writing",
    "weights",
    "log_table",
    "record_columns",
    "encoding",
    "reach",
    "covered",
    "exact_decision",
    "node_rows",
    "cut_surrogates",
    "trees",
    "gaps",
    "grow",
    "given_nodes",
    "tie_closure",
    "shallow_least",
)
