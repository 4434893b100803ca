"""
Tie rules: choosing one of the optima (golden/TIES.md).

A rule returns the chosen test and the rule for the rest of the tree, so that a list of choices needs no hidden state.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, runtime_checkable

from attrs import frozen

from dtref.errors import Invalid
from dtref.exact.brief import brief_repr
from dtref.exact.definition import defined
from dtref.spec.model.branches import question_text
from dtref.spec.model.later import source_of
from dtref.spec.model.optima import Optima, count_tests, list_tests, nth_test
from dtref.spec.model.rules import LooksAt, Option, OptionKind, RuleFacts, declares
from dtref.spec.model.tests import Test
from dtref.spec.model.trees import Branch, Leaf, Surrogates, Tree, nodes


class TieRule(Protocol):
    """A rule that chooses one of the optima at each inner node, in preorder."""

    def pick(self, optima: Optima) -> tuple[Test, TieRule]:
        """The chosen test, and the rule for the nodes that follow."""
        ...

    def finish(self) -> None:
        """Called after the last node. Errors: Invalid where choices are left over."""
        ...


@runtime_checkable
class Chooses(Protocol):
    """
    A tie rule that also chooses among other things than tests: the surrogates of a node, the node that is split next, a test or a leaf.
    """

    def choose(self, options: int) -> tuple[int, TieRule]:
        """The position of the chosen one among so many, two or more, and the rule for the choices that follow."""
        ...


def chosen_position(tie: TieRule, options: int) -> tuple[int, TieRule]:
    """
    The position that a tie rule chooses among so many options that are as good, and the rule for the choices that follow. A rule that
    chooses tests alone (one without `choose`) takes the first.

    >>> chosen_position(First(), 3)[0], chosen_position(Last(), 3)[0], chosen_position(Listed((1,)), 3), chosen_position(Refuse(), 1)[0]
    (0, 2, (1, Listed(choices=(), then=None)), 0)
    """
    return tie.choose(options) if options > 1 and isinstance(tie, Chooses) else (0, tie)


def chosen_ending(tie: TieRule, optima: Optima, leaf: int | None = None) -> tuple[Test | None, TieRule]:
    """
    The test that a tie rule chooses among the optima, and the rule for the choices that follow; None where it chooses a leaf, which is as
    good. leaf: the place of that among the optima, if it is.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.tests import Multiway
    >>> test = Multiway(Nominal("x", ("a", "b")))
    >>> [chosen_ending(rule, (test,), 0)[0] is None for rule in (First(), Last(), Listed((0,)), Listed((1,)))]
    [True, False, True, False]
    """
    if leaf is None:
        return tie.pick(optima)
    place, rest = chosen_position(tie, count_tests(optima) + 1)
    return (None if place == leaf else nth_test(optima, place - (place > leaf))), rest


_OPTIMA = frozenset((LooksAt.OPTIMA,))


@declares(RuleFacts("first", _OPTIMA, typed="first"))
@defined(sources=("golden/TIES.md",))
@frozen
class First:
    """
    The tie rule that chooses the first of the optima.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.optima import EverySubset
    >>> First().pick((EverySubset(Nominal("x", ("a", "b", "c")), ("a", "b", "c")),))[0].left
    ('a',)
    """

    def pick(self, optima: Optima) -> tuple[Test, TieRule]:
        """The first."""
        return nth_test(optima, 0), self

    def choose(self, options: int) -> tuple[int, TieRule]:  # noqa: ARG002
        """The first."""
        return 0, self

    def finish(self) -> None:
        """Nothing is left over."""


@declares(RuleFacts("last", _OPTIMA, typed="last"))
@defined(sources=("golden/TIES.md",))
@frozen
class Last:
    """
    The tie rule that chooses the last of the optima.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.optima import EverySubset
    >>> Last().pick((EverySubset(Nominal("x", ("a", "b", "c")), ("a", "b", "c")),))[0].left
    ('a', 'c')
    """

    def pick(self, optima: Optima) -> tuple[Test, TieRule]:
        """The last."""
        return nth_test(optima, -1), self

    def choose(self, options: int) -> tuple[int, TieRule]:
        """The last."""
        return options - 1, self

    def finish(self) -> None:
        """Nothing is left over."""


@declares(RuleFacts("refuse", _OPTIMA, typed="refuse"))
@defined(sources=("golden/TIES.md",))
@frozen
class Refuse:
    """
    The tie rule that accepts no tie: it chooses the only optimum. Errors: Invalid at the first tie.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.optima import EverySubset
    >>> Refuse().pick((EverySubset(Nominal("x", ("a", "b", "c")), ("a", "b", "c")),))
    Traceback (most recent call last):
    dtref.errors.Invalid: tie rule 'refuse': expected one best test (got '3 that tie: x in {a}; x not in {c}; x not in {b}')
    """

    def pick(self, optima: Optima) -> tuple[Test, TieRule]:
        """The only one."""
        if count_tests(optima) > 1:
            examples = "; ".join(question_text(test) for test, _ in zip(list_tests(optima), range(4), strict=False))
            raise Invalid("tie rule 'refuse'", "one best test", f"{count_tests(optima)} that tie: {examples}")
        return nth_test(optima, 0), self

    def choose(self, options: int) -> tuple[int, TieRule]:
        """None of several."""
        raise Invalid("tie rule 'refuse'", "one way to go on", f"{options} that are as good: surrogates, nodes, or a test and a leaf")

    def finish(self) -> None:
        """Nothing is left over."""


@declares(RuleFacts("listed", _OPTIMA, (Option("choices", OptionKind.POSITIONS),), typed="a choice for each tie in preorder: 0,2,1"))
@defined(sources=("golden/TIES.md",))
@frozen
class Listed:
    """
    The tie rule that chooses by a list of positions, one for each tied node in preorder.

    After the node's own come those of its surrogates, where several are as good (`dtref.spec.growing.surrogates.SurrogateChoices`).
    They are counted from 0; after the last the rule `then` chooses, if there is one.
    Errors: Invalid where a position is out of range, or there are too few or too many.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.optima import EverySubset
    >>> Listed((2, 0)).pick((EverySubset(Nominal("x", ("a", "b", "c")), ("a", "b", "c")),))[1]
    Listed(choices=(0,), then=None)
    """

    choices: tuple[int, ...]
    then: TieRule | None = None

    __repr__ = brief_repr

    def pick(self, optima: Optima) -> tuple[Test, TieRule]:
        """The one listed next, where there is a tie."""
        tied = count_tests(optima)
        if tied == 1:
            return nth_test(optima, 0), self
        if not self.choices and self.then is not None:
            return self.then.pick(optima)
        position, rest = self.choose(tied)
        return nth_test(optima, position), rest

    def choose(self, options: int) -> tuple[int, TieRule]:
        """The position listed next."""
        if not self.choices:
            if self.then is None:
                raise Invalid("tie rule 'listed'", "a position for each tie", f"none left for a tie of {options}")
            return chosen_position(self.then, options)
        if not 0 <= self.choices[0] < options:
            raise Invalid("tie rule 'listed'", f"a position below {options}", self.choices[0])
        return self.choices[0], Listed(self.choices[1:], self.then)

    def finish(self) -> None:
        """Errors: Invalid where choices are left over."""
        if self.choices:
            raise Invalid("tie rule 'listed'", "one position for each tie", f"{len(self.choices)} too many")


TIE_RULES: tuple[Callable[..., TieRule], ...] = (First, Last, Refuse, Listed)
"""The class of every tie rule: what each says about itself is `dtref.spec.model.rules.rule_of(rule)`."""


def tied_nodes(tree: Tree) -> int:
    """
    The number of nodes at which two or more candidates were optimal, or a leaf was as good as one.

    >>> tied_nodes(Leaf((), ()))
    0
    """
    return sum(count_endings(node) > 1 for node in nodes(tree))


def count_endings(node: Tree) -> int:
    """
    The number of ways to go on at a node that are as good: its optima, and the leaf where that is one; 1 of other leaves. A lazy node's
    source may know it as `endings`, without making the optima.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.tests import Multiway
    >>> count_endings(Leaf((), ())), count_endings(Leaf((), (), (Multiway(Nominal("x", ("a", "b"))),)))
    (1, 2)
    """
    known = getattr(source_of(node), "endings", None)
    return count_tests(node.optima) + (isinstance(node, Leaf) or node.or_leaf) if known is None else known


def tied_surrogates(tree: Tree) -> int:
    """
    The number of inner nodes whose surrogates were chosen among others that are as good.

    >>> tied_surrogates(Leaf((), ()))
    0
    """
    return sum(isinstance(node, Branch) and isinstance(node.gap, Surrogates) and node.gap.others > 0 for node in nodes(tree))
