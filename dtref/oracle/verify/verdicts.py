"""What can be said of a node of somebody else's tree. Partitions of the records are compared, never cut numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias, cast

from attrs import evolve, fields, frozen

from dtref.exact.number import Number
from dtref.io.foreign.tree import ForeignTree
from dtref.spec.model.deep_records import Deep, Entry, each_of, flat
from dtref.spec.model.optima import Optima
from dtref.spec.model.tally import Tally
from dtref.spec.model.trees import Label


@frozen
class Optimal:
    """The node asks the one best test, or is a leaf that the algorithm makes one."""


@frozen(eq=False)
class Tied:
    """The node asks one of several best tests. optima: all of them; asked: which of them it is, counted from 0."""

    optima: Optima
    asked: int | None = None


@frozen(eq=False)
class Beaten:
    """Another test is better: `best` - `value` = `gap` > 0. optima: the best ones."""

    optima: Optima
    value: Number
    best: Number
    gap: Number


@frozen(eq=False)
class WithinFloat:
    """Another test is better by less than floating-point rounding can tell."""

    optima: Optima
    value: Number
    best: Number
    gap: Number


@frozen(eq=False)
class NotACandidate:
    """The node asks what the algorithm does not try; why. optima: what it would ask."""

    why: str
    optima: Optima


@frozen
class WrongCounts:
    """The node claims other records than reach it. got: what it claims, by class or in all (their weight)."""

    wanted: Tally
    got: Tally | Fraction


@frozen(eq=False)
class WrongClaim:
    """The node claims another number of its records than they have: `claim` says which (rows, errors or impurity)."""

    claim: str
    wanted: Number
    got: Fraction


@frozen
class WrongLabel:
    """A leaf predicts what is none of the largest classes of its records, or not their mean."""

    wanted: tuple[Label, ...]
    got: Label


@frozen(eq=False)
class StoppedEarly:
    """The node is a leaf where the algorithm asks on. optima: what it would ask."""

    optima: Optima
    value: Number


@frozen
class StoppedLate:
    """The node asks where the algorithm makes a leaf; why it does."""

    why: str


@frozen
class StopWithinFloat:
    """The node stops, or asks on, where the algorithm does not, by less than floating-point rounding can tell; why."""

    why: str


@frozen
class NotChecked:
    """Nothing can be said, as the model or the format leaves it open; why."""

    why: str


NodeVerdict: TypeAlias = (
    Optimal
    | Tied
    | Beaten
    | WithinFloat
    | NotACandidate
    | WrongCounts
    | WrongClaim
    | WrongLabel
    | StoppedEarly
    | StoppedLate
    | StopWithinFloat
    | NotChecked
)

WRONG = (Beaten, NotACandidate, WrongCounts, WrongClaim, WrongLabel, StoppedEarly, StoppedLate)
"""The verdicts that say that a node is wrong."""


@frozen(eq=False, repr=False)
class NodePath(Deep):
    """
    A way from the root: its last condition, and the way before that; shared by all nodes below, so that depth costs nothing.

    Two are equal if they are one.
    """

    condition: str
    before: NodePath | None

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return f"<way by {self.condition}>"

    def _parts(self) -> tuple[NodePath, ...]:
        return () if self.before is None else (self.before,)

    def _own(self) -> tuple[object, ...]:
        return (self.condition,)

    @classmethod
    def _made(cls, own: tuple[object, ...], parts: tuple[Deep, ...]) -> NodePath:
        return NodePath(str(own[0]), cast(NodePath, parts[0]) if parts else None)


@frozen(eq=False)
class Finding:
    """
    What is said of a node. place: what its format calls it. way: the conditions from the root, None there. asks: its test in words,
    empty at a leaf. counts: the classes of the records that reach it.
    """

    place: str
    way: NodePath | None
    asks: str
    counts: Tally
    verdicts: tuple[NodeVerdict, ...]

    @property
    def path(self) -> tuple[str, ...]:
        """The conditions from the root."""
        found, way = [], self.way
        while way is not None:
            found.append(way.condition)
            way = way.before
        return tuple(reversed(found))

    @property
    def wrong(self) -> bool:
        """Whether a verdict says that the node is wrong."""
        return any(isinstance(verdict, WRONG) for verdict in self.verdicts)


@frozen(eq=False, repr=False)
class Report:
    """
    What is said of a tree: each node in preorder, root first. claim: the algorithm that it is compared with. notes: what the format
    lost, and what was not compared.
    """

    tree: ForeignTree
    claim: str
    findings: tuple[Finding, ...]
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<Report on {len(self.findings)} nodes by {self.claim}: {', '.join(f'{name} {n}' for name, n in self.tally.items())}>"

    def __reduce__(self) -> tuple[object, ...]:
        """A pickle lists the ways once, however many nodes share them."""
        entries, positions = flat([finding.way for finding in self.findings if finding.way is not None])
        at = iter(positions)
        found = tuple((evolve(finding, way=None), None if finding.way is None else next(at)) for finding in self.findings)
        rest = {one.name: getattr(self, one.name) for one in fields(Report) if one.name != "findings"}
        return _report, (rest, found, entries)

    @property
    def wrong(self) -> tuple[Finding, ...]:
        """The nodes that are wrong."""
        return tuple(finding for finding in self.findings if finding.wrong)

    @property
    def first_wrong(self) -> tuple[Finding, ...]:
        """The wrong nodes below no wrong one: what is wrong further down may be their doing."""
        under: set[NodePath | None] = set()  # the ways to what is wrong or below it
        found = []
        for finding in self.findings:
            below = finding.way is not None and finding.way.before in under
            if below or finding.wrong:
                under.add(finding.way)
            if finding.wrong and not below:
                found.append(finding)
        return tuple(found)

    @property
    def tally(self) -> Mapping[str, int]:
        """How often each verdict was given, by its name."""
        return Counter(type(verdict).__name__ for finding in self.findings for verdict in finding.verdicts)


def _report(rest: Mapping[str, object], found: Sequence[tuple[Finding, int | None]], entries: Sequence[Entry]) -> Report:
    """A report as it was pickled."""
    ways = cast("list[NodePath]", each_of(entries))
    findings = tuple(finding if at is None else evolve(finding, way=ways[at]) for finding, at in found)
    return Report(findings=findings, **rest)  # type: ignore[arg-type]  # the other fields, by name
