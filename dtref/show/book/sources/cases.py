"""The operations that golden records and vectors run, and the definitions behind these."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dtref.io.numbers import Json
from dtref.oracle.golden.records import Answered, Body, Figure, GoldenRecord, PrintedFormula, PrintedTable, Statement, Value
from dtref.oracle.golden.vectors import Vector
from dtref.oracle.judge.report.definitions import home_of
from dtref.oracle.operations.inputs import as_object
from dtref.spec.presets import PRESETS


def calls(body: Body) -> Iterator[tuple[str, Mapping[str, Json]]]:
    """
    The operations that a golden record runs, with their inputs.

    >>> from dtref.oracle.golden.records import Call
    >>> list(calls(Answered(Call("grow", {"preset": "cart"}), "", [])))
    [('grow', {'preset': 'cart'})]
    """
    match body:
        case Value(call=call) | Answered(call=call) | PrintedTable(call=call) | Figure(shown=Answered(call=call)):
            yield call.operation, call.given
        case PrintedFormula(cases=cases):
            yield from ((case.call.operation, case.call.given) for case in cases)
        case Statement(checks=checks):
            run = [value for check in checks for value in check.let.values() if isinstance(value, dict) and "operation" in value]
            yield from ((str(call["operation"]), as_object(call["given"], "given")) for call in run)


def definitions_of(case: GoldenRecord | Vector) -> tuple[str, ...]:
    """
    The definitions that a record or a vector pins, as `module:name`, or as a module where several make up an operation.

    >>> from dtref.oracle.golden.records import Call, Provenance
    >>> from dtref.oracle.golden.vectors import ExactAnswer
    >>> call = Call("best_tests", {"preset": "cart"})
    >>> definitions_of(Vector("ties", "vectors-ties-01", "", call, ExactAnswer("0"), Provenance.SELF, (), ""))
    ('spec.growing.hunt', 'spec.presets:CART')
    """
    run = calls(case.body) if isinstance(case, GoldenRecord) else [(case.call.operation, case.call.given)]
    return tuple(dict.fromkeys(at for operation, given in run for at in _behind(operation, given)))


def _behind(operation: str, given: Mapping[str, Json]) -> Iterator[str]:
    yield home_of(operation)
    preset = given.get("preset")
    if isinstance(preset, str) and preset in PRESETS:
        yield f"spec.presets:{PRESETS[preset].name}"
