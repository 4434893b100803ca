"""What a program says at its start that it takes; it is asked that and nothing else, and what is left out is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from attrs import field, frozen

from dtref.errors import Invalid
from dtref.io.numbers import Json
from dtref.oracle.arithmetic.deep_json import parts_of
from dtref.oracle.golden.records import Call
from dtref.oracle.judge.cases import Case
from dtref.oracle.judge.selection import near
from dtref.oracle.operations.data_inputs import given_data
from dtref.oracle.operations.inputs import Given
from dtref.oracle.operations.registry import OPERATIONS
from dtref.spec.model.attributes import MISSING, Attribute, Continuous, Nominal
from dtref.spec.model.data import DataSet
from dtref.spec.model.schemes import preorder
from dtref.spec.presets import PRESETS

ATTRIBUTE_KIND_NAMES = ("continuous", "nominal", "ordinal")
"""The kinds of attributes that a program may take."""
_COUNTED = ("counts", "node", "children", "missing", "tp", "fn", "fp", "tn")
"""The inputs that are counts of records."""


@frozen
class Takes:
    """
    What a program takes. operations, presets, kinds: names, all of them if None. weights: also counts that aren't whole. gaps: missing
    values. files: tables in files of golden/data. classes, records: the most, any number if None.

    >>> Takes(operations=frozenset({"gini"})).leaves_out(Call("gain", {}))
    'operations'
    >>> Takes(weights=False).leaves_out(Call("gini", {"counts": ["1/2"]}))
    'weights'
    """

    operations: frozenset[str] | None = None
    presets: frozenset[str] | None = None
    kinds: frozenset[str] | None = None
    weights: bool = True
    gaps: bool = True
    files: bool = True
    classes: int | None = None
    records: int | None = None

    def leaves_out(self, call: Call) -> str:
        """The first thing in a question that the program doesn't take; the empty text if it takes all."""
        if self.operations is not None and call.operation not in self.operations:
            return "operations"
        preset = call.given.get("preset")
        if self.presets is not None and isinstance(preset, str) and preset not in self.presets:
            return f"preset {preset}"
        return next(self._inputs(call.given), "")

    def _inputs(self, given: Mapping[str, Json]) -> Iterator[str]:
        """What in the inputs it doesn't take."""
        data = given.get("data")
        if isinstance(data, dict):
            yield from self._table(data)
        matrix = given.get("matrix")
        classes = matrix.get("classes") if isinstance(matrix, dict) else None
        if self.classes is not None and isinstance(classes, list) and len(classes) > self.classes:
            yield f"more than {self.classes} classes"
        counts: list[Json] = [given[name] for name in _COUNTED if name in given]
        if isinstance(matrix, dict):
            counts += [matrix[name] for name in ("rows", "predicted_rows") if name in matrix]
        if not self.weights and ("weights" in given or (isinstance(matrix, dict) and "weights" in matrix) or not all(map(_whole, counts))):
            yield "weights"

    def _table(self, data: Mapping[str, Json]) -> Iterator[str]:
        """What in a table it doesn't take."""
        if not self.files and "file" in data:
            yield "files"
        if not self.weights and "weights" in data:
            yield "weights"
        if self.kinds is None and self.gaps and self.classes is None and self.records is None:
            return
        try:
            table = given_data(Given(data))
        except Invalid:  # it is there to be refused: what it declares counts
            declared = {kind for kind in ATTRIBUTE_KIND_NAMES for name in names_in(data.get(kind)) if name != data.get("target")}
            yield from (f"{kind} attributes" for kind in ATTRIBUTE_KIND_NAMES if self.kinds is not None and kind in declared - self.kinds)
            return
        yield from self._content(table)

    def _content(self, table: DataSet) -> Iterator[str]:
        if self.kinds is not None:
            yield from (f"{kind} attributes" for kind in map(attribute_kind, table.attributes) if kind not in self.kinds)
        if not self.gaps and any(value is MISSING for record in table for value in record.values):
            yield "missing values"
        if self.classes is not None and isinstance(table.target, Nominal) and len(table.classes) > self.classes:
            yield f"more than {self.classes} classes"
        if self.records is not None and len(table.records) > self.records:
            yield f"more than {self.records} records"


def names_in(declared: Json | None) -> Sequence[str]:
    """
    The names of the columns that a table declares to be of a kind.

    >>> names_in({"x": ["a", "b"]}), names_in(["x"]), names_in(None)
    (['x'], ['x'], [])
    """
    return [name for name in declared if isinstance(name, str)] if isinstance(declared, dict | list) else []


def attribute_kind(attribute: Attribute) -> str:
    """
    The kind of an attribute, as announcements name it.

    >>> attribute_kind(Continuous("x"))
    'continuous'
    """
    return "continuous" if isinstance(attribute, Continuous) else "nominal" if isinstance(attribute, Nominal) else "ordinal"


def _whole(counts: Json) -> bool:
    """Whether no number among counts is a fraction."""
    parts: Iterable[object] = preorder(counts, parts_of)
    return not any(isinstance(part, str) and "/" in part for part in parts)


EVERYTHING = Takes()
"""What a program takes that says nothing about it."""


def takes_of(about: Mapping[str, object]) -> Takes:
    """
    What a program takes, by its reply to `start`. Errors: Invalid for an announcement that is none, or names what there isn't.

    >>> takes_of({"version": 1, "takes": {"operations": ["gini"], "gaps": False}}).gaps, takes_of({}) == EVERYTHING
    (False, True)
    >>> takes_of({"takes": {"operations": ["ginny"]}})
    Traceback (most recent call last):
    dtref.errors.Invalid: start, takes, operations: expected names that there are; near it: 'gini', 'gain' (got 'ginny')
    """
    said = about.get("takes")
    if said is None:
        return EVERYTHING
    if not isinstance(said, dict):
        raise Invalid("start, takes", "an object", said)
    known = {"operations": OPERATIONS, "presets": PRESETS, "kinds": dict.fromkeys(ATTRIBUTE_KIND_NAMES)}
    read: dict[str, Callable[[str, object], object]] = {
        **{name: _names_of(there) for name, there in known.items()},
        **dict.fromkeys(("weights", "gaps", "files"), _flag),
        **dict.fromkeys(("classes", "records"), _most),
    }
    for name in said:
        if name not in read:
            raise Invalid("start, takes", f"one of {', '.join(read)}", name)
    return Takes(**{name: read[name](f"start, takes, {name}", part) for name, part in said.items()})  # type: ignore[arg-type]


def announced(about: Mapping[str, object]) -> tuple[str, ...]:
    """
    The operations that a program says at its start that it has.

    >>> announced({"takes": {"operations": ["gini"]}}), announced({})
    (('gini',), ())
    """
    return tuple(sorted(takes_of(about).operations or ()))


def _names_of(there: Mapping[str, object]) -> Callable[[str, object], object]:
    def read(where: str, said: object) -> frozenset[str]:
        if not isinstance(said, list) or not all(isinstance(name, str) for name in said):
            raise Invalid(where, "a list of names", said)
        for name in said:
            if name not in there:
                others = near(name, []) if there is OPERATIONS else f": {', '.join(there)}"
                raise Invalid(where, f"names that there are{others}", name)
        return frozenset(said)

    return read


def _flag(where: str, said: object) -> bool:
    if not isinstance(said, bool):
        raise Invalid(where, "true or false", said)
    return said


def _most(where: str, said: object) -> int:
    if not isinstance(said, int) or isinstance(said, bool) or said < 1:
        raise Invalid(where, "a whole number of at least 1", said)
    return said


@frozen
class LeftOut:
    """The golden cases that aren't asked, as the program says that it doesn't take them: by reason, and by operation."""

    reasons: Counter[str] = field(factory=Counter)
    operations: Counter[str] = field(factory=Counter)

    def note(self) -> Iterator[str]:
        """A line that says what is narrowed, if anything is."""
        if self.reasons:
            counted = ", ".join(f"{reason} ({n:,})" for reason, n in self.reasons.most_common())
            yield f"not asked, as the program announces: {counted}"


def asked_of(cases: Iterable[Case], takes: Takes) -> tuple[Sequence[Case], LeftOut]:
    """
    The cases that a program takes, and what is left out.

    >>> from dtref.oracle.judge.selection import cases_named
    >>> asked, left_out = asked_of(cases_named("cs6220-gini-07"), Takes(operations=frozenset({"gain"})))
    >>> asked, dict(left_out.reasons)
    ([], {'operations': 1})
    """
    asked, left_out = [], LeftOut()
    for case in cases:
        if reason := takes.leaves_out(case.call):
            left_out.reasons[reason] += 1
            left_out.operations[case.call.operation] += 1
        else:
            asked.append(case)
    return asked, left_out
