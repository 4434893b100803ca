"""Verdicts on the nodes of a foreign tree, and the report that collects them. Partitions of the records are compared, never cut numbers."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias, cast

from attrs import evolve, fields, frozen

from dtref.exact.brief import brief_repr
from dtref.exact.number import Number
from dtref.io.foreign.tree import ForeignTree
from dtref.spec.growing.surrogate_lists import StandInTest
from dtref.spec.model.deep_records import Deep, Entry, each_of, flat
from dtref.spec.model.display import Reported
from dtref.spec.model.later import Later
from dtref.spec.model.optima import Optima
from dtref.spec.model.tally import Moments, Tally
from dtref.spec.model.trees import Label


@frozen
class Optimal:
    """The node asks the only best test, or is a leaf where the algorithm makes one."""


@frozen(eq=False)
class Tied(Later):
    """
    The node asks one of several best tests, or a best test where a leaf is as good, or is that leaf. optima: all best tests. asked: the
    position of the one asked, from 0; None at a leaf, and where all groupings are the best. or_leaf: whether a leaf is as good.
    """

    optima: Optima
    asked: int | None = None
    or_leaf: bool = False

    __repr__ = brief_repr


@frozen(eq=False)
class Beaten(Later):
    """Another test is better: `best` - `value` = `gap` > 0. optima: the best ones."""

    optima: Optima
    value: Number
    best: Number
    gap: Number

    __repr__ = brief_repr


@frozen(eq=False)
class WithinFloat:
    """Another test is better by less than floating-point rounding can tell."""

    optima: Optima
    value: Number
    best: Number
    gap: Number

    __repr__ = brief_repr


@frozen(eq=False)
class NotACandidate(Later):
    """The node asks a test that the algorithm does not try; why: the reason. optima: the tests that it would ask."""

    why: str
    optima: Optima

    __repr__ = brief_repr


@frozen
class WrongCounts(Later):
    """The node claims other records than reach it. got: the claim, by class or in total (weight)."""

    wanted: Tally
    got: Tally | Fraction

    __repr__ = brief_repr


@frozen(eq=False)
class WrongClaim(Later):
    """The node claims a wrong number about its records. claim: rows, errors or impurity."""

    claim: str
    wanted: Number
    got: Fraction


@frozen
class WrongLabel(Later):
    """A leaf predicts a class that isn't among the largest of its records, or a number that isn't their mean."""

    wanted: tuple[Label, ...]
    got: Label

    __repr__ = brief_repr


@frozen
class TiedSurrogates:
    """The node has one of several lists of surrogates that are as good. count: their number."""

    count: int


@frozen(eq=False)
class WrongSurrogate:
    """
    The node's surrogate at a place of its list, from 0, is none that the algorithm may have there. got: what it asks, and the branches that
    it stands for, in words; empty where the list ends. wanted: those that may stand there; none where the list must end. branches: the
    node's branches in words.
    """

    place: int
    got: str
    wanted: tuple[StandInTest, ...]
    branches: tuple[str, ...]

    __repr__ = brief_repr


@frozen
class WrongRest:
    """A record that no surrogate places goes elsewhere than to the heaviest branch, or one of several. In words: the branches."""

    wanted: tuple[str, ...]
    got: tuple[str, ...]

    __repr__ = brief_repr


@frozen(eq=False)
class StoppedEarly(Later):
    """The node is a leaf where the algorithm would split. optima: the tests that it would ask."""

    optima: Optima
    value: Number

    __repr__ = brief_repr


@frozen
class StoppedLate:
    """The node splits where the algorithm makes a leaf; why: the algorithm's reason."""

    why: str


@frozen
class StopWithinFloat:
    """The node stops, or splits, where the algorithm does not, by less than floating-point rounding can tell; why: the reason."""

    why: str


@frozen
class NotChecked:
    """The node can't be judged, as the model or the format leaves something open; why: the reason."""

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
    | TiedSurrogates
    | WrongSurrogate
    | WrongRest
    | StoppedEarly
    | StoppedLate
    | StopWithinFloat
    | NotChecked
)

WRONG = (Beaten, NotACandidate, WrongCounts, WrongClaim, WrongLabel, WrongSurrogate, WrongRest, StoppedEarly, StoppedLate)
"""The verdicts that say that a node is wrong."""


@frozen(eq=False, repr=False)
class NodePath(Later, Deep):
    """
    A path from the root: its last condition, and the path before that. Nodes share the paths above them, so that deep trees stay small.

    Paths are equal only if they are the same object.
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
class Finding(Later):
    """
    The verdicts on a node. place: its name in its format. way: the conditions from the root, None at the root. asks: its test in words,
    empty at a leaf. counts: the class counts of the records that reach it.
    """

    place: str
    way: NodePath | None
    asks: str
    counts: Tally
    verdicts: tuple[NodeVerdict, ...]

    __repr__ = brief_repr

    @property
    def path(self) -> tuple[str, ...]:
        """The conditions from the root."""
        conditions, way = [], self.way
        while way is not None:
            conditions.append(way.condition)
            way = way.before
        return tuple(reversed(conditions))

    @property
    def wrong(self) -> bool:
        """Whether a verdict says that the node is wrong."""
        return any(isinstance(verdict, WRONG) for verdict in self.verdicts)


SURROGATES_ARE_NOT_COMPARED = "surrogates are not compared"
"""The note on a tree with surrogates where the format doesn't tell all that a node has, or the algorithm learns none."""


@frozen(eq=False, repr=False)
class Report(Later, Reported):
    """
    The verification of a tree. findings: of each node in preorder. claim: the algorithm that it is compared with. notes: on what the format
    lost, and what was not compared.
    """

    tree: ForeignTree
    claim: str
    findings: tuple[Finding, ...]
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<Report on {len(self.findings)} nodes by {self.claim}: {', '.join(f'{name} {n}' for name, n in self.tally.items())}>"

    def __reduce__(self) -> tuple[object, ...]:
        """Pickles each path once, however many nodes share it."""
        entries, positions = flat([finding.way for finding in self.findings if finding.way is not None])
        positions_of_paths = iter(positions)
        findings = tuple(
            (evolve(finding, way=None), None if finding.way is None else next(positions_of_paths)) for finding in self.findings
        )
        other_fields = {attribute.name: getattr(self, attribute.name) for attribute in fields(Report) if attribute.name != "findings"}
        return _report, (other_fields, findings, entries)

    @property
    def wrong(self) -> tuple[Finding, ...]:
        """The nodes that are wrong."""
        return tuple(finding for finding in self.findings if finding.wrong)

    @property
    def first_wrong(self) -> tuple[Finding, ...]:
        """The wrong nodes that are below no other wrong node: mistakes further down may follow from theirs."""
        wrong_paths: set[NodePath | None] = set()  # the paths to wrong nodes and to nodes below them
        findings = []
        for finding in self.findings:
            is_below = finding.way is not None and finding.way.before in wrong_paths
            if is_below or finding.wrong:
                wrong_paths.add(finding.way)
            if finding.wrong and not is_below:
                findings.append(finding)
        return tuple(findings)

    @property
    def parted_otherwise(self) -> tuple[Finding, ...]:
        """
        The nodes of which several branches claim other records than reach them, but together as many: the test there, or the order of its
        sides, is not what the claims were made by.

        A single claim that is wrong leaves the sum wrong, and is its own node's.
        """
        by_path: dict[NodePath | None, list[Finding]] = defaultdict(list)
        for finding in self.findings[1:]:
            by_path[None if finding.way is None else finding.way.before].append(finding)
        return tuple(finding for finding in self.findings if _only_parted_otherwise(by_path.get(finding.way, ())))

    @property
    def tally(self) -> Mapping[str, int]:
        """The number of times that each verdict was given, by its name."""
        return Counter(type(verdict).__name__ for finding in self.findings for verdict in finding.verdicts)


def _only_parted_otherwise(branches: Iterable[Finding]) -> bool:
    """Whether claims of several branches are wrong, each in what adds up from branch to branch, and their sums are right."""
    off: dict[object, list[Fraction]] = defaultdict(list)
    for branch in branches:
        for key, difference in {key: n for verdict in branch.verdicts for key, n in _off(verdict)}.items():
            off[key].append(difference)
    differences = [abs(n) for some in off.values() for n in some]
    near = max(differences, default=Fraction(0)) / 10**6  # as doubles round
    return sum(n > near for n in differences) > 1 and all(abs(sum(some, Fraction(0))) <= near for some in off.values())


def _off(verdict: NodeVerdict) -> Iterator[tuple[object, Fraction]]:
    """By how much a node claims more than there is, of what adds up from branch to branch."""
    match verdict:
        case WrongCounts(wanted=wanted, got=Fraction() as got):
            yield "records", got - (wanted.n if isinstance(wanted, Moments) else sum((n for _, n in wanted), Fraction(0)))
        case WrongCounts(wanted=wanted, got=got) if not isinstance(got, Fraction):
            counts = dict(wanted)
            yield from ((label, n - counts.get(label, Fraction(0))) for label, n in got)
        case WrongClaim(claim="rows" | "sum of h" as claim, wanted=wanted, got=got) if isinstance(wanted, Fraction):
            yield claim, got - wanted


def _report(other_fields: Mapping[str, object], pairs: Sequence[tuple[Finding, int | None]], entries: Sequence[Entry]) -> Report:
    """The report of a pickle."""
    ways = cast("list[NodePath]", each_of(entries))
    findings = tuple(finding if position is None else evolve(finding, way=ways[position]) for finding, position in pairs)
    return Report(findings=findings, **other_fields)  # type: ignore[arg-type]  # the other fields, by name
