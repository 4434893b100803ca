"""
Measures with scikit-learn's arguments, `(y_true, y_pred)`, and exact answers: fractions, or other numbers that `float()` rounds once.

A measure of one class is asked of `pos_label`, or averaged over all classes. What has no value (0/0) is `Undefined`, unless zero_division
says otherwise, by name: "zero", "one" (or 0 and 1, as scikit-learn has them); an average takes that for each class, and leaves out the
classes without a value for "left out" (nan there). Of the same name and arguments the answer is scikit-learn's, exact; what an argument
there can say and can't here is refused.
"""

from dtref.metrics.of_labels import (
    Averaging,
    accuracy_score,
    averaged,
    balanced_accuracy_score,
    cohen_kappa_score,
    confusion_of_labels,
    f1_score,
    fbeta_score,
    jaccard_score,
    matthews_corrcoef,
    precision_score,
    recall_score,
)
from dtref.metrics.of_scores import (
    average_precision_score,
    brier_score_loss,
    log_loss_score,
    r2_score,
    roc_auc_score,
)
from dtref.spec.evaluation.regression.errors import mean_absolute_error, mean_squared_error, root_mean_squared_error

READING_ORDER = (
    "of_labels",
    "of_scores",
)

__all__ = [
    "Averaging",
    "accuracy_score",
    "average_precision_score",
    "averaged",
    "balanced_accuracy_score",
    "brier_score_loss",
    "cohen_kappa_score",
    "confusion_of_labels",
    "f1_score",
    "fbeta_score",
    "jaccard_score",
    "log_loss_score",
    "matthews_corrcoef",
    "mean_absolute_error",
    "mean_squared_error",
    "precision_score",
    "r2_score",
    "recall_score",
    "roc_auc_score",
    "root_mean_squared_error",
]
