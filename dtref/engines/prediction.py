"""Prediction for one record by the specification, and for the records of a table by routes in arrays, compiled where that is worth it."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence, Sized
from importlib.util import find_spec
from typing import TYPE_CHECKING, overload

from dtref.engines.predictions import Predictions
from dtref.engines.typed_predictions import TypedPrediction, TypedPredictions, typed_prediction
from dtref.errors import Invalid
from dtref.exact.checked_call import refuses_other_kinds
from dtref.io.arrays import record_place
from dtref.io.frames import index_of
from dtref.io.models import Model
from dtref.io.tables_for_trees import NumberTable, Records, TableForTree, is_table, names_there, table_for_tree
from dtref.spec.model import prediction as specification
from dtref.spec.model.attributes import Attribute
from dtref.spec.model.branches import asked
from dtref.spec.model.prediction import NoSuchColumn, Prediction
from dtref.spec.model.schemes import walk
from dtref.spec.model.trees import Branch, Leaf, Surrogates, Tree, children, nodes

if TYPE_CHECKING:
    from dtref.engines.routing.rows import TreeRows

WORTH_ARRAYS = 500
"""The least number of records for which numpy is loaded, which takes as long as the specification takes for about so many."""

WORTH_KERNELS = 100_000
"""The least number of records for which the kernels are loaded, which takes as long as numpy takes for about so many."""

WORTH_ONE_MORE = 5_000
"""The same, where other kernels are loaded already: the compiler is there."""


@overload
def predict(tree: Model, records: Mapping[str, object]) -> TypedPrediction: ...
@overload
def predict(tree: Model, records: Records, names: Sequence[str] | None = None, *, decimal: str | None = None) -> TypedPredictions: ...
@overload
def predict(tree: Tree, records: Mapping[str, object]) -> Prediction: ...
@overload
def predict(tree: Tree, records: Records, names: Sequence[str] | None = None, *, decimal: str | None = None) -> Predictions: ...
@refuses_other_kinds
def predict(
    tree: Tree | Model, records: Mapping[str, object] | Records, names: Sequence[str] | None = None, *, decimal: str | None = None
) -> Prediction | Predictions | TypedPrediction | TypedPredictions:
    """
    The prediction for a record, given as attribute name -> value, or the predictions for all records of a table.

    tree: the tree itself, whose labels are names of classes, as texts, or a model, whose labels come back in the type in which they were
    in memory when its data set was made: 0 and 1, truth values, dates.
    records: None or NaN is missing, a float is the number that it is exactly. A table is a data set, a data frame, a list of mappings, or
    a 2-D array or list of rows, whose columns are called `names`, or x0, x1, … Texts and numbers are read as for
    `dtref.io.arrays.from_arrays`; columns that the tree doesn't ask are not looked at.
    decimal: the decimal mark of texts of a table that are numbers, by default that which a model remembers, else a point.
    Errors: Invalid for what is neither, where the tree asks for an attribute that the record lacks, a value never declared, or a missing
    cell at a node that refuses it; of a table it says which record.

    >>> from fractions import Fraction
    >>> from dtref.spec.model.attributes import Continuous
    >>> from dtref.spec.model.tests import Threshold
    >>> from dtref.spec.model.trees import Leaf
    >>> left, right = Leaf((("-", Fraction(2)), ("+", Fraction(2))), ("-", "+")), Leaf((("-", Fraction(0)), ("+", Fraction(1))), ("+",))
    >>> test = Threshold(Continuous("x0"), Fraction(1), Fraction(2), Fraction(3, 2))
    >>> tree = Branch((("-", Fraction(2)), ("+", Fraction(3))), ("+",), test, (test,), (left, right))
    >>> predict(tree, {"x0": 1.5}).labels, [p.labels for p in predict(tree, [[1], [2]])]
    (('-', '+'), [('-', '+'), ('+',)])
    >>> predict(tree, [[1], [None]])
    Traceback (most recent call last):
    dtref.errors.Invalid: record 2, x0: expected a number (got MISSING)
    """
    if isinstance(tree, Model):
        remembered = next((text for name, text in tree.history.read if name == "decimal"), None) if is_table(records) else None
        found: Prediction | Predictions = predict(tree.tree, records, names, decimal=decimal or remembered)  # type: ignore[arg-type]
        return TypedPredictions(found, tree.target) if isinstance(found, Predictions) else typed_prediction(found, tree.target)
    if not _is_tree(tree):
        raise Invalid("tree", "a tree, such as `dtref.grow` returns, or a model, such as `dtref.read_model` returns", tree)
    if not is_table(records):
        if decimal is not None:
            raise Invalid("decimal", "a table of records, such as a list with this one", type(records).__name__)
        return specification.predict(tree, records)  # type: ignore[arg-type]  # all that is no table is asked as a mapping
    count = _length(records)
    rows = rows_if_worth(tree, count) if worth_arrays(count) else None
    table = table_for_tree(
        records, _attributes(tree) if rows is None else [column.attribute for column in rows.columns], names, decimal or "."
    )

    def specified(r: int) -> Prediction:
        try:
            return specification.predict(tree, _record(table, r))
        except NoSuchColumn:
            there = names_there(records, table)
            lacking = ", ".join(repr(attribute.name) for attribute in _attributes(tree) if attribute.name not in there)
            raise Invalid("records", f"columns that the tree asks: {lacking}", f"columns {', '.join(there)}") from None
        except Invalid as problem:
            raise Invalid(f"{record_place(r + 1, index_of(records))}, {problem.where}", problem.wanted, problem.got) from None

    if rows is None:
        all_predictions = [specified(r) for r in range(table.records)]
        return Predictions(table.records, all_predictions.__getitem__, lambda: [p.labels[0] for p in all_predictions])
    from dtref.engines.routing.predictions import predictions_of
    from dtref.engines.routing.walk import ends

    return predictions_of(rows, ends(rows, table, compiled=worth_kernels(count)), specified)


def _is_tree(value: object) -> bool:
    return isinstance(value, Leaf | Branch)


def _length(records: Records) -> int:
    """The number of records; 0 for an array of a single number, which is no table."""
    return len(records) if isinstance(records, Sized) and getattr(records, "shape", None) != () else 0


def worth_arrays(records: int) -> bool:
    """
    Whether numpy is loaded, or is installed and worth loading for so many records.

    >>> worth_arrays(0) in (True, False)
    True
    """
    return sys.modules.get("numpy") is not None or (records >= WORTH_ARRAYS and find_spec("numpy") is not None)


def worth_kernels(records: int) -> bool:
    """
    Whether the kernels are loaded, or are installed and worth loading for so many records.

    >>> worth_kernels(0) in (True, False)
    True
    """
    if "dtref.engines.compiled.kernels.routes" in sys.modules:
        return True
    enough = WORTH_ONE_MORE if "dtref.engines.compiled.machine_code" in sys.modules else WORTH_KERNELS
    return records >= enough and find_spec("numba") is not None


def rows_if_worth(tree: Tree, records: int) -> TreeRows | None:
    """
    A tree as rows; None where so many records are not worth it, or where rows do not cover the tree. numpy is installed.

    >>> from dtref.spec.model.trees import Leaf
    >>> rows_if_worth(Leaf((), ("+",)), 1).tests.tolist()
    [[-1, 0, 0, 0]]
    """
    from dtref.engines.compiled.encoding import Uncovered
    from dtref.engines.routing.flat_trees import flat_rows
    from dtref.engines.routing.grown_trees import rows_of_grown

    of_grown = rows_of_grown(tree)
    if of_grown is not None or not _worth_rows(tree, records):
        return of_grown
    rows = flat_rows(tree)
    return None if isinstance(rows, Uncovered) else rows


def _worth_rows(tree: Tree, records: int) -> bool:
    """Whether the tree has fewer nodes than so many records visit: each visits as many as are above the mean node, and one more."""

    def below(node: Tree, level: int) -> Iterable[tuple[Tree, int]]:
        return ((child, level + 1) for child in children(node))

    levels = 0
    for count, (_, level) in enumerate(walk(tree, 0, below), 1):
        levels += level
        if count * count > records * (levels + count):
            return False
    return True


def _attributes(tree: Tree) -> list[Attribute]:
    """The attributes that a tree asks, the first of each name."""
    by_name: dict[str, Attribute] = {}
    for node in nodes(tree):
        if isinstance(node, Branch):
            surrogates = node.gap.tests if isinstance(node.gap, Surrogates) else ()
            for attribute in (a for test in (node.test, *(test for test, _ in surrogates)) for a in asked(test)):
                by_name.setdefault(attribute.name, attribute)
    return list(by_name.values())


def _record(table: TableForTree, r: int) -> Mapping[str, object]:
    """A record of a table, as a mapping."""
    if isinstance(table, NumberTable):
        return dict(zip(table.names, table.doubles[r].tolist(), strict=True))
    return {name: column[r] for name, column in table.by_name.items()}
