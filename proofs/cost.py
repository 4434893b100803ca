"""
Cost of a classifier: its relation to accuracy, the weights of errors, labels of least cost.   Documents: `tan` Cost Matrix, Cost vs
Accuracy; `cs422` Class Imbalance. Notation: C(i|j), the cost of predicting class i for a record of class j.

The cost is linear in the cells of the table, and each coefficient names two classes: 2 to 4 classes show what holds of more.;
`dtref.spec.evaluation.confusion.cost`, whose functions are run.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from dtref.errors import Undefined
from dtref.exact.number import Exact, total
from dtref.spec.evaluation.confusion.cost import (
    CostMatrix,
    _excesses,
    _weight,
    class_weights,
    cost_of_accuracy,
    cost_of_label,
    expected_cost,
    minimum_cost_labels,
    total_cost,
    uniform_costs,
)
from dtref.spec.evaluation.confusion.matrix import Confusion, actual_counts
from dtref.spec.evaluation.confusion.rates import accuracy, error_rate, prevalence
from dtref.spec.evaluation.confusion.scores import detection_cost
from proofs.steps import all_equal, defined, derivative, differ, equal, holds, same
from proofs.symbols import positive, real
from proofs.tables import CLASSES, COUNTS, A, B, C, D, rated, square, table
from proofs.theorem import Method, Outcome, theorem

ACCURACY, COST, IMBALANCE = "tan: Cost vs Accuracy", "tan: Computing Cost of Classification", "cs422: Class Imbalance"
UP_TO_4 = range(2, 5)
RIGHT, WRONG = real("p q")
RECORDS, SHARE = positive("N accuracy")
COSTS = [[[r, s], [t, u]] for r, s, t, u in product(range(3), repeat=4)]


def prices(c: int) -> CostMatrix:
    """A cost matrix of real symbols."""
    return CostMatrix(range(c), [real(" ".join(f"C{i}{j}" for i in range(c))) for j in range(c)])


def always(i: int, counts: Sequence[Exact]) -> Confusion:
    """The table of a classifier that says class i of every record."""
    return table([[n if k == i else 0 for k in range(len(counts))] for n in counts])


@theorem(
    "Where being right costs p and being wrong q, Cost = N [q - (q - p) Accuracy]",
    source=ACCURACY,
    runs=(cost_of_accuracy, total_cost, uniform_costs, accuracy),
    reach="2 to 5 classes, all positive real counts, all real p and q",
    method=Method.IDENTITY,
)
def theorem_cost_is_affine_in_accuracy() -> None:
    """Records right cost p each, the others q."""
    for c in CLASSES:
        m = square(c)
        cost = total_cost(uniform_costs(range(c), RIGHT, WRONG), m)
        equal(cost, cost_of_accuracy(total(actual_counts(m)), defined(accuracy(m)), RIGHT, WRONG))


@theorem(
    "Cost falls by N (q - p) per unit of accuracy from N q; it is proportional to accuracy if and only if q = 0",
    source=ACCURACY,
    runs=(cost_of_accuracy,),
    reach="all positive real N, all real p and q",
    method=Method.DERIVATIVES,
)
def theorem_cost_is_proportional_to_accuracy_only_where_errors_are_free() -> None:
    """The second derivative is 0, so the graph is a line. It meets accuracy 0 at N q, and goes through the origin only where that is 0."""
    cost = cost_of_accuracy(RECORDS, SHARE, RIGHT, WRONG)
    equal(derivative(cost, SHARE, 2), 0)
    equal(derivative(cost, SHARE), -RECORDS * (WRONG - RIGHT))
    equal(cost_of_accuracy(RECORDS, 0, RIGHT, WRONG), RECORDS * WRONG)
    equal(cost_of_accuracy(RECORDS, 1, RIGHT, WRONG), RECORDS * RIGHT)
    equal(cost_of_accuracy(RECORDS, SHARE, RIGHT, 0), RECORDS * RIGHT * SHARE)


@theorem(
    "Accuracy is proportional to cost where being right costs p and being wrong q",
    source=ACCURACY,
    runs=(cost_of_accuracy,),
    reach="false at p = 0, q = 1: cost per unit of accuracy is N at accuracy 1/2 and 0 at accuracy 1",
    method=Method.COUNTEREXAMPLE,
    ends=Outcome.REFUTED,
)
def theorem_cost_is_not_proportional_to_accuracy() -> None:
    """Two quotients that would be one."""
    half = Fraction(1, 2)
    at_half, at_1 = cost_of_accuracy(RECORDS, half, 0, 1) / half, cost_of_accuracy(RECORDS, 1, 0, 1) / 1
    differ(at_half, at_1, {RECORDS: 1})


@theorem(
    "On one data set of two classes accuracy fixes the cost if and only if an error costs as much more than being right in both classes",
    source=ACCURACY,
    runs=(total_cost, accuracy, _excesses),
    reach="all positive real counts, all real costs",
    method=Method.IDENTITY,
)
def theorem_accuracy_fixes_the_cost_only_of_equal_weights() -> None:
    """Equal accuracies on the same data differ by e more errors on positives and e fewer on negatives: e (w_+ - w_-) in cost."""
    costs, e = prices(2), real("e")[0]
    here, there = table([[A, B], [C, D]]), table([[A - e, B + e], [C - e, D + e]])
    equal(accuracy(here), accuracy(there))
    for n, m in zip(actual_counts(here), actual_counts(there), strict=True):
        equal(n, m)
    (of_positives,), (of_negatives,) = _excesses(0, costs), _excesses(1, costs)
    equal(total_cost(costs, there) - total_cost(costs, here), e * (of_positives - of_negatives))


@theorem(
    "Cost adds up over test sets and over cost matrices, and costs in another order of classes are the same costs",
    source=COST,
    runs=(total_cost, expected_cost),
    reach="2 to 4 classes, all positive real counts, all real costs",
    method=Method.IDENTITY,
)
def theorem_cost_adds_up() -> None:
    """A record of class j predicted i costs C(i|j), cell by cell; the average times N is the total."""
    for c in UP_TO_4:
        costs, m = prices(c), square(c)
        one = [[table([[int((k, i) == (j, h)) for i in range(c)] for k in range(c)]) for h in range(c)] for j in range(c)]
        each = [(m.rows[j][i], total_cost(costs, one[j][i])) for j in range(c) for i in range(c)]
        for j, i in product(range(c), repeat=2):
            equal(total_cost(costs, one[j][i]), total((costs.cost(i, given=j),)))
        equal(total_cost(costs, m), total(cost * n for n, cost in each))
        equal(total_cost(costs.reordered(tuple(reversed(range(c)))), m), total_cost(costs, m))
        equal(defined(expected_cost(costs, m)) * total(actual_counts(m)), total_cost(costs, m))


@theorem(
    "Where an error costs 1 and being right nothing, the cost of a prediction is the error rate",
    source=COST,
    runs=(expected_cost, total_cost, uniform_costs, error_rate),
    reach="2 to 5 classes, all positive real counts",
    method=Method.IDENTITY,
)
def theorem_unit_cost_is_error_rate() -> None:
    """What is off the diagonal."""
    for c in CLASSES:
        equal(expected_cost(uniform_costs(range(c), 0, 1), square(c)), error_rate(square(c)))


@theorem(
    "The detection cost with the factors P/All for misses and N/All for false alarms is the cost of a prediction",
    source="iaml: 2.5.4 Classification Cost and Utility",
    runs=(detection_cost, expected_cost, prevalence),
    reach="all positive real counts, all real costs",
    method=Method.IDENTITY,
)
def theorem_detection_cost_is_expected_cost() -> None:
    """P/All times FN/P is FN/All."""
    c_fp, c_fn = real("C_FP C_FN")
    costs = CostMatrix(COUNTS.classes, [[0, c_fn], [c_fp, 0]])
    share = defined(prevalence(COUNTS))
    equal(detection_cost(COUNTS, c_fp * (1 - share), c_fn * share), expected_cost(costs, COUNTS))


@theorem(
    "Cost = errors, each by what it costs more than being right, + what being right always would cost, which no classifier changes",
    source="elkan2001",
    runs=(total_cost, _excesses),
    reach="2 to 4 classes of any positive real sizes, all real shares of predictions and costs",
    method=Method.IDENTITY,
)
def theorem_cost_is_weighted_errors_and_a_constant() -> None:
    """C(j|j) is taken out of row j, and the row adds up to n_j."""
    for c in UP_TO_4:
        costs, sizes = prices(c), positive(f"n1:{c + 1}")
        m = rated(sizes)
        wrong = total(
            excess * n
            for j in range(c)
            for excess, n in zip(_excesses(j, costs), (n for i, n in enumerate(m.rows[j]) if i != j), strict=True)
        )
        equal(total_cost(costs, m), wrong + total(costs.cost(j, given=j) * n for j, n in enumerate(sizes)))


@theorem(
    "Class weights: weighted errors are the cost but for a constant; there are none if errors on a class cost differently, or less than "
    "being right",
    source=IMBALANCE,
    runs=(class_weights, _weight, _excesses, total_cost),
    reach="all positive real counts; two classes: the 81 cost matrices of 0, 1, 2; three: the 64 of 0 for being right, 1 or 2 for errors",
    method=Method.EXHAUSTION,
)
def theorem_class_weights_are_what_errors_cost() -> None:
    """Matrix by matrix, the counts being symbols."""
    none_right = [[[0, a, b], [c, 0, d], [e, f, 0]] for a, b, c, d, e, f in product((1, 2), repeat=6)]
    for rows in COSTS + none_right:
        costs, m = CostMatrix(range(len(rows)), rows), square(len(rows))
        weights = class_weights(costs)
        more = [{x - row[j] for i, x in enumerate(row) if i != j} for j, row in enumerate(rows)]
        if any(len(values) > 1 or min(values) < 0 for values in more):
            holds(isinstance(weights, Undefined), f"no weights of {rows}")
            continue
        errors = [total(n for i, n in enumerate(row) if i != j) for j, row in enumerate(m.rows)]
        constant = total(rows[j][j] * n for j, n in enumerate(actual_counts(m)))
        equal(total_cost(costs, m), constant + total(map(lambda w, n: w * n, defined(weights), errors)))
    same(class_weights(CostMatrix(range(1), [[2]])), (0,), "the weight of the only class")


@theorem(
    "The cost of a label is what it costs to say it of all records",
    source="elkan2001",
    runs=(cost_of_label, total_cost, expected_cost),
    reach="2 to 4 classes, all positive real counts, all real costs",
    method=Method.IDENTITY,
)
def theorem_cost_of_a_label_is_that_of_a_constant_classifier() -> None:
    """Of counts the total, of shares the average."""
    for c in UP_TO_4:
        costs, n = prices(c), positive(f"n1:{c + 1}")
        for i in range(c):
            equal(cost_of_label(costs, n, i), total_cost(costs, always(i, n)))
            equal(cost_of_label(costs, [x / total(n) for x in n], i), expected_cost(costs, always(i, n)))


@theorem(
    "Of two classes, saying + costs less than saying - where the share of positives is above w_-/(w_+ + w_-)",
    source="elkan2001",
    runs=(cost_of_label, _excesses),
    reach="all shares x from 0 to 1, all real costs with w_+ + w_- > 0",
    method=Method.IDENTITY,
)
def theorem_threshold_of_least_cost() -> None:
    """The difference is (w_+ + w_-)(x - w_-/(w_+ + w_-))."""
    costs, (x,) = prices(2), positive("x")
    (of_positives,), (of_negatives,) = _excesses(0, costs), _excesses(1, costs)
    both = of_positives + of_negatives
    more = cost_of_label(costs, (x, 1 - x), 1) - cost_of_label(costs, (x, 1 - x), 0)
    all_equal(more, x * of_positives - (1 - x) * of_negatives, both * (x - of_negatives / both))


@theorem(
    "The labels of least cost are those whose constant classifiers cost least",
    source="elkan2001",
    runs=(minimum_cost_labels, cost_of_label, total_cost),
    reach="two classes: each of the 81 cost matrices of 0, 1, 2 with each pair of counts up to 3",
    method=Method.EXHAUSTION,
)
def theorem_labels_of_least_cost() -> None:
    """Case by case."""
    for rows, n in product(COSTS, product(map(Fraction, range(4)), repeat=2)):
        costs = CostMatrix(range(2), rows)
        cost = [sum(k * row[i] for k, row in zip(n, rows, strict=True)) for i in range(2)]
        same([total_cost(costs, always(i, n)) for i in range(2)], cost, f"costs at {rows}, {n}")
        same(minimum_cost_labels(costs, n), tuple(str(i) for i in range(2) if cost[i] == min(cost)), f"labels at {rows}, {n}")
