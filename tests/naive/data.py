"""Data sets as golden/README.md defines them, read without dtref: attributes, records, classes."""

from __future__ import annotations

import csv
import itertools
import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

from naive.agreement import NotAnInput

GOLDEN = Path(__file__).parents[2] / "golden"
GAPS = ("?", "")


class Attribute(NamedTuple):
    """kind: nominal, ordinal or continuous. values: of the first two, in declared order, else sorted."""

    name: str
    kind: str
    values: tuple[str, ...]


class Record(NamedTuple):
    """values: texts and numbers, None where one is missing."""

    values: tuple[Any, ...]
    label: Any
    weight: Fraction


class Data(NamedTuple):
    attributes: tuple[Attribute, ...]
    target: Attribute
    records: tuple[Record, ...]
    gaps: tuple[str, ...] = GAPS

    @property
    def classes(self) -> tuple[str, ...]:
        return self.target.values

    def column(self, name: str) -> int:
        return [a.name for a in self.attributes].index(name)

    def counts(self, records: Sequence[Record] | None = None) -> list[Fraction]:
        """The class counts of some records, all of them by default."""
        some = self.records if records is None else records
        return [sum((r.weight for r in some if r.label == c), Fraction(0)) for c in self.classes]


def is_number(text: str) -> bool:
    try:
        Fraction(text)
    except (ValueError, ZeroDivisionError):
        return False
    return "_" not in text and "/" not in text


def read(given: Mapping[str, Any]) -> Data:
    """The data set of an input `data`."""
    if "parity" in given:
        return parity(int(given["parity"]))
    declared, header, rows = _rows(given)
    for name, meant in given.get("spelling", {}).items():
        at = header.index(name)
        rows = [[meant.get(cell, cell) if i == at else cell for i, cell in enumerate(row)] for row in rows]
    gaps = declared.get("missing", GAPS)
    target, weights, ignored = declared["target"], declared.get("weights"), declared.get("ignore", ())
    kinds = {name: _attribute(name, [row[i] for row in rows if row[i] not in gaps], declared) for i, name in enumerate(header)}
    used = [name for name in header if name not in (target, weights, *ignored)]

    def cell(row: Sequence[str], name: str) -> Any:
        text = row[header.index(name)]
        if text in gaps:
            return None
        return Fraction(text) if kinds[name].kind == "continuous" else text

    records = tuple(
        Record(tuple(cell(row, name) for name in used), cell(row, target), Fraction(row[header.index(weights)]) if weights else Fraction(1))
        for row in rows
    )
    data = Data(tuple(kinds[name] for name in used), kinds[target], records, tuple(gaps))
    wanted = given.get("where", {})
    return data._replace(records=tuple(r for r in records if all(_meets(data, r, name, c) for name, c in wanted.items())))


def _rows(given: Mapping[str, Any]) -> tuple[dict[str, Any], list[str], list[list[str]]]:
    declared: dict[str, Any] = {}
    if "file" not in given:
        header, rows = list(given["header"]), [list(row) for row in given["rows"]]
    else:
        path = GOLDEN / "data" / given["file"]
        with path.open(encoding="utf-8", newline="") as lines:
            header, *rows = csv.reader(lines)
        beside = path.with_suffix(".schema.json")
        if beside.exists():
            declared = json.loads(beside.read_text("utf-8"))
            columns = declared.pop("columns", {})
            for kind in ("nominal", "ordinal"):
                declared[kind] = {name: c["values"] for name, c in columns.items() if c["kind"] == kind and "values" in c}
            declared["continuous"] = [name for name, c in columns.items() if c["kind"] == "continuous"]
    names = ("target", "weights", "nominal", "ordinal", "continuous", "ignore", "missing")
    for name in names:
        if name in given:
            declared[name] = {**declared.get(name, {}), **given[name]} if name in ("nominal", "ordinal") else given[name]
    if any(len(row) != len(header) for row in rows):
        raise NotAnInput("a row of another length")
    return declared, header, rows


def _attribute(name: str, present: Sequence[str], declared: Mapping[str, Any]) -> Attribute:
    for kind in ("ordinal", "nominal"):
        if name in declared.get(kind, {}):
            return Attribute(name, kind, tuple(declared[kind][name]))
    is_target = name == declared["target"]
    if name in declared.get("continuous", ()) or (present and all(map(is_number, present)) and not is_target):
        return Attribute(name, "continuous", ())
    as_numbers = all(map(is_number, present))
    return Attribute(name, "nominal", tuple(sorted(set(present), key=Fraction if as_numbers else None)))


def _meets(data: Data, record: Record, name: str, condition: Mapping[str, Any]) -> bool:
    cell = record.label if name == data.target.name else record.values[data.column(name)]
    ((how, what),) = condition.items()
    if how in ("in", "not_in"):
        return (cell in what) == (how == "in")
    return bool(cell > Fraction(what) if how == "above" else cell <= Fraction(what))


def parity(n: int) -> Data:
    """The truth table of n Boolean attributes x1 … xn; class 1 if an even number of them is True."""
    rows = list(itertools.product(("False", "True"), repeat=n))
    attributes = tuple(Attribute(f"x{i}", "nominal", ("False", "True")) for i in range(1, n + 1))
    records = tuple(Record(row, "1" if row.count("True") % 2 == 0 else "0", Fraction(1)) for row in rows)
    return Data(attributes, Attribute("class", "nominal", ("0", "1")), records)
