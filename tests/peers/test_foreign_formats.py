"""Trees of other programs predict what the programs do: at every cut, at the doubles and floats next to it, at missing values."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from many import as_many
from peers.foreign_formats import missing_packages, totals
from peers.foreign_models import MODELS, PROBES
from peers.foreign_trees import totals_of_r
from peers.roc_packages import version
from peers.weka import version as weka_version
from peers.weka_models import OPTIONS, totals_of_weka


def check(file_format: str, record_property: Callable[[str, object], None]) -> None:
    if lacking := missing_packages(file_format):
        pytest.skip(f"not there: {', '.join(lacking)} (pip install dtref[formats], Orange: orange3)")
    recorded(totals(file_format), record_property)


def recorded(found: tuple[int, int, int], record_property: Callable[[str, object], None], least: int = MODELS * PROBES) -> None:
    _, records, wrong = found
    record_property("cases", records)
    record_property("departures", wrong)
    assert records >= least
    assert wrong == 0


def check_of_r(package: str, file_format: str, record_property: Callable[[str, object], None]) -> None:
    """Records that go by chance are left out."""
    if not version(package):
        pytest.skip(f"Rscript with {package} and jsonlite is not there (tests/peers/install)")
    models = as_many(4, MODELS)
    recorded(totals_of_r(file_format, models), record_property, models * PROBES * 8 // 10)


@pytest.mark.peer("scikit-learn", "formats")
@pytest.mark.parametrize("file_format", ["sklearn", "sklearn-text"])
def test_scikit_learn(file_format: str, record_property: Callable[[str, object], None]) -> None:
    check(file_format, record_property)


@pytest.mark.peer("sklearn2pmml", "formats")
@pytest.mark.parametrize("file_format", ["pmml", "jpmml-xgboost"])
def test_sklearn2pmml(file_format: str, record_property: Callable[[str, object], None], capfd: pytest.CaptureFixture[str]) -> None:
    """Of scikit-learn in its compact, plain and flat form, and of XGBoost. A release that the converter doesn't know yet it refuses."""
    try:
        check(file_format, record_property)
    except RuntimeError:
        refused = next((line for line in capfd.readouterr().out.splitlines() if line.endswith(" is not supported")), None)
        if refused is None:
            raise
        pytest.skip(f"sklearn2pmml: {refused}")


@pytest.mark.peer("ONNX Runtime", "formats")
def test_onnx_runtime(record_property: Callable[[str, object], None]) -> None:
    check("onnx", record_property)


@pytest.mark.peer("CatBoost", "formats")
def test_catboost(record_property: Callable[[str, object], None]) -> None:
    check("catboost", record_property)


@pytest.mark.peer("XGBoost", "formats")
@pytest.mark.parametrize("file_format", ["xgboost", "xgboost-dump"])
def test_xgboost(file_format: str, record_property: Callable[[str, object], None]) -> None:
    """Boosters gbtree and dart, and dumps: the leaves that records reach."""
    check(file_format, record_property)


@pytest.mark.peer("LightGBM", "formats")
@pytest.mark.parametrize("file_format", ["lightgbm", "treelite"])
def test_lightgbm(file_format: str, record_property: Callable[[str, object], None]) -> None:
    """Dumps and texts, and models that treelite took over: the leaves that records reach."""
    check(file_format, record_property)


@pytest.mark.peer("YDF", "formats")
def test_ydf(record_property: Callable[[str, object], None]) -> None:
    check("ydf", record_property)


@pytest.mark.peer("Orange", "formats")
@pytest.mark.parametrize("file_format", ["orange", "orange-text"])
def test_orange(file_format: str, record_property: Callable[[str, object], None]) -> None:
    check(file_format, record_property)


@pytest.mark.peer("rpart", "formats")
@pytest.mark.parametrize("file_format", ["rpart", "rpart-text"])
def test_rpart(file_format: str, record_property: Callable[[str, object], None]) -> None:
    check_of_r("rpart", file_format, record_property)


@pytest.mark.peer("partykit", "formats")
@pytest.mark.parametrize("file_format", ["partykit", "partykit-text"])
def test_partykit(file_format: str, record_property: Callable[[str, object], None]) -> None:
    """Of ctree and as.party(rpart)."""
    check_of_r("partykit", file_format, record_property)


@pytest.mark.peer("ranger", "formats")
def test_ranger(record_property: Callable[[str, object], None]) -> None:
    check_of_r("ranger", "ranger", record_property)


@pytest.mark.peer("randomForest", "formats")
def test_random_forest(record_property: Callable[[str, object], None]) -> None:
    check_of_r("randomForest", "randomForest", record_property)


@pytest.mark.peer("Weka", "formats")
@pytest.mark.parametrize("learner", OPTIONS)
def test_weka(learner: str, record_property: Callable[[str, object], None]) -> None:
    """As it prints them; records that the text doesn't place are left out."""
    if not weka_version():
        pytest.skip("A JDK or Debian's weka.jar is not there (tests/peers/install)")
    models = as_many(4, MODELS)
    recorded(totals_of_weka(learner, models), record_property, models * PROBES * 8 // 10)
