"""
The exact estimators beside scikit-learn's: seconds of a fit, a prediction and a search, the best of some runs, and the greatest memory.

Run: python tests/bench/bench_estimators.py [RECORDS ...] prints a table; by default 1000 10000 100000. One thread each.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from time import process_time
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
    """The least seconds of processor time of some runs."""
    seconds = []
    for _ in range(runs):
        began = process_time()
        call()
        seconds.append(process_time() - began)
    return min(seconds)


def memory(call: Callable[[], object], _: int) -> float:
    """The greatest memory of a call that Python and numpy ask for, in MB."""
    start()
    call()
    most = get_traced_memory()[1] / 2**20
    stop()
    return most


def compared(name: str, pair: Sequence[Any], what: str, given: Sequence[Any], runs: int) -> tuple[str, float, float]:
    """A row: seconds of a method of ours and of theirs; or MB."""
    measured = memory if name.endswith("MB") else best
    ours, theirs = (measured(partial(getattr(estimator, what), *given), runs) for estimator in pair)
    return name, ours, theirs


def rows(records: int) -> Iterator[tuple[str, float, float]]:
    """Each comparison: its name, our seconds (or MB), scikit-learn's."""
    runs = 7 if records <= 10_000 else 2
    X, y, z = numbers(records)  # noqa: N806
    coarse, coarse_y, _ = numbers(records, 1)
    for name, ours, theirs, data, target in (
        ("numbers, gini", ExactTreeClassifier(), DecisionTreeClassifier(random_state=0), X, y),
        ("numbers, entropy", ExactTreeClassifier(criterion="entropy"), DecisionTreeClassifier(criterion="entropy", random_state=0), X, y),
        ("one decimal, gini", ExactTreeClassifier(), DecisionTreeClassifier(random_state=0), coarse, coarse_y),
        ("numbers, squared error", ExactTreeRegressor(), DecisionTreeRegressor(random_state=0), X, z),
    ):
        yield compared(f"{name}: fit", (ours, theirs), "fit", (data, target), runs)
        yield compared(f"{name}: predict", (ours, theirs), "predict", (data,), runs)
    yield compared("numbers, gini: fit, MB", (ExactTreeClassifier(), DecisionTreeClassifier()), "fit", (X, y), 1)
    if records <= 10_000:
        searches = [GridSearchCV(e, GRID, cv=5) for e in (ExactTreeClassifier(), DecisionTreeClassifier(random_state=0))]
        yield compared("search of 20 settings, 5 folds", searches, "fit", (X, y), 1)
    frame, labels = mixed(records)
    encoder = make_column_transformer((OneHotEncoder(), list("efgh")), remainder="passthrough")
    pair = ExactTreeClassifier(), make_pipeline(encoder, DecisionTreeClassifier(random_state=0))
    yield compared("categories (one-hot there): fit", pair, "fit", (frame, labels), runs)
    yield compared("categories (one-hot there): predict", pair, "predict", (frame,), runs)


def main() -> None:
    """Print the table, as Markdown."""
    print("| records | what | exact | scikit-learn | ratio |\n| ---: | --- | ---: | ---: | ---: |")
    for records in map(int, sys.argv[1:] or ("1000", "10000", "100000")):
        for name, ours, theirs in rows(records):
            print(f"| {records:,} | {name} | {ours:.4g} | {theirs:.4g} | {ours / theirs:.2f} |", flush=True)


if __name__ == "__main__":
    main()
