"""
scikit-learn's own tests of trees and forests, run against the exact estimators: its names stand for dtref's while its test files are read.

`python tests/estimators/scikit_learn_tests.py` writes SCIKIT_LEARN_TESTS.md beside this file: for each test how many of its cases pass, and
why the others fail. A reason is told by what a failure says; one that no reason explains ends the run with status 1. A case is given up
after a minute of processor time. With names of tests it prints their failures, and writes nothing.

Tests look into `tree_`, which is dtref's: the arrays that scikit-learn's trees have are those of the tree that `as_sklearn` makes.
"""

from __future__ import annotations

import re
import signal
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import sklearn
import sklearn.ensemble
import sklearn.tree

from dtref.sklearn import ExactForestClassifier, ExactForestRegressor, ExactTreeClassifier, ExactTreeRegressor, as_sklearn
from dtref.sklearn.base import ExactTree
from dtref.spec.model.trees import Branch, Leaf

OURS: dict[Any, dict[str, type]] = {
    sklearn.tree: {"DecisionTreeClassifier": ExactTreeClassifier, "DecisionTreeRegressor": ExactTreeRegressor},
    sklearn.ensemble: {"RandomForestClassifier": ExactForestClassifier, "RandomForestRegressor": ExactForestRegressor},
}
THEIRS: dict[Any, dict[str, type]] = {module: {name: getattr(module, name) for name in ours} for module, ours in OURS.items()}
FILES = ("sklearn.tree.tests.test_tree", "sklearn.ensemble.tests.test_forest")
TABLE = Path(__file__).with_name("SCIKIT_LEARN_TESTS.md")
SECONDS = 60
ARRAYS = (
    *("apply", "capacity", "children_left", "children_right", "compute_feature_importances", "compute_node_depths", "decision_path"),
    *("feature", "impurity", "max_depth", "max_n_classes", "missing_go_to_left", "n_classes", "n_features", "n_leaves", "n_node_samples"),
    *("n_outputs", "node_count", "predict", "threshold", "value", "weighted_n_node_samples"),
)
"""What scikit-learn's trees have, and dtref's haven't."""

REASONS = (
    ("several targets are refused", r"one number for each record|Unknown label type|should be a 1d array|multioutput|several targets"),
    ("cuts that are drawn are refused", r"splitter"),
    ("given up after a minute: absolute error and Poisson are grown by the specification", r"GivenUp"),
    ("the test looks at what is private in scikit-learn", r"has no attribute '_"),
    ("a policy that scikit-learn's parameters don't make, refused by name", r"Invalid: |dtref\.errors|exceptions?\.Invalid"),
)
"""Why a test fails, by what it says; the first that fits."""

OF_TESTS: dict[str, str] = {}
"""Why tests fail that don't say so themselves."""


class GivenUpError(Exception):
    """A test that takes too long."""


class Shim:
    """A plugin of pytest that counts outcomes, and gives tests up that take too long."""

    def __init__(self) -> None:
        self.passed: Counter[str] = Counter()
        self.failed: dict[str, list[str]] = defaultdict(list)
        self.skipped: Counter[str] = Counter()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self) -> Iterator[Any]:
        """Runs a test, for a minute of processor time at most."""
        signal.signal(signal.SIGPROF, _give_up)
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keeps how a test ended."""
        test = report.nodeid.rsplit("::", 1)[-1].partition("[")[0]
        if report.failed:
            crash = getattr(report.longrepr, "reprcrash", None)
            self.failed[test].append(f"{crash}\n{str(report.longrepr)[-600:]}")
        elif report.skipped:
            self.skipped[test] += 1
        elif report.when == "call":
            self.passed[test] += 1


def _give_up(*_: object) -> None:
    raise GivenUpError


def reason_of(test: str, text: str) -> str | None:
    """Why a test fails; None where nothing says so."""
    of_what_it_says = next((reason for reason, says in REASONS if re.search(says, text)), None)
    return OF_TESTS.get(test) or of_what_it_says


def stand(*, theirs: bool) -> None:
    """Lets scikit-learn's names stand for its own estimators, or for the exact ones."""
    for module, classes in (THEIRS if theirs else OURS).items():
        for name, estimator in classes.items():
            setattr(module, name, estimator)


def let_trees_have_arrays() -> None:
    """Lets a tree of an exact estimator have what scikit-learn's trees have, of the tree that `as_sklearn` makes."""
    owners: dict[int, tuple[object, ExactTree]] = {}
    adopt = ExactTree._adopt

    def watched(self: ExactTree, training: Any, tree: Any) -> None:
        adopt(self, training, tree)
        owners[id(tree)] = tree, self

    ExactTree._adopt = watched  # type: ignore[method-assign]
    kinds: tuple[Any, ...] = (Leaf, Branch)
    for kind in kinds:
        before = kind.__getattr__

        def part(self: object, name: str, before: Any = before) -> Any:
            if name in ARRAYS and id(self) in owners:
                stand(theirs=True)
                try:
                    return getattr(as_sklearn(owners[id(self)][1]).tree_, name)
                finally:
                    stand(theirs=False)
            return before(self, name)

        kind.__getattr__ = part


def outcomes(file: str, tests: list[str]) -> Shim:
    """How the tests of a file end."""
    shim = Shim()
    which = ["-k", " or ".join(tests)] if tests else []
    quiet = ["-p", "no:cacheprovider", "-p", "no:terminal", "-o", "addopts=", "-o", "filterwarnings="]
    pytest.main(["--pyargs", file, *quiet, *which], [shim])
    return shim


def rows_of(shim: Shim) -> Iterator[tuple[str, int, int, str]]:
    """For each test its name, how many of its cases pass, how many fail, and why."""
    for test in sorted({*shim.passed, *shim.failed, *shim.skipped}):
        reasons = Counter(reason_of(test, text) or f"UNEXPLAINED: {' '.join(text.split())[:160]}" for text in shim.failed[test])
        why = "; ".join(f"{reason} ({n})" if len(reasons) > 1 else reason for reason, n in reasons.items())
        yield test, shim.passed[test], len(shim.failed[test]), why


def written(file: str, shim: Shim) -> Iterator[str]:
    """The section of a file, as Markdown."""
    rows = list(rows_of(shim))
    failed, skipped = sum(row[2] for row in rows), sum(shim.skipped.values())
    yield f"\n## `{file}`\n\n{sum(row[1] for row in rows)} cases pass, {failed} fail, {skipped} skip themselves.\n"
    yield "| test | pass | fail | why |\n| --- | ---: | ---: | --- |"
    yield from (f"| `{test}` | {passed} | {bad} | {why} |" for test, passed, bad, why in rows if bad)
    yield f"\nWhole: {', '.join(f'`{test}`' for test, passed, bad, _ in rows if passed and not bad)}."


def main(tests: list[str]) -> None:
    """Write the table, or print why some tests fail."""
    stand(theirs=False)
    let_trees_have_arrays()
    lines = [
        "# scikit-learn's own tests, run against the exact estimators\n",
        f"Written by `python tests/estimators/scikit_learn_tests.py`, of scikit-learn {sklearn.__version__}. Tests of scikit-learn's other",
        "estimators in the same files are run with them and pass or skip as they do.",
    ]
    for file in FILES:
        shim = outcomes(file, tests)
        lines += written(file, shim)
        if tests:
            print(*(f"{test}: {text}" for test, texts in shim.failed.items() for text in texts), sep="\n\n")
    text = "\n".join(lines) + "\n"
    unexplained = text.count("UNEXPLAINED")
    if not tests:
        TABLE.write_text(text, encoding="utf-8")
    print(f"{unexplained} unexplained")
    sys.exit(unexplained > 0)


if __name__ == "__main__":
    main(sys.argv[1:])
