"""Models of other programs, generated data for them, and records at every border of a tree: what the peers of formats share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import isnan
from typing import Any, TypeAlias

import numpy as np
from attrs import frozen

from dtref.io.foreign.prediction import foreign_predictor
from dtref.io.foreign.tree import Cut, ForeignTree, foreign_nodes

COLUMNS = ("a", "b", "c")
MODELS, PROBES = 30, 1000
KINDS = ("u", "v, w", "long name", "z")

Array: TypeAlias = Any
"""An array of numpy; the packages have no types."""


@frozen(eq=False)
class Model:
    """
    A model as the program has it: its predictions for rows of numbers, and the same as its file says. leaves: whether leaves are
    compared, by their names. categories: the values of columns whose numbers stand for them.
    """

    predict: Callable[[Array], Sequence[object]]
    tree: ForeignTree
    gaps: bool
    leaves: bool = False
    categories: Mapping[str, Sequence[str]] = {}


def data(seed: int, gaps: bool) -> tuple[Array, Array, Array]:
    """Rows of three columns (repeated values, decimals, wide), a class of three, and a number."""
    rng = np.random.default_rng(seed)
    x = np.column_stack(
        [rng.integers(0, 7, 90) / 2, rng.normal(0, 3, 90).round(rng.integers(0, 4)), rng.normal(0, 1, 90) * 10.0 ** rng.integers(-6, 7)]
    )
    score = x[:, 0] + np.sign(x[:, 1]) + x[:, 2] / np.abs(x[:, 2]).max()
    label = np.array(["no", "yes", "maybe"])[np.digitize(score, [0.5, 2.5])]
    if gaps:
        x[rng.random(x.shape) < 0.1] = np.nan
    return x, label, score.round(2)


def probes(model: Model, x: Array, names: Sequence[str] = COLUMNS) -> Array:
    """Records at every border of a tree. names: of the columns, where the tree does not say."""
    rows: list[Array] = []
    kinds = {name: len(values) for name, values in model.categories.items()}
    cuts: list[Cut | None] = [node.ask for node in foreign_nodes(model.tree.root) if isinstance(node.ask, Cut)]
    cuts = cuts or [None]
    names = list(model.tree.columns) or list(names)
    i = 0
    while len(rows) < PROBES:
        for cut in cuts:
            base = x[i % len(x)].copy()
            i += 1
            at = 0.0 if cut is None else float(cut.cut)
            near32 = np.float32(at)
            values = (
                at,
                np.nextafter(at, np.inf),
                np.nextafter(at, -np.inf),
                np.nextafter(near32, np.float32(np.inf)),
                np.nextafter(near32, np.float32(-np.inf)),
            )
            for value in (*values, *([np.nan] if model.gaps else [])):
                if np.isinf(value):  # CatBoost has cuts at the greatest float
                    continue
                row = base.copy()
                row[0 if cut is None else names.index(cut.attribute)] = float(value)
                rows.append(row)
            # each category in turn; and, but for two of them, none
            for name, count in kinds.items():
                base[names.index(name)] = np.nan if model.gaps and count > 2 and i % 7 == 0 else i % count
            rows.append(base)
    return np.array(rows)


def record_of(row: Array, names: Sequence[str], categories: Mapping[str, Sequence[str]]) -> dict[str, object]:
    """A row as a record, None where a value is missing."""
    cells = {name: None if isnan(value) else float(value) for name, value in zip(names, row, strict=True)}
    return {name: x if x is None or name not in categories else categories[name][int(x)] for name, x in cells.items()}


def comparable(answer: Any) -> str | float | None:
    """An answer as it is compared: a label as text, a number as a double, as the program gives it."""
    return answer if isinstance(answer, str | None) else float(Fraction(answer))


def compared(model: Model, x: Array) -> tuple[int, int]:
    """The number of records tried, and of those predicted otherwise."""
    rows = probes(model, x if model.gaps else np.nan_to_num(x))
    predict, names = foreign_predictor(model.tree), list(model.tree.columns) or list(COLUMNS)
    wrong = 0
    for row, theirs in zip(rows, model.predict(rows), strict=True):
        predicted = predict(record_of(row, names, model.categories))
        (ours,) = (predicted.passed[-1].node.place,) if model.leaves else predicted.labels or (None,)
        wrong += comparable(ours) != comparable(theirs)
    return len(rows), wrong
