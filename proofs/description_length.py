"""
The description length of a whole tree.   Document: `tan` Minimum Description Length (MDL).

Cost(Model, Data) = Cost(Data|Model) + Cost(Model).
"""

from __future__ import annotations

from fractions import Fraction

import sympy

from dtref.exact.comparison import compare
from dtref.exact.functions import log2
from dtref.exact.number import Number, total
from dtref.spec.model.attributes import MISSING, Continuous, Nominal, Ordinal
from dtref.spec.model.counts import Weighted, columns, count_table
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.optima import EverySubset
from dtref.spec.model.tally import Tally
from dtref.spec.model.tests import Test
from dtref.spec.model.trees import Leaf, leaf_count, nodes
from dtref.spec.pruning.description import TreeCode, attribute_only, conditions_of, description_length, minimum_description
from dtref.spec.split.candidates import MultiwaySplit, Offer, OrdinalCuts, SubsetSplits, Thresholds
from dtref.spec.split.criteria import gain
from dtref.spec.split.description import Encoding, classes_coded, errors_chosen, errors_listed
from proofs.steps import equal, same
from proofs.symbols import real
from proofs.theorem import Method, theorem
from proofs.trees import prunings, shapes, tree_of, trees

SOURCE = "tan: Minimum Description Length (MDL)"
COUNTS = ((2, 1), (0, 3), (1, 0), (4, 2))
VALUES = range(2, 7)


@theorem(
    "A tree's description adds the bits of its leaves, each by its own class counts and the records of the whole tree, and for each test "
    "the bits of naming it and of its condition",
    source=SOURCE,
    runs=(description_length,),
    reach="each binary tree of 1 to 4 leaves; whatever bits the code gives, as symbols",
    method=Method.IDENTITY,
)
def theorem_description_of_a_tree_is_the_sum_of_its_parts() -> None:
    """The code is symbolic: an unknown function of class counts and records, unknown bits for a test and its condition."""
    bits, (naming, condition) = sympy.Function("leaf"), real("naming condition")
    code = TreeCode(Encoding("unknown", "", lambda counts, n: bits(*counts, n), naming), lambda _: condition)
    for leaves in range(1, 5):
        counts = COUNTS[:leaves]
        told: Number = total(bits(*leaf, sum(map(sum, counts))) for leaf in counts)
        for shape in shapes(leaves):
            equal(description_length(tree_of(shape, counts), code), told + (leaves - 1) * (naming + condition))


@theorem(
    "Cutting where a leaf takes no more bits gives the shortest description of all prunings, and the fewest leaves of those",
    source=SOURCE,
    runs=(minimum_description, description_length, attribute_only),
    reach="every binary tree of up to 3 leaves with the class counts (2, 1), (0, 3), (1, 0), (4, 2); three encodings",
    method=Method.EXHAUSTION,
)
def theorem_minimum_description_is_the_shortest_of_all_prunings() -> None:
    """Tree by tree, compared exactly; naming the test takes 0 bits more."""
    for encoding in (errors_listed(2), errors_chosen(2), classes_coded()):
        code = TreeCode(encoding, attribute_only)
        for tree in (tree for leaves in (1, 2, 3) for tree in trees(leaves, COUNTS)):
            found = minimum_description(tree, code).tree
            least = description_length(found, code)
            parts = [_told(node.counts, encoding, tree.counts) for node in nodes(found) if isinstance(node, Leaf)]
            same(least, total(parts) + (leaf_count(found) - 1) * encoding.test, f"the description of {found} adds up")
            signs = {(compare(least, description_length(other, code)), leaf_count(found) <= leaf_count(other)) for other in prunings(tree)}
            same(signs <= {(0, True), (-1, True), (-1, False)}, True, f"{found} is the shortest of {tree}")


def _told(counts: Tally, encoding: Encoding, of: Tally) -> Number:
    return encoding.leaf(tuple(n.numerator for _, n in counts), sum(n for _, n in of).numerator)


@theorem(
    "A test's condition takes log2 of the number of tests that its attribute offers: so that each could have been told",
    source=SOURCE,
    runs=(conditions_of,),
    reach="2 to 6 values, one more declared that none has; multiway, two groups, cuts of ordered values, thresholds; a gap is none",
    method=Method.EXHAUSTION,
)
def theorem_condition_of_a_test_tells_it_among_all_that_its_attribute_offers() -> None:
    """The tests are counted as they are offered to the search."""
    for k in VALUES:
        names, numbers = tuple(map(str, range(k))), tuple(map(Fraction, range(k)))
        declared = (*names, "absent")
        for attribute, cells, offer in (
            (Nominal("x", declared), names, MultiwaySplit()),
            (Nominal("x", declared), names, SubsetSplits(exhaustive=True)),
            (Ordinal("x", declared), names, OrdinalCuts()),
            (Continuous("x"), numbers, Thresholds()),
        ):
            data = DataSet((attribute,), Nominal("y", ("-", "+")), [Record((x,), "+") for x in (*cells, *cells, MISSING)])
            offered = _offered(data, offer)
            same({conditions_of(data)(test) for test in offered}, {log2(len(offered))}, f"{attribute} with {k} values")


def _offered(data: DataSet, offer: Offer) -> list[Test]:
    found = offer(count_table(columns(data), 0, Weighted(tuple(range(len(data))))), gain)
    tests = map(found.test, range(len(found.splits)))
    return [test for test in tests if not isinstance(test, EverySubset)]
