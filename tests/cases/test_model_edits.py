"""
Every single-field edit of sample models of XGBoost, LightGBM, treelite and rpart: refused with its place, or the tree that the edit means.

What an edit means is said by `plain_models`, which reads the edited file without checks. A run takes one edit in so many; all of them
are tried with `pytest --hypothesis-profile=deep`.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from edits import Edit, edits
from many import one_in
from plain_models import SHAPES, shape_of

import dtref
from dtref.io.foreign.formats import FORMATS

FILES = Path(__file__).parents[1] / "io" / "foreign" / "files"
SAMPLES = [(path.name, kind) for path in sorted(FILES.glob("*.json")) if (kind := path.stem.split("-")[0]) in SHAPES]
STEP = 71
"""One edit in so many is tried in an ordinary run: about 700 of 51,000."""


def tried(path: Path, kind: str, edit: Edit) -> str:
    """What a reader says of an edited file, empty where it reads the tree that the edit means."""
    path.write_text(edit.text)
    try:
        trees = FORMATS[kind](path)
    except dtref.Invalid as problem:
        return str(problem)
    plain = kind != "rpart"
    assert [shape_of(tree.root, plain) for tree in trees] == SHAPES[kind](json.loads(edit.text)), (edit.path, edit.what)
    return ""


@pytest.mark.parametrize(("file", "kind"), SAMPLES, ids=lambda value: str(value).removesuffix(".json"))
def test_an_edited_model_is_refused_with_its_place_or_is_the_tree_that_the_edit_means(tmp_path: Path, file: str, kind: str) -> None:
    chosen = one_in(STEP, list(edits(json.loads((FILES / file).read_text()))))
    said = {edit: tried(tmp_path / "m.json", kind, edit) for edit in chosen}
    refused = {edit: text for edit, text in said.items() if text}
    assert all(text.startswith("m.json") and len(text) < 400 for text in refused.values())
    assert len(refused) > len(chosen) / 3
    named = [edit for edit, text in refused.items() if edit.field in text]
    assert len(named) >= 0.8 * len(refused), [(edit.path, edit.what, said[edit]) for edit in refused if edit not in named][:9]


def test_the_samples_read_as_they_are() -> None:
    for file, kind in SAMPLES:
        trees = FORMATS[kind](FILES / file)
        assert [shape_of(tree.root, kind != "rpart") for tree in trees] == SHAPES[kind](json.loads((FILES / file).read_text()))
    assert len(SAMPLES) >= 24
    assert sum(len(list(edits(json.loads((FILES / file).read_text())))) for file, _ in SAMPLES) >= 50_000
