"""
Programs that are wrong in one realistic way each: floats.py with one operation changed. `dtref judge` must find every one.

`PYTHONPATH=tests python -m oracle.judge.planted` runs all and prints, for each, the smallest input that shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from json import dumps
from math import log, log2, sqrt
from time import monotonic
from typing import Any

from oracle.judge import floats as right
from oracle.judge.floats import Counts, Given
from oracle.judge.planted_trees import PLANTED_TREES


def nats(counts: Counts) -> float | None:
    n = sum(counts)
    return None if n == 0 else -sum(k / n * log(k / n) for k in counts if k > 0)


def unweighted(impurity: right.Impurity) -> Callable[..., float | None]:
    def of(children: list[Counts]) -> float | None:
        found = [impurity(child) or 0.0 for child in children if sum(child)]
        return sum(found) / len(found) if found else None

    return of


def no_empty(counts: Counts) -> float | None:
    """0 log 0 taken for log2 of the smallest double."""
    n = sum(counts)
    return None if n == 0 else -sum(k / n * log2(max(k / n, 5e-324)) - (0 if k else 1e-3) for k in counts)


def reduction_of(children_of: Callable[..., float | None], impurity: right.Impurity) -> Callable[..., float | None]:
    def of(node: Counts, children: list[Counts]) -> float | None:
        before, after = impurity(node), children_of(children)
        return None if before is None or after is None else before - after

    return of


def auc_ties(worth: float) -> Callable[[Given], float | None]:
    def of(g: Given) -> float | None:
        found = right.pairs(g)
        return right.ratio(found["won"] + worth * found["tied"], sum(found.values()))

    return of


def roc_per_record(g: Given) -> list[list[Any]]:
    rows, tp, fp = sorted(right.scored(g), key=lambda row: -row[0]), 0, 0
    p = sum(good for _, good in rows)
    n = len(rows) - p
    found: list[list[Any]] = [["above every score", 0, 0, n, p, right.ratio(0, p), right.ratio(0, n)]]
    for score, good in rows:
        tp, fp = tp + good, fp + (not good)
        found.append([score, tp, fp, n - fp, p - tp, right.ratio(tp, p), right.ratio(fp, n)])
    return found


def roc_above(g: Given) -> list[list[Any]]:
    found = right.roc(g)
    return [found[0], *([a[0], *b[1:]] for a, b in zip(found[1:], found[:-1], strict=True))]


def small_last_fold(n: int, k: int) -> list[dict[str, list[int]]]:
    size = -(-n // k)
    tests = [list(range(i * size + 1, min(n, (i + 1) * size) + 1)) for i in range(k)]
    return [{"training": [j for j in range(1, n + 1) if j not in test], "test": test} for test in tests]


def lost_records(n: int, k: int) -> list[dict[str, list[int]]]:
    size = n // k
    tests = [list(range(i * size + 1, (i + 1) * size + 1)) for i in range(k)]
    return [{"training": [j for j in range(1, n + 1) if j not in test], "test": test} for test in tests]


def sign_lost(node: Counts, children: Sequence[Counts]) -> float | None:
    found = right.reduction(right.gini)(node, children)
    return None if found is None else max(found, 1e-9)


PLANTED: Mapping[str, Mapping[str, Callable[[Given], Any]]] = {
    "entropy in nats": {"entropy": right.node(nats)},
    "entropy with log10": {"entropy": right.node(lambda c: None if nats(c) is None else (nats(c) or 0) / log(10))},
    "0 log 0 isn't 0": {"entropy": right.node(no_empty)},
    "entropy of no records is 0": {"entropy": right.node(lambda c: right.entropy(c) or 0.0)},
    "gini is the sum of squares": {"gini": right.node(lambda c: sum((k / sum(c)) ** 2 for k in c) if sum(c) else None)},
    "gini halved": {"gini": right.node(lambda c: None if sum(c) == 0 else (right.gini(c) or 0) / 2)},
    "gini by n - 1": {"gini": right.node(lambda c: None if sum(c) < 2 else (right.gini(c) or 0) * sum(c) / (sum(c) - 1))},
    "gini of two classes only": {"gini": right.node(lambda c: 2 * c[0] / sum(c) * (1 - c[0] / sum(c)) if sum(c) else None)},
    "error is the largest share": {"misclassification_error": right.node(lambda c: max(c) / sum(c) if sum(c) else None)},
    "error is the smallest share": {"misclassification_error": right.node(lambda c: min(c) / sum(c) if sum(c) else None)},
    "unweighted child gini": {"weighted_gini": right.children(unweighted(right.gini))},
    "unweighted child entropy": {"weighted_entropy": right.children(unweighted(right.entropy))},
    "gain with unweighted children": {"gain": right.split(reduction_of(unweighted(right.entropy), right.entropy))},
    "gain in nats": {"gain": right.split(right.reduction(nats))},
    "gain of gini": {"gain": right.split(right.reduction(right.gini))},
    "gain without the node": {"gain": right.split(lambda n, c: right.weighted(right.entropy, c))},
    "gini reduction never 0": {"gini_reduction": right.split(sign_lost)},
    "gini reduction negated": {
        "gini_reduction": right.split(lambda n, c: None if sum(n) == 0 else -(right.reduction(right.gini)(n, c) or 0))
    },
    "error reduction by the node's label": {"error_reduction": right.split(lambda n, c: right.error(n))},
    "gain ratio divided by the number of branches": {
        "gain_ratio": right.split(lambda n, c: None if not right.split_info(c) else (right.reduction(right.entropy)(n, c) or 0) / len(c))
    },
    "gain ratio 0 where it has no value": {"gain_ratio": right.split(lambda n, c: right.gain_ratio(n, c) or 0.0)},
    "gain ratio of the classes' entropy": {
        "gain_ratio": right.split(lambda n, c: right.ratio(right.reduction(right.entropy)(n, c) or 0, right.entropy(n) or 0))
    },
    "split information of the classes": {"split_info": right.children(lambda c: right.entropy([sum(col) for col in zip(*c, strict=True)]))},
    "chi-square with Yates": {
        "chi_square": right.split(
            lambda n, c: (
                sum(
                    max(0.0, abs(k - sum(r) * n[j] / sum(n)) - 0.5) ** 2 / (sum(r) * n[j] / sum(n))
                    for r in c
                    for j, k in enumerate(r)
                    if sum(r) * n[j]
                )
                if sum(n)
                else None
            )
        )
    },
    "chi-square divided by observed": {
        "chi_square": right.split(
            lambda n, c: sum((k - sum(r) * n[j] / sum(n)) ** 2 / k for r in c for j, k in enumerate(r) if k) if sum(n) else None
        )
    },
    "chi-square as root": {"chi_square": right.split(lambda n, c: None if sum(n) == 0 else sqrt(right.chi_square(n, c) or 0))},
    "G without the 2": {"g_statistic": right.split(lambda n, c: None if sum(n) == 0 else (right.g_statistic(n, c) or 0) / 2)},
    "G in nats": {"g_statistic": right.split(lambda n, c: None if sum(n) == 0 else (right.g_statistic(n, c) or 0) * log(2))},
    "twoing not squared": {"twoing": right.split(lambda n, c: None if right.twoing(n, c) is None else sqrt(right.twoing(n, c) or 0))},
    "twoing without the quarter": {
        "twoing": right.split(lambda n, c: None if right.twoing(n, c) is None else 4 * (right.twoing(n, c) or 0))
    },
    "recall and precision exchanged": {"recall": right.CORRECT["precision"]},
    "precision and recall exchanged": {"precision": right.CORRECT["recall"]},
    "precision 0 where nothing is predicted": {"precision": right.table(lambda tp, fn, fp, tn: right.ratio(tp, tp + fp) or 0.0)},
    "specificity is recall": {"specificity": right.CORRECT["recall"]},
    "negative predictive value is specificity": {"negative_predictive_value": right.CORRECT["specificity"]},
    "F1 as the arithmetic mean": {
        "f1": right.table(lambda tp, fn, fp, tn: None if not (tp + fn and tp + fp) else (tp / (tp + fn) + tp / (tp + fp)) / 2)
    },
    "F1 without the 2 below": {"f1": right.table(lambda tp, fn, fp, tn: right.ratio(2 * tp, tp + fn + fp))},
    "F1 from precision and recall, no value at 0": {"f1": right.table(lambda tp, fn, fp, tn: right.f1(tp, fn, fp, tn) if tp else None)},
    "accuracy without true negatives": {"accuracy": right.table(lambda tp, fn, fp, tn: right.ratio(tp, tp + fn + fp))},
    "kappa without chance": {"cohen_kappa": right.table(lambda tp, fn, fp, tn: right.ratio(tp + tn, tp + fn + fp + tn))},
    "kappa with chance 1/2": {
        "cohen_kappa": right.table(
            lambda tp, fn, fp, tn: None if right.kappa(tp, fn, fp, tn) is None else 2 * (tp + tn) / (tp + fn + fp + tn) - 1
        )
    },
    "balanced accuracy of recall and precision": {
        "balanced_accuracy": right.table(
            lambda tp, fn, fp, tn: None if not (tp + fn and tn + fp and tp + fp) else (tp / (tp + fn) + tp / (tp + fp)) / 2
        )
    },
    "AUC with ties lost": {"auc": auc_ties(0)},
    "AUC with ties won": {"auc": auc_ties(1)},
    "AUC of the negatives": {"auc": lambda g: None if right.auc(g) is None else 1 - (right.auc(g) or 0)},
    "ROC with a step for each record": {"roc": roc_per_record},
    "ROC above, not at least": {"roc": roc_above},
    "won and lost exchanged": {"ordered_pairs": lambda g: {**right.pairs(g), "won": right.pairs(g)["lost"], "lost": right.pairs(g)["won"]}},
    "variance with n - 1": {"variance": right.values(lambda v: right.sample_variance(v) if len(v) != 1 else 0.0)},
    "sample variance with n": {"sample_variance": right.values(lambda v: right.variance(v) if len(v) > 1 else None)},
    "mean of nothing is 0": {"mean": right.values(lambda v: right.mean(v) or 0.0)},
    "median for mean": {"mean": right.values(lambda v: sorted(v)[len(v) // 2] if v else None)},
    "exact test on one side": {"mcnemar_exact_p": right.discordant(lambda b, c: right.at_most(min(b, c), b + c))},
    "exact test above 1": {"mcnemar_exact_p": right.discordant(lambda b, c: 2 * right.at_most(min(b, c), b + c))},
    "mid-p is the exact p": {"mcnemar_mid_p": right.discordant(right.exact_p)},
    "McNemar without the square": {"mcnemar_chi_square": right.discordant(lambda b, c: right.ratio(abs(b - c), b + c))},
    "McNemar with a correction unasked": {"mcnemar_chi_square": right.discordant(right.mcnemar(1))},
    "a correction of 1/2": {"mcnemar_corrected": right.discordant(right.mcnemar(0.5))},
    "folds of the ceiling": {"k_fold": lambda g: small_last_fold(int(g["records"]), int(g["folds"]))},
    "folds that lose records": {"k_fold": lambda g: lost_records(int(g["records"]), int(g["folds"]))},
    "Wald by n - 1": {
        "wald": right.interval(
            lambda k, n, z: (
                None
                if n == 0
                else right.wald(k, n, z)
                if n == 1
                else {**(right.wald(k, n, z) or {}), "half_width": z * sqrt(k / n * (1 - k / n) / (n - 1))}
            )
        )
    },
    "Wald for Wilson": {"wilson": right.interval(right.wald)},
    "Wilson's centre is the rate": {
        "wilson": right.interval(
            lambda k, n, z: (
                None
                if n == 0
                else {"low": k / n - w["half_width"], "high": k / n + w["half_width"], "half_width": w["half_width"]}
                if (w := right.wilson(k, n, z))
                else None
            )
        )
    },
    "standard error without the root": {
        "standard_error": lambda g: None if g["records"] == "0" else (right.CORRECT["standard_error"](g) or 0) ** 2
    },
    **PLANTED_TREES,
}


def records_in(given: Given) -> int:
    """How many records an input has: the rows of a table, the elements of lists, or what counts add up to."""
    if "data" in given:
        return len(given["data"]["rows"])
    text = dumps({name: part for name, part in given.items() if name not in ("z", "alpha", "penalty")})
    return sum(int(n) for n in text.replace("+", "").replace("-", "").split('"') if n.isdecimal())


if __name__ == "__main__":
    from dtref.oracle.judge.generators.generated_cases import smallest_failure
    from dtref.oracle.judge.questions import FunctionAdapter

    found_all, most, longest = 0, 0, 0.0
    for name, changed in PLANTED.items():
        (operation,) = changed
        begun = monotonic()
        found = smallest_failure(FunctionAdapter(lambda o, g, changed=changed: right.answer(o, g, changed)), operation)  # type: ignore[misc]
        took = monotonic() - begun
        print(f"{name:56} {took:4.1f} s {'MISSED' if found is None else dumps(dict(found.case.call.given))}", flush=True)
        if found is not None:
            found_all, most, longest = found_all + 1, max(most, records_in(found.case.call.given)), max(longest, took)
    print(f"{found_all} of {len(PLANTED)} found, each with at most {most} records, in at most {longest:.1f} s")
