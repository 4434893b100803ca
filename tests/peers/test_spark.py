"""Spark's trees of generated data and settings are read, right, and predict what Spark does: some in each run, 30 in a deep one."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from many import as_many
from peers.rows import spark_version
from peers.spark_models import MODELS, PROBES, outcomes


@pytest.mark.peer("Spark", "verify")
def test_its_trees_are_right_grown_alike_and_predict_what_it_does(record_property: Callable[[str, object], None]) -> None:
    if not spark_version():
        pytest.skip("not there: pyspark (pip install dtref[spark]), or Java")
    came = list(outcomes(as_many(4, MODELS)))
    record_property("cases", sum(one.probes for one in came))
    record_property("departures", 0)
    assert [(one.seed, one.wrong, one.different) for one in came if one.wrong or one.different] == []
    assert sum(one.open for one in came) <= sum(one.nodes for one in came) / 100  # labels that rounding may have chosen
    assert all(one.probes == PROBES for one in came)
    assert {one.grown for one in came} <= {"same", "tied", "within rounding"}
