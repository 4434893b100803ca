"""
R's pROC: areas, DeLong's variance, interval, covariance and test, and Hand and Till's area of several classes, of generated scores.

Source of pROC: `R/ci.auc.R`, `R/delong.R`, `R/roc.test.R`, `R/multiclass.R`. Wherever its answers aren't the exact ones but for
rounding, a rule below says why, and each is counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import isinf, isnan
from random import Random
from statistics import median

import pytest
from narrow import defined
from peers.roc_packages import STOP, Case, ask, case, close, double, hexes, needs

from dtref.errors import Undefined
from dtref.spec.evaluation.comparison.delong import delong_covariance, delong_interval, delong_p, delong_variance, delong_z
from dtref.spec.evaluation.ranking.auc import auc
from dtref.spec.evaluation.ranking.multiclass_auc import hand_till, hand_till_of_present, one_vs_rest_auc

CONFIDENCE = Fraction(95, 100)
Record = Callable[[str, object], None]


def by_direction(c: Case, area: Fraction) -> Fraction:
    """`direction="auto"`, which is the default: the class with the greater median is taken to be that of the greater scores."""
    middle = [median(s for s, label in zip(c.first, c.labels, strict=True) if label == side) for side in (0, 1)]
    return area if middle[0] <= middle[1] else 1 - area


def of_one(c: Case, said: dict[str, str]) -> list[str]:
    """The variance and the interval of the first scores: which conventions pROC has where it departs."""
    variance = delong_variance(c.first, c.labels, 1)
    interval = delong_interval(c.first, c.labels, 1, confidence=CONFIDENCE)
    if isinstance(variance, Undefined) or isinstance(interval, Undefined):
        assert all(isnan(double(said[name])) for name in ("variance", "low", "high", "covariance"))
        return ["one positive or one negative: NA"]
    assert close(said["variance"], variance)
    assert close(said["covariance"], defined(delong_covariance(c.first, c.second, c.labels, 1)))
    assert close(said["low"], interval.clipped.low)
    assert close(said["high"], interval.clipped.high)
    return ["limits are clipped"] if float(interval.low) < 0 or float(interval.high) > 1 else []


def of_test(c: Case, said: dict[str, str]) -> list[str]:
    """The test of both scores: likewise."""
    z, p = delong_z(c.first, c.second, c.labels, 1), delong_p(c.first, c.second, c.labels, 1)
    if not isinstance(z, Undefined) and not isinstance(p, Undefined):
        assert close(said["z"], z.value)
        assert close(said["p"], p)
        return []
    if isinstance(delong_variance(c.first, c.labels, 1), Undefined):
        assert said["z"] == STOP or isnan(double(said["z"])) or double(said["z"]) == 0
        return ["one positive or one negative: z is NaN, an error, or 0"]
    gap = defined(auc(c.first, c.labels, 1)) - defined(auc(c.second, c.labels, 1))
    found = double(said["z"])
    if not gap:
        assert found == 0
        assert double(said["p"]) == 1
        return ["variance 0 and equal areas: z = 0"]
    assert isinf(found)
    assert (found > 0) == (gap > 0)
    assert double(said["p"]) == 0
    return ["variance 0 and unequal areas: z is infinite"]


@pytest.mark.peer("pROC", "DeLong")
@needs("pROC")
def test_areas_and_delong(record_property: Record) -> None:
    cases, conventions, whole = [case(seed) for seed in range(600)], Counter[str](), 0
    for c, said in zip(cases, ask("pROC", (c.sent() for c in cases)), strict=True):
        area = defined(auc(c.first, c.labels, 1))
        assert close(said["area"], area)
        assert close(said["auto"], by_direction(c, area))
        rules = of_one(c, said) + of_test(c, said) + ["direction is chosen by medians"] * (by_direction(c, area) != area)
        conventions.update(rules)
        whole += not rules
    record_property("cases", len(cases))
    record_property("departures", len(cases) - whole)
    assert whole >= 150, conventions
    assert conventions == {
        "direction is chosen by medians": 39,
        "limits are clipped": 319,
        "one positive or one negative: NA": 75,
        "one positive or one negative: z is NaN, an error, or 0": 75,
        "variance 0 and equal areas: z = 0": 99,
        "variance 0 and unequal areas: z is infinite": 2,
    }


def several(seed: int) -> tuple[list[str], list[str], list[list[float]]]:
    """Classes, of each record its class, and for each class the scores of all records; some classes have no records."""
    chance = Random(seed)
    classes = list("abcd"[: chance.randrange(2, 5)])
    actual = [chance.choice(classes) for _ in range(chance.randrange(2, 13))]
    return classes, actual, [[(chance.randrange(4) + (k == label)) / 10 for label in actual] for k in classes]


@pytest.mark.peer("pROC", "multi-class AUC")
@needs("pROC")
def test_several_classes(record_property: Record) -> None:
    """A matrix with a column of scores for each class is asked as Hand and Till do; a class without records is left out, with a warning."""
    cases, conventions = [several(seed) for seed in range(500)], Counter[str]()
    sent = [{"classes": classes, "actual": actual, "columns": list(map(hexes, columns))} for classes, actual, columns in cases]
    for (classes, actual, columns), said in zip(cases, ask("pROC", sent), strict=True):
        rows = list(zip(*columns, strict=True))
        every, present = (mean(rows, actual, classes) for mean in (hand_till, hand_till_of_present))
        if isinstance(present, Undefined):
            assert said["pairs"] == STOP
            conventions["one class: an error"] += 1
        else:
            assert close(said["pairs"], present)
            conventions["a class without records is left out"] += isinstance(every, Undefined)
        for area, theirs in zip(one_vs_rest_auc(rows, actual, classes), said["rest"], strict=True):
            assert theirs == STOP if isinstance(area, Undefined) else close(theirs, area)
    record_property("cases", len(cases))
    record_property("departures", sum(conventions.values()))
    assert conventions == {"a class without records is left out": 108, "one class: an error": 34}
