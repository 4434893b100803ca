"""Every rule is asked by a vector whose answer an independent program gives, too; a failure says which file lacks what."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from golden_files import VECTORS

from dtref.io.numbers import Json
from dtref.oracle.golden.records import Provenance
from dtref.oracle.golden.vectors import Refused, Vector
from dtref.oracle.operations.registry import OPERATIONS
from dtref.oracle.operations.trees.stopping import ADDED_STOPS
from dtref.spec.growing.admission import ADMISSION_RULES
from dtref.spec.growing.stopping import STOPPING_RULES
from dtref.spec.growing.ties import TIE_RULES
from dtref.spec.model.rules import rule_of
from dtref.spec.presets import PRESETS
from dtref.spec.pruning.pruning_rules import PRUNING_RULES

Rules = tuple[Callable[..., object], ...]


def named(vector: Vector, where: str) -> Iterator[object]:
    """The names of the rules among the inputs of a vector."""
    rules = vector.call.given.get(where, ())
    assert isinstance(rules, (list, tuple))
    return map(rule_named, rules)


def rule_named(rule: Json) -> Json:
    """The name of a rule in JSON."""
    assert isinstance(rule, dict)
    return rule["rule"]


GROWING = [*((rule, "stop") for rule in ADDED_STOPS), *((rule, "admit") for rule in ADMISSION_RULES)]


@pytest.mark.parametrize(("rule", "where"), GROWING, ids=lambda x: x if isinstance(x, str) else rule_of(x).name)
def test_a_rule_of_growing_has_an_independent_vector(rule: Callable[..., object], where: str) -> None:
    name = rule_of(rule).name
    vectors = [v for v in VECTORS if v.call.operation == "grow_stopping" and name in named(v, where)]
    options = ", ".join(f'"{option.name}": …' for option in rule_of(rule).options)
    assert [v.id for v in vectors if v.provenance is Provenance.INDEPENDENT], (
        f'golden/vectors/stopping.json: add a vector of "grow_stopping" with "{where}": [{{"rule": "{name}", {options}}}], '
        f'"provenance": "independent" and two answers that agree: dtref\'s, and that of the rule in tests/naive/stopping.py'
    )


@pytest.mark.parametrize("rule", TIE_RULES, ids=lambda rule: rule_of(rule).name)
def test_a_tie_rule_has_an_independent_vector_that_answers(rule: Callable[..., object]) -> None:
    name = rule_of(rule).name
    vectors = [v for v in VECTORS if v.call.operation == "grow_ties" and rule_named(v.call.given["tie"]) == name]
    options = "".join(f', "{option.name}": …' for option in rule_of(rule).options)
    assert [v.id for v in vectors if v.provenance is Provenance.INDEPENDENT and not isinstance(v.expected, Refused)], (
        f'golden/vectors/ties.json: add a vector of "grow_ties" with "tie": {{"rule": "{name}"{options}}}, "provenance": "independent" '
        f"and two answers that agree: dtref's, and that of the rule in tests/naive/ties.py"
    )


@pytest.mark.parametrize("rule", PRUNING_RULES, ids=lambda rule: rule_of(rule).name)
def test_a_pruning_rule_has_an_independent_vector(rule: Callable[..., object]) -> None:
    name = rule_of(rule).name
    assert name in OPERATIONS
    vectors = [v for v in VECTORS if v.call.operation == name]
    assert [v.id for v in vectors if v.provenance is Provenance.INDEPENDENT], (
        f'golden/vectors/pruning.json: add a vector of "{name}", "provenance": "independent", and two answers that agree: dtref\'s, and '
        f'that of "{name}" in ANSWERS of tests/naive/pruning.py'
    )


def test_only_what_every_preset_has_is_left_out() -> None:
    assert {rule_of(rule).name for rule in STOPPING_RULES} - {rule_of(rule).name for rule in ADDED_STOPS} == {"pure", "same_values"}
    assert all(policy.stop[:2] == STOPPING_RULES[-2:] for policy in PRESETS.values())
