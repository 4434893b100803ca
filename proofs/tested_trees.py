"""Cross-validated trees: what ties of labels leave open of the error."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from dtref.spec.evaluation.estimation.cross_validation import cross_validate, leave_one_out_of_majority
from dtref.spec.evaluation.estimation.partitions import k_fold, leave_one_out, predefined_folds
from dtref.spec.evaluation.estimation.tested_trees import TestedTrees, cross_validate_trees
from dtref.spec.growing.hunt import grow
from dtref.spec.model.attributes import Continuous, Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.prediction import predictor
from dtref.spec.presets import CART, MAJORITY
from proofs.steps import defined, same
from proofs.theorem import Method, theorem

NAMES = ("a", "b", "c")
X = Continuous("x")


def data_of(labels: tuple[str, ...]) -> DataSet:
    """Records with these classes; their values are their positions modulo 2, so that leaves tie."""
    return DataSet((X,), Nominal("c", NAMES), [Record((Fraction(i % 2),), label) for i, label in enumerate(labels)])


@theorem(
    "Left out one by one, the least and the greatest error of the tree without tests are those of the majority class",
    source="iaml: 2.4.3 Leave-One-Out Cross-Validation",
    runs=(cross_validate_trees, leave_one_out_of_majority, leave_one_out),
    reach="three classes with up to three records each, two records at least",
    method=Method.EXHAUSTION,
)
def theorem_the_majority_class_left_out_one_by_one() -> None:
    """Counts by counts."""
    for counts in product(range(4), repeat=3):
        if sum(counts) < 2:
            continue
        data = data_of(tuple(name for name, n in zip(NAMES, counts, strict=True) for _ in range(n)))
        tested = cross_validate_trees(data, lambda fold: grow(fold, MAJORITY), leave_one_out(len(data)))
        same((tested.least.pooled, tested.greatest.pooled), leave_one_out_of_majority(counts), f"the errors of {counts}")


@theorem(
    "By the first label of a leaf the errors are those of any learner that says it; rightly broken ties err no more, wrongly broken ones "
    "no less, and by as many records as tie with a right label",
    source="evaluation: k-fold cross-validation method",
    runs=(cross_validate_trees, cross_validate, k_fold, TestedTrees.confusion),
    reach="five records of up to three classes, every class of each, two and three folds",
    method=Method.EXHAUSTION,
)
def theorem_ties_of_labels() -> None:
    """Labels by labels."""
    for labels, k in product(product(NAMES, repeat=5), (2, 3)):
        data, folds, about = data_of(labels), k_fold(range(5), k), f"{labels} in {k} folds"
        tested = cross_validate_trees(data, lambda fold: grow(fold, CART), folds)

        def learn(training: tuple[int, ...], data: DataSet = data) -> object:
            return predictor(grow(DataSet(data.attributes, data.target, [data.records[i] for i in training]), CART), data.attributes)

        def error(model: object, i: int, data: DataSet = data) -> int:
            assert callable(model)
            return int(model(data.records[i]).labels[0] != data.records[i].label)

        same(tested.first, cross_validate(folds, learn, error), f"the errors of {about}")
        rows = tested.confusion(NAMES).rows
        same(sum(sum(row) for row in rows) - sum(rows[i][i] for i in range(3)), 5 * defined(tested.first.pooled), f"the matrix of {about}")
        open_records = sum(len(one.labels) > 1 and one.actual in one.labels for fold in tested.folds for one in fold.values())
        wrong = [sum(results.wrong) for results in (tested.least, tested.first, tested.greatest)]
        same((wrong[0] <= wrong[1] <= wrong[2], wrong[2] - wrong[0]), (True, open_records), f"what ties leave open of {about}")


@theorem(
    "Folds by name are those of the order, where the order names them",
    source="evaluation: k-fold cross-validation method",
    runs=(predefined_folds, k_fold, leave_one_out),
    reach="two to seven records, every number of folds",
    method=Method.EXHAUSTION,
)
def theorem_folds_by_name() -> None:
    """Each number of folds."""
    for n in range(2, 8):
        same(predefined_folds(range(n)), leave_one_out(n), f"{n} folds of {n}")
        for k in range(2, n + 1):
            folds = k_fold(range(n), k)
            name_of = {i: f"fold {f}" for f, parts in enumerate(folds) for i in parts.test}
            same(predefined_folds([name_of[i] for i in range(n)]), folds, f"{k} folds of {n}")
