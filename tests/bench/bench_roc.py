"""
Exact AUC and ROC vertices of a million scores beside scikit-learn's, in one run: from arrays, from lists, with many ties and none.

dtref's vertices are whole numbers of records over P and N; scikit-learn's are floats. Both check their input.
Run: python tests/bench/bench_roc.py [records]
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from time import perf_counter

import numpy as np
from sklearn.metrics import roc_auc_score, roc_curve

from dtref.spec.evaluation.ranking.auc import auc, auc_by_trapezoids
from dtref.spec.evaluation.ranking.roc import roc, roc_at_least
from dtref.spec.evaluation.ranking.scores import scored
from dtref.spec.evaluation.ranking.tie_blocks import blocks

ROUNDS = 7


def seconds(first: Callable[[], object], second: Callable[[], object]) -> tuple[float, float]:
    """The best of some rounds of each, taken in turn, so that a busy machine is unkind to both."""
    best = [float("inf")] * 2
    for _ in range(ROUNDS):
        for i, call in enumerate((first, second)):
            start = perf_counter()
            call()
            best[i] = min(best[i], perf_counter() - start)
    return best[0], best[1]


def show(what: str, ours: Callable[[], object], theirs: Callable[[], object]) -> None:
    a, b = seconds(ours, theirs)
    print(f"{what:<46} dtref {a:6.3f} s  scikit-learn {b:6.3f} s  ratio {a / b:5.2f}")


def compare(ties: str, scores: np.ndarray, truth: np.ndarray) -> None:
    exact, listed, labels = auc(scores, truth, 1), scores.tolist(), truth.tolist()
    assert isinstance(exact, Fraction)
    assert exact == auc_by_trapezoids(roc(listed, labels, 1))
    assert abs(float(exact) - roc_auc_score(truth, scores)) < 1e-12
    show(f"AUC, arrays, {ties}", lambda: auc(scores, truth, 1), lambda: roc_auc_score(truth, scores))
    show(f"AUC, lists, {ties}", lambda: auc(listed, labels, 1), lambda: roc_auc_score(labels, listed))
    show(f"vertices, arrays, {ties}", lambda: roc(scores, truth, 1), lambda: roc_curve(truth, scores, drop_intermediate=False))
    from_lists = partial(roc_curve, labels, listed, drop_intermediate=False)
    show(f"vertices, lists, {ties}", lambda: roc(listed, labels, 1), from_lists)
    show(f"vertices, lists, {ties}, no numpy", lambda: roc_at_least(blocks(scored(listed, labels, 1))), from_lists)


def main() -> None:
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 10**6
    chance = np.random.default_rng(1)
    truth = (chance.random(n) < 0.4).astype(int)
    smooth = chance.normal(size=n) + truth
    compare("no ties", smooth, truth)
    compare("1000 values", np.round(smooth * 150) / 150, truth)


if __name__ == "__main__":
    main()
