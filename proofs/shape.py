"""The shape of trees: how many tests a training record passes."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from dtref.errors import Undefined
from dtref.spec.model.trees import Branch, Tree
from dtref.spec.views.shape import mean_tests
from proofs.steps import same
from proofs.theorem import Method, theorem
from proofs.trees import trees


def depths(tree: Tree, tests: int = 0) -> Iterator[tuple[int, Fraction]]:
    """For each leaf the number of tests above it, and the weight of its records."""
    if isinstance(tree, Branch):
        for child in tree.children:
            yield from depths(child, tests + 1)
    else:
        yield tests, sum((n for _, n in tree.counts), Fraction(0))


@theorem(
    "The weight that reaches inner nodes is the sum over leaves of weight times depth: over that of all records it is the mean number of "
    "tests; without records it has no value",
    source="tan: Data Fragmentation",
    runs=(mean_tests,),
    reach="every binary tree of 1 to 4 leaves with the counts (0, 0), (1, 0) or (1, 2)",
    method=Method.EXHAUSTION,
)
def theorem_records_pass_inner_nodes() -> None:
    """A record is counted once at each node that it passes."""
    for leaves in range(1, 5):
        for tree in trees(leaves, ((0, 0), (1, 0), (1, 2))):
            n = sum(weight for _, weight in depths(tree))
            mean = sum((tests * weight for tests, weight in depths(tree)), Fraction(0)) / n if n else Undefined("no records")
            same(mean_tests(tree), mean, f"the mean number of tests of {tree}")
