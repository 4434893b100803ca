"""Judging in the test suites of others."""

READING_ORDER = (
    "checks",
    "pytest_plugin",
    "hypothesis_plugin",
)
