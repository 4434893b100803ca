"""A tree grown again, as lines and as JSON: the same tree, or what differs of it, of the records, of the version."""

from __future__ import annotations

from collections.abc import Iterator

from dtref.errors import shortened
from dtref.io.numbers import Json
from dtref.oracle.reproduce import DataDifference, Reproduction
from dtref.spec.model.positions import Indices


def reproduction_rows(again: Reproduction) -> Iterator[tuple[str, str]]:
    """
    What is the same and what differs, each with the name of what it is of.

    >>> from fractions import Fraction
    >>> from dtref.spec.model.trees import Leaf
    >>> list(reproduction_rows(Reproduction(Leaf((("+", Fraction(1)),), ("+",)), True, 0, DataDifference(True), "", "1.0")))
    [('tree', 'the same'), ('data', 'the same records'), ('version', 'not told; now 1.0')]
    """
    yield "tree", "the same" if again.same else f"another one: node {again.node}, in preorder from 0, is the first that differs"
    yield from (("data", line) for line in _data_lines(again.data))
    versions = f"{again.version}, and now {again.now}" if again.version != again.now else again.now
    yield "version", versions if again.version else f"not told; now {again.now}"


def _data_lines(data: DataDifference | None) -> Iterator[str]:
    if data is None:
        yield "not told: the model has no fingerprint of its training records"
    elif data.same:
        yield "the same records"
    else:
        told = {
            "not trained on": data.added,
            "trained on with another label": data.relabelled,
            "trained on with another weight, or number of copies": data.reweighted,
        }
        yield from (f"{_records(positions)} {words}" for words, positions in told.items() if positions)
        if data.removed:
            yield f"{data.removed} different records that the model was trained on are not there"
        if not data.whole:
            yield "only those records are told of whose hashes the model keeps"


def _records(positions: Indices) -> str:
    numbers = shortened(", ".join(str(i + 1) for i in positions), 80)
    return f"{len(positions)} record{'' if len(positions) == 1 else 's'} ({numbers})"


def reproduction_json(again: Reproduction) -> Json:
    """
    The same as JSON, records by position from 1.

    >>> from fractions import Fraction
    >>> from dtref.spec.model.trees import Leaf
    >>> reproduction_json(Reproduction(Leaf((("+", Fraction(1)),), ("+",)), False, 3, None, "1.0", "1.0"))["node"]
    '3'
    """
    data = again.data
    told: Json = (
        {"undefined": "the model has no fingerprint of its training records"}
        if data is None
        else {
            "same": "yes" if data.same else "no",
            "added": [str(i + 1) for i in data.added],
            "relabelled": [str(i + 1) for i in data.relabelled],
            "reweighted": [str(i + 1) for i in data.reweighted],
            "removed": str(data.removed),
            "hashes": "all" if data.whole else "least",
        }
    )
    differs: dict[str, Json] = {} if again.same else {"node": str(again.node)}
    return {"tree": "same" if again.same else "another", **differs, "data": told, "version": again.version, "now": again.now}
