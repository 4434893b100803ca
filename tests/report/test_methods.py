"""The table of methods: its names exist, its tests exist, and the README holds it as the code makes it."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest
import readme_tables

from dtref.oracle.operations.registry import OPERATIONS
from dtref.report.methods import METHODS, Method

TESTS = Path(__file__).parents[1]


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.called)
def test_what_a_row_names_exists(method: Method) -> None:
    for name in method.names:
        module, _, attribute = name.rpartition(".")
        assert getattr(import_module(f"dtref.{module}"), attribute).__doc__ or attribute.isupper()
    for test in method.tests:
        assert (TESTS / test).exists(), test
    assert set(method.operations) <= set(OPERATIONS)


def test_the_readme_holds_the_tables_that_the_code_makes() -> None:
    text = readme_tables.README.read_text()
    assert "made by tests/readme_tables.py" in text
    assert text == readme_tables.filled(text)
