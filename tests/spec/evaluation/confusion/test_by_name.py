"""Every measure of a matrix, or of four counts, that takes nothing besides is in the list of its kind; a failure says where it goes."""

from __future__ import annotations

import inspect
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any, get_type_hints

import pytest

from dtref.errors import Undefined
from dtref.exact.definition import definition
from dtref.exact.number import Number
from dtref.spec.evaluation import confusion
from dtref.spec.evaluation.confusion.by_name import MATRIX_MEASURES, RATES
from dtref.spec.evaluation.confusion.matrix import BinaryCounts, Matrix


def measures(kind: Any) -> Iterator[Callable[..., Any]]:
    """The public functions of the package that take one thing of a kind, and answer a number or Undefined."""
    for module in pkgutil.iter_modules(confusion.__path__):
        for name, value in vars(import_module(f"{confusion.__name__}.{module.name}")).items():
            if inspect.isfunction(value) and value.__module__.endswith(module.name) and not name.startswith("_"):
                hints = get_type_hints(value)
                if hints.pop("return", None) == Number | Undefined and list(hints.values()) == [kind]:
                    yield value


KINDS: tuple[tuple[Any, Mapping[str, Callable[..., Any]], str], ...] = (
    (BinaryCounts, RATES, "BINARY_RATES or BINARY_SCORES"),
    (Matrix, MATRIX_MEASURES, "MATRIX_…"),
)


@pytest.mark.parametrize(("kind", "by_name", "names"), KINDS, ids=["four counts", "matrix"])
def test_every_measure_is_listed(kind: Any, by_name: Mapping[str, Callable[..., Any]], names: str) -> None:
    found = {measure.__name__: measure for measure in measures(kind)}
    assert len(found) >= 6
    missing = {name: measure.__module__ for name, measure in found.items() if by_name.get(name) is not measure}
    assert missing == {}, f"add them to the tuple {names} at the end of the module; by_name.py reads it"


@pytest.mark.parametrize("name", [*RATES, *MATRIX_MEASURES])
def test_a_measure_says_its_formula_and_where_it_is_undefined(name: str) -> None:
    facts = definition(RATES.get(name) or MATRIX_MEASURES[name])
    assert facts.formula, f"{name}: @defined(formula=…)"
    assert facts.undefined, f"{name}: @defined(undefined=…)"
