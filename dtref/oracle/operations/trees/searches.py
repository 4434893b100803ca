"""Operations of searches other than the greedy one: optimal trees, the price of greed, bottom-up and bi-directional search."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dtref.exact.number import number
from dtref.oracle.operations.answers import Answer, tests_answer, tree_answer
from dtref.oracle.operations.data_inputs import data_of
from dtref.oracle.operations.inputs import Answering, Given
from dtref.oracle.operations.part_inputs import given_preset, whole_number
from dtref.spec.growing.policy import Policy
from dtref.spec.model.data import DataSet
from dtref.spec.model.trees import Tree
from dtref.spec.optimal.optimal import BestOfSize, optimal_tree, optimal_trees
from dtref.spec.optimal.price import greeds_price, greedy_sizes
from dtref.spec.optimal.search import Merger, bi_directional, bottom_up, merge_classes

_BOUNDED = ("data", "preset", "max_leaves", "max_depth")


def _learning(inputs: Given) -> tuple[DataSet, Policy]:
    return data_of(inputs), given_preset(inputs)


def _bound(inputs: Given, name: str) -> int | None:
    """A bound on the trees; None where the input is missing."""
    return whole_number(inputs.part(name), f"{inputs.where}, {name}") if name in inputs.parts else None


def _size(best: BestOfSize) -> Answer:
    return {"leaves": number(best.leaves), "errors": number(best.errors), "trees": number(best.trees)}


def _optimal_trees(inputs: Given) -> Answer:
    """The best trees of each size that has fewer errors than smaller ones: their leaves, errors and number."""
    data, policy = _learning(inputs.only(*_BOUNDED))
    return tuple(map(_size, optimal_trees(data, policy, max_leaves=_bound(inputs, "max_leaves"), max_depth=_bound(inputs, "max_depth"))))


def _optimum(inputs: Given) -> BestOfSize:
    data, policy = _learning(inputs.only(*_BOUNDED))
    return optimal_tree(data, policy, max_leaves=_bound(inputs, "max_leaves"), max_depth=_bound(inputs, "max_depth"))


def _greedy_sizes(inputs: Given) -> Answer:
    sizes = greedy_sizes(*_learning(inputs.only("data", "preset")))
    return tuple({"leaves": number(leaves), "errors": number(errors), "trees": number(trees)} for (leaves, errors), trees in sizes.items())


def _greeds_price(inputs: Given) -> Answer:
    """For each size of a greedy tree: the fewest leaves of a tree with no more errors, the fewest errors of one with no more leaves."""
    return tuple(
        {
            "leaves": number(price.leaves),
            "errors": number(price.errors),
            "trees": number(price.trees),
            "fewest_leaves": number(price.fewest_leaves),
            "fewest_errors": number(price.fewest_errors),
        }
        for price in greeds_price(*_learning(inputs.only("data", "preset")))
    )


def _merger_answer(merger: Merger) -> Answer:
    if not merger.parts:
        return {"classes": merger.group}
    return {"classes": merger.group, "tests": tests_answer(merger.optima), "parts": tuple(map(_merger_answer, merger.parts))}


def _searched(search: Callable[[DataSet, Policy], Tree]) -> Answering:
    return lambda inputs: tree_answer(search(*_learning(inputs.only("data", "preset"))))


SEARCHES: Mapping[str, Answering] = {
    "optimal_trees": _optimal_trees,
    "optimal_size": lambda inputs: _size(_optimum(inputs)),
    "optimal_tree": lambda inputs: tree_answer(_optimum(inputs).tree),
    "greedy_sizes": _greedy_sizes,
    "greeds_price": _greeds_price,
    "merge_classes": lambda inputs: _merger_answer(merge_classes(*_learning(inputs.only("data", "preset")))),
    "bottom_up": _searched(bottom_up),
    "bi_directional": _searched(bi_directional),
}
