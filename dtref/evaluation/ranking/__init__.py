"""Scores that rank records: ROC, AUC, precision and recall."""
