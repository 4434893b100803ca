"""Judging in the test suites of others. Reading order: checks, plugin, registering."""

READING_ORDER = ("checks", "pytest_plugin", "hypothesis_plugin")
