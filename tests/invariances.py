"""
The table of what changes an answer and what doesn't: every policy, binning, imputation, label rule and pruning rule, under every change of
the data that may not matter.

Trees are compared by the records that go through them (tests/changed_samples.py). `python tests/invariances.py --count 10000 [ROW …]` runs
more.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Hashable, Mapping, Sequence
from itertools import islice
from random import Random
from typing import TypeAlias

from changed_samples import CHANGES, Row, Sample, changed, drawn, shown, written
from invariance_rows import ROWS_OF_RULES
from invariance_rows_of_programs import ROWS_OF_CRITERIA, ROWS_OF_LIMITS, ROWS_OF_PROGRAMS

from dtref.errors import Invalid, Undecided

LISTABLE = 60
"""The most trees of a data set that are listed; data sets with more are drawn again."""

REFUSED: frozenset[Hashable] = frozenset(["refused"])
"""What stands for the trees of a sample that a policy refuses."""

ROWS: Mapping[str, Row] = {**ROWS_OF_RULES, **ROWS_OF_PROGRAMS, **ROWS_OF_CRITERIA, **ROWS_OF_LIMITS}
"""The rows of the table."""


def answers(row: Row, sample: Sample) -> frozenset[Hashable] | None:
    """The set of a sample's trees; None where there are too many to list, or a rule chooses among equals and tells so."""
    try:
        listed = list(islice(row.trees(sample), LISTABLE + 1))
    except Undecided:
        return None
    except Invalid:
        if row.refuses:
            return REFUSED
        raise
    return None if len(listed) > LISTABLE else frozenset(written(tree, sample, data, dropped=row is ROWS["drop"]) for tree, data in listed)


Pair: TypeAlias = tuple[Sample, Sample]
"""A sample, and the same one changed."""


def difference(chance: Random, row: Row, records: int, changes: Sequence[str]) -> Pair | bool | None:
    """A sample whose answers a change alters, with the changed one; None if these don't differ; False where too many trees tie."""
    sample = drawn(chance, row, records)
    before = answers(row, sample)
    if before is None:
        return False
    other = changed(chance, sample, changes)
    after = answers(row, other)
    if after != before:
        return sample, other
    return False if after == REFUSED else None


def run(name: str, count: int, seed: int, changes: Sequence[str], sizes: Sequence[int] = (2, 3, 4)) -> tuple[int, Pair | None]:
    """How many data sets of a row were compared under some changes at once, smaller ones first, and the first pair that differs."""
    row, chance, compared = ROWS[name], Random(seed), 0
    while compared < count:
        result = difference(chance, row, sizes[compared * len(sizes) // count], changes)
        if isinstance(result, tuple):
            return compared, result
        compared += result is None
    return compared, None


def kept(name: str) -> tuple[str, ...]:
    """The changes that a row is to keep."""
    return tuple(change for change in CHANGES if change not in ROWS[name].no)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", nargs="*", default=list(ROWS))
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", action="store_true", help="each change alone, also those that a row need not keep")
    arguments = parser.parse_args()
    for name in arguments.rows:
        for changes in [(change,) for change in CHANGES] if arguments.each else [kept(name)]:
            start = time.process_time()
            compared, pair = run(name, arguments.count, arguments.seed, changes)
            told = f"{name:40} {'+'.join(changes)}: {compared} {'differs' if pair else 'same'}"
            print(f"{told} {time.process_time() - start:.0f} s", flush=True)
            for sample in pair or ():
                print(f"   {shown(sample)}", flush=True)


if __name__ == "__main__":
    main()
