"""
Writes `pmml`: trees as released producers write them in PMML, three of each form, with their records and what the programs predict.

    PYTHONPATH=tests python tests/io/foreign/files/make_pmml.py      (sklearn2pmml, Java, a release of scikit-learn that it knows, nyoka)

The forms: sklearn2pmml's compact one (its default) and its flat one, of scikit-learn; a single child with the parent's score, of XGBoost
by JPMML; Nyoka's.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from attrs import frozen
from nyoka import skl_to_pmml
from sklearn.pipeline import Pipeline
from sklearn.tree import DecisionTreeClassifier
from sklearn2pmml import sklearn2pmml
from sklearn2pmml.pipeline import PMMLPipeline
from xgboost import XGBRegressor

FOLDER = Path(__file__).parent / "pmml"
NAMES = ["x", "z"]


def records(seed: int) -> tuple[Any, Any]:
    """Quarters in two columns, and a class of each."""
    rng = np.random.default_rng(seed)
    x = np.column_stack([rng.integers(0, 20, 40), rng.integers(0, 8, 40)]) / 4
    label = np.where(((x[:, 0] > 2.5) != (x[:, 1] > 1)) | (rng.random(40) < 0.1), "yes", "no")
    return x, label


def probes(x: Any) -> list[list[float]]:
    """Every quarter and eighth, at which no cut is missed."""
    return [[i / 8, j / 8] for i in range(0, 41, 2) for j in range(0, 17, 2)] + [list(map(float, row + 1 / 8)) for row in x]


@frozen(eq=False)
class Made:
    """The records of a seed, and what is asked of its models."""

    seed: int
    frame: Any
    label: Any
    asked: Any


def by_sklearn2pmml(made: Made, path: Path, settings: dict[str, bool]) -> Any:
    model = DecisionTreeClassifier(max_depth=3, random_state=made.seed)
    pipeline = PMMLPipeline([("tree", model)]).fit(made.frame, pd.Series(made.label, name="y"))
    pipeline.configure(**settings)
    sklearn2pmml(pipeline, str(path))
    return model.predict(made.asked)


def of_xgboost(made: Made, path: Path) -> Any:
    model = XGBRegressor(n_estimators=1, max_depth=3, learning_rate=0.5, base_score=0.0, n_jobs=1)
    pipeline = PMMLPipeline([("tree", model)]).fit(made.frame, pd.Series((made.label == "yes") * 1.0, name="y"))
    sklearn2pmml(pipeline, str(path))
    return model.predict(made.asked)


def by_nyoka(made: Made, path: Path) -> Any:
    model = DecisionTreeClassifier(max_depth=3, random_state=made.seed).fit(made.frame, made.label)
    skl_to_pmml(Pipeline([("tree", model)]), NAMES, "y", str(path))
    return model.predict(made.asked)


FORMS: dict[str, Callable[[Made, Path], Any]] = {
    "sklearn2pmml-compact": lambda made, path: by_sklearn2pmml(made, path, {}),
    "sklearn2pmml-flat": lambda made, path: by_sklearn2pmml(made, path, {"compact": False, "flat": True}),
    "xgboost-single-child": of_xgboost,
    "nyoka": by_nyoka,
}
"""What writes a file of each form, and returns the predictions of the records that are asked."""


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    answers: dict[str, list[object]] = {}
    for seed in range(3):
        x, label = records(seed)
        asked = probes(x)
        made = Made(seed, pd.DataFrame(x, columns=NAMES), label, pd.DataFrame(asked, columns=NAMES))
        for form, write in FORMS.items():
            predicted = write(made, FOLDER / f"{form}-{seed}.pmml")
            answers[f"{form}-{seed}"] = [y if isinstance(y, str) else float(y) for y in predicted]
        rows = "".join(f"{a!r},{b!r},{y}\n" for (a, b), y in zip(x.tolist(), label, strict=True))
        (FOLDER / f"records-{seed}.csv").write_text(f"x,z,y\n{rows}")
        answers[f"probes-{seed}"] = list(asked)
    (FOLDER / "answers.json").write_text("{\n" + ",\n".join(f"{json.dumps(k)}: {json.dumps(v)}" for k, v in answers.items()) + "\n}\n")


if __name__ == "__main__":
    main()
