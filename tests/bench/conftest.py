"""
The table of `side_by_side.py`: a line for each task and program, dtref's time as a multiple of the others', and how fits grow with n.

With `--write` it goes into the README beside this file, too.
"""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from itertools import groupby
from math import log
from pathlib import Path
from typing import Any

import pytest
from bench.measuring import slope

README = Path(__file__).parent / "README.md"
BEGIN, END = "<!-- benchmarks: made by tests/bench/side_by_side.py --write -->", "<!-- end of benchmarks -->"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write", action="store_true", help="put the table of benchmarks into tests/bench/README.md")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """The benchmarks are for who asks for them: else they would be made ready, and need pytest-benchmark, wherever tests are collected."""
    return True if collection_path.name == "side_by_side.py" and not any("side_by_side" in arg for arg in config.args) else None


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    session = getattr(config, "_benchmarksession", None)  # where pytest-benchmark keeps what it has measured
    measured = [] if session is None else list(session.benchmarks)
    if not measured:
        return
    text = README.read_text(encoding="utf-8")
    lines = [*with_rows_kept(table(measured), text), "", *growth(measured)]
    for line in (machine(), *lines):
        terminalreporter.write_line(line)
    if config.getoption("--write"):
        body = "\n".join((BEGIN, "", machine(), "", *lines, "", END))
        README.write_text(re.sub(f"{re.escape(BEGIN)}.*?{re.escape(END)}", lambda _: body, text, flags=re.DOTALL), encoding="utf-8")


def machine() -> str:
    """The machine and the programs: what figures depend on."""
    about = Path("/proc/cpuinfo")
    names = re.findall(r"model name\s*:\s*(.*)", about.read_text(encoding="utf-8")) if about.exists() else []
    of = ", ".join(f"{name} {version(name)}" for name in ("numpy", "numba", "scikit-learn"))
    system = f"{os.cpu_count()} cores, {platform.system()}; Python {platform.python_version()}"
    return f"{names[0] if names else platform.machine()}, {system}, {of}."


def table(measured: Sequence[Any]) -> Iterator[str]:
    """Each task: the least time of each program, in CPU seconds."""
    yield "| task | program | seconds | dtref's time / its time | peak MB | per second |"
    yield "| --- | --- | ---: | ---: | ---: | ---: |"
    for task, programs in groupby(measured, lambda one: one.group):
        ours, *others = programs
        for one in (ours, *others):
            ratio = f"{ours.stats.min / one.stats.min:.2f}" if one is not ours and one.stats.min else ""
            memory = f"{one.extra_info['megabytes']:.1f}" if "megabytes" in one.extra_info else ""
            items = one.extra_info["items"]
            each = f"{items / one.stats.min:,.0f}" if items else ""
            yield f"| {task} | {one.extra_info['program']} | {one.stats.min:.6f} | {ratio} | {memory} | {each} |"


def with_rows_kept(rows: Iterator[str], text: str) -> Iterator[str]:
    """The rows that were made, those of a task in the place of those that the table in a text has; tasks that weren't run keep theirs."""
    made = [line for line in rows if not line.startswith("| ---")]
    old = [line for line in text.partition(BEGIN)[2].splitlines() if line.startswith("| ") and "---" not in line]
    new = {name: list(some) for name, some in groupby(made, _task)}
    heading, *others = dict.fromkeys([*map(_task, old), *new])
    for name in (heading, *others):
        yield from new.get(name) or [line for line in old if _task(line) == name]
        if name == heading:
            yield "| --- | --- | ---: | ---: | ---: | ---: |"


def _task(line: str) -> str:
    """The task of a row."""
    return line.split(" | ", 1)[0]


def growth(measured: Sequence[Any]) -> Iterator[str]:
    """How the time of a fit grows with n, from 1,000 records on."""
    key = lambda one: (one.extra_info["of"][0], one.extra_info["program"])  # noqa: E731
    large = sorted((one for one in measured if one.extra_info["of"][1] >= 1_000), key=key)
    for (task, program), some in groupby(large, key):
        points = [(log(n * log(n)), log(one.stats.min)) for one in some for n in (one.extra_info["of"][1],)]
        if len(points) > 2:
            yield f"- {task}, {program}: time grows as (n log n)^{slope(points):.2f} from 1,000 records on, of as many columns."
