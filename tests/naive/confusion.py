"""Confusion matrices, rates, averages, costs: record by record, from the definitions."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import mpmath

from naive.agreement import NO_VALUE, WORKING, NotAnInput
from naive.distributions import root
from naive.estimation import over
from naive.measures import real

Given = Mapping[str, Any]
Matrix = tuple[list[str], list[list[Fraction]]]
NAMES = ("tp", "fn", "fp", "tn")


def numbers(texts: Sequence[str]) -> list[Fraction]:
    return list(map(Fraction, texts))


def within(text: str, low: int = 0, high: int | None = None) -> Fraction:
    """A number of a range. What lies outside is no input."""
    x = Fraction(text)
    if x < low or (high is not None and x > high):
        raise NotAnInput("a number out of range")
    return x


def square(classes: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """A row and a column for each class, each class once."""
    if len(set(classes)) < len(classes) or {len(classes)} != {len(rows), *map(len, rows)}:
        raise NotAnInput("a row and a column for each class")


def matrix_of(given: Given) -> Matrix:
    classes, rows = matrix_as_given(given)
    square(classes, rows)
    if any(n < 0 for row in rows for n in row):
        raise NotAnInput("a count below 0")
    return classes, rows


def matrix_as_given(given: Given) -> Matrix:
    if "rows" in given:
        return list(given["classes"]), [numbers(row) for row in given["rows"]]
    if "predicted_rows" in given:
        square(given["classes"], given["predicted_rows"])
        return list(given["classes"]), [list(row) for row in zip(*map(numbers, given["predicted_rows"]), strict=True)]
    actual, predicted = given["actual"], given["predicted"]
    classes = list(given.get("classes") or sorted({*actual, *predicted}))
    weights = list(map(within, given["weights"])) if "weights" in given else [Fraction(1)] * len(actual)
    if not len(actual) == len(predicted) == len(weights) or not {*actual, *predicted} <= set(classes):
        raise NotAnInput("labels")
    rows = [
        [sum((w for a, p, w in zip(actual, predicted, weights, strict=True) if (a, p) == (x, y)), Fraction(0)) for y in classes]
        for x in classes
    ]
    return classes, rows


def four(given: Given) -> dict[str, Fraction]:
    found = {name: Fraction(given[name]) for name in NAMES}
    if min(found.values()) < 0:
        raise NotAnInput("a count below 0")
    return found


def one_vs_rest(matrix: Matrix, c: str) -> dict[str, Fraction]:
    classes, rows = matrix
    if c not in classes:
        raise NotAnInput("a class")
    found = dict.fromkeys(NAMES, Fraction(0))
    for a, row in zip(classes, rows, strict=True):
        for p, n in zip(classes, row, strict=True):
            found[{(True, True): "tp", (True, False): "fn", (False, True): "fp", (False, False): "tn"}[a == c, p == c]] += n
    return found


def views(matrix: Matrix) -> list[dict[str, Fraction]]:
    return [one_vs_rest(matrix, c) for c in matrix[0]]


def pooled(matrix: Matrix) -> dict[str, Fraction]:
    return {name: sum((view[name] for view in views(matrix)), Fraction(0)) for name in NAMES}


def table(given: Given) -> Matrix:
    if "matrix" in given:
        return matrix_of(given["matrix"])
    n = four(given)
    return ["positive", "negative"], [[n["tp"], n["fn"]], [n["fp"], n["tn"]]]


def ratio(top: Any, bottom: Any) -> Any:
    if top is NO_VALUE or bottom is NO_VALUE or bottom == 0:
        return NO_VALUE
    return Fraction(top) / Fraction(bottom)


def plus(*terms: Any) -> Any:
    return NO_VALUE if NO_VALUE in terms else sum(terms, Fraction(0))


def recall(n: Mapping[str, Fraction]) -> Any:
    return ratio(n["tp"], n["tp"] + n["fn"])


def precision(n: Mapping[str, Fraction]) -> Any:
    return ratio(n["tp"], n["tp"] + n["fp"])


def specificity(n: Mapping[str, Fraction]) -> Any:
    return ratio(n["tn"], n["tn"] + n["fp"])


def negative_predictive_value(n: Mapping[str, Fraction]) -> Any:
    return ratio(n["tn"], n["tn"] + n["fn"])


def f_beta(n: Mapping[str, Fraction], beta: Fraction) -> Any:
    return ratio((1 + beta**2) * n["tp"], (1 + beta**2) * n["tp"] + beta**2 * n["fn"] + n["fp"])


def f_of(p: Any, r: Any, beta: Fraction) -> Any:
    return NO_VALUE if NO_VALUE in (p, r) else ratio((1 + beta**2) * p * r, beta**2 * p + r)


def all_of(n: Mapping[str, Fraction]) -> Fraction:
    return sum(n.values(), Fraction(0))


MEASURES: dict[str, Callable[[Mapping[str, Fraction]], Any]] = {
    "recall": recall,
    "precision": precision,
    "specificity": specificity,
    "negative_predictive_value": negative_predictive_value,
    "false_positive_rate": lambda n: ratio(n["fp"], n["fp"] + n["tn"]),
    "miss_rate": lambda n: ratio(n["fn"], n["fn"] + n["tp"]),
    "prevalence": lambda n: ratio(n["tp"] + n["fn"], all_of(n)),
    "youden_j": lambda n: plus(recall(n), specificity(n), -1),
    "markedness": lambda n: plus(precision(n), negative_predictive_value(n), -1),
    "positive_likelihood_ratio": lambda n: ratio(recall(n), ratio(n["fp"], n["fp"] + n["tn"])),
    "negative_likelihood_ratio": lambda n: ratio(ratio(n["fn"], n["fn"] + n["tp"]), specificity(n)),
    "f1": lambda n: ratio(2 * n["tp"], 2 * n["tp"] + n["fn"] + n["fp"]),
    "jaccard": lambda n: ratio(n["tp"], all_of(n) - n["tn"]),
    "accuracy": lambda n: ratio(n["tp"] + n["tn"], all_of(n)),
    "error_rate": lambda n: ratio(n["fp"] + n["fn"], all_of(n)),
    "f_harmonic": lambda n: f_of(precision(n), recall(n), Fraction(1)),
}


def cells(matrix: Matrix) -> Fraction:
    return sum((n for row in matrix[1] for n in row), Fraction(0))


def right(matrix: Matrix) -> Fraction:
    return sum((row[i] for i, row in enumerate(matrix[1])), Fraction(0))


def accuracy(given: Given) -> Any:
    return ratio(right(table(given)), cells(table(given)))


def margins_of(matrix: Matrix) -> dict[str, list[Fraction]]:
    columns = list(zip(*matrix[1], strict=True))
    totals = {"actual": [sum(row, Fraction(0)) for row in matrix[1]], "predicted": [sum(column, Fraction(0)) for column in columns]}
    return {**totals, "right": [row[i] for i, row in enumerate(matrix[1])]}


def kappa(given: Given) -> Any:
    """From the chance that two labels drawn apart agree."""
    matrix = table(given)
    n, m = cells(matrix), margins_of(matrix)
    if n == 0:
        return NO_VALUE
    chance = sum((a * p for a, p in zip(m["actual"], m["predicted"], strict=True)), Fraction(0)) / n**2
    return ratio(right(matrix) / n - chance, 1 - chance)


def by_root(top: Fraction, square: Fraction) -> Any:
    if square == 0:
        return NO_VALUE
    return {"signed_square": (1 if top >= 0 else -1) * top**2 / square, "value": over(top, root(square))}


def correlation_of(matrix: Matrix) -> Any:
    """R_K: sums over all pairs of records of whether actual, and predicted, classes are the same."""
    n, m = cells(matrix), margins_of(matrix)
    both = right(matrix) * n - sum((a * p for a, p in zip(m["actual"], m["predicted"], strict=True)), Fraction(0))
    spread = [n**2 - sum((x**2 for x in m[side]), Fraction(0)) for side in ("actual", "predicted")]
    return by_root(both, spread[0] * spread[1])


def measured(given: Given, view: Mapping[str, Fraction]) -> Any:
    """The measure that is asked for, with its convention where one is given."""
    if given["measure"] not in MEASURES or given.get("if_undefined", "0") not in ("0", "1"):
        raise NotAnInput("a measure of four counts, and 0 or 1")
    found = MEASURES[given["measure"]](view)
    return Fraction(given["if_undefined"]) if found is NO_VALUE and "if_undefined" in given else found


def averaged(given: Given, *, weighted: bool, defined: bool) -> Any:
    matrix = matrix_of(given["matrix"])
    values = [measured(given, view) for view in views(matrix)]
    weights = margins_of(matrix)["actual"] if weighted else [Fraction(1)] * len(values)
    pairs = [(w, x) for w, x in zip(weights, values, strict=True) if not (defined and x is NO_VALUE)]
    if weighted:
        pairs = [(w, x) for w, x in pairs if w]
    if any(x is NO_VALUE for _, x in pairs):
        return NO_VALUE
    if any(isinstance(x, mpmath.mpf) for _, x in pairs):
        with mpmath.workdps(WORKING):
            return sum(real(w) * real(x) for w, x in pairs) / real(sum(w for w, _ in pairs))
    return ratio(sum((w * x for w, x in pairs), Fraction(0)), sum((w for w, _ in pairs), Fraction(0)))


def per_class(given: Given) -> list[Any]:
    return [measured(given, view) for view in views(matrix_of(given["matrix"]))]


# Costs


def costs_of(given: Given) -> tuple[list[str], list[list[Fraction]]]:
    classes, rows = list(given["costs"]["classes"]), [numbers(row) for row in given["costs"]["rows"]]
    square(classes, rows)
    return classes, rows


def total_cost(given: Given) -> Fraction:
    (classes, costs), (own, rows) = costs_of(given), matrix_of(given["matrix"])
    if sorted(classes) != sorted(own):
        raise NotAnInput("the same classes")
    place = {c: own.index(c) for c in classes}
    return sum((costs[i][j] * rows[place[a]][place[p]] for i, a in enumerate(classes) for j, p in enumerate(classes)), Fraction(0))


def cost_of_accuracy(given: Given) -> Fraction:
    n, share = within(given["records"]), within(given["accuracy"], high=1)
    return n * share * Fraction(given["right"]) + n * (1 - share) * Fraction(given["wrong"])


def cost_of_label(given: Given, label: str) -> Fraction:
    classes, costs = costs_of(given)
    shares = numbers(given["shares"])
    if label not in classes or len(shares) != len(classes) or min(shares) < 0:
        raise NotAnInput("a label, and a share of each class")
    return sum((share * row[classes.index(label)] for share, row in zip(shares, costs, strict=True)), Fraction(0))


def minimum_cost_labels(given: Given) -> list[str]:
    classes, _ = costs_of(given)
    cost = {c: cost_of_label(given, c) for c in classes}
    return [c for c in classes if cost[c] == min(cost.values())]


def class_weights(given: Given) -> Any:
    _, costs = costs_of(given)
    excess = [{x - row[i] for k, x in enumerate(row) if k != i} for i, row in enumerate(costs)]
    if any(len(found) != 1 or min(found) < 0 for found in excess):
        return NO_VALUE
    return [min(found) for found in excess]


def record_weights(given: Given) -> Any:
    weights, (classes, _) = class_weights(given), costs_of(given)
    if not set(given["actual"]) <= set(classes):
        raise NotAnInput("an undeclared label")
    return weights if weights is NO_VALUE else [weights[classes.index(label)] for label in given["actual"]]


def weighted_accuracy(given: Given) -> Any:
    n, w = four(given), [within(given[f"w{i}"]) for i in range(1, 5)]
    return ratio(w[0] * n["tp"] + w[3] * n["tn"], w[0] * n["tp"] + w[1] * n["fn"] + w[2] * n["fp"] + w[3] * n["tn"])


def detection_cost(given: Given) -> Any:
    n = four(given)
    fp, fn = numbers([given["cost_fp"], given["cost_fn"]])
    rates = MEASURES["false_positive_rate"](n), MEASURES["miss_rate"](n)
    return NO_VALUE if NO_VALUE in rates else fp * rates[0] + fn * rates[1]


def balanced_accuracy(given: Given) -> Any:
    recalls = [recall(view) for view in views(table(given))]
    return NO_VALUE if NO_VALUE in recalls else ratio(plus(*recalls), len(recalls))


def adjusted_balanced_accuracy(given: Given) -> Any:
    """Where on the way from guessing, 1/c, to being right."""
    mean, c = balanced_accuracy(given), len(table(given)[0])
    return ratio(plus(mean, -Fraction(1, c)), 1 - Fraction(1, c)) if c else NO_VALUE


def g_mean(given: Given) -> Any:
    """The c-th root of the product of what is right in each class, a class at a time."""
    found = table(given)[1]
    if not found or not all(map(sum, found)):
        return NO_VALUE
    right = math.prod((row[i] / sum(row) for i, row in enumerate(found)), start=Fraction(1))
    with mpmath.workdps(WORKING):
        return mpmath.root(mpmath.mpf(right.numerator) / right.denominator, len(found))


def kappa_by_pairs(matrix: Matrix, weight: Callable[[int, int], Fraction]) -> Any:
    """The mean weight of a record's own two labels, and of the actual label of one record and the predicted label of another."""
    records = [(i, j, n) for i, row in enumerate(matrix[1]) for j, n in enumerate(row)]
    n = cells(matrix)
    if n == 0:
        return NO_VALUE
    own = sum((weight(i, j) * w for i, j, w in records), Fraction(0)) / n
    apart = sum((weight(i, j) * w * v for i, _, w in records for _, j, v in records), Fraction(0)) / n**2
    return NO_VALUE if apart == 0 else 1 - own / apart


def weighted_kappa(given: Given) -> Any:
    (classes, costs), (own, rows) = costs_of(given), matrix_of(given["matrix"])
    if sorted(classes) != sorted(own) or any(v < 0 or (i == j and v) for i, row in enumerate(costs) for j, v in enumerate(row)):
        raise NotAnInput("the same classes, weights of at least 0, none on the diagonal")
    place = [classes.index(c) for c in own]
    return kappa_by_pairs((own, rows), lambda i, j: costs[place[i]][place[j]])


def no_information_rate(given: Given) -> Any:
    """Each actual label with each predicted one: how often they differ."""
    matrix = table(given)
    labels = [(i, j, n) for i, row in enumerate(matrix[1]) for j, n in enumerate(row)]
    return ratio(sum((n * v for i, _, n in labels for _, j, v in labels if i != j), Fraction(0)), cells(matrix) ** 2)


def beta(given: Given) -> Fraction:
    return within(given.get("beta", "1"))


def f_harmonic(given: Given) -> Any:
    b = beta(given)
    return f_of(precision(four(given)), recall(four(given)), b)


def uniform_costs(given: Given) -> list[list[Fraction]]:
    classes = given["classes"]
    if len(set(classes)) < len(classes):
        raise NotAnInput("each class once")
    return [[Fraction(given["right" if a == b else "wrong"]) for b in classes] for a in classes]


ANSWERS: dict[str, Callable[[Given], Any]] = {
    **{name: (lambda g, of=of: of(four(g))) for name, of in MEASURES.items() if name not in ("accuracy", "error_rate")},  # type: ignore[misc]
    "confusion_matrix": lambda g: dict(zip(("classes", "rows"), matrix_of(g["matrix"]), strict=True)),
    "transposed": lambda g: [list(column) for column in zip(*matrix_of(g["matrix"])[1], strict=True)],
    "margins": lambda g: margins_of(matrix_of(g["matrix"])),
    "one_vs_rest": lambda g: one_vs_rest(matrix_of(g["matrix"]), g["positive"]),
    "binary_views": lambda g: views(matrix_of(g["matrix"])),
    "pooled": lambda g: pooled(matrix_of(g["matrix"])),
    "accuracy": accuracy,
    "error_rate": lambda g: accuracy(g) if accuracy(g) is NO_VALUE else 1 - accuracy(g),
    "f_beta": lambda g: f_beta(four(g), beta(g)),
    "f_harmonic": f_harmonic,
    "f_of": lambda g: f_of(within(g["precision"], high=1), within(g["recall"], high=1), beta(g)),
    "balanced_accuracy": balanced_accuracy,
    "adjusted_balanced_accuracy": adjusted_balanced_accuracy,
    "g_mean": g_mean,
    "cohen_kappa": kappa,
    "no_information_rate": no_information_rate,
    "linear_kappa": lambda g: kappa_by_pairs(table(g), lambda i, j: Fraction(abs(i - j))),
    "quadratic_kappa": lambda g: kappa_by_pairs(table(g), lambda i, j: Fraction((i - j) ** 2)),
    "weighted_kappa": weighted_kappa,
    "weighted_accuracy": weighted_accuracy,
    "detection_cost": detection_cost,
    "matthews": lambda g: correlation_of(table(g)),
    "multiclass_matthews": lambda g: correlation_of(matrix_of(g["matrix"])),
    "per_class": per_class,
    "macro_average": lambda g: averaged(g, weighted=False, defined=False),
    "macro_average_of_defined": lambda g: averaged(g, weighted=False, defined=True),
    "weighted_average": lambda g: averaged(g, weighted=True, defined=False),
    "weighted_average_of_defined": lambda g: averaged(g, weighted=True, defined=True),
    "micro_average": lambda g: measured(g, pooled(matrix_of(g["matrix"]))),
    "total_cost": total_cost,
    "expected_cost": lambda g: ratio(total_cost(g), cells(matrix_of(g["matrix"]))),
    "uniform_costs": uniform_costs,
    "cost_of_accuracy": cost_of_accuracy,
    "cost_of_label": lambda g: cost_of_label(g, g["label"]),
    "minimum_cost_labels": minimum_cost_labels,
    "class_weights": class_weights,
    "record_weights": record_weights,
}
