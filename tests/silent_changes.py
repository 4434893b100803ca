"""
Choices that nobody is told of: cases with one tree, no tied node and no rule named, changed in what may not matter, as in "the first wins
silently". Right: the same tree, in every case.

`python tests/silent_changes.py` counts as many cases of each rule as were counted before each choice was told. Then differed 82 of 1,753
(surrogates), 451 of 2,206 (the heaviest branch), 89 of 800 (clusters), 9 and 214 of 1,346 (raising, reduced error).
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from fractions import Fraction
from random import Random
from typing import TypeAlias

from attrs import evolve, frozen
from changed_samples import Row, Sample, changed, drawn, shown, written
from invariance_rows import EVEN, HEAVIEST, binned

import dtref
from dtref.engines.tied_trees import count_trees
from dtref.spec.growing.policy import Policy
from dtref.spec.model.optima import count_tests
from dtref.spec.model.trees import Branch, Gap, Tree, nodes
from dtref.spec.preparation.missing import keep_missing
from dtref.spec.pruning.reduced_error import reduced_error
from dtref.spec.pruning.subtree_raising import error_based_raising
from dtref.spec.split.numeric.binning import Clusters

Result: TypeAlias = "tuple[Tree, bool]"
"""A tree, and whether the result tells of a choice among equals."""


def grown(policy: Policy) -> Callable[[Sample], Result]:
    def result(sample: Sample) -> Result:
        tree = dtref.grow(sample.data, policy)
        return tree, tied(tree) or count_trees(sample.data, policy) > 1

    return result


def tied(tree: Tree) -> bool:
    return any(isinstance(node, Branch) and count_tests(node.optima) > 1 for node in nodes(tree))


def raised(sample: Sample) -> Result:
    tree = dtref.grow(sample.data, MULTIWAY)
    result = error_based_raising(tree, sample.data)
    return result.tree, tied(tree) or any(decision.others for decision in result.decisions)


def reduced(sample: Sample) -> Result:
    tree = dtref.grow(sample.data, HEAVIEST)
    result = reduced_error(tree, sample.validation)
    return result.tree, tied(tree) or bool(result.by_rule)


MULTIWAY = evolve(dtref.ID3, missing=keep_missing, gap=Gap.HEAVIEST)
PLAIN = Row(lambda _: iter(()))
CLUSTERS = Row(lambda _: iter(()), numbers=EVEN, apart=Fraction(1, 4))


@frozen
class Rule:
    """A rule that chooses: the result of a sample, how samples are drawn, what may not matter, sizes, and how many cases are counted."""

    result: Callable[[Sample], Result]
    row: Row
    changes: tuple[str, ...]
    sizes: tuple[int, int]
    cases: int


RULES: Mapping[str, Rule] = {
    "CART_SURROGATES": Rule(grown(dtref.CART_SURROGATES), PLAIN, ("columns",), (4, 12), 1753),
    "RPART": Rule(grown(dtref.RPART), PLAIN, ("columns",), (4, 12), 1753),
    "Gap.HEAVIEST": Rule(grown(HEAVIEST), PLAIN, ("values", "mirrored"), (4, 12), 2206),
    "RangesSplit(Clusters(2))": Rule(grown(binned(Clusters(2))), CLUSTERS, ("mirrored",), (4, 12), 800),
    "error_based_raising": Rule(raised, PLAIN, ("values",), (8, 24), 1346),
    "reduced_error": Rule(reduced, PLAIN, ("classes",), (8, 24), 1346),
}


def silent(name: str, cases: int, seed: int) -> tuple[int, list[tuple[Sample, Sample]]]:
    """How many samples were drawn until so many told of no choice, and of these the pairs with different trees."""
    rule, chance, counted, samples, different = RULES[name], Random(seed), 0, 0, []
    while counted < cases:
        sample = drawn(chance, rule.row, chance.randint(*rule.sizes))
        samples += 1
        tree, told = rule.result(sample)
        if told:
            continue
        counted += 1
        other = changed(chance, sample, rule.changes)
        other_tree, other_told = rule.result(other)
        if other_told or written(tree, sample, sample.data) != written(other_tree, other, other.data):
            different.append((sample, other))
    return samples, different


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    for name, rule in RULES.items():
        samples, different = silent(name, rule.cases, parser.parse_args().seed)
        print(f"{name:28} {'+'.join(rule.changes):16} {rule.cases} of {samples} samples: {len(different)} silent changes", flush=True)
        for pair in different[:3]:
            print(*(f"   {shown(sample)}" for sample in pair), sep="\n", flush=True)


if __name__ == "__main__":
    main()
