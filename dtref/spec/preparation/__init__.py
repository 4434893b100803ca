"""Data sets made from data sets, before growing."""

READING_ORDER = (
    "fitted",
    "missing",
    "weighing",
    "priors",
    "exposures",
    "gradients",
    "logistic_rounds",
    "discretisation",
    "resampling",
    "balancing",
    "synthetic",
    "rings",
    "random_draws",
)
