"""
The data: every classification file of golden/data and of the folder that DTREF_DATA names, prepared for programs that refuse gaps.

Preparation (`complete`): continuous columns with more than a tenth of their cells missing are left out, and columns without any
known cell; then the records that still miss a number. A missing cell of a nominal column is one more value, "?".
"""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path

from attrs import evolve, frozen
from peers.library import MISSING, Continuous, DataSet, Nominal, Ordinal, Record, is_numeral, missing_as_value, read_csv

GOLDEN = Path(__file__).parent.parent.parent / "golden" / "data"
NOT_TO_LEARN = {"anscombe", "buys_computer_two_models", "tan_costs", "tan_model_m1", "tan_roc", "wdbc_five_by_two"}
"""Files of golden/data that hold predictions, scores, costs or numbers, and no classes to learn."""
FOLDER = Path(os.environ.get("DTREF_DATA") or "no folder")


@frozen
class Sample:
    """A data set as read, under a name that stays: `golden/iris`, `vowel`, `zoo as numbers`."""

    name: str
    path: Path
    kinds: frozenset[str]
    """Which kinds of attributes it has: `nominal`, `numeric`."""
    coded: bool = False
    """Whether numerals are read as numbers although the file means names by them."""

    @property
    def data(self) -> DataSet:
        """The records, completed."""
        return _read(self)


def samples(kind: str = "") -> tuple[Sample, ...]:
    """Every classification file with an attribute of a kind, those of the folder that golden/data holds too only once."""
    golden = [_golden(path) for path in sorted(GOLDEN.glob("*.csv")) if path.stem not in NOT_TO_LEARN]
    held = {s.path.read_bytes() for s in golden}
    folder = [
        Sample(row["name"], path, frozenset(k for k in ("nominal", "numeric") if row[k] != "0"))
        for row, path in _indexed()
        if row["classes"] != "regression" and path.read_bytes() not in held
    ]
    return tuple(s for s in (*golden, *folder) if kind in ("", *s.kinds))


def coded_samples() -> tuple[Sample, ...]:
    """The nominal files of the folder whose attributes are all written as numerals, read as numbers: many ties, many zero gains."""
    numerals = [(row, path) for row, path in _indexed() if row["numeric"] == "0" and all(map(is_numeral, _line(path, 1)[:-1]))]
    return tuple(Sample(f"{row['name']} as numbers", path, frozenset({"numeric"}), True) for row, path in numerals)


def _golden(path: Path) -> Sample:
    data = _read(Sample(path.stem, path, frozenset()))
    kinds = ("numeric" if isinstance(a, Continuous) else "nominal" for a in data.attributes)
    return Sample(f"golden/{path.stem}", path, frozenset(kinds))


def _line(path: Path, number: int) -> list[str]:
    return next(csv.reader(path.read_text().splitlines()[number : number + 1]))


def part(data: DataSet, kind: type[Continuous] | type[Nominal]) -> DataSet:
    """The data set with its attributes of one kind only."""
    return select(data, lambda i: isinstance(data.attributes[i], kind))


def select(data: DataSet, keep: Callable[[int], bool]) -> DataSet:
    """The data set with the attributes at the positions that `keep` admits."""
    kept = [i for i in range(len(data.attributes)) if keep(i)]
    records = tuple(Record(tuple(r.values[i] for i in kept), r.label, r.weight) for r in data)
    return DataSet(tuple(data.attributes[i] for i in kept), data.target, records)


def complete(data: DataSet) -> DataSet:
    """The data set without gaps, as this module's text says."""
    gaps = [sum(r.values[i] is MISSING for r in data) for i in range(len(data.attributes))]
    numbers = [isinstance(a, Continuous) for a in data.attributes]
    most = [len(data) / 10 if number else len(data) - 1 for number in numbers]
    kept = without_order(select(data, lambda i: gaps[i] <= most[i]))
    columns = [i for i, a in enumerate(kept.attributes) if isinstance(a, Continuous)]
    whole = tuple(r for r in kept if all(r.values[i] is not MISSING for i in columns))
    return missing_as_value(evolve(kept, records=whole))


def without_order(data: DataSet) -> DataSet:
    """The data set with its ordinal attributes as nominal ones, as all programs but rpart have it, and each record counted once."""
    attributes = tuple(Nominal(a.name, a.values) if isinstance(a, Ordinal) else a for a in data.attributes)
    return DataSet(attributes, data.target, tuple(Record(r.values, r.label) for r in data))


@cache
def _read(sample: Sample) -> DataSet:
    names = _line(sample.path, 0)
    declared = _declared(sample)
    if declared is None or sample.coded:
        target = None if sample.path.with_suffix(".schema.json").exists() else names[-1]
        return complete(read_csv(sample.path, target=target))
    nominal = {name: [v for v in values if v != "?"] for name, values in declared.items() if values is not None}
    continuous = [name for name, values in declared.items() if values is None]
    return complete(read_csv(sample.path, target=names[-1], nominal=nominal, continuous=continuous))


def _declared(sample: Sample) -> Mapping[str, list[str] | None] | None:
    """Each column with its values in order, None for a continuous one, where the folder's schema.json says so."""
    schema = sample.path.parent / "schema.json"
    if not schema.exists():
        return None
    columns = json.loads(schema.read_text())[sample.path.stem]["columns"]
    return dict(columns)


def _indexed() -> Iterator[tuple[dict[str, str], Path]]:
    index = FOLDER / "index.csv"
    for row in csv.DictReader(index.read_text().splitlines()) if index.exists() else ():
        yield row, FOLDER / f"{row['name']}.csv"
