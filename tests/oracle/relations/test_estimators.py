"""Relations of learners: one that is right keeps all of them, each kind of mistake breaks the one that is about it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import dtref
from dtref.errors import Invalid
from dtref.oracle.relations.findings import findings_lines
from dtref.oracle.relations.relations import LEARNER_RELATIONS


class Right:
    """The class of the nearest record, in the order of its numbers; of several, the class that weighs most, then the least."""

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Right:  # noqa: N803
        weights = [1] * len(y) if sample_weight is None else list(sample_weight)
        self.known: dict[tuple[float, ...], Counter[int]] = {}
        for row, label, weight in zip(X, y, weights, strict=True):
            if weight:
                self.known.setdefault(self.key(row), Counter())[int(label)] += weight
        return self

    def key(self, row: Any) -> tuple[float, ...]:
        return tuple(map(float, row))

    def predict(self, X: Any) -> list[int]:  # noqa: N803
        return [self.label(row) for row in X]

    def label(self, row: Any) -> int:
        counts = self.known[self.key(row)]
        return min(counts, key=lambda label: (-counts[label], label))


class IgnoresWeights(Right):
    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Right:  # noqa: ARG002, N803
        return super().fit([[0.0]] * len(X), y)

    def label(self, row: Any) -> int:  # noqa: ARG002
        return super().label([0.0])


class FirstLabel(Right):
    """The first class seen, whatever the numbers."""

    def fit(self, X: Any, y: Any) -> Right:  # type: ignore[override] # noqa: N803
        return super().fit(X[:1], y[:1])

    def label(self, row: Any) -> int:  # noqa: ARG002
        return next(iter(next(iter(self.known.values()))))


class Remembers(Right):
    """A second fit adds to the first, and its records count for more."""

    def fit(self, X: Any, y: Any) -> Right:  # type: ignore[override] # noqa: N803
        before = getattr(self, "known", {})
        super().fit(X, y)
        if before:
            self.known = {key: Counter({max(counts) + 1: 9}) for key, counts in self.known.items()}
        return self


class ByBatch(Right):
    """The class of the first record that is predicted together with it."""

    def predict(self, X: Any) -> list[int]:  # noqa: N803
        return [self.label(X[0])] * len(X)


class Sorts(Right):
    """It orders the caller's own records."""

    def fit(self, X: Any, y: Any) -> Right:  # type: ignore[override] # noqa: N803
        fitted = super().fit(X, y)
        X[0], X[-1] = list(X[-1]), list(X[0])
        return fitted


class FirstColumn(Right):
    def key(self, row: Any) -> tuple[float, ...]:
        return (float(row[0]),)


class ByMean(Right):
    """By whether a number is above the mean, which isn't kept by a map that keeps the order."""

    def fit(self, X: Any, y: Any) -> Right:  # type: ignore[override] # noqa: N803
        self.mean = sum(float(row[0]) for row in X) / len(X)
        return super().fit(X, y)

    def key(self, row: Any) -> tuple[float, ...]:
        return (float(float(row[0]) > self.mean),)


def failed(estimator: object, *only: str, examples: int = 40) -> set[str]:
    return {finding.relation for finding in dtref.judge_estimator(estimator, examples=examples, only=only) if finding.failed}


def test_a_learner_that_is_right_keeps_all() -> None:
    findings = dtref.judge_estimator(Right(), examples=4)
    assert [finding.relation for finding in findings if finding.failed] == []
    assert {finding.relation for finding in findings if not finding.asked} == {"tree_of_its_algorithm", "predict_is_the_tree"}
    assert list(findings_lines(findings))[-1] == f"{len(LEARNER_RELATIONS)} hold, 0 fail, 2 not asked"


@pytest.mark.parametrize(
    ("estimator", "relation"),
    [
        (IgnoresWeights(), "weights_are_copies"),
        (FirstLabel(), "order_of_records"),
        (Remembers(), "fit_again"),
        (ByBatch(), "one_by_one"),
        (Sorts(), "inputs_kept"),
        (FirstColumn(), "order_of_columns"),
        (ByMean(), "monotone_numbers"),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_each_mistake_breaks_its_relation_with_a_small_example(estimator: object, relation: str) -> None:
    (finding,) = dtref.judge_estimator(estimator, examples=15, only=[relation])
    assert finding.failed
    assert finding.example.count("[") <= 9, "at most seven records"
    assert finding.text().startswith(f"FAILS      {relation}: ")


def test_weights_are_not_asked_of_what_takes_none() -> None:
    (finding,) = dtref.judge_estimator(FirstLabel(), only=["weights_are_copies"])
    assert (finding.asked, finding.why) == (0, "fit has no sample_weight")


def test_scikit_learns_tree_is_read_and_verified() -> None:
    tree = pytest.importorskip("sklearn.tree")
    only = ["tree_of_its_algorithm", "predict_is_the_tree", "weights_are_copies", "names_of_classes"]
    findings = dtref.judge_estimator(tree.DecisionTreeClassifier(random_state=0), examples=3, only=only)
    assert [(finding.failed, finding.asked) for finding in findings] == [(False, 3)] * 4
    assert failed(tree.DecisionTreeClassifier(), "fit_twice", examples=5) <= {"fit_twice"}, "it draws, and so may not be the same twice"


def test_what_is_no_classifier() -> None:
    for wrong in (3, Right, object()):
        with pytest.raises(Invalid, match="estimator"):
            dtref.judge_estimator(wrong)
    with pytest.raises(Invalid, match=r"^only: expected relations of tree_of_its_algorithm"):
        dtref.judge_estimator(Right(), only=["fit_thrice"])
