"""A tree that is given, followed through a source: at each node what a policy would do there, and what the tree's own test is worth."""

from __future__ import annotations

__sources__ = ("Gehrke 1998 (AVC sets of the nodes of a level from one reading)",)

from attrs import evolve, frozen

from dtref.engines.from_counts.cuts import TIES
from dtref.engines.from_counts.grow import Decided, Growing, Levels, ReachedNode
from dtref.engines.from_counts.sets import OwnTest, Sets
from dtref.engines.from_counts.source import RecordSource
from dtref.errors import Invalid
from dtref.spec.growing.policy import Decision, Policy
from dtref.spec.model.attributes import Continuous, Width
from dtref.spec.model.branches import branch_count
from dtref.spec.model.schemes import by_level, preorder
from dtref.spec.model.tests import AxisTest, IsKnown, Oblique, Ranges, Threshold
from dtref.spec.model.trees import Branch, Tree


@frozen(eq=False)
class FollowedNode:
    """
    A node of a given tree: the records that reach it, the policy's decision for them, the tree's own test there, the attribute's kept
    part, and the nodes below. usable: the names of the attributes that the policy may ask. asked, sets: None at a leaf, and where no record
    is.
    """

    tree: Tree
    reached: ReachedNode
    decision: Decision
    usable: frozenset[str]
    asked: OwnTest | None
    sets: Sets | None
    below: tuple[FollowedNode, ...] = ()


def followed(tree: Tree, source: RecordSource, policy: Policy, ties: int = TIES) -> list[FollowedNode]:
    """
    The nodes of a tree in preorder, each with a policy's decision for the records of a source that reach it; one reading a level.

    Errors: Invalid for tests of several attributes, several cuts or rounded numbers, of a column that the source has not, for a value that
    no branch takes; where a node sends missing values elsewhere than the policy; as for `dtref.engines.from_counts.grow.grow_from_tables`.

    >>> from dtref.spec.presets import CART
    >>> from dtref.engines.from_counts.sources.chunks import in_chunks
    >>> from dtref.spec.growing.hunt import grow
    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.data import DataSet, Record
    >>> data = DataSet((Nominal("x", ("a", "b")),), Nominal("y", ("-", "+")), [Record(("a",), "-"), Record(("b",), "+")])
    >>> [node.reached.counts for node in followed(grow(data, CART), in_chunks(data), CART)]
    [(1, 1), (1, 0), (0, 1)]
    """
    growing, levels = Growing.of(source, policy, source.whole(), ties), Levels()
    trees: dict[int, Tree] = {0: tree}
    found: dict[int, FollowedNode] = {}
    for level in by_level(growing.root(), lambda node: levels.children_of[node.number]):
        asked = {n.number: t for n in level if (t := _test(trees[n.number], growing)) is not None and any(n.counts)}
        for node, choice, sets in growing.decisions(level, levels.steps, asked):
            here, test = trees[node.number], asked.get(node.number)
            kept = None if test is None else sets[growing.column(test)]
            usable = frozenset(source.attributes[a].name for a in node.usable)
            _send_on(growing, levels, node, Decided(choice, _test(here, growing)), kept)
            found[node.number] = FollowedNode(here, node, choice, usable, None if kept is None else kept.asked, kept)
            if isinstance(here, Branch):
                trees |= {child.number: subtree for child, subtree in zip(levels.children_of[node.number], here.children, strict=True)}
    # Each node with those below it, from the deepest up.
    for number in sorted(found, reverse=True):
        below = tuple(found[child.number] for child in levels.children_of[number])
        found[number] = evolve(found[number], below=below)
    return list(preorder(found[0], lambda node: node.below))


def _send_on(growing: Growing, levels: Levels, node: ReachedNode, decided: Decided, kept: Sets | None) -> None:
    """Sends the records of a node on as the tree's own test says, whatever the policy decided."""
    test = decided.test
    if test is None:
        levels.decide(node, decided, [], ())
        return
    no_records = (0,) * len(node.counts)
    here = None if kept is None else kept.asked
    split = (no_records,) * branch_count(test) if here is None else here.split
    missing = no_records if kept is None else kept.missing
    if any(missing) and not any(map(any, split)):
        raise Invalid(f"the tree's test of {test.attribute.name}", "a record that knows the value, where one misses it", "none")
    below = growing.counts_below(split, missing)
    levels.decide(node, decided, growing.children(node, decided.decision, test, below), growing.shares(split, missing))


def _test(node: Tree, growing: Growing) -> AxisTest | None:
    """The test of a node; None at a leaf. Errors: as `followed`."""
    if not isinstance(node, Branch):
        return None
    test = node.test
    if isinstance(test, Oblique | Ranges | IsKnown) or (isinstance(test, Threshold) and test.width is not Width.DECIMAL):
        raise Invalid("tree", "tests of one attribute, of a cut of numbers as they are or of groups of values", type(test).__name__)
    attributes = {attribute.name: attribute for attribute in growing.source.attributes}
    if test.attribute.name not in attributes:
        raise Invalid("tree", f"tests of the attributes {', '.join(map(repr, attributes)) or 'none'}", test.attribute.name)
    if isinstance(attributes[test.attribute.name], Continuous) != isinstance(test.attribute, Continuous):
        raise Invalid(
            f"column {test.attribute.name!r}", "the kind that the tree asks", type(attributes[test.attribute.name]).__name__.lower()
        )
    if growing.column(test) in growing.source.incomplete() and node.gap != growing.policy.gap:
        raise Invalid(f"the tree's test of {test.attribute.name}", f"missing values sent as {growing.policy.name} does", node.gap)
    return test
