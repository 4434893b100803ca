"""
The trees that may have been below a leaf which pruning made: tied tests there decide whether it is one, and the leaf doesn't show them.

All choices among tied tests are tried, up to a number of trees; then those that rounding of weights may have made, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from dtref.oracle.verify.guided_trees import pruned_at
from dtref.oracle.verify.rounding import Rounding
from dtref.oracle.verify.selected_tests import optima_by_rounding
from dtref.spec.growing.hunt import Hunt, Node
from dtref.spec.growing.policy import Decision
from dtref.spec.model.optima import list_tests
from dtref.spec.model.schemes import unfold
from dtref.spec.model.tests import Test
from dtref.spec.model.trees import Branch, Leaf, Tree

MOST_TREES = 64
"""So many trees are tried."""

TestChoices = Callable[[Node, Decision], Sequence[Test | None]]
"""The tests that may be asked at a node, the first chosen first; None: it may be a leaf."""


def tied_choices(_: Node, decision: Decision) -> Sequence[Test | None]:
    """Every best test, and the leaf, where it is as good."""
    leaf = [None] if decision.leaf is not None or not decision.optima else []
    return (*list_tests(decision.optima), *leaf)


def rounded_choices(recursion: Hunt, rounding_of: Callable[[Node], Rounding]) -> TestChoices:
    """Every best test, and those that are best where floats take a weight for more or less than it is; worked out once a node."""
    known: dict[object, Sequence[Test | None]] = {}

    def choices(node: Node, decision: Decision) -> Sequence[Test | None]:
        key = node.rows, node.parts
        if key not in known:
            tied = tied_choices(node, decision)
            rounded = optima_by_rounding(recursion, node, rounding_of(node))
            others: list[Test | None] = [test for optima in rounded for test in (tuple(list_tests(optima)) or (None,))]
            known[key] = [*tied, *(test for i, test in enumerate(others) if test not in tied and test not in others[:i])]
        return known[key]

    return choices


def may_be_a_leaf(recursion: Hunt, node: Node, choices: TestChoices) -> bool | None:
    """Whether some choice of tests makes a node a leaf after pruning; None where that would take too many trees."""
    for i, tree in enumerate(_trees(recursion, node, choices)):
        if isinstance(tree, Leaf):
            return True
        if i + 1 == MOST_TREES:
            return None
    return False


def _trees(recursion: Hunt, node: Node, choices: TestChoices) -> Iterator[Tree]:
    """The pruned trees of all choices, the last choice varying fastest."""
    script: list[int] = []
    while True:
        made: list[tuple[int, int]] = []  # of each node in preorder the choice, and the number of choices
        tree = _tree(recursion, node, choices, script, made)
        yield pruned_at(recursion, node, tree)
        varied = next((i for i in reversed(range(len(made))) if made[i][0] + 1 < made[i][1]), None)
        if varied is None:
            return
        script = [*(choice for choice, _ in made[:varied]), made[varied][0] + 1]


def _tree(recursion: Hunt, root: Node, choices: TestChoices, script: Sequence[int], made: list[tuple[int, int]]) -> Tree:
    """The grown tree whose choices in preorder are those of a script, and the first ones after it."""

    def expand(node: Node) -> tuple[Callable[[Sequence[Tree]], Tree], Sequence[Node]]:
        decision = recursion.decide(node)
        tests = choices(node, decision)
        chosen = script[len(made)] if len(made) < len(script) else 0
        made.append((chosen, len(tests)))
        test = tests[chosen]
        if test is None:
            return lambda _: Leaf(decision.counts, decision.labels), ()
        gap = recursion.gap(node, test)
        children = recursion.children(node, decision.labels, test, gap)
        return lambda subtrees: Branch(decision.counts, decision.labels, test, decision.optima or (test,), subtrees, gap), children

    return unfold(root, expand)
