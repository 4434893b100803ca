"""
Surrogate splits: tests that stand in for a node's own where a record lacks the value it asks.

Notation: the primary test s sends a record to one of its branches; a candidate s' on another attribute guesses that branch. n records
whose answers to both are known, m of them in the branch that most of them take, r of them guessed right by s'.
"""

from __future__ import annotations

__sources__ = ("Breiman et al. 1984, 5.3",)

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeAlias

from attrs import evolve, frozen

from dtref.errors import Undefined
from dtref.exact.definition import defined
from dtref.spec.model.attributes import MISSING, Attribute, Missing, Nominal
from dtref.spec.model.counts import Columns, Count, Counts, Weighted, add_counts, count_table, majority, statistic
from dtref.spec.model.data import DataSet
from dtref.spec.model.optima import Optima, nth_test
from dtref.spec.model.trees import Surrogates
from dtref.spec.split.candidates import Offer, Split
from dtref.spec.split.criteria import error_reduction

Association: TypeAlias = Callable[[Count, Counts, Counts], Fraction | Undefined]
"""
A measure of how well a test predicts a node's own, from: the records that it guesses right; the records by branch, of those where both
answers are known; the records by branch, of those where the primary's answer is known.
"""


@defined(
    formula=(
        "lambda = (min(p_L, p_R) - (1 - p(s, s'))) / min(p_L, p_R) = (r - m) / (n - m), over records with both "
        "answers known; the second form also for more branches"
    ),
    letter="lambda",
    sources=("Breiman et al. 1984, 5.3.1",),
)
def association(right: Count, both: Counts, _: Counts) -> Fraction | Undefined:
    """
    Breiman's predictive association: the share of the errors of "go with the majority" that the surrogate avoids.

    At most 1. `Undefined` where n = m.

    >>> association(8, (4, 6), (5, 7)), association(3, (3, 0), (3, 4))
    (Fraction(1, 2), Undefined(why='all records take one branch'))
    """
    return _beyond_majority(right, both)


@defined(
    formula="(r - m) / (n - m) with n and m of those records; may be below 0",
    sources=('rpart, "adj", with its default surrogatestyle = 0',),
)
def association_of_all(right: Count, _: Counts, primary: Counts) -> Fraction | Undefined:
    """
    rpart's association: as `association`, over all records whose primary answer is known; one that the surrogate cannot answer is a wrong
    guess.

    >>> association_of_all(8, (4, 6), (5, 7))
    Fraction(1, 5)
    """
    return _beyond_majority(right, primary)


@defined(sources=("Breiman et al. 1984, 5.3.2",))
@frozen
class LearnSurrogates:
    """
    The gap rule of CART: each node learns surrogates from its own records, at most `most`, those of the greatest association first.

    A surrogate whose association is not above 0 is no better than going with the majority, and is not kept. Complete training records learn
    surrogates too; incomplete ones need `missing=keep_missing` beside it.
    """

    most: int = 5
    association: Association = association


@frozen
class AttributeSurrogates:
    """
    The best surrogates on one attribute: their association, all tests that tie, and for each branch of the first test the branch of the
    primary test that it stands for.
    """

    association: Fraction
    tests: Optima
    stands_for: tuple[int, ...]


@frozen(eq=False)
class Primary:
    """
    The records at a node whose answer to its test is known, and the branches that they take.

    columns: those of the training set, with the branch in place of the class. counts: the records by branch. asked: the columns that the
    test asks.
    """

    columns: Columns
    records: Weighted
    counts: Counts
    asked: frozenset[int]


def primary(columns: Columns, records: Weighted, asked: frozenset[int], branches: int, branch: Callable[[int], int | Missing]) -> Primary:
    """
    A node's records that know the answer to its test, labelled by the branch that each takes.

    asked: the columns that the test asks. branches: their number. branch: from a record's position to the branch that it takes.

    >>> from dtref.spec.model.counts import columns
    >>> from dtref.spec.model.data import Record
    >>> data = DataSet((), Nominal("y", ("+",)), (Record((), "+"), Record((), "+")))
    >>> primary(columns(data), Weighted((0, 1)), frozenset(), 2, lambda r: (1, MISSING)[r]).counts
    (0, 1)
    """
    branch_of = {r: b for r in records.rows if (b := branch(r)) is not MISSING}
    # the training set with branches for classes
    names = tuple(map(str, range(branches)))
    relabelled = DataSet(columns.data.attributes, Nominal(columns.data.target.name, names), ())
    labels = tuple(branch_of.get(r, 0) for r in range(len(columns.labels)))
    by_branch = evolve(columns, data=relabelled, labels=labels, numbers=())
    # the node's records without those that miss the answer
    parts = None if records.parts is None else tuple(p for r, p in zip(records.rows, records.parts, strict=True) if r in branch_of)
    known = Weighted(tuple(branch_of), parts)
    return Primary(by_branch, known, statistic(by_branch, known), asked)


def learn_surrogates(rule: LearnSurrogates, node: Primary, offer: Callable[[Attribute], Offer]) -> Surrogates:
    """
    The surrogates of a node: the first of the best tests of each attribute that is kept.

    >>> from dtref.spec.model.attributes import Continuous
    >>> from dtref.spec.model.counts import columns
    >>> from dtref.spec.model.data import Record
    >>> from dtref.spec.split.candidates import Thresholds
    >>> data = DataSet((Continuous("x"),), Nominal("y", ("+",)), tuple(Record((Fraction(x),), "+") for x in range(4)))
    >>> node = primary(columns(data), Weighted((0, 1, 2, 3)), frozenset(), 2, lambda r: int(r < 3))
    >>> surrogates = learn_surrogates(LearnSurrogates(), node, lambda attribute: Thresholds())
    >>> surrogates.tests[0][0].cut, surrogates.tests[0][1], surrogates.otherwise
    (Fraction(5, 2), (1, 0), 1)
    """
    kept = ranked(rule.association, node, offer)[: rule.most]
    return Surrogates(tuple((nth_test(s.tests, 0), s.stands_for) for s in kept), majority(node.counts)[0])


def ranked(measure: Association, node: Primary, offer: Callable[[Attribute], Offer]) -> tuple[AttributeSurrogates, ...]:
    """
    The best surrogates of each other attribute that beat the majority: the greatest association first, equals in column order.

    Each branch of a surrogate stands for the primary's branch that most of its records take (the first of several). With two branches on
    either side this is Breiman's agreement max(p_LL + p_RR, p_LR + p_RL) wherever the association is above 0: two branches that
    stand for the same one guess the majority, and gain nothing.
    Errors: Undecided where an offer is (`dtref.spec.split.candidates.SubsetSplits`).

    >>> from dtref.spec.model.attributes import Continuous
    >>> from dtref.spec.model.counts import columns
    >>> from dtref.spec.model.data import Record
    >>> from dtref.spec.split.candidates import Thresholds
    >>> data = DataSet((Continuous("x"),), Nominal("y", ("+",)), tuple(Record((Fraction(x),), "+") for x in range(6)))
    >>> node = primary(columns(data), Weighted(tuple(range(6))), frozenset(), 2, lambda r: int(r in (0, 5)))
    >>> [(s.association, [test.cut for test in s.tests]) for s in ranked(association, node, lambda attribute: Thresholds())]
    [(Fraction(1, 2), [Fraction(1, 2), Fraction(9, 2)])]
    """
    others = (column for column in range(len(node.columns.codes)) if column not in node.asked)
    surrogates = [s for column in others if (s := _best_on(column, measure, node, offer)) is not None]
    return tuple(sorted(surrogates, key=lambda s: -s.association))


def _best_on(column: int, measure: Association, node: Primary, offer: Callable[[Attribute], Offer]) -> AttributeSurrogates | None:
    """The best surrogates on one attribute; None where none is better than going with the majority."""
    # how many records each candidate guesses right
    table = count_table(node.columns, column, node.records)
    candidates = offer(table.attribute)(table, error_reduction)
    right = [guessed_right(split) for split in candidates.splits]
    if not right:
        return None
    tied = [i for i, r in enumerate(right) if r == max(right)]
    # the association of the best is kept if it is above 0
    value = measure(max(right), add_counts(table.counts, len(node.counts)), node.counts)
    if isinstance(value, Undefined) or value <= 0:
        return None
    # each branch stands for the branch of the primary test that most of its records take
    split = candidates.splits[tied[0]]
    stands_for = tuple(majority(part if any(part) else node.counts)[0] for part in split)
    return AttributeSurrogates(value, tuple(map(candidates.test, tied)), stands_for)


def guessed_right(split: Split) -> Count:
    """
    How many records a test guesses right: in each of its branches those that take the most frequent branch of the primary test.

    split: for each branch of the test the records by the branch of the primary test.

    >>> guessed_right(((3, 1), (0, 2)))
    5
    """
    return sum(max(part) for part in split)


def _beyond_majority(right: Count, counts: Sequence[Count]) -> Fraction | Undefined:
    """The share of the records outside the majority's branch that are guessed right beyond it."""
    most, n = max(counts), sum(counts)
    return Fraction(right - most) / (n - most) if n > most else Undefined("all records take one branch")
