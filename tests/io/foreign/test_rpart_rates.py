"""
Objects that rpart 4.1.19 fitted to random tables (`tests/peers/rpart_rates.py`): rates with times and priors, costs of columns, priors and
losses. Right under the policy that each states; and spoiled, one number at a time: it is said at its node.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from attrs import evolve
from many import as_many, one_in
from peers.rpart_rates import FILES, table_and_setting

import dtref
from dtref.errors import Invalid
from dtref.io.foreign.rpart import read_rpart
from dtref.io.foreign.tree import ForeignNode, ForeignTree, fold_foreign, foreign_nodes
from dtref.oracle.stated.policy_of import policy_of
from dtref.oracle.verify.rpart_complexities import COMPLEXITY
from dtref.oracle.verify.rpart_improvement import IMPROVE
from dtref.oracle.verify.verdicts import NotChecked, Optimal, Tied, TiedSurrogates, WrongClaim, WrongLabel
from dtref.oracle.verify.verify import verify
from dtref.spec.model.data import DataSet
from dtref.spec.preparation.exposures import ShrunkRates

SEEDS = sorted(int(path.stem) for path in FILES.glob("*.json"))


@cache
def model(seed: int) -> tuple[ForeignTree, DataSet]:
    return read_rpart(FILES / f"{seed}.json")[0], table_and_setting(seed)[0]


def with_node(tree: ForeignTree, place: str, change: Callable[[ForeignNode], ForeignNode]) -> ForeignTree:
    def made(node: ForeignNode, children: Sequence[ForeignNode]) -> ForeignNode:
        new = evolve(node, children=tuple(children))
        return change(new) if node.place == place else new

    return evolve(tree, root=fold_foreign(tree.root, made))


@pytest.mark.parametrize("seed", SEEDS)
def test_every_tree_is_right_and_grown_alike(seed: int) -> None:
    tree, data = model(seed)
    report = verify(tree, data, policy_of(tree))
    assert [(f.place, v) for f in report.findings for v in f.verdicts if not isinstance(v, Optimal | Tied | TiedSurrogates)] == []
    assert dtref.grow(data, policy_of(tree)) is not None


def test_what_the_files_hold() -> None:
    trees = [model(seed)[0] for seed in SEEDS]
    names = [{setting.name for setting in tree.settings} for tree in trees]
    methods = [setting.value for tree in trees for setting in tree.settings if setting.name == "method"]
    assert {method: methods.count(method) >= 6 for method in ("poisson", "anova", "class")} == {
        "poisson": True,
        "anova": True,
        "class": True,
    }
    for name in ("cost", "exposure", "shrink", "prior", "loss"):
        assert sum(name in own for own in names) >= 2, name


SPOILED: dict[str, Callable[[ForeignNode], ForeignNode]] = {
    "deviance": lambda node: evolve(node, impurity=(node.impurity or 0) * Fraction(101, 100)),
    "events": lambda node: evolve(node, events=(node.events or Fraction(0)) + 1),
    IMPROVE: lambda node: evolve(node, gain=(node.gain or 0) * Fraction(101, 100)),
    COMPLEXITY: lambda node: evolve(node, complexity=(node.complexity or 0) * Fraction(101, 100)),
}


@pytest.mark.parametrize("kind", SPOILED)
def test_a_number_that_is_wrong_is_named_at_its_node(kind: str) -> None:
    named = 0
    for seed in one_in(2, SEEDS):
        tree, data = model(seed)
        rates = any(setting.value == "poisson" for setting in tree.settings)
        for node in foreign_nodes(tree.root):
            if (kind in ("deviance", "events") and not rates) or (kind in (IMPROVE, COMPLEXITY) and node.ask is None) or not node.impurity:
                continue
            report = verify(with_node(tree, node.place, SPOILED[kind]), data, policy_of(tree))
            claims = [(f.place, v.claim) for f in report.wrong for v in f.verdicts if isinstance(v, WrongClaim)]
            assert (node.place, kind) in claims, (seed, node.place)
            assert {place for place, _ in claims} <= {node.place, str(2 * int(node.place)), str(2 * int(node.place) + 1)}
            named += 1
            break
    assert named >= as_many(4, 8)


def test_a_rate_is_drawn_towards_that_of_all() -> None:
    """The label of a node is (D + 1/c^2) / (T + 1/(c^2 r)); the rate itself is a wrong label."""
    seed = next(s for s in SEEDS if any((x.name, x.value) == ("shrink", "0.5") for x in model(s)[0].settings) and model(s)[0].root.children)
    tree, data = model(seed)
    unshrunk = evolve(policy_of(tree), label=ShrunkRates(Fraction(0)))
    assert any(isinstance(v, WrongLabel) for f in verify(tree, data, unshrunk).findings for v in f.verdicts)


def of_json(tmp_path: Path, seed: int, **changed: object) -> ForeignTree:
    file = tmp_path / "m.json"
    file.write_text(json.dumps({**json.loads((FILES / f"{seed}.json").read_text()), **changed}))
    return read_rpart(file)[0]


def test_what_is_not_known_of_costs_and_times_is_refused(tmp_path: Path) -> None:
    costly = next(s for s in SEEDS if any(x.name == "cost" for x in model(s)[0].settings))
    timed = next(s for s in SEEDS if any(x.name == "exposure" for x in model(s)[0].settings))
    with pytest.raises(Invalid, match=r"rpart, cost: expected the costs of columns beside the model, as write_rpart"):
        policy_of(of_json(tmp_path, costly, cost=[]))
    with pytest.raises(Invalid, match=r"cost: expected a number for each of \d columns"):
        of_json(tmp_path, costly, cost=["0x1p+0"])
    with pytest.raises(Invalid, match=r"rpart, exposure: expected a column of times, as in cbind"):
        policy_of(of_json(tmp_path, timed, exposure=[None]))
    with pytest.raises(Invalid, match=r"method: expected class, anova, poisson \(trees of survival times"):
        of_json(tmp_path, timed, method="exp")


def test_under_another_claim_a_tree_of_rates_is_not_checked() -> None:
    timed = next(s for s in SEEDS if any(x.name == "exposure" for x in model(s)[0].settings) and model(s)[0].root.children)
    tree, data = model(timed)
    for claim in (dtref.rpart(method="anova"), dtref.rpart(method="poisson")):
        report = verify(tree, data, claim)
        assert any(isinstance(v, NotChecked) for f in report.findings for v in f.verdicts)
        assert not any(isinstance(v, WrongLabel) for f in report.findings for v in f.verdicts)
