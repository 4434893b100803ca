"""UBJSON: XGBoost's own files say what the same models say in JSON; hostile bytes are refused with their place, whatever they claim."""

from __future__ import annotations

from pathlib import Path

import pytest

from dtref.errors import Invalid
from dtref.io.foreign.boosted.xgboost import read_xgboost
from dtref.io.foreign.json_parts import Numeral
from dtref.io.foreign.tree import foreign_nodes
from dtref.io.foreign.ubjson import parts_of_ubjson

FILES = Path(__file__).parent / "files"


@pytest.mark.parametrize("name", ["xgboost-dart", "xgboost-pandas"])
def test_a_model_is_the_same_in_both_forms(name: str) -> None:
    """The files in UBJSON are those in JSON, loaded and saved by XGBoost 3.2.0."""
    ours, theirs = read_xgboost(FILES / f"{name}.ubj"), read_xgboost(FILES / f"{name}.json")
    assert len(ours) == len(theirs)
    for one, other in zip(ours, theirs, strict=True):
        assert one.columns == other.columns
        assert [(node.place, node.ask, node.label) for node in foreign_nodes(one.root)] == [
            (node.place, node.ask, node.label) for node in foreign_nodes(other.root)
        ]


def read(tmp_path: Path, data: bytes) -> object:
    path = tmp_path / "m.ubj"
    path.write_bytes(data)
    return parts_of_ubjson(path).value


def test_values_of_every_kind(tmp_path: Path) -> None:
    assert read(
        tmp_path, b"[i\xffU\x80I\x01\x00l\x00\x00\x00\x02L" + bytes(7) + b"\x03d\x3f\x80\x00\x00D\x3f\xb9\x99\x99\x99\x99\x99\x9a]"
    ) == [*map(Numeral, ("-1", "128", "256", "2", "3", "1.0", "0.1"))]
    assert read(tmp_path, b"{U\x01aZU\x01bTU\x01cFU\x01dSU\x03\xe2\x82\xacU\x01eCxU\x01f[#U\x02[]{}}") == {
        "a": None,
        "b": True,
        "c": False,
        "d": "€",
        "e": "x",
        "f": [[], {}],
    }
    assert read(tmp_path, b"[$U#U\x03\x01\x02\x03") == [Numeral("1"), Numeral("2"), Numeral("3")]
    assert read(tmp_path, b"{$i#U\x01U\x01k\x07") == {"k": Numeral("7")}


@pytest.mark.parametrize(
    ("data", "wanted"),
    [
        (b"", "1 bytes of UBJSON"),
        (b"X", "a value of UBJSON"),
        (b"[U", "1 bytes of UBJSON"),
        (b"[$U#L\x7f" + b"\xff" * 7, "values, each in bytes of its own"),
        (b"[#L\x80" + bytes(7), "values, each in bytes of its own"),
        (b"[$T#U\x02[]", "values, each in bytes of its own"),
        (b"[$U\x01", "the number of values"),
        (b"[" * 1000, "at most 100 containers"),
        (b"SL\x7f" + b"\xff" * 7, "bytes of UBJSON"),
        (b"Sd\x3f\x80\x00\x00", "a size, a whole number"),
        (b"SU\x01\xff", "UTF-8 text"),
        (b"{U\x01aZU\x01aZ}", "each key once"),
        (b"ZZ", "the end of the file"),
    ],
)
def test_hostile_bytes_are_refused_with_their_place(tmp_path: Path, data: bytes, wanted: str) -> None:
    with pytest.raises(Invalid, match=rf"^m\.ubj, .*{wanted}"):
        read(tmp_path, data)
