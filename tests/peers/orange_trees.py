"""Trees of Orange with their predictions, as `write_orange` and as `print_tree()` writes them (`python tests/peers/foreign_formats.py`)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from attrs import evolve
from peers.foreign_models import COLUMNS, KINDS, MODELS, Array, Model, data

from dtref.io.foreign.formats import read_foreign


def orange(folder: Path) -> Iterator[tuple[Model, Array]]:
    from Orange.classification import TreeLearner
    from Orange.data import ContinuousVariable, DiscreteVariable, Domain, Table
    from Orange.regression import TreeLearner as RegressionTreeLearner

    from dtref.io.foreign.orange import write_orange

    columns = [*map(ContinuousVariable, COLUMNS), DiscreteVariable("k", KINDS)]
    for seed in range(MODELS):
        x, label, score = data(seed, seed % 3 == 0)
        rng = np.random.default_rng(seed)
        x = np.column_stack([x, rng.integers(0, 3, len(x))])
        classes = seed % 2 == 0
        target = DiscreteVariable("y", ("maybe", "no", "yes")) if classes else ContinuousVariable("y")
        y = np.searchsorted(["maybe", "no", "yes"], label) if classes else score
        learner = TreeLearner if classes else RegressionTreeLearner
        model = learner(binarize=seed % 4 < 2, max_depth=2 + seed % 4)(Table.from_numpy(domain := Domain(columns, target), x, y))
        write_orange(model, folder / "m.json")

        def predict(rows: Array, model: Any = model, domain: Any = domain, classes: bool = classes) -> Sequence[object]:
            found = model(Table.from_numpy(domain, rows, np.zeros(len(rows))))
            return [("maybe", "no", "yes")[int(i)] for i in found] if classes else list(found)

        yield Model(predict, read_foreign(folder / "m.json", "orange"), True, categories={"k": KINDS}), x


PLAIN_KINDS = ("u", "v w", "long name", "z")
"""Values without a comma, which the text has between values."""


def orange_text(folder: Path) -> Iterator[tuple[Model, Array]]:
    """As print_tree() prints trees of binary questions; numbers of six digits, as it prints no more of those with many decimals."""
    from Orange.classification import TreeLearner
    from Orange.data import ContinuousVariable, DiscreteVariable, Domain, Table
    from Orange.regression import TreeLearner as RegressionTreeLearner

    columns = [*map(ContinuousVariable, ("a", "b b", "c")), DiscreteVariable("the kind", PLAIN_KINDS)]
    for seed in range(MODELS):
        x, label, score = data(seed, seed % 3 == 0)
        rng = np.random.default_rng(seed)
        x = np.column_stack([*(np.array([float(f"{value:.5g}") for value in column]) for column in x.T), rng.integers(0, 4, len(x))])
        classes = seed % 2 == 0
        target = DiscreteVariable("y", ("0", "1", "2")) if classes else ContinuousVariable("y")
        y = np.searchsorted(["maybe", "no", "yes"], label) if classes else score
        learner = TreeLearner if classes else RegressionTreeLearner
        model = learner(binarize=True, max_depth=2 + seed % 4)(Table.from_numpy(domain := Domain(columns, target), x, y))
        (folder / "m.txt").write_text(model.print_tree(), "utf-8")
        tree = evolve(read_foreign(folder / "m.txt", "orange-text"), columns=("a", "b b", "c", "the kind"))
        rooted = tree.root.ask.attribute if tree.root.ask else ""

        def predict(
            rows: Array, model: Any = model, domain: Any = domain, classes: bool = classes, rooted: str = rooted
        ) -> Sequence[object]:
            found = model(Table.from_numpy(domain, rows, np.zeros(len(rows))))
            at_root = np.isnan(rows[:, [column.name for column in domain.attributes].index(rooted)])
            # what the root predicts is not printed; means are, to eight decimals
            told = [str(int(i)) for i in found] if classes else [float(np.array2string(np.array([i])).strip("[] ")) for i in found]
            return [None if stays else label for label, stays in zip(told, at_root, strict=True)]

        yield Model(predict, tree, True, categories={"the kind": PLAIN_KINDS}), x
