"""
Answers about a tree, where ties leave several trees open: right is what is true of any of them, not only of dtref's own.

A pruning may also come out otherwise where two costs are equal that doubles can't hold: within rounding either is less.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from math import isfinite
from typing import cast

from attrs import evolve

from dtref.engines.filter.filtered import count_trees
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
from dtref.oracle.operations.registry import OPERATIONS, run
from dtref.oracle.operations.tree_inputs import OfTree

_MOST_TREES = 200
"""How many trees that ties leave open an answer is compared with."""
ANOTHER = "true of another tree that ties leave open"
STEP = {"alpha", "cuts", "weakest"}
"""What tells where in a sequence of pruned trees a link is cut."""
FIRST_WANTED = f"another answer; the tree of the first of tied tests is wanted, as they leave more than {_MOST_TREES} trees open"
AT_A_TIE = "costs are equal that doubles can't tell (float)"


def judge_of_tied_trees(case: Case, answer: Foreign, ulps: int) -> Judgement | None:
    """
    How an answer about a tree is judged that isn't true of dtref's own one; None where it is about none.

    >>> from dtref.oracle.judge.cases import case_asked
    >>> rows = [["0", "0", "a"], ["0", "1", "b"], ["1", "0", "b"], ["1", "1", "a"], ["1", "1", "a"]]
    >>> data = {"header": ["x", "y", "class"], "rows": rows, "target": "class", "nominal": {"x": ["0", "1"], "y": ["0", "1"]}}
    >>> case = case_asked(Call("replicas", {"data": data, "preset": "cart"}))
    >>> judge_of_tied_trees(case, "1", 1024).why
    'another answer, and it is true of none of the 2 trees that ties leave open'
    """
    operation = OPERATIONS.get(case.call.operation)
    if not isinstance(operation, OfTree) or not isinstance(case.expected, ExactAnswer):
        return None
    given = Given(case.call.given, "given")
    near = [answer, merged_links(answer, ulps)] if case.call.operation == "cost_complexity" else [answer]
    own = write_answer(run(case.call.operation, case.call.given))
    if _agrees(case, near[-1], own, ulps) or any(_agrees(case, answer, right, ulps) for right in _near_answers(case, own)):
        return Judgement(Outcome.ACCEPTABLE, AT_A_TIE)
    many = _how_many(operation, given)
    if many is None:
        return Judgement(Outcome.FAILED, FIRST_WANTED)
    if many == 1:
        return None
    if any(_agrees(case, said, right, ulps) for right in _answers(operation, given) for said in near):
        return Judgement(Outcome.ACCEPTABLE, ANOTHER)
    return Judgement(Outcome.FAILED, f"another answer, and it is true of none of the {many} trees that ties leave open")


def _how_many(operation: OfTree, given: Given) -> int | None:
    """How many trees ties leave open; None for too many."""
    if "tree" in given.parts:
        return 1
    try:
        many = count_trees(*operation.grown(given))
    except Undecided:
        return None
    return many if many <= _MOST_TREES else None


def _answers(operation: OfTree, given: Given) -> Iterator[Json]:
    """What is right of each tree; of one that has no answer nothing is."""
    for tree in operation.trees(given):
        with suppress(Invalid):
            yield write_answer(operation.answer(given, tree))


def _agrees(case: Case, answer: Foreign, right: Json, ulps: int) -> bool:
    """Whether an answer is as right as this one."""
    if not has_part(right, case.call.part):
        return False
    asked = evolve(case, expected=ExactAnswer(cast(Json, part_of(right, case.call.part))))
    return judge_value(asked, answer, ulps).outcome is not Outcome.FAILED


# Equal costs in doubles


def _near_answers(case: Case, whole: Json) -> Iterator[Json]:
    """What is right where costs that are equal, and that doubles can't hold, come out as less or more."""
    given = case.call.given
    if "ties" in given and not in_doubles([given.get("penalty", "1"), _costs(whole)]):
        yield _asked(case.call, {"ties": "cut" if given["ties"] == "keep" else "keep"})
    if case.call.operation == "cost_complexity_at" and not (given["risk"] == "errors" and in_doubles(given["alpha"])):
        alpha = rational_of_text(given["alpha"])
        yield from (_asked(case.call, {"alpha": str(alpha * (1 + by))}) for by in (-CLOSE, CLOSE))


def _asked(call: Call, instead: Mapping[str, Json]) -> Json:
    """The answer with other inputs."""
    return write_answer(run(call.operation, {**call.given, **instead}))


def _costs(whole: Json) -> Json:
    """The costs that a pruning compared."""
    compared = whole.get("compared", []) if isinstance(whole, dict) else []
    return [one[name] for one in as_list(compared, "compared") if isinstance(one, dict) for name in ("subtree", "leaf")]


def merged_links(answer: Foreign, ulps: int) -> Foreign:
    """
    A sequence of pruned trees in which steps whose alphas differ by no more than rounding are one step. Steps at equal alphas are not: the
    program could tell that they are equal.

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
    """Whether two alphas are different, but not by more than rounding makes."""
    if not all(isinstance(x, int | float) and isfinite(x) for x in (a, b)) or a == b:
        return False
    first, second = (Fraction(cast(float, x)) for x in (a, b))
    return Room(ulps).allows(abs(first - second), abs(first))
