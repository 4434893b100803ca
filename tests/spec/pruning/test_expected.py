"""Every rule against `expected.json`: answers of a program (`naive.py`) that shares nothing with dtref and saw none of its code."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from narrow import of_kind
from spec.pruning.prunings import prunings

from dtref.exact.decimals import decimal
from dtref.exact.number import Number
from dtref.io.tables import parse_csv, read_records
from dtref.spec.growing.hunt import grow
from dtref.spec.model.attributes import Nominal
from dtref.spec.model.data import DataSet
from dtref.spec.model.tests import Multiway
from dtref.spec.model.trees import Branch, Leaf, Tree, leaf_count, nodes, training_errors
from dtref.spec.presets import PRESETS
from dtref.spec.pruning.bottom_up import if_better, if_no_worse
from dtref.spec.pruning.cost_complexity import cost_complexity, impurity_risk, misclassified
from dtref.spec.pruning.description import TreeCode, attribute_only, description_length, minimum_description
from dtref.spec.pruning.error_based import error_based, order, predicted_at, together
from dtref.spec.pruning.estimates import (
    node_errors,
    pessimistic_error_rate,
    pessimistic_errors,
    resubstitution_error_rate,
    validation_errors,
)
from dtref.spec.pruning.pessimistic import pessimistic
from dtref.spec.pruning.reduced_error import best_node_first, reduced_error
from dtref.spec.pruning.selection import by_validation
from dtref.spec.pruning.subtree_raising import error_based_raising
from dtref.spec.split.description import errors_chosen
from dtref.spec.split.impurity import gini

EXPECTED = json.loads((Path(__file__).parent / "expected.json").read_text())
TREES = EXPECTED["trees"]
every_tree = pytest.mark.parametrize("key", TREES)


def csv(header: list[str], rows: list[list[str]]) -> str:
    return "\n".join(",".join(row) for row in [header, *rows]) + "\n"


@cache
def data(name: str) -> DataSet:
    given = EXPECTED["data"][name]
    return parse_csv(csv(given["header"], given["rows"]), target=given["target"])


@cache
def grown(key: str) -> Tree:
    entry = TREES[key]
    return grow(data(entry["data"]), PRESETS[entry["preset"]])


def validation(key: str, tmp_path: Path) -> DataSet:
    entry, training = TREES[key], data(TREES[key]["data"])
    header = EXPECTED["data"][entry["data"]]["header"]
    path = tmp_path / "validation.csv"
    path.write_text(csv(header, entry["validation"]))
    records = read_records(path, (*training.attributes, training.target))
    split = [(*r.values[:-1],) for r in records]
    return DataSet(training.attributes, training.target, [type(r)(v, r.values[-1]) for r, v in zip(records, split, strict=True)])


def cuts(tree: Tree, pruned: Tree) -> list[str]:
    """The positions, in the preorder of the tree, of the inner nodes that are leaves of the pruned one."""
    found, at = [], 0
    waiting = [(tree, pruned)]
    while waiting:
        old, new = waiting.pop()
        if isinstance(old, Branch) and isinstance(new, Leaf):
            found.append(str(at))
            at += len(list(nodes(old)))
            continue
        at += 1
        if isinstance(old, Branch):
            waiting.extend(reversed(list(zip(old.children, of_kind(Branch, new).children, strict=True))))
    return found


def twelve(value: Number) -> str:
    return decimal(value, 12)


@every_tree
def test_the_tree_is_the_one_meant(key: str) -> None:
    entry, tree = TREES[key], grown(key)
    assert [[str(n) for _, n in node.counts] for node in nodes(tree)] == entry["counts"]
    assert str(leaf_count(tree)) == entry["leaves"]
    assert [node.labels[0] for node in nodes(tree)] == entry["labels"]
    every = {(tuple(cuts(tree, p)), str(leaf_count(p)), str(training_errors(p))) for p in prunings(tree)}
    assert every == {(tuple(c), size, errors) for c, size, errors in entry["answers"]["prunings"]}


@every_tree
@pytest.mark.parametrize("risk", ["error", "gini"])
def test_cost_complexity(key: str, risk: str, tmp_path: Path) -> None:
    tree, wanted = grown(key), TREES[key]["answers"][f"cost_complexity_{risk}"]
    path = cost_complexity(tree, misclassified if risk == "error" else impurity_risk(gini))
    told = [(str(step.alpha), str(step.leaves), str(step.risk), cuts(tree, path.tree_of(k))) for k, step in enumerate(path.steps)]
    assert told == [(w["alpha"], w["leaves"], w["risk"], w["cuts"]) for w in wanted]
    losses = by_validation(path, validation(key, tmp_path)).losses
    assert list(map(str, losses)) == [w["validation_errors"] for w in wanted]


@every_tree
def test_reduced_error(key: str, tmp_path: Path) -> None:
    tree, answers, held_out = grown(key), TREES[key]["answers"], validation(key, tmp_path)
    assert cuts(tree, reduced_error(tree, held_out).tree) == answers["reduced_error"]["cuts"] == answers["reduced_error_best"]["cuts"]
    assert cuts(tree, reduced_error(tree, held_out, if_better).tree) == answers["reduced_error_strict"]["cuts"]
    greedy = best_node_first(tree, held_out)
    assert [str(s.node) for s in greedy.steps] == answers["greedy_strict"]["sequence"]
    assert cuts(tree, greedy.tree) == answers["greedy_strict"]["cuts"]
    if greedy.steps:
        assert str(greedy.steps[-1].errors) == answers["greedy_strict"]["after"]


@every_tree
def test_pessimistic(key: str) -> None:
    tree, answers = grown(key), TREES[key]["answers"]
    for name, rule in (("pessimistic_strict", if_better), ("pessimistic", if_no_worse)):
        pruned = pessimistic(tree, cut=rule).tree
        assert cuts(tree, pruned) == answers[name]["cuts"]
        assert (str(pessimistic_errors(tree)), str(pessimistic_errors(pruned))) == (answers[name]["before"], answers[name]["after"])


def predicted(tree: Tree) -> Number:
    leaves = [node for node in nodes(tree) if isinstance(node, Leaf)]
    return together(
        [predicted_at(sum((n for _, n in of_kind(tuple, leaf.counts)), Fraction(0)), node_errors(leaf), Fraction(1, 4)) for leaf in leaves]
    ).value


@every_tree
def test_error_based(key: str) -> None:
    tree, wanted = grown(key), TREES[key]["answers"]["error_based"]
    pruned = error_based(tree)
    assert cuts(tree, pruned.tree) == wanted["cuts"]
    assert (twelve(predicted(tree)), twelve(predicted(pruned.tree))) == (wanted["before"], wanted["after"])


def nested(tree: Tree) -> dict[str, object]:
    told: dict[str, object] = {"counts": [str(n) for _, n in tree.counts], "label": tree.labels[0]}
    return told | ({"children": [nested(child) for child in tree.children]} if isinstance(tree, Branch) else {})


def without_positions(tree: dict[str, Any]) -> dict[str, Any]:
    rest = {k: v for k, v in tree.items() if k != "at"}
    return rest | ({"children": [without_positions(c) for c in tree["children"]]} if "children" in tree else {})


@every_tree
def test_raising(key: str) -> None:
    tree, wanted = grown(key), TREES[key]["answers"]["raising"]
    raised = error_based_raising(tree, data(TREES[key]["data"])).tree
    assert nested(raised) == without_positions(wanted["tree"])
    assert (str(leaf_count(raised)), twelve(predicted(raised))) == (wanted["leaves"], wanted["after"])


@every_tree
def test_description(key: str) -> None:
    tree, wanted = grown(key), TREES[key]["answers"]["description"]
    code = TreeCode(errors_chosen(len(data(TREES[key]["data"]).attributes)), attribute_only)
    pruned = minimum_description(tree, code).tree
    assert cuts(tree, pruned) == wanted["cuts"]
    assert (twelve(description_length(tree, code)), twelve(description_length(pruned, code))) == (wanted["before"], wanted["after"])


def test_the_greedy_counterexample_is_one(tmp_path: Path) -> None:
    """Best node first ends with an error that a best pruning does not make, though every choice on the way was unique."""
    key = "greedy-errors-untied"
    tree, held_out = grown(key), validation(key, tmp_path)
    greedy = best_node_first(tree, held_out)
    assert all(len(step.tied) == 1 for step in greedy.steps)
    assert (greedy.steps[-1].errors, validation_errors(reduced_error(tree, held_out).tree, held_out)) == (1, 0)
    larger, held_out = grown("greedy-larger-strict"), validation("greedy-larger-strict", tmp_path)
    assert leaf_count(best_node_first(larger, held_out).tree) == 4
    assert leaf_count(reduced_error(larger, held_out).tree) == 2


def test_exact_ties_of_rational_limits() -> None:
    """At 1/4 U(0, 1) = 3/4 and U(0, 2) = 1/2: four pure leaves of one record cost 3, and so do three of two."""
    one, two = (predicted_at(Fraction(n), Fraction(0), Fraction(1, 4)) for n in (1, 2))
    assert order(together([one] * 4), together([two] * 3)) == 0


def node(counts: list[str]) -> Leaf:
    tally = tuple((c, Fraction(n)) for c, n in zip("ab", counts, strict=True))
    return Leaf(tally, tuple(c for c, n in tally if n == max(m for _, m in tally)))


@pytest.mark.parametrize("name", ["example_of_post_pruning", "examples_case_1", "examples_case_2"])
def test_tan_post_pruning(name: str) -> None:
    """tan, Example of Post-Pruning; Examples of Post-pruning."""
    wanted = EXPECTED["documents"][name]
    parts = [node(counts) for counts in wanted["leaves"]]
    root = node([str(sum(dict(p.counts)[c] for p in parts)) for c in "ab"])
    test = Multiway(Nominal("A", tuple(f"A{i}" for i in range(len(parts)))))
    tree = Branch(root.counts, root.labels, test, (test,), parts)
    rates = [resubstitution_error_rate(root), resubstitution_error_rate(tree), pessimistic_error_rate(root), pessimistic_error_rate(tree)]
    assert list(map(str, rates)) == [wanted[k] for k in ("training_before", "training_after", "pessimistic_before", "pessimistic_after")]
    verdicts = ["prune" if pessimistic(tree, penalty).tree == root else "keep" for penalty in (0, Fraction(1, 2))]
    assert verdicts == [wanted["optimistic_strict"], wanted["pessimistic_strict"]]
