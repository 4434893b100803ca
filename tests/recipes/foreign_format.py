"""A foreign format: the text of scikit-learn's export_text."""

from __future__ import annotations

from recipes.additions import Addition, Edit, Part

FORMATS, EXAMPLE = "dtref/io/foreign/formats.py", "tests/io/foreign/examples/levels_text.json"

READER = r'''"""Trees as scikit-learn's export_text prints them: a line for each branch of a cut, and for each leaf."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from dtref.errors import Invalid
from dtref.io.files import read_text
from dtref.io.foreign.node_list import listed_tree
from dtref.io.foreign.tree import Cut, ForeignNode, ForeignTree
from dtref.spec.model.attributes import Width
from dtref.spec.model.numerals import numeral

_LINE = re.compile(r"((?:\|   )*)\|--- (?:class: (.+)|(.+) (<=|>) +(-?\d+\.\d+))")


def read_levels_text(path: Path) -> tuple[ForeignTree, ...]:
    """
    The tree of a text that export_text made. Errors: Invalid for another text.

    A cut is printed with few digits.
    """
    rows = [(i, line) for i, line in enumerate(read_text(path).splitlines(), 1) if line]
    questions: dict[int, Cut | str] = {}  # a node is named by its first line
    below: dict[int, list[int]] = {}
    path_to: list[int] = []  # the nodes above, each of which has one branch or two
    for at, line in rows:
        where = f"{path.name} line {at}"
        row = _LINE.fullmatch(line)
        if row is None or len(row[1]) // 4 > len(path_to):
            raise Invalid(where, "a line of export_text, as |--- x <= 0.50", line[:80])
        level = len(row[1]) // 4
        question: Cut | str = row[2] or Cut(row[3], numeral(row[5]), width=Width.FLOAT32, unread=True)
        # the second branch of a node, which asks what the first did
        if row[4] == ">":
            if len(path_to) <= level or questions[path_to[level]] != question:
                raise Invalid(where, "the branch of a cut whose other branch is above", line[:80])
            del path_to[level + 1 :]
            continue
        # a node, below the last one a level higher
        del path_to[level:]
        if path_to:
            below[path_to[-1]].append(at)
        questions[at], below[at] = question, []
        path_to.append(at)

    def made(at: int, children: Sequence[ForeignNode]) -> ForeignNode:
        question = questions[at]
        return ForeignNode(str(at), label=question) if isinstance(question, str) else ForeignNode(str(at), question, tuple(children))

    if not rows:
        raise Invalid(path.name, "a text of export_text", "no line")
    return (ForeignTree(listed_tree(rows[0][0], below, made, path.name), f"scikit-learn's export_text, {path.name}"),)
'''

EXAMPLE_TEXT = """{
  "by": "scikit-learn 1.9.1: export_text(model, decimals=4), and predict",
  "model": [
    "|--- day <= 0.5000",
    "|   |--- class: no",
    "|--- day >  0.5000",
    "|   |--- humidity <= 88.0000",
    "|   |   |--- class: yes",
    "|   |--- humidity >  88.0000",
    "|   |   |--- class: no"
  ],
  "numbers": ["humidity", "day"],
  "asked": [
    {"record": {"humidity": "60", "day": "0"}, "predicts": "no"},
    {"record": {"humidity": "82", "day": "2"}, "predicts": "yes"},
    {"record": {"humidity": "90", "day": "2"}, "predicts": "no"},
    {"record": {"humidity": "96", "day": "0"}, "predicts": "no"}
  ]
}
"""

ADDITION = Addition(
    "How to add a foreign format",
    (
        Edit(Part.DEFINITION, "dtref/io/foreign/levels_text.py", READER),
        Edit(
            Part.DEFINITION,
            FORMATS,
            "from dtref.io.foreign.levels_text import read_levels_text\n",
            "from dtref.io.foreign.onnx import read_onnx",
        ),
        Edit(
            Part.DEFINITION,
            FORMATS,
            '    Format("levels_text", read_levels_text, "what scikit-learn prints: export_text(model)"),\n',
            '    Format("pmml"',
        ),
        Edit(Part.VECTOR, EXAMPLE, EXAMPLE_TEXT),
    ),
    (
        "dtref/io/foreign/levels_text.py",
        "tests/io/foreign/test_formats.py",
        "tests/test_house.py::test_a_package_lists_each_of_its_modules_once_in_reading_order[dtref.io.foreign]",
    ),
    {
        Part.DEFINITION: (
            "tests/io/foreign/test_formats.py::test_an_example_belongs_to_a_format",
            "dtref/io/foreign/formats.py: list its format",
        ),
        Part.VECTOR: (
            "tests/io/foreign/test_formats.py::"
            "test_a_format_has_an_example_whose_records_the_reader_s_tree_predicts_as_the_program_does[levels_text]",
            "tests/io/foreign/examples/levels_text.json: add a model",
        ),
    },
    (("dtref/oracle/README.md", "| `levels_text` |"),),
)
