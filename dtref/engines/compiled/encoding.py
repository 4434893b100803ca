"""The encoding of a data set in arrays for the kernels, in which every number is an integer that cannot overflow."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import frexp, lcm

import numpy as np
from attrs import frozen

from dtref.engines.compiled.kernels.layout import CUTS, GINI, STOP, Codes, Floats, Ints, Nodes, Rules, Scratch, Training
from dtref.engines.compiled.kernels.presorting import presort
from dtref.engines.compiled.log_table import table_of_xlogx, tabled
from dtref.engines.compiled.record_columns import cells_coded, kept_with, labels_coded
from dtref.engines.compiled.weights import NARROW, weighed
from dtref.spec.model.arrays import ArrayDataSet, ColumnDataSet, DoubleLevels, LevelTable
from dtref.spec.model.attributes import Cell, Continuous
from dtref.spec.model.data import DataSet

SUM = 2**62
"""The greatest sum of all amounts."""

SHORT_COLUMN = 2**16
"""The numbers of columns up to this length are kept as they are sorted."""

SORTED_AT_ONCE = 2**13
"""So many numbers are sorted at once, or a column: what is needed meanwhile is three times as much."""

ANYWHERE: Codes = np.zeros((0, 0), np.int32)
"""The `reach` of columns that may be cut between any two values."""

RULES = Rules(GINI, True, False, False, True, 2**62, 0, 2**15, 0, 0.0)
"""CART's rules, for the examples."""


@frozen
class Uncovered:
    """The reason why the fast engine doesn't cover a policy or a data set."""

    why: str


@frozen(eq=False)
class Coded:
    """
    A training set in arrays.

    levels: the values of each attribute by code. outcomes: classes, or the numbers that the target takes from low to high, by label.
    slack: the greatest error of an amount, per unit of weight, or of wide weights the greatest relative error of one; 0 if all are exact.
    unit: the weight that the kernels count as 1. wide: whether weights are. exact_weights: where they are rounded, those of the records.
    """

    data: DataSet
    training: Training
    levels: Sequence[Sequence[Cell]]
    outcomes: Sequence[Cell]
    slack: float
    unit: Fraction = Fraction(1)
    wide: bool = False
    exact_weights: tuple[Fraction, ...] = ()


def coded(data: DataSet, offers: Sequence[int], logs: bool) -> Coded | Uncovered:
    """
    A data set of at least one record and attribute, presorted. logs: whether n log2 n is needed.

    Uncovered: missing cells; weights too far apart, and wide ones with a continuous target; counts of too many classes.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.data import Record
    >>> data = DataSet((Continuous("x"),), Nominal("y", ("-", "+")), (Record((Fraction(7),), "+"), Record((Fraction(5),), "-")))
    >>> small = coded(data, (CUTS,), False)
    >>> small.training.keys.tolist(), (small.training.entries >> 1).tolist(), small.training.labels.tolist()
    ([[0, 1]], [[1, 0]], [1, 0])
    """
    weighing = kept_with(data, weighed) if len(data) < NARROW else None
    if weighing is None:
        return Uncovered("weights too far apart, or too many")
    weights, unit = weighing.weights, weighing.unit
    if weighing.wide and isinstance(data.target, Continuous):
        return Uncovered("weights of 2^31 and more units, of which all are multiples, and a continuous target")
    # The columns, each sorted.
    columns = _doubles_sorted(data) if isinstance(data, ArrayDataSet) and data.has_arrays else _cells_sorted(data)
    if isinstance(columns, Uncovered):
        return columns
    keys, entries, levels = columns
    # The target.
    labels, outcomes = coded_labels(data)
    bits = 0 if isinstance(data.target, Continuous) else (len(outcomes) - 1).bit_length()
    total = int(weights.sum()) if len(weights) else len(data)
    if not isinstance(data.target, Continuous) and len(outcomes) * len(data) > 2**28:
        return Uncovered("too many classes")
    amounts, slack = _amounts(data, labels, outcomes, weights, total)
    slack = max(slack, weighing.blur)
    values = np.array([0 if isinstance(a, Continuous) else len(a.values) for a in data.attributes], np.int64)
    table = table_of_xlogx(tabled(total, values.size * len(data), weighing.wide) if logs else 0)
    # Entries: the record, and its class in the lowest bits.
    if bits:
        for of_attribute in entries:
            of_attribute[:] = of_attribute << bits | labels[of_attribute]
    training = Training(keys, entries, bits, labels, weights, amounts, np.array(offers, np.int64), values, table, ANYWHERE)
    return Coded(data, training, levels, outcomes, slack, unit, weighing.wide, weighing.exact)


def _doubles_sorted(data: ArrayDataSet) -> tuple[Codes, Codes, Sequence[Sequence[Cell]]] | Uncovered:
    """Keys, records and levels of columns of doubles; short columns are sorted several at a time."""
    m, n = data.columns.shape
    keys, records = np.empty((m, n), np.int32), np.empty((m, n), np.int32)
    # the numbers of long columns are found when they are asked for: most of memory would be theirs
    numbers = np.empty((m, n if n <= SHORT_COLUMN else 0))
    step = max(1, SORTED_AT_ONCE // n)
    for a in range(0, m, step):
        block, rows = data.columns[a : a + step], slice(a, a + step)
        if not presort(block, block.argsort(axis=1), keys[rows], records[rows], numbers[rows]):
            return Uncovered("missing values")
    if n > SHORT_COLUMN:
        return keys, records, tuple(map(DoubleLevels, data.columns))
    sizes = (keys[:, -1] + 1).tolist()
    return keys, records, LevelTable(np.ascontiguousarray(numbers[:, : max(sizes)]), sizes)


def _cells_sorted(data: DataSet) -> tuple[Codes, Codes, Sequence[Sequence[Cell]]] | Uncovered:
    m, n = len(data.attributes), len(data)
    keys, records, levels = np.empty((m, n), np.int32), np.empty((m, n), np.int32), []
    codings = kept_with(data, cells_coded)
    if codings is None:
        return Uncovered("missing values")
    for a, (codes, values) in enumerate(codings):
        # Numbers of one or two bytes are sorted in a tenth of the time.
        records[a] = np.argsort(codes.astype(np.min_scalar_type(len(values)), copy=False), kind="stable")
        keys[a] = np.repeat(np.arange(len(values)), np.bincount(codes, minlength=len(values)))
        levels.append(values)
    return keys, records, tuple(levels)


def coded_labels(data: DataSet) -> tuple[Codes, Sequence[Cell]]:
    """
    The label of each record as a code, and the class or number of each code.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.data import Record
    >>> codes, classes = coded_labels(DataSet((), Nominal("y", ("-", "+")), (Record((), "+"), Record((), "-"))))
    >>> codes.tolist(), classes
    ([1, 0], ('-', '+'))
    """
    if isinstance(data, ColumnDataSet) and data.has_arrays:
        if isinstance(data.target, Continuous):
            return _ranks(data.outcomes), DoubleLevels(data.outcomes)
        return data.outcomes.astype(np.int32), data.target.values
    codes, outcomes = kept_with(data, labels_coded)
    return codes.astype(np.int32), outcomes


def _ranks(doubles: Floats) -> Codes:
    """The rank of each number among those that there are."""
    order = doubles.argsort()
    ascending, ranks = doubles[order], np.zeros(len(doubles), np.int32)
    ranks[order[1:]] = (ascending[1:] != ascending[:-1]).cumsum()
    return ranks


def _amounts(data: DataSet, labels: Codes, outcomes: Sequence[Cell], weights: Ints, total_weight: int) -> tuple[Ints, float]:
    """
    For each record w y as an integer, in a unit and from an origin of our choice; and the greatest error, per unit of weight.

    Unit and origin don't change which variance is least. The amounts are exact (error 0) where, over a common denominator of all y, |y|
    times the total weight is at most 2^62. Else y - o, o one of the y, is rounded to a multiple of a unit that leaves |y - o| <= 2^50
    units, and all together 2^62: the error is 1/2. None for a nominal target.
    """
    if not isinstance(data.target, Continuous):
        return np.zeros(0, np.int64), 0.0
    if (
        isinstance(data, ColumnDataSet)
        and data.has_arrays
        and (amounts_of_doubles := _amounts_of_doubles(data.outcomes, weights, total_weight)) is not None
    ):
        return amounts_of_doubles
    # As integers over a common denominator.
    ys = [y for y in outcomes if isinstance(y, Fraction)]
    denominator = lcm(*{y.denominator for y in ys})
    scaled = [y.numerator * (denominator // y.denominator) for y in ys]
    greatest = max(abs(scaled[0]), abs(scaled[-1]))
    slack = 0.0
    # Too large: rounded to multiples of a unit, from an origin in the middle.
    if greatest * total_weight > SUM:
        origin = scaled[len(scaled) // 2]
        unit = max((scaled[-1] - scaled[0]) // min(2**50, SUM // total_weight), 1)
        while (scaled[-1] - scaled[0]) // unit + 1 > min(2**50, SUM // total_weight):
            unit += unit // 2 + 1
        scaled = [(2 * (y - origin) + unit) // (2 * unit) for y in scaled]
        slack = 0.5
    amounts = np.array(scaled, np.int64)[labels]
    return (amounts * weights if len(weights) else amounts), slack


def _amounts_of_doubles(y: Floats, weights: Ints, total_weight: int) -> tuple[Ints, float] | None:
    """
    The amounts of doubles, in a unit that is a power of 2. None where numbers are too far apart to be subtracted.

    Scaling by a power of 2 rounds nothing above 2^-1000 of a unit; scaling back shows whether the amounts are exact. The difference
    y - o has an error of at most 2^-53 of itself, which is 2^-3 units, so that of an amount is less than 3/4.
    """
    bits = (SUM // total_weight).bit_length() - 1
    shift = bits - frexp(float(np.abs(y).max()))[1]
    amounts, slack = np.ldexp(y, shift).astype(np.int64), 0.0
    if np.count_nonzero(np.ldexp(amounts, -shift) != y):
        with np.errstate(over="ignore"):
            differences = y - y[0]
        if not np.isfinite(differences).all():
            return None
        in_units = np.ldexp(differences, min(bits, 50) - int(np.frexp(np.abs(differences).max())[1]))
        amounts, slack = np.rint(in_units).astype(np.int64), 0.75
    return (amounts * weights if len(weights) else amounts), slack


def nodes_for(root: Ints, records: int, nodes_known: int = 0, narrow: bool = False) -> Nodes:
    """
    Arrays for nodes, with the root in them. root: its counts. nodes_known: the number of nodes, where it is known. narrow: whether all
    candidates are cuts, whose codes fit 32 bits, as the numbers of groupings don't.

    >>> import numpy as np
    >>> len(nodes_for(np.array([1, 1]), 2).table) > 3
    True
    """
    room = nodes_known or 64 + min(2 * records, 2**9 + records // 2)
    nodes = Nodes(
        np.zeros(5, np.int64),
        np.zeros((room, 7), np.int32),
        np.zeros((room, len(root)), np.int64),
        np.zeros((2 * room, 3), np.int32 if narrow else np.int64),
        np.zeros(64 + room // 16, np.int32),
    )
    nodes.state[1] = 1
    nodes.table[0, STOP] = records
    nodes.counts[0] = root
    return nodes


def scratch_for(records: int, classes: int, contenders: int) -> Scratch:
    """
    The working arrays for a number of contenders at a node.

    >>> len(scratch_for(2, 2, 8).highs)
    8
    """
    return Scratch(
        np.zeros((contenders, 3), np.int64),
        np.zeros(contenders),
        np.zeros(contenders),
        np.zeros(contenders),
        np.zeros((contenders, classes), np.int64),
        np.zeros(classes, np.int64),
        np.zeros(records, np.uint8),
        np.zeros(records + 1, np.int32),
        np.zeros(records + 1, np.int32),
    )


def total_weight(training: Training) -> int:
    """
    The weight of all records, in units.

    >>> total_weight(example())
    2
    """
    return int(training.weights.sum()) if len(training.weights) else len(training.labels)


def example() -> Training:
    """
    Two records of two classes, for the examples.

    >>> example().labels.tolist()
    [0, 1]
    """
    none = np.zeros(0, np.int64)
    once = np.array([[0, 1]], np.int32)
    return Training(once, once * 2 + once, 1, once[0].copy(), none, none, np.array([CUTS]), np.array([0]), np.zeros(0), ANYWHERE)


def root_counts(training: Training, outcomes: Sequence[Cell]) -> Ints:
    """
    The counts of all records: by class, or their number and amount.

    >>> root_counts(example(), ("-", "+")).tolist()
    [1, 1]
    """
    if len(training.amounts):
        return np.array([total_weight(training), int(training.amounts.sum())], np.int64)
    if not len(training.weights):
        return np.bincount(training.labels, minlength=len(outcomes))
    counts = np.zeros(len(outcomes), np.int64)
    np.add.at(counts, training.labels, training.weights)
    return counts
