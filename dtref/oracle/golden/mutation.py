"""
The mutation check: changing one digit of a record or vector must lead to a complaint.

Changed is each digit of every exact or accepted value, of its decimal, of the printed text, and of an erratum's words for what is wrong,
right, elsewhere and in the document's defence. A changed record without a complaint is a survivor.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from dtref.errors import Invalid, Undecided
from dtref.io.numbers import Json
from dtref.oracle.arithmetic.json_numbers import parse_exact_json
from dtref.oracle.golden.checks import check_record
from dtref.oracle.golden.manifest import manifest_complaint
from dtref.oracle.golden.reader import read_golden_records
from dtref.oracle.golden.vectors import check_vector, read_vectors
from dtref.oracle.operations.inputs import Given

CHANGED = frozenset({"exact", "accepted", "printed", "decimal", "restored", "gives"})
"""The parts of a record whose digits are changed. (A derivation may say the same with another digit: 1^2 and 1^3.)"""

ERRATUM = frozenset({"wrong", "right", "elsewhere", "defence"})
"""The parts of an erratum whose digits are changed."""

NOT_CHANGED = frozenset({"given", "undefined", "says", "reproductions", "rejected"})
"""Inputs, words for people (reasons and explanations), and further computations."""


@frozen
class Mutant:
    """A record with one digit changed: its id, the place of the part, the part's new text, and the whole changed record."""

    id: str
    place: str
    text: str
    record: Json


def mutants(record: Json) -> Iterator[Mutant]:
    """
    Every way to change one digit of a record: each digit becomes the next one, 9 becomes 0. Errors: Invalid for a record without an id.

    >>> [m.text for m in mutants({"id": "x", "exact": "1/9", "given": {"counts": ["1"]}})]
    ['2/9', '1/0']
    """
    name = Given.of(record, "golden record").text("id")
    for path, text in _texts(record, ()):
        if not _is_changed(path):
            continue
        for i, character in enumerate(text):
            if character.isdecimal() and character.isascii():
                changed = text[:i] + str((int(character) + 1) % 10) + text[i + 1 :]
                yield Mutant(name, ".".join(map(str, path)), changed, _replaced(record, path, changed))


def _is_changed(path: Sequence[str | int]) -> bool:
    if path[0] == "erratum":
        return not ERRATUM.isdisjoint(path[1:2])
    return not CHANGED.isdisjoint(path) and NOT_CHANGED.isdisjoint(path)


def _texts(value: Json, path: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    match value:
        case str():
            yield path, value
        case list():
            for i, part in enumerate(value):
                yield from _texts(part, (*path, i))
        case _:
            for name, part in value.items():
                yield from _texts(part, (*path, name))


def _replaced(value: Json, path: Sequence[str | int], text: str) -> Json:
    match value:
        case str():
            return text
        case list():
            return [_replaced(part, path[1:], text) if i == path[0] else part for i, part in enumerate(value)]
        case _:
            return {name: _replaced(part, path[1:], text) if name == path[0] else part for name, part in value.items()}


def noticed(mutant: Mutant, document: str, topic: str, known: dict[str, Json]) -> bool:
    """
    Whether a changed record is noticed: it cannot be read, a computation disagrees, or the manifest does.

    >>> record = {"id": "x-1", "kind": "value", "slide": "s", "what": "w", "operation": "gini", "given": {"counts": ["1", "1"]},
    ...           "printed": "0.5", "derivation": "1/2", "exact": "1/2", "decimal": "0.500000000000", "provenance": "printed",
    ...           "verdict": "rounding"}
    >>> all(noticed(m, "x", "y", {}) for m in mutants(record))
    True
    """
    file = json.dumps({"document": document, "topic": topic, "records": [mutant.record]})
    try:
        (record,) = read_golden_records(file, "mutant")
        return bool(manifest_complaint(record, known)) or bool(check_record(record))
    except (Invalid, Undecided, ZeroDivisionError):
        return True


def vector_noticed(mutant: Mutant, group: str, flags: Mapping[str, str]) -> bool:
    """
    Whether a changed vector is noticed; flags: the flags that vectors may have.

    >>> vector = {"id": "vectors-x-01", "what": "w", "operation": "gini", "given": {"counts": ["1", "1"]}, "exact": "1/2",
    ...           "decimal": "0.500000000000", "provenance": "self", "flags": ["Tie"]}
    >>> all(vector_noticed(m, "x", {"Tie": ""}) for m in mutants(vector))
    True
    """
    file = json.dumps({"group": group, "about": "", "vectors": [mutant.record]})
    try:
        (vector,) = read_vectors(file, "mutant")
        return bool(check_vector(vector, flags))
    except (Invalid, Undecided, ZeroDivisionError):
        return True


def vectors_as_written(text: str, name: str) -> tuple[str, list[Json]]:
    """
    The group and the vectors of a file of vectors, as JSON. Errors: as `records_as_written`.

    >>> vectors_as_written('{"group": "g", "vectors": [{"id": "vectors-g-01"}]}', "vectors/g.json")
    ('g', [{'id': 'vectors-g-01'}])
    """
    file = Given.of(parse_exact_json(text, name), name)
    return file.text("group"), _with_ids(file, "vectors", name)


def records_as_written(text: str, name: str) -> tuple[str, str, list[Json]]:
    """
    The document, the topic and the records of a golden file, as JSON. Errors: Invalid where one of them, or the id of a record, is
    not there.

    >>> records_as_written('{"document": "d", "topic": "t", "records": [{"id": "d-1"}]}', "d/t.json")
    ('d', 't', [{'id': 'd-1'}])
    """
    file = Given.of(parse_exact_json(text, name), name)
    records = _with_ids(file, "records", name)
    return file.text("document"), file.text("topic"), records


def _with_ids(file: Given, part: str, name: str) -> list[Json]:
    items = list(file.list(part))
    for i, item in enumerate(items, 1):
        Given.of(item, f"{name}, {part[:-1]} {i}").text("id")
    return items
