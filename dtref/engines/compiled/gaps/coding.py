"""The encoding of a data set with missing values in arrays for the kernels."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from attrs import frozen

from dtref.engines.compiled.encoding import ANYWHERE, Uncovered, coded_labels
from dtref.engines.compiled.kernels.gap_layout import (
    CELLS,
    FILLED,
    GROUPED,
    NODES,
    PARENT,
    SIZE,
    STOP,
    SURROGATES,
    TALLIED,
    TALLIES,
    GapNodes,
    GapRules,
    GapScratch,
    GapTraining,
)
from dtref.engines.compiled.kernels.layout import CUTS, GINI, Codes, Floats
from dtref.engines.compiled.log_table import table_of_xlogx, tabled
from dtref.engines.compiled.record_columns import kept_with, ranked_codes
from dtref.engines.compiled.weights import weighed
from dtref.spec.model.arrays import ArrayDataSet, DoubleLevels
from dtref.spec.model.attributes import MISSING, Attribute, Cell, Continuous
from dtref.spec.model.coded_columns import CodedDataSet
from dtref.spec.model.counts import levels_of
from dtref.spec.model.data import DataSet

EXACT_SUMS = 2**53
"""Sums of weights, in units, are below this: all of them are doubles."""


@frozen(eq=False)
class GapCoded:
    """A training set in arrays. levels: the values of each attribute by code. unit: the weight that the kernels count as 1."""

    data: DataSet
    training: GapTraining
    levels: tuple[Sequence[Cell], ...]
    unit: Fraction


def gap_coded(data: DataSet, offers: Sequence[int], logs: bool) -> GapCoded | Uncovered:
    """
    A data set of a nominal target and at least one record and attribute in arrays. logs: whether n log2 n is needed.

    Uncovered: weights that add up to 2^53 units or more; counts of too many classes.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.data import Record
    >>> rows = [Record((Fraction(7),), "+"), Record((MISSING,), "-"), Record((Fraction(5),), "-")]
    >>> gap_coded(DataSet((Continuous("x"),), Nominal("y", ("-", "+")), rows), (CUTS,), False).training.codes.tolist()
    [[1, -1, 0]]
    """
    weighing = kept_with(data, weighed)
    if weighing is None or weighing.exact or int(weighing.weights.sum()) >= EXACT_SUMS:
        return Uncovered("where values are missing: weights of 2^53 units and more, of which all are multiples")
    if len(data.classes) * len(data) > 2**28:
        return Uncovered("too many classes")
    columns = kept_with(data, _columns)
    labels, _ = coded_labels(data)
    weights = weighing.weights.astype(np.float64) if len(weighing.weights) else np.ones(len(labels))
    table = table_of_xlogx(tabled(int(weights.sum()), len(data.attributes) * len(data)) if logs else 0)
    values = np.array([0 if isinstance(a, Continuous) else len(a.values) for a in data.attributes], np.int64)
    codes = np.array([codes for codes, _ in columns], np.int32)
    numbers = np.array([isinstance(a, Continuous) for a in data.attributes], np.int64)
    training = GapTraining(codes, labels, weights, np.array(offers, np.int64), values, table, ANYWHERE, numbers, np.zeros_like(numbers))
    return GapCoded(data, training, tuple(levels for _, levels in columns), weighing.unit)


def _columns(data: DataSet) -> Sequence[tuple[Codes, Sequence[Cell]]]:
    """The codes of each column, -1 where a cell is missing, and the value of each code."""
    if isinstance(data, ArrayDataSet) and data.has_arrays:
        return [(_codes_of(column), DoubleLevels(column)) for column in data.columns]
    if isinstance(data, CodedDataSet) and data.has_arrays:
        return [(column.codes, column.levels) for column in data.coded]
    return [_column(*pair) for pair in zip(data.attributes, zip(*(r.values for r in data.records), strict=True), strict=True)]


def _codes_of(column: Floats) -> Codes:
    codes = np.unique(column, return_inverse=True)[1].astype(np.int32)
    codes[np.isnan(column)] = -1
    return codes


def _column(attribute: Attribute, cells: Sequence[Cell]) -> tuple[Codes, Sequence[Cell]]:
    """The codes of a column, -1 where a cell is missing, and the value of each code."""
    known = np.array([cell is not MISSING for cell in cells])
    codes = np.full(len(cells), -1, np.int32)
    there = [cell for cell in cells if cell is not MISSING]
    if isinstance(attribute, Continuous) and there and (found := ranked_codes(there)) is not None:
        codes[known], levels = found
        return codes, levels
    levels = levels_of(attribute, there)
    code = {level: i for i, level in enumerate(levels)}
    codes[known] = [code[cell] for cell in there]
    return codes, levels


def sorted_lists(training: GapTraining) -> Codes:
    """
    For each attribute the records in order of their codes, those that miss it last.

    >>> sorted_lists(gap_example()[0]).tolist()
    [[0, 1]]
    """
    return np.array([np.argsort(_last_if_missing(row), kind="stable") for row in training.codes], np.int32)


def _last_if_missing(codes: Codes) -> Codes:
    """The codes, that of a missing value above all others, in the shortest unsigned integers: these are sorted in less time."""
    most = int(codes.max()) + 1
    return np.where(codes < 0, most, codes).astype(np.min_scalar_type(most))


def gap_nodes(training: GapTraining, classes: int) -> GapNodes:
    """
    Arrays for nodes, with the root in them.

    >>> gap_nodes(gap_example()[0], 2).tally[0].tolist()
    [0, 1, 1]
    """
    n = len(training.labels)
    room = 64 + n // 2
    nodes = GapNodes(
        np.zeros(11, np.int64),
        np.zeros((room, 14), np.int64),
        np.zeros(room),
        np.zeros((4 * room, 3), np.int64),
        np.zeros((4 * room, 1 + classes), np.int64),
        np.zeros((2 * room, 4), np.int64),
        np.zeros(2 * room),
        np.zeros((64 + 12 * n, 2), np.int32),
    )
    for counter, number in ((NODES, 1), (TALLIED, 1), (GROUPED, 1), (CELLS, n), (FILLED, n), (SURROGATES, -1)):
        nodes.state[counter] = number
    nodes.table[0, [STOP, SIZE, TALLIES, PARENT]] = n, n, 1, -1
    np.add.at(nodes.tally[0], 1 + training.labels, training.weights.astype(np.int64))
    nodes.parts[0], nodes.groups[0] = 1.0, -1
    nodes.rows[:n, 0] = np.arange(n)
    return nodes


def gap_scratch(records: int, attributes: int, classes: int, contenders: int) -> GapScratch:
    """
    The working arrays for a number of contenders at a node.

    >>> len(gap_scratch(2, 1, 2, 8).bounds)
    8
    """
    return GapScratch(
        np.zeros((2, attributes, 64 + 2 * records), np.int32),
        np.zeros(records),
        np.zeros(records, np.int64),
        np.zeros((max(records, attributes, 2**8) + 1, 2)),
        np.zeros((contenders, 4), np.int64),
        np.zeros((contenders, 4)),
        np.zeros((5, classes)),
        np.zeros((attributes, 6), np.int64),
        np.ones((attributes, 2), np.int64) * np.array([1, 0]),
        np.zeros(records, np.int64),
    )


def gap_example() -> tuple[GapTraining, GapRules, GapNodes, GapScratch]:
    """
    Two records of two classes at the root, for the examples.

    >>> gap_example()[0].labels.tolist()
    [0, 1]
    """
    once: Codes = np.array([[0, 1]], np.int32)
    training = GapTraining(
        once, once[0].copy(), np.ones(2), np.array([CUTS]), np.array([0]), np.zeros(0), ANYWHERE, np.array([1]), np.array([0])
    )
    rules, scratch = GapRules(GINI, 2, 0, limit=2**15), gap_scratch(2, 1, 2, 4)
    scratch.lists[0, 0, :2], scratch.here[:] = (0, 1), 1.0
    return training, rules, gap_nodes(training, 2), scratch
