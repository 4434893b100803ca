"""Plug-ins for pytest and Hypothesis, and checks that judge a program within its own test suite."""

READING_ORDER = (
    "checks",
    "pytest_plugin",
    "hypothesis_plugin",
)
