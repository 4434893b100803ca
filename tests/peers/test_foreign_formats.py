"""Trees of other programs predict what the programs do: at every cut, at the doubles and floats next to it, at missing values."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from peers.foreign_formats import MODELS, PROBES, missing_packages, totals


def check(file_format: str, record_property: Callable[[str, object], None]) -> None:
    if lacking := missing_packages(file_format):
        pytest.skip(f"not there: {', '.join(lacking)} (pip install dtref[formats])")
    models, records, wrong = totals(file_format)
    record_property("cases", records)
    record_property("departures", wrong)
    assert models >= MODELS
    assert records >= MODELS * PROBES
    assert wrong == 0


@pytest.mark.peer("scikit-learn", "formats")
@pytest.mark.parametrize("file_format", ["sklearn", "sklearn-text"])
def test_scikit_learn(file_format: str, record_property: Callable[[str, object], None]) -> None:
    check(file_format, record_property)


@pytest.mark.peer("sklearn2pmml", "formats")
def test_sklearn2pmml(record_property: Callable[[str, object], None]) -> None:
    """In its compact, plain and flat form."""
    check("pmml", record_property)


@pytest.mark.peer("ONNX Runtime", "formats")
def test_onnx_runtime(record_property: Callable[[str, object], None]) -> None:
    check("onnx", record_property)


@pytest.mark.peer("CatBoost", "formats")
def test_catboost(record_property: Callable[[str, object], None]) -> None:
    check("catboost", record_property)
