"""The table of methods: its names exist, and its tests exist."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest
import readme_tables
from methods import METHODS, Method

TESTS = Path(__file__).parent

FOUND = {word for subjects in readme_tables.subjects() for word in subjects}
"""Whatever some golden record is about."""


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.called)
def test_what_a_row_names_exists(method: Method) -> None:
    for name in method.names:
        module, _, attribute = name.rpartition(".")
        assert getattr(import_module(f"dtref.{module}"), attribute).__doc__ or attribute.isupper()
    for test in method.tests:
        assert (TESTS / test).exists(), test
    assert method.subjects
    assert [word for word in method.subjects if word not in FOUND] == []
