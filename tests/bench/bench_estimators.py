"""
The exact estimators beside scikit-learn's: seconds of a fit, a prediction and a search, the best of some runs, and the greatest memory.

Run: python tests/bench/bench_estimators.py [RECORDS ...] prints a table; by default 1000 10000 100000. One thread each.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import perf_counter
from tracemalloc import get_traced_memory, start, stop
from typing import Any

import numpy as np
import pandas as pd
from sklearn.compose import make_column_transformer
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from dtref.sklearn import ExactTreeClassifier, ExactTreeRegressor

COLUMNS = 10
GRID = {"max_depth": [2, 4, 6, 8, None], "min_samples_leaf": [1, 2, 5, 10]}


def numbers(records: int, decimals: int = 15) -> tuple[Any, Any, Any]:
    """A matrix of numbers, classes that hang on three columns, and a number that hangs on one, in hundredths."""
    random = np.random.default_rng(0)
    X = random.normal(size=(records, COLUMNS)).round(decimals)  # noqa: N806
    z = (X[:, 0] + X[:, 1] * X[:, 2] + random.normal(size=records)).round(2)
    return X, (z > 0).astype(int), z


def mixed(records: int) -> tuple[Any, Any]:
    """A frame of four columns of numbers and four of categories, of 3 to 12 values."""
    random = np.random.default_rng(0)
    X, y, _ = numbers(records)  # noqa: N806
    frame = pd.DataFrame(X[:, :4], columns=list("abcd"))
    for name, values in zip("efgh", (3, 5, 8, 12), strict=True):
        frame[name] = pd.Categorical.from_codes(random.integers(0, values, records), [f"{name}{i}" for i in range(values)])
    return frame, np.where(frame["h"].cat.codes % 3 == 0, 1 - y, y)


def best(call: Callable[[], object], runs: int) -> float:
    """The least seconds of some runs."""
    seconds = []
    for _ in range(runs):
        began = perf_counter()
        call()
        seconds.append(perf_counter() - began)
    return min(seconds)


def memory(call: Callable[[], object]) -> float:
    """The greatest memory of a call that Python and numpy ask for, in MB."""
    start()
    call()
    most = get_traced_memory()[1] / 2**20
    stop()
    return most


def rows(records: int) -> list[tuple[str, float, float]]:
    """Each comparison: its name, our seconds (or MB), scikit-learn's."""
    runs = 7 if records <= 10_000 else 2
    X, y, z = numbers(records)  # noqa: N806
    coarse, coarse_y, _ = numbers(records, 1)
    table: list[tuple[str, float, float]] = []
    for name, ours, theirs, data, target in (
        ("numbers, gini", ExactTreeClassifier(), DecisionTreeClassifier(random_state=0), X, y),
        ("numbers, entropy", ExactTreeClassifier(criterion="entropy"), DecisionTreeClassifier(criterion="entropy", random_state=0), X, y),
        ("one decimal, gini", ExactTreeClassifier(), DecisionTreeClassifier(random_state=0), coarse, coarse_y),
        ("numbers, squared error", ExactTreeRegressor(), DecisionTreeRegressor(random_state=0), X, z),
    ):
        table.append((f"{name}: fit", *(best(lambda e=e, d=data, t=target: e.fit(d, t), runs) for e in (ours, theirs))))  # type: ignore[misc]
        table.append((f"{name}: predict", *(best(lambda e=e, d=data: e.predict(d), runs) for e in (ours, theirs))))  # type: ignore[misc]
    table.append(
        ("numbers, gini: MB of a fit", *(memory(lambda e=e: e.fit(X, y)) for e in (ExactTreeClassifier(), DecisionTreeClassifier())))
    )  # type: ignore[misc]
    frame, target = mixed(records)
    encoder = make_column_transformer((OneHotEncoder(), list("efgh")), remainder="passthrough")
    pair = ExactTreeClassifier(), make_pipeline(encoder, DecisionTreeClassifier(random_state=0))
    table.append(("categories (one-hot there): fit", *(best(lambda e=e: e.fit(frame, target), runs) for e in pair)))  # type: ignore[misc]
    table.append(("categories (one-hot there): predict", *(best(lambda e=e: e.predict(frame), runs) for e in pair)))  # type: ignore[misc]
    if records <= 10_000:
        searches = [GridSearchCV(e, GRID, cv=5) for e in (ExactTreeClassifier(), DecisionTreeClassifier(random_state=0))]
        table.append(("search of 20 settings, 5 folds", *(best(lambda s=s: s.fit(X, y), 1) for s in searches)))  # type: ignore[misc]
    return table


def main() -> None:
    """Print the table, as Markdown."""
    print("| records | what | exact | scikit-learn | ratio |\n| ---: | --- | ---: | ---: | ---: |")
    for records in map(int, sys.argv[1:] or ("1000", "10000", "100000")):
        for name, ours, theirs in rows(records):
            print(f"| {records:,} | {name} | {ours:.4g} | {theirs:.4g} | {ours / theirs:.2f} |", flush=True)


if __name__ == "__main__":
    main()
