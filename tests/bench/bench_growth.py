"""
How processor time grows with the size of the input: for each operation the seconds at some sizes, and the exponent from one to the next.

Run: python tests/bench/bench_growth.py [operation ...]   from the root of the checkout, with tests/ in PYTHONPATH
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from math import log
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time

import numpy as np
from chains import chain

import dtref
from dtref.io.foreign.json_parts import Parts
from dtref.io.foreign.tree import Cut, ForeignNode, ForeignTree
from dtref.spec.model.data import DataSet
from dtref.spec.model.trees import Tree
from dtref.spec.split.description import errors_chosen

Run = Callable[[], object]

CONFIDENCE = Fraction(95, 100)


def columns(n: int) -> Run:
    """20 records of n columns."""
    draw, header = Random(n), ",".join([*(f"x{i}" for i in range(n)), "y"])
    lines = [",".join([*(str(draw.randrange(100)) for _ in range(n)), "ab"[j % 2]]) for j in range(20)]
    return lambda: dtref.parse_csv("\n".join([header, *lines]), target="y")


def description(n: int) -> Run:
    """A chain of n levels."""
    tree = chain(n)
    return lambda: dtref.minimum_description(tree, dtref.TreeCode(errors_chosen(1), dtref.attribute_only))


def routes(n: int) -> Run:
    """Two chains of n cuts of one column: each of some 16 n records goes through n / 2 nodes on the average."""
    node = ForeignNode("end", label="a")
    for i in range(n, 0, -1):
        node = ForeignNode(str(i), Cut("x", Fraction(i)), (ForeignNode(f"leaf {i}", label="ab"[i % 2]), node))
    return lambda: dtref.route_diff(ForeignTree(node, ""), ForeignTree(node, ""))


def digits(n: int) -> Run:
    """A number of n digits in a foreign model, which is refused."""
    parts = Parts.of_text(f'{{"cut": {"7" * n}}}', "x.json")["cut"]

    def refused() -> None:
        with suppress(dtref.Invalid):
            parts.number()

    return refused


def interval(k: Callable[[int], int], find: Callable[[int, int, Fraction], dtref.Interval]) -> Callable[[int], Run]:
    """The two ends of an interval for k of n errors, to nine digits."""

    def prepared(n: int) -> Run:
        def ends() -> tuple[str, str]:
            found = find(k(n), n, CONFIDENCE)
            return dtref.decimal(found.low, 9), dtref.decimal(found.high, 9)

        return ends

    return prepared


def grown(n: int) -> tuple[DataSet, Tree]:
    """n records of ten numbers, a tenth of them with the other class, and their unpruned tree."""
    chance = np.random.default_rng(n)
    x = chance.random((n, 10))
    y = ((x[:, 0] + x[:, 1] * x[:, 2] > 0.7) ^ (chance.random(n) < 0.1)).astype(int)
    data = dtref.from_arrays(x, y)
    return data, dtref.grow(data, dtref.CART)


def of_tree(use: Callable[[Tree], object]) -> Callable[[int], Run]:
    """Something done with the unpruned tree of n records."""

    def prepared(n: int) -> Run:
        _, tree = grown(n)
        return lambda: use(tree)

    return prepared


def files(n: int) -> Run:
    """A model of the unpruned tree of n records, saved and read."""
    data, tree = grown(n)
    model = dtref.Model(data.attributes, data.target, "CART", tree)

    def there_and_back() -> None:
        with TemporaryDirectory() as folder:
            dtref.save_model(model, Path(folder) / "model.json")
            dtref.read_model(Path(folder) / "model.json")

    return there_and_back


TREES = (1_000, 10_000)

OPERATIONS: Mapping[str, tuple[Callable[[int], Run], Sequence[int]]] = {
    "read_csv, columns": (columns, (1_000, 10_000)),
    "minimum_description, levels of a chain": (description, (2_000, 4_000, 8_000)),
    "route_diff, levels of a chain": (routes, (50, 100, 200)),
    "a number of a foreign model, digits": (digits, (10**5, 10**6)),
    "majority_vote_error, classifiers": (
        lambda n: lambda: dtref.decimal(dtref.majority_vote_error(n, Fraction(499, 1000)), 9),
        (10**3, 10**4, 10**6, 10**9),
    ),
    "clopper_pearson, records": (interval(lambda n: n // 3, dtref.clopper_pearson), (10**3, 10**6, 10**9)),
    "clopper_pearson, records, 3 errors": (interval(lambda _: 3, dtref.clopper_pearson), (10**3, 10**9, 10**18)),
    "jeffreys, records": (interval(lambda n: n // 3, dtref.jeffreys), (10**3, 10**6, 10**9)),
    "k_fold_arrays, records": (lambda n: lambda: dtref.k_fold_arrays(range(n), 10), (10**5, 10**6)),
    "confusion of arrays, records": (lambda n: lambda: dtref.confusion(np.arange(n) % 3, np.arange(n) % 2), (10**5, 10**6)),
    "save_model and read_model, records": (files, TREES),
    "tree_text, records": (of_tree(dtref.tree_text), TREES),
    "tree_page, records": (of_tree(dtref.tree_page), TREES),
    "cost_complexity, records": (of_tree(dtref.cost_complexity), TREES),
    "error_based, records": (of_tree(dtref.error_based), TREES),
    "replicas, records": (of_tree(dtref.replicas), TREES),
}


def main() -> None:
    for name, (prepare, sizes) in OPERATIONS.items():
        if len(sys.argv) > 1 and not any(name.startswith(asked) for asked in sys.argv[1:]):
            continue
        before: tuple[int, float] | None = None
        prepare(sizes[0])()  # so that imports are there
        for n in sizes:
            run = prepare(n)
            start = process_time()
            run()
            seconds = max(process_time() - start, 1e-6)
            exponent = "" if before is None else f"exponent {log(seconds / before[1]) / log(n / before[0]):5.2f}"
            print(f"{name:<40} {n:>22,} {seconds:9.3f} s  {exponent}", flush=True)
            before = n, seconds


if __name__ == "__main__":
    main()
