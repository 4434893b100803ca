"""
Cost complexity of trees that other programs grew: their nodes as a dtref tree, and the sequence that they report beside the exact one.

Doubles tell equal alphas apart by an ulp, or repeat them. So entries of a reported sequence are given to the exact alpha that they are
within a bound of; exact alphas nearer to each other than two bounds are one cluster.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from math import ulp
from pathlib import Path as FilePath

from attrs import frozen
from peers.library import (
    Branch,
    Continuous,
    DataSet,
    Exact,
    Leaf,
    Moments,
    Multiway,
    Nominal,
    Record,
    Rows,
    Tally,
    Test,
    Tree,
    decimal,
    each_subtree,
    exact,
    read_csv,
)
from peers.samples import FOLDER, Sample, complete, part, samples

U = Fraction(1, 2**53)
"""The unit roundoff of doubles."""

SIDES = Multiway(Nominal("side", ("left", "right")))
"""What an inner node asks where only its counts matter."""


def tree_of(counts: Sequence[Tally], children: Mapping[int, tuple[int, int]], tests: Mapping[int, Test]) -> Tree:
    """The tree of these nodes: the root first, children after their parents. A node without a test asks for `SIDES`."""
    made: dict[int, Tree] = {}
    for i in reversed(range(len(counts))):
        if i in children:
            test = tests.get(i, SIDES)
            made[i] = Branch(counts[i], _labels(counts[i]), test, (test,), tuple(made[child] for child in children[i]))
        else:
            made[i] = Leaf(counts[i], _labels(counts[i]))
    return made[0]


def _labels(counts: Tally) -> tuple[str, ...] | tuple[Fraction]:
    if isinstance(counts, Moments):
        return (counts.total / counts.n,)
    most = max(n for _, n in counts)
    return tuple(name for name, n in counts if n == most)


def moments(data: DataSet, rows: Rows) -> Moments:
    """The number of some records of a data set, and the exact sums of their y and y^2."""
    ys = [exact(data.records[r].label) for r in rows]
    return Moments(Fraction(len(ys)), sum(ys, Fraction(0)), sum((y * y for y in ys), Fraction(0)))


def widest(tree: Tree, amounts: Sequence[Fraction]) -> Fraction:
    """The most that nodes of which none is above another have together."""

    def most(i: int, _: Tree, parts: Sequence[Fraction]) -> Fraction:
        return max(amounts[i], sum(parts, Fraction(0)))

    return each_subtree(tree, most)[0]


def usable(data: DataSet) -> bool:
    """Whether there is something to learn from: attributes; of classes two kinds at least, and no more than one for two records."""
    return bool(data.attributes) and (isinstance(data.target, Continuous) or 4 <= 2 * len(data.classes) <= len(data))


@frozen
class Regression:
    """A regression data set under a name that stays. classified: the classification file whose first number becomes the target."""

    name: str
    path: FilePath
    classified: Sample | None = None

    @property
    def data(self) -> DataSet:
        """The continuous columns, completed, each number as the double that other programs are given."""
        return _regression(self)


def regression_samples() -> tuple[Regression, ...]:
    """Files of the folder with a continuous target; and classification files with numbers, of 20 to 600 records."""
    index = FOLDER / "index.csv"
    rows = list(csv.DictReader(index.read_text().splitlines())) if index.exists() else []
    files = [row["name"] for row in rows if row["classes"] == "regression"]
    classified = {"golden/iris", "golden/wine", *(row["name"] for row in rows if 20 <= int(row["rows"]) <= 600)}
    chosen = [s for s in samples("numeric") if s.name in classified]
    whole = (Regression(name, FOLDER / f"{name}.csv") for name in files)
    return (*whole, *(Regression(f"first number of {s.name}", s.path, s) for s in chosen))


@cache
def _regression(sample: Regression) -> DataSet:
    if sample.classified is None:
        target = next(csv.reader(sample.path.read_text().splitlines()))[-1]
        data = part(complete(read_csv(sample.path, target=target, continuous=[target])), Continuous)
    else:
        kept = part(sample.classified.data, Continuous)
        data = DataSet(kept.attributes[1:], kept.attributes[0], tuple(Record(r.values[1:], r.values[0]) for r in kept))
    return DataSet(data.attributes, data.target, tuple(Record(tuple(map(_double, r.values)), _double(r.label)) for r in data))


def _double(cell: object) -> Fraction:
    assert isinstance(cell, Fraction)
    return Fraction(float(cell))


@frozen
class Entry:
    """An alpha, with the risk and the leaves of the smallest tree that is optimal at it. leaves: None where they are not reported."""

    alpha: Fraction
    risk: Fraction
    leaves: int | None = None


def near(x: Exact) -> Fraction:
    """A number as a fraction, within 10^-40 of it."""
    return x if isinstance(x, Fraction) else Fraction(decimal(x, 40))


@frozen
class Clusters:
    """
    How a reported sequence stands beside an exact one.

    extra: how many more entries it has. near: exact alphas that the bound cannot tell from the one before. strays: what differs by more
    than a bound. alpha_error, risk_error: the largest ones there are.
    """

    extra: int
    near: int
    strays: tuple[str, ...]
    alpha_error: Fraction
    risk_error: Fraction


def clusters(expected: Sequence[Entry], reported: Sequence[Entry], alpha_bound: Fraction, risk_bound: Fraction) -> Clusters:
    """A reported sequence beside an exact one, both with ascending alphas (the reported ones but for rounding)."""
    groups = list(_groups(expected, 2 * alpha_bound))
    found = [min((min(abs(e.alpha - entry.alpha) for e in group), k) for k, group in enumerate(groups)) for entry in reported]
    last = {k: entry for (_, k), entry in zip(found, reported, strict=True)}
    strays = [f"alpha {float(e.alpha)!r}: off by {float(d):.1e}" for (d, _), e in zip(found, reported, strict=True) if d > alpha_bound]
    strays += [f"alpha {float(group[-1].alpha)!r}: not reported" for k, group in enumerate(groups) if k not in last]
    pairs = [(groups[k][-1], entry) for k, entry in last.items()]
    strays += [f"alpha {float(e.alpha)!r}: risk {float(r.risk)!r}" for e, r in pairs if abs(r.risk - e.risk) > risk_bound]
    strays += [f"alpha {float(e.alpha)!r}: {r.leaves} leaves for {e.leaves}" for e, r in pairs if r.leaves not in (None, e.leaves)]
    errors = max(d for d, _ in found), max(abs(r.risk - e.risk) for e, r in pairs)
    return Clusters(len(reported) - len(expected), len(expected) - len(groups), tuple(strays), *errors)


def _groups(entries: Sequence[Entry], gap: Fraction) -> Iterator[list[Entry]]:
    group: list[Entry] = []
    for entry in entries:
        if group and entry.alpha - group[-1].alpha > gap:
            yield group
            group = []
        group.append(entry)
    yield group


def in_ulps(error: Fraction, value: Fraction) -> Fraction:
    """An error in units in the last place of the double nearest to a value."""
    return error / Fraction(ulp(float(value)))
