"""
The tie closure: counts and lists the trees that a policy can grow from a data set, and counts those that differ as partitions.

golden/TIES.md defines the words. `keep` is that of `dtref.spec.growing.hunt.hunt`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import cache
from itertools import product
from math import prod
from typing import TypeVar

from attrs import frozen
from toolz import groupby

from dtref.errors import NO_BOUND, CountBound
from dtref.exact.digits import digits
from dtref.spec.growing.hunt import Hunt, Node, grow_tree_with, hunt
from dtref.spec.growing.policy import Decision, Policy, offer_for, without_pruning
from dtref.spec.growing.routing import router
from dtref.spec.growing.tie_subproblems import (
    Alternative,
    KnownTies,
    Solved,
    Subproblem,
    bounds_of_partitions,
    bounds_of_trees,
    most_of_one_attribute,
    number_of_trees,
)
from dtref.spec.growing.tied_best_first import trees_best_first
from dtref.spec.growing.ties import First, TieRule, chosen_position
from dtref.spec.model.attributes import ABSENT, MISSING, Attribute, Continuous
from dtref.spec.model.counts import Rows
from dtref.spec.model.data import DataSet
from dtref.spec.model.optima import Optima, count_tests, groupings, list_tests, nth_test
from dtref.spec.model.schemes import TooMany, no_bounds, solve
from dtref.spec.model.tests import Test
from dtref.spec.model.trees import Gap, GapRule, Tree
from dtref.spec.split.candidates import SubsetSplits
from dtref.spec.split.choose import Keep, every

Result = TypeVar("Result")

TREES_BUDGET = 100_000
"""
The budget of `count_trees` and `count_partitions` unless the caller sets another. Its unit is the subproblem: each counts 1, and 1 more for
each `CELLS_OF_A_SUBPROBLEM` of work at it; each of its optima counts 1, too.
"""

CELLS_OF_A_SUBPROBLEM = 100
"""How much of the work at a node counts as one subproblem: cells to be looked at, or groupings to be tried times classes."""


def count_trees(data: DataSet, policy: Policy, budget: int = TREES_BUDGET, keep: Keep = every) -> int:
    """
    The number of different trees that a policy can grow: at a leaf 1, at an inner node the sum over its optima, and over the surrogates
    that are as good, of the product over the children, and 1 more where a leaf is as good. Exact, without listing them. Errors: Undecided
    past the budget, in subproblems (see `TREES_BUDGET`: one of many records, attributes or groupings counts as several).

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.data import Record
    >>> x, y, z = (Nominal(n, ("0", "1")) for n in "xyz")
    >>> xor = DataSet((x, y), z, tuple(Record((a, b), str(int(a != b))) for a in "01" for b in "01"))
    >>> count_trees(xor, CART), count_partitions(xor, CART)
    (2, 2)
    """

    recursion = hunt(data, without_pruning(policy), keep)
    if recursion.policy.most_leaves is not None:
        return len(trees_best_first(recursion, recursion.policy.most_leaves, budget))
    return over_all_trees(recursion, number_of_trees, budget, lambda so_far: bounds_of_trees(recursion, so_far, int, int))


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
    recursion = hunt(data, without_pruning(policy), keep)
    if recursion.policy.most_leaves is not None:
        return len({one.partition() for one in trees_best_first(recursion, recursion.policy.most_leaves, budget)})

    def count(state: Subproblem, alternatives: Solved[int]) -> int:
        if not alternatives:
            return 1
        # optima that split the records alike: if they leave the same subproblems, they lead to the same partitions, which count once;
        # else the partitions of each are listed, and those that differ are counted
        same_split = groupby(lambda pair: pair[0].partition, alternatives).values()
        return sum(
            prod(group[0][1]) if len({frozenset(one.below) for one, _ in group}) == 1 else len(union(state, [one for one, _ in group]))
            for group in same_split
        )

    def union(state: Subproblem, alternatives: Sequence[Alternative]) -> frozenset[Hashable]:
        solved = [(one, tuple(_solve(recursion, s, _partitions, budget, no_bounds) for s in one.below)) for one in alternatives]
        return _partitions(state, solved)

    return over_all_trees(recursion, count, budget, lambda so_far: bounds_of_partitions(recursion, so_far))


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
    recursion = hunt(data, without_pruning(policy), keep)
    decide = cache(recursion.decide)
    choices: tuple[int, ...] | None = ()
    seen: set[Tree] = set()  # growing best first comes to a tree in several orders
    # each tree tells how many options its choices had, and so the next list of choices
    while choices is not None:
        tree, noted = grow_tree_with(recursion, decide, _Noted(choices))
        if tree not in seen:
            yield tree
        if recursion.policy.most_leaves is not None:
            seen.add(tree)
        assert isinstance(noted, _Noted), "it is the rule that went in"
        choices = _successor(choices, noted.options)


@frozen
class _Noted:
    """A tie rule that chooses by a list of positions, then the first, and notes how many options each choice had."""

    choices: tuple[int, ...]
    options: tuple[int, ...] = ()

    def pick(self, optima: Optima) -> tuple[Test, TieRule]:
        """The optimum at the next position, where several tie."""
        position, rest = chosen_position(self, count_tests(optima))
        return nth_test(optima, position), rest

    def choose(self, options: int) -> tuple[int, TieRule]:
        """The next position."""
        made = len(self.options)
        return self.choices[made] if made < len(self.choices) else 0, _Noted(self.choices, (*self.options, options))

    def finish(self) -> None:
        """Nothing is left over."""


def _successor(choices: tuple[int, ...], tied: Sequence[int]) -> tuple[int, ...] | None:
    """The next list of choices: the last one that can be raised is raised, and those after it are dropped."""
    # nodes beyond the list took their first optimum
    full = (*choices, *[0] * (len(tied) - len(choices)))
    raisable = [i for i, (choice, size) in enumerate(zip(full, tied, strict=True)) if choice + 1 < size]
    return (*full[: raisable[-1]], full[raisable[-1]] + 1) if raisable else None


def over_all_trees(
    recursion: Hunt,
    combine: Callable[[Subproblem, Solved[Result]], Result],
    budget: int = TREES_BUDGET,
    bounds: Callable[[KnownTies[Result]], tuple[CountBound, CountBound]] | None = None,
) -> Result:
    """
    What `combine` makes of all trees that a recursion can grow: the result at a node, from the alternatives there with the results below
    them, of which a leaf has none; a leaf that is as good as tests is an alternative without a test. Each subproblem is solved once.
    Errors: Undecided past the budget (see `TREES_BUDGET`), with bounds of the number of trees, or those that `bounds` makes of what is
    known then.

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.views.shape import parity
    >>> def fewest_leaves(_, alternatives):
    ...     return min((sum(leaves) for _, leaves in alternatives), default=1)
    >>> over_all_trees(hunt(parity(2), CART), fewest_leaves)
    4
    """
    # a result need not be a number of trees: a solved subproblem counts as one that was not looked at
    bounds = bounds or (lambda so_far: bounds_of_trees(recursion, so_far, lambda _: 1, lambda _: NO_BOUND))
    return _solve(recursion, _subproblem(recursion, recursion.root()), combine, budget, bounds)


def _subproblem(recursion: Hunt, node: Node) -> Subproblem:
    """The subproblem at a node. Nodes with the same records and useful attributes are the same problem, however one got there."""
    codes = recursion.columns.codes
    # that a value is missing tells records apart only where a test says where it goes
    silent = set() if recursion.policy.gap is Gap.LEARNED else {ABSENT}
    usable = tuple(a for a in node.usable if len({codes[a][r] for r in node.rows} - silent) > 1)
    return Subproblem(node.rows, usable, node.parts, node.level, node.bounds)


def _solve(
    recursion: Hunt,
    root: Subproblem,
    combine: Callable[[Subproblem, Solved[Result]], Result],
    budget: int,
    bounds: Callable[[KnownTies[Result]], tuple[CountBound, CountBound]],
) -> Result:
    """The result at the root, from those of the subproblems that each choice among the optima leaves."""

    def alternatives(state: Subproblem, most: int) -> list[tuple[Alternative, tuple[Subproblem, ...]]] | TooMany:
        node = Node(state.rows, state.usable, (), state.parts, state.level, state.bounds)
        decision = recursion.decide(node)
        tied = count_tests(decision.optima) + (decision.leaf is not None)
        if tied > most:  # before a symbolic member is written out
            return TooMany(tied, most_of_one_attribute(decision.optima))
        choices = [] if decision.leaf is None else [Alternative(None, ())]
        for test in list_tests(decision.optima):
            below = _alternatives(recursion, node, decision, test, most)
            if isinstance(below, TooMany):
                return below
            choices += below
        return TooMany(len(choices)) if len(choices) > most else [(choice, choice.below) for choice in choices]

    return solve(
        root,
        alternatives,
        combine,
        "size of the tie closure",
        budget,
        lambda state: 1 + _work(recursion, state) // CELLS_OF_A_SUBPROBLEM,
        bounds,
    )[root]


def _alternatives(recursion: Hunt, node: Node, decision: Decision, test: Test, most: int) -> list[Alternative] | TooMany:
    """
    The alternatives that a test is at a node: one, unless surrogates that are as good send its records other ways; `TooMany` where more
    than `most` lists of surrogates must be tried.
    """

    def below(gap: GapRule) -> tuple[Subproblem, ...]:
        return tuple(_subproblem(recursion, child) for child in recursion.children(node, decision.labels, test, gap) if child.rows)

    rules = recursion.gap_rules(node, test)
    if isinstance(rules, Gap):
        return [Alternative(test, below(rules))]
    branch = router(recursion.columns, test)
    if rules.count == 1 or not any(branch(r) is MISSING for r in node.rows):
        return [Alternative(test, below(rules.chosen(First())[0]), rules.count)]
    if rules.count > most:
        return TooMany(rules.count, spent=f"{most} of {digits(rules.count)} lists of surrogates")
    return [Alternative(test, subproblems, ways) for subproblems, ways in Counter(map(below, rules.each())).items()]


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


def _partitions(state: Subproblem, alternatives: Solved[frozenset[Hashable]]) -> frozenset[Hashable]:
    """
    The recursive partitions of a subproblem, written out: a leaf is its records, an inner node its records and the set of its children's.
    Its own records tell which of them stay there.
    """
    records = (state.rows, state.parts)
    if not alternatives:
        return frozenset([records])
    # a leaf that is as good as the tests leaves nothing below
    return frozenset((records, frozenset(parts)) if one.test else records for one, results in alternatives for parts in product(*results))
