"""
Verifies the surrogates that a node names: is each among those that the algorithm may have at its place?

A surrogate is compared by what it says of the records that it was learned from: which of them it sends together, and to which branch of the
node. Those of the greatest association come first; of equal ones any order is right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from attrs import frozen

from dtref.errors import Undecided
from dtref.io.foreign.branch_words import branch_words
from dtref.io.foreign.tree import Ask, ForeignNode, branch_taken
from dtref.oracle.verify.questions import NodeQuestion
from dtref.oracle.verify.verdicts import NodeVerdict, NotChecked, TiedSurrogates, WrongRest, WrongSurrogate
from dtref.oracle.verify.words import stand_in_words
from dtref.spec.growing.guesses import Primary
from dtref.spec.growing.hunt import Hunt, Node
from dtref.spec.growing.policy import offer_for
from dtref.spec.growing.surrogate_lists import AttributeSurrogates, StandInTest, SurrogateChoices, surrogates_of
from dtref.spec.growing.surrogates import LearnSurrogates, learn_surrogates
from dtref.spec.model.attributes import MISSING, Cell
from dtref.spec.model.branches import branch_for
from dtref.spec.model.counts import Weighted, count_table
from dtref.spec.model.tests import Oblique, Test
from dtref.spec.model.trees import Surrogates

Saying: TypeAlias = frozenset[tuple[int | None, frozenset[Cell]]]
"""The groups that a surrogate makes of the values present, each with the branch that it stands for; None: it says nothing of them."""


@frozen(eq=False)
class ComparedSurrogates:
    """
    A node's surrogates, compared with all that the algorithm may have there. chosen: its own as far as they are right, from the first.
    wanted: those that may come next; none where the list must end.
    """

    foreign: ForeignNode
    choices: SurrogateChoices
    chosen: tuple[StandInTest, ...]
    wanted: tuple[StandInTest, ...]

    @property
    def right(self) -> bool:
        """Whether the list is one that the algorithm may have."""
        return len(self.chosen) == len(self.foreign.stand_ins) and not self.wanted

    @property
    def rule(self) -> Surrogates | None:
        """The node's rule for missing values, in the algorithm's own tests; None where its list is wrong."""
        if not self.right:
            return None
        return surrogates_of(self.chosen, self.choices.rest, self.choices.count - 1)


def compared_surrogates(recursion: Hunt, node: Node, foreign: ForeignNode, question: NodeQuestion) -> ComparedSurrogates | None:
    """
    The surrogates of a node beside those of the algorithm; None where the node names none, or the algorithm learns none.

    Errors: Undecided where the candidates for surrogates are.
    """
    policy, test = recursion.policy, question.test
    if not foreign.names_surrogates or test is None or not isinstance(policy.gap, LearnSurrogates):
        return None
    answers = recursion.answers(node, test)
    choices = learn_surrogates(policy.gap, answers, lambda attribute: offer_for(policy, attribute))
    return _compared(recursion, foreign, answers, choices)


def _compared(recursion: Hunt, foreign: ForeignNode, answers: Primary, choices: SurrogateChoices) -> ComparedSurrogates:
    """Takes the node's surrogates one after the other, each from what is left of its tier."""
    chosen: list[StandInTest] = []
    tiers = [list(tier) for tier in choices.tiers]
    for ask, stands_for in foreign.stand_ins:
        left = _next_tier(tiers) if len(chosen) < choices.most else []
        same = _same_among(recursion, answers, left, ask, stands_for)
        if same is None:
            return ComparedSurrogates(foreign, choices, tuple(chosen), _tests(left))
        surrogate, choice = same
        left.remove(surrogate)
        chosen.append(choice)
    left = _next_tier(tiers) if len(chosen) < choices.most else []
    return ComparedSurrogates(foreign, choices, tuple(chosen), _tests(left))


def _next_tier(tiers: list[list[AttributeSurrogates]]) -> list[AttributeSurrogates]:
    """The first tier that has surrogates left."""
    return next((tier for tier in tiers if tier), [])


def _tests(left: Sequence[AttributeSurrogates]) -> tuple[StandInTest, ...]:
    return tuple(choice for surrogate in left for choice in surrogate.choices)


def _same_among(
    recursion: Hunt, answers: Primary, left: Sequence[AttributeSurrogates], ask: Ask, stands_for: Sequence[int | None]
) -> tuple[AttributeSurrogates, StandInTest] | None:
    """The surrogate that says the same as a question, and its test; None where none does."""
    column = recursion.training.column(ask.attribute)
    # of choices that say the same of the records that it was learned from, one that says so of all records at the node comes first
    for records in (Weighted(answers.everyone), answers.records):
        values = count_table(answers.columns, column, records).values
        said = _saying([branch_taken(ask, value) for value in values], values, stands_for)
        for surrogate in left:
            for test, own in surrogate.choices:
                on_column = not isinstance(test, Oblique) and test.attribute == recursion.training.attributes[column]
                if on_column and said == _saying([_branch(test, value) for value in values], values, own):
                    return surrogate, (test, own)
    return None


def _branch(test: Test, value: Cell) -> int | None:
    """The branch of a test that a value takes; None for one of which it says nothing."""
    branch = branch_for(test, lambda _: value)
    return None if branch is MISSING else branch


def _saying(branches: Sequence[int | None], values: Sequence[Cell], stands_for: Sequence[int | None]) -> Saying:
    by_branch: dict[int | None, set[Cell]] = {}
    for value, branch in zip(values, branches, strict=True):
        by_branch.setdefault(branch, set()).add(value)
    return frozenset((None if b is None else stands_for[b], frozenset(group)) for b, group in by_branch.items())


def judged_surrogates(
    recursion: Hunt, node: Node, foreign: ForeignNode, question: NodeQuestion, why_not: str = ""
) -> Iterator[NodeVerdict]:
    """
    Verdicts on the surrogates that a node names; none where they are the only right ones, or it names none. why_not: the reason not to
    call them wrong, if there is one.
    """
    try:
        compared = compared_surrogates(recursion, node, foreign, question)
    except Undecided as problem:
        yield NotChecked(f"surrogates: {problem}")
        return
    if compared is None:
        return
    ask = foreign.ask
    assert ask is not None, "an inner node asks"
    names = tuple(branch_words(ask, b) for b in range(len(foreign.children)))
    # the list
    if not compared.right and why_not:
        yield NotChecked(f"surrogates: {why_not}")
    elif not compared.right:
        place = len(compared.chosen)
        got = stand_in_words(*foreign.stand_ins[place], names) if place < len(foreign.stand_ins) else ""
        yield WrongSurrogate(place, got, compared.wanted, names)
    elif compared.choices.count > 1:
        yield TiedSurrogates(compared.choices.count)
    # the branches of a record that none of them places
    if foreign.rest and not set(foreign.rest) <= set(compared.choices.rest):
        yield WrongRest(tuple(names[b] for b in compared.choices.rest), tuple(names[b] for b in foreign.rest))
