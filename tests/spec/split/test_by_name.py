"""Every impurity and every criterion is in the list of its module, and says what it is; a failure says where it goes."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import TypeVar

import pytest

import dtref.spec.split
from dtref.exact.definition import definition
from dtref.oracle.operations.registry import OPERATIONS
from dtref.spec.split.by_name import CRITERIA, CRITERIA_BY_FORMULA, CRITERIA_OF_PROGRAMS, IMPURITIES, IMPURITIES_OF_PROGRAMS
from dtref.spec.split.criteria import Criterion
from dtref.spec.split.impurity import Impurity

T = TypeVar("T", Criterion, Impurity)


def modules() -> Iterator[ModuleType]:
    for module in pkgutil.iter_modules(dtref.spec.split.__path__):
        yield import_module(f"dtref.spec.split.{module.name}")


def defined_in_modules(kind: type[T]) -> dict[str, T]:
    """What the modules define of a kind, by the name that it has there."""
    return {
        f"{module.__name__}.{name}": value
        for module in modules()
        for name, value in vars(module).items()
        if isinstance(value, kind) and value.formula.__module__ == module.__name__
    }


def test_every_criterion_is_in_the_list_of_its_module() -> None:
    found = defined_in_modules(Criterion)
    assert len(found) >= 11
    listed = (*CRITERIA_BY_FORMULA.values(), *CRITERIA_OF_PROGRAMS)
    missing = [place for place, c in found.items() if not any(c is other for other in listed) and c.name not in OPERATIONS]
    assert missing == [], "add them to the tuple CRITERIA_OF_… at the end of the module; dtref/spec/split/by_name.py reads it"
    untyped = [name for name, c in CRITERIA_BY_FORMULA.items() if CRITERIA.get(c.typed) is not c]
    assert untyped == [], 'say their names on the command line, each its own: @criterion(typed="…")'


def test_every_impurity_is_in_the_list_of_its_module() -> None:
    listed = (*IMPURITIES.values(), *IMPURITIES_OF_PROGRAMS)
    missing = [place for place, impurity in defined_in_modules(Impurity).items() if not any(impurity is other for other in listed)]
    assert missing == [], 'add them to the tuple IMPURITIES_OF_… at the end of the module, with @impurity(typed="…")'
    assert [impurity.name for name, impurity in IMPURITIES.items() if not name] == []
    assert [impurity.name for impurity in IMPURITIES_OF_PROGRAMS if impurity.typed] == []


@pytest.mark.parametrize("name", CRITERIA_BY_FORMULA)
def test_a_criterion_says_its_formula_and_source(name: str) -> None:
    facts = definition(CRITERIA_BY_FORMULA[name])
    assert facts.formula, f"{name}: @defined(formula=…)"
    assert facts.sources, f"{name}: @defined(sources=…)"


@pytest.mark.parametrize("name", CRITERIA_BY_FORMULA)
def test_a_bounded_criterion_is_at_most_2(name: str) -> None:
    """The terms of its sum are at most 1, whatever the counts: also of these."""
    criterion = CRITERIA_BY_FORMULA[name]
    if criterion.bounded:
        for children in (((10**9, 0), (0, 10**9)), ((10**9, 1), (1, 10**9)), ((3, 10**9), (10**9, 4))):
            node = tuple(map(sum, zip(*children, strict=True)))
            assert 0 <= float(criterion(node, children)) <= 2
