"""Pruning by predicted errors in arrays: the trees of the specification, bounds that hold, and what doubles can't tell decided exactly."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from random import Random
from typing import cast

import pytest
from attrs import evolve

import dtref
from dtref.exact.enclosure import Decidable, Enclosure, enclose
from dtref.exact.number import Number
from dtref.spec.growing import hunt
from dtref.spec.growing.policy import Policy
from dtref.spec.model.data import DataSet
from dtref.spec.model.trees import Branch, Leaf, nodes, weight
from dtref.spec.pruning.error_based import Estimate
from dtref.spec.pruning.released_estimates import j48_errors, release_8_errors
from dtref.spec.pruning.steps import ErrorBased
from dtref.spec.pruning.subtree_raising import Released

pytest.importorskip("numpy")
pytest.importorskip("numba")

from engines.compiled.generated_pruning import LEVELS, PRUNED_PROGRAMS, pruning_pair
from engines.compiled.many_pairs import outcome
from engines.compiled.outcomes import UNCOVERED

from dtref.engines.compiled.gaps import pruned_trees, pruning
from dtref.engines.compiled.gaps.exact_pruning import ExactPruning
from dtref.engines.compiled.gaps.gap_trees import GapGrown
from dtref.engines.compiled.kernels.layout import Ints
from dtref.engines.compiled.kernels.predicted_errors import errors_of_weights
from dtref.engines.compiled.kernels.prune_layout import PruneRules, Pruning

PAIRS = 12


def test_a_step_is_given_in_arrays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ErrorBased, "__call__", _refuse)
    assert len(list(nodes(dtref.grow(*pruning_pair(Random("j48 0"), "j48"), engine="fast")))) > 0


def _refuse(*_: object) -> None:
    raise AssertionError("the specification prunes")


@pytest.mark.parametrize("program", PRUNED_PROGRAMS)
def test_trees_are_pruned_as_by_the_specification(program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    specification, seeds = ErrorBased.__call__, iter(range(200))
    cut = 0
    for data, rules in _covered(program, seeds):
        monkeypatch.setattr(ErrorBased, "__call__", _refuse)
        tree = dtref.grow(data, rules, engine="fast")
        monkeypatch.setattr(ErrorBased, "__call__", specification)
        wanted = hunt.grow(data, rules)
        assert tree == wanted
        assert hash(tree) == hash(wanted)
        cut += len(list(nodes(tree))) < len(list(nodes(hunt.grow(data, evolve(rules, pruning=())))))
    assert cut > PAIRS // 3


def _covered(program: str, seeds: Iterator[int]) -> Iterator[tuple[DataSet, Policy]]:
    """Pairs that the fast engine covers."""
    found = 0
    while found < PAIRS:
        data, rules = pruning_pair(Random(f"{program} {next(seeds)}"), program)
        tree = outcome(partial(dtref.grow, data, evolve(rules, pruning=()), engine="fast"))
        if not (isinstance(tree, str) and tree.startswith(UNCOVERED)):
            found += 1
            yield data, rules


@pytest.mark.parametrize("program", PRUNED_PROGRAMS)
def test_what_doubles_cannot_tell_is_decided_exactly(program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, rules_of, action = [0], pruning.prune_rules_of, ExactPruning.action

    def blurred(grown: GapGrown, step: ErrorBased) -> PruneRules | None:
        rules = rules_of(grown, step)
        return None if rules is None else rules._replace(off_unit=1.0)

    def counted(exact: ExactPruning) -> int:
        asked[0] += 1
        return action(exact)

    monkeypatch.setattr(pruning, "prune_rules_of", blurred)
    monkeypatch.setattr(ExactPruning, "action", counted)
    for data, rules in _covered(program, iter(range(300, 500))):
        assert dtref.grow(data, rules, engine="fast") == hunt.grow(data, rules)
    assert asked[0] > PAIRS


@pytest.mark.parametrize(("program", "seed"), [("j48", 178), ("c45-release-8", 116)])
def test_of_branches_as_large_that_are_made_of_other_parts_the_last_is_tried(
    program: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    # a whole record on one side, two halves on the other
    asked, largest = [0], ExactPruning.largest

    def counted(exact: ExactPruning) -> int:
        asked[0] += 1
        return largest(exact)

    monkeypatch.setattr(ExactPruning, "largest", counted)
    data, rules = pruning_pair(Random(f"{program} {seed}"), program)
    assert dtref.grow(data, rules, engine="fast") == hunt.grow(data, rules)
    assert asked[0] > 0


def test_records_find_room(monkeypatch: pytest.MonkeyPatch) -> None:
    longer, start = pruning.with_more_room, pruning.unpruned
    doubled = [0]

    def cramped(grown: GapGrown, tests: Ints) -> Pruning:
        arrays, n = start(grown, tests), len(grown.data.training.labels)
        return arrays._replace(rows=arrays.rows[: n + 1].copy(), parts=arrays.parts[: n + 1].copy(), marks=arrays.marks[: n + 1].copy())

    def counted(arrays: Pruning) -> Pruning:
        doubled[0] += 1
        return longer(arrays)

    monkeypatch.setattr(pruning, "unpruned", cramped)
    monkeypatch.setattr(pruning, "with_more_room", counted)
    for data, rules in _covered("j48", iter(range(600, 800))):
        assert dtref.grow(data, rules, engine="fast") == hunt.grow(data, rules)
    assert doubled[0] > PAIRS


@pytest.mark.parametrize("estimate", [j48_errors, release_8_errors])
def test_predictions_are_off_by_no_more_than_their_bounds(estimate: Estimate) -> None:
    chance, tree = Random(20), pruning.tree_of_example()[0]
    worst, untold = 0.0, 0
    for _ in range(400):
        level = chance.choice(LEVELS)
        rules = pruning.prune_rules_of(tree, ErrorBased(level, released=Released(estimate)))
        assert rules is not None
        n = Fraction(chance.choice([chance.randint(1, 9), chance.randint(1, 10**6), chance.random() * 20, 2.0 ** chance.randint(-60, 3)]))
        e = min(n, Fraction(chance.choice([0, 1, chance.randint(0, 5), chance.random(), float(n) * chance.random()])))
        # as they are in truth, and as doubles have them, off by r n and 2 r n
        r = chance.choice([0.0, 2.0**-40, 2.0**-20])
        moved = min(max(float(n) * (1 + r * chance.uniform(-1, 1)), 0.0), 1e300)
        near = min(max(float(e) + 2 * r * float(n) * chance.uniform(-1, 1), 0.0), moved) if r else float(e)
        predicted, off = errors_of_weights(rules, moved if r else float(n), near, r)
        if off == float("inf"):
            untold += 1
            continue
        low, high = _bounds(estimate(n, e, level))
        distance = max(abs(Fraction(float(predicted)) - low), abs(Fraction(float(predicted)) - high))
        assert distance <= Fraction(off) + (high - low), (n, e, level, r)
        worst = max(worst, float(distance / Fraction(off)) if off else 0.0)
    assert worst > 2.0**-6, "bounds that are far too wide would be no bounds to speak of"
    assert untold == 0 or estimate is release_8_errors


def _bounds(value: Number) -> tuple[Fraction, Fraction]:
    return (value, value) if isinstance(value, Fraction) else enclose(cast("Decidable | Enclosure", value)).bounds(128)


def test_other_estimates_and_levels_are_left_to_the_specification() -> None:
    tree, j48 = pruning.tree_of_example()[0], dtref.j48().pruning[-1]
    assert isinstance(j48, ErrorBased)
    assert pruned_trees.pruned_by_errors(tree, j48) is not None
    for step in (ErrorBased(), evolve(j48, confidence=Fraction(1, 10**7)), evolve(j48, confidence=1 - Fraction(1, 10**7))):
        assert pruned_trees.pruned_by_errors(tree, step) is None


def test_leaves_without_records_have_the_labels_that_the_program_gives_them() -> None:
    # J48 relabels them by their parent as it is after pruning, C4.5 doesn't
    empty = 0
    for seed in range(40):
        data, _ = pruning_pair(Random(f"empty {seed}"), "j48")
        for rules in (dtref.j48(M=1, O=True), dtref.c45_release_8(m=1)):
            tree = outcome(partial(dtref.grow, data, rules, engine="fast"))
            if isinstance(tree, Branch) and any(isinstance(node, Leaf) and not weight(node) for node in nodes(tree)):
                assert tree == hunt.grow(data, rules)
                empty += 1
    assert empty > 3
