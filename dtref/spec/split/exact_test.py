"""
The exact test of independence: how likely chance alone makes a split at least as unlikely as the one seen, by counting arrangements.

Notation: n_ij records of class j in child i, n_i and n_.j their sums, n all. Given the sums, a table has probability (prod n_i! prod n_.j!)
/ (n! prod n_ij!). Of whole records.
"""

from __future__ import annotations

__sources__ = (("iaml", "1.4 (statistical significance)"),)

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import zip_longest
from math import comb, factorial, prod

from dtref.errors import Invalid, Undecided, Undefined
from dtref.exact.definition import defined
from dtref.exact.digits import digits
from dtref.exact.number import Exact
from dtref.spec.model.schemes import walk
from dtref.spec.split.description import whole_records
from dtref.spec.split.impurity import Children

_BUDGET = 100_000
"""The most tables that an exact test looks at, and the most records, as it computes n!."""


@defined(
    unit="p-value",
    formula="sum of P(m) over the tables m with P(m) <= P(n)",
    undefined="records in parts",
    errors=("Invalid where the children don't add up to the node, Undecided where there are more tables, or records, than the budget"),
    sources=(("iaml", "1.4, Dealing With Overfitting"), "Fisher 1935, Freeman and Halton 1951"),
)
def exact_p(node: Sequence[Exact], children: Children, budget: int = _BUDGET) -> Fraction | Undefined:
    """
    The p-value of the exact test: the probability, all sums being given, of a table that is at most as likely as the one seen.

    Two records put into two branches: 1, like a toss of a coin; 100 records of two classes parted as 50 and 50: 2 / C(100, 50).

    >>> exact_p((1, 1), ((1, 0), (0, 1))), exact_p((3, 3), ((3, 0), (0, 3)))
    (Fraction(1, 1), Fraction(1, 10))
    """
    tables = [whole_records(counts) for counts in (node, *children)]
    whole = [counts for counts in tables if not isinstance(counts, Undefined)]
    if len(whole) < len(tables):
        return Undefined("an exact test is of whole records")
    totals, rows = whole[0], whole[1:]
    for j, (n, *parted) in enumerate(zip_longest(totals, *rows, fillvalue=0), 1):
        if n != sum(parted):
            raise Invalid(f"class {j}", f"children that add up to the node's {digits(n)}", parted)
    if sum(totals) > budget:
        raise Undecided("exact test of independence", f"{budget} records", 0, 1)
    arrangements = prod(map(_arrangements, rows))
    ways, rest = 0, 0
    # tables that are at most as likely have at most as many arrangements
    for i, product in enumerate(_products(tuple(totals), [sum(child) for child in rows])):
        if i >= budget:
            every = _arrangements(totals)
            raise Undecided("exact test of independence", f"{budget} tables", Fraction(ways, every), 1 - Fraction(rest, every))
        ways, rest = (ways + product, rest) if product <= arrangements else (ways, rest + product)
    return Fraction(ways, _arrangements(totals))


def _arrangements(counts: Sequence[int]) -> int:
    """How many orders records of these classes can come in: n! / (n_1! … n_c!). A table has the product of its rows' numbers."""
    return factorial(sum(counts)) // prod(map(factorial, counts))


def _products(left: tuple[int, ...], sizes: Sequence[int]) -> Iterator[int]:
    """For each table with these class totals and branch sizes the product of its branches' arrangements."""
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


@defined(formula="C(s, k) C(n - s, n_1 - k) for k records of the first class in a branch of size s, each made from the one before")
def _two_by_two(n_1: int, n_2: int, size: int) -> Iterator[int]:
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
