"""Operations on searches other than greed: optimal trees, greed's price, bottom-up and bi-directional search."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dtref.exact.number import number
from dtref.oracle.operations.answers import Answer, tests_answer, tree_answer
from dtref.oracle.operations.data_inputs import data_of
from dtref.oracle.operations.inputs import Given, Operation
from dtref.oracle.operations.part_inputs import given_preset, whole_number
from dtref.spec.growing.policy import Policy
from dtref.spec.model.data import DataSet
from dtref.spec.model.trees import Tree
from dtref.spec.optimal.optimal import BestOfSize, optimal_tree, optimal_trees
from dtref.spec.optimal.price import greeds_price, greedy_sizes
from dtref.spec.optimal.search import Merger, bi_directional, bottom_up, merge_classes

_BOUNDED = ("data", "preset", "max_leaves", "max_depth")


def _learning(given: Given) -> tuple[DataSet, Policy]:
    return data_of(given), given_preset(given)


def _bound(given: Given, name: str) -> int | None:
    """A bound on the trees; none where it isn't given."""
    return whole_number(given.part(name), f"{given.where}, {name}") if name in given.parts else None


def _size(best: BestOfSize) -> Answer:
    return {"leaves": number(best.leaves), "errors": number(best.errors), "trees": number(best.trees)}


def _optimal_trees(given: Given) -> Answer:
    """The best trees of every size worth having: leaves, errors, how many there are."""
    data, policy = _learning(given.only(*_BOUNDED))
    return tuple(map(_size, optimal_trees(data, policy, max_leaves=_bound(given, "max_leaves"), max_depth=_bound(given, "max_depth"))))


def _optimum(given: Given) -> BestOfSize:
    data, policy = _learning(given.only(*_BOUNDED))
    return optimal_tree(data, policy, max_leaves=_bound(given, "max_leaves"), max_depth=_bound(given, "max_depth"))


def _greedy_sizes(given: Given) -> Answer:
    sizes = greedy_sizes(*_learning(given.only("data", "preset")))
    return tuple({"leaves": number(leaves), "errors": number(errors), "trees": number(trees)} for (leaves, errors), trees in sizes.items())


def _greeds_price(given: Given) -> Answer:
    """For each size of a greedy tree: the fewest leaves of a tree with no more errors, the fewest errors of one with no more leaves."""
    return tuple(
        {
            "leaves": number(price.leaves),
            "errors": number(price.errors),
            "trees": number(price.trees),
            "fewest_leaves": number(price.fewest_leaves),
            "fewest_errors": number(price.fewest_errors),
        }
        for price in greeds_price(*_learning(given.only("data", "preset")))
    )


def _merger_answer(merger: Merger) -> Answer:
    if not merger.parts:
        return {"classes": merger.group}
    return {"classes": merger.group, "tests": tests_answer(merger.optima), "parts": tuple(map(_merger_answer, merger.parts))}


def _searched(search: Callable[[DataSet, Policy], Tree]) -> Operation:
    return lambda given: tree_answer(search(*_learning(given.only("data", "preset"))))


SEARCHES: Mapping[str, Operation] = {
    "optimal_trees": _optimal_trees,
    "optimal_size": lambda given: _size(_optimum(given)),
    "optimal_tree": lambda given: tree_answer(_optimum(given).tree),
    "greedy_sizes": _greedy_sizes,
    "greeds_price": _greeds_price,
    "merge_classes": lambda given: _merger_answer(merge_classes(*_learning(given.only("data", "preset")))),
    "bottom_up": _searched(bottom_up),
    "bi_directional": _searched(bi_directional),
}
