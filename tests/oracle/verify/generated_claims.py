"""Generated trees of cuts that claim to be grown from a data set: some as the algorithm does, others with every kind of mistake."""

from __future__ import annotations

from fractions import Fraction
from itertools import count
from random import Random

from attrs import evolve

from dtref.engines.filter.filtered import filtered_hunt
from dtref.exact.number import as_double, doubles
from dtref.io.foreign.tree import Cut, ForeignNode, ForeignTree, Program, Setting, branch_taken
from dtref.spec.growing.hunt import Hunt, Node
from dtref.spec.growing.policy import Decision, Policy
from dtref.spec.model.attributes import ABSENT, Continuous, Width
from dtref.spec.model.counts import Weighted, statistic
from dtref.spec.model.data import DataSet
from dtref.spec.model.tests import Side, Threshold
from dtref.spec.split.impurity import entropy, gini, variance

SETTINGS: tuple[dict[str, str], ...] = (
    {},
    {},
    {"criterion": "gini"},
    {"criterion": "entropy"},
    {"criterion": "squared_error"},
    {"max_depth": "2"},
    {"min_samples_split": "4"},
    {"min_samples_leaf": "2"},
    {"min_impurity_decrease": "0.05"},
    {"ccp_alpha": "0.01"},
    {"splitter": "random"},
    {"max_features": "1"},
    {"class_weight": "balanced"},
    {"max_leaf_nodes": "3"},
)


def claimed_tree(chance: Random, data: DataSet, policy: Policy) -> ForeignTree:
    """A tree of cuts; at most nodes the algorithm's own decision, else any cut or a leaf. Claims are right or wrong."""
    recursion = filtered_hunt(data, policy)
    numeric = [a for a, attribute in enumerate(recursion.training.attributes) if isinstance(attribute, Continuous)]
    faithful, depth, width = chance.choice([1, 0.9, 0.6]), chance.choice([2, 4, 7]), chance.choice([*Width, Width.DECIMAL])
    places = count()

    def node(rows: tuple[int, ...], level: int) -> ForeignNode:
        here = Node(rows, tuple(range(len(recursion.training.attributes))), (), None, level if policy.counts_levels else 0)
        decision = recursion.decide(here)
        ask = _ask(chance, recursion, rows, decision, numeric, faithful, width) if level < depth else None
        place = str(next(places)) if chance.random() < 0.9 else ""
        claims = _claims(chance, recursion, rows, decision)
        if ask is None:
            return evolve(claims, place=place)
        column = recursion.training.column(ask.attribute)
        codes, levels = recursion.columns.codes[column], recursion.columns.levels[column]
        parts = [tuple(r for r in rows if codes[r] != ABSENT and branch_taken(ask, levels[codes[r]]) == branch) for branch in (0, 1)]
        return evolve(claims, place=place, ask=ask, children=tuple(node(part, level + 1) for part in parts))

    settings = chance.choice(SETTINGS)
    program = chance.choice([Program.SCIKIT_LEARN, Program.SCIKIT_LEARN, Program.OTHER, Program.RPART])
    return ForeignTree(
        node(tuple(range(len(data))), 0),
        "generated",
        columns=tuple(a.name for a in data.attributes) if chance.random() < 0.5 else (),
        settings=tuple(Setting(name, value) for name, value in settings.items()),
        program=program,
    )


def _ask(  # noqa: PLR0913, PLR0917 - what a question is drawn from
    chance: Random, recursion: Hunt, rows: tuple[int, ...], decision: Decision, numeric: list[int], faithful: float, width: Width
) -> Cut | None:
    missing = chance.choice([None, 0, 1])
    if chance.random() < faithful:
        cuts = [optimum for optimum in decision.optima if isinstance(optimum, Threshold)]
        if not cuts:
            return None
        best = chance.choice(cuts)
        # anywhere between the neighbours, also at the one that stays on its side
        where = chance.choice([Fraction(0), Fraction(1, 2), Fraction(1, 3)])
        return Cut(best.attribute.name, best.lower + where * (best.upper - best.lower), Side.AT_MOST, width, missing)
    if not numeric or chance.random() < 0.3:
        return None
    a = chance.choice(numeric)
    levels = [x for x in recursion.columns.levels[a] if isinstance(x, Fraction)]
    near = [levels[recursion.columns.codes[a][r]] for r in rows] or levels
    shift = chance.choice([Fraction(0), Fraction(1, 2), Fraction(-1), Fraction(1, 2**60)])
    return Cut(recursion.training.attributes[a].name, chance.choice(near) + shift, chance.choice(list(Side)), width, missing)


def _claims(chance: Random, recursion: Hunt, rows: tuple[int, ...], decision: Decision) -> ForeignNode:
    counts = statistic(recursion.columns, Weighted(rows))
    regression, wrong = recursion.regression, chance.random() < 0.15
    labels = decision.labels
    label = chance.choice(labels) if labels else None
    if isinstance(label, Fraction):
        label = (
            Fraction(float(label))
            if chance.random() < 0.8
            else label + chance.choice([Fraction(1, 10**9), Fraction(1), Fraction(1, 2**52)])
        )
    elif not regression and chance.random() < 0.1:
        label = chance.choice(recursion.training.classes)
    impurities = [variance] if regression else [gini, entropy]
    claimed = None
    if rows and chance.random() < 0.7:
        value = as_double(chance.choice(impurities).of(doubles(counts)))
        claimed = None if value is None else Fraction(value) + chance.choice([*[Fraction(0)] * 6, Fraction(1, 2**49), Fraction(1, 10)])
    by_class = tuple(zip(() if regression else recursion.training.classes, map(Fraction, counts), strict=False))
    if wrong and by_class:
        by_class = ((by_class[0][0], by_class[0][1] + 1), *by_class[1:])
    weight = Fraction(counts[0] if regression else sum(counts))
    return ForeignNode(
        "",
        label=label,
        counts=by_class if not regression and chance.random() < 0.8 else None,
        records=chance.choice([None, weight, weight + wrong]),
        rows=chance.choice([None, Fraction(len(rows)), Fraction(len(rows) + wrong)]),
        errors=None if regression or chance.random() < 0.8 else weight - max(map(Fraction, counts), default=Fraction(0)) + wrong,
        impurity=claimed,
    )
