"""
Many trees of scikit-learn, by all pairs of values of its parameters, each verified under the policy that it states.

Run: python tests/oracle/stated/scikit_learn_pairs.py SHARE [SEED], for a share of the pairs, on generated data and, where DTREF_DATA names
a folder, on the numbers of its CSV files. Prints trees that are wrong, and counts of verdicts and of reasons why something isn't checked.
"""

from __future__ import annotations

import csv
import os
import sys
import warnings
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from attrs import frozen
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import dtref
from dtref.oracle.verify.verdicts import NotChecked, Report

VALUES: Mapping[str, tuple[object, ...]] = {
    "splitter": ("random",),
    "max_depth": (2, 4),
    "min_samples_split": (7, 0.2),
    "min_samples_leaf": (3, 0.07),
    "min_weight_fraction_leaf": (0.06, 0.1),
    "max_features": (1, "sqrt", 0.7),
    "max_leaf_nodes": (2, 4, 9),
    "min_impurity_decrease": (0.01, 0.05),
    "ccp_alpha": (0.005, 0.02),
}
ROWS = 150
"""The most records of a file that are taken."""


@frozen(eq=False)
class Table:
    """Numbers, classes or a number to predict, and whole weights where there are some."""

    name: str
    x: Any
    classes: Any
    numbers: Any
    weights: Any


def generated() -> Iterator[Table]:
    """Tables of few values, of many, of rounded ones, and of both kinds; with weights and without."""
    for seed in range(8):
        rng = np.random.default_rng(seed)
        rows, columns = int(rng.integers(20, 60)), int(rng.integers(2, 6))
        few, many = rng.integers(0, 4, (rows, columns)).astype(float), rng.random((rows, columns))
        x = (few, many, np.round(rng.normal(size=(rows, columns)), 1), np.column_stack([few[:, :1], many[:, 1:]]))[seed % 4]
        number = x[:, 0] + x[:, -1] + rng.normal(size=rows) / 2
        classes = np.digitize(number, np.quantile(number, (1 / 3, 2 / 3) if seed % 3 == 0 else (1 / 2,)))
        yield Table(f"generated {seed}", x, classes, np.round(number, 2), None if seed % 2 else rng.integers(1, 4, rows))


def of_files(folder: Path) -> Iterator[Table]:
    """The columns of numbers of CSV files, the last column as the classes where it has few values, the last but one as the number."""
    for path in sorted(folder.glob("*.csv")):
        with path.open(encoding="utf-8") as file:
            rows = list(csv.reader(file))[1:]
        columns = [list(column) for column in zip(*Random(0).sample(rows, min(ROWS, len(rows))), strict=False)]
        numbers = [np.array(column, float) for column in columns[:-1] if all(map(_is_number, column))]
        names = sorted(set(columns[-1])) if columns else []
        if len(numbers) >= 3 and 2 <= len(names) <= 12:
            classes = np.array([names.index(name) for name in columns[-1]])
            yield Table(path.name, np.column_stack(numbers[:-1][:8]), classes, numbers[-1], None)


def _is_number(cell: str) -> bool:
    return cell.removeprefix("-").replace(".", "", 1).isdecimal()


def pairs(of_classes: bool, columns: int, classes: int) -> Iterator[Mapping[str, object]]:
    """All pairs of values, those of the estimator's kind too."""
    own = {"criterion": ("entropy", "log_loss") if of_classes else ("squared_error", "friedman_mse")}
    weights = {"class_weight": ("balanced", {0: 2, 1: 0.5})} if of_classes else {}
    signs = {} if of_classes and classes > 2 else {"monotonic_cst": ([1] + [0] * (columns - 1), [-1] + [0] * (columns - 2) + [1])}
    values = {**VALUES, **own, **weights, **signs}
    for one, other in combinations(values, 2):
        for a, b in product(values[one], values[other]):
            yield {one: a, other: b}


def report(table: Table, of_classes: bool, parameters: Mapping[str, object], seed: int) -> Report:
    """The verification of one tree."""
    target = table.classes if of_classes else table.numbers
    estimator = DecisionTreeClassifier if of_classes else DecisionTreeRegressor
    model = estimator(random_state=seed, **parameters).fit(table.x, target, table.weights)
    names = [f"x{i}" for i in range(table.x.shape[1])]
    tree = dtref.read_scikit_learn(model, names)
    weights = None if table.weights is None else table.weights.tolist()
    continuous = () if of_classes else ("class",)
    data = dtref.from_arrays(table.x.tolist(), target.tolist(), names=names, weights=weights, continuous=continuous)
    return dtref.verify(tree, data, dtref.policy_of(tree))


def main(share: float, seed: int) -> None:
    """Verifies a share of the pairs on each table."""
    random, verdicts, reasons, trees, wrong = Random(seed), Counter[str](), Counter[str](), 0, 0
    folder = os.environ.get("DTREF_DATA")
    for table in (*generated(), *(of_files(Path(folder)) if folder else ())):
        for of_classes in (True, False):
            for parameters in pairs(of_classes, table.x.shape[1], len(set(table.classes.tolist()))):
                if random.random() >= share:
                    continue
                result = report(table, of_classes, parameters, random.randrange(100))
                trees += 1
                verdicts.update(result.tally)
                reasons.update(v.why for finding in result.findings for v in finding.verdicts if isinstance(v, NotChecked))
                if result.wrong:
                    wrong += 1
                    print("WRONG", table.name, of_classes, parameters, [(f.place, f.verdicts) for f in result.wrong][:2])
    print(trees, "trees,", wrong, "wrong;", dict(verdicts), dict(reasons))


if __name__ == "__main__":
    warnings.simplefilter("ignore")  # friedman_mse is deprecated
    main(float(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0)
