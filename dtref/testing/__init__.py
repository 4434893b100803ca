"""Judging in the test suites of others. Reading order: checks, plugin, registering."""
