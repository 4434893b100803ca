"""The table of `side_by_side.py`: a line for each task and program, dtref's time as a multiple of the others'."""

from __future__ import annotations

import platform
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

import pytest


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    session = getattr(config, "_benchmarksession", None)  # where pytest-benchmark keeps what it has measured
    for line in table([] if session is None else session.benchmarks):
        terminalreporter.write_line(line)


def table(measured: Sequence[Any]) -> Iterator[str]:
    if not measured:
        return
    yield f"{platform.machine()}, {platform.system()}, Python {platform.python_version()}"
    yield f"{'task':<58} {'program':<14} {'seconds':>12} {'dtref / it':>10} {'MB':>8} {'per second':>10}"
    for task, programs in groupby(measured, lambda one: one.group):
        ours, *others = programs
        for one in (ours, *others):
            ratio = f"{ours.stats.min / one.stats.min:.2f}" if one is not ours and one.stats.min else ""
            memory = f"{one.extra_info['megabytes']:.1f}" if "megabytes" in one.extra_info else ""
            items = one.extra_info["items"]
            each = f"{items / one.stats.min:,.0f}" if items else ""
            yield f"{task:<58} {one.extra_info['program']:<14} {one.stats.min:12.6f} {ratio:>10} {memory:>8} {each:>10}"
