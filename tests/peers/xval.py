"""
rpart's cross-validation, `xerror` and `xstd`, for groups that it is given, beside `by_cross_validation` with the very trees that it grows.

Source of rpart: `src/xval.c`, `rundown.c`. Its alphas are totals, carried to a fold by the share of the records there, so they are dtref's.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random

from attrs import frozen
from peers.cost_complexity import near, tree_of
from peers.cptable import Fit, complexities, double, fits, numbers, tree
from peers.library import (
    Continuous,
    DataSet,
    Leaf,
    Number,
    Path,
    Record,
    Rows,
    Side,
    Step,
    Threshold,
    Tree,
    by_cross_validation,
    changes,
    children,
    compare,
    cost_complexity,
    losses_along,
    misclassified,
    nodes,
    number,
    take,
    weight,
)
from peers.samples import part

FOLDS = 5


def as_doubles(data: DataSet) -> DataSet:
    """The continuous columns, each number as the double that rpart is given."""
    kept = part(data, Continuous)
    rows = [(tuple(Fraction(float(cell)) for cell in r.values if isinstance(cell, Fraction)), r.label) for r in kept]
    return DataSet(kept.attributes, kept.target, tuple(Record(values, label) for values, label in rows))


def with_tests(data: DataSet, fit: Fit) -> Tree:
    """The tree of an object fitted to continuous columns, with its tests: x < index goes left, or right where `ncat` is positive."""
    at = {k: i for i, k in enumerate(numbers(fit))}
    inner = [(k, i) for k, i in at.items() if fit["var"][i] != "<leaf>"]
    below, tests = {}, {}
    for (k, i), row in zip(inner, fit["splits"], strict=True):
        _, ncat, _, index, _ = map(double, row)
        attribute = data.attributes[int(fit["var"][i].removeprefix("a"))]
        assert isinstance(attribute, Continuous)
        below[i] = (at[2 * k], at[2 * k + 1]) if ncat < 0 else (at[2 * k + 1], at[2 * k])
        tests[i] = Threshold(attribute, index - 1, index, index, Side.BELOW)
    return tree_of([node.counts for node in nodes(tree(data, fit))], below, tests)


def rpart_path(tree: Tree) -> Path:
    """The sequence that rpart's `complexities` make, in the form of dtref's."""
    n, risks = weight(tree), [near(misclassified(node)) for node in nodes(tree)]
    critical: list[Number | None] = []
    waiting: list[tuple[Tree, Fraction | None]] = [(tree, None)]
    for complexity in complexities(tree, risks, Fraction(0)):
        node, above = waiting.pop()
        alpha = complexity / n
        cut = not isinstance(node, Leaf) and (above is None or alpha < above)
        critical.append(number(alpha) if cut else None)
        waiting.extend((child, alpha if cut else above) for child in reversed(children(node)))
    risk, by_risk = changes(tree, critical, [r / n for r in risks])
    leaves, by_leaves = changes(tree, critical, [1] * len(risks))
    steps = []
    for alpha in sorted({Fraction(0), *(near(c) for c in critical if c is not None)}):
        weakest = tuple(i for i, c in enumerate(critical) if c == alpha)
        risk, leaves = risk + sum(by_risk[i] for i in weakest), leaves + sum(by_leaves[i] for i in weakest)
        steps.append(Step(number(alpha), leaves, number(risk), weakest))
    return Path(tree, tuple(steps), tuple(critical))


def losses_of(path: Path, folds: Sequence[tuple[Path, DataSet]]) -> tuple[Fraction, ...]:
    """For each tree of a sequence the errors of the folds' trees at sqrt(alpha_k alpha_(k+1)), on the records that they don't have."""
    found = [Fraction(0)] * len(path.steps)
    for fold, held_out in folds:
        losses = losses_along(fold, held_out)
        for k, step in enumerate(path.steps):
            above = path.steps[k + 1 :][:1]
            here = [i for i, s in enumerate(fold.steps) if all(compare(s.alpha * s.alpha, step.alpha * up.alpha) <= 0 for up in above)]
            found[k] += losses[max(here)]
    return tuple(found)


@frozen(eq=False)
class Validated:
    """
    Errors and their standard errors, in records, from the largest tree to the smallest: what rpart reports, what its own sequences give,
    and dtref's. departing: whether any of its sequences is not the exact one. chosen: the leaves of the 1-SE tree, theirs and dtref's.
    """

    reported: tuple[Fraction, ...]
    spread: tuple[Fraction, ...]
    theirs: tuple[Fraction, ...]
    exact: tuple[Fraction, ...]
    departing: bool
    chosen: tuple[int, int]


def validated(data: DataSet, groups: Sequence[int]) -> Validated:
    """rpart's cross-validation of its Gini tree, and dtref's."""
    (fit,) = fits(data, ["gini"], [0], groups)
    tests: list[Rows] = [tuple(i for i, g in enumerate(groups) if g == k) for k in range(1, FOLDS + 1)]
    rests = [take(data, tuple(i for i, g in enumerate(groups) if g != k)) for k in range(1, FOLDS + 1)]
    grown = [with_tests(data, fit), *(with_tests(rest, fold) for rest, fold in zip(rests, fit["folds"], strict=True))]
    trees = iter(grown)
    found = by_cross_validation(data, lambda _: next(trees), tests)
    path, *folds = (rpart_path(each) for each in grown)
    exact_paths = [cost_complexity(each) for each in grown]
    root = near(misclassified(grown[0]))
    rows = [[double(x) * root for x in row] for row in reversed(fit["cptable"])]
    errors, spread = [row[3] for row in rows], [row[4] for row in rows]
    best = min(range(len(rows)), key=lambda k: (errors[k], -k))
    within = max(k for k in range(len(rows)) if errors[k] <= errors[best] + spread[best])
    return Validated(
        tuple(errors),
        tuple(spread),
        losses_of(path, [(fold, take(data, held)) for fold, held in zip(folds, tests, strict=True)]),
        found.losses,
        any(ours.critical != theirs.critical for ours, theirs in zip(exact_paths, (path, *folds), strict=True)),
        (path.steps[within].leaves, found.path.steps[found.within_one_standard_error].leaves),
    )


def depends_on_order(data: DataSet, groups: Sequence[int]) -> bool:
    """Whether rpart grows a tree with other errors from the records of some fold, shuffled."""
    (fit,) = fits(data, ["gini"], [0])
    path = rpart_path(with_tests(data, fit))
    for k in range(1, FOLDS + 1):
        rest = [i for i, g in enumerate(groups) if g != k]
        held = take(data, tuple(i for i, g in enumerate(groups) if g == k))
        orders = [take(data, tuple(Random(seed).sample(rest, len(rest)))) for seed in range(4)]
        grown = [with_tests(order, *fits(order, ["gini"], [0])) for order in orders]
        if len({losses_of(path, [(rpart_path(tree), held)]) for tree in grown}) > 1:
            return True
    return False
