"""Losses of predicted class shares: Brier score and logarithmic loss, and what they are made of."""

READING_ORDER = (
    "forecasts",
    "brier",
    "log_loss",
)
