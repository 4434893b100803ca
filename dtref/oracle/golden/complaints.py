"""Complaints about golden records, and checks of the claims that records make: relations, and formulas evaluated at numbers."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import cast

from attrs import frozen

from dtref.errors import Invalid, Undecided, Undefined
from dtref.exact.comparison import compare
from dtref.exact.number import Exact, Number
from dtref.io.numbers import Json
from dtref.oracle.arithmetic.evaluation import Bound, evaluate, relation_holds, value_at
from dtref.oracle.arithmetic.json_numbers import bound, layout
from dtref.oracle.golden.records import Call, Check, FormulaCase, PrintedFormula, Verdict
from dtref.oracle.operations.answers import Answer, matches, states_as, write_answer
from dtref.oracle.operations.inputs import Given, as_list, as_texts
from dtref.oracle.operations.registry import run


@frozen
class Complaint:
    """
    A fault of a record: its part, what was wanted there, and what is there.

    >>> str(Complaint("cs6220-gini-01", "decimal", "0.5", "0.6"))
    'cs6220-gini-01, decimal: expected 0.5 (got 0.6)'
    """

    record: str
    part: str
    wanted: str
    got: str

    def __str__(self) -> str:
        return f"{self.record}, {self.part}: expected {self.wanted} (got {self.got})"


Trouble = tuple[str, str, str]
"""The part, the wanted and the got of a complaint."""


def call_troubles(call: Call, exact: Json, part: str) -> Iterator[Trouble]:
    """
    The trouble, if any, where dtref's answer to a call differs from the one written.

    >>> list(call_troubles(Call("gini", {"counts": ["1", "1"]}), "1/3", "exact"))
    [('exact', '"1/2"', '"1/3"')]
    """
    try:
        answer, own = answered(call, part), _answered_json(call, part)
        if not states_as(answer, own, exact):
            yield part, layout(own), layout(exact)
    except (Invalid, Undecided) as problem:
        yield part, f"an answer of {call.operation}", str(problem)


def answered(call: Call, where: str) -> Answer:
    """
    The answer of dtref to a call, or the part of it that the call names. Errors: Invalid where there is no such part, and as `run`.

    >>> answered(Call("class_counts", {"data": {"parity": "1"}}, ("0",)), "exact")
    Fraction(1, 1)
    """
    answer = _whole_answer(call.operation, json.dumps(call.given))
    for name in call.part:
        answer = _part(answer, name, where)
    return answer


def _answered_json(call: Call, where: str) -> Json:
    """The JSON of `answered`."""
    value = _whole_json(call.operation, json.dumps(call.given))
    for name in call.part:
        value = value[name] if isinstance(value, dict) else as_list(value, where)[int(name) - 1]
    return value


@lru_cache(maxsize=64)
def _whole_answer(operation: str, given: str) -> Answer:
    """The answer of `run`, cached: the mutation check asks for the same one digit by digit."""
    return run(operation, json.loads(given))


@lru_cache(maxsize=64)
def _whole_json(operation: str, given: str) -> Json:
    """Its JSON, cached, too: the decimals of certified numbers take longest."""
    return write_answer(_whole_answer(operation, given))


def check_troubles(check: Check, part: str) -> Iterator[Trouble]:
    """
    The trouble, if any, where a relation does not hold between the values of its names.

    >>> let = {"g": {"operation": "gini", "given": {"counts": ["1", "1"]}}}
    >>> list(check_troubles(Check("half", let, "g == 1/2"), "checks[1]")), list(check_troubles(Check("", let, "g < 1/2"), "checks[1]"))
    ([], [('checks[1]', 'g < 1/2', 'false for g = "1/2"')])
    """
    try:
        where = {name: _stands_for(value, f"{part}, {name}") for name, value in check.let.items()}
        true = relation_holds(check.holds, where)
    except (Invalid, Undecided) as problem:
        yield part, check.holds, str(problem)
    else:
        if not true:
            values_text = ", ".join(f"{name} = {layout(write_answer(value))}" for name, value in where.items())
            yield part, check.holds, f"false for {values_text}" if values_text else "false"


def checks_troubles(checks: tuple[Check, ...], part: str) -> Iterator[Trouble]:
    """
    The troubles of several checks, each as `check_troubles` finds them.

    >>> list(checks_troubles((Check("", {}, "1 < 2"), Check("", {}, "2 < 1")), "proof"))
    [('proof[2]', '2 < 1', 'false')]
    """
    for i, check in enumerate(checks, 1):
        yield from check_troubles(check, f"{part}[{i}]")


def _stands_for(value: Json, where: str) -> Bound:
    """The value of a name: a number or list written out, or (a part of) the answer of an operation."""
    if not (isinstance(value, dict) and "operation" in value):
        return bound(value, where)
    entry = Given(value, where).only("operation", "given", "part")
    path = as_texts(entry.part("part"), where) if "part" in value else ()
    return _only_numbers(answered(Call(entry.text("operation"), entry.object("given").parts, path), where), where)


def _part(answer: Answer, name: str, where: str) -> Answer:
    """A part of an answer: by name, or by position from 1."""
    parts: object = answer
    if isinstance(parts, Mapping) and name in parts:
        return cast(Answer, parts[name])
    if isinstance(parts, tuple) and name.isdecimal() and 1 <= int(name) <= len(parts):
        return cast(Answer, parts[int(name) - 1])
    raise Invalid(where, "a part of the answer", name)


def _only_numbers(answer: Answer, where: str) -> Bound:
    value: object = answer
    if isinstance(value, tuple):
        return tuple(_only_numbers(part, where) for part in value)
    if isinstance(value, (str, Mapping, Undefined)):
        raise Invalid(where, "numbers", write_answer(answer))
    return cast(Number, value)


def formula_troubles(formula: PrintedFormula, verdict: Verdict) -> Iterator[Trouble]:
    """
    The troubles where a formula does not give what is written at a case, dtref not the exact value, or the verdict does not follow.

    >>> case = FormulaCase("half", {"p": ["1/2", "1/2"]}, "1/2", Call("gini", {"counts": ["1", "1"]}), "1/2")
    >>> list(formula_troubles(PrintedFormula("", "1 - p[1]^2 - p[2]^2", "", (case,)), Verdict.ERRATUM))
    [('verdict', 'right', 'erratum')]
    """
    for i, case in enumerate(formula.cases, 1):
        yield from call_troubles(case.call, case.exact, f"cases[{i}], exact")
    try:
        verdicts = [_case_verdict(formula.arithmetic, case) for case in formula.cases]
        for i, case in enumerate(formula.cases, 1):
            yield from _differs(formula.arithmetic, case, case.gives, f"cases[{i}], gives")
            if formula.corrected:
                yield from _differs(formula.corrected, case, case.exact, f"cases[{i}], corrected")
    except (Invalid, Undecided) as problem:
        yield "arithmetic", "a formula that can be evaluated", str(problem)
    else:
        # the verdict is the worst that a case supports; of a damaged formula it is what was restored that must be right
        worst = max(verdicts, key=(Verdict.RIGHT, Verdict.INCOMPLETE, Verdict.ERRATUM).index, default=Verdict.ERRATUM)
        if worst is not (Verdict.RIGHT if verdict is Verdict.DAMAGED else verdict):
            yield "verdict", worst.value, verdict.value
        if bool(formula.restored) != (verdict is Verdict.DAMAGED):
            yield "restored", "a formula where the printed one is damaged, and only there", formula.restored


def _case_verdict(text: str, case: FormulaCase) -> Verdict:
    """The verdict that one case supports."""
    value = _value(text, case)
    if matches(value, case.exact):
        return Verdict.RIGHT
    return Verdict.INCOMPLETE if isinstance(value, Undefined) else Verdict.ERRATUM


def _differs(text: str, case: FormulaCase, written: Json, part: str) -> Iterator[Trouble]:
    value = _value(text, case)
    if not matches(value, written):
        yield part, layout(write_answer(value)), layout(written)


def _value(text: str, case: FormulaCase) -> Number | Undefined:
    return value_at(text, {name: bound(value, name) for name, value in case.where.items()})


def same_value(derivation: str, exact: Exact) -> bool:
    """
    Whether a hand computation has a given exact value. Errors: Invalid where it is not a valid text.

    >>> from fractions import Fraction
    >>> same_value("1 - 1/4", Fraction(3, 4))
    True
    """
    return compare(evaluate(derivation), exact) == 0
