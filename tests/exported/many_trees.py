"""
Runs exported code on many generated trees: `PYTHONPATH=tests python tests/exported/many_trees.py 200 1000 [program …]`.

The programs are those of `RUNS`; tests/peers/install says how they are installed. A
line for each program tells so far, every ten trees.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from contextlib import ExitStack

from exported.agreement import RUNS, compared, version_of


def run_all(trees: int, probes: int, programs: list[str]) -> None:
    """Asks every program about each tree before the next tree, so that dtref predicts once."""
    there = [name for name in programs if version_of(name)]
    print("not there:", ", ".join(sorted(set(programs) - set(there))) or "none")
    asked: dict[str, int] = defaultdict(int)
    different: dict[str, int] = defaultdict(int)
    with ExitStack() as contexts:
        runners = {name: contexts.enter_context(RUNS[name].runner()) for name in there}
        for seed in range(trees):
            for name, run in runners.items():
                records, others = compared(RUNS[name], run, seed, probes)
                asked[name] += records
                different[name] += len(others)
                for other in others[:1]:
                    print(f"{name}: {other}")
            if seed % 10 == 9 or seed == trees - 1:
                for name in there:
                    print(f"{name} {version_of(name)}: {seed + 1} trees, {asked[name]} records, {different[name]} different", flush=True)


if __name__ == "__main__":
    run_all(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:] or list(RUNS))
