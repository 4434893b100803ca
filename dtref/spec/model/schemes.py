"""
Recursion schemes: `unfold` grows a tree from a seed; `fold` computes a result from a tree, children first; `walk` visits the nodes from
the root down, each with a value from its parent; `solve` computes a result from all trees that there are; `recurse` is for the rest.

Everything that dtref does with trees is a small function that is passed to one of them. None uses Python's call stack, so trees may be
100,000 levels deep.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Generic, TypeVar

from attrs import frozen

from dtref.errors import NO_BOUND, CountBound, Undecided
from dtref.exact.checked_call import refuses_other_kinds

Node = TypeVar("Node")
Value = TypeVar("Value")
Result = TypeVar("Result")
Seed = TypeVar("Seed")
State = TypeVar("State")
Sub = TypeVar("Sub", bound=Hashable)
Choice = TypeVar("Choice")


@refuses_other_kinds
def fold(root: Node, children: Callable[[Node], Sequence[Node]], combine: Callable[[Node, Sequence[Result]], Result]) -> Result:
    """
    The result of `combine(node, results of its children)` at the root, each node being visited once, children first.

    >>> fold(((), ((),)), lambda t: t, lambda t, sizes: 1 + sum(sizes))
    4
    """
    # every node, parents before children, the last child first
    parents_first, waiting = [], [root]
    while waiting:
        node = waiting.pop()
        parents_first.append(node)
        waiting.extend(children(node))
    # backwards: the results of a node's children are the last ones
    results: list[Result] = []
    for node in reversed(parents_first):
        first = len(results) - len(children(node))
        results[first:] = [combine(node, results[first:])]
    return results[0]


@refuses_other_kinds
def unfold(seed: Seed, expand: Callable[[Seed], tuple[Callable[[Sequence[Node]], Node], Sequence[Seed]]]) -> Node:
    """
    The tree that grows from a seed: `expand` returns a function that builds a node from its finished children, and the children's seeds.

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
    As `unfold`, with a state that is handed from node to node in preorder: the tree and the last state.

    >>> unfold_with(2, 0, lambda n, i: (lambda parts: (i, *parts), (n - 1,) * 2 if n else (), i + 1))
    ((0, (1, (2,), (3,)), (4, (5,), (6,))), 7)
    """
    # in preorder: how to build each node, and from how many children
    parents_first, waiting = [], [seed]
    while waiting:
        build, seeds, state = expand(waiting.pop(), state)
        parents_first.append((build, len(seeds)))
        waiting.extend(reversed(seeds))
    # backwards: a node's children are the last ones built, the first child last
    results: list[Node] = []
    for build, arity in reversed(parents_first):
        first = len(results) - arity
        results[first:] = [build(results[first:][::-1])]
    return results[0], state


@refuses_other_kinds
def walk(root: Node, value: Value, below: Callable[[Node, Value], Iterable[tuple[Node, Value]]]) -> Iterator[tuple[Node, Value]]:
    """
    Each node of a tree in preorder, with the value that its parent hands it: the records that reach it, the path to it, its level.

    value: that of the root. below: the children of a node, from first to last, each with its value; called when the node has been visited,
    so that a walk that ends early makes no more of a lazy tree. Children that it leaves out aren't visited.

    >>> list(walk(((), ((),)), 0, lambda node, level: ((child, level + 1) for child in node)))
    [(((), ((),)), 0), ((), 1), (((),), 1), ((), 2)]
    """

    def pairs_below(pair: tuple[Node, Value]) -> Iterable[tuple[Node, Value]]:
        return below(*pair)

    return preorder((root, value), pairs_below)


def preorder(root: Node, children: Callable[[Node], Iterable[Node]]) -> Iterator[Node]:
    """
    Each node of a tree before its children, these from first to last. children: called when the node has been visited.

    >>> list(preorder(1, lambda n: (2 * n, 2 * n + 1) if n < 3 else ()))
    [1, 2, 4, 5, 3]
    """
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(tuple(children(node))))


def by_level(root: Node, children: Callable[[Node], Iterable[Node]]) -> Iterator[Sequence[Node]]:
    """
    The nodes of a tree level by level, from the root down; those of a level from first to last.

    >>> list(by_level(1, lambda n: (2 * n, 2 * n + 1) if n < 3 else ()))
    [[1], [2, 3], [4, 5]]
    """
    level = [root]
    while level:
        yield level
        level = [child for node in level for child in children(node)]


@frozen
class TooMany:
    """
    More choices at a subproblem than may be listed. choices: how many there are at least. apart: how many of them differ in what they do to
    it. spent: the budget that did not suffice, where it isn't that of the subproblems.
    """

    choices: int
    apart: int = 1
    spent: str = ""


@frozen(eq=False)
class SoFar(Generic[Sub, Choice, Result]):
    """
    How far `solve` came: the choices at the subproblems that it has looked at, the results of those that are solved, the subproblem at
    which the budget was spent, and what is known of the choices there.
    """

    root: Sub
    choices: Mapping[Sub, Sequence[tuple[Choice, tuple[Sub, ...]]]]
    solved: Mapping[Sub, Result]
    last: Sub
    beyond: TooMany

    def at_root(
        self,
        guess: Callable[[Sub], Value],
        solved: Callable[[Result], Value],
        combine: Callable[[Sub, Sequence[tuple[Choice, tuple[Value, ...]]]], Value],
    ) -> Value:
        """
        A value at the root: of a solved subproblem it is made of its result, of one that was looked at it is combined from those below it,
        of any other it is guessed.
        """

        def below(problem: Sub, _: int) -> Sequence[tuple[Choice, tuple[Sub, ...]]]:
            return () if problem in self.solved else self.choices.get(problem, ())

        def value(problem: Sub, choices: Sequence[tuple[Choice, tuple[Value, ...]]]) -> Value:
            if problem in self.solved:
                return solved(self.solved[problem])
            return combine(problem, choices) if choices else guess(problem)

        return solve(self.root, below, value, "bounds", sys.maxsize)[self.root]


def no_bounds(_: SoFar[Sub, Choice, Result]) -> tuple[CountBound, CountBound]:
    """
    The bounds of an answer that is no number.

    >>> no_bounds(SoFar(1, {}, {}, 1, TooMany(0)))
    (Undefined(why='no bound is known'), Undefined(why='no bound is known'))
    """
    return NO_BOUND, NO_BOUND


def solve(  # noqa: PLR0913, PLR0917 - a question, its parts, and what they may cost
    root: Sub,
    offered: Callable[[Sub, int], Sequence[tuple[Choice, tuple[Sub, ...]]] | TooMany],
    combine: Callable[[Sub, Sequence[tuple[Choice, tuple[Result, ...]]]], Result],
    question: str,
    budget: int,
    cost: Callable[[Sub], int] = lambda _: 1,
    bounds: Callable[[SoFar[Sub, Choice, Result]], tuple[CountBound, CountBound]] = no_bounds,
) -> Mapping[Sub, Result]:
    """
    The result of every subproblem that the root leads to, each solved once, after those below it (dynamic programming).

    offered: the choices at a subproblem, each with the subproblems that it leaves. It returns [] for a leaf, and `TooMany` if it would have
    to list more choices than its second argument allows. combine: a subproblem's result, from the results of what each choice leaves. cost:
    how much of the budget a subproblem takes, before it is looked at. bounds: those of the answer, where the budget is spent. Errors:
    Undecided where the costs and the choices together are more than the budget, and where the choices at a subproblem are undecided.

    >>> ways = solve(5, lambda n, most: [(k, (n - k,)) for k in (1, 2) if k <= n], lambda n, cs: sum(r for _, (r,) in cs) or 1, "ways", 99)
    >>> ways[5]
    8
    """
    choices_of: dict[Sub, Sequence[tuple[Choice, tuple[Sub, ...]]]] = {}
    solved: dict[Sub, Result] = {}
    waiting, spent = [root], 0

    def so_far(beyond: TooMany) -> SoFar[Sub, Choice, Result]:
        return SoFar(root, choices_of, solved, waiting[-1], beyond)

    while waiting:
        problem = waiting[-1]
        # met for the first time: its parts are solved before it
        if problem not in choices_of:
            spent += cost(problem)
            try:
                choices = offered(problem, budget - spent) if spent <= budget else TooMany(0)
            except Undecided as why:
                raise _left_open(question, why, bounds(so_far(TooMany(0)))) from None
            if not isinstance(choices, TooMany) and spent + len(choices) > budget:
                choices = TooMany(len(choices))
            if isinstance(choices, TooMany):
                raise Undecided(question, choices.spent or f"{budget} subproblems", *bounds(so_far(choices)))
            choices_of[problem] = choices
            spent += len(choices)
            waiting.extend({part for _, parts in choices for part in parts if part not in solved})
            continue
        # met again: its parts are solved
        if problem not in solved:
            results = [(choice, tuple(solved[part] for part in parts)) for choice, parts in choices_of[problem]]
            try:
                solved[problem] = combine(problem, results)
            except Undecided as why:
                raise _left_open(question, why, bounds(so_far(TooMany(0)))) from None
            choices_of[problem] = ()
        waiting.pop()
    return solved


def _left_open(question: str, why: Undecided, bounds: tuple[CountBound, CountBound]) -> Undecided:
    """What is undecided as another question is, with bounds of its own answer."""
    return Undecided(f"{question}, for want of: {why.question}", why.budget, *bounds)


def recurse(start: Callable[[Seed], Generator[Seed, Result, Result]], seed: Seed) -> Result:
    """
    The result of a recursive function that is written as a generator: it yields an argument to call itself with, and is sent the result.

    >>> def factorial(n):
    ...     return n * (yield n - 1) if n else 1
    >>> recurse(factorial, 5)
    120
    """
    running = [start(seed)]
    sent: Result | None = None
    while True:
        try:
            argument = running[-1].send(sent) if sent is not None else next(running[-1])
        except StopIteration as done:
            # the innermost call returns; its caller is sent the result
            running.pop()
            result: Result = done.value
            if not running:
                return result
            sent = result
        else:
            # the innermost call calls the function again
            running.append(start(argument))
            sent = None


def ignore_progress(records: int) -> None:
    """
    Does nothing with the number of records of a finished leaf: the `progress` of callers who do not want to be told.

    >>> ignore_progress(14)
    """
