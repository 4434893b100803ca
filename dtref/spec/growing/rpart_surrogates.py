"""rpart's rules for surrogates, where they differ from the book's (`dtref.spec.growing.surrogates`)."""

from __future__ import annotations

__sources__ = ("rpart 4.1.19, `src/choose_surg.c`, `src/surrogate.c`, `src/nodesplit.c`",)

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import product

from attrs import frozen

from dtref.exact.definition import defined
from dtref.spec.growing.guesses import Primary
from dtref.spec.growing.routing import rows_by_branch
from dtref.spec.growing.surrogate_lists import AttributeSurrogates, Tiers, by_rank
from dtref.spec.model.attributes import ABSENT, Attribute, Cell, Nominal
from dtref.spec.model.counts import Counts, CountTable, Weighted, add_counts, count_table, majority
from dtref.spec.model.tests import Subset
from dtref.spec.split.candidates import Candidates, Offer
from dtref.spec.split.criteria import error_reduction


@defined(sources=("rpart 4.1.19, `src/choose_surg.c`",))
@frozen
class RpartGuesses:
    """
    The tests that compete as rpart's surrogates on one attribute, for a node with two branches; a record counts if it knows both answers.

    A cut of numbers has at least two records on either side; it lies between neighbouring values of all records at the node, those that
    miss the node's own answer included. Nominal values have one test: each goes to the branch that more of its records take; where as many
    take either, to the branch of the majority of all. At least two records must be guessed right and two wrong, so that a perfect nominal
    surrogate is refused: rpart means two to be sent to either side, and counts the wrong ones.

    >>> from fractions import Fraction
    >>> from dtref.spec.growing.guesses import primary
    >>> from dtref.spec.model.counts import columns
    >>> from dtref.spec.model.data import DataSet, Record
    >>> from dtref.spec.split.candidates import Thresholds
    >>> x = Nominal("x", ("u", "v"))
    >>> data = DataSet((x,), Nominal("y", ("+",)), tuple(Record((v,), "+") for v in "uuuvvvuv"))
    >>> def guesses(branch):
    ...     node = primary(columns(data), Weighted(tuple(range(8))), frozenset(), 2, branch)
    ...     return RpartGuesses()(0, node, lambda attribute: Thresholds()).splits
    >>> guesses(lambda r: int(data.records[r].values[0] == "v")), guesses(lambda r: int(r > 2))
    ((), ())
    >>> guesses(lambda r: int(2 < r < 7))
    (((3, 1), (1, 3)),)
    """

    least: int = 2

    def __call__(self, column: int, node: Primary, offer: Callable[[Attribute], Offer]) -> Candidates:
        """The candidates on a column."""
        attribute = node.columns.data.attributes[column]
        if isinstance(attribute, Nominal):
            return self._by_value(attribute, column, node)
        # cuts between the values at the node, of which some may be of records without an answer: they count nothing
        known = dict(zip(node.records.rows, node.records.parts or (1,) * len(node.records.rows), strict=True))
        everyone = Weighted(node.everyone, tuple(known.get(r, 0) for r in node.everyone))
        cuts = offer(attribute)(count_table(node.columns, column, everyone), error_reduction)
        rows = rows_by_branch(node.columns, node.records)
        return cuts.only([i for i in range(len(cuts.splits)) if all(n >= self.least for (n,) in rows(cuts.test(i)))])  # type: ignore[arg-type]

    def _by_value(self, attribute: Nominal, column: int, node: Primary) -> Candidates:
        table = count_table(node.columns, column, node.records)
        most = majority(add_counts(table.counts, len(node.counts)))
        # for each value the branch, or several where nothing tells
        better = [_better(majority(counts), most) for counts in table.counts]
        codes, levels = node.columns.codes[column], node.columns.levels[column]
        rows = Counter((levels[codes[r]], node.columns.labels[r]) for r in node.records.rows if codes[r] != ABSENT)
        kept = [branches for branches in product(*better) if len(set(branches)) > 1 and self._enough(table, branches, rows)]
        splits = tuple(_parted(table, branches) for branches in kept)
        return Candidates(splits, lambda i: _subset(attribute, table, kept[i]), table.missing)

    def _enough(self, table: CountTable, branches: Sequence[int], rows: Mapping[tuple[Cell, int], int]) -> bool:
        """Whether enough records are guessed right, and enough wrong."""
        right = sum(rows.get((value, branch), 0) for value, branch in zip(table.values, branches, strict=True))
        return min(right, sum(rows.values()) - right) >= self.least

    def __str__(self) -> str:
        return f"surrogates as rpart has them, {self.least} records at least on either side"


def _better(largest: tuple[int, ...], most: tuple[int, ...]) -> tuple[int, ...]:
    """The branches that a value may go to: those that most of its records take, of several those of the majority of all."""
    return tuple(b for b in largest if b in most) or largest


def _parted(table: CountTable, branches: Sequence[int]) -> tuple[Counts, Counts]:
    """The records by branch of the node, of the values that go with the first, and of the others."""
    size = len(table.missing)
    first, second = (
        add_counts((n for n, b in zip(table.counts, branches, strict=True) if (b == branches[0]) is with_first), size)
        for with_first in (True, False)
    )
    return first, second


def _subset(attribute: Nominal, table: CountTable, branches: Sequence[int]) -> Subset:
    values = [str(value) for value in table.values]
    left = tuple(value for value, b in zip(values, branches, strict=True) if b == branches[0])
    return Subset(attribute, left, tuple(value for value in values if value not in left))


@defined(sources=("rpart 4.1.19, `src/insert_split.c`",))
def listed_by_rpart(surrogates: Sequence[AttributeSurrogates], room: int) -> Tiers:
    """
    The surrogates that rpart keeps: those of the greatest rank; but a list of two that is full loses both when one that is better than the
    first comes later in column order, and goes on with that one alone.

    >>> listed_by_rpart((), 2)
    ()
    """
    if room != 2:
        return by_rank(surrogates, room)
    kept: list[AttributeSurrogates] = []
    for new in surrogates:
        if len(kept) == room:
            kept = [new] if new.rank > kept[0].rank else [kept[0], new] if new.rank > kept[1].rank else kept
        else:
            kept = sorted([*kept, new], key=lambda s: -s.rank)
    return tuple((surrogate,) for surrogate in kept)
