"""
The table of what changes an answer and what doesn't: every policy, binning, imputation, label rule and pruning rule, under every change of
the data that may not matter.

Trees are compared by the records that go through them (tests/changed_samples.py). `python tests/invariances.py --count 10000 [ROW …]` runs
more.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice, product
from random import Random
from typing import TypeAlias

from attrs import evolve
from changed_samples import CHANGES, Row, Sample, changed, drawn, shown, written

import dtref
from dtref.errors import Undecided
from dtref.spec.growing.policy import EmptyBranch, Policy
from dtref.spec.growing.surrogates import LearnSurrogates
from dtref.spec.growing.tied_trees import trees
from dtref.spec.model.data import DataSet
from dtref.spec.model.tests import Absent
from dtref.spec.model.trees import Gap, Tree
from dtref.spec.preparation.missing import (
    FILLS,
    drop_missing,
    flag_missing,
    impute_mean,
    impute_median,
    impute_mode,
    keep_missing,
    missing_as_value,
)
from dtref.spec.presets import chaid_policy
from dtref.spec.pruning.cost_complexity import cost_complexity
from dtref.spec.pruning.description import TreeCode, attribute_only, minimum_description
from dtref.spec.pruning.error_based import error_based
from dtref.spec.pruning.pessimistic import pessimistic, pessimistic_within_error
from dtref.spec.pruning.records_at_nodes import Charge
from dtref.spec.pruning.reduced_error import best_node_first, best_node_first_by, reduced_error, reduced_error_by
from dtref.spec.pruning.subtree_raising import Largest, error_based_raising, error_based_raising_by
from dtref.spec.split.by_name import CRITERIA
from dtref.spec.split.candidates import SubsetSplits, Thresholds
from dtref.spec.split.chaid.candidates import MergedBins, MergedValues
from dtref.spec.split.chaid.merging import Merging
from dtref.spec.split.description import classes_coded
from dtref.spec.split.numeric.binning import BoundaryPoints, ClassChanges, Clusters, EqualFrequency, EqualWidth
from dtref.spec.split.numeric.placement import largest_not_above_midpoint, lower_end
from dtref.spec.split.numeric.ranges import RangesSplit, ThresholdsAt

EVEN = tuple(map(Fraction, (0, 1, 2)))
"""Numbers of which clusters tie."""
LISTABLE = 60
"""The most trees of a data set that are listed; data sets with more are drawn again."""


def grown(policy: Policy) -> Callable[[Sample], Iterator[tuple[Tree, DataSet]]]:
    return lambda sample: ((tree, sample.data) for tree in trees(sample.data, policy))


def filled(policy: Policy) -> Callable[[Sample], Iterator[tuple[Tree, DataSet]]]:
    """The trees of every way to fill cells that is as good."""

    def every(sample: Sample) -> Iterator[tuple[Tree, DataSet]]:
        fills = FILLS[policy.missing](sample.data)
        for cells in product(*fills.as_good(sample.data)):
            data = evolve(fills, fills=cells).data(sample.data)
            yield from ((tree, data) for tree in trees(data, evolve(policy, missing=keep_missing)))

    return every


def pruned(rule: Callable[[Tree, Sample], Tree], policy: Policy) -> Callable[[Sample], Iterator[tuple[Tree, DataSet]]]:
    return lambda sample: ((rule(tree, sample), sample.data) for tree in trees(sample.data, policy))


def raised_alone(tree: Tree, sample: Sample) -> Tree:
    """
    The tree with raising by the default rule, where it decides nothing: of equally large branches it takes the first, as decisions tell.
    Errors: Undecided where it had to choose.
    """
    result = error_based_raising(tree, sample.data)
    if any(decision.others for decision in result.decisions):
        raise Undecided("the branch that is raised", "one that is the largest")
    return result.tree


HEAVIEST = evolve(dtref.CART, missing=keep_missing, gap=Gap.HEAVIEST)
FRACTIONS = evolve(dtref.CART, missing=keep_missing, gap=Gap.FRACTIONS)
LOOSE_CHAID = evolve(chaid_policy(Fraction(1, 2), Fraction(1)), continuous=MergedBins(Merging(Fraction(1, 2)), ClassChanges()))


def binned(binning: object) -> Policy:
    return evolve(dtref.HUNT, missing=keep_missing, gap=Gap.HEAVIEST, continuous=RangesSplit(binning))  # type: ignore[arg-type]


def cut_at(binning: object) -> Policy:
    return evolve(HEAVIEST, continuous=ThresholdsAt(binning))  # type: ignore[arg-type]


CODE = TreeCode(classes_coded(), attribute_only)


ROWS: Mapping[str, Row] = {
    # presets
    **{name: Row(grown(policy), gaps="asked") for name, policy in {"HUNT": dtref.HUNT, "ID3": dtref.ID3, "CART": dtref.CART}.items()},
    "CART_TWOING": Row(grown(dtref.CART_TWOING), gaps="asked"),
    "SLIQ": Row(grown(dtref.SLIQ), gaps="asked"),
    "SPRINT": Row(grown(dtref.SPRINT), gaps="asked"),
    "MAJORITY": Row(grown(dtref.MAJORITY), gaps="asked"),
    "SCIKIT_LEARN": Row(grown(dtref.SCIKIT_LEARN), gaps="asked", kinds="ccc"),
    "OBLIQUE": Row(grown(dtref.OBLIQUE), gaps="asked"),
    "REGRESSION_TREE": Row(grown(dtref.REGRESSION_TREE), gaps="asked", regression=True),
    "C45": Row(grown(dtref.C45), no=("mirrored",)),
    "C45_GAIN": Row(grown(dtref.C45_GAIN), no=("mirrored",)),
    "C45_GAIN_RATIO": Row(grown(dtref.C45_GAIN_RATIO), no=("mirrored",)),
    "CART_SURROGATES": Row(grown(dtref.CART_SURROGATES)),
    "RPART": Row(grown(dtref.RPART)),
    "CHAID": Row(grown(LOOSE_CHAID), gaps="nominal"),
    # rules for missing values
    "heaviest": Row(grown(HEAVIEST)),
    "fractions": Row(grown(FRACTIONS)),
    "one surrogate": Row(grown(evolve(dtref.CART_SURROGATES, gap=LearnSurrogates(1)))),
    "heaviest, multiway": Row(grown(evolve(dtref.ID3, missing=keep_missing, gap=Gap.HEAVIEST))),
    "surrogates, multiway": Row(grown(evolve(dtref.ID3, missing=keep_missing, gap=LearnSurrogates()))),
    "regression, fractions": Row(grown(evolve(dtref.REGRESSION_TREE, missing=keep_missing, gap=Gap.FRACTIONS)), regression=True),
    "drop": Row(grown(evolve(dtref.CART, missing=drop_missing)), gaps="training"),
    "value": Row(grown(evolve(dtref.CART, missing=missing_as_value)), gaps="training", kinds="nnn"),
    "flag": Row(grown(evolve(HEAVIEST, missing=flag_missing)), gaps="training"),
    "median": Row(filled(evolve(dtref.CART, missing=impute_median)), gaps="training"),
    "mode": Row(filled(evolve(dtref.CART, missing=impute_mode)), gaps="training"),
    "mean": Row(filled(evolve(dtref.CART, missing=impute_mean)), gaps="training", apart=Fraction(1, 1009)),
    # criteria
    **{
        f"criterion {name}": Row(grown(evolve(FRACTIONS, criterion=CRITERIA[name])))
        for name in ("error", "gain", "gain-ratio", "chi-square")
    },
    # binnings
    "ranges of equal width": Row(grown(binned(EqualWidth(2)))),
    "ranges of equal frequency": Row(grown(binned(EqualFrequency(2))), no=("mirrored",)),
    "ranges of clusters": Row(grown(binned(Clusters(2))), numbers=EVEN, apart=Fraction(1, 4)),
    "ranges at class changes": Row(grown(binned(ClassChanges()))),
    "ranges at boundary points": Row(grown(binned(BoundaryPoints()))),
    "cuts of equal width": Row(grown(cut_at(EqualWidth(3))), no=("mirrored",)),
    "cuts of equal frequency": Row(grown(cut_at(EqualFrequency(3))), no=("mirrored",)),
    "cuts of clusters": Row(grown(cut_at(Clusters(2))), numbers=EVEN, apart=Fraction(1, 4)),
    "cuts at class changes": Row(grown(cut_at(ClassChanges()))),
    "cuts at boundary points": Row(grown(cut_at(BoundaryPoints()))),
    "merged clusters": Row(
        grown(evolve(LOOSE_CHAID, continuous=MergedBins(Merging(Fraction(1, 2)), Clusters(2)))),
        gaps="nominal",
        numbers=EVEN,
        apart=Fraction(1, 4),
    ),
    "cuts at the lower end": Row(grown(evolve(HEAVIEST, continuous=Thresholds(lower_end))), no=("mirrored",)),
    "cuts not above the midpoint": Row(grown(evolve(HEAVIEST, continuous=Thresholds(largest_not_above_midpoint))), no=("mirrored",)),
    # label rules, absent values
    "empty branch: default class": Row(grown(evolve(dtref.ID3, empty_branch=EmptyBranch.DEFAULT_CLASS)), gaps="asked"),
    "absent: second": Row(grown(evolve(HEAVIEST, nominal=SubsetSplits(absent=Absent.SECOND))), no=("values",)),
    "absent: largest": Row(
        grown(evolve(LOOSE_CHAID, nominal=MergedValues(Merging(Fraction(1, 2)), absent=Absent.LARGEST))), no=("values",), gaps="nominal"
    ),
    # pruning rules
    "pessimistic": Row(pruned(lambda tree, _: pessimistic(tree).tree, HEAVIEST)),
    "pessimistic within an error": Row(pruned(lambda tree, _: pessimistic_within_error(tree).tree, HEAVIEST)),
    "reduced error": Row(pruned(lambda tree, s: reduced_error(tree, s.validation).tree, HEAVIEST), no=("classes",)),
    "reduced error, each": Row(pruned(lambda tree, s: reduced_error_by(Charge.EACH, tree, s.validation).tree, HEAVIEST)),
    "best node first": Row(pruned(lambda tree, s: best_node_first(tree, s.validation).tree, HEAVIEST), no=("classes",)),
    "best node first, each": Row(pruned(lambda tree, s: best_node_first_by(Charge.EACH, tree, s.validation).tree, HEAVIEST)),
    "minimum description": Row(pruned(lambda tree, _: minimum_description(tree, CODE).tree, dtref.CART), gaps="asked"),
    "error-based": Row(pruned(lambda tree, _: error_based(tree).tree, HEAVIEST)),
    "error-based, raising": Row(pruned(raised_alone, HEAVIEST)),
    "error-based, raising the least errors": Row(
        pruned(lambda tree, s: error_based_raising_by(Largest.LEAST_ERRORS, tree, s.data).tree, HEAVIEST)
    ),
    "cost-complexity": Row(pruned(lambda tree, _: cost_complexity(tree).tree_at(Fraction(1, 5)), HEAVIEST)),
}
"""The rows of the table."""


def answers(row: Row, sample: Sample) -> frozenset[Hashable] | None:
    """The set of a sample's trees; None where there are too many to list, or a rule chooses among equals and tells so."""
    try:
        listed = list(islice(row.trees(sample), LISTABLE + 1))
    except Undecided:
        return None
    return None if len(listed) > LISTABLE else frozenset(written(tree, sample, data, dropped=row is ROWS["drop"]) for tree, data in listed)


Pair: TypeAlias = tuple[Sample, Sample]
"""A sample, and the same one changed."""


def difference(chance: Random, row: Row, records: int, changes: Sequence[str]) -> Pair | bool | None:
    """A sample whose answers a change alters, with the changed one; None if these don't differ; False where too many trees tie."""
    sample = drawn(chance, row, records)
    before = answers(row, sample)
    if before is None:
        return False
    other = changed(chance, sample, changes)
    after = answers(row, other)
    return None if after == before else (sample, other)


def run(name: str, count: int, seed: int, changes: Sequence[str], sizes: Sequence[int] = (2, 3, 4)) -> tuple[int, Pair | None]:
    """How many data sets of a row were compared under some changes at once, smaller ones first, and the first pair that differs."""
    row, chance, compared = ROWS[name], Random(seed), 0
    while compared < count:
        result = difference(chance, row, sizes[compared * len(sizes) // count], changes)
        if isinstance(result, tuple):
            return compared, result
        compared += result is None
    return compared, None


def kept(name: str) -> tuple[str, ...]:
    """The changes that a row is to keep."""
    return tuple(change for change in CHANGES if change not in ROWS[name].no)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rows", nargs="*", default=list(ROWS))
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", action="store_true", help="each change alone, also those that a row need not keep")
    arguments = parser.parse_args()
    for name in arguments.rows:
        for changes in [(change,) for change in CHANGES] if arguments.each else [kept(name)]:
            start = time.process_time()
            compared, pair = run(name, arguments.count, arguments.seed, changes)
            told = f"{name:40} {'+'.join(changes)}: {compared} {'differs' if pair else 'same'}"
            print(f"{told} {time.process_time() - start:.0f} s", flush=True)
            for sample in pair or ():
                print(f"   {shown(sample)}", flush=True)


if __name__ == "__main__":
    main()
