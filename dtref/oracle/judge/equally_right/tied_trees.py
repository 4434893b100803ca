"""
Judges answers about a tree where several trees tie: an answer is right if it is true of any of them, not only of dtref's own.

A pruning may also differ where two equal costs aren't doubles: after rounding, either may be less.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from itertools import islice
from math import isfinite
from typing import cast

from attrs import evolve

from dtref.errors import Invalid, Undecided
from dtref.io.numbers import Json
from dtref.oracle.arithmetic.json_numbers import rational_of_text
from dtref.oracle.golden.records import Call
from dtref.oracle.golden.vectors import ExactAnswer
from dtref.oracle.judge.answers import judge_value
from dtref.oracle.judge.cases import Case
from dtref.oracle.judge.equally_right.limits import CLOSE, in_doubles
from dtref.oracle.judge.outcomes import Judgement, Outcome
from dtref.oracle.judge.questions import has_part, part_of
from dtref.oracle.judge.rounding.numbers import Foreign, Room
from dtref.oracle.operations.answers import write_answer
from dtref.oracle.operations.inputs import Given, as_list
from dtref.oracle.operations.operation import Operation
from dtref.oracle.operations.registry import OPERATIONS, run

_MOST_TREES = 200
"""The most tied trees that an answer is compared with."""
ANOTHER = "true of another tree that ties leave open"
STEP = {"alpha", "cuts", "weakest"}
"""The parts of a step of cost-complexity pruning that say where a link is cut."""
FIRST_WANTED = f"another answer; the tree of the first of tied tests is wanted, as they leave more than {_MOST_TREES} trees open"
AT_A_TIE = "costs are equal that doubles can't tell (float)"


def judge_of_tied_trees(case: Case, answer: Foreign, ulps: int) -> Judgement | None:
    """
    The judgement of an answer that isn't true of dtref's own tree; None where the question isn't about a tree, or only one is optimal.

    >>> from dtref.oracle.judge.cases import case_asked
    >>> rows = [["0", "0", "a"], ["0", "1", "b"], ["1", "0", "b"], ["1", "1", "a"], ["1", "1", "a"]]
    >>> data = {"header": ["x", "y", "class"], "rows": rows, "target": "class", "nominal": {"x": ["0", "1"], "y": ["0", "1"]}}
    >>> case = case_asked(Call("replicas", {"data": data, "preset": "cart"}))
    >>> judge_of_tied_trees(case, "1", 1024).why
    'another answer, and it is true of none of the 2 trees that ties leave open'
    """
    operation = OPERATIONS.get(case.call.operation)
    if operation is None or operation.inputs.tied is None or not isinstance(case.expected, ExactAnswer):
        return None
    inputs = Given(case.call.given, "given")
    # costs that doubles can't tell apart
    variants = [answer, merged_links(answer, ulps)] if case.call.operation == "cost_complexity" else [answer]
    own = write_answer(run(case.call.operation, case.call.given))
    if _agrees(case, variants[-1], own, ulps) or any(_agrees(case, answer, right, ulps) for right in _near_answers(case, own)):
        return Judgement(Outcome.ACCEPTABLE, AT_A_TIE)
    # another of the tied trees
    trees_tied = _how_many(operation, inputs)
    if trees_tied is None:
        return Judgement(Outcome.FAILED, FIRST_WANTED)
    if trees_tied == 1:
        return None
    if any(_agrees(case, variant, right, ulps) for right in _answers(operation, inputs) for variant in variants):
        return Judgement(Outcome.ACCEPTABLE, ANOTHER)
    return Judgement(Outcome.FAILED, f"another answer, and it is true of none of the {trees_tied} trees that ties leave open")


def _how_many(operation: Operation, inputs: Given) -> int | None:
    """The number of trees that tie; None for more than are compared."""
    try:
        number = sum(1 for _ in islice(_tied(operation, inputs), _MOST_TREES + 1))
    except Undecided:
        return None
    return number if number <= _MOST_TREES else None


def _tied(operation: Operation, inputs: Given) -> Iterator[tuple[object, ...]]:
    """The arguments of an operation for each tied tree; none for an operation that isn't about one tree."""
    return iter(()) if operation.inputs.tied is None else operation.inputs.tied(inputs)


def _answers(operation: Operation, inputs: Given) -> Iterator[Json]:
    """The right answer for each tied tree; none for a tree on which the operation is not defined."""
    for arguments in _tied(operation, inputs):
        with suppress(Invalid):
            yield write_answer(operation.of(arguments))


def _agrees(case: Case, answer: Foreign, right: Json, ulps: int) -> bool:
    """Whether an answer agrees with a right one, in the part asked for."""
    if not has_part(right, case.call.part):
        return False
    part_case = evolve(case, expected=ExactAnswer(cast(Json, part_of(right, case.call.part))))
    return judge_value(part_case, answer, ulps).outcome is not Outcome.FAILED


# Equal costs in doubles


def _near_answers(case: Case, answer: Json) -> Iterator[Json]:
    """The right answers where equal costs that aren't doubles come out as less or more."""
    inputs = case.call.given
    if "ties" in inputs and not in_doubles([inputs.get("penalty", "1"), _costs(answer)]):
        yield _asked(case.call, {"ties": "cut" if inputs["ties"] == "keep" else "keep"})
    if case.call.operation == "cost_complexity_at" and not (inputs["risk"] == "errors" and in_doubles(inputs["alpha"])):
        alpha = rational_of_text(inputs["alpha"])
        yield from (_asked(case.call, {"alpha": str(alpha * (1 + by))}) for by in (-CLOSE, CLOSE))


def _asked(call: Call, instead: Mapping[str, Json]) -> Json:
    """The answer to a call with some inputs replaced."""
    return write_answer(run(call.operation, {**call.given, **instead}))


def _costs(answer: Json) -> Json:
    """The costs that a pruning compared."""
    compared = answer.get("compared", []) if isinstance(answer, dict) else []
    return [pair[name] for pair in as_list(compared, "compared") if isinstance(pair, dict) for name in ("subtree", "leaf")]


def merged_links(answer: Foreign, ulps: int) -> Foreign:
    """
    A sequence of pruned trees in which steps whose alphas differ only by rounding are merged. Steps at equal alphas are not: the program
    could see that they are equal.

    >>> step = {"alpha": 0.1, "risk": 0.3, "cuts": [2], "leaves": 2, "weakest": [2]}
    >>> merged_links([step, {**step, "alpha": 0.1 + 2**-56, "cuts": [2, 3], "leaves": 1, "weakest": [3]}], 4)[0]["weakest"]
    [2, 3]
    """
    if not isinstance(answer, list) or not all(isinstance(step, dict) and step.keys() >= STEP for step in answer):
        return answer
    merged: list[dict[str, Foreign]] = []
    for step in cast("list[dict[str, Foreign]]", answer):
        if merged and _same_link(merged[-1]["alpha"], step["alpha"], ulps):
            before = merged[-2]["cuts"] if len(merged) > 1 else []
            new = [cut for cut in _listed(step["cuts"]) if cut not in _listed(before)]
            merged[-1] = {**step, "alpha": merged[-1]["alpha"], "weakest": new}
        else:
            merged.append(step)
    return merged


def _listed(value: Foreign) -> list[Foreign]:
    return value if isinstance(value, list) else []


def _same_link(a: Foreign, b: Foreign, ulps: int) -> bool:
    """Whether two alphas differ, but only by rounding."""
    if not all(isinstance(x, int | float) and isfinite(x) for x in (a, b)) or a == b:
        return False
    first, second = (Fraction(cast(float, x)) for x in (a, b))
    return Room(ulps).allows(abs(first - second), abs(first))
