"""Scores that rank records: ROC, AUC, precision and recall."""

READING_ORDER = (
    "scores",
    "tie_blocks",
    "roc",
    "auc",
    "hull",
    "thresholds",
    "dominance",
    "precision_recall",
    "precision_recall_area",
)
