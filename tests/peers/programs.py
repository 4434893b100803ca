"""What every program module offers, and how a disagreement becomes a departure: a finding under the name of the rule that explains it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from attrs import frozen
from peers.library import compare, count_tests, doubles, reduction_error
from peers.membership import Finding, Foreign, Reference, check_membership, walk
from peers.samples import Sample

UNEXPLAINED = "unexplained"
"""The rule of a finding that no named rule explains. It is never listed, so a test that meets it fails."""


@frozen(eq=False)
class Grown:
    """A tree that a program grew, what it must be a member of, and which variant it is: `gini, seed 3`."""

    variant: str
    against: Reference
    tree: Foreign


@frozen(eq=False)
class Program:
    """
    A program to compare with. version: "" where it is not there, and `absent` says what is missing.

    samples: the data that it is asked about. grow: its trees for one of them. rule: the name of what explains a finding.
    """

    name: str
    absent: str
    version: Callable[[], str]
    samples: Callable[[], tuple[Sample, ...]]
    grow: Callable[[Sample], Iterator[Grown]]
    rule: Callable[[Grown, Finding], str]


@frozen(eq=False)
class Comparison:
    """One tree compared: its inner nodes, those of them with several optima, its leaves; and every finding with its rule."""

    grown: Grown
    inner: int
    tied: int
    leaves: int
    findings: tuple[tuple[str, Finding], ...]


def compare_trees(program: Program, sample: Sample) -> Iterator[Comparison]:
    """Every tree that a program grows from a sample, compared."""
    for grown in program.grow(sample):
        nodes = [node for _, node in walk(grown.tree)]
        inner = [node for node in nodes if node.children]
        tied = sum(count_tests(grown.against.decide(node.rows).optima) > 1 for node in inner)
        found = tuple((program.rule(grown, f), f) for f in check_membership(grown.against, grown.tree))
        yield Comparison(grown, len(inner), tied, len(nodes) - len(inner), found)


def within_rounding(finding: Finding) -> bool:
    """Whether the gap is smaller than the rounding errors that two computations of a criterion may make."""
    children = [doubles(part) for part in (finding.counts, finding.counts)]
    bound = Fraction(reduction_error(0.0, children))
    return finding.kind == "beaten" and compare(finding.gap, 2 * bound) < 0
