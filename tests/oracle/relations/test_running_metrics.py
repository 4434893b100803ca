"""Metrics that are updated record by record: one that is right, and one whose way back isn't its way there."""

from __future__ import annotations

from math import log, sqrt

import pytest

import dtref
from dtref.errors import Invalid


class RootMeanSquaredLog:
    """The root of the mean of (log(1 + y) - log(1 + f))^2; `forgets_logarithms` takes back (y - f)^2."""

    forgets_logarithms = False

    def __init__(self) -> None:
        self.sum, self.n = 0.0, 0

    def update(self, y_true: float, y_pred: float) -> None:
        self.sum, self.n = self.sum + (log(1 + y_true) - log(1 + y_pred)) ** 2, self.n + 1

    def revert(self, y_true: float, y_pred: float) -> None:
        error = y_true - y_pred if self.forgets_logarithms else log(1 + y_true) - log(1 + y_pred)
        self.sum, self.n = self.sum - error**2, self.n - 1

    def get(self) -> float | complex:
        return 0.0 if not self.n else sqrt(max(self.sum, 0) / self.n) if not self.forgets_logarithms else (self.sum / self.n) ** 0.5


class Forgetful(RootMeanSquaredLog):
    forgets_logarithms = True


class LastCounts:
    def __init__(self) -> None:
        self.value = 0.0

    def update(self, y_true: object, y_pred: object) -> None:
        self.value = self.value / 2 + (y_true == y_pred)

    def get(self) -> float:
        return self.value


def test_what_is_right_holds() -> None:
    findings = dtref.judge_running_metric(RootMeanSquaredLog, numbers=True, examples=50)
    assert [(finding.failed, finding.asked) for finding in findings] == [(False, 50)] * 3


def test_what_is_taken_back_otherwise_than_it_was_added() -> None:
    found = {finding.relation: finding for finding in dtref.judge_running_metric(Forgetful, numbers=True)}
    assert found["update_then_revert"].example == "[(0, 0), (0, 1)]"
    assert not found["two_alike"].failed


def test_an_order_that_matters_and_no_way_back() -> None:
    found = {finding.relation: finding for finding in dtref.judge_running_metric(LastCounts)}
    assert found["order_of_updates"].example == "[('a', 'a'), ('a', 'b')]"
    assert (found["update_then_revert"].asked, found["update_then_revert"].why) == (0, "it has no revert")


def test_what_is_no_metric() -> None:
    with pytest.raises(Invalid, match="make"):
        dtref.judge_running_metric(list)
    assert dtref.judge_running_metric(dict)[1].why.startswith("TypeError: ")
