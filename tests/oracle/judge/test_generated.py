"""
Generated cases: every operation has them or says why not; right programs are never blamed; each planted mistake is found, and small.

Right programs: floats.py and float_trees.py (doubles), and tests/naive (exact, in plain Python), which answers nearly everything.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from time import monotonic, process_time
from typing import Any

import mpmath
import naive
import pytest
from many import as_many, one_in
from naive.agreement import NO_VALUE, NotAnInput, NotHere
from oracle.judge import floats, planted
from oracle.judge.programs import program

from dtref.oracle.golden.vectors import ExactAnswer
from dtref.oracle.judge.generators.generated_cases import (
    FIXED_ONLY,
    GENERATORS,
    SHRINKING,
    UNKNOWN,
    generated_cases,
    generated_failures,
    shorter,
    smallest_failure,
)
from dtref.oracle.judge.outcomes import Outcome
from dtref.oracle.judge.process import AnsweringProgram
from dtref.oracle.judge.questions import FunctionAdapter
from dtref.oracle.operations.registry import OPERATIONS

FLOATS = FunctionAdapter(floats.answer)
IN_DOUBLES = sorted({*floats.CORRECT, "grow", "grow_stopping", "best_tests", "predict", "pessimistic_pruning", "critical_alpha"})


def test_every_operation_is_generated_or_says_why_not() -> None:
    assert GENERATORS.keys() | FIXED_ONLY.keys() == OPERATIONS.keys()
    assert GENERATORS.keys() & FIXED_ONLY.keys() == set()


GROUPS = [sorted(GENERATORS)[i::12] for i in range(12)]


@pytest.mark.parametrize("operations", GROUPS, ids=lambda group: group[0])
def test_what_is_generated_are_inputs_with_answers(operations: list[str]) -> None:
    """Different ones (as many as there can be), nearly all of them inputs, and not all without a value."""
    for operation in operations:
        cases = list(generated_cases([operation], as_many(7, 8)))  # an example may be no input, or have answers that tie
        assert len({json.dumps(dict(case.call.given)) for case in cases}) >= 3, operation
        exact = [case.expected.exact for case in cases if isinstance(case.expected, ExactAnswer)]
        assert any(not isinstance(one, dict) or "undefined" not in one for one in exact), operation


def naive_answers() -> Mapping[str, Callable[[Mapping[str, Any]], Any]]:
    found: dict[str, Callable[[Mapping[str, Any]], Any]] = {}
    for module in pkgutil.iter_modules([str(Path(naive.__file__).parent)]):
        found |= getattr(importlib.import_module(f"naive.{module.name}"), "ANSWERS", {})
    return found


NAIVE = naive_answers()


def as_doubles(answer: Any) -> Any:
    if answer is NO_VALUE:
        return None
    if isinstance(answer, (int, Fraction, mpmath.mpf)):
        return float(answer)
    if isinstance(answer, str):
        return answer
    return {k: as_doubles(v) for k, v in answer.items()} if isinstance(answer, Mapping) else [as_doubles(part) for part in answer]


def naively(operation: str, given: Mapping[str, Any]) -> Any:
    if operation not in NAIVE:
        raise NotImplementedError(operation)
    try:
        return as_doubles(NAIVE[operation](given))
    except NotHere as unknown:
        raise NotImplementedError(str(unknown)) from None
    except NotAnInput as refused:
        raise ValueError(str(refused)) from None


@pytest.mark.parametrize("operations", GROUPS, ids=lambda group: group[0])
def test_nothing_is_said_against_plain_python(operations: list[str]) -> None:
    """Its exact answers, rounded to doubles."""
    found = list(generated_failures(FunctionAdapter(naively), operations, examples=as_many(2, 8)))
    assert [(r.case.call, r.reply, r.judgement) for r in found if r.judgement.outcome is Outcome.FAILED] == []


@pytest.mark.parametrize("operation", IN_DOUBLES)
def test_nothing_is_said_against_a_correct_program_in_doubles(operation: str) -> None:
    found = list(generated_failures(FLOATS, [operation], examples=as_many(6, 30)))
    assert [(r.case.call, r.reply, r.judgement) for r in found if r.judgement.outcome is Outcome.FAILED] == []
    assert len(found) >= 5


SLOW = [name for name in planted.PLANTED if name.startswith("tree: ")]
SAMPLE = [*one_in(3, [name for name in planted.PLANTED if name not in SLOW]), *one_in(22, SLOW)]
"""The bench, `PYTHONPATH=tests python -m oracle.judge.planted`, runs all."""


@pytest.mark.parametrize("name", SAMPLE)
def test_a_planted_mistake_is_found_and_shown_small(name: str) -> None:
    (operation,) = planted.PLANTED[name]
    begun = process_time()
    found = smallest_failure(FunctionAdapter(lambda o, g: floats.answer(o, g, planted.PLANTED[name])), operation)
    assert found is not None
    assert process_time() - begun < 30
    assert planted.records_in(found.case.call.given) <= 8


def test_a_failure_of_a_table_needs_all_its_rows() -> None:
    mistake = planted.PLANTED["tree: the last cut is forgotten"]
    ask = FunctionAdapter(lambda o, g: floats.answer(o, g, mistake))
    found = smallest_failure(ask, "grow", examples=60)
    assert found is not None
    assert len(list(shorter(found.case.call.given))) == planted.records_in(found.case.call.given) <= 3


def test_a_program_that_breaks_is_not_shrunk_for_long(tmp_path: Path) -> None:
    begun = monotonic()
    with AnsweringProgram(program(tmp_path, "time.sleep(60)"), 0.3) as ask:
        found = list(generated_failures(ask, ["gini"], examples=100))
    assert [result.reply.kind for result in found] == ["broken"]
    assert monotonic() - begun < SHRINKING / 2


def test_a_program_that_knows_nothing_is_soon_left_alone() -> None:
    asked = []

    def answer(operation: str, given: object) -> object:  # noqa: ARG001
        asked.append(operation)
        raise NotImplementedError(operation)

    found = list(generated_failures(FunctionAdapter(answer), ["gini"], examples=100))
    assert {result.judgement.outcome for result in found} == {Outcome.SKIPPED}
    assert len(asked) == len(found) == UNKNOWN


def test_the_same_seed_draws_the_same() -> None:
    first, again, other = ([case.call for case in generated_cases(["grow"], 5, seed)] for seed in (1, 1, 2))
    assert first == again != other
