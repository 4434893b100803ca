"""
The bits that a test saves: how a leaf's exceptions are told.   Documents: `tan` Minimum Description Length; `cs6220` Other Measures.

A code that tells one of m things with equally many bits each needs log2 m.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise, product

import sympy

from dtref.exact.functions import choose, log2
from dtref.exact.number import total
from dtref.spec.split.description import (
    Encoding,
    _classes_coded,
    _errors_chosen,
    _errors_listed,
    bits_saved,
    classes_coded,
    errors_chosen,
    errors_listed,
)
from proofs.steps import defined, equal, same
from proofs.symbols import real
from proofs.theorem import Method, theorem

CODING, SLIDE = "kononenko1995", "tan: Minimum Description Length (MDL)"
SMALL = "every leaf of 1 to 5 records of 2 or 3 classes"


def leaves() -> Iterator[tuple[int, int]]:
    """Numbers of records and of classes."""
    yield from product(range(1, 6), (2, 3))


def counts_of(n: int, c: int) -> dict[tuple[int, ...], int]:
    """Every class count of n records, with the number of ways to label them so, labelling by labelling."""
    return Counter(tuple(labels.count(j) for j in range(c)) for labels in product(range(c), repeat=n))


@theorem(
    "Binomial coefficients are the numbers of Pascal's triangle, also where another library counts them; of more things than there are, 0",
    source="abramowitz1964",
    runs=(choose,),
    reach="n = 0 to 12 and 495 to 505, every k from 0 to n + 1",
    method=Method.EXHAUSTION,
)
def theorem_binomial_coefficients_are_pascals_triangle() -> None:
    """Each row is the sums of two neighbours of the row before."""
    row = [1]
    for n in range(506):
        if n <= 12 or n >= 495:
            same([choose(n, k) for k in range(n + 2)], [*row, 0], f"row {n}")
        row = [1, *(a + b for a, b in pairwise(row)), 1]


@theorem(
    "Telling the class counts, then the labels, takes log2 of the number of class counts times the number of labellings with them",
    source=CODING,
    runs=(classes_coded, _classes_coded),
    reach=SMALL,
    method=Method.EXHAUSTION,
)
def theorem_classes_coded_are_as_many_bits_as_there_are_labellings() -> None:
    """Both are counted one by one."""
    for n, c in leaves():
        found = counts_of(n, c)
        for counts, ways in found.items():
            same(classes_coded().leaf(counts, n), log2(len(found) * ways), f"the bits of {counts}")
    same(classes_coded().test, 0, "a test costs nothing")


@theorem(
    "Telling the class, how many exceptions, which, and their classes takes log2 of the number of ways to say each, and a bit for the leaf",
    source="quinlan1989",
    runs=(errors_chosen, _errors_chosen),
    reach=SMALL + "; 1 to 5 attributes",
    method=Method.EXHAUSTION,
)
def theorem_errors_chosen_are_as_many_bits_as_there_are_ways_to_err() -> None:
    """The numbers of exceptions that can be are those of all labellings; the exceptions and their classes are listed."""
    for n, c in leaves():
        found = counts_of(n, c)
        numbers = {n - max(counts) for counts in found}
        for counts in found:
            e = n - max(counts)
            ways = 2 * c * len(numbers) * sum(1 for _ in combinations(range(n), e)) * sum(1 for _ in product(range(c - 1), repeat=e))
            same(errors_chosen(1).leaf(counts, n), log2(ways), f"the bits of {counts}")
    for m in range(1, 6):
        same(errors_chosen(m).test, log2(2 * m), f"a bit for the test and one of {m} attributes")


@theorem(
    "Naming the class and each exception among the records of the node takes log2 of the number of such lists",
    source=SLIDE,
    runs=(errors_listed, _errors_listed),
    reach=SMALL + ", below a node of up to 2 records more; 1 to 5 attributes",
    method=Method.EXHAUSTION,
)
def theorem_errors_listed_are_as_many_bits_as_there_are_lists() -> None:
    """The lists are counted one by one."""
    for (n, c), more in product(leaves(), range(3)):
        for counts in counts_of(n, c):
            lists = sum(1 for _ in product(range(n + more), repeat=n - max(counts)))
            same(errors_listed(1).leaf(counts, n + more), log2(c * lists), f"the bits of {counts}")
    for m in range(1, 6):
        same(errors_listed(m).test, log2(m), f"one of {m} attributes")


@theorem(
    "The bits saved by a test, then by tests of its children, are those of the node less those of all tests and leaves",
    source=SLIDE,
    runs=(bits_saved,),
    reach="a test with two children, each with a test of two; whatever bits a code gives, as symbols",
    method=Method.IDENTITY,
)
def theorem_bits_saved_add_up_along_a_tree() -> None:
    """The leaf's bits are an unknown function of the class counts and the records of the node that is split."""
    bits, (naming,) = sympy.Function("leaf"), real("test")
    saved = bits_saved(Encoding("unknown", "", lambda counts, n: bits(*counts, n), naming))
    below = (((1, 0), (2, 3)), ((0, 4), (5, 1)))
    parts = [tuple(map(sum, zip(*split, strict=True))) for split in below]
    node = tuple(map(sum, zip(*parts, strict=True)))
    equal(defined(saved(node, parts)), bits(*node, sum(node)) - naming - total(bits(*part, sum(node)) for part in parts))
    for part, split in zip(parts, below, strict=True):
        equal(defined(saved(part, split)), bits(*part, sum(part)) - naming - total(bits(*leaf, sum(part)) for leaf in split))
