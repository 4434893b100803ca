"""Generated data sets and policies of every kind that the fast engine covers, and of some that it leaves to the specification."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from attrs import evolve

from dtref.spec.growing.policy import EmptyBranch, Policy
from dtref.spec.growing.stopping import AtDepth, FewerThan, no_improvement, pure, same_values
from dtref.spec.growing.ties import First, Last
from dtref.spec.model.attributes import MISSING, Attribute, Cell, Continuous, Nominal, Ordinal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.tests import Side
from dtref.spec.model.trees import Gap
from dtref.spec.preparation.missing import impute_mean, keep_missing, missing_as_value, refuse_missing
from dtref.spec.split.candidates import MultiwaySplit, OrdinalCuts, SubsetSplits, Thresholds
from dtref.spec.split.criteria import gain, gain_ratio, gini_reduction, variance_reduction
from dtref.spec.split.numeric.placement import largest_not_above_midpoint, lower_end, midpoint, upper_end

WEIGHTS = (
    *[lambda _: Fraction(1)] * 4,
    lambda chance: Fraction(chance.randint(1, 3)),
    lambda chance: Fraction(chance.choice([1, 10**6])),
    lambda chance: Fraction(chance.choice([1, 10**30])),
    lambda _: Fraction(1, 2),
)

TARGETS = (
    lambda chance: Fraction(chance.randint(0, 3)),
    lambda chance: Fraction(chance.randint(-9, 9), chance.randint(1, 5)),
    lambda chance: Fraction(chance.gauss(0, 1)),
    lambda chance: Fraction(chance.choice([10**40, 1, 0])) + Fraction(1, chance.choice([3, 7, 10**30])),
)


def column(chance: Random, name: str, n: int) -> tuple[Attribute, list[Cell]]:
    """Few values and so many ties; or numbers that differ by less than a double can tell."""
    values = tuple("abcdefg"[: chance.randint(1, 6)])
    match chance.choice("nocct"):
        case "n":
            return Nominal(name, values), [chance.choice(values) for _ in range(n)]
        case "o":
            return Ordinal(name, values), [chance.choice(values) for _ in range(n)]
        case "c":
            most = chance.choice([2, 5, 50])
            return Continuous(name), [Fraction(chance.randint(0, most)) for _ in range(n)]
        case _:
            near = Fraction(chance.random())
            return Continuous(name), [near + Fraction(chance.randint(0, 6), 2**80) for _ in range(n)]


def data_set(chance: Random, regression: bool) -> DataSet:
    n = chance.choice([1, 2, 3, 5, 8, 12, 20, 40])
    columns = [column(chance, f"a{j}", n) for j in range(chance.randint(1, 4))]
    if chance.random() < 0.2:
        columns.append((evolve(columns[0][0], name="copy"), columns[0][1]))
    if chance.random() < 0.05:
        columns[0] = (columns[0][0], [MISSING if chance.random() < 0.2 else cell for cell in columns[0][1]])
    classes = tuple("ABCD"[: chance.randint(1, 4)])
    most = chance.randint(1, len(classes))
    y = chance.choice(TARGETS)
    labels = [y(chance) if regression else chance.choice(classes[:most]) for _ in range(n)]  # type: ignore[no-untyped-call]
    weight = chance.choice(WEIGHTS)
    rows = zip(zip(*(cells for _, cells in columns), strict=True), labels, strict=True)
    target = Continuous("y") if regression else Nominal("y", classes)
    return DataSet(tuple(a for a, _ in columns), target, tuple(Record(row, label, weight(chance)) for row, label in rows))  # type: ignore[no-untyped-call]


def policy(chance: Random, regression: bool) -> Policy:
    return Policy(
        "generated",
        "tests",
        variance_reduction if regression else chance.choice([gini_reduction, gain, gain_ratio]),
        nominal=chance.choice(
            [
                MultiwaySplit(),
                SubsetSplits(),
                SubsetSplits(),
                SubsetSplits(written_out=7),
                SubsetSplits(exhaustive=True),
                SubsetSplits(limit=5),
            ]
        ),
        ordinal=chance.choice([MultiwaySplit(), OrdinalCuts()]),
        continuous=chance.choice(
            [
                Thresholds(),
                Thresholds(midpoint, Side.BELOW),
                Thresholds(largest_not_above_midpoint),
                Thresholds(lower_end),
                Thresholds(upper_end, Side.BELOW),
            ]
        ),
        ask_once=chance.random() < 0.3,
        stop=chance.choice(
            [
                *[(pure, same_values)] * 3,
                (pure,),
                (same_values,),
                (),
                (pure, AtDepth(2)),
                (pure, FewerThan(4)),
                (pure, FewerThan(Fraction(7, 2))),
                *[(pure, same_values, no_improvement)] * 2,
            ]
        ),
        empty_branch=chance.choice(list(EmptyBranch)),
        tie=chance.choice([First(), Last()]),
        missing=chance.choice([refuse_missing, keep_missing, impute_mean, missing_as_value]),
        gap=chance.choice([Gap.REFUSE, Gap.FRACTIONS, Gap.HEAVIEST]),
    )
