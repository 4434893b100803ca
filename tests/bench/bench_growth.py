"""
How processor time grows with the size of the input: for each operation the seconds at some sizes, the fastest of several runs, and the
exponent from one to the next.

Run: python tests/bench/bench_growth.py [operation ...]   from the root of the checkout, with tests/ in PYTHONPATH

At the end the exponents above 1.2 are listed, with the reason where there is one.
"""

from __future__ import annotations

import json
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
from attrs import evolve
from chains import chain

import dtref
from dtref.io.foreign.dtref_model import from_tree
from dtref.io.foreign.json_parts import Parts
from dtref.io.foreign.rpart import read_rpart
from dtref.io.foreign.tree import Cut, ForeignNode, ForeignTree
from dtref.spec.growing.policy import Policy
from dtref.spec.model.attributes import Continuous, Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.schemes import preorder
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


def rpart_file(n: int) -> Run:
    """A file of rpart with a complete tree of about n nodes, read."""
    inner = 2 ** ((n + 1).bit_length() - 2) - 1
    numbers = list(preorder(1, lambda k: (2 * k, 2 * k + 1) if k <= inner else ()))
    sizes = [float(2 * (inner + 1) >> k.bit_length() - 1) for k in numbers]
    cuts = [[size, -1.0, 1.0, k + 0.5, 0.0] for k, size in zip(numbers, sizes, strict=True) if k <= inner]
    said: dict[str, object] = {
        "method": "class",
        "var": ["x" if k <= inner else "<leaf>" for k in numbers],
        "node": list(map(str, numbers)),
        "n": [size.hex() for size in sizes],
        "wt": [size.hex() for size in sizes],
        "yval": [(1.0).hex()] * len(numbers),
        "counts": [[(size / 2).hex()] * 2 for size in sizes],
        "ncompete": [(0.0).hex()] * len(numbers),
        "nsurrogate": [(0.0).hex()] * len(numbers),
        "ylevels": ["a", "b"],
        "xlevels": {},
        "names": ["x"] * len(cuts),
        "splits": [[cell.hex() for cell in row] for row in cuts],
        "csplit": [],
    }

    def read() -> None:
        with TemporaryDirectory() as folder:
            path = Path(folder) / "rpart.json"
            path.write_text(json.dumps(said))
            read_rpart(path)

    return read


def numbers_of(n: int, columns: int = 10, classes: int = 2) -> DataSet:
    """n records of random numbers; the class depends on two of them, but for one record in ten."""
    chance = np.random.default_rng(n)
    x = chance.random((n, columns))
    y = np.where(chance.random(n) < 0.1, chance.integers(0, classes, n), np.floor((x[:, 0] + x[:, -1]) / 2 * classes))
    return dtref.from_arrays(x, y.astype(int))


def names_of(values: int) -> DataSet:
    """20,000 records of two columns that name so many values."""
    chance = np.random.default_rng(values)
    cells, labels = chance.integers(0, values, (20_000, 2)), chance.integers(0, 2, 20_000)
    attributes = tuple(Nominal(name, tuple(map(str, range(values)))) for name in ("a", "b"))
    rows = zip(cells.astype(str).tolist(), labels.astype(str).tolist(), strict=True)
    return DataSet(attributes, Nominal("y", ("0", "1")), tuple(Record(tuple(row), label) for row, label in rows))


def copies_of(columns: int) -> DataSet:
    """1,000 records of so many columns that are one: every node's tests tie as often."""
    data = numbers_of(1_000, 1)
    rows = [evolve(record, values=record.values * columns) for record in data.records]
    return DataSet(tuple(Continuous(f"x{j}") for j in range(columns)), data.target, tuple(rows))


def to_depth(levels: int) -> Policy:
    return evolve(dtref.CART, stop=(*dtref.CART.stop, dtref.AtDepth(levels)))


SHAPES: Mapping[str, tuple[Callable[[int], tuple[DataSet, Policy]], Sequence[int]]] = {
    "records": (lambda n: (numbers_of(n), dtref.CART), (1_000, 10_000, 100_000)),
    "columns": (lambda n: (numbers_of(1_000, n), dtref.CART), (10, 100, 1_000)),
    "classes": (lambda n: (numbers_of(10_000, 10, n), dtref.CART), (2, 20, 200)),
    "values": (lambda n: (names_of(n), dtref.CART), (6, 20, 60)),
    "values, many ways": (lambda n: (names_of(n), dtref.ID3), (6, 20, 60)),
    "depth": (lambda n: (numbers_of(100_000), to_depth(n)), (2, 4, 8, 16)),
    "tied tests": (lambda n: (copies_of(n), dtref.CART), (1, 10, 100)),
}
"""What a task on data and their tree may grow in: the data set and the policy of each size."""


def verified(data: DataSet, policy: Policy) -> Run:
    tree = from_tree(dtref.grow(data, policy))
    return lambda: dtref.verify(tree, data, policy)


def counted(data: DataSet, policy: Policy) -> Run:
    def count() -> None:
        with suppress(dtref.Undecided):  # past the budget
            dtref.count_trees(data, policy)

    return count


def predicted(data: DataSet, policy: Policy) -> Run:
    tree = dtref.grow(data, policy)
    return lambda: dtref.predict(tree, data).first_labels()


def pruned(data: DataSet, policy: Policy) -> Run:
    tree = dtref.grow(data, policy)
    return lambda: dtref.cost_complexity(tree)


TASKS: Mapping[str, Callable[[DataSet, Policy], Run]] = {
    "fit": lambda data, policy: lambda: dtref.grow(data, policy),
    "verify": verified,
    "count_trees": counted,
    "predict": predicted,
    "cost_complexity": pruned,
}


def on_shape(task: str, shape: str) -> Callable[[int], Run]:
    return lambda n: TASKS[task](*SHAPES[shape][0](n))


def wide_node(values: int) -> Run:
    """A node that asks a column of so many values, three records of each."""
    attribute = Nominal("a", tuple(map(str, range(values))))
    rows = tuple(Record((str(i % values),), "ab"[i % 5 > 2]) for i in range(3 * values))
    return verified(DataSet((attribute,), Nominal("y", ("a", "b")), rows), to_depth_many_ways(1))


def to_depth_many_ways(levels: int) -> Policy:
    return evolve(dtref.ID3, stop=(*dtref.ID3.stop, dtref.AtDepth(levels)))


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
    "error_based, records": (of_tree(dtref.error_based), TREES),
    "replicas, records": (of_tree(dtref.replicas), TREES),
    "read_rpart, nodes": (rpart_file, (1_023, 4_095, 16_383)),
    "verify, values of a node that asks one": (wide_node, (1_000, 10_000)),
    **{f"{task}, {shape}": (on_shape(task, shape), sizes) for shape, (_, sizes) in SHAPES.items() for task in TASKS},
}


STEEPEST = 1.2

LARGER_TREE = "the tree grows, too, as there is more to divide by"

KNOWN = {
    "route_diff, levels of a chain": "as long as the ways of the records together",
    "majority_vote_error, classifiers": "an exact sum of numbers whose digits grow with it; of more than 10,000 it is bounded",
    "minimum_description, levels of a chain": "n log n, and Python's search for garbage, which looks at more objects",
    "count_trees, columns": "more columns tie at more nodes: as long as the sets of records together that their tests make",
    "cost_complexity, depth": "a tree has up to 2^depth nodes",
    **{f"{task}, values": LARGER_TREE for task in ("fit", "verify", "count_trees", "predict", "cost_complexity")},
    "cost_complexity, values, many ways": LARGER_TREE,
}
"""Why an exponent is greater."""


def main() -> None:
    steep: dict[str, float] = {}
    for name, (prepare, sizes) in OPERATIONS.items():
        if len(sys.argv) > 1 and not any(name.startswith(asked) for asked in sys.argv[1:]):
            continue
        before: tuple[int, float] | None = None
        prepare(sizes[0])()  # so that imports are there
        for n in sizes:
            seconds = least_seconds(prepare(n))
            slope = None if before is None else log(seconds / before[1]) / log(n / before[0])
            if slope is not None and slope > STEEPEST and seconds > NOTHING:
                steep[name] = max(slope, steep.get(name, 0.0))
            print(f"{name:<40} {n:>22,} {seconds:9.3f} s  {'' if slope is None else f'exponent {slope:5.2f}'}", flush=True)
            before = n, seconds
    for name, slope in steep.items():
        print(f"above {STEEPEST}: {name}: {slope:.2f}{f', {KNOWN[name]}' if name in KNOWN else ''}")


def least_seconds(run: Run) -> float:
    """The processor time of the fastest of several runs: a few of what takes long, as many as fit into two seconds else."""
    seconds: list[float] = []
    while len(seconds) < FEWEST or (sum(seconds) < ENOUGH and len(seconds) < MOST):
        start = process_time()
        run()
        seconds.append(max(process_time() - start, 1e-6))
    return min(seconds)


FEWEST, MOST, ENOUGH = 3, 20, 2.0
"""How often a task is run, and the seconds that are enough for more than the fewest."""

NOTHING = 0.05
"""Seconds that are too few to tell an exponent by."""


if __name__ == "__main__":
    main()
