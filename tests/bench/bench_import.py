"""
How long `import dtref` takes beside `import attrs`: fresh interpreters, taken in turn in one run. The bound is 2.5 times.

Run: python tests/bench/bench_import.py
"""

from __future__ import annotations

import subprocess
import sys
from statistics import median
from time import perf_counter

ROUNDS = 31


def seconds(statement: str) -> float:
    start = perf_counter()
    subprocess.run([sys.executable, "-c", statement], check=True)
    return perf_counter() - start


def main() -> None:
    statements = ("pass", "import attrs", "import dtref")
    taken = {s: [0.0] * ROUNDS for s in statements}
    for i in range(ROUNDS):
        for s in statements:
            taken[s][i] = seconds(s)
    nothing, attrs, dtref = (median(taken[s]) for s in statements)
    attrs, dtref = 1000 * (attrs - nothing), 1000 * (dtref - nothing)
    print(f"import attrs {attrs:.1f} ms, import dtref {dtref:.1f} ms: ratio {dtref / attrs:.2f}")


if __name__ == "__main__":
    main()
