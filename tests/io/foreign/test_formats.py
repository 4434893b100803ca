"""
Every format has an example: a model as its program writes it, and what the program predicts for records. The reader's tree says the same.

An example is a file in tests/io/foreign/examples, by the name of its format: `by`, who made the model and the predictions; `model`, lines
of text, JSON, bytes in base64, or a folder of such files; `numbers`, the attributes that are numbers; `asked`, records and what is
predicted for each, `?` where a value is missing.
"""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dtref.errors import Invalid
from dtref.io.foreign.formats import FORMATS, Format, read_foreign
from dtref.io.foreign.prediction import foreign_predictor
from dtref.io.foreign.tree import ForeignNode, ForeignTree, branch_by_stand_ins, foreign_nodes
from dtref.spec.model.attributes import MISSING, Cell

EXAMPLES = Path(__file__).parent / "examples"
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
    encoding = "utf-8" if text.isascii() else "latin-1"
    if not isinstance(model, dict) or model.keys() != {"folder"}:
        path.write_text(text, encoding)
        return path
    path.mkdir(exist_ok=True)
    longest = max(model["folder"], key=lambda name: len(b64decode(model["folder"][name])))
    for name, file in model["folder"].items():
        (path / name).write_bytes(text.encode(encoding) if name == longest else b64decode(file))
    return path


def last_node(tree: ForeignTree, cells: dict[str, Cell]) -> ForeignNode:
    """The leaf that a record reaches, or the inner node that has no branch for it."""
    node = tree.root
    while node.ask is not None and (branch := branch_by_stand_ins(node, cells)) is not None:
        node = node.children[branch]
    return node


def cells_of(asked: dict[str, Any], numbers: list[str]) -> dict[str, Cell]:
    def cell(name: str, text: str) -> Cell:
        if text == "?":
            return MISSING
        return Fraction(text) if name in numbers else text

    return {name: cell(name, text) for name, text in asked["record"].items()}


@each_format
def test_a_format_has_an_example_whose_records_the_reader_s_tree_predicts_as_the_program_does(tmp_path: Path, one: Format) -> None:
    example = example_of(one)
    (tree,) = one(written(tmp_path, text_of(one), one))
    reached, wrong = set[str](), []
    for asked in example["asked"]:
        cells = cells_of(asked, example["numbers"])
        leaf = last_node(tree, cells)
        reached.add(leaf.place)
        assert foreign_predictor(tree)(cells).labels in ((leaf.label,), ()) or MISSING in cells.values()
        predicted = Fraction(float(asked["predicts"])) if isinstance(leaf.label, Fraction) else asked["predicts"]
        if leaf.label != predicted:
            wrong.append((asked, leaf))
    assert wrong == []
    leaves = {node.place for node in foreign_nodes(tree.root) if node.ask is None}
    assert len(leaves) >= 3, ADD.format(one.name)
    assert leaves - reached == set(), f"{ADD.format(one.name)}; leaves that no record reaches"


def test_an_example_belongs_to_a_format() -> None:
    assert {path.stem for path in EXAMPLES.iterdir()} - FORMATS.keys() == set(), "dtref/io/foreign/formats.py: list its format"


def broken(text: str) -> Iterator[str]:
    """No text, other text, what ends too soon, what lacks a part of the middle."""
    yield from ("", "no tree\n", "\0", "{", "[]", "<x/>")
    size = len(text)
    yield from (text[: size * part // 12] for part in range(1, 12))
    yield from (text[: size * part // 12] + text[size * (part + 1) // 12 :] for part in range(12))


@each_format
def test_a_broken_file_is_refused_or_read_and_never_breaks_the_reader(tmp_path: Path, one: Format) -> None:
    refused = 0
    for text in broken(text_of(one)):
        try:
            assert isinstance(read_foreign(written(tmp_path, text, one), one.name), ForeignTree)
        except Invalid as problem:
            assert "model" in problem.where
            refused += 1
    assert refused >= 12


@each_format
def test_another_format_s_file_is_refused_or_read_and_never_breaks_the_reader(tmp_path: Path, one: Format) -> None:
    others = [other for other in FORMATS.values() if other is not one]
    read = []
    for other in others:
        try:
            one(written(tmp_path, text_of(other)))
            read.append(other.name)
        except Invalid:
            pass
    assert len(read) <= 2, f"{one.name} reads {read}"


@each_format
def test_a_format_says_what_it_reads(one: Format) -> None:
    assert len(one.reads) > 10, f'dtref/io/foreign/formats.py, Format("{one.name}", …): what such a file is, and how it is made'
