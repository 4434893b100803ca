"""The columns of a training set in the order of their values: what comes before growing, in one walk through each column."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from dtref.engines.compiled.kernels.compilation import kept
from dtref.engines.compiled.kernels.layout import Codes, Floats, Ints


@kept
def presort(sources: str) -> Callable[[Floats, Ints, Codes, Codes, Floats], int]:
    """
    Writes the codes and the records of columns of doubles from low to high, given the order of each, and their numbers where there is
    room for them; returns 1, or 0 where a cell is NaN, and nothing that was written counts.

    >>> columns = np.array([[2.0, 9.0, 0.5, 9.0, 2.0]])[:, ::2]
    >>> columns.flags.writeable = False
    >>> codes, records, numbers = np.zeros((1, 3), np.int32), np.zeros((1, 3), np.int32), np.zeros((1, 3))
    >>> int(presort(columns, np.array([[1, 0, 2]]), codes, records, numbers))
    1
    >>> codes.tolist(), records.tolist(), numbers.tolist()
    ([[0, 1, 1]], [[1, 0, 2]], [[0.5, 2.0, 0.0]])
    """

    def presort(columns: Floats, order: Ints, codes: Codes, records: Codes, numbers: Floats) -> int:
        sources  # noqa: B018 - see `kept`
        keeps_numbers = numbers.shape[1] > 0
        for a in range(len(columns)):
            code, last = -1, np.nan
            for i in range(columns.shape[1]):
                record = order[a, i]
                x = columns[a, record]
                if x != last:  # as NaN is, of the first one: it differs from itself
                    code += 1
                    last = x
                    if keeps_numbers:
                        numbers[a, code] = x
                codes[a, i], records[a, i] = code, record
            if np.isnan(last):  # which is sorted last
                return 0
        return 1

    return presort
