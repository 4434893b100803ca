"""
The columns that a node tries, drawn by a seed: the same whatever walks the nodes, and in whatever order it does.

A node is told from all others of its tree by its first record and the number of its records, as two nodes share records only where one is
above the other, and has more.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen

LOW = 2**32 - 1
"""The bits of a number that are scrambled."""


def scrambled(x: int) -> int:
    """
    A number of 32 bits, each of which hangs on each of x, and different for different x: a permutation of C. Wellons' hash-prospector.

    >>> scrambled(0), scrambled(1), scrambled(2)
    (0, 2261973619, 229111015)
    """
    x = (x ^ x >> 16) * 0x21F0AAAD & LOW
    x = (x ^ x >> 15) * 0x735A2D97 & LOW
    return x ^ x >> 15


def column_order(seed: int, first: int, records: int, columns: int) -> tuple[int, ...]:
    """
    The order in which a node draws columns. seed: below 2^32. first, records: the node's first record and the number of its records.

    Each swaps places with one that is drawn from itself and those after it: a number of 32 bits, modulo how many they are.

    >>> column_order(0, 0, 10, 4), column_order(0, 0, 9, 4), column_order(1, 0, 10, 4)
    ((2, 1, 3, 0), (2, 3, 1, 0), (2, 0, 3, 1))
    """
    order, x = list(range(columns)), scrambled(scrambled(scrambled(seed & LOW) + first & LOW) + records & LOW)
    for i in range(columns - 1):
        x = scrambled(x + 0x6D2B79F5 & LOW)
        j = i + x % (columns - i)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


@frozen
class SeededDraws:
    """
    Nodes that try so many of the columns, drawn by a seed. seed: at least 0 and below 2^32. tried: at least 1.

    >>> SeededDraws(0, 1).of_node(0, 10, 3, lambda column: column == 2)
    (0, 2)
    """

    seed: int
    tried: int

    def of_node(self, first: int, records: int, columns: int, is_constant: Callable[[int], bool]) -> tuple[int, ...]:
        """The columns that a node tries, ascending: the first so many of its order, and the next ones while all are constant there."""
        drawn: list[int] = []
        for column in column_order(self.seed, first, records, columns):
            if len(drawn) >= self.tried and not all(map(is_constant, drawn)):
                break
            drawn.append(column)
        return tuple(sorted(drawn))
