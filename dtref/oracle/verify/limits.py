"""
Limits of verification: what cannot be checked because a model was grown by settings that the algorithm lacks, or that are not stated.

A setting that the algorithm shares limits nothing. One that it lacks is a reason not to check what the setting may have decided; the
reason names the rule that would let it be checked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from inspect import signature
from typing import TypeAlias

from attrs import frozen

from dtref.errors import way
from dtref.exact.number import Number
from dtref.spec.growing.admission import EveryBranchHas, EveryBranchHasRows
from dtref.spec.growing.hunt import Hunt
from dtref.spec.growing.policy import Policy, Sizes
from dtref.spec.growing.stopping import StoppingRule
from dtref.spec.model.later import Later
from dtref.spec.model.rules import LooksAt, looks_at
from dtref.spec.programs.by_name import PROGRAMS
from dtref.spec.split.impurity import Impurity


@frozen(eq=False)
class Stop(Later):
    """A leaf where the algorithm would split: its depth (tests above it), its rows, its share of all weight, the value of the best test."""

    level: int
    rows: int
    share: Fraction
    value: Number


LeafRule: TypeAlias = Callable[[Stop], str]
"""A function from a leaf to the reason why a setting of the model, which the algorithm lacks, may have made it; empty if none did."""


@frozen(eq=False)
class Limits:
    """
    Reasons why something is not checked; an empty reason means that it is.

    everything: no node is checked. tests: no test is. beaten: no test can be called beaten or inadmissible, as its rivals may not have
    competed. labels: no label is checked. weights: no number or label can be called wrong, and no test beaten, as the records had other
    weights. surrogates: no surrogate can be called wrong. leaves: rules that may have made a leaf. late: the reason why a node may split
    where a rule of the algorithm stops. impurity: the impurity that nodes claim, in a unit of which nodes claim `per_unit` times as many.
    unpruned: whether the model can't have been pruned, so
    that no hint is needed. notes: for the report.
    """

    everything: str = ""
    tests: str = ""
    beaten: str = ""
    labels: str = ""
    weights: str = ""
    surrogates: str = ""
    leaves: tuple[LeafRule, ...] = ()
    late: Callable[[StoppingRule], str] = lambda _: ""
    impurity: Impurity | None = None
    unpruned: bool = False
    notes: tuple[str, ...] = ()
    per_unit: Number = Fraction(1)

    def why_a_leaf(self, stop: Stop) -> str:
        """The reason why a setting of the model may have made a leaf; empty if none."""
        return next((why for rule in self.leaves if (why := rule(stop))), "")


def joint_limits(
    parts: Iterable[Limits], *, impurity: Impurity | None = None, unpruned: bool = False, per_unit: Number = Fraction(1)
) -> Limits:
    """
    The limits of several settings together: the first reason of each kind, and all rules and notes.

    >>> joint_limits((Limits(beaten="one"), Limits(beaten="two", notes=("n",)))).beaten
    'one'
    """
    all_parts = tuple(parts)

    def first(kind: Callable[[Limits], str]) -> str:
        return next((why for part in all_parts if (why := kind(part))), "")

    def late(rule: StoppingRule) -> str:
        return first(lambda part: part.late(rule))

    return Limits(
        first(lambda part: part.everything),
        first(lambda part: part.tests),
        first(lambda part: part.beaten),
        first(lambda part: part.labels),
        first(lambda part: part.weights),
        first(lambda part: part.surrogates),
        tuple(rule for part in all_parts for rule in part.leaves),
        late,
        impurity,
        unpruned,
        tuple(note for part in all_parts for note in part.notes),
        per_unit,
    )


def always(why: str) -> tuple[LeafRule, ...]:
    """
    A rule that may have made any leaf, for one reason.

    >>> always("pruned")[0](Stop(0, 1, Fraction(1), Fraction(0)))
    'pruned'
    """
    return (lambda _: why,)


def remedy(policy: Policy, name: str, value: int | str, rule: str) -> str:
    """
    What makes an algorithm take a setting of a program: that parameter, where the algorithm is the program's; else a rule.

    >>> from dtref.spec.presets import CART, RPART
    >>> remedy(RPART, "maxdepth", 3, "add AtDepth(3)"), remedy(CART, "maxdepth", 3, "add AtDepth(3)")
    ('dtref.rpart(maxdepth=3)', 'add AtDepth(3)')
    """
    program = PROGRAMS.get(policy.name.lower().replace("_", "-"))
    if program is None or name not in signature(program).parameters:
        return rule
    text = str(value)
    typed = text if text.isdigit() else f"Fraction('{text}')" if text[:1].isdigit() else repr(text)
    return way(f"--set {name}={text}", f"dtref.{program.__name__}({name}={typed})")


def least_rows_to_split(recursion: Hunt, name: str, least: int) -> Limits:
    """The limits of a program that splits only nodes with at least `least` rows, whatever their weight."""
    rule = remedy(
        recursion.policy,
        name,
        least,
        _added(recursion, f"FewerRowsThan({least})", way(f"--min-records {least}", f"dtref.FewerRowsThan({least})")),
    )
    why = f"the model stops below {least} rows ({name}): {rule}"

    def late(stopped: StoppingRule) -> str:
        counts_weight = LooksAt.WEIGHT in looks_at(stopped) and not recursion.columns.unit
        return f"{name} counts rows, where the algorithm's {stopped} are weight" if counts_weight else ""

    # a node that the algorithm would split has two rows at least
    return Limits(leaves=(lambda stop: why if stop.rows < least else "",) if least > 2 else (), late=late)


def least_rows_below(recursion: Hunt, name: str, least: int) -> Limits:
    """The limits of a program that gives both branches at least `least` rows, whatever their weight."""
    policy = recursion.policy
    has = EveryBranchHasRows(least) in policy.admit or (recursion.columns.unit and EveryBranchHas(least) in policy.admit)
    if least <= 1 or has:
        return Limits()
    rule = remedy(
        policy,
        name,
        least,
        _added(recursion, f"EveryBranchHasRows({least})", way(f"--min-branch {least}", f"dtref.EveryBranchHasRows({least})")),
    )
    why = f"the model's branches hold at least {least} rows ({name}): {rule}"
    return Limits(beaten=why, leaves=always(why))


def _added(recursion: Hunt, rule: str, option: str) -> str:
    """A rule of sizes to add: an option adds it where the algorithm's least sizes count rows, or rows and weight agree."""
    same = recursion.policy.sizes is Sizes.ROWS or recursion.columns.unit
    return f"add {option if same else rule}"


def deepest(policy: Policy, name: str, levels: int) -> Limits:
    """The limits of a program that splits no node below `levels` tests."""
    rule = remedy(policy, name, levels, f"add {way(f'--max-depth {levels}', f'dtref.AtDepth({levels})')}")
    why = f"the model stops at depth {levels} ({name}), {policy.name} does not: {rule}"
    return Limits(leaves=(lambda stop: why if stop.level >= levels else "",))


def by_another_criterion(policy: Policy, name: str, impurity: Impurity | None, remedy: str) -> Limits:
    """The limits of a program whose criterion is an impurity; None: a criterion that no algorithm of dtref has."""
    own = policy.criterion
    if impurity is None:
        why = f"the model was grown by {name}, {policy.name} goes by {own.name}"
        return Limits(tests=why, leaves=always(why), notes=(why,))
    if own.impurity is impurity and own.reduces:
        return Limits()
    why = f"the model was grown by {name}, {policy.name} goes by {own.name}{remedy}"
    return Limits(beaten=why, notes=(why,))
