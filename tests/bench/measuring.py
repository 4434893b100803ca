"""What benchmarks measure beside time."""

from __future__ import annotations

import resource
import subprocess
import tracemalloc
from collections.abc import Callable, Sequence
from statistics import quantiles
from time import perf_counter, process_time

from attrs import frozen


@frozen
class Seconds:
    """What a run has taken: of the processor, and of the clock."""

    processor: float
    wall: float


def timed(run: Callable[[], object], times: int = 1) -> Seconds:
    """A run in this process: the mean of so many, one after the other."""
    processor, wall = process_time(), perf_counter()
    for _ in range(times):
        run()
    return Seconds((process_time() - processor) / times, (perf_counter() - wall) / times)


def timed_process(command: Sequence[str]) -> Seconds:
    """A process, from its start to its end."""
    processor, wall = _of_children(), perf_counter()
    subprocess.run(command, check=True)
    return Seconds(_of_children() - processor, perf_counter() - wall)


def _of_children() -> float:
    """The processor time of the processes that this one has started and seen end."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def said(command: Sequence[str]) -> tuple[list[Seconds], int]:
    """What a program prints: processor and wall time of each of its rounds, then a whole number, such as that of its leaves."""
    *numbers, last = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return [Seconds(float(a), float(b)) for a, b in zip(numbers[::2], numbers[1::2], strict=True)], int(last)


def quartiles(numbers: Sequence[float]) -> tuple[float, float, float]:
    """
    The first quartile, the median and the third.

    >>> quartiles([3.0, 1.0, 2.0]), quartiles([1.0])
    ((1.5, 2.0, 2.5), (1.0, 1.0, 1.0))
    """
    first, middle, third = quantiles(numbers, n=4, method="inclusive") if len(numbers) > 1 else (*numbers, *numbers, *numbers)
    return first, middle, third


def peak(run: Callable[[], object]) -> int:
    """The most bytes that Python and numpy have allocated at a time."""
    tracemalloc.start()
    run()
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most


def slope(points: Sequence[tuple[float, float]]) -> float:
    """Of the straight line through the points with the least squares."""
    a, b = (sum(values) / len(points) for values in zip(*points, strict=True))
    return sum((u - a) * (v - b) for u, v in points) / sum((u - a) ** 2 for u, _ in points)
