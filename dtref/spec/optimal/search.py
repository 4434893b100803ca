"""
Search strategies other than the top-down recursion of `dtref.spec.growing.hunt`: bottom-up and bi-directional.

`tan`, Search Strategy, names the two and says no more. They are defined here after the papers usually cited for them, as far as these go.
Both papers arrange the *classes* in a tree by the distances between their means, and put a statistical classifier of their own at each
node. Here the nodes ask the tests that a policy offers, and the distance of two groups of classes is how well a test tells them apart: the
greatest value of the policy's criterion at their records, each group taken as one class, and both of equal weight, as a distance between
means does not depend on numbers of records either. It is exact, and defined for attributes of every kind. Of pairs that are equally close,
the first in declared order is merged.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import TypeAlias

from attrs import evolve, frozen

from dtref.errors import Invalid
from dtref.exact.comparison import argmin_set
from dtref.exact.number import Exact
from dtref.spec.growing.hunt import Hunt, Node
from dtref.spec.growing.policy import Decision, Policy
from dtref.spec.growing.ties import TieRule
from dtref.spec.model.branches import branch_count
from dtref.spec.model.counts import Rows, Weighted, majority, statistic
from dtref.spec.model.data import DataSet
from dtref.spec.model.optima import Optima
from dtref.spec.model.schemes import unfold_with
from dtref.spec.model.tally import Tally
from dtref.spec.model.tests import Test
from dtref.spec.model.trees import Branch, Leaf, Tree
from dtref.spec.optimal.subproblems import hunt_whole

ClassGroup: TypeAlias = tuple[str, ...]
"""Some classes, in declared order."""

_Build: TypeAlias = Callable[[Sequence[Tree]], Tree]


@frozen(eq=False)
class Merger:
    """
    A group of classes that was merged from two, with all tests that separate these best; or a single class.

    parts: the two; none for a single class. optima: the tests; none, too, where no test that the policy would ask tells the two apart.
    others: how many other pairs of groups were as close; of them all the first in declared order was merged.
    """

    group: ClassGroup
    parts: tuple[Merger, ...] = ()
    optima: Optima = ()
    others: int = 0


def merge_classes(data: DataSet, policy: Policy) -> Merger:
    """
    The classes that have records, merged two groups at a time, the closest first, until one group is left.

    Errors: Invalid as `hunt`, and without records.

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.model.attributes import Continuous, Nominal
    >>> from dtref.spec.model.data import Record
    >>> rows = ((1, "a"), (2, "b"), (3, "b"), (2, "c"), (9, "c"), (9, "c"))
    >>> x, y = Continuous("x"), Nominal("y", ("a", "b", "c"))
    >>> [part.group for part in merge_classes(DataSet((x,), y, (Record((Fraction(v),), c) for v, c in rows)), CART).parts]
    [('a',), ('b', 'c')]
    """
    recursion = hunt_whole(data, policy)
    if not len(recursion.training):
        raise Invalid("classes to merge", "a record", ())
    return _merged(recursion, recursion.root(), 1)[0]


def bottom_up(data: DataSet, policy: Policy) -> Tree:
    """
    The tree built from its leaves: a leaf for each class, and for each merger of `merge_classes` a node above its two parts.

    The node asks a test that separates the parts best on all records of their classes, chosen among the optima by the policy's tie rule.
    A branch leads to the part of which it takes the greater share (the first of equal ones), so that a part may hang below several
    branches, or below none if no test tells it from the other. Then the records are sent down: counts and labels are those of the
    records that arrive; a leaf that none reaches has the classes it was made for. Parts that no test separates share a leaf.

    With two classes this is a tree of one test. After Landeweerd et al., 1983 (leaves are classes; the closest groups are merged first).
    Errors: Invalid as `hunt`.

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.model.attributes import Continuous, Nominal
    >>> from dtref.spec.model.data import Record
    >>> rows = ((1, "a"), (2, "b"), (3, "b"), (2, "c"), (9, "c"), (9, "c"))
    >>> x, y = Continuous("x"), Nominal("y", ("a", "b", "c"))
    >>> tree = bottom_up(DataSet((x,), y, (Record((Fraction(v),), c) for v, c in rows)), CART)
    >>> tree.children
    (<Leaf a (a 1, b 0, c 0)>, <Branch on x (a 0, b 2, c 3)>)
    """
    recursion = hunt_whole(data, policy)
    root = recursion.root()
    if not root.rows:
        return Leaf(_tally(recursion, root), root.inherited)

    def expand(seed: tuple[Merger, Node], tie: TieRule) -> tuple[_Build, Sequence[tuple[Merger, Node]], TieRule]:
        merger, node = seed
        counts, labels = _tally(recursion, node), _labels(recursion, node) if node.rows else merger.group
        if not merger.optima:
            return lambda _: Leaf(counts, labels), (), tie
        # each branch gets the part that it takes most of, and the records that go there
        test, next_tie = tie.pick(merger.optima)
        seeds = zip(_parts_below(recursion, merger, test), recursion.children(node, labels, test), strict=True)
        return lambda subtrees: Branch(counts, labels, test, merger.optima, subtrees), tuple(seeds), next_tie

    tree, last_tie = unfold_with((_merged(recursion, root, 1)[0], root), policy.tie, expand)
    last_tie.finish()
    return tree


def bi_directional(data: DataSet, policy: Policy) -> Tree:
    """
    The tree that is searched from both ends: at each node, the classes of its records are merged bottom-up until two groups are left;
    then, top-down, the node asks the test that separates the two groups best, and each branch gets its part of the records.

    As in `grow` a node with one class is a leaf, and one where nothing is left to ask; the policy says what may be asked and which of
    tied tests is. With two classes this is `grow`. After Kim and Landgrebe, 1991 (bottom-up clusters guide the top-down step).
    Errors: Invalid as `hunt`.

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.model.attributes import Continuous, Nominal
    >>> from dtref.spec.model.data import Record
    >>> rows = ((1, "a"), (2, "b"), (3, "b"), (4, "c"), (9, "c"))
    >>> x, y = Continuous("x"), Nominal("y", ("a", "b", "c"))
    >>> bi_directional(DataSet((x,), y, (Record((Fraction(v),), c) for v, c in rows)), CART).children
    (<Branch on x (a 1, b 2, c 0)>, <Leaf c (a 0, b 0, c 2)>)
    """
    recursion = hunt_whole(data, policy)

    def expand(node: Node, tie: TieRule) -> tuple[_Build, Sequence[Node], TieRule]:
        counts, labels = _tally(recursion, node), _labels(recursion, node) if node.rows else node.inherited
        # the classes of the node's records in two groups, and the tests that separate these best
        groups = [merger.group for merger in _merged(recursion, node, 2)]
        optima = _separation(recursion, node, *groups).optima if len(groups) == 2 else ()
        if not optima:
            return lambda _: Leaf(counts, labels), (), tie
        test, next_tie = tie.pick(optima)
        return lambda subtrees: Branch(counts, labels, test, optima, subtrees), recursion.children(node, labels, test), next_tie

    tree, last_tie = unfold_with(recursion.root(), policy.tie, expand)
    last_tie.finish()
    return tree


def _merged(recursion: Hunt, node: Node, groups: int) -> list[Merger]:
    """The classes of a node's records, merged until a number of groups is left (fewer if there are fewer classes)."""
    counts = statistic(recursion.columns, node.records)
    mergers = [Merger((c,)) for c, n in zip(recursion.training.classes, counts, strict=True) if n]

    @cache
    def distance(a: ClassGroup, b: ClassGroup) -> Exact:
        value = _separation(_balanced(recursion, node, a, b), node, a, b).value
        return Fraction(-1) if value is None else value

    # the closest pair is merged, in the place of its first
    while len(mergers) > groups:
        (a, b), *others = argmin_set(combinations(mergers, 2), lambda pair: distance(pair[0].group, pair[1].group))
        group = tuple(c for c in recursion.training.classes if c in a.group or c in b.group)
        mergers[mergers.index(a)] = Merger(group, (a, b), _separation(recursion, node, a.group, b.group).optima, len(others))
        mergers.remove(b)
    return mergers


def _balanced(recursion: Hunt, node: Node, first: ClassGroup, second: ClassGroup) -> Hunt:
    """The recursion with weights such that a node's records of either group weigh 1 together."""
    labels, weights = [r.label for r in recursion.training], list(recursion.columns.weights)
    for group in (first, second):
        rows = [r for r in node.rows if labels[r] in group]
        weight = Fraction(sum(weights[r] for r in rows))
        for r in rows:
            weights[r] /= weight
    return evolve(recursion, columns=evolve(recursion.columns, weights=tuple(weights), unit=False))


def _separation(recursion: Hunt, node: Node, first: ClassGroup, second: ClassGroup) -> Decision:
    """The decision at those of a node's records that are of either group, each taken as one class, which is then the first or second."""
    labels = [r.label for r in recursion.training]
    rows = tuple(r for r in node.rows if labels[r] in first + second)
    grouped = evolve(recursion.columns, labels=tuple(int(label not in first) for label in labels))
    return evolve(recursion, columns=grouped).decide(evolve(node, rows=rows))


def _parts_below(recursion: Hunt, merger: Merger, test: Test) -> list[Merger]:
    """For each branch of a test the part of a merger of which it takes the greater share."""
    a, b = merger.parts
    shares = [_branch_shares(recursion, part.group, test) for part in (a, b)]
    return [a if shares[0][i] >= shares[1][i] else b for i in range(branch_count(test))]


def _branch_shares(recursion: Hunt, group: ClassGroup, test: Test) -> list[Fraction]:
    """The share of a group's records that each branch of a test takes."""
    root = recursion.root()
    rows = tuple(r for r in root.rows if recursion.training.records[r].label in group)
    weights = [_weight(recursion, child.rows) for child in recursion.children(evolve(root, rows=rows), (), test)]
    return [w / sum(weights) for w in weights]


def _weight(recursion: Hunt, rows: Rows) -> Fraction:
    return Fraction(sum(statistic(recursion.columns, Weighted(rows))))


def _tally(recursion: Hunt, node: Node) -> Tally:
    counts = statistic(recursion.columns, node.records)
    return tuple((c, Fraction(n)) for c, n in zip(recursion.training.classes, counts, strict=True))


def _labels(recursion: Hunt, node: Node) -> tuple[str, ...]:
    return tuple(recursion.training.classes[j] for j in majority(statistic(recursion.columns, node.records)))
