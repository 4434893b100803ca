"""
Averages over the classes: micro, macro, weighted; balanced accuracy.   Document: `cs422` Class Imbalance. Notation: as in
`dtref.spec.evaluation.confusion.averages`.

What is linear in the cells of a table has a coefficient for each cell, which names two classes: what holds of a coefficient for 2 to 5
classes holds by the same terms for more.
"""

from __future__ import annotations

from functools import reduce
from itertools import product
from operator import mul

from dtref.errors import Undefined
from dtref.exact.functions import sqrt
from dtref.exact.number import total
from dtref.spec.evaluation.confusion.averages import (
    _mean,
    balanced_accuracy,
    g_mean,
    macro_average,
    macro_average_of_defined,
    micro_average,
    per_class,
    pooled_counts,
    weighted_average,
    weighted_average_of_defined,
)
from dtref.spec.evaluation.confusion.matrix import BinaryCounts
from dtref.spec.evaluation.confusion.rates import accuracy, error_rate, precision, recall, specificity, youden_j
from dtref.spec.evaluation.confusion.scores import f1
from proofs.steps import all_equal, defined, equal, holds, power, same, weighted_squares
from proofs.symbols import positive, rational
from proofs.tables import CLASSES, COUNTS, blind, cells, rated, square, table, with_empty_class
from proofs.theorem import Method, theorem

IMBALANCE, AVERAGES = "cs422: Class Imbalance", "sokolova2009"
TABLES = "2 to 5 classes, all positive real counts"


@theorem(
    "Micro-averaged precision, recall and F are all the accuracy",
    source=AVERAGES,
    runs=(micro_average, pooled_counts, accuracy, precision, recall, f1),
    reach=TABLES + "; a class more without records changes none of them",
    method=Method.IDENTITY,
)
def theorem_micro_f1_is_accuracy() -> None:
    """Each wrong record is one FN (of its class) and one FP (of the predicted one), each right one is one TP."""
    for c in CLASSES:
        m = square(c)
        for larger in (m, with_empty_class(m)):
            all_equal(accuracy(m), *(micro_average(measure, larger) for measure in (precision, recall, f1)))


@theorem(
    "A record adds one TP and c - 1 TN to the pooled counts if it is right; one FN, one FP and c - 2 TN if it is wrong",
    source=AVERAGES,
    runs=(pooled_counts,),
    reach="2 to 5 classes; each cell for one record, and so for all positive real counts, as pooling adds up",
    method=Method.EXHAUSTION,
)
def theorem_pooled_counts_of_a_record() -> None:
    """One record in each cell; and the pooled counts of a table are the sum of those of its cells."""
    for c in CLASSES:
        x, found = cells(c), pooled_counts(square(c))
        sums = [BinaryCounts(0, 0, 0, 0)]
        for i in range(c):
            for j in range(c):
                one = pooled_counts(table([[int((i, j) == (k, m)) for m in range(c)] for k in range(c)]))
                same(one, BinaryCounts(1, 0, 0, c - 1) if i == j else BinaryCounts(0, 1, 1, c - 2), f"a record of class {i} predicted {j}")
                sums.append(BinaryCounts(*(x[i][j] * n for n in (one.tp, one.fn, one.fp, one.tn))))
        for name in ("tp", "fn", "fp", "tn"):
            equal(total((getattr(found, name),)), total(getattr(part, name) for part in sums))


@theorem(
    "The mean accuracy of the one-against-rest views is 1 - (2/c) error rate",
    source=AVERAGES,
    runs=(macro_average, _mean, per_class, accuracy, error_rate),
    reach=TABLES,
    method=Method.IDENTITY,
)
def theorem_macro_accuracy_is_1_minus_2_errors_per_class() -> None:
    """Each wrong record is wrong in two of the c views: that of its class, and that of the predicted one."""
    for c in CLASSES:
        m = square(c)
        equal(macro_average(accuracy, m), 1 - rational(2, c) * defined(error_rate(m)))


@theorem(
    "Recall averaged over the records is the accuracy",
    source=AVERAGES,
    runs=(weighted_average, _mean, recall, accuracy),
    reach=TABLES,
    method=Method.IDENTITY,
)
def theorem_weighted_recall_is_accuracy() -> None:
    """n_i/n · CM_ii/n_i."""
    for c in CLASSES:
        equal(weighted_average(recall, square(c)), accuracy(square(c)))


@theorem(
    "Balanced accuracy = macro recall = accuracy if all classes had as many records, with the same recalls",
    source=IMBALANCE,
    runs=(balanced_accuracy, macro_average, _mean, recall, accuracy),
    reach="2 to 5 classes of any positive real sizes, all real shares of predictions in each",
    method=Method.IDENTITY,
)
def theorem_balanced_accuracy_is_accuracy_of_balanced_classes() -> None:
    """So it does not change when the records of a class are multiplied."""
    (one,) = positive("n")
    for c in CLASSES:
        m = rated(positive(f"n1:{c + 1}"))
        all_equal(balanced_accuracy(m), macro_average(recall, m), accuracy(rated((one,) * c)))


@theorem(
    "Of two classes: balanced accuracy = (recall + specificity)/2 = (1 + J)/2; specificity averaged over the classes is the same",
    source=IMBALANCE,
    runs=(balanced_accuracy, recall, specificity, youden_j, macro_average),
    reach="all positive real counts",
    method=Method.IDENTITY,
)
def theorem_balanced_accuracy_of_two_classes() -> None:
    """The recall of the other class is the specificity."""
    found = balanced_accuracy(COUNTS)
    equal(found, (defined(recall(COUNTS)) + defined(specificity(COUNTS))) / 2)
    equal(found, (1 + defined(youden_j(COUNTS))) / 2)
    equal(found, macro_average(specificity, COUNTS))


@theorem(
    "A classifier that doesn't look at the record has the balanced accuracy 1/c, whatever the classes' shares and how often it says which",
    source=IMBALANCE,
    runs=(balanced_accuracy,),
    reach="2 to 5 classes, all positive real counts and shares of predictions",
    method=Method.IDENTITY,
)
def theorem_balanced_accuracy_of_a_blind_classifier() -> None:
    """The recall of a class is how often it is predicted; these shares add up to 1."""
    for c in CLASSES:
        actual, often = positive(f"n1:{c + 1}"), positive(f"q1:{c + 1}")
        predicted = [q * total(actual) / total(often) for q in often]
        equal(balanced_accuracy(blind(actual, predicted)), rational(1, c))


@theorem(
    "Where all classes have as many records, the macro and the weighted average are one; where all are predicted as often, "
    "macro precision is the accuracy",
    source=AVERAGES,
    runs=(macro_average, weighted_average, _mean, precision, recall, accuracy),
    reach="2 and 3 classes (precision), 2 to 5 (recall), any positive real size, all real shares of predictions",
    method=Method.IDENTITY,
)
def theorem_averages_of_classes_of_one_size() -> None:
    """n_i/n is 1/c, and P'_i too in the transposed table."""
    (n,) = positive("n")
    for c in CLASSES:
        m = rated((n,) * c)
        equal(macro_average(recall, m), weighted_average(recall, m))
        equal(macro_average(precision, m.transposed()), accuracy(m))
        if c < 4:
            equal(macro_average(precision, m), weighted_average(precision, m))


@theorem(
    "A class without records: the weighted average leaves it out, the macro average has no value, that of the defined is over the others",
    source=AVERAGES,
    runs=(macro_average, macro_average_of_defined, weighted_average, weighted_average_of_defined, balanced_accuracy, _mean),
    reach="2 to 4 classes with records, all positive real counts, and each place for the class without",
    method=Method.EXHAUSTION,
)
def theorem_averages_with_a_class_without_records() -> None:
    """Recall, which has no value there; predictions of the class are wrong ones."""
    for c in range(2, 5):
        x, extra = cells(c), positive(f"e1:{c + 1}")
        for place in range(c + 1):
            rows = [[*row[:place], e, *row[place:]] for row, e in zip(x, extra, strict=True)]
            m = table([*rows[:place], [0] * (c + 1), *rows[place:]])
            recalls = [x[i][i] / (total(x[i]) + extra[i]) for i in range(c)]
            none = Undefined(f"class {place}: no positives")
            same(macro_average(recall, m), none, "the macro average")
            same(balanced_accuracy(m), none, "the balanced accuracy")
            equal(macro_average_of_defined(recall, m), total(recalls) / c)
            all_equal(weighted_average(recall, m), weighted_average_of_defined(recall, m), accuracy(m))
    holds(isinstance(macro_average_of_defined(recall, table([[0, 0], [0, 0]])), Undefined), "no class has a value")


@theorem(
    "The G-mean of two classes is at most the balanced accuracy, and as much only where both recalls are equal; its square is TPR TNR",
    source="kubat1997",
    runs=(g_mean, balanced_accuracy, recall, specificity),
    reach="two classes, all positive real counts; and each pattern of zeros",
    method=Method.SQUARES,
)
def theorem_g_mean_is_at_most_balanced_accuracy_of_two_classes() -> None:
    """(a + b)/2 - sqrt(ab) = (sqrt a - sqrt b)²/2."""
    g, tpr, tnr = defined(g_mean(COUNTS)), defined(recall(COUNTS)), defined(specificity(COUNTS))
    equal(g * g, tpr * tnr)
    weighted_squares(defined(balanced_accuracy(COUNTS)) - g, [(rational(1, 2), sqrt(tpr) - sqrt(tnr))])
    for n in (BinaryCounts(*some) for some in product((0, 1), repeat=4)):
        value, rates = g_mean(n), (recall(n), specificity(n))
        absent = any(isinstance(rate, Undefined) for rate in rates)
        same(isinstance(value, Undefined), absent, f"a value of {n}")
        if not absent:
            same(defined(value) * defined(value), defined(rates[0]) * defined(rates[1]), f"the square for {n}")


@theorem(
    "The G-mean of c classes, to the power c, is the product of their recalls: it stays when the records of a class are multiplied, is 1 "
    "without errors, 0 where all of a class are wrong, and has no value where a class has no records",
    source="sun2006",
    runs=(g_mean, per_class, recall),
    reach=TABLES,
    method=Method.IDENTITY,
)
def theorem_g_mean_does_not_depend_on_the_sizes_of_classes() -> None:
    """So does every recall."""
    (k,) = positive("k")
    for c in CLASSES:
        x = cells(c)
        value, larger = g_mean(table(x)), g_mean(table([[k * n for n in x[0]], *x[1:]]))
        equal(power(value, c), reduce(mul, (defined(r) for r in per_class(recall, table(x)))))
        equal(power(larger, c), power(value, c))
        one_right = [[n if i == j else 0 * n for j, n in enumerate(row)] for i, row in enumerate(x)]
        equal(g_mean(table(one_right)), 1)
        equal(g_mean(table([[0 * x[0][0], *x[0][1:]], *x[1:]])), 0)
        holds(isinstance(g_mean(with_empty_class(table(x))), Undefined), "a class without records leaves no value")
    same(g_mean(table([])), Undefined("no classes"), "no classes")
