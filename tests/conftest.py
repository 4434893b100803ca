"""
Hypothesis profiles: `ci` (the default) and `deep` (`pytest --hypothesis-profile=deep`).

`ci` draws the same examples in every run, so that a failure on one machine is a failure on all; `deep` draws new ones.
"""

from __future__ import annotations

import gc
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, settings

from dtref.cli import app

UNHURRIED = (HealthCheck.too_slow,)  # an exact example may take its time: brute force on purpose, and machines are shared

settings.register_profile("ci", derandomize=True, deadline=None, max_examples=50, suppress_health_check=UNHURRIED)
settings.register_profile("deep", deadline=None, max_examples=2000, suppress_health_check=UNHURRIED)
settings.load_profile("ci")


def pytest_collection_finish() -> None:
    """
    Spare the garbage collector the thousands of collected tests, which stay to the end: else it looks through all of them again each
    time that a test makes a deep tree. It also comes less often; the trees, whose parts know only what is below them, need it for nothing.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000)


@pytest.fixture(scope="session")
def book_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The book, written once by the command."""
    folder = tmp_path_factory.mktemp("book") / "book"
    result = CliRunner().invoke(app, ["spec", "--html", str(folder)])
    assert result.exit_code == 0, result.output
    return folder
