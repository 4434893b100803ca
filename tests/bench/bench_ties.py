"""
What ties cost where nothing is tied: fits of data with one of twenty cells missing, by this code and by an older one, in one run.

Run: python tests/bench/bench_ties.py OLDER, a checkout of the older code, such as `git worktree add OLDER COMMIT` makes. Processor seconds
of one fit, the least of several, the two programs in turns; nodes of fewer than 40 records are leaves, so that no two tests tie, which is
looked at. `grow` is the engine that dtref chooses, `spec` the specification.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import process_time

from attrs import evolve

import dtref
from dtref.spec.growing.hunt import grow as grow_by_definition
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.stopping import FewerThan
from dtref.spec.model.data import DataSet
from dtref.spec.model.optima import count_tests
from dtref.spec.model.trees import Branch, Gap, Tree, nodes
from dtref.spec.preparation.missing import impute_mean, impute_mode, keep_missing

LEAST = 40
SIZES = {"grow": 1000, "spec": 150}
ROUNDS = 2
POLICIES = {
    "heaviest": evolve(dtref.CART, missing=keep_missing, gap=Gap.HEAVIEST),
    "fractions": evolve(dtref.CART, missing=keep_missing, gap=Gap.FRACTIONS),
    "C45": dtref.C45,
    "CART_SURROGATES": dtref.CART_SURROGATES,
    "RPART": dtref.RPART,
    "mean": evolve(dtref.CART, missing=impute_mean),
    "mode": evolve(dtref.CART, missing=impute_mode),
}


def with_gaps(n: int) -> DataSet:
    """Records of four numbers and two columns of values that tell the class roughly; one of twenty cells is missing."""
    chance, rows, labels = Random(n), [], []
    for _ in range(n):
        numbers = [chance.gauss(0, 1) for _ in range(4)]
        values = [chance.choice("uvwz") for _ in range(2)]
        total = sum(numbers[:3]) + "uvwz".index(values[0]) + chance.gauss(0, 1)
        rows.append([None if chance.random() < 0.05 else cell for cell in (*(round(x, 4) for x in numbers), *values)])
        labels.append("abc"[(total > 1) + (total > 2.5)])
    return dtref.from_arrays(rows, labels, names=list("rstxkl"))


def stopped(policy: Policy) -> Policy:
    return evolve(policy, stop=(*policy.stop, FewerThan(LEAST)))


def once() -> dict[str, tuple[float, int, int]]:
    """Of each fit the least seconds of several, the inner nodes, and how many of them are tied."""
    fits: dict[str, Callable[[DataSet, Policy], Tree]] = {"grow": dtref.grow, "spec": grow_by_definition}
    found = {}
    for how, fit in fits.items():
        data = with_gaps(SIZES[how])
        for name, policy in POLICIES.items():
            taken = []
            for _ in range(ROUNDS):
                start = process_time()
                tree = fit(data, stopped(policy))
                taken.append(process_time() - start)
            inner = [node for node in nodes(tree) if isinstance(node, Branch)]
            found[f"{how}, {name}"] = min(taken), len(inner), sum(count_tests(node.optima) > 1 for node in inner)
    return found


def measured(code: Path) -> dict[str, tuple[float, int, int]]:
    """The same by the code of a folder, in a process of its own."""
    said = subprocess.run(
        [sys.executable, __file__, "--once"], env={**os.environ, "PYTHONPATH": str(code)}, capture_output=True, text=True, check=True
    )
    answer: dict[str, tuple[float, int, int]] = json.loads(said.stdout)
    return answer


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("older", nargs="?", type=Path)
    parser.add_argument("--once", action="store_true")
    parser.add_argument("--turns", type=int, default=3)
    arguments = parser.parse_args()
    if arguments.once:
        print(json.dumps(once()))
        return
    if arguments.older is None:
        parser.error("the checkout of an older code")
    turns = [(measured(arguments.older.resolve()), measured(Path(__file__).parents[2])) for _ in range(arguments.turns)]
    print(f"{'fit':24} {'nodes':>6} {'tied':>5} {'before':>9} {'now':>9} {'ratio':>6}")
    for name, (_, inner, tied) in turns[0][1].items():
        before, now = (min(turn[i][name][0] for turn in turns) for i in (0, 1))
        print(f"{name:24} {inner:6} {tied:5} {before:9.5f} {now:9.5f} {now / before:6.2f}")


if __name__ == "__main__":
    main()
