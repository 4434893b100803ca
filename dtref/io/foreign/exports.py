"""Checks that a file is the JSON export that a reader takes; else tells which export it is, and how the right one is made."""

from __future__ import annotations

import re
from pathlib import Path

from attrs import frozen

from dtref.errors import Invalid
from dtref.io.foreign.json_parts import Parts


@frozen
class Export:
    """A program's export: its name, the call that makes it, a key of its outermost object, and the key that it may stand under itself."""

    name: str
    made_by: str
    key: str
    inside: str = ""


XGBOOST_EXPORT = Export("XGBoost's model as JSON or UBJSON", 'booster.save_model("model.json")', "learner", "Model")
LIGHTGBM_EXPORT = Export("LightGBM's JSON dump", "json.dump(booster.dump_model(), file)", "tree_info")
TREELITE_EXPORT = Export("treelite's JSON dump", "file.write(model.dump_as_json())", "threshold_type")
RPART_EXPORT = Export("an rpart object as rpart.R writes it", 'write_rpart(model, "model.json")', "method")
PARTYKIT_EXPORT = Export("a partykit object as partykit.R writes it", 'write_partykit(model, "model.json")', "partykit")
ORANGE_EXPORT = Export("Orange's tree as JSON", 'dtref.write_orange(model, "model.json")', "orange_tree")
SCIKIT_LEARN_EXPORT = Export("scikit-learn's trees as JSON", 'dtref.write_scikit_learn(model, "model.json")', "scikit_learn_trees")
R_FOREST_EXPORT = Export(
    "a ranger or randomForest object as forests.R writes it",
    'write_ranger(model, "model.json", data) or write_random_forest(model, "model.json")',
    "forest_of",
)
CATBOOST_EXPORT = Export("CatBoost's JSON model", 'model.save_model("model.json", format="json")', "scale_and_bias")

EXPORTS = (
    XGBOOST_EXPORT,
    LIGHTGBM_EXPORT,
    TREELITE_EXPORT,
    RPART_EXPORT,
    PARTYKIT_EXPORT,
    SCIKIT_LEARN_EXPORT,
    ORANGE_EXPORT,
    R_FOREST_EXPORT,
    CATBOOST_EXPORT,
)

UBJSON = "XGBoost's UBJSON"
XGBOOST_TEXT = "the text of XGBoost's dump_model"
OLD_XGBOOST = "XGBoost's old binary format"
STARTS = {
    b"{L": UBJSON,
    b"binf": OLD_XGBOOST,
    b"bs64\t": OLD_XGBOOST,
    b"booster[": XGBOOST_TEXT,
    b"0:[": XGBOOST_TEXT,
    b"0:leaf=": XGBOOST_TEXT,
    b"tree\n": "LightGBM's model.txt",
    b"tree\r\n": "LightGBM's model.txt",
    b"\x80": "a pickle, which is not opened, as opening it runs it",
    b"CBM1": "CatBoost's binary model",
    b"RDX": "R's own binary format",
    b"\x1f\x8b": "a compressed file",
    b"PK": "a compressed file",
    b"x^": "a compressed file",
    b"x\x9c": "a compressed file",
    b"x\xda": "a compressed file",
    b"<": "XML",
}
"""The kinds of files by their first bytes."""


def exported(path: Path, wanted: Export) -> Parts:
    """The JSON of a file that must be one export. Errors: Invalid for another one, with its name, and the call that makes the right one."""
    other_kind = kind_by_start(path)
    parts = None if other_kind else Parts.of_file(path)
    if parts is not None and isinstance(parts.value, dict) and (wanted.key in parts or (wanted.inside and wanted.inside in parts)):
        return parts
    raise Invalid(path.name, f"{wanted.name}, as {wanted.made_by} writes it", other_kind or _by_its_keys(parts))


def kind_by_start(path: Path) -> str:
    """The kind of a file by its first bytes; "" for another one, as JSON, and for one that can't be read, which its reader then reports."""
    try:
        with path.open("rb") as file:
            start = file.read(256)
    except OSError:
        return ""
    unnamed = OLD_XGBOOST if _OLD_XGBOOST.match(start) else ""
    return next((kind for beginning, kind in STARTS.items() if start.startswith(beginning)), unnamed)


_OLD_XGBOOST = re.compile(rb".{136}[\x01-\x40]\0{7}[a-z:_0-9]{1,64}[\x04-\x08]\0{7}(gbtree|gblinear|dart)", re.DOTALL)
"""136 bytes of parameters, then the names of objective and booster, each after its length (XGBoost 1.7, `src/learner.cc`, LoadModel)."""


def _by_its_keys(parts: Parts | None) -> str:
    if parts is None or not isinstance(parts.value, dict | list):
        return "JSON that is no object"
    if isinstance(parts.value, list):
        dumped = bool(parts.value) and isinstance(parts.value[0], dict) and "nodeid" in parts.value[0]
        return "the JSON of XGBoost's dump_model" if dumped else "a JSON array"
    export_name = next((export.name for export in EXPORTS if export.key in parts), None)
    return export_name or f"an object with {', '.join(list(parts.fields())[:5]) or 'nothing'}"
