"""The table of `side_by_side.py`: a line for each task and program, dtref's time as a multiple of the others', and how fits grow with n."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from itertools import groupby
from math import log
from pathlib import Path
from statistics import median
from typing import Any, Self

from attrs import frozen
from bench.measuring import Seconds, quartiles, slope

README = Path(__file__).parent / "README.md"
BEGIN, END = "<!-- benchmarks: made by tests/bench/side_by_side.py --write -->", "<!-- end of benchmarks -->"


@frozen
class Measured:
    """A program at a task: what each round took, the most memory in MB, what it does at a time, and what grows with which size."""

    task: str
    program: str
    seconds: Sequence[Seconds]
    megabytes: float | None
    items: int
    of: tuple[str, int]

    @property
    def processor(self) -> float:
        """The median."""
        return median(one.processor for one in self.seconds)

    @property
    def wall(self) -> float:
        """The median."""
        return median(one.wall for one in self.seconds)

    def as_json(self) -> dict[str, Any]:
        """What `of_json` reads."""
        times = [[one.processor, one.wall] for one in self.seconds]
        return {"task": self.task, "program": self.program, "seconds": times, "mb": self.megabytes, "items": self.items, "of": self.of}

    @classmethod
    def of_json(cls, row: Mapping[str, Any]) -> Self:
        """What `as_json` made."""
        times = [Seconds(*one) for one in row["seconds"]]
        return cls(row["task"], row["program"], times, row["mb"], row["items"], (row["of"][0], row["of"][1]))


def lines(rows: Sequence[Measured]) -> Iterator[str]:
    """The programs of a task, dtref first."""
    ours = rows[0]
    for row in rows:
        low, _, high = quartiles([one.processor for one in row.seconds])
        ratios = ("", "")
        if row is not ours and row.processor and row.wall:
            ratios = f"{ours.processor / row.processor:.2f}", f"{ours.wall / row.wall:.2f}"
        memory = "" if row.megabytes is None else f"{row.megabytes:.1f}"
        each = f"{row.items / row.processor:,.0f}" if row.items else ""
        times = f"{row.processor:.6f} | {low:.6f} to {high:.6f} | {row.wall:.6f}"
        yield f"| {row.task} | {row.program} | {len(row.seconds)} | {times} | {ratios[0]} | {ratios[1]} | {memory} | {each} |"


def growth(rows: Sequence[Measured]) -> Iterator[str]:
    """How the time of a fit grows with n, from 1,000 records on."""
    key = lambda row: (row.of[0], row.program)  # noqa: E731
    for (task, program), some in groupby(sorted((row for row in rows if row.of[1] >= 1_000), key=key), key):
        points = [(log(row.of[1] * log(row.of[1])), log(row.processor)) for row in some]
        if len(points) > 2:
            yield f"- {task}, {program}: time grows as (n log n)^{slope(points):.2f} from 1,000 records on, of as many columns."


def machine() -> str:
    """The machine and the programs: what figures depend on."""
    about = Path("/proc/cpuinfo")
    names = re.findall(r"model name\s*:\s*(.*)", about.read_text(encoding="utf-8")) if about.exists() else []
    of = ", ".join(f"{name} {version(name)}" for name in ("numpy", "numba", "scikit-learn"))
    system = f"{os.cpu_count()} cores, {platform.system()}; Python {platform.python_version()}"
    return f"{names[0] if names else platform.machine()}, {system}, {of}."


def write(found: Mapping[str, Sequence[Measured]]) -> None:
    """Puts the table into the README beside this file."""
    heads = ("task", "program", "rounds", "processor s, median", "its quartiles", "wall s, median", "ratio", "of wall times", "peak MB")
    table = ["| " + " | ".join((*heads, "per second")) + " |", "| --- | --- |" + " ---: |" * 8]
    table += [line for rows in found.values() for line in lines(rows)]
    body = "\n".join((BEGIN, "", machine(), "", *table, "", *growth([row for rows in found.values() for row in rows]), "", END))
    text = README.read_text(encoding="utf-8")
    README.write_text(re.sub(f"{re.escape(BEGIN)}.*?{re.escape(END)}", lambda _: body, text, flags=re.DOTALL), encoding="utf-8")
