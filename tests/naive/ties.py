"""Tie rules (golden/TIES.md): which of the tests, and of the surrogates, that tie a node has, nodes in preorder."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from naive.agreement import NotAnInput
from naive.growing import Choose
from naive.grown import grower_of, shown_tree


def tie_rule(given: Mapping[str, Any]) -> tuple[Choose, Callable[[], bool]]:
    """Which of what ties is taken, called at each inner node, then at each place of its surrogates; and whether the rule ends content."""
    left = [int(n) for n in given.get("choices", ())]

    def refuse(tied: Sequence[Any]) -> int:
        if len(tied) > 1:
            raise NotAnInput("a tie")
        return 0

    def listed(tied: Sequence[Any]) -> int:
        if len(tied) == 1:
            return 0
        if not left or not 1 <= left[0] <= len(tied):
            raise NotAnInput("too few choices, or one out of range")
        return left.pop(0) - 1

    rules: dict[str, Choose] = {
        "first": lambda _tied: 0,
        "last": lambda tied: len(tied) - 1,
        "refuse": refuse,
        "listed": listed,
    }
    if given["rule"] not in rules:
        raise NotAnInput(given["rule"])
    return rules[given["rule"]], lambda: not left


def _grow_ties(given: Mapping[str, Any]) -> Any:
    grower = grower_of(given)
    grower.choose, content = tie_rule(given["tie"])
    tree = grower.grow()
    if not content():
        raise NotAnInput("choices that are left over")
    return shown_tree(grower, tree, optima=False)


ANSWERS = {"grow_ties": _grow_ties}
