"""
The fast engine beside scikit-learn: the same fit in one process, one run; ten numeric columns, unpruned, ties and all.

Run: PYTHONPATH=tests python tests/bench/bench_engine.py [n …]     (14 150 1000 10000 100000 unless told otherwise; 1000000 takes minutes)

Times are CPU seconds of this process, the least of several fits in turn (a shared machine's clock tells more of its other users).
fit: from scikit-learn's numpy array, from dtref's data set of the same array; making that data set is its own column, as is visiting every
node and tie of the tree afterwards, whose exact numbers are made when they are asked for. memory: the most that arrays and objects
of one fit take at a time, in multiples of the array. cost: the slope of log time over log(n log n), from 1,000 records on; 1 is m n log n.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from math import log
from time import process_time
from typing import Any

import numpy as np
from attrs import frozen
from bench.measuring import peak, slope
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

import dtref
from dtref.spec.growing.policy import Policy
from dtref.spec.model.optima import count_tests
from dtref.spec.model.trees import Branch, Tree, nodes

SIZES = (14, 150, 1_000, 10_000, 100_000)
COLUMNS = 10


@frozen
class Fit:
    """One line of the table, in seconds."""

    data: str
    criterion: str
    n: int
    learn: float
    fit: float
    make: float
    visit: float
    memory: float
    nodes: int
    ties: int

    def __str__(self) -> str:
        numbers = (
            f"{self.learn:12.5f} {self.fit:12.5f} {self.fit / self.learn:7.2f} {self.make:10.5f} {self.visit:10.5f} {self.memory:7.1f}"
        )
        return f"{self.n:9,} {self.data:<8} {self.criterion:<9} {numbers} {self.nodes:9,} {self.ties:9,}"


def tables(n: int) -> Iterator[tuple[str, np.ndarray, np.ndarray]]:
    """Distinct random numbers without and with something to learn, and columns of 20 values, where ties are many."""
    chance = np.random.default_rng(n)
    x = chance.random((n, COLUMNS))
    learnable = ((x[:, 0] + x[:, 1] * x[:, 2] > 0.7) ^ (chance.random(n) < 0.1)).astype(int)
    yield "noise", x, chance.integers(0, 2, n)
    yield "signal", x, learnable
    yield "coarse", np.floor(20 * x), learnable


def least(run: Callable[[], object], repeats: int) -> float:
    def once() -> float:
        begun = process_time()
        run()
        return process_time() - begun

    return min(once() for _ in range(repeats))


def visited(tree: Tree) -> tuple[int, int]:
    """How many nodes there are, and how many ties: every field of every node has been read."""
    all_nodes = [(node.counts, node.labels, node.optima if isinstance(node, Branch) else ()) for node in nodes(tree)]
    return len(all_nodes), sum(count_tests(optima) > 1 for _, _, optima in all_nodes)


def measured(data: str, x: np.ndarray, y: np.ndarray, criterion: str, policy: Policy) -> Fit:
    repeats = max(1, min(200, 100_000 // len(x)))
    kinds: Any = {"continuous": ["class"]} if criterion == "variance" else {}
    learn = DecisionTreeRegressor() if criterion == "variance" else DecisionTreeClassifier(criterion=criterion)
    given = dtref.from_arrays(x, y, **kinds)
    learned = least(lambda: learn.fit(x, y), repeats)
    fit = least(lambda: dtref.grow(given, policy, engine="fast"), repeats)
    make = least(lambda: dtref.from_arrays(x, y, **kinds), min(repeats, 20))
    tree = dtref.grow(given, policy, engine="fast")
    begun = process_time()
    found = visited(tree)
    visit = process_time() - begun
    memory = peak(lambda: dtref.grow(given, policy, engine="fast")) / x.nbytes
    return Fit(data, criterion, len(x), learned, fit, make, visit, memory, *found)


def cost(fits: list[Fit], time: Callable[[Fit], float]) -> float:
    """The slope of log time over log(n log n)."""
    return slope([(log(f.n * log(f.n)), log(time(f))) for f in fits])


def main() -> None:
    sizes = [int(n.replace("_", "")) for n in sys.argv[1:]] or SIZES
    few = next(tables(14))
    dtref.grow(dtref.from_arrays(*few[1:]), dtref.CART, engine="fast")  # the kernels are loaded, or compiled
    heads = f"{'scikit-learn':>12} {'dtref fit':>12} {'ratio':>7} {'data set':>10} {'visit all':>10} {'memory':>7} {'nodes':>9} {'ties':>9}"
    print(f"{'n':>9} {'data':<8} {'criterion':<9} {heads}")
    fits = []
    for n in sizes:
        for data, x, y in tables(n):
            for criterion, policy in (("gini", dtref.CART), ("entropy", dtref.C45_GAIN)):
                fits.append(measured(data, x, y, criterion, policy))
                print(fits[-1], flush=True)
        if n <= 100_000:
            _, x, _ = next(tables(n))
            fits.append(measured("noise", x, np.random.default_rng(n).random(n), "variance", dtref.REGRESSION_TREE))
            print(fits[-1], flush=True)
    for data, criterion in dict.fromkeys((f.data, f.criterion) for f in fits):
        same = [f for f in fits if (f.data, f.criterion) == (data, criterion) and f.n >= 1000]
        if len(same) > 1:
            ours, theirs = cost(same, lambda f: f.fit), cost(same, lambda f: f.learn)
            print(f"cost  {data:<8} {criterion:<9} dtref {ours:.2f}  scikit-learn {theirs:.2f}")


if __name__ == "__main__":
    main()
