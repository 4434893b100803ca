"""
A correct implementation in doubles of what cases are generated for: written from the definitions, as elsewhere it would be.

It imports nothing of dtref. None is no value. `PLANTED` in planted.py makes it wrong, one realistic mistake at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import comb, log2, sqrt
from typing import Any

Given = Mapping[str, Any]
Counts = Sequence[float]


def floats(texts: Sequence[str]) -> list[float]:
    return [number(text) for text in texts]


def number(text: str) -> float:
    top, _, below = text.partition("/")
    return float(top) / float(below or 1)


def gini(counts: Counts) -> float | None:
    n = sum(counts)
    return None if n == 0 else 1 - sum((k / n) ** 2 for k in counts)


def entropy(counts: Counts) -> float | None:
    n = sum(counts)
    return None if n == 0 else -sum(k / n * log2(k / n) for k in counts if k > 0)


def error(counts: Counts) -> float | None:
    n = sum(counts)
    return None if n == 0 else 1 - max(counts) / n


def dkm(counts: Counts) -> float | None:
    n = sum(counts)
    return None if n == 0 or len(counts) > 2 else 2 * sqrt(counts[0] / n * (1 - counts[0] / n))


def hellinger(node: Counts, children: Sequence[Counts]) -> float | None:
    """By the form that rounds worse; what rounding makes of 0 is not below it."""
    if len(node) != 2 or not all(node):
        return None
    return sqrt(max(0.0, 2 - 2 * sum(sqrt(a * b / (node[0] * node[1])) for a, b in children)))


Impurity = Callable[[Counts], float | None]


def weighted(impurity: Impurity, children: Sequence[Counts]) -> float | None:
    n = sum(map(sum, children))
    return None if n == 0 else sum(sum(child) / n * (impurity(child) or 0.0) for child in children if sum(child))


def reduction(impurity: Impurity) -> Callable[[Counts, Sequence[Counts]], float | None]:
    def reduce(node: Counts, children: Sequence[Counts]) -> float | None:
        before, after = impurity(node), weighted(impurity, children)
        return None if before is None or after is None else before - after

    return reduce


def split_info(children: Sequence[Counts]) -> float | None:
    return entropy([sum(child) for child in children])


def gain_ratio(node: Counts, children: Sequence[Counts]) -> float | None:
    gain, info = reduction(entropy)(node, children), split_info(children)
    return None if gain is None or not info else gain / info


def chi_square(node: Counts, children: Sequence[Counts]) -> float | None:
    n = sum(node)
    cells = [(k, sum(child) * node[j] / n) for child in children for j, k in enumerate(child)] if n else []
    return sum((k - e) ** 2 / e for k, e in cells if e > 0) if n else None


def g_statistic(node: Counts, children: Sequence[Counts]) -> float | None:
    gain = reduction(entropy)(node, children)
    return None if gain is None else 2 * sum(node) * gain


def twoing(_: Counts, children: Sequence[Counts]) -> float | None:
    if len(children) != 2 or not all(map(sum, children)):
        return None
    left, right = children
    n = sum(left) + sum(right)
    return sum(left) / n * sum(right) / n / 4 * sum(abs(a / sum(left) - b / sum(right)) for a, b in zip(left, right, strict=True)) ** 2


def ratio(top: float, bottom: float) -> float | None:
    return top / bottom if bottom else None


def f1(tp: float, fn: float, fp: float, _: float) -> float | None:
    return ratio(2 * tp, 2 * tp + fn + fp)


def kappa(tp: float, fn: float, fp: float, tn: float) -> float | None:
    n = tp + fn + fp + tn
    if n == 0:
        return None
    chance = ((tp + fn) * (tp + fp) + (fp + tn) * (fn + tn)) / n / n
    return ratio((tp + tn) / n - chance, 1 - chance)


def both(combine: Callable[[float, float], float]) -> Callable[..., float | None]:
    def of(tp: float, fn: float, fp: float, tn: float) -> float | None:
        recall, specificity = ratio(tp, tp + fn), ratio(tn, tn + fp)
        return None if recall is None or specificity is None else combine(recall, specificity)

    return of


def scored(g: Given) -> list[tuple[float, bool]]:
    return [(number(s), label == g["positive"]) for s, label in zip(g["scores"], g["labels"], strict=True)]


def pairs(g: Given) -> dict[str, int]:
    every = [(p, n) for p, good in scored(g) if good for n, bad in scored(g) if not bad]
    return {"won": sum(p > n for p, n in every), "tied": sum(p == n for p, n in every), "lost": sum(p < n for p, n in every)}


def auc(g: Given) -> float | None:
    found = pairs(g)
    return ratio(found["won"] + found["tied"] / 2, sum(found.values()))


def roc(g: Given) -> list[list[Any]]:
    rows = scored(g)

    def vertex(label: Any, t: float) -> list[Any]:
        tp, fp = (sum(s >= t and good is kind for s, good in rows) for kind in (True, False))
        fn, tn = (sum(s < t and good is kind for s, good in rows) for kind in (True, False))
        return [label, tp, fp, tn, fn, ratio(tp, tp + fn), ratio(fp, fp + tn)]

    return [vertex("above every score", float("inf")), *(vertex(t, t) for t in sorted({s for s, _ in rows}, reverse=True))]


def mean(values: Counts) -> float | None:
    return sum(values) / len(values) if values else None


def squares(values: Counts) -> float:
    centre = sum(values) / len(values)
    return sum((v - centre) ** 2 for v in values)


def variance(values: Counts) -> float | None:
    return squares(values) / len(values) if values else None


def sample_variance(values: Counts) -> float | None:
    return squares(values) / (len(values) - 1) if len(values) > 1 else None


def at_most(k: int, n: int) -> float:
    return sum(comb(n, i) for i in range(k + 1)) / 2**n


def exact_p(b: int, c: int) -> float:
    return min(1.0, 2 * at_most(min(b, c), b + c))


def mid_p(b: int, c: int) -> float:
    here = comb(b + c, b) / 2 ** (b + c)
    return 1 - here / 2 if b == c else 2 * at_most(min(b, c), b + c) - here


def mcnemar(correction: float) -> Callable[[int, int], float | None]:
    return lambda b, c: ratio((abs(b - c) - correction) ** 2, b + c)


def k_fold(n: int, k: int) -> list[dict[str, list[int]]]:
    folds, first = [], 1
    for i in range(k):
        size = n // k + (i < n % k)
        test = list(range(first, first + size))
        folds.append({"training": [j for j in range(1, n + 1) if j not in test], "test": test})
        first += size
    return folds


def wald(k: float, n: float, z: float) -> dict[str, float] | None:
    if n == 0:
        return None
    e = k / n
    half = z * sqrt(e * (1 - e) / n)
    return {"low": e - half, "high": e + half, "half_width": half}


def wilson(k: float, n: float, z: float) -> dict[str, float] | None:
    if n == 0:
        return None
    centre, half = (2 * k + z * z) / (2 * (n + z * z)), z * sqrt(max(0.0, z * z + 4 * k - 4 * k * k / n)) / (2 * (n + z * z))
    return {"low": centre - half, "high": centre + half, "half_width": half}


def standard_error(k: float, n: float) -> float | None:
    return sqrt(k / n * (1 - k / n) / n) if n else None


def node(of: Callable[[Counts], Any]) -> Callable[[Given], Any]:
    return lambda g: of(floats(g["counts"]))


def children(of: Callable[[Sequence[Counts]], Any]) -> Callable[[Given], Any]:
    return lambda g: of([floats(child) for child in g["children"]])


def split(of: Callable[[Counts, Sequence[Counts]], Any]) -> Callable[[Given], Any]:
    return lambda g: of(floats(g["node"]), [floats(child) for child in g["children"]])


def table(of: Callable[[float, float, float, float], Any]) -> Callable[[Given], Any]:
    return lambda g: of(*(number(g[name]) for name in ("tp", "fn", "fp", "tn")))


def values(of: Callable[[Counts], Any]) -> Callable[[Given], Any]:
    return lambda g: of(floats(g["values"]))


def discordant(of: Callable[[int, int], Any]) -> Callable[[Given], Any]:
    return lambda g: of(int(g["only_first"]), int(g["only_second"]))


def interval(of: Callable[[float, float, float], Any]) -> Callable[[Given], Any]:
    return lambda g: of(number(g["errors"]), number(g["records"]), number(g["z"]))


CORRECT: dict[str, Callable[[Given], Any]] = {
    "gini": node(gini),
    "entropy": node(entropy),
    "misclassification_error": node(error),
    "weighted_gini": children(lambda c: weighted(gini, c)),
    "weighted_entropy": children(lambda c: weighted(entropy, c)),
    "weighted_error": children(lambda c: weighted(error, c)),
    "split_info": children(split_info),
    "gini_reduction": split(reduction(gini)),
    "gain": split(reduction(entropy)),
    "error_reduction": split(reduction(error)),
    "gain_ratio": split(gain_ratio),
    "chi_square": split(chi_square),
    "g_statistic": split(g_statistic),
    "twoing": split(twoing),
    "dkm": node(dkm),
    "dkm_reduction": split(reduction(dkm)),
    "hellinger_distance": split(hellinger),
    "g_mean": table(both(lambda a, b: sqrt(a * b))),
    "accuracy": table(lambda tp, fn, fp, tn: ratio(tp + tn, tp + fn + fp + tn)),
    "error_rate": table(lambda tp, fn, fp, tn: ratio(fn + fp, tp + fn + fp + tn)),
    "recall": table(lambda tp, fn, fp, tn: ratio(tp, tp + fn)),
    "precision": table(lambda tp, fn, fp, tn: ratio(tp, tp + fp)),
    "specificity": table(lambda tp, fn, fp, tn: ratio(tn, tn + fp)),
    "miss_rate": table(lambda tp, fn, fp, tn: ratio(fn, tp + fn)),
    "false_positive_rate": table(lambda tp, fn, fp, tn: ratio(fp, tn + fp)),
    "negative_predictive_value": table(lambda tp, fn, fp, tn: ratio(tn, tn + fn)),
    "f1": table(f1),
    "cohen_kappa": table(kappa),
    "balanced_accuracy": table(both(lambda a, b: (a + b) / 2)),
    "youden_j": table(both(lambda a, b: a + b - 1)),
    "auc": auc,
    "roc": roc,
    "ordered_pairs": pairs,
    "variance": values(variance),
    "mean": values(mean),
    "sample_variance": values(sample_variance),
    "mcnemar_exact_p": discordant(exact_p),
    "mcnemar_mid_p": discordant(mid_p),
    "mcnemar_chi_square": discordant(mcnemar(0)),
    "mcnemar_corrected": discordant(mcnemar(1)),
    "k_fold": lambda g: k_fold(int(g["records"]), int(g["folds"])),
    "wald": interval(wald),
    "wilson": interval(wilson),
    "standard_error": lambda g: standard_error(number(g["errors"]), number(g["records"])),
}


def _trees() -> dict[str, Callable[[Given], Any]]:
    """Those of float_trees.py, which stands on this module."""
    from oracle.judge.float_trees import of_trees

    return of_trees()


def answer(operation: str, given: Given, changed: Mapping[str, Callable[[Given], Any]] | None = None) -> Any:
    """What it answers; NotImplementedError where it has no such operation."""
    own = {**CORRECT, **_trees(), **(changed or {})}
    if operation not in own:
        raise NotImplementedError(operation)
    if "weights" in given:
        raise NotImplementedError("weights of records")
    try:
        return own[operation](given)
    except KeyError as unknown:
        raise NotImplementedError(f"without {unknown}") from None
