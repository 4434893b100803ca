"""The examples of tests/io/foreign/examples: of each format a model as its program writes it, with what the program predicts."""

from __future__ import annotations

import json
from base64 import b64decode
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dtref.io.foreign.formats import FORMATS, Format
from dtref.spec.model.attributes import MISSING, Cell

EXAMPLES = Path(__file__).parent / "io" / "foreign" / "examples"
ADD = (
    'tests/io/foreign/examples/{0}.json: add a model that the program of "{0}" wrote and what the program itself predicts for records: '
    '{{"by": …, "model": [lines] or JSON, "numbers": [attributes], "asked": [{{"record": {{attribute: cell}}, "predicts": label}}, …]}}'
)

each_format = pytest.mark.parametrize("one", FORMATS.values(), ids=lambda one: one.name)


def example_of(one: Format) -> dict[str, Any]:
    path = EXAMPLES / f"{one.name}.json"
    assert path.exists(), ADD.format(one.name)
    example = json.loads(path.read_text("utf-8"))
    assert example.keys() == {"by", "model", "numbers", "asked"}, ADD.format(one.name)
    return dict(example)


def text_of(one: Format) -> str:
    """The model's file as a text, of a folder its longest file; of one that is no text each byte as a character."""
    model = example_of(one)["model"]
    if isinstance(model, dict) and model.keys() == {"folder"}:
        return max((b64decode(file) for file in model["folder"].values()), key=len).decode("latin-1")
    if isinstance(model, dict) and model.keys() == {"base64"}:
        return b64decode(model["base64"]).decode("latin-1")
    return "\n".join((*model, "")) if isinstance(model, list) else json.dumps(model)


def written(folder: Path, text: str, one: Format | None = None) -> Path:
    """A model's file with a text; of a format that is a folder, the folder, whose longest file has the text."""
    path, model = folder / "model", {} if one is None else example_of(one)["model"]
    encoding = "latin-1" if all(ord(sign) < 256 for sign in text) and not text.isascii() else "utf-8"
    if not isinstance(model, dict) or model.keys() != {"folder"}:
        path.write_text(text, encoding)
        return path
    path.mkdir(exist_ok=True)
    longest = max(model["folder"], key=lambda name: len(b64decode(model["folder"][name])))
    for name, file in model["folder"].items():
        (path / name).write_bytes(text.encode(encoding) if name == longest else b64decode(file))
    return path


def cells_of(asked: dict[str, Any], numbers: list[str]) -> dict[str, Cell]:
    def cell(name: str, text: str) -> Cell:
        if text == "?":
            return MISSING
        return Fraction(text) if name in numbers else text

    return {name: cell(name, text) for name, text in asked["record"].items()}
