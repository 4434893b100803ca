"""
Writes `jpmml`: two trees of XGBoost and of LightGBM as JPMML's converters write them, compact and whole, with what the programs predict.

    PYTHONPATH=tests python tests/io/foreign/files/make_jpmml.py      (sklearn2pmml, Java, a release of scikit-learn that it knows)
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from lightgbm import LGBMRegressor
from peers.foreign_models import COLUMNS, data
from sklearn2pmml import sklearn2pmml
from sklearn2pmml.pipeline import PMMLPipeline
from xgboost import XGBRegressor

FOLDER = Path(__file__).parent / "jpmml"
MODELS: dict[str, Any] = {
    "xgboost": XGBRegressor(n_estimators=2, max_depth=3, n_jobs=1),
    "lightgbm": LGBMRegressor(n_estimators=2, num_leaves=6, min_child_samples=2, verbose=-1, n_jobs=1),
}


def main() -> None:
    x, _, score = data(1, gaps=True)
    asked = data(2, gaps=True)[0]
    asked[::7] = x[::7]
    answers: dict[str, object] = {"records": [[None if np.isnan(value) else float(value) for value in row] for row in asked]}
    for name, model in MODELS.items():
        pipeline = PMMLPipeline([("model", model)]).fit(pd.DataFrame(x, columns=list(COLUMNS)), pd.Series(score, name="y"))
        for compact in (True, False):
            pipeline.configure(compact=compact)
            path = FOLDER / f"{name}-{'compact' if compact else 'whole'}.pmml"
            if not path.exists():
                sklearn2pmml(pipeline, str(path))
        answers[name] = [float(value) for value in model.predict(pd.DataFrame(asked, columns=list(COLUMNS)))]
    (FOLDER / "answers.json").write_text(json.dumps(answers) + "\n", "utf-8")


if __name__ == "__main__":
    main()
