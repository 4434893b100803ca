"""What benchmarks measure beside time."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Sequence


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
