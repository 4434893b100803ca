"""What docstrings say is told apart: the definition is no source, the source no definition, and one that is another's is that one."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest

import dtref
from dtref.cli.explain.formulas import formulas
from dtref.oracle.docstring import PART_MARKS, definition


@pytest.mark.parametrize("name", formulas())
def test_the_parts_of_a_docstring_are_apart(name: str) -> None:
    found = definition(getattr(dtref, name))
    told = " ".join(inspect.cleandoc(getattr(dtref, name).__doc__).split())
    assert found.formula in told
    assert told.startswith(found.sentence)
    for part in (found.sentence, found.formula, found.source):
        assert not any(f"{mark}: " in part for mark in PART_MARKS)
        assert ">>>" not in part


@pytest.mark.parametrize(
    ("function", "source"),
    [
        (dtref.mcnemar_z, "McNemar 1947."),  # Undefined, source and errors: as for `mcnemar_chi_square`
        (dtref.f_harmonic, "`cs6220`, Precision and Recall, and F-measures"),
        (dtref.cohen_kappa, "Cohen 1960, A coefficient of agreement"),
    ],
    ids=["mcnemar_z", "f_harmonic", "cohen_kappa"],
)
def test_a_source_that_is_said_to_be_another_s_is_looked_up(function: Callable[..., Any], source: str) -> None:
    assert definition(function).source.startswith(source)


def test_what_has_no_docstring_has_no_definition() -> None:
    found = definition(lambda x: x)
    assert (found.sentence, found.formula, found.source, found.letter) == ("", "", "", "")
