"""
dtref beside other programs: of each task the programs take turns, in one process, round by round.

Run: python tests/bench/side_by_side.py TIMES.json [-k words ...] [--without words ...] [--most 100000] [--scale 1] [--write]
     from the root of the checkout, with tests/ in PYTHONPATH

What was measured is kept in TIMES.json after each task, where a task that is measured again takes the place of the one before. A task is
chosen if it has one of the words of `-k`, and none of `--without`; --most leaves out what is larger. DTREF_DATA=... adds car and mushroom.
--write measures nothing, but puts the table of what TIMES.json has of these tasks into README.md, here. Half an hour for all.
Each program runs once before it is timed. Memory is the most that Python and numpy allocate in one more round, of what is not long.
"""

from __future__ import annotations

import json
import os
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import cast

from bench.cases import RECORDS, Case, cases
from bench.measuring import Seconds, peak, timed
from bench.side_by_side_table import Measured, lines, write

LONG, SHORT = 20.0, 0.01
"""
Seconds of a run that is long: the first one, to warm up, counts, and memory is not looked at. And of one that is short: a round repeats it
until it has taken as long, and tells the mean.
"""


def measured(of_task: Sequence[Case]) -> Iterator[Measured]:
    """The programs of a task, whose rounds take turns."""
    runs = [case.prepare() for case in of_task]
    first = [None if case.elsewhere else timed(run) for case, run in zip(of_task, runs, strict=True)]
    taken = [[one] if one is not None and one.processor > LONG else [] for one in first]
    for turn in range(max(case.rounds for case in of_task)):
        for case, run, warm, times in zip(of_task, runs, first, taken, strict=True):
            if turn >= case.rounds or (times and case.rounds == 1):
                continue
            if warm is None:
                times.extend(cast("list[Seconds]", run()))
            else:
                times.append(timed(run, max(1, int(SHORT / max(warm.processor, SHORT / 100)))))
    for case, run, times in zip(of_task, runs, taken, strict=True):
        long = case.elsewhere or times[0].processor > LONG
        yield Measured(case.task, case.program, times, None if long else peak(run) / 1e6, case.items(), case.of)


def kept(path: Path) -> dict[str, list[Measured]]:
    """What a file has, by task."""
    rows = [Measured.of_json(row) for row in json.loads(path.read_text("utf-8"))] if path.exists() else []
    return {task: list(some) for task, some in groupby(rows, lambda row: row.task)}


def main() -> None:
    parser = ArgumentParser(description="dtref beside other programs.")
    parser.add_argument("times", type=Path)
    parser.add_argument("-k", nargs="*", default=[""])
    parser.add_argument("--without", nargs="*", default=[])
    parser.add_argument("--most", type=int, default=RECORDS)
    parser.add_argument("--scale", type=int, default=1)
    parser.add_argument("--write", action="store_true")
    asked = parser.parse_args()
    folder = os.environ.get("DTREF_DATA")
    found = kept(asked.times)
    tasks = groupby(cases(asked.scale, Path(folder) if folder else None, asked.most), lambda case: case.task)
    if asked.write:
        write({task: found[task] for task, _ in tasks if task in found})
        return
    for task, some in tasks:
        if any(word in task for word in asked.k) and not any(word in task for word in asked.without):
            found[task] = list(measured(list(some)))
            asked.times.write_text(json.dumps([row.as_json() for rows in found.values() for row in rows], indent=0), "utf-8")
            print("\n".join(lines(found[task])), flush=True)


if __name__ == "__main__":
    main()
