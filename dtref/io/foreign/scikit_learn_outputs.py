"""Trees of scikit-learn for several targets (multi-output): fitted estimators in process, and their JSON export."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import cast

from dtref.errors import Invalid
from dtref.exact.checked_call import refuses_other_kinds
from dtref.io.files import write_text
from dtref.io.foreign.exports import SCIKIT_LEARN_EXPORT
from dtref.io.foreign.scikit_learn import EVERY_COLUMN, SavedTree, arrays_of, check_feature_names, class_labels, saved_tree, tree_of_arrays
from dtref.io.foreign.scikit_learn_arrays import Arrays
from dtref.io.foreign.scikit_learn_json import MISSING_SIDE, OUTPUTS, VERSION, export_root, tree_object, tree_of_export
from dtref.io.foreign.scikit_learn_settings import parameter_settings, version_settings
from dtref.io.foreign.scikit_learn_wrapped import unwrapped
from dtref.io.foreign.several_outputs import ForeignOutputs, foreign_outputs


@refuses_other_kinds
def read_scikit_learn_outputs(
    model: object, names: Sequence[str] | None = None, classes: Sequence[Sequence[str]] | None = None
) -> ForeignOutputs:
    """
    A fitted DecisionTreeClassifier or DecisionTreeRegressor (or ExtraTree…) that was given several targets; also in a pipeline or a search,
    as `read_scikit_learn`. Targets have no names there, but an order.

    names: the columns of the training table, in order; by default those that the model was fitted to. classes: for each target the data's
    names of the model's classes. Errors: Invalid as `read_scikit_learn`; for a model of one output; for a forest.

    >>> read_scikit_learn_outputs("a model", ["x"])
    Traceback (most recent call last):
    dtref.errors.Invalid: model: expected a fitted tree, with tree_ (got 'str')
    """
    return foreign_outputs([tree_of_arrays(saved) for saved in _saved_outputs(model, names, classes)])


@refuses_other_kinds
def write_scikit_learn_outputs(
    model: object, path: str | Path, names: Sequence[str] | None = None, classes: Sequence[Sequence[str]] | None = None
) -> None:
    """
    Writes a fitted tree of several targets as JSON, without pickle: a tree for each target. Conventions and errors: as
    `read_scikit_learn_outputs`.
    """
    trees = [tree_object(saved) for saved in _saved_outputs(model, names, classes)]
    write_text(path, json.dumps({SCIKIT_LEARN_EXPORT.key: VERSION, OUTPUTS: trees}) + "\n")


@refuses_other_kinds
def read_scikit_learn_outputs_json(path: str | Path) -> ForeignOutputs:
    """
    The tree of a file of `write_scikit_learn_outputs`. Errors: Invalid for any other file, another version, and arrays that make no tree.
    """
    root = export_root(Path(path), OUTPUTS)
    return foreign_outputs([tree_of_export(part) for part in root[OUTPUTS].items()])


def _saved_outputs(model: object, names: Sequence[str] | None, classes: Sequence[Sequence[str]] | None) -> tuple[SavedTree, ...]:
    """What is read of a fitted tree, for each of its targets."""
    inner = unwrapped(model, names)
    if names is not None:
        check_feature_names(model, names)
    arrays, notes = arrays_of(inner.model, inner.names), inner.notes
    outputs = int(arrays.n_outputs)
    if outputs < 2:
        raise Invalid("model", "several outputs; one is read by dtref.read_scikit_learn", outputs)
    labels = _labels_of_outputs(inner.model, outputs, classes)
    settings = (*parameter_settings(inner.model), *version_settings())
    return tuple(
        saved_tree(inner.model, inner.names, own, settings, notes, _of_output(arrays, j, len(own))) for j, own in enumerate(labels)
    )


def _labels_of_outputs(model: object, outputs: int, classes: Sequence[Sequence[str]] | None) -> list[tuple[str, ...]]:
    """The names of each target's classes; none where they are numbers."""
    if not hasattr(model, "classes_"):
        return [()] * outputs
    own = cast("Sequence[Sequence[object]]", model.classes_)
    if classes is not None and len(classes) != outputs:
        raise Invalid("classes", f"names of the classes of each of {outputs} outputs", list(classes))
    return [class_labels(own[j], None if classes is None else classes[j]) for j in range(outputs)]


def _of_output(arrays: Arrays, output: int, classes: int) -> Arrays:
    """The arrays of a tree as those of a tree of one of its outputs, whose values are padded to the greatest number of classes."""
    columns = {name: getattr(arrays, name) for name in (*EVERY_COLUMN, MISSING_SIDE) if hasattr(arrays, name)}
    columns["value"] = [[row[output][: max(1, classes)]] for row in arrays.value]
    return cast(Arrays, SimpleNamespace(**columns, n_features=arrays.n_features, n_outputs=1))
