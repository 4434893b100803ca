"""
scikit-learn's own tests of trees and forests, run against the exact estimators: its names stand for dtref's while its test files are read.

`python tests/estimators/scikit_learn_tests.py STATE.jsonl` runs those that the file has no line of, adds one for each, and writes
SCIKIT_LEARN_TESTS.md beside this file: for each test how many of its cases pass, and why the others fail. A reason is told by what a
failure says; one that no reason explains ends the run with status 1. A case is given up after three seconds of processor time.

Tests look into `tree_`, which is dtref's: the arrays that scikit-learn's trees have are those of the tree that `as_sklearn` makes.
"""

from __future__ import annotations

import json
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
SECONDS = 3
ARRAYS = (
    *("apply", "capacity", "children_left", "children_right", "compute_feature_importances", "compute_node_depths", "decision_path"),
    *("feature", "impurity", "max_depth", "max_n_classes", "missing_go_to_left", "n_classes", "n_features", "n_leaves", "n_node_samples"),
    *("n_outputs", "node_count", "predict", "threshold", "value", "weighted_n_node_samples"),
)
"""What scikit-learn's trees have, and dtref's haven't."""

REASONS = (
    (
        "several targets are refused",
        r"expected one number for each record|Unknown label type|should be a 1d array|several targets are refused",
    ),
    ("cuts that are drawn are refused", r"splitter: expected 'best'"),
    ("given up after three seconds: absolute error, Poisson, missing values and growth best first are of the specification", r"GivenUp"),
    ("the test looks at what is private in scikit-learn", r"has no attribute '_"),
    ("tests of whether a value is known have no form in `as_sklearn`, where the shim looks for arrays", r"got '\w+ is (known|missing)'"),
    ("a function of scikit-learn's own wants its own tree", r"incorrect type \(expected sklearn|Got Exact"),
    ("forests have no `estimator`, as they make trees of one kind", r"has no attribute 'estimator'"),
    ("the message has the estimator's own name", r"This Exact\w+ instance is not fitted yet"),
    ("a policy that scikit-learn's parameters don't make, refused by name", r"scikit-learn, \w+: expected"),
)
"""Why a test fails, by what its error says; the first that fits."""

OTHER_IMPURITY = "the impurities that `as_sklearn` writes are Gini indices and variances, whatever the criterion"
GAPS_OF_SPARSE = "a sparse matrix with missing values is taken, as others are"
GIVEN_UP = REASONS[2][0]
OF_TESTS = {
    "test_missing_value_is_predictive": f"{GIVEN_UP}; of a fold, whose score then is NaN",
    "test_huge_allocations": "no room is taken for a limit of leaves, so that a huge one is no error",
    "test_friedman_mse_deprecation": "friedman_mse stays",
    "test_class_weight_errors": "several targets are refused",
    "test_poisson_y_positive_check": "scikit-learn's trees and forests word it differently; here both do as its trees",
    "test_estimators_samples": "what a node draws hangs on the positions of its records, which are others among those drawn",
    "test_backend_respected": "trees are grown one after the other, whatever n_jobs says",
    "test_forest_y_sparse": "a sparse target is refused by another of scikit-learn's errors",
    "test_mse_criterion_object_segfault_smoke_test": "criteria are names",
    "test_min_impurity_decrease": OTHER_IMPURITY,
    "test_mae": OTHER_IMPURITY,
    "test_missing_value_errors": GAPS_OF_SPARSE,
}
"""Why tests fail that don't say so themselves."""


class GivenUpError(Exception):
    """A test that takes too long."""


class Shim:
    """A plugin of pytest that keeps outcomes in a file, leaves out the tests that it has, and gives tests up that take too long."""

    def __init__(self, state: Path, file: str) -> None:
        self.state, self.file, self.known = state, file, {node for node, _, _ in ended(state, file)}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leaves out what is known."""
        items[:] = [item for item in items if _case(item.nodeid) not in self.known]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self) -> Iterator[Any]:
        """Runs a test, for three seconds of processor time at most."""
        signal.signal(signal.SIGPROF, _give_up)
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keeps how a test ended."""
        if report.when == "call" or report.outcome != "passed":
            text = f"{getattr(report.longrepr, 'reprcrash', None)}\n{str(report.longrepr)[-600:]}" if report.failed else ""
            with self.state.open("a", encoding="utf-8") as file:
                file.write(json.dumps([self.file, _case(report.nodeid), report.outcome, text]) + "\n")


def ended(state: Path, file: str) -> list[tuple[str, str, str]]:
    """Each case of a file that has ended: its name, how, and what it said."""
    lines = map(json.loads, state.read_text("utf-8").splitlines()) if state.exists() else ()
    return [(case, outcome, text) for of_file, case, outcome, text in lines if of_file == file]


def _case(node: str) -> str:
    return node.rsplit("::", 1)[-1]


def _give_up(*_: object) -> None:
    raise GivenUpError


def reason_of(test: str, text: str) -> str | None:
    """Why a test fails; None where nothing says so."""
    said = "\n".join(line for i, line in enumerate(text.splitlines()) if i == 0 or line.startswith("E "))
    of_what_it_says = next((reason for reason, says in REASONS if re.search(says, said)), None)
    return of_what_it_says or OF_TESTS.get(test)


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

    restore = ExactTree.__setstate__

    def restored(self: ExactTree, state: Any) -> None:
        restore(self, state)
        if "tree_" in vars(self):
            owners[id(self.tree_)] = self.tree_, self

    ExactTree._adopt = watched  # type: ignore[method-assign]
    ExactTree.__setstate__ = restored
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


def rows_of(cases: list[tuple[str, str, str]]) -> Iterator[tuple[str, int, int, str]]:
    """For each test its name, how many of its cases pass, how many fail, and why."""
    of_tests: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for case, outcome, text in cases:
        of_tests[case.partition("[")[0]].append((outcome, text))
    for test, endings in sorted(of_tests.items()):
        failures = [text for outcome, text in endings if outcome == "failed"]
        reasons = Counter(reason_of(test, text) or f"UNEXPLAINED: {' '.join(text.split())[:160]}" for text in failures)
        why = "; ".join(f"{reason} ({n})" if len(reasons) > 1 else reason for reason, n in reasons.items())
        yield test, sum(outcome == "passed" for outcome, _ in endings), len(failures), why


def written(file: str, cases: list[tuple[str, str, str]]) -> Iterator[str]:
    """The section of a file, as Markdown."""
    rows, count = list(rows_of(cases)), Counter(outcome for _, outcome, _ in cases)
    yield f"\n## `{file}`\n\n{count['passed']} cases pass, {count['failed']} fail, {count['skipped']} skip themselves.\n"
    yield "| test | pass | fail | why |\n| --- | ---: | ---: | --- |"
    yield from (f"| `{test}` | {passed} | {bad} | {why} |" for test, passed, bad, why in rows if bad)
    yield f"\nWhole: {', '.join(f'`{test}`' for test, passed, bad, _ in rows if passed and not bad)}."


def main(state: Path) -> None:
    """Run what isn't known yet, and write the table."""
    stand(theirs=False)
    let_trees_have_arrays()
    lines = [
        "# scikit-learn's own tests, run against the exact estimators\n",
        f"Written by `python tests/estimators/scikit_learn_tests.py STATE.jsonl`, of scikit-learn {sklearn.__version__}.",
        "Tests of scikit-learn's other estimators in the same files are run with them, and counted.",
    ]
    for file in FILES:
        quiet = ["-p", "no:cacheprovider", "-p", "no:terminal", "-o", "addopts=", "-o", "filterwarnings="]
        pytest.main(["--pyargs", file, *quiet], [Shim(state, file)])
        lines += written(file, ended(state, file))
    text = "\n".join(lines) + "\n"
    TABLE.write_text(text, encoding="utf-8")
    print(f"{text.count('UNEXPLAINED')} unexplained")
    sys.exit("UNEXPLAINED" in text)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
