"""
The tie closure: counts and lists the trees that a policy can grow from a data set, and counts those that differ as partitions.

golden/TIES.md defines the words. `keep` is that of `dtref.spec.growing.hunt.hunt`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import cache
from itertools import product
from math import prod
from typing import TypeAlias, TypeVar

from attrs import frozen
from toolz import groupby

from dtref.spec.growing.hunt import Hunt, Node, grow_tree, hunt
from dtref.spec.growing.policy import Policy, offer_for
from dtref.spec.growing.ties import First, Listed
from dtref.spec.model.attributes import Attribute, Continuous
from dtref.spec.model.counts import ABSENT, Count, Rows
from dtref.spec.model.data import DataSet
from dtref.spec.model.optima import count_tests, groupings, list_tests
from dtref.spec.model.schemes import solve
from dtref.spec.model.tests import Test
from dtref.spec.model.trees import Branch, Tree, nodes
from dtref.spec.split.candidates import SubsetSplits
from dtref.spec.split.choose import Keep, every

Result = TypeVar("Result")

TREES_BUDGET = 100_000
"""
The budget of `count_trees` and `count_partitions` unless the caller sets another. Its unit is the subproblem: each counts 1, and 1 more for
each `_CELLS` of work at it; each of its optima counts 1, too.
"""

_CELLS = 100
"""How much of the work at a node counts as one subproblem: cells to be looked at, or groupings to be tried times classes."""


@frozen
class Subproblem:
    """
    All that decides the trees below a node: its records, the attributes that can still tell some of them apart, its level if that counts.
    """

    rows: Rows
    usable: tuple[int, ...]
    parts: tuple[Count, ...] | None = None
    level: int = 0


@frozen
class Alternative:
    """One of the optima at a node, and the subproblems that it leaves: those of its non-empty children."""

    test: Test
    below: tuple[Subproblem, ...]


Solved: TypeAlias = Sequence[tuple[Alternative, tuple[Result, ...]]]
"""The alternatives at a node, each with the results of its subproblems."""


def count_trees(data: DataSet, policy: Policy, budget: int = TREES_BUDGET, keep: Keep = every) -> int:
    """
    The number of different trees that a policy can grow: at a leaf 1, at an inner node the sum over its optima of the product over
    the children. Exact, without listing them. Errors: Undecided past the budget, in subproblems (see `TREES_BUDGET`: one of many records,
    attributes or groupings counts as several).

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.data import Record
    >>> x, y, z = (Nominal(n, ("0", "1")) for n in "xyz")
    >>> xor = DataSet((x, y), z, tuple(Record((a, b), str(int(a != b))) for a in "01" for b in "01"))
    >>> count_trees(xor, CART), count_partitions(xor, CART)
    (2, 2)
    """

    def count(_: Subproblem, alternatives: Solved[int]) -> int:
        return sum(prod(counts) for _, counts in alternatives) if alternatives else 1

    return over_all_trees(hunt(data, policy, keep), count, budget)


def count_partitions(data: DataSet, policy: Policy, budget: int = TREES_BUDGET, keep: Keep = every) -> int:
    """
    The number of different recursive partitions of the training records among the trees that a policy can grow. Exact.

    Optima that split the records alike and leave the same subproblems count once; if they leave different ones, as a policy that
    drops a numeric attribute after use may, the union of their partitions is formed. Errors: Undecided past the budget.

    >>> from fractions import Fraction
    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.model.attributes import Continuous, Nominal
    >>> from dtref.spec.model.data import Record
    >>> twice = tuple(Record((Fraction(i), Fraction(i)), str(i)) for i in range(2))
    >>> same_partition = DataSet((Continuous("x"), Continuous("y")), Nominal("class", ("0", "1")), twice)
    >>> count_trees(same_partition, CART), count_partitions(same_partition, CART)
    (2, 1)
    """
    recursion = hunt(data, policy, keep)

    def count(_: Subproblem, alternatives: Solved[int]) -> int:
        if not alternatives:
            return 1
        # optima that split the records alike: if they leave the same subproblems, they lead to the same partitions, which count once;
        # else the partitions of each are listed, and those that differ are counted
        same_split = groupby(lambda pair: _partition(pair[0]), alternatives).values()
        return sum(
            prod(group[0][1]) if len({frozenset(one.below) for one, _ in group}) == 1 else len(union([one for one, _ in group]))
            for group in same_split
        )

    def union(alternatives: Sequence[Alternative]) -> frozenset[Hashable]:
        solved = [(one, tuple(_solve(recursion, s, _partitions, budget) for s in one.below)) for one in alternatives]
        # `_partitions` looks at its subproblem only where there are no alternatives; here there are some, so that an empty one will do
        return _partitions(Subproblem((), ()), solved)

    return over_all_trees(recursion, count, budget)


def trees(data: DataSet, policy: Policy, keep: Keep = every) -> Iterator[Tree]:
    """
    Every tree that a policy can grow, lazily: choices in the order of golden/TIES.md, the last tied node varying fastest.

    >>> from dtref.spec.presets import ID3
    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.data import Record
    >>> x, y, z = (Nominal(n, ("0", "1")) for n in "xyz")
    >>> xor = DataSet((x, y), z, tuple(Record((a, b), str(int(a != b))) for a in "01" for b in "01"))
    >>> [tree.test.attribute.name for tree in trees(xor, ID3)]
    ['x', 'y']
    """
    recursion = hunt(data, policy, keep)
    decide = cache(recursion.decide)
    choices: tuple[int, ...] | None = ()
    # each tree tells how many optima its tied nodes have, and so the next list of choices
    while choices is not None:
        tree = grow_tree(recursion, decide, Listed(choices, First()))
        yield tree
        tied = [n for n in map(count_tests, (node.optima for node in nodes(tree) if isinstance(node, Branch))) if n > 1]
        choices = _successor(choices, tied)


def _successor(choices: tuple[int, ...], tied: Sequence[int]) -> tuple[int, ...] | None:
    """The next list of choices: the last one that can be raised is raised, and those after it are dropped."""
    # nodes beyond the list took their first optimum
    full = (*choices, *[0] * (len(tied) - len(choices)))
    raisable = [i for i, (choice, size) in enumerate(zip(full, tied, strict=True)) if choice + 1 < size]
    return (*full[: raisable[-1]], full[raisable[-1]] + 1) if raisable else None


def over_all_trees(recursion: Hunt, combine: Callable[[Subproblem, Solved[Result]], Result], budget: int = TREES_BUDGET) -> Result:
    """
    What `combine` makes of all trees that a recursion can grow: the result at a node, from the alternatives there with the results below
    them, of which a leaf has none. Each subproblem is solved once. Errors: Undecided past the budget (see `TREES_BUDGET`).

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.views.shape import parity
    >>> def fewest_leaves(_, alternatives):
    ...     return min((sum(leaves) for _, leaves in alternatives), default=1)
    >>> over_all_trees(hunt(parity(2), CART), fewest_leaves)
    4
    """
    return _solve(recursion, _subproblem(recursion, recursion.root()), combine, budget)


def _subproblem(recursion: Hunt, node: Node) -> Subproblem:
    """The subproblem at a node. Nodes with the same records and useful attributes are the same problem, however one got there."""
    codes = recursion.columns.codes
    return Subproblem(
        node.rows, tuple(a for a in node.usable if len({codes[a][r] for r in node.rows} - {ABSENT}) > 1), node.parts, node.level
    )


def _solve(recursion: Hunt, root: Subproblem, combine: Callable[[Subproblem, Solved[Result]], Result], budget: int) -> Result:
    """The result at the root, from those of the subproblems that each choice among the optima leaves."""

    def alternatives(state: Subproblem, most: int) -> list[tuple[Alternative, tuple[Subproblem, ...]]] | None:
        node = Node(state.rows, state.usable, (), state.parts, state.level)
        decision = recursion.decide(node)
        if count_tests(decision.optima) > most:  # before a symbolic member is written out
            return None
        choices = [
            Alternative(
                test, tuple(_subproblem(recursion, child) for child in recursion.children(node, decision.labels, test) if child.rows)
            )
            for test in list_tests(decision.optima)
        ]
        return [(choice, choice.below) for choice in choices]

    return solve(root, alternatives, combine, "size of the tie closure", budget, lambda state: 1 + _work(recursion, state) // _CELLS)[root]


def _work(recursion: Hunt, state: Subproblem) -> int:
    """The work of deciding a node: of each attribute the cells to look at, or the groupings to try times the classes, if that is more."""
    attributes = recursion.training.attributes
    return sum(max(len(state.rows), _tried(recursion, state.rows, a, attributes[a])) for a in state.usable)


def _tried(recursion: Hunt, rows: Rows, a: int, attribute: Attribute) -> int:
    """The groupings of an attribute's present values that are tried, times the classes; 0 where an order of the values spares them."""
    offer, target = offer_for(recursion.policy, attribute), recursion.training.target
    if not isinstance(offer, SubsetSplits) or isinstance(target, Continuous) or len(target.values) < 3:
        return 0
    codes = recursion.columns.codes[a]
    return min(groupings(len({codes[r] for r in rows} - {ABSENT})), offer.limit) * len(target.values)


def _partition(alternative: Alternative) -> frozenset[Hashable]:
    """How an alternative splits the records of its node."""
    return frozenset((s.rows, s.parts) for s in alternative.below)


def _partitions(state: Subproblem, alternatives: Solved[frozenset[Hashable]]) -> frozenset[Hashable]:
    """The recursive partitions of a subproblem, written out: a leaf is its records, an inner node the set of its children's."""
    if not alternatives:
        return frozenset([(state.rows, state.parts)])
    return frozenset(frozenset(parts) for _, results in alternatives for parts in product(*results))
