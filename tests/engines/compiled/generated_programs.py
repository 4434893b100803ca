"""Generated data sets, and the policies of released programs with options of every kind that the programs take."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from random import Random

from attrs import evolve
from engines.compiled.generated import data_set, with_near_singles, with_two_classes, with_weights, within_the_bound
from engines.compiled.generated_gaps import numbers, with_gaps

import dtref
from dtref.spec.growing.policy import Policy
from dtref.spec.model.attributes import Continuous, Nominal
from dtref.spec.model.data import DataSet
from dtref.spec.programs.by_name import PROGRAMS


def _either(chance: Random, choices: Sequence[int | Fraction]) -> int | Fraction:
    return chance.choice(choices)


def _rpart(chance: Random, classes: int) -> Policy:
    prior = tuple(Fraction(i + 1, classes * (classes + 1) // 2) for i in range(classes))
    return dtref.rpart(
        split=chance.choice(["gini", "information"]),
        minsplit=chance.choice([0, 2, 4, 7, 20]),
        minbucket=chance.choice([None, 1, 2]),
        cp=Fraction(chance.choice([-100, 0, 1, 20]), 100),
        maxsurrogate=chance.choice([0, 1, 2, 5]),
        usesurrogate=chance.randint(0, 2),
        surrogatestyle=chance.randint(0, 1),
        maxdepth=chance.choice([2, 30]),
        prior=prior if chance.random() < 0.1 else None,
    )


def _scikit_learn(chance: Random, _: int) -> Policy:
    return dtref.scikit_learn(
        criterion=chance.choice(["gini", "entropy"]),
        max_depth=chance.choice([None, None, 2]),
        min_samples_split=_either(chance, [2, 2, 4, Fraction(1, 5)]),
        min_samples_leaf=_either(chance, [1, 1, 2, Fraction(1, 10)]),
        min_weight_fraction_leaf=_either(chance, [0, 0, Fraction(1, 10)]),
        min_impurity_decrease=_either(chance, [0, 0, Fraction(1, 50)]),
        class_weight=chance.choice([None, None, "balanced"]),
        ccp_alpha=_either(chance, [0, 0, Fraction(1, 50)]),
    )


def _j48(chance: Random, _: int) -> Policy:
    unpruned, least, flags = chance.random() < 0.5, chance.choice([1, 2, 2, 3]), [chance.random() < 0.5 for _ in range(3)]
    if unpruned:
        return dtref.j48(U=True, M=least, J=flags[0], O=flags[1])
    return dtref.j48(M=least, J=flags[0], O=flags[1], S=flags[2], C=chance.choice([Fraction(1, 4), Fraction(1, 10)]))


def _c45(chance: Random, _: int) -> Policy:
    return dtref.c45_release_8(m=chance.choice([1, 2, 2, 3]), g=chance.random() < 0.3, pruned=chance.random() < 0.5)


DRAWN: Mapping[str, Callable[[Random, int], Policy]] = {"rpart": _rpart, "scikit-learn": _scikit_learn, "j48": _j48, "c45-release-8": _c45}
"""The programs whose options are drawn; the others have their defaults."""

UNPRUNED: Mapping[str, Callable[[], Policy]] = {
    "reptree": lambda: dtref.reptree(P=True),
    "simple-cart": lambda: dtref.simple_cart(U=True),
}
"""Programs that dtref has without their pruning alone."""


def with_names(data: DataSet) -> DataSet:
    """A data set whose numbers are names, at most seven in a column."""
    names = tuple("abcdefg")
    attributes = tuple(Nominal(a.name, names) if isinstance(a, Continuous) else a for a in data.attributes)
    columns = [list(column) for column in zip(*(r.values for r in data), strict=True)]
    for j, a in enumerate(data.attributes):
        if isinstance(a, Continuous):
            name_of = {x: names[i % len(names)] for i, x in enumerate(sorted(set(columns[j]), key=str))}
            columns[j] = [name_of[x] for x in columns[j]]
    rows = zip(*columns, strict=True)
    return DataSet(attributes, data.target, tuple(evolve(r, values=row) for r, row in zip(data.records, rows, strict=True)))


def program_pair(chance: Random, program: str) -> tuple[DataSet, Policy]:
    """A data set, perhaps with missing values, and a policy of a program."""
    data = numbers(chance) if chance.random() < 0.6 else data_set(chance, False)
    if chance.random() < 0.15:
        data = within_the_bound(chance, data)
    if program == "scikit-learn":
        data = with_near_singles(chance, data) if chance.random() < 0.8 else data
    elif program == "weka-id3" and chance.random() < 0.9:  # which refuses numbers and gaps
        data = with_names(data)
    elif chance.random() < 0.5:
        data = with_gaps(chance, data)
    if chance.random() < 0.1:
        data = with_weights(chance, data)
    if chance.random() < 0.3:
        data = with_two_classes(data)
    drawn = DRAWN.get(program)
    return data, UNPRUNED.get(program, PROGRAMS[program])() if drawn is None else drawn(chance, len(data.classes))
