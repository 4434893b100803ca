"""How sure a tree is: margins of its tests, records that would change them, what resampling and tied choices leave of it."""

READING_ORDER = (
    "asked_nodes",
    "margin",
    "change_by_records",
    "removals",
    "resampled",
    "agreement",
    "node_stability",
)
