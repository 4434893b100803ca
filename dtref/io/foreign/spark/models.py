"""Reads Spark's trees, from a folder that it saved or from the text of toDebugString."""

from __future__ import annotations

from pathlib import Path

from dtref.io.files import read_text
from dtref.io.foreign.spark.debug_string import parse_debug_string
from dtref.io.foreign.spark.saved_model import read_saved_model
from dtref.io.foreign.tree import ForeignTree


def read_spark(path: Path) -> tuple[ForeignTree, ...]:
    """The trees of a saved model, where the path is a folder, else of a text. Errors: as `read_saved_model` and `parse_debug_string`."""
    return read_saved_model(path) if path.is_dir() else parse_debug_string(read_text(path), path.name)
