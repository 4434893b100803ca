"""
The two recursion schemes: `unfold` grows a tree from a seed, `fold` computes something from a tree.

Everything that dtref does with trees is a small function given to one of them. Neither uses Python's call stack, so trees may be
100,000 levels deep. Before this: `dtref.model.tests`. Next: `dtref.model.trees`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

Node = TypeVar("Node")
Result = TypeVar("Result")
Seed = TypeVar("Seed")
State = TypeVar("State")


def fold(root: Node, children: Callable[[Node], Sequence[Node]], combine: Callable[[Node, Sequence[Result]], Result]) -> Result:
    """
    The result of `combine(node, results of its children)` at the root, each node being visited once, children first.

    >>> fold(((), ((),)), lambda t: t, lambda t, sizes: 1 + sum(sizes))
    4
    """
    parents_first, waiting = [], [root]
    while waiting:
        node = waiting.pop()
        parents_first.append(node)
        waiting.extend(children(node))
    results: list[Result] = []
    for node in reversed(parents_first):
        first = len(results) - len(children(node))
        results[first:] = [combine(node, results[first:])]
    return results[0]


def unfold(seed: Seed, expand: Callable[[Seed], tuple[Callable[[Sequence[Node]], Node], Sequence[Seed]]]) -> Node:
    """
    The tree of a seed: `expand` says how to build its node from the finished children, and gives their seeds.

    >>> unfold(2, lambda n: (tuple, (n - 1,) * 2 if n else ()))
    (((), ()), ((), ()))
    """

    def stateless(seed: Seed, state: None) -> tuple[Callable[[Sequence[Node]], Node], Sequence[Seed], None]:
        return *expand(seed), state

    return unfold_with(seed, None, stateless)[0]


def unfold_with(
    seed: Seed,
    state: State,
    expand: Callable[[Seed, State], tuple[Callable[[Sequence[Node]], Node], Sequence[Seed], State]],
) -> tuple[Node, State]:
    """
    As `unfold`, with a state handed from node to node in preorder; the tree and the last state.

    >>> unfold_with(2, 0, lambda n, i: (lambda parts: (i, *parts), (n - 1,) * 2 if n else (), i + 1))
    ((0, (1, (2,), (3,)), (4, (5,), (6,))), 7)
    """
    parents_first, waiting = [], [seed]
    while waiting:
        build, seeds, state = expand(waiting.pop(), state)
        parents_first.append((build, len(seeds)))
        waiting.extend(reversed(seeds))
    results: list[Node] = []
    for build, arity in reversed(parents_first):
        first = len(results) - arity
        results[first:] = [build(results[first:][::-1])]
    return results[0], state
