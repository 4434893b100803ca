"""
Trees of scikit-learn as a JSON file, without pickle: what `read_scikit_learn` reads in process is written, and read back elsewhere.

Pickles and joblib files are programs: who opens one runs it. So no command opens them; a model is written where it was fitted:

    dtref.write_scikit_learn(model, "model.json")

or, for a model that a module of one's own has, `python -m dtref.io.foreign.scikit_learn_json MODULE:NAME model.json [--names a,b,c]`.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import cast

from dtref.errors import COMMAND_LINE, Invalid
from dtref.exact.checked_call import refuses_other_kinds
from dtref.io.files import write_text
from dtref.io.foreign.exports import SCIKIT_LEARN_EXPORT, exported
from dtref.io.foreign.json_parts import Parts
from dtref.io.foreign.scikit_learn import EVERY_COLUMN, SavedTree, saved_trees, tree_of_arrays
from dtref.io.foreign.scikit_learn_arrays import Arrays
from dtref.io.foreign.tree import ForeignTree, Setting
from dtref.spec.model.attributes import Width

VERSION = 1
_WHOLE = ("children_left", "children_right", "feature", "n_node_samples")
MISSING_SIDE = "missing_go_to_left"
OUTPUTS = "outputs"
"""The key of the trees of several targets, one for each, in place of "trees"."""
_TREES = "trees"
_IN_BAG = "in_bag"
_TREE = ("kind", "columns", "classes", "notes", "settings", "outputs", "arrays")


@refuses_other_kinds
def write_scikit_learn(model: object, path: str | Path, names: Sequence[str] | None = None, classes: Sequence[str] | None = None) -> None:
    """
    Writes a fitted model's trees. Conventions and errors: as `dtref.read_scikit_learn` and `dtref.read_scikit_learn_forest`.

    >>> write_scikit_learn("a model", "no/such/model.json", ["x"])
    Traceback (most recent call last):
    dtref.errors.Invalid: model: expected a fitted forest, with estimators_ (got 'str')
    """
    trees = [tree_object(tree) for tree in saved_trees(model, names, classes)]
    write_text(path, json.dumps({SCIKIT_LEARN_EXPORT.key: VERSION, _TREES: trees}) + "\n")


def tree_object(tree: SavedTree) -> dict[str, object]:
    """What is read of a tree as a JSON object."""
    arrays: dict[str, list[object]] = {}
    for name in (*EVERY_COLUMN, *((MISSING_SIDE,) if hasattr(tree.arrays, MISSING_SIDE) else ())):
        read = int if name in (*_WHOLE, MISSING_SIDE) else repr_of_double
        cells = getattr(tree.arrays, name)
        arrays[name] = [[repr_of_double(x) for x in row[0]] for row in cells] if name == "value" else [read(x) for x in cells]
    settings = {setting.name: setting.value for setting in tree.settings}
    facts = (tree.kind, list(tree.names), list(tree.labels), list(tree.notes), settings, int(tree.arrays.n_outputs), arrays)
    return {**dict(zip(_TREE, facts, strict=True)), **({_IN_BAG: list(tree.in_bag)} if tree.in_bag else {})}


def repr_of_double(x: float) -> float | str:
    """A double as JSON has it; an infinity, which JSON lacks, as a text."""
    number = float(x)
    return number if abs(number) < float("inf") else str(number)


def read_scikit_learn_json(path: Path) -> tuple[ForeignTree, ...]:
    """The trees of a file of `write_scikit_learn`. Errors: Invalid for any other file, another version, and arrays that make no tree."""
    return tuple(tree_of_export(part) for part in export_root(path, _TREES)[_TREES].items())


def export_root(path: Path, key: str) -> Parts:
    """The outermost object of an export that has trees under a key. Errors: Invalid for any other file, and another version."""
    root = exported(path, SCIKIT_LEARN_EXPORT)
    if OUTPUTS in root and key == _TREES:
        raise Invalid(f"{path.name}, {OUTPUTS}", "trees of one target; dtref.read_scikit_learn_outputs_json reads several", "several")
    root.only((SCIKIT_LEARN_EXPORT.key, key))
    version = root[SCIKIT_LEARN_EXPORT.key].whole()
    if version != VERSION:
        raise Invalid(f"{path.name}, {SCIKIT_LEARN_EXPORT.key}", f"version {VERSION}", version)
    return root


def tree_of_export(part: Parts) -> ForeignTree:
    """A tree of an export. Errors: Invalid for arrays that make no tree."""
    part.only((*_TREE, _IN_BAG))
    names, labels = part.names("columns"), part.names("classes")
    arrays = part["arrays"]
    arrays.only((*EVERY_COLUMN, MISSING_SIDE))
    columns: dict[str, object] = {
        name: arrays.column(name, _NUMBERS.get(name, Parts.whole if name in _WHOLE else _double))
        for name in EVERY_COLUMN
        if name != "value"
    }
    _check_children(arrays)
    columns["value"] = [[[(_weight if labels else _double)(cell) for cell in row.items()]] for row in arrays["value"].items()]
    if MISSING_SIDE in arrays:
        columns[MISSING_SIDE] = arrays.column(MISSING_SIDE, lambda cell: cell.index(2), len(arrays["feature"].items()))
    read = cast(Arrays, SimpleNamespace(**columns, n_features=len(names), n_outputs=part["outputs"].whole()))
    if read.n_outputs != 1:
        raise Invalid(part["outputs"].where, "one output", read.n_outputs)
    settings = tuple(Setting(name, part["settings"][name].text()) for name in part["settings"].fields())
    notes = part.column("notes", Parts.text)
    in_bag = part.column(_IN_BAG, lambda cell: int(cell.count())) if _IN_BAG in part else ()
    try:
        return tree_of_arrays(SavedTree(part["kind"].text(), names, labels, notes, settings, read, in_bag=in_bag))
    except Invalid as problem:
        raise Invalid(f"{arrays.where}, {problem.where}", problem.wanted, problem.got) from None


def _check_children(arrays: Parts) -> None:
    """Errors: Invalid for a row with one child."""
    sides = zip(*(arrays[name].items() for name in ("children_left", "children_right")), strict=False)
    odd = next((right for left, right in sides if (left.whole() < 0) != (right.whole() < 0)), None)
    if odd is not None:
        raise Invalid(odd.where, "two children, or -1 twice at a leaf", odd.whole())


def _weight(cell: Parts) -> float:
    x = _double(cell)
    if x < 0:
        raise Invalid(cell.where, "0 or more", x)
    return x


def _double(cell: Parts) -> float:
    if cell.value in ("inf", "-inf"):
        return float(cell.text())
    return float(cell.float(Width.FLOAT64))


_NUMBERS: Mapping[str, Callable[[Parts], float]] = {
    "n_node_samples": lambda cell: int(cell.count()),
    "weighted_n_node_samples": _weight,
}
"""The readers of the columns that hold numbers of records."""


def write_named_model(words: Sequence[str]) -> None:
    """
    Writes the model MODULE:NAME of words of a command line, which may name its columns. Errors: Invalid for a module that isn't there, one
    without that name, and as `write_scikit_learn`; SystemExit for other words.
    """
    reader = ArgumentParser("python -m dtref.io.foreign.scikit_learn_json", description="Writes a fitted model's trees as JSON.")
    reader.add_argument("model", metavar="MODULE:NAME", help="the model, by its name in a module")
    reader.add_argument("file", metavar="FILE", help="the file to write")
    reader.add_argument("--names", metavar="a,b,c", help="the columns in order, for a model that was fitted to an array without names")
    asked = reader.parse_args(words)
    module_name, colon, name = str(asked.model).partition(":")
    if not colon:
        raise Invalid("model", "MODULE:NAME", asked.model)
    try:
        module = import_module(module_name)
    except ModuleNotFoundError as problem:
        raise Invalid("model", f"a module {module_name} that can be imported", str(problem)) from None
    model = getattr(module, name, None)
    if model is None:
        raise Invalid(module_name, f"a model called {name}", "none")
    before = COMMAND_LINE.set(True)
    try:
        write_scikit_learn(model, asked.file, asked.names.split(",") if asked.names else None)
    finally:
        COMMAND_LINE.reset(before)


if __name__ == "__main__":
    sys.path.insert(0, "")  # modules of the folder where one is
    try:
        write_named_model(sys.argv[1:])
    except Invalid as problem:
        print(f"dtref: {problem}", file=sys.stderr)
        sys.exit(2)
