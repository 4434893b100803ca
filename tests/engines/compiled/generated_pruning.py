"""
Generated data sets and policies of J48 and C4.5 release 8 that prune by predicted errors: with trees that are too large for their data, so
that subtrees become leaves, and branches are raised; with missing values, weights, and every option that pruning knows.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random

from attrs import evolve
from engines.compiled.generated_gaps import with_gaps

import dtref
from dtref.spec.growing.policy import Policy
from dtref.spec.model.attributes import Attribute, Cell, Continuous, Nominal, Ordinal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.pruning.steps import ErrorBased
from dtref.spec.pruning.subtree_raising import Largest

PRUNED_PROGRAMS = ("j48", "c45-release-8")
"""The programs that prune by predicted errors."""

LEVELS = tuple(Fraction(level) for level in ("0.25", "0.25", "0.1", "0.01", "0.4", "0.5", "0.6", "0.001", "0.75"))


def noisy(chance: Random) -> DataSet:
    """Records whose classes follow a few columns, but for noise: full trees of them have subtrees that predict nothing."""
    n = 150 if chance.random() < 0.05 else chance.choice([8, 15, 25, 40, 60])
    classes, hidden = tuple("ABCD"[: chance.choice([2, 2, 3, 4])]), [chance.random() for _ in range(n)]
    columns = [_column(chance, f"x{j}", hidden) for j in range(chance.randint(1, 4))]
    noise = chance.choice([0.1, 0.3, 0.5])
    labels = [chance.choice(classes) if chance.random() < noise else classes[int(h * len(classes))] for h in hidden]
    weights = _weights(chance, n)
    rows = zip(zip(*(cells for _, cells in columns), strict=True), labels, weights, strict=True)
    return DataSet(tuple(a for a, _ in columns), Nominal("y", classes), tuple(Record(row, label, w) for row, label, w in rows))


def _column(chance: Random, name: str, hidden: list[float]) -> tuple[Attribute, list[Cell]]:
    """A column that follows hidden numbers, closely or not at all."""
    spread, kind = chance.choice([0.1, 0.5, 5]), chance.choice("nocc")
    near = [h + spread * chance.random() for h in hidden]
    if kind == "c":
        most = chance.choice([4, 20, 1000])
        return Continuous(name), [Fraction(int(most * x), chance.choice([1, 1, 7])) for x in near]
    values = tuple("abcdefg"[: chance.randint(2, 7)])
    cells: list[Cell] = [values[min(int(x * len(values) / (1 + spread)), len(values) - 1)] for x in near]
    return (Nominal if kind == "n" else Ordinal)(name, values), cells


def _weights(chance: Random, n: int) -> list[Fraction]:
    """Mostly 1; else whole, or in halves, tenths, or units in which nothing is whole."""
    kind = chance.random()
    if kind < 0.6:
        return [Fraction(1)] * n
    if kind < 0.75:
        return [Fraction(chance.randint(1, 4)) for _ in range(n)]
    if kind < 0.85:
        return [Fraction(chance.randint(1, 6), 2) for _ in range(n)]
    return [Fraction(chance.randint(1, 30), chance.choice([10, 30, 30])) for _ in range(n)]


def pruning_policy(chance: Random, program: str) -> Policy:
    """A program with options that are drawn; sometimes another choice among the largest branches."""
    m, level = chance.choice([1, 1, 2, 2, 3]), chance.choice(LEVELS)
    if program == "j48":
        flags = {name: chance.random() < share for name, share in (("S", 0.3), ("L", 0.5), ("A", 0.5), ("J", 0.5), ("O", 0.4), ("B", 0.1))}
        rules = dtref.j48(M=m, C=level, **flags)
    else:
        rules = dtref.c45_release_8(m=m, cf=100 * level, g=chance.random() < 0.2)
    if chance.random() < 0.1:
        rules = evolve(rules, pruning=tuple(_first(step) if isinstance(step, ErrorBased) else step for step in rules.pruning))
    return rules


def _first(step: ErrorBased) -> ErrorBased:
    return evolve(step, largest=Largest.FIRST)


def pruning_pair(chance: Random, program: str) -> tuple[DataSet, Policy]:
    """A data set, mostly with missing values, and a policy of a program that prunes."""
    data = noisy(chance)
    return with_gaps(chance, data) if chance.random() < 0.7 else data, pruning_policy(chance, program)
