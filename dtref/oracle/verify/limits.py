"""
What cannot be said of a model, as it was grown by other choices than the algorithm makes, or by ones that it does not tell.

A setting that the algorithm has too limits nothing. One that it hasn't is a reason: what it may have decided is not checked, and the
reason says which rule would let it be.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import TypeAlias

from attrs import frozen

from dtref.exact.number import Number
from dtref.spec.growing.admission import EveryBranchHas, EveryBranchHasRows
from dtref.spec.growing.hunt import Hunt
from dtref.spec.growing.policy import Policy, Sizes
from dtref.spec.growing.stopping import FewerThan, StoppingRule
from dtref.spec.split.impurity import Impurity


@frozen(eq=False)
class Stop:
    """A leaf where the algorithm asks on: how many tests are above it, its rows, its share of all weight, the value of the best test."""

    level: int
    rows: int
    share: Fraction
    value: Number


LeafRule: TypeAlias = Callable[[Stop], str]
"""Why the model may have stopped there by a choice that the algorithm has not; empty where it has no such reason."""


@frozen(eq=False)
class Limits:
    """
    Reasons why something is not checked; empty where it is.

    everything: nothing can be said of any node. tests: of no test. beaten: that a test is beaten or inadmissible, as its rivals may not
    have competed. labels: of no label. weights: that a number or a label is wrong, or a test beaten, as the records weighed otherwise.
    leaves: why a leaf may be one. late: why a node may ask where this rule of the algorithm stops. impurity: what the impurities that
    nodes claim are. pruned: whether no rule of the model's may have pruned it, so that no hint is needed. notes: what is told once.
    """

    everything: str = ""
    tests: str = ""
    beaten: str = ""
    labels: str = ""
    weights: str = ""
    leaves: tuple[LeafRule, ...] = ()
    late: Callable[[StoppingRule], str] = lambda _: ""
    impurity: Impurity | None = None
    unpruned: bool = False
    notes: tuple[str, ...] = ()

    def why_a_leaf(self, stop: Stop) -> str:
        """Why a leaf may be one; empty for no reason."""
        return next((why for rule in self.leaves if (why := rule(stop))), "")


def joint_limits(parts: Iterable[Limits], *, impurity: Impurity | None = None, unpruned: bool = False) -> Limits:
    """
    Limits of several settings: of each kind the first reason, and every rule.

    >>> joint_limits((Limits(beaten="one"), Limits(beaten="two", notes=("n",)))).beaten
    'one'
    """
    every = tuple(parts)

    def first(kind: Callable[[Limits], str]) -> str:
        return next((why for part in every if (why := kind(part))), "")

    def late(rule: StoppingRule) -> str:
        return first(lambda part: part.late(rule))

    return Limits(
        first(lambda part: part.everything),
        first(lambda part: part.tests),
        first(lambda part: part.beaten),
        first(lambda part: part.labels),
        first(lambda part: part.weights),
        tuple(rule for part in every for rule in part.leaves),
        late,
        impurity,
        unpruned,
        tuple(note for part in every for note in part.notes),
    )


def always(why: str) -> tuple[LeafRule, ...]:
    """
    A rule that may have made any leaf.

    >>> always("pruned")[0](Stop(0, 1, Fraction(1), Fraction(0)))
    'pruned'
    """
    return (lambda _: why,)


def least_rows_to_split(recursion: Hunt, name: str, least: int) -> Limits:
    """A program that asks on only where a node has at least so many rows, whatever they weigh."""
    why = f"the model stops below {least} rows ({name}): add FewerRowsThan({least}){_option(recursion, '--min-records', least)}"

    def late(stopped: StoppingRule) -> str:
        weighs = isinstance(stopped, FewerThan) and not recursion.columns.unit
        return f"{name} counts rows, where the algorithm's {stopped} are weight" if weighs else ""

    return Limits(leaves=(lambda stop: why if stop.rows < least else "",), late=late)


def least_rows_below(recursion: Hunt, name: str, least: int) -> Limits:
    """A program that asks only what gives both branches at least so many rows, whatever they weigh."""
    policy = recursion.policy
    has = EveryBranchHasRows(least) in policy.admit or (recursion.columns.unit and EveryBranchHas(least) in policy.admit)
    if least <= 1 or has:
        return Limits()
    rule = f"add EveryBranchHasRows({least}){_option(recursion, '--min-branch', least)}"
    why = f"the model's branches hold at least {least} rows ({name}): {rule}"
    return Limits(beaten=why, leaves=always(why))


def _option(recursion: Hunt, name: str, least: int) -> str:
    """The option that adds such a rule, where the algorithm's least sizes count rows, or rows and weight are the same."""
    return f", {name} {least}" if recursion.policy.sizes is Sizes.ROWS or recursion.columns.unit else ""


def deepest(policy: Policy, name: str, levels: int) -> Limits:
    """A program that asks no more below so many tests."""
    return Limits(
        leaves=(
            lambda stop: (
                f"the model stops at depth {levels} ({name}), {policy.name} does not: add AtDepth({levels}), --max-depth {levels}"
                if stop.level >= levels
                else ""
            ),
        )
    )


def by_another_criterion(policy: Policy, name: str, impurity: Impurity | None, remedy: str) -> Limits:
    """A program that goes by an impurity; None: by something that this library's algorithms don't go by."""
    own = policy.criterion
    if impurity is None:
        why = f"the model was grown by {name}, {policy.name} goes by {own.name}"
        return Limits(tests=why, leaves=always(why), notes=(why,))
    if own.impurity is impurity and own.reduces:
        return Limits()
    why = f"the model was grown by {name}, {policy.name} goes by {own.name}{remedy}"
    return Limits(beaten=why, notes=(why,))
