"""PMML in other encodings than UTF-8: read as an XML parser does; what is none of them, or hides a document type, is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from dtref.errors import Invalid
from dtref.io.foreign.formats import read_foreign

TEXT = """<?xml version="1.0" encoding="{}"?><PMML version="4.4"><DataDictionary>
<DataField name="größe" optype="continuous" dataType="double"/>
<DataField name="y" optype="categorical" dataType="string"><Value value="ä"/><Value value="b"/></DataField></DataDictionary>
<TreeModel functionName="classification"><MiningSchema><MiningField name="größe"/><MiningField name="y" usageType="target"/></MiningSchema>
<Node id="1"><True/><Node id="2" score="ä"><SimplePredicate field="größe" operator="lessOrEqual" value="0.8"/></Node>
<Node id="3" score="b"><SimplePredicate field="größe" operator="greaterThan" value="0.8"/></Node></Node></TreeModel></PMML>"""


@pytest.mark.parametrize(
    ("declared", "codec"),
    [
        ("UTF-8", "utf-8-sig"),
        ("UTF-16", "utf-16"),
        ("UTF-16BE", "utf-16-be"),
        ("UTF-16", "utf-16-le"),
        ("ISO-8859-1", "latin-1"),
        ("latin1", "latin-1"),
        ("windows-1252", "cp1252"),
    ],
)
def test_names_are_as_they_were_written(declared: str, codec: str, tmp_path: Path) -> None:
    (tmp_path / "m.pmml").write_bytes(TEXT.format(declared).encode(codec))
    tree = read_foreign(tmp_path / "m.pmml", "pmml")
    assert tree.root.ask is not None
    assert (tree.root.ask.attribute, tree.classes) == ("größe", ("ä", "b"))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (TEXT.format("ISO-8859-1").encode(), "UTF-8 text, whatever it is declared to be"),
        (TEXT.format("UTF-16").encode("utf-16")[:-1], "utf-16 text, as it is said to be"),
        (TEXT.format("windows-1252").encode("latin-1").replace(b"0.8", b"\x81"), "cp1252 text, as it is said to be"),
        (TEXT.format("KOI8-R").replace("ö", "o").encode("latin-1"), "expected UTF-8 text"),
        (TEXT.format("UTF-16").replace("?><PMML", "?><!DOCTYPE PMML><PMML").encode("utf-16"), "PMML without a document type"),
        (TEXT.format("ISO-8859-1").replace("<True/>", "<True/>\0").encode("latin-1"), "a NUL character"),
        (TEXT.format("UTF-32").encode("utf-32"), "UTF-32 text"),
    ],
)  # fmt: skip
def test_what_is_not_in_its_encoding_is_refused(data: bytes, message: str, tmp_path: Path) -> None:
    (tmp_path / "m.pmml").write_bytes(data)
    with pytest.raises(Invalid, match=message):
        read_foreign(tmp_path / "m.pmml", "pmml")


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(Invalid, match="a file that can be read"):
        read_foreign(tmp_path / "m.pmml", "pmml")
