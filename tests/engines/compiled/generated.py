"""Generated data sets and policies of every kind that the fast engine covers, and of some that it leaves to the specification."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import TypeVar

from attrs import evolve

from dtref.spec.growing.admission import Admission, EveryBranchHas, EveryBranchHasRows, TwoBranchesHave
from dtref.spec.growing.policy import EmptyBranch, Policy
from dtref.spec.growing.stopping import (
    AtDepth,
    FewerRowsThan,
    FewerThan,
    ImprovesLessThan,
    ImprovesTreeLessThan,
    no_improvement,
    pure,
    same_values,
)
from dtref.spec.growing.surrogates import LearnSurrogates, association, association_of_all
from dtref.spec.growing.ties import First, Last, Refuse, TieRule
from dtref.spec.model.attributes import MISSING, Attribute, Cell, Continuous, Nominal, Ordinal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.tests import Side
from dtref.spec.model.trees import Gap
from dtref.spec.preparation.missing import impute_mean, keep_missing, missing_as_value, refuse_missing
from dtref.spec.split.association import chi_square, g_statistic
from dtref.spec.split.candidates import MultiwaySplit, Offer, OrdinalCuts, SubsetSplits, Thresholds
from dtref.spec.split.choose import best_of_average_gain, best_or_stuck, nothing
from dtref.spec.split.criteria import error_reduction, gain, gain_ratio, gini_reduction, variance_reduction
from dtref.spec.split.missing_gain import gain_over_all, gain_over_all_unscaled
from dtref.spec.split.numeric.placement import largest_not_above_midpoint, lower_end, midpoint, upper_end
from dtref.spec.split.numeric.single_precision import FEATURE_THRESHOLD, ThresholdsApart
from dtref.spec.split.separation import class_separation, twoing
from dtref.spec.split.square_roots import dkm_reduction, hellinger_distance

T = TypeVar("T")
Drawn = Callable[[Random], T]

WEIGHTS: tuple[Drawn[Fraction], ...] = (
    *[lambda _: Fraction(1)] * 4,
    lambda chance: Fraction(chance.randint(1, 3)),
    lambda chance: Fraction(chance.choice([1, 10**6])),
    lambda chance: Fraction(chance.choice([1, 10**30])),
    lambda _: Fraction(1, 2),
)

TARGETS: tuple[Drawn[Fraction], ...] = (
    lambda chance: Fraction(chance.randint(0, 3)),
    lambda chance: Fraction(chance.randint(-9, 9), chance.randint(1, 5)),
    lambda chance: Fraction(chance.gauss(0, 1)),
    lambda chance: Fraction(chance.choice([10**40, 1, 0])) + Fraction(1, chance.choice([3, 7, 10**30])),
)


def size(chance: Random) -> int:
    """How many records: mostly few, as the specification takes longer by more than their number; sometimes forty."""
    return 40 if chance.random() < 0.03 else chance.choice([1, 2, 3, 5, 5, 8, 8, 12, 12, 20])


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
    n = size(chance)
    columns = [column(chance, f"a{j}", n) for j in range(chance.randint(1, 4))]
    if chance.random() < 0.2:
        columns.append((evolve(columns[0][0], name="copy"), columns[0][1]))
    if chance.random() < 0.05:
        columns[0] = (columns[0][0], [MISSING if chance.random() < 0.2 else cell for cell in columns[0][1]])
    classes = tuple("ABCD"[: chance.randint(1, 4)])
    most = chance.randint(1, len(classes))
    y = chance.choice(TARGETS)
    labels = [y(chance) if regression else chance.choice(classes[:most]) for _ in range(n)]
    weight = chance.choice(WEIGHTS)
    rows = zip(zip(*(cells for _, cells in columns), strict=True), labels, strict=True)
    target = Continuous("y") if regression else Nominal("y", classes)
    return DataSet(tuple(a for a, _ in columns), target, tuple(Record(row, label, weight(chance)) for row, label in rows))


NOMINAL: tuple[Offer, ...] = (
    MultiwaySplit(),
    SubsetSplits(),
    SubsetSplits(),
    SubsetSplits(written_out=7),
    SubsetSplits(exhaustive=True),
    SubsetSplits(limit=5),
)

ORDINAL: tuple[Offer, ...] = (MultiwaySplit(), OrdinalCuts())

TIES: tuple[TieRule, ...] = (First(), Last())


def policy(chance: Random, regression: bool) -> Policy:
    return Policy(
        "generated",
        "tests",
        variance_reduction if regression else chance.choice([gini_reduction, gain, gain_ratio]),
        nominal=chance.choice(NOMINAL),
        ordinal=chance.choice(ORDINAL),
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
        tie=chance.choice(TIES),
        missing=chance.choice([refuse_missing, keep_missing, impute_mean, missing_as_value]),
        gap=chance.choice([Gap.REFUSE, Gap.FRACTIONS, Gap.HEAVIEST]),
    )


def near_singles(chance: Random, n: int) -> list[Cell]:
    """Numbers around which floats of single precision are 2^-23 apart, or the cuts of scikit-learn 10^-7."""
    near = chance.choice([Fraction(0), Fraction(1), Fraction(-3), Fraction(1, 10**7), Fraction(2**20)])
    step = chance.choice([Fraction(1, 2**24), Fraction(1, 10**7), Fraction(1, 3 * 10**7), Fraction(1, 2**60)])
    return [near + step * chance.randint(0, 5) for _ in range(n)]


def with_near_singles(chance: Random, data: DataSet) -> DataSet:
    """A data set with numbers in the place of all attributes, some of them too near to be cut apart."""
    columns = [
        near_singles(chance, len(data)) if chance.random() < 0.7 else [Fraction(chance.randint(0, 3)) for _ in data]
        for _ in data.attributes
    ]
    rows = zip(*columns, strict=True)
    attributes = tuple(Continuous(a.name) for a in data.attributes)
    return DataSet(attributes, data.target, tuple(evolve(r, values=row) for r, row in zip(data.records, rows, strict=True)))


def with_weights(chance: Random, data: DataSet) -> DataSet:
    """A data set with weights that are fractions, decimals or doubles."""
    weights: tuple[Callable[[], Fraction], ...] = (
        lambda: Fraction(chance.randint(1, 9), chance.choice([1, 2, 3, 10])),
        lambda: Fraction(chance.randint(1, 99), 10**9),
        lambda: Fraction(chance.randint(1, 5) * 2.0**-40),
        lambda: Fraction(chance.choice([2, 3, 4]) * 10**30),
    )
    weight = chance.choice(weights)
    return evolve(data, records=tuple(evolve(r, weight=weight()) for r in data.records))


def with_wide_weights(chance: Random, data: DataSet) -> DataSet:
    """A data set with weights whose sums need more than 31 bits, or more than 62."""
    few = [Fraction(chance.random()) + Fraction(1, 4) for _ in range(chance.randint(2, 4))]
    weights: tuple[Callable[[], Fraction], ...] = (
        lambda: chance.choice(few),
        lambda: Fraction(chance.random()) + Fraction(1, 1000),
        lambda: Fraction(chance.randint(1, 10**11)),
        lambda: Fraction(chance.choice([2**31, 2**31 + 1, 2**32])),
        lambda: Fraction(chance.randint(1, 3), chance.choice([10**9 + 7, 10**9 + 9, 998244353])),
        lambda: Fraction(chance.randint(1, 10**20), 10**20 + 39),
    )
    weight = chance.choice(weights)
    return evolve(data, records=tuple(evolve(r, weight=weight()) for r in data.records))


def with_weights_at_the_limit(chance: Random, data: DataSet) -> DataSet:
    """A data set with weights a unit or a few apart, whose sum is next to the greatest that is exact, or multiplied in integers."""
    most, apart = chance.choice([2**62, 2**62, 2**31]) // max(1, len(data)), chance.choice([1, 1, 3])
    return evolve(data, records=tuple(evolve(r, weight=Fraction(most - chance.randint(0, apart))) for r in data.records))


def within_the_bound(chance: Random, data: DataSet) -> DataSet:
    """
    One column of a data set with large weights a few units apart, and a copy of it in which two records of a class have changed places:
    tests of the two differ by less than doubles tell. Data in which nothing can change are drawn again.
    """
    most = chance.choice([2**31, 2**55, 2**62]) // len(data) - 3
    column = [r.values[0] for r in data.records]
    alike = [(i, j) for i, r in enumerate(data) for j, s in enumerate(data) if r.label == s.label and column[i] != column[j]]
    if not alike or len({r.label for r in data.records}) == 1:
        return within_the_bound(chance, data_set(chance, regression=False))
    swapped = chance.choice(alike)
    nearly = [column[sum(swapped) - i] if i in swapped else cell for i, cell in enumerate(column)]
    weights = [most + (i == swapped[0]) + chance.choice([0, 0, 0, 2]) for i in range(len(data))]
    rows = zip(data.records, column, nearly, weights, strict=True)
    attributes = (data.attributes[0], evolve(data.attributes[0], name="nearly"))
    return DataSet(attributes, data.target, tuple(Record((x, z), r.label, Fraction(w)) for r, x, z, w in rows))


LEAST: tuple[int | Fraction, ...] = (1, 2, 3, Fraction(5, 2))
LEAST_OF_TWO: tuple[int | Fraction, ...] = (1, 2, 3, Fraction(1, 3))

ADMISSION: tuple[Drawn[Admission], ...] = (
    lambda chance: EveryBranchHas(chance.choice(LEAST)),
    lambda chance: EveryBranchHasRows(chance.randint(1, 4)),
    lambda chance: TwoBranchesHave(chance.choice(LEAST_OF_TWO)),
)

CRITERIA_OF_CLASSES = (
    error_reduction,
    chi_square,
    g_statistic,
    twoing,
    class_separation,
    dkm_reduction,
    hellinger_distance,
    gain_over_all,
    gain_over_all_unscaled,
)


def with_rule(chance: Random, rule: str, rules: Policy) -> Policy:
    """A policy with one of the rules that the engine covers: by name, those of `RULES`."""
    match rule:
        case "apart":
            return evolve(rules, continuous=ThresholdsApart(chance.choice([FEATURE_THRESHOLD, Fraction(0), Fraction(1, 2**22)])))
        case "average gain" | "average gain of wide weights":
            return evolve(rules, criterion=chance.choice([gain_ratio, gain_ratio, gain]), select=best_of_average_gain)
        case "admission":
            return evolve(rules, admit=tuple(chance.choice(ADMISSION)(chance) for _ in range(chance.randint(1, 2))))
        case "rows":
            return evolve(rules, stop=(*rules.stop, FewerRowsThan(chance.randint(2, 6))))
        case "refuse":
            return evolve(rules, tie=Refuse())
        case "stuck":
            return evolve(rules, select=best_or_stuck)
        case "nothing":
            return evolve(rules, select=nothing)
        case "surrogates":
            gap = LearnSurrogates(chance.randint(1, 3), chance.choice([association, association_of_all]))
            return evolve(rules, gap=gap, missing=keep_missing)
        case "improvement":
            improves = ImprovesLessThan if chance.random() < 0.6 else ImprovesTreeLessThan
            least = chance.choice([Fraction(1, 8), Fraction(1, 18), Fraction(1, 50), Fraction(chance.random() / 4), Fraction(0)])
            return evolve(rules, stop=(*rules.stop, improves(least)))
        case "wide weights" | "weights at the limit" | "within the bound":
            some = chance.choice([(pure, same_values), (pure, same_values, no_improvement), (pure, ImprovesLessThan(Fraction(1, 20)))])
            nominal: tuple[Offer, ...] = (MultiwaySplit(), SubsetSplits(exhaustive=True))
            return evolve(rules, stop=some, nominal=chance.choice(nominal))
        case "no improvement":
            return evolve(rules, stop=(pure, same_values, no_improvement), nominal=MultiwaySplit())
        case _:
            return rules


RULES = (
    *("apart", "average gain", "admission", "rows", "refuse", "stuck", "nothing", "surrogates", "improvement", "no improvement"),
    *("weights", "wide weights", "average gain of wide weights", "weights at the limit", "within the bound"),
    *(criterion.name for criterion in CRITERIA_OF_CLASSES),
)


def pair(chance: Random, rule: str) -> tuple[DataSet, Policy]:
    """A data set and a policy that has a rule of `RULES`."""
    of_classes = (
        "wide weights" in rule
        or rule in {"average gain", "within the bound"}
        or rule in {criterion.name for criterion in CRITERIA_OF_CLASSES}
    )
    regression = not of_classes and chance.random() < 0.25
    data, rules = data_set(chance, regression), with_rule(chance, rule, policy(chance, regression))
    if isinstance(rules.gap, LearnSurrogates) and not rules.gap.fits(len(data.attributes)):
        rules = evolve(rules, gap=evolve(rules.gap, most=None))
    if rule == "apart":
        data = with_near_singles(chance, data)
    if rule == "weights" or (rule == "admission" and chance.random() < 0.3):
        data = with_weights(chance, data)
    if "wide weights" in rule:
        data = with_wide_weights(chance, data)
    if rule == "weights at the limit":
        data = with_weights_at_the_limit(chance, data)
    if rule == "within the bound":
        data = within_the_bound(chance, data)
    if rule in {criterion.name for criterion in CRITERIA_OF_CLASSES} or (
        rule in {"wide weights", "within the bound"} and chance.random() < 0.3
    ):
        rules = evolve(rules, criterion=next((c for c in CRITERIA_OF_CLASSES if c.name == rule), chance.choice(CRITERIA_OF_CLASSES)))
        if rules.criterion.two_classes:
            data = with_two_classes(data)
    return data, rules


def with_two_classes(data: DataSet) -> DataSet:
    """A data set whose classes beyond the second become the first."""
    target = Nominal(data.target.name, data.classes[:2])
    return DataSet(
        data.attributes, target, tuple(evolve(r, label=r.label if r.label in target.values else target.values[0]) for r in data.records)
    )
