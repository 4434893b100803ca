"""
scikit-learn's own tests of trees and forests, run against the exact estimators: its names stand for dtref's while its test files are read.

Run: python tests/estimators/scikit_learn_tests.py [FILE ...] prints how many tests pass, and those that fail by what they ask for; by
default sklearn.tree.tests.test_tree and sklearn.ensemble.tests.test_forest. A test is given up after half a minute.
"""

from __future__ import annotations

import re
import signal
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

import pytest
import sklearn.ensemble
import sklearn.tree

from dtref.sklearn import ExactForestClassifier, ExactForestRegressor, ExactTreeClassifier, ExactTreeRegressor

FILES = ("sklearn.tree.tests.test_tree", "sklearn.ensemble.tests.test_forest")
SECONDS = 30
REASONS = {
    "another kind of tree: tree_ is dtref's, without scikit-learn's arrays": r"(Branch|Leaf).* has no attribute|no attribute '(tree_|_)",
    "scikit-learn's functions want its own classes, as as_sklearn makes them": r"Got Exact",
    "sparse matrices are refused": r"[Ss]parse",
    "several targets are refused": r"one number for each record|Unknown label type|should be a 1d array|multioutput",
    "cuts that are drawn are refused": r"splitter",
    "refused by name: a policy that scikit-learn's parameters don't make": r"Invalid: |dtref\.errors|exceptions?\.Invalid",
    "given up after half a minute": r"GivenUp",
}
"""Why a test fails, by what it says; the first that fits."""


class GivenUpError(Exception):
    """A test that takes too long."""


class Shim:
    """A plugin of pytest that counts outcomes, and gives tests up that take too long."""

    def __init__(self) -> None:
        self.outcomes: Counter[str] = Counter()
        self.failures: dict[str, list[str]] = defaultdict(list)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self) -> Iterator[Any]:
        """Runs a test, for half a minute at most."""
        signal.signal(signal.SIGALRM, _give_up)
        signal.alarm(SECONDS)
        try:
            return (yield)
        finally:
            signal.alarm(0)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keeps how a test ended."""
        if report.when == "call" or report.failed:
            self.outcomes[report.outcome] += 1
            if report.failed:
                text = str(getattr(report.longrepr, "reprcrash", report.longrepr))
                reason = next(
                    (reason for reason, says in REASONS.items() if re.search(says, text)), f"other: {text.splitlines()[0][-110:]}"
                )
                self.failures[reason].append(report.nodeid.rsplit("::", 1)[-1])


def _give_up(*_: object) -> None:
    raise GivenUpError


def main(files: list[str]) -> None:
    """Print the outcomes, and why tests fail."""
    for module, ours in (
        (sklearn.tree, {"DecisionTreeClassifier": ExactTreeClassifier, "DecisionTreeRegressor": ExactTreeRegressor}),
        (sklearn.ensemble, {"RandomForestClassifier": ExactForestClassifier, "RandomForestRegressor": ExactForestRegressor}),
    ):
        for name, estimator in ours.items():
            setattr(module, name, estimator)
    for file in files or FILES:
        shim = Shim()
        pytest.main(["--pyargs", file, "-p", "no:cacheprovider", "-p", "no:terminal", "-o", "addopts=", "-o", "filterwarnings="], [shim])
        print(file, dict(shim.outcomes))
        for reason, names in sorted(shim.failures.items(), key=lambda pair: -len(pair[1])):
            print(f"  {len(names)}  {reason}: {', '.join(sorted({name.split('[')[0] for name in names}))}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
