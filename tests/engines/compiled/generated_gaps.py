"""Generated data sets with missing values, and policies that let nodes deal with them: those of `generated`, with gaps and gap rules."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from attrs import evolve
from engines.compiled.generated import ADMISSION, data_set, policy, with_weights

from dtref.spec.growing.policy import Policy
from dtref.spec.growing.stopping import (
    FewerRowsThan,
    FewerThan,
    ImprovesLessThan,
    ImprovesTreeLessThan,
    StoppingRule,
    no_improvement,
    pure,
    same_values,
)
from dtref.spec.growing.surrogates import LearnSurrogates, association, association_of_all
from dtref.spec.growing.ties import First, Last, Refuse, TieRule
from dtref.spec.model.attributes import MISSING, Attribute, Cell, Continuous, Nominal, Ordinal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.trees import Gap
from dtref.spec.preparation.missing import flag_missing, keep_missing
from dtref.spec.presets import C45, C45_GAIN_RATIO, CART_SURROGATES, RPART
from dtref.spec.split.choose import best_of_average_gain
from dtref.spec.split.criteria import error_reduction, gain, gain_ratio, gini_reduction

GAP_RULES = ("fractions", "average gain", "heaviest", "surrogates", "surrogates of numbers", "presets")
"""The rules for missing values."""


def with_gaps(chance: Random, data: DataSet) -> DataSet:
    """A data set some of whose values are missing: few or many, in a column perhaps all, of a record perhaps all."""
    share = [chance.choice([0, 0.05, 0.2, 0.2, 0.5, 0.5, 1 if chance.random() < 0.2 else 0.3]) for _ in data.attributes]
    rows = [tuple(MISSING if chance.random() < s else cell for s, cell in zip(share, r.values, strict=True)) for r in data.records]
    if chance.random() < 0.1:
        rows[0] = (MISSING,) * len(data.attributes)
    return evolve(data, records=tuple(evolve(r, values=row) for r, row in zip(data.records, rows, strict=True)))


def numbers(chance: Random) -> DataSet:
    """More records of numbers, some of which follow others: surrogates that are good, and cuts with values between their neighbours."""
    n, m, most = 60 if chance.random() < 0.05 else chance.choice([6, 10, 15, 20, 30]), chance.randint(2, 5), chance.choice([3, 10, 1000])
    hidden = [chance.random() for _ in range(n)]
    columns = [[Fraction(round(most * (h + chance.choice([0.05, 0.3, 1]) * chance.random()))) for h in hidden] for _ in range(m)]
    classes = tuple("ABC"[: chance.randint(2, 3)])
    labels = [classes[min(int(h * len(classes)), len(classes) - 1)] if chance.random() < 0.8 else chance.choice(classes) for h in hidden]
    attributes: list[Attribute] = [Continuous(f"x{j}") for j in range(m)]
    cells: list[list[Cell]] = [list(column) for column in columns]
    if chance.random() < 0.3:
        values = tuple("abcdefghijk")
        attributes[0] = Ordinal("x0", values)
        cells[0] = [values[int(10 * x / (2 * most))] for x in columns[0]]
    return DataSet(
        tuple(attributes),
        Nominal("y", classes),
        tuple(Record(row, label) for row, label in zip(zip(*cells, strict=True), labels, strict=True)),
    )


FIRST_OR_LAST: tuple[TieRule, ...] = (First(), Last())


def gap_policy(chance: Random, rule: str) -> Policy:
    """A policy with a rule for missing values, by name one of `GAP_RULES`."""
    if rule == "presets":
        return evolve(chance.choice([C45, C45, C45_GAIN_RATIO, CART_SURROGATES, RPART]), tie=chance.choice(FIRST_OR_LAST))
    rules = evolve(
        policy(chance, False),
        criterion=chance.choice([gini_reduction, gain, gain_ratio, gain_ratio, error_reduction]),
        missing=keep_missing if chance.random() < 0.9 else flag_missing,
        gap=Gap.HEAVIEST if rule == "heaviest" else Gap.FRACTIONS,
        tie=chance.choice((*FIRST_OR_LAST, *FIRST_OR_LAST, Refuse())),
    )
    if rule == "average gain":
        rules = evolve(rules, criterion=chance.choice([gain_ratio, gain_ratio, gain]), select=best_of_average_gain)
    if rule.startswith("surrogates"):
        learn = LearnSurrogates(chance.randint(0, 3), chance.choice([association, association_of_all]))
        rules = evolve(rules, gap=learn, tie=chance.choice(FIRST_OR_LAST))
    if chance.random() < 0.3:
        rules = evolve(rules, admit=tuple(chance.choice(ADMISSION)(chance) for _ in range(chance.randint(1, 2))))
    if chance.random() < 0.4:
        least = chance.choice([Fraction(1, 8), Fraction(1, 18), Fraction(1, 50), Fraction(0)])
        more: tuple[StoppingRule, ...] = (
            FewerThan(chance.choice([Fraction(2), Fraction(3), Fraction(5, 2)])),
            FewerRowsThan(chance.randint(2, 5)),
            no_improvement,
            ImprovesLessThan(least),
            ImprovesTreeLessThan(least),
        )
        rules = evolve(rules, stop=(pure, same_values, chance.choice(more)))
    return rules


def gap_pair(chance: Random, rule: str) -> tuple[DataSet, Policy]:
    """A data set with missing values and a policy that has a rule of `GAP_RULES`."""
    complete = numbers(chance) if rule == "surrogates of numbers" or chance.random() < 0.3 else data_set(chance, False)
    if chance.random() < 0.2:
        complete = with_weights(chance, complete)
    return with_gaps(chance, complete), gap_policy(chance, rule)
