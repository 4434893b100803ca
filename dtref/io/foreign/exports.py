"""The JSON file that a reader wants, told from the program's other exports: which one came, and how the right one is made."""

from __future__ import annotations

from pathlib import Path

from attrs import frozen

from dtref.errors import Invalid
from dtref.io.foreign.json_parts import Parts


@frozen
class Export:
    """What a program's file is, how it is made, and a key that its outermost object has."""

    name: str
    made_by: str
    key: str


XGBOOST_EXPORT = Export("XGBoost's JSON model", 'booster.save_model("model.json")', "learner")
LIGHTGBM_EXPORT = Export("LightGBM's JSON dump", "json.dump(booster.dump_model(), file)", "tree_info")
TREELITE_EXPORT = Export("treelite's JSON dump", "file.write(model.dump_as_json())", "threshold_type")
RPART_EXPORT = Export("an rpart object as rpart.R writes it", 'write_rpart(model, "model.json")', "method")

EXPORTS = (XGBOOST_EXPORT, LIGHTGBM_EXPORT, TREELITE_EXPORT, RPART_EXPORT)

STARTS = {
    b"{L": "XGBoost's UBJSON",
    b"binf": "XGBoost's old binary format",
    b"booster[": "the text of XGBoost's dump_model, which lacks what decides",
    b"tree\n": "LightGBM's model.txt",
    b"tree\r\n": "LightGBM's model.txt",
    b"\x80": "a pickle, which is not opened",
    b"RDX": "R's own binary format",
    b"\x1f\x8b": "a compressed file",
    b"PK": "a compressed file",
    b"<": "XML",
}
"""What a file is that begins with these bytes."""


def exported(path: Path, wanted: Export) -> Parts:
    """The JSON of a file, which is to be one export. Errors: Invalid for another one, saying which, and how the one wanted is made."""
    found = _by_its_start(path)
    parts = None if found else Parts.of_file(path)
    if parts is not None and isinstance(parts.value, dict) and wanted.key in parts:
        return parts
    raise Invalid(path.name, f"{wanted.name}, as {wanted.made_by} writes it", found or _by_its_keys(parts))


def _by_its_start(path: Path) -> str:
    """What the first bytes tell; nothing for JSON, and for a file that can't be read, of which `read_text` says why."""
    try:
        with path.open("rb") as file:
            start = file.read(16)
    except OSError:
        return ""
    return next((what for first, what in STARTS.items() if start.startswith(first)), "")


def _by_its_keys(parts: Parts | None) -> str:
    if parts is None or not isinstance(parts.value, dict | list):
        return "JSON that is no object"
    if isinstance(parts.value, list):
        dumped = bool(parts.value) and isinstance(parts.value[0], dict) and "nodeid" in parts.value[0]
        return "the JSON of XGBoost's dump_model, which lacks what decides" if dumped else "a JSON array"
    known = next((export.name for export in EXPORTS if export.key in parts), None)
    return known or f"an object with {', '.join(list(parts.fields())[:5]) or 'nothing'}"
