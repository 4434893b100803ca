"""
Surrogate splits: tests that stand in for a node's own where a record lacks the value it asks.

Notation: the primary test s sends a record to one of its branches; a candidate s' on another attribute guesses that branch. n records
whose answers to both are known, m of them in the branch that most of them take, r of them guessed right by s'.
"""

from __future__ import annotations

__sources__ = ("Breiman et al. 1984, 5.3",)

from collections.abc import Callable, Sequence
from enum import Enum
from fractions import Fraction
from itertools import product
from typing import TypeAlias

from attrs import Attribute as Field
from attrs import field, frozen

from dtref.errors import Invalid, Undefined
from dtref.exact.definition import defined
from dtref.spec.growing.guesses import Guesses, Primary, every_guess, guessed_right
from dtref.spec.growing.surrogate_lists import AttributeSurrogates, ListRule, SurrogateChoices, by_rank
from dtref.spec.model.attributes import Attribute
from dtref.spec.model.counts import Count, Counts, add_counts, majority
from dtref.spec.model.optima import EverySubset, nth_test
from dtref.spec.model.tests import Groups, Multiway, Test
from dtref.spec.split.candidates import Offer, Split

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


@defined(
    formula="r / n over records with both answers known",
    sources=('rpart, `src/choose_surg.c`, "agreement", with surrogatestyle = 1',),
)
def share_guessed_right(right: Count, both: Counts, _: Counts) -> Fraction | Undefined:
    """
    The share of the records with both answers known that are guessed right, by which rpart orders surrogates. `Undefined` without any.

    >>> share_guessed_right(8, (4, 6), (5, 7))
    Fraction(4, 5)
    """
    return Fraction(right) / sum(both) if any(both) else Undefined("no record knows both answers")


class Rest(Enum):
    """The branches of a record that no surrogate places."""

    HEAVIEST = "heaviest"
    """The branch that most known records took; in equal parts down each of several."""
    MAJORITY = "majority"
    """The branch that most known records took; where several have as many the record stays at the node (rpart, usesurrogate = 2)."""
    STAYS = "stays"
    """None: the record stays at the node (rpart, usesurrogate = 0 or 1)."""

    def of(self, counts: Counts) -> tuple[int, ...]:
        """
        The branches, by the known records that took each; none where the record stays.

        >>> Rest.HEAVIEST.of((2, 2)), Rest.MAJORITY.of((2, 2)), Rest.MAJORITY.of((1, 2)), Rest.STAYS.of((1, 2))
        ((0, 1), (), (1,), ())
        """
        most = majority(counts)
        stays = self is Rest.STAYS or (self is Rest.MAJORITY and len(most) > 1)
        return () if stays else most


MOST_SURROGATES = 5
"""The most surrogates of a node where no number is named (rpart's `maxsurrogate`)."""


@defined(sources=("Breiman et al. 1984, 5.3.2",))
@frozen
class LearnSurrogates:
    """
    The gap rule of CART: each node learns surrogates from its own records, those of the greatest association first.

    most: the most that a node has, at most one for each other attribute of the data; None: `MOST_SURROGATES`, however many those are.
    association: what must be above 0. order: by what they are ordered, the greatest first; None: by the association. guesses: the tests
    that compete on an attribute. listing: which are kept. rest: where a record goes that none of them places. any_most: whether `most` may
    be more than there are attributes.

    Of those that are as good every choice is one of the tree's (`SurrogateChoices`), counted by `dtref.spec.growing.tied_trees.count_trees`
    and made by the tie rule. A surrogate whose association is not above 0 is no better than going with the majority, and is not kept.
    Complete training records learn surrogates too; incomplete ones need `missing=keep_missing` beside it.
    """

    most: int | None = field(default=None)
    association: Association = association
    order: Association | None = None
    guesses: Guesses = every_guess
    listing: ListRule = by_rank
    rest: Rest = Rest.HEAVIEST
    any_most: bool = False

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
        return self.most is None or self.any_most or self.most <= max(attributes - 1, 0)

    @property
    def by_the_book(self) -> bool:
        """Whether nothing but `most` and `association` differs from the book's rule."""
        return self.order is None and self.guesses is every_guess and self.listing is by_rank and self.rest is Rest.HEAVIEST


def learn_surrogates(rule: LearnSurrogates, node: Primary, offer: Callable[[Attribute], Offer]) -> SurrogateChoices:
    """
    The surrogates of a node, with all that are as good.

    >>> from dtref.spec.growing.guesses import primary
    >>> from dtref.spec.growing.ties import First
    >>> from dtref.spec.model.attributes import Continuous, Nominal
    >>> from dtref.spec.model.counts import Weighted, columns
    >>> from dtref.spec.model.data import DataSet, Record
    >>> from dtref.spec.split.candidates import Thresholds
    >>> data = DataSet((Continuous("x"),), Nominal("y", ("+",)), tuple(Record((Fraction(x),), "+") for x in range(4)))
    >>> node = primary(columns(data), Weighted((0, 1, 2, 3)), frozenset(), 2, lambda r: int(r < 3))
    >>> choices = learn_surrogates(LearnSurrogates(), node, lambda attribute: Thresholds())
    >>> surrogates, _ = choices.chosen(First())
    >>> surrogates.tests[0][0].cut, surrogates.tests[0][1], surrogates.otherwise, choices.count
    (Fraction(5, 2), (1, 0), 1, 1)
    """
    return SurrogateChoices(rule.listing(best_on_each(rule, node, offer), rule.room), rule.room, rule.rest.of(node.counts))


def ranked(rule: LearnSurrogates, node: Primary, offer: Callable[[Attribute], Offer]) -> tuple[AttributeSurrogates, ...]:
    """
    The best surrogates of each other attribute that beat the majority: the greatest rank first, equals in column order.

    Each branch of a surrogate stands for the primary's branch that most of its records take, or one of several; one that no record takes
    (an empty bin) says nothing, as a value that nobody has (`dtref.spec.model.tests.Absent`). With two branches on
    either side this is Breiman's share_guessed_right max(p_LL + p_RR, p_LR + p_RL) wherever the association is above 0: two branches that
    stand for the same one guess the majority, and gain nothing.
    Errors: Undecided where an offer is (`dtref.spec.split.candidates.SubsetSplits`).

    >>> from dtref.spec.growing.guesses import primary
    >>> from dtref.spec.model.attributes import Continuous, Nominal
    >>> from dtref.spec.model.counts import Weighted, columns
    >>> from dtref.spec.model.data import DataSet, Record
    >>> from dtref.spec.split.candidates import Thresholds
    >>> data = DataSet((Continuous("x"),), Nominal("y", ("+",)), tuple(Record((Fraction(x),), "+") for x in range(6)))
    >>> node = primary(columns(data), Weighted(tuple(range(6))), frozenset(), 2, lambda r: int(r in (0, 5)))
    >>> [(s.association, [test.cut for test in s.tests]) for s in ranked(LearnSurrogates(), node, lambda attribute: Thresholds())]
    [(Fraction(1, 2), [Fraction(1, 2), Fraction(9, 2)])]
    """
    return tuple(sorted(best_on_each(rule, node, offer), key=lambda s: -s.rank))


def best_on_each(rule: LearnSurrogates, node: Primary, offer: Callable[[Attribute], Offer]) -> list[AttributeSurrogates]:
    """As `ranked`, in column order."""
    others = (column for column in range(len(node.columns.codes)) if column not in node.asked)
    return [s for column in others if (s := _best_on(column, rule, node, offer)) is not None]


def _best_on(column: int, rule: LearnSurrogates, node: Primary, offer: Callable[[Attribute], Offer]) -> AttributeSurrogates | None:
    """The best surrogates on one attribute; None where none is better than going with the majority."""
    # how many records each candidate guesses right
    candidates = rule.guesses(column, node, offer)
    right = [guessed_right(split) for split in candidates.splits]
    if not right:
        return None
    most = max(right)
    tied = [i for i, r in enumerate(right) if r == most]
    # the association of the best is kept if it is above 0
    both = add_counts(candidates.splits[0], len(node.counts))
    value = rule.association(most, both, node.counts)
    rank = value if rule.order is None else rule.order(most, both, node.counts)
    if isinstance(value, Undefined) or isinstance(rank, Undefined) or value <= 0:
        return None
    # each branch stands for the branch of the primary test that most of its records take, or one of several; an empty one for none
    answered = [_answered(candidates.test(i), candidates.splits[i]) for i in tied]
    tests = tuple(test for test, _ in answered)
    sides = [[majority(part) if any(part) else (None,) for part in split] for _, split in answered]
    choices = tuple((nth_test((test,), 0), stands_for) for test, side in zip(tests, sides, strict=True) for stands_for in product(*side))
    return AttributeSurrogates(value, tests, choices[0][1], choices, max(right), sum(both), sum(node.counts), rank)


def _answered(test: Test | EverySubset, split: Split) -> tuple[Test | EverySubset, Split]:
    """A test and its branches, a multiway one without those of values that nobody has: they say nothing (`Absent.AS_MISSING`)."""
    if not isinstance(test, Multiway) or all(map(any, split)):
        return test, split
    present = [(value, part) for value, part in zip(test.attribute.values, split, strict=True) if any(part)]
    sizes = [sum(part) for _, part in present]
    return Groups(test.attribute, tuple((value,) for value, _ in present), sizes.index(max(sizes))), tuple(part for _, part in present)


def _beyond_majority(right: Count, counts: Sequence[Count]) -> Fraction | Undefined:
    """The share of the records outside the majority's branch that are guessed right beyond it."""
    most, n = max(counts), sum(counts)
    return Fraction(right - most) / (n - most) if n > most else Undefined("all records take one branch")
