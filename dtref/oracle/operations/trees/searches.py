"""Operations of searches other than the greedy one: optimal trees, the price of greed, bottom-up and bi-directional search."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from dtref.exact.number import number
from dtref.oracle.operations.answer_kinds import TREE_ANSWER, list_answer, parts_answer
from dtref.oracle.operations.answers import Answer, tests_answer, tree_answer
from dtref.oracle.operations.data_kinds import PRESET_ON_DATA
from dtref.oracle.operations.kinds import A_WHOLE
from dtref.oracle.operations.operation import AnswerKind, Operation, asks, by_keyword, declarations, each, optional, side_by_side
from dtref.spec.optimal.optimal import BestOfSize, optimal_tree, optimal_trees
from dtref.spec.optimal.price import greeds_price, greedy_sizes
from dtref.spec.optimal.search import Merger, bi_directional, bottom_up, merge_classes


def _merger_answer(merger: Merger) -> Answer:
    if not merger.parts:
        return {"classes": merger.group}
    return {"classes": merger.group, "tests": tests_answer(merger.optima), "parts": tuple(map(_merger_answer, merger.parts))}


def _sizes_answer(sizes: Mapping[tuple[int, Fraction], int]) -> Answer:
    return tuple({"leaves": number(leaves), "errors": number(errors), "trees": number(n)} for (leaves, errors), n in sizes.items())


_BOUND = optional(A_WHOLE, None)
_BOUNDED = side_by_side(PRESET_ON_DATA, each(max_leaves=_BOUND, max_depth=_BOUND))
_SIZE = parts_answer("a size", "leaves", "errors", "trees")
_PRICE = parts_answer(
    "a size",
    "leaves",
    "errors",
    "trees",
    "fewest_leaves",
    "fewest_errors",
)

SEARCHES: Mapping[str, Operation] = declarations(
    asks("optimal_trees", by_keyword(optimal_trees, "max_leaves", "max_depth"), _BOUNDED, answer=list_answer(_SIZE)),
    asks("optimal_size", by_keyword(optimal_tree, "max_leaves", "max_depth"), _BOUNDED, answer=_SIZE),
    asks(
        "optimal_tree",
        by_keyword(optimal_tree, "max_leaves", "max_depth"),
        _BOUNDED,
        answer=AnswerKind[BestOfSize]("a tree", lambda best: tree_answer(best.tree)),
    ),
    asks(
        "greedy_sizes", greedy_sizes, PRESET_ON_DATA, answer=AnswerKind("a list, each a size: `leaves`, `errors`, `trees`", _sizes_answer)
    ),
    asks("greeds_price", greeds_price, PRESET_ON_DATA, answer=list_answer(_PRICE)),
    asks("merge_classes", merge_classes, PRESET_ON_DATA, answer=AnswerKind("a group: `classes`, `tests`, `parts`", _merger_answer)),
    asks("bottom_up", bottom_up, PRESET_ON_DATA, answer=TREE_ANSWER),
    asks("bi_directional", bi_directional, PRESET_ON_DATA, answer=TREE_ANSWER),
)
"""Searches for trees, by name."""
