"""The best cuts of a continuous attribute, from its AVC set as a stream: only the leading cuts are held, all of them where they tie."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from importlib.util import find_spec
from operator import add, sub
from typing import TypeAlias, cast

from attrs import frozen
from toolz import partition_all

from dtref.engines.filter.float_errors import FLOAT_ERRORS, reduction_error
from dtref.engines.filter.unbeaten import unbeaten
from dtref.engines.from_counts.rows import Key
from dtref.errors import Undecided
from dtref.exact.number import Number
from dtref.spec.growing.admission import Admission, admitted
from dtref.spec.model.attributes import Continuous
from dtref.spec.model.counts import Counts, CountTable
from dtref.spec.split.candidates import Candidates, Offer, Thresholds
from dtref.spec.split.choose import winners
from dtref.spec.split.criteria import Criterion

CountedCut: TypeAlias = tuple[Key, Key, Counts]
"""Two neighbouring values, and the counts of the records up to the first."""

BLOCK = 20_000
"""The number of cuts that are compared at a time."""

TIES = 100_000
"""The most cuts of one attribute that may tie at a node."""


@frozen
class Competition:
    """
    The rules by which the cuts of an attribute compete at a node: its counts (with the records that miss the value), the offer, the
    admission rules, the criterion that decides.
    """

    attribute: Continuous
    node: Counts
    missing: Counts
    offer: Offer
    admit: tuple[Admission, ...]
    criterion: Criterion

    @property
    def known(self) -> Counts:
        """The counts of the records whose value is known."""
        return tuple(map(sub, self.node, self.missing))

    def candidates(self, cuts: Sequence[CountedCut]) -> Candidates:
        """Some cuts as candidates; a cut's test is made only when it is needed, as the placement may refuse it."""
        known = self.known
        splits = [(left, tuple(map(sub, known, left))) for _, _, left in cuts]
        return Candidates(splits, lambda i: self.offered(cuts[i]).test(0), self.missing)

    def offered(self, cut: CountedCut) -> Candidates:
        """The specification's candidate for a cut, from the AVC set in which all values on each side of it are one."""
        low, high, left = cut
        values = Fraction(cast(Fraction, low)), Fraction(cast(Fraction, high))
        counts = left, tuple(map(sub, self.known, left))
        return self.offer(CountTable(self.attribute, values, values, counts, self.missing), self.criterion)

    def admits(self, cut: CountedCut) -> bool:
        """Whether the cut competes."""
        offered = self.offered(cut)
        regression = self.criterion.impurity is not None and self.criterion.impurity.moments
        return bool(offered.splits) and bool(admitted(offered, self.admit, regression).splits)


def leading(competition: Competition, rows: Iterable[tuple[Key, Counts]], ties: int = TIES) -> list[CountedCut]:
    """
    The cuts with the greatest value of the criterion, from the values in order. Errors: Undecided where more than `ties` tie.

    Each block of cuts competes with the leaders so far, so that no more than a block and the ties are ever held.

    >>> from dtref.spec.split.criteria import gini_reduction
    >>> x = Competition(Continuous("x"), (2, 2), (0, 0), Thresholds(), (), gini_reduction)
    >>> leading(x, [(1, (1, 0)), (4, (0, 1)), (5, (0, 1)), (7, (1, 0))])
    [(1, 4, (1, 0)), (5, 7, (1, 2))]
    """
    plain = isinstance(competition.offer, Thresholds) and not competition.admit
    leaders: list[CountedCut] = []
    for block in partition_all(BLOCK, neighbour_cuts(rows)):
        rivals = ahead(competition, [*leaders, *block]) if plain else [*leaders, *filter(competition.admits, block)]
        best = winners(competition.node, [competition.candidates(rivals)], competition.criterion, unbeaten)
        leaders = [] if best is None else [rivals[i] for _, i in best[1]]
        if len(leaders) > ties:
            raise Undecided(f"the optima of a node among the cuts of {competition.attribute.name}", f"{ties} that tie", 1)
    return leaders


def neighbour_cuts(rows: Iterable[tuple[Key, Counts]]) -> Iterator[CountedCut]:
    """
    Each pair of neighbouring values with the running counts.

    >>> list(neighbour_cuts([(1, (1, 0)), (4, (0, 2)), (5, (1, 1))]))
    [(1, 4, (1, 0)), (4, 5, (1, 2))]
    """
    low, left = None, ()
    for high, counts in rows:
        if low is not None:
            yield low, high, left
        low, left = high, counts if low is None else tuple(map(add, left, counts))


def ahead(competition: Competition, rivals: list[CountedCut]) -> list[CountedCut]:
    """
    The cuts that doubles cannot prove to be worse than another; all of them where there is no numpy, or no bound for it.

    The formula of the criterion is run on arrays: the i-th entry is the value of the i-th cut, to the bit as it is computed in
    `dtref.engines.filter.unbeaten`. Bound: that of `reduction_error`, for the greatest value and for each other. The share of known records
    is the same for all cuts, and left out.

    >>> from dtref.spec.split.criteria import gini_reduction
    >>> x = Competition(Continuous("x"), (2, 2), (0, 0), Thresholds(), (), gini_reduction)
    >>> ahead(x, [(1, 2, (1, 0)), (2, 3, (1, 1)), (3, 4, (1, 2))])
    [(1, 2, (1, 0)), (3, 4, (1, 2))]
    """
    criterion = competition.criterion
    exact_as_doubles = all(type(n) is int and n < 2**53 for n in competition.node)
    if FLOAT_ERRORS.get(criterion) is not reduction_error or not exact_as_doubles or len(rivals) < 2 or not find_spec("numpy"):
        return rivals
    import numpy as np

    # The criterion on arrays, an entry for each cut.
    left = np.array([counts for _, _, counts in rivals], np.float64).T
    known = np.array(competition.known, np.float64)
    children = cast("Sequence[Sequence[Number]]", (tuple(left), tuple(known[:, None] - left)))
    values = np.asarray(criterion.formula(cast("Sequence[Number]", tuple(known)), children))
    margin = 2 * reduction_error(0.0, children)
    return [rivals[i] for i in np.flatnonzero(values >= values.max() - margin).tolist()]
