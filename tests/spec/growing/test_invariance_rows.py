"""
The table of invariances has a row for everything that a policy may be made of: what is new fails here until it has one, or its reason.

A row says what its policy is made of: preset or program, criterion, offers, rules. What there is stands in dtref's own lists and modules.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from enum import Enum
from typing import Any

import pytest
from attrs import fields, has
from invariances import ROWS
from tied_results import Pruned

import dtref.spec.split
from dtref.errors import Invalid
from dtref.oracle.stated.typed_policy import MISSING_RULES
from dtref.spec.growing.admission import ADMISSION_RULES
from dtref.spec.growing.of_training import AdmissionOfTraining, PruningOfTraining, StopOfTraining
from dtref.spec.growing.policy import EmptyBranch, Policy
from dtref.spec.growing.stopping import STOPPING_RULES
from dtref.spec.growing.surrogates import Rest
from dtref.spec.model.tests import Absent
from dtref.spec.model.trees import Gap
from dtref.spec.presets import PRESETS
from dtref.spec.programs.by_name import PROGRAMS
from dtref.spec.pruning.pruning_rules import PRUNING_RULES
from dtref.spec.pruning.records_at_nodes import Charge
from dtref.spec.pruning.subtree_raising import Largest
from dtref.spec.split.by_name import CRITERIA, CRITERIA_OF_PROGRAMS
from dtref.spec.split.criteria import Criterion
from dtref.spec.split.numeric.by_name import BINNINGS, BINNINGS_OF_A_NUMBER, PLACEMENTS

WITHOUT_A_ROW: Mapping[str, str] = {
    "program weka-random-tree": "it grows nothing without the draws; its rules are those of reptree",
    "program weka-random-forest": "as weka-random-tree",
    "field draws": "a policy with draws grows nothing",
    "field tie": "it chooses one tree of the set, and the table compares sets",
    "ObliqueTests": "ObliqueSearch makes it",
    "program spark": "its bins depend on how many records there are, and it refuses columns of more values: not in the table yet",
    "CentroidGroups": "as spark",
    "StrideBins": "as spark",
    "field name": "it is no rule",
    "field source": "it is no rule",
    "field sizes": "it is the unit of a program's options, and no rule",
}
"""What has no row, with the reason."""


def made_of(value: object) -> Iterator[str]:
    """The names of what a value is made of: classes, functions, members, criteria."""
    match value:
        case Criterion():
            yield f"criterion {value.name}"
        case Enum():
            yield str(value)
        case tuple() | list() | frozenset():
            for part in value:
                yield from made_of(part)
        case Callable() if not has(type(value)):
            yield getattr(value, "__name__", type(value).__name__)
        case _ if has(kind := type(value)):
            yield kind.__name__
            for field in fields(kind):
                yield from made_of(getattr(value, field.name))


def used() -> Iterator[str]:
    """The names of what the rows are made of, and the fields of policies in which they differ from the default."""
    defaults = {field.name: field.default for field in fields(Policy)}
    for row in ROWS.values():
        policy = row.trees.policy  # type: ignore[attr-defined]
        yield from (f"policy {policy.name} {policy.source}", *made_of(policy))
        yield from (f"field {name}" for name, default in defaults.items() if getattr(policy, name) != default)
        if isinstance(row.trees, Pruned):
            yield from made_of(row.trees.by)


def offers() -> Iterator[str]:
    """The classes that offer candidates."""
    for module in pkgutil.walk_packages(dtref.spec.split.__path__, "dtref.spec.split."):
        for name, value in vars(importlib.import_module(module.name)).items():
            call: Any = vars(value).get("__call__") if isinstance(value, type) and value.__module__ == module.name else None
            if call is not None and "Candidates" in str(call.__annotations__.get("return")):
                yield name


def policy_of(program: Callable[..., Policy]) -> Policy:
    """A policy of a program, some of which refuse their defaults."""
    for options in ({}, {"P": True}, {"U": True}):
        with suppress(Invalid, TypeError):
            return program(**options)
    raise AssertionError(program)


def named(functions: Iterable[Any]) -> list[str]:
    return [function.__name__ for function in functions]


WANTED: Mapping[str, list[str]] = {
    "presets": [f"policy {policy.name} {policy.source}" for policy in PRESETS.values()],
    "criteria": [f"criterion {criterion.name}" for criterion in (*CRITERIA.values(), *CRITERIA_OF_PROGRAMS)],
    "stopping rules": named((*STOPPING_RULES, *StopOfTraining.__subclasses__())),
    "admissions": named((*ADMISSION_RULES, *AdmissionOfTraining.__subclasses__())),
    "pruning rules": named((*PRUNING_RULES, *PruningOfTraining.__subclasses__())),
    "missing values": named(MISSING_RULES.values()),
    "binnings": [*named(BINNINGS_OF_A_NUMBER.values()), *named(BINNINGS.values())],
    "placements": named(PLACEMENTS.values()),
    "members": [str(member) for members in (Gap, EmptyBranch, Rest, Absent, Charge, Largest) for member in members],
    "offers": list(offers()),
    "fields": [f"field {field.name}" for field in fields(Policy) if f"field {field.name}" not in WITHOUT_A_ROW],
}
USED = frozenset(used())


@pytest.mark.parametrize("kind", WANTED)
def test_all_there_is_has_a_row(kind: str) -> None:
    assert [name for name in WANTED[kind] if name not in USED and name not in WITHOUT_A_ROW] == []


def test_every_program_has_a_row() -> None:
    policies = {name: policy_of(program) for name, program in PROGRAMS.items() if f"program {name}" not in WITHOUT_A_ROW}
    assert [name for name, policy in policies.items() if f"policy {policy.name} {policy.source}" not in USED] == []
    # the lists are there
    assert len(WANTED["offers"]) > 20
    assert min(map(len, WANTED.values())) > 3
