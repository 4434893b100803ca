"""Many trees that vote."""

READING_ORDER = (
    "voting",
    "forest",
    "out_of_bag",
    "four_ensembles",
    "output_codes",
    "random_draws",
    "weka_samples",
)
