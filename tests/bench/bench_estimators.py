"""
The exact estimators beside scikit-learn's: seconds of a fit, a prediction and a search, the best of some runs, and the greatest memory.

Run: python tests/bench/bench_estimators.py TIMES.jsonl [RECORDS ...] measures, and adds lines to the file; by default 1000 10000 100000
1000000. With --write it writes the table in README.md from the last line of each comparison. One thread each.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from time import process_time
from tracemalloc import get_traced_memory, start, stop
from typing import Any, TypeAlias

import numpy as np
import pandas as pd
from sklearn.compose import make_column_transformer
from sklearn.ensemble import RandomForestClassifier
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

from dtref.sklearn import ExactForestClassifier, ExactTreeClassifier, ExactTreeRegressor

Row: TypeAlias = tuple[str, float, float]
"""What is compared, and what ours and theirs take."""

README = Path(__file__).with_name("README.md")
BEGIN, END = "<!-- estimators: made by tests/bench/bench_estimators.py --write -->", "<!-- end of estimators -->"
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


def compared(name: str, pair: Sequence[Any], what: str, given: Sequence[Any], runs: int) -> Row:
    """A row: seconds of a method of ours and of theirs; or MB."""
    measured = memory if name.endswith("MB") else best
    ours, theirs = (measured(partial(getattr(estimator, what), *given), runs) for estimator in pair)
    return name, ours, theirs


def rows(records: int) -> Iterator[Row]:
    """Each comparison: its name, our seconds (or MB), scikit-learn's."""
    runs = 7 if records <= 10_000 else 2 if records <= 100_000 else 1
    X, y, z = numbers(records)  # noqa: N806
    coarse, coarse_y, _ = numbers(records, 1)
    for name, ours, theirs, data, target in (
        ("numbers, gini", ExactTreeClassifier(), DecisionTreeClassifier(random_state=0), X, y),
        ("numbers, entropy", ExactTreeClassifier(criterion="entropy"), DecisionTreeClassifier(criterion="entropy", random_state=0), X, y),
        ("one decimal, gini", ExactTreeClassifier(), DecisionTreeClassifier(random_state=0), coarse, coarse_y),
        ("numbers, squared error", ExactTreeRegressor(), DecisionTreeRegressor(random_state=0), X, z),
    ):
        yield compared(f"{name}: fit", (ours, theirs), "fit", (data, target), runs)
        yield compared(f"{name}: predict", (ours, theirs), "predict", (data,), 7)
    pair: tuple[Any, Any] = ExactTreeClassifier(), DecisionTreeClassifier(random_state=0)
    if records <= 100_000:
        yield compared("numbers, gini: fit, MB", pair, "fit", (X, y), 1)
        forests = ExactForestClassifier(20, random_state=0), RandomForestClassifier(20, random_state=0)
        yield compared("forest of 20 trees, a root of columns: fit", forests, "fit", (X, y), 1)
    frame, labels = mixed(records)
    encoder = make_column_transformer((OneHotEncoder(), list("efgh")), remainder="passthrough")
    pair = ExactTreeClassifier(), make_pipeline(encoder, DecisionTreeClassifier(random_state=0))
    yield compared("categories (one-hot there): fit", pair, "fit", (frame, labels), runs)
    yield compared("categories (one-hot there): predict", pair, "predict", (frame,), 7)
    if records <= 100_000:
        searches = [GridSearchCV(estimator, GRID, cv=5) for estimator in (ExactTreeClassifier(), DecisionTreeClassifier(random_state=0))]
        yield compared("search of 20 settings, 5 folds", searches, "fit", (X, y), 3 if records <= 1000 else 1)


def table(times: Path) -> str:
    """The table of what was measured, the last of each comparison."""
    last: dict[tuple[int, str], tuple[float, float]] = {}
    for line in times.read_text("utf-8").splitlines():
        records, name, ours, theirs = json.loads(line)
        last[records, name] = ours, theirs
    lines = ["| records | what | exact | scikit-learn | ratio |", "| ---: | --- | ---: | ---: | ---: |"]
    for (records, name), (ours, theirs) in sorted(last.items(), key=lambda pair: pair[0][0]):
        lines.append(f"| {records:,} | {name} | {ours:.4g} | {theirs:.4g} | {ours / theirs:.2f} |")
    return "\n".join(lines)


def main() -> None:
    """Measure, or write the table."""
    times, asked = Path(sys.argv[1]), sys.argv[2:]
    if asked == ["--write"]:
        before, _, rest = README.read_text("utf-8").partition(BEGIN)
        README.write_text(f"{before}{BEGIN}\n\n{table(times)}\n\n{END}{rest.partition(END)[2]}", "utf-8")
        return
    for records in map(int, asked or ("1000", "10000", "100000", "1000000")):
        for row in rows(records):
            with times.open("a", encoding="utf-8") as file:
                file.write(json.dumps([records, *row]) + "\n")
            print(records, *row, round(row[1] / row[2], 2), flush=True)


if __name__ == "__main__":
    main()
