"""
The matrix of programs: trees of released programs by every pair of values of their parameters, on 25 tables each, with and without gaps
and weights, verified under the policies that the models state; the same trees spoiled; and dtref's own trees beside them.

`PYTHONPATH=tests:. python tests/peers/matrix.py` runs all of it, in some half an hour. A learner has a file in matrix_rows, and MATRIX.md
is written of all of them; both are committed by hand. `--only NAME` (repeatable) runs some learners and leaves the other rows as they are;
`--cells N` runs N of a learner's cells, spread over all, and shows what they came to, without writing; `--tables N` takes every so-manyth
table, N in all, and the row says so; `--dry` writes nothing; `--page` runs nothing. The folder that DTREF_DATA names must be there for all
tables. What cells came to is kept in the folder that `--work` names, so that a run that was interrupted goes on where it was; a cell is run
again when the code has changed, unless `--keep`. `--known` runs no cell, and lists those that were not reached.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from functools import partial
from pathlib import Path
from tempfile import gettempdir
from time import process_time

from peers.learners import learners
from peers.learners.learner import Learner
from peers.matrix_cells import Outcome, cells, outcome, setting_text
from peers.matrix_log import Log
from peers.matrix_rows import PAGE, ROWS, page_text, row_of, slug, written
from peers.matrix_tables import TABLES

NOT_REACHED = "not reached in the time of the run"


def part(learner: Learner, most: int) -> list[Outcome]:
    """What comes of so many of the cells of a learner, spread over all."""
    every = list(cells(learner, learner.tables()))
    chosen = range(0, len(every), -(-len(every) // most))
    return [outcome(learner, *every[i], i) for i in chosen]


def run(learner: Learner, tables: int, log: Log, keep: bool, known_only: bool = False) -> tuple[list[Outcome], int]:
    """
    What came of the cells of a learner on some of its tables, of which those that are known from an earlier run are not run again; and how
    many of them were run by other code.
    """
    start, outcomes, by_other_code = process_time(), list[Outcome](), 0
    chosen = learner.tables()
    for number, (table, setting) in enumerate(cells(learner, chosen[:: -(-len(chosen) // tables)])):
        known, same = log.known.get((table.name, setting_text(setting)), (None, True))
        if known is None or not (same or keep):
            if known_only:
                known = Outcome(table.name, setting_text(setting), NOT_REACHED)
            else:
                known, same = log.add(partial(outcome, learner, table, setting, number)), True
        by_other_code += not same
        outcomes.append(known)
        if number % 50 == 49:
            print(f"  {learner.name}: {number + 1} cells, {process_time() - start:.0f} s", file=sys.stderr, flush=True)
    return outcomes, by_other_code


def main() -> None:
    """What the module's text says."""
    options = ArgumentParser(description=__doc__)
    options.add_argument("--only", action="append", help="a learner")
    options.add_argument("--cells", type=int, help="so many cells of each learner, and nothing is written")
    options.add_argument("--tables", type=int, default=TABLES, help="so many tables")
    options.add_argument("--dry", action="store_true", help="write nothing but what cells came to")
    options.add_argument("--page", action="store_true", help="run nothing, write MATRIX.md")
    options.add_argument("--work", type=Path, default=Path(gettempdir(), "dtref-matrix"), help="the folder for what cells came to")
    options.add_argument("--known", action="store_true", help="run no cell")
    options.add_argument("--keep", action="store_true", help="what cells came to by other code, too")
    given = options.parse_args()
    every = list(learners())
    given.work.mkdir(exist_ok=True)
    for learner in [] if given.page else every:
        if (given.only and learner.name not in given.only) or not learner.version():
            continue
        start = process_time()
        if given.cells:
            print(page_text([row_of(learner, part(learner, given.cells), set())]), flush=True)
            continue
        log = Log.of(given.work / f"{slug(learner.name)}.jsonl")
        if given.known and not log.known:
            continue
        outcomes, by_other_code = run(learner, given.tables, log, given.keep, given.known)
        row = row_of(learner, outcomes, log.ran, by_other_code)
        print(
            json.dumps(row, indent=1) if given.dry else f"{learner.name}: {row['trees']} trees, {process_time() - start:.0f} s", flush=True
        )
        if not given.dry:
            ROWS.mkdir(exist_ok=True)
            (ROWS / f"{slug(learner.name)}.json").write_text(json.dumps(row, indent=1) + "\n")
    if not given.dry and not given.cells:
        rows = written()
        PAGE.write_text(page_text([rows[learner.name] for learner in every if learner.name in rows]))


if __name__ == "__main__":
    main()
