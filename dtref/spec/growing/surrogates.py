"""
Surrogate splits: tests that stand in for a node's own where a record lacks the value it asks.

Notation: the primary test s sends a record to one of its branches; a candidate s' on another attribute guesses that branch. n records
whose answers to both are known, m of them in the branch that most of them take, r of them guessed right by s'.
"""

from __future__ import annotations

__sources__ = ("Breiman et al. 1984, 5.3",)

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import chain, groupby, permutations, product
from math import factorial
from typing import TypeAlias

from attrs import Attribute as Field
from attrs import evolve, field, frozen

from dtref.errors import Invalid, Undefined
from dtref.exact.definition import defined
from dtref.spec.growing.ties import TieRule, chosen_position
from dtref.spec.model.attributes import MISSING, Attribute, Missing, Nominal
from dtref.spec.model.counts import Columns, Count, Counts, Weighted, add_counts, count_table, majority, statistic
from dtref.spec.model.data import DataSet
from dtref.spec.model.optima import EverySubset, Optima, nth_test
from dtref.spec.model.tests import Groups, Multiway, Test
from dtref.spec.model.trees import StandsFor, Surrogates
from dtref.spec.split.candidates import Offer, Split
from dtref.spec.split.criteria import error_reduction

StandInTest: TypeAlias = tuple[Test, StandsFor]
"""A test, with the branch of the primary test that each of its branches stands for."""

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


MOST_SURROGATES = 5
"""The most surrogates of a node where no number is named (rpart's `maxsurrogate`)."""


@defined(sources=("Breiman et al. 1984, 5.3.2",))
@frozen
class LearnSurrogates:
    """
    The gap rule of CART: each node learns surrogates from its own records, those of the greatest association first.

    most: the most that a node has, at most one for each other attribute of the data; None: `MOST_SURROGATES`, however many
    those are.

    Of those that are as good every choice is one of the tree's (`SurrogateChoices`), counted by `dtref.spec.growing.tied_trees.count_trees`
    and made by the tie rule. A surrogate whose association is not above 0 is no better than going with the majority, and is not kept.
    Complete training records learn surrogates too; incomplete ones need `missing=keep_missing` beside it.
    """

    most: int | None = field(default=None)
    association: Association = association

    @most.validator
    def _at_least_none(self, at: Field[int | None], most: int | None) -> None:
        if most is not None and (type(most) is not int or most < 0):
            raise Invalid(f"surrogates, {at.name}", "a whole number of at least 0", most)

    @property
    def room(self) -> int:
        """The most surrogates that a node keeps."""
        return MOST_SURROGATES if self.most is None else self.most

    def fits(self, attributes: int) -> bool:
        """Whether a node of data with so many attributes could have as many surrogates as are asked for."""
        return self.most is None or self.most <= max(attributes - 1, 0)


@frozen
class AttributeSurrogates:
    """
    The best surrogates on one attribute: their association, all tests that tie, and for each branch of the first test the branch of the
    primary test that it stands for.

    choices: each of the tests with what its branches stand for; a test comes several times where most records of a branch take several
    branches of the primary test. right, both, known: the records that it guesses right, of those where both answers are known, of those
    where the primary's is.
    """

    association: Fraction
    tests: Optima
    stands_for: StandsFor
    choices: tuple[StandInTest, ...]
    right: Count
    both: Count
    known: Count


@frozen(eq=False)
class SurrogatePlace:
    """A place in a node's list of surrogates: the surrogate that stands there, its test, and how many were as good for the place."""

    surrogate: AttributeSurrogates
    test: StandInTest
    as_good: int


@frozen(eq=False)
class SurrogateChoices:
    """
    Everything that a node may choose as its surrogates: lists of them that are as good.

    tiers: the surrogates of equal association, the greatest first. most: how many are kept. heaviest: the branches that most known records
    take; a record that no surrogate places goes down it, or in equal parts down each, which is no choice.

    A list takes the attributes tier by tier, those of a tier in any order, of each attribute one of its tied tests, and of each of its
    branches one of the branches that most of its records take.
    """

    tiers: tuple[tuple[AttributeSurrogates, ...], ...]
    most: int
    heaviest: tuple[int, ...]

    @property
    def count(self) -> int:
        """
        The number of lists: of a tier of s attributes of which k have room, k! times the k-th elementary symmetric sum of the numbers of
        their choices.
        """
        lists, room = 1, self.most
        for tier in self.tiers:
            kept = min(len(tier), room)
            # the sums of products of so many numbers of choices
            sums = [1, *[0] * kept]
            for attribute in tier:
                sums = [1, *(sums[j] + sums[j - 1] * len(attribute.choices) for j in range(1, kept + 1))]
            lists, room = lists * factorial(kept) * sums[kept], room - kept
        return lists

    def each(self) -> Iterator[Surrogates]:
        """Every list, lazily."""
        others, room = self.count - 1, self.most
        parts: list[list[tuple[StandInTest, ...]]] = []  # for each tier what it may put into the list
        for tier in self.tiers:
            orders = permutations(tier, min(len(tier), room))
            parts.append([choice for order in orders for choice in product(*(attribute.choices for attribute in order))])
            room -= min(len(tier), room)
        otherwise, *equally = self.heaviest
        yield from (Surrogates(tuple(chain(*chosen)), otherwise, tuple(equally), others) for chosen in product(*parts))

    def places(self, listed: Surrogates) -> Iterator[SurrogatePlace]:
        """The places of one of the lists: what each was chosen from."""
        left = [list(tier) for tier in self.tiers]
        for test in listed.tests:
            tier = next(tier for tier in left if tier)
            surrogate = next(surrogate for surrogate in tier if test in surrogate.choices)
            yield SurrogatePlace(surrogate, test, sum(len(other.choices) for other in tier))
            tier.remove(surrogate)

    def chosen(self, tie: TieRule) -> tuple[Surrogates, TieRule]:
        """
        The list that a tie rule chooses, and the rule for the choices that follow: place by place among what is left of a tier, attributes
        in column order and of each its choices.
        """
        tests: list[StandInTest] = []
        for tier in self.tiers:
            left = list(tier)
            while left and len(tests) < self.most:
                options = [(attribute, choice) for attribute in left for choice in attribute.choices]
                position, tie = chosen_position(tie, len(options))
                attribute, choice = options[position]
                left.remove(attribute)
                tests.append(choice)
        otherwise, *equally = self.heaviest
        return Surrogates(tuple(tests), otherwise, tuple(equally), self.count - 1), tie


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


def learn_surrogates(rule: LearnSurrogates, node: Primary, offer: Callable[[Attribute], Offer]) -> SurrogateChoices:
    """
    The surrogates of a node, with all that are as good.

    >>> from dtref.spec.growing.ties import First
    >>> from dtref.spec.model.attributes import Continuous
    >>> from dtref.spec.model.counts import columns
    >>> from dtref.spec.model.data import Record
    >>> from dtref.spec.split.candidates import Thresholds
    >>> data = DataSet((Continuous("x"),), Nominal("y", ("+",)), tuple(Record((Fraction(x),), "+") for x in range(4)))
    >>> node = primary(columns(data), Weighted((0, 1, 2, 3)), frozenset(), 2, lambda r: int(r < 3))
    >>> choices = learn_surrogates(LearnSurrogates(), node, lambda attribute: Thresholds())
    >>> surrogates, _ = choices.chosen(First())
    >>> surrogates.tests[0][0].cut, surrogates.tests[0][1], surrogates.otherwise, choices.count
    (Fraction(5, 2), (1, 0), 1, 1)
    """
    # a tier that has no room is left out
    tiers: list[tuple[AttributeSurrogates, ...]] = []
    for _, tied in groupby(ranked(rule.association, node, offer), lambda s: s.association):
        if sum(map(len, tiers)) < rule.room:
            tiers.append(tuple(tied))
    return SurrogateChoices(tuple(tiers), rule.room, majority(node.counts))


def ranked(measure: Association, node: Primary, offer: Callable[[Attribute], Offer]) -> tuple[AttributeSurrogates, ...]:
    """
    The best surrogates of each other attribute that beat the majority: the greatest association first, equals in column order.

    Each branch of a surrogate stands for the primary's branch that most of its records take, or one of several; one that no record takes
    (an empty bin) says nothing, as a value that nobody has (`dtref.spec.model.tests.Absent`). With two branches on
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
    both = add_counts(table.counts, len(node.counts))
    value = measure(max(right), both, node.counts)
    if isinstance(value, Undefined) or value <= 0:
        return None
    # each branch stands for the branch of the primary test that most of its records take, or one of several; an empty one for none
    answered = [_answered(candidates.test(i), candidates.splits[i]) for i in tied]
    tests = tuple(test for test, _ in answered)
    sides = [[majority(part) if any(part) else (None,) for part in split] for _, split in answered]
    choices = tuple((nth_test((test,), 0), stands_for) for test, side in zip(tests, sides, strict=True) for stands_for in product(*side))
    return AttributeSurrogates(value, tests, choices[0][1], choices, max(right), sum(both), sum(node.counts))


def _answered(test: Test | EverySubset, split: Split) -> tuple[Test | EverySubset, Split]:
    """A test and its branches, a multiway one without those of values that nobody has: they say nothing (`Absent.AS_MISSING`)."""
    if not isinstance(test, Multiway) or all(map(any, split)):
        return test, split
    present = [(value, part) for value, part in zip(test.attribute.values, split, strict=True) if any(part)]
    sizes = [sum(part) for _, part in present]
    return Groups(test.attribute, tuple((value,) for value, _ in present), sizes.index(max(sizes))), tuple(part for _, part in present)


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
