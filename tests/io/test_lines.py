"""Only line feeds and carriage returns end a line: U+2028, U+0085, a form feed … may stand in a name, which then stays whole."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

import dtref
from dtref.io.foreign.formats import read_foreign
from dtref.io.foreign.tree import foreign_nodes

ODD = ("a\u2028b", "a\u0085b", "a\x0cb", "a\x1eb")
"""Names with a sign by which Python's `splitlines` would part them."""


@pytest.mark.parametrize("odd", ODD, ids=ascii)
def test_a_cell_with_such_a_sign_is_one_cell(tmp_path: Path, odd: str) -> None:
    files = {
        "t.jsonl": "".join(f'{{"x": {x}, "y": "{y}"}}\n' for x, y in ((1, odd), (2, "c")))
        .replace("\x0c", "\\f")
        .replace("\x1e", "\\u001e"),
        "t.arff": f"@relation t\n@attribute x numeric\n@attribute y {{'{odd}', c}}\n@data\n1,'{odd}'\n2,c\n",
        "t.csv": f"x,y\n1,{odd}\n2,c\n",
    }
    for name, text in files.items():
        (tmp_path / name).write_bytes(text.encode())
        data = dtref.read_data(tmp_path / name, target="y")
        assert [record.label for record in data] == [odd, "c"], name


@pytest.mark.parametrize("odd", ODD, ids=ascii)
def test_a_class_with_such_a_sign_is_one_class_of_a_printed_tree(tmp_path: Path, odd: str) -> None:
    (tmp_path / "tree.txt").write_bytes(f"|--- x <= 1.50\n|   |--- class: {odd}\n|--- x >  1.50\n|   |--- class: c\n".encode())
    tree = read_foreign(tmp_path / "tree.txt", "sklearn-text")
    assert [leaf.label for leaf in foreign_nodes(tree.root) if leaf.ask is None] == [odd, "c"]


def test_a_category_at_fault_is_named_as_one_and_not_as_a_record() -> None:
    frame = pd.DataFrame({"x": pd.Categorical([1.0], categories=[1.0, 2.0, float("inf")]), "y": ["a"]}, index=["only"])
    with pytest.raises(dtref.Invalid, match=r"category 3, column 'x': expected a finite number"):
        dtref.from_frame(frame, target="y")


def test_a_column_named_as_a_record_does_not_move_what_is_at_fault(tmp_path: Path) -> None:
    (tmp_path / "t.jsonl").write_text(
        '{"record 9, x": 1, "y": "a"}\n\n{"record 9, x": true, "y": "b"}\n{"record 9, x": "True", "y": "b"}\n'
    )
    with pytest.raises(dtref.Invalid, match=r"t\.jsonl line 4, column 'record 9, x'"):
        dtref.read_data(tmp_path / "t.jsonl", target="y")
