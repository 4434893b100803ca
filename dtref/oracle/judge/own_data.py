"""Questions about one's own data set: what the golden files ask of theirs, asked of a file, the answers computed by dtref."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from dtref.errors import Invalid, Undecided
from dtref.io.numbers import Json
from dtref.oracle.golden.records import Call
from dtref.oracle.golden.vectors import Refused
from dtref.oracle.judge.cases import CUT, Case, Cuts, case_asked
from dtref.spec.model.attributes import MISSING, Attribute, Cell, Continuous, Nominal
from dtref.spec.model.data import DataSet
from dtref.spec.model.labels import written

MOST_OWN_RECORDS = 2000
"""The most records of a file: each question holds them all."""
PREDICTED = 5
"""How many records are predicted, spread over the file."""
PRESETS_OF_CLASSES = ("id3", "c45", "cart", "cart-surrogates")
"""The presets whose trees are asked for where the target is a class."""
PRESETS_OF_NUMBERS = ("regression-tree",)
"""Those where it is a number."""


def own_cases(data: DataSet, source: str) -> Iterator[Case]:
    """
    The cases about a data set: its counts, the tables of its attributes, and of each preset that takes it the best tests, the tree, its
    errors, predictions. source: where it comes from, for reports. Errors: Invalid for no records, or more than `MOST_OWN_RECORDS`.

    >>> from dtref.io.tables import parse_csv
    >>> data = parse_csv("wind,play\\nyes,no\\nno,yes\\n", target="play")
    >>> [case.call.operation for case in own_cases(data, "play.csv")][:4]
    ['class_counts', 'count_table', 'best_tests', 'grow']
    """
    if not 1 <= len(data.records) <= MOST_OWN_RECORDS:
        raise Invalid("--data", f"1 to {MOST_OWN_RECORDS} records, as each question holds them all; a sample will do", len(data.records))
    for call in _calls(data):
        # what a preset refuses, and what dtref itself gives up, is no question
        try:
            case = case_asked(call, Cuts.ANY if call.operation in CUT else None, id=f"replay-{call.operation}", source=source)
        except Undecided:
            continue
        if not isinstance(case.expected, Refused):
            yield evolve(case, what=f"{call.operation} of {source}")


def _calls(data: DataSet) -> Iterator[Call]:
    given = given_of(data)
    numbers = isinstance(data.target, Continuous)
    if not numbers:
        yield Call("class_counts", {"data": given})
        yield from (Call("count_table", {"data": given, "attribute": a.name}) for a in data.attributes if not isinstance(a, Continuous))
    step = max(1, len(data.records) // PREDICTED)
    records = [{a.name: _text(cell) for a, cell in zip(data.attributes, r.values, strict=True)} for r in data.records[::step][:PREDICTED]]
    for preset in PRESETS_OF_NUMBERS if numbers else PRESETS_OF_CLASSES:
        asked: dict[str, Json] = {"data": given, "preset": preset}
        yield Call("best_tests", asked)
        yield Call("grow", asked)
        yield Call("squared_error" if numbers else "training_errors", asked)
        yield from (Call("predict", {**asked, "record": dict(record)}) for record in records)


def given_of(data: DataSet) -> dict[str, Json]:
    """
    A data set as operations are given it, every column declared; a missing value is an empty text.

    >>> from dtref.io.tables import parse_csv
    >>> given_of(parse_csv("x,y\\n1.50,a\\n?,b\\n", target="y"))["rows"]
    [['1.5', 'a'], ['', 'b']]
    """
    columns = (*data.attributes, data.target)
    rows: list[Json] = [[*map(_text, record.values), _text(record.label)] for record in data.records]
    given: dict[str, Json] = {"header": [a.name for a in columns], "rows": rows, "target": data.target.name, "missing": [""]}
    weights = [record.weight for record in data.records]
    if any(weight != 1 for weight in weights):
        name = "weight" + "_" * sum(a.name.rstrip("_") == "weight" for a in columns)
        given["header"] = [*(a.name for a in columns), name]
        given["rows"] = [[*row, written(weight)] for row, weight in zip(rows, weights, strict=True) if isinstance(row, list)]
        given["weights"] = name
    return {**given, **_declared(columns)}


def _declared(columns: tuple[Attribute, ...]) -> dict[str, Json]:
    named: dict[str, dict[str, Json]] = {"nominal": {}, "ordinal": {}}
    for a in columns:
        if not isinstance(a, Continuous):
            named["nominal" if isinstance(a, Nominal) else "ordinal"][a.name] = list(a.values)
    continuous: list[Json] = [a.name for a in columns if isinstance(a, Continuous)]
    return {**{kind: dict(values) for kind, values in named.items() if values}, **({"continuous": continuous} if continuous else {})}


def _text(cell: Cell) -> str:
    return "" if cell is MISSING else cell if isinstance(cell, str) else written(cell)
