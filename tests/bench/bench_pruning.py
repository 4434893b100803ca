"""
Error-based pruning with the quick bounds of its limits and without: iris, a tree of a thousand nodes, a chain of 100,000 tests.

The larger trees are chains, as every node of one has its own (n, e). Without quick bounds the chains would take hours: they are not run.
Run: python tests/bench/bench_pruning.py [tests of the longest chain]   from the root of the checkout, with tests/ in PYTHONPATH
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from fractions import Fraction
from time import process_time
from unittest.mock import patch

from chains import chain
from narrow import of_kind
from sklearn.datasets import load_iris

from dtref.exact.distributions.beta import beta_quantile
from dtref.exact.distributions.beta_bounds import beta_quantile_bounds
from dtref.exact.enclosure import Enclosure
from dtref.spec.growing.hunt import grow
from dtref.spec.model.attributes import Continuous, Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.trees import nodes
from dtref.spec.presets import CART
from dtref.spec.pruning import error_based
from dtref.spec.pruning.error_based import QUARTER


def iris() -> DataSet:
    """The 150 records, in tenths of a centimetre made exact."""
    found = load_iris()
    attributes = tuple(Continuous(name) for name in found.feature_names)
    names = tuple(map(str, found.target_names))
    records = [Record(tuple(Fraction(str(x)) for x in row), names[c]) for row, c in zip(found.data, found.target, strict=True)]
    return DataSet(attributes, Nominal("species", names), records)


def seconds(call: Callable[[], object]) -> float:
    """Processor time of a call that nothing is remembered for."""
    error_based._bounds.cache_clear()
    start = process_time()
    call()
    return process_time() - start


def limits() -> None:
    """One limit, quickly and as a number with bounds of 64 bits."""
    for n, e in ((10, 2), (100, 7), (1000, 300), (10**5, 10), (10**5, 50_000), (Fraction(700, 3), Fraction(100, 7))):
        a, b = Fraction(e + 1), Fraction(n - e)
        quick = min(seconds(lambda a=a, b=b: [beta_quantile_bounds(1 - QUARTER, a, b) for _ in range(50)]) for _ in range(5)) / 50  # type: ignore[misc]
        full = seconds(lambda a=a, b=b: of_kind(Enclosure, beta_quantile(1 - QUARTER, a, b)).bounds(64))  # type: ignore[misc]
        print(f"U({e}, {n}){'':<{24 - len(f'{e}{n}')}} quick {quick * 1000:8.3f} ms   certified to 64 bits {full * 1000:8.1f} ms")


def main() -> None:
    longest = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    limits()
    for what, tree, slow in (
        ("iris, CART", grow(iris(), CART), True),
        ("chain of 500 tests", chain(500), True),
        (f"chain of {longest} tests", chain(longest), False),
    ):
        size = sum(1 for _ in nodes(tree))
        quick = seconds(lambda tree=tree: error_based.error_based(tree))  # type: ignore[misc]
        print(f"{what:<24} {size:7} nodes   quick {quick:8.3f} s", end="", flush=True)
        if slow:
            with patch.object(error_based, "beta_quantile_bounds", lambda *_: (Fraction(0), Fraction(1))):
                print(f"   without {seconds(lambda tree=tree: error_based.error_based(tree)):8.3f} s", end="")  # type: ignore[misc]
        print()


if __name__ == "__main__":
    main()
