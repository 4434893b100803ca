"""The inputs of operations on a node's class counts: `counts`, or `node` and `children`, and the records that miss the value asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from dtref.errors import Invalid
from dtref.oracle.operations.draws import GivenJson, counts, lists_of, one_from
from dtref.oracle.operations.inputs import Given, as_counts, as_rows
from dtref.oracle.operations.kinds import LIST, TABLE
from dtref.oracle.operations.operation import InputKind, Inputs, alone, each, jointly
from dtref.spec.split.criteria import Criterion

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

_Rows = list[list[str]]


def any_records(row: list[str]) -> bool:
    """
    Whether some class has records.

    >>> any_records(["0", "2"]), any_records(["0", "0"])
    (True, False)
    """
    return any(n != "0" for n in row)


def _occupied(rows: _Rows) -> bool:
    return any(map(any_records, rows))


def _sums(rows: _Rows) -> list[str]:
    return [str(sum(map(int, column))) for column in zip(*rows, strict=True)]


def split(rows: _Rows) -> GivenJson:
    """
    A node and its children as inputs.

    >>> split([["1", "2"], ["3", "0"]])
    {'node': ['4', '2'], 'children': [['1', '2'], ['3', '0']]}
    """
    return {"node": _sums(rows), "children": rows}


def _with_missing(rows: _Rows) -> GivenJson:
    """A split whose last row counts the records with a missing value."""
    return {"node": _sums(rows), "children": rows[:-1], "missing": rows[-1]}


def _rows(least: int, most: int, classes: tuple[int, ...] = (1, 2, 3)) -> SearchStrategy[_Rows]:
    return one_from(classes).flatmap(lambda n: lists_of(counts(n), least, most))


def occupied_rows() -> SearchStrategy[_Rows]:
    """The class counts of children, at least one of which has records."""
    return _rows(1, 3).filter(_occupied)


def _two_occupied() -> SearchStrategy[GivenJson]:
    return one_from((2, 3)).flatmap(lambda n: lists_of(counts(n).filter(any_records), 2, 2)).map(split)


NODE_COUNTS = InputKind("class counts", alone(as_counts), lambda: one_from((1, 2, 3, 4)).flatmap(counts), LIST)
CHILDREN_COUNTS = InputKind("the class counts of each branch", alone(as_rows), occupied_rows, TABLE)
MISSING_COUNTS = NODE_COUNTS.named("class counts of the records without a value")

NODE = each(counts=NODE_COUNTS)
CHILDREN = each(children=CHILDREN_COUNTS)
ANY_SPLIT = jointly(each(node=NODE_COUNTS, children=CHILDREN_COUNTS), lambda: _rows(1, 3).map(split))
WITH_MISSING = jointly(
    each(node=NODE_COUNTS, children=CHILDREN_COUNTS, missing=MISSING_COUNTS), lambda: _rows(2, 4).filter(_occupied).map(_with_missing)
)
CHILDREN_AND_MISSING = jointly(
    each(children=CHILDREN_COUNTS, missing=MISSING_COUNTS),
    lambda: _rows(2, 4).filter(_occupied).map(lambda rows: {"children": rows[:-1], "missing": rows[-1]}),
)


def _of_the_same_classes(given: Given) -> tuple[object, ...]:
    """The counts of a node and its children. Errors: Invalid for children of other classes than the node's."""
    node, children = given.counts("node"), given.rows("children")
    if any(len(child) != len(node) for child in children):
        raise Invalid(f"{given.where}, children", f"a count for each of {len(node)} classes", given.part("children"))
    return node, children


SPLIT = evolve(ANY_SPLIT, arguments=_of_the_same_classes)
SPLIT_IN_TWO = jointly(SPLIT, SPLIT.draws[""], two_children=_two_occupied)
SPLIT_OF_TWO_CLASSES = jointly(SPLIT, SPLIT.draws[""], two_classes=lambda: _rows(1, 3, (2,)).map(split))


def split_inputs(criterion: Criterion) -> Inputs:
    """
    The inputs of an operation that asks a criterion: of those with a value for two branches, or two classes, enough are drawn.

    >>> from dtref.spec.split.separation import twoing
    >>> sorted(split_inputs(twoing).draws)
    ['', 'two children']
    """
    return SPLIT_IN_TWO if criterion.two_branches else SPLIT_OF_TWO_CLASSES if criterion.two_classes else SPLIT
