"""
Is a tree that another program grew a member of dtref's tie closure? Asked node by node, without listing the closure.

A foreign tree is brought to one neutral form (`Foreign`): the training records at each node, by their positions. At each of its
nodes dtref decides from those very records; the foreign split must be one of the optima, as an attribute and a partition of the records.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cache

from attrs import frozen
from narrow import attribute_of, axis_test
from peers.library import (
    Counts,
    DataSet,
    Decision,
    EverySubset,
    Exact,
    Hunt,
    Multiway,
    Node,
    Policy,
    Rows,
    Test,
    Undefined,
    Weighted,
    branch_of,
    compare,
    condition,
    count_tests,
    decimal,
    hunt,
    nth_test,
    statistic,
)


@frozen(eq=False)
class Foreign:
    """
    A node of another program's tree.

    rows: the training records that reach it. says: the test, or the leaf, in words. attribute: what it asks, "" at a leaf.
    label: the class it predicts, "" where it gives none. children: one a branch, empty branches included.
    """

    rows: Rows
    says: str
    attribute: str = ""
    label: str = ""
    children: tuple[Foreign, ...] = ()


Path = tuple[int, ...]
"""The branches taken from the root."""


@frozen(eq=False)
class Finding:
    """
    A disagreement at a node: what kind, in words, and by how much the criterion prefers dtref's optima.

    Kinds: `beaten` (a better candidate exists), `not-a-candidate` (its partition is no candidate's), `stopped-early`,
    `stopped-late`, `wrong-label`, `no-label`.
    """

    path: Path
    node: Foreign
    counts: Counts
    kind: str
    detail: str
    gap: Exact


@frozen(eq=False)
class Reference:
    """dtref's decisions for a data set and a policy, each made once however many trees are checked."""

    recursion: Hunt
    decide: Callable[[Rows], Decision]

    @property
    def data(self) -> DataSet:
        """The training records."""
        return self.recursion.training

    @property
    def policy(self) -> Policy:
        """What is decided."""
        return self.recursion.policy

    def node(self, rows: Rows) -> Node:
        """The node of these records. All attributes are usable: one that was split multiway above has one value left here."""
        root = self.recursion.root()
        return Node(rows, root.usable, root.inherited)

    def counts(self, rows: Rows) -> Counts:
        """The class counts of some records."""
        return statistic(self.recursion.columns, Weighted(rows))


def reference(data: DataSet, policy: Policy) -> Reference:
    """The reference for a data set under a policy."""
    recursion = hunt(data, policy)
    root = recursion.root()
    return Reference(recursion, cache(lambda rows: recursion.decide(Node(rows, root.usable, root.inherited))))


def walk(tree: Foreign) -> Iterator[tuple[Path, Foreign]]:
    """Every node with its path, in preorder."""
    waiting: list[tuple[Path, Foreign]] = [((), tree)]
    while waiting:
        path, node = waiting.pop()
        yield path, node
        waiting.extend(((*path, i), child) for i, child in reversed(list(enumerate(node.children))))


def check_membership(against: Reference, tree: Foreign) -> list[Finding]:
    """Every node at which the tree is no member of the tie closure, in preorder. Assumes that children partition their parent's records."""
    parents: dict[Path, Foreign] = {}
    found: list[Finding] = []
    for path, node in walk(tree):
        assert not node.children or tuple(sorted(r for c in node.children for r in c.rows)) == node.rows, f"{path}: no partition"
        parents[path] = node
        found.extend(_at_empty(against, path, node, parents[path[:-1]]) if not node.rows else _at_node(against, path, node))
    return found


def _at_empty(against: Reference, path: Path, node: Foreign, parent: Foreign) -> Iterator[Finding]:
    """An empty branch is a leaf with one of its parent's labels."""
    counts = against.counts(())
    if node.children:
        yield Finding(path, node, counts, "stopped-late", "a test that no record reaches", 0)
    elif node.label not in against.decide(parent.rows).labels:
        yield Finding(path, node, counts, "wrong-label" if node.label else "no-label", f"empty branch: {node.says}", 0)


def _at_node(against: Reference, path: Path, node: Foreign) -> Iterator[Finding]:
    decision, counts = against.decide(node.rows), against.counts(node.rows)
    if node.children:
        yield from _at_test(against, path, node)
    elif decision.optima:
        yield Finding(path, node, counts, "stopped-early", f"best: {best_words(decision)}", _value(decision))
    if not node.children and node.label not in decision.labels:
        yield Finding(path, node, counts, "wrong-label", f"{node.says}; largest: {', '.join(map(str, decision.labels))}", 0)


def _at_test(against: Reference, path: Path, node: Foreign) -> Iterator[Finding]:
    decision, counts = against.decide(node.rows), against.counts(node.rows)
    if not decision.optima:
        yield Finding(path, node, counts, "stopped-late", node.says, 0)
    elif not any(asks(against, node, optimum) for optimum in decision.optima):
        value = against.policy.criterion(counts, [against.counts(c.rows) for c in node.children])
        gap: Exact = _value(decision) if isinstance(value, Undefined) else _value(decision) - value
        kind = "beaten" if compare(gap, 0) > 0 and branches_of(against, node) is not None else "not-a-candidate"
        yield Finding(path, node, counts, kind, f"{node.says}; best: {best_words(decision)}", gap)


def asks(against: Reference, node: Foreign, optimum: Test | EverySubset) -> bool:
    """Whether a node's split is that of a test: same attribute, same groups of the values present, of a multiway test as many branches."""
    if attribute_of(optimum).name != node.attribute:
        return False
    branches = branches_of(against, node)
    if branches is None or (isinstance(optimum, Multiway) and len(node.children) != len(optimum.attribute.values)):
        return False
    if isinstance(optimum, EverySubset):
        return len(node.children) == len(_grouped(branches)) == 2
    levels = against.recursion.columns.levels[against.data.column(node.attribute)]
    taken = {code: branch for code in branches if isinstance(branch := branch_of(axis_test(optimum), levels[code]), int)}
    return _grouped(branches) == _grouped(taken)


def branches_of(against: Reference, node: Foreign) -> Mapping[int, int] | None:
    """The branch of each value that is present at a node; None where records with one value take several branches."""
    codes = against.recursion.columns.codes[against.data.column(node.attribute)]
    branches: dict[int, int] = {}
    for i, child in enumerate(node.children):
        for r in child.rows:
            if branches.setdefault(codes[r], i) != i:
                return None
    return branches


def _grouped(branches: Mapping[int, int]) -> frozenset[frozenset[int]]:
    parts: dict[int, set[int]] = {}
    for code, branch in branches.items():
        parts.setdefault(branch, set()).add(code)
    return frozenset(map(frozenset, parts.values()))


def _value(decision: Decision) -> Exact:
    assert decision.value is not None
    return decision.value


def best_words(decision: Decision) -> str:
    """The first of the optima, in words, and how many more there are."""
    more = count_tests(decision.optima) - 1
    return condition(nth_test(decision.optima, 0), 0) + (f" and {more} more" if more else "")


def gap_text(gap: Exact) -> str:
    """A gap for people: the fraction, or six significant digits of a sum of logarithms."""
    if compare(gap, 0) == 0:
        return "0"
    if isinstance(gap, int | Fraction):
        return str(gap)
    digits = 6
    while not decimal(gap, digits).strip("0.-"):
        digits += 6
    return decimal(gap, digits + 6)
