"""
Scores that rank records: ROC, AUC, precision and recall.

Reading order: scores, blocks, roc, auc, hull, thresholds, dominance, precision_recall.
"""
