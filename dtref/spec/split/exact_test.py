"""
The exact test of independence: how likely chance alone makes a test at least as telling, by counting arrangements.

Document: `iaml` 1.4 (statistical significance). Notation: n_ij records of class j in child i, n_i and n_.j their sums, n all. Given the
sums, a table has probability (prod n_i! prod n_.j!) / (n! prod n_ij!). Of whole records.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import zip_longest
from math import comb, factorial, prod

from dtref.errors import Invalid, Undecided, Undefined
from dtref.exact.digits import digits
from dtref.exact.number import Exact
from dtref.spec.model.schemes import walk
from dtref.spec.split.description import whole_records
from dtref.spec.split.impurity import Children

_BUDGET = 100_000
"""How many tables an exact test looks at; and of how many records, as it computes n!."""


def exact_p(node: Sequence[Exact], children: Children, budget: int = _BUDGET) -> Fraction | Undefined:
    """
    The p-value of the exact test: the probability, all sums being given, of a table that is at most as likely as the one seen.

    Formula: sum of P(m) over the tables m with P(m) <= P(n).   Two records put into two branches: 1, like a toss of a coin; 100 records of
    two classes parted as 50 and 50: 2 / C(100, 50). Undefined: records in parts. Errors: Invalid where the children don't add up to the
    node, Undecided where there are more tables, or records, than the budget.
    Source: `iaml` 1.4, Dealing With Overfitting; Fisher 1935, Freeman and Halton 1951.

    >>> exact_p((1, 1), ((1, 0), (0, 1))), exact_p((3, 3), ((3, 0), (0, 3)))
    (Fraction(1, 1), Fraction(1, 10))
    """
    parts = [whole_records(counts) for counts in (node, *children)]
    known = [counts for counts in parts if not isinstance(counts, Undefined)]
    if len(known) < len(parts):
        return Undefined("an exact test is of whole records")
    whole, seen = known[0], known[1:]
    for j, (n, *parted) in enumerate(zip_longest(whole, *seen, fillvalue=0), 1):
        if n != sum(parted):
            raise Invalid(f"class {j}", f"children that add up to the node's {digits(n)}", parted)
    if sum(whole) > budget:
        raise Undecided("exact test of independence", f"{budget} records")
    arrangements = prod(map(_arrangements, seen))
    ways = 0
    for tables, found in enumerate(_products(tuple(whole), [sum(child) for child in seen])):
        if tables >= budget:
            raise Undecided("exact test of independence", f"{budget} tables")
        ways += found if found <= arrangements else 0
    return Fraction(ways, _arrangements(whole))


def _arrangements(counts: Sequence[int]) -> int:
    """In how many orders records of these classes can come: n! / (n_1! … n_c!). A table has as many as its rows' product."""
    return factorial(sum(counts)) // prod(map(factorial, counts))


def _products(left: tuple[int, ...], sizes: Sequence[int]) -> Iterator[int]:
    """For each table with these class totals and branch sizes the product of the arrangements of its branches."""
    classes = [n for n in left if n]
    if len(sizes) == len(classes) == 2:
        yield from _two_by_two(classes[0], classes[1], sizes[0])
        return
    if not sizes:
        yield 1
        return
    # for each branch but the last the draws that are left to try; what they take is taken from the classes when they are tried
    open_draws, before = [_draws(left, sizes[0])] if len(sizes) > 1 else [], [(left, 1)]
    if not open_draws:
        yield _arrangements(left)
    while open_draws:
        rest, product = before[-1]
        taken, ways = next(open_draws[-1], ((), 0))
        if not ways:
            open_draws.pop()
            before.pop()
            continue
        after = tuple(n - k for n, k in zip(rest, taken, strict=True))
        if len(open_draws) == len(sizes) - 1:
            yield product * ways * _arrangements(after)
        else:
            before.append((after, product * ways))
            open_draws.append(_draws(after, sizes[len(open_draws)]))


def _two_by_two(n_1: int, n_2: int, size: int) -> Iterator[int]:
    """Formula: C(s, k) C(n - s, n_1 - k) for k records of the first class in a branch of size s, each made from the one before."""
    other = n_1 + n_2 - size
    k = max(0, size - n_2)
    ways = comb(size, k) * comb(other, n_1 - k)
    while True:
        yield ways
        if k == min(n_1, size):
            return
        ways = ways * (size - k) * (n_1 - k) // ((k + 1) * (other - n_1 + k + 1))
        k += 1


def _draws(rest: tuple[int, ...], size: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every way to take so many records from class counts, with the number of orders in which they can come."""

    def with_next(taken: tuple[int, ...], open_ways: tuple[int, int]) -> Iterator[tuple[tuple[int, ...], tuple[int, int]]]:
        (missing, ways), j = open_ways, len(taken)
        if j < len(rest):
            for k in range(max(0, missing - sum(rest[j + 1 :])), min(rest[j], missing) + 1):
                yield (*taken, k), (missing - k, ways * comb(missing, k))

    nothing: tuple[int, ...] = ()
    return ((taken, ways) for taken, (_, ways) in walk(nothing, (size, 1), with_next) if len(taken) == len(rest))
