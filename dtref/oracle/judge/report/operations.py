"""Operations described, from their declarations: inputs, answer, definition, and an example from the golden vectors, computed anew."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from textwrap import wrap

from attrs import frozen

from dtref.errors import Invalid, nearest
from dtref.exact.brief import brief_repr
from dtref.exact.checked_call import refuses_other_kinds
from dtref.io.numbers import Json
from dtref.oracle.golden.store import golden_vectors
from dtref.oracle.golden.vectors import Refused
from dtref.oracle.judge.report.definitions import OperationDefinition, operation_definition
from dtref.oracle.operations.answers import write_answer
from dtref.oracle.operations.registry import OPERATIONS, run


@frozen
class OperationDescription:
    """
    An operation described.

    inputs: for each input what it is. optional: those that may be left out. answer: the kind of answer. given, answers: an example.
    """

    name: str
    definition: OperationDefinition
    inputs: Mapping[str, str]
    optional: tuple[str, ...]
    answer: str
    given: Mapping[str, Json]
    answers: Json

    __repr__ = brief_repr

    def __str__(self) -> str:
        return "\n".join(_lines(self))


@refuses_other_kinds
def operation(name: str) -> OperationDescription:
    """
    The description of an operation of golden/README.md. Errors: Invalid for another name.

    >>> import dtref
    >>> print(dtref.operation("f1"))
    f1: The F measure of the counts: F1, F-score.
    <BLANKLINE>
    Formula   F = 2a / (2a + b + c)
    Source    `tan`, Cost-Sensitive Measures
    Function  dtref.spec.evaluation.confusion.scores.f1
    <BLANKLINE>
    tp  a number of records, or their weight
    fn  a number of records, or their weight
    fp  a number of records, or their weight
    tn  a number of records, or their weight
    <BLANKLINE>
    Answer    a number
    Question  {"operation": "f1", "given": {"tp": "4", "fn": "0", "fp": "0", "tn": "0"}}
    Answer    "1"
    """
    if name not in OPERATIONS:
        close = nearest(str(name), OPERATIONS)
        raise Invalid("operation", f"an operation that `dtref operations` lists{f'; near it: {close!r}' if close else ''}", name)
    given = _example(name)
    one = OPERATIONS[name]
    kinds = one.inputs.kinds
    return OperationDescription(
        name,
        operation_definition(name, given),
        {part: kind.says for part, kind in kinds.items()},
        tuple(part for part, kind in kinds.items() if kind.default),
        one.answer.says,
        given,
        write_answer(run(name, given)),
    )


def _example(name: str) -> Mapping[str, Json]:
    """The shortest inputs of the golden vectors that have an answer; of equally short ones the first."""
    asked = [v.call.given for v in golden_vectors() if v.call.operation == name and not isinstance(v.expected, Refused)]
    with_value = [given for given in asked if not _is_undefined(write_answer(run(name, given)))]
    return min(with_value or asked, key=lambda given: len(json.dumps(dict(given))))


def _is_undefined(answer: Json) -> bool:
    return isinstance(answer, dict) and answer.keys() == {"undefined"}


def _lines(one: OperationDescription) -> Iterator[str]:
    yield from wrap(f"{one.name}: {one.definition.sentence}", 120)
    yield ""
    facts = {"Formula": one.definition.formula, "Source": one.definition.source, "Function": one.definition.at}
    yield from (f"{fact:8}  {text}" for fact, text in facts.items() if text)
    yield ""
    width = max(map(len, one.inputs))
    for name, says in one.inputs.items():
        yield f"{name:{width}}  {says}{' (may be left out)' if name in one.optional else ''}".rstrip()
    yield ""
    yield f"Answer    {one.answer}"
    yield f"Question  {json.dumps({'operation': one.name, 'given': one.given}, ensure_ascii=False)}"
    yield f"Answer    {json.dumps(one.answers, ensure_ascii=False)}"


def operation_json(one: OperationDescription) -> dict[str, Json]:
    """
    A description as JSON.

    >>> operation_json(operation("difference"))["inputs"]["e_1"]
    {'says': 'a share', 'optional': 'no'}
    """
    return {
        "format": "dtref-operation/1",
        "operation": one.name,
        "sentence": one.definition.sentence,
        "formula": one.definition.formula,
        "source": one.definition.source,
        "function": one.definition.at,
        "inputs": {name: {"says": says, "optional": "yes" if name in one.optional else "no"} for name, says in one.inputs.items()},
        "answer": one.answer,
        "example": {"given": dict(one.given), "answer": one.answers},
    }
