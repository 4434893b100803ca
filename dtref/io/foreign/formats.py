"""The formats of files that hold trees, with their readers, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeAlias

from dtref.errors import Invalid, within
from dtref.io.foreign.boosted.lightgbm import read_lightgbm
from dtref.io.foreign.boosted.treelite import read_treelite
from dtref.io.foreign.boosted.xgboost import read_xgboost
from dtref.io.foreign.dtref_model import read_own
from dtref.io.foreign.pmml.models import read_pmml
from dtref.io.foreign.printed_trees.quinlan import read_c45, read_c50
from dtref.io.foreign.printed_trees.weka import read_weka
from dtref.io.foreign.rpart import read_rpart
from dtref.io.foreign.tree import ForeignTree

Reader: TypeAlias = Callable[[Path], tuple[ForeignTree, ...]]
"""The trees of a file: one, or those of an ensemble."""

FORMATS: Mapping[str, Reader] = {
    "dtref": lambda path: (read_own(path),),
    "rpart": read_rpart,
    "j48": read_weka,
    "c45": read_c45,
    "c50": read_c50,
    "pmml": read_pmml,
    "xgboost": read_xgboost,
    "lightgbm": read_lightgbm,
    "treelite": read_treelite,
}
"""The readers, by the names that the command line uses."""


def read_foreign(path: Path, file_format: str, number: int = 1, formats: Mapping[str, Reader] | None = None) -> ForeignTree:
    """
    A tree of a file: the only one, or by number, from 1. formats: the readers, by default `FORMATS`. Errors: Invalid for an unknown format
    or number, and as for the reader.
    """
    readers = FORMATS if formats is None else formats
    if file_format not in readers:
        raise Invalid("format", "one of " + ", ".join(readers), file_format)
    with within(str(path), path.name):
        trees = readers[file_format](path)
    if not 1 <= number <= len(trees):
        raise Invalid(f"{path.name}, tree", f"a number from 1 to {len(trees)}", number)
    return trees[number - 1]
