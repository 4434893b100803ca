"""
The smallest data sets on which greed isn't best: every tree that takes the best test at each node, however ties fall, has more leaves
than the smallest tree without errors. Plain code, without dtref.

Run: python tests/spec/optimal/greed_examples.py [RECORDS [COLUMNS]] looks through all data sets of 0 and 1 with one label a row, from the
smallest number of records and columns up to these (by default 6 and 3), for each criterion.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product

Table = tuple[tuple[str, str], ...]
"""Records: their row, their label."""


def parts(table: Table, column: int) -> tuple[Table, Table]:
    """The records with 0, and those with 1."""
    zeros, ones = (tuple(record for record in table if record[0][column] == sign) for sign in "01")
    return zeros, ones


def counts(table: Table) -> tuple[int, int]:
    ones = sum(label == "1" for _, label in table)
    return len(table) - ones, ones


def gini(tables: Sequence[Table]) -> Fraction:
    """The sum of n x Gini: 2 a b / n for two classes."""
    return sum((Fraction(2 * a * b, a + b) for a, b in map(counts, tables)), Fraction(0))


def entropy(tables: Sequence[Table]) -> Fraction:
    """2 to the power of the sum of n x entropy: n^n / (a^a b^b), multiplied; it orders as the sum does."""
    power = Fraction(1)
    for a, b in map(counts, tables):
        power *= Fraction((a + b) ** (a + b), a**a * b**b)
    return power


def errors(tables: Sequence[Table]) -> Fraction:
    return Fraction(sum(min(counts(table)) for table in tables))


CRITERIA: dict[str, Callable[[Sequence[Table]], Fraction]] = {"gini": gini, "entropy": entropy, "errors": errors}


def columns(table: Table) -> list[int]:
    """The columns that divide some records."""
    return [column for column in range(len(table[0][0])) if all(parts(table, column))]


@cache
def fewest_leaves(table: Table) -> int:
    """The leaves of the smallest tree without errors."""
    if not min(counts(table)):
        return 1
    return min(sum(map(fewest_leaves, parts(table, column))) for column in columns(table))


@cache
def greedy_leaves(table: Table, criterion: str) -> int:
    """The fewest leaves of the trees without errors that take a best test at each node."""
    if not min(counts(table)):
        return 1
    scores = {column: CRITERIA[criterion](parts(table, column)) for column in columns(table)}
    best = [column for column, score in scores.items() if score == min(scores.values())]
    return min(sum(greedy_leaves(part, criterion) for part in parts(table, column)) for column in best)


def tables(records: int, width: int) -> Iterator[Table]:
    """Data sets without two equal rows."""
    rows = ["".join(row) for row in product("01", repeat=width)]
    for chosen in combinations(rows, records):
        for labels in product("01", repeat=records):
            yield tuple(zip(chosen, labels, strict=True))


def smallest(criterion: str, records: int, width: int) -> tuple[Table, int, int] | None:
    """The first table, by records, then columns, where greed has more leaves; the leaves of greed, and the fewest."""
    for n in range(2, records + 1):
        for columns_there in range(1, width + 1):
            for table in tables(n, columns_there):
                if min(counts(table)) and greedy_leaves(table, criterion) > fewest_leaves(table):
                    return table, greedy_leaves(table, criterion), fewest_leaves(table)
    return None


def main() -> None:
    records, width = (*map(int, sys.argv[1:3]), *(6, 3)[len(sys.argv) - 1 :])
    for criterion in CRITERIA:
        print(criterion, smallest(criterion, records, width) or f"none of at most {records} records and {width} columns")


if __name__ == "__main__":
    main()
