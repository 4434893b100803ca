"""The CHAID package for Python: a tree of it, and generated tables of nominal and ordinal columns, with gaps, to grow one from."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from contextlib import redirect_stdout
from fractions import Fraction
from importlib import metadata
from io import StringIO
from random import Random
from typing import Any

from attrs import frozen
from covering import Setting
from peers.library import MISSING, Continuous, DataSet, Nominal, Ordinal, Record

from dtref.io.foreign.chaid import parse_chaid, read_chaid
from dtref.io.foreign.prediction import foreign_predictor
from dtref.io.foreign.tree import ForeignTree


def version() -> str:
    """The version of the package that is installed; "" where there is none."""
    try:
        return metadata.version("CHAID")
    except metadata.PackageNotFoundError:
        return ""


def trees() -> Any:
    """The package's class of trees. It tells, as a warning, that the packages for its drawings aren't there."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from CHAID import Tree
    return Tree


def fitted(data: DataSet, settings: Setting) -> Any:
    """A tree of the package: ordinal values are numbers there."""
    import numpy as np
    import pandas

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        columns: dict[str, Any] = {}
        for i, a in enumerate(data.attributes):
            texts = [r.values[i] for r in data]
            cells = [np.nan if v is MISSING else float(str(v)) if isinstance(a, Ordinal) else v for v in texts]
            columns[a.name] = cells if isinstance(a, Ordinal) else pandas.Series(cells, dtype=object)
        kinds = {a.name: "ordinal" if isinstance(a, Ordinal) else "nominal" for a in data.attributes}
        labels = [float(r.label) if isinstance(r.label, Fraction) else r.label for r in data]
        frame = pandas.DataFrame({**columns, data.target.name: labels})
        tree = trees().from_pandas_df(frame, kinds, data.target.name, **settings)
        tree.build_tree()
    return tree


def by_chaid(data: DataSet, setting: Setting) -> ForeignTree:
    """A tree of the package, read."""
    return read_chaid(fitted(data, setting))


PARAMETERS = {
    "alpha_merge": (0.05, 0.3),
    "max_depth": (2, 1, 4),
    "min_parent_node_size": (30, 2, 0.2),
    "min_child_node_size": (30, 1, 0.05),
    "is_exhaustive": (False, True),
    "max_splits": (None, 2),
    "split_threshold": (0, 0.2),
}
"""The parameters of the package that shape a tree, and one that does not, with values to try."""


@frozen
class Asked:
    """A generated table, and the settings to grow a tree with."""

    data: DataSet
    settings: Setting


def asked(seed: int, sizes: Sequence[int] = (20, 40, 80)) -> Asked:
    """A table of some number of records and up to four columns, half of the labels at random."""
    random = Random(seed)
    classes = random.choice((2, 2, 3, 4))
    columns = [_column(random, f"a{i}") for i in range(random.randint(1, 4))]
    gaps = 0.12 if random.random() < 0.4 else 0.0
    records = []
    for _ in range(random.choice(sizes)):
        values = [None if random.random() < gaps else random.choice(a.values) for a in columns]
        place = sum(1 if v is None else a.values.index(v) for a, v in zip(columns, values, strict=True))
        label = place % classes if random.random() < 0.6 else random.randrange(classes)
        records.append(Record(tuple(MISSING if v is None else v for v in values), f"c{label}"))
    pick = random.choice
    settings: dict[str, object] = {
        "alpha_merge": pick((0.05, 0.3, 0.9)),
        "max_depth": pick((2, 4)),
        "min_parent_node_size": pick((2, 10, 30, 0.1)),
        "min_child_node_size": pick((0, 1, 5, 30, 0.1)),
        "is_exhaustive": random.random() < 0.3,
        "max_splits": pick((None, None, 2, 3)),
    }
    return Asked(DataSet(tuple(columns), Nominal("y", tuple(f"c{j}" for j in range(classes))), tuple(records)), settings)


def totals_of_chaid(printed: bool, models: int) -> tuple[int, int, int]:
    """
    The numbers of models, of records that a tree predicts, and of those that are predicted otherwise. printed: as print_tree has the tree.
    The package predicts the records of training alone, of which there are 1,000 or more.
    """
    records = wrong = 0
    for seed in range(models):
        one = asked(seed, (1000, 1200))
        grown, text = fitted(one.data, one.settings), StringIO()
        with redirect_stdout(text):
            grown.print_tree()
        predict = foreign_predictor(parse_chaid(text.getvalue(), "printed") if printed else read_chaid(grown))
        names = [a.name for a in one.data.attributes]
        for record, theirs in zip(one.data, grown.model_predictions(), strict=True):
            cells = {name: None if value is MISSING else value for name, value in zip(names, record.values, strict=True)}
            labels = predict(cells).labels
            records += bool(labels)
            wrong += bool(labels) and labels != (theirs,)
    return models, records, wrong


def of_numbers(seed: int) -> DataSet:
    """A generated table whose target is the position of the class."""
    data = asked(seed).data
    records = [Record(r.values, Fraction(data.classes.index(str(r.label)))) for r in data]
    return DataSet(data.attributes, Continuous("y"), tuple(records))


def _column(random: Random, name: str) -> Nominal | Ordinal:
    values = random.randint(2, 6)
    if random.random() < 0.4:
        return Ordinal(name, tuple(str(i + 1) for i in range(values)))
    return Nominal(name, tuple(f"v{i}" for i in range(values)))
