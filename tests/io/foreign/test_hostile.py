"""Hostile files, made as the test runs: each is refused with its file, and the place in it, in a second, with little memory."""

from __future__ import annotations

import resource
import time
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from many import one_in

from dtref.errors import Invalid
from dtref.io.foreign.formats import FORMATS, read_foreign

DEEP = 10**6
FORMATS_OF_JSON = ("rpart", "xgboost", "lightgbm", "treelite", "sklearn", "catboost", "dtref")


def bomb(path: Path) -> None:
    """Entities that would be 3^30 texts."""
    entities = "".join(f'<!ENTITY e{i} "&e{i - 1};&e{i - 1};&e{i - 1};">' for i in range(1, 31))
    path.write_text(f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e0 "x">{entities}]><PMML version="4.4">&e30;</PMML>')


def outside(path: Path) -> None:
    path.write_text('<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><PMML>&e;</PMML>')


def deep_xml(path: Path) -> None:
    path.write_text('<PMML version="4.4">' + "<Node>" * DEEP)


def deep_json(path: Path) -> None:
    path.write_text("[" * DEEP)


def deep_objects(path: Path) -> None:
    path.write_text('{"trees":' * DEEP)


def deep_predicates(path: Path) -> None:
    nested = '<CompoundPredicate booleanOperator="and">' * 900 + "<True/>" + "</CompoundPredicate>" * 900
    path.write_text(
        '<PMML version="4.4"><TreeModel functionName="regression"><Node id="1"><True/>'
        f'<Node id="2" score="1">{nested}</Node></Node></TreeModel></PMML>'
    )


def doubling(path: Path) -> None:
    """Children that would double at each of 60 combined predicates."""
    one = '<CompoundPredicate booleanOperator="{}">{}</CompoundPredicate>'
    parts = '<SimplePredicate field="a{0}" operator="lessThan" value="1"/><SimplePredicate field="b{0}" operator="lessThan" value="1"/>'
    nodes = "".join(f'<Node score="{i}">{one.format("and", parts.format(i))}</Node>' for i in range(60))
    path.write_text(
        f'<PMML version="4.4"><TreeModel functionName="regression"><Node id="1"><True/>{nodes}<Node score="0"><True/></Node></Node>'
        "</TreeModel></PMML>"
    )


def zip_bomb(path: Path) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("m.json", b"0" * 10**7)


def gzip_bomb(path: Path) -> None:
    path.write_bytes(b"\x1f\x8b\x08\0\0\0\0\0\0\3" + zlib.compress(b"0" * 10**7))


def gigabytes(path: Path) -> None:
    """Four gigabytes that take no room."""
    with path.open("wb") as file:
        file.truncate(4 * 2**30)


def pickled(path: Path) -> None:
    path.write_bytes(b"\x80\x04\x95" + b"." * 1000)


def long_number(path: Path) -> None:
    path.write_text('{"scikit_learn_trees": ' + "9" * 10**6 + ', "trees": []}')


def lying_lengths(path: Path) -> None:
    """A message that claims to be 2^62 bytes long."""
    path.write_bytes(b"\x3a" + b"\xff" * 8 + b"\x3f" + b"x" * 100)


def endless_number(path: Path) -> None:
    path.write_bytes(b"\xff" * 10**5)


def long_line(path: Path) -> None:
    path.write_text("|--- " + "x <= 1 " * 10**5)


def deep_text(path: Path) -> None:
    path.write_text("\n".join("|   " * (i % 900) + "|--- x <= 1" for i in range(3000)))


FILES: dict[str, tuple[Callable[[Path], None], tuple[str, ...]]] = {
    "entities": (bomb, ("pmml",)),
    "an entity outside": (outside, ("pmml",)),
    "deep XML": (deep_xml, ("pmml",)),
    "deep predicates": (deep_predicates, ("pmml",)),
    "doubling predicates": (doubling, ("pmml",)),
    "deep JSON": (deep_json, FORMATS_OF_JSON),
    "deep objects": (deep_objects, FORMATS_OF_JSON),
    "zip": (zip_bomb, tuple(FORMATS)),
    "gzip": (gzip_bomb, tuple(FORMATS)),
    "gigabytes": (gigabytes, tuple(FORMATS)),
    "pickle": (pickled, tuple(FORMATS)),
    "a long number": (long_number, ("sklearn",)),
    "lying lengths": (lying_lengths, ("onnx",)),
    "an endless number": (endless_number, ("onnx",)),
    "a long line": (long_line, ("sklearn-text", "j48", "c45", "c50")),
    "deep text": (deep_text, ("sklearn-text",)),
}


@pytest.mark.parametrize("kind", FILES)
def test_a_hostile_file_is_refused_with_its_place_in_a_second(kind: str, tmp_path: Path) -> None:
    make, formats = FILES[kind]
    path = tmp_path / "model"
    make(path)
    for file_format in formats if len(formats) < 5 else one_in(3, formats):
        before, start = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
        with pytest.raises(Invalid) as refused:
            read_foreign(path, file_format)
        assert time.process_time() - start < 1, file_format
        assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 200_000, file_format
        assert "model" in refused.value.where, file_format
        assert len(str(refused.value)) < 500, file_format
