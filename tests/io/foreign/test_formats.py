"""
Every format has an example: a model as its program writes it, and what the program predicts for records. The reader's tree says the same.

An example is a file in tests/io/foreign/examples, by the name of its format: `by`, who made the model and the predictions; `model`, lines
of text, JSON, bytes in base64, or a folder of such files; `numbers`, the attributes that are numbers; `asked`, records and what is
predicted for each, `?` where a value is missing.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from foreign_examples import ADD, EXAMPLES, cells_of, each_format, example_of, text_of, written

from dtref.errors import Invalid
from dtref.io.foreign.formats import FORMATS, Format, read_foreign
from dtref.io.foreign.prediction import foreign_predictor
from dtref.io.foreign.tree import ForeignNode, ForeignTree, branch_by_stand_ins, foreign_nodes
from dtref.spec.model.attributes import MISSING, Cell


def last_node(tree: ForeignTree, cells: dict[str, Cell]) -> ForeignNode:
    """The leaf that a record reaches, or the inner node that has no branch for it."""
    node = tree.root
    while node.ask is not None and (branch := branch_by_stand_ins(node, cells)) is not None:
        node = node.children[branch]
    return node


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
