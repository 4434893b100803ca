"""
Random draws of index tuples and ring points from a generator of pseudo-random numbers, `random.Random(seed)`.

The only module that draws. The tuples' meaning is in `dtref.spec.preparation.resampling`, `dtref.spec.preparation.balancing`,
`dtref.spec.preparation.rings` and `dtref.spec.evaluation.estimation`. Nothing in the library calls these functions; the command line does,
with the user's seed. Same seed and same version of Python: same tuples.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import count, filterfalse, islice
from random import Random

from toolz import concat, groupby

from dtref.errors import Invalid
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.definition import defined
from dtref.exact.inputs import whole
from dtref.spec.model.data import DataSet
from dtref.spec.model.positions import Indices
from dtref.spec.preparation.balancing import class_sizes, larger_than, smaller_than
from dtref.spec.preparation.rings import RingPoint, in_ring

REACH, GRID = Fraction(3, 2), 1000
"""Half the side of the square of the ring data, which the document does not state, and the number of grid points a unit."""


@refuses_other_kinds
def draw_bootstrap(chance: Random, records: int) -> Indices:
    """
    The index tuple of a bootstrap sample: as many positions as records, each drawn from all of them.

    >>> drawn = draw_bootstrap(Random(1), 5)
    >>> len(drawn), set(drawn) <= {0, 1, 2, 3, 4}, drawn == draw_bootstrap(Random(1), 5), draw_bootstrap(Random(1), 0)
    (5, True, True, ())
    """
    return tuple(chance.randrange(records) for _ in range(records))


def draw_assignment(chance: Random, records: int, subsets: int) -> tuple[int, ...]:
    """
    For each record the number of its subset, all records assigned, the sizes of the subsets differing by at most 1.

    Errors: Invalid without subsets.

    >>> sorted(draw_assignment(Random(1), 7, 3))
    [0, 0, 0, 1, 1, 2, 2]
    """
    if subsets < 1:
        raise Invalid("number of subsets", "at least 1", subsets)
    return tuple(chance.sample([i % subsets for i in range(records)], records))


def draw_subsets(chance: Random, positions: int, size: int, count: int) -> tuple[Indices, ...]:
    """
    `count` random subsets of the positions below `positions`, each of `size` distinct ones, ascending: the attributes of random
    subspaces, or those that the nodes of a random tree may ask. Errors: Invalid for a size below 0 or above `positions`.

    >>> draw_subsets(Random(1), 3, 3, 2), [len(set(drawn)) for drawn in draw_subsets(Random(1), 9, 4, 2)]
    (((0, 1, 2), (0, 1, 2)), [4, 4])
    """
    if not 0 <= size <= positions:
        raise Invalid("size of a subset", f"a number from 0 to {positions}", size)
    return tuple(tuple(sorted(chance.sample(range(positions), size))) for _ in range(count))


def draw_order(chance: Random, records: int) -> Indices:
    """
    A random order of the positions of `records` records, all orders equally likely: for holdout, folds and learning curves.

    >>> sorted(draw_order(Random(1), 4)), draw_order(Random(1), 0)
    ([0, 1, 2, 3], ())
    """
    return tuple(chance.sample(range(records), records))


def draw_undersample(chance: Random, data: DataSet) -> Indices:
    """
    The positions that a balanced undersample keeps: of every class larger than the rarest one, as many records as that has.

    Errors: Invalid where the target is continuous.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.data import Record
    >>> data = DataSet((), Nominal("y", ("rare", "usual")), [Record((), "usual")] * 3 + [Record((), "rare")])
    >>> len(draw_undersample(Random(1), data)), draw_undersample(Random(1), DataSet((), data.target, ()))
    (1, ())
    """
    return draw_hybrid(chance, data, min(class_sizes(data).values(), default=0))[0]


def draw_oversample(chance: Random, data: DataSet) -> Indices:
    """
    The positions that a balanced oversample adds: of every class smaller than the largest one, drawn from it with replacement, as many
    as it lacks.

    Errors: Invalid where the target is continuous.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.data import Record
    >>> data = DataSet((), Nominal("y", ("rare", "usual")), [Record((), "usual")] * 3 + [Record((), "rare")])
    >>> draw_oversample(Random(1), data), draw_oversample(Random(1), DataSet((), data.target, ()))
    ((3, 3), ())
    """
    return draw_hybrid(chance, data, max(class_sizes(data).values(), default=0))[1]


def draw_hybrid(chance: Random, data: DataSet, size: int) -> tuple[Indices, Indices]:
    """
    The positions to keep and those to add that give every class present `size` records.

    Errors: Invalid where the target is continuous, or for a size below 0.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.data import Record
    >>> data = DataSet((), Nominal("y", ("rare", "usual")), [Record((), "usual")] * 3 + [Record((), "rare")])
    >>> [len(positions) for positions in draw_hybrid(Random(1), data, 2)]
    [2, 1]
    """
    if size < 0:
        raise Invalid("size of a class", "at least 0", size)
    kept = [chance.sample(members, size) for members in _by_class(data, larger_than(data, size))]
    added = [chance.choices(members, k=size - len(members)) for members in _by_class(data, smaller_than(data, size))]
    return tuple(sorted(concat(kept))), tuple(sorted(concat(added)))


@defined(errors="Invalid for a number below 0", sources=(("tan", "Underfitting and Overfitting (Example): 500 of each"),))
def draw_ring_points(chance: Random, circular: int = 500, triangular: int = 500) -> tuple[RingPoint, ...]:
    """
    Random points in the ring of `dtref.spec.preparation.rings`, then points outside it: of a square about the origin, with three
    decimals, every point of each kind equally likely.

    >>> drawn = draw_ring_points(Random(1), 2, 3)
    >>> [in_ring(point) for point in drawn], drawn == draw_ring_points(Random(1), 2, 3)
    ([True, True, False, False, False], True)
    """
    end = int(REACH * GRID)
    points = ((Fraction(chance.randint(-end, end), GRID), Fraction(chance.randint(-end, end), GRID)) for _ in count())
    numbers = whole("circular points", circular), whole("triangular points", triangular)
    return (*islice(filter(in_ring, points), numbers[0]), *islice(filterfalse(in_ring, points), numbers[1]))


def _by_class(data: DataSet, positions: Indices) -> list[list[int]]:
    """The positions, class by class in declared order."""
    members = groupby(lambda i: data.records[i].label, positions)
    return [members[label] for label in data.classes if label in members]
